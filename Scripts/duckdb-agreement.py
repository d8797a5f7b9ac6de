#!/usr/bin/env python3
"""Records DuckDB's results for the cases in Fixtures/Cases/Agreement/DuckDB: table queries with equivalent SQL.

A case starts with the SQL, in a line `# DuckDB: ...`. To add a case, write a file with this line, the parts of the
query and a line `expect:`. Then run the script, which adds rows and result. The cases join-N are generated. `generate
COUNT SEED FOLDER` writes more of them, which the tests replay with AUGER_CASES=FOLDER.
"""
import datetime
import decimal
import pathlib
import random

from judging import CASES, Parser

FOLDER = CASES / "Agreement/DuckDB"
COLUMNS = [
    ("id", "int", "BIGINT"), ("region", "string", "VARCHAR"), ("day", "date", "DATE"),
    ("moment", "timestamp", "TIMESTAMP"), ("count", "int", "BIGINT"), ("price", "decimal(14,2)", "DECIMAL(14,2)"),
    ("weight", "float", "DOUBLE"), ("flag", "bool", "BOOLEAN"),
]
# The number of generated queries with joins.
JOINS = 40

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
    """A joined table: its columns, its rows with unique keys, and its key in both languages."""

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
    """Returns most of the values, in another order. Null keys may occur several times."""
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
    auger, expression = chance.choice([("count", "t.count"), ("count % 4", "t.count % 4"),
                                       ("floor(weight)", "floor(t.weight)")])
    return Joined("c", [("n", kind, sql), ("label", "string", "VARCHAR"), ("weight", "float", "DOUBLE")],
                  [[None if key is None else make(key), f"label {chance.randrange(4)}", chance.randrange(-64, 640) / 64]
                   for key in some(chance, range(-8, 14))],
                  [("n", auger, expression)])


def days(chance):
    kind, sql = chance.choice([("date", "DATE"), ("timestamp", "TIMESTAMP")])
    auger, expression, keys = chance.choice([
        ("day", "t.day", [datetime.date(2019, 12, 20) + datetime.timedelta(days=day) for day in range(0, 510, 3)]),
        ("date(moment)", "t.moment::DATE",
         [datetime.date(2020, 2, 26) + datetime.timedelta(days=day) for day in range(9)]),
        ("startOf(day, 'month')", "date_trunc('month', t.day)::DATE",
         [datetime.date(2019 + month // 12, month % 12 + 1, 1) for month in range(11, 27)])])
    made = [key if key is None or kind == "date" else datetime.datetime.combine(key, datetime.time())
            for key in some(chance, keys)]
    return Joined("d", [("starts", kind, sql), ("bonus", "decimal(9,2)", "DECIMAL(9,2)"), ("open", "bool", "BOOLEAN")],
                  [[key, decimal.Decimal(chance.randrange(999)) / 100, chance.choice([True, False, None])]
                   for key in made],
                  [("starts", auger, expression)])


def pairs(chance):
    keys = [[region, number] for region in REGIONS for number in range(-1, 4)]
    kept = [key for key in keys if chance.random() < 0.6] + [[None, 1], ["Z", None]]
    return Joined("p", [("region", "string", "VARCHAR"), ("rest", "float", "DOUBLE"), ("target", "int", "BIGINT"),
                        ("label", "string", "VARCHAR")],
                  [key + [chance.randrange(100), f"label {chance.randrange(3)}"] for key in kept],
                  [("region", "region", "t.region"), ("rest", "count % 4", "t.count % 4")])


def zones(chance):
    """Returns a table joined to the result of another join."""
    return Joined("z", [("zone", "string", "VARCHAR"), ("head", "string", "VARCHAR"), ("budget", "float", "DOUBLE")],
                  [[key, f"head {chance.randrange(3)}", chance.randrange(-640, 6400) / 64]
                   for key in some(chance, ["East", "West", "é", "", "nowhere"])],
                  [("zone", chance.choice(["zone", "r.zone"]), "r.zone")])


class Query:
    """A generated query in both languages."""

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
    """Returns a row for each combination of the other keys, with the measures for each value of the first key."""
    values = list(dict.fromkeys(group[0] for group in groups))
    # The rows are in ascending order, with null first.
    others = {}
    for group in groups:
        others.setdefault(group[1:keys], {})[group[0]] = group[keys:]
    nothing = (None,) * measures
    def order(key):
        return [(value is not None, value.encode() if isinstance(value, str) else value) for value in key]
    ordered = sorted(others, key=lambda key: [pair if pair[0] else (False, 0) for pair in order(key)])
    return [key + sum((others[key].get(value, nothing) for value in values), ()) for key in ordered]


def generated(base, seed):
    """Returns a query with joins and its tables, as the lines of a case."""
    chance = random.Random(seed)
    table = list(rows(chance, chance.choice([0, 1, 12, 40, 40])))
    query = Query(chance)
    lines = [HEAD, *lines_of("|", table)]
    create(base, "t", COLUMNS, table)
    for join in query.joins:
        create(base, join.name, join.columns, join.rows)
        lines += [join.head(), "joined: " + "; ".join(f"{name}: {kind}" for name, kind, _ in join.columns)]
        lines += lines_of("|", join.rows)
    parts, sql, answer = query.case(base)
    return [f"# DuckDB: {sql}", *lines, *parts, "expect:", *lines_of("=", answer)]


def lines_of(sign, rows):
    return [f"{sign} " + ",".join(map(field, row)) for row in rows]


def save(path, lines):
    path.write_text("\n".join(lines) + "\n")


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
    parser = Parser(__doc__).add("generate", "Write generated cases.", nargs="?", choices=["generate"])
    parser.add("count", "Number of generated cases.", 5000).add("seed", "Seed of the first case.", 1)
    options = parser.add("folder", "Folder for generated cases.", FOLDER, type=pathlib.Path).parse_args()
    import duckdb
    base = duckdb.connect()
    options.folder.mkdir(parents=True, exist_ok=True)
    if options.generate:
        for number in range(options.seed, options.seed + options.count):
            save(options.folder / f"generated-{number}.case", generated(base, number))
        print(f"{options.count} cases from seed {options.seed} on in {options.folder}")
        return
    table = list(rows(random.Random(20), 60))
    create(base, "t", COLUMNS, table)
    cases = sorted(path for path in FOLDER.glob("*.case") if not path.name.startswith("join-"))
    for path in cases:
        first, *others = path.read_text().split("\nexpect:")[0].split("\n")
        parts = [line for line in others if line != HEAD and not line.startswith("| ")]
        answer = base.execute(first.removeprefix("# DuckDB: ")).fetchall()
        save(path, [first, HEAD, *lines_of("|", table), *parts, "expect:", *lines_of("=", answer)])
    for seed in range(JOINS):
        save(FOLDER / f"join-{seed + 1}.case", generated(base, seed))
    print(f"{len(cases) + JOINS} cases in {FOLDER}")


if __name__ == "__main__":
    main()
