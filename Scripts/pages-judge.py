#!/usr/bin/env python3
"""Checks served pages in Chromium, one line per check. The exit code is 1 if a check fails.

layout   each page at 1920, 1440, 1024, 768 and 390 pixels, light and dark, with and without a script: nothing is
         cropped, overlaps or scrolls sideways, pictures are not scaled down, and their texts have at least 11 pixels
axe      no violation on any page, in three themes, with closed and with open parts
panels   each popover opens inside the window, and Escape closes it
frame    header, switcher, breadcrumb, age of the data, share, themes, home page with search
filters  chips, picklists of many values, date and number ranges, reset, variables; also without a script
card     the menu and each of its entries, sorting, full screen, embed code
pointing tooltips of every kind of chart, pinned by a tap; legends, ranges by drag and wheel, keyboard
cross    a selection filters other charts exactly, is part of the URL and a chip; also without a script
rows     the rows behind a chart and behind a mark, paged, equal to the file
jobs     runs, next times, errors; a publication and an interval refresh an open page; old data are marked
print    no controls, white, no cut cards, and filters as text
weight   bytes and requests of the first view, script, styles, first paint
module   if the script module does not load, the page works as without scripts
click    time from pointerdown to the frame that shows the next state
slider   frames while a slider is dragged; the last value is shown
history  random steps back and forward give equal fragments
keys     every kind of move with the keyboard alone, without a focus trap

With a workspace, only layout, axe, panels, print and weight run. Without one, the script generates its own.
"""
import contextlib
import pathlib
import sys
import tempfile
import time

import pages_workspace
from judging import Parser, chromium, sample, serving
from pages_browser import Site
from pages_charts import Charts
from pages_controls import Controls
from pages_data import Data
from pages_keys import Keys
from pages_layout import Layout
from pages_speed import Speed

# The parts, with the class that has a method of the name, and the workspace that it needs: its own or the sample.
PARTS = {
    "layout": (Layout, "own"), "axe": (Layout, "own"), "panels": (Layout, "own"), "frame": (Controls, "own"),
    "filters": (Controls, "own"), "card": (Charts, "own"), "pointing": (Charts, "own"), "cross": (Data, "own"),
    "rows": (Data, "own"), "jobs": (Data, "own"), "print": (Data, "own"), "weight": (Speed, "sample"),
    "module": (Speed, "sample"), "click": (Speed, "sample"), "slider": (Speed, "sample"), "history": (Keys, "sample"),
    "keys": (Keys, "sample"),
}
ANYWHERE = ["layout", "axe", "panels", "print", "weight"]


def main():
    parser = Parser(__doc__).command().add("workspace", "Workspace to serve. Default: a generated one.", nargs="?")
    options = parser.browser().parts(list(PARTS)).add("--pictures", "Folder for pictures of the pages.").parse_args()
    if options.pictures:
        pathlib.Path(options.pictures).mkdir(parents=True, exist_ok=True)
    names = [name for name in options.only if not options.workspace or name in ANYWHERE]
    faults = checks = 0
    with contextlib.ExitStack() as stack:
        browser, sites = stack.enter_context(chromium(options.browser)), {}

        def site(kind):
            if kind not in sites:
                folder = None if options.workspace else stack.enter_context(tempfile.TemporaryDirectory())
                write = pages_workspace.write if kind == "own" else sample
                workspace = options.workspace or write(options.auger, folder)
                url = stack.enter_context(serving(options.auger, workspace))
                sites[kind] = Site(url, options.auger, workspace if kind == "own" and folder else None)
            return sites[kind]

        for name in names:
            kind, workspace = PARTS[name]
            judge, began = kind(browser, options.pictures, site(workspace)), time.monotonic()
            print(f"-- {name}", flush=True)
            getattr(judge, name if name != "print" else "printed")()
            checks, faults = checks + judge.checks.total(), faults + len(judge.faults)
            print(f"-- {name}: {judge.checks.total()} checks, {len(judge.faults)} faults, "
                  f"{time.monotonic() - began:.0f} s", flush=True)
    print(f"{checks} checks, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
