"""Writes test/detectors/methods/fixtures/three-sigma.json: numpy's mean and population standard deviation of seeded series.

    python3 -m venv /tmp/oracle-venv
    /tmp/oracle-venv/bin/pip install numpy==2.4.6
    /tmp/oracle-venv/bin/python test/oracles/three-sigma.py
"""

import json
from pathlib import Path

import numpy as np


def main():
    cases = []
    for seed, (n, level, spread) in enumerate([(6, 10, 2), (36, 1013, 0.3), (36, 1e6, 1), (144, 0, 1e-5), (1008, -40, 9)]):
        rng = np.random.default_rng(seed)
        values = level + spread * rng.standard_normal(n)
        if n > 6:
            values[rng.random(n) < 0.2] = np.nan
        cases.append(
            {
                "name": f"{n} values about {level}",
                "history": [None if np.isnan(v) else float(v) for v in values],
                "expected": float(np.nanmean(values)),
                "sigma": float(np.nanstd(values)),
            }
        )
    path = Path(__file__).parent.parent / "detectors" / "methods" / "fixtures" / "three-sigma.json"
    path.write_text("[\n" + ",\n".join("  " + json.dumps(case) for case in cases) + "\n]\n")


main()
