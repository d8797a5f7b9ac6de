"""Table queries over a table in memory by DuckDB (enum columns) and Polars (categorical columns): the peers of InStore.

All have two threads and the data in memory.
"""
import functools
import os
import time

os.environ["POLARS_MAX_THREADS"] = "2"
import duckdb
import polars as pl

TEXTS = ["Region", "Country", "Category", "Product"]
GRAINS = "year(OrderDate), quarter(OrderDate), month(OrderDate)"

SQL = {
    "Q1": "SELECT Region, Category, sum(Amount) FROM sales GROUP BY ALL",
    "Q1wide": "SELECT Country, Product, sum(Amount) FROM sales GROUP BY ALL",
    "Q2": """SELECT Region, Category, sum(CASE WHEN Product = 'Item 07' THEN Amount * 0.9::DOUBLE ELSE Amount END)
             FROM sales WHERE OrderDate >= DATE '2018-01-01' AND Quantity > 10 GROUP BY ALL""",
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
    "Q2": lambda df: df.filter((c("OrderDate") >= pl.date(2018, 1,
                                                          1)) & (c("Quantity") > 10)).group_by("Region",
                                                                                               "Category").agg(
        pl.when(c("Product") == "Item 07").then(c("Amount") * 0.9).otherwise(c("Amount")).sum().alias("m0")),
    "Q3": lambda df: df.group_by(
        c("OrderDate").dt.year().alias("Year"), c("OrderDate").dt.quarter().alias("Quarter"),
        c("OrderDate").dt.month().alias("Month"), "Region").agg(c("Amount").sum()),
    "several": lambda df: df.group_by("Country").agg(
        c("Amount").sum(), c("Quantity").sum(), c("UnitPrice").mean(), pl.len().alias("n")),
    "extremes": lambda df: df.group_by("Product").agg(c("UnitPrice").min(), c("Amount").max(), c("OrderDate").max()),
    "total": lambda df: df.select(c("Amount").sum(), c("Quantity").sum()),
    "manyGroups": lambda df: df.group_by("Product", "OrderDate",
                                         "Region").agg(c("Amount").sum(), pl.len().alias("n")).sort(
        "Product", "OrderDate", "Region"),
    "distinct": lambda df: df.group_by("Region").agg(
        c("UnitPrice").n_unique().alias("a"), c("OrderDate").n_unique().alias("b")),
    "median": lambda df: df.group_by("Category").agg(c("Amount").median()),
}


class DuckDB:
    def __init__(self, path):
        self.db = duckdb.connect(config={"threads": 2})
        self.db.execute("SET enable_progress_bar = false")
        enums = ", ".join(f"{name}::{name}Enum AS {name}" for name in TEXTS)
        for name in TEXTS:
            distinct = f"SELECT DISTINCT {name} FROM read_csv('{path}') ORDER BY 1"
            self.db.execute(f"CREATE TYPE {name}Enum AS ENUM ({distinct})")
        self.db.execute(f"CREATE TABLE sales AS SELECT * REPLACE ({enums}) FROM read_csv('{path}')")

    def time(self, name):
        start = time.perf_counter()
        # Values of Python's own for a million rows would be the most of the work.
        self.db.sql(SQL[name]).to_arrow_table() if name == "manyGroups" else self.db.execute(SQL[name]).fetchall()
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


class Peers:
    """Both, with a sales file in memory; loaded when they are first asked for."""

    def __init__(self, path):
        self.path = path

    @functools.cached_property
    def duckdb(self):
        return DuckDB(self.path)

    @functools.cached_property
    def polars(self):
        return Polars(self.duckdb.frame())

    def seconds(self, name):
        return {"DuckDB": lambda: self.duckdb.time(name), "Polars": lambda: self.polars.time(name)}

    def answers(self, name):
        return {"DuckDB": lambda: self.duckdb.answer(name), "Polars": lambda: self.polars.answer(name)}
