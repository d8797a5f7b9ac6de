"""Cards and their menus, and charts under a pointer, a finger and the keyboard."""
import json
import urllib.error
import urllib.request

from pages_browser import Pages, until

# The middle of a mark of a chart: of the largest shape, or of the plot of lines.
MARK = """item => {
  const card = document.querySelector(`[data-item="${item}"]`);
  card.scrollIntoView({ block: 'center' });
  const svg = [...card.querySelectorAll('.w svg')].find(s => s.getClientRects().length);
  if (!svg) return null;
  const frame = svg.getBoundingClientRect();
  const size = box => box.width * box.height;
  const shapes = [...svg.querySelectorAll('.auger-marks :is(rect, circle, path), path[d$=Z]')]
    .map(e => e.getBoundingClientRect())
    .filter(box => size(box) > 20 && size(box) < 0.3 * size(frame)).sort((a, b) => size(b) - size(a));
  const grid = svg.querySelector('.auger-grid')?.getBoundingClientRect() ?? frame;
  const box = shapes[0] ?? new DOMRect(grid.left + grid.width / 2, grid.top + grid.height / 2, 2, 2);
  return { x: box.left + box.width / 2, y: box.top + box.height / 2, left: box.left, right: box.right,
    top: box.top, bottom: box.bottom };
}"""
TIP = """() => {
  const tip = document.querySelector('.tip');
  if (!tip || tip.hidden || !tip.checkVisibility()) return null;
  const box = tip.getBoundingClientRect();
  const rows = [...tip.querySelectorAll('tr')].map(r => [...r.children].map(c => c.textContent));
  return { left: box.left, right: box.right, top: box.top, bottom: box.bottom, text: tip.textContent, rows,
    keys: tip.querySelectorAll('i').length, width: innerWidth, height: innerHeight };
}"""
TYPES = {"CSV": "text/csv", "JSON": "application/json", "SVG": "image/svg+xml", "PNG": "image/png",
         "PDF": "application/pdf"}


def answer(url):
    """Returns the status and the type of a response."""
    try:
        with urllib.request.urlopen(url, timeout=60) as response:
            return response.status, response.headers["Content-Type"].split(";")[0], response.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers.get("Content-Type", ""), error.read()


class Charts(Pages):
    def __init__(self, browser, pictures, site):
        super().__init__(browser, pictures)
        self.site, self.url = site, site.url
        self.english = site.url + "/dashboards/english"

    # Cards

    def card(self):
        for part in (self.menu, self.formats, self.order, self.screen, self.headers, self.plain_menu, self.trouble):
            with self.guarded(f"card: {part.__name__}"):
                part()

    def menu(self):
        with self.window(permissions=["clipboard-read", "clipboard-write"]) as page:
            self.go(page, self.english)
            count = page.locator(".i:has(figure)").count()
            self.check("card: one menu each", page.locator(".i:has(figure) .more > summary").count() == count)
            under = page.locator(".i figure ~ a, .i figure > a, .i > .n a").count()
            self.check("card: no links below the charts", under == 0)
            page.click("[data-item=Months] .more > summary")
            text = page.locator("[data-item=Months] .more .panel").inner_text()
            words = ["Table", "ows", "Full screen", "CSV", "JSON", "SVG", "PNG", "PDF", "Copy link", "Copy picture",
                     "efinition", "Largest first"]
            missing = [word for word in words if word not in text]
            # The orders may be one step further.
            if page.locator("[data-item=Months] .more a", has_text="Largest first").count():
                missing = [word for word in missing if word != "Largest first"]
            self.check("card: the menu is complete", not missing or [f"it has no {', '.join(missing)}"])
            self.shot(page, "menu", full=False)
            page.locator("[data-act=link]:visible").click()
            page.wait_for_timeout(300)
            copied = page.evaluate("() => navigator.clipboard.readText()")
            self.check("card: copy link", "/dashboards/english/Months" in copied or [copied])
            page.click("[data-item=Months] .more > summary")
            page.locator("[data-act=picture]:visible").click()
            kinds = "async () => (await navigator.clipboard.read()).flatMap(i => i.types).join()"
            page.wait_for_timeout(900)
            self.check("card: copy picture", page.evaluate(kinds) == "image/png" or [page.evaluate(kinds)])
            page.click("[data-item=Months] .more > summary")
            page.locator("[data-item=Months] [data-act=table]").click()
            self.check("card: the menu shows the table", page.locator("[data-item=Months] table").is_visible())
            self.check("card: a choice closes the menu", page.locator(".more[open]").count() == 0)

    def formats(self):
        with self.window() as page:
            self.go(page, self.english)
            links = page.locator("[data-item=Regions] .more .formats a").evaluate_all(
                "all => all.map(a => [a.textContent.trim(), a.getAttribute('href')])")
            faults = []
            for label, href in links:
                status, kind, data = answer(self.url + href)
                wanted = TYPES.get(label)
                # A server without a converter refuses PNG and PDF with a reason.
                is_refused = label in ("PNG", "PDF") and status in (501, 503) and b"detail" in data
                if not is_refused and (status != 200 or wanted and kind != wanted):
                    faults.append(f"{label}: {status} {kind}")
            self.check(f"card: {len(links)} formats", faults or len(links) >= 4)

    def order(self):
        with self.window() as page:
            self.go(page, self.english)
            link = page.locator("[data-item=Regions] .more a", has_text="Largest first").first
            href = link.get_attribute("href")
            page.goto(self.url + href)
            first = page.locator("[data-item=Regions] tbody tr").first.text_content()
            self.check("card: largest first", "North America" in first or [first])
            tops = page.locator("[data-item=Regions] .more a[href*='top:']")
            self.check("card: top N", tops.count() > 0)

    def screen(self):
        with self.window() as page:
            self.go(page, self.english)
            page.locator("[data-item=Regions] .w").first.focus()
            page.keyboard.press("f")
            self.check("card: F fills the screen", until(page, "() => document.fullscreenElement?.dataset.item ==="
                                                               " 'Regions'"))
            page.wait_for_timeout(300)
            self.shot(page, "full-screen", full=False)

    def headers(self):
        for script in (True, False):
            with self.window(script=script) as page:
                self.go(page, self.english) if script else page.goto(self.english)
                link = page.locator("[data-item=Best] thead th a").last
                link.click()
                self.quiet(page, 400) if script else page.wait_for_load_state()
                cells = page.locator("[data-item=Best] tbody tr td:last-child").all_inner_texts()[:5]
                values = [float(cell.replace("$", "").replace(",", "")) for cell in cells]
                self.check(f"card: a table header sorts, {'with' if script else 'without'} a script",
                           values in (sorted(values), sorted(values, reverse=True)) or [str(values)])

    def plain_menu(self):
        with self.window(script=False) as page:
            page.goto(self.english)
            page.click("[data-item=Months] .more > summary")
            visible = page.locator("[data-item=Months] .more button:visible").count()
            self.check("card: no actions that need a script without one", visible == 0)
            self.check("card: the table without a script",
                       page.locator("[data-item=Months] details:has(table) > summary:visible").count() == 1)

    def trouble(self):
        with self.window() as page:
            self.go(page, self.url + "/dashboards/troubled")
            said = page.inner_text("[data-item=Failing]")
            self.check("card: a failed card says why and offers a way out",
                       page.locator("[data-item=Failing] a[href]").count() == 1 and len(said) > 40)
            self.check("card: an empty card says so", "no data" in page.inner_text("[data-item=Nothing]"))
            self.check("card: other cards keep working", page.locator("[data-item=Long] svg rect").count() > 5)

    # Pointing

    def pointing(self):
        for part in (self.kinds, self.lines, self.touch, self.legend, self.drag, self.keys):
            with self.guarded(f"pointing: {part.__name__}"):
                part()

    def kinds(self):
        with self.window() as page:
            self.go(page, self.url + "/dashboards/forty")
            kinds = json.loads(answer(self.url + "/dashboards/forty.json")[2])["items"]
            for item in [entry["name"] for entry in kinds][:20]:
                place = page.evaluate(MARK, item)
                title = page.locator(f"[data-item={item}] h3").first.inner_text()
                if place is None:
                    continue
                page.mouse.move(3, 3)
                page.mouse.move(place["x"], place["y"], steps=3)
                page.wait_for_timeout(120)
                tip, faults = page.evaluate(TIP), []
                if tip is None:
                    faults = ["no tooltip"]
                else:
                    if min(tip["left"], tip["top"]) < 0 or tip["right"] > tip["width"] or tip["bottom"] > tip["height"]:
                        faults.append(f"outside of the window: {tip}")
                    if tip["left"] < place["x"] < tip["right"] and tip["top"] < place["y"] < tip["bottom"]:
                        faults.append("on its mark")
                    if not any(character.isdigit() for character in tip["text"]):
                        faults.append(f"without a value: {tip['text']}")
                self.check(f"pointing: tooltip of {title}", faults)

    def lines(self):
        with self.window() as page:
            self.go(page, self.english)
            place = page.evaluate(MARK, "Months")
            page.mouse.move(place["x"], place["y"], steps=3)
            page.wait_for_timeout(150)
            tip = page.evaluate(TIP)
            values = [float(row[1].replace("$", "").replace(",", "")) for row in tip["rows"]]
            self.check("pointing: lines sorted by value", values == sorted(values, reverse=True) or [str(values)])
            self.check("pointing: a color key for each line", tip["keys"] == len(values) == 5)
            self.shot(page, "tooltip", full=False)

        with self.window() as page:
            self.go(page, self.english)
            place = page.evaluate(MARK, "Days")
            page.mouse.move(place["x"], place["y"], steps=3)
            page.wait_for_timeout(150)
            tip = page.evaluate(TIP)
            self.check("pointing: a line of 730 points", tip is not None and "202" in tip["text"])

    def touch(self):
        with self.window(390) as page:
            self.go(page, self.english)
            place = page.evaluate(MARK, "Months")
            page.touchscreen.tap(place["x"], place["y"])
            page.wait_for_timeout(900)
            tip = page.evaluate(TIP)
            self.check("pointing: a tap pins the tooltip", tip is not None)
            if tip:
                self.check("pointing: inside of a phone", tip["left"] >= 0 and tip["right"] <= 390)
                self.check("pointing: below the mark on a phone", tip["top"] > place["y"])
            self.shot(page, "tooltip", 390, full=False)

    def legend(self):
        with self.window() as page:
            self.go(page, self.english)
            entry = page.locator("[data-item=Months] .legend a", has_text="Hiking").first
            entry.click()
            page.wait_for_function("() => decodeURIComponent(location.search).includes('Months.hide=Hiking')")
            self.quiet(page, 600)
            self.check("pointing: a legend entry hides its series",
                       page.locator("[data-item=Months] .legend .off").inner_text().startswith("Hiking"))
            page.locator("[data-item=Months] .legend a", has_text="Hiking").first.click()
            page.wait_for_function("() => !location.search.includes('hide')")
            self.quiet(page, 700)
            page.locator("[data-item=Months] .legend a", has_text="Snow").first.dblclick()
            page.wait_for_function("() => location.search.includes('Camping,Climbing,Hiking,Water')")
            self.check("pointing: a double click isolates", True)
        with self.window(script=False) as page:
            page.goto(self.english)
            page.locator("[data-item=Months] .legend a", has_text="Hiking").first.click()
            page.wait_for_load_state()
            self.check("pointing: a legend without a script", "hide=Hiking" in page.url)

    def drag(self):
        with self.window() as page:
            self.go(page, self.english)
            place = page.evaluate(MARK, "Days")
            page.keyboard.down("Control")
            page.mouse.move(place["x"], place["y"])
            page.mouse.wheel(0, -200)
            page.keyboard.up("Control")
            page.wait_for_function("() => decodeURIComponent(location.search).includes('Days.range=')")
            self.quiet(page, 300)
            self.check("pointing: the wheel zooms a range", True)
            place = page.evaluate(MARK, "Days")
            page.mouse.dblclick(place["x"], place["y"])
            self.check("pointing: a double click resets it", until(page, "() => !location.search.includes('range')"))

    def keys(self):
        with self.window() as page:
            self.go(page, self.english)
            page.locator("[data-item=Months] .w:visible").first.focus()
            page.keyboard.press("ArrowRight")
            page.keyboard.press("ArrowRight")
            tip = page.evaluate(TIP)
            self.check("pointing: arrow keys show values", tip is not None)
            self.check("pointing: a ring around the focused mark", page.locator(".mark.ring:visible").count() == 1)
            self.check("pointing: values are announced", any(c.isdigit() for c in page.inner_text("#status")))
            page.keyboard.press("Escape")
            self.check("pointing: Escape closes the tooltip", page.evaluate(TIP) is None)
