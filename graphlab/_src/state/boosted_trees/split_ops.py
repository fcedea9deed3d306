"""The operations that sum up gradients by bucket, and find the best split of each node."""

from typing import Any

import numpy as np

from graphlab._src.base.errors import invalid
from graphlab._src.ops.define import op, undefined_gradient
from graphlab._src.ops.rules import merge, merge_size, with_rank
from graphlab._src.state.boosted_trees.splits import (
    Penalties,
    best_of_dimensions,
    best_of_feature,
    best_of_sparse,
)
from graphlab._src.state.boosted_trees.statistics import (
    check_batch,
    sparse_summary_of,
    summary_of,
    summary_of_dimensions,
)

_HOST: dict[str, Any] = {"host": True, "grad": undefined_gradient}
_PENALTIES = "l1: float32, l2: float32, tree_complexity: float32, min_node_weight: float32"
_FOUND = (
    "node_ids: int32, gains: float32, feature_dimensions: int32, thresholds: int32, left_node_contribs: float32, "
    "right_node_contribs: float32, split_with_default_directions: string"
)
_SIZES = {"max_splits": 1, "num_buckets": 1}


def _range(node_id_range, splits):
    if node_id_range.shape != (2,):
        raise invalid(
            f"node_id_range must be a rank 1 tensor with shape=[2], got the shape {list(node_id_range.shape)}"
        )
    first, last = node_id_range.tolist()
    if first < last and not 0 <= first < last <= splits:
        raise invalid(f"node_id_range [{first}, {last}) is not within the {splits} nodes of the summary")
    return range(first, last)


def _penalties(*values):
    for value, name in zip(values, ("l1", "l2", "tree_complexity", "min_node_weight"), strict=True):
        if value.ndim:
            raise invalid(f"{name} must be a scalar, got a tensor of shape {list(value.shape)}")
    return Penalties(*(np.float32(value[()]) for value in values))


def _batch_size(op, *ranks):
    """The size that the first inputs have in common, of those ranks."""
    size = None
    for tensor, rank in zip(op.inputs, ranks, strict=False):
        size = merge_size(size, with_rank(tensor.dims, rank)[0])
    return size


def _summary_shape(op):
    _batch_size(op, 1, 2, 2, *(1 for _ in op.inputs[3:]))
    merge(op.inputs[1].dims, op.inputs[2].dims)
    return (op.attrs["num_features"], op.attrs["max_splits"], op.attrs["num_buckets"], 2)


@op(
    "BoostedTreesMakeStatsSummary",
    "node_ids: int32, gradients: float32, hessians: float32, bucketized_features_list: num_features*int32 "
    "-> stats_summary: float32",
    infer=_summary_shape,
    minimums={**_SIZES, "num_features": 1},
    **_HOST,
)
def boosted_trees_make_stats_summary(
    node_ids, gradients, hessians, bucketized_features_list, *, max_splits: int, num_buckets: int
):
    """Sums of gradients and of Hessians by feature, node and bucket: [features, max_splits, num_buckets, 2]."""
    check_batch(node_ids, gradients, hessians, max_splits)
    found = [
        summary_of(node_ids, gradients, hessians, feature, max_splits, num_buckets)
        for feature in bucketized_features_list
    ]
    return np.stack(found)


def _dimensions_shape(op):
    _batch_size(op, 1, 2, 2, 2)
    logits, hessians, dimensions = (with_rank(tensor.dims, 2)[1] for tensor in op.inputs[1:])
    size = None if logits is None or hessians is None else logits + hessians
    return (op.attrs["max_splits"], dimensions, op.attrs["num_buckets"] + 1, size)


@op(
    "BoostedTreesAggregateStats",
    "node_ids: int32, gradients: float32, hessians: float32, feature: int32 -> stats_summary: float32",
    infer=_dimensions_shape,
    minimums=_SIZES,
    **_HOST,
)
def boosted_trees_aggregate_stats(node_ids, gradients, hessians, feature, *, max_splits: int, num_buckets: int):
    """Sums by node, dimension of a feature [batch, dimensions], and bucket; the last is that of examples without it (-1)."""
    check_batch(node_ids, gradients, hessians, max_splits)
    return summary_of_dimensions(node_ids, gradients, hessians, feature, max_splits, num_buckets)


def _sparse_shapes(op):
    _batch_size(op, 1, 2, 2)
    merge_size(with_rank(op.inputs[3].dims, 2)[0], with_rank(op.inputs[4].dims, 1)[0])
    merge_size(with_rank(op.inputs[5].dims, 1)[0], 2)
    return [(None, 4), (None,), (4,)]


@op(
    "BoostedTreesSparseAggregateStats",
    "node_ids: int32, gradients: float32, hessians: float32, feature_indices: int32, feature_values: int32, "
    "feature_shape: int32 -> stats_summary_indices: int32, stats_summary_values: float32, stats_summary_shape: int32",
    infer=_sparse_shapes,
    minimums=_SIZES,
    **_HOST,
)
def boosted_trees_sparse_aggregate_stats(
    node_ids, gradients, hessians, feature_indices, feature_values, feature_shape, *, max_splits: int, num_buckets: int
):
    """The same of a sparse feature, as the indices, values and shape of the sums that there are."""
    check_batch(node_ids, gradients, hessians, max_splits)
    dimensions = int(feature_shape[1])
    indices, values = sparse_summary_of(
        node_ids, gradients, hessians, feature_indices, feature_values, dimensions, num_buckets
    )
    size = gradients.shape[1] + hessians.shape[1]
    return indices, values, np.array([max_splits, dimensions, num_buckets + 1, size], np.int32)


def _gains_shapes(op):
    count, splits = op.attrs["num_features"], op.attrs["max_splits"]
    merge(with_rank(op.inputs[0].dims, 1), (2,))
    summary = (splits, None, 2)
    for tensor in op.inputs[1 : count + 1]:
        summary = merge(summary, with_rank(tensor.dims, 3))
    for tensor in op.inputs[count + 1 :]:
        with_rank(tensor.dims, 0)
    return [(None,)] * (3 * count) + [(None, 1)] * (2 * count)


@op(
    "BoostedTreesCalculateBestGainsPerFeature",
    f"node_id_range: int32, stats_summary_list: num_features*float32, {_PENALTIES} -> "
    "node_ids_list: num_features*int32, gains_list: num_features*float32, thresholds_list: num_features*int32, "
    "left_node_contribs_list: num_features*float32, right_node_contribs_list: num_features*float32",
    infer=_gains_shapes,
    minimums={"max_splits": 1, "num_features": 1},
    **_HOST,
)
def boosted_trees_calculate_best_gains_per_feature(
    node_id_range, stats_summary_list, l1, l2, tree_complexity, min_node_weight, *, max_splits: int
):
    """The best split of each node by each feature: nodes, gains, buckets, and the weights of the children."""
    del max_splits
    penalties = _penalties(l1, l2, tree_complexity, min_node_weight)
    found = [best_of_feature(summary, _range(node_id_range, len(summary)), penalties) for summary in stats_summary_list]
    by_feature = [_arrays(one, 1) for one in found]
    wanted = (0, 1, 3, 4, 5)
    return [arrays[i] for i in wanted for arrays in by_feature]


def _arrays(found, logits):
    """The outputs of an operation that finds splits."""
    count = len(found)
    kinds = np.empty(count, object)
    kinds[:] = [one.kind for one in found]
    return [
        np.array([one.node for one in found], np.int32),
        np.array([one.gain for one in found], np.float32),
        np.array([one.dimension for one in found], np.int32),
        np.array([one.bucket for one in found], np.int32),
        np.array([one.left for one in found], np.float32).reshape(count, logits),
        np.array([one.right for one in found], np.float32).reshape(count, logits),
        kinds,
    ]


def _found_shapes(*ranks):
    """The shape rule of what finds the splits of one feature, whose summary is inputs of these ranks."""

    def infer(op):
        merge(with_rank(op.inputs[0].dims, 1), (2,))
        for tensor, rank in zip(op.inputs[1:], (*ranks, 0, 0, 0, 0), strict=True):
            with_rank(tensor.dims, rank)
        weights = (None, op.attrs["logits_dimension"])
        return [(None,)] * 4 + [weights, weights, (None,)]

    return infer


@op(
    "BoostedTreesCalculateBestFeatureSplit",
    f"node_id_range: int32, stats_summary: float32, {_PENALTIES} -> {_FOUND}",
    types={"split_type": (b"inequality", b"equality")},
    infer=_found_shapes(4),
    minimums={"logits_dimension": 1},
    **_HOST,
)
def boosted_trees_calculate_best_feature_split(
    node_id_range,
    stats_summary,
    l1,
    l2,
    tree_complexity,
    min_node_weight,
    *,
    logits_dimension: int,
    split_type: str = "inequality",
):
    """The best split of each node by one feature: nodes, gains, dimensions, buckets, weights of the children, kinds.

    split_type: "equality" where one bucket alone goes left, as of categories.
    """
    hessians = stats_summary.shape[3] - logits_dimension
    if hessians not in (logits_dimension, logits_dimension**2):
        raise invalid(f"hessian dim should be {logits_dimension} or its square, but got: {hessians}")
    penalties = _penalties(l1, l2, tree_complexity, min_node_weight)
    nodes = _range(node_id_range, len(stats_summary))
    equality = split_type in ("equality", b"equality")
    return _arrays(best_of_dimensions(stats_summary, nodes, logits_dimension, equality, penalties), logits_dimension)


@op(
    "BoostedTreesSparseCalculateBestFeatureSplit",
    "node_id_range: int32, stats_summary_indices: int32, stats_summary_values: float32, stats_summary_shape: int32, "
    f"{_PENALTIES} -> {_FOUND}",
    types={"split_type": (b"inequality",)},
    infer=_found_shapes(2, 1, 1),
    minimums={"logits_dimension": 1},
    **_HOST,
)
def boosted_trees_sparse_calculate_best_feature_split(
    node_id_range,
    stats_summary_indices,
    stats_summary_values,
    stats_summary_shape,
    l1,
    l2,
    tree_complexity,
    min_node_weight,
    *,
    logits_dimension: int,
    split_type: str = "inequality",
):
    """The same of a sparse summary, of one logit."""
    del split_type
    shape = stats_summary_shape.tolist()
    if logits_dimension != 1 or len(shape) != 4 or shape[3] != 2:
        raise invalid(
            f"A sparse summary is of one logit, got logits_dimension={logits_dimension} and the shape {shape}"
        )
    _range(node_id_range, shape[0])
    for i, column in enumerate(stats_summary_indices.T):
        if len(column) and not 0 <= column.min() <= column.max() < shape[i]:
            raise invalid(f"stats_summary_indices column {i} must be in [0, {shape[i]})")
    penalties = _penalties(l1, l2, tree_complexity, min_node_weight)
    return _arrays(best_of_sparse(stats_summary_indices, stats_summary_values, shape, penalties), 1)
