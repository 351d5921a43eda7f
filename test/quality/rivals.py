"""Names faults by what others use: two checks of titanlib, two outlier detectors of scikit-learn, and correlation.

Reads from standard input {"folders": [folder], "segments": [[from, to]], "floors": {variable: number}, "judges": {judge: [parameters]}},
with times as ISO 8601 and folders as inject.mjs of the harness writes them. Writes into each folder, for each judge and its k-th
parameters, what it names, as score.mjs reads it: rival-judge-k.json. Every judge may look at all of the data, at what follows
a value too.
"""

import json
import os
import sys
import warnings

import numpy as np
from sklearn.ensemble import IsolationForest
from sklearn.neighbors import LocalOutlierFactor

try:
    import titanlib
except ImportError:
    # Whoever asks knows that it is not there, and leaves its judges out.
    titanlib = None

from injected_network import VARIABLES, Network, moved, slot_of, write_report

# What a station is held against: its nearest, within a distance, as long as there are some.
NEIGHBOURS = 12
REACH_KILOMETRES = 300
FEWEST = 3
# Six hours, at ten minutes.
WINDOW = 36
# Reports among which the local outlier factor seeks those nearest.
LOF_SAMPLE = 4000
RAIN = VARIABLES.index("rain")


def departures(values):
    """Values, [station][variable][report], less the median of their station."""
    return values - np.nanmedian(values, axis=2, keepdims=True)


def neighbours_of(network):
    """The neighbours of each station, nearest first."""
    nearest = np.argsort(network.kilometres, axis=1, kind="stable")[:, 1 : NEIGHBOURS + 1]
    return [[n for n in those if network.kilometres[k, n] <= REACH_KILOMETRES] for k, those in enumerate(nearest)]


def middle_around(series, neighbours):
    """The median of what the neighbours have, [station][variable][report]; NaN where fewer than three have anything."""
    result = np.full_like(series, np.nan)
    for station, those in enumerate(neighbours):
        if len(those) < FEWEST:
            continue
        around = series[those]
        enough = (~np.isnan(around)).sum(axis=0) >= FEWEST
        result[station] = np.where(enough, np.nanmedian(around, axis=0), np.nan)
    return result


class Judged:
    """A network with what several judges need of it; values are in floors of their variable."""

    def __init__(self, network, floors, segments):
        self.network = network
        values = network.values.copy()
        humidity = VARIABLES.index("out_hum")
        # A sound sensor reads more than 100 % in saturated air.
        values[:, humidity] = np.minimum(values[:, humidity], 100)
        self.values = values / np.array([floors[name] for name in VARIABLES])[:, None]
        self.departures = departures(self.values)
        self.asked = np.any([network.within(begin, end + 1) for begin, end in segments], axis=0)
        self.neighbours = neighbours_of(network)
        self.scores = {}
        self._features = None

    def features(self):
        """
        What is known of each value, [station][variable][report][feature], in floors, 0 where it is not known: how far it departs
        from its neighbours, how much of its change since the report before is its own, and that change. Not its change until
        the next report: that would name the last right value before each fault.
        """
        if self._features is None:
            away = self.departures - middle_around(self.departures, self.neighbours)
            step = self.values - moved(self.values, 1)
            own = step - middle_around(step, self.neighbours)
            self._features = np.nan_to_num(np.stack([away, own, step], axis=-1))
        return self._features


def scaled(features):
    """Features, [value][feature], in robust sigmas, from the median absolute value; of a twentieth of a floor at least."""
    sigma = 1.4826 * np.median(np.abs(features), axis=0)
    return features / np.maximum(sigma, 0.05)


def by_slot(judged, values, check):
    """Asks a spatial check of titanlib, (points, values) -> flags, of each variable and report, rain left out."""
    network = judged.network
    result = np.zeros(values.shape, dtype=bool)
    made = {}
    for v in range(len(VARIABLES)):
        if v == RAIN:
            continue
        for k in np.where(judged.asked[0, v])[0]:
            there = np.where(~np.isnan(values[:, v, k]))[0]
            if len(there) < FEWEST:
                continue
            key = there.tobytes()
            if key not in made:
                made[key] = titanlib.Points(network.latitude[there], network.longitude[there], np.zeros(len(there)))
            result[there, v, k] = check(made[key], values[there, v, k]) == 1
    return result


def levels(judged, parameters):
    """Values as they are, but for pressure, which heights tell apart; or all as departures from the median of their station."""
    if parameters["values"] == "departures":
        return judged.departures
    values = judged.values.copy()
    bar = VARIABLES.index("bar")
    values[:, bar] = judged.departures[:, bar]
    return values


def buddy_check(judged, parameters):
    """
    titanlib's buddy check: named is what departs from the mean within so many kilometres by threshold standard deviations of
    what is there, each of least_sigma floors at least.
    """
    radius = np.array([parameters["kilometres"] * 1000.0])
    fewest = np.array([FEWEST])
    threshold, least = float(parameters["threshold"]), float(parameters["least_sigma"])

    def check(points, values):
        return titanlib.buddy_check(points, values, radius, fewest, threshold, 0.0, 0.0, least, 2)

    return by_slot(judged, levels(judged, parameters), check)


def sct(judged, parameters):
    """
    titanlib's spatial consistency test: named is what departs from an optimal interpolation of the others within so many
    kilometres by threshold times the variance expected; eps2 is the variance of a sensor by that of the weather.
    """
    outer = parameters["kilometres"] * 1000.0

    def check(points, values):
        ones = np.ones(len(values))
        limit, eps2 = ones * parameters["threshold"], ones * parameters["eps2"]
        # No profile of height, which asks for 1000 stations: not all networks know their heights.
        flags, *_ = titanlib.sct(
            points, values, FEWEST, 100, outer / 2, outer, 2, 1000, 100.0, 10_000.0, 200.0, limit, limit, eps2
        )
        return flags

    return by_slot(judged, levels(judged, parameters), check)


def outliers(judged, name, scores_of, parameters):
    """
    Values that are outliers of their variable, their score above threshold, and depart from their neighbours, or moved otherwise
    than they, by the floors that are the least.

    scores_of -- the scores of values, by their features; asked once for all thresholds, and remembered as name
    """
    features = judged.features()
    result = np.zeros(judged.values.shape, dtype=bool)
    for v in range(len(VARIABLES)):
        there = ~np.isnan(judged.values[:, v])
        if there.sum() < WINDOW:
            continue
        if (name, v) not in judged.scores:
            judged.scores[name, v] = scores_of(scaled(features[:, v][there]))
        found = judged.scores[name, v] > parameters["threshold"]
        result[:, v][there] = found & (np.abs(features[:, v][there][:, :2]).max(axis=1) >= parameters["least"])
    return result & judged.asked


def isolation_forest(judged, parameters):
    """An isolation forest over all values of a variable; scores are those of Liu, Ting and Zhou (2008)."""

    def scores_of(features):
        return -IsolationForest(n_estimators=100, random_state=1).fit(features).score_samples(features)

    return outliers(judged, "isolation_forest", scores_of, parameters)


def lof(judged, parameters):
    """The local outlier factor of each value of a variable, among those nearest to it in a sample."""

    def scores_of(features):
        chance = np.random.default_rng(1)
        # Instruments round: without a little noise hundreds of reports are the same point.
        blurred = features + chance.normal(scale=0.1, size=features.shape)
        sample = blurred[chance.permutation(len(blurred))[:LOF_SAMPLE]]
        nearest = min(parameters["nearest"], len(sample) - 1)
        return -LocalOutlierFactor(n_neighbors=nearest, novelty=True).fit(sample).score_samples(blurred)

    return outliers(judged, f"lof {parameters['nearest']}", scores_of, parameters)


def candidates(values, sigmas):
    """
    Values that miss a forecast from the reports before by so many sigmas, and by a floor: by the ARIMA(1, 1, 0) whose
    coefficient is the correlation of one step with the next within the window.
    """
    steps = values - moved(values, 1)
    before = np.stack([moved(steps, lag) for lag in range(1, WINDOW)])
    product = np.nanmean(before[:-1] * before[1:], axis=0)
    coefficient = np.clip(product / np.maximum(np.nanmean(before**2, axis=0), 1e-9), -0.9, 0.9)
    missed = before[:-1] - coefficient * before[1:]
    sigma = np.sqrt(np.nanmean(missed**2, axis=0))
    error = np.abs(steps - coefficient * moved(steps, 1))
    return (error > np.maximum(sigmas * sigma, 1)) & ((~np.isnan(before)).sum(axis=0) >= 12)


def correlation(judged, parameters):
    """
    Candidates of so many sigmas that the median correlation with the neighbours is below a limit for, over a window that ends so
    many reports after them.
    """
    values = judged.values
    result = np.zeros(values.shape, dtype=bool)
    found = np.zeros(values.shape, dtype=bool)
    for station in range(len(values)):
        found[station] = candidates(values[station], parameters["sigmas"])
    for station, v, k in zip(*np.where(found & judged.asked)):
        those = judged.neighbours[station]
        first, last = max(0, k + 1 + parameters["after"] - WINDOW), k + 1 + parameters["after"]
        middle = median_correlation(values[station, v, first:last], values[those, v, first:last])
        result[station, v, k] = middle < parameters["below"]
    return result


def median_correlation(own, around):
    """The median over the neighbours of Pearson's coefficient; 1, which excuses, where fewer than three have one."""
    both = ~np.isnan(own) & ~np.isnan(around)
    count = both.sum(axis=1)
    x, y = np.where(both, own, 0), np.where(both, around, 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        x = np.where(both, x - (x.sum(axis=1) / count)[:, None], 0)
        y = np.where(both, y - (y.sum(axis=1) / count)[:, None], 0)
        of = (x * y).sum(axis=1) / np.sqrt((x**2).sum(axis=1) * (y**2).sum(axis=1))
    of = of[(count >= 12) & np.isfinite(of)]
    return np.median(of) if len(of) >= FEWEST else 1.0


JUDGES = {
    "buddy_check": buddy_check,
    "sct": sct,
    "isolation_forest": isolation_forest,
    "lof": lof,
    "correlation": correlation,
}


def main():
    asked = json.load(sys.stdin)
    warnings.simplefilter("ignore", RuntimeWarning)
    segments = [[slot_of(time) for time in segment] for segment in asked["segments"]]
    for folder in asked["folders"]:
        judged = Judged(Network(folder), asked["floors"], segments)
        for name, grid in asked["judges"].items():
            for k, parameters in enumerate(grid):
                write_report(judged.network, JUDGES[name](judged, parameters), os.path.join(folder, f"rival-{name}-{k}.json"))


if __name__ == "__main__":
    main()
