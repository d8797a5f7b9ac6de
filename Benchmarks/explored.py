"""Charts of rows in memory that are recomputed after a move, and DuckDB running the equivalent query: the peer of
Explored.

A move sets a variable, or changes the prices of a region, to a value that neither side has seen; DuckDB has the rows in
memory with enum columns and two threads, as the engine has. Where a chart is linear in what is moved (variable, total,
whatif), the engine needs its rows for the first move only; `threshold` needs them for every move.
"""
import itertools
import time

import in_store
from measuring import NotMeasured

MOVES = ["variable", "total", "threshold", "whatif"]
# Charts that are cancelled while they compute.
CANCELLED = ["texts", "middle", "threshold"]
# A step gives the variable or the change another value, of a hundred. The first, and those whose answers are compared:
FIRST = 150
CHECKED = [3, 77]


def sql(name, step, region):
    factor = (50 + step % 100) / 100
    value = {
        "variable": f"sum(CASE WHEN Product = 'Item 07' THEN Amount * {factor}::DOUBLE ELSE Amount END)",
        "total": f"sum(Amount * {factor}::DOUBLE)",
        "threshold": f"sum(CASE WHEN Amount > {factor}::DOUBLE * 10000 THEN Amount ELSE 0 END)",
        "whatif": f"""sum(CASE WHEN Region = '{region}' THEN UnitPrice + UnitPrice * {1 + step % 100} / 100
                      ELSE UnitPrice END * Quantity)""",
    }[name]
    return f"SELECT Region, Category, {value} FROM sales GROUP BY ALL"


def steps():
    """Steps whose values neither the first move nor a comparison has shown."""
    return itertools.cycle(step for step in range(100) if step not in [*CHECKED, FIRST % 100])


def answer(name, program):
    return [(step, *row) for step in CHECKED for row in program.ask(f"answer {name} {step}")]


class DuckDB(in_store.DuckDB):
    def __init__(self, path):
        super().__init__(path)
        self.region = self.db.execute("SELECT Region FROM sales LIMIT 1").fetchone()[0]

    def seconds(self, name, step):
        start = time.perf_counter()
        self.db.execute(sql(name, step, self.region)).fetchall()
        return time.perf_counter() - start

    def answer(self, name):
        return [(step, *row) for step in CHECKED for row in self.db.execute(sql(name, step, self.region)).fetchall()]


class Cancelled:
    """How long a chart goes on that is cancelled at several moments, in milliseconds after the move."""

    def __init__(self, program, name):
        self.program, self.name, self.memory = program, name, None
        self.moments = itertools.cycle([5 + 17 * step for step in range(20)] + [1, 2, 3])

    def seconds(self):
        # Where the chart was there first, at another moment.
        for moment in itertools.islice(self.moments, 23):
            seconds = self.program.ask(f"cancel {self.name} {moment}")["seconds"]
            if seconds is not None:
                return seconds
        raise NotMeasured("the chart is always there before it is cancelled")

    def answer(self):
        return []

    def close(self):
        pass
