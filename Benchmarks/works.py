"""Defines the measured work: the task of a build of Auger, the same task of its peers, the answers that must be equal,
and the goal. `run` compares Auger with the peers, `compare` compares two builds.

A part is a method of `Works` that generates `Work`. Peers are packages of Scripts/requirements.txt, with two threads.
"""
import dataclasses
import functools
import gzip
import hashlib
import json
import os
import pathlib
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import typing

os.environ["POLARS_MAX_THREADS"] = "2"
os.environ["OMP_NUM_THREADS"] = "2"

import duckdb
import polars
import pyarrow
import pyarrow.compute
import pyarrow.csv

import bounded
import explored
import in_store
import postgresql_road
from builds import ROOT, Program
from measuring import PARTS, elapsed, percentile_95, run

pyarrow.set_cpu_count(2)
HERE = ROOT / "Benchmarks"


class Side:
    """A side of a comparison: it gives seconds and the rows of an answer, and knows its memory."""
    memory = None

    def close(self):
        pass


class Command(Side):
    """A command of a build, a process each time. `read` makes rows of what it prints, or, with no argument, of what it
    writes."""

    def __init__(self, build, arguments, read):
        self.line, self.read = [build.auger, *arguments], read

    def _run(self):
        seconds, peak, output = run(self.line)
        self.memory = max(self.memory or 0, peak)
        return seconds, output

    def seconds(self):
        return self._run()[0]

    def answer(self):
        return self.read(self._run()[1].decode())


class Asked(Side):
    """A measured program of a build that is asked for its seconds. `line`: what it is asked, or a function that gives
    it. `grown`: whether it says by how many bytes its memory grew beyond those of the result."""

    def __init__(self, program, line, answer, is_shared=False, grown=False):
        self.program, self.line, self.answered = program, line, answer
        self.is_shared, self.grown = is_shared, grown

    def seconds(self):
        answer = self.program.ask(self.line() if callable(self.line) else self.line)
        if self.grown:
            self.memory = max(self.memory or 0, answer["grown"])
        return answer["seconds"]

    def answer(self):
        return self.answered(self.program)

    def close(self):
        if not self.is_shared:
            self.program.close()


@dataclasses.dataclass
class Work:
    """`ours` makes a side of a build: it gives seconds and the rows of an answer, and knows its memory. `peers` give
    seconds, `theirs` the answers that ours must equal, after `shown` has made of it what can be compared. `goal` is a
    part of the best peer's time; `bound` is in seconds, or a function of the seconds of the works before, by name."""
    key: str
    name: str
    ours: typing.Callable
    rounds: int
    peers: dict = dataclasses.field(default_factory=dict)
    theirs: dict = dataclasses.field(default_factory=dict)
    shown: typing.Callable = lambda rows: rows
    goal: float | None = None
    bound: typing.Any = None
    memory_goal: int | None = None
    # What `run` prints of all rounds, and what it calls that where it is no median.
    summary: typing.Callable = statistics.median
    called: str = ""
    # How much there is to do, where works of one series are to grow with it; `scaled` is how often it is done.
    series: str | None = None
    size: int = 0
    scaled: float = 1


# Rows of what is printed.

def chart_rows(text):
    """Category, series where there is one, and the values."""
    model = json.loads(text)
    categories, values = model["categories"][0]["values"], model["values"]
    rows = []
    for s, series in enumerate(model["series"]):
        name = [] if series["value"] is None else [series["value"]]
        for c, category in enumerate(categories):
            cells = [measure[s][c] for measure in values]
            if any(cell is not None for cell in cells):
                rows.append((category, *name, *cells))
    return rows


def csv_rows(text):
    return polars.read_csv(text.encode(), infer_schema_length=None).rows()


def counted(rows):
    return [(len(rows),)]


def summed(table):
    """The rows of an Arrow table, and the sum of every column of numbers."""
    is_number = lambda type: pyarrow.types.is_integer(type) or pyarrow.types.is_floating(type)
    names = [field.name for field in table.schema if is_number(field.type)]
    return [("rows", table.num_rows), *((name, pyarrow.compute.sum(table[name]).as_py()) for name in names)]


def held(line):
    """What a program holds that has done this."""
    def answer(program):
        program.ask(line)
        return list(program.ask("sums").items())
    return answer


def outline(frame):
    """How many values each column has, and what its numbers add up to."""
    return [(name, len(column) - column.null_count(), column.sum() if column.dtype.is_numeric() else None)
            for name, column in zip(frame.columns, frame.iter_columns())]


def digest(path):
    return [(hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest(),)]


def duck():
    database = duckdb.connect(config={"threads": 2})
    database.execute("SET enable_progress_bar = false")
    return database


class Works:
    def __init__(self, rounds, rows, files=None):
        self.rounds, self.rows = rounds, rows
        self.few = max(3, rounds // 3)
        self.folder = pathlib.Path(files or pathlib.Path(tempfile.gettempdir()) / "auger-benchmarks")
        self.folder.mkdir(parents=True, exist_ok=True)

    # Data: generated when they are first needed.

    def made(self, name, write):
        path = self.folder / name
        if not path.exists():
            write(f"{path}.part")
            os.rename(f"{path}.part", path)
        return str(path)

    def sales(self, rows=None):
        rows = rows or self.rows
        generate = lambda path: subprocess.run([sys.executable, HERE / "generate-sales.py", path, str(rows)],
                                               check=True)
        return self.made(f"sales-{rows}.csv", generate)

    @functools.cache  # noqa: B019 - there is one object
    def foreign(self, name):
        if not (self.folder / "sales.sqlite").exists():
            subprocess.run([sys.executable, HERE / "generate-files.py", self.folder], check=True)
        return str(self.folder / name)

    def sqlite(self):
        def write(path):
            database = sqlite3.connect(path)
            database.execute("CREATE TABLE sales (OrderDate TEXT, Region TEXT, Country TEXT, Category TEXT, "
                             "Product TEXT, Quantity INTEGER, UnitPrice REAL, Amount REAL, Cost REAL)")
            frame = polars.read_csv(self.sales(), n_rows=1_000_000)
            database.executemany(f"INSERT INTO sales VALUES ({', '.join('?' * 9)})", frame.iter_rows())
            database.commit()
            database.close()
        return self.made("million.sqlite", write)

    # Parts.

    def P1(self, rows=None, **kinds):
        path = self.sales(rows)
        sql = f"SELECT year(OrderDate), Region, sum(Amount), count(*) FROM read_csv('{path}') GROUP BY ALL"
        lazy = lambda: polars.scan_csv(path, try_parse_dates=True).group_by(
            polars.col("OrderDate").dt.year(), "Region").agg(polars.col("Amount").sum(),
                                                             polars.len()).collect(engine="streaming")
        chart = ["chart", path, "--category", "year(OrderDate)", "--series", "Region", "--value", "sum(Amount)",
                 "--value", "count()"]
        database = duck()
        yield Work(
            kinds.pop("key", "P1"), f"CSV to chart, {rows or self.rows:,} rows",
            lambda build: Command(build, chart, chart_rows), self.few,
            peers={"DuckDB": lambda: elapsed(lambda: database.execute(sql).fetchall()),
                   "Polars": lambda: elapsed(lazy)},
            theirs={"DuckDB": lambda: database.execute(sql).fetchall(), "Polars": lambda: lazy().rows()}, goal=0.40,
            memory_goal=256 << 20, **kinds)

    def P2(self):
        path = self.sales()
        texts = {name: pyarrow.dictionary(pyarrow.int32(), pyarrow.string())
                 for name in ("Region", "Country", "Category", "Product")}
        convert = pyarrow.csv.ConvertOptions(column_types=texts)
        arrow = lambda: pyarrow.csv.read_csv(path, convert_options=convert)
        database = duck()
        yield Work(
            "P2", "CSV to table, 9 columns",
            lambda build: Asked(Program(build.program("loading")), f"csv {path}", held(f"csv {path}")), self.few,
            peers={
                "pyarrow": lambda: elapsed(arrow),
                "Polars": lambda: elapsed(lambda: polars.read_csv(path, try_parse_dates=True)),
                "DuckDB": lambda: elapsed(
                    lambda: database.execute(f"CREATE OR REPLACE TABLE sales AS FROM read_csv('{path}')")),
            },
            theirs={"pyarrow": lambda: summed(arrow())}, goal=0.60)

    def P3(self):
        goals = {"Q1": 0.20, "Q1wide": None, "Q2": 0.25, "Q3": 0.14, "several": None, "extremes": 0.8, "total": 0.5,
                 "manyGroups": 0.8, "distinct": 0.8, "median": 0.5}
        path = self.sales()
        peers = in_store.Peers(path)
        for name, goal in goals.items():
            yield Work(
                "P3", f"in store: {name}",
                lambda build, name=name: Asked(
                    build.shared("in-store", path, "2"), f"time {name}", lambda program: program.ask(f"answer {name}"),
                    is_shared=True),
                self.rounds, peers=peers.seconds(name), theirs=peers.answers(name), goal=goal)

    def P4(self):
        import adbc_driver_sqlite.dbapi
        import connectorx
        path = self.sqlite()
        sql = "SELECT * FROM sales"

        def adbc():
            with adbc_driver_sqlite.dbapi.connect(path) as connection, connection.cursor() as cursor:
                cursor.execute(sql)
                return cursor.fetch_arrow_table()

        for kind, line, goal in [("table", f"table {path} sales", 0.45),
                                 ("statement", f"statement {path}\t{sql}", 0.75)]:
            yield Work(
                "P4", f"SQLite {kind} to table, 1 M × 9",
                lambda build, line=line: Asked(Program(build.program("loading")), line, held(line)),
                max(3, self.rounds // 2), peers={"ADBC": lambda: elapsed(adbc),
                       "connectorx": lambda: elapsed(lambda: connectorx.read_sql(f"sqlite://{path}", sql,
                                                                                 return_type="arrow"))},
                theirs={"ADBC": lambda: summed(adbc())}, goal=goal)

    def P5(self):
        with postgresql_road.server() as road:
            for kind, line, argument, goal in [
                    ("table", "table sales", False, 0.65),
                    ("statement", f"statement {postgresql_road.PLAIN}", False, 0.80),
                    ("statement with an argument", f"statement {postgresql_road.WITH_ARGUMENT}\t1", True, 0.65)]:
                # A process of its own: what it has not yet asked the system for counts.
                yield Work(
                    "P5", f"PostgreSQL {kind}, 1 M × 9",
                    lambda build, line=line: Asked(Program(build.program("postgresql-road"), road.url), line,
                                                   held(line), grown=True),
                    max(5, self.rounds // 2), peers=road.seconds(argument),
                    theirs={"ADBC": lambda argument=argument: summed(road.table(argument))}, goal=goal)
            yield Work(
                "P5", "PostgreSQL cancelled: the server stops",
                lambda build: Cancelled(Program(build.program("postgresql-road"), road.url)), 15)

    def P6(self):
        with tempfile.TemporaryDirectory() as folder:
            tiny = os.path.join(folder, "tiny.csv")
            with open(self.sales(), "rb") as source, open(tiny, "wb") as target:
                target.writelines(source.readline() for _ in range(21))
            sql = f"SELECT Region, sum(Amount) FROM '{tiny}' GROUP BY 1"
            program = f"import duckdb; print(duckdb.sql(\"{sql}\").fetchall())"
            chart = ["chart", tiny, "--category", "Region", "--value", "sum(Amount)"]
            yield Work(
                "P6", "20 lines of CSV to chart, whole process", lambda build: Command(build, chart, chart_rows),
                3 * self.rounds, peers={"Python with DuckDB": lambda: run([sys.executable, "-c", program])[0]},
                theirs={"DuckDB": lambda: duck().execute(sql).fetchall()}, bound=0.010)

    def P7(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "face")

            def written(face, program):
                program.ask(f"write {face} {path}")
                return digest(path)

            for face, work, bound in [("json", "chart JSON", 0.002), ("texts", "chart JSON with texts", 0.005),
                                      ("svg", "SVG", 0.010)]:
                yield Work(
                    "P7", f"2 000 × 16 values as {work}",
                    lambda build, face=face: Asked(Program(build.program("faces")), face,
                                                   functools.partial(written, face)),
                    5 * self.rounds, bound=bound)

    def P9(self):
        path = self.sales()
        peer = explored.DuckDB(path)
        start = lambda build: build.shared("explored", path, "2")
        for name in explored.MOVES:
            # A process of its own each time: it has seen no move.
            first = lambda build, name=name: First(build, path, f"time {name} {explored.FIRST}",
                                                   functools.partial(explored.answer, name))
            yield Work(
                "P9", f"the first move of {name}", first, self.few,
                peers={"DuckDB": lambda name=name: peer.seconds(name, explored.FIRST)},
                theirs={"DuckDB": lambda name=name: peer.answer(name)}, goal=1.0)
        for name in explored.MOVES:
            is_linear = name != "threshold"

            def ours(build, name=name):
                steps = explored.steps()
                return Asked(
                    start(build), lambda: f"time {name} {next(steps)}", functools.partial(explored.answer, name),
                    is_shared=True)

            steps = explored.steps()
            yield Work(
                "P9", f"a move of {name}", ours, 2 * self.rounds,
                peers={"DuckDB": lambda name=name, steps=steps: peer.seconds(name, next(steps))},
                theirs={"DuckDB": lambda name=name: peer.answer(name)},
                summary=percentile_95 if is_linear else statistics.median,
                called="95th percentile" if is_linear else "", goal=None if is_linear else 0.25,
                bound=0.002 if is_linear else None)
        for name in explored.CANCELLED:
            # Rows are evaluated, grouped, sorted: cancelled at several moments of each.
            yield Work("P9", f"{name} cancelled: until it ends", lambda build,
                       name=name: explored.Cancelled(start(build), name), self.rounds, summary=max,
                       called="the longest", bound=0.100)

    def P10(self):
        path = self.foreign("flights.csv")
        database = duck()
        frame = lambda: polars.read_csv(path, null_values="NA", try_parse_dates=True)
        copy = lambda out, form: database.execute(
            f"COPY (FROM read_csv('{path}', nullstr='NA')) TO '{out}' (FORMAT {form})")
        with tempfile.TemporaryDirectory() as folder:
            out = os.path.join(folder, "out")
            mine = f"{out}-ours"
            peers = {
                "csv": {"DuckDB": lambda: elapsed(lambda: copy(out, "csv")),
                        "Polars": lambda: elapsed(lambda: frame().write_csv(out))},
                "json": {"DuckDB": lambda: elapsed(lambda: copy(out, "json")),
                         "Polars": lambda: elapsed(lambda: frame().write_ndjson(out))},
                "arrow": {"Polars": lambda: elapsed(lambda: frame().write_ipc(out))},
            }
            read = {"csv": lambda _: outline(polars.read_csv(mine, infer_schema_length=None)),
                    "json": lambda _: outline(polars.read_json(mine)),
                    "arrow": lambda _: outline(polars.read_ipc(mine)), "text": lambda _: digest(mine)}
            theirs = {"Polars": lambda: outline(frame())}
            for form, goal in [("csv", 0.8), ("json", None), ("arrow", 0.8), ("text", None)]:
                name = f"337 000 × 19 read and written as {form}"
                yield Work(
                    "P10", name, lambda build,
                    form=form: Command(build, ["query", path, "--format", form, "-o", mine], read[form]), self.few,
                    peers=peers.get(form, {}), theirs=theirs if form in peers else {}, goal=goal,
                    bound=(lambda before, name=name: 2 * before[name.replace("text", "csv")]) if form == "text"
                    else None)

    def P11(self):
        path = self.sales(self.rows // 2)
        charts = {"Regions": "Region", "Countries": "Country", "Categories": "Category", "Products": "Product",
                  "Years": "Year"}
        with tempfile.TemporaryDirectory() as folder:
            xml = "".join(
                f'<Chart Name="{name}" ChartType="{"Line" if name == "Years" else "Column"}" Query="Rows">'
                f'<Category Column="{column}"/><Values><Value Expression="Amount"/></Values></Chart>'
                for name, column in charts.items())
            pathlib.Path(folder, "five.xml").write_text(f"<Dashboard>{xml}</Dashboard>")
            pathlib.Path(folder, "auger.yaml").write_text(
                f'sources: {{ files: {{ adapter: csv, path: "{path}" }} }}\n'
                f"queries: {{ Rows: {{ source: files, from: {pathlib.Path(path).stem}, "
                "derive: { Year: year(OrderDate) } } }\ndashboards: { five: five.xml }\n")
            export = ["export", "--workspace", f"{folder}/auger.yaml", "-o", f"{folder}/out"]

            def exported(_):
                found = {name: next(pathlib.Path(folder, "out").rglob(f"{name}.json")) for name in charts}
                return [(name, *row) for name, file in found.items() for row in chart_rows(file.read_text())]

            database = duck()
            keys = dict(charts, Years="year(OrderDate)")
            statements = {name: f"SELECT {key}, sum(Amount) FROM read_csv('{path}') GROUP BY ALL" for name,
                          key in keys.items()}
            five = lambda: [(name, *row) for name,
                            statement in statements.items() for row in database.execute(statement).fetchall()]
            yield Work(
                "P11", f"five charts over one file, {self.rows // 2:,} rows",
                lambda build: Command(build, export, exported), self.few,
                peers={"DuckDB, five statements": lambda: elapsed(five)}, theirs={"DuckDB": five}, goal=0.30)

    def files(self):
        """The files of strangers: ahead of DuckDB at each."""
        log, wide, flights = self.foreign("log.csv"), self.foreign("wide.csv"), self.foreign("flights.csv")

        def compress(path):
            with open(log, "rb") as source, gzip.open(path, "wb", 1) as target:
                shutil.copyfileobj(source, target, 1 << 20)

        zipped = self.made("log.csv.gz", compress)
        chart = lambda path, category, value: ["chart", path, "--category", category, "--value", value]
        query = lambda path, *more: ["query", path, *more, "--format", "csv"]
        cases = [
            ("log: count by service", chart(log, "service", "count()"),
             f"SELECT service, count(*) FROM read_csv('{log}') GROUP BY ALL"),
            ("log: a filter", query(log, "--where", "duration_ms > 239990"),
             f"FROM read_csv('{log}') WHERE duration_ms > 239990"),
            ("log: --limit 5 --where", query(log, "--where", "duration_ms > 230000", "--limit", "5"),
             f"FROM read_csv('{log}') WHERE duration_ms > 230000 LIMIT 5"),
            ("302 columns, two rows", query(wide, "--limit", "2"), f"FROM read_csv('{wide}') LIMIT 2"),
            ("log.gz: count by service", chart(zipped, "service", "count()"),
             f"SELECT service, count(*) FROM read_csv('{zipped}') GROUP BY ALL"),
            ("flights: a mean by carrier", chart(flights, "carrier", "avg(arr_delay)"),
             f"SELECT carrier, avg(arr_delay) FROM read_csv('{flights}', nullstr='NA') GROUP BY ALL"),
        ]
        database = duck()
        for name, arguments, sql in cases:
            is_chart = arguments[0] == "chart"
            # Rows come in no order there, and their moments are written in another way.
            shown = (lambda rows: rows) if is_chart else counted
            theirs = lambda sql=sql, shown=shown: shown(database.execute(sql).fetchall())
            yield Work(
                "files", name, lambda build,
                arguments=arguments: Command(build, arguments, chart_rows if arguments[0] == "chart" else csv_rows),
                self.few, peers={"DuckDB": lambda sql=sql: elapsed(lambda: database.execute(sql).fetchall())},
                theirs={"DuckDB": theirs}, shown=shown, goal=1.0)
        path = self.foreign("sales.sqlite")
        statement = "SELECT region, sum(amount) FROM sales GROUP BY 1"
        connection = sqlite3.connect(path)
        yield Work(
            "files", "chart of a group-by, 30 MB of SQLite",
            lambda build: Command(build, chart(f"{path}.sales", "region", "sum(amount)"), chart_rows), self.rounds,
            peers={"the statement": lambda: elapsed(lambda: connection.execute(statement).fetchall())},
            theirs={"SQLite": lambda: connection.execute(statement).fetchall()}, goal=1.5)

    def libcsv(self):
        """The reader that is libcsv, every field as text, beside a loop in C that counts fields by libcsv alone."""
        path = self.sales()
        with tempfile.TemporaryDirectory() as folder:
            count = [f"{folder}/libcsv-count", path]
            subprocess.run(["cc", "-O2", "-o", count[0], HERE / "libcsv-count.c", "-lcsv"], check=True)
            chart = ["chart", path, "--as-text", "--category", "Region", "--value", "count()"]
            # libcsv counts the header, too.
            yield Work("libcsv", f"CSV as text, {self.rows:,} rows", lambda build: Command(build, chart, chart_rows),
                       self.rounds, peers={"libcsv alone": lambda: run(count)[0]},
                       theirs={"libcsv alone": lambda: [(int(run(count)[2].split()[2]) - 1,)]},
                       shown=lambda rows: [(sum(row[-1] for row in rows),)])

    def bounded(self):
        """Queries that must not do more than they need."""
        with tempfile.TemporaryDirectory() as folder:
            for name, words in bounded.commands(pathlib.Path(folder)).items():
                yield Work("bound", name, lambda build, words=words: Command(build, words, lambda text: [(text,)]),
                           self.few)

    # How the work grows with the rows, the groups, and the columns of a file.

    def growth_of_rows(self):
        for rows in (self.rows // 10, self.rows, self.rows * 10):
            yield from self.P1(rows, key="rows", series="rows", size=rows)

    def growth_of_groups(self):
        """One file, whose columns g0 to g6 have 1 to 1 000 000 values: as many rows each time."""
        sizes = [10 ** power for power in range(7) if 10 ** power <= self.rows]

        def write(path):
            # Multiplied by an odd number, so that neighbors are of other groups.
            row = (polars.int_range(self.rows, dtype=polars.UInt64, eager=True) * 2_654_435_761) % 4_294_967_296
            keys = [(row % size).cast(polars.String).alias(f"g{power}") for power, size in enumerate(sizes)]
            polars.DataFrame([*keys, ((row // 1024) % 100_000).cast(polars.Int64).alias("amount")]).write_csv(path)

        path = self.made(f"groups-{self.rows}.csv", write)
        database = duck()
        with tempfile.TemporaryDirectory() as folder:
            workspace = pathlib.Path(folder, "auger.yaml")
            queries = "\n".join(
                f"  By{power}: {{ source: files, from: groups-{self.rows}, groupBy: [g{power}], "
                "measures: { total: sum(amount), rows: count() } }"
                for power in range(len(sizes)))
            workspace.write_text(f'sources: {{ files: {{ adapter: csv, path: "{path}" }} }}\nqueries:\n{queries}\n')
            for power, size in enumerate(sizes):
                sql = f"SELECT g{power}, sum(amount)::BIGINT, count(*) FROM read_csv('{path}') GROUP BY ALL ORDER BY 1"
                yield Work(
                    "group", f"{self.rows:,} rows in {size:,} groups", lambda build, power=power: Command(
                        build, ["query", f"By{power}", "--workspace", str(workspace), "--format", "csv"], csv_rows),
                    self.few, peers={"DuckDB": lambda sql=sql: elapsed(lambda: database.sql(sql).to_arrow_table())},
                    theirs={"DuckDB": lambda sql=sql: database.execute(sql).fetchall()}, series="groups", size=size)

    def growth_of_columns(self):
        """Files of as many cells each time, 9 to 3 000 columns; a row's time is to grow with its columns."""
        cells = max(9 * self.rows // 10, 3_000)
        database = duck()
        for width in (9, 30, 100, 300, 1_000, 3_000):
            rows = cells // width

            def write(path, width=width, rows=rows):
                cell = polars.int_range(rows * width, dtype=polars.UInt64,
                                        eager=True) * 2_654_435_761 % 4_294_967_296 // 65_536
                numbers = [(cell.slice(column * rows, rows).cast(polars.Float64) / 100).alias(f"c{column}")
                           for column in range(width)]
                polars.DataFrame([(cell.slice(0,
                                              rows) % 7).cast(polars.String).map_elements(lambda key: f"key {key}",
                                                                                          polars.String).alias("c0"),
                                  *numbers[1:]]).write_csv(path)

            path = self.made(f"columns-{cells}-{width}.csv", write)
            last = f"c{width - 1}"
            sql = f"SELECT c0, sum({last}) FROM read_csv('{path}') GROUP BY ALL"
            yield Work(
                "cols", f"{cells:,} cells in {width:,} columns",
                lambda build, path=path, last=last: Command(build,
                                                            ["chart", path, "--category", "c0", "--value",
                                                             f"sum({last})"], chart_rows),
                self.few, peers={"DuckDB": lambda sql=sql: elapsed(lambda: database.execute(sql).fetchall())},
                theirs={"DuckDB": lambda sql=sql: database.execute(sql).fetchall()}, series="columns, by row",
                size=width, scaled=1 / rows)


class First(Side):
    """What a program that has just loaded its data needs for the first question."""

    def __init__(self, build, path, line, answer):
        self.start = lambda: Program(build.program("explored"), path, "2", says_hello=True)
        self.line, self.answered = line, answer

    def seconds(self):
        program = self.start()
        try:
            return program.ask(self.line)["seconds"]
        finally:
            program.close()

    def answer(self):
        program = self.start()
        try:
            return self.answered(program)
        finally:
            program.close()


class Cancelled(Asked):
    """How long a server goes on with a query that is cancelled."""

    def __init__(self, program):
        super().__init__(program, "cancel", lambda _: [])

    def seconds(self):
        return self.program.ask("cancel")["milliseconds"] / 1000


def chosen(parser, options):
    """A generator of works for each part that was asked for."""
    wanted = [tuple(part.partition(":")[::2]) for part in options.only.split(",")]
    if unknown := {part for part, _ in wanted} - set(PARTS):
        parser.error(f"there is no part {', '.join(sorted(unknown))}; the parts are {', '.join(PARTS)}")
    works = Works(options.rounds, options.rows, options.files)
    holding = lambda text, part: (work for work in part if text in work.name)
    return [holding(text, getattr(works, method)()) for part, text in wanted for method in PARTS[part]]
