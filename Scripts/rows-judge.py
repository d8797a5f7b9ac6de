#!/usr/bin/env python3
"""Compares cross-filters and underlying rows with DuckDB in generated states, over a CSV file and over SQLite.

Each state has selections in charts with `CrossFilter`, and possibly a filter, a drill path and a data policy. DuckDB
computes each chart, and the rows behind a mark in their order, with separate SQL over the original rows.
"""
import collections
import contextlib
import csv
import io
import pathlib
import random
import re
import sys
import tempfile
from decimal import Decimal, InvalidOperation
from urllib.parse import quote

from judging import SHARED, Judge, Parser, Server, write_tokens

FOLDER = SHARED / "data/adventureworks/small"
SOURCES = {"csv": f"{{ adapter: csv, path: {FOLDER}/ResellerSales.csv }}",
           "sqlite": f"{{ adapter: sqlite, path: {FOLDER}/reseller.sqlite }}"}
PARAMETERS = ["RegionGroup", "Country", "ProductCategory", "ProductSubCategory", "SalesYear", "Products"]
QUERIES = {
    "ByRegion": "groupBy: [RegionGroup, ProductCategory], measures: { Amount: sum(Quantity) }",
    "ByCountry": "groupBy: [Country], measures: { Mean: avg(Quantity) }",
    "ByYear": "groupBy: [SalesYear], measures: { Lines: count() }",
    "ByDay": "groupBy: [OrderDate], measures: { Amount: sum(Quantity) }",
    "ByCategory": "groupBy: [ProductCategory], measures: { Amount: sum(Quantity) }",
    "BySub": "groupBy: [ProductSubCategory], measures: { Amount: sum(Quantity) }",
    "ByReseller": "groupBy: [Reseller], measures: { Amount: sum(Quantity) }, orderBy: [-Amount, Reseller], limit: 7",
}
POLICY = """policy:
  - { for: { claim: role, is: chief }, dashboards: all }
  - { for: { claim: role, is: seller }, dashboards: all, rows: { shop.ResellerSales: RegionGroup == claim.region } }
  - { for: { claim: role, is: pair }, dashboards: all, force: { Country: claim.countries } }
"""
# The claims of each role, and the condition of its rows. Without a role, the workspace has no policy.
POLICIES = {None: ("", "TRUE"), "chief": ("", "TRUE"), "seller": ("region: Europe", "RegionGroup = 'Europe'"),
            "pair": ("countries: [Germany, France, Canada]", "Country IN ('Germany', 'France', 'Canada')")}
# The columns that the queries name. A data policy shows no others.
NAMED = {"ByRegion": ["RegionGroup", "ProductCategory", "Quantity"], "ByCountry": ["Country", "Quantity"],
         "ByYear": ["SalesYear"], "ByDay": ["OrderDate", "Quantity"], "ByCategory": ["ProductCategory", "Quantity"],
         "BySub": ["ProductSubCategory", "Quantity"], "ByReseller": ["Reseller", "Quantity"]}


def workspace(folder, source, has_policy):
    """Writes a workspace and returns the options of its server."""
    folder.mkdir()
    names = {"Products": "ProductCategory"}
    where = [f'"[[ {names.get(name, name)} in (${name}) ]]"' for name in PARAMETERS]
    where += ['"[[ year(OrderDate) in ($Year) ]]"', '"[[ quarter(OrderDate) in ($Quarter) ]]"']
    body = f"source: shop, from: ResellerSales, where: [{', '.join(where)}]"
    queries = "".join(f"  {name}: {{ {body}, {text} }}\n" for name, text in QUERIES.items())
    (folder / "auger.yaml").write_text(f"""sources: {{ shop: {source} }}
queries:
{queries}  Categories: {{ source: shop, from: ResellerSales, where: ["[[ Country in ($Country) ]]"],
    groupBy: [ProductCategory] }}
dashboards: {{ board: board.xml }}
{POLICY if has_policy else ""}""")

    def chart(name, category, value="sum(Amount)", more="", inner="", query=None):
        return (f'<Chart Name="{name}" Query="{query or name}" ChartType="Column" {more}><Category {category} />{inner}'
                f'<Values><Value Expression="{value}" ValueSequence="1" /></Values>'
                '<Filters><FilterName Name="Products" /></Filters></Chart>\n')

    cross = 'CrossFilter="true"'
    (folder / "board.xml").write_text(f"""<MobileAnalytic><Dashboard Title="Board"><Filters>
<Filter Name="Products" Sequence="1" SourceQuery="Categories" FilterType="picklist" Column="ProductCategory" />
</Filters>
{chart("ByRegion", 'Column="RegionGroup"', more=cross, inner='<Series Column="ProductCategory" />')}
{chart("ByCountry", 'Column="Country"', "avg(Mean)", cross)}
{chart("ByYear", 'Column="SalesYear"', "sum(Lines)", cross)}
{chart("ByDay", 'Column="OrderDate" Grains="Year,Quarter"', more=cross)}
<DrillDownGroup Name="Drill">
{chart("ByCategory", 'Column="ProductCategory"', more=cross + ' ChartSequence="1"')}
{chart("BySub", 'Column="ProductSubCategory"', more='ChartSequence="2"')}
</DrillDownGroup>
{chart("ByReseller", 'Column="Reseller"')}
</Dashboard><DashboardLayout><Landscape/></DashboardLayout></MobileAnalytic>""")
    if not has_policy:
        return []
    tokens = {role: f"role: {role}" + (f", {claims}" if claims else "")
              for role, (claims, _) in POLICIES.items() if role}
    return ["--tokens", write_tokens(folder, tokens)]


def load():
    import duckdb
    db = duckdb.connect()
    db.execute(f"""CREATE TABLE raw AS SELECT row_number() OVER () AS number, *
                   FROM read_csv('{FOLDER}/ResellerSales.csv', all_varchar = true, parallel = false)""")
    db.execute("""CREATE TABLE s AS SELECT * REPLACE (SalesYear::INT AS SalesYear, OrderDate::DATE AS OrderDate,
                  Quantity::INT AS Quantity) FROM raw""")
    return db


def sql(value):
    return f"'{value}'" if isinstance(value, str) else str(value)


def within(column, values):
    return f"{column} IN ({', '.join(map(sql, values))})"


def text(value):
    return quote(value, safe="-_") if isinstance(value, str) else str(value)


def listed(values):
    return ",".join(map(text, values))


def distinct(db, column, where="TRUE"):
    return [row[0] for row in db.execute(f"SELECT DISTINCT {column} FROM s WHERE {where} ORDER BY 1").fetchall()]


class State:
    """A state: the parts of its address, and the condition that the rows of each item meet."""

    def __init__(self, chance, db, rows):
        self.parts, self.of_all, self.of_others = [], [], {}
        self.zoom, self.drill = chance.choice([1, 2]), None

        def some(column, most=3):
            values = distinct(db, column, rows)
            return chance.sample(values, min(len(values), chance.randint(1, most)))

        if self.zoom == 2:
            self.parts.append("ByDay.zoom=2")
        if chance.random() < 0.3:
            values = some("ProductCategory", 2)
            self.parts.append(f"filter.Products={listed(values)}")
            self.of_all.append(within("ProductCategory", values))
        if chance.random() < 0.4:
            self.drill = some("ProductCategory", 1) if not self.of_all else values[:1]
            self.parts.append(f"Drill.drill=ProductCategory:{listed(self.drill)}")
        for name in chance.sample(["ByRegion", "ByCountry", "ByYear", "ByDay", "ByCategory"], chance.randint(1, 3)):
            if name == "ByCategory" and self.drill:
                continue
            address, condition = self.selection(chance, name, some)
            self.parts.append(f"{name}.select={address}")
            self.of_others[name] = condition
        self.address = "&".join(self.parts)

    def selection(self, chance, name, some):
        if name == "ByRegion":
            regions, products = some("RegionGroup"), some("ProductCategory")
            kind = chance.choice(["categories", "series", "both", "items"])
            if kind == "categories":
                return f"categories:{listed(regions)}", within("RegionGroup", regions)
            if kind == "series":
                return f"series:{listed(products)}", within("ProductCategory", products)
            both = f"{within('RegionGroup', regions)} AND {within('ProductCategory', products)}"
            if kind == "both":
                return f"categories:{listed(regions)};series:{listed(products)}", both
            return "items:" + ",".join(f"{text(a)}~{text(b)}" for a in regions for b in products), both
        if name == "ByYear" and chance.random() < 0.5:
            low, high = sorted([chance.randint(2010, 2014), chance.randint(2010, 2014)])
            return f"rectangles:{low}..{high}~", f"SalesYear BETWEEN {low} AND {high}"
        if name == "ByDay":
            years, quarters = some("SalesYear", 1), chance.sample([1, 2, 3, 4], chance.randint(1, 3))
            if self.zoom == 1:
                return f"categories:{listed(years)}", within("year(OrderDate)", years)
            return ("paths:" + ",".join(f"{years[0]}/{quarter}" for quarter in quarters),
                    f"year(OrderDate) = {years[0]} AND {within('quarter(OrderDate)', quarters)}")
        column = {"ByCountry": "Country", "ByYear": "SalesYear", "ByCategory": "ProductCategory"}[name]
        values = some(column)
        return f"categories:{listed(values)}", within(column, values)

    def where(self, item, rows):
        conditions = [rows, *self.of_all]
        # The selection of a drilldown group is that of its chart.
        own = "ByCategory" if item == "Drill" else item
        conditions += [condition for name, condition in self.of_others.items() if name != own]
        if item == "Drill" and self.drill:
            conditions.append(within("ProductCategory", self.drill))
        return " AND ".join(f"({condition})" for condition in conditions)


ITEMS = {"ByRegion": (["RegionGroup", "ProductCategory"], "sum(Quantity)"), "ByCountry": (["Country"], "avg(Quantity)"),
         "ByYear": (["SalesYear"], "count(*)"), "Drill": (["ProductCategory"], "sum(Quantity)")}


def cells(model):
    """Returns the values of a chart by category and series."""
    found = {}
    values = model["categories"][0]["values"]
    names = [one.get("value") for one in model.get("series", [])] or [None]
    for series, numbers in zip(names, model["values"][0]):
        for category, number in zip(values, numbers):
            if number is not None:
                found[category, series] = number
    return found


def plain(value):
    try:
        return Decimal(value)
    except InvalidOperation:
        return value


class Comparison:
    def __init__(self, judge, db, server):
        self.judge, self.db, self.server = judge, db, server
        self.counts = collections.Counter()

    def values(self, item, state, role):
        _, rows = POLICIES[role]
        answer = self.server.get(f"/dashboards/board/{item}.json?{state.address}", role)
        keys, value = ITEMS[item]
        if item == "Drill" and state.drill:
            keys = ["ProductSubCategory"]
        names = ", ".join(keys)
        wanted = {}
        for *group, number in self.db.execute(
                f"SELECT {names}, {value} FROM s WHERE {state.where(item, rows)} GROUP BY {names}").fetchall():
            wanted[group[0], group[1] if len(group) > 1 else None] = float(number)
        what = f"{role} {item}?{state.address}"
        if answer.status == 422 and b"crossFilterEmpty" in answer.body:
            self.counts["excluded"] += 1
            return self.judge.holds(not wanted, "selections without a common value have no rows", what)
        if answer.status != 200:
            return self.judge.holds(False, "the chart is available", f"{what}: {answer}")
        found = cells(answer.json) if answer.json["values"] else {}
        if not answer.json.get("series") or len(keys) == 1:
            found = {(category, None): number for (category, _), number in found.items()}
        alike = found.keys() == wanted.keys() and all(
            abs(found[key] - wanted[key]) <= 1e-9 * abs(wanted[key]) for key in found)
        self.counts["charts"] += 1
        return self.judge.holds(alike, "a chart equals DuckDB", f"{what}: {found} not {wanted}")

    def rows(self, chance, state, role):
        _, rows = POLICIES[role]
        item = chance.choice(["ByRegion", "ByCountry", "ByYear", "ByDay", "Drill", "ByReseller"])
        where = state.where(item, rows)
        query = item
        if item == "Drill":
            query = "BySub" if state.drill else "ByCategory"
        column = {"ByDay": "year(OrderDate)"}.get(query, NAMED[query][0])
        values = distinct(self.db, column, where) or distinct(self.db, column)
        picked = chance.sample(values, 1 if item == "ByReseller" else min(len(values), chance.randint(1, 2)))
        mark, condition = f"categories:{listed(picked)}", within(column, picked)
        if item == "ByDay" and state.zoom == 2:
            quarter = chance.randint(1, 4)
            mark = f"paths:{picked[0]}/{quarter}"
            condition = f"{column} = {picked[0]} AND quarter(OrderDate) = {quarter}"
        if item == "ByRegion" and chance.random() < 0.5:
            mark, condition = f"{mark};series:Bikes", f"{condition} AND ProductCategory = 'Bikes'"
        whole = item != "ByReseller" and chance.random() < 0.2
        query_string = "&".join(part for part in [state.address, "" if whole else f"_mark={mark}"] if part)
        if not whole:
            where = f"{where} AND {condition}"
        self.compare_rows(item, query_string, role, where, NAMED[query] if role else None)

    def compare_rows(self, item, query_string, role, where, named):
        base = f"/dashboards/board/{item}/rows"
        answer = self.server.get(f"{base}.csv?{query_string}", role)
        what = f"{role} {item}/rows?{query_string}"
        columns = ", ".join(named) if named else "* EXCLUDE (number)"
        wanted = self.db.execute(f"""SELECT {columns} FROM raw WHERE number IN (SELECT number FROM s WHERE {where})
                                     ORDER BY number""").fetchall()
        if answer.status == 422 and b"crossFilterEmpty" in answer.body:
            self.counts["excluded"] += 1
            return self.judge.holds(not wanted, "selections without a common value have no rows", what)
        if answer.status != 200:
            return self.judge.holds(False, "the rows are available", f"{what}: {answer}")
        table = list(csv.reader(io.StringIO(answer.body.decode())))
        found = [[plain(cell) for cell in row] for row in table[1:]]
        expected = [[plain(cell) for cell in row] for row in wanted]
        self.counts["rows"] += len(found)
        self.counts["row answers"] += 1
        if named:
            self.judge.holds(table[0] == named, "a policy shows only named columns", f"{what}: {table[0]}")
        self.judge.holds(found == expected, "the rows equal DuckDB, in their order",
                         f"{what}: {len(found)} not {len(expected)}")
        page = self.server.get(f"{base}?{query_string}", role)
        shown = len(re.findall(b"<tr>", page.body)) - 1 if wanted else 0
        self.judge.holds(page.status == 200 and shown == min(100, len(wanted)), "a page shows the first 100 rows", what)
        if len(wanted) > 100:
            last = (len(wanted) + 99) // 100
            page = self.server.get(f"{base}?{query_string}&_rows.{item}={last}", role)
            shown = len(re.findall(b"<tr>", page.body)) - 1
            self.judge.holds(shown == len(wanted) - 100 * (last - 1), "the last page shows the other rows", what)
        return None


def main():
    parser = Parser(__doc__).command(".build/debug/auger")
    parser.add("--states", "Number of states.", 200).add("--seed", "Seed of the states.", 58)
    options = parser.parse_args()
    judge, db, chance = Judge(), load(), random.Random(options.seed)
    counts = collections.Counter()
    with contextlib.ExitStack() as stack:
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
        comparisons = {}
        for name, source in SOURCES.items():
            for has_policy in [True, False]:
                path = folder / f"{name}-{has_policy}"
                server = Server(options.auger, path, *workspace(path, source, has_policy))
                stack.enter_context(contextlib.closing(server))
                comparisons[name, has_policy] = Comparison(judge, db, server)
        for number in range(options.states):
            role = chance.choice(list(POLICIES))
            comparison = comparisons[list(SOURCES)[number % len(SOURCES)], role is not None]
            counts[str(role)] += 1
            state = State(chance, db, POLICIES[role][1])
            for item in ITEMS:
                comparison.values(item, state, role)
            comparison.rows(chance, state, role)
        limited = comparisons["csv", True].server.get("/dashboards/board/ByReseller/rows.csv", "chief")
        judge.holds(limited.status == 422 and limited.json["code"] == "rowsNotAvailable",
                    "the rows of a limited query need a mark", limited)
        for comparison in comparisons.values():
            counts += comparison.counts
    print(dict(counts))
    return judge.end()


if __name__ == "__main__":
    sys.exit(main())
