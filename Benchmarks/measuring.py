"""Processes that are timed with their peak memory, sides that take turns, and tables of results."""
import dataclasses
import json
import math
import statistics
import subprocess
import sys
import tempfile
import time

PARTS = {name: [name] for name in ["P1", "P2", "P3", "P4", "P5", "P6", "P7", "P9", "P10", "P11", "files"]}
ALL = ",".join(PARTS)
PARTS |= {name: [f"growth_of_{name}"] for name in ["rows", "groups", "columns"]}
PARTS |= {name: [name] for name in ["libcsv", "bounded"]}
PARTS["scale"] = [PARTS[name][0] for name in ["rows", "groups", "columns"]]


def add_options(parser):
    """Adds what `run` and `compare` have in common."""
    parser.add("--only", "Parts, of " + ", ".join(PARTS) + "; PART:TEXT are its works whose name holds the text.", ALL)
    parser.add("--rounds", "Number of rounds.", 9).add("--rows", "Rows of the largest files.", 10_000_000)
    return parser.add("--files", "Folder for the generated data.").add("--json", "File for the figures.")


class NotMeasured(Exception):
    """Why a piece of work has no figures: a program that is missing or ended, or answers that differ."""


@dataclasses.dataclass
class Row:
    """A piece of work. Times are medians in seconds; `goal` is a part of the best peer's time, `bound` is in
    seconds."""
    key: str
    work: str
    auger: float
    peers: dict
    goal: float | None = None
    bound: float | None = None
    memory: int | None = None
    memory_goal: int | None = None

    @property
    def best(self):
        return min(self.peers.values()) if self.peers else None

    @property
    def ratio(self):
        return self.auger / self.best if self.peers else None

    @property
    def is_met(self):
        return ((self.goal is None or self.ratio is None or self.ratio <= self.goal)
                and (self.bound is None or self.auger <= self.bound)
                and (self.memory_goal is None or self.memory is None or self.memory <= self.memory_goal))

    def plain(self):
        return dict(dataclasses.asdict(self), ratio=self.ratio, met=self.is_met)


def milliseconds(value):
    return f"{value * 1000:.1f}" if value < 0.1 else f"{value * 1000:.0f}"


def line(row):
    """A row of the table, aligned, with a mark where it misses its goal."""
    peers = ", ".join(f"{name} {milliseconds(value)}" for name, value in row.peers.items())
    ratio = f"{row.ratio:6.2f}" if row.peers else "      "
    bound = f"≤ {milliseconds(row.bound)} ms" if row.bound is not None else ""
    goal = f"≤ {row.goal:.2f}" if row.goal is not None else bound
    memory = f"{row.memory / 2**20:.0f} MB" if row.memory is not None else ""
    mark = "" if row.is_met else "MISSED"
    return f"{row.key:5} {row.work:44.44} {milliseconds(row.auger):>8} {ratio} {goal:>9} {mark:6} {memory:>7}  {peers}"


HEAD = f"{'':5} {'work':44} {'auger ms':>8} {'ratio':>6} {'goal':>9} {'':6} {'memory':>7}  peers (ms)"


# Started before anything large is imported: what a process has resident when it starts another counts for that one,
# too.
_LAUNCHER = """
import json, os, sys, time
for line in sys.stdin:
    command, out, err = json.loads(line)
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    files = [(os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
             *((os.POSIX_SPAWN_OPEN, number, path, flags, 0o600) for number, path in ((1, out), (2, err)))]
    start = time.perf_counter()
    child = os.posix_spawnp(command[0], command, os.environ, file_actions=files)
    _, status, usage = os.wait4(child, 0)
    seconds = time.perf_counter() - start
    print(json.dumps([seconds, usage.ru_maxrss * 1024, os.waitstatus_to_exitcode(status)]), flush=True)
"""
_launcher = subprocess.Popen([sys.executable, "-S", "-E", "-c", _LAUNCHER], stdin=subprocess.PIPE,
                             stdout=subprocess.PIPE, text=True)


def run(command):
    """Seconds of wall time, peak resident bytes, standard output of a process that must succeed."""
    with tempfile.NamedTemporaryFile() as out, tempfile.NamedTemporaryFile() as err:
        _launcher.stdin.write(json.dumps([command, out.name, err.name]) + "\n")
        _launcher.stdin.flush()
        seconds, peak, code = json.loads(_launcher.stdout.readline())
        if code != 0:
            raise NotMeasured(f"{' '.join(command)} ended with {code}: {err.read().decode()[-2000:]}")
        return seconds, peak, out.read()


def elapsed(work):
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def in_turn(sides, rounds):
    """What each side's function returned in seconds, round by round: all take turns, so that a busy neighbor slows
    all."""
    times = {name: [] for name in sides}
    for _ in range(rounds):
        for name, side in sides.items():
            times[name].append(side())
    return times


def percentile_95(values):
    return sorted(values)[math.ceil(0.95 * len(values)) - 1]


@dataclasses.dataclass
class Pairs:
    """Times of two builds at one piece of work, in seconds, pair by pair. The order within a pair changes (ABBA), so
    that neither build always finds what the other has left behind."""
    key: str
    work: str
    a: list
    b: list
    memory: list

    @classmethod
    def measured(cls, key, work, side_a, side_b, rounds):
        a, b = [], []
        for turn in range(rounds):
            for times, side in [(a, side_a), (b, side_b)][::1 if turn % 2 == 0 else -1]:
                times.append(side.seconds())
        return cls(key, work, a, b, [side_a.memory, side_b.memory])

    @property
    def ratios(self):
        """B's time by A's, of each pair."""
        return [b / a for a, b in zip(self.a, self.b)]

    @property
    def spread(self):
        """The first quartile, the median and the third quartile of the ratios."""
        ratios = self.ratios
        return statistics.quantiles(ratios, n=4, method="inclusive") if len(ratios) > 1 else ratios * 3

    @property
    def is_clear(self):
        """Whether chance would leave so many pairs on one side of 1 in less than 5 of 100 comparisons: a sign test.

        >>> Pairs("P1", "nine of nine", [1] * 9, [1.02] * 9, []).is_clear
        True
        >>> Pairs("P1", "four of four", [1] * 4, [2] * 4, []).is_clear
        False
        >>> Pairs("P1", "seven of nine", [1] * 9, [1.1] * 7 + [0.9] * 2, []).is_clear
        False
        """
        ratios = [ratio for ratio in self.ratios if ratio != 1]
        few = min(sum(ratio > 1 for ratio in ratios), sum(ratio < 1 for ratio in ratios))
        return 2 * sum(math.comb(len(ratios), count) for count in range(few + 1)) / 2 ** len(ratios) < 0.05

    def plain(self):
        low, middle, high = self.spread
        return dict(dataclasses.asdict(self), medians=[statistics.median(self.a), statistics.median(self.b)],
                    ratio=middle, quartiles=[low, high])

    def line(self):
        low, middle, high = self.spread
        memory = " → ".join(f"{bytes / 2**20:.0f}" for bytes in self.memory) + " MB" if None not in self.memory else ""
        mark = ("slower" if middle > 1 else "faster") if self.is_clear else ""
        a, b = (milliseconds(statistics.median(times)) for times in (self.a, self.b))
        return (f"{self.key:5} {self.work:44.44} {a:>8} {b:>8} {middle:7.3f} {low:6.3f}…{high:.3f} {mark:6} {memory}")


PAIRS_HEAD = f"{'':5} {'work':44} {'A ms':>8} {'B ms':>8} {'B / A':>7} {'quartiles':>12} {'':6} memory"


def slope(points):
    """The exponent of growth: the slope of the line that fits the logarithms of (size, seconds) by least squares.

    >>> [round(slope([(size, 0.01 * size ** power) for size in (10, 100, 1000)]), 6) for power in (0, 1, 2)]
    [0.0, 1.0, 2.0]
    """
    xs, ys = [math.log(size) for size, _ in points], [math.log(seconds) for _, seconds in points]
    x, y = statistics.mean(xs), statistics.mean(ys)
    return sum((a - x) * (b - y) for a, b in zip(xs, ys)) / sum((a - x) ** 2 for a in xs)


def same(work, ours, theirs, name):
    """Raises `NotMeasured` where two sides have other answers: sorted rows whose floats may differ by their last
    digits."""
    def sortable(rows):
        return sorted(rows, key=lambda row: [str(value) for value in row if not isinstance(value, float)])

    ours, theirs = sortable(ours), sortable(theirs)
    if len(ours) != len(theirs):
        raise NotMeasured(f"{work}: {len(ours)} rows, {name} has {len(theirs)}")
    for mine, other in zip(ours, theirs):
        for a, b in zip(mine, other, strict=True):
            number = isinstance(a, (int, float)) and isinstance(b, (int, float))
            if not (abs(a - b) <= 1e-9 * max(abs(a), abs(b)) if number else str(a) == str(b)):
                raise NotMeasured(f"{work}: {mine}, {name} has {other}")
