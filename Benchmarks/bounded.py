"""Files of queries that must not do more than they need. The hostile keys have one hash where hashes have no seed."""
import random

MASK = (1 << 64) - 1


def mix(value):
    product = value * 0x9FB21C651E98DF25
    return (product >> 64) ^ (product & MASK) ^ (value >> 32)


def hostile(count):
    """ASCII texts of 24 characters whose last word takes back what the first two did."""
    start = (24 * 0x9E3779B97F4A7C15 & MASK) ^ 0x2545F4914F6CDD1D
    usable = set(range(1, 128)) - set(b'",;|\'#\\\t\r\n')
    number = 0
    while count:
        number += 1
        state = start
        words = [b"%08d" % number, b"%08x" % (number * 7)]
        for word in words:
            state = mix(state ^ int.from_bytes(word, "little"))
        last = [state.to_bytes(8, "little")]
        if usable.issuperset(last[0]):
            count -= 1
            yield b"".join(words + last).decode()


def write(path, lines):
    with open(path, "w") as file:
        file.writelines(line + "\n" for line in lines)
    return str(path)


def commands(folder):
    """Names and arguments of commands, each after a harmless one."""
    chance, count = random.Random(1), 40_000
    random_keys = write(folder / "random.csv", ["key,n", *(f"{chance.getrandbits(96):024x},1" for _ in range(count))])
    hostile_keys = write(folder / "hostile.csv", ["key,n", *(f"{key},1" for key in hostile(count))])
    cells = [",".join(f"{chance.random():.4f}" for _ in range(302)) for _ in range(12_000)]
    wide = write(folder / "wide.csv", [",".join(f"c{column}" for column in range(302)), *cells])
    long = write(folder / "long.csv", ["n,word", *(f"{row},w{row % 977}" for row in range(2_000_000))])
    return {
        "random keys": ["inspect", random_keys], "hostile keys": ["inspect", hostile_keys],
        "2 columns, two rows": ["query", long, "--limit", "2"],
        "302 columns, two rows": ["query", wide, "--limit", "2"],
        "where": ["query", long, "--where", "n > 10", "--format", "csv"],
        "where and limit": ["query", long, "--where", "n > 10", "--limit", "2"],
    }
