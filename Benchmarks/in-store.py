#!/usr/bin/env python3
"""Measures table queries over a table in memory beside DuckDB (enum columns) and Polars (categorical columns).

Usage: in-store.py IN-STORE SALES.csv [--rounds N] [--only NAME,NAME]

IN-STORE is the release build of the engine's side:
    AUGER_PART=benchmarks swift build -c release --scratch-path .build/benchmarks --product in-store
SALES.csv comes from generate-sales.py. DuckDB and Polars are taken from the Python that runs this: pip install duckdb polars.
All have two threads and the data in memory; each query must give equal answers everywhere before it is timed. They are timed
turn about, so that a busy neighbour slows all. Prints medians, ratios of medians, and one line of JSON.
"""
import argparse
import json
import math
import os
import statistics
import subprocess
import sys
import time

os.environ["POLARS_MAX_THREADS"] = "2"
import duckdb
import polars as pl

TEXTS = ["Region", "Country", "Category", "Product"]
GRAINS = "year(OrderDate), quarter(OrderDate), month(OrderDate)"

SQL = {
    "Q1": "SELECT Region, Category, sum(Amount) FROM sales GROUP BY ALL",
    "Q1wide": "SELECT Country, Product, sum(Amount) FROM sales GROUP BY ALL",
    "Q2": """SELECT Region, Category, sum(CASE WHEN Product = 'Item 07' THEN Amount * 0.9::DOUBLE ELSE Amount END) FROM sales
             WHERE OrderDate >= DATE '2018-01-01' AND Quantity > 10 GROUP BY ALL""",
    "Q3": f"SELECT {GRAINS}, Region, sum(Amount) FROM sales GROUP BY ALL",
    "several": "SELECT Country, sum(Amount), sum(Quantity), avg(UnitPrice), count(*) FROM sales GROUP BY ALL",
    "extremes": "SELECT Product, min(UnitPrice), max(Amount), max(OrderDate) FROM sales GROUP BY ALL",
    "total": "SELECT sum(Amount), sum(Quantity) FROM sales",
    # The engine's results are in the order of their keys; where that is work, the peers do it too.
    "manyGroups": """SELECT Product, OrderDate, Region, sum(Amount), count(*) FROM sales GROUP BY ALL
                     ORDER BY Product, OrderDate, Region""",
    "distinct": "SELECT Region, count(DISTINCT UnitPrice), count(DISTINCT OrderDate) FROM sales GROUP BY ALL",
    "median": "SELECT Category, median(Amount) FROM sales GROUP BY ALL",
}

c = pl.col
FRAMES = {
    "Q1": lambda df: df.group_by("Region", "Category").agg(c("Amount").sum()),
    "Q1wide": lambda df: df.group_by("Country", "Product").agg(c("Amount").sum()),
    "Q2": lambda df: df.filter((c("OrderDate") >= pl.date(2018, 1, 1)) & (c("Quantity") > 10)).group_by("Region", "Category").agg(
        pl.when(c("Product") == "Item 07").then(c("Amount") * 0.9).otherwise(c("Amount")).sum().alias("m0")),
    "Q3": lambda df: df.group_by(
        c("OrderDate").dt.year().alias("Year"), c("OrderDate").dt.quarter().alias("Quarter"),
        c("OrderDate").dt.month().alias("Month"), "Region").agg(c("Amount").sum()),
    "several": lambda df: df.group_by("Country").agg(
        c("Amount").sum(), c("Quantity").sum(), c("UnitPrice").mean(), pl.len().alias("n")),
    "extremes": lambda df: df.group_by("Product").agg(c("UnitPrice").min(), c("Amount").max(), c("OrderDate").max()),
    "total": lambda df: df.select(c("Amount").sum(), c("Quantity").sum()),
    "manyGroups": lambda df: df.group_by("Product", "OrderDate", "Region").agg(c("Amount").sum(), pl.len().alias("n")).sort(
        "Product", "OrderDate", "Region"),
    "distinct": lambda df: df.group_by("Region").agg(
        c("UnitPrice").n_unique().alias("a"), c("OrderDate").n_unique().alias("b")),
    "median": lambda df: df.group_by("Category").agg(c("Amount").median()),
}


class Auger:
    def __init__(self, binary, path):
        self.process = subprocess.Popen([binary, path, "2"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        hello = json.loads(self.process.stdout.readline())
        self.rows, self.queries = hello["rows"], hello["queries"]

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def time(self, name):
        return self.ask(f"time {name}")["seconds"]

    def answer(self, name):
        return self.ask(f"answer {name}")


class DuckDB:
    def __init__(self, path):
        self.db = duckdb.connect(config={"threads": 2})
        self.db.execute("SET enable_progress_bar = false")
        enums = ", ".join(f"{name}::{name}Enum AS {name}" for name in TEXTS)
        for name in TEXTS:
            self.db.execute(f"CREATE TYPE {name}Enum AS ENUM (SELECT DISTINCT {name} FROM read_csv('{path}') ORDER BY 1)")
        self.db.execute(f"CREATE TABLE sales AS SELECT * REPLACE ({enums}) FROM read_csv('{path}')")

    def time(self, name):
        start = time.perf_counter()
        result = self.db.execute(SQL[name])
        # Values of Python's own for a million rows would be the most of the work.
        result.to_arrow_table() if name == "manyGroups" else result.fetchall()
        return time.perf_counter() - start

    def answer(self, name):
        return [list(row) for row in self.db.execute(SQL[name]).fetchall()]

    def frame(self):
        texts = ", ".join(f"{name}::VARCHAR AS {name}" for name in TEXTS)
        return self.db.sql(f"SELECT * REPLACE ({texts}) FROM sales").pl()


class Polars:
    def __init__(self, frame):
        self.frame = frame.with_columns([c(name).cast(pl.Categorical) for name in TEXTS]).rechunk()

    def time(self, name):
        start = time.perf_counter()
        FRAMES[name](self.frame.lazy()).collect()
        return time.perf_counter() - start

    def answer(self, name):
        return [list(row) for row in FRAMES[name](self.frame.lazy()).collect().rows()]


def plain(value):
    return value if value is None or isinstance(value, (int, float)) else str(value)


def check(name, ours, theirs, who):
    """Equal keys and counts; floats at 1e-9 of their size, for the peers' own rounding."""
    ours, theirs = (sorted([[plain(value) for value in row] for row in rows], key=lambda row: json.dumps(
        [value for value in row if not isinstance(value, float)])) for rows in (ours, theirs))
    if len(ours) != len(theirs):
        sys.exit(f"{name}: {len(ours)} groups, {who} has {len(theirs)}")
    for mine, other in zip(ours, theirs):
        for a, b in zip(mine, other):
            equal = math.isclose(a, b, rel_tol=1e-9) if isinstance(a, float) or isinstance(b, float) else a == b
            if not equal:
                sys.exit(f"{name}: the answers differ: {mine}, {who} {other}")


def measured(binary, sales, rounds, only=(), say=print):
    """Medians in milliseconds, ratios and least times of each query, by its name."""
    auger = Auger(os.path.abspath(binary), sales)
    duck = DuckDB(sales)
    polars = Polars(duck.frame())
    peers = {"DuckDB": duck, "Polars": polars}
    results = {}
    say(f"{auger.rows} rows; medians of {rounds} rounds, turn about; DuckDB {duckdb.__version__}, Polars {pl.__version__}")
    for name in only or auger.queries:
        ours = auger.answer(name)
        for who, peer in peers.items():
            check(name, ours, peer.answer(name), who)
        times = {"auger": [], "DuckDB": [], "Polars": []}
        for _ in range(rounds):
            for who, side in {"auger": auger, **peers}.items():
                times[who].append(side.time(name))
        medians = {who: statistics.median(values) * 1000 for who, values in times.items()}
        ratios = {who: medians["auger"] / medians[who] for who in peers}
        results[name] = {"ms": medians, "ratio": ratios, "least": {who: min(v) * 1000 for who, v in times.items()}}
        say(f"{name:11} {len(ours):7} groups  auger {medians['auger']:8.1f} ms | DuckDB {medians['DuckDB']:8.1f} ms, "
            f"ratio {ratios['DuckDB']:.2f} | Polars {medians['Polars']:8.1f} ms, ratio {ratios['Polars']:.2f}", flush=True)
    return results


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("sales")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    only = options.only.split(",") if options.only else ()
    print(json.dumps(measured(options.binary, options.sales, options.rounds, only)))


if __name__ == "__main__":
    main()
