#!/usr/bin/env python3
"""Kills servers behind a balancer while they are asked, and judges every answer; then ends one as a service manager does.

Usage: Scripts/balancer-judge.py AUGER [--requests N] [--clients N] [--every SECONDS]

Three servers of one workspace stand behind nginx (Debian's package). One after the other is killed with SIGKILL, every two
seconds, and started again, while clients ask N times (100 000) for charts of many places in many forms. Every answer that is
complete must have the bytes and the ETag that the first server gave at the start; what nginx could not get anywhere (502, 504)
is counted. At the end a server is asked for something long and sent SIGTERM: it must answer what it has begun, take nothing
new, and end with 0; and one whose workspace is broken must serve the old one at SIGHUP and say so.
"""
import argparse
import asyncio
import collections
import pathlib
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

NGINX = """
worker_processes 1;
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 1024; }}
http {{
  access_log off;
  client_body_temp_path {folder}/a; proxy_temp_path {folder}/b; fastcgi_temp_path {folder}/c; uwsgi_temp_path {folder}/d;
  scgi_temp_path {folder}/e;
  upstream servers {{ {servers} keepalive 16; }}
  server {{
    listen 127.0.0.1:{port};
    keepalive_requests 100000;
    location / {{
      proxy_pass http://servers;
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header Connection "";
      proxy_next_upstream error timeout;
    }}
  }}
}}
"""
FORMS = ["", ".json", "/Revenue.json", "/Revenue.csv", "/Revenue.svg", "/Revenue.rows.json", "/Revenue.arrow", "/Revenue.vl.json"]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def address():
    form = random.choice(FORMS)
    place = f"$rise={random.randrange(5)}&$extra={random.randrange(4) * 100}" if random.random() < 0.7 else ""
    return f"/dashboards/variables{form}" + (f"?{place}" if place else "")


class Fleet:
    def __init__(self, auger, workspace, key, count):
        self.command = [auger, "serve", "--workspace", workspace, "--etag-key", key, "--port"]
        self.ports = [free_port() for _ in range(count)]
        self.log = open(pathlib.Path(key).parent / "servers.log", "ab")
        self.processes = [self.start(port) for port in self.ports]

    def start(self, port):
        # The balancer's name is what clients call the servers by.
        return subprocess.Popen([*self.command, str(port), "--public-url", self.url], stdout=subprocess.DEVNULL, stderr=self.log)


async def answer(reader, writer, path, host):
    """Status, ETag and bytes; None where the connection ended before the answer did."""
    writer.write(f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        fields = dict(line.lower().split(": ", 1) for line in head.split("\r\n")[1:] if ": " in line)
        if "chunked" in fields.get("transfer-encoding", ""):
            body = b""
            while size := int(await reader.readuntil(b"\r\n"), 16):
                body += (await reader.readexactly(size + 2))[:-2]
            await reader.readexactly(2)
        else:
            body = await reader.readexactly(int(fields.get("content-length", 0)))
    except (asyncio.IncompleteReadError, ConnectionError):
        return None
    return int(head.split(" ")[1]), fields.get("etag"), body


async def judged(options, fleet, port, known):
    """Asks until all requests were made; gives how often which status came, and what was wrong."""
    left = options.requests
    counts, wrong = collections.Counter(), []
    paths = list(known)
    killed = 0

    async def client():
        nonlocal left
        reader = writer = None
        while left > 0:
            left -= 1
            path = random.choice(paths)
            if reader is None:
                reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 24)
            got = await answer(reader, writer, path, f"127.0.0.1:{port}")
            if got is None:
                counts["ended early"] += 1
                reader = None
                continue
            counts[got[0]] += 1
            if got[0] == 200:
                if got[1:] != known[path]:
                    wrong.append(path)
            elif got[0] not in (502, 503, 504):
                wrong.append(f"{path}: {got[0]}")

    async def killer():
        nonlocal killed
        while left > 0:
            await asyncio.sleep(options.every)
            place = killed % len(fleet.processes)
            fleet.processes[place].kill()
            fleet.processes[place].wait()
            killed += 1
            fleet.processes[place] = fleet.start(fleet.ports[place])

    task = asyncio.create_task(killer())
    await asyncio.gather(*(client() for _ in range(options.clients)))
    task.cancel()
    return counts, wrong, killed


def fetched(port, path, host):
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers={"Host": host})
    with urllib.request.urlopen(request, timeout=60) as response:
        return response.headers["ETag"].lower(), response.read()


def awaited(port, host):
    for _ in range(600):
        try:
            return urllib.request.urlopen(
                urllib.request.Request(f"http://127.0.0.1:{port}/readyz", headers={"Host": host}), timeout=5).status
        except OSError:
            time.sleep(0.05)
    raise SystemExit(f"nothing answers at {port}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("auger")
    parser.add_argument("--requests", type=int, default=100_000)
    parser.add_argument("--clients", type=int, default=16)
    parser.add_argument("--every", type=float, default=2)
    options = parser.parse_args()
    problems = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        workspace = folder / "sample"
        subprocess.run([options.auger, "demo", str(workspace), "--quiet"], check=True, capture_output=True)
        key = folder / "key"
        key.write_bytes(random.randbytes(32))
        port = free_port()
        host = f"127.0.0.1:{port}"
        Fleet.url = f"http://{host}"
        fleet = Fleet(options.auger, str(workspace), str(key), 3)
        servers = " ".join(f"server 127.0.0.1:{each} max_fails=1 fail_timeout=1s;" for each in fleet.ports)
        (folder / "nginx.conf").write_text(NGINX.format(folder=folder, servers=servers, port=port))
        nginx = subprocess.Popen(["nginx", "-e", str(folder / "error.log"), "-c", str(folder / "nginx.conf")])
        try:
            for each in [*fleet.ports, port]:
                awaited(each, host)
            random.seed(21)
            paths = sorted({address() for _ in range(2000)})
            known = {path: fetched(fleet.ports[0], path, host) for path in paths}
            for each in fleet.ports[1:]:
                problems += [f"another answer of server {each}: {path}" for path in paths
                             if fetched(each, path, host) != known[path]]
            print(f"{len(paths)} addresses: three servers give equal bytes and ETags" if not problems else problems[:5])
            # nginx weakens no ETag as it compresses nothing.
            began = time.monotonic()
            counts, wrong, killed = asyncio.run(judged(options, fleet, port, known))
            took = time.monotonic() - began
            print(f"{sum(counts.values())} requests in {took:.0f} s, {killed} servers killed: "
                  + ", ".join(f"{count} × {status}" for status, count in counts.most_common()))
            problems += [f"wrong answer: {path}" for path in wrong]
            problems += ended(fleet, host)
            problems += reloaded(fleet, host, workspace, known)
        finally:
            nginx.send_signal(signal.SIGTERM)
            nginx.wait()
            for process in fleet.processes:
                process.kill()
    for problem in problems[:20]:
        print(problem)
    print("FAILED" if problems else "all answers were right")
    return 1 if problems else 0


def ended(fleet, host):
    """SIGTERM while an answer is under way: it is given whole, nothing new is taken, and the server ends with 0."""
    port, process = fleet.ports[0], fleet.processes[0]
    awaited(port, host)
    with socket.create_connection(("127.0.0.1", port)) as connection:
        form = b"do=set&name=rise&value=7"
        # The request has begun; the rest of its form comes when the server is being ended.
        connection.sendall((f"POST /-/move/variables HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n"
                            "Content-Type: application/x-www-form-urlencoded\r\n"
                            f"Content-Length: {len(form)}\r\n\r\n").encode() + form[:5])
        time.sleep(0.2)
        process.send_signal(signal.SIGTERM)
        time.sleep(0.3)
        problems = []
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            problems.append("a server that ends takes connections")
        except OSError:
            pass
        try:
            connection.sendall(form[5:])
            text = b""
            while part := connection.recv(65536):
                text += part
            if b" 303 " not in text.split(b"\r\n")[0]:
                problems.append(f"what was under way is not answered: {text[:80]}")
        except OSError as error:
            problems.append(f"what was under way is not answered: {error}")
    began = time.monotonic()
    try:
        code = process.wait(timeout=25)
        print(f"SIGTERM: ended with {code} after {time.monotonic() - began + 0.3:.1f} s")
        if code:
            problems.append(f"SIGTERM ends with {code}")
    except subprocess.TimeoutExpired:
        problems.append("SIGTERM: still there after 25 s")
    return problems


def reloaded(fleet, host, workspace, known):
    """SIGHUP with a broken workspace: the old one is served, and it is said."""
    port, process = fleet.ports[1], fleet.processes[1]
    awaited(port, host)
    file = workspace / "auger.yaml"
    text = file.read_text()
    file.write_text("sources: [broken\n")
    log = pathlib.Path(fleet.log.name)
    before = log.stat().st_size
    process.send_signal(signal.SIGHUP)
    problems = ["a broken workspace is not reported"]
    for _ in range(100):
        time.sleep(0.05)
        if b"served as it was before" in log.read_bytes()[before:]:
            problems = []
            break
    for path in list(known)[:20]:
        if fetched(port, path, host) != known[path]:
            problems.append(f"another answer after a broken workspace: {path}")
    file.write_text(text)
    if not problems:
        print("SIGHUP with a broken workspace: reported, and the old one is served")
    return problems


if __name__ == "__main__":
    sys.exit(main())
