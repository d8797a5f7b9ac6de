#!/usr/bin/env python3
"""Counts the files for which the default chart of `auger chart FILE` is the one that an analyst expects.

`questions/guesses.json` of the shared data contains the files, the expected charts with acceptable alternatives, and
the columns that must not be summed. The exit code is 1 if fewer than 36 charts are correct, or if such a column is
summed.
"""
import json
import pathlib
import re
import subprocess
import sys

from judging import SHARED, Parser

DATES = re.compile(r"(?:Year|Quarter|Month|Week|Day|StartOf|Date|Hour)\((.*)\)", re.I)
AGGREGATES = {"avg": "average"} | {name: name for name in ("sum", "count", "median", "min", "max", "first", "last")}
KINDS = {"column": "bar", "area": "line", "point": "scatter", "bubble": "scatter", "donut": "pie"}


def column(expression):
    """Returns the column of an expression, without brackets and date functions."""
    while match := DATES.fullmatch(expression.strip()):
        expression = match[1].split(",")[0]
    return expression.strip().strip("[]")


def chosen(text):
    """Returns the choices reported by `auger chart`, in the format of the expectations."""
    match = re.search(r"chose: (\w+) of (.*?)(?: by (.*?))?(?:, series (.*?))?(?:, the top .*)?$", text, re.M)
    if not match:
        return None
    kind, values, category, series = match.groups()
    found = []
    for value in re.split(r", (?![^(\[]*[)\]])", values):
        call = re.fullmatch(r"(\w+)\((.*)\)", value)
        if call and call[1].lower() in AGGREGATES:
            found.append((AGGREGATES[call[1].lower()], column(call[2]) or None))
        else:
            found.append(("none", column(value)))
    return {"type": KINDS.get(kind.lower(), kind.lower()), "values": found,
            "category": column(category or "") or found[0][1], "series": column(series or "") or None}


def fits(guess, wanted):
    categories = wanted["category"] if isinstance(wanted["category"], list) else [wanted["category"]]
    values = wanted["value"] if isinstance(wanted["value"], list) else [wanted["value"]]
    # The category of a histogram is its value.
    is_kind = guess["type"] == wanted["type"] and guess["series"] == wanted.get("series")
    if not is_kind or guess["category"] not in categories:
        return False
    if guess["type"] == "histogram":
        return True
    return all(aggregate == wanted["aggregate"] and value in (values if wanted["value"] else [None])
               for aggregate, value in guess["values"])


def main():
    parser = Parser(__doc__).command().add("shared", "Folder of the shared data.", SHARED, type=pathlib.Path)
    parser.add("pictures", "Folder for the first chart of each file as SVG.", nargs="?", type=pathlib.Path)
    options = parser.add("-v", "Print right choices, too.", action="store_true").parse_args()
    right = summed = 0
    guesses = json.loads((options.shared / "questions/guesses.json").read_text())["guesses"]
    for number, wanted in enumerate(guesses, 1):
        path = (options.shared / "questions" / wanted["file"]).resolve()
        name = f"{path}.{wanted['table']}" if wanted.get("table") else str(path)
        read = wanted.get("read", {})
        words = ["--delimiter", "tab" if read["delimiter"] == "\t"
                 else read["delimiter"]] if "delimiter" in read else []
        words += ["--skip-lines", str(read["skip"])] if "skip" in read else []
        words += ["-o", str(options.pictures / f"{number:02}.svg")] if options.pictures else ["--format", "json", "-o",
                                                                                              "-"]
        run = subprocess.run([options.auger, "chart", name, *words], capture_output=True, text=True)
        guess = chosen(run.stderr)
        title = f"{number:2} {path.name}{'.' + wanted['table'] if wanted.get('table') else ''}"
        if guess is None:
            print(f"{title}: nothing was chosen: {run.stderr.strip()[:200]}")
            continue
        bad = [value for aggregate, value in guess["values"] if aggregate == "sum" and value in wanted["never"]]
        summed += len(bad)
        is_right = not bad and any(fits(guess, {**wanted, **choice}) for choice in [{}, *wanted.get("accept", [])])
        right += is_right
        if not is_right or options.v:
            line = next(line for line in run.stderr.splitlines() if line.startswith("chose"))
            print(f"{title}: {'right' if is_right else 'WRONG'}: {line}",
                  *[f"; {column} must not be summed" for column in bad])
            if not is_right:
                for choice in [wanted, *wanted.get("accept", [])]:
                    print(f"     {choice['type']} of {choice['aggregate']} {choice['value']} by {choice['category']} "
                          f"series {choice.get('series')}")
    print(f"{right} of {len(guesses)} are right, {summed} columns summed that must not be")
    return 0 if right >= 36 and not summed else 1


if __name__ == "__main__":
    sys.exit(main())
