"""What an ensemble says of examples: the sum of the leaves that they come to, and the way there."""

import numpy as np

from graphlab._src.base.errors import invalid
from graphlab._src.proto.boosted_trees import DebugOutput


def stacked(features):
    """[features, batch]: the buckets of all features."""
    if len({values.shape for values in features}) > 1 or features[0].ndim != 1:
        shapes = [list(values.shape) for values in features]
        raise invalid(f"bucketized_features must be vectors of one size, got the shapes {shapes}")
    return np.stack(features)


def _step(nodes, at, rows, features):
    """Where examples go next that are at splits.  rows: which examples."""
    feature = nodes.feature[at]
    if feature.size and not 0 <= feature.min() <= feature.max() < len(features):
        raise invalid(f"A split is of feature {feature.max()}, but there are {len(features)} features")
    bucket = features[feature, rows]
    goes_left = np.where(nodes.equality[at], bucket == nodes.threshold[at], bucket <= nodes.threshold[at])
    return np.where(goes_left, nodes.left[at], nodes.right[at])


def _leaves(nodes, at, rows, features):
    """The leaves that examples come to."""
    at = at.copy()
    for _ in range(len(nodes.is_leaf)):
        moving = np.flatnonzero(~nodes.is_leaf[at])
        if not len(moving):
            return at
        at[moving] = _step(nodes, at[moving], rows[moving], features)
    raise invalid("The splits of a tree form a circle")


def predict(ensemble, features):
    """Logits [batch] of features [features, batch]."""
    count = features.shape[1]
    rows = np.arange(count)
    logits = np.zeros(count, np.float32)
    for tree, weight in enumerate(ensemble.message.tree_weights):
        nodes = ensemble.nodes(tree)
        logits += np.float32(weight) * nodes.value[_leaves(nodes, np.zeros(count, np.int32), rows, features)]
    return logits


def predict_further(ensemble, tree_ids, node_ids, features):
    """(logits, trees, nodes) [batch]: what comes to the logits of examples that have got to nodes of trees already.

    node_ids: -1 for those that begin with their tree.
    """
    count, last = features.shape[1], len(ensemble) - 1
    if last < 0:
        return np.zeros(count, np.float32), tree_ids.copy(), np.zeros(count, np.int32)
    if count and not 0 <= tree_ids.min() <= tree_ids.max() <= last:
        raise invalid(f"cached_tree_ids must be in [0, {last}], got {tree_ids.min()} to {tree_ids.max()}")
    logits = np.zeros(count, np.float32)
    reached = np.zeros(count, np.int32)
    for tree in range(int(tree_ids.min()) if count else last, last + 1):
        rows = np.flatnonzero(tree_ids <= tree)
        known = (tree_ids[rows] == tree) & (node_ids[rows] >= 0)
        nodes = ensemble.nodes(tree)
        at, change = _corrected(ensemble, tree, np.where(known, node_ids[rows], 0))
        change = np.where(known, change - nodes.value[at], np.float32(0))
        at = _leaves(nodes, np.where(known, at, 0), rows, features)
        logits[rows] += np.float32(ensemble.message.tree_weights[tree]) * (change + nodes.value[at])
        reached[rows] = at
    return logits, np.full(count, last, np.int32), reached


def _corrected(ensemble, tree, at):
    """(nodes, changes of the logits) of nodes that pruning may have renumbered since examples came to them."""
    moved = ensemble.metadata(tree).post_pruned_nodes_meta if ensemble.is_finished(tree) else []
    count = len(moved) or len(ensemble.nodes(tree).value)
    if len(at) and at.max() >= count:
        raise invalid(f"cached_node_ids has {at.max()}, but tree {tree} has {count} nodes")
    if not moved:
        return at, np.zeros(len(at), np.float32)
    numbers = np.array([one.new_node_id for one in moved], np.int32)
    changes = np.array([one.logit_change[0] for one in moved], np.float32)
    return numbers[at], changes[at]


def explain(ensemble, features):
    """[batch] of serialized DebugOutputs: the features that decide on the way through all trees, and the logits there."""
    found = np.empty(features.shape[1], object)
    if not len(ensemble):
        raise invalid("There are no trees to explain")
    weights = np.array(ensemble.message.tree_weights, np.float32)
    for i in range(len(found)):
        row = np.array([i])
        logit = weights[0] * ensemble.nodes(0).value[0]
        path, deciding, before = [logit], [], np.float32(0)
        for tree, weight in enumerate(weights):
            nodes, at = ensemble.nodes(tree), np.zeros(1, np.int32)
            while not nodes.is_leaf[at[0]]:
                deciding.append(int(nodes.feature[at[0]]))
                at = _step(nodes, at, row, features)
                logit = weight * nodes.value[at[0]]
                path.append(logit + before)
            if tree == 0 or at[0] > 0:
                before += logit
        found[i] = DebugOutput(feature_ids=deciding, logits_path=path).SerializeToString()
    return found
