#!/usr/bin/env python3
"""Measures the road from PostgreSQL to a table beside ADBC: 1 000 000 rows of 9 columns over the loopback.

Usage: postgresql-road.py AUGER [ROUNDS]

AUGER is a static release build (Scripts/demo makes one). ADBC is taken from the Python that runs this:
pip install adbc-driver-postgresql adbc-driver-manager pyarrow. A private server is started for the run (Scripts/postgresql).
Both sides must give the same sums before anything is timed. ADBC is timed from the query to its Arrow table, Auger from the
start of its process to the table: the start is part of its time. Prints medians, the ratios of the same run, with and without
an argument, and by how much Auger's resident memory grew beyond the bytes of the result.
"""
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

import adbc_driver_postgresql.dbapi

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROWS = 1_000_000
# A day, four codes of a dictionary, an integer and three reals.
RESULT_BYTES = ROWS * (4 + 4 * 1 + 8 + 3 * 8)
SETUP = f"""
CREATE TABLE sales AS
SELECT '2015-01-01'::date + (r >> 28 & 4095)::int % 3653 AS order_date,
  (ARRAY['Europe', 'America', 'Asia', 'Africa', 'Oceania'])[1 + r % 5] AS region,
  'Area ' || lpad((1 + r % 40)::text, 2, '0') AS country,
  (ARRAY['Tents', 'Footwear', 'Climbing', 'Accessories'])[1 + (r >> 8) % 4] AS category,
  'Item ' || lpad((1 + (r >> 8) % 37)::text, 2, '0') AS product, ((r >> 16) % 50 + 1)::int AS quantity,
  ((r >> 20) % 100000 + 99) / 100.0::float8 AS unit_price, ((r >> 13) % 5000000) / 100.0::float8 AS amount,
  ((r >> 11) % 3000000) / 100.0::float8 AS cost
FROM (SELECT (i * 2654435761) & 281474976710655 AS r FROM generate_series(1::bigint, {ROWS}) AS i) AS s;
VACUUM ANALYZE sales;
"""
PLAIN = "SELECT * FROM sales"


def ours(binary, url, sql, arguments=()):
    """Seconds until the table is there, and the most resident memory until then."""
    command = [binary, "query", "--source", url, "--sql", sql, "--format", "csv", "-o", os.devnull, "--verbose"]
    for name, value in arguments:
        command += ["--arg", f"{name}={value}"]
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    for line in process.stderr:
        if re.search(r"\d+ rows$", line.strip()):
            seconds = time.perf_counter() - start
            status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
            # What is written to nobody is no part of it.
            process.kill()
            process.wait()
            return seconds, int(re.search(r"VmHWM:\s+(\d+)", status)[1]) * 1024
    sys.exit(f"auger ended with {process.wait()}")


def theirs(connection, sql, parameters=None):
    with connection.cursor() as cursor:
        start = time.perf_counter()
        cursor.execute(sql, parameters)
        table = cursor.fetch_arrow_table()
        return time.perf_counter() - start, table


def check(binary, url, connection):
    """Both sides hold the same values."""
    sql = "SELECT sum(quantity)::bigint AS q, sum(amount) AS a, count(DISTINCT region) AS r FROM sales"
    out = subprocess.run([binary, "query", "--source", url, "--sql", sql, "--format", "csv"], check=True,
                         capture_output=True, text=True).stdout.splitlines()[1].split(",")
    _, table = theirs(connection, PLAIN)
    sums = [sum(table["quantity"].to_pylist()), sum(table["amount"].to_pylist()), len(set(table["region"].to_pylist()))]
    if table.num_rows != ROWS or any(abs(float(a) - b) > 1e-9 * abs(b) for a, b in zip(out, sums)):
        sys.exit(f"the answers differ: {out}, {sums}")


def measure(title, rounds, mine, peer):
    # Turn about, so that a busy neighbour slows both.
    results = [(mine(), peer()) for _ in range(rounds)]
    a, b = (statistics.median(side) for side in zip(*((m[0], p[0]) for m, p in results)))
    print(f"{title}: auger {a * 1000:.0f} ms | ADBC {b * 1000:.0f} ms | ratio {a / b:.3f} (medians of {rounds})")
    return max(m[1] for m, _ in results)


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    binary = sys.argv[1]
    rounds = int(sys.argv[2]) if len(sys.argv) == 3 else 7
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        os.chmod(folder, 0o755)
        script, cluster = str(ROOT / "Scripts/postgresql"), f"{folder}/cluster"
        url = subprocess.run([script, "start", cluster], check=True, capture_output=True, text=True).stdout.strip()
        try:
            subprocess.run(["psql", "-Xq", "-d", url], input=SETUP, check=True, text=True)
            with adbc_driver_postgresql.dbapi.connect(url) as connection:
                check(binary, url, connection)
                peak = measure("without arguments", rounds, lambda: ours(binary, url, PLAIN),
                               lambda: theirs(connection, PLAIN))
                least = min(ours(binary, url, "SELECT 1 AS one")[1] for _ in range(3))
                growth = peak - least - RESULT_BYTES
                print(f"memory: {peak / 2**20:.0f} MB at most, {least / 2**20:.0f} MB for one row, the result "
                      f"{RESULT_BYTES / 2**20:.0f} MB: grown {growth / 2**20:.0f} MB beyond it")
                where = "SELECT * FROM sales WHERE quantity >= "
                measure("with an argument", rounds,
                        lambda: ours(binary, url, where + ":Least", [("Least", 1)]),
                        lambda: theirs(connection, where + "$1", (1,)))
        finally:
            subprocess.run([script, "stop", cluster], check=True)


main()
