#!/usr/bin/env python3
"""Measures the first road beside DuckDB: the start of a process on a 20-line CSV, and 10 million rows of CSV to a chart.

Usage: first-road.py AUGER SALES.csv

AUGER is a static release build (Scripts/demo makes one), SALES.csv comes from generate-sales.py. DuckDB is taken from the
Python that runs this: pip install duckdb. Both sides must give the same answer before anything is timed. Prints medians, the ratio
to DuckDB of the same run, and the peak resident memory of the whole process.
"""
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

DUCKDB = """
import duckdb, json, sys
db = duckdb.connect(config={"threads": 2})
db.execute("SET enable_progress_bar = false")
rows = db.execute(
    "SELECT CAST(year(OrderDate) AS INTEGER), Region, sum(Amount), count(*) FROM read_csv(?) GROUP BY 1, 2 ORDER BY 1, 2",
    [sys.argv[1]]).fetchall()
print(json.dumps(rows))
"""


def run(command):
    """Seconds of wall time, peak resident bytes, standard output."""
    with tempfile.TemporaryFile() as out:
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        if status != 0:
            sys.exit(f"{command[0]} ended with {status}: {' '.join(command)}")
        out.seek(0)
        return seconds, usage.ru_maxrss * 1024, out.read()


def auger(path, binary):
    return [binary, "chart", path, "--category", "year(OrderDate)", "--series", "Region", "--value", "sum(Amount)",
            "--value", "count()"]


def duckdb(path):
    return [sys.executable, "-c", DUCKDB, path]


def check(path, binary):
    """Both sides agree on every value: floats at 1e-9 relative, counts exactly."""
    chart = json.loads(run(auger(path, binary))[2])
    theirs = {(year, region): (amount, count) for year, region, amount, count in json.loads(run(duckdb(path))[2])}
    years = chart["categories"][0]["values"]
    regions = [series["value"] for series in chart["series"]]
    ours = {}
    for s, region in enumerate(regions):
        for c, year in enumerate(years):
            if chart["values"][1][s][c] is not None:
                ours[year, region] = (chart["values"][0][s][c], chart["values"][1][s][c])
    if ours.keys() != theirs.keys():
        sys.exit("the answers have different groups")
    for key, (amount, count) in theirs.items():
        if ours[key][1] != count or abs(ours[key][0] - amount) > 1e-9 * abs(amount):
            sys.exit(f"the answers differ at {key}: {ours[key]}, DuckDB {(amount, count)}")
    return len(ours)


def measure(title, ours, theirs, rounds):
    # Turn about, so that a busy neighbour slows both.
    results = [(run(ours), run(theirs)) for _ in range(rounds)]
    mine = statistics.median(a[0] for a, _ in results)
    peer = statistics.median(b[0] for _, b in results)
    memory = [max(side[i][1] for side in results) / 2**20 for i in (0, 1)]
    print(f"{title}: auger {mine * 1000:.1f} ms, {memory[0]:.0f} MB | DuckDB {peer * 1000:.1f} ms, {memory[1]:.0f} MB | "
          f"ratio {mine / peer:.3f} (medians of {rounds})")


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    binary, sales = os.path.abspath(sys.argv[1]), sys.argv[2]
    with tempfile.TemporaryDirectory() as folder:
        tiny = os.path.join(folder, "tiny.csv")
        with open(sales, "rb") as source, open(tiny, "wb") as target:
            target.writelines(source.readline() for _ in range(21))
        print(f"equal answers: {check(tiny, binary)} and {check(sales, binary)} groups")
        measure("20 lines, whole process", auger(tiny, binary), duckdb(tiny), 31)
        measure(f"{os.path.getsize(sales) / 1e6:.0f} MB, whole process", auger(sales, binary), duckdb(sales), 5)


main()
