#!/usr/bin/env python3
"""Records the CSV contents on which at least three of four parsers agree, in Fixtures/Cases/CSV/consensus.txt.

The parsers are Python's csv, DuckDB, Polars and pyarrow. They read the CSV files of the shared data, up to 300 kB, and
those in Fixtures/Cases/CSV/Consensus. The script records rows, columns and a digest of all cells.

Every field is a string. Encoding, delimiter, quote, escape, comments, skipped lines and header are those that `auger
inspect --as-text --write-schema` detects, so that only the parsing is compared. Fixtures/Cases/CSV/choices.txt checks
the detection. If detection fails, the delimiter is a comma, or a tab for such file names, and no row is a header.

A line is `file: rows columns digest, PARSERS`, or `file: none` if fewer than three parsers agree. The digest is the
prefix of a SHA-256 hash over each cell and 0x1F, with 0x1E after each row, without the header. A missing cell counts as
an empty string. Parsers that support only delimiters of one character get U+001F instead of a longer one.
"""
import collections
import csv
import gzip
import hashlib
import io
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from judging import CASES, SHARED, Parser

FOLDERS = {"own": CASES / "CSV/Consensus", "shared": SHARED / "data"}
ENDINGS = (".csv", ".tsv", ".csv.gz", ".tbl", ".tbl.gz")
LARGEST = 300_000  # bytes; larger files take long and have the same syntax
LONG = "\x1f"
csv.field_size_limit(1 << 30)


def dialect(auger, file):
    """Returns the dialect that `auger` detects, or a default if detection fails."""
    found = {"encoding": "utf-8", "delimiter": "\t" if ".tsv" in file.name else ",", "quote": '"', "header": "false",
             "skipLines": "0", "comment": "", "escape": ""}
    run = subprocess.run([auger, "inspect", str(file), "--as-text", "--write-schema", "-o", "-"], capture_output=True)
    if run.returncode == 0:
        for name, value in re.findall(r"^(\w+): (.*)$", run.stdout.decode(), re.M):
            if value.startswith('"'):
                value = value[1:-1].replace('\\"', '"').replace("\\t", "\t").replace("\\\\", "\\")
            found[name] = {"tab": "\t", "comma": ","}.get(value, value)
    return found


def text_of(file, said):
    data = file.read_bytes()
    if file.suffix == ".gz":
        data = gzip.decompress(data)
    text = data.decode(said["encoding"].replace("iso-8859-1", "latin-1")).removeprefix("\ufeff")
    lines = re.split(r"(?<=\n)|(?<=\r)(?!\n)", text)[int(said["skipLines"]):]
    if said["comment"]:
        lines = [line for line in lines if not line.startswith(said["comment"])]
    return "".join(lines)


def by_python(text, said, _):
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=said["delimiter"], quotechar=said["quote"],
                        escapechar=said["escape"] or None)
    return [row for row in reader if row]


def by_duckdb(text, said, path):
    import duckdb

    def literal(value):
        return "'" + value.replace("'", "''") + "'"

    return duckdb.sql(
        f"SELECT * FROM read_csv({literal(path)}, header = false, all_varchar = true, skip = 0, comment = '', "
        f"delim = {literal(said['delimiter'])}, quote = {literal(said['quote'])}, "
        f"escape = {literal(said['escape'] or said['quote'])}, null_padding = true, parallel = false, "
        "sample_size = -1, max_line_size = 33554432)").fetchall()


def by_polars(text, said, path):
    if said["escape"]:
        raise ValueError("has no escapes")
    import polars
    table = polars.read_csv(text.encode(), has_header=False, separator=said["delimiter"], quote_char=said["quote"],
                            infer_schema=False)
    return table.rows()


def by_pyarrow(text, said, path):
    import pyarrow.csv
    names = {f"f{index}": pyarrow.string() for index in range(2_000)}
    table = pyarrow.csv.read_csv(
        io.BytesIO(text.encode()),
        pyarrow.csv.ReadOptions(autogenerate_column_names=True, block_size=1 << 28),
        pyarrow.csv.ParseOptions(delimiter=said["delimiter"], quote_char=said["quote"],
                                 escape_char=said["escape"] or False, newlines_in_values=True),
        pyarrow.csv.ConvertOptions(column_types=names, strings_can_be_null=False))
    return list(zip(*(column.to_pylist() for column in table.columns)))


PARSERS = {"python": by_python, "duckdb": by_duckdb, "polars": by_polars, "pyarrow": by_pyarrow}


def summary(rows, said, long):
    """Returns rows, columns and digest."""
    width = max(map(len, rows), default=0)
    if said["header"] == "true":
        rows = rows[1:]
    digest = hashlib.sha256()
    for row in rows:
        for cell in list(row) + [""] * (width - len(row)):
            digest.update((cell or "").replace(LONG, long or LONG).encode() + b"\x1f")
        digest.update(b"\x1e")
    return len(rows), width, digest.hexdigest()[:16]


def consensus(auger, file, folder):
    said = dialect(auger, file)
    try:
        text = text_of(file, said)
    except (UnicodeDecodeError, EOFError, gzip.BadGzipFile):
        return "none"
    long = said["delimiter"] if len(said["delimiter"]) > 1 else None
    if long:
        text, said["delimiter"] = text.replace(long, LONG), LONG
    path = os.path.join(folder, "file.csv")
    pathlib.Path(path).write_text(text, encoding="utf-8", newline="")
    votes = collections.defaultdict(list)
    for name, parse in PARSERS.items():
        # A parser that fails has no vote, for any type of error.
        # An incorrect call is not an error of the parser.
        try:
            votes[summary(parse(text, said, path), said, long)].append(name)
        except (TypeError, NameError, AttributeError):
            raise
        except Exception:  # noqa: BLE001
            continue
    answer, agreed = max(votes.items(), key=lambda vote: len(vote[1]), default=(None, []))
    if len(agreed) < 3:
        return "none"
    return f"{answer[0]} {answer[1]} {answer[2]}, {' '.join(agreed)}"


def main():
    options = Parser(__doc__).command().parse_args()
    import duckdb
    import polars
    import pyarrow
    versions = f"Python {sys.version.split()[0]}, DuckDB {duckdb.__version__}, Polars {polars.__version__}"
    print(f"# Written by Scripts/csv-consensus.py: {versions}, pyarrow {pyarrow.__version__}.")
    with tempfile.TemporaryDirectory() as folder:
        for name, root in FOLDERS.items():
            files = (file for file in root.rglob("*")
                     if file.name.lower().endswith(ENDINGS) and file.stat().st_size <= LARGEST)
            for file in sorted(files, key=lambda file: str(file.relative_to(root)).encode()):
                print(f"{name}/{file.relative_to(root)}: {consensus(options.auger, file, folder)}", flush=True)


if __name__ == "__main__":
    main()
