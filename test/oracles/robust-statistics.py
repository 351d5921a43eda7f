"""Writes test/detectors/methods/fixtures/robust-statistics.json: numpy's medians, median absolute deviations and quartiles.

    python3 -m venv /tmp/oracle-venv
    /tmp/oracle-venv/bin/pip install numpy==2.4.6
    /tmp/oracle-venv/bin/python test/oracles/robust-statistics.py
"""

import json
from pathlib import Path

import numpy as np


def main():
    cases = []
    sizes = [(6, 10, 2), (7, -3, 1), (35, 1013, 0.3), (36, 1e6, 1), (144, 0, 1e-5), (1008, -40, 9)]
    for seed, (n, level, spread) in enumerate(sizes):
        rng = np.random.default_rng(seed)
        values = level + spread * rng.standard_normal(n) ** 3
        if n > 7:
            values[rng.random(n) < 0.2] = np.nan
        median = np.nanmedian(values)
        low, high = np.nanpercentile(values, [25, 75])
        cases.append(
            {
                "name": f"{n} values about {level}",
                "history": [None if np.isnan(v) else float(v) for v in values],
                "median": float(median),
                "mad": float(np.nanmedian(np.abs(values - median))),
                "low": float(low),
                "high": float(high),
            }
        )
    path = Path(__file__).parent.parent / "detectors" / "methods" / "fixtures" / "robust-statistics.json"
    path.write_text("[\n" + ",\n".join("  " + json.dumps(case) for case in cases) + "\n]\n")


main()
