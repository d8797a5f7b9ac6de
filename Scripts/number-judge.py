#!/usr/bin/env python3
"""Writes what Python's decimal makes of generated texts of numbers with 1 to 60 digits: signs, points, exponents, texts
that are no number.

usage: Scripts/number-judge.py > Fixtures/Cases/Numbers/judged.txt

Each line: the text, its value as a decimal of at most 38 digits before and after the point without zeros at its end
(`-` where it is none or has an exponent), as an int of 64 bits, as the bits of a double; with tabs between them.
"""
import random
import re
import struct
from decimal import Decimal, localcontext

chance = random.Random(20250114)
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
    return "-" if value in (float("inf"), float("-inf")) else format(struct.unpack(">Q", struct.pack(">d", value))[0], "x")


def digits(count):
    kind = chance.randrange(5)
    if kind == 0:
        return "9" * count
    if kind == 1:
        return "1" + "0" * (count - 1)
    if kind == 2:
        return "0" * chance.randrange(count) + "".join(chance.choice("0123456789") for _ in range(count))
    return "".join(chance.choice("0123456789") for _ in range(count))


texts = ["", "+", "-", ".", "-.", "e5", "1e", "1e+", "--1", "+-1", "1.2.3", " 1", "1 ", "1_000", "0x10", "1,5"]
for power in (31, 32, 53, 63, 64, 96, 127, 128, 129, 160):
    for offset in (-1, 0, 1):
        texts += [sign + str(2**power + offset) for sign in ("", "-", "+")]
for power in (18, 19, 37, 38, 39, 58):
    for offset in (-1, 0, 1):
        texts += [sign + str(10**power + offset) for sign in ("", "-", "+")]
texts.append("340282366920938463463374607431768211457")
for count in range(1, 61):
    for _ in range(8):
        text = digits(count)
        at = chance.randrange(len(text) + 1)
        if chance.random() < 0.6:
            text = text[:at] + "." + text[at:]
        if chance.random() < 0.2:
            text += "0" * chance.randrange(1, 30) if "." in text else ""
        if chance.random() < 0.25:
            text += chance.choice("eE") + chance.choice(["", "+", "-"]) + str(chance.randrange(330))
        texts.append(chance.choice(["", "", "-", "+"]) + text)

for text in dict.fromkeys(texts):
    print(text, exact(text), int64(text), double(text), sep="\t")
