"""Growing an ensemble: a layer of splits is added to its last tree, or a bias to its first."""

from typing import NamedTuple

import numpy as np

from graphlab._src.base import logging
from graphlab._src.base.errors import invalid
from graphlab._src.proto.boosted_trees import DEFAULT_LEFT, DEFAULT_RIGHT
from graphlab._src.state.boosted_trees import splits
from graphlab._src.state.boosted_trees.gains import are_equal, is_larger, weights_and_gains
from graphlab._src.state.boosted_trees.pruning import PruningMode, prune

_ENOUGH = np.float32(0.01)  # a bias that changes by a smaller share is done


class Split(NamedTuple):
    """A split of one node: the gain, the feature, its dimension and bucket, what the children add, which kind it is."""

    gain: np.float32
    feature: int
    dimension: int
    bucket: int
    left: np.float32
    right: np.float32
    kind: bytes


def best_by_node(candidates):
    """{node: Split} of (node, Split)s; of equal gains that of the smaller feature."""
    found = {}
    for node, split in candidates:
        other = found.get(node)
        if other is None or (
            split.feature < other.feature if are_equal(split.gain, other.gain) else is_larger(split.gain, other.gain)
        ):
            found[node] = split
    return dict(sorted(found.items()))


def add_layer(ensemble, found, max_depth, pruning_mode):
    """Splits nodes of the last tree; when that is as deep as it may be, it is finished and another one begins.

    found: {node: Split}.
    """
    message = ensemble.message
    ensemble.stamp += 1
    _count_attempt(ensemble)
    if not len(ensemble):
        ensemble.add_tree()
    if not found:
        logging.warning("Not growing tree ensemble as no good splits were found.")
        return
    last = len(ensemble) - 1
    tree, metadata = message.trees[last], ensemble.metadata(last)
    start = len(tree.nodes)
    if pruning_mode == PruningMode.PRE_PRUNING:
        found = {node: split for node, split in found.items() if not split.gain < 0}
    for node in found:
        if not 0 <= node < start or not tree.nodes[node].HasField("leaf"):
            raise invalid(f"Node {node} of tree {last} is no leaf that can be split")
    if not found:
        return
    for node, split in found.items():
        _split(tree, node, split)
    nodes = start, len(tree.nodes)
    metadata.num_layers_grown += 1
    if metadata.num_layers_grown >= max_depth:
        nodes = 0, 1
        metadata.is_finalized = True
        if pruning_mode == PruningMode.POST_PRUNING:
            prune(tree, metadata)
        ensemble.add_tree()
    ensemble.changed(last)
    message.growing_metadata.last_layer_node_start, message.growing_metadata.last_layer_node_end = nodes


def _count_attempt(ensemble):
    message, count = ensemble.message, len(ensemble)
    growing = message.growing_metadata
    growing.num_layers_attempted += 1
    is_first_layer = count > 0 and len(message.trees[-1].nodes) == 1 and (count == 1 or ensemble.is_finished(count - 2))
    if not count or is_first_layer:
        growing.num_trees_attempted += 1


def _split(tree, number, split):
    node = tree.nodes[number]
    value = node.leaf.scalar
    if number != 0 or value != 0:
        node.metadata.original_leaf.CopyFrom(node.leaf)
    node.metadata.gain = split.gain
    children = len(tree.nodes), len(tree.nodes) + 1
    for change in (split.left, split.right):
        tree.nodes.add().leaf.scalar = np.float32(value) + change
    if split.kind == splits.EQUALITY:
        made = node.categorical_split
        made.value = split.bucket
    else:
        made = node.bucketized_split
        made.threshold = split.bucket
        made.default_direction = DEFAULT_RIGHT if split.kind == splits.DEFAULT_RIGHT else DEFAULT_LEFT
    made.feature_id, made.dimension_id = split.feature, split.dimension
    made.left_id, made.right_id = children


def center_bias(ensemble, gradient, hessian, l1, l2):
    """Adds to the first leaf what the mean gradient and Hessian require; whether another such step is needed."""
    ensemble.stamp += 1
    weights, _ = weights_and_gains(gradient.reshape(1, 1), hessian.reshape(1, 1), l1, l2)
    change = weights[0, 0]
    if not len(ensemble):
        ensemble.add_tree(change)
        return True
    first = ensemble.message.trees[0].nodes[0]
    if not first.HasField("leaf"):
        raise invalid("The bias can't be centered once the first tree is split")
    bias = np.float32(first.leaf.scalar)
    first.leaf.scalar = bias + change
    ensemble.changed(0)
    with np.errstate(all="ignore"):
        return bool(np.abs(change / bias) > _ENOUGH)
