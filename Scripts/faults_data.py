"""Checks of Scripts/faults-judge.py for stale and foreign data: freshness, reloads, collations and timing.

Each check takes the judge, the command, an empty folder, and the database of the run.

freshness   sources that change, are replaced and deleted
reloads     the workspace is reloaded while requests run
collations  tenants whose names are equal in a collation see only their own rows
timing      a value of another tenant takes as long as a value that does not exist
"""
import contextlib
import os
import pathlib
import random
import re
import signal
import sqlite3
import statistics
import subprocess
import threading
import time

from judging import Server, chart, eventually, write_board, write_sales, write_tokens

LIMIT = 30  # seconds: the maximum age of an answer whose source cannot report changes
FILES = ["csv", "arrow", "journal", "wal", "text", "over"]
SERVER = ["changed", "replaced", "dropped", "sql"]
SUMS = "groupBy: [region], measures: { amount: sum(amount) }"
FILTER = '<Filters><FilterName Name="Regions" /></Filters>'


# Freshness


class Files:
    """The files of the freshness check. All rows of a file contain the same value."""

    def __init__(self, auger, folder):
        self.auger, self.folder = auger, folder

    def csv(self, name, value):
        path = self.folder / name
        write_sales(path, [(f"R{number}", value) for number in range(3)])
        return path

    def arrow(self, name, value):
        source, path = self.csv(f"{name}.csv.tmp", value), self.folder / name
        subprocess.run([self.auger, "query", f"csv:{source}", "-o", str(path)], check=True, capture_output=True)
        return path

    def sqlite(self, name, value, mode="DELETE"):
        path = self.folder / name
        for part in [path, pathlib.Path(f"{path}-wal"), pathlib.Path(f"{path}-shm")]:
            part.unlink(missing_ok=True)
        with contextlib.closing(sqlite3.connect(path)) as database:
            database.execute(f"PRAGMA journal_mode = {mode}")
            database.execute("CREATE TABLE sales (region TEXT, amount INTEGER)")
            database.executemany("INSERT INTO sales VALUES (?, ?)", [(f"R{number}", value) for number in range(3)])
            database.commit()
        return path

    def make(self, kind, value, name=None):
        if kind in ("csv", "over"):
            return self.csv(name or f"{kind}.csv", value)
        if kind == "arrow":
            return self.arrow(name or "arrow.arrow", value)
        return self.sqlite(name or f"{kind}.sqlite", value, "WAL" if kind == "wal" else "DELETE")

    def path(self, kind):
        return self.folder / {"csv": "csv.csv", "over": "over.csv", "arrow": "arrow.arrow"}.get(kind, f"{kind}.sqlite")

    def change(self, kind, value):
        """Updates the file in place, like a program that has it open: a commit of a database."""
        if kind not in ("journal", "wal", "text"):
            self.make(kind, value)
            return
        with contextlib.closing(sqlite3.connect(self.path(kind))) as database:
            database.execute("UPDATE sales SET amount = ?", (value,))
            database.commit()
            if kind == "wal":
                # The change stays in the log, so that the database file does not change.
                self.held = sqlite3.connect(self.path(kind))
                self.held.execute("SELECT count(*) FROM sales").fetchall()

    def replace(self, kind, value):
        """Replaces the file with another one of equal size and modification time."""
        path = self.path(kind)
        old = path.stat()
        self.held = None
        other = self.make(kind, value, f"{path.name}.new{path.suffix}")
        os.utime(other, ns=(old.st_atime_ns, old.st_mtime_ns))
        for part in ("-wal", "-shm"):
            pathlib.Path(f"{path}{part}").unlink(missing_ok=True)
        os.replace(other, path)

    def overwrite(self, kind, value):
        """Overwrites the file with the bytes of another one and restores its modification time."""
        path = self.path(kind)
        old = path.stat()
        other = self.make(kind, value, f"{path.name}.other{path.suffix}")
        with open(path, "r+b") as file:
            file.write(other.read_bytes())
            file.truncate()
        os.utime(path, ns=(old.st_atime_ns, old.st_mtime_ns))


def freshness(judge, auger, folder, database):
    sql = "sql: 'SELECT region, sum(amount) AS amount FROM {} GROUP BY region'"
    bodies = {"csv": "from: csv", "arrow": "from: arrow", "journal": "from: sales", "wal": "from: sales"}
    lines = [f"  {kind}: {{ source: {kind}, {body}, {SUMS} }}" for kind, body in bodies.items()]
    lines.append(f'  text: {{ source: text, {sql.format("sales")} }}')
    lines.append(f'  over: {{ source: all, {sql.format("over_file")} }}')
    lines += [f"  old_{line.strip()[:-2]}, cache: {{ for: 1h, stale: 1h }} }}" for line in lines]
    for name in SERVER[:3]:
        database.do(f"CREATE TABLE f_{name} AS SELECT region, 1::bigint AS amount FROM sales")
        lines.append(f"  {name}: {{ source: server, from: f_{name}, {SUMS} }}")
    lines.append(f'  sql: {{ source: server, {sql.format("f_changed")} }}')
    yaml = f"""sources:
  csv: {{ adapter: csv, path: csv.csv }}
  over_file: {{ adapter: csv, path: over.csv }}
  arrow: {{ adapter: arrow, path: arrow.arrow }}
  journal: {{ adapter: sqlite, path: journal.sqlite }}
  wal: {{ adapter: sqlite, path: wal.sqlite }}
  text: {{ adapter: sqlite, path: text.sqlite }}
  all: {{ adapter: sql, over: [over_file] }}
  server: {{ adapter: postgresql, url: "{database.url}" }}
queries:
""" + "\n".join(lines) + "\ndashboards: { board: board.xml }\n"
    names = FILES + [f"old_{kind}" for kind in FILES] + SERVER
    write_board(folder, yaml, {name: chart(name) for name in names})
    files = Files(auger, folder)
    for kind in FILES:
        files.make(kind, 1)
    with contextlib.closing(Server(auger, folder)) as server:
        first = {name: server.chart(name) for name in SERVER}
        asked = time.monotonic()
        for name, answer in first.items():
            judge.holds(answer.status == 200 and {v // 1 for v in answer.amounts} == {1},
                        f"freshness: {name} is answered", answer)
        database.do("UPDATE f_changed SET amount = 2")
        database.do("ALTER TABLE f_replaced RENAME TO f_away")
        database.do("CREATE TABLE f_replaced AS SELECT region, 2::bigint AS amount FROM sales")
        database.do("DROP TABLE f_dropped")
        for kind in FILES:
            file_freshness(judge, server, files, kind)
        server_freshness(judge, server, asked)
        judge.holds(server.close() == 0, "freshness: the server ends by SIGTERM")


def file_freshness(judge, server, files, kind):
    def shows(value, what):
        # Requests within 5 ms share one check for changed data.
        time.sleep(0.01)
        for name in [kind, f"old_{kind}"]:
            answers = [server.chart(name), server.chart(name), server.chart(name, "csv")]
            for answer in answers[:2]:
                judge.holds(answer.status == 200 and answer.amounts == {value}, f"{kind}: {what} is shown at once",
                            f"{name}: {answer}")
            for answer in answers:
                judge.holds(not answer.is_old and int(answer.fields.get("Auger-Age", 99)) <= 2
                            and "Auger-As-Of" in answer.fields, f"{kind}: {what} has an age",
                            f"{name}: {answer} {answer.fields}")
            judge.holds(str(value).encode() in answers[2].body, f"{kind}: {what} is in every form", answers[2])

    shows(1, "the first value")
    for value in range(2, 8):
        files.change(kind, value)
        shows(value, "a change")
    files.replace(kind, 8)
    shows(8, "another file in its place")
    files.overwrite(kind, 9)
    shows(9, "another content")
    path = files.path(kind)
    away = path.with_suffix(".away")
    os.rename(path, away)
    time.sleep(0.01)
    strict, lenient = server.chart(kind), server.chart(f"old_{kind}")
    judge.holds(strict.status == 503 and b"9" not in strict.body.split(b"code")[0],
                f"{kind}: a deleted file is an error", strict)
    judge.holds(lenient.status == 200 and lenient.is_old and lenient.amounts == {9},
                f"{kind}: what may be old is given, and said", lenient)
    os.rename(away, path)
    shows(9, "a file that is back")


def server_freshness(judge, server, asked):
    """Checks responses after a change: before the limit they may be old if they report their age, later not."""
    while time.monotonic() - asked < LIMIT + 1:
        for name in SERVER:
            answer = server.chart(name)
            age = int(answer.fields.get("Auger-Age", 0))
            # Ages are differences of full seconds.
            judge.holds(answer.status != 200 or age <= LIMIT, f"postgresql: no answer is older than {LIMIT} s",
                        f"{name}: {answer}")
        time.sleep(1)
    for name in SERVER:
        answer = server.chart(name)
        if name == "dropped":
            judge.holds(answer.status == 503, "postgresql: a dropped table is an error", answer)
        else:
            judge.holds(answer.status == 200 and answer.amounts == {2},
                        f"postgresql: the data are fresh after {LIMIT} s", f"{name}: {answer}")


# Reloads


def reloads(judge, auger, folder, database):
    """Reloads the workspace during requests. Later responses must not use the old one."""
    database.do("CREATE OR REPLACE VIEW slower AS SELECT 'R' AS region, 1::bigint AS amount "
                "FROM (SELECT pg_sleep(0.2) OFFSET 0) p")
    folder.mkdir()
    write_sales(folder / "quick.csv", [("R", 1)])

    def write(number):
        measures = f"groupBy: [region], measures: {{ amount: sum(amount) * {number} }}"
        write_board(folder, f"""sources:
  shop: {{ adapter: postgresql, url: "{database.url}" }}
  file: {{ adapter: csv, path: quick.csv }}
queries:
  Slow: {{ source: shop, from: slower, {measures}, cache: 1h }}
  Quick: {{ source: file, from: quick, {measures} }}
dashboards: {{ board: board.xml }}
""", {name: chart(name) for name in ["Slow", "Quick"]})

    write(1)
    faces = ["json", "rows.json", "csv"]
    with contextlib.closing(Server(auger, folder)) as server:
        for number in range(2, 22):
            running = [threading.Thread(target=server.chart, args=("Slow", face)) for face in faces]
            for thread in running:
                thread.start()
            time.sleep(random.uniform(0.05, 0.15))
            write(number)
            server.process.send_signal(signal.SIGHUP)
            eventually(lambda number=number: server.chart("Quick").amounts == {number})
            for thread in running:
                thread.join()
            for face in faces:
                answer = server.chart("Slow", face)
                judge.holds(answer.status == 200, "reload: the new workspace is served", answer)
                shown = answer.amounts if face == "json" else {int(re.findall(rb"\d+", answer.body)[-1])}
                judge.holds(shown == {number}, f"reload: {face} is of the new workspace", answer)
        judge.holds(server.close() == 0, "reload: the server ends by SIGTERM")


# Collations

TENANTS = ["acme", "ACME", "Acme", "acmé"]


def collations(judge, auger, folder, database):
    """Checks that tenants with names equal in a collation see only their own rows, for all kinds of restrictions."""
    folder.mkdir(exist_ok=True)
    rows = [(tenant, f"{tenant} {number}", 10 ** place) for place, tenant in enumerate(TENANTS) for number in range(3)]
    database.do("CREATE COLLATION mixed (provider = icu, locale = 'und-u-ks-level1', deterministic = false)")
    types = {"mixed": "text COLLATE mixed", "varied": "varchar(20) COLLATE mixed", "domained": "mixed_text",
             "plain": "text"}
    database.do("CREATE DOMAIN mixed_text AS text COLLATE mixed")
    with contextlib.suppress(subprocess.CalledProcessError):
        database.do("CREATE EXTENSION citext")
        types["folded"] = "citext"
    values = ", ".join(f"('{tenant}', '{region}', {amount})" for tenant, region, amount in rows)
    names, queries, policy = [], [], []

    def add(source, table):
        parts = {
            f"{table}_rows": f"source: {source}, from: {table}, {SUMS}",
            f"{table}_forced": f'source: {source}, from: {table}_f, where: ["tenant in ($Tenant)"], {SUMS}',
            f"{table}_sql": f"source: {source}_sql, sql: 'SELECT region, sum(amount) AS amount FROM {table}_f "
                            f"WHERE tenant = :Tenant GROUP BY region'",
            f"{table}_list": f"source: {source}_sql, sql: 'SELECT region, sum(amount) AS amount FROM {table}_f "
                             f"WHERE tenant IN (:Tenant, :Tenant) GROUP BY region'",
        }
        for name, text in parts.items():
            names.append(name)
            queries.append(f"  {name}: {{ {text} }}")
        policy.append(f'{source}.{table}: "tenant == claim.tenant"')

    for column, kind in types.items():
        for table in [f"c_{column}", f"c_{column}_f"]:
            database.do(f"CREATE TABLE {table} (tenant {kind}, region text, amount bigint); "
                        f"INSERT INTO {table} VALUES {values}; CREATE INDEX ON {table} (tenant)")
        add("server", f"c_{column}")
    with contextlib.closing(sqlite3.connect(folder / "file.sqlite")) as file:
        for column in ["NOCASE", "RTRIM", "BINARY"]:
            for table in [f"s_{column}", f"s_{column}_f"]:
                file.execute(f"CREATE TABLE {table} (tenant TEXT COLLATE {column}, region TEXT, amount INTEGER)")
                file.executemany(f"INSERT INTO {table} VALUES (?, ?, ?)", rows)
                file.execute(f"CREATE INDEX i_{table} ON {table} (tenant)")
            add("file", f"s_{column}")
        file.commit()
    forced = [name for name in names if not name.endswith("_rows")]
    restricted = [name for name in names if name.endswith("_rows")]
    yaml = f"""sources:
  server: {{ adapter: postgresql, url: "{database.url}" }}
  server_sql: {{ adapter: postgresql, url: "{database.url}" }}
  file: {{ adapter: sqlite, path: file.sqlite }}
  file_sql: {{ adapter: sqlite, path: file.sqlite }}
queries:
""" + "\n".join(queries) + f"""
dashboards: {{ board: board.xml, forced: forced.xml }}
policy:
  - for: everybody
    dashboards: [board]
    rows: {{ {", ".join(policy)} }}
  - for: everybody
    dashboards: [forced]
    force: {{ Tenant: claim.tenant }}
"""
    write_board(folder, yaml, {name: chart(name) for name in forced}, name="forced")
    write_board(folder, yaml, {name: chart(name) for name in restricted})
    tokens = write_tokens(folder, {f"token-{place}": f"tenant: {tenant}" for place, tenant in enumerate(TENANTS)})
    with contextlib.closing(Server(auger, folder, "--tokens", tokens)) as server:
        for place, tenant in enumerate(TENANTS):
            for name in names:
                dashboard = "forced" if name in forced else "board"
                answer = server.get(f"/dashboards/{dashboard}/{name}.json", token=f"token-{place}")
                what = name.rsplit("_", 1)[1]
                judge.holds(answer.status == 200 and answer.amounts == {10 ** place},
                            f"collations: {what}: a tenant sees its rows", f"{tenant} {name}: {answer}")
                for other in TENANTS:
                    judge.holds(other == tenant or f'"{other} 0"'.encode() not in answer.body,
                                f"collations: {what}: a tenant sees no rows of others", f"{tenant} {name}: {other}")
        judge.holds(server.close() == 0, "collations: the server ends by SIGTERM")


# Timing


def timing(judge, auger, folder, database, count=60):
    """Compares the time for a value of another tenant and for a missing one, as medians of interleaved requests."""
    folder.mkdir(exist_ok=True)
    each = 4000
    create = ("SELECT CASE WHEN i % 50 = 0 THEN 'mine' ELSE 'theirs' END AS tenant, "
              f"CASE WHEN i % 50 = 0 THEN 'Own ' || (i % 7) ELSE 'Foreign ' || (i % {count}) END AS region, "
              "i AS amount ")
    database.do(f"CREATE TABLE timed AS {create} FROM generate_series(1, {each * count}) AS i")
    for column in ["tenant", "region"]:
        database.do(f"CREATE INDEX ON timed ({column})")
    database.do("ANALYZE timed")
    with contextlib.closing(sqlite3.connect(folder / "file.sqlite")) as file:
        file.execute("CREATE TABLE timed (tenant TEXT, region TEXT, amount INTEGER)")
        file.execute(f"INSERT INTO timed WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c "
                     f"WHERE i < {each * count}) {create} FROM c")
        for column in ["tenant", "region"]:
            file.execute(f"CREATE INDEX by_{column} ON timed ({column})")
        file.execute("ANALYZE")
        file.commit()
        with open(folder / "timed.csv", "w", encoding="utf-8") as text:
            text.write("tenant,region,amount\n")
            text.writelines(",".join(map(str, row)) + "\n" for row in file.execute("SELECT * FROM timed"))
    body = f'from: timed, where: ["[[ region in ($Regions) ]]"], {SUMS}'
    names = ["server", "file", "text"]
    queries = "\n".join(f"  {name}: {{ source: {name}, {body} }}" for name in names)
    rows = ", ".join(f'{name}.timed: "tenant == claim.tenant"' for name in names)
    filters = ('<Filters><Filter Name="Regions" Sequence="1" SourceQuery="server" FilterType="picklist" '
               'Column="region" /></Filters>')
    write_board(folder, f"""sources:
  server: {{ adapter: postgresql, url: "{database.url}" }}
  file: {{ adapter: sqlite, path: file.sqlite }}
  text: {{ adapter: csv, path: timed.csv }}
queries:
{queries}
dashboards: {{ board: board.xml }}
policy:
  - for: everybody
    dashboards: [board]
    rows: {{ {rows} }}
""", {name: chart(name, inner=FILTER) for name in names}, filters)
    tokens = write_tokens(folder, {"token-0": "tenant: mine"})
    with contextlib.closing(Server(auger, folder, "--tokens", tokens)) as server:
        for name in names:
            address = f"/dashboards/board/{name}.json?filter.Regions="
            # Exclude the first requests, which inspect the table and open connections.
            for number in range(5):
                server.get(f"{address}Own%20{number}", token="token-0")
            took = {"Foreign": [], "Unknown": []}
            order = [(kind, number) for kind in took for number in range(count)]
            random.shuffle(order)
            answers = {}
            for kind, number in order:
                answer = server.get(f"{address}{kind}%20{number}", token="token-0")
                answers[kind] = answer
                took[kind].append(answer.seconds)
            judge.holds(answers["Foreign"].status == 200
                        and answers["Foreign"].amounts == answers["Unknown"].amounts == set(),
                        f"timing: {name}: neither shows a number", answers["Foreign"])
            foreign, unknown = (statistics.median(took[kind]) for kind in ["Foreign", "Unknown"])
            chance = permutation(took["Foreign"], took["Unknown"])
            print(f"timing: {name}: foreign {foreign * 1000:.2f} ms, unknown {unknown * 1000:.2f} ms, p = {chance:.3f}",
                  flush=True)
            judge.holds(chance > 0.001 or abs(foreign - unknown) < 0.05 * unknown,
                        f"timing: {name}: a foreign value takes as long as an unknown one",
                        f"{foreign * 1000:.2f} ms, {unknown * 1000:.2f} ms, p = {chance:.4f}")
        judge.holds(server.close() == 0, "timing: the server ends by SIGTERM")


def permutation(first, second, rounds=4000):
    """Returns the probability of such a difference of medians if both samples are from one distribution."""
    observed = abs(statistics.median(first) - statistics.median(second))
    both, chooser, larger = first + second, random.Random(1), 0
    for _ in range(rounds):
        chooser.shuffle(both)
        larger += abs(statistics.median(both[:len(first)]) - statistics.median(both[len(first):])) >= observed
    return (larger + 1) / (rounds + 1)


CLASSES = {"freshness": freshness, "reloads": reloads, "collations": collations, "timing": timing}
