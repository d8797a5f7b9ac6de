#!/usr/bin/env python3
"""Takes what a server stands on away, and judges what it answers.

usage: Scripts/faults-judge.py AUGER [--seconds N] [--only CLASSES]

Serves a dashboard over a private PostgreSQL (Scripts/postgresql), and a local file beside it. The database goes and comes
back, hangs, answers slowly and lies about its types; the disk of the access log, and that of a job's snapshots, fills (a
small tmpfs, which only root can mount: it is said where these are left out); and for N seconds (20) a job publishes
anew while the data change and clients read charts and published files. Whatever is old must say so, nothing
may come from two versions of the data, and what does not depend on the fault must be answered at once. Then files hang,
and servers violate PostgreSQL's protocol (Scripts/faults_hanging.py).

The classes of faults_data.py run first: sources that change, are replaced and deleted; reloads while requests run; tenants
whose names are equal by a collation; and the time that a value of others takes. --only runs the named ones alone. The exit
code is 1 if a check fails.
"""
import argparse
import collections
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

import faults_data
import faults_hanging
from judging import REGIONS, Database, Judge, Server, filled, is_json, small_disk

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
SUMS = "groupBy: [region], measures: { amount: sum(amount) }"
CHART = """<Chart Name="{name}" Query="{name}" ChartType="Column"><Category Column="region" />
<Values><Value Expression="sum(amount)" ValueSequence="1" /></Values></Chart>
"""
NAMES = ["Kept", "Strict", "Slow", "Local"]


def database_faults(judge, database, server):
    secrets = [database.url.encode(), b"sales", b"SELECT", b"5432", str(database.port).encode()]
    first = {name: server.chart(name) for name in NAMES}
    for name, answer in first.items():
        judge.holds(answer.status == 200 and answer.amounts == {1}, f"{name} is answered", answer)
    judge.holds(first["Slow"].seconds > 0.7, "a slow source is waited for", first["Slow"])

    def during(what, status):
        kept, strict, local = server.chart("Kept"), server.chart("Strict"), server.chart("Local")
        judge.holds(kept.status == 200 and kept.is_old and kept.amounts == {1}, f"{what}: what may be old is given, and said", kept)
        judge.holds("answerStale" in kept.body.decode(), f"{what}: the warning is in the chart", kept)
        for face in ["svg", "csv", "arrow", "vl.json", "rows.json"]:
            answer = server.chart("Kept", face)
            judge.holds(answer.status == 200 and answer.is_old, f"{what}: {face} says it is old", answer)
        judge.holds(strict.status == status, f"{what}: what may not be old is {status}", strict)
        for secret in secrets:
            judge.holds(secret not in strict.body, f"{what}: nothing is said of the source", strict)
        page = server.get("/dashboards/board")
        judge.holds(page.status == 200 and b"the source does not answer" in page.body, f"{what}: the page says it", page)
        judge.holds(local.status == 200 and not local.is_old and local.seconds < 1, f"{what}: others are answered at once", local)
        judge.holds(server.get("/healthz").status == 200, f"{what}: the server lives")

    def after(what, value=1):
        for name in ["Kept", "Strict"]:
            answer = server.chart(name)
            judge.holds(
                answer.status == 200 and not answer.is_old and answer.amounts == {value}, f"{what}: {name} is fresh", answer)
            if value == 1:
                judge.holds(
                    answer.fields["ETag"] == first[name].fields["ETag"], f"{what}: the same data have their ETag", answer)
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
    # What lies about its types is no answer: a text where a number was.
    time.sleep(1.1)
    database.do("DROP VIEW slow")
    database.do("ALTER TABLE sales ALTER amount TYPE text USING 'much'")
    for name in ["Kept", "Strict"]:
        answer = server.chart(name)
        judge.holds(
            answer.status in (422, 503) or answer.is_old and answer.amounts == {1}, "other types: no number is made of a text", answer)
    judge.holds(server.get("/dashboards/board").status == 200, "other types: the page stands")
    database.do("ALTER TABLE sales ALTER amount TYPE bigint USING 7")
    database.do("CREATE VIEW slow AS SELECT * FROM sales")
    time.sleep(1.1)
    after("right again", 7)


def publishing(judge, auger, database, server, workspace, seconds):
    """Data change, a job publishes them again and again, and clients read: of each answer all is of one version."""
    stop, version = threading.Event(), 7
    public = pathlib.Path(workspace, "public/often")
    refreshed = lambda: subprocess.run(
        [auger, "refresh", "often", "--workspace", str(workspace), "--quiet"], capture_output=True, text=True, check=False)
    ran = refreshed()
    judge.holds(ran.returncode == 0, "the job publishes", ran.stderr)
    current = pathlib.Path(workspace, "public/current")
    files = [entry["path"] for entry in json.loads((current / "manifest.json").read_text())["files"]]
    seen, lock = collections.Counter(), threading.Lock()

    def read():
        choose = random.Random()
        while not stop.is_set():
            file = choose.choice(files)
            published, chart = server.get(f"/published/often/{file}"), server.chart(choose.choice(["Kept", "Strict"]))
            page = server.get("/dashboards/board")
            with lock:
                judge.holds(published.status == 200, "a published file is there while others are published", f"{file}: {published}")
                judge.holds(chart.status == 200 and len(chart.amounts) == 1, "a chart is of one version", chart)
                judge.holds(page.status == 200 and b"could not be read" not in page.body, "a page is whole", page)
                if published.status == 200:
                    told = versions(file, published.body)
                    judge.holds(told is None or len(told) == 1, "a published file is of one version", f"{file}: {told}")
                    seen[(file, min(told) if told else None)] += 1

    readers = [threading.Thread(target=read) for _ in range(4)]
    for reader in readers:
        reader.start()
    until, runs = time.monotonic() + seconds, 0
    while time.monotonic() < until:
        version += 1
        database.do(f"UPDATE sales SET amount = {version}")
        ran = refreshed()
        judge.holds(ran.returncode == 0, "the job publishes while it is read", ran.stderr)
        runs += 1
    stop.set()
    for reader in readers:
        reader.join()
    last = server.get("/published/often/" + next(file for file in files if file.endswith("Strict.json")))
    judge.holds(versions("Strict.json", last.body) == {version}, "the last version is served at the end", last)
    print(f"publishing: {runs} runs, {sum(seen.values())} files read of {len({v for _, v in seen if v})} versions", flush=True)
    return public


def versions(file, body):
    """The versions of the data that a published file holds; None of one that has no plain numbers."""
    if file.endswith(".csv"):
        return {line.rsplit(",", 1)[-1].strip() and float(line.rsplit(",", 1)[-1]) for line in body.decode().splitlines()[1:]}
    if not file.endswith(".json"):
        return None
    value = json.loads(body)
    if isinstance(value, dict) and "values" in value:
        return {number for series in value["values"] for numbers in series for number in numbers}
    rows = value if isinstance(value, list) else value.get("rows", [])
    return {row["amount"] if isinstance(row, dict) else row[-1] for row in rows} or None


def full_log(judge, auger, workspace, folder):
    with small_disk(folder, "256k"):
        server = Server(auger, workspace, "--access-log", str(folder / "accesses.jsonl"), "--audit-required")
        judge.holds(server.chart("Local").status == 200, "accesses are recorded")
        ballast = filled(folder)
        # What was left of the last block is used up first.
        refused = [answer for answer in (server.chart("Local") for _ in range(200)) if answer.status == 503]
        judge.holds(bool(refused), "full disk: what cannot be recorded is refused")
        for answer in refused:
            judge.holds(b"auditUnavailable" in answer.body and b"Region" not in answer.body, "full disk: no data leave", answer)
        ballast.unlink()
        judge.holds(server.chart("Local").status == 200, "room again: accesses are answered")
        lines = (folder / "accesses.jsonl").read_text().splitlines()
        whole = sum(is_json(line) for line in lines)
        judge.holds(whole >= len(lines) - 1, "full disk: at most the last line before is torn", f"{whole} of {len(lines)}")
        judge.holds(server.close() == 0, "the server ends")


def full_snapshots(judge, auger, database, server, workspace):
    public = pathlib.Path(workspace, "public")
    shutil.rmtree(public, ignore_errors=True)
    refresh = [auger, "refresh", "often", "--workspace", str(workspace), "--quiet"]
    with small_disk(public, "512k"):
        ran = subprocess.run(refresh, capture_output=True, text=True, check=False)
        judge.holds(ran.returncode == 0, "a snapshot is published on the small disk", ran.stderr)
        files = [entry["path"] for entry in json.loads((public / "current/manifest.json").read_text())["files"]]
        before = {file: server.get(f"/published/often/{file}") for file in files}
        ballast = filled(public)
        database.do("UPDATE sales SET amount = amount + 1")
        ran = subprocess.run(refresh, capture_output=True, text=True, check=False)
        judge.holds(ran.returncode == 2 and "diskFull" in ran.stdout, "full disk: the run fails, and says why", ran.stdout)
        for file, old in before.items():
            answer = server.get(f"/published/often/{file}")
            judge.holds(
                answer.status == 200 and answer.body == old.body and answer.fields["ETag"] == old.fields["ETag"],
                "full disk: the last good snapshot is served", f"{file}: {answer}")
        ballast.unlink()
        ran = subprocess.run(refresh, capture_output=True, text=True, check=False)
        judge.holds(ran.returncode == 0, "room again: the run succeeds", ran.stderr)
        changed = [file for file in files if server.get(f"/published/often/{file}").body != before[file].body]
        judge.holds(bool(changed), "room again: the new snapshot is served")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("auger")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--only", type=lambda text: text.split(","), help="the data classes of these names, separated by commas: "
                        + ", ".join(faults_data.CLASSES))
    options = parser.parse_args()
    auger = str(pathlib.Path(options.auger).resolve())
    judge = Judge()
    with tempfile.TemporaryDirectory(prefix="faults.") as folder, contextlib.ExitStack() as stack:
        os.chmod(folder, 0o755)
        workspace = pathlib.Path(folder, "workspace")
        workspace.mkdir()
        database = Database(folder + "/postgresql")
        stack.callback(database.close)
        for name, run in faults_data.CLASSES.items():
            if not options.only or name in options.only:
                run(judge, auger, pathlib.Path(folder, name), Server, database)
        if options.only:
            return summary(judge)
        (workspace / "auger.yaml").write_text(WORKSPACE.format(url=database.url, sums=SUMS, public=workspace / "public"))
        charts = "".join(CHART.format(name=name) for name in NAMES)
        places = "".join(f'<Layout Name="{name}" Top="{place * 25}" Left="0" Width="100" Height="25" />\n'
                         for place, name in enumerate(NAMES))
        (workspace / "board.xml").write_text(
            f'<MobileAnalytic><Dashboard Title="Board">\n{charts}</Dashboard><DashboardLayout Scale="Percentage">'
            f'<Landscape>\n{places}</Landscape></DashboardLayout></MobileAnalytic>\n')
        lines = "".join(f"Region {chr(65 + place)},1\n" for place in range(REGIONS))
        (workspace / "local.csv").write_text("region,amount\n" + lines)
        server = Server(auger, workspace)
        stack.callback(lambda: server.process.poll() is None and server.close())
        database_faults(judge, database, server)
        publishing(judge, auger, database, server, workspace, options.seconds)
        try:
            with small_disk(pathlib.Path(folder, "tried"), "64k"):
                can_mount = True
        except subprocess.CalledProcessError:
            can_mount = False
            print("LEFT OUT: disks that fill, as no tmpfs can be mounted here", flush=True)
        if can_mount:
            full_log(judge, auger, workspace, pathlib.Path(folder, "log"))
            full_snapshots(judge, auger, database, server, workspace)
        judge.holds(server.close() == 0, "the server ends by SIGTERM")
        for kind in [faults_hanging.hanging_files, faults_hanging.violations]:
            kind(judge, lambda *arguments: Server(auger, *arguments), pathlib.Path(folder))
    return summary(judge)


def summary(judge):
    print(f"{sum(judge.checks.values())} checks of {len(judge.checks)} kinds, {len(judge.faults)} faults")
    return 1 if judge.faults else 0


if __name__ == "__main__":
    sys.exit(main())
