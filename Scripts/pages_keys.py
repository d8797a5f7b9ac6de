"""The pages by keyboard and by the Back button: every kind of move, without a focus trap."""
import random

from pages_browser import FRAGMENTS, QUIET, Pages, until


class Keys(Pages):
    def __init__(self, browser, pictures, site):
        super().__init__(browser, pictures)
        self.site = site
        self.url, self.dashboards = site.url, site.dashboards

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
        for step in range(200):
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
        self.check(f"history: 200 steps over {len(places)} places", not wrong or [f"{wrong} are wrong"])
        page.close()

    def keys(self):
        for part in (self.drill, self.zoom, self.filters, self.variables, self.whatif, self.nodes):
            with self.guarded(f"keys: {part.__name__}"), self.window() as page:
                self.go(page, self.url + self.site.named(self.HOMES[part.__name__]))
                part(page)

    HOMES = {"drill": "drill", "zoom": "zoom", "filters": "filters", "variables": "variables", "whatif": "whatif",
             "nodes": "gallery"}

    def tab_to(self, page, selector, most=400):
        for _ in range(most):
            page.keyboard.press("Tab")
            if page.evaluate("s => document.activeElement.matches(s)", selector):
                return
        raise AssertionError(f"Tab does not reach {selector}")

    def expect(self, page, what, address):
        """Checks that a move is part of the URL, and that the focus is not lost."""
        came = until(page, "a => decodeURIComponent(location.search).includes(a)", address)
        self.check(f"keys: {what}", came or [f"{page.url} has no {address}"])
        page.wait_for_timeout(100)
        page.wait_for_function(QUIET)
        self.check(f"keys: {what}, focus", page.evaluate("() => document.activeElement !== document.body"))

    def drill(self, page):
        self.tab_to(page, ".w")
        page.keyboard.press("ArrowRight")
        self.check("keys: an arrow announces values", page.inner_text("#status") != "")
        page.keyboard.press("Enter")
        self.expect(page, "Enter drills", ".drill=")
        page.keyboard.press("Backspace")
        self.check("keys: Backspace leads back", until(page, "() => !location.search.includes('drill')"))
        # Wait for the announcement of the move, which would otherwise follow that of the table.
        self.quiet(page, 300)
        page.keyboard.press("t")
        self.check("keys: t shows the table", "shown" in page.inner_text("#status"))
        page.keyboard.press("?")
        self.check("keys: ? lists the keys", "Backspace" in page.inner_text("#status"))
        page.keyboard.press("Home")
        page.keyboard.press("Space")
        self.expect(page, "Space selects", "select=")
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        self.check("keys: Escape clears the selection", until(page, "() => !location.search.includes('select')"))

    def zoom(self, page):
        self.tab_to(page, "main :is(figcaption, .fold) a[href*=zoom], .n a[href*=zoom]")
        page.keyboard.press("Enter")
        self.expect(page, "a link zooms", ".zoom=")
        self.tab_to(page, ".w")
        page.keyboard.press("End")
        page.keyboard.press("+")
        self.expect(page, "Plus looks closer", ".range=")
        page.keyboard.press("0")
        self.check("keys: 0 shows all", until(page, "() => !location.search.includes('range')"))

    def filters(self, page):
        self.tab_to(page, ".b .chip summary")
        page.keyboard.press("Enter")
        self.tab_to(page, "input[type=checkbox]")
        page.keyboard.press("Space")
        self.expect(page, "a checkbox filters", "filter.")
        page.keyboard.press("Escape")
        self.check("keys: Escape returns to the chip",
                   page.evaluate("() => document.activeElement.matches('.chip summary')"))
        self.tab_to(page, ".more > summary")
        page.keyboard.press("Enter")
        page.evaluate("() => document.querySelectorAll('.more[open] details').forEach(d => d.open = true)")
        self.tab_to(page, ".more a[href*=sort]")
        page.keyboard.press("Enter")
        self.expect(page, "a menu entry sorts", ".sort=")

    def variables(self, page):
        self.tab_to(page, "input[type=range]")
        page.keyboard.press("ArrowRight")
        self.expect(page, "an arrow moves a slider", "$")
        self.tab_to(page, "select")
        page.keyboard.press("ArrowDown")
        self.quiet(page, 600)
        self.check("keys: a picker keeps the focus",
                   page.evaluate("() => document.activeElement.matches('select')"))

    def whatif(self, page):
        self.tab_to(page, "input[name=value]")
        page.keyboard.type("+10%")
        self.tab_to(page, "select[name=category]")
        page.keyboard.press("ArrowDown")
        self.tab_to(page, "button")
        page.keyboard.press("Enter")
        self.expect(page, "a what-if of one category", ".whatif.")

    def nodes(self, page):
        self.tab_to(page, "form:has([value=node]) input[name=value]", 1500)
        page.keyboard.type("9")
        page.keyboard.press("Enter")
        self.expect(page, "a node is set", ".node[")
        page.reload()
        # No focus trap: the Tab key passes through the page and leaves it.
        for _ in range(1500):
            page.keyboard.press("Tab")
            if page.evaluate("() => document.activeElement.matches('body, .skip')"):
                break
        else:
            self.check("keys: Tab comes to the end of the page", ["it does not"])
