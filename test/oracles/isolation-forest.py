"""Writes test/detectors/methods/fixtures/isolation-forest.json: scikit-learn's isolation forest on the same two columns.

    python3 -m venv /tmp/oracle-venv
    /tmp/oracle-venv/bin/pip install numpy==2.4.6 scikit-learn==1.9.1
    /tmp/oracle-venv/bin/python test/oracles/isolation-forest.py

A row is how far a value lies from the median to the side of the judged value, and how much it changed to that side; each tree
draws one of the two columns (max_features=1) and all rows, the judged one among them. 2,000 trees, so that only those of
Halcyon are random; it takes minutes. The values asked for are the outermost in both columns: nothing has to be drawn back to them.
"""

import json
from pathlib import Path

import numpy as np
from sklearn.ensemble import IsolationForest


def score(known, value):
    median = np.median(known)
    side = -1 if value < median else 1
    every = np.append(known, value)
    rows = side * np.column_stack([every[1:] - median, np.diff(every)])
    assert (rows.argmax(axis=0) == len(rows) - 1).all()
    model = IsolationForest(n_estimators=2000, max_samples=len(rows), max_features=1, random_state=1).fit(rows)
    return -model.score_samples(rows[-1:])[0]


def main():
    cases = []
    for seed, n in enumerate([6, 12, 36, 36, 144, 1008]):
        rng = np.random.default_rng(seed)
        history = 15 + rng.standard_normal(n) + 3 * np.sin(np.arange(n) / 23)
        if n > 12:
            history[rng.random(n) < 0.2] = np.nan
        known = history[~np.isnan(history)]
        # Beyond the window by so much that the change is the largest as well.
        farthest = known[-1] + np.diff(known).max()
        start = max(known.max(), farthest)
        below = min(known.min(), known[-1] + np.diff(known).min())
        asked = [start + d for d in (0.01, 0.3, 1, 3, 10, 100)] + [below - d for d in (0.01, 1, 5, 1000)]
        cases.append(
            {
                "name": f"{n} values, {len(known)} there",
                "history": [None if np.isnan(v) else float(v) for v in history],
                "asked": [{"value": float(v), "score": float(score(known, v))} for v in asked],
            }
        )
    path = Path(__file__).parent.parent / "detectors" / "methods" / "fixtures" / "isolation-forest.json"
    path.write_text("[\n" + ",\n".join("  " + json.dumps(case) for case in cases) + "\n]\n")


main()
