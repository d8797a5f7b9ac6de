#!/usr/bin/env python3
"""Asks statsmodels for forecasts of generated histories, and writes what it says, one history a line.

Lines: least squares with the interval of a new observation. Smoothing: additive Holt-Winters with given weights from
the state that the heuristic of two seasons gives, and the sum of squared errors of the weights that it finds itself.

usage: pip install numpy statsmodels; Scripts/forecast-judge.py > Fixtures/Cases/Statistics/statsmodels.jsonl
"""
import json
import warnings

import numpy as np
import statsmodels.api as sm
from statsmodels.tsa.holtwinters import ExponentialSmoothing

warnings.simplefilter("ignore")
chance = np.random.default_rng(20241105)
COUNT = 6


def smoothing(values, season, level, trend, first_seasons, weights):
    model = ExponentialSmoothing(
        values, trend="add", seasonal="add" if season > 1 else None, seasonal_periods=season if season > 1 else None,
        initialization_method="known", initial_level=level, initial_trend=trend,
        initial_seasonal=first_seasons if season > 1 else None)
    if weights is None:
        return model.fit(optimized=True, use_brute=True)
    names = ["smoothing_level", "smoothing_trend", "smoothing_seasonal"][: 3 if season > 1 else 2]
    return model.fit(optimized=False, **dict(zip(names, weights)))


for index in range(40):
    season = [1, 4, 7, 12][index % 4]
    size = int(chance.integers(2 * season + 6, 5 * season + 20))
    steps = np.arange(size)
    values = (50 + steps * chance.normal(0.5, 1) + 8 * np.sin(2 * np.pi * steps / max(2, season))
              + chance.normal(0, 3, size)).round(3)
    line = sm.OLS(values, sm.add_constant(steps.astype(float))).fit()
    further = sm.add_constant(np.arange(size, size + COUNT).astype(float), has_constant="add")
    predicted = line.get_prediction(further)
    low, high = predicted.conf_int(obs=True, alpha=0.05).T
    weights = chance.uniform(0.05, 0.9, 3).round(3).tolist()
    if season > 1:
        first = values[:season].mean()
        trend = ((values[season:2 * season] - values[:season]) / season).mean()
        seasons = (values[:season] - first).tolist()
    else:
        first, trend, seasons = values[0], values[1] - values[0], []
    known = smoothing(values, season, first, trend, seasons, weights)
    best = smoothing(values, season, first, trend, seasons, None)
    print(json.dumps({
        "season": season, "values": values.tolist(), "line": predicted.predicted_mean.tolist(),
        "low": low.tolist(), "high": high.tolist(), "weights": weights,
        "smoothed": known.forecast(COUNT).tolist(), "squares": float(known.sse), "bestSquares": float(best.sse)}))
