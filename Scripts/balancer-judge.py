#!/usr/bin/env python3
"""Kills servers behind a balancer during requests, checks every response, and then stops one with SIGTERM.

nginx (Debian's package) balances three servers of one workspace. Each in turn is killed with SIGKILL and restarted
while clients request charts in many states and formats. Every complete response must have the bytes and the ETag of the
first server at the start. The script counts the requests that nginx could not forward (502, 504). At the end, a server
with a long request gets SIGTERM: it must finish its responses, accept no new requests, and exit with 0. After SIGHUP, a
server with an invalid workspace must report it and continue to serve the previous one.
"""
import asyncio
import collections
import contextlib
import pathlib
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

from judging import Judge, Parser, eventually, free_port, sample

NGINX = """
worker_processes 1;
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 1024; }}
http {{
  access_log off;
  client_body_temp_path {folder}/a; proxy_temp_path {folder}/b; fastcgi_temp_path {folder}/c;
  uwsgi_temp_path {folder}/d; scgi_temp_path {folder}/e;
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
FORMS = ["", ".json", *("/Revenue." + face for face in ("json", "csv", "svg", "rows.json", "arrow", "vl.json"))]


def address():
    form = random.choice(FORMS)
    place = f"$rise={random.randrange(5)}&$extra={random.randrange(4) * 100}" if random.random() < 0.7 else ""
    return f"/dashboards/variables{form}" + (f"?{place}" if place else "")


class Fleet:
    """Servers whose clients know only the host name of the balancer."""

    def __init__(self, auger, workspace, key, count):
        self.port, self.ports = free_port(), [free_port() for _ in range(count)]
        self.host, self.workspace = f"127.0.0.1:{self.port}", pathlib.Path(workspace)
        self.command = [auger, "serve", "--workspace", workspace, "--etag-key", str(key), "--public-url",
                        f"http://{self.host}", "--port"]
        self.log = open(key.parent / "servers.log", "ab")  # noqa: SIM115 - closed with the process
        self.processes = [self.start(port) for port in self.ports]

    def start(self, port):
        return subprocess.Popen([*self.command, str(port)], stdout=subprocess.DEVNULL, stderr=self.log)

    def fetched(self, port, path):
        request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers={"Host": self.host})
        with urllib.request.urlopen(request, timeout=60) as response:
            return response.headers.get("ETag", "").lower(), response.read()

    def awaited(self, port):
        def is_ready():
            with contextlib.suppress(OSError):
                return self.fetched(port, "/readyz")
        if not eventually(is_ready, 30):
            raise SystemExit(f"nothing answers at {port}")


async def answer(reader, writer, path, host):
    """Returns status, ETag and bytes. None if the connection ended before the response was complete."""
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


async def judged(judge, options, fleet, known):
    """Sends all requests. Returns the number of responses by status, and the number of killed servers."""
    left, killed = options.requests, 0
    counts, paths = collections.Counter(), list(known)

    async def client():
        nonlocal left
        reader = writer = None
        while left > 0:
            left -= 1
            path = random.choice(paths)
            if reader is None:
                reader, writer = await asyncio.open_connection("127.0.0.1", fleet.port, limit=1 << 24)
            got = await answer(reader, writer, path, fleet.host)
            if got is None:
                counts["ended early"] += 1
                reader = None
                continue
            counts[got[0]] += 1
            if got[0] == 200 and got[1:] != known[path] or got[0] not in (200, 502, 503, 504):
                judge.fail(f"wrong answer {got[0]}: {path}")

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
    return counts, killed


def ended(judge, fleet):
    """Sends SIGTERM during a response: it must be complete, new requests must fail, and the exit code must be 0."""
    port, process = fleet.ports[0], fleet.processes[0]
    fleet.awaited(port)
    with socket.create_connection(("127.0.0.1", port)) as connection:
        form = b"do=set&name=rise&value=7"
        # The request has started. The rest of its form follows during the shutdown.
        connection.sendall((f"POST /-/move/variables HTTP/1.1\r\nHost: {fleet.host}\r\nConnection: close\r\n"
                            "Content-Type: application/x-www-form-urlencoded\r\n"
                            f"Content-Length: {len(form)}\r\n\r\n").encode() + form[:5])
        time.sleep(0.2)
        process.send_signal(signal.SIGTERM)
        time.sleep(0.3)
        with contextlib.suppress(OSError):
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            judge.fail("a server that ends takes connections")
        text = b""
        try:
            connection.sendall(form[5:])
            while part := connection.recv(65536):
                text += part
        except OSError as error:
            judge.fail(f"a request in progress is not answered: {error}")
        if b" 303 " not in text.split(b"\r\n")[0]:
            judge.fail(f"a request in progress is not answered: {text[:80]}")
    began = time.monotonic()
    code = process.wait(timeout=25)
    print(f"SIGTERM: ended with {code} after {time.monotonic() - began + 0.3:.1f} s")
    if code:
        judge.fail(f"SIGTERM ends with {code}")


def reloaded(judge, fleet, known):
    """Sends SIGHUP with an invalid workspace: the server must report it and serve the previous one."""
    port, log = fleet.ports[1], pathlib.Path(fleet.log.name)
    fleet.awaited(port)
    file = fleet.workspace / "auger.yaml"
    text, before = file.read_text(), log.stat().st_size
    file.write_text("sources: [broken\n")
    fleet.processes[1].send_signal(signal.SIGHUP)
    if eventually(lambda: b"previous version of the workspace remains in use" in log.read_bytes()[before:]):
        print("SIGHUP with a broken workspace: reported")
    else:
        judge.fail("a broken workspace is not reported")
    for path in list(known)[:20]:
        if fleet.fetched(port, path) != known[path]:
            judge.fail(f"another answer after a broken workspace: {path}")
    file.write_text(text)


def main():
    parser = Parser(__doc__).command().add("--requests", "Number of requests.", 100_000)
    parser.add("--clients", "Number of clients that ask at once.", 16)
    options = parser.add("--every", "Seconds between two kills.", 2.0).parse_args()
    judge = Judge()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        key = folder / "key"
        key.write_bytes(random.randbytes(32))
        fleet = Fleet(options.auger, sample(options.auger, name), key, 3)
        servers = " ".join(f"server 127.0.0.1:{port} max_fails=1 fail_timeout=1s;" for port in fleet.ports)
        (folder / "nginx.conf").write_text(NGINX.format(folder=folder, servers=servers, port=fleet.port))
        nginx = subprocess.Popen(["nginx", "-e", str(folder / "error.log"), "-c", str(folder / "nginx.conf")])
        try:
            for port in [*fleet.ports, fleet.port]:
                fleet.awaited(port)
            random.seed(21)
            known = {path: fleet.fetched(fleet.ports[0], path) for path in sorted({address() for _ in range(2000)})}
            for port in fleet.ports[1:]:
                for path in known:
                    if fleet.fetched(port, path) != known[path]:
                        judge.fail(f"another answer of server {port}: {path}")
            print(f"{len(known)} addresses of three servers")
            # nginx compresses nothing, so it does not weaken an ETag.
            began = time.monotonic()
            counts, killed = asyncio.run(judged(judge, options, fleet, known))
            print(f"{counts.total()} requests in {time.monotonic() - began:.0f} s, {killed} servers killed: "
                  + ", ".join(f"{count} × {status}" for status, count in counts.most_common()))
            ended(judge, fleet)
            reloaded(judge, fleet, known)
        finally:
            nginx.terminate()
            nginx.wait()
            for process in fleet.processes:
                process.kill()
    return judge.end("all answers were read")


if __name__ == "__main__":
    sys.exit(main())
