#!/usr/bin/env python3
"""Records when 500 cron expressions fire in three time zones from 2020 to 2050: Fixtures/Cases/Cron/times.txt.

For each expression and zone, cronsim gives the number of times, the first, the last, and a hash over all of them. If a
clock change skips several times that an expression names, cronsim gives the end of the gap once for each of them; Auger
gives it once. The script therefore removes repeated times.
"""
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from judging import CASES, Parser, rewrite

FIRST, LAST = datetime(2020, 1, 1, tzinfo=UTC), datetime(2050, 1, 1, tzinfo=UTC)


def times(text, zone):
    from cronsim import CronSim
    last = None
    for time in CronSim(text, FIRST.astimezone(ZoneInfo(zone))):
        moment = time.astimezone(UTC)
        if moment >= LAST:
            return
        second = int(moment.timestamp())
        if second != last:
            yield second
        last = second


def judged(line):
    text, zone = line.split(" | ")[:2]
    count, hashed, first, last = 0, 0xCBF29CE484222325, 0, 0
    for second in times(text, zone):
        first = first or second
        count, last = count + 1, second
        hashed = ((hashed ^ second) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return f"{text} | {zone} | {count} | {first} | {last} | {hashed:016x}"


def main():
    Parser(__doc__).parse_args()
    rewrite(CASES / "Cron/times.txt", judged)


if __name__ == "__main__":
    main()
