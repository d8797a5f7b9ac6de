#!/usr/bin/env python3
"""Measures the road from PostgreSQL to a table beside its peers: 1 000 000 rows of 9 columns over the loopback.

Usage: postgresql-road.py [ROUNDS]

Builds Benchmarks/PostgreSQLRoad in release. The peers are taken from the Python that runs this:
pip install adbc-driver-postgresql adbc-driver-manager pyarrow connectorx. A private server is started for the run
(Scripts/postgresql). Every side keeps its connection open, and is timed from the request to the table in memory; all must
give the same sums before anything is timed. Rounds go in turn, so that a busy neighbour slows all. Prints medians and the
ratios of the same run, and by how much Auger's resident memory grew beyond the bytes of the result: the peak that the
kernel counts while the statement runs (VmHWM, reset before), less what was resident before, less the table's own bytes.
"""
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import adbc_driver_postgresql.dbapi

try:
    import connectorx
except ImportError:
    connectorx = None

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROWS = 1_000_000
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
WITH_ARGUMENT = "SELECT * FROM sales WHERE quantity >= $1"


class Auger:
    def __init__(self, binary, url):
        self.process = subprocess.Popen([binary, url], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            sys.exit(f"postgresql-road ended with {self.process.wait()}")
        return json.loads(answer)

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def built():
    environment = dict(os.environ, AUGER_PART="benchmarks")
    options = ["--configuration", "release", "--scratch-path", str(ROOT / ".build/benchmarks")]
    subprocess.run(["swift", "build", *options, "--product", "postgresql-road", "--quiet"], cwd=ROOT, env=environment,
                   check=True)
    folder = subprocess.run(["swift", "build", *options, "--show-bin-path"], cwd=ROOT, env=environment, check=True,
                            capture_output=True, text=True).stdout.strip()
    return folder + "/postgresql-road"


def adbc(connection, sql, parameters=None):
    with connection.cursor() as cursor:
        start = time.perf_counter()
        cursor.execute(sql, parameters)
        table = cursor.fetch_arrow_table()
        return time.perf_counter() - start, table


def arrow(url, sql):
    start = time.perf_counter()
    table = connectorx.read_sql(url, sql, return_type="arrow", protocol="binary")
    return time.perf_counter() - start, table


def check(auger, line, table):
    """Both sides hold the same values."""
    auger.ask(line)
    mine = auger.ask("sums")
    for name, value in mine.items():
        theirs = table.num_rows if name == "rows" else sum(table[name].to_pylist())
        if abs(theirs - value) > 1e-9 * abs(value):
            sys.exit(f"the answers differ: {line}: {name} is {value}, and {theirs} of the peer")


def measure(title, rounds, sides):
    for _, run in sides:
        run()
    times = {name: [] for name, _ in sides}
    for _ in range(rounds):
        for name, run in sides:
            times[name].append(run())
    medians = {name: statistics.median(values) for name, values in times.items()}
    ours = [name for name in medians if name.startswith("auger")]
    print(f"{title} (medians of {rounds}): " + " | ".join(f"{name} {value * 1000:.0f} ms" for name, value in medians.items()))
    for name in ours:
        ratios = [f"{medians[name] / value:.3f} of {peer}" for peer, value in medians.items() if peer not in ours]
        print(f"  {name}: " + ", ".join(ratios))
    return medians


def main():
    if len(sys.argv) > 2:
        sys.exit(__doc__)
    measured(int(sys.argv[1]) if len(sys.argv) == 2 else 7)


def measured(rounds, binary=None):
    """Medians in seconds, without an argument and with one, by side; the bytes by which memory grew beyond the result."""
    binary = binary or built()
    memory = 0
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        os.chmod(folder, 0o755)
        script, cluster = str(ROOT / "Scripts/postgresql"), f"{folder}/cluster"
        url = subprocess.run([script, "start", cluster], check=True, capture_output=True, text=True).stdout.strip()
        try:
            subprocess.run(["psql", "-Xq", "-d", url], input=SETUP, check=True, text=True)
            # A process of its own: what it has not yet asked the system for counts.
            for name, line in [("statement", f"statement {PLAIN}"), ("table", "table sales"),
                               ("argument", f"statement {WITH_ARGUMENT}\t1")]:
                fresh = Auger(binary, url)
                answers = [fresh.ask(line) for _ in range(3)]
                print(f"memory, {name}: the result has {answers[0]['bytes'] / 2**20:.0f} MB; grown beyond it by "
                      + ", ".join(f"{answer['grown'] / 2**20:.1f}" for answer in answers) + " MB in three runs")
                memory = max([memory, *(answer["grown"] for answer in answers)])
                fresh.close()
            auger = Auger(binary, url)
            ends = sorted(auger.ask("cancel")["milliseconds"] for _ in range(15))
            print(f"cancelled: the server has stopped after {ends[7]:.0f} ms (median of 15), {ends[-1]:.0f} ms at most")
            with adbc_driver_postgresql.dbapi.connect(url) as connection:
                table = adbc(connection, PLAIN)[1]
                for line in [f"statement {PLAIN}", "table sales", f"statement {WITH_ARGUMENT}\t1"]:
                    check(auger, line, table)
                peers = [("ADBC", lambda: adbc(connection, PLAIN)[0])]
                bound = [("ADBC", lambda: adbc(connection, WITH_ARGUMENT, (1,))[0])]
                if connectorx:
                    peers.append(("connectorx", lambda: arrow(url, PLAIN)[0]))
                    # It binds nothing: the value is spliced for it.
                    bound.append(("connectorx", lambda: arrow(url, WITH_ARGUMENT.replace("$1", "1"))[0]))
                plain = measure("without arguments", rounds, [
                    ("auger", lambda: auger.ask(f"statement {PLAIN}")["seconds"]),
                    ("auger, two connections", lambda: auger.ask("table sales")["seconds"]), *peers])
                argument = measure("with an argument", rounds, [
                    ("auger", lambda: auger.ask(f"statement {WITH_ARGUMENT}\t1")["seconds"]), *bound])
            auger.close()
            return {"plain": plain, "argument": argument, "memory": memory}
        finally:
            subprocess.run([script, "stop", cluster], check=True)


if __name__ == "__main__":
    main()
