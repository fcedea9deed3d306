"""The operations by which trees say something of examples: predictions, and the leaves that they come to."""

import numpy as np

from graphlab._src.base.errors import invalid
from graphlab._src.contrib.boosted_trees.dropout import dropped_trees
from graphlab._src.contrib.boosted_trees.features import INPUTS, Features
from graphlab._src.contrib.boosted_trees.stamps import STATE
from graphlab._src.contrib.boosted_trees.training_ops import config_of
from graphlab._src.contrib.boosted_trees.trees import leaves_of
from graphlab._src.ops.define import op
from graphlab._src.proto.gradient_trees import LearnerConfig

_HANDLE = "tree_ensemble_handle: resource"


def _logits(config, reduce_dim):
    if config.num_classes < 2:
        raise invalid("Number of classes must be >=2")
    return config.num_classes - 1 if reduce_dim else config.num_classes


def _values(leaf, count):
    """What a leaf adds to each of the logits: float32[count]."""
    found = np.zeros(count, np.float32)
    kind = leaf.WhichOneof("leaf")
    if kind is None:
        raise invalid("Unknown leaf type: a leaf has neither a vector nor a sparse vector")
    values = getattr(leaf, kind).value
    indices = leaf.sparse_vector.index if kind == "sparse_vector" else range(len(values))
    for index, value in zip(indices, values, strict=True):
        if not 0 <= index < count:
            raise invalid(f"A leaf has a value for logit {index}, but there are {count}")
        found[index] += np.float32(value)
    return found


def _dropped(ensemble, config, seed, center_bias):
    message = ensemble.message
    exempt = {0} if center_bias else set()
    if message.HasField("growing_metadata"):  # the last tree is the one that grows
        exempt.add(len(ensemble) - 1)
    return dropped_trees(seed, config.learning_rate_tuner.dropout, exempt, message.tree_weights)


def _included(ensemble, config, dropped, center_bias):
    whole = config.growing_mode == LearnerConfig.WHOLE_TREE
    return [
        tree
        for tree in range(len(ensemble))
        if tree not in dropped and (not whole or ensemble.is_finalized(tree) or (center_bias and tree == 0))
    ]


def _averaged(weights, averaging):
    """The weights of the mean of the ensembles that end with each of the last trees."""
    count = len(weights)
    if averaging.WhichOneof("config") == "average_last_n_trees":
        if not averaging.average_last_n_trees > 0:
            raise invalid("Average last n trees must be a positive number")
        first = int(max(0.0, count - averaging.average_last_n_trees))
    else:
        if not 0 < averaging.average_last_percent_trees <= 1:
            raise invalid("Average last percent must be in (0,1] interval.")
        first = int(max(0.0, count * (1.0 - averaging.average_last_percent_trees)))
    ensembles = count - first
    for i in range(first, count):
        weights[i] = weights[i] * np.float32(count - i) / np.float32(ensembles)
    return weights


def _predict(slot, seed, features, learner_config, apply_dropout, apply_averaging, center_bias, reduce_dim):
    """(logits [n, logits], dropped trees and their weights [2, dropped], leaves [n, trees])."""
    config = config_of(learner_config)
    features = Features(features[0], features[1:4], features[4:7])
    ensemble = slot.get()  # growth puts another one in its place
    weights = np.array(ensemble.message.tree_weights, np.float32)
    dropped = []
    if apply_dropout and config.learning_rate_tuner.WhichOneof("tuner") == "dropout":
        dropped = _dropped(ensemble, config, seed, center_bias)
    info = np.array([dropped, weights[dropped]], np.float32).reshape(2, -1)
    if apply_averaging and config.averaging_config.WhichOneof("config"):
        weights = _averaged(weights, config.averaging_config)
    count = _logits(config, reduce_dim)
    logits = np.zeros((features.count, count), np.float32)
    leaves = np.zeros((features.count, len(ensemble)), np.int32)
    for i in _included(ensemble, config, dropped, center_bias):
        tree = ensemble.message.trees[i]
        if not tree.nodes:
            raise invalid(f"Invalid tree: tree {i} has no nodes")
        leaves[:, i] = leaves_of(tree, features)
        reached, places = np.unique(leaves[:, i], return_inverse=True)
        values = np.array([_values(tree.nodes[leaf].leaf, count) for leaf in reached], np.float32)
        logits += (weights[i] * values.reshape(-1, count))[places]
    return logits, info, leaves


_SIGNATURE = f"{_HANDLE}, seed: int64, {INPUTS} -> predictions: float32, drop_out_tree_indices_weights: float32"


def _shapes(op):
    config = config_of(op.attrs["learner_config"])
    return [(None, _logits(config, op.attrs["reduce_dim"])), (2, None)]


@op("GradientTreesPrediction", _SIGNATURE, infer=_shapes, attrs={"use_locking": (bool, False)}, **STATE)
def gradient_trees_prediction(
    tree_ensemble_handle,
    seed,
    dense_float_features,
    sparse_float_feature_indices,
    sparse_float_feature_values,
    sparse_float_feature_shapes,
    sparse_int_feature_indices,
    sparse_int_feature_values,
    sparse_int_feature_shapes,
    *,
    learner_config: bytes,
    apply_dropout: bool,
    apply_averaging: bool,
    center_bias: bool,
    reduce_dim: bool,
):
    """(logits [n, logits], the trees that dropout has left out and their weights [2, dropped])."""
    floats = sparse_float_feature_indices, sparse_float_feature_values, sparse_float_feature_shapes
    ids = sparse_int_feature_indices, sparse_int_feature_values, sparse_int_feature_shapes
    features, options = (dense_float_features, *floats, *ids), (apply_dropout, apply_averaging, center_bias, reduce_dim)
    return _predict(tree_ensemble_handle, seed, features, learner_config, *options)[:2]


@op(
    "GradientTreesPredictionVerbose",
    f"{_SIGNATURE}, leaf_index: int32",
    infer=lambda op: [*_shapes(op), (None, None)],
    attrs={"use_locking": (bool, False)},
    **STATE,
)
def gradient_trees_prediction_verbose(
    tree_ensemble_handle,
    seed,
    dense_float_features,
    sparse_float_feature_indices,
    sparse_float_feature_values,
    sparse_float_feature_shapes,
    sparse_int_feature_indices,
    sparse_int_feature_values,
    sparse_int_feature_shapes,
    *,
    learner_config: bytes,
    apply_dropout: bool,
    apply_averaging: bool,
    center_bias: bool,
    reduce_dim: bool,
):
    """The same, and the leaf of each tree that an example comes to [n, trees]; 0 of trees that do not count."""
    floats = sparse_float_feature_indices, sparse_float_feature_values, sparse_float_feature_shapes
    ids = sparse_int_feature_indices, sparse_int_feature_values, sparse_int_feature_shapes
    features, options = (dense_float_features, *floats, *ids), (apply_dropout, apply_averaging, center_bias, reduce_dim)
    return _predict(tree_ensemble_handle, seed, features, learner_config, *options)


@op(
    "GradientTreesPartitionExamples",
    f"{_HANDLE}, {INPUTS} -> partition_ids: int32",
    infer=lambda op: (None,),
    attrs={"use_locking": (bool, False)},
    **STATE,
)
def gradient_trees_partition_examples(
    tree_ensemble_handle,
    dense_float_features,
    sparse_float_feature_indices,
    sparse_float_feature_values,
    sparse_float_feature_shapes,
    sparse_int_feature_indices,
    sparse_int_feature_values,
    sparse_int_feature_shapes,
):
    """The leaf of the tree that grows that each example comes to: int32[n]. 0 where the next tree begins."""
    floats = sparse_float_feature_indices, sparse_float_feature_values, sparse_float_feature_shapes
    ids = sparse_int_feature_indices, sparse_int_feature_values, sparse_int_feature_shapes
    features = Features(dense_float_features, floats, ids)
    ensemble = tree_ensemble_handle.get()
    if ensemble.last_is_finalized:
        return np.zeros(features.count, np.int32)
    return leaves_of(ensemble.message.trees[-1], features)
