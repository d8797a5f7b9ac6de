#!/usr/bin/env python3
"""Sends requests that the OpenAPI document of a server allows or forbids, and validates the responses.

The script generates requests from the document until enough responses arrived. Statuses, types and schemas must match
the document, and the only allowed 5xx statuses are 503 and 504. The access log of the server counts the requests.
"""
import collections
import json
import pathlib
import subprocess
import sys
import tempfile

from judging import Parser, serving

# Intended 503 and 504 are not errors. The access log shows all other statuses.
CHECKS = "status_code_conformance,content_type_conformance,response_schema_conformance,unsupported_method"


def main():
    parser = Parser(__doc__).command().add("workspace", "Workspace to serve. Default: the sample.", nargs="?")
    parser.add("--requests", "Number of requests.", 10_000).add("--seed", "Seed of the first round.", 1)
    options = parser.add("--examples", "Examples of each operation in a round.", 100).parse_args()
    with tempfile.TemporaryDirectory() as folder:
        log = pathlib.Path(folder) / "accesses.jsonl"
        failed = False
        with serving(options.auger, options.workspace, "--access-log", str(log)) as url:
            seed, before = options.seed, -1
            while not failed and before < (count := len(log.read_bytes().splitlines())) < options.requests:
                before = count
                command = ["st", "run", f"{url}/-/openapi.json", "--checks", CHECKS, "--workers", "4", "--seed",
                           str(seed), "--max-examples", str(options.examples), "--suppress-health-check", "all",
                           "--request-timeout", "60", "--no-color"]
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
