"""The operations of TreeEnsemble: making it, growing it, and what it predicts."""

from typing import Any

import numpy as np

from graphlab._src.base.errors import invalid
from graphlab._src.base.signals import delayed
from graphlab._src.ops.define import no_gradient, no_outputs, op, scalar, undefined_gradient
from graphlab._src.ops.rules import merge, merge_size, with_rank
from graphlab._src.state.boosted_trees.ensemble import Ensemble
from graphlab._src.state.boosted_trees.growing import Split, add_layer, best_by_node, center_bias
from graphlab._src.state.boosted_trees.handles import holder_of
from graphlab._src.state.boosted_trees.prediction import explain, predict, predict_further, stacked
from graphlab._src.state.boosted_trees.quantile_ops import scalars
from graphlab._src.state.boosted_trees.splits import DEFAULT_LEFT

_STATE: dict[str, Any] = {"host": True, "stateful": True, "grad": undefined_gradient}
_HANDLE = "tree_ensemble_handle: resource"
_FEATURES = "bucketized_features: num_bucketized_features*int32"
_SERIALIZED = "stamp_token: int64, tree_ensemble_serialized: string"


@op(
    "BoostedTreesEnsembleResourceHandleOp",
    "-> resource: resource",
    infer=scalar,
    attrs={"container": (str, ""), "shared_name": (str, "")},
    host=True,
    stateful=True,
    grad=no_gradient,
    on_parameter_server=True,
)
def boosted_trees_ensemble_resource_handle_op(*, context):
    """The place of an ensemble of trees, which another operation makes."""
    return holder_of(context, "tree ensemble")


@op("IsBoostedTreesEnsembleInitialized", f"{_HANDLE} -> is_initialized: bool", infer=scalars(scalar), **_STATE)
def is_boosted_trees_ensemble_initialized(tree_ensemble_handle):
    """Whether the ensemble is made."""
    return np.asarray(tree_ensemble_handle.is_made)


@op("BoostedTreesCreateEnsemble", f"{_HANDLE}, {_SERIALIZED} ->", infer=scalars(no_outputs), **_STATE)
def boosted_trees_create_ensemble(tree_ensemble_handle, stamp_token, tree_ensemble_serialized):
    """Makes an ensemble of a serialized one, unless there is one already."""
    tree_ensemble_handle.make(Ensemble(int(stamp_token), tree_ensemble_serialized[()]))


@op("BoostedTreesDeserializeEnsemble", f"{_HANDLE}, {_SERIALIZED} ->", infer=scalars(no_outputs), **_STATE)
def boosted_trees_deserialize_ensemble(tree_ensemble_handle, stamp_token, tree_ensemble_serialized):
    """Replaces an ensemble by a serialized one."""
    found = Ensemble(int(stamp_token), tree_ensemble_serialized[()])
    with delayed(), tree_ensemble_handle.lock:
        tree_ensemble_handle.get().become(found)


@op("BoostedTreesSerializeEnsemble", f"{_HANDLE} -> {_SERIALIZED}", infer=scalars(lambda op: [(), ()]), **_STATE)
def boosted_trees_serialize_ensemble(tree_ensemble_handle):
    """The stamp of an ensemble, and its TreeEnsemble message."""
    with tree_ensemble_handle.lock:
        ensemble = tree_ensemble_handle.get()
        return np.asarray(ensemble.stamp, np.int64), np.asarray(ensemble.message.SerializeToString(), object)


@op(
    "BoostedTreesGetEnsembleStates",
    f"{_HANDLE} -> stamp_token: int64, num_trees: int32, num_finalized_trees: int32, num_attempted_layers: int32, "
    "last_layer_nodes_range: int32",
    infer=scalars(lambda op: [(), (), (), (), (2,)]),
    **_STATE,
)
def boosted_trees_get_ensemble_states(tree_ensemble_handle):
    """The stamp, the numbers of trees, of finished ones and of layers that were tried, the nodes of the last layer."""
    with tree_ensemble_handle.lock:
        ensemble = tree_ensemble_handle.get()
        states = ensemble.states()
        return np.asarray(ensemble.stamp, np.int64), *(np.asarray(value, np.int32) for value in states)


def _batch_of_features(op, first):
    size = None
    for tensor in op.inputs[first:]:
        size = merge_size(size, with_rank(tensor.dims, 1)[0])
    return size


@op(
    "BoostedTreesPredict",
    f"{_HANDLE}, {_FEATURES} -> logits: float32",
    infer=lambda op: (_batch_of_features(op, 1), op.attrs["logits_dimension"]),
    minimums={"num_bucketized_features": 1},
    **_STATE,
)
def boosted_trees_predict(tree_ensemble_handle, bucketized_features, *, logits_dimension: int):
    """The logits [batch, 1] of examples, of which the bucket of each feature is known."""
    _check_logits(logits_dimension)
    with tree_ensemble_handle.lock:
        return predict(tree_ensemble_handle.get(), stacked(bucketized_features))[:, None]


def _check_logits(dimension):
    if dimension != 1:
        raise invalid("Currently only one dimensional outputs are supported.")


def _training_shapes(op):
    size = _batch_of_features(op, 3)
    for tensor in op.inputs[1:3]:
        size = merge_size(size, with_rank(tensor.dims, 1)[0])
    return [(size, op.attrs["logits_dimension"]), (size,), (size,)]


@op(
    "BoostedTreesTrainingPredict",
    f"{_HANDLE}, cached_tree_ids: int32, cached_node_ids: int32, {_FEATURES} "
    "-> partial_logits: float32, tree_ids: int32, node_ids: int32",
    infer=_training_shapes,
    minimums={"num_bucketized_features": 1},
    **_STATE,
)
def boosted_trees_training_predict(
    tree_ensemble_handle, cached_tree_ids, cached_node_ids, bucketized_features, *, logits_dimension: int
):
    """What comes to the logits of examples since they were at nodes of trees, and where they are now.

    cached_node_ids: -1 for examples that begin with their tree.
    """
    _check_logits(logits_dimension)
    features = stacked(bucketized_features)
    if not cached_tree_ids.shape == cached_node_ids.shape == features.shape[1:]:
        raise invalid("cached_tree_ids and cached_node_ids must be as long as the features")
    with tree_ensemble_handle.lock:
        logits, trees, nodes = predict_further(tree_ensemble_handle.get(), cached_tree_ids, cached_node_ids, features)
    return logits[:, None], trees, nodes


@op(
    "BoostedTreesExampleDebugOutputs",
    f"{_HANDLE}, {_FEATURES} -> examples_debug_outputs_serialized: string",
    infer=lambda op: (_batch_of_features(op, 1),),
    minimums={"num_bucketized_features": 1},
    **_STATE,
)
def boosted_trees_example_debug_outputs(tree_ensemble_handle, bucketized_features, *, logits_dimension: int):
    """For each example a serialized DebugOutput: the features that decide on its way, and the logits there."""
    _check_logits(logits_dimension)
    with tree_ensemble_handle.lock:
        return explain(tree_ensemble_handle.get(), stacked(bucketized_features))


def _update_shapes(op):
    """Each feature has as many nodes, gains, thresholds and rows of weights; of V2 dimensions first, and kinds last."""
    count = op.attrs["num_features"]
    merge(with_rank(op.inputs[1].dims, 1), (count,))
    ranks = (1, 1, 1, 1, 2, 2, 1) if op.type.endswith("V2") else (1, 1, 1, 2, 2)
    for i in range(count):
        size = None
        for k, rank in enumerate(ranks):
            size = merge_size(size, with_rank(op.inputs[2 + k * count + i].dims, rank)[0])
    for tensor in op.inputs[2 + len(ranks) * count :]:
        with_rank(tensor.dims, 0)
    return []


def _grow(slot, columns, max_depth, learning_rate, pruning_mode):
    """columns: for each feature its number, dimensions, nodes, gains, thresholds, weights left and right, kinds."""
    rate = np.float32(learning_rate[()])
    candidates = []
    for feature, *rows in columns:
        if len({len(row) for row in rows}) > 1:
            raise invalid(f"Feature {feature} must have as many nodes, gains, thresholds and weights")
        for dimension, node, gain, threshold, left, right, kind in zip(*rows, strict=True):
            split = Split(gain, int(feature), int(dimension), int(threshold), rate * left[0], rate * right[0], kind)
            candidates.append((int(node), split))
    with delayed(), slot.lock:
        add_layer(slot.get(), best_by_node(candidates), int(max_depth), int(pruning_mode))


@op(
    "BoostedTreesUpdateEnsemble",
    f"{_HANDLE}, feature_ids: int32, node_ids: num_features*int32, gains: num_features*float32, "
    "thresholds: num_features*int32, left_node_contribs: num_features*float32, "
    "right_node_contribs: num_features*float32, max_depth: int32, learning_rate: float32 ->",
    infer=_update_shapes,
    **_STATE,
)
def boosted_trees_update_ensemble(
    tree_ensemble_handle,
    feature_ids,
    node_ids,
    gains,
    thresholds,
    left_node_contribs,
    right_node_contribs,
    max_depth,
    learning_rate,
    *,
    pruning_mode: int,
):
    """Adds a layer of the best splits to the last tree; when that is max_depth deep, it is finished.

    pruning_mode: 0, 1 or 2 for none, before and after.
    """
    dimensions = [np.zeros(len(nodes), np.int32) for nodes in node_ids]
    kinds = [[DEFAULT_LEFT] * len(nodes) for nodes in node_ids]
    weights = left_node_contribs, right_node_contribs
    columns = zip(feature_ids, dimensions, node_ids, gains, thresholds, *weights, kinds, strict=True)
    _grow(tree_ensemble_handle, columns, max_depth, learning_rate, pruning_mode)


@op(
    "BoostedTreesUpdateEnsembleV2",
    f"{_HANDLE}, feature_ids: int32, dimension_ids: num_features*int32, node_ids: num_features*int32, "
    "gains: num_features*float32, thresholds: num_features*int32, left_node_contribs: num_features*float32, "
    "right_node_contribs: num_features*float32, split_types: num_features*string, max_depth: int32, "
    "learning_rate: float32, pruning_mode: int32 ->",
    infer=_update_shapes,
    **_STATE,
)
def boosted_trees_update_ensemble_v2(
    tree_ensemble_handle,
    feature_ids,
    dimension_ids,
    node_ids,
    gains,
    thresholds,
    left_node_contribs,
    right_node_contribs,
    split_types,
    max_depth,
    learning_rate,
    pruning_mode,
):
    """The same of splits that have a dimension of their feature, and a kind."""
    weights = left_node_contribs, right_node_contribs
    columns = zip(feature_ids, dimension_ids, node_ids, gains, thresholds, *weights, split_types, strict=True)
    _grow(tree_ensemble_handle, columns, max_depth, learning_rate, pruning_mode)


def _bias_shape(op):
    merge(with_rank(op.inputs[1].dims, 2), with_rank(op.inputs[2].dims, 2))
    for tensor in op.inputs[3:]:
        with_rank(tensor.dims, 0)
    return ()


@op(
    "BoostedTreesCenterBias",
    f"{_HANDLE}, mean_gradients: float32, mean_hessians: float32, l1: float32, l2: float32 -> continue_centering: bool",
    infer=_bias_shape,
    **_STATE,
)
def boosted_trees_center_bias(tree_ensemble_handle, mean_gradients, mean_hessians, l1, l2):
    """Adds to the first leaf what the mean gradient and Hessian [1, 1] require; whether another such step is needed."""
    if mean_gradients.size != 1 or mean_hessians.size != 1:
        raise invalid(f"mean_gradients and mean_hessians are one number each, got the shape {mean_gradients.shape}")
    with delayed(), tree_ensemble_handle.lock:
        found = center_bias(tree_ensemble_handle.get(), mean_gradients, mean_hessians, l1[()], l2[()])
    return np.asarray(found)
