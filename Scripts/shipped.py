#!/usr/bin/env python3
"""Runs the command as it is shipped: writes the sample, exports and serves it, and compares the results.

Each chart JSON that `auger export` writes must equal the response of `auger serve` at its URL, except for line endings
and the receipt, which contains a time. Prints the number of equal charts.
"""
import json
import sys
import tempfile
import urllib.parse

from judging import Judge, Parser, exported, fetched, sample, serving


def model(text):
    found = json.loads(text)
    found.pop("receipt", None)
    return found


def main():
    auger = Parser(__doc__).command().parse_args().auger
    judge, equal = Judge(), 0
    with tempfile.TemporaryDirectory() as folder, serving(auger, sample(auger, folder)) as url:
        for dashboard in json.loads(fetched(f"{url}/.json"))["dashboards"]:
            name = urllib.parse.quote(dashboard["name"])
            for item, text in exported(auger, f"{folder}/sample", dashboard["name"]).items():
                served = fetched(f"{url}/dashboards/{name}/{urllib.parse.quote(item, safe='')}.json")
                equal += model(served) == model(text)
                if model(served) != model(text):
                    judge.fail(f"{dashboard['name']}/{item} is served otherwise than exported")
    return judge.end(f"shipped: {equal} charts are served as they are exported") or not equal


if __name__ == "__main__":
    sys.exit(main())
