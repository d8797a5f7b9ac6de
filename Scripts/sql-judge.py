#!/usr/bin/env python3
"""Compares the results of `auger query --sql` with SQLite and DuckDB, for generated statements.

The statements contain joins, groups, conditions, window functions, subqueries and unions. They query three sets of
tables: Chinook, with some tables as CSV; AdventureWorks' reseller sales as CSV, with tables of its products and
resellers; and the sample of `auger demo`. SQLite and DuckDB read the same data, which Python has loaded. The exit code
is 1 if a result differs.
"""
import csv
import datetime
import decimal
import json
import pathlib
import random
import sqlite3
import subprocess
import sys
import tempfile

from judging import SHARED, Parser
from judging import sample as write_sample

TEXT, INTEGER, REAL, DATE = "text", "integer", "real", "date"


class Tables:
    """Tables with their columns and joins, the arguments for Auger, and the same rows in SQLite and DuckDB."""

    def __init__(self, name):
        import duckdb
        self.name, self.columns, self.joins, self.words = name, {}, [], []
        self.sqlite = sqlite3.connect(":memory:")
        self.duckdb = duckdb.connect()

    def add(self, table, columns, rows):
        self.columns[table] = columns
        sqlite = {TEXT: "TEXT", INTEGER: "INTEGER", REAL: "REAL", DATE: "TEXT"}
        duckdb = {TEXT: "VARCHAR", INTEGER: "BIGINT", REAL: "DOUBLE", DATE: "VARCHAR"}
        for database, kinds in ((self.sqlite, sqlite), (self.duckdb, duckdb)):
            names = ", ".join(f'"{name}" {kinds[kind]}' for name, kind in columns)
            database.execute(f'CREATE TABLE "{table}" ({names})')
        self.sqlite.executemany(f'INSERT INTO "{table}" VALUES ({", ".join("?" * len(columns))})', rows)
        with tempfile.NamedTemporaryFile("w", suffix=".csv", newline="", encoding="utf-8") as file:
            writer = csv.writer(file, quoting=csv.QUOTE_NONNUMERIC)
            for row in rows:
                writer.writerow(["\\N" if value is None else value for value in row])
            file.flush()
            self.duckdb.execute(
                f"""INSERT INTO "{table}" SELECT * FROM read_csv(
                    '{file.name}', header=false, all_varchar=true, nullstr='\\N', quote='"')""")

    def values(self, table, column):
        statement = f'SELECT DISTINCT "{column}" FROM "{table}" WHERE "{column}" IS NOT NULL ORDER BY 1'
        return [value for value, in self.sqlite.execute(statement).fetchall()]


def write_csv(path, columns, rows):
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow([name for name, _ in columns])
        writer.writerows(["" if value is None else value for value in row] for row in rows)


def chinook(shared, folder):
    tables = Tables("chinook")
    path = shared / "data/databases/chinook/Chinook_Sqlite.sqlite"
    database = sqlite3.connect(path)
    wanted = {
        "Album": [("AlbumId", INTEGER), ("Title", TEXT), ("ArtistId", INTEGER)],
        "Artist": [("ArtistId", INTEGER), ("Name", TEXT)],
        "Customer": [("CustomerId", INTEGER), ("LastName", TEXT), ("Country", TEXT), ("State", TEXT),
                     ("SupportRepId", INTEGER)],
        "Employee": [("EmployeeId", INTEGER), ("LastName", TEXT), ("ReportsTo", INTEGER), ("City", TEXT)],
        "Genre": [("GenreId", INTEGER), ("Name", TEXT)],
        "Invoice": [("InvoiceId", INTEGER), ("CustomerId", INTEGER), ("BillingCountry", TEXT), ("BillingState", TEXT),
                    ("Total", REAL)],
        "InvoiceLine": [("InvoiceLineId", INTEGER), ("InvoiceId", INTEGER), ("TrackId", INTEGER), ("UnitPrice", REAL),
                        ("Quantity", INTEGER)],
        "MediaType": [("MediaTypeId", INTEGER), ("Name", TEXT)],
        "Track": [("TrackId", INTEGER), ("AlbumId", INTEGER), ("MediaTypeId", INTEGER), ("GenreId", INTEGER),
                  ("Composer", TEXT), ("Milliseconds", INTEGER), ("UnitPrice", REAL)],
    }
    for table, columns in wanted.items():
        names = ", ".join(name for name, _ in columns)
        rows = database.execute(f"SELECT {names} FROM {table}").fetchall()
        tables.add(table, columns, rows)
        if table in ("Genre", "Album", "Customer", "InvoiceLine"):
            write_csv(folder / f"{table}.csv", columns, rows)
            tables.words.append(str(folder / f"{table}.csv"))
        else:
            tables.words.append(f"{path}.{table}")
    tables.joins = [
        ("Track", "AlbumId", "Album", "AlbumId"), ("Album", "ArtistId", "Artist", "ArtistId"),
        ("Track", "GenreId", "Genre", "GenreId"), ("Track", "MediaTypeId", "MediaType", "MediaTypeId"),
        ("InvoiceLine", "TrackId", "Track", "TrackId"), ("InvoiceLine", "InvoiceId", "Invoice", "InvoiceId"),
        ("Invoice", "CustomerId", "Customer", "CustomerId"), ("Customer", "SupportRepId", "Employee", "EmployeeId"),
        ("Invoice", "BillingCountry", "Customer", "Country"), ("Employee", "ReportsTo", "Employee", "EmployeeId"),
    ]
    return tables


def resellers(shared, folder):
    tables = Tables("adventureworks")
    path = shared / "data/adventureworks/small/ResellerSales.csv"
    with open(path, newline="", encoding="utf-8") as file:
        records = list(csv.DictReader(file))
    columns = [("SalesYear", INTEGER), ("SalesQuarter", INTEGER), ("OrderDate", DATE), ("RegionGroup", TEXT),
               ("Country", TEXT), ("Product", TEXT), ("Reseller", TEXT), ("Quantity", INTEGER), ("SalesAmount", REAL),
               ("Cost", REAL)]
    kinds = {INTEGER: int, REAL: float, TEXT: str, DATE: str}
    tables.add("sales", columns, [tuple(kinds[kind](record[name]) for name, kind in columns) for record in records])
    tables.words.append(f"sales={path}")
    products = sorted({(record["Product"], record["ProductCategory"], record["ProductSubCategory"])
                       for record in records})
    columns = [("Product", TEXT), ("Category", TEXT), ("SubCategory", TEXT)]
    tables.add("products", columns, products)
    write_csv(folder / "products.csv", columns, products)
    names = sorted({record["Reseller"] for record in records})
    shops = [(name, number, None if number % 7 == 0 else f"tier {number % 4}") for number, name in enumerate(names)]
    columns = [("Reseller", TEXT), ("Number", INTEGER), ("Tier", TEXT)]
    tables.add("shops", columns, shops)
    database = sqlite3.connect(folder / "shops.sqlite")
    database.execute("CREATE TABLE shops (Reseller TEXT, Number INTEGER, Tier TEXT)")
    database.executemany("INSERT INTO shops VALUES (?, ?, ?)", shops)
    database.commit()
    tables.words += [str(folder / "products.csv"), f"{folder}/shops.sqlite"]
    tables.joins = [("sales", "Product", "products", "Product"), ("sales", "Reseller", "shops", "Reseller")]
    return tables


def sample(auger, folder):
    path = f"{write_sample(auger, folder)}/sales.csv"
    tables = Tables("sample")
    with open(path, newline="", encoding="utf-8") as file:
        records = list(csv.DictReader(file))
    columns = []
    for name in records[0]:
        values = [record[name] for record in records if record[name] != ""]
        columns.append((name, kind_of(values)))
    kinds = {INTEGER: int, REAL: float, TEXT: str, DATE: str}
    rows = [tuple(None if record[name] == "" else kinds[kind](record[name]) for name, kind in columns)
            for record in records]
    tables.add("sales", columns, rows)
    tables.words.append(path)
    key = next(name for name, kind in columns if kind == TEXT)
    groups = [(value, number % 3, f"group {number % 2}") for number,
              value in enumerate(tables.values("sales", key)) if number % 5 != 4]
    columns = [(key, TEXT), ("rank", INTEGER), ("label", TEXT)]
    tables.add("groups", columns, groups)
    write_csv(folder / "groups.csv", columns, groups)
    tables.words.append(str(folder / "groups.csv"))
    tables.joins = [("sales", key, "groups", key)]
    return tables


def kind_of(values):
    for kind, read in ((INTEGER, int), (REAL, float), (DATE, datetime.date.fromisoformat)):
        try:
            for value in values:
                read(value)
            return kind
        except ValueError:
            continue
    return TEXT


class Generator:
    def __init__(self, tables, chance):
        self.tables, self.chance = tables, chance

    def statement(self):
        shape = self.chance.choice(["rows", "groups", "groups", "groups", "window", "exists", "in", "union", "cte"])
        return getattr(self, "inside" if shape == "in" else shape)()

    def literal(self, table, column, kind):
        value = self.chance.choice(self.tables.values(table, column) or [0])
        return "'" + str(value).replace("'", "''") + "'" if kind in (TEXT, DATE) else repr(value)

    def joined(self, most=3):
        """Returns a FROM clause with joins, and its columns: (alias.name, table, name, kind)."""
        chance = self.chance
        first = chance.choice(sorted(self.tables.columns))
        aliases = [("t0", first)]
        text = f'"{first}" t0'
        for number in range(1, chance.randint(1, most)):
            possible = []
            for alias, table in aliases:
                for left, a, right, b in self.tables.joins:
                    if left == table:
                        possible.append((alias, a, right, b))
                    # In the other direction a row may have many matches. Allow it only for small tables.
                    if right == table and left not in ("PlaylistTrack", "sales", "InvoiceLine", "Invoice"):
                        possible.append((alias, b, left, a))
            if not possible:
                break
            alias, a, table, b = chance.choice(possible)
            kind = chance.choice(["JOIN", "JOIN", "LEFT JOIN"])
            text += f' {kind} "{table}" t{number} ON t{number}."{b}" = {alias}."{a}"'
            aliases.append((f"t{number}", table))
        columns = [(f'{alias}."{name}"', table, name, kind) for alias, table in aliases for name,
                   kind in self.tables.columns[table]]
        return text, columns

    def condition(self, columns):
        chance = self.chance
        text, table, name, kind = chance.choice(columns)
        one, two = (self.literal(table, name, kind) for _ in range(2))
        choices = [f"{text} {chance.choice(['=', '<>', '<', '>=', '>', '<='])} {one}", f"{text} IS NOT NULL",
                   f"{text} IS NULL", f"{text} IN ({one}, {two})",
                   f"{text} BETWEEN {min(one, two) if kind in (TEXT, DATE) else min(float(one), float(two))} "
                   f"AND {max(one, two) if kind in (TEXT, DATE) else max(float(one), float(two))}",
                   f"NOT ({text} = {one})"]
        if kind == TEXT:
            choices.append(f"substr({text}, 1, 2) = substr({one}, 1, 2)")
        return chance.choice(choices)

    def where(self, columns):
        parts = [self.condition(columns) for _ in range(self.chance.choice([0, 1, 1, 2]))]
        return (" WHERE " + self.chance.choice([" AND ", " AND ", " OR "]).join(parts)) if parts else ""

    def measure(self, columns):
        chance = self.chance
        numbers = [column for column in columns if column[3] in (INTEGER, REAL)]
        text = chance.choice(columns)[0]
        choices = ["count(*)", f"count({text})", f"count(DISTINCT {text})", f"min({text})", f"max({text})"]
        if numbers:
            number = chance.choice(numbers)[0]
            choices += [f"sum({number})", f"avg({number})", f"sum({number} * 2)",
                        f"count(*) FILTER (WHERE {number} > 2)", f"sum(CASE WHEN {number} > 3 THEN 1 ELSE 0 END)"]
        return chance.choice(choices)

    def ordered(self, count, limit=True):
        keys = ", ".join(f"{number} {self.chance.choice(['ASC', 'DESC'])} NULLS {self.chance.choice(['FIRST', 'LAST'])}"
                         for number in range(1, count + 1))
        return f" ORDER BY {keys}" + (f" LIMIT {self.chance.randint(1, 50)}" if limit and self.chance.random() < 0.5
                                      else "")

    def rows(self):
        text, columns = self.joined()
        chosen = self.chance.sample(columns, min(len(columns), self.chance.randint(1, 4)))
        names = ", ".join(f"{column[0]} AS c{number}" for number, column in enumerate(chosen))
        distinct = self.chance.choice(["", "DISTINCT "])
        return f"SELECT {distinct}{names} FROM {text}{self.where(columns)}{self.ordered(len(chosen))}"

    def groups(self):
        text, columns = self.joined()
        keys = self.chance.sample([column for column in columns if column[3] != REAL], self.chance.randint(1, 2))
        measures = [self.measure(columns) for _ in range(self.chance.randint(1, 3))]
        items = [key[0] for key in keys] + measures
        names = ", ".join(f"{item} AS c{number}" for number, item in enumerate(items))
        having = f" HAVING count(*) > {self.chance.randint(0, 20)}" if self.chance.random() < 0.4 else ""
        by = ", ".join(key[0] for key in keys)
        return f"SELECT {names} FROM {text}{self.where(columns)} GROUP BY {by}{having}{self.ordered(len(keys))}"

    def window(self):
        text, columns = self.joined(2)
        keys = self.chance.sample([column for column in columns if column[3] != REAL], 2)
        inner = (f"SELECT {keys[0][0]} AS k, {keys[1][0]} AS m, count(*) AS n FROM {text}{self.where(columns)} "
                 "GROUP BY 1, 2")
        form = self.chance.choice([
            "rank() OVER (PARTITION BY k ORDER BY n DESC)",
            "row_number() OVER (PARTITION BY k ORDER BY n, m NULLS FIRST)",
            "sum(n) OVER (PARTITION BY k ORDER BY m NULLS FIRST)",
            "lag(n) OVER (PARTITION BY k ORDER BY m NULLS FIRST)", "sum(n) OVER ()",
            "1.0 * n / sum(n) OVER (PARTITION BY k)"])
        return f"SELECT k, m, n, {form} AS w FROM ({inner}) g{self.ordered(3)}"

    def exists(self):
        left, a, right, b = self.chance.choice(self.tables.joins)
        columns = [(f't."{name}"', left, name, kind) for name, kind in self.tables.columns[left]]
        inner = [(f'u."{name}"', right, name, kind) for name, kind in self.tables.columns[right]]
        word = self.chance.choice(["EXISTS", "NOT EXISTS"])
        condition = f'{word} (SELECT 1 FROM "{right}" u WHERE u."{b}" = t."{a}" AND {self.condition(inner)})'
        counted = self.chance.choice(columns)[0]
        return f'SELECT count(*) AS c0, count(DISTINCT {counted}) AS c1 FROM "{left}" t WHERE {condition}'

    def inside(self):
        left, a, right, b = self.chance.choice(self.tables.joins)
        columns = [(f't."{name}"', left, name, kind) for name, kind in self.tables.columns[left]]
        inner = [(f'u."{name}"', right, name, kind) for name, kind in self.tables.columns[right]]
        key = self.chance.choice([column for column in columns if column[3] != REAL])[0]
        condition = f't."{a}" IN (SELECT u."{b}" FROM "{right}" u WHERE {self.condition(inner)})'
        return (f'SELECT {key} AS c0, {self.measure(columns)} AS c1 FROM "{left}" t '
                f'WHERE {condition} GROUP BY {key}{self.ordered(1)}')

    def union(self):
        parts = []
        while len(parts) < 2:
            text, columns = self.joined(2)
            texts = [column for column in columns if column[3] == TEXT]
            if not texts:
                continue
            key = self.chance.choice(texts)[0]
            parts.append(f"SELECT {key} AS c0 FROM {text}{self.where(columns)}")
        word = self.chance.choice(["UNION", "UNION", "INTERSECT", "EXCEPT"])
        return f"SELECT c0 FROM ({parts[0]} {word} {parts[1]}) u{self.ordered(1)}"

    def cte(self):
        text, columns = self.joined(2)
        key = self.chance.choice([column for column in columns if column[3] != REAL])[0]
        return (f"WITH g AS (SELECT {key} AS k, count(*) AS n FROM {text}{self.where(columns)} GROUP BY 1) "
                f"SELECT a.k AS c0, a.n AS c1, b.n AS c2 FROM g a LEFT JOIN g b ON b.n = a.n + 1{self.ordered(3)}")


def plain(value):
    if isinstance(value, (bool, int)) or value is None:
        return value if value is None else float(value)
    if isinstance(value, (float, decimal.Decimal)):
        return float(value)
    return str(value)


def same(one, two):
    if len(one) != len(two):
        return False
    for a, b in zip(one, two):
        for x, y in zip(a, b):
            x, y = plain(x), plain(y)
            if isinstance(x, float) and isinstance(y, float):
                if abs(x - y) > 1e-9 * max(abs(x), abs(y), 1):
                    return False
            elif x != y:
                return False
    return True


def main():
    parser = Parser(__doc__).command().add("shared", "Folder of the shared data.", SHARED, type=pathlib.Path)
    options = parser.add("count", "Number of statements.", 300).add("seed", "Seed of the statements.", 1).parse_args()
    chance = random.Random(options.seed)
    differences = rows_seen = empty = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        sets = [chinook(options.shared, folder), resellers(options.shared, folder), sample(options.auger, folder)]
        for number in range(options.count):
            tables = sets[number % len(sets)]
            statement = Generator(tables, chance).statement()
            wanted = tables.sqlite.execute(statement).fetchall()
            judged = tables.duckdb.execute(statement).fetchall()
            run = subprocess.run([options.auger, "query", *tables.words, "--sql", statement, "--format", "json"],
                                 capture_output=True, text=True)
            if run.returncode:
                print(f"{number}: {statement}\n  {run.stderr}")
                differences += 1
                continue
            found = [list(row.values()) for row in json.loads(run.stdout)]
            rows_seen += len(found)
            empty += not found
            for judge, answer in (("SQLite", wanted), ("DuckDB", judged)):
                if not same(found, answer):
                    print(f"{number}: {tables.name}: {judge} has {len(answer)} rows, Auger {len(found)}: {statement}")
                    print(*[f"    {a} and not {b}" for a, b in zip(found, answer) if not same([a], [b])][:1])
                    differences += 1
    print(f"{options.count} statements, {rows_seen} rows, {empty} answers without rows: {differences} differences")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
