#!/usr/bin/env python3
"""Tests the tools for agents with the PyPI client of the Model Context Protocol.

The script runs with a client that starts with a handshake and with a client of the stateless revision. It calls every
tool for every item. Every input and output schema must be valid, every result, including errors, must match its schema,
and no response may name a file, a statement or a source.
Then it performs random sequences of moves. Offered moves must match the input schema of the tool and succeed. Other
moves may fail. At the end of each sequence, the chart resources and the cells of the response must equal the output of
`auger export --explore STATE`. All tests run over both transports, with N sequences each: standard input and output of
`auger mcp`, and HTTP to `auger serve`, whose charts must also equal the JSON of the page. The exit code is 1 if a check
fails.
"""
import asyncio
import base64
import collections
import json
import pathlib
import random
import re
import sys
import urllib.parse
import xml.etree.ElementTree

import judging
from judging import Parser, exported, fetched, serving

FORMATS = ["svg", "vega", "vega-lite", "json", "csv"]


class Judge(judging.Judge):
    def __init__(self, auger, workspace, seed):
        super().__init__()
        self.auger, self.workspace, self.random = auger, workspace, random.Random(seed)
        self.counts, self.codes = collections.Counter(), collections.Counter()
        self.tools, self.inputs, self.outputs = {}, {}, {}
        self.exported, self.pages = {}, None
        text = pathlib.Path(workspace, "auger.yaml").read_text()
        # Strings that no response may contain: files, statements and folders of the workspace.
        self.secrets = set(re.findall(r"[\w.-]+\.(?:csv|sqlite|yaml|xml)", text)) | {str(workspace), "SELECT ", "FROM "}

    async def list(self, client):
        import jsonschema
        listed = await client.list_tools()
        for tool in listed.tools:
            self.tools[tool.name] = tool
            for kind, schema in (("input", tool.input_schema), ("output", tool.output_schema)):
                try:
                    jsonschema.Draft202012Validator.check_schema(schema)
                except jsonschema.SchemaError as error:
                    self.fail(f"{tool.name}: its {kind} schema is none: {error.message}")
            self.inputs[tool.name] = jsonschema.Draft202012Validator(tool.input_schema)
            self.outputs[tool.name] = jsonschema.Draft202012Validator(tool.output_schema)
            if not tool.annotations or not tool.annotations.read_only_hint:
                self.fail(f"{tool.name} is not said to be read-only")

    def look(self, where, text):
        for secret in self.secrets:
            if secret in text:
                self.fail(f"{where}: an answer holds '{secret}'")

    async def call(self, client, name, arguments, refused=False):
        """Returns the structured content. None after an error, which fails the check unless errors are allowed."""
        self.counts[name if not name.startswith("explore_") else "explore"] += 1
        if not refused:
            for error in self.inputs[name].iter_errors(arguments):
                self.fail(f"{name} {json.dumps(arguments)}: not by its input schema: {error.message}")
        result = await client.call_tool(name, arguments)
        content = result.structured_content
        error = next(self.outputs[name].iter_errors(content), None)
        if error:
            self.fail(f"{name} {json.dumps(arguments)}: not by its output schema: {error.message[:300]}")
        text = json.loads(result.content[-1].text)
        if text != content:
            self.fail(f"{name}: the text is not the structured content")
        self.look(name, json.dumps(content))
        if result.is_error:
            self.counts["refused"] += 1
            self.codes[(name.split("_")[0], content["code"])] += 1
            if not refused:
                self.fail(f"{name} {json.dumps(arguments)}: refused: {json.dumps(content)}")
            return None, result
        return content, result

    async def every_tool(self, client):
        listed, _ = await self.call(client, "list_dashboards", {})
        resources = (await client.list_resources()).resources
        templates = (await client.list_resource_templates()).resource_templates
        if len(templates) != 1:
            self.fail("there is not one template of resources")
        for resource in resources:
            read = await client.read_resource(resource.uri)
            json.loads(read.contents[0].text)
            self.look(resource.uri, read.contents[0].text)
            self.counts["resources"] += 1
        for dashboard in listed["dashboards"]:
            answer, _ = await self.call(client, dashboard["tool"], {})
            cells = sum(len(row) for item in answer["items"] for row in item.get("rows", []))
            if cells > 200:
                self.fail(f"{dashboard['name']}: {cells} cells")
            for item in dashboard["items"]:
                if "resource" not in item:
                    continue
                target = {"dashboard": dashboard["name"], "item": item["name"]}
                await self.rows(client, target)
                for form in FORMATS:
                    drawn, result = await self.call(client, "draw", target | {"format": form}, refused=True)
                    if drawn:
                        self.draw(form, drawn, result)
            scenario = [{"name": f"s{index}", "address": self.assumption(answer)} for index in range(2)]
            for item in answer["items"]:
                await self.call(
                    client, "compare", {"dashboard": dashboard["name"], "item": item["name"], "scenarios": scenario},
                    refused=True)
        for name, arguments in [
            ("rows", {"dashboard": "nowhere", "item": "x"}), ("draw", {"dashboard": 5}), ("compare", {}),
            ("list_dashboards", {"x": 1}), (listed["dashboards"][0]["tool"], {"moves": [{"move": "fly"}]}),
            (listed["dashboards"][0]["tool"], {"at": "%"}), (listed["dashboards"][0]["tool"], {"at": "x" * 10000}),
        ]:
            answer, _ = await self.call(client, name, arguments, refused=True)
            if answer is not None:
                self.fail(f"{name} {arguments}: is not refused")

    def draw(self, form, drawn, result):
        first = result.content[0]
        data = base64.b64decode(first.data) if form == "svg" else first.text.encode()
        if len(data) != drawn["byteCount"]:
            self.fail(f"draw {form}: {len(data)} bytes, not {drawn['byteCount']}")
        self.look(f"draw {form}", data.decode())
        if form == "svg":
            xml.etree.ElementTree.fromstring(data)
        elif form != "csv":
            json.loads(data)

    def assumption(self, answer):
        for control in answer["next"]["controls"]:
            move = control["move"]
            if move["move"] == "set" and isinstance(control.get("maximum"), (int, float)):
                value = self.random.choice([control["minimum"], control["maximum"]])
                return f"${move['variable']}={value}"
        return ""

    async def rows(self, client, target):
        whole, offset, limit = [], 0, self.random.choice([7, 100, 500])
        while True:
            part, _ = await self.call(client, "rows", target | {"offset": offset, "limit": limit})
            if part is None:
                return
            whole += part["rows"]
            if "nextOffset" not in part or len(whole) > 2000:
                break
            offset = part["nextOffset"]
        if "nextOffset" not in part and len(whole) != part["rowCount"]:
            self.fail(f"{target}: {len(whole)} rows, not {part['rowCount']}")

    # Random sequences.

    def random_move(self, answer):
        """Returns an offered or an invented move, and True if it must succeed."""
        offered = answer["next"]["moves"]
        if offered and self.random.random() < 0.7:
            return self.random.choice(offered)["move"], True
        item = self.random.choice(answer["items"])
        columns = [index for index, column in enumerate(item["columns"]) if column["isHeader"]]
        values = [row[columns[-1]] for row in item["rows"]] if columns else []
        values = [value for value in values if value is not None]
        kind = self.random.choice(["sort", "select", "show", "highlight", "hide", "control", "control"])
        controls = answer["next"]["controls"]
        if kind == "control" and controls:
            control = self.random.choice(controls)
            low, high = control.get("minimum", -5), control.get("maximum", 50)
            value = self.random.choice(control.get("choices") or [low, high, 7, 0.25, True, "x"])
            return control["move"] | {"value": value}, False
        move = {"move": "sort" if kind == "control" else kind, "item": item["name"]}
        if move["move"] == "sort":
            move |= {"by": self.random.choice(["category", "value", "series", "default"]),
                     "descending": self.random.random() < 0.5}
            if self.random.random() < 0.4:
                move["top"] = self.random.randint(1, 9)
        elif kind == "select":
            move["categories"] = self.random.sample(values, min(len(values), 2))
        elif kind == "show":
            move["horizontal"] = sorted([round(self.random.random(), 3), 1])
        elif kind == "highlight":
            move["category"] = self.random.choice(values) if values else None
        elif kind == "hide":
            move["series"] = self.random.sample(values, min(len(values), 1))
        return move, False

    async def sequence(self, client):
        name = self.random.choice([name for name in self.tools if name.startswith("explore_")])
        answer, _ = await self.call(client, name, {})
        trail, address = [], ""
        for _ in range(self.random.randint(1, 6)):
            move, must = self.random_move(answer)
            arguments = {"moves": [move]} | ({"at": address} if address else {})
            next_answer, _ = await self.call(client, name, arguments, refused=not must)
            if next_answer is None:
                continue
            trail.append(move)
            answer, address = next_answer, next_answer["address"]
        # All moves in one call lead to the same state.
        again, _ = await self.call(client, name, {"moves": trail})
        if again and [again["address"], shown(again)] != [address, shown(answer)]:
            self.fail(f"{name} {json.dumps(trail)}: at once they lead to {again['address']}, not to {address}")
        self.counts["moves"] += len(trail)
        await self.compare(client, answer)

    async def compare(self, client, answer):
        dashboard, address = answer["dashboard"], answer["address"]
        models = await asyncio.to_thread(self.export, dashboard, address)
        if models is None:
            self.fail(f"{dashboard} at '{address}' is not exported")
            return
        for item in answer["items"]:
            if "code" in item:
                self.fail(f"{dashboard}/{item['name']} at '{address}': {item['message']}")
                continue
            query = "?at=" + urllib.parse.quote(address, safe="") if address else ""
            uri = f"auger://dashboards/{urllib.parse.quote(dashboard, safe='')}/"
            uri += urllib.parse.quote(item["name"], safe="") + query
            if uri != item["resource"]:
                self.fail(f"the resource is {item['resource']}, not {uri}")
            read = await client.read_resource(item["resource"])
            model = json.loads(read.contents[0].text)
            self.look(uri, read.contents[0].text)
            self.counts["charts"] += 1
            wanted = models.get(item["name"])
            if public(model) != public(wanted):
                self.fail(f"{uri}: is not what export writes")
            if self.pages:
                place = f"{self.pages}/dashboards/{urllib.parse.quote(dashboard, safe='')}/"
                page = place + urllib.parse.quote(item["name"], safe="") + ".json" + ("?" + address if address else "")
                if public(model) != public(json.loads(await asyncio.to_thread(fetched, page))):
                    self.fail(f"{uri}: is not the JSON of the page")
                self.counts["pages"] += 1
            self.cells(uri, item, model)

    def cells(self, uri, item, model):
        """Compares the numbers of a response with chart JSON, if these are a grid of categories and series."""
        if not model.get("values") or any(model.get(key)
                                          for key in ("items", "table", "graph", "multiples", "diagram")):
            return
        zoom = model.get("zoom")
        if len(model["categories"]) > 1 or (zoom and zoom["level"] != 0):
            return
        numbers = [series for dimension in model["values"] for series in dimension]
        heads = sum(column["isHeader"] for column in item["columns"])
        for number, row in enumerate(item["rows"]):
            for place, cell in enumerate(row[heads:]):
                wanted = numbers[place][number]
                self.counts["cells"] += 1
                if cell != wanted and (cell is None or wanted is None or float(cell) != float(wanted)):
                    self.fail(f"{uri}: cell {number},{place} is {cell}, not {wanted}")
                    return

    def export(self, dashboard, address):
        key = (dashboard, address)
        if key not in self.exported:
            found = exported(self.auger, self.workspace, dashboard, address)
            self.exported[key] = found and {item: json.loads(text) for item, text in found.items()}
        return self.exported[key]


def public(model):
    """Returns chart JSON without source names and without warning texts."""
    if isinstance(model, dict):
        return {key: public(value) for key, value in model.items() if key not in ("source", "message", "firstPlace")}
    return [public(value) for value in model] if isinstance(model, list) else model


def shown(answer):
    """Returns a response without its query execution details."""
    return json.dumps([{key: value for key, value in item.items() if key != "receipt"} for item in answer["items"]])


async def drive(judge, transport, server, sequences):
    """Lists and calls all tools and performs random moves, with a client of each revision."""
    from mcp import Client
    for mode, version in [("legacy", "2025-11-25"), ("auto", "2026-07-28")]:
        async with Client(server, mode=mode, cache=None) as client:
            if client.protocol_version != version:
                judge.fail(f"{transport}, mode {mode}: speaks {client.protocol_version}, not {version}")
            await judge.list(client)
            await judge.every_tool(client)
            for _ in range(sequences // 2):
                await judge.sequence(client)
                judge.counts["sequences"] += 1
                if len(judge.faults) > 40:
                    break
        counts = ", ".join(f"{count} {name}" for name, count in sorted(judge.counts.items()))
        print(f"{transport}, {version}: {counts}", flush=True)
        judge.counts.clear()


async def main():
    parser = Parser(__doc__).command().add("workspace", "Folder made by `auger demo`.")
    parser.add("--sequences", "Sequences of moves over each transport.", 500)
    options = parser.add("--seed", "Seed of the moves.", 1).parse_args()
    from mcp import StdioServerParameters
    judge = Judge(options.auger, options.workspace, options.seed)
    server = StdioServerParameters(command=options.auger, args=["mcp", "--workspace", options.workspace])
    await drive(judge, "standard input and output", server, options.sequences)
    with serving(options.auger, options.workspace) as url:
        judge.pages = url
        await drive(judge, "HTTP", url + "/mcp", options.sequences)
    codes = ", ".join(f"{count} {tool} {code}" for (tool, code), count in sorted(judge.codes.items()))
    return judge.end(f"refused: {codes}")


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
