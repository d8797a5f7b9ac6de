#!/usr/bin/env python3
"""What listeners and readers cost a server: memory and time, by sockets alone.

Prints each number beside its limit, and ends with 1 if one is missed. Linux: memory is VmRSS of the server.

listeners  memory of so many listeners to /-/events, and how long a publication takes to reach all of them
stalled    memory of 100 clients that ask for a page and its fragments, and read nothing
download   memory above the table of a CSV with so many rows, to a client that reads slowly
leaving    how long the server works on for a client that went away while its query runs
"""
import contextlib
import os
import pathlib
import resource
import select
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "Scripts"))

import judging
from judging import Parser, chart, write_board

GRID = """<DataGrid Name="All" Query="All"><Columns>
<Column Value="number" Header="number" Type="Data" /><Column Value="name" Header="name" Type="Data" />
<Column Value="amount" Header="amount" Type="Data" />
</Columns></DataGrid>
"""
WORKSPACE = """sources: { shop: { adapter: sqlite, path: shop.sqlite } }
queries:
  All: { source: shop, sql: "SELECT number, name, amount FROM rows", cache: 1h }
  Few:
    source: shop
    cache: 1h
    sql: "SELECT name, sum(amount) AS amount FROM rows WHERE number < 1000 GROUP BY name"
  Slow:
    source: shop
    cache: 1s
    sql: "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000000000)
      SELECT 'a' AS name, sum(i) AS amount FROM n"
dashboards: { board: board.xml }
jobs: { often: { queries: [Few], publish: { directory: public } } }
"""


def workspace(folder, rows):
    write_board(folder, WORKSPACE, {"All": GRID, "Few": chart("Few", "name"), "Slow": chart("Slow", "name")})
    database = sqlite3.connect(folder / "shop.sqlite")
    database.execute("CREATE TABLE rows (number INTEGER, name TEXT, amount REAL)")
    database.executemany(
        "INSERT INTO rows VALUES (?, ?, ?)", ((i, f"name {i % 1000}", i * 7 % 1001 / 4) for i in range(rows)))
    database.commit()
    database.close()


class Server(judging.Server):
    def __init__(self, auger, folder):
        super().__init__(auger, folder)
        self.folder, self.auger = folder, auger

    def megabytes(self, name="VmRSS"):
        return self.memory(name) / (1 << 20)

    def ticks(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def ask(self, path, receive=None):
        client = socket.socket()
        if receive:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
        client.connect(("127.0.0.1", self.port))
        client.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n\r\n".encode())
        return client


def read_until(client, text, timeout=60):
    client.settimeout(timeout)
    got = b""
    while text not in got:
        piece = client.recv(65536)
        if not piece:
            break
        got += piece
    return got


def publish(server):
    subprocess.run(
        [server.auger, "refresh", "often", "--workspace", str(server.folder), "--quiet"], check=True,
        capture_output=True)


class Report:
    missed = False

    def line(self, what, value, unit, limit):
        holds = value <= limit
        self.missed |= not holds
        print(f"{'ok  ' if holds else 'MISS'} {what}: {value:.1f} {unit} (at most {limit} {unit})", flush=True)


def warmed(server):
    for path in ["/dashboards/board/Few", "/dashboards/board/Few.json", "/-/openapi.json"] * 20:
        client = server.ask(path)
        read_until(client, b"\r\n\r\n")
        client.close()
    time.sleep(0.5)


def listeners(server, report, count):
    publish(server)
    time.sleep(1)
    warmed(server)
    before = server.megabytes()
    clients = [server.ask("/-/events") for _ in range(count)]
    for client in clients:
        read_until(client, b"retry:")
    time.sleep(1)
    report.line(f"{count} listeners", server.megabytes() - before, "MB", 40)
    run = subprocess.Popen(
        [server.auger, "refresh", "often", "--workspace", str(server.folder), "--quiet"], stdout=subprocess.DEVNULL)
    link = server.folder / "public" / "current"
    was = os.readlink(link)
    while os.readlink(link) == was:
        time.sleep(0.002)
    shown = time.monotonic()
    waiting = {client.fileno(): client for client in clients}
    poll = select.poll()
    for number in waiting:
        poll.register(number, select.POLLIN)
    reached = 0
    while reached < count and time.monotonic() - shown < 20:
        for number, _ in poll.poll(1000):
            if b"published" in waiting[number].recv(65536):
                poll.unregister(number)
                reached += 1
    report.line(f"a publication reaches {reached} of {count}", (time.monotonic() - shown) * 1000, "ms", 500)
    run.wait()
    if reached < count:
        report.missed = True
    for client in clients:
        client.close()
    time.sleep(2)


def stalled(server, report):
    warmed(server)
    for path in ["/dashboards/board/Few", "/-/parts/board?_item=Few"]:
        client = server.ask(path)
        read_until(client, b"</html>" if "parts" not in path else b"0\r\n\r\n", 5)
        client.close()
    time.sleep(0.5)
    before = server.megabytes()
    clients = [
        server.ask(["/dashboards/board/Few", "/-/parts/board?_item=Few"][i % 2], receive=4096) for i in range(100)]
    time.sleep(4)
    report.line("100 stalled readers", server.megabytes() - before, "MB", 4)
    for client in clients:
        client.close()


def download(server, report, rows):
    # The table is kept when a first client has its head: what a second one adds is what sending takes.
    client = server.ask("/dashboards/board/All.csv", receive=65536)
    began = time.monotonic()
    read_until(client, b"\r\n\r\n", 600)
    print(f"     first byte of {rows} rows after {time.monotonic() - began:.1f} s, {server.megabytes():.0f} MB, "
          f"peak {server.megabytes('VmHWM'):.0f} MB", flush=True)
    client.close()
    time.sleep(2)
    before = server.megabytes()
    pathlib.Path(f"/proc/{server.process.pid}/clear_refs").write_text("5")
    client = server.ask("/dashboards/board/All.csv", receive=65536)
    client.settimeout(600)
    total, lines, most = 0, 0, 0
    began = time.monotonic()
    while True:
        piece = client.recv(1 << 18)
        if not piece:
            break
        total += len(piece)
        lines += piece.count(b"\n")
        most = max(most, server.megabytes())
        if piece.endswith(b"0\r\n\r\n"):
            break
        if total < 20_000_000:
            time.sleep(0.02)
    print(f"     {total / 1e6:.0f} MB, about {lines} lines in {time.monotonic() - began:.1f} s", flush=True)
    report.line(f"CSV of {rows} rows, above the cached data", server.megabytes("VmHWM") - before, "MB", 32)
    client.close()


def leaving(server, report):
    for what, path, wait in [
        ("query", "/dashboards/board/Slow.json", 1.0), ("download", "/dashboards/board/All.csv", 0)]:
        client = server.ask(path, receive=4096)
        if wait:
            time.sleep(wait)
        else:
            read_until(client, b"\r\n\r\n", 600)
        began = server.ticks()
        until = time.monotonic() + 1
        while time.monotonic() < until:
            if wait:
                time.sleep(0.1)
            else:
                client.recv(1 << 20)
        print(f"     {what}: {server.ticks() - began:.2f} s of processors in a second of its reader", flush=True)
        client.close()
        time.sleep(1)
        began = server.ticks()
        time.sleep(2)
        report.line(f"{what}: processors from a second after its reader has gone", server.ticks() - began, "s", 0.03)


def main():
    parser = Parser(__doc__).command().add("--rows", "Rows of the CSV file.", 5_000_000)
    parser.add("--listeners", "Number of listeners.", 1000)
    asked = parser.parts(["listeners", "stalled", "leaving", "download"]).parse_args()
    files = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (files[1], files[1]))
    report = Report()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        workspace(folder, asked.rows)
        parts = {"listeners": lambda server: listeners(server, report, asked.listeners),
                 "stalled": lambda server: stalled(server, report), "leaving": lambda server: leaving(server, report),
                 "download": lambda server: download(server, report, asked.rows)}
        for name in asked.only:
            with contextlib.closing(Server(asked.auger, folder)) as server:
                parts[name](server)
    sys.exit(1 if report.missed else 0)


if __name__ == "__main__":
    main()
