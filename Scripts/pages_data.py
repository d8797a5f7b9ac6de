"""Selections that filter other charts, the rows behind them, jobs and publications, and printed pages.

Numbers are compared with sums over the file of the workspace.
"""
import collections
import contextlib
import csv
import decimal
import pathlib
import re
import subprocess
import tempfile
import urllib.parse

import pages_workspace
from judging import Server, digits, fetched
from pages_browser import Pages, until

CELLS = """item => [...document.querySelectorAll(`[data-item="${item}"] tbody tr`)].map(row =>
  [...row.children].map(c => c.querySelector('data')?.value ?? c.textContent.trim()))"""
# The printed page: parts that are of no use on paper, colors, and the height of cards on A4 in landscape.
PRINTED = """filters => {
  const faults = [], shown = e => e.checkVisibility({ visibilityProperty: true }) && e.getClientRects().length;
  const useless = '.top, .panel, .toast, .tip, .clear, .only, .more, .skip, button, select, input, .find, kbd';
  for (const e of document.querySelectorAll(useless)) {
    if (shown(e)) faults.push('a control: ' + e.outerHTML.slice(0, 90));
  }
  const links = [...document.querySelectorAll('main a, footer a')].filter(e => shown(e) && !e.closest('svg'));
  for (const e of links) {
    if (getComputedStyle(e).textDecorationLine !== 'none') faults.push('underlined: ' + e.textContent.slice(0, 40));
  }
  for (const e of [document.body, ...document.querySelectorAll('.i')]) {
    const color = getComputedStyle(e).backgroundColor;
    if (!/^rgba?\\(255, 255, 255|^rgba\\(0, 0, 0, 0\\)/.test(color)) faults.push('background ' + color);
  }
  const text = getComputedStyle(document.body).color.match(/\\d+/g).map(Number);
  if (Math.max(...text.slice(0, 3)) > 110) faults.push('pale text ' + text);
  for (const e of document.querySelectorAll('.i')) {
    const { height } = e.getBoundingClientRect();
    if (getComputedStyle(e).breakInside !== 'avoid' && !e.querySelector('table:not(details table)')) {
      faults.push('may be cut: ' + e.dataset.item);
    }
    if (height > 718 && !e.querySelector('table')) faults.push(`${e.dataset.item} is ${height} pixels high`);
    for (const part of e.querySelectorAll('.t, .w')) {
      if (shown(part) && part.scrollHeight > part.clientHeight + 2) faults.push('a cut part of ' + e.dataset.item);
    }
  }
  const bar = [...document.querySelectorAll('#bar .chip, #bar h2:not(.v)')].filter(shown)
    .map(e => e.innerText.replace(/\\s+/g, ' ')).join('; ');
  for (const word of filters) if (!bar.includes(word)) faults.push(`'${word}' is not printed: '${bar}'`);
  if (document.documentElement.scrollWidth > innerWidth) faults.push('wider than the paper');
  return [...new Set(faults)];
}"""


class Data(Pages):
    def __init__(self, browser, pictures, site):
        super().__init__(browser, pictures)
        self.site, self.url = site, site.url
        self.english = site.url + "/dashboards/english"
        self.file = site.folder and pathlib.Path(site.folder) / "english.csv"

    def wanted(self, key, **conditions):
        """Returns the exact sums of amounts in the file by a column, of the rows that meet conditions."""
        sums = collections.defaultdict(decimal.Decimal)
        with open(self.file) as file:
            for row in csv.DictReader(file):
                if all(row[name] == text for name, text in conditions.items()):
                    sums[row[key]] += decimal.Decimal(row["amount"])
        return dict(sums)

    def compare(self, page, what, item, key, **conditions):
        shown = {cells[0]: digits(cells[-1]) for cells in page.evaluate(CELLS, item)}
        wanted = {name: digits(f"{total:.2f}") for name, total in self.wanted(key, **conditions).items()}
        self.check(what, shown == wanted or [f"{shown} instead of {wanted}"])

    # Cross-filter

    def cross(self):
        for part in (self.click, self.keyboard, self.shift, self.brush, self.plain):
            with self.guarded(f"cross: {part.__name__}"):
                part()

    @staticmethod
    def bar(page, number):
        """Returns the middle of a bar of the chart of regions."""
        boxes = page.evaluate("""() => [...document.querySelectorAll('[data-item=Regions] .w svg')]
          .filter(s => s.getClientRects().length)[0].querySelectorAll('.auger-marks rect, .auger-mark rect, a rect')
          .values().map(r => r.getBoundingClientRect()).filter(r => r.width > 8 && r.height > 4)
          .map(r => [r.left + r.width / 2, r.top + r.height / 2, r.left, r.right]).toArray()""")
        return boxes[number]

    def click(self):
        with self.window() as page:
            self.go(page, self.english)
            self.compare(page, "cross: all rows at first", "Groups", "grp")
            page.locator("[data-item=Regions]").scroll_into_view_if_needed()
            x, y, *_ = self.bar(page, 0)
            page.mouse.click(x, y)
            page.wait_for_selector(".chip.cross")
            self.quiet(page)
            self.check("cross: a chip names the selection", "Asia Pacific" in page.inner_text(".chip.cross"))
            self.check("cross: the URL contains it", "Regions.select=categories:Asia Pacific"
                       in urllib.parse.unquote(page.url) or [page.url])
            self.compare(page, "cross: another chart is filtered exactly", "Groups", "grp", region="Asia Pacific")
            self.compare(page, "cross: its own chart is not filtered", "Regions", "region")
            self.shot(page, "cross-selected")
            page.mouse.move(5, 5)
            x, y, *_ = self.bar(page, 0)
            page.mouse.click(x, y)
            page.wait_for_function("() => !document.querySelector('.chip.cross')")
            self.quiet(page)
            self.compare(page, "cross: a second click removes it", "Groups", "grp")
            page.mouse.click(x, y)
            page.wait_for_selector(".chip.cross")
            page.click(".chip.cross .clear")
            page.wait_for_function("() => !document.querySelector('.chip.cross')")
            self.check("cross: × removes it", until(page, "() => !location.search.includes('select')"))

    def keyboard(self):
        with self.window() as page:
            self.go(page, self.english)
            page.locator("[data-item=Regions] .w").first.focus()
            page.keyboard.press("Home")
            page.keyboard.press("Space")
            page.wait_for_selector(".chip.cross")
            self.check("cross: Space selects", "Asia Pacific" in page.inner_text(".chip.cross"))

    def shift(self):
        with self.window() as page:
            self.go(page, self.english)
            for number in (0, 1):
                x, y, *_ = self.bar(page, number)
                page.keyboard.down("Shift") if number else None
                page.mouse.click(x, y)
                page.keyboard.up("Shift")
                self.quiet(page, 900)
            said = page.inner_text(".chip.cross").replace("\n", " ")
            self.check("cross: Shift adds", "Asia Pacific, Eastern Europe" in said or "2 of" in said or [said])

    def brush(self):
        with self.window() as page:
            self.go(page, self.english)
            (x, y, *_), (_, last, *_) = self.bar(page, 1), self.bar(page, 3)
            page.mouse.move(x, y)
            page.mouse.down()
            page.mouse.move(x + 5, (y + last) / 2, steps=4)
            page.mouse.move(x + 5, last, steps=4)
            page.mouse.up()
            page.wait_for_selector(".chip.cross")
            said = page.inner_text(".chip.cross").replace("\n", " ")
            self.check("cross: a brush selects", all(name in said for name in ("Eastern Europe", "North America"))
                       or "3" in said or [said])

    def plain(self):
        with self.window(script=False) as page:
            page.goto(self.english)
            links = page.locator("[data-item=Regions] .w:visible a, [data-item=Regions] a[href*='select=']")
            href = next(text for text in links.evaluate_all("all => all.map(a => a.getAttribute('href'))")
                        if text and "select=" in text)
            page.goto(self.url + href)
            self.check("cross: a link selects without a script", page.locator(".chip.cross").count() == 1)
            page.click(".chip.cross .clear")
            self.check("cross: × removes it without a script", page.locator(".chip.cross").count() == 0)

    # Rows

    def rows(self):
        with self.guarded("rows: of a chart"), self.window() as page:
            self.go(page, self.english + "?filter.Region=Middle%20East")
            page.click("[data-item=Groups] .more > summary")
            page.locator("[data-item=Groups] .more .menu a", has_text=re.compile("^(Underlying r|R)ows")).click()
            page.wait_for_url("**/rows*")
            with open(self.file) as file:
                lines = [row for row in csv.DictReader(file) if row["region"] == "Middle East"]
            rows = page.locator("tbody tr").count()
            self.check("rows: 100 on a page", rows == 100 or [f"{rows}"])
            self.check("rows: the number of all rows", f"{len(lines):,}" in page.inner_text("caption")
                       or str(len(lines)) in page.inner_text("caption") or [page.inner_text("caption")])
            href = page.locator("a[download]", has_text="CSV").get_attribute("href")
            found = list(csv.DictReader(fetched(self.url + href).decode().splitlines()))
            same = [[row["customer"], float(row["amount"])] for row in found]
            self.check("rows: CSV equals the file", same == [[row["customer"], float(row["amount"])] for row in lines])
            page.locator("nav.n a[href]").first.click()
            page.wait_for_load_state()
            second = page.locator("tbody tr").first.inner_text()
            self.check("rows: the next page", lines[100]["customer"] in second or [second])
        with self.guarded("rows: of a mark"), self.window() as page:
            self.go(page, self.english)
            href = page.evaluate("() => document.querySelector('[data-item=Regions] a.behind').getAttribute('href')")
            page.goto(self.url + href)
            caption = page.inner_text("caption")
            with open(self.file) as file:
                count = sum(row["region"] == "Asia Pacific" for row in csv.DictReader(file))
            self.check("rows: behind a mark", f"{count:,}" in caption or str(count) in caption or [caption])
            self.check("rows: the page names its conditions", "Asia Pacific" in page.inner_text("main"))
        with self.guarded("rows: none"), self.window(390) as page:
            page.goto(self.url + "/dashboards/troubled/Nothing/rows")
            self.check("rows: none", page.locator("tbody tr").count() == 0 and len(page.inner_text("main")) > 10)

    # Jobs and freshness

    def jobs(self):
        with self.guarded("jobs: page"), self.window() as page:
            page.goto(self.url + "/")
            page.locator("a[href='/-/jobs']").click()
            text = page.inner_text("main")
            self.check("jobs: runs, next times and errors", all(word in text for word in ("nightly", "failing"))
                       and page.locator("time").count() >= 4 and page.locator(".notice.bad").count() == 1)
            self.check("jobs: runs in a table", page.locator("tbody tr").count() >= 3)
        with self.guarded("jobs: publication"), self.window() as page:
            self.go(page, self.english)
            page.wait_for_timeout(1000)
            page.evaluate("() => { document.querySelector('#status').textContent = ''; }")
            subprocess.run([self.site.auger, "refresh", "nightly"], cwd=self.site.folder, capture_output=True,
                           check=True)
            told = until(page, "() => document.querySelector('#status').textContent !== ''", seconds=20)
            self.check("jobs: a publication refreshes an open page", told)
        with self.guarded("jobs: age"):
            self.ages()

    def ages(self):
        """Checks a page that asks for new data, and one whose source is gone."""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder)
            (path / "data").mkdir()
            (path / "data/sales.csv").write_text("region,amount\nNorth,1\nSouth,2\n")
            (path / "auger.yaml").write_text(
                "sources:\n  drops: { adapter: csv, path: data/sales.csv }\nqueries:\n"
                "  Q: { source: drops, from: sales, groupBy: [region], "
                "measures: { amount: sum(amount) }, cache: { for: 1s, stale: 1h } }\n"
                "dashboards: { board: board.xml }\n")
            (path / "board.xml").write_text(pages_workspace.page("Board", pages_workspace.chart(
                "Only", "Regions", "Column", "Q", [("region", "Region")], pages_workspace.value("Sales")), {}))
            server = Server(self.site.auger, folder, "--refresh", "1s")
            with contextlib.closing(server), self.window() as page:
                self.go(page, server.url + "/dashboards/board")
                (path / "data/sales.csv").write_text("region,amount\nNorth,11\nSouth,2\nEast,5\n")
                self.check("jobs: a page asks for new data", until(
                    page, "() => document.querySelector('main').innerHTML.includes('East')", seconds=8))
                (path / "data/sales.csv").unlink()
                self.check("jobs: old data are marked", until(
                    page, "() => document.querySelector('.notice')?.checkVisibility()", seconds=8))
                self.shot(page, "stale")

    # Print

    def printed(self):
        names = {"english": ("?filter.Region=Middle%20East,North%20America&Regions.select=categories:North%20America",
                             ["Region", "Middle East, North America"]),
                 "german": ("?_locale=de_DE", []), "forty": ("", []), "troubled": ("", [])}
        if not self.site.folder:
            names = {address.rsplit("/", 1)[1]: ("", []) for address in self.site.dashboards}
        for name, (query, words) in names.items():
            for scheme in ("light", "dark"):
                for script in (True, False):
                    if name == "forty" and not script:
                        continue
                    what = f"print: {name} {scheme} {'with' if script else 'without'} a script"
                    with self.guarded(what), self.window(1440, scheme, script) as page:
                        address = f"{self.url}/dashboards/{name}{query}"
                        self.go(page, address) if script else page.goto(address)
                        # The size of A4 in landscape with margins of 1 cm.
                        page.emulate_media(media="print")
                        page.set_viewport_size({"width": 1047, "height": 718})
                        page.wait_for_timeout(400 if script else 50)
                        self.check(what, page.evaluate(PRINTED, words))
                        if self.pictures and script:
                            page.pdf(path=self.pictures / f"print-{name}-{scheme}.pdf", format="A4", landscape=True,
                                     prefer_css_page_size=True)
                            self.shot(page, "print", name, scheme)
