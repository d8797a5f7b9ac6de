"""The base of the checks of pages-judge.py: browser windows, and a line of output for each check."""
import contextlib
import json
import pathlib
import re
import time

import judging
from judging import fetched

WIDTHS, SCHEMES = [1920, 1440, 1024, 768, 390], ["light", "dark"]
HEIGHTS = {1920: 1080, 1440: 900, 1024: 768, 768: 1024, 390: 844}
# Opens all parts of a page. Details with a common name would close each other.
OPEN = "() => document.querySelectorAll('details').forEach(d => { d.removeAttribute('name'); d.open = true; })"
# A loaded machine and a debug build are slow.
TIMEOUT = 30_000
SCRIPT = """async () => {
  const script = document.querySelector('script[data-src]');
  if (script) await import(new URL(script.dataset.src, document.baseURI));
}"""
QUIET = "() => !document.querySelector('main.busy')"
FRAGMENTS = """() => Object.fromEntries([...document.querySelectorAll('[data-digest]')].map(e =>
  [e.id, e.innerHTML.replaceAll(' open=""', '')]))"""


class Site:
    """A running server. `folder` is its workspace, and `auger` the command."""

    def __init__(self, url, auger, folder=None):
        self.url, self.auger, self.folder = url, auger, folder
        self.dashboards = [entry["address"] for entry in json.loads(fetched(url + "/.json"))["dashboards"]]

    def named(self, name):
        return next((address for address in self.dashboards if address.endswith("/" + name)), self.dashboards[0])


class Pages(judging.Judge):
    """Judges pages in one browser. A method with the name of a part runs its checks."""

    def __init__(self, browser, pictures):
        super().__init__()
        self.browser, self.pictures, self.unexpected = browser, pictures and pathlib.Path(pictures), []

    def check(self, what, faults):
        """Prints one line for a check. `faults` is a list of texts, or false for a fault without a text."""
        faults = faults if isinstance(faults, list) else [] if faults else ["not so"]
        self.checks[what] += 1
        if faults:
            self.faults.append(what)
            more = f" (and {len(faults) - 3} more)" if len(faults) > 3 else ""
            print(f"FAULT {what}: {'; '.join(faults[:3])}{more}"[:900], flush=True)
        else:
            print(f"ok    {what}", flush=True)

    @contextlib.contextmanager
    def guarded(self, what):
        """Reports a step that the page does not offer as a fault, and continues with the next check."""
        from playwright.sync_api import Error
        try:
            yield
        except (Error, AssertionError, IndexError, KeyError, TypeError) as error:
            self.check(what, [str(error).split("\n")[0] or type(error).__name__])

    def limit(self, name, number, most, unit=""):
        self.check(f"{name}: {number:.1f}{unit} (at most {most}{unit})",
                   [] if number <= most else [f"{number - most:.1f}{unit} too much"])

    def fail(self, text):
        self.check(text, ["not so"])

    @contextlib.contextmanager
    def window(self, width=1440, scheme="light", script=True, **options):
        """Yields a page of a window with its own cookies. Errors of its script are faults."""
        context = self.browser.new_context(
            viewport={"width": width, "height": HEIGHTS.get(width, 900)}, color_scheme=scheme, has_touch=width == 390,
            java_script_enabled=script, **options)
        context.set_default_timeout(TIMEOUT)
        page = context.new_page()
        page.on("pageerror", lambda error: self.fail(f"{page.url}: {error}"))
        page.on("console", lambda said: said.type == "error" and "status of" not in said.text
                and self.fail(f"{page.url}: {said.text}"))
        try:
            yield page
        finally:
            context.close()

    def page(self, width=1440, **options):
        """Returns a page that its caller closes."""
        page = self.browser.new_page(viewport={"width": width, "height": 900}, **options)
        page.set_default_timeout(TIMEOUT)
        page.on("pageerror", lambda error: self.fail(f"{page.url}: {error}"))
        page.on("console", lambda said: said.type == "error" and "status of" not in said.text
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
        """Opens a page and waits for its script, which starts after the first paint, and for its pictures."""
        page.goto(url)
        page.evaluate(SCRIPT)
        # On the first visit, the script requests pictures that fit.
        page.wait_for_timeout(350)
        page.wait_for_function(QUIET)

    @staticmethod
    def quiet(page, milliseconds=150):
        page.wait_for_timeout(milliseconds)
        page.wait_for_function(QUIET)

    def shot(self, page, *words, full=True):
        """Saves a picture of a page if a folder is given."""
        if not self.pictures:
            return
        name = re.sub(r"[^\w.]+", "-", "-".join(str(word) for word in words)).strip("-")
        page.screenshot(path=self.pictures / f"{name}.png", full_page=full)


def until(page, script, argument=None, seconds=10):
    """Returns true if a condition of a page becomes true within some seconds."""
    from playwright.sync_api import Error
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        # The page may be reloading.
        with contextlib.suppress(Error):
            if page.evaluate(script, argument):
                return True
        page.wait_for_timeout(40)
    return False
