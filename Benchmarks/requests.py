#!/usr/bin/env python3
"""Measures the server with wrk on the same machine: cached charts and 304s compared to /healthz, computed charts, many
connections, and many equal requests at once.

Needs wrk (Debian's package) and a release build. Each line is the median of the rounds. Every round starts a new
server of the sample. Goals: cached charts at half the rate of /healthz, and 304s at 0.7 of it. 1000 computed charts per
second, with 99 % within 25 ms. 1000 connections with one request per second, four of five for cached charts, within
60 ms.
"""
import asyncio
import json
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import urllib.request

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "Scripts"))

from judging import Parser, resolved, serving

KEPT = "/dashboards/variables/Revenue.json"
# Each address is a place of its own: two variables, and the part of the axis that is in view.
COMPUTED = ("string.format('/dashboards/variables/Revenue.json?$rise=%g&$extra=%d&Revenue.range=0..0.%07d', "
            "(n % 41) / 2, math.floor(n / 41) % 51 * 100, 1000000 + n)")
REQUESTS = {
    "healthz": "return function(n) return wrk.format('GET', '/healthz') end",
    "kept": f"return function(n) return wrk.format('GET', '{KEPT}') end",
    "not modified": f"return function(n) return wrk.format('GET', '{KEPT}', {{['If-None-Match'] = 'ETAG'}}) end",
    "computed": f"return function(n) return wrk.format('GET', {COMPUTED}) end",
    "mixed": f"return function(n) if n % 5 == 0 then return wrk.format('GET', {COMPUTED}) end "
             f"return wrk.format('GET', '{KEPT}') end",
}
SCRIPT = """
local make = (function() %s end)()
local n = %d
function request() n = n + 1; return make(n) end
function delay() return %s end
local statuses = {}
function response(status) if status ~= %d then wrk.thread:stop(); print('status ' .. status) end end
"""


def load(url, kind, connections, seconds, etag="", status=200, pause="0", start=0):
    """Requests a second, and milliseconds within which half and 99 of 100 are answered."""
    make = REQUESTS[kind].replace("ETAG", etag)
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as script:
        script.write(SCRIPT % (make, start, pause, status))
        script.flush()
        command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency", "--timeout", "10s", "-s",
                   script.name, url]
        out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    for fault in ("status ", "Socket errors", "Non-2xx"):
        if fault in out and not (fault == "Non-2xx" and status == 304):
            raise SystemExit(f"{kind}: {out}")
    unit = {"us": 1e-3, "ms": 1, "s": 1e3}

    def within(share):
        number, name = re.search(rf"\n\s+{share}%\s+([\d.]+)(us|ms|s)", out).groups()
        return float(number) * unit[name]

    return float(re.search(r"Requests/sec:\s+([\d.]+)", out)[1]), within(50), within(99)


async def equal(url, path, count):
    """Asks the same of a server by so many connections at once; gives the different answers."""
    host, port = url.removeprefix("http://").rstrip("/").split(":")

    async def one():
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n\r\n".encode())
        answer = await reader.read()
        writer.close()
        return answer.split(b"\r\n")[0], answer.split(b"\r\n\r\n", 1)[1]

    return set(await asyncio.gather(*(one() for _ in range(count))))


def in_turns(url, etag, seconds):
    """Requests a second of what is compared, each asked for a second at a time: a machine's pace changes in between."""
    paces = {"healthz": [], "kept": [], "not modified": []}
    for _ in range(seconds + 1):
        for kind, found in paces.items():
            found.append(load(url, kind, 32, 1, etag, 304 if kind == "not modified" else 200)[0])
    # The first of each warms up.
    return {kind: statistics.mean(found[1:]) for kind, found in paces.items()}


def measured(auger, seconds):
    with tempfile.TemporaryDirectory() as folder:
        log = pathlib.Path(folder) / "access.log"
        with serving(auger, None, "--access-log", str(log)) as url:
            answers = asyncio.run(equal(url, KEPT, 1000))
            if len(answers) != 1 or b"200" not in next(iter(answers))[0]:
                raise SystemExit(f"{len(answers)} different answers to one request")
            lines = [json.loads(line) for line in log.read_text().splitlines()]
            queries = sum(line["queries"] for line in lines)
        with serving(auger) as url:
            etag = urllib.request.urlopen(url + KEPT).headers["ETag"].replace("'", "\\'")
            paces = in_turns(url, etag, seconds)
            result = {"health": paces["healthz"], "cold queries": queries}
            for kind in ("kept", "not modified"):
                result[kind] = paces[kind] / paces["healthz"]
            result["computed"], _, result["computed within"] = load(url, "computed", 8, seconds)
            pause = "500 + math.random(1000)"
            result["mixed"], _, result["mixed within"] = load(url, "mixed", 1000, seconds * 2, pause=pause,
                                                              start=100_000)
    return result


LINES = [
    ("health", "/healthz, requests/s", "{:.0f}", None),
    ("kept", "kept chart JSON, of /healthz", "{:.2f}", lambda x: x >= 0.5),
    ("not modified", "304, of /healthz", "{:.2f}", lambda x: x >= 0.7),
    ("computed", "computed charts/s, 8 connections", "{:.0f}", lambda x: x >= 1000),
    ("computed within", "  99 of 100 within ms", "{:.1f}", lambda x: x < 25),
    ("mixed", "1 000 connections, 80 % kept, requests/s", "{:.0f}", None),
    ("mixed within", "  99 of 100 within ms", "{:.1f}", lambda x: x <= 60),
    ("cold queries", "queries of 1 000 equal cold requests", "{:.0f}", lambda x: x == 1),
]


def main():
    parser = Parser(__doc__).add("--auger", "Path of the command.", required=True, type=resolved)
    parser.add("--seconds", "Seconds of each measurement.", 5).add("--rounds", "Number of rounds.", 3)
    options = parser.add("--json", "File for the figures.").parse_args()
    rounds = [measured(options.auger, options.seconds) for _ in range(options.rounds)]
    missed = 0
    for key, name, form, goal in LINES:
        values = [result[key] for result in rounds]
        median = statistics.median(values)
        is_missed = goal is not None and not goal(median)
        missed += is_missed
        print(f"{name:45} {form.format(median):>8}  {'' if goal is None else 'MISSED' if is_missed else 'ok':6}  "
              + " ".join(form.format(value) for value in values))
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(rounds))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
