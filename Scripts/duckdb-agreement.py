#!/usr/bin/env python3
"""Writes the cases of Fixtures/Cases/Agreement/DuckDB: table queries whose answers DuckDB gave, where both mean the same.

Needs `pip install duckdb==1.1.3` or later. The answers are recorded, so that tests need no DuckDB.

usage: Scripts/duckdb-agreement.py                            the cases that the tests replay
       Scripts/duckdb-agreement.py generate COUNT SEED FOLDER  others, generated, to be replayed with AUGER_CASES=FOLDER
"""

import datetime
import decimal
import pathlib
import random
import sys

import duckdb

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "Fixtures/Cases/Agreement/DuckDB"
COLUMNS = [
    ("id", "int", "BIGINT"), ("region", "string", "VARCHAR"), ("day", "date", "DATE"),
    ("moment", "timestamp", "TIMESTAMP"), ("count", "int", "BIGINT"), ("price", "decimal(14,2)", "DECIMAL(14,2)"),
    ("weight", "float", "DOUBLE"), ("flag", "bool", "BOOLEAN"),
]
# How many generated queries with joins are kept.
JOINS = 40
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


REGIONS = ["North", "Süd", "", "o'Neil", "日本", "é", "e\u0301", "Z", "north", " a "]


def rows(chance, count):
    for number in range(count):
        day = datetime.date(2019, 12, 20) + datetime.timedelta(days=chance.randrange(500))
        at = datetime.datetime(2020, 2, 28) + datetime.timedelta(seconds=chance.randrange(400_000))
        values = [
            number, chance.choice(REGIONS), day, at, chance.randrange(-5, 12),
            decimal.Decimal(chance.randrange(-2000, 6000)) / 100, chance.randrange(-4000, 9000) / 64,
            chance.random() < 0.5,
        ]
        yield [values[0]] + [None if chance.random() < 0.12 else value for value in values[1:]]


class Joined:
    """A table to be joined: its columns, its rows with each key once, and what its key is in both languages."""

    def __init__(self, name, columns, rows, keys):
        self.name, self.columns, self.rows, self.keys = name, columns, rows, keys
        self.is_inner = False

    def head(self):
        keys = "; ".join(f"{column} = {auger}" for column, auger, _ in self.keys)
        return f"{'inner join' if self.is_inner else 'join'}: {self.name}: {keys}"

    def sql(self):
        keys = " AND ".join(f"{self.name}.{column} = {sql}" for column, _, sql in self.keys)
        return f"{'JOIN' if self.is_inner else 'LEFT JOIN'} {self.name} ON {keys}"


def some(chance, values):
    """Most of the values, in another order; as a key null may stand several times."""
    kept = [value for value in values if chance.random() < 0.7] + [None] * chance.randrange(3)
    chance.shuffle(kept)
    return kept


def zone(chance):
    return chance.choice(["East", "West", "é", "", None])


def regions(chance):
    auger, sql, keys = chance.choice([("region", "t.region", REGIONS), ("left(region, 1)", "left(t.region, 1)",
                                      sorted({text[:1] for text in REGIONS}))])
    return Joined("r", [("region", "string", "VARCHAR"), ("zone", "string", "VARCHAR"), ("rank", "int", "BIGINT"),
                        ("price", "decimal(8,1)", "DECIMAL(8,1)")],
                  [[key, zone(chance), chance.choice([None, 1, 2, 3, 5]),
                    decimal.Decimal(chance.randrange(-200, 600)) / 10] for key in some(chance, keys + ["nowhere"])],
                  [("region", auger, sql)])


def counts(chance):
    kind, sql, make = chance.choice([("int", "BIGINT", int), ("float", "DOUBLE", float),
                                     ("decimal(9,2)", "DECIMAL(9,2)", decimal.Decimal)])
    auger, expression = chance.choice([("count", "t.count"), ("count % 4", "t.count % 4"), ("floor(weight)", "floor(t.weight)")])
    return Joined("c", [("n", kind, sql), ("label", "string", "VARCHAR"), ("weight", "float", "DOUBLE")],
                  [[None if key is None else make(key), f"label {chance.randrange(4)}", chance.randrange(-64, 640) / 64]
                   for key in some(chance, range(-8, 14))],
                  [("n", auger, expression)])


def days(chance):
    kind, sql = chance.choice([("date", "DATE"), ("timestamp", "TIMESTAMP")])
    auger, expression, keys = chance.choice([
        ("day", "t.day", [datetime.date(2019, 12, 20) + datetime.timedelta(days=day) for day in range(0, 510, 3)]),
        ("date(moment)", "t.moment::DATE", [datetime.date(2020, 2, 26) + datetime.timedelta(days=day) for day in range(9)]),
        ("startOf(day, 'month')", "date_trunc('month', t.day)::DATE",
         [datetime.date(2019 + month // 12, month % 12 + 1, 1) for month in range(11, 27)])])
    made = [key if key is None or kind == "date" else datetime.datetime.combine(key, datetime.time())
            for key in some(chance, keys)]
    return Joined("d", [("starts", kind, sql), ("bonus", "decimal(9,2)", "DECIMAL(9,2)"), ("open", "bool", "BOOLEAN")],
                  [[key, decimal.Decimal(chance.randrange(999)) / 100, chance.choice([True, False, None])] for key in made],
                  [("starts", auger, expression)])


def pairs(chance):
    keys = [[region, number] for region in REGIONS for number in range(-1, 4)]
    kept = [key for key in keys if chance.random() < 0.6] + [[None, 1], ["Z", None]]
    return Joined("p", [("region", "string", "VARCHAR"), ("rest", "float", "DOUBLE"), ("target", "int", "BIGINT"),
                        ("label", "string", "VARCHAR")],
                  [key + [chance.randrange(100), f"label {chance.randrange(3)}"] for key in kept],
                  [("region", "region", "t.region"), ("rest", "count % 4", "t.count % 4")])


def zones(chance):
    """Joined to what another join found."""
    return Joined("z", [("zone", "string", "VARCHAR"), ("head", "string", "VARCHAR"), ("budget", "float", "DOUBLE")],
                  [[key, f"head {chance.randrange(3)}", chance.randrange(-640, 6400) / 64]
                   for key in some(chance, ["East", "West", "é", "", "nowhere"])],
                  [("zone", chance.choice(["zone", "r.zone"]), "r.zone")])


class Query:
    """A generated query, in both languages."""

    def __init__(self, chance):
        self.chance = chance
        makers = [maker for maker in (regions, counts, days, pairs) if chance.random() < 0.5] or [regions]
        if regions in makers and chance.random() < 0.5:
            makers.append(zones)
        self.joins = [maker(chance) for maker in makers]
        for join in self.joins:
            join.is_inner = chance.random() < 0.3
        own = [name for name, _, _ in COLUMNS]
        names = own + [name for join in self.joins for name, _, _ in join.columns]
        self.columns = [(name, f"t.{name}", kind) for name, kind, _ in COLUMNS]
        for join in self.joins:
            for name, kind, _ in join.columns:
                is_short = names.count(name) == 1 and chance.random() < 0.5
                self.columns.append((name if is_short else f"{join.name}.{name}", f"{join.name}.{name}", kind))

    def column(self, *kinds):
        return self.chance.choice([column for column in self.columns if not kinds or column[2].split("(")[0] in kinds])

    def number(self):
        return self.column("int", "decimal", "float")

    def condition(self):
        kind = self.chance.randrange(5)
        if kind == 0:
            auger, sql, _ = self.column()
            negation = self.chance.choice(["", "not "])
            return f"{auger} is {negation}null", f"{sql} IS {negation.upper()}NULL"
        if kind == 1:
            auger, sql, _ = self.column("string")
            text = self.chance.choice(["East", "North", "é", "label 1", "head 2", ""])
            return f"{auger} <> '{text}'", f"{sql} <> '{text}'"
        if kind == 2:
            (a, x, _), (b, y, _) = self.column("int", "decimal"), self.column("int", "decimal")
            return f"{a} >= {b}", f"{x} >= {y}"
        sign = self.chance.choice(["<", "<=", ">", ">=", "=", "<>"])
        auger, sql, _ = self.number()
        bound = self.chance.randrange(-3, 20)
        if kind == 3:
            other, flag, _ = self.column("bool")
            return f"{auger} {sign} {bound} or {other}", f"{sql} {sign} {bound} OR {flag}"
        return f"{auger} {sign} {bound}", f"{sql} {sign} {bound}"

    def measure(self):
        chance = self.chance
        function = chance.choice(["sum", "sum", "count", "min", "max", "avg", "countDistinct", "all"])
        auger, sql, _ = self.number() if function in ("sum", "avg") else self.column()
        condition, given = ("", "")
        if chance.random() < 0.25:
            left, right = self.condition()
            condition, given = f"where: {left}", f" FILTER ({right})"
        if function == "all":
            return f"count({condition})", f"count(*){given}"
        name, distinct = ("count", "DISTINCT ") if function == "countDistinct" else (function, "")
        return f"{function}({auger}{', ' + condition if condition else ''})", f"{name}({distinct}{sql}){given}"

    def case(self, base):
        chance, parts = self.chance, []
        where = [self.condition() for _ in range(chance.choice([0, 0, 1, 1, 2]))]
        parts += [f"where: {auger}" for auger, _ in where]
        source = "FROM t " + " ".join(join.sql() for join in self.joins)
        if where:
            source += " WHERE " + " AND ".join(f"({sql})" for _, sql in where)
        if chance.random() < 0.25:
            chosen = chance.sample(self.columns, chance.randrange(1, 5))
            if all(auger != "id" for auger, _, _ in chosen):
                chosen.insert(0, self.columns[0])
            parts += ["select: " + "; ".join(auger for auger, _, _ in chosen), "orderBy: -id"]
            sql = f"SELECT {', '.join(sql for _, sql, _ in chosen)} {source} ORDER BY t.id DESC"
            if chance.random() < 0.3:
                parts.append("limit: 5")
                sql += " LIMIT 5"
            return parts, sql, base.execute(sql).fetchall()
        kinds = ("string", "bool", "int", "date", "decimal", "timestamp")
        keys = list({column[0]: column for column in (self.column(*kinds) for _ in range(chance.randrange(4)))
                     if column[0] != "id"}.values())
        measures = [self.measure() for _ in range(1 + chance.randrange(3))]
        if keys:
            parts.append("groupBy: " + "; ".join(auger for auger, _, _ in keys))
        parts += [f"measure: m{number} = {auger}" for number, (auger, _) in enumerate(measures)]
        names = [f"k{number}" for number in range(len(keys))]
        inner = ", ".join([f"{sql} AS {name}" for (_, sql, _), name in zip(keys, names)]
                          + [f"{sql} AS m{number}" for number, (_, sql) in enumerate(measures)])
        sql = f"SELECT {inner} {source}"
        if keys:
            sql += f" GROUP BY {', '.join(str(number + 1) for number in range(len(keys)))}"
        if chance.random() < 0.25:
            auger, _, _ = column = self.number()
            parts.append(f"having: count({auger}) > 1")
            sql += f" HAVING count({column[1]}) > 1"
        order = [f"{name} ASC NULLS FIRST" for name in names]
        if len(keys) > 1 and chance.random() < 0.2:
            parts.append(f"pivot: {keys[0][0]}")
            groups = base.execute(sql + " ORDER BY " + ", ".join(order)).fetchall()
            return parts, sql, spread(groups, len(keys), len(measures))
        if keys and chance.random() < 0.3:
            parts.append(f"orderBy: -{keys[-1][0]}")
            order = [f"{names[-1]} DESC NULLS LAST"] + order[:-1]
        if order:
            sql += " ORDER BY " + ", ".join(order)
        if chance.random() < 0.2:
            parts.append("limit: 4")
            sql += " LIMIT 4"
        return parts, sql, base.execute(sql).fetchall()


def spread(groups, keys, measures):
    """A row for each combination of the other keys, with the measures of each value of the first."""
    values = list(dict.fromkeys(group[0] for group in groups))
    # In ascending order with null first they came.
    others = {}
    for group in groups:
        others.setdefault(group[1:keys], {})[group[0]] = group[keys:]
    nothing = (None,) * measures
    def order(key):
        return [(value is not None, value.encode() if isinstance(value, str) else value) for value in key]
    ordered = sorted(others, key=lambda key: [pair if pair[0] else (False, 0) for pair in order(key)])
    return [key + sum((others[key].get(value, nothing) for value in values), ()) for key in ordered]


def generated(base, seed):
    """A query with joins over tables of its own, as the lines of a case."""
    chance = random.Random(seed)
    table = list(rows(chance, chance.choice([0, 1, 12, 40, 40])))
    query = Query(chance)
    lines = [HEAD] + ["| " + ",".join(map(field, row)) for row in table]
    create(base, "t", COLUMNS, table)
    for join in query.joins:
        create(base, join.name, join.columns, join.rows)
        lines += [join.head(), "joined: " + "; ".join(f"{name}: {kind}" for name, kind, _ in join.columns)]
        lines += ["| " + ",".join(map(field, row)) for row in join.rows]
    parts, sql, answer = query.case(base)
    return [f"# DuckDB: {sql}"] + lines + parts + ["expect:"] + ["= " + ",".join(map(field, row)) for row in answer]


def create(base, name, columns, table):
    base.execute(f"CREATE OR REPLACE TABLE {name} ({', '.join(f'{column} {sql}' for column, _, sql in columns)})")
    if table:
        places = ", ".join(f"?::{sql}" for _, _, sql in columns)
        values = [value for row in table for value in row]
        base.execute(f"INSERT INTO {name} VALUES {', '.join([f'({places})'] * len(table))}", values)


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


HEAD = "table: " + "; ".join(f"{name}: {kind}" for name, kind, _ in COLUMNS)


def main():
    base = duckdb.connect()
    if sys.argv[1:2] == ["generate"]:
        count, seed, folder = int(sys.argv[2]), int(sys.argv[3]), pathlib.Path(sys.argv[4])
        folder.mkdir(parents=True, exist_ok=True)
        for number in range(seed, seed + count):
            (folder / f"generated-{number}.case").write_text("\n".join(generated(base, number)) + "\n")
        print(f"{count} cases from seed {seed} on in {folder}")
        return
    table = list(rows(random.Random(20), 60))
    create(base, "t", COLUMNS, table)
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, (parts, sql) in QUERIES.items():
        answer = base.execute(sql).fetchall()
        lines = [f"# DuckDB: {sql}", HEAD]
        lines += ["| " + ",".join(map(field, row)) for row in table]
        lines += parts + ["expect:"] + ["= " + ",".join(map(field, row)) for row in answer]
        (FOLDER / f"{name}.case").write_text("\n".join(lines) + "\n")
    for seed in range(JOINS):
        (FOLDER / f"join-{seed + 1}.case").write_text("\n".join(generated(base, seed)) + "\n")
    print(f"{len(QUERIES) + JOINS} cases in {FOLDER}")


if __name__ == "__main__":
    main()
