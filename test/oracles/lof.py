"""Writes test/detectors/methods/fixtures/lof.json: scikit-learn's local outlier factor of values that are not in the window.

    python3 -m venv /tmp/oracle-venv
    /tmp/oracle-venv/bin/pip install numpy==2.4.6 scikit-learn==1.9.1
    /tmp/oracle-venv/bin/python test/oracles/lof.py

LocalOutlierFactor with novelty=True, 20 neighbours or all but one, on values without ties: where there are ties it takes some
of those that are equally far, the paper and Halcyon all of them.
"""

import json
from pathlib import Path

import numpy as np
from sklearn.neighbors import LocalOutlierFactor


def main():
    cases = []
    for seed, n in enumerate([6, 7, 15, 21, 22, 36, 36, 144, 1008]):
        rng = np.random.default_rng(seed)
        values = 15 + rng.standard_normal(n) + (8 * (rng.random(n) < 0.3) if seed % 2 else np.cumsum(rng.standard_normal(n)))
        history = values.copy()
        if n > 21:
            history[rng.random(n) < 0.2] = np.nan
        known = history[~np.isnan(history)].reshape(-1, 1)
        spread = np.ptp(known)
        asked = np.concatenate([np.linspace(known.min() - spread, known.max() + spread, 12), [known.max() + 1e4]])
        model = LocalOutlierFactor(n_neighbors=min(20, len(known) - 1), novelty=True).fit(known)
        factors = -model.score_samples(asked.reshape(-1, 1))
        cases.append(
            {
                "name": f"{n} values, {len(known)} there",
                "history": [None if np.isnan(v) else float(v) for v in history],
                "asked": [{"value": float(v), "factor": float(f)} for v, f in zip(asked, factors)],
            }
        )
    path = Path(__file__).parent.parent / "detectors" / "methods" / "fixtures" / "lof.json"
    path.write_text("[\n" + ",\n".join("  " + json.dumps(case) for case in cases) + "\n]\n")


main()
