#!/usr/bin/env python3
"""Records statistics of samples and time series in Fixtures/Cases/Statistics, one per line, as JSON.

numpy.jsonl        bins and quartiles by numpy, whiskers and outliers by matplotlib
statsmodels.jsonl  least squares with the prediction interval; additive Holt-Winters with the weights of the line and an
                   initial state from the heuristic of two seasons; and the sum of squared errors for the weights that
                   statsmodels optimizes
"""
import json
import warnings

from judging import CASES, Parser, rewrite

COUNT = 6


def sample(line):
    import numpy as np
    from matplotlib.cbook import boxplot_stats
    case = json.loads(line)
    values = np.array(case["values"], dtype=int if case["isWhole"] else float)
    box = boxplot_stats(values)[0]
    counts, edges = np.histogram(values, bins="auto")
    return json.dumps(case | {
        "edges": edges.tolist(), "counts": counts.tolist(),
        "quartiles": np.quantile(values, [0, 0.25, 0.5, 0.75, 1]).tolist(),
        "whiskers": [float(box["whislo"]), float(box["whishi"])], "fliers": box["fliers"].tolist()})


def smoothing(values, season, level, trend, first_seasons, weights):
    from statsmodels.tsa.holtwinters import ExponentialSmoothing
    seasonal = {"seasonal": "add", "seasonal_periods": season, "initial_seasonal": first_seasons} if season > 1 else {}
    model = ExponentialSmoothing(values, trend="add", initialization_method="known", initial_level=level,
                                 initial_trend=trend, **seasonal)
    if weights is None:
        return model.fit(optimized=True, use_brute=True)
    names = ["smoothing_level", "smoothing_trend", "smoothing_seasonal"][: 3 if season > 1 else 2]
    return model.fit(optimized=False, **dict(zip(names, weights)))


def history(line):
    import numpy as np
    import statsmodels.api as sm
    case = json.loads(line)
    season, values = case["season"], np.array(case["values"])
    size = len(values)
    fitted = sm.OLS(values, sm.add_constant(np.arange(size).astype(float))).fit()
    further = sm.add_constant(np.arange(size, size + COUNT).astype(float), has_constant="add")
    predicted = fitted.get_prediction(further)
    low, high = predicted.conf_int(obs=True, alpha=0.05).T
    first, trend, seasons = values[0], values[1] - values[0], []
    if season > 1:
        first = values[:season].mean()
        trend = ((values[season:2 * season] - values[:season]) / season).mean()
        seasons = (values[:season] - first).tolist()
    known = smoothing(values, season, first, trend, seasons, case["weights"])
    best = smoothing(values, season, first, trend, seasons, None)
    return json.dumps(case | {
        "line": predicted.predicted_mean.tolist(), "low": low.tolist(), "high": high.tolist(),
        "smoothed": known.forecast(COUNT).tolist(), "squares": float(known.sse), "bestSquares": float(best.sse)})


def main():
    Parser(__doc__).parse_args()
    warnings.simplefilter("ignore")
    rewrite(CASES / "Statistics/numpy.jsonl", sample)
    rewrite(CASES / "Statistics/statsmodels.jsonl", history)


if __name__ == "__main__":
    main()
