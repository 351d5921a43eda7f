"""Writes test/detectors/methods/fixtures/stl.json: statsmodels' STL of seeded series, and what its trend continues to.

    python3 -m venv /tmp/oracle-venv
    /tmp/oracle-venv/bin/pip install numpy==2.4.6 statsmodels==0.15.0
    /tmp/oracle-venv/bin/python test/oracles/stl.py

A periodic season is what a season smoothed by constants over a span of a million and one places comes to. The continued value
is that of a line through the last values, weighted by the robust weights of the decomposition times tricube, by lstsq.
statsmodels has no missing values: those are in the contract of all methods. Where all values of a place of the season are
without weight, as a spike and its one companion of two days are, it takes them as they are and Halcyon their mean: no spikes there.
"""

import json
from pathlib import Path

import numpy as np
from statsmodels.tsa.seasonal import STL


def span_of(period):
    least = int(np.ceil(1.5 * period)) + 1
    return least + (least + 1) % 2


def main():
    cases = []
    for seed, (n, period) in enumerate([(12, 6), (36, 6), (36, 6), (144, 6), (287, 6), (288, 144), (432, 144), (1008, 144)]):
        rng = np.random.default_rng(seed)
        t = np.arange(n)
        values = 15 + 5 * np.sin(2 * np.pi * t / 144) + rng.standard_normal(n) + np.cumsum(0.1 * rng.standard_normal(n))
        if seed % 2 and n != 2 * period:
            values[rng.integers(0, n, 3)] += 20
        span = span_of(period)
        model = STL(values, period, seasonal=1000001, seasonal_deg=0, trend=span, robust=True, trend_jump=-(-span // 10))
        parts = model.fit(inner_iter=2, outer_iter=2)
        near = np.arange(max(0, n - span), n)
        reach = n - near[0] + (span - len(near)) // 2
        distance = (n - near) / reach
        weight = np.where(distance <= 0.999, (1 - distance**3) ** 3, 0) * parts.weights[near]
        root = np.sqrt(weight)
        rows = np.column_stack([np.ones(len(near)), near - n])
        line = np.linalg.lstsq(rows * root[:, None], (values - parts.seasonal)[near] * root, rcond=None)[0]
        season = parts.seasonal[n - period]
        cases.append(
            {
                "name": f"{n} values, period {period}",
                "period": period,
                "history": values.tolist(),
                "trend": parts.trend.tolist(),
                "season": parts.seasonal[:period].tolist(),
                "expected": float(np.clip(line[0] + season, values.min(), values.max())),
            }
        )
    path = Path(__file__).parent.parent / "detectors" / "methods" / "fixtures" / "stl.json"
    rounded = lambda v: [float(f"{x:.12g}") for x in v]
    for case in cases:
        for key in ("history", "trend", "season"):
            case[key] = rounded(case[key])
    path.write_text("[\n" + ",\n".join("  " + json.dumps(case) for case in cases) + "\n]\n")


main()
