"""Classes of faults-judge: files that hang, and servers that violate PostgreSQL's protocol."""
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import time

import fake_postgresql

# A query's own limit, and what may pass until its caller is let go.
LIMIT, SLACK = 2, 4
MOST_MEMORY = 300 << 20
CHART = """<Chart Name="{name}" Query="{name}" ChartType="Column"><Category Column="n" />
<Values><Value Expression="count()" ValueSequence="1" /></Values></Chart>
"""


def write_workspace(folder, sources):
    """A dashboard `board` with a chart for each source, by its name."""
    folder.mkdir()
    names = list(sources)
    lines = ["sources:", *(f"  {name}: {{ {text} }}" for name, text in sources.items()), "queries:"]
    lines += [f"  {name}: {{ source: {name}, from: t, limits: {{ time: {LIMIT}s }} }}" for name in names]
    (folder / "auger.yaml").write_text("\n".join([*lines, "dashboards: { board: board.xml }", ""]))
    places = "".join(f'<Layout Name="{name}" Top="{place}" Left="0" Width="100" Height="1" />'
                     for place, name in enumerate(names))
    (folder / "board.xml").write_text(
        f'<MobileAnalytic><Dashboard Title="Board">{"".join(CHART.format(name=name) for name in names)}</Dashboard>'
        f'<DashboardLayout Scale="Percentage"><Landscape>{places}</Landscape></DashboardLayout></MobileAnalytic>')
    (folder / "good").mkdir()
    (folder / "good/t.csv").write_text("n\n1\n2\n")


def facts(process):
    status = dict(line.split(":", 1) for line in pathlib.Path(f"/proc/{process.pid}/status").read_text().splitlines())
    return int(status["Threads"]), int(status["VmHWM"].split()[0]) << 10


def hanging_files(judge, start, folder):
    """A pipe without a writer stands for a disk that does not answer: the command line allows it by name."""
    folder = folder / "hanging"
    write_workspace(folder, {"Pipe": "adapter: csv, path: pipe/t.csv", "Refused": "adapter: csv, path: refused/t.csv",
                             "Good": "adapter: csv, path: good/t.csv"})
    pipe = folder / "pipe/t.csv"
    for name in ["pipe", "refused"]:
        (folder / name).mkdir()
        os.mkfifo(folder / name / "t.csv")
    server = start(folder, "--allow-path", str(pipe))
    refused = server.chart("Refused")
    judge.holds(refused.status >= 400 and refused.seconds < 1, "a pipe that nobody allowed is not read", refused)
    with concurrent.futures.ThreadPoolExecutor(8) as clients:
        for answer in clients.map(lambda _: server.chart("Pipe"), range(8)):
            judge.holds(
                answer.status >= 400 and answer.seconds < 2 * (LIMIT + SLACK), "the time limit holds for a file that hangs",
                answer)
    deadline = time.monotonic() + 30
    while (answer := server.chart("Pipe")).seconds > 0.5 and time.monotonic() < deadline:
        pass
    judge.holds(answer.status >= 400 and answer.seconds < 0.5, "a source that hangs is refused at once", answer)
    good = server.chart("Good")
    judge.holds(good.status == 200 and good.seconds < 1, "other sources go on", good)
    began = time.monotonic()
    judge.holds(server.close() == 0 and time.monotonic() - began < 3, "SIGTERM waits for no file that hangs",
                f"{time.monotonic() - began:.1f} s")


def violations(judge, start, folder):
    """Every violation is an error in time, within the memory limit, and leaves nothing behind."""
    fake = subprocess.Popen([sys.executable, fake_postgresql.__file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        ports = json.loads(fake.stdout.readline())
        judge.holds(len(ports) > 50, "there are more than 50 violations")
        sources = {
            name.title().replace("-", ""): f"adapter: postgresql, connectTimeout: 1s, reconnect: '0', poolSize: 2, "
            f'url: "host=127.0.0.1 port={port} user=a password=b dbname=c gssencmode=disable"'
            for name, port in ports.items() if name != "honest"}
        folder = folder / "violations"
        write_workspace(folder, {**sources, "Good": "adapter: csv, path: good/t.csv"})
        server = start(folder, "--memory-limit", str(MOST_MEMORY))
        threads, _ = facts(server.process)
        for name in sources:
            answer = server.chart(name)
            judge.holds(answer.status >= 400, "a violation is an error", f"{name}: {answer}")
            judge.holds(answer.seconds < LIMIT + SLACK, "a violation is an error in time", f"{name}: {answer}")
            good = server.chart("Good")
            judge.holds(good.status == 200 and good.seconds < 1, "others go on after a violation", f"{name}: {good}")
            _, memory = facts(server.process)
            judge.holds(memory < 2 * MOST_MEMORY, "a violation takes no memory", f"{name}: {memory >> 20} MB")
        time.sleep(6)
        left, memory = facts(server.process)
        judge.holds(left <= threads + 8, "violations leave no threads", f"{threads}, then {left}")
        print(f"violations: {len(sources)}, at most {memory >> 20} MB, {left} threads after {threads}", flush=True)
        judge.holds(server.close() == 0, "the server ends after violations")
    finally:
        fake.kill()
        fake.wait()
