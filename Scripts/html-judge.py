#!/usr/bin/env python3
"""Checks exported HTML pages in Chromium.

For each dashboard: axe reports no violation in any state, also at 390 pixels; the page requests nothing from the
network, logs nothing and respects its policy; without scripts, 20 links in a row show the charts and tables that `auger
export --explore STATE` computes; the Tab key reaches every link of a state; all ids are unique; and the page is at most
1 MB larger than the chart JSON of its states. The exit code is 1 if a check fails.
"""
import collections
import html
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

from judging import TABLES, Judge, Parser, chromium, compared, exported

MOST_BEYOND_DATA = 1 << 20
ADDRESS = """() => [...document.querySelectorAll('.s')].filter(s => s.getClientRects().length)
  .map(s => s.dataset.address)"""
LINKS = """() => [...document.querySelectorAll('a[href]')].filter(a => a.getClientRects().length)
  .map(a => a.getAttribute('href'))"""


def judged(browser, axe, options, page_file, judge):
    dashboard, address_of = page_file.stem, f"file://{page_file}"
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
        judge.fail(f"{dashboard}: ids twice: {twice[:5]}")
    styled = page.evaluate("() => document.querySelectorAll('[style], script').length")
    if styled:
        judge.fail(f"{dashboard}: {styled} elements with styles or scripts of their own")
    # Open all closed parts, so that their content is checked too.
    page.evaluate("() => document.querySelectorAll('details').forEach(d => d.open = true)")
    for width, state in [(390, (states or [""])[-1])] + [(1280, state) for state in states or [""]]:
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(f"{address_of}#{state}")
        result = axe.run(page)
        for violation in result.response["violations"]:
            node = violation["nodes"][0]
            judge.fail(f"{dashboard}: {state}: {violation['id']}: {node['html'][:160]} {node['target']}")
    if said:
        judge.fail(f"{dashboard}: console: {said[:3]}")
    if [url for url in asked if not url.startswith(address_of)]:
        judge.fail(f"{dashboard}: asked for {asked[:3]}")
    page.close()

    context = browser.new_context(java_script_enabled=False)
    plain = context.new_page()
    plain.goto(address_of)
    chance = random.Random(20)
    data, seen, tables = {}, 0, 0
    for _ in range(21):
        shown = plain.evaluate(ADDRESS)
        if len(shown) > 1 or (states and not shown):
            judge.fail(f"{dashboard}: {len(shown)} states are shown")
            break
        address = shown[0] if shown else ""
        if address not in data:
            data[address] = exported(options.auger, options.workspace, dashboard, address)
        for figure in plain.evaluate(TABLES, True):
            model = data[address].get(figure["item"])
            if model is None:
                judge.fail(f"{dashboard}: '{address}' has no {figure['item']}")
                continue
            difference = compared(figure, json.loads(model))
            seen, tables = seen + 1, tables + (difference is not None)
            if difference:
                judge.fail(f"{dashboard}: '{address}' {figure['item']}: {difference}")
        plain.evaluate("() => document.querySelectorAll('details').forEach(d => d.open = true)")
        links = [link for link in plain.query_selector_all("a[href]") if link.is_visible()]
        if not links:
            break
        link = chance.choice(links)
        target = link.get_attribute("href")
        # The center of a slice's bounding box may be in another slice.
        link.focus()
        plain.keyboard.press("Enter")
        if not plain.url.endswith(target):
            judge.fail(f"{dashboard}: a link to {target} leads to {plain.url}")
    context.close()

    # The Tab key reaches everything that can be clicked, and Enter follows it.
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
        judge.fail(f"{dashboard}: the keyboard does not reach {sorted(wanted - reached)[:5]}")
    keys.close()

    bytes_of_models = set()
    all_addresses = re.findall(r'data-address="([^"]*)"', page_file.read_text())
    weight = page_file.stat().st_size
    for address in all_addresses or [""]:
        # The limit would grow with more data.
        if weight <= sum(len(model) for model in bytes_of_models) + MOST_BEYOND_DATA:
            break
        address = html.unescape(address)
        if address not in data:
            data[address] = exported(options.auger, options.workspace, dashboard, address)
        bytes_of_models |= set(data[address].values())
    of_data = sum(len(model) for model in bytes_of_models)
    if weight > of_data + MOST_BEYOND_DATA:
        judge.fail(f"{dashboard}: {weight} bytes, of which {of_data} are data")
    if options.pictures:
        for width in (390, 820, 1440):
            for state in (states or ["s0"])[-1:] + states[:-1][:1]:
                shot = browser.new_page(viewport={"width": width, "height": 900})
                shot.goto(f"{address_of}#{state}" if state != "s0" else address_of)
                shot.screenshot(path=pathlib.Path(options.pictures) / f"{dashboard}-{state}-{width}.png",
                                full_page=True)
                shot.close()
    print(f"{dashboard}: {len(states)} states, {seen} charts seen, {tables} tables compared, {weight} bytes, "
          f"at least {of_data} of data", flush=True)


def main():
    parser = Parser(__doc__).command().browser()
    parser.add("workspace", "Folder made by `auger demo`.").add("dashboards", "Names of dashboards.", nargs="*")
    options = parser.add("--pictures", "Folder for pictures at three widths.").parse_args()
    from axe_playwright_python.sync_playwright import Axe
    judge, axe = Judge(), Axe()
    with tempfile.TemporaryDirectory() as folder, chromium(options.browser) as browser:
        command = [options.auger, "export", *options.dashboards, "--workspace", options.workspace, "--formats", "html"]
        subprocess.run([*command, "-o", folder, "--quiet"], check=True)
        for file in sorted(pathlib.Path(folder).glob("*.html")):
            judged(browser, axe, options, file, judge)
    return judge.end("pages")


if __name__ == "__main__":
    sys.exit(main())
