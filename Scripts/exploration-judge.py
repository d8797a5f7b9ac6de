#!/usr/bin/env python3
"""Records the expected charts of every reachable state of the dashboard in Fixtures/Cases/Exploration: answers.jsonl.

The script does not use Auger. DuckDB computes each state with a separate statement over the original rows, as exact
decimals. The reachable states follow from the results: every value in a chart can be selected. Each line contains one
state as JSON: the chart, the URL query string, the categories (with their ancestors, coarsest first), the series, and
values[dimension][series][category].
"""
import json
from decimal import Decimal
from urllib.parse import quote

from judging import SHARED, Parser

db = None


def load(shared):
    """Loads the rows into the database that computes the results."""
    import duckdb
    global db
    db = duckdb.connect()
    exact = ", ".join(f"{name}::DECIMAL(18,4) AS {name}" for name in ("UnitPrice", "SalesAmount", "Cost"))
    db.execute(f"""CREATE TABLE s AS SELECT * REPLACE ({exact}) FROM read_csv(
        '{shared}/data/adventureworks/small/ResellerSales.csv',
        types = {{'UnitPrice': 'VARCHAR', 'SalesAmount': 'VARCHAR', 'Cost': 'VARCHAR'}})""")


def literal(value):
    return "'" + value.replace("'", "''") + "'" if isinstance(value, str) else str(value)


def condition(column, values):
    return f"{column} IN ({', '.join(literal(value) for value in values)})"


def text(value):
    """Returns a value as text in a URL."""
    return quote(value, safe="-_") if isinstance(value, str) else str(value)


def plain(value):
    if isinstance(value, Decimal):
        return float(value)
    return value if value is None or isinstance(value, (int, float, str)) else str(value)


class Answer:
    """Cells by category and series, from a statement that returns the keys, the series and the values of each cell."""

    def __init__(self, keys, series, values, where):
        names = keys + [series]
        sql = f"""SELECT {', '.join(names)}, {', '.join(values)} FROM s
                  {'WHERE ' + ' AND '.join(where) if where else ''} GROUP BY {', '.join(names)}"""
        self.width = len(keys)
        self.cells = {(tuple(row[:self.width]), row[self.width]): row[self.width + 1:]
                      for row in db.execute(sql).fetchall()}
        self.dimensions = len(values)
        self.categories = sorted({category for category, _ in self.cells})
        self.series = sorted({series for _, series in self.cells})

    def line(self, chart, place):
        values = [[[plain(self.cells[(category, series)][dimension]) if (category, series) in self.cells else None
                    for category in self.categories] for series in self.series] for dimension in range(self.dimensions)]
        categories = [[plain(key) for key in category] for category in self.categories]
        print(json.dumps({"chart": chart, "place": place, "categories": categories, "series": self.series,
                          "values": values},
                         separators=(",", ":"), ensure_ascii=False))


# The filters, as URL parameters and as conditions.

PRODUCTS = [None, ["Bikes"], ["Clothing", "Bikes"]]
REGIONS = [None, ["Europe", "Pacific"]]
YEARS = [None, (2012, 2013)]


class Filters:
    def __init__(self, products=None, region=None, years=None):
        self.products, self.region, self.years = products, region, years

    def where(self):
        parts = []
        if self.products:
            parts.append(condition("ProductCategory", self.products))
        if self.region:
            parts.append(condition("RegionGroup", self.region))
        if self.years:
            parts.append(f"SalesYear BETWEEN {self.years[0]} AND {self.years[1]}")
        return parts

    def address(self):
        parts = []
        if self.products:
            parts.append("filter.Products=" + ",".join(map(text, self.products)))
        if self.region:
            parts.append("filter.Region=" + ",".join(map(text, self.region)))
        if self.years:
            parts.append(f"filter.Years={self.years[0]}..{self.years[1]}")
        return parts


def place(parts, filters, variables=()):
    return "&".join([part for part in parts if part] + filters.address() + list(variables))


def pick_text(picks):
    return ";".join(f"{column}:{','.join(map(text, values))}" for column, values in picks)


# The drilldown of resellers.

LEVELS = [("RegionGroup", "ProductCategory"), ("Country", "ProductCategory"), ("ProductSubCategory", "Country")]
# The parameter names of queries that differ from the column names.
ALIASES = {"RegionGroup": "Region"}
AMOUNTS = ["sum(SalesAmount)", "sum(Quantity)"]


def picks_of(answer, keys, series, many):
    """Returns all possible selections in a chart: a category, a series, an item, and several categories."""
    names = [ALIASES.get(key, key) for key in keys]
    for category in answer.categories:
        yield [(name, [value]) for name, value in zip(names, category)]
    if series:
        for value in answer.series:
            yield [(ALIASES.get(series, series), [value])]
        for category, value in sorted(answer.cells):
            yield [(name, [value]) for name, value in zip(names, category)] + [(ALIASES.get(series, series), [value])]
    if many and len(answer.categories) > 1:
        yield [(names[-1], [category[-1] for category in answer.categories[:2]])]


def conditions(path, level=None):
    columns = {}
    for picks in path:
        for column, values in picks:
            columns[{"Region": "RegionGroup"}.get(column, column)] = values
    return [condition(column, values) for column, values in columns.items()]


def reseller(path, filters, depth):
    level = len(path)
    answer = Answer([LEVELS[level][0]], LEVELS[level][1], AMOUNTS, filters.where() + conditions(path))
    drill = "Reseller.drill=" + "/".join(map(pick_text, path)) if path else ""
    answer.line("Reseller", place([drill], filters))
    if level + 1 < depth:
        for picks in picks_of(answer, [LEVELS[level][0]], LEVELS[level][1], many=True):
            reseller(path + [picks], filters, depth)


TIMES = ["SalesYear", "SalesQuarter", "SalesMonth"]
DAYS = ["year(OrderDate)", "quarter(OrderDate)", "month(OrderDate)", "OrderDate"]


# What-if analysis: changes of the rows of one category or of all rows. Each change sets a price, cost or quantity.

CHANGES = {
    "UnitPrice": [("100", "100"), ("10%25", "{old} * 1.1")],
    "UnitCost": [("1.5", "1.5"), ("-5%25", "{old} * 0.95")],
    "Quantity": [("0", "0"), ("1000", "1000"), ("50%25", "{old} * 1.5")],
}
COLUMNS = {"UnitPrice": "sum(SalesAmount)::DOUBLE / sum(Quantity)", "UnitCost": "sum(Cost)::DOUBLE / sum(Quantity)",
           "Quantity": "sum(Quantity)"}


def income(changes, years):
    columns, address = dict(COLUMNS), []
    for column, category, written, new in changes:
        changed = new.format(old=f"({columns[column]})")
        columns[column] = changed if category is None else (
            f"(CASE WHEN RegionGroup = '{category}' THEN {changed} ELSE {columns[column]} END)")
        target = "" if category is None else f"[{text(category)}]"
        address.append(f"NetIncome.whatif.{column}{target}={written}")
    value = f"({columns['UnitPrice']}) * ({columns['Quantity']}) - ({columns['UnitCost']}) * ({columns['Quantity']})"
    filters = Filters(years=years)
    answer = Answer(["RegionGroup"], "ProductCategory", [value], filters.where())
    answer.line("NetIncome", place(address, filters))


def main():
    options = Parser(__doc__).add("shared", "Folder of the shared data.", SHARED, type=str).parse_args()
    load(options.shared)
    reseller([], Filters(), 3)
    for products, region, years in [(1, 0, 0), (2, 0, 1), (0, 1, 0), (2, 1, 1)]:
        reseller([], Filters(PRODUCTS[products], REGIONS[region], YEARS[years]), 2)
    # The zoom, and the drilldown from each of its levels.
    for region in REGIONS:
        for years in YEARS:
            filters = Filters(None, region, years)
            for zoom in (1, 2, 3):
                answer = Answer(TIMES[:zoom], "RegionGroup", ["sum(SalesAmount)"], filters.where())
                zoomed = f"History.zoom={zoom}" if zoom > 1 else ""
                answer.line("Time", place([zoomed], filters))
                for category in answer.categories:
                    path = [[(name, [value]) for name, value in zip(TIMES, category)]]
                    below = Answer(["ProductCategory"], "RegionGroup", ["sum(SalesAmount)"],
                                   filters.where() + conditions(path))
                    below.line("Time", place([zoomed, "Time.drill=" + pick_text(path[0])], filters))
    # Dates by grain.
    for products in PRODUCTS:
        for years in YEARS:
            filters = Filters(products, None, years)
            for zoom in (1, 2, 3, 4):
                prices = ["sum(SalesAmount)", "sum(SalesAmount)::DOUBLE / sum(Quantity)", "max(UnitPrice)"]
                answer = Answer(DAYS[:zoom], "ProductCategory", prices, filters.where())
                answer.line("Calendar", place([f"Calendar.zoom={zoom}" if zoom > 1 else ""], filters))
    # The dynamic analytics panel.
    for drive in (False, True):
        for region in ("Europe", "North America", "Pacific"):
            for hike in ("0", "2.5", "18"):
                for filters in (Filters(), Filters(["Bikes"], ["Europe", "Pacific"])):
                    factor = "1.3" if drive else f"CASE WHEN RegionGroup = '{region}' THEN 1.8 ELSE 1 END"
                    answer = Answer(["Country"], "ProductCategory",
                                    [f"sum(SalesAmount * {factor}) * (1 + {hike}::DOUBLE / 100)"], filters.where())
                    variables = []
                    if hike != "0":
                        variables.append(f"$hike={hike}")
                    if region != "Europe":
                        variables.append("$region=" + text(region))
                    if drive:
                        variables.append("$salesdrive=true")
                    answer.line("Promotion", place([], filters, variables))
    # What-if analysis.
    for years in YEARS:
        income([], years)
        single = [(column, category, written, new) for column, changes in CHANGES.items() for written, new in changes
                  for category in (None, "Europe", "North America", "Pacific")]
        for change in single:
            income([change], years)
        income([("UnitPrice", None, "10%25", "{old} * 1.1"), ("UnitPrice", "Europe", "100", "100")], years)
        income([("UnitPrice", "Europe", "100", "100"), ("UnitCost", "Europe", "-5%25", "{old} * 0.95"),
                ("Quantity", None, "50%25", "{old} * 1.5")], years)


if __name__ == "__main__":
    main()
