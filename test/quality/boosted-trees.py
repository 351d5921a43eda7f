"""Names faults by boosted trees that may look at everything: what a judge that was taught this very network could reach.

Reads from standard input {"learn": [folder], "scored": [folder], "segments": [[from, to]], "excluded": [station],
"thresholds": [p]}, with times as ISO 8601 and folders as inject.mjs of the harness writes them. Writes into each scored folder,
for each probability p, what the trees name at once and with an hour of hindsight, as score.mjs reads it:
trees-first-p.json and trees-last-p.json. A stretch of time is judged by trees that were taught the other stretches alone, a day
around it left out: its weather is as new to them as the seed is.
"""

import json
import sys
import warnings

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier

from injected_network import DAY_SLOTS, VARIABLES, Network, moved, rows_of, slot_of, write_report

NEIGHBOURS = 6
STRETCHES = 4
# Reports after its start within which a fault of a kind is to be named, as score.mjs has it.
REACH = {"spike": 0, "block": 2, "step": 6, "noise": 11}


def usual(series, day, days):
    """Mean of the same hour, and those beside it, on the days before."""
    total = np.zeros_like(series)
    count = np.zeros_like(series)
    for back in range(1, days + 1):
        for beside in (-1, 0, 1):
            then = moved(series, back * day + beside)
            total += np.nan_to_num(then)
            count += ~np.isnan(then)
    return total / np.where(count > 0, count, np.nan)


def features(network, hindsight):
    """What is known of each value, [station][variable][report][feature]."""
    values = network.values
    day = DAY_SLOTS // network.cadence
    nearest = np.argsort(network.kilometres, axis=1)[:, 1 : NEIGHBOURS + 1]
    near = np.take_along_axis(network.kilometres, nearest, axis=1)
    steps = values - moved(values, 1)
    around = np.stack([steps[nearest[:, k]] for k in range(nearest.shape[1])])
    stirred = np.nanmedian(around, axis=0)
    return np.stack(
        [of_variable(values, steps, stirred, nearest, near, v, day, hindsight) for v in range(len(VARIABLES))], axis=1
    )


def of_variable(values, steps, stirred, nearest, near, v, day, hindsight):
    x, step = values[:, v], steps[:, v]
    told = [x, *(x - moved(x, lag) for lag in (1, 2, 3, day - 1, day, day + 1))]
    told += [moved(step, 1), moved(step, day), moved(x, 1) - moved(x, 1 + day)]
    own = usual(np.abs(step), day, 7)
    told += [own, step / (own + 0.1)]
    those = [x[nearest[:, k]] for k in range(nearest.shape[1])]
    # How far it stands from each neighbour, against what is usual between them at the hour; how that, and they, moved.
    away = np.stack([x - other - usual(x - other, day, 14) for other in those])
    drift = away - moved(away, 1)
    moves = np.stack([other - moved(other, 1) for other in those])
    told += [*away[:4], *drift[:4], *moves[:4]]
    middle, middle_drift = np.nanmedian(away, axis=0), np.nanmedian(drift, axis=0)
    for series in (middle, middle_drift):
        size = usual(np.abs(series), day, 7)
        told += [series, size, series / (size + 0.1)]
    told += [np.nanmin(np.abs(away), axis=0), np.nanmin(np.abs(drift), axis=0), moved(middle, 1)]
    told += [np.nanmax(moves, axis=0), np.nanmin(moves, axis=0), np.nanmedian(moves, axis=0)]
    told += [(~np.isnan(away)).sum(axis=0).astype(float)]
    for other in range(len(VARIABLES)):
        if other != v:
            told += [steps[:, other], stirred[:, other]]
    if hindsight:
        told += [moved(x, -1) - x, moved(x, -1) - moved(x, 1), moved(middle, -1), moved(middle_drift, -1)]
        told += [np.nanmedian(moved(moves, -1), axis=0)]
    hour = np.arange(x.shape[1]) % day
    told += [np.broadcast_to(near[:, k][:, None], x.shape) for k in (0, min(2, near.shape[1] - 1))]
    told += [np.broadcast_to(hour, x.shape), np.full_like(x, v)]
    return np.stack(told, axis=-1).astype(np.float32)


def truth(network):
    """1 where a fault is to be named, -1 where nothing is to be learnt: in the rest of it, of tiny and of stuck ones."""
    labels = np.zeros(network.values.shape, dtype=int)
    for row in rows_of(f"{network.folder}/truth.csv"):
        if row["class"] != "device_failure":
            continue
        series = labels[network.index[row["station_id"]], VARIABLES.index(row["variable"])]
        start, end = (slot_of(row[name]) // network.cadence - network.first for name in ("start", "end"))
        series[start : end + 7] = -1
        if row["kind"] != "stuck" and row["size"] != "tiny":
            series[start : min(start + REACH[row["kind"]], end) + 1] = 1
    return labels


def probabilities(learn, scored, known, labelled, taught, asked):
    """
    Of each scored network the probability that a value is of a fault, 0 outside the stretches that are asked for.

    known and labelled -- features and labels by network; taught and asked -- masks of the values to learn from, and of those to judge
    """
    rows, labels = [], []
    for network in learn:
        wanted = labelled[network]
        use = ~np.isnan(network.values) & (wanted >= 0) & taught(network)
        rows.append(known[network][use])
        labels.append(wanted[use])
    trees = HistGradientBoostingClassifier(
        max_iter=300, learning_rate=0.06, min_samples_leaf=100, l2_regularization=1.0, random_state=1
    ).fit(np.concatenate(rows), np.concatenate(labels))
    result = []
    for network in scored:
        use = ~np.isnan(network.values) & asked(network)
        found = np.zeros(network.values.shape)
        found[use] = trees.predict_proba(known[network][use])[:, 1]
        result.append(found)
    return result


def main():
    asked = json.load(sys.stdin)
    warnings.simplefilter("ignore", RuntimeWarning)
    learn = [Network(folder) for folder in asked["learn"]]
    scored = [Network(folder) for folder in asked["scored"]]
    segments = [[slot_of(time) for time in segment] for segment in asked["segments"]]
    ends = np.concatenate([np.linspace(begin, end + 1, STRETCHES + 1) for begin, end in segments])
    stretches = [pair for pair in zip(ends, ends[1:]) if pair[0] < pair[1] and any(b <= pair[0] <= e for b, e in segments)]

    def judged(network):
        inside = np.any([network.within(begin, end + 1) for begin, end in segments], axis=0)
        counted = ~np.isin(network.ids, asked["excluded"])
        return inside & counted[:, None, None]

    labelled = {network: truth(network) for network in learn}
    for verdicts, hindsight in (("first", False), ("last", True)):
        known = {network: features(network, hindsight) for network in [*learn, *scored]}
        found = [np.zeros(network.values.shape) for network in scored]
        for begin, end in stretches:
            parts = probabilities(
                learn,
                scored,
                known,
                labelled,
                lambda network: judged(network) & ~network.within(begin - DAY_SLOTS, end + DAY_SLOTS),
                lambda network: network.within(begin, end),
            )
            found = [one + part for one, part in zip(found, parts)]
        for network, probability in zip(scored, found):
            for threshold in asked["thresholds"]:
                write_report(network, probability > threshold, f"{network.folder}/trees-{verdicts}-{threshold}.json")


main()
