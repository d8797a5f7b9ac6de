#!/usr/bin/env python3
"""Groups a table of SQLite by table queries, and by the same statements in SQL: medians, and how many times longer.

The goal: at most 1.5 times the statement, the first query of a source included.
"""
import os
import pathlib
import random
import sqlite3
import subprocess
import sys
import tempfile

from builds import ROOT, Build

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "Scripts"))

from judging import Parser


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
    options = Parser(__doc__).add("rows", "Number of rows.", 500_000).parse_args()
    program = Build("this build", ROOT).program("sqlite-groups")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "sales.sqlite")
        write(path, options.rows)
        subprocess.run([program, path], check=True)


if __name__ == "__main__":
    main()
