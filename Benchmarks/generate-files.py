#!/usr/bin/env python3
"""Writes the files of strangers that `Benchmarks/run` reads: the same bytes for the same counts on any machine.

    log.csv       5 000 000 lines of a service's log: time, level, service, a message, milliseconds
    flights.csv   337 000 rows of 19 columns: numbers, short texts, nulls, a timestamp
    wide.csv      12 000 rows of 302 columns
    sales.sqlite  500 000 rows, 30 MB
"""
import os
import pathlib
import sqlite3
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "Scripts"))

from judging import Parser


def main():
    parser = Parser(__doc__).add("folder", "Folder of the files.").add("part", "Thousandths of the full sizes.", 1000)
    options = parser.parse_args()
    import numpy
    import polars
    folder, part = options.folder, options.part
    os.makedirs(folder, exist_ok=True)

    def texts(names, indices):
        return polars.Series(names).gather(polars.Series(indices))

    chance = numpy.random.Generator(numpy.random.PCG64(7))

    count = 5_000 * part
    moments = numpy.datetime64("2024-01-01T00:00:00", "ms") + numpy.sort(chance.integers(0, 31_000_000_000, count))
    polars.DataFrame({
        "time": polars.Series(moments).dt.strftime("%Y-%m-%dT%H:%M:%S%.3fZ"),
        "level": texts(["INFO", "DEBUG", "WARN", "ERROR"], chance.choice(4, count, p=[0.8, 0.15, 0.04, 0.01])),
        "service": texts([f"service-{n:02}" for n in range(24)], chance.integers(0, 24, count)),
        "message": texts(["request done", "cache miss, asking again", 'said "no"', "retry"],
                         chance.integers(0, 4, count)),
        "duration_ms": chance.integers(1, 240_000, count),
    }).write_csv(os.path.join(folder, "log.csv"))

    count = 337 * part
    def number(low, high, null=0.02):
        values = polars.Series(chance.integers(low, high, count))
        return polars.select(polars.when(polars.Series(chance.random(count) >= null)).then(values)).to_series()

    polars.DataFrame({
        "year": numpy.full(count, 2013), "month": chance.integers(1, 13, count), "day": chance.integers(1, 29, count),
        "dep_time": number(500, 2400), "sched_dep_time": chance.integers(500, 2400, count),
        "dep_delay": number(-20, 300), "arr_time": number(1, 2400), "sched_arr_time": chance.integers(1, 2400, count),
        "arr_delay": number(-60, 300), "carrier": texts(["UA", "B6", "EV", "DL", "AA", "MQ", "US"],
                                                        chance.integers(0, 7, count)),
        "flight": chance.integers(1, 6000, count),
        "tailnum": texts([f"N{n:05}" for n in range(4000)], chance.integers(0, 4000, count)),
        "origin": texts(["EWR", "JFK", "LGA"], chance.integers(0, 3, count)),
        "dest": texts([f"D{n:02}" for n in range(100)], chance.integers(0, 100, count)), "air_time": number(20, 600),
        "distance": chance.integers(17, 4983, count), "hour": chance.integers(5, 24, count),
        "minute": chance.integers(0, 60, count), "time_hour": polars.Series(
            numpy.datetime64("2013-01-01T00:00:00", "ms") + chance.integers(0, 8760, count) * 3_600_000
        ).dt.strftime("%Y-%m-%dT%H:%M:%SZ"),
    }).write_csv(os.path.join(folder, "flights.csv"), null_value="NA")

    polars.DataFrame({f"c{n}": numpy.round(chance.random(12 * part), 4) for n in range(302)}).write_csv(
        os.path.join(folder, "wide.csv"))

    path = os.path.join(folder, "sales.sqlite")
    if os.path.exists(path):
        os.unlink(path)
    count = 500 * part
    database = sqlite3.connect(path)
    database.execute(
        "CREATE TABLE sales (id INTEGER PRIMARY KEY, region TEXT, product TEXT, day DATE, amount REAL, "
        "price DECIMAL(10,2), quantity INTEGER)")
    regions, numbers = ["Europe", "Asia", "Africa",
                        "America"], [chance.integers(0, n, count).tolist() for n in (4, 200, 14, 12, 28)]
    amounts, prices = (chance.random(count) * 1000).tolist(), numpy.round(chance.random(count) * 100, 2).tolist()
    quantities = chance.integers(1, 10, count).tolist()
    database.executemany("INSERT INTO sales VALUES (?, ?, ?, ?, ?, ?, ?)", (
        (row, regions[r], f"product {p}", f"20{10 + y}-{m + 1:02}-{d + 1:02}", amounts[row], prices[row],
         quantities[row])
        for row, (r, p, y, m, d) in enumerate(zip(*numbers))))
    database.commit()
    database.close()


if __name__ == "__main__":
    main()
