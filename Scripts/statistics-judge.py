#!/usr/bin/env python3
"""Asks numpy for the bins and quartiles of generated samples, and matplotlib for the whiskers of their boxes and what
is beyond them, and writes what they say, one sample a line.

usage: pip install numpy matplotlib; Scripts/statistics-judge.py > Fixtures/Cases/Statistics/numpy.jsonl
"""
import json

import numpy as np
from matplotlib.cbook import boxplot_stats

chance = np.random.default_rng(20241104)


def sample(index):
    size = int(chance.choice([1, 2, 3, 4, 5, 7, 10, 33, 100, 401]))
    kind = index % 6
    if kind == 0:
        return chance.normal(100, 15, size).round(2)
    if kind == 1:
        return chance.integers(0, 12, size)
    if kind == 2:
        return np.exp(chance.normal(3, 2, size)).round(3)
    if kind == 3:
        return chance.integers(18, 90, size)
    if kind == 4:
        return np.full(size, 2.5)
    return np.concatenate([chance.normal(0, 1, size), [250.0]]).round(4)


for index in range(120):
    values = sample(index)
    box = boxplot_stats(values)[0]
    counts, edges = np.histogram(values, bins="auto")
    print(
        json.dumps(
            {
                "isWhole": bool(np.issubdtype(values.dtype, np.integer)),
                "values": values.tolist(),
                "edges": edges.tolist(),
                "counts": counts.tolist(),
                "quartiles": np.quantile(values, [0, 0.25, 0.5, 0.75, 1]).tolist(),
                "whiskers": [float(box["whislo"]), float(box["whishi"])],
                "fliers": box["fliers"].tolist(),
            }
        )
    )
