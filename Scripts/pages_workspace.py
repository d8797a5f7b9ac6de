"""The workspace of pages-judge.py: dashboards with 0, 1, 8 and 40 charts, in four languages, with all controls.

The data are generated, and equal in each run. `english`, `german`, `arabic` and `chinese` are the same dashboard with
eight charts, with texts of different lengths and directions.
"""
import csv
import datetime
import json
import pathlib
import random
import subprocess
from xml.sax.saxutils import quoteattr

DAYS, CUSTOMERS = 730, 10_000
FIRST_DAY = datetime.date(2024, 1, 1)
KINDS = ["Column", "StackedColumn", "Bar", "Line", "Area", "Pie", "Donut", "StackedBar", "StackedArea", "PercentColumn",
         "StepLine", "Spline", "Heatmap", "Scatter", "TreeMap", "DataGrid", "Waterfall", "Bar", "Column", "Line"]


class Language:
    """The texts of a dashboard: its title, and the titles of its charts, columns and filters."""

    def __init__(self, locale, title, charts, columns, filters, regions, groups):
        self.locale, self.title, self.charts, self.columns = locale, title, charts, columns
        self.filters, self.regions, self.groups = filters, regions, groups


LANGUAGES = {
    "english": Language(
        "en_US", "Sales overview",
        ["Sales by month and group", "Sales by region", "Shares of groups", "Sales by day", "Groups in regions",
         "Order value and quantity", "From region to group", "Best regions"],
        ["Region", "Group", "Customer", "Day", "Order value", "Quantity"],
        ["Region", "Customer", "Ordered", "Order value"],
        ["North America", "South America", "Western Europe", "Eastern Europe", "Middle East", "Asia Pacific"],
        ["Hiking", "Camping", "Snow", "Climbing", "Water"]),
    "german": Language(
        "de_DE", "Umsatzentwicklung und Deckungsbeitragsrechnung der Vertriebsniederlassungen einschließlich "
                 "Tochtergesellschaften",
        ["Umsatzerlöse nach Kalendermonaten und Produkthauptgruppen ohne Mehrwertsteuer",
         "Umsatz nach Vertriebsregionen und Außendienstzuständigkeiten",
         "Anteile der Produkthauptgruppen am Gesamtumsatz",
         "Tagesumsätze im Geschäftsjahresvergleich", "Produkthauptgruppen in den Vertriebsregionen",
         "Auftragswert und Bestellmenge je Kundenauftrag", "Von der Vertriebsregion zur Produkthauptgruppe",
         "Umsatzstärkste Vertriebsregionen mit Durchschnittsauftragswert"],
        ["Vertriebsregion", "Produkthauptgruppe", "Kundenbezeichnung", "Bestelldatum", "Auftragswert", "Bestellmenge"],
        ["Vertriebsregion", "Kundenbezeichnung", "Bestelldatum", "Nettoauftragswert"],
        ["Nordrhein-Westfalen und Niedersachsen", "Mecklenburg-Vorpommern", "Baden-Württemberg", "Schleswig-Holstein",
         "Donaudampfschifffahrtsgesellschaftsgebiet", "Österreich"],
        ["Wanderausrüstung und Bergsteigerbedarf", "Campingzubehör", "Wintersportausrüstung", "Kletterausrüstung",
         "Wassersport"]),
    "arabic": Language(
        "ar_EG", "نظرة عامة على المبيعات",
        ["المبيعات حسب الشهر والفئة", "المبيعات حسب المنطقة", "حصص الفئات", "المبيعات اليومية", "الفئات في المناطق",
         "قيمة الطلب والكمية", "من المنطقة إلى الفئة", "أفضل المناطق"],
        ["المنطقة", "الفئة", "العميل", "اليوم", "قيمة الطلب", "الكمية"],
        ["المنطقة", "العميل", "تاريخ الطلب", "قيمة الطلب"],
        ["أمريكا الشمالية", "أمريكا الجنوبية", "أوروبا الغربية", "أوروبا الشرقية", "الشرق الأوسط",
         "آسيا والمحيط الهادئ"],
        ["المشي لمسافات طويلة", "التخييم", "الثلج", "التسلق", "الماء"]),
    "chinese": Language(
        "zh_CN", "销售概览与区域业绩分析",
        ["按月份和产品类别划分的销售额", "按地区划分的销售额", "产品类别占比", "每日销售额", "各地区产品类别",
         "订单金额与数量", "从地区到产品类别", "最佳地区"],
        ["地区", "产品类别", "客户", "日期", "订单金额", "数量"],
        ["地区", "客户", "订购日期", "订单金额"],
        ["北美洲", "南美洲", "西欧地区", "东欧地区", "中东地区", "亚洲及太平洋地区"],
        ["徒步旅行", "露营装备", "冰雪运动", "攀岩器材", "水上运动"]),
}
# Texts of pages for the dashboard from right to left. The others are in English.
ARABIC = {"dashboards": "لوحات المعلومات", "all": "الكل", "apply": "تطبيق", "reset": "إعادة تعيين", "rows": "الصفوف",
          "shareView": "مشاركة", "table": "جدول", "theme": "المظهر", "compare": "مقارنة", "search": "بحث",
          "downloadDashboard": "تنزيل بصيغة"}
FILTERED = ["[[ region in ($Region) ]]", "[[ customer in ($Customer) ]]", "[[ day in ($Ordered) ]]",
            "[[ amount in ($Amount) ]]", "[[ region in ($region) ]]", "[[ grp in ($grp) ]]"]


def write_rows(path, language):
    """Writes one order for each customer, and more in some months and regions."""
    chance = random.Random(58)
    with open(path, "w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["region", "grp", "customer", "day", "amount", "quantity"])
        for number in range(CUSTOMERS):
            day = FIRST_DAY + datetime.timedelta(days=int(DAYS * chance.random() ** 0.8))
            region = language.regions[min(5, int(6 * chance.random() ** 1.5))]
            group = language.groups[min(4, int(5 * chance.random() ** 1.3))]
            rows.writerow([region, group, f"{language.columns[2]} {number + 1:05}", day,
                           round(20 + 1980 * chance.random() ** 3, 2), 1 + int(9 * chance.random())])


def value(text, expression="amount", more='Format="Currency"'):
    return f'<Values><Value Expression="{expression}" DisplayName={quoteattr(text)} {more}/></Values>'


def chart(name, title, kind, query, columns, values, more="", inner=""):
    """Returns a chart. `columns` are its category and series, with their titles."""
    tags = "".join(f"<{tag} Column=\"{column}\" DisplayName={quoteattr(text)}/>"
                   for tag, (column, text) in zip(["Category", "Series"], columns))
    return (f'<Chart Name="{name}" Title={quoteattr(title)} ChartType="{kind}" Query="{query}" {more}>'
            f"{tags}{values}{inner}</Chart>\n")


def page(title, body, places):
    """Returns a dashboard file. `places` contains left, top, width and height of its items."""
    layouts = "".join(f'<Layout Name="{name}" Left="{x}" Top="{y}" Width="{w}" Height="{h}"/>'
                      for name, (x, y, w, h) in places.items())
    layout = f"<DashboardLayout><Landscape>{layouts}</Landscape></DashboardLayout>" if places else ""
    return f"<MobileAnalytic><Dashboard Title={quoteattr(title)}>\n{body}</Dashboard>{layout}</MobileAnalytic>\n"


def eight(name, words):
    """Returns a dashboard with eight items, four filters and a panel with variables."""
    region, group, _, day, amount, quantity = words.columns
    titles = words.charts
    names = ["Region", "Customer", "Ordered", "Amount"]
    kinds = ["picklist", "picklist", "range", "range"]
    columns = ["region", "customer", "day", "amount"]
    filters = "".join(
        f'<Filter Name="{own}" DisplayName={quoteattr(text)} SourceQuery="{name}_{own}" FilterType="{kind}" '
        f'Column="{column}" Sequence="{place + 1}"/>'
        for place, (own, text, kind, column) in enumerate(zip(names, words.filters, kinds, columns)))
    uses = "<Filters>" + "".join(f'<FilterName Name="{own}"/>' for own in names) + "</Filters>"
    month = f'<Category Column="month" DisplayName={quoteattr(day)} Format="pattern:MMM yy"/>'
    own = lambda query: f"{name}_{query}"
    parts = [
        f'<Chart Name="Months" Title={quoteattr(titles[0])} ChartType="StackedColumn" Query="{own("ByMonth")}" '
        f'CrossFilter="true">{month}<Series Column="grp" DisplayName={quoteattr(group)}/>{value(amount)}{uses}</Chart>',
        chart("Regions", titles[1], "Bar", own("ByRegion"), [("region", region)], value(amount), 'CrossFilter="true"',
              uses),
        chart("Groups", titles[2], "Pie", own("ByGroup"), [("grp", group)], value(amount), "", uses),
        chart("Days", titles[3], "Line", own("ByDay"), [("day", day)], value(amount), "", uses),
        chart("Heat", titles[4], "Heatmap", own("ByBoth"), [("region", region), ("grp", group)],
              value(amount), "", uses),
        chart("Rise", titles[5], "Column", own("ByGroup"), [("grp", group)],
              value(quantity, "quantity * (1 + if($on == 1, $rise, 0) / 100) + $more", ""), "", uses),
        f'<DrillDownGroup Name="Drill" Title={quoteattr(titles[6])}>'
        + chart("First", titles[6], "Column", own("ByRegion"), [("region", region)], value(amount),
                'ChartSequence="1"', uses)
        + chart("Second", titles[6], "Bar", own("ByGroup"), [("grp", group)], value(amount), 'ChartSequence="2"', uses)
        + "</DrillDownGroup>\n",
        f'<DataGrid Name="Best" Title={quoteattr(titles[7])} Query="{own("ByBoth")}"><Columns>'
        f'<Column Type="Data" Value="region" Header={quoteattr(region)} ColumnSequence="1" IsHeaderColumn="true"/>'
        f'<Column Type="Data" Value="grp" Header={quoteattr(group)} ColumnSequence="2"/>'
        f'<Column Type="Data" Value="quantity" Header={quoteattr(quantity)} Format="Rounded0" ColumnSequence="3"/>'
        f'<Column Type="Data" Value="amount" Header={quoteattr(amount)} Format="Currency" ColumnSequence="4"/>'
        "</Columns></DataGrid>\n",
    ]
    variables = (
        '<Variables><Variable Name="$rise" DisplayName=' + quoteattr(f"{quantity} +%") + ' VariableType="float" '
        'Value="5" Min="0" Max="20" Step="0.5" Decimals="1"/><Variable Name="$on" DisplayName=' + quoteattr(titles[5])
        + ' VariableType="boolean" Value="1"/><Variable Name="$more" DisplayName=' + quoteattr(quantity)
        + ' VariableType="integer" Value="0"/><Variable Name="$where" DisplayName=' + quoteattr(group)
        + ' VariableType="enum" Selection="0"><Choices>'
        + "".join(f"<Choice Value={quoteattr(text)}/>" for text in words.groups) + "</Choices></Variable></Variables>"
        '<DAPanel Name="Panel" Title=' + quoteattr(titles[5])
        + '><VariableName Name="$rise"/><VariableName Name="$on"/><VariableName Name="$more"/>'
        '<VariableName Name="$where"/></DAPanel>')
    places = {"Months": (0, 0, 66, 25), "Regions": (66, 0, 34, 25), "Groups": (0, 25, 33, 25), "Days": (33, 25, 67, 25),
              "Heat": (0, 50, 45, 25), "Rise": (45, 50, 30, 25), "Panel": (75, 50, 25, 25), "Drill": (0, 75, 50, 25),
              "Best": (50, 75, 50, 25)}
    return page(words.title, f"<Filters>{filters}</Filters>{variables}" + "".join(parts), places)


def queries(name):
    """Returns the queries of a dashboard with eight items as YAML."""
    text = ""
    keys = {"ByMonth": ["month", "grp"], "ByRegion": ["region"], "ByGroup": ["grp"], "ByDay": ["day"],
            "ByBoth": ["region", "grp"]}
    for query, groups in keys.items():
        derive = "derive: { month: \"StartOf(day, 'month')\" }, " if "month" in groups else ""
        text += (f"  {name}_{query}: {{ source: drops, from: {name}, {derive}where: {FILTERED}, "
                 f"groupBy: {groups}, measures: {{ amount: sum(amount), quantity: sum(quantity) }} }}\n")
    for own, column in {"Region": "region", "Customer": "customer", "Ordered": "day", "Amount": "amount"}.items():
        text += f"  {name}_{own}: {{ source: drops, from: {name}, groupBy: [{column}], measures: {{ n: count() }} }}\n"
    return text


def forty():
    """Returns a dashboard with forty charts in rows of four."""
    region, group, _, _, amount, quantity = LANGUAGES["english"].columns
    body, places = "", {}
    for place in range(40):
        kind, name = KINDS[place % len(KINDS)], f"Item{place + 1}"
        places[name] = (place % 4 * 25, place // 4 * 10, 25, 10)
        if kind == "DataGrid":
            body += (f'<DataGrid Name="{name}" Title="Table {place + 1}" Query="english_ByRegion"><Columns><Column '
                     f'Type="Data" Value="region" Header="{region}" IsHeaderColumn="true"/><Column Type="Data" '
                     f'Value="amount" Header="{amount}" Format="Currency"/></Columns></DataGrid>\n')
        elif kind == "Scatter":
            both = (f'<Values><Value Expression="quantity" ValueSequence="1" DisplayName="{quantity}"/>'
                    f'<Value Expression="amount" ValueSequence="2" DisplayName="{amount}"/></Values>')
            body += chart(name, f"{kind} {place + 1}", kind, "english_ByGroup", [("grp", group)], both)
        else:
            is_single = kind in ("Pie", "Donut", "Waterfall", "TreeMap")
            columns = [("region", region), ("grp", group)][:1 if is_single else 2]
            body += chart(name, f"{kind} {place + 1}", kind, "english_ByRegion" if len(columns) == 1
                          else "english_ByBoth", columns, value(amount))
    return page("Forty charts", body, places)


def troubled():
    """Returns a dashboard with a chart that fails, an empty one, a table that is wide, and one of long names."""
    amount = LANGUAGES["english"].columns[4]
    wide = "".join(f'<Column Type="Data" Value="c{place}" Header="A rather long heading {place}"/>'
                   for place in range(12))
    body = (chart("Failing", "A chart whose file is missing", "Column", "Missing", [("a", "A")], value(amount, "b"))
            + chart("Nothing", "A chart without data", "Column", "Nothing", [("region", "Region")], value(amount))
            + chart("Long", "Names that are longer than any card is wide and do not end soon", "Bar", "Long",
                    [("name", "Name")], value("Value of the quantity that is shown", "n", ""))
            + f'<DataGrid Name="Wide" Title="A wide table" Query="Wide"><Columns>{wide}</Columns></DataGrid>\n')
    places = {"Failing": (0, 0, 25, 50), "Nothing": (25, 0, 25, 50), "Long": (50, 0, 50, 50), "Wide": (0, 50, 100, 50)}
    return page("Troubled", body, places)


def write(auger, folder):
    """Writes the workspace, runs its jobs, and returns its folder."""
    folder = pathlib.Path(folder)
    for name, words in LANGUAGES.items():
        write_rows(folder / f"{name}.csv", words)
        (folder / f"{name}.xml").write_text(eight(name, words))
    (folder / "long.csv").write_text("name,n\n" + "".join(
        f"Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen {chr(65 + n)},{n * n + 1}\n" for n in range(7)))
    (folder / "wide.csv").write_text(",".join(f"c{n}" for n in range(12)) + "\n" + "".join(
        ",".join(f"{row * 1_000_003 + n * 17}.25" for n in range(12)) + "\n" for row in range(30)))
    one = chart("Only", "Sales by region", "Column", "english_ByRegion", [("region", "Region")], value("Sales"))
    (folder / "one.xml").write_text(page("One chart", one, {}))
    # A dashboard needs an item. A panel is not a chart.
    (folder / "none.xml").write_text(page("No charts", (
        '<Variables><Variable Name="$rise" DisplayName="Rise" VariableType="float" Value="5" Min="0" Max="20"/>'
        '</Variables><DAPanel Name="Panel" Title="Assumptions"><VariableName Name="$rise"/></DAPanel>'),
        {"Panel": (0, 0, 100, 100)}))
    (folder / "forty.xml").write_text(forty())
    (folder / "troubled.xml").write_text(troubled())
    (folder / "texts.ar.json").write_text(json.dumps(ARABIC))
    (folder / "gone.csv").write_text("a,b\nx,1\n")
    (folder / "auger.yaml").write_text(
        "texts: { ar: texts.ar.json }\nsources:\n  drops: { adapter: csv, path: '*.csv' }\n"
        "  gone: { adapter: csv, path: gone.csv }\n"
        "queries:\n"
        + "".join(queries(name) for name in LANGUAGES)
        + "  Missing: { source: gone, from: gone, cache: 1s }\n"
        "  Nothing: { source: drops, from: english, where: [amount < 0], groupBy: [region], measures: { amount: "
        "sum(amount) } }\n"
        "  Long: { source: drops, from: long }\n  Wide: { source: drops, from: wide }\n"
        "dashboards:\n" + "".join(f"  {name}: {name}.xml\n" for name in
                                  ["none", "one", *LANGUAGES, "forty", "troubled"])
        + "jobs:\n  nightly: { schedule: '15 2 * * *', dashboards: [english], formats: [json], "
        "publish: { directory: public/a } }\n"
        "  failing: { every: 15m, queries: [english_ByGroup], publish: { directory: public/b }, "
        "expect: { rows: '>= 100' } }\n")
    for job in ["nightly", "failing", "failing"]:
        subprocess.run([auger, "refresh", job], cwd=folder, capture_output=True, check=False)
    (folder / "gone.csv").unlink()
    return str(folder)
