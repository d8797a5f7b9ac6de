#!/usr/bin/env python3
"""Sends hostile requests to a server and checks its responses.

The workspace requires tokens, and its names, values and cells contain SQL and HTML. The only allowed 5xx statuses are
intended 503 and 504. No response may contain a token, a local path, SQL of the workspace or a value that the policy
hides. Markup in the data must not become markup of a page, and the server must serve other clients without delay.

requests    generated requests over raw connections: damaged tokens, keys, hosts, forms, frames, split requests, slow
            headers, slow readers, 10 MB URLs, encodings, calls of agents
written     workspace files truncated at any position, then SIGHUP: hidden values stay hidden
limits      one principal exceeds its rate and its event streams: 429, and others are served
tokens      token files that are deleted, emptied, damaged or edited in place: 401, and open event streams end
fields      two Host fields (400), Expect: 100-continue (100), other expectations (417)
supervised  a supervised server that is killed: restarts within a second, blocks the request, passes signals and exit
            codes on
"""
import base64
import collections
import concurrent.futures
import contextlib
import json
import os
import pathlib
import random
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

import judging
from judging import Parser, Server, children, eventually

MARKUP = '<img src=x onerror=alert(1)>'
SCRIPT = '</script><script>alert(1)</script>'
SQL = "'; DROP TABLE sales; --"
FOREIGN = "SECRET-OF-ANOTHER"
SECRETS = [b"/home/", b"SELECT ", b"424242", b"Swift.", b"fatal"]
TOKEN = "auger_" + base64.urlsafe_b64encode(os.urandom(32)).decode().rstrip("=")
NAMES = ["Charts", "Charts.zoom", "Charts.sort", "Charts.select", "Charts.hide", "Charts.range", "Charts",
         "filter.Kinds", "filter.kind", "$v", "$rise", "_theme", "_locale", "_size", "_compare", "_part", "_",
         "Charts/kind", "Charts[0]", "Charts.drill"]
TEXTS = [MARKUP, SCRIPT, SQL, FOREIGN, "../../../etc/passwd", "..%2f..%2fetc%2fpasswd", "%00", "\u202e", "NaN", "1e999",
         "-0", "infinity", "340282366920938463463374607431768211457", "a" * 5000, "1,2,3", "..", "0..1", "0..", "..1",
         "()", "((((", "~", "a~b,c~d", "{{7*7}}", "${jndi:ldap://x}", "$(id)", "`id`", "%", "%zz", "%ff%fe", "%c0%af",
         "+", "&&", "==", ";", "\\", "\"", "'", "\t", "é", "日本", "0000-00-00", "9999-12-31", "2023-02-30", "true",
         "null", "None", "[]", "{}", "-1", "1" * 400]
PATHS = ["/", "/.json", "/dashboards/hostile", "/dashboards/hostile.json", "/dashboards/hostile.svg",
         "/dashboards/hostile/Charts.json", "/dashboards/hostile/Charts.csv", "/dashboards/hostile/Charts.rows.json",
         "/dashboards/hostile/Charts.arrow", "/dashboards/hostile/Charts.vl.json", "/-/parts/hostile",
         "/-/frames/hostile/Charts", "/-/events", "/-/openapi.json", "/-/session", "/published/x/y", "/healthz",
         "/readyz", "/metrics", "/assets/x", "/mcp", "/-/move/hostile", "/-/schema/chart", "/e/x/dashboards/hostile"]
METHODS = ["GET"] * 6 + ["POST", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PATCH", "get",
                         "G\x00T", "PRI", "A" * 300]


def workspace(folder):
    """Writes a workspace with two owners. Everybody with the token may see the rows of one."""
    root = pathlib.Path(folder)
    (root / "Dashboards").mkdir()
    rows = ["kind,owner,amount", *(f'"{text.replace(chr(34), chr(34) * 2)}",mine,{number}'
                                   for number, text in enumerate([MARKUP, SCRIPT, SQL, "a & b", "=1+1", "plain"]))]
    rows += [f"{FOREIGN},theirs,424242"]
    (root / "sales.csv").write_text("\n".join(rows) + "\n")
    tokens(folder, TOKEN)
    (root / "auger.yaml").write_text("""sources:
  shop: { adapter: csv, path: sales.csv }
queries:
  Sales: { source: shop, from: sales }
policy:
  - for: everybody
    dashboards: [hostile]
    rows: { shop.sales: "owner == claim.owner" }
dashboards: { hostile: Dashboards/hostile.xml }
""")
    title = (MARKUP + SCRIPT).replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
    (root / "Dashboards/hostile.xml").write_text(f"""<?xml version="1.0" encoding="UTF-8"?>
<MobileAnalytic><Dashboard Title="{title}">
  <Chart Name="Charts" Title="{title}" ChartType="Column" Query="Sales">
    <Category Column="kind" DisplayName="{title}"/>
    <Values><Value Expression="sum(amount)" ValueSequence="1" DisplayName="{title}"/></Values>
  </Chart>
</Dashboard></MobileAnalytic>
""")


class Judge(judging.Judge):
    """Checks the current server, with a workspace in `folder`."""

    def __init__(self):
        super().__init__()
        self.statuses = collections.Counter()

    @contextlib.contextmanager
    def started(self, *options):
        """Starts a server of the workspace."""
        tokens = ["--tokens", self.folder + "/tokens.yaml"]
        with contextlib.closing(Server(self.auger, self.folder, *tokens, *options)) as server:
            self.server, self.authority = server, server.authority
            yield server.process

    def field(self, token=TOKEN):
        return f"Host: {self.authority}\r\nAuthorization: Bearer {token}\r\n"

    def connect(self, wait=20):
        return socket.create_connection(("127.0.0.1", self.server.port), timeout=wait)

    def send(self, data, wait=20, pieces=None, read=1 << 22):
        """Returns the response bytes. None if the server closed the connection or did not accept the request."""
        try:
            with self.connect(wait) as connection:
                if pieces:
                    for at in range(0, len(data), pieces):
                        connection.sendall(data[at:at + pieces])
                else:
                    connection.sendall(data)
                answer = b""
                while len(answer) < read:
                    part = connection.recv(1 << 16)
                    if not part:
                        break
                    answer += part
                return answer
        except (ConnectionError, BrokenPipeError):
            return None
        except TimeoutError:
            self.fail(f"no end within {wait} s of {data[:300]!r}")
            return None

    def judge(self, request, answer):
        if answer is None or answer == b"":
            self.statuses["closed"] += 1
            return
        statuses = [int(number) for number in re.findall(rb"^HTTP/1\.1 (\d+)", answer, re.MULTILINE)]
        if not statuses:
            return self.fail(f"no HTTP in {answer[:200]!r} to {request[:300]!r}")
        for status in statuses[:1]:
            self.statuses[status] += 1
            if status >= 500 and status not in (501, 503, 504, 505):
                self.fail(f"{status} to {request[:400]!r}: {answer[-300:]!r}")
        # A response may repeat its request, unless that contains a secret of the server.
        for secret in [TOKEN.encode(), self.folder.encode(), FOREIGN.encode(), *SECRETS]:
            if secret in answer and secret not in request and secret not in urllib.parse.unquote_to_bytes(request):
                self.fail(f"{secret!r} in the answer to {request[:400]!r}")
        if re.search(rb"^Content-Type: text/html", answer,
                     re.MULTILINE | re.IGNORECASE) and (MARKUP.encode() in answer or b"<script>alert" in answer):
            self.fail(f"markup of data in the page of {request[:400]!r}")
        if b"image/svg" in answer.split(b"\r\n\r\n")[0] and b"<script" in answer:
            self.fail(f"a script in the picture of {request[:400]!r}")


def text(random):
    value = random.choice(TEXTS)
    if random.random() < 0.2:
        value = "".join(random.choice(TEXTS)[:20] for _ in range(random.randint(1, 4)))
    return value if random.random() < 0.4 else urllib.parse.quote(value, safe="")


def query(random):
    pairs = [f"{random.choice(NAMES)}={text(random)}" for _ in range(random.randint(0, 4))]
    if random.random() < 0.03:
        pairs *= random.randint(2, 300)
    return "&".join(pairs)


def token(random):
    kind = random.randrange(9)
    if kind < 3:
        return f"Authorization: Bearer {TOKEN}"
    damaged = list(TOKEN)
    damaged[random.randrange(len(damaged))] = random.choice("xyz.%")
    header = base64.urlsafe_b64encode(json.dumps({"alg": random.choice(["none", "HS256", "RS256"]),
                                                  "kid": text(random)}).encode()).decode()
    return [
        f"Authorization: Bearer {''.join(damaged)}", f"Authorization: Bearer {header}.e30.",
        f"Cookie: __Host-auger={TOKEN}", f"Cookie: {'a=b; ' * random.randint(0, 500)}__Host-auger={text(random)}",
        f"Authorization: Basic {text(random)}", "Authorization: Bearer",
        f"Authorization: {TOKEN}"][kind - 3 + 0] if kind - 3 < 6 else ""


def body(random):
    kind = random.randrange(6)
    if kind == 0:
        return ("application/x-www-form-urlencoded", query(random) + "&item=Charts&do=" + text(random))
    if kind == 1:
        return ("application/json", "[" * random.choice([10, 1000, 100_000]))
    if kind == 2:
        return ("application/json", json.dumps({
            "jsonrpc": "2.0", "id": random.choice([1, "x", None, 1e300, []]), "method": random.choice(
                ["tools/call", "tools/list", "initialize", "resources/read", "ping", text(random)]),
            "params": random.choice([None, [],
                                     {"name": random.choice(["explore_hostile", "rows", "draw", "compare",
                                                             text(random)]), "arguments": {
                "at": text(random), "item": text(random), "dashboard": text(random),
                "moves": random.choice([[], {}, [{}], [text(random)]])}}])}))
    if kind == 3:
        return ("multipart/form-data; boundary=x", "--x\r\n" + text(random))
    if kind == 4:
        return (text(random).replace("\r", "").replace("\n", ""), os.urandom(200).decode("latin-1"))
    return ("application/x-www-form-urlencoded", "a=" + "b" * random.choice([1000, 300_000, 1_000_000]))


def request(random, authority):
    """Returns a request as bytes, and the pieces in which it is sent."""
    path = random.choice(PATHS)
    if random.random() < 0.15:
        path = random.choice([path + "/" + text(random), "/" + text(random), path + ".." * random.randint(1, 9),
                              "//" + authority + path, f"http://{authority}{path}", "*", "",
                              path.replace("hostile", text(random)), path + "%00", path.upper()])
    asked = query(random)
    target = path + ("?" + asked if asked else "")
    if random.random() < 0.02:
        target = "/?" + "a" * random.choice([8_000, 9_000, 70_000, 10_000_000])
    method = random.choice(METHODS)
    version = random.choice(["HTTP/1.1"] * 12 + ["HTTP/1.0", "HTTP/2.0", "HTTP/9.9", "HTTP/1.1 x", ""])
    lines = [f"{method} {target} {version}"]
    host = random.choice([authority] * 15
                         + ["evil.example", "", f"{authority}@evil.example", "a" * 3000, f"{authority}, x"])
    if random.random() < 0.97:
        lines.append(f"Host: {host}")
    lines.append(token(random))
    for _ in range(random.randint(0, 3)):
        lines.append(random.choice([
            f"Accept: {text(random)}",
            f"Accept-Encoding: {random.choice(['gzip', 'gzip;q=0', '*;q=0', 'br', text(random)])}",
            f"If-None-Match: {text(random)}", "If-None-Match: *",
            f"Origin: {random.choice(['null', 'https://evil.example', text(random)])}", "Sec-Fetch-Site: cross-site",
            f"X-Forwarded-For: {text(random)}", f"X-Forwarded-Host: {text(random)}", "Range: bytes=0-1,5-9,-1",
            "Expect: 100-continue", "Upgrade: h2c\r\nConnection: Upgrade", f"Last-Event-ID: {text(random)}",
            "Transfer-Encoding: chunked", "Content-Length: 5\r\nContent-Length: 6", "Content-Length: -1",
            "Content-Length: 99999999999999999999", " folded: x", "no colon", f"X: {text(random)}\r\nSet-Cookie: a=b",
            "X:" + "y" * random.choice([100, 20_000]), "\r\n".join(f"H{n}: v" for n in range(150)),
            f"Mcp-Session-Id: {text(random)}", f"MCP-Protocol-Version: {text(random)}",
            f"Accept-Language: {text(random)}"]))
    content = ""
    if method == "POST" or random.random() < 0.05:
        kind, content = body(random)
        lines.append(f"Content-Type: {kind}")
        length = len(content.encode("utf-8", "surrogateescape"))
        lines.append(random.choice([f"Content-Length: {length}"] * 8
                                   + [f"Content-Length: {max(0, length - 3)}", "Transfer-Encoding: chunked"]))
    lines.append("Connection: close")
    out = "\r\n".join(line for line in lines if line or random.random() < 0.01)
    data = (out + "\r\n\r\n" + content).encode("utf-8", "surrogateescape")
    if random.random() < 0.03:
        at = random.randrange(len(data))
        data = data[:at] + os.urandom(random.randint(1, 20)) + data[at:]
    if random.random() < 0.02:
        data = data[:random.randrange(1, len(data))] + b"\r\n\r\n"
    return data, random.choice([None] * 20 + [7]) if len(data) < 3000 else None


def ask(judge, seed):
    generator = random.Random(seed)
    if generator.random() < 0.003:
        data = generator.choice([b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + os.urandom(500), os.urandom(3000),
                                 b"\r\n" * 2000, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"GET\r\n\r\n", b"\x00" * 5000])
        return judge.judge(data, judge.send(data, wait=40))
    data, pieces = request(generator, judge.authority)
    # An event stream does not end, so only its start is read.
    most = 100 if b"/-/events" in data[:200] else 1 << 24
    judge.judge(data, judge.send(data, wait=40, pieces=pieces, read=most))


def slow(judge, kind):
    """Runs a slow client. The server must disconnect it or serve others meanwhile."""
    try:
        with judge.connect(60) as connection:
            if kind == "headers":
                connection.sendall(b"GET / HTTP/1.1\r\n")
                for number in range(30):
                    connection.sendall(b"X-%d: y\r\n" % number)
                    time.sleep(1)
                judge.fail("headers were taken for 30 s")
            elif kind == "body":
                connection.sendall(f"POST /mcp HTTP/1.1\r\n{judge.field()}Content-Length: 1000\r\n\r\n".encode())
                for _ in range(60):
                    connection.sendall(b"x")
                    time.sleep(1)
                judge.fail("a body was taken for 60 s")
            else:
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                for _ in range(50):
                    connection.sendall(f"GET /dashboards/hostile HTTP/1.1\r\n{judge.field()}\r\n".encode())
                time.sleep(30)
    except (ConnectionError, BrokenPipeError, TimeoutError):
        pass


def hostile_requests(judge, options):
    """Sends generated requests and runs slow clients."""
    with judge.started("--request-rate", "1000000"):
        good = (f"GET /dashboards/hostile/Charts.json HTTP/1.1\r\n{judge.field()}Connection: close\r\n\r\n").encode()
        whole = judge.send(good)
        if whole is None or b" 200 " not in whole[:20] or b"plain" not in whole:
            raise SystemExit(f"a sound request is not answered: {whole!r}")
        slowest, is_over = 0.0, threading.Event()

        def watch():
            nonlocal slowest
            while not is_over.wait(0.5):
                began = time.monotonic()
                answer = judge.send(good)
                slowest = max(slowest, time.monotonic() - began)
                # 503 and 429 are also valid, because all slots may be in use.
                if answer is None or not any(status in answer[:20] for status in (b" 200 ", b" 503 ", b" 429 ")):
                    judge.fail(f"a sound request was not answered meanwhile: {answer!r}")

        watcher = threading.Thread(target=watch)
        watcher.start()
        slows = [threading.Thread(target=slow, args=(judge, kind)) for kind in ("headers", "body", "reader") * 20]
        for thread in slows:
            thread.start()
        with concurrent.futures.ThreadPoolExecutor(16) as pool:
            list(pool.map(lambda seed: ask(judge, seed), range(options.seed, options.seed + options.requests)))
        for thread in slows:
            thread.join()
        is_over.set()
        watcher.join()
        after = judge.send(good)
        if after is None or after.split(b"\r\n\r\n")[1] != whole.split(b"\r\n\r\n")[1]:
            judge.fail("a sound request is answered otherwise afterwards")
    for status, count in sorted(judge.statuses.items(), key=str):
        print(f"{status}: {count}")
    print(f"{options.requests} hostile requests and {len(slows)} slow clients; "
          f"the slowest sound answer took {slowest:.2f} s")


def answered(judge, path, token=TOKEN):
    """Returns status, header fields and body. The status is 0 without a response."""
    answer = judge.send(f"GET {path} HTTP/1.1\r\n{judge.field(token)}Connection: close\r\n\r\n".encode())
    if not answer:
        return 0, b"", b""
    head, _, content = answer.partition(b"\r\n\r\n")
    return int(head.split()[1]), head, content


def tokens(folder, *names):
    """Overwrites the token file in place."""
    judging.write_tokens(folder, dict.fromkeys(names, "owner: mine"))


def written(judge, _):
    """Checks truncated workspace files."""
    file = pathlib.Path(judge.folder, "auger.yaml")
    text = file.read_text()
    # A layout with one part per line, so that many truncated files are valid.
    text = text.replace('    rows: { shop.sales: "owner == claim.owner" }\n',
                        "    rows:\n      shop.sales: owner == claim.owner\n")
    head, policy, rest = re.match(r"(.*?)(policy:.*?)(dashboards: \{.*)", text, re.DOTALL).groups()
    text = head + rest + policy
    file.write_text(text)
    with judge.started() as process:
        for end in [*range(len(text) - 1, len(head), -1), 0, len(text)]:
            file.write_text(text[:end])
            process.send_signal(signal.SIGHUP)
            for _ in range(3):
                time.sleep(0.01)
                status, _, content = answered(judge, "/dashboards/hostile/Charts.csv")
                if status not in (200, 404) or b"424242" in content:
                    judge.fail(f"a workspace of {end} of {len(text)} bytes: {status} {content[:300]!r}")
        if not eventually(lambda: answered(judge, "/dashboards/hostile/Charts.csv")[0] == 200):
            judge.fail("the whole workspace is not served again")


def limits(judge, _):
    """Checks a principal that exceeds its limits."""
    other = TOKEN + "x"
    tokens(judge.folder, TOKEN, other)
    with judge.started("--request-rate", "5"):
        statuses = collections.Counter()
        for _ in range(120):
            status, head, _ = answered(judge, "/.json")
            statuses[status] += 1
            if status == 429 and b"retry-after" not in head.lower():
                judge.fail("429 without Retry-After")
        if statuses[200] < 50 or statuses[429] < 20 or statuses[200] + statuses[429] != 120:
            judge.fail(f"120 requests at 5 in a second: {statuses}")
        if answered(judge, "/.json", other)[0] != 200 or answered(judge, "/healthz")[0] != 200:
            judge.fail("others are not answered")
        time.sleep(1.2)
        if answered(judge, "/.json")[0] != 200:
            judge.fail("not answered after Retry-After")
    with judge.started():
        streams = [stream(judge) for _ in range(80)]
        count = collections.Counter(status for status, _ in streams)
        if not 0 < count[200] < 80 or count[200] + count[429] != 80:
            judge.fail(f"80 event streams of one principal: {count}")
        if stream(judge, other)[0] != 200:
            judge.fail("the event stream of another principal is refused")
        for _, connection in streams:
            connection.close()
        if not eventually(lambda: stream(judge)[0] == 200, 20):
            judge.fail("no event stream after all have gone")


def stream(judge, token=TOKEN):
    """Opens an event stream. Returns its status and its connection."""
    connection = judge.connect()
    connection.sendall(f"GET /-/events HTTP/1.1\r\n{judge.field(token)}\r\n".encode())
    return int(connection.recv(4096).split()[1]), connection


def ends(connection, seconds=5):
    connection.settimeout(seconds)
    try:
        while True:
            part = connection.recv(4096)
            if not part or part.endswith(b"0\r\n\r\n"):
                return True
    except (TimeoutError, ConnectionError) as error:
        return isinstance(error, ConnectionError)


def revoked(judge, _):
    """Checks token files that lose their tokens."""
    file = pathlib.Path(judge.folder, "tokens.yaml")
    whole = file.read_text()
    with judge.started():
        for text in [None, "", "tokens:\n", "tokens: []\n", "tokens: [", whole[:len(whole) // 2], "\0" * 100]:
            file.write_text(whole)
            status, connection = stream(judge)
            if status != 200:
                judge.fail(f"a good token is refused: {status}")
            if text is None:
                file.unlink()
            else:
                file.write_text(text)
            if (status := answered(judge, "/.json")[0]) != 401:
                judge.fail(f"{status} with the tokens {text!r}")
            if not ends(connection):
                judge.fail(f"an event stream goes on with the tokens {text!r}")
            if text != "tokens: []\n" and answered(judge, "/readyz")[0] != 503:
                judge.fail(f"ready with the tokens {text!r}")
        file.write_text(whole)
        if answered(judge, "/.json")[0] != 200 or answered(judge, "/readyz")[0] != 200:
            judge.fail("the file is not read again")
        for number in range(200):
            # Equal length, within one clock tick.
            token = f"{TOKEN}-{number:03}"
            tokens(judge.folder, token)
            if answered(judge, "/.json", token)[0] != 200 or answered(judge, "/.json",
                                                                      f"{TOKEN}-{number - 1:03}")[0] != 401:
                judge.fail(f"edit {number} in place is not seen")


def fields(judge, _):
    """Checks HTTP header fields."""
    with judge.started():
        good = f"Host: {judge.authority}\r\n"
        for hosts in [good + good, good + "Host: evil.example\r\n", "Host: evil.example\r\n" + good,
                      good + "hOsT:\r\n"]:
            answer = judge.send(f"GET /healthz HTTP/1.1\r\n{hosts}Connection: close\r\n\r\n".encode())
            if not answer or not answer.startswith(b"HTTP/1.1 400 ") or answer.count(b"HTTP/1.1") != 1:
                judge.fail(f"{hosts!r}: {answer!r}")
        form = "item=Charts&do=sort&key=value"
        head = (f"POST /-/move/hostile HTTP/1.1\r\n{good}Authorization: Bearer {TOKEN}\r\nConnection: close\r\n"
                "Content-Type: application/x-www-form-urlencoded\r\n")
        with judge.connect(5) as connection:
            connection.sendall((head + f"Content-Length: {len(form)}\r\nExpect: 100-continue\r\n\r\n").encode())
            try:
                first = connection.recv(4096)
            except TimeoutError:
                first = b"nothing"
            if not first.startswith(b"HTTP/1.1 100 "):
                judge.fail(f"Expect: 100-continue: {first!r}")
            connection.sendall(form.encode())
            if not connection.recv(4096).startswith(b"HTTP/1.1 303 "):
                judge.fail("the body is not read after 100")
        for more, status in [("Content-Length: 999999\r\nExpect: 100-continue", b"413"),
                             ("Content-Length: 5\r\nExpect: tea", b"417")]:
            answer = judge.send((head + more + "\r\n\r\n").encode(), wait=5)
            if not answer or answer.split()[1] != status:
                judge.fail(f"{more}: {answer!r}")


SLOW = ("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000000000) "
        "SELECT 'x' AS kind, count(*) AS amount FROM n")


def supervised(judge, _):
    """Kills a server during a request."""
    root = pathlib.Path(judge.folder)
    sqlite3.connect(root / "slow.sqlite").execute("CREATE TABLE t(a)").connection.commit()
    text = (root / "auger.yaml").read_text()
    text = text.replace("queries:\n", "  slow: { adapter: sqlite, path: slow.sqlite }\n"
                        f'queries:\n  Slow:\n    source: slow\n    sql: "{SLOW}"\n', 1)
    text = text.replace("dashboards: [hostile]", "dashboards: [hostile, slow]\n    metrics: true").replace(
        "dashboards: { hostile:", "dashboards: { slow: Dashboards/slow.xml, hostile:")
    (root / "auger.yaml").write_text(text)
    board = (root / "Dashboards/hostile.xml").read_text()
    (root / "Dashboards/slow.xml").write_text(board.replace('Query="Sales"', 'Query="Slow"'))
    slow_path = "/dashboards/slow/Charts.csv"
    with judge.started("--supervised") as process:
        for how in [signal.SIGSEGV, signal.SIGKILL, signal.SIGABRT]:
            path = f"{slow_path}?_locale=de_{how.name}"
            asking = threading.Thread(target=judge.send, args=(f"GET {path} HTTP/1.1\r\n{judge.field()}\r\n".encode(),))
            asking.start()
            if not eventually(lambda: b"auger_requests_computed 1" in answered(judge, "/metrics")[2], 20):
                judge.fail("the slow request does not run")
            before = children(process.pid)
            os.kill(before[0], how)
            began = time.monotonic()
            status = answered(judge, "/dashboards/hostile/Charts.csv")[0]
            took = time.monotonic() - began
            asking.join()
            if status != 200 or took > 1.5 or children(process.pid) == before:
                judge.fail(f"after {how.name}: {status} after {took:.2f} s")
            status, head, content = answered(judge, path)
            if status != 503 or b"retry-after" not in head.lower() or b"addressBlocked" not in content:
                judge.fail(f"the request that ran at {how.name} is answered {status} {content[:200]!r}")
        errors = judge.server.log()
        if errors.count("serverCrashed") != 3 or errors.count(slow_path) < 3 or TOKEN in errors:
            judge.fail(f"the log of three crashes: {errors[:500]}")
        before = children(process.pid)
        process.send_signal(signal.SIGHUP)
        time.sleep(0.3)
        if children(process.pid) != before or answered(judge, "/dashboards/hostile/Charts.csv")[0] != 200:
            judge.fail("SIGHUP is not passed on")
        process.terminate()
        if process.wait(timeout=40) != 0:
            judge.fail(f"SIGTERM ends it with {process.returncode}")
    with judge.started("--supervised") as process:
        before = children(process.pid)[0]
        process.kill()
        process.wait()
        if not eventually(lambda: not pathlib.Path(f"/proc/{before}/fd/0").exists(), 10):
            judge.fail("a server outlives its supervisor")
            os.kill(before, signal.SIGKILL)
    for arguments in (["--workspace", judge.folder + "/none"], ["--port", "x"]):
        began = time.monotonic()
        codes = [subprocess.run([judge.auger, "serve", "--port", "0", *arguments, *more], capture_output=True,
                                timeout=20, check=False).returncode for more in ([], ["--supervised"])]
        if codes[0] != codes[1] or codes[0] == 0 or time.monotonic() - began > 10:
            judge.fail(f"{arguments}: {codes[0]} and supervised {codes[1]}")


CLASSES = {"requests": hostile_requests, "written": written, "limits": limits, "tokens": revoked, "fields": fields,
           "supervised": supervised}


def main():
    parser = Parser(__doc__).command().add("--requests", "Number of generated requests.", 10_000)
    options = parser.add("--seed", "Seed of the first request.", 1).parts(CLASSES).parse_args()
    judge = Judge()
    judge.auger = options.auger
    for name in options.only:
        print(f"{name} ...", flush=True)
        with tempfile.TemporaryDirectory() as judge.folder:
            workspace(judge.folder)
            CLASSES[name](judge, options)
    return judge.end(", ".join(options.only))


if __name__ == "__main__":
    sys.exit(main())
