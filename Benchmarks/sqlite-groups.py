#!/usr/bin/env python3
"""Groups a table of SQLite by table queries, and by the same statements in SQL: medians, and how many times longer.

Usage: Benchmarks/sqlite-groups.py [ROWS]      (500 000 rows unless said otherwise)
The goal: at most 1.5 times the statement, the first query of a source included.
"""
import os
import random
import sqlite3
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def write(path, rows):
    chance = random.Random(1)
    database = sqlite3.connect(path)
    database.execute(
        "CREATE TABLE sales (id INTEGER PRIMARY KEY, region TEXT, product TEXT, day DATE, amount REAL, "
        "price DECIMAL(10,2), quantity INTEGER)")
    database.executemany(
        "INSERT INTO sales VALUES (?, ?, ?, ?, ?, ?, ?)",
        ((row, chance.choice(["Europe", "Asia", "Africa", "America"]), f"product {chance.randrange(200)}",
          f"20{chance.randrange(10, 24)}-{chance.randrange(1, 13):02}-{chance.randrange(1, 29):02}",
          chance.random() * 1000, round(chance.random() * 100, 2), chance.randrange(1, 10)) for row in range(rows)))
    database.commit()
    database.close()


def main():
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 500_000
    build = ["swift", "build", "-c", "release", "--product", "sqlite-groups", "--scratch-path", ".build/benchmarks"]
    environment = dict(os.environ, AUGER_PART="benchmarks")
    subprocess.run(build + ["--quiet"], cwd=ROOT, env=environment, check=True)
    where = subprocess.run(
        build + ["--show-bin-path"], cwd=ROOT, env=environment, check=True, capture_output=True, text=True)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "sales.sqlite")
        write(path, rows)
        subprocess.run([os.path.join(where.stdout.strip(), "sqlite-groups"), path], check=True)


if __name__ == "__main__":
    main()
