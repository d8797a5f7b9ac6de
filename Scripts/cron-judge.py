#!/usr/bin/env python3
"""Asks cronsim (PyPI, 2.8) when 500 generated cron expressions fire in three time zones from 2020 to 2050, and writes
what it says: for each expression and zone the number of times, the first, the last, and a hash over all of them.

usage: pip install cronsim==2.8 tzdata; Scripts/cron-judge.py > Fixtures/Cases/Cron/times.txt

Where a clock change skips several times that an expression names, cronsim gives the end of the gap once for each of
them; Auger gives it once. Repeated moments are therefore left out here.
"""
import random
import sys
from datetime import datetime, timezone
from importlib.metadata import version
from zoneinfo import ZoneInfo

from cronsim import CronSim

if version("cronsim") != "2.8":
    sys.exit("cron-judge: cronsim 2.8 is needed")

ZONES = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe"]
FIRST, LAST = datetime(2020, 1, 1, tzinfo=timezone.utc), datetime(2050, 1, 1, tzinfo=timezone.utc)
MOST = 5000
MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
DAYS = "sun mon tue wed thu fri sat".split()
chance = random.Random(20241103)


def field(low, high, names=None, star=0.3):
    """Text of a field and how many of its values it allows."""
    if chance.random() < star:
        return "*", high - low + 1
    kind = chance.choice(["one", "one", "list", "range", "step", "part", "open"])

    def name(value):
        text = names[value - low] if names and value - low < len(names) and chance.random() < 0.5 else str(value)
        return text.upper() if chance.random() < 0.2 else text

    if kind == "one":
        return name(chance.randint(low, high)), 1
    if kind == "list":
        values = chance.sample(range(low, high + 1), chance.randint(2, 4))
        return ",".join(name(v) for v in values), len(values)
    a, b = sorted(chance.sample(range(low, high + 1), 2))
    step = chance.randint(1, max(2, (high - low) // 2))
    if kind == "range":
        return f"{name(a)}-{name(b)}", b - a + 1
    if kind == "step":
        return f"*/{step}", len(range(low, high + 1, step))
    if kind == "part":
        return f"{name(a)}-{name(b)}/{step}", len(range(a, b + 1, step))
    return f"{name(a)}/{step}", len(range(a, high + 1, step))


def expression():
    # Hours near the clock changes are what matters.
    minute, minutes = field(0, 59, star=0.1)
    hour, hours = chance.choice([field(0, 23), field(0, 4, star=0), (str(chance.randint(0, 3)), 1), ("1-3", 3)])
    day, days = field(1, 31, star=0.6)
    month, months = field(1, 12, MONTHS, star=0.4)
    weekday, weekdays = field(0, 7, DAYS, star=0.6)
    a_year = minutes * hours * months * 30.4
    if day.startswith("*") or weekday.startswith("*"):
        a_year *= days / 31 * min(1, weekdays / 7)
    return f"{minute} {hour} {day} {month} {weekday}", a_year * 30


def times(text, zone):
    last = None
    for time in CronSim(text, FIRST.astimezone(ZoneInfo(zone))):
        moment = time.astimezone(timezone.utc)
        if moment >= LAST:
            return
        second = int(moment.timestamp())
        if second != last:
            yield second
        last = second


texts = []
while len(texts) < 500:
    text, count = expression()
    if count > MOST or text in texts:
        continue
    try:
        CronSim(text, FIRST)
    except Exception:
        continue
    texts.append(text)

for text in texts:
    for zone in ZONES:
        count, hashed, first, last = 0, 0xCBF29CE484222325, 0, 0
        try:
            for second in times(text, zone):
                first = first or second
                count, last = count + 1, second
                hashed = ((hashed ^ second) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
        except Exception as error:
            print(f"cron-judge: '{text}': {error!r}", file=sys.stderr)
            continue
        print(f"{text} | {zone} | {count} | {first} | {last} | {hashed:016x}")
