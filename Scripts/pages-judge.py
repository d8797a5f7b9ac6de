#!/usr/bin/env python3
"""Checks served pages in Chromium: accessibility, speed and keyboard use.

axe      no violation on any page, in three themes, at three widths, with all parts open
fit      nothing is wider than the page, at 390, 820 and 1440 pixels; touch targets are 44 pixels high at 390, and no
         text of a chart is smaller than 7 pixels
weight   first view of the sample: bytes and requests, the script, first paint
module   if the script module does not load, the page works as without scripts
click    time from pointerdown to the frame that shows the next state
slider   frames while a slider is dragged; the last value is shown
history  500 random steps back and forward give equal fragments
keys     every kind of move with the keyboard alone, without a focus trap
"""
import contextlib
import functools
import gzip
import json
import pathlib
import random
import re
import statistics
import sys

import judging
from judging import Parser, chromium, fetched, serving

THEMES, WIDTHS = ["light", "dark", "high-contrast"], [390, 820, 1440]
FRAGMENTS = """() => Object.fromEntries([...document.querySelectorAll('[data-digest]')].map(e =>
  [e.id, e.innerHTML.replaceAll(' open=""', '')]))"""
OPEN = "() => document.querySelectorAll('details').forEach(d => d.open = true)"
SCRIPT = """async () => {
  const script = document.querySelector('script');
  if (script) await import(new URL(script.dataset.src, document.baseURI));
}"""
QUIET = "() => !document.querySelector('main.busy')"


class Judge(judging.Judge):
    def __init__(self, url, browser, pictures):
        super().__init__()
        self.url, self.browser, self.pictures = url, browser, pictures
        self.dashboards = [entry["address"] for entry in json.loads(fetched(url + "/.json"))["dashboards"]]

    def limit(self, name, number, most, unit=""):
        print(f"  {name}: {number:.1f}{unit} (at most {most}{unit})", flush=True)
        if number > most:
            self.faults.append(name)

    def page(self, width=1440, **options):
        page = self.browser.new_page(viewport={"width": width, "height": 900}, **options)
        page.on("pageerror", lambda error: self.fail(f"{page.url}: {error}"))
        page.on("console", lambda said: said.type == "error" and "status of 4" not in said.text
                and self.fail(f"{page.url}: {said.text}"))
        return page

    @contextlib.contextmanager
    def fresh(self):
        """Yields a page of a browser with an empty cache."""
        context = self.browser.new_context(viewport={"width": 1440, "height": 900})
        yield self.settled(context.new_page())
        context.close()

    @staticmethod
    def settled(page):
        """Returns a page in a settled window, because Chromium renders its own user interface for a second."""
        page.wait_for_timeout(2000)
        return page

    @staticmethod
    def go(page, url):
        """Opens a page and waits for its script, which starts after the first paint."""
        page.goto(url)
        page.evaluate(SCRIPT)

    def addresses(self):
        """Returns all pages: the list, an error, the start of each dashboard and item, and one state of each kind."""
        found = ["/", "/dashboards/nobody", self.dashboards[0] + "?$nobody=3"]
        page = self.page()
        for dashboard in self.dashboards:
            self.go(page, self.url + dashboard)
            hrefs = page.evaluate("() => [...document.querySelectorAll('main a[href]:not([download])')]"
                                  ".map(a => a.getAttribute('href'))")
            kinds = {}
            for href in hrefs:
                if href.startswith("/"):
                    kinds.setdefault(re.sub(r"=.*", "", href), href)
            found += [dashboard] + list(kinds.values())[:8]
        page.close()
        return list(dict.fromkeys(found))

    def axe(self):
        from axe_playwright_python.sync_playwright import Axe
        addresses, count, axe = self.addresses(), 0, Axe()
        for address in addresses:
            for number, theme in enumerate(THEMES):
                # Each page in each theme, with alternating widths. The start of each dashboard at all widths.
                widths = WIDTHS if address in self.dashboards else [WIDTHS[(number + len(address)) % 3]]
                for width in widths:
                    page = self.page(width)
                    mark = "&" if "?" in address else "?"
                    self.go(page, self.url + address + ("" if address == "/" else f"{mark}_theme={theme}"))
                    page.evaluate(OPEN)
                    for violation in axe.run(page).response["violations"]:
                        node = violation["nodes"][0]
                        self.fail(f"{address} {theme} {width}: {violation['id']}: {node['html'][:140]}")
                    count += 1
                    page.close()
        print(f"  {len(addresses)} pages, {count} views")

    def fit(self):
        for address in self.addresses():
            for width in WIDTHS:
                page = self.page(width, has_touch=width == 390)
                self.go(page, self.url + address)
                if self.pictures and (address in self.dashboards or "?" not in address):
                    name = re.sub(r"\W+", "-", address).strip("-") or "list"
                    for theme in THEMES if address in self.dashboards else THEMES[:1]:
                        if address != "/":
                            self.go(page, f"{self.url}{address}?_theme={theme}")
                        page.screenshot(path=pathlib.Path(self.pictures) / f"{name}-{theme}-{width}.png",
                                        full_page=True)
                page.evaluate(OPEN)
                wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
                if wide > 0:
                    self.fail(f"{address} is {wide} pixels too wide at {width}")
                if width == 390:
                    small = page.evaluate(
                        "() => [...document.querySelectorAll('main button, main select, main input:not([type=hidden]),"
                        " main summary, main a[href]')].filter(e => !e.closest('svg') && e.getClientRects().length)"
                        ".filter(e => (e.closest('label') ?? e).getBoundingClientRect().height < 43.5)"
                        ".map(e => e.outerHTML.slice(0, 90))")
                    if small:
                        self.fail(f"{address}: {len(small)} targets are too small: {small[0]}")
                    tiny = page.evaluate(
                        "() => [...document.querySelectorAll('figure svg text')].filter(e => e.getClientRects().length)"
                        ".map(e => [e, e.getScreenCTM()]).map(([e, to]) =>"
                        " [parseFloat(getComputedStyle(e).fontSize) * Math.hypot(to.c, to.d), e.textContent])"
                        ".filter(([size]) => size < 7)")
                    if tiny:
                        self.fail(f"{address}: {len(tiny)} texts are tiny: {tiny[0]}")
                page.close()

    def weight(self):
        sample = next((d for d in self.dashboards if d.endswith("/sales")), self.dashboards[0])
        with self.fresh() as page:
            session = page.context.new_cdp_session(page)
            session.send("Network.enable")
            bytes_of, urls = [], []
            session.on("Network.loadingFinished", lambda event: bytes_of.append(event["encodedDataLength"]))
            page.on("request", lambda request: request.url.startswith("http") and "/-/events" not in request.url
                    and urls.append(request.url))
            page.goto(self.url + sample)
            page.wait_for_timeout(300)
            script = page.evaluate("() => new URL(document.querySelector('script').dataset.src, document.baseURI).href")
            styles = page.evaluate("() => document.querySelector('style').textContent").encode()
        paints = []
        for _ in range(9):
            # Without listeners, because they take time too.
            with self.fresh() as page:
                page.goto(self.url + sample)
                page.wait_for_timeout(300)
                paints += page.evaluate(
                    "() => performance.getEntriesByName('first-contentful-paint').map(entry => entry.startTime)")
        self.limit("first view, KB", sum(bytes_of) / 1024, 60)
        self.limit("requests", len(urls), 3)
        self.limit("script, KB gzip", len(gzip.compress(fetched(script), 9)) / 1024, 12)
        self.limit("styles, KB gzip", len(gzip.compress(styles, 9)) / 1024, 6)
        self.limit("first paint", statistics.median(paints), 150, " ms")

    def module(self):
        """Checks that the fallback buttons stay if the script module does not load, and that it loads once."""
        address = self.url + next(d for d in self.dashboards if d.endswith("/variables"))
        for comes in (True, False):
            page, asked = self.browser.new_page(), []
            page.route("**/assets/*", functools.partial(self.routed, asked, comes))
            page.goto(address)
            page.wait_for_timeout(2000)
            if page.locator(".a").first.is_visible() == comes:
                self.fail(f"with a module that {'comes' if comes else 'does not come'} the buttons are wrong")
            if not asked or comes and len(asked) > 1:
                self.fail(f"the module was asked for {len(asked)} times")
            page.close()

    @staticmethod
    def routed(asked, comes, route):
        asked.append(route)
        route.continue_() if comes else route.abort()

    def click(self):
        times = []
        for dashboard in self.dashboards:
            page = self.settled(self.page())
            self.go(page, self.url + dashboard)
            page.evaluate("""() => {
              window.times = [];
              let start = 0;
              addEventListener('pointerdown', () => { start = performance.now(); }, true);
              new MutationObserver(() => {
                if (!start) return;
                const from = start;
                start = 0;
                // After the frame, before what the script does next.
                requestAnimationFrame(() => scheduler.postTask(() => times.push(performance.now() - from),
                  { priority: 'user-blocking' }));
              }).observe(document.getElementById('main'), { childList: true, subtree: true });
            }""")
            chance = random.Random(3)
            for _ in range(14):
                page.evaluate("() => document.querySelectorAll('.y, .k').forEach(d => d.open = true)")
                links = [link for link in page.query_selector_all("main a[href]:not([download]):not([data-whole])")
                         if link.is_visible()]
                links = [link for link in links if page.evaluate(
                    "a => a.getAttribute('href').split('?')[0] === document.body.dataset.path", link)]
                if not links:
                    break
                link = chance.choice(links)
                link.scroll_into_view_if_needed()
                box, address = link.bounding_box(), link.get_attribute("href")
                count = page.evaluate("times.length")
                page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
                try:
                    page.wait_for_function("n => times.length > n", arg=count, timeout=3000)
                except Exception:
                    continue
                page.wait_for_function(QUIET)
                times += [(time, address) for time in page.evaluate("n => times.slice(n)", count)]
            page.close()
        times.sort()
        self.limit(f"click to paint of {len(times)} clicks, p50", statistics.median(time for time, _ in times), 50,
                   " ms")
        self.limit("click to paint, p95", times[int(len(times) * 0.95)][0], 100, " ms")
        for time, address in times[-8:]:
            print(f"    {time:.0f} ms: {address}")

    def slider(self):
        page = self.page()
        self.go(self.settled(page), self.url + next(d for d in self.dashboards if d.endswith("/variables")))
        slider = page.query_selector("form[data-frames] input[type=range]")
        if not slider:
            return self.fail("there is no slider with frames")
        slider.scroll_into_view_if_needed()
        box = slider.bounding_box()
        y = box["y"] + box["height"] / 2
        slider.focus()
        page.mouse.move(box["x"] + 10, y)
        page.mouse.down()
        page.wait_for_timeout(1500)
        page.evaluate("""() => {
          window.frames_seen = [];
          let last = performance.now();
          const tick = now => {
            frames_seen.push(now - last); last = now; if (!window.ended) requestAnimationFrame(tick); };
          requestAnimationFrame(now => { last = now; requestAnimationFrame(tick); });
        }""")
        for step in range(160):
            share = (step % 80) / 80 if step // 80 == 0 else 1 - (step % 80) / 80
            page.mouse.move(box["x"] + 8 + share * (box["width"] - 16), y)
        page.evaluate("() => { window.ended = true; }")
        page.mouse.up()
        page.wait_for_timeout(2500)
        frames = page.evaluate("frames_seen")
        self.limit(f"{len(frames)} frames, median", statistics.median(frames), 17, " ms")
        self.limit("frames, p95", sorted(frames)[int(len(frames) * 0.95)], 34, " ms")
        value, name = slider.evaluate("s => [s.value, s.form.querySelector('[name=name]').value]")
        start = slider.evaluate("s => s.defaultValue")
        if f"${name}={value}" not in page.evaluate("decodeURIComponent(location.search)") and value != start:
            self.fail(f"{value} was set, {page.url} is shown")
        own = page.evaluate(FRAGMENTS)
        self.go(page, page.url)
        if own != page.evaluate(FRAGMENTS):
            self.fail("after a drag the page is not what its address gives")
        page.close()

    def history(self):
        page = self.page()
        chance = random.Random(5)
        places, index = [], 0
        dashboard = next((d for d in self.dashboards if d.endswith("/drill")), self.dashboards[0])
        self.go(page, self.url + dashboard)
        places.append((page.url, page.evaluate(FRAGMENTS)))
        while len(places) < 30:
            links = page.evaluate(
                "() => [...document.querySelectorAll('main a[href]:not([download]):not([data-whole])')].map(a => "
                "a.getAttribute('href')).filter(h => h.split('?')[0] === document.body.dataset.path"
                " && h !== location.pathname + location.search)")
            href = chance.choice(links)
            before = page.url
            page.evaluate("h => [...document.querySelectorAll('main a')].find(a => a.getAttribute('href') === h)"
                          ".dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))", href)
            page.wait_for_function("u => location.href !== u", arg=before)
            page.wait_for_timeout(150)
            page.wait_for_function(QUIET)
            places.append((page.url, page.evaluate(FRAGMENTS)))
        index, wrong = len(places) - 1, 0
        for step in range(500):
            by = chance.choice([-3, -2, -1, -1, -1, 1, 1, 1, 2, 3])
            if not 0 <= index + by < len(places):
                by = -by
            if not 0 <= index + by < len(places):
                continue
            index += by
            page.evaluate("n => history.go(n)", by)
            url, fragments = places[index]
            try:
                page.wait_for_function("([u, t]) => location.href === u && document.querySelector('.b h2') !== null",
                                       arg=[url, ""], timeout=5000)
                for _ in range(40):
                    if page.evaluate(FRAGMENTS) == fragments:
                        break
                    page.wait_for_timeout(50)
                else:
                    shown = page.evaluate(FRAGMENTS)
                    wrong += 1
                    if wrong < 4:
                        self.fail(f"step {step} {url}: {[k for k in fragments if shown.get(k) != fragments[k]]}")
            except Exception as error:
                wrong += 1
                self.fail(f"step {step}: {page.url} instead of {url}: {str(error)[:80]}")
        print(f"  500 steps over {len(places)} places, {wrong} wrong")
        page.close()

    def keys(self):
        page = self.page()
        moves = 0

        def opened(name):
            found = [d for d in self.dashboards if d.endswith("/" + name)]
            if found:
                self.go(page, self.url + found[0])
            return bool(found)

        def tab_to(selector, most=400):
            for _ in range(most):
                page.keyboard.press("Tab")
                if page.evaluate("s => document.activeElement.matches(s)", selector):
                    return True
            self.fail(f"Tab does not reach {selector} on {page.url}")
            return False

        def expect(what, address):
            nonlocal moves
            moves += 1
            try:
                page.wait_for_function("a => decodeURIComponent(location.search).includes(a)", arg=address,
                                       timeout=4000)
            except Exception:
                self.fail(f"{what}: {page.url} has no {address}")
            page.wait_for_timeout(100)
            page.wait_for_function(QUIET)

        def focus_stays(what):
            if page.evaluate("() => document.activeElement === document.body"):
                self.fail(f"{what}: the focus is lost")

        if opened("drill"):
            tab_to(".w")
            page.keyboard.press("ArrowRight")
            said = page.inner_text("#status")
            page.keyboard.press("Enter")
            expect("Enter drills", ".drill=")
            focus_stays("drill")
            if not said:
                self.fail("an arrow says nothing")
            page.keyboard.press("Backspace")
            page.wait_for_function("() => !location.search.includes('drill')", timeout=4000)
            # Wait for the announcement of the move, which would otherwise follow that of the table.
            page.wait_for_timeout(300)
            page.wait_for_function(QUIET)
            page.keyboard.press("t")
            if "shown" not in page.inner_text("#status"):
                self.fail("t does not show the table")
            page.keyboard.press("?")
            if "Backspace" not in page.inner_text("#status"):
                self.fail("? does not list the keys")
            page.keyboard.press("Home")
            page.keyboard.press("Space")
            expect("Space selects", "select=")
            page.keyboard.press("Escape")
            page.keyboard.press("Escape")
            page.wait_for_function("() => !location.search.includes('select')", timeout=4000)
            moves += 4
        if opened("zoom"):
            tab_to("figcaption ul a[href]")
            page.keyboard.press("Enter")
            expect("a link zooms", ".zoom=")
            focus_stays("zoom")
            tab_to(".w")
            page.keyboard.press("End")
            page.keyboard.press("+")
            expect("Plus looks closer", ".range=")
            page.keyboard.press("0")
            page.wait_for_function("() => !location.search.includes('range')", timeout=4000)
        if opened("filters"):
            tab_to("summary")
            page.keyboard.press("Enter")
            tab_to("input[type=checkbox]")
            page.keyboard.press("Space")
            expect("a checkbox filters", "filter.")
            focus_stays("filter")
            tab_to(".y summary")
            page.keyboard.press("Enter")
            tab_to(".y a[href*=sort]")
            page.keyboard.press("Enter")
            expect("a link sorts", ".sort=")
        if opened("variables"):
            tab_to("input[type=range]")
            page.keyboard.press("ArrowRight")
            expect("an arrow moves a slider", "$")
            focus_stays("slider")
            tab_to("select")
            page.keyboard.press("ArrowDown")
            page.wait_for_timeout(600)
            focus_stays("select")
            moves += 1
        if opened("whatif"):
            tab_to("input[name=value]")
            page.keyboard.type("+10%")
            tab_to("select[name=category]")
            page.keyboard.press("ArrowDown")
            tab_to("button")
            page.keyboard.press("Enter")
            expect("a what-if of one category", ".whatif.")
            focus_stays("what-if")
        if opened("gallery"):
            tab_to("form:has([value=node]) input[name=value]")
            page.keyboard.type("9")
            page.keyboard.press("Enter")
            expect("a node is set", ".node[")
            tab_to("form:has([value=goal]) input[name=value]")
            page.keyboard.type("1000")
            page.keyboard.press("Enter")
            page.wait_for_timeout(800)
            moves += 1
            page.reload()
            # No focus trap: the Tab key passes through the page and leaves it.
            for _ in range(1500):
                page.keyboard.press("Tab")
                if page.evaluate("() => document.activeElement.matches('body, #share')"):
                    break
            else:
                self.fail("Tab does not come to the end of the page")
        print(f"  {moves} moves by keys")
        page.close()


def main():
    parser = Parser(__doc__).command().add("workspace", "Workspace to serve. Default: the sample.", nargs="?").browser()
    parser.parts(["axe", "fit", "weight", "module", "click", "slider", "history", "keys"])
    options = parser.add("--pictures", "Folder for a picture of each page.").parse_args()
    if options.pictures:
        pathlib.Path(options.pictures).mkdir(parents=True, exist_ok=True)
    with serving(options.auger, options.workspace) as url, chromium(options.browser) as browser:
        judge = Judge(url, browser, options.pictures)
        for part in options.only:
            print(part, flush=True)
            getattr(judge, part)()
    return judge.end("pages")


if __name__ == "__main__":
    sys.exit(main())
