#!/usr/bin/env python3
"""Runs the command as it is shipped, from end to end: writes the sample, exports all of it, serves it, and compares the two.

Usage: Scripts/shipped.py AUGER

Each chart JSON that `auger export` writes has to be what `auger serve` answers at its address, but for the line ends and the
receipt, which says when it was made. Prints how many were equal.
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import urllib.parse

from serving import fetched, serving


def model(text):
    found = json.loads(text)
    found.pop("receipt", None)
    return found


def main():
    auger = str(pathlib.Path(sys.argv[1]).resolve())
    faults, equal = [], 0
    with tempfile.TemporaryDirectory() as folder:
        sample = pathlib.Path(folder) / "sample"
        subprocess.run([auger, "demo", str(sample), "--quiet"], check=True)
        with serving(auger, str(sample)) as url:
            dashboards = json.loads(fetched(f"{url}/.json"))["dashboards"]
            for dashboard in dashboards:
                out = pathlib.Path(folder) / "out" / dashboard["name"]
                subprocess.run([auger, "export", dashboard["name"], "--workspace", str(sample), "--formats", "json,svg,csv",
                                "--output", str(out), "--quiet"], check=True)
                for file in sorted(out.rglob("*.json")):
                    exported = model(file.read_text())
                    if exported.get("schema") != "auger.chart/1":
                        continue
                    item = str(file.relative_to(out).with_suffix("")).split("/")[-1]
                    name = urllib.parse.quote(item, safe="")
                    served = model(fetched(f"{url}/dashboards/{urllib.parse.quote(dashboard['name'])}/{name}.json"))
                    if served == exported:
                        equal += 1
                    else:
                        faults.append(f"{dashboard['name']}/{item} is served otherwise than exported")
    for fault in faults:
        print(f"shipped: FAILED: {fault}")
    print(f"shipped: {equal} charts are served as they are exported")
    return 1 if faults or not equal else 0


if __name__ == "__main__":
    sys.exit(main())
