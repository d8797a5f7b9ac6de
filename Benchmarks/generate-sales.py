#!/usr/bin/env python3
"""Writes the sales table that every benchmark reads: the same bytes for the same row count on any machine.

Nine columns: a date, four texts of 5, 40, 4 and 37 distinct values, an integer and three reals with two decimals.
10 000 000 rows make 690 to 700 MB.
"""
import datetime
import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "Scripts"))

from judging import Parser

REGIONS = ["Europe", "America", "Asia", "Africa", "Oceania"]
COUNTRIES = [f"Area {number:02d}" for number in range(1, 41)]
CATEGORIES = ["Tents", "Footwear", "Climbing", "Accessories"]
PRODUCTS = [f"Item {number:02d}" for number in range(1, 38)]
BLOCK = 100_000


def rows(count):
    first = datetime.date(2015, 1, 1)
    days = [(first + datetime.timedelta(days=day)).isoformat() for day in range(3653)]
    state = 42
    for _ in range(count):
        # A 64-bit linear congruential generator (Knuth's MMIX constants); its high bits are the random ones.
        state = (state * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
        bits = state >> 16
        country = bits % 40
        product = (bits >> 8) % 37
        quantity = (bits >> 16) % 50 + 1
        cents = (bits >> 20) % 100_000 + 99
        amount = cents * quantity
        cost = amount * (55 + (bits >> 6) % 30) // 100
        yield (
            f"{days[(bits >> 28) % 3653]},{REGIONS[country % 5]},{COUNTRIES[country]},{CATEGORIES[product % 4]},"
            f"{PRODUCTS[product]},{quantity},{cents // 100}.{cents % 100:02d},{amount // 100}.{amount % 100:02d},"
            f"{cost // 100}.{cost % 100:02d}\n"
        )


def main():
    parser = Parser(__doc__).add("output", "Path of the CSV file.").add("rows", "Number of rows.", 10_000_000)
    options = parser.parse_args()
    with open(options.output, "w", encoding="ascii", newline="") as out:
        out.write("OrderDate,Region,Country,Category,Product,Quantity,UnitPrice,Amount,Cost\n")
        block = []
        for row in rows(options.rows):
            block.append(row)
            if len(block) == BLOCK:
                out.write("".join(block))
                block.clear()
        out.write("".join(block))


if __name__ == "__main__":
    main()
