#!/usr/bin/env python3
"""Writes the cases of Fixtures/Cases/Agreement/DuckDB: table queries whose answers DuckDB gave, where both mean the same.

Needs `pip install duckdb==1.1.3` or later. The answers are recorded, so that tests need no DuckDB.
"""

import datetime
import decimal
import pathlib
import random

import duckdb

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "Fixtures/Cases/Agreement/DuckDB"
COLUMNS = [
    ("id", "int", "BIGINT"), ("region", "string", "VARCHAR"), ("day", "date", "DATE"),
    ("moment", "timestamp", "TIMESTAMP"), ("count", "int", "BIGINT"), ("price", "decimal(14,2)", "DECIMAL(14,2)"),
    ("weight", "float", "DOUBLE"), ("flag", "bool", "BOOLEAN"),
]
KEYS = "GROUP BY ALL ORDER BY ALL NULLS FIRST"

# The parts of a table query, and the SQL that says the same to DuckDB.
QUERIES = {
    "sums": (["groupBy: region", "measure: s = sum(price)", "measure: c = sum(count)", "measure: w = sum(weight)"],
             f"SELECT region, sum(price), sum(count), sum(weight) FROM t {KEYS}"),
    "averages": (["groupBy: region", "measure: p = avg(price)", "measure: w = avg(weight)"],
                 f"SELECT region, avg(price), avg(weight) FROM t {KEYS}"),
    "counts": (["groupBy: flag", "measure: n = count()", "measure: c = count(weight)",
                "measure: d = countDistinct(region)", "measure: e = countDistinct(price)"],
               f"SELECT flag, count(*), count(weight), count(DISTINCT region), count(DISTINCT price) FROM t {KEYS}"),
    "extremes": (["measure: a = min(region)", "measure: b = max(region)", "measure: c = min(day)",
                  "measure: d = max(moment)", "measure: e = min(price)", "measure: f = max(weight)"],
                 "SELECT min(region), max(region), min(day), max(moment), min(price), max(weight) FROM t"),
    "median": (["groupBy: region", "measure: c = median(count)", "measure: w = median(weight)"],
               f"SELECT region, median(count), median(weight) FROM t {KEYS}"),
    "stddev": (["groupBy: flag", "measure: w = stddev(weight)", "measure: c = stddev(count)"],
               f"SELECT flag, stddev_samp(weight), stddev_samp(count) FROM t {KEYS}"),
    "percentiles": (["groupBy: region", "measure: a = percentile(weight, 0.9)", "measure: b = percentile(price, 0.1)",
                     "measure: c = percentile(count, 0.333)", "measure: d = percentile(weight, 0)",
                     "measure: e = percentile(count, 1)"],
                    "SELECT region, quantile_cont(weight, 0.9), quantile_cont(price::DOUBLE, 0.1), "
                    "quantile_cont(count::DOUBLE, 0.333), quantile_cont(weight, 0.0), quantile_cont(count::DOUBLE, 1.0) "
                    f"FROM t {KEYS}"),
    "variance": (["groupBy: region", "measure: w = variance(weight)", "measure: p = variance(price)",
                  "measure: c = variance(count)"],
                 f"SELECT region, var_samp(weight), var_samp(price::DOUBLE), var_samp(count) FROM t {KEYS}"),
    "correlation": (["groupBy: flag", "measure: a = corr(weight, price)", "measure: b = corr(count, weight)",
                     "measure: c = corr(count, count * 2 + 1)"],
                    "SELECT flag, corr(weight, price::DOUBLE), corr(count::DOUBLE, weight), corr(count, count * 2 + 1) "
                    f"FROM t {KEYS}"),
    "weights": (["groupBy: region", "measure: a = weightedAvg(weight, count + 6)", "measure: b = weightedAvg(price, 2)",
                 "measure: c = weightedAvg(price, weight * weight)"],
                "SELECT region, sum(weight * (count + 6)) / sum(CASE WHEN weight IS NOT NULL THEN count + 6 END), "
                "sum(price * 2)::DOUBLE / (2 * count(price)), sum(price::DOUBLE * weight * weight) "
                f"/ sum(CASE WHEN price IS NOT NULL THEN weight * weight END) FROM t {KEYS}"),
    "modes": (["groupBy: flag", "measure: c = mode(count)", "measure: r = mode(region)"],
              "WITH c AS (SELECT flag, count AS v, row_number() OVER (PARTITION BY flag ORDER BY count(*) DESC, count) "
              "AS place FROM t WHERE count IS NOT NULL GROUP BY flag, count), r AS (SELECT flag, region AS v, row_number() OVER "
              "(PARTITION BY flag ORDER BY count(*) DESC, region) AS place FROM t WHERE region IS NOT NULL GROUP BY flag, region) "
              "SELECT c.flag, c.v, r.v FROM c JOIN r ON c.flag IS NOT DISTINCT FROM r.flag AND c.place = 1 AND "
              "r.place = 1 ORDER BY ALL NULLS FIRST"),
    "conditions": (["groupBy: region", "measure: a = sum(price, where: count > 2)", "measure: b = count(where: flag)",
                    "measure: c = count(weight, where: weight > 0 or flag)", "measure: d = avg(count, where: not flag)",
                    "measure: e = max(day, where: price < 20)", "measure: f = count(distinct count, where: flag)",
                    "measure: g = median(weight, where: count between 0 and 5)"],
                   "SELECT region, sum(price) FILTER (count > 2), count(*) FILTER (flag), "
                   "count(weight) FILTER (weight > 0 OR flag), avg(count) FILTER (NOT flag), max(day) FILTER (price < 20), "
                   "count(DISTINCT count) FILTER (flag), median(weight) FILTER (count BETWEEN 0 AND 5) "
                   f"FROM t {KEYS}"),
    "differences": (["derive: d = day - date(2020, 1, 1)", "derive: m = AddMonths(day, -7)", "derive: b = Bin(d, 30)",
                     "where: region like '%o%' or region not like '_%_'", "select: id; d; m; b", "orderBy: id"],
                    "SELECT id, day - DATE '2020-01-01' AS d, (day - INTERVAL 7 MONTH)::DATE, "
                    "(floor((day - DATE '2020-01-01') / 30) * 30)::BIGINT FROM t "
                    "WHERE region LIKE '%o%' OR region NOT LIKE '_%_' ORDER BY id"),
    "dates": (["derive: y = year(day)", "derive: q = quarter(day)", "derive: w = week(day)", "groupBy: y; q; w",
               "measure: n = count()"],
              f"SELECT year(day), quarter(day), week(day), count(*) FROM t {KEYS}"),
    "starts": (["derive: m = startOf(day, 'month')", "derive: k = startOf(day, 'week')", "groupBy: m; k",
                "measure: n = count()"],
               f"SELECT date_trunc('month', day)::DATE AS m, date_trunc('week', day)::DATE AS k, count(*) FROM t {KEYS}"),
    "hours": (["derive: h = hour(moment)", "derive: d = dayNumber(moment)", "groupBy: h; d", "measure: n = count()"],
              f"SELECT hour(moment), dayofweek(moment) + 1, count(*) FROM t {KEYS}"),
    "steps": (["derive: n = add(day, 1, 'month')", "groupBy: n", "measure: c = count()"],
              f"SELECT (day + INTERVAL 1 MONTH)::DATE AS n, count(*) FROM t {KEYS}"),
    "logic": (["where: not(region == 'North' or weight > 10)", "select: id", "orderBy: id"],
              "SELECT id FROM t WHERE NOT (region = 'North' OR weight > 10) ORDER BY id"),
    "membership": (["where: not(count in (1, 2, null)) or region in ('é', '日本')", "select: id", "orderBy: id"],
                   "SELECT id FROM t WHERE count NOT IN (1, 2, NULL) OR region IN ('é', '日本') ORDER BY id"),
    "choice": (["derive: k = if(weight > 0, 'plus', if(weight is null, 'none', 'minus'))", "groupBy: k",
                "measure: n = count()"],
               "SELECT CASE WHEN weight > 0 THEN 'plus' WHEN weight IS NULL THEN 'none' ELSE 'minus' END AS k, "
               f"count(*) FROM t {KEYS}"),
    "division": (["derive: r = count / 7", "groupBy: r", "measure: n = count()"],
                 f"SELECT count / 7 AS r, count(*) FROM t {KEYS}"),
    "zero": (["derive: r = 100 / count", "groupBy: r", "measure: n = count()"],
             f"SELECT 100 / nullif(count, 0) AS r, count(*) FROM t {KEYS}"),
    "remainder": (["derive: r = count % 7", "derive: p = price % 3", "groupBy: r; p", "measure: n = count()"],
                  f"SELECT count % 7 AS r, price % 3 AS p, count(*) FROM t {KEYS}"),
    "decimals": (["derive: p = price * count", "where: price >= 12.50", "measure: s = sum(p)",
                  "measure: m = max(p - price)"],
                 "SELECT sum(price * count), max(price * count - price) FROM t WHERE price >= 12.50"),
    "rounding": (["derive: r = round(price, 1)", "derive: c = ceiling(price)", "derive: f = floor(weight)",
                  "groupBy: r; c; f", "measure: n = count()"],
                 f"SELECT round(price, 1), ceil(price), floor(weight), count(*) FROM t {KEYS}"),
    "texts": (["derive: l = len(region)", "derive: a = left(region, 2)", "derive: m = mid(region, 2, 2)",
               "groupBy: l; a; m", "measure: n = count()"],
              f"SELECT length(region), left(region, 2), substr(region, 2, 2), count(*) FROM t {KEYS}"),
    "search": (["derive: c = contains(region, 'o')", "derive: p = pos(region, 'r')", "derive: s = startsWith(region, 'N')",
                "groupBy: c; p; s", "measure: n = count()"],
               "SELECT contains(region, 'o'), strpos(region, 'r'), starts_with(region, 'N'), count(*) "
               f"FROM t {KEYS}"),
    "top": (["groupBy: region", "measure: s = sum(count)", "orderBy: -s", "limit: 3"],
            "SELECT region, sum(count) AS s FROM t GROUP BY ALL ORDER BY s DESC NULLS LAST, region NULLS FIRST LIMIT 3"),
    "having": (["groupBy: region", "measure: n = count()", "measure: s = sum(price)", "having: n > 3",
                "having: max(count) < 11 and s is not null"],
               "SELECT region, count(*), sum(price) FROM t GROUP BY ALL HAVING count(*) > 3 AND max(count) < 11 "
               "AND sum(price) IS NOT NULL ORDER BY ALL NULLS FIRST"),
    "whole": (["measure: n = count()", "having: sum(count) < 0"], "SELECT count(*) FROM t HAVING sum(count) < 0"),
    "pivot": (["groupBy: region; flag", "measure: s = sum(price)", "measure: m = max(count)", "pivot: flag",
               "orderBy: -region"],
              "SELECT region, sum(price) FILTER (flag IS NULL), max(count) FILTER (flag IS NULL), "
              "sum(price) FILTER (NOT flag), max(count) FILTER (NOT flag), sum(price) FILTER (flag), "
              "max(count) FILTER (flag) FROM t GROUP BY ALL ORDER BY region DESC NULLS LAST"),
    "spread": (["derive: y = year(day)", "groupBy: y; region", "measure: n = count()", "having: n > 1", "pivot: y",
                "limit: 4"],
               "WITH g AS (SELECT year(day) AS y, region, count(*) AS n FROM t GROUP BY ALL HAVING count(*) > 1) "
               "SELECT region, max(n) FILTER (y IS NULL), max(n) FILTER (y = 2020), "
               "max(n) FILTER (y = 2021) FROM g GROUP BY ALL ORDER BY region NULLS FIRST LIMIT 4"),
    "latest": (["select: id; moment", "orderBy: -moment", "limit: 5"],
               "SELECT id, moment FROM t ORDER BY moment DESC NULLS LAST, id LIMIT 5"),
    "nothing": (["where: id < 0", "measure: n = count()", "measure: s = sum(price)", "measure: m = max(region)"],
                "SELECT count(*), sum(price), max(region) FROM t WHERE id < 0"),
}


def rows():
    chance = random.Random(20)
    regions = ["North", "Süd", "", "o'Neil", "日本", "é", "e\u0301", "Z", "north", " a "]
    for number in range(60):
        day = datetime.date(2019, 12, 20) + datetime.timedelta(days=chance.randrange(500))
        at = datetime.datetime(2020, 2, 28) + datetime.timedelta(seconds=chance.randrange(400_000))
        values = [
            number, chance.choice(regions), day, at, chance.randrange(-5, 12),
            decimal.Decimal(chance.randrange(-2000, 6000)) / 100, chance.randrange(-4000, 9000) / 64,
            chance.random() < 0.5,
        ]
        yield [values[0]] + [None if chance.random() < 0.12 else value for value in values[1:]]


def field(value):
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime.datetime):
        return value.isoformat()
    text = str(value)
    if text == "":
        return '""'
    if any(c in text for c in ',"\n\\') or text != text.strip():
        return '"' + text.replace("\\", "\\\\").replace("\n", "\\n").replace('"', '\\"') + '"'
    return text


def main():
    table = list(rows())
    base = duckdb.connect()
    base.execute(f"CREATE TABLE t ({', '.join(f'{name} {sql}' for name, _, sql in COLUMNS)})")
    base.executemany(f"INSERT INTO t VALUES ({', '.join('?' * len(COLUMNS))})", table)
    head = "table: " + "; ".join(f"{name}: {kind}" for name, kind, _ in COLUMNS)
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, (parts, sql) in QUERIES.items():
        answer = base.execute(sql).fetchall()
        lines = [f"# DuckDB: {sql}", head]
        lines += ["| " + ",".join(map(field, row)) for row in table]
        lines += parts + ["expect:"] + ["= " + ",".join(map(field, row)) for row in answer]
        (FOLDER / f"{name}.case").write_text("\n".join(lines) + "\n")
    print(f"{len(QUERIES)} cases in {FOLDER}")


if __name__ == "__main__":
    main()
