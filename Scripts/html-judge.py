#!/usr/bin/env python3
"""Holds pages of HTML to what they promise, in Chromium.

usage: Scripts/html-judge.py AUGER WORKSPACE [DASHBOARD]...     (--pictures FOLDER keeps pictures at three widths)

Needs axe-playwright-python and playwright from PyPI, and Chromium (--browser, /usr/bin/chromium). For each dashboard:
axe finds nothing in any state, nor at 390 pixels; nothing is asked of the network, nothing is said on the console, the policy is not
broken; with scripts off, 20 links in turn show the charts and tables that `auger export --explore ADDRESS` computes for
the address that is shown; Tab alone reaches every link of a state; no id is there twice; and the page is at most 1 MB
larger than the chart JSON of its states. Ends with 1 where one of them fails.
"""
import argparse
import collections
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

MOST_BEYOND_DATA = 1 << 20
SHOWN = """() => [...document.querySelectorAll('.f')].filter(f => f.getClientRects().length).map(f => ({
  item: f.closest('.i').dataset.item,
  headers: f.querySelectorAll('thead th[scope=col]').length,
  rows: [...f.querySelectorAll('tbody tr')].map(row => [...row.children].map(cell =>
    [cell.tagName, cell.querySelector('data') ? cell.querySelector('data').value : cell.textContent.trim()]))}))"""
ADDRESS = """() => [...document.querySelectorAll('.s')].filter(s => s.getClientRects().length)
  .map(s => s.dataset.address)"""
LINKS = """() => [...document.querySelectorAll('a[href]')].filter(a => a.getClientRects().length)
  .map(a => a.getAttribute('href'))"""


class Failures(list):
    def note(self, dashboard, text):
        print(f"{dashboard}: {text}")
        self.append(text)


def digits(text):
    return re.sub(r"[^0-9]", "", text).strip("0")


def same(text, value):
    """Whether a cell says a value of chart JSON: its number, or all digits of it."""
    if value is None:
        return text == ""
    if isinstance(value, bool) or isinstance(value, str):
        return text == str(value)
    try:
        return float(text) == value
    except ValueError:
        return digits(text) == digits(repr(value)) or digits(text) == digits(f"{value:.0f}")


def compared(figure, model):
    """What differs between a table in a page and a model; None where the model is no grid of cells."""
    if not model.get("values") or any(model.get(key) for key in ("items", "table", "graph", "multiples")):
        return None
    if model.get("zoom") and model["zoom"]["level"] is None:
        return None
    level = model["categories"][0]
    if len(figure["rows"]) != len(level["values"]):
        return f"{len(figure['rows'])} rows, {len(level['values'])} categories"
    exact = model.get("exact")
    for row, cells in enumerate(figure["rows"]):
        heads = [text for tag, text in cells if tag == "TH"]
        texts = [text for tag, text in cells if tag != "TH"]
        wanted = level.get("labels", level["values"])[row]
        if heads and wanted and heads[-1] not in (wanted, str(level["values"][row])):
            return f"row {row} is '{heads[-1]}', not '{wanted}'"
        values = [series[row] for dimension in model["values"] for series in dimension]
        if len(texts) != len(values):
            return f"{len(texts)} cells, {len(values)} values"
        for text, value in zip(texts, values):
            if not same(text, value):
                return f"'{text}' in row {row}, not {value}"
    return ""


def exported(auger, workspace, dashboard, address):
    """The chart JSON of every chart at an address, by item, and its bytes."""
    with tempfile.TemporaryDirectory() as folder:
        command = [auger, "export", dashboard, "--workspace", workspace, "--formats", "json", "-o", folder, "--quiet"]
        subprocess.run(command + (["--explore", address] if address else []), check=True, capture_output=True)
        files = sorted(pathlib.Path(folder).glob("*/*.json"))
        overview = json.loads((pathlib.Path(folder) / f"{dashboard}.json").read_text())
        models = {json.loads(file.read_text())["chart"]["name"]: file.read_bytes() for file in files}
    charts = {item["name"]: item.get("chart") or item["name"] for item in overview["items"]}
    return {item: models[chart] for item, chart in charts.items() if chart in models}


def judged(browser, auger, workspace, dashboard, page_file, pictures, failures):
    address_of = f"file://{page_file}"
    said, asked = [], []
    page = browser.new_page()
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address_of)
    states = page.evaluate("() => [...document.querySelectorAll('.s')].map(s => s.id)")
    ids = page.evaluate("() => [...document.querySelectorAll('[id]')].map(e => e.id)")
    twice = [name for name, count in collections.Counter(ids).items() if count > 1]
    if twice:
        failures.note(dashboard, f"ids twice: {twice[:5]}")
    styled = page.evaluate("() => document.querySelectorAll('[style], script').length")
    if styled:
        failures.note(dashboard, f"{styled} elements with styles or scripts of their own")
    # Closed parts are opened: what is in them is judged too.
    page.evaluate("() => document.querySelectorAll('details').forEach(d => d.open = true)")
    for width, state in [(390, (states or [""])[-1])] + [(1280, state) for state in states or [""]]:
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(f"{address_of}#{state}")
        result = Axe().run(page)
        for violation in result.response["violations"]:
            node = violation["nodes"][0]
            failures.note(dashboard, f"{state}: {violation['id']}: {node['html'][:160]} {node['target']}")
    if said:
        failures.note(dashboard, f"console: {said[:3]}")
    if [url for url in asked if not url.startswith(address_of)]:
        failures.note(dashboard, f"asked for {asked[:3]}")
    page.close()

    context = browser.new_context(java_script_enabled=False)
    plain = context.new_page()
    plain.goto(address_of)
    chance = random.Random(20)
    data, seen, tables = {}, 0, 0
    for step in range(21):
        shown = plain.evaluate(ADDRESS)
        if len(shown) > 1 or (states and not shown):
            failures.note(dashboard, f"{len(shown)} states are shown")
            break
        address = shown[0] if shown else ""
        if address not in data:
            data[address] = exported(auger, workspace, dashboard, address)
        for figure in plain.evaluate(SHOWN):
            model = data[address].get(figure["item"])
            if model is None:
                failures.note(dashboard, f"'{address}' has no {figure['item']}")
                continue
            difference = compared(figure, json.loads(model))
            seen, tables = seen + 1, tables + (difference is not None)
            if difference:
                failures.note(dashboard, f"'{address}' {figure['item']}: {difference}")
        plain.evaluate("() => document.querySelectorAll('details').forEach(d => d.open = true)")
        links = plain.query_selector_all("a[href]")
        links = [link for link in links if link.is_visible()]
        if not links:
            break
        link = chance.choice(links)
        target = link.get_attribute("href")
        # The middle of a slice's rectangle may be in another slice.
        link.focus()
        plain.keyboard.press("Enter")
        if not plain.url.endswith(target):
            failures.note(dashboard, f"a link to {target} leads to {plain.url}")
    context.close()

    # Tab alone reaches what can be clicked, and Enter follows it.
    keys = browser.new_page()
    keys.goto(address_of)
    wanted = set(keys.evaluate(LINKS))
    reached = set()
    for _ in range(600):
        keys.keyboard.press("Tab")
        here = keys.evaluate("() => document.activeElement && (document.activeElement.getAttribute('href') || "
                             "document.activeElement.tagName)")
        if here == "BODY":
            break
        if here == "SUMMARY":
            keys.keyboard.press("Enter")
            wanted |= set(keys.evaluate(LINKS))
        reached.add(here)
    if wanted - reached:
        failures.note(dashboard, f"the keyboard does not reach {sorted(wanted - reached)[:5]}")
    keys.close()

    bytes_of_models = set()
    all_addresses = re.findall(r'data-address="([^"]*)"', page_file.read_text())
    weight = page_file.stat().st_size
    for address in all_addresses or [""]:
        # More data would only allow more.
        if weight <= sum(len(model) for model in bytes_of_models) + MOST_BEYOND_DATA:
            break
        address = address.replace("&amp;", "&").replace("&quot;", '"')
        if address not in data:
            data[address] = exported(auger, workspace, dashboard, address)
        bytes_of_models |= set(data[address].values())
    of_data = sum(len(model) for model in bytes_of_models)
    if weight > of_data + MOST_BEYOND_DATA:
        failures.note(dashboard, f"{weight} bytes, of which {of_data} are data")
    if pictures:
        for width in (390, 820, 1440):
            for state in (states or ["s0"])[-1:] + states[:-1][:1]:
                shot = browser.new_page(viewport={"width": width, "height": 900})
                shot.goto(f"{address_of}#{state}" if state != "s0" else address_of)
                shot.screenshot(path=pathlib.Path(pictures) / f"{dashboard}-{state}-{width}.png", full_page=True)
                shot.close()
    print(f"{dashboard}: {len(states)} states, {seen} charts seen, {tables} tables compared, {weight} bytes, "
          f"at least {of_data} of data", flush=True)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("auger")
    parser.add_argument("workspace")
    parser.add_argument("dashboards", nargs="*")
    parser.add_argument("--browser", default="/usr/bin/chromium")
    parser.add_argument("--pictures")
    options = parser.parse_args()
    failures = Failures()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        command = [options.auger, "export", *options.dashboards, "--workspace", options.workspace, "--formats", "html"]
        subprocess.run(command + ["-o", folder, "--quiet"], check=True)
        browser = playwright.chromium.launch(executable_path=options.browser, args=["--no-sandbox"])
        for file in sorted(pathlib.Path(folder).glob("*.html")):
            judged(browser, options.auger, options.workspace, file.stem, file, options.pictures, failures)
        browser.close()
    sys.exit(1 if failures else 0)


main()
