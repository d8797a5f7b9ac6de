#!/usr/bin/env python3
"""Measures charts of 10 million rows that are recomputed after a move, beside DuckDB running the equivalent query.

Usage: explored.py EXPLORED SALES.csv [--rounds N]

EXPLORED is the release build of the engine's side:
    AUGER_PART=benchmarks swift build -c release --scratch-path .build/benchmarks --product explored
SALES.csv comes from generate-sales.py. A round sets a variable, or changes the prices of a region, to a value that neither
side has seen, and asks for the chart; DuckDB has the rows in memory with enum columns and two threads, as the engine has.
Every move's answers must be equal before anything is timed. Where a chart is linear in what is moved (variable, total,
whatif), the engine needs its rows for the first move only, whose time is printed as `first`; `threshold` needs them for
every move. Prints medians, 95th percentiles and ratios of medians, how long a chart that is cancelled while it computes goes on
(goal: at most 100 ms), and one line of JSON.
"""
import argparse
import json
import math
import os
import statistics
import subprocess
import sys
import time

import duckdb

TEXTS = ["Region", "Country", "Category", "Product"]


def sql(name, step, region):
    factor = (50 + step % 100) / 100
    value = {
        "variable": f"sum(CASE WHEN Product = 'Item 07' THEN Amount * {factor}::DOUBLE ELSE Amount END)",
        "total": f"sum(Amount * {factor}::DOUBLE)",
        "threshold": f"sum(CASE WHEN Amount > {factor}::DOUBLE * 10000 THEN Amount ELSE 0 END)",
        "whatif": f"""sum(CASE WHEN Region = '{region}' THEN UnitPrice + UnitPrice * {1 + step % 100} / 100 ELSE UnitPrice END
                      * Quantity)""",
    }[name]
    return f"SELECT Region, Category, {value} FROM sales GROUP BY ALL"


class Auger:
    def __init__(self, binary, path):
        self.process = subprocess.Popen([binary, path, "2"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.rows = json.loads(self.process.stdout.readline())["rows"]

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


def measured(binary, sales, rounds, cancels=True, say=print):
    """Medians and 95th percentiles in milliseconds of each move, by the name of its chart."""
    auger = Auger(os.path.abspath(binary), sales)
    db = duckdb.connect(config={"threads": 2})
    db.execute("SET enable_progress_bar = false")
    enums = ", ".join(f"{name}::{name}Enum AS {name}" for name in TEXTS)
    for name in TEXTS:
        db.execute(f"CREATE TYPE {name}Enum AS ENUM (SELECT DISTINCT {name} FROM read_csv('{sales}') ORDER BY 1)")
    db.execute(f"CREATE TABLE sales AS SELECT * REPLACE ({enums}) FROM read_csv('{sales}')")
    region = db.execute("SELECT Region FROM sales LIMIT 1").fetchone()[0]
    say(f"{auger.rows} rows; {rounds} rounds, turn about; DuckDB {duckdb.__version__}")
    results = {}
    for name in ("variable", "total", "threshold", "whatif"):
        first = auger.ask(f"time {name} 150")["seconds"] * 1000
        for step in (3, 77):
            ours = {(row[0], row[1]): row[2] for row in auger.ask(f"answer {name} {step}")}
            theirs = {(row[0], row[1]): row[2] for row in db.execute(sql(name, step, region)).fetchall()}
            if ours.keys() != theirs.keys():
                sys.exit(f"{name}: the pairs differ")
            for key, value in ours.items():
                if not math.isclose(value, theirs[key], rel_tol=1e-9):
                    sys.exit(f"{name}: {key}: {value}, DuckDB {theirs[key]}")
        times = {"auger": [], "DuckDB": []}
        for step in range(rounds):
            times["auger"].append(auger.ask(f"time {name} {step}")["seconds"] * 1000)
            start = time.perf_counter()
            db.execute(sql(name, step, region)).fetchall()
            times["DuckDB"].append((time.perf_counter() - start) * 1000)
        medians = {who: statistics.median(values) for who, values in times.items()}
        p95 = {who: sorted(values)[math.ceil(0.95 * len(values)) - 1] for who, values in times.items()}
        results[name] = {"first": first, "ms": medians, "p95": p95, "least": {who: min(v) for who, v in times.items()},
                         "ratio": medians["auger"] / medians["DuckDB"]}
        say(f"{name:9} auger first {first:6.1f}, then {medians['auger']:6.2f} ms, p95 {p95['auger']:6.2f} | DuckDB {medians['DuckDB']:7.1f} ms, "
              f"p95 {p95['DuckDB']:7.1f} | ratio {results[name]['ratio']:.2f}", flush=True)
    # Rows are evaluated, grouped, sorted: cancelled at several moments of each.
    for name in ("texts", "middle", "threshold") if cancels else ():
        waits = [auger.ask(f"cancel {name} {5 + 17 * step}")["seconds"] for step in range(rounds // 2)]
        waits = [1000 * wait for wait in waits if wait is not None]
        results[f"cancel {name}"] = {"ms": statistics.median(waits), "most": max(waits), "count": len(waits)} if waits else None
        if waits:
            say(f"{name:9} cancelled {len(waits)} times: over after {statistics.median(waits):.1f} ms, at most {max(waits):.1f} ms")
    return results


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("sales")
    parser.add_argument("--rounds", type=int, default=40)
    options = parser.parse_args()
    print(json.dumps(measured(options.binary, options.sales, options.rounds)))


if __name__ == "__main__":
    main()
