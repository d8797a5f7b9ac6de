#!/usr/bin/env python3
"""Writes the advance widths of Liberation Sans as a Swift table, for placing text without a font engine.

The table is Sources/AugerExport/SVG/Text/FontMetrics+LiberationSans.swift. Liberation Sans has the same advance widths
as Arial and Helvetica, so the table is correct for all three. The Debian 12 package is fonts-liberation2 (version 2;
version 1 has another license).
"""
from judging import Parser

FOLDER = "/usr/share/fonts/truetype/liberation2"
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


def lines(items, most):
    line = "   "
    for item in items:
        if len(line) + len(item) + 2 > most:
            yield line
            line = "   "
        line += f" {item},"
    yield line


def main():
    options = Parser(__doc__).add("folder", "Folder of the fonts.", FOLDER).parse_args()
    from fontTools.ttLib import TTFont
    fonts = [(face, TTFont(f"{options.folder}/{file}")) for face, file in FACES]
    first = fonts[0][1]
    units, os2 = first["head"].unitsPerEm, first["OS/2"]
    print(f"""\
// Advance widths of {name(first, 1)}, {name(first, 5)}, in units of 1/{units} em, by Scripts/font-metrics.py.
// The font's license is the SIL Open Font License 1.1; the font itself is not part of this repository.

extension FontMetrics {{
  static let unitsPerEm = {units}.0
  /// Above and below the baseline, in em; the height of capitals.
  static let ascent = {first['hhea'].ascent / units:.3f}
  static let descent = {-first['hhea'].descent / units:.3f}
  static let capitalHeight = {getattr(os2, 'sCapHeight', 1409) / units:.3f}

  /// The first scalar of each block and how many follow; the widths of all blocks stand one after the other.
  static let blocks: [(first: UInt32, count: Int)] = [""")
    print("\n".join([*lines([f"(0x{a:X}, {b - a + 1})" for a, b in BLOCKS], 118), "  ]"]))
    for face, font in fonts:
        cmap, advances = font.getBestCmap(), font["hmtx"]
        widths = [advances[cmap.get(c, ".notdef")][0] for a, b in BLOCKS for c in range(a, b + 1)]
        print("\n".join(["", f"  static let {face}Widths: [UInt16] = [", *lines(map(str, widths), 116), "  ]"]))
    print("}")


if __name__ == "__main__":
    main()
