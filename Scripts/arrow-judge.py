#!/usr/bin/env python3
"""Checks Arrow files of Auger and of other programs with pyarrow.

record  writes small files of pyarrow, Polars and DuckDB to Fixtures/Cases/Arrow, with the expected result for each
check   reads each file with the command and writes it again as file and stream; pyarrow validates and compares them
large   does the same with many rows and prints time and memory
"""
import datetime
import decimal
import json
import os
import struct
import subprocess
import sys
import tempfile

import judging
from judging import Parser, resolved

CASES = judging.CASES / "Arrow"
pa = None
# A separate process, because the peak memory of a child is at least that of its parent.
MEASURE = """
import resource, subprocess, sys, time
start = time.monotonic()
subprocess.run(sys.argv[1:], check=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
processors = used.ru_utime + used.ru_stime
print(f"{time.monotonic() - start:.2f} s, {processors:.2f} s of processors, {used.ru_maxrss >> 10} MB")
"""
PER_SECOND = {"s": 1, "ms": 1_000, "us": 1_000_000, "ns": 1_000_000_000}


def auger_type(type):
    """Returns the type of an Arrow column in Auger. None if Auger omits the column."""
    t = pa.types
    if t.is_run_end_encoded(type) or t.is_union(type) or t.is_list_view(type) or t.is_large_list_view(type):
        return None
    if is_json(type):
        parts = [type.field(index).type for index in range(type.num_fields)]
        return None if any(auger_type(part) is None for part in parts) else "string"
    if t.is_dictionary(type):
        return auger_type(type.value_type)
    if t.is_boolean(type):
        return "bool"
    if t.is_integer(type):
        return "int"
    if t.is_floating(type):
        return "float"
    if t.is_decimal(type):
        if type.scale < 0:
            return f"decimal({type.precision - type.scale},0)"
        return f"decimal({min(38, max(type.precision, type.scale))},{type.scale})"
    if t.is_date(type):
        return "date"
    if t.is_time(type):
        return "time"
    if t.is_timestamp(type):
        return f"timestamp({type.tz})" if type.tz else "timestamp"
    if t.is_duration(type) or t.is_interval(type):
        return "interval"
    if t.is_binary(type) or t.is_large_binary(type) or t.is_fixed_size_binary(type) or t.is_binary_view(type):
        return "binary"
    return "string"


def is_json(type):
    """Lists, structs and maps become JSON."""
    t = pa.types
    return t.is_list(type) or t.is_large_list(type) or t.is_fixed_size_list(type) or t.is_struct(type) or t.is_map(type)


def plain(value):
    """Returns the JSON form of a Python value in a list."""
    if isinstance(value, dict):
        return {key: plain(part) for key, part in value.items()}
    if isinstance(value, list):
        return [plain(part) for part in value]
    return str(value) if isinstance(value, (datetime.date, decimal.Decimal)) else value


def microseconds(type, number):
    return number * 1_000_000 // PER_SECOND[type.unit]


def raw(type, scalar):
    """Returns a value for JSON: days and microseconds as numbers, decimals and floats as strings, bytes in hex."""
    t = pa.types
    if t.is_dictionary(type):
        # A dictionary may contain null.
        return raw(type.value_type, scalar.value) if scalar.is_valid and scalar.value.is_valid else None
    if not scalar.is_valid:
        return None
    if is_json(type):
        value = dict(scalar.as_py()) if t.is_map(type) else scalar.as_py()
        return json.dumps(plain(value), ensure_ascii=False, separators=(",", ":"))
    if t.is_floating(type):
        return struct.pack(">d", float(scalar.as_py())).hex()
    if t.is_decimal(type):
        return format(scalar.as_py(), "f")
    if t.is_date32(type):
        return scalar.value
    if t.is_date64(type):
        return scalar.value // 86_400_000
    if t.is_time(type) or t.is_timestamp(type):
        return microseconds(type, scalar.value)
    if t.is_duration(type):
        return [0, 0, microseconds(type, scalar.value)]
    if t.is_interval(type):
        value = scalar.as_py()
        return [value.months, value.days, value.nanoseconds // 1000]
    value = scalar.as_py()
    return value.hex() if isinstance(value, bytes) else value


def expectation(table):
    columns = []
    for name, column in zip(table.column_names, table.columns):
        type = auger_type(column.type)
        if type is None:
            continue
        values = [raw(column.type, scalar) for scalar in column]
        stored = column.type.value_type if pa.types.is_dictionary(column.type) else column.type
        if stored == pa.uint64() and any(value is not None and value >= 1 << 63 for value in values):
            type, values = "decimal(20,0)", [None if value is None else str(value) for value in values]
        columns.append({"name": name, "type": type, "values": values})
    left_out = [name for name, column in zip(table.column_names, table.columns) if auger_type(column.type) is None]
    return {"rows": table.num_rows, "columns": columns, "leftOut": left_out}


def write(name, table, batch_rows=None, refused=None, **options):
    """Writes a table as NAME, a file or stream depending on its extension, and the expected result next to it."""
    path = CASES / name
    make = pa.ipc.new_stream if name.endswith(".arrows") else pa.ipc.new_file
    batches = table if isinstance(table, list) else table.to_batches(max_chunksize=batch_rows)
    schema = batches[0].schema if isinstance(table, list) else table.schema
    with make(str(path), schema, options=pa.ipc.IpcWriteOptions(**options)) as writer:
        for batch in batches:
            writer.write_batch(batch)
    expect(path, refused)


def expect(path, refused=None):
    expected = {"refused": refused} if refused else expectation(read(path))
    path.with_suffix(path.suffix + ".json").write_text(json.dumps(expected, ensure_ascii=False) + "\n")


def read(path):
    open_it = pa.ipc.open_stream if str(path).endswith(".arrows") else pa.ipc.open_file
    with pa.OSFile(str(path)) as source:
        return open_it(source).read_all()


def integers():
    columns = {}
    for bits in (8, 16, 32, 64):
        low, high = -(1 << bits - 1), (1 << bits - 1) - 1
        columns[f"int{bits}"] = pa.array([low, None, -1, 0, 1, high], getattr(pa, f"int{bits}")())
        top = min((1 << bits) - 1, (1 << 63) - 1)
        columns[f"uint{bits}"] = pa.array([0, 1, None, 100, top, top - 1], getattr(pa, f"uint{bits}")())
    columns["bool"] = pa.array([True, False, None, True, True, False])
    return pa.table(columns)


def floats():
    numbers = [0.0, -0.0, 1.5, None, -65504.0, float("inf"), float("-inf"), 5.960464477539063e-08, 0.333251953125]
    return pa.table({
        "half": pa.array(numbers, pa.float16()), "float": pa.array(numbers, pa.float32()),
        "double": pa.array([None if n is None else n / 3 for n in numbers], pa.float64())})


def decimals():
    D = decimal.Decimal
    def column(texts, type):
        return pa.array([None if text is None else D(text) for text in texts], type)
    return pa.table({
        "d32": column(["-1234567.89", None, "0.01", "9999999.99"], pa.decimal32(9, 2)),
        "d64": column(["-12345678901234.5678", "0.0001", None, "99999999999999.9999"], pa.decimal64(18, 4)),
        "d128": column(["-1.50", None, "99999999.99", "0.00"], pa.decimal128(10, 2)),
        "wide": column(["-" + "9" * 28 + "." + "9" * 10, "0.0000000001", None, "1"], pa.decimal128(38, 10)),
        "d256": column(["-1.50000", None, "12345678901234567890.12345", "0"], pa.decimal256(50, 5)),
        "hundreds": column(["-12300", None, "100", "0"], pa.decimal128(5, -2)),
        # pyarrow cannot convert Python decimals below 1.
        "tiny": pa.Array.from_buffers(pa.decimal128(2, 5), 4,
                                      column(["12", "0", "-99", "0"], pa.decimal128(2, 0)).buffers()),
    })


def texts():
    words = ["a, b", None, "", "caf\u00e9 \U0001f3d4", "exactly 12 b", "more than twelve bytes", "a, b", "x" * 40]
    blobs = [None if word is None else word.encode() + b"\xff" for word in words]
    fixed = [b"\x00\x01\x02\x03", None, b"\xff\xff\xff\xff", b"abcd"] * 2
    return pa.table({
        "utf8": pa.array(words, pa.string()), "large": pa.array(words, pa.large_string()),
        "view": pa.array(words, pa.string_view()), "binary": pa.array(blobs, pa.binary()),
        "large_binary": pa.array(blobs, pa.large_binary()), "binary_view": pa.array(blobs, pa.binary_view()),
        "fixed": pa.array(fixed, pa.binary(4)), "number": pa.array(range(8))})


def dictionaries():
    columns = {}
    for index in (pa.int8(), pa.uint8(), pa.int16(), pa.uint16(), pa.int32(), pa.uint32(), pa.int64(), pa.uint64()):
        columns[f"by_{index}"] = pa.DictionaryArray.from_arrays(pa.array([0, 2, None, 1, 2], index),
                                                                ["a", "", "\u00e9"])
    def of(values):
        return pa.DictionaryArray.from_arrays(pa.array([0, 1, None, 1, 0], pa.int8()), values)
    columns["null_within"] = pa.DictionaryArray.from_arrays(
        pa.array([0, 1, 2, None, 1], pa.int8()), pa.array(["a", None, "b"]))
    columns["twice"] = pa.DictionaryArray.from_arrays(pa.array([0, 1, 2, 0, 1], pa.int8()), pa.array(["a", "a", "b"]))
    columns["large"] = of(pa.array(["x", "y"], pa.large_string()))
    columns["ints"] = of(pa.array([1 << 40, -1]))
    columns["days"] = of(pa.array([datetime.date(2024, 2, 29), datetime.date(1, 1, 1)]))
    columns["prices"] = of(pa.array([decimal.Decimal("1.50"), decimal.Decimal("-0.01")], pa.decimal128(10, 2)))
    columns["blobs"] = of(pa.array([b"\x00", b""]))
    columns["flags"] = of(pa.array([True, False]))
    columns["beyond"] = of(pa.array([1, (1 << 64) - 1], pa.uint64()))
    return pa.table(columns)


def times():
    columns = {"day": pa.array([0, None, -719162, 2932896], pa.int32()).cast(pa.date32())}
    columns["day64"] = pa.array([0, None, -719162 * 86_400_000, 2932896 * 86_400_000], pa.int64()).cast(pa.date64())
    for unit in ("s", "ms"):
        columns[f"time_{unit}"] = pa.array([0, None, 86_399, 43_200], pa.int32()).cast(pa.time32(unit))
    for unit in ("us", "ns"):
        columns[f"time_{unit}"] = pa.array([0, None, 86_399_999_999, 1_000], pa.int64()).cast(pa.time64(unit))
    for unit in PER_SECOND:
        numbers = pa.array([0, None, -1_000_000_000, 1_700_000_000], pa.int64())
        columns[f"moment_{unit}"] = numbers.cast(pa.timestamp(unit))
        columns[f"instant_{unit}"] = numbers.cast(pa.timestamp(unit, tz="America/New_York"))
        columns[f"wait_{unit}"] = numbers.cast(pa.duration(unit))
    columns["offset"] = pa.array([0, None, 1, 2], pa.int64()).cast(pa.timestamp("us", tz="+05:30"))
    columns["span"] = pa.array(
        [pa.MonthDayNano([14, -3, 4_500_000_000]), None, pa.MonthDayNano([-1, 30, -1000]), pa.MonthDayNano([0, 0, 0])])
    return pa.table(columns)


def rounded():
    return pa.table({
        "moment": pa.array([1, -1, 1000, None], pa.int64()).cast(pa.timestamp("ns")),
        "clock": pa.array([1, 999, 86_399_999_999_999, None], pa.int64()).cast(pa.time64("ns")),
        "span": pa.array([pa.MonthDayNano([0, 0, 1500]), None, pa.MonthDayNano([0, 0, -1500]), None])})


def nested():
    union = pa.UnionArray.from_dense(
        pa.array([0, 1, 0], pa.int8()), pa.array([0, 0, 1], pa.int32()), [pa.array([1, 2]), pa.array(["x"])])
    sparse = pa.UnionArray.from_sparse(pa.array([0, 1, 0], pa.int8()), [pa.array([1, 2, 3]), pa.array(["x", "y", "z"])])
    lists = [[1, 2], None, []]
    return pa.table({
        "before": pa.array([1, 2, 3]), "list": pa.array(lists),
        "large_list": pa.array(lists, pa.large_list(pa.int64())),
        "fixed_list": pa.array([[1, 2], None, [3, 4]], pa.list_(pa.int64(), 2)),
        "list_view": pa.array(lists, pa.list_view(pa.int64())),
        "struct": pa.array([{"a": 1, "b": "x"}, None, {"a": None, "b": None}]),
        "views": pa.array([{"v": "a view within a struct", "w": "x"}] * 3,
                          pa.struct([("v", pa.string_view()), ("w", pa.string())])),
        "map": pa.array([[("k", 1)], None, []], pa.map_(pa.string(), pa.int64())),
        "days": pa.array([[datetime.date(2024, 2, 29)], [], None]),
        "deep": pa.array([[[1], None, []], [], [[2, 3]]]),
        "parts": pa.array([[{"a": 1, "b": ["x"]}], None, [{"a": None, "b": None}, {"a": 2, "b": []}]]),
        "unions": pa.ListArray.from_arrays(pa.array([0, 1, 2, 3], pa.int32()), union),
        "dense": union, "sparse": sparse,
        "runs": pa.RunEndEncodedArray.from_arrays(pa.array([2, 3], pa.int32()), pa.array([5, 6])),
        "words": pa.DictionaryArray.from_arrays(pa.array([0, 1, 0], pa.int8()), ["a", "b"]),
        "within": pa.array([["a"], ["b", "a"], []], pa.list_(pa.dictionary(pa.int8(), pa.string()))),
        "view": pa.array(["a view behind all of these", None, "short"], pa.string_view()),
        "after": pa.array(["x", "y", "z"])})


def fixtures():
    CASES.mkdir(parents=True, exist_ok=True)
    for old in CASES.iterdir():
        old.unlink()
    for ending in ("arrow", "arrows"):
        for make in (integers, floats, decimals, texts, times, rounded, nested):
            write(f"{make.__name__}.{ending}", make())
    write("dictionaries.arrow", dictionaries())
    write("unsigned.arrow", pa.table({"n": pa.array([0, None, (1 << 64) - 1], pa.uint64()), "m": [1, 2, 3]}))
    write("version4.arrow", texts().drop_columns(["view", "binary_view"]),
          metadata_version=pa.ipc.MetadataVersion.V4)
    write("legacy.arrows", integers(), use_legacy_format=True, metadata_version=pa.ipc.MetadataVersion.V4)
    many = pa.concat_tables([texts()] * 6).append_column("n", pa.array(range(48)))
    many = many.append_column("half_null", pa.array([n if n % 3 else None for n in range(48)], pa.int16()))
    many = many.append_column("flag", pa.array([None if n % 5 == 0 else n % 2 == 0 for n in range(48)]))
    write("batches.arrow", many.drop_columns(["large", "large_binary"]).combine_chunks(), batch_rows=13)
    write("slices.arrows", [batch for batch in many.combine_chunks().slice(3, 40).to_batches(max_chunksize=17)])
    write("empty.arrow", pa.concat_tables([integers(), ]).slice(0, 0))
    write("empty_texts.arrows", texts().slice(0, 0))
    write("no_batches.arrow", pa.table({"a": pa.array([], pa.int64())}))
    write("nulls.arrow", pa.table({"nothing": pa.nulls(5), "n": pa.nulls(5, pa.int64()),
                                   "s": pa.nulls(5, pa.string())}))
    write("same_names.arrow", pa.table([pa.array([1]), pa.array([2])], names=["a", "a"]))
    def words(values):
        return pa.record_batch({"w": pa.array(values).dictionary_encode(), "n": pa.array(range(len(values)))})
    write("replaced.arrows", [words(["a", "b"]), words(["c", "a", None]), words(["b"])])
    write("deltas.arrows", [words(["a", "b"]), words(["a", "b", "c", "b"]), words(["a", "b", "c", "d", None])],
          emit_dictionary_deltas=True)
    write("deltas.arrow", [words(["a", "b"]), words(["a", "b", "c", "b"]), words(["a", "b", "c", "d", None])],
          emit_dictionary_deltas=True)
    for codec in ("zstd", "lz4"):
        write(f"{codec}.arrow", integers(), refused="unsupportedArrow", compression=codec)
    huge = pa.array([decimal.Decimal("9" * 40)], pa.decimal256(50, 5))
    write("beyond.arrow", pa.table({"huge": huge}), refused="unsupportedArrow")
    others()


def others():
    """Writes files with Polars, and results of DuckDB with pyarrow."""
    import duckdb
    import polars
    frame = polars.DataFrame({
        "n": [1, None, 3], "text": ["a", None, "a text of more than twelve bytes"], "x": [0.5, None, -1.0],
        "day": [datetime.date(2024, 2, 29), None, datetime.date(1969, 12, 31)], "flag": [True, None, False],
        "moment": [datetime.datetime(2024, 2, 29, 12, 34, 56, 789), None, datetime.datetime(1, 1, 1)],
        "span": [datetime.timedelta(days=1, microseconds=5), None, datetime.timedelta(seconds=-1)],
        "clock": [datetime.time(12, 34, 56, 7), None, datetime.time(0)],
        "price": [decimal.Decimal("1.50"), None, decimal.Decimal("-2.25")], "blob": [b"\x00", None, b""],
    }).with_columns(
        category=polars.Series(["x", None, "y"], dtype=polars.Categorical),
        choice=polars.Series(["x", None, "y"], dtype=polars.Enum(["y", "x"])),
        nothing=polars.Series([None, None, None]), count=polars.Series([1, 2, 3], dtype=polars.UInt32),
        instant=polars.col("moment").dt.replace_time_zone("Europe/Berlin"))
    frame.write_ipc(CASES / "polars.arrow", compression="uncompressed")
    expect(CASES / "polars.arrow")
    frame.write_ipc_stream(CASES / "polars.arrows", compression="uncompressed")
    expect(CASES / "polars.arrows")
    result = duckdb.sql("""
        SELECT range AS n, range::UTINYINT AS small, range::HUGEINT AS huge, (range / 4)::DECIMAL(18,3) AS price,
          'row ' || range AS text, (CASE range % 2 WHEN 0 THEN 'even' ELSE 'odd' END)::ENUM('odd', 'even') AS choice,
          DATE '2024-02-29' + range::INT AS day, TIMESTAMP '2024-02-29 12:34:56.789' AS moment,
          TIMESTAMPTZ '2024-02-29 12:34:56+01' AS instant, TIME '12:34:56' AS clock,
          INTERVAL '1 month 2 days 3.5 seconds' AS span, '\\x00ab'::BLOB AS blob, range::FLOAT AS x,
          nullif(range % 3, 0) = 1 AS flag, [range] AS list, NULL AS nothing,
          md5('' || range)::UUID AS id
        FROM range(7)""").to_arrow_table()
    write("duckdb.arrow", result, batch_rows=3)


def check(auger):
    """Checks that the rewritten files and streams are valid and equal to what pyarrow reads."""
    count = 0
    for path in sorted(CASES.glob("*.arrow*")):
        if path.suffix == ".json":
            continue
        expected = json.loads(path.with_suffix(path.suffix + ".json").read_text())
        with tempfile.TemporaryDirectory() as folder:
            for ending in ("arrow", "arrows"):
                out = f"{folder}/out.{ending}"
                run = subprocess.run([auger, "query", str(path), "-o", out], capture_output=True, text=True)
                if "refused" in expected:
                    assert run.returncode == 2 and expected["refused"] in run.stderr, (path, run.stderr)
                    continue
                assert run.returncode == 0, (path, run.stderr)
                table = read(out)
                table.validate(full=True)
                found = expectation(table)
                assert found["rows"] == expected["rows"], path
                names = expected["columns"]
                assert len(found["columns"]) == len(names), path
                for mine, theirs in zip(found["columns"], names):
                    assert mine["type"] == theirs["type"], (path, theirs["name"], mine["type"], theirs["type"])
                    assert mine["values"] == theirs["values"], (path, theirs["name"], mine["values"], theirs["values"])
                count += 1
    print(f"{count} files are valid and equal")


def large(auger, rows):
    """Reads and writes the given number of rows with all common types."""
    import numpy
    chance = numpy.random.default_rng(1)
    table = pa.table({
        "id": pa.array(numpy.arange(rows)), "amount": pa.array(chance.random(rows)),
        "price": pa.array(chance.integers(0, 10_000_000, rows)).cast(pa.decimal128(19, 0)).cast(pa.decimal128(21, 2)),
        "region": pa.array(chance.integers(0, 200, rows)).cast(pa.string()).dictionary_encode(),
        "name": pa.array(chance.integers(0, 50_000, rows)).cast(pa.string()),
        "moment": pa.array(chance.integers(0, 2_000_000_000_000_000, rows)).cast(pa.timestamp("us", tz="UTC")),
        "day": pa.array(chance.integers(0, 20_000, rows).astype("int32")).cast(pa.date32()),
        "maybe": pa.array(chance.integers(0, 100, rows), mask=chance.random(rows) < 0.1),
        "flag": pa.array(chance.random(rows) < 0.5)})
    with tempfile.TemporaryDirectory() as folder:
        with pa.ipc.new_file(f"{folder}/in.arrow", table.schema) as writer:
            writer.write_table(table, max_chunksize=1_000_000)
        print(f"{rows} rows, {os.path.getsize(f'{folder}/in.arrow') >> 20} MB")
        commands = [
            ("sum by region", ["chart", "in.arrow", "--category", "region", "--value", "sum(amount)", "-o", "c.arrow"]),
            ("file", ["query", "in.arrow", "-o", "out.arrow"]), ("stream", ["query", "in.arrow", "-o", "out.arrows"])]
        for title, words in commands:
            run = subprocess.run([sys.executable, "-c", MEASURE, auger, *words], cwd=folder, check=True,
                                 capture_output=True, text=True)
            print(f"{title}: {run.stdout.strip()}")
        for name in ("out.arrow", "out.arrows"):
            found = read(f"{folder}/{name}")
            found.validate(full=True)
            for column in table.column_names:
                mine, theirs = found[column], table[column]
                if pa.types.is_dictionary(mine.type):
                    mine = mine.cast(pa.string())
                if pa.types.is_dictionary(theirs.type):
                    theirs = theirs.cast(pa.string())
                assert mine.type == theirs.type, (column, mine.type, theirs.type)
                assert mine.equals(theirs), column
            print(f"{name} is valid and equal")


def main():
    parser = Parser(__doc__).add("part", "What is done: record, check or large.", "record",
                                 choices=["record", "check", "large"])
    parser.add("auger", "Path of the command, for check and large.", nargs="?", type=resolved)
    options = parser.add("rows", "Number of rows, for large.", 10_000_000).parse_args()
    if options.part != "record" and not options.auger:
        parser.error(f"{options.part} needs the path of the command")
    global pa
    import pyarrow as pa
    if options.part == "check":
        check(options.auger)
    elif options.part == "large":
        large(options.auger, options.rows)
    else:
        fixtures()


if __name__ == "__main__":
    main()
