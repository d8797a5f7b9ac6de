"""The look of pages: nothing is cropped, overlaps or scrolls sideways, texts are legible, and axe finds nothing."""
import urllib.parse

from pages_browser import OPEN, SCHEMES, SCRIPT, WIDTHS, Pages

# Parts that scroll, and parts whose text may end with an ellipsis because the same text is elsewhere on the page.
MEASURE = """touch => {
  const faults = [], wide = innerWidth, root = document.documentElement;
  const say = (what, e) => faults.push(`${what}: ${(e.textContent || e.outerHTML).trim().slice(0, 50)}`);
  const shown = e => e.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })
    && e.getClientRects().length && !e.closest('.v, .no-script:not(:is(html:not(.js) *))');
  if (root.scrollWidth > wide) faults.push(`${root.scrollWidth - wide} pixels too wide`);
  const scroller = e => {
    for (let n = e.parentElement; n && n !== document.body; n = n.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(n);
      if (/auto|scroll/.test(overflowX + overflowY)) return n;
    }
  };
  const range = document.createRange();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode, e = node.parentElement;
    if (!node.data.trim() || e.closest('svg, script, style, option, title, template') || !shown(e)) continue;
    const style = getComputedStyle(e);
    if (style.clipPath !== 'none' || e.closest('.v')) continue;
    if (parseFloat(style.fontSize) < 10.95) say(`text of ${style.fontSize}`, e);
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (!box.width || scroller(e)) continue;
    let clip = e;
    while (clip && clip !== document.body && !/hidden|clip/.test(getComputedStyle(clip).overflowX)) {
      if (getComputedStyle(clip).clipPath !== 'none') { clip = null; break; }
      clip = clip.parentElement;
    }
    if (clip === null) continue;
    if (clip !== document.body && clip) {
      const frame = clip.getBoundingClientRect();
      if (frame.width < 3) continue;
      if (box.right > frame.right + 1.5 || box.left < frame.left - 1.5 || box.bottom > frame.bottom + 2) {
        if (!e.closest('.brand b, .switch summary, .chip b, .tile')) say('cropped', e);
        continue;
      }
    }
    if (box.right > wide + 1 || box.left < -1) say('outside the window', e);
    const card = e.closest('.i, .tile, .chip, .panel, .notice');
    const frame = card?.getBoundingClientRect();
    if (card && (box.right > frame.right + 1 || box.left < frame.left - 1)) say('outside its card', e);
  }
  for (const svg of document.querySelectorAll('.w svg')) {
    if (!shown(svg)) continue;
    const frame = svg.getBoundingClientRect(), view = svg.viewBox.baseVal;
    const scale = frame.width / view.width;
    if (scale < 0.99) say(`a picture is scaled to ${scale.toFixed(2)}`, svg);
    const card = svg.closest('.i').getBoundingClientRect();
    if (frame.right > card.right + 1 || frame.left < card.left - 1 || frame.bottom > card.bottom + 1) {
      say('a picture is outside its card', svg);
    }
    const texts = [...svg.querySelectorAll('text')].filter(t => t.textContent.trim() && shown(t)).map(t => {
      const to = t.getScreenCTM();
      const isUpright = Math.abs(to.b) < 0.01;
      return { t, box: t.getBoundingClientRect(), isUpright, size: parseFloat(getComputedStyle(t).fontSize)
        * Math.hypot(to.c, to.d) };
    });
    for (const { t, box, size } of texts) {
      if (size < 10.95) say(`picture text of ${size.toFixed(1)} px`, t);
      if (box.left < frame.left - 1.5 || box.right > frame.right + 1.5 || box.top < frame.top - 1.5
        || box.bottom > frame.bottom + 1.5) say('cropped in a picture', t);
    }
    const upright = texts.filter(text => text.isUpright && text.box.width);
    upright.forEach((a, i) => upright.slice(i + 1).forEach(b => {
      const x = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
      const y = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
      if (x > 2 && y > 5) say(`on '${b.t.textContent.slice(0, 20)}'`, a.t);
    }));
  }
  const cards = [...document.querySelectorAll('.g > .i')].filter(shown).map(e => [e, e.getBoundingClientRect()]);
  cards.forEach(([e, a], i) => cards.slice(i + 1).forEach(([, b]) => {
    if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom)
      - Math.max(a.top, b.top) > 1) say('a card on another', e);
  }));
  const heights = e => (e.closest('label, .chip') ?? e).getBoundingClientRect();
  const targets = touch ? 'a[href], button, summary, select, input:not([type=hidden])' : '.none';
  for (const e of document.querySelectorAll(targets)) {
    if (!shown(e) || e.closest('svg, td, th, .v, .skip') || getComputedStyle(e).clipPath !== 'none') continue;
    const least = e.closest('.legend, .crumbs, p:not(.d):not(.n), .handles') ? 23.5 : 43.5;
    const { height, width } = heights(e);
    if (height < least || width < 23.5) say(`a target of ${width.toFixed()} x ${height.toFixed()}`, e);
  }
  for (const image of document.querySelectorAll('img')) {
    // The first chart of this dashboard fails on purpose.
    const isBroken = image.complete && !image.naturalWidth && image.currentSrc;
    if (isBroken && !/troubled/.test(image.src)) say('a broken picture', image);
  }
  return [...new Set(faults)];
}"""
# The share of the cards' area that is empty below their pictures, in rows of cards.
HOLES = """() => {
  const grid = document.querySelector('.g')?.getBoundingClientRect();
  const cards = [...document.querySelectorAll('.g > .i')].map(e => e.getBoundingClientRect()).filter(r => r.width);
  if (!grid || innerWidth < 1200 || cards.length < 3) return [];
  const tops = [...new Set(cards.map(r => Math.round(r.top)))];
  return tops.filter(top => {
    const across = cards.filter(r => r.top <= top + 2 && r.bottom > top + 2);
    return across.reduce((sum, r) => sum + r.width + 16, 0) < 0.65 * grid.width;
  }).map(top => `a row at ${top} pixels is almost half empty`);
}"""


class Layout(Pages):
    def __init__(self, browser, pictures, site):
        super().__init__(browser, pictures)
        self.site = site

    def addresses(self):
        """Returns the pages to look at, with the name of their pictures."""
        languages = {"german": "de_DE", "arabic": "ar_EG", "chinese": "zh_CN"}
        found = {"home": "/"}
        for dashboard in self.site.dashboards:
            name = dashboard.rsplit("/", 1)[1]
            found[name] = dashboard + (f"?_locale={languages[name]}" if name in languages else "")
        if self.site.folder:
            cross = urllib.parse.quote("North America")
            month = urllib.parse.quote("2024-03-01..2024-08-31")
            found |= {
                "cross": f"/dashboards/english?filter.Ordered={month}&Regions.select=categories:{cross}",
                "drilled": f"/dashboards/english?Drill.drill=region:{cross}",
                "rows": "/dashboards/english/Regions/rows",
                "alone": "/dashboards/english/Months", "jobs": "/-/jobs", "missing": "/dashboards/nobody"}
        return found

    def layout(self):
        """Measures and draws each page at each width, in each color scheme, with and without a script."""
        for width in WIDTHS:
            for scheme in SCHEMES:
                for script in (True, False):
                    with self.window(width, scheme, script) as page:
                        self.matrix(page, width, scheme, script)

    def matrix(self, page, width, scheme, script):
        # The first page tells the server the width and the color scheme.
        page.goto(self.site.url + self.site.dashboards[0])
        if script:
            page.evaluate(SCRIPT)
            page.wait_for_timeout(300)
        for name, address in self.addresses().items():
            words = [name, width, scheme] + ([] if script else ["plain"])
            with self.guarded(" ".join(str(word) for word in ["layout", *words])):
                answer = page.goto(self.site.url + address)
                if answer.status != (404 if name == "missing" else 200):
                    self.check(f"status of {name}", [f"{answer.status} for {address}"])
                if script:
                    page.evaluate(SCRIPT)
                    page.wait_for_timeout(120)
                if name == "home":
                    page.evaluate("() => document.querySelectorAll('img').forEach(i => i.loading = 'eager')")
                    page.wait_for_timeout(400)
                faults = page.evaluate(MEASURE, width == 390) + page.evaluate(HOLES)
                self.check(" ".join(str(word) for word in ["layout", *words]), faults)
                is_dark = page.evaluate("() => getComputedStyle(document.documentElement).colorScheme === 'dark'")
                if is_dark != (scheme == "dark"):
                    self.check(f"theme {' '.join(str(word) for word in words)}", ["the page has the other scheme"])
                if width in (1440, 390) or script:
                    self.shot(page, *words)

    def axe(self):
        """Runs axe on each page in each color scheme, with widths in turn, closed and with all parts open."""
        from axe_playwright_python.sync_playwright import Axe
        axe, place = Axe(), 0
        for name, address in self.addresses().items():
            place += 1
            # Other pages have the same parts as `english` and `troubled`. Axe needs half a minute for forty charts.
            is_whole = name in ("home", "none", "english", "troubled", "rows", "jobs") or not self.site.folder
            schemes = [*SCHEMES, "high-contrast"] if is_whole else SCHEMES[place % 2:][:1]
            for scheme in schemes:
                place += 1
                width = WIDTHS[place % 5]
                with self.guarded(f"axe {name} {width} {scheme}"), self.window(width, scheme if scheme in SCHEMES
                                                                              else "light") as page:
                    mark = "&" if "?" in address else "?"
                    theme = f"{mark}_theme={scheme}" if scheme not in SCHEMES and name not in ("home", "jobs") else ""
                    self.go(page, self.site.url + address + theme)
                    for state in ("closed", "open") if is_whole else ("closed",):
                        if state == "open":
                            page.evaluate(OPEN)
                        found = axe.run(page).response["violations"]
                        self.check(f"axe {name} {width} {scheme} {state}",
                                   [f"{one['id']}: {one['nodes'][0]['html'][:140]}" for one in found])

    def panels(self):
        """Opens each popover and checks that it is inside the window and complete."""
        for width in WIDTHS:
            for name in ("english", "german") if self.site.folder else [self.site.dashboards[0].rsplit("/", 1)[1]]:
                with self.window(width, "light" if width != 1024 else "dark") as page:
                    address = self.addresses()[name]
                    self.go(page, self.site.url + address)
                    faults = []
                    count = page.locator("details.pop > summary:not([data-share]):visible").count()
                    for place in range(min(count, 9)):
                        summary = page.locator("details.pop > summary:not([data-share]):visible").nth(place)
                        summary.scroll_into_view_if_needed()
                        text = summary.get_attribute("aria-label") or summary.inner_text().replace("\n", " ")
                        summary.press("Enter")
                        page.wait_for_timeout(220)
                        faults += page.evaluate(PANEL, text)
                        self.shot(page, "panel", name, width, place, full=False)
                        page.keyboard.press("Escape")
                        if page.locator("details.pop[open]").count():
                            faults.append(f"Escape does not close {text}")
                    self.check(f"panels {name} {width} ({count} popovers)", faults or count > 3)


PANEL = """text => {
  const panel = document.querySelector('details.pop[open] > .panel');
  if (!panel) return [`${text}: nothing opens`];
  const box = panel.getBoundingClientRect(), faults = [];
  if (box.left < 0 || box.right > innerWidth + 0.5) faults.push(`${text}: outside of the window`);
  if (box.bottom > innerHeight + 0.5 && document.documentElement.scrollHeight < box.bottom + scrollY) {
    faults.push(`${text}: cannot be scrolled to`);
  }
  if (panel.scrollWidth > panel.clientWidth + 1) faults.push(`${text}: scrolls sideways`);
  if (innerWidth < 600 && Math.abs(box.bottom - innerHeight) > 1) faults.push(`${text}: not a sheet`);
  const [x, y] = [box.left + box.width / 2, Math.min(box.bottom, innerHeight) - 8];
  if (!panel.contains(document.elementFromPoint(x, y)) && y > box.top) faults.push(`${text}: is covered`);
  return faults;
}"""
