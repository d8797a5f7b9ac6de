#!/usr/bin/env python3
"""Sends a server what its OpenAPI document allows and forbids, and holds the answers to the document.

Usage: Scripts/openapi-judge.py AUGER [WORKSPACE] [--requests N] [--examples N] [--seed N]

Needs schemathesis from PyPI. Serves the workspace, or the sample, and makes requests from the document until N (10 000) were
answered: no status but those that the document names, no 5xx but 503 and 504, types and schemas as they are declared. The
requests are counted by the server's own access log.
"""
import argparse
import collections
import json
import pathlib
import subprocess
import sys
import tempfile

from serving import serving

# What is 503 or 504 on purpose is no fault: the access log is judged for all others.
CHECKS = "status_code_conformance,content_type_conformance,response_schema_conformance,unsupported_method"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("auger")
    parser.add_argument("workspace", nargs="?")
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--examples", type=int, default=100, help="of each operation in a round")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        log = pathlib.Path(folder) / "accesses.jsonl"
        failed = False
        with serving(options.auger, options.workspace, "--access-log", str(log)) as url:
            seed, before = options.seed, -1
            while not failed and before < (count := len(log.read_bytes().splitlines())) < options.requests:
                before = count
                command = ["st", "run", f"{url}/-/openapi.json", "--checks", CHECKS, "--workers", "4", "--seed", str(seed),
                           "--max-examples", str(options.examples), "--suppress-health-check", "all", "--request-timeout", "60",
                           "--no-color"]
                run = subprocess.run(command, capture_output=True, text=True, cwd=folder)
                failed = run.returncode != 0
                if failed:
                    print(run.stdout[-20_000:], run.stderr[-2000:])
                seed += 1
        statuses = collections.Counter(json.loads(line)["status"] for line in log.read_text().splitlines())
        print(f"{sum(statuses.values())} requests in {seed - options.seed} rounds: "
              + ", ".join(f"{count} × {status}" for status, count in statuses.most_common()))
        bad = [status for status in statuses if status >= 500 and status not in (503, 504)]
        few = sum(statuses.values()) < options.requests
        print("FAILED" if failed or bad or few else "all answers are as the document says")
        return 1 if failed or bad or few else 0


if __name__ == "__main__":
    sys.exit(main())
