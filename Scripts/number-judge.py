#!/usr/bin/env python3
"""Records how Python's decimal parses numbers of 1 to 60 digits: Fixtures/Cases/Numbers/judged.txt.

Each line contains, separated by tabs: the text; its value as a decimal of at most 38 digits before and after the point,
without trailing zeros (`-` if there is none or an exponent); as an int of 64 bits; as the bits of a double.
"""
import re
import struct
from decimal import Decimal, localcontext

from judging import CASES, Parser, rewrite

PLAIN = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)\Z")
FLOAT = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?\Z")


def exact(text):
    if not PLAIN.match(text):
        return "-"
    with localcontext() as context:
        context.prec = 200
        value = Decimal(text)
        if value == 0:
            return "0"
        shown = format(value, "f")
    sign, shown = ("-", shown[1:]) if shown[0] == "-" else ("", shown)
    whole, _, fraction = shown.partition(".")
    whole, fraction = whole.lstrip("0"), fraction.rstrip("0")
    if len(fraction) > 38 or len((whole + fraction).lstrip("0")) > 38:
        return "-"
    return sign + (whole or "0") + ("." + fraction if fraction else "")


def int64(text):
    if not re.match(r"[+-]?[0-9]+\Z", text):
        return "-"
    value = int(text)
    return str(value) if -(2**63) <= value < 2**63 else "-"


def double(text):
    if not FLOAT.match(text):
        return "-"
    value = float(text)
    return "-" if value in (float("inf"), float("-inf")) else format(struct.unpack(">Q", struct.pack(">d", value))[0],
                                                                     "x")


def judged(line):
    text = line.split("\t")[0]
    return "\t".join([text, exact(text), int64(text), double(text)])


def main():
    Parser(__doc__).parse_args()
    rewrite(CASES / "Numbers/judged.txt", judged)


if __name__ == "__main__":
    main()
