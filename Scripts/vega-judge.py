#!/usr/bin/env python3
"""Validates Vega-Lite specifications, draws them with the reference renderer, and checks the pictures.

Each *.vl.json in the folder must match the schema. The renderer must draw it, the scales must have the domains of the
specification, and each row whose field `value` a mark shows must have a mark with this value.

Vega specifications (*.vg.json: treemaps and graphs) are drawn too. The area of each tile must be proportional to its
value, each node must be at its position, and each link must have a line.

Requires the schema in data/vega-lite of the shared data. The exit code is 1 if a check fails.
"""
import bisect
import html
import json
import pathlib
import re
import sys

from judging import CASES, SHARED, Parser

SCHEMA = SHARED / "data/vega-lite/schema/vega-lite-schema-v6.4.1-uri-safe.json"


def objects(node):
    """Yields all objects of a document."""
    if isinstance(node, dict):
        yield node
        for value in node.values():
            yield from objects(value)
    elif isinstance(node, list):
        for value in node:
            yield from objects(value)


def domains(spec):
    """Returns the numeric domains that encodings require."""
    found = set()
    for node in objects(spec):
        domain = node.get("scale", {}).get("domain") if isinstance(node.get("scale"), dict) else None
        if domain and all(isinstance(end, (int, float)) for end in domain):
            found.add(tuple(domain))
    return found


def ends(scale):
    """Returns the ends of a compiled scale. Those of times are expressions."""
    domain = scale.get("domain")
    if isinstance(domain, dict):
        found = [re.fullmatch(r"\{data: datetime\((-?[0-9.]+)\)\}", f.get("signal", ""))
                 for f in domain.get("fields", []) if isinstance(f, dict)]
        domain = [float(m[1]) for m in found if m]
    return tuple(domain) if domain and all(isinstance(end, (int, float)) for end in domain) else None


def lost(wanted, said):
    """Returns the wanted numbers that are missing in the other list, with a relative tolerance of 1e-9."""
    said = sorted(said)
    missing = []
    for value in wanted:
        at = bisect.bisect_left(said, value - 1e-9 * abs(value))
        if at < len(said) and abs(said[at] - value) <= 1e-9 * abs(value):
            del said[at]
        else:
            missing.append(value)
    return missing


def judge(path, validator, pictures):
    import jsonschema
    import vl_convert
    spec = json.loads(path.read_text())
    error = jsonschema.exceptions.best_match(validator.iter_errors(spec))
    if error:
        return [f"schema: {error.message[:200]} at {list(error.absolute_path)[:8]}"]
    try:
        compiled = vl_convert.vegalite_to_vega(spec, vl_version="6.4")
        svg = vl_convert.vegalite_to_svg(spec, vl_version="6.4", allowed_base_urls=[])
    except ValueError as error:
        return [f"renderer: {str(error)[:200]}"]
    if pictures:
        (pictures / (path.name[: -len(".vl.json")] + ".svg")).write_text(svg)
    findings = []
    made = {ends(scale) for scale in objects(compiled)} - {None}
    missing = domains(spec) - made
    if missing:
        findings.append(f"domains {sorted(missing)} are not those of {sorted(made)}")
    fields = {e["field"] for node in objects(spec)
              for e in [node.get("encoding", {}).get(n, {}) for n in ("x", "y", "theta", "color")]
              if isinstance(e, dict) and "field" in e}
    if "value" in fields:
        rows = [r for n in objects(spec) if isinstance(n.get("values"), list) for r in n["values"]
                if isinstance(r, dict)]
        wanted = [row["value"] for row in rows if row.get("value") is not None]
        labels = [html.unescape(label) for label in re.findall(r'aria-label="([^"]*)"', svg)]
        said = [text for label in labels for text in re.findall(r"(?:^|; )value: ([−\-\d.,eE+]+)(?:;|$)", label)]
        missing = lost(wanted, [float(text.replace("−", "-").replace(",", "")) for text in said])
        if missing:
            findings.append(f"{len(missing)} of {len(wanted)} values are not said by marks: {missing[:5]}")
    return findings


def judge_vega(path, pictures):
    import vl_convert
    spec = json.loads(path.read_text())
    try:
        svg = vl_convert.vega_to_svg(spec, allowed_base_urls=[])
    except ValueError as error:
        return [f"renderer: {str(error)[:200]}"]
    if pictures:
        (pictures / (path.name[: -len(".vg.json")] + ".svg")).write_text(svg)
    data = {node["name"]: node.get("values") for node in spec["data"]}
    marks = {name: re.findall(r' d="([^"]*)"', body) for name, body in
             re.findall(r'<g class="mark-\w+ role-mark (\w+)"[^>]*>(.*?)</g>', svg, re.S)}
    if data.get("tree"):
        wanted = sorted(row["value"] for row in data["tree"] if row.get("value") is not None)
        sides = [re.fullmatch(r"M[^h]*h([\d.e-]+)v([\d.e-]+)h-[\d.e-]+Z", path) for path in marks.get("tile", [])]
        if None in sides or len(sides) != len(wanted):
            return [f"{len(sides)} tiles are drawn of {len(wanted)}"]
        areas = sorted(float(side[1]) * float(side[2]) for side in sides)
        # Gaps between tiles and names of parents reduce the areas.
        wrong = [value for value, area in zip(wanted, areas) if abs(area / sum(areas) - value / sum(wanted)) > 0.06]
        return [f"areas are not in proportion: {wrong[:5]}"] if wrong else []
    lines = len(re.findall("<line", re.search(r'role-mark link"[^>]*>(.*?)</g>', svg, re.S)[1])) if data["links"] else 0
    findings = [f"{lines} links are drawn of {len(data['links'])}"] if lines != len(data["links"]) else []
    body = re.search(r'role-mark node"[^>]*>(.*?)</g>', svg, re.S)[1]
    drawn = [tuple(float(part) for part in place.split(",")) for place in re.findall(r"translate\(([^)]*)\)", body)]
    missing = [row["name"] for row in data["nodes"]
               if not any(abs(x - row["x"]) < 0.01 and abs(y - row["y"]) < 0.01 for x, y in drawn)]
    return findings + ([f"nodes do not stand where they should: {missing[:5]}"] if missing else [])


def main():
    parser = Parser(__doc__).add("folder", "Folder of specifications.", CASES / "VegaLite", type=pathlib.Path)
    options = parser.add("--svg", "Folder for the pictures.", type=pathlib.Path).parse_args()
    import jsonschema
    validator = jsonschema.Draft7Validator(json.loads(SCHEMA.read_text()))
    paths, others = (sorted(options.folder.rglob(name)) for name in ("*.vl.json", "*.vg.json"))
    failed = 0
    for path in paths + others:
        findings = judge_vega(path, options.svg) if path in others else judge(path, validator, options.svg)
        failed += bool(findings)
        for finding in findings:
            print(f"{path.relative_to(options.folder)}: {finding}")
    print(f"{len(paths) + len(others)} specifications, {failed} with findings")
    return 1 if failed or not paths + others else 0


if __name__ == "__main__":
    sys.exit(main())
