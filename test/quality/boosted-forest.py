"""Learns a forest for evidence: boosted trees (scikit-learn) that tell failures from weather.

Reads the file named as first argument: {"rows": [[term, ...]], "failure": [0 or 1], "weight": [number], "signs": [1, -1 or 0]}, null for what is not known;
signs are what more of a term may only speak for, 1 for a failure.
Prints {"base": log-odds, "trees": [text], "logOdds": [number]}, a tree as readForest of detectors/evidence/forest.ts has it, and
what scikit-learn itself says of the first rows.
"""

import json
import sys

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier

DIGITS = 4
ASKED = 500


def text_of(nodes, at=0):
    """A tree in words, and of its root what its leaves say, in the mean, and how often they were reached."""
    node = nodes[at]
    if node["is_leaf"]:
        return f"{node['value']:.{DIGITS}g}", node["value"], node["count"]
    left, left_value, left_count = text_of(nodes, node["left"])
    right, right_value, right_count = text_of(nodes, node["right"])
    count = left_count + right_count
    value = (left_value * left_count + right_value * right_count) / count
    unknown_left = int(node["missing_go_to_left"])
    # Beyond all numbers where what is known is told from what is not.
    threshold = "Infinity" if np.isinf(node["num_threshold"]) else f"{node['num_threshold']:.{DIGITS + 1}g}"
    return f"{node['feature_idx']}?{threshold},{unknown_left},{value:.{DIGITS}g} {left} {right}", value, count


def main():
    with open(sys.argv[1]) as file:
        samples = json.load(file)
    rows = np.array(samples["rows"], dtype=float)
    weights = np.array(samples["weight"], dtype=float)
    trees = HistGradientBoostingClassifier(
        max_iter=150,
        learning_rate=0.08,
        max_leaf_nodes=16,
        min_samples_leaf=40,
        max_features=0.3,
        l2_regularization=1.0,
        early_stopping=False,
        random_state=1,
        monotonic_cst=samples["signs"],
    ).fit(rows, np.array(samples["failure"]), sample_weight=weights / weights.mean())
    texts = [text_of(grown[0].nodes)[0] for grown in trees._predictors]
    base = round(float(trees._baseline_prediction.ravel()[0]), DIGITS)
    json.dump({"base": base, "trees": texts, "logOdds": trees.decision_function(rows[:ASKED]).tolist()}, sys.stdout)


main()
