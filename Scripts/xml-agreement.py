#!/usr/bin/env python3
"""Records which damaged XML files expat accepts: Fixtures/Cases/XML/verdicts.txt. A test compares the scanner with it.

Each file is a random damage of one of Fixtures/Cases/XML/*.xml ("own") or of the shared MAKit samples ("makit"), with a
fixed seed. The test creates the same files with the same arithmetic. Each line contains a name, a seed, the number of
files, the number of well-formed files, and one bit for each file (lowest first) in base64.

Expat accepts names of the fourth edition of XML. The scanner, like libxml2, accepts those of the fifth edition. The
characters here are valid or invalid in both editions.
"""
import base64
import pathlib
import sys
from xml.parsers import expat

from judging import CASES, SHARED, Parser

COUNT = 20_000
SEEDS = {"own": 1, "makit": 2}
PIECES = [
    b"<", b">", b"/", b"\"", b"'", b"=", b"&", b";", b" ", b"\t", b"\r\n", b"\n", b"\r", b"-", b"--", b"]]>", b"!",
    b"?", b"?>", b"<?", b"<?xml version='1.0'?>", b"<?xml ?>", b"<?Xml ?>", b"<?p q?>", b"<!--", b"-->", b"<!-- -->",
    b"<![CDATA[", b"<![CDATA[ x ]]>", b"<b/>", b"<b>", b"</b>", b"<b c='d'></b>", b" x='1'", b" x=\"1\" ", b"&amp;",
    b"&lt;", b"&nbsp;", b"&#38;", b"&#x26;", b"&#0;", b"&#xD800;", b"&#x110000;", b"&#xFFFE;", b"&#9;", b"&#x;", b"#",
    b"x", b"1", b".", b":", b"_", b"%", b"SYSTEM 's'", b"PUBLIC", b"<!DOCTYPE a>", b"encoding='utf-8'",
    b"standalone='yes'", b"\x00", b"\x07", b"\x7f", b"\x85", b"\xe9", b"\xc3\xa9", b"\xc2\xb7", b"\xc3\x97",
    b"\xe3\x81\x82", b"\xe2\x80\x94", b"\xef\xbf\xbe", b"\xed\xa0\x80", b"\xf3\xb0\x80\x80",
    b"\xc0\xaf", b"\xff",
]


class Chance:
    def __init__(self, state):
        self.state = state

    def below(self, bound):
        self.state = (self.state * 6_364_136_223_846_793_005 + 1_442_695_040_888_963_407) & (2**64 - 1)
        return (self.state >> 33) % bound


def damaged(bases, seed, count):
    chance = Chance(seed)
    for _ in range(count):
        data = bytearray(bases[chance.below(len(bases))])
        for _ in range(1 + chance.below(4) // 3):
            at = chance.below(len(data) + 1)
            kind = chance.below(5)
            if kind == 0:
                data[at:at] = PIECES[chance.below(len(PIECES))]
            elif kind == 1:
                del data[at:at + chance.below(12)]
            elif kind == 2:
                piece = data[at:at + chance.below(40)]
                to = chance.below(len(data) + 1)
                data[to:to] = piece
            elif kind == 3:
                data[at:at + 1] = PIECES[chance.below(len(PIECES))]
            elif at + 1 < len(data):
                data[at], data[at + 1] = data[at + 1], data[at]
        yield bytes(data)


def is_well_formed(data):
    parser = expat.ParserCreate()
    try:
        parser.Parse(data, True)
        return True
    except (expat.ExpatError, ValueError, LookupError):
        return False


def bases(name, shared):
    if name == "own":
        files = sorted((CASES / "XML").glob("*.xml"))
        return [file.read_bytes() for file in files if not file.name.startswith("utf16")]
    folder = shared / "data/makit"
    files = [file for part in ("documents", "fragments") for file in sorted((folder / part).glob("*.xml"))]
    return [file.read_bytes() for file in files]


def main():
    parser = Parser(__doc__).add("--shared", "Folder of the shared data.", SHARED, type=pathlib.Path)
    parser.add("--show", "Write a damaged file to standard output: 'own' or 'makit', and its number.", nargs=2)
    options = parser.parse_args()
    if options.show:
        name, number = options.show[0], int(options.show[1])
        *_, data = damaged(bases(name, options.shared), SEEDS[name], number + 1)
        sys.stdout.buffer.write(data)
        return
    for name, seed in SEEDS.items():
        files = bases(name, options.shared)
        if not files:
            print(f"no files for '{name}'", file=sys.stderr)
            continue
        verdicts = [is_well_formed(data) for data in damaged(files, seed, COUNT)]
        bits = sum(1 << index for index, verdict in enumerate(verdicts) if verdict)
        text = base64.b64encode(bits.to_bytes((COUNT + 7) // 8, "little")).decode()
        print(name, seed, COUNT, sum(verdicts), text)


if __name__ == "__main__":
    main()
