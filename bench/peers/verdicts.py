"""What a verdict costs by the programs that a Python user would take, one thread.

Reads from standard input a JSON object: by the name of a method a list of windows, each with the value to be judged as its
last. Prints the versions as one JSON object, then one line for each method: {"method", "peer", "us"}, where us is the median
over runs of the CPU time a verdict [microseconds].
"""

import json
import os
import sys
import time

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"

import warnings

import numpy
import scipy
import sklearn
import statsmodels
from sklearn.ensemble import IsolationForest
from sklearn.neighbors import LocalOutlierFactor
from statsmodels.tsa.arima.model import ARIMA
from statsmodels.tsa.seasonal import STL

# After the imports: some of these set filters of their own.
warnings.simplefilter("ignore")

RUNS = 3


def arima(series):
    forecast = ARIMA(series[:-1], order=(1, 1, 1)).fit().get_forecast(1)
    return abs(series[-1] - forecast.predicted_mean[0]) > 5 * forecast.se_mean[0]


def three_sigma(series):
    window = series[:-1]
    return abs(series[-1] - window.mean()) > 3 * window.std()


def mad(series):
    window = series[:-1]
    middle = numpy.median(window)
    return abs(series[-1] - middle) > 3.5 * 1.4826 * numpy.median(numpy.abs(window - middle))


def iqr(series):
    low, high = numpy.percentile(series[:-1], [25, 75])
    reach = 1.5 * (high - low)
    return not low - reach <= series[-1] <= high + reach


def isolation_forest(series):
    rows = series.reshape(-1, 1)
    return IsolationForest(n_estimators=100, random_state=1).fit(rows[:-1]).score_samples(rows[-1:])[0] < -0.6


def lof(series):
    rows = series.reshape(-1, 1)
    return LocalOutlierFactor(n_neighbors=20, novelty=True).fit(rows[:-1]).predict(rows[-1:])[0] < 0


def stl(series):
    remainders = STL(series[:-1], period=6, robust=True).fit().resid
    return abs(series[-1] - series[-2]) > 3 * remainders.std()


# By the name of Halcyon's method: the peer, its verdict, and how many windows are judged in a run.
PEERS = {
    "arima": ("statsmodels ARIMA", arima, 40),
    "3sigma": ("numpy", three_sigma, 500),
    "mad": ("numpy", mad, 500),
    "iqr": ("numpy", iqr, 500),
    "isolation_forest": ("scikit-learn IsolationForest", isolation_forest, 15),
    "lof": ("scikit-learn LocalOutlierFactor", lof, 100),
    "stl": ("statsmodels STL", stl, 200),
}


def cost(judge, windows):
    for window in windows[:5]:
        judge(window)
    times = []
    for _ in range(RUNS):
        began = time.process_time_ns()
        for window in windows:
            judge(window)
        times.append((time.process_time_ns() - began) / 1000 / len(windows))
    return sorted(times)[RUNS // 2]


def main():
    asked = json.load(sys.stdin)
    programs = {"numpy": numpy, "scipy": scipy, "scikit-learn": sklearn, "statsmodels": statsmodels}
    print(json.dumps({name: program.__version__ for name, program in programs.items()}))
    for method, (peer, judge, most) in PEERS.items():
        # Windows of every kind of series, evenly from all of them.
        windows = asked[method]
        chosen = windows[:: max(1, len(windows) // most)][:most]
        us = cost(judge, [numpy.array(window) for window in chosen])
        print(json.dumps({"method": method, "peer": peer, "us": us}), flush=True)


main()
