#!/usr/bin/env python3
"""Hovers one mark of each series of each chart on served pages, and lists those without a tooltip.

The tooltip must be in the window, must not cover the mark or the column at the pointer, and must have a key for each
series. Without scripts, the title of the mark is the tooltip. pages-judge.py calls `check`.
"""
import json
import sys

from judging import Judge, Parser, chromium, fetched, serving

# Returns a point of one mark of each color of each picture: page coordinates, the item, and the title at the point.
SPOTS = """() => {
  const spots = [];
  const shapes = 'path, rect, circle, polygon, polyline, line, ellipse';
  const isOther = e => e.closest('defs, clipPath, .auger-grid, .auger-value-axis, .auger-category-axis,'
    + ' .auger-baseline, .auger-legend, .auger-plot, .auger-link, .auger-window, .auger-highlight, .auger-notice,'
    + ' .auger-ramp, .auger-thresholds, .auger-annotations, .auger-reference, .auger-regions, .auger-edges,'
    + ' .auger-size-legend, .auger-minor-ticks, .auger-other-axis, .auger-other-category-axis');
  const titleAt = (node, svg) => {
    for (; node && node !== svg; node = node.parentNode) {
      const title = [...node.children].find(c => c.localName === 'title');
      if (title) return title.textContent;
    }
    return '';
  };
  const hit = (svg, mark) => {
    const box = mark.getBoundingClientRect();
    const points = [];
    if (mark.getTotalLength && mark.localName !== 'rect') {
      const [to, length] = [mark.getScreenCTM(), mark.getTotalLength()];
      for (const share of [.5, .3, .7, .1, .9, .02]) {
        const p = mark.getPointAtLength(length * share);
        points.push([p.x * to.a + p.y * to.c + to.e, p.x * to.b + p.y * to.d + to.f]);
      }
    }
    for (const x of [.5, .25, .75, .1, .9]) for (const y of [.5, .25, .75, .1, .9]) {
      points.push([box.left + box.width * x, box.top + box.height * y]);
    }
    return points.find(([x, y]) => document.elementsFromPoint(x, y).filter(
      e => !e.matches('.auger-link, text, .tip, .mark')).slice(0, 2).includes(mark));
  };
  for (const svg of document.querySelectorAll('.w svg')) {
    if (!svg.getClientRects().length) continue;
    svg.scrollIntoView({ block: 'center', behavior: 'instant' });
    const seen = new Set();
    for (const mark of svg.querySelectorAll(shapes)) {
      if (isOther(mark) || !mark.closest('g[class]')) continue;
      const { fill, stroke } = getComputedStyle(mark);
      const color = mark.closest('g[class]').getAttribute('class') + (fill === 'none' ? stroke : fill);
      if (seen.has(color)) continue;
      const at = hit(svg, mark);
      if (!at) continue;
      seen.add(color);
      const root = svg.getBoundingClientRect();
      spots.push({ item: svg.closest('[data-item]')?.dataset.item ?? '', color, n: [...document.querySelectorAll(
        '.w svg')].indexOf(svg), x: at[0] - root.left, y: at[1] - root.top,
        title: titleAt(document.elementFromPoint(...at), svg) });
    }
  }
  return spots;
}"""

PLACE = """({ n, x, y }) => {
  const svg = document.querySelectorAll('.w svg')[n];
  svg.scrollIntoView({ block: 'center', behavior: 'instant' });
  const box = svg.getBoundingClientRect();
  return [box.left + x, box.top + y];
}"""

# Returns the errors of the shown tooltip. The band of a plot is next to the tooltip as well.
FAULTS = """([x, y]) => {
  const tip = document.querySelector('.tip');
  if (!tip || tip.hidden) return ['no tooltip'];
  const faults = [];
  const area = tip.getBoundingClientRect();
  const docked = tip.classList.contains('docked');
  if (!tip.textContent.trim()) faults.push('empty');
  if (area.left < 0 || area.right > document.documentElement.clientWidth + 0.5) faults.push('outside at the sides');
  if (!docked && (area.top < 0 || area.bottom > innerHeight)) faults.push('outside above or below');
  if (x >= area.left && x <= area.right && y >= area.top && y <= area.bottom) faults.push('covers the pointer');
  const band = document.querySelector('.mark:not([hidden]):not(.ring)')?.getBoundingClientRect();
  const covers = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  if (band && band.width < 0.9 * innerWidth && covers(area, band)) faults.push('covers the column');
  const rows = tip.querySelectorAll('tr');
  const isBare = [...rows].some(row => !row.querySelector('i'));
  if (rows.length > 1 && isBare && [...rows].some(row => row.querySelector('i'))) faults.push('rows without a key');
  return faults;
}"""


def hovered(page, url, say):
    """Yields the item, the color and the errors of each hovered mark."""
    page.goto(url)
    page.wait_for_function("() => !document.querySelector('script[data-src]') || document.querySelector('.w[tabindex]')"
                           " || !document.querySelector('.w svg')", timeout=5000)
    page.wait_for_timeout(400)
    for spot in page.evaluate(SPOTS):
        at = page.evaluate(PLACE, spot)
        page.mouse.move(2, 2)
        page.mouse.move(*at, steps=2)
        page.wait_for_timeout(30)
        faults = page.evaluate(FAULTS, at)
        if say:
            print(f"    {spot['item']} {spot['color']}: {page.evaluate(TEXT)}")
        yield spot["item"], spot["color"], faults


TEXT = "() => document.querySelector('.tip:not([hidden])')?.innerText.replaceAll('\\n', ' | ')"


def untitled(page, url):
    """Yields the item and the color of each mark without a title, on a page without scripts."""
    page.goto(url)
    for spot in page.evaluate(SPOTS):
        if not spot["title"]:
            yield spot["item"], spot["color"], ["no title"]


def check(judge, browser, urls, widths=(1440, 768, 390), say=False):
    """Checks the tooltips of all pictures on some pages. Reports each item once per kind of error."""
    for width in widths:
        with_script = browser.new_page(viewport={"width": width, "height": 900})
        context = browser.new_context(viewport={"width": width, "height": 900}, java_script_enabled=False)
        for url in urls:
            count, found = 0, {}
            for item, color, faults in hovered(with_script, url, say):
                count += 1
                for fault in faults:
                    found.setdefault((item, fault), []).append(color)
            judge.checks[f"tooltips at {width}"] += count
            for (item, fault), colors in found.items():
                judge.fail(f"{width} {url} {item}: {fault} at {len(colors)} marks: {colors[0]}")
            if width == max(widths):
                page, found = context.new_page(), {}
                for item, color, (fault,) in untitled(page, url):
                    found.setdefault((item, fault), []).append(color)
                for (item, fault), colors in found.items():
                    judge.fail(f"without scripts {url} {item}: {fault} at {len(colors)} marks: {colors[0]}")
                page.close()
        with_script.close()
        context.close()


def main():
    parser = Parser(__doc__).command().add("workspace", "Workspace to serve. Default: the sample.", nargs="?").browser()
    parser.add("--url", "Page of a running server to check instead.", "")
    parser.add_argument("--say", action="store_true", help="Print each tooltip.")
    options = parser.add("--widths", "Widths of the window.", "1440,768,390").parse_args()
    judge = Judge()
    widths = [int(width) for width in options.widths.split(",")]
    with chromium(options.browser) as browser:
        if options.url:
            check(judge, browser, [options.url], widths, options.say)
        else:
            with serving(options.auger, options.workspace) as url:
                names = [entry["address"] for entry in json.loads(fetched(url + "/.json"))["dashboards"]]
                check(judge, browser, [url + name for name in names], widths, options.say)
    return judge.end()


if __name__ == "__main__":
    sys.exit(main())
