#!/usr/bin/env python3
"""Checks in Chromium whether texts of pictures overlap or leave their card.

Requires the Liberation fonts. Prints a line for each finding. The exit code is 1 if a text is misplaced. The area of a
text is Chromium's box without one eighth at the top and at the bottom, which contain no parts of letters.
"""
import pathlib
import random
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from judging import Parser, chromium, resolved

MEASURE = """() => {
  const svg = document.querySelector('svg'), size = svg.viewBox.baseVal, found = [], texts = []
  const hidden = node => { for (; node && node !== svg; node = node.parentNode)
    if (node.getAttribute && (node.getAttribute('clip-path') || node.tagName === 'defs')) return true
    return false }
  for (const node of svg.querySelectorAll('text')) {
    const words = [...node.childNodes].filter(n => n.nodeType === 3).map(n => n.data).join('')
    if (!words.trim() || hidden(node)) continue
    const box = node.getBBox(), m = svg.getScreenCTM().inverse().multiply(node.getScreenCTM())
    const at = (x, y) => ({ x: m.a * x + m.c * y + m.e, y: m.b * x + m.d * y + m.f })
    const top = box.y + box.height / 8, bottom = box.y + box.height * 7 / 8
    const quad = [at(box.x, top), at(box.x + box.width, top), at(box.x + box.width, bottom), at(box.x, bottom)]
    texts.push({ words, quad })
    for (const p of quad) if (p.x < -0.5 || p.y < -0.5 || p.x > size.width + 0.5 || p.y > size.height + 0.5) {
      found.push(`leaves the picture: ${words}`); break }
  }
  const apart = (a, b) => {
    for (const [p, q] of [[a, b], [b, a]]) for (let i = 0; i < 4; i++) {
      const s = p[i], t = p[(i + 1) % 4], nx = s.y - t.y, ny = t.x - s.x
      const length = Math.hypot(nx, ny); if (length === 0) continue
      const on = quad => quad.map(c => (c.x * nx + c.y * ny) / length)
      const [pa, pb] = [on(p), on(q)]
      if (Math.max(...pa) <= Math.min(...pb) + 0.5 || Math.max(...pb) <= Math.min(...pa) + 0.5) return true
    }
    return false }
  for (let i = 0; i < texts.length; i++) for (let j = i + 1; j < texts.length; j++)
    if (!apart(texts[i].quad, texts[j].quad)) found.push(`overlap: ${texts[i].words} | ${texts[j].words}`)
  return [texts.length, found]
}"""

TYPES = ["Column", "StackedColumn", "PercentColumn", "Bar", "StackedBar", "Line", "StepLine", "Spline", "Area",
         "StackedArea", "Pie", "Donut", "TreeMap", "Heatmap", "Waterfall", "Histogram", "BoxPlot", "Scatter",
         "DataGrid"]
WORDS = ["North", "Süd-Ost", "Greenland and the Faroe Islands", "日本", "العربية", "Q1", "Bicycles", "a",
         "Component parts, assembled", "Österreich", "x", "1999", "Accessories",
         "The United Kingdom of Great Britain and Northern Ireland", "B2B", "№ 7"]


def generate(count, auger, folder):
    """Writes charts of tables with realistic names and numbers: long, many, huge, tiny, negative."""
    jobs = []
    for number in range(count):
        chance = random.Random(number)
        path = f"{folder}/{number}.csv"
        rows = chance.choice([1, 2, 5, 12, 40, 200, 2000])
        names = chance.choice([1, 3, 8, 25, 120])
        scale = 10 ** chance.uniform(-7, 13)
        with open(path, "w", encoding="utf-8") as file:
            file.write("name,kind,day,amount\n")
            for row in range(rows):
                name = f"{chance.choice(WORDS)} {row % names}" if names > 8 else WORDS[(row % names
                                                                                        + number) % len(WORDS)]
                value = chance.gauss(chance.choice([0, 1, 3]), 1) * scale
                day = f"{2015 + row % 9}-{1 + row % 12:02d}-{1 + row % 28:02d}"
                file.write(f'"{name}",k{chance.randrange(chance.choice([1, 3, 9]))},{day},{value!r}\n')
        kind = TYPES[number % len(TYPES)]
        size = chance.choice(["720x420", "420x280", "320x480", "1024x600"])
        line = [auger, "chart", path, "--type", kind, "--size", size, "--quiet", "-o", f"{folder}/{number}-{kind}.svg"]
        value = "amount" if kind in ("Histogram", "Scatter", "BoxPlot") else "sum(amount)"
        if kind in ("Pie", "Donut", "TreeMap"):
            value = "sum(abs(amount))"
        line += ["--value", value]
        if kind != "Histogram":
            line += ["--category", chance.choice(["name", "day", "year(day)"]) if kind != "BoxPlot" else "kind"]
        if kind not in ("Pie", "Donut", "TreeMap", "Histogram", "BoxPlot", "Scatter", "Waterfall") and number % 3:
            line += ["--series", "kind"]
        jobs.append(line)

    def run(line):
        done = subprocess.run(line, capture_output=True, text=True)
        return f"{line[-1]}: {done.stderr.strip()[:200]}" if done.returncode == 2 else None

    with ThreadPoolExecutor(2) as pool:
        return [text for text in pool.map(run, jobs) if text]


def main():
    parser = Parser(__doc__).add("folders", "Folders whose SVG pictures are checked.", nargs="*").browser()
    parser.add("--generate", "Check charts of generated tables instead, drawn by a command.", nargs=2,
               metavar=("COUNT", "AUGER"))
    options = parser.parse_args()
    folders = options.folders
    if options.generate:
        folders = [tempfile.mkdtemp(prefix="pictures-")]
        for text in generate(int(options.generate[0]), resolved(options.generate[1]), folders[0]):
            print(text)
    files = sorted(path for folder in folders for path in pathlib.Path(folder).rglob("*.svg"))
    wrong = texts = 0
    with chromium(options.browser) as browser:
        page = browser.new_page()
        page.on("console", lambda message: print(f"console: {message.text}"))
        for file in files:
            page.set_content("<!doctype html><style>body{margin:0}</style>" + file.read_text())
            count, found = page.evaluate(MEASURE)
            texts += count
            wrong += bool(found)
            for text in found[:8]:
                print(f"{file}: {text}")
            if len(found) > 8:
                print(f"{file}: {len(found) - 8} more")
    print(f"{len(files)} pictures, {texts} texts; {wrong} pictures with findings"
          + (f" in {folders[0]}" if options.generate else ""))
    return 1 if wrong or not files else 0


if __name__ == "__main__":
    sys.exit(main())
