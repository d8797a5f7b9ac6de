#!/usr/bin/env python3
"""Records DuckDB's values of expressions with equal meaning in both languages: Fixtures/Cases/Expressions/judged.txt.

Each line contains an Auger expression, a tab and DuckDB's value: null, a number, 1 or 0 for a Boolean, or a string in
single quotes. A test evaluates the expressions without DuckDB.
"""
import decimal
import itertools

from judging import Parser

ints = ["0", "1", "-1", "7", "-7", "3", "1000000007", "9007199254740993"]
floats = ["0e0", "1.5e0", "-1.5e0", "2.5e0", "-2.5e0", "0.1e0", "1e100", "123456.789e0"]
texts = ["", "a", "abc", "Abc", "  pad ", "straße", "日本語", "o''Neil", "e\u0301", "\u00e9"]
dates = [(2024, 2, 29), (1969, 12, 31), (2021, 1, 3), (2000, 1, 1), (1999, 12, 31), (2026, 12, 28), (2023, 3, 31)]
truths = ["true", "false", "null"]

cases = []


def case(ours, theirs=None):
    cases.append((ours, ours if theirs is None else theirs))


# Arithmetic.
for a, b in itertools.product(ints[:7], ints[:7]):
    for sign in "+-*/%":
        # Auger returns null, and DuckDB returns infinity.
        if sign != "/" or b != "0":
            case(f"({a}) {sign} ({b})", f"({a})::bigint {sign} ({b})::bigint")
for a in ints:
    case(f"abs({a})")
    case(f"sign({a})")
for a in floats:
    for name in ["abs", "sign", "floor", "ceiling", "exp", "sqrt"]:
        if name == "sqrt" and a.startswith("-") or name == "exp" and a in ("1e100", "123456.789e0"):
            continue
        case(f"{name}({a})")
    case(f"round({a}, 0)", f"round({a})")
    case(f"truncate({a})", f"trunc({a})")
    case(f"string({a})", None if a == "1e100"
         else f"cast({a} as varchar)") if a in ("1.5e0", "-2.5e0", "0.1e0") else None
for a in ["1e0", "0.5e0", "2e0", "100e0", "1e10"]:
    case(f"log({a})", f"ln({a})")
    case(f"logten({a})", f"log10({a})")
    case(f"power({a}, 2)", f"pow({a}, 2)")
    case(f"power({a}, -0.5e0)", f"pow({a}, -0.5e0)")
for a in ["0", "1", "10", "45", "30", "60", "90", "123", "-200"]:
    case(f"round(sin({a}), 9)", f"round(sin(radians({a})), 9)")
    case(f"round(cos({a}), 9)", f"round(cos(radians({a})), 9)")
for a in ["0", "1", "5", "12", "20"]:
    case(f"fact({a})", f"factorial({a})")
for a, digits in itertools.product(["2.345", "-2.345", "1234.5678", "0.005", "99.995"], [0, 1, 2]):
    # Use decimals on both sides, because strings are parsed exactly.
    case(f"round($d * {a}, {digits})", f"round(cast({a} as decimal(18,6)), {digits})")
    case(f"$d + {a}", f"1 + cast({a} as decimal(18,6))")
    case(f"$d * {a} * {a}", f"cast({a} as decimal(19,6)) * cast({a} as decimal(19,6))")

# Strings.
for text in texts:
    quoted = f"'{text}'"
    case(f"len({quoted})", f"length({quoted})")
    for name in ["lower", "upper", "trim"]:
        if name == "upper" and "ß" in text or text == "e\u0301":
            continue  # Auger uses Unicode's full mapping: SS
        case(f"{name}({quoted})")
    case(f"lefttrim({quoted})", f"ltrim({quoted})")
    case(f"righttrim({quoted})", f"rtrim({quoted})")
    for count in [0, 1, 2, 99]:
        case(f"left({quoted}, {count})")
        case(f"right({quoted}, {count})")
        case(f"mid({quoted}, {count + 1}, 2)", f"substring({quoted}, {count + 1}, 2)")
        case(f"mid({quoted}, {count + 1})", f"substring({quoted}, {count + 1})")
    for part in ["a", "b", "語", "c"]:
        case(f"pos({quoted}, '{part}')", f"strpos({quoted}, '{part}')")
        case(f"contains({quoted}, '{part}')")
        case(f"startswith({quoted}, '{part}')", f"starts_with({quoted}, '{part}')")
        case(f"endswith({quoted}, '{part}')", f"ends_with({quoted}, '{part}')")
    case(f"concat({quoted}, 1, 'x')")
    case(f"{quoted} + 12 + 'y'", f"{quoted} || 12 || 'y'")
for a, b in itertools.product(texts, texts):
    case(f"'{a}' < '{b}'")
    case(f"'{a}' == '{b}'")

# Logic and null.
for a, b in itertools.product(truths, truths):
    case(f"{a} and {b}")
    case(f"{a} or {b}")
    case(f"if({a}, 1, 2)", f"case when {a} then 1 else 2 end")
    case(f"coalesce({a}, {b}, true)")
    case(f"({a}) == ({b})", f"({a}) = ({b})")
for a in truths:
    case(f"not {a}")
    case(f"{a} is null")
    case(f"{a} is not null")
for a in ["1", "2", "null"]:
    for items in ["1, 3", "3, null", "1, null", "4"]:
        case(f"{a} in ({items})")
        case(f"{a} not in ({items})")
    for low, high in [("0", "1"), ("2", "null"), ("null", "0"), ("1", "2")]:
        case(f"between({a}, {low}, {high})", f"{a} between {low} and {high}")
    case(f"nullif({a}, 1)")
    case(f"{a} + 1")
    case(f"{a} < 2")
    case(f"case({a} == 1, 'one', {a} == 2, 'two', 'other')",
         f"case when {a} = 1 then 'one' when {a} = 2 then 'two' else 'other' end")
for a, b, c in itertools.permutations(["1", "2.5e0", "-3"], 3):
    case(f"min({a}, {b}, {c})", f"least({a}, {b}, {c})")
    case(f"max({a}, {b}, {c})", f"greatest({a}, {b}, {c})")

# Dates.
for year, month, day in dates:
    ours, theirs = f"date({year}, {month}, {day})", f"date '{year:04}-{month:02}-{day:02}'"
    for name in ["year", "month", "day", "quarter", "week"]:
        case(f"{name}({ours})", f"{name}({theirs})")
    case(f"weekyear({ours})", f"isoyear({theirs})")
    case(f"daynumber({ours})", f"dayofweek({theirs}) + 1")
    case(f"string({ours})", f"cast({theirs} as varchar)")
    for grain in ["year", "quarter", "month", "week", "day"]:
        case(f"string(startof({ours}, '{grain}'))", f"cast(cast(date_trunc('{grain}', {theirs}) as date) as varchar)")
        for count in [1, -1, 13]:
            interval = f"interval ({count * 3}) month" if grain == "quarter" else f"interval ({count}) {grain}"
            case(f"string(add({ours}, {count}, '{grain}'))", f"cast(cast({theirs} + {interval} as date) as varchar)")
    case(f"string(relativedate({ours}, -59))", f"cast(cast({theirs} - 59 as date) as varchar)")
    for count in [1, -14]:
        case(f"string(addmonths({ours}, {count}))",
             f"cast(cast({theirs} + interval ({count}) month as date) as varchar)")
    for other in dates:
        case(f"{ours} - date({other[0]}, {other[1]}, {other[2]})",
             f"{theirs} - date '{other[0]:04}-{other[1]:02}-{other[2]:02}'")
        case(f"seconds(date({year}, {month}, {day}, 1, 2, 3) - date({other[0]}, {other[1]}, {other[2]}))",
             f"epoch(timestamp '{year:04}-{month:02}-{day:02} 01:02:03' - "
             f"timestamp '{other[0]:04}-{other[1]:02}-{other[2]:02}')")
    case(f"{ours} < '2021-01-03'", f"{theirs} < date '2021-01-03'")

# SQL keywords.
for subject in texts:
    for pattern in ["a%", "%c", "%b%", "a_c", "%", "", "_", "A%c", "stra_e", "%語", "._", "o''N%l"]:
        case(f"'{subject}' like '{pattern}'")
        case(f"'{subject}' not like '{pattern}'")
for a in ["1", "2", "null"]:
    for low, high in [("0", "1"), ("2", "null"), ("null", "0"), ("1", "2")]:
        case(f"{a} between {low} and {high}")
        case(f"{a} not between {low} and {high}")
    if a != "null":
        case(f"case {a} when 1 then 'one' when 2 then 'two' else 'other' end")
    case(f"case when {a} > 1 then 'more' when {a} is null then 'none' end")
for a, width in itertools.product(ints[:7] + ["37", "-40"], ["1", "7", "10"]):
    case(f"bin({a}, {width})", f"cast(floor(cast({a} as bigint) / {width}) * {width} as bigint)")


def text(value):
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, (int, decimal.Decimal)):
        return str(value)
    if isinstance(value, float):
        return repr(value)
    return "'" + str(value).replace("'", "''") + "'"


def main():
    Parser(__doc__).parse_args()
    import duckdb
    connection = duckdb.connect()
    connection.execute("SET error_on_division_by_zero = false")
    print(f"# What DuckDB {duckdb.__version__} says, by Scripts/expression-judge.py. $d is the decimal 1.")
    for ours, theirs in cases:
        print(ours, text(connection.execute(f"select {theirs}").fetchone()[0]), sep="\t")


if __name__ == "__main__":
    main()
