#!/usr/bin/env python3
"""Measures the libcsv road beside libcsv alone: rows counted by region, every field as text, against a C loop that counts fields.

Usage: csv-road.py AUGER LIBCSV-COUNT SALES.csv

AUGER is a static release build, LIBCSV-COUNT is libcsv-count.c compiled with -O2, SALES.csv comes from generate-sales.py. Both
sides must count the same rows before anything is timed. Prints medians, their ratio, and the peak resident memory.
"""
import json
import os
import statistics
import subprocess
import sys
import time

ROUNDS = 9


def run(command):
    """Seconds of wall time, peak resident bytes, standard output."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"{command[0]} ended with {status}: {' '.join(command)}")
    return time.perf_counter() - start, usage.ru_maxrss * 1024, output


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    sales = sys.argv[3]
    ours = [os.path.abspath(sys.argv[1]), "chart", sales, "--as-text", "--category", "Region", "--value", "count()"]
    floor = [os.path.abspath(sys.argv[2]), sales]
    chart = json.loads(run(ours)[2])
    rows = sum(sum(value for value in series if value is not None) for series in chart["values"][0])
    counted = int(run(floor)[2].split()[2])
    if rows + 1 != counted:
        sys.exit(f"auger counts {rows} rows below a header, libcsv {counted} rows")
    # Turn about, so that a busy neighbour slows both.
    results = [(run(ours), run(floor)) for _ in range(ROUNDS)]
    mine = statistics.median(a[0] for a, _ in results)
    bare = statistics.median(b[0] for _, b in results)
    paired = statistics.median(a[0] / b[0] for a, b in results)
    memory = max(a[1] for a, _ in results) / 2**20
    print(f"{os.path.getsize(sales) / 1e6:.0f} MB: auger {mine:.2f} s, {memory:.0f} MB | libcsv alone {bare:.2f} s | "
          f"ratio {mine / bare:.2f}, median of paired ratios {paired:.2f} ({ROUNDS} rounds)")


main()
