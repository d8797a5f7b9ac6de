"""Budgets of the pages: bytes, requests, time to the first paint, time from a click to the next frame, sliders."""
import functools
import gzip
import random
import statistics

from judging import fetched
from pages_browser import FRAGMENTS, QUIET, Pages


class Speed(Pages):
    def __init__(self, browser, pictures, site):
        super().__init__(browser, pictures)
        self.site = site
        self.url, self.dashboards = site.url, site.dashboards

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
        self.limit("script, KB gzip", len(gzip.compress(fetched(script), 9)) / 1024, 18)
        self.limit("styles, KB gzip", len(gzip.compress(styles, 9)) / 1024, 11)
        self.limit("first paint", statistics.median(paints), 150, " ms")

    def module(self):
        """Checks that the fallback buttons stay if the script module does not load, and that it loads once."""
        address = self.url + next(d for d in self.dashboards if d.endswith("/variables"))
        for comes in (True, False):
            page, asked = self.browser.new_page(), []
            page.route("**/assets/*", functools.partial(self.routed, asked, comes))
            page.goto(address)
            page.wait_for_timeout(2000)
            name = "comes" if comes else "does not come"
            self.check(f"module that {name}: buttons", page.locator(".a").first.is_visible() != comes)
            self.check(f"module that {name}: {len(asked)} requests", bool(asked) and not (comes and len(asked) > 1))
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
            for _ in range(10):
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
                    page.wait_for_function("n => times.length > n", arg=count, timeout=1500)
                except Exception:
                    continue
                page.wait_for_function(QUIET)
                times += [(time, address) for time in page.evaluate("n => times.slice(n)", count)]
            page.close()
        times.sort()
        if not times:
            return self.check("click to paint", ["no link was clicked"])
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
