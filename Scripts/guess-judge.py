#!/usr/bin/env python3
"""Says for how many files `auger chart FILE` draws first what a careful analyst wrote down that he or she would expect.

usage: Scripts/guess-judge.py AUGER SHARED [-v] [PICTURES]

AUGER is the built command, SHARED the folder of the data that several projects share, whose `questions/guesses.json` has the
files, what is expected, what is as good, and which columns must never be summed. With PICTURES each first chart is written there
as SVG. Ends with 1 where fewer than 36 are right, or a column is summed that must not be.
"""
import json
import pathlib
import re
import subprocess
import sys

DATES = re.compile(r"(?:Year|Quarter|Month|Week|Day|StartOf|Date|Hour)\((.*)\)", re.I)
AGGREGATES = {"sum": "sum", "avg": "average", "count": "count", "median": "median", "min": "min", "max": "max", "first": "first", "last": "last"}


def column(expression):
    """The column that an expression is about, without brackets and functions of dates."""
    while match := DATES.fullmatch(expression.strip()):
        expression = match[1].split(",")[0]
    return expression.strip().strip("[]")


def chosen(text):
    """What `auger chart` says that it chose, as a guess is written."""
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
    kinds = {"column": "bar", "bar": "bar", "line": "line", "area": "line", "point": "scatter", "scatter": "scatter", "bubble": "scatter",
             "histogram": "histogram", "pie": "pie", "donut": "pie"}
    return {"type": kinds.get(kind.lower(), kind.lower()), "values": found,
            "category": column(category or "") or found[0][1], "series": column(series or "") or None}


def fits(guess, wanted):
    categories = wanted["category"] if isinstance(wanted["category"], list) else [wanted["category"]]
    values = wanted["value"] if isinstance(wanted["value"], list) else [wanted["value"]]
    # A histogram has its value as category.
    if guess["type"] != wanted["type"] or guess["category"] not in categories or guess["series"] != wanted.get("series"):
        return False
    if guess["type"] == "histogram":
        return True
    return all(aggregate == wanted["aggregate"] and value in (values if wanted["value"] else [None]) for aggregate, value in guess["values"])


def main():
    arguments = [word for word in sys.argv[1:] if word != "-v"]
    auger, shared = str(pathlib.Path(arguments[0]).resolve()), pathlib.Path(arguments[1]).resolve()
    pictures = pathlib.Path(arguments[2]) if len(arguments) > 2 else None
    right = summed = 0
    guesses = json.loads((shared / "questions/guesses.json").read_text())["guesses"]
    for number, wanted in enumerate(guesses, 1):
        path = (shared / "questions" / wanted["file"]).resolve()
        name = f"{path}.{wanted['table']}" if wanted.get("table") else str(path)
        read = wanted.get("read", {})
        options = ["--delimiter", "tab" if read["delimiter"] == "\t" else read["delimiter"]] if "delimiter" in read else []
        options += ["--skip-lines", str(read["skip"])] if "skip" in read else []
        output = str(pictures / f"{number:02}.svg") if pictures else "-"
        run = subprocess.run([auger, "chart", name, *options, *(["--format", "json"] if output == "-" else []), "-o", output], capture_output=True, text=True)
        guess = chosen(run.stderr)
        title = f"{number:2} {path.name}{'.' + wanted['table'] if wanted.get('table') else ''}"
        if guess is None:
            print(f"{title}: nothing was chosen: {run.stderr.strip()[:200]}")
            continue
        bad = [value for aggregate, value in guess["values"] if aggregate == "sum" and value in wanted["never"]]
        summed += len(bad)
        is_right = any(fits(guess, {**wanted, **choice} if choice else wanted) for choice in [None, *wanted.get("accept", [])]) and not bad
        right += is_right
        if not is_right or "-v" in sys.argv:
            line = next(line for line in run.stderr.splitlines() if line.startswith("chose"))
            print(f"{title}: {'right' if is_right else 'WRONG'}: {line}" + (f"; {bad} must not be summed" if bad else ""))
            if not is_right:
                for choice in [wanted, *wanted.get("accept", [])]:
                    print(f"     {choice['type']} of {choice['aggregate']} {choice['value']} by {choice['category']} series {choice.get('series')}")
    print(f"{right} of {len(guesses)} are right, {summed} columns summed that must not be")
    return 0 if right >= 36 and not summed else 1


if __name__ == "__main__":
    sys.exit(main())
