#!/usr/bin/env python3
"""Writes the advance widths of Liberation Sans as a Swift table, for placing text without a font engine.

    pip install fonttools
    Scripts/font-metrics.py > Sources/AugerExport/SVG/Text/FontMetrics+LiberationSans.swift

Liberation Sans has the advance widths of Arial and Helvetica, so the table is right wherever one of the three is
found. Debian 12 has it as fonts-liberation2 (version 2; version 1 has another licence).
"""

import sys

from fontTools.ttLib import TTFont

FOLDER = sys.argv[1] if len(sys.argv) > 1 else "/usr/share/fonts/truetype/liberation2"
FACES = [("regular", "LiberationSans-Regular.ttf"), ("bold", "LiberationSans-Bold.ttf")]

# Latin-1, Latin Extended-A and -B, Greek, Cyrillic, Latin Extended Additional, punctuation, currency, some signs.
BLOCKS = [
    (0x20, 0x7E), (0xA0, 0x17F), (0x18F, 0x192), (0x1CD, 0x1DC), (0x1FA, 0x21B), (0x2C6, 0x2DD), (0x384, 0x3CE),
    (0x400, 0x45F), (0x490, 0x491), (0x1E80, 0x1E85), (0x1EA0, 0x1EF9), (0x2010, 0x2027), (0x202F, 0x203A),
    (0x2044, 0x2044), (0x2070, 0x208E), (0x20A0, 0x20B5), (0x2116, 0x2126), (0x2190, 0x2195), (0x2202, 0x2265),
    (0x25A0, 0x25CF),
]


def name(font, number):
    return font["name"].getDebugName(number)


def lines(widths):
    line = "     "
    for width in widths:
        item = f" {width},"
        if len(line) + len(item) > 118:
            yield line
            line = "     "
        line += item
    yield line


def main():
    fonts = [(face, TTFont(f"{FOLDER}/{file}")) for face, file in FACES]
    first = fonts[0][1]
    units = first["head"].unitsPerEm
    out = []
    out.append(f"// Advance widths of {name(first, 1)}, {name(first, 5)}, in units of 1/{units} em, by Scripts/font-metrics.py.")
    out.append("// The font's licence is the SIL Open Font License 1.1; the font itself is not part of this repository.")
    out.append("")
    out.append("extension FontMetrics {")
    out.append(f"  static let unitsPerEm = {units}.0")
    out.append(f"  /// Above and below the baseline, in em; the height of capitals.")
    os2 = first["OS/2"]
    out.append(f"  static let ascent = {first['hhea'].ascent / units:.3f}")
    out.append(f"  static let descent = {-first['hhea'].descent / units:.3f}")
    out.append(f"  static let capitalHeight = {getattr(os2, 'sCapHeight', 1409) / units:.3f}")
    out.append("")
    out.append("  /// The first scalar of each block and how many follow; the widths of all blocks stand one after the other.")
    out.append("  static let blocks: [(first: UInt32, count: Int)] = [")
    row = "   "
    for a, b in BLOCKS:
        item = f" (0x{a:X}, {b - a + 1}),"
        if len(row) + len(item) > 118:
            out.append(row)
            row = "   "
        row += item
    out.append(row)
    out.append("  ]")
    for face, font in fonts:
        cmap = font.getBestCmap()
        advances = font["hmtx"]
        missing = advances[".notdef"][0]
        widths = []
        for a, b in BLOCKS:
            widths += [advances[cmap[c]][0] if c in cmap else missing for c in range(a, b + 1)]
        out.append("")
        out.append(f"  static let {face}Widths: [UInt16] = [")
        out += [line[2:] for line in lines(widths)]
        out.append("  ]")
    out.append("}")
    print("\n".join(out))


main()
