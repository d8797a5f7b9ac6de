#!/usr/bin/env python3
"""Checks that served pages work without scripts: links and forms alone reach every state.

With scripts disabled, the script follows random links and submits random forms. In each reached state, the table of
every chart must equal the JSON of its URL. The exit code is 1 if one differs, or if a kind of move never occurred.
"""
import collections
import json
import random
import sys
import urllib.error

from judging import TABLES, Judge, Parser, chromium, compared, fetched, serving

SAMPLE_MOVES = {"drill", "zoom", "sort", "hide", "filter", "variable", "whatif", "node"}


def kind(address):
    """Returns the kinds of moves in a URL."""
    found = set()
    for part in address.split("?", 1)[-1].split("&") if "?" in address else []:
        key = part.split("=")[0]
        if key.startswith("filter."):
            found.add("filter")
        elif key.startswith(("$", "%24")):
            found.add("variable")
        elif key.startswith("_"):
            found.add(key.split(".")[0])
        else:
            name = key.split(".")[1] if "." in key else key
            found.add(name.split("[")[0].split("%5B")[0])
    return found


def fill(form, chance):
    """Sets the fields of a form to random values, most of which are valid."""
    for select in form.query_selector_all("select"):
        values = select.evaluate("s => [...s.options].map(o => o.value)")
        select.select_option(chance.choice(values))
    for box in form.query_selector_all("input[type=checkbox]"):
        if chance.random() < 0.3:
            box.set_checked(not box.is_checked())
    for field in form.query_selector_all("input:not([type=hidden]):not([type=checkbox])"):
        kind, low, high, step, value = field.evaluate("f => [f.type, f.min, f.max, f.step, f.value]")
        if kind == "range":
            count = round((float(high) - float(low)) / float(step))
            number = float(low) + chance.randrange(count + 1) * float(step)
            field.evaluate("(f, v) => f.value = v", str(number))
        elif kind == "number":
            low, high = float(low or 1), float(high or 100)
            field.fill(str(round(chance.uniform(low, high))))
        elif kind == "text" and "do=change" in form.evaluate("f => new URLSearchParams(new FormData(f)).toString()"):
            field.fill(f"+{chance.randrange(1, 30)}%")
        elif kind == "text":
            field.fill(str(chance.randrange(1, 60)))


def judge_tables(judge, page, url, address):
    """Compares the tables of a page with their JSON. Returns the number of compared tables."""
    path, _, query = address.partition("?")
    dashboard, tables = "/".join(path.split("/")[:3]), 0
    # The chart JSON does not contain comparisons and sort orders of the page.
    if "_compare" in query:
        return 0
    rest = "&".join(part for part in query.split("&") if not part.startswith("_rows"))
    for figure in page.evaluate(TABLES):
        name = figure["item"]
        try:
            model = json.loads(fetched(f"{url}{dashboard}/{name.replace(' ', '%20')}.json?{rest}"))
        except urllib.error.HTTPError as error:
            judge.fail(f"{address}: {name} has no JSON: {error.read()[:200]}")
            continue
        difference = compared(figure, model)
        tables += difference is not None
        if difference:
            judge.fail(f"{address} {name}: {difference}")
    return tables


def main():
    parser = Parser(__doc__).command().browser()
    parser.add("workspace", "Workspace to serve. Default: the sample.", nargs="?")
    options = parser.add("--states", "Number of states.", 100).add("--seed", "Seed of the choices.", 1).parse_args()
    from playwright.sync_api import TimeoutError
    chance, judge = random.Random(options.seed), Judge()
    seen, kinds, tables, refused, steps = set(), collections.Counter(), 0, 0, 0
    with serving(options.auger, options.workspace) as url, chromium(options.browser) as browser:
        starts = [entry["address"] for entry in json.loads(fetched(url + "/.json"))["dashboards"]]
        page = browser.new_context(java_script_enabled=False).new_page()
        while len(seen) < options.states and steps < 20 * options.states:
            steps += 1
            if steps % 6 == 1:
                page.goto(url + starts[(steps // 6) % len(starts)])
            address = page.url.removeprefix(url)
            if address not in seen and page.query_selector("body[data-address]"):
                seen.add(address)
                kinds.update(kind(address))
                tables += judge_tables(judge, page, url, address)
            page.evaluate("() => document.querySelectorAll('details').forEach(d => d.open = true)")
            ways = page.query_selector_all("main a[href]:not([download]), main form")
            if not ways:
                page.goto(url + chance.choice(starts))
                continue
            forms = [way for way in ways if way.evaluate("e => e.localName") == "form"]
            way = chance.choice(forms) if forms and chance.random() < 0.5 else chance.choice(ways)
            if way.evaluate("e => e.localName") == "form":
                fill(way, chance)
                buttons = way.query_selector_all("button")
                way = buttons[-1] if len(buttons) > 1 and chance.random() < 0.15 else buttons[0]
            try:
                # Use the keyboard, because another element may cover the link.
                with page.expect_navigation(timeout=30_000) as navigation:
                    way.focus()
                    page.keyboard.press("Enter")
            except TimeoutError:
                # A missing or out-of-range field prevents the form from being sent.
                continue
            if not page.query_selector("body[data-address]"):
                # An invalid move leads to an error page with a link back.
                refused += 1
                if navigation.value.status not in (400, 404, 422):
                    judge.fail(f"{page.url}: {navigation.value.status} {page.inner_text('main')[:200]}")
                if not page.query_selector("a[href]"):
                    judge.fail(f"{page.url} leads nowhere")
                page.goto(url + chance.choice(starts))
    print("moves in their addresses:", dict(sorted(kinds.items())))
    missing = SAMPLE_MOVES - set(kinds) if not options.workspace and options.states >= 100 else set()
    if missing or len(seen) < options.states:
        judge.fail(f"{len(seen)} states, never made: {sorted(missing)}")
    return judge.end(f"{len(seen)} states in {steps} steps, {refused} refused, {tables} tables")


if __name__ == "__main__":
    sys.exit(main())
