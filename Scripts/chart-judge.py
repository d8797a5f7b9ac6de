#!/usr/bin/env python3
"""Compares the numbers of `auger chart` with DuckDB's: values, summaries, small charts, sorts and limits.

Each case is a chart kind, an aggregate, with or without series, small charts, a filter, a sort and a limit, over one
table as CSV, Arrow, SQLite and, if AUGER_POSTGRESQL is set, PostgreSQL. The exit code is 1 if a chart differs.
"""
import concurrent.futures
import datetime
import json
import math
import os
import pathlib
import random
import sqlite3
import subprocess
import sys
import tempfile

from judging import Parser

KINDS = ["Column", "Bar", "Line", "Area", "StackedColumn", "StackedBar", "StackedArea", "StepLine", "Spline", "Heatmap",
         "Waterfall", "PercentColumn"]
# An Auger expression and its SQL equivalent.
VALUES = [
    ("sum(v)", "sum(v)"), ("v", "sum(v)"), ("sum(f)", "sum(f)"), ("avg(v)", "avg(v)"), ("avg(f)", "avg(f)"),
    ("count()", "count(*)"), ("count(v)", "count(v)"), ("countDistinct(v)", "count(DISTINCT v)"),
    ("countDistinct(g)", "count(DISTINCT g)"), ("min(v)", "min(v)"), ("max(f)", "max(f)"), ("median(v)", "median(v)"),
    ("median(f)", "median(f)"), ("stddev(f)", "stddev(f)"), ("variance(v)", "var_samp(v)"),
    ("sum(v) / count()", "sum(v)::DOUBLE / count(*)"), ("sum(v * w)", "sum(v * w)"),
    ("sum(v) - min(v)", "sum(v) - min(v)"), ("max(v) - min(v)", "max(v) - min(v)"),
    ("sum(f) / sum(w)", "sum(f) / sum(w)"), ("sum(if(w > 2, v, 0))", "sum(CASE WHEN w > 2 THEN v ELSE 0 END)"),
    ("weightedAvg(f, w)",
     "sum(f * w) FILTER (f IS NOT NULL AND w IS NOT NULL) / sum(w) FILTER (f IS NOT NULL AND w IS NOT NULL)"),
]
KEYS = {"k": "k", "n": "n", "n % 3": "n % 3", "upper(k)": "upper(k)", "d": "d", "Month(d)": "month(d)"}


def rows(chance):
    """Returns rows with nulls, repeated values and groups of one row."""
    result = []
    for _ in range(chance.choice([12, 60, 400])):
        maybe = lambda value: None if chance.random() < 0.08 else value
        result.append((
            maybe(chance.choice(["ash", "birch", "cedar", "elm", "fir", "oak"])), chance.choice(["x", "y", "z"]),
            chance.choice(["one", "two", "three"]), chance.randrange(7), maybe(chance.randrange(-50, 200)),
            maybe(round(chance.uniform(-5, 90), 2)), chance.randrange(1, 5), f"2024-{chance.randrange(1, 8):02}-01"))
    return result


def write(folder, number, table, database):
    """Writes the table in each format. Returns the arguments of `auger chart`."""
    import pyarrow.ipc
    names = ["k", "g", "m", "n", "v", "f", "w", "d"]
    base = folder / f"t{number}"
    csv = base.with_suffix(".csv")
    csv.write_text(",".join(names) + "\n"
                   + "".join(",".join("" if x is None else str(x) for x in row) + "\n" for row in table))
    columns = dict(zip(names, map(list, zip(*table))))
    arrow = pyarrow.table(columns | {"d": [datetime.date.fromisoformat(day) for day in columns["d"]]})
    with pyarrow.ipc.new_file(str(base.with_suffix(".arrow")), arrow.schema) as out:
        out.write_table(arrow)
    lite = sqlite3.connect(base.with_suffix(".sqlite"))
    lite.execute(f"CREATE TABLE t{number} (k TEXT, g TEXT, m TEXT, n INTEGER, v INTEGER, f REAL, w INTEGER, d DATE)")
    lite.executemany(f"INSERT INTO t{number} VALUES (?, ?, ?, ?, ?, ?, ?, ?)", table)
    lite.commit()
    lite.close()
    sources = [str(csv), str(base.with_suffix(".arrow")), str(base.with_suffix(".sqlite")) + f".t{number}"]
    if database:
        psql = ["psql", "-q", "-v", "ON_ERROR_STOP=1", database]
        subprocess.run(psql, check=True, text=True, input=(
            f"CREATE SCHEMA IF NOT EXISTS judged; DROP TABLE IF EXISTS judged.t{number}; CREATE TABLE judged.t{number} "
            "(k text, g text, m text, n bigint, v bigint, f double precision, w bigint, d date);\n"
            f"\\copy judged.t{number} FROM '{csv}' CSV HEADER\n"))
    return sources


def number(value):
    return None if value is None or isinstance(value, float) and math.isnan(value) else float(value)


def equal(a, b):
    return (a is None) == (b is None) and (a is None or math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-9))


def label(value):
    return value.isoformat()[:10] if hasattr(value, "isoformat") else value


def rank(value):
    """Returns a sort key that orders values by type, with null last."""
    return (value is None, value)


class Case:
    def __init__(self, chance, tables, sources):
        self.table = chance.randrange(len(tables))
        self.source = chance.choice(sources[self.table])
        self.key = chance.choice(list(KEYS))
        self.kind = chance.choice(KINDS)
        self.value = chance.choice(VALUES)
        self.series = chance.choice([None, "g", "m"]) if self.kind != "Heatmap" else "g"
        self.multiples = chance.choice([None, None, "m", "g"])
        if self.multiples == self.series or self.kind == "Heatmap":
            self.multiples = None
        self.summary = chance.random() < 0.5
        self.sort = chance.choice([None, None, "value", "-value", "-value", "category", "-category"])
        self.limit = chance.choice([None, None, 1, 2, 4])
        self.where = chance.choice([None, None, ("w > 1", "w > 1"), ("k is not null", "k IS NOT NULL"),
                                    ("v > 20", "v > 20")])

    def words(self):
        words = ["--category", self.key, "--value", self.value[0], "--type", self.kind]
        for option, value in [("--series", self.series), ("--multiples", self.multiples), ("--sort", self.sort),
                              ("--limit", self.limit), ("--where", self.where and self.where[0])]:
            if value is not None:
                words += [option + "=" + str(value)]
        return words + (["--summary"] if self.summary else [])

    def groups(self, engine, keys):
        """Returns the value of each group by its keys."""
        text = ", ".join(keys)
        where = f" WHERE {self.where[1]}" if self.where else ""
        found = engine.execute(f"SELECT {text + ', ' if keys else ''}{self.value[1]} FROM t{self.table}{where}"
                               + (f" GROUP BY {text}" if keys else "")).fetchall()
        return {tuple(label(x) for x in row[:-1]): number(row[-1]) for row in found}

    def difference(self, chart, engine):
        """Returns the first difference between chart JSON and DuckDB, or None."""
        key = KEYS[self.key]
        series = [self.series] if self.series else []
        own = self.groups(engine, [key])
        names = sorted({keys[0] for keys in own}, key=rank)
        # Null is less than all values. Equal values keep the order of their categories.
        if self.sort == "-value":
            names.sort(key=lambda name: (own[name,] is None, -(own[name,] or 0)))
        elif self.sort == "value":
            names.sort(key=lambda name: (own[name,] is not None, own[name,] or 0))
        elif self.sort == "-category":
            names = sorted([name for name in names if name is not None],
                           reverse=True) + [name for name in names if name is None]
        names = [name for name in names if name is not None] + [name for name in names if name is None]
        names = names[:self.limit]
        shown = chart["categories"][0]["values"]
        if shown != names:
            return f"categories {shown}, not {names}"
        cells = self.groups(engine, [key] + series)
        lines = sorted({keys[1] for keys in cells}, key=rank) if series else [None]
        if series and [item["value"] for item in chart["series"]] != lines:
            return f"series {[item['value'] for item in chart['series']]}, not {lines}"

        def compare(part, values, place):
            for line, found in zip(lines, values[0]):
                for name, value in zip(names, found):
                    wanted = part.get((name, line) if series else (name,))
                    if not equal(number(value), wanted):
                        return f"{place} {name} {line}: {value}, not {wanted}"
            return None

        if found := compare(cells, chart["values"], "value"):
            return found
        if self.summary:
            wanted = self.groups(engine, series)
            for line, value in zip(lines, chart["summary"]["whole"][0]):
                if not equal(number(value), wanted.get((line,) if series else ())):
                    return f"summary {line}: {value}, not {wanted.get((line,) if series else ())}"
        if self.multiples and names:
            parts = self.groups(engine, [key] + series + [self.multiples])
            wanted = sorted({keys[-1] for keys in parts}, key=rank)
            if [item["value"] for item in chart["multiples"]] != wanted:
                return f"multiples {[item['value'] for item in chart['multiples']]}, not {wanted}"
            for item in chart["multiples"]:
                own = {keys[:-1]: value for keys, value in parts.items() if keys[-1] == item["value"]}
                if found := compare(own, item["chart"]["values"], f"small chart {item['value']}"):
                    return found
        return None


def main():
    parser = Parser(__doc__).command().add("--cases", "Number of charts.", 2000).add("--seed", "Seed of the charts.", 1)
    options = parser.add("-v", "Print each case.", action="store_true").parse_args()
    import duckdb
    database = os.environ.get("AUGER_POSTGRESQL")
    chance = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        tables = [rows(chance) for _ in range(8)]
        sources = [write(folder, i, table, database) for i, table in enumerate(tables)]
        if database:
            (folder / "auger.yaml").write_text(
                "sources: { judged: { adapter: postgresql, url: '${AUGER_POSTGRESQL}', schemas: [judged] } }\n")
            for i, found in enumerate(sources):
                found.append(f"judged.t{i}")
        engine = duckdb.connect()
        for i, table in enumerate(tables):
            engine.execute(f"CREATE TABLE t{i} (k VARCHAR, g VARCHAR, m VARCHAR, n BIGINT, v BIGINT, f DOUBLE, "
                           "w BIGINT, d DATE)")
            engine.executemany(f"INSERT INTO t{i} VALUES (?, ?, ?, ?, ?, ?, ?, ?)", table)
        cases = [Case(chance, tables, sources) for _ in range(options.cases)]

        def run(case):
            words = [options.auger, "chart", case.source, *case.words()]
            return subprocess.run(words, check=False, cwd=folder, capture_output=True, text=True)

        differences = 0
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for case, done in zip(cases, pool.map(run, cases)):
                found = case.difference(json.loads(done.stdout), engine) if not done.returncode else done.stderr.strip()
                if found or options.v:
                    words = " ".join(repr(word) for word in case.words())
                    print(f"{'DIFFERS' if found else 'equal'}: chart {pathlib.Path(case.source).name} {words}")
                    print(f"  {found}")
                differences += found is not None
    print(f"chart-judge: {options.cases} charts, {differences} differ from DuckDB")
    return differences > 0


if __name__ == "__main__":
    sys.exit(main())
