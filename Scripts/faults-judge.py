#!/usr/bin/env python3
"""Disables resources that a server depends on, and checks its responses.

freshness, reloads, collations, timing  see faults_data.py
server      A dashboard over a private PostgreSQL and a local file. The database stops and restarts, hangs, becomes
            slow and changes its types. Then, for some seconds, a job publishes repeatedly while the data change and
            clients read charts and published files. Then the disks of the access log and of a job's snapshots fill.
            Stale data must be marked, no response may mix two versions of the data, and requests that do not depend
            on the fault must succeed immediately.
hanging     Files that hang.
violations  Servers that violate PostgreSQL's protocol (fake_postgresql.py).

Filling disks requires root; without it, these checks are skipped. The exit code is 1 if a check fails.
"""
import collections
import concurrent.futures
import contextlib
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

import fake_postgresql
import faults_data
from judging import Database, Judge, Parser, Server, chart, filled, published, small_disk, write_board, write_regions

WORKSPACE = """sources:
  shop: {{ adapter: postgresql, url: "{url}", reconnect: 500ms }}
  file: {{ adapter: csv, path: local.csv }}
queries:
  Kept: {{ source: shop, from: sales, {sums}, limits: {{ time: 2s }}, cache: {{ for: 1s, stale: 1h }} }}
  Strict: {{ source: shop, from: sales, {sums}, limits: {{ time: 2s }}, cache: 1s }}
  Slow: {{ source: shop, from: slow, {sums}, limits: {{ time: 10s }}, cache: 1s }}
  Local: {{ source: file, from: local, {sums} }}
dashboards: {{ board: board.xml }}
jobs:
  often: {{ queries: [Strict], charts: [board/Kept], formats: [json, svg, csv],
    publish: {{ directory: "{public}", keep: {{ count: 3, age: 1m }} }} }}
"""
NAMES = ["Kept", "Strict", "Slow", "Local"]
# The time limit of a query, and the additional time until its caller gets a response.
LIMIT, SLACK = 2, 4
MOST_MEMORY = 300 << 20


def database_faults(judge, database, server):
    secrets = [database.url.encode(), b"sales", b"SELECT", b"5432", str(database.port).encode()]
    first = {name: server.chart(name) for name in NAMES}
    for name, answer in first.items():
        judge.holds(answer.status == 200 and answer.amounts == {1}, f"{name} is answered", answer)
    judge.holds(first["Slow"].seconds > 0.7, "a slow source is waited for", first["Slow"])

    def during(what, status):
        kept, strict, local = server.chart("Kept"), server.chart("Strict"), server.chart("Local")
        judge.holds(kept.status == 200 and kept.is_old and kept.amounts == {1},
                    f"{what}: what may be old is given, and said", kept)
        judge.holds("answerStale" in kept.body.decode(), f"{what}: the warning is in the chart", kept)
        for face in ["svg", "csv", "arrow", "vl.json", "rows.json"]:
            answer = server.chart("Kept", face)
            judge.holds(answer.status == 200 and answer.is_old, f"{what}: {face} says it is old", answer)
        judge.holds(strict.status == status, f"{what}: what may not be old is {status}", strict)
        for secret in secrets:
            judge.holds(secret not in strict.body, f"{what}: nothing is said of the source", strict)
        page = server.get("/dashboards/board")
        judge.holds(page.status == 200 and b"the source does not answer" in page.body, f"{what}: the page says it",
                    page)
        judge.holds(local.status == 200 and not local.is_old and local.seconds < 1,
                    f"{what}: others are answered at once", local)
        judge.holds(server.get("/healthz").status == 200, f"{what}: the server lives")

    def after(what, value=1):
        for name in ["Kept", "Strict"]:
            answer = server.chart(name)
            judge.holds(answer.status == 200 and not answer.is_old and answer.amounts == {value},
                        f"{what}: {name} is fresh", answer)
            judge.holds(value != 1 or answer.fields["ETag"] == first[name].fields["ETag"],
                        f"{what}: the same data have their ETag", answer)
        page = server.get("/dashboards/board")
        judge.holds(b"the source does not answer" not in page.body, f"{what}: the page says no more of it", page)

    time.sleep(1.1)
    database.go()
    during("gone", 503)
    database.come()
    after("back")
    time.sleep(1.1)
    database.send(signal.SIGSTOP)
    during("hangs", 504)
    database.send(signal.SIGCONT)
    after("woken")
    # A string replaces a number.
    time.sleep(1.1)
    database.do("DROP VIEW slow")
    database.do("ALTER TABLE sales ALTER amount TYPE text USING 'much'")
    for name in ["Kept", "Strict"]:
        answer = server.chart(name)
        judge.holds(answer.status in (422, 503) or answer.is_old and answer.amounts == {1},
                    "other types: no number is made of a text", answer)
    judge.holds(server.get("/dashboards/board").status == 200, "other types: the page stands")
    database.do("ALTER TABLE sales ALTER amount TYPE bigint USING 7")
    database.do("CREATE VIEW slow AS SELECT * FROM sales")
    time.sleep(1.1)
    after("right again", 7)


def refresh(auger, workspace):
    return subprocess.run([auger, "refresh", "often", "--workspace", str(workspace), "--quiet"], capture_output=True,
                          text=True, check=False)


def publishing(judge, auger, database, server, workspace, seconds):
    """Changes data while a job publishes repeatedly and clients read: each response must be from one version."""
    stop, version, runs = threading.Event(), 7, 0
    ran = refresh(auger, workspace)
    judge.holds(ran.returncode == 0, "the job publishes", ran.stderr)
    files = [entry["path"] for entry in published(workspace / "public")[0]["files"]]
    seen, lock = collections.Counter(), threading.Lock()

    def read():
        choose = random.Random()
        while not stop.is_set():
            file = choose.choice(files)
            answer, chart = server.get(f"/published/often/{file}"), server.chart(choose.choice(["Kept", "Strict"]))
            page = server.get("/dashboards/board")
            judge.holds(answer.status == 200, "a published file is there while others are published",
                        f"{file}: {answer}")
            judge.holds(chart.status == 200 and len(chart.amounts) == 1, "a chart is of one version", chart)
            judge.holds(page.status == 200 and b"could not be read" not in page.body, "a page is whole", page)
            if answer.status == 200:
                told = versions(file, answer.body)
                judge.holds(told is None or len(told) == 1, "a published file is of one version", f"{file}: {told}")
                with lock:
                    seen[(file, min(told) if told else None)] += 1

    readers = [threading.Thread(target=read) for _ in range(4)]
    for reader in readers:
        reader.start()
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        version += 1
        database.do(f"UPDATE sales SET amount = {version}")
        ran = refresh(auger, workspace)
        judge.holds(ran.returncode == 0, "the job publishes while it is read", ran.stderr)
        runs += 1
    stop.set()
    for reader in readers:
        reader.join()
    last = server.get("/published/often/" + next(file for file in files if file.endswith("Strict.json")))
    judge.holds(versions("Strict.json", last.body) == {version}, "the last version is served at the end", last)
    print(f"publishing: {runs} runs, {sum(seen.values())} files read of {len({v for _, v in seen if v})} versions")


def versions(file, body):
    """Returns the data versions in a published file. None if the file has no plain numbers."""
    if file.endswith(".csv"):
        last = [line.rsplit(",", 1)[-1] for line in body.decode().splitlines()[1:]]
        return {text.strip() and float(text) for text in last}
    if not file.endswith(".json"):
        return None
    value = json.loads(body)
    if isinstance(value, dict) and "values" in value:
        return {number for series in value["values"] for numbers in series for number in numbers}
    rows = value if isinstance(value, list) else value.get("rows", [])
    return {row["amount"] if isinstance(row, dict) else row[-1] for row in rows} or None


def is_json(line):
    with contextlib.suppress(ValueError):
        json.loads(line)
        return True
    return False


def full_log(judge, auger, workspace, folder):
    with small_disk(folder, "256k"):
        server = Server(auger, workspace, "--access-log", str(folder / "accesses.jsonl"), "--audit-required")
        judge.holds(server.chart("Local").status == 200, "accesses are recorded")
        ballast = filled(folder)
        # The rest of the last disk block is used first.
        refused = [answer for answer in (server.chart("Local") for _ in range(200)) if answer.status == 503]
        judge.holds(bool(refused), "full disk: what cannot be recorded is refused")
        for answer in refused:
            judge.holds(b"auditUnavailable" in answer.body and b"Region" not in answer.body,
                        "full disk: no data leave", answer)
        ballast.unlink()
        judge.holds(server.chart("Local").status == 200, "room again: accesses are answered")
        lines = (folder / "accesses.jsonl").read_text().splitlines()
        whole = sum(is_json(line) for line in lines)
        judge.holds(whole >= len(lines) - 1, "full disk: at most the last line before is torn",
                    f"{whole} of {len(lines)}")
        judge.holds(server.close() == 0, "the server ends")


def full_snapshots(judge, auger, database, server, workspace):
    public = workspace / "public"
    shutil.rmtree(public, ignore_errors=True)
    with small_disk(public, "512k"):
        ran = refresh(auger, workspace)
        judge.holds(ran.returncode == 0, "a snapshot is published on the small disk", ran.stderr)
        files = [entry["path"] for entry in published(public)[0]["files"]]
        before = {file: server.get(f"/published/often/{file}") for file in files}
        ballast = filled(public)
        database.do("UPDATE sales SET amount = amount + 1")
        ran = refresh(auger, workspace)
        judge.holds(ran.returncode == 2 and "diskFull" in ran.stdout, "full disk: the run fails, and says why",
                    ran.stdout)
        for file, old in before.items():
            answer = server.get(f"/published/often/{file}")
            judge.holds(answer.status == 200 and answer.body == old.body
                        and answer.fields["ETag"] == old.fields["ETag"], "full disk: the last good snapshot is served",
                        f"{file}: {answer}")
        ballast.unlink()
        ran = refresh(auger, workspace)
        judge.holds(ran.returncode == 0, "room again: the run succeeds", ran.stderr)
        changed = [file for file in files if server.get(f"/published/often/{file}").body != before[file].body]
        judge.holds(bool(changed), "room again: the new snapshot is served")


def served(judge, auger, folder, database, seconds):
    public = folder / "public"
    yaml = WORKSPACE.format(url=database.url, sums=faults_data.SUMS, public=public)
    write_board(folder, yaml, {name: chart(name) for name in NAMES})
    write_regions(folder)
    with contextlib.closing(Server(auger, folder)) as server:
        database_faults(judge, database, server)
        publishing(judge, auger, database, server, folder, seconds)
        try:
            with small_disk(folder / "tried", "64k"):
                pass
            full_log(judge, auger, folder, folder / "log")
            full_snapshots(judge, auger, database, server, folder)
        except subprocess.CalledProcessError:
            print("LEFT OUT: disks that fill, as no tmpfs can be mounted here", flush=True)
        judge.holds(server.close() == 0, "the server ends by SIGTERM")


def write_workspace(folder, sources):
    """Writes a dashboard `board` with one chart for each source, named after it."""
    lines = ["sources:", *(f"  {name}: {{ {text} }}" for name, text in sources.items()), "queries:"]
    lines += [f"  {name}: {{ source: {name}, from: t, limits: {{ time: {LIMIT}s }} }}" for name in sources]
    charts = {name: chart(name, "n", "count()") for name in sources}
    write_board(folder, "\n".join([*lines, "dashboards: { board: board.xml }", ""]), charts)
    (folder / "good").mkdir()
    (folder / "good/t.csv").write_text("n\n1\n2\n")


def hanging_files(judge, auger, folder):
    """Checks a pipe without a writer, which simulates a disk that does not respond. The command line must allow it."""
    write_workspace(folder, {"Pipe": "adapter: csv, path: pipe/t.csv", "Refused": "adapter: csv, path: refused/t.csv",
                             "Good": "adapter: csv, path: good/t.csv"})
    for name in ["pipe", "refused"]:
        (folder / name).mkdir()
        os.mkfifo(folder / name / "t.csv")
    server = Server(auger, folder, "--allow-path", str(folder / "pipe/t.csv"))
    refused = server.chart("Refused")
    judge.holds(refused.status >= 400 and refused.seconds < 1, "a pipe that nobody allowed is not read", refused)
    with concurrent.futures.ThreadPoolExecutor(8) as clients:
        for answer in clients.map(lambda _: server.chart("Pipe"), range(8)):
            judge.holds(answer.status >= 400 and answer.seconds < 2 * (LIMIT + SLACK),
                        "the time limit holds for a file that hangs", answer)
    deadline = time.monotonic() + 30
    while (answer := server.chart("Pipe")).seconds > 0.5 and time.monotonic() < deadline:
        pass
    judge.holds(answer.status >= 400 and answer.seconds < 0.5, "a source that hangs is refused at once", answer)
    good = server.chart("Good")
    judge.holds(good.status == 200 and good.seconds < 1, "other sources go on", good)
    began = time.monotonic()
    judge.holds(server.close() == 0 and time.monotonic() - began < 3, "SIGTERM waits for no file that hangs",
                f"{time.monotonic() - began:.1f} s")


def violations(judge, auger, folder):
    """Checks that every violation fails within the time and memory limits and leaves nothing open."""
    fake = subprocess.Popen([sys.executable, fake_postgresql.__file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        ports = json.loads(fake.stdout.readline())
        judge.holds(len(ports) > 50, "there are more than 50 violations")
        sources = {
            name.title().replace("-", ""): f"adapter: postgresql, connectTimeout: 1s, reconnect: '0', poolSize: 2, "
            f'url: "host=127.0.0.1 port={port} user=a password=b dbname=c gssencmode=disable"'
            for name, port in ports.items() if name != "honest"}
        write_workspace(folder, {**sources, "Good": "adapter: csv, path: good/t.csv"})
        server = Server(auger, folder, "--memory-limit", str(MOST_MEMORY))
        threads = server.threads()
        for name in sources:
            answer = server.chart(name)
            judge.holds(answer.status >= 400, "a violation is an error", f"{name}: {answer}")
            judge.holds(answer.seconds < LIMIT + SLACK, "a violation is an error in time", f"{name}: {answer}")
            good = server.chart("Good")
            judge.holds(good.status == 200 and good.seconds < 1, "others go on after a violation", f"{name}: {good}")
            memory = server.memory("VmHWM")
            judge.holds(memory < 2 * MOST_MEMORY, "a violation takes no memory", f"{name}: {memory >> 20} MB")
        time.sleep(6)
        left, memory = server.threads(), server.memory("VmHWM")
        judge.holds(left <= threads + 8, "violations leave no threads", f"{threads}, then {left}")
        print(f"violations: {len(sources)}, at most {memory >> 20} MB, {left} threads after {threads}", flush=True)
        judge.holds(server.close() == 0, "the server ends after violations")
    finally:
        fake.kill()
        fake.wait()


def main():
    parser = Parser(__doc__).command().add("--seconds", "Seconds for which a job publishes while it is read.", 20.0)
    options = parser.parts([*faults_data.CLASSES, "server", "hanging", "violations"]).parse_args()
    judge = Judge()
    with tempfile.TemporaryDirectory(prefix="faults.") as name, contextlib.closing(Database().add_sales()) as database:
        folder = pathlib.Path(name)
        for part in options.only:
            if part == "server":
                served(judge, options.auger, folder / part, database, options.seconds)
            elif part in faults_data.CLASSES:
                faults_data.CLASSES[part](judge, options.auger, folder / part, database)
            else:
                {"hanging": hanging_files, "violations": violations}[part](judge, options.auger, folder / part)
    return judge.end()


if __name__ == "__main__":
    sys.exit(main())
