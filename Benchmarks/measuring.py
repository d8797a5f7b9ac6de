"""What the benchmarks share: processes that are timed with their peak memory, sides that take turns, and a table of results."""
import dataclasses
import json
import statistics
import subprocess
import sys
import tempfile
import time


@dataclasses.dataclass
class Row:
    """A piece of work. Times are medians in seconds; `goal` is a part of the best peer's time, `bound` is in seconds."""
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
    goal = f"≤ {row.goal:.2f}" if row.goal is not None else f"≤ {milliseconds(row.bound)} ms" if row.bound is not None else ""
    memory = f"{row.memory / 2**20:.0f} MB" if row.memory is not None else ""
    return f"{row.key:5} {row.work:44.44} {milliseconds(row.auger):>8} {ratio} {goal:>9} {'' if row.is_met else 'MISSED':6} {memory:>7}  {peers}"


HEAD = f"{'':5} {'work':44} {'auger ms':>8} {'ratio':>6} {'goal':>9} {'':6} {'memory':>7}  peers (ms)"


# Started before anything large is imported: what a process has resident when it starts another counts for that one, too.
_LAUNCHER = """
import json, os, sys, time
for line in sys.stdin:
    command, out, err = json.loads(line)
    files = [(os.POSIX_SPAWN_OPEN, number, path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600) for number, path in ((1, out), (2, err))]
    start = time.perf_counter()
    child = os.posix_spawnp(command[0], command, os.environ, file_actions=[(os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0), *files])
    _, status, usage = os.wait4(child, 0)
    print(json.dumps([time.perf_counter() - start, usage.ru_maxrss * 1024, os.waitstatus_to_exitcode(status)]), flush=True)
"""
_launcher = subprocess.Popen([sys.executable, "-S", "-E", "-c", _LAUNCHER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def run(command):
    """Seconds of wall time, peak resident bytes, standard output of a process that must succeed."""
    with tempfile.NamedTemporaryFile() as out, tempfile.NamedTemporaryFile() as err:
        _launcher.stdin.write(json.dumps([command, out.name, err.name]) + "\n")
        _launcher.stdin.flush()
        seconds, peak, code = json.loads(_launcher.stdout.readline())
        if code != 0:
            sys.exit(f"{' '.join(command)} ended with {code}: {err.read().decode()[-2000:]}")
        return seconds, peak, out.read()


def elapsed(work):
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def in_turn(sides, rounds):
    """Medians of what each side's function returns in seconds: all take turns, so that a busy neighbour slows all."""
    times = {name: [] for name in sides}
    for _ in range(rounds):
        for name, side in sides.items():
            times[name].append(side())
    return {name: statistics.median(values) for name, values in times.items()}


def split(medians):
    """Auger's median, and those of its peers."""
    return medians["auger"], {name: value for name, value in medians.items() if name != "auger"}


def same(work, ours, theirs, name):
    """Ends the run where two sides have other answers: sorted rows whose floats may differ by their last digits."""
    def sortable(rows):
        return sorted(rows, key=lambda row: [str(value) for value in row if not isinstance(value, float)])

    ours, theirs = sortable(ours), sortable(theirs)
    if len(ours) != len(theirs):
        sys.exit(f"{work}: {len(ours)} rows, {name} has {len(theirs)}")
    for mine, other in zip(ours, theirs):
        for a, b in zip(mine, other, strict=True):
            number = isinstance(a, (int, float)) and isinstance(b, (int, float))
            if not (abs(a - b) <= 1e-9 * max(abs(a), abs(b)) if number else str(a) == str(b)):
                sys.exit(f"{work}: {mine}, {name} has {other}")
