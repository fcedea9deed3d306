"""Why trees predict what they predict: the gains of each feature's splits, and what each adds to one prediction."""

import collections

import numpy as np

from graphlab._src.proto.boosted_trees import DebugOutput


def sum_by_name(names, values):
    """{name: the sum of its values}, the largest sums first, whatever their sign."""
    sums = {}
    for name, value in zip(names, values, strict=False):
        sums[name] = sums.get(name, 0) + value
    return collections.OrderedDict(sorted(sums.items(), key=lambda item: abs(item[1]), reverse=True))


def importances_of_tree(tree, count):
    """The gains of the splits of each of `count` features in one tree, float64."""
    gains = np.zeros(count)
    for node in tree.nodes:
        kind = node.WhichOneof("node")
        if kind not in ("bucketized_split", "leaf"):
            raise ValueError(f"Unexpected split type {kind}")
        if kind == "bucketized_split":
            gains[node.bucketized_split.feature_id] += node.metadata.gain
    return gains


def feature_importances(message, count, normalize):
    """The gains of all splits of each of `count` features, float64, of a TreeEnsemble message.

    normalize: as shares of their sum.  AssertionError where there is none, or a gain is negative.
    """
    found = np.zeros(count)
    for tree, weight in zip(message.trees, message.tree_weights, strict=True):
        found += importances_of_tree(tree, count) * weight
    if normalize:
        if not (found >= 0).all():
            raise AssertionError("feature_importances must be non-negative.")
        if not found.sum() > 0:
            raise AssertionError("Trees are all empty or contain only a root node.")
        found /= found.sum()
    return found


def contributions(serialized, names, is_classification=False):
    """(bias, {name of a column: what it adds to the prediction}) of one example.

    serialized: its DebugOutput.  is_classification: predictions are probabilities, the sigmoid of logits.
    """
    output = DebugOutput.FromString(serialized)
    predictions = np.array(output.logits_path)
    if is_classification:
        predictions = 1 / (1 + np.exp(-predictions))
    added = np.bincount(output.feature_ids, weights=np.diff(predictions), minlength=len(names))
    return predictions[0], sum_by_name(names, added)
