"""Writes test/detectors/methods/fixtures/arima.json: what statsmodels makes of ARIMA(1,1,1) on seeded series.

    python3 -m venv /tmp/oracle-venv
    /tmp/oracle-venv/bin/pip install numpy==2.4.6 statsmodels==0.15.0
    /tmp/oracle-venv/bin/python test/oracles/arima.py

SARIMAX of order (1,1,1) without trend, stationarity and invertibility enforced, exact diffuse start. Its log-likelihood is
taken without the term of the first observed level, which the diffuse start takes as known. It is fitted from its own start
(`default_log_likelihood`) and from five more; the best of them is the fixture. Forecast and sigma are of the value one step
after the last one, observed or not.
"""

import json
import warnings
from pathlib import Path

import numpy as np
from statsmodels.tsa.statespace.sarimax import SARIMAX

LENGTHS = [6, 8, 12, 24, 36, 72, 144]
STARTS = [(0.0, 0.0), (0.8, -0.4), (-0.5, 0.5), (0.4, -0.9), (0.9, 0.3)]


def arma(rng, n, phi, theta):
    noise = rng.standard_normal(n + 50)
    x = np.zeros(n + 50)
    for t in range(1, n + 50):
        x[t] = phi * x[t - 1] + noise[t] + theta * noise[t - 1]
    return np.cumsum(x[50:])


def diurnal(rng, n):
    hours = np.arange(n) / 6 + rng.uniform(0, 24)
    return 18 + 6 * np.sin(2 * np.pi * hours / 24) + 0.08 * rng.standard_normal(n)


def wind(rng, n):
    return np.maximum(0, 14 + 0.4 * arma(rng, n, 0.2, -0.5) + 3 * rng.standard_normal(n))


def humidity(rng, n):
    return np.round(70 - 12 * np.sin(np.arange(n) / 30 + rng.uniform(0, 6)) + 0.4 * rng.standard_normal(n))


KINDS = {
    "ar": lambda rng, n: 10 + 0.3 * arma(rng, n, 0.7, 0.0),
    "ma": lambda rng, n: 10 + 0.3 * arma(rng, n, 0.0, -0.6),
    "arma": lambda rng, n: 1013 + 0.05 * arma(rng, n, 0.6, 0.4),
    "random_walk": lambda rng, n: 10 + 0.3 * np.cumsum(rng.standard_normal(n)),
    "white_noise": lambda rng, n: 5 + rng.standard_normal(n),
    "diurnal": diurnal,
    "wind": wind,
    "humidity": humidity,
    "large": lambda rng, n: 1e6 + 1e4 * arma(rng, n, 0.5, 0.2),
    "tiny": lambda rng, n: 1e-5 * arma(rng, n, 0.5, 0.2),
}


def with_gaps(rng, values, pattern):
    """Makes values missing: here and there, the last two, the first and a long stretch."""
    gappy = values.copy()
    n = len(values)
    if pattern == "scattered":
        gappy[rng.random(n) < 0.15] = np.nan
        gappy[[0, n - 1]] = values[[0, n - 1]]
    elif pattern == "end":
        gappy[-2:] = np.nan
        gappy[n // 3] = np.nan
    elif pattern == "stretch":
        gappy[0] = np.nan
        gappy[n // 2 : n // 2 + n // 4] = np.nan
    return gappy


def best_fit(values):
    """Log-likelihood given the first observed level, for statsmodels' own start and for the best of all starts, with that fit."""
    first = int(np.flatnonzero(~np.isnan(values))[0])
    unit = np.nanstd(values)
    unit = unit if unit > 0 else 1.0
    count = int((~np.isnan(values)).sum()) - 1
    model = SARIMAX(
        (values - values[first]) / unit,
        order=(1, 1, 1),
        trend="n",
        enforce_stationarity=True,
        enforce_invertibility=True,
        use_exact_diffuse=True,
    )
    own, best, fitted = None, -np.inf, None
    for start in [None, *STARTS]:
        parameters = None if start is None else np.array([*start, 0.3])
        try:
            result = model.fit(start_params=parameters, disp=0, maxiter=1000, pgtol=1e-9, factr=10)
        except (np.linalg.LinAlgError, ValueError):
            continue
        likelihood = float(result.llf_obs[first + 1 :].sum() - count * np.log(unit))
        if start is None:
            own = likelihood
        if np.isfinite(likelihood) and likelihood > best:
            best, fitted = likelihood, result
    ahead = fitted.get_forecast(1)
    return {
        "phi": float(fitted.params[0]),
        "theta": float(fitted.params[1]),
        "log_likelihood": best,
        "default_log_likelihood": own,
        "expected": float(ahead.predicted_mean[0] * unit + values[first]),
        "sigma": float(ahead.se_mean[0] * unit),
    }


def main():
    warnings.simplefilter("ignore")
    cases = []
    for k, (kind, make) in enumerate(KINDS.items()):
        for n in LENGTHS:
            rng = np.random.default_rng(1000 * k + n)
            digits = 9 if kind == "tiny" else 3
            values = np.round(make(rng, n), digits)
            patterns = ["none"] if n < 12 else ["none", ["scattered", "end", "stretch"][(k + n // 12) % 3]]
            for pattern in patterns:
                series = with_gaps(rng, values, pattern)
                known = series[~np.isnan(series)]
                if len(known) < 6 or np.all(known == known[0]):
                    continue
                cases.append(
                    {
                        "name": f"{kind}, {n} values, gaps: {pattern}",
                        "history": [None if np.isnan(v) else float(v) for v in series],
                        **best_fit(series),
                    }
                )
    path = Path(__file__).parent.parent / "detectors" / "methods" / "fixtures" / "arima.json"
    lines = ",\n".join("  " + json.dumps(case) for case in cases)
    path.write_text(f"[\n{lines}\n]\n")
    print(f"{len(cases)} cases")


main()
