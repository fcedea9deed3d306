"""The operations that find the best split of each leaf, of the sums of one feature: BuildDenseInequalitySplits and others."""

import numpy as np

from graphlab._src.base.errors import invalid
from graphlab._src.contrib.boosted_trees.node_stats import Regularization
from graphlab._src.contrib.boosted_trees.splits import Learner, Sums, best_layer_split, best_split, candidates_of_sparse
from graphlab._src.ops.define import no_gradient, op
from graphlab._src.ops.rules import with_rank
from graphlab._src.proto.gradient_trees import LearnerConfig

_PENALTIES = (
    "l1_regularization: float32, l2_regularization: float32, tree_complexity_regularization: float32, "
    "min_node_weight: float32, multiclass_strategy: int32"
)
_STATS = "partition_ids: int32, {}: int64, gradients: float32, hessians: float32"
_COLUMN = "class_id: int32, feature_column_group_id: int32"
_FOUND = "output_partition_ids: int32, gains: float32, split_infos: string"
_PURE = {"host": True, "grad": no_gradient}


def _shapes(op):
    with_rank(op.inputs[0].dims, 0)
    with_rank(op.inputs[1].dims, 1)
    with_rank(op.inputs[2].dims, 2)
    return [(None,)] * 3


def _learner(column, class_id, strategy, l1, l2, tree_complexity, min_node_weight):
    regularization = Regularization(l1[()], l2[()], tree_complexity[()], min_node_weight[()])
    return Learner(int(column), int(class_id), int(strategy), regularization)


def _leaves(partition_ids, ids, gradients, hessians, num_minibatches):
    """(number of the leaf, ids, Sums, their share of a batch) of each leaf, in the order of numbers."""
    if (partition_ids[1:] < partition_ids[:-1]).any():
        raise invalid("Partition IDs must be sorted.")
    count = len(partition_ids)
    if min(len(ids), len(gradients), len(hessians)) != count or ids.ndim != 2:
        raise invalid(
            f"{count} partition_ids, but {len(ids)} ids, {len(gradients)} gradients, {len(hessians)} hessians"
        )
    ratio = np.float32(1) / np.float32(num_minibatches)
    numbers, starts = np.unique(partition_ids, return_index=True)
    ends = np.append(starts, count)[1:]
    for number, start, end in zip(numbers.tolist(), starts, ends, strict=True):
        yield number, ids[start:end], Sums(gradients[start:end], hessians[start:end]), ratio


def _results(leaves, gains, splits):
    texts = np.empty(len(splits), object)
    texts[:] = [split.SerializeToString() for split in splits]
    return np.array(leaves, np.int32), np.array(gains, np.float32), texts


def _with_bias(leaves, bias_feature_id):
    """(number, ids, Sums, Sums of all examples, ratio) of the leaves with more than the sum of all, which comes first."""
    for number, ids, sums, ratio in leaves:
        if len(ids) < 2:
            continue
        if ids[0, 0] != bias_feature_id:
            raise invalid("Bias feature ID missing.")
        if ids[0, 1] != 0:
            raise invalid("Bias feature ID must be with dimension 0.")
        yield number, ids[1:], sums.rows(slice(1, None)), sums.rows(slice(1)).times(ratio), ratio


@op(
    "BuildDenseInequalitySplits",
    f"num_minibatches: int64, {_STATS.format('bucket_ids')}, bucket_boundaries: float32, {_COLUMN}, {_PENALTIES}, "
    f"weak_learner_type: int32 -> {_FOUND}",
    infer=_shapes,
    **_PURE,
)
def build_dense_inequality_splits(
    num_minibatches,
    partition_ids,
    bucket_ids,
    gradients,
    hessians,
    bucket_boundaries,
    class_id,
    feature_column_group_id,
    l1_regularization,
    l2_regularization,
    tree_complexity_regularization,
    min_node_weight,
    multiclass_strategy,
    weak_learner_type,
):
    """(leaves [n], gains [n], SplitInfos [n]) of a dense feature; of an oblivious tree one gain and one split of all leaves."""
    penalties = l1_regularization, l2_regularization, tree_complexity_regularization, min_node_weight
    learner = _learner(feature_column_group_id, class_id, multiclass_strategy, *penalties)
    if not len(bucket_boundaries):
        return _results([], [], [])  # the feature is inactive
    found = []
    for number, ids, sums, ratio in _leaves(partition_ids, bucket_ids, gradients, hessians, num_minibatches):
        root = sums.running().rows(slice(-1, None)).times(ratio)
        found.append((number, ids[:, 0], root, sums.times(ratio).running()))
    if found and weak_learner_type == LearnerConfig.OBLIVIOUS_DECISION_TREE:
        numbers, ids, roots, sums = zip(*found, strict=True)
        buckets = np.unique(np.concatenate(ids))
        lefts = [_up_to(one, buckets, ends) for one, ends in zip(sums, ids, strict=True)]
        place, gain, split = best_layer_split(learner, numbers, roots, lefts)
        test = split.split_node.oblivious_dense_float_binary_split
        test.feature_column = learner.column
        test.threshold = _boundary(bucket_boundaries, buckets[place])
        return _results(numbers, [gain], [split])
    gains, splits = [], []
    for _, ids, root, left in found:
        place, gain, split = best_split(learner, root, left, root.minus(left))
        test = split.split_node.dense_float_binary_split
        test.feature_column, test.threshold = learner.column, _boundary(bucket_boundaries, ids[place])
        gains.append(gain)
        splits.append(split)
    return _results([number for number, *_ in found], gains, splits)


def _boundary(boundaries, bucket):
    if not 0 <= bucket < len(boundaries):
        raise invalid(f"There is a bucket {bucket}, but {len(boundaries)} bucket_boundaries")
    return float(boundaries[bucket])


def _up_to(running, buckets, ends):
    """The sum of what is in the buckets up to each of `buckets`.  running: at `ends`."""
    places = np.searchsorted(ends, buckets, side="right")
    return running.of(lambda part: np.concatenate([np.zeros_like(part[:1]), part])[places])


@op(
    "BuildSparseInequalitySplits",
    f"num_minibatches: int64, {_STATS.format('bucket_ids')}, bucket_boundaries: float32, {_COLUMN}, "
    f"bias_feature_id: int64, {_PENALTIES} -> {_FOUND}",
    infer=_shapes,
    **_PURE,
)
def build_sparse_inequality_splits(
    num_minibatches,
    partition_ids,
    bucket_ids,
    gradients,
    hessians,
    bucket_boundaries,
    class_id,
    feature_column_group_id,
    bias_feature_id,
    l1_regularization,
    l2_regularization,
    tree_complexity_regularization,
    min_node_weight,
    multiclass_strategy,
):
    """(leaves [n], gains [n], SplitInfos [n]) of a sparse feature: a split also says where examples without a value go."""
    penalties = l1_regularization, l2_regularization, tree_complexity_regularization, min_node_weight
    learner = _learner(feature_column_group_id, class_id, multiclass_strategy, *penalties)
    leaves = _leaves(partition_ids, bucket_ids, gradients, hessians, num_minibatches)
    numbers, gains, splits = [], [], []
    for number, ids, sums, root, ratio in _with_bias(leaves, bias_feature_id):
        starts = np.flatnonzero(np.concatenate([[True], ids[1:, 1] != ids[:-1, 1]])).tolist()
        left, right, places, default_right = candidates_of_sparse(root, sums, ratio, starts)
        place, gain, split = best_split(learner, root, left, right)
        node = split.split_node
        part = node.sparse_float_binary_split_default_right if default_right[place] else None
        test = (part or node.sparse_float_binary_split_default_left).split
        bucket, dimension = ids[places[place]].tolist()
        test.feature_column, test.dimension_id = learner.column, dimension
        test.threshold = _boundary(bucket_boundaries, bucket)
        numbers.append(number)
        gains.append(gain)
        splits.append(split)
    return _results(numbers, gains, splits)


@op(
    "BuildCategoricalEqualitySplits",
    f"num_minibatches: int64, {_STATS.format('feature_ids')}, {_COLUMN}, bias_feature_id: int64, {_PENALTIES}, "
    f"weak_learner_type: int32 -> {_FOUND}",
    infer=_shapes,
    **_PURE,
)
def build_categorical_equality_splits(
    num_minibatches,
    partition_ids,
    feature_ids,
    gradients,
    hessians,
    class_id,
    feature_column_group_id,
    bias_feature_id,
    l1_regularization,
    l2_regularization,
    tree_complexity_regularization,
    min_node_weight,
    multiclass_strategy,
    weak_learner_type,
):
    """(leaves [n], gains [n], SplitInfos [n]) of a feature of ids: one of them goes left, the others go right."""
    penalties = l1_regularization, l2_regularization, tree_complexity_regularization, min_node_weight
    learner = _learner(feature_column_group_id, class_id, multiclass_strategy, *penalties)
    leaves = _leaves(partition_ids, feature_ids, gradients, hessians, num_minibatches)
    found = [
        (number, ids[:, 0], sums.times(ratio), root)
        for number, ids, sums, root, ratio in _with_bias(leaves, bias_feature_id)
    ]
    if found and weak_learner_type == LearnerConfig.OBLIVIOUS_DECISION_TREE:
        numbers, ids, sums, roots = zip(*found, strict=True)
        every = np.unique(np.concatenate(ids))
        lefts = [_exactly(one, every, here) for one, here in zip(sums, ids, strict=True)]
        place, gain, split = best_layer_split(learner, numbers, roots, lefts)
        test = split.split_node.oblivious_categorical_id_binary_split
        test.feature_column, test.feature_id = learner.column, int(every[place])
        return _results(numbers, [gain], [split])
    gains, splits = [], []
    for _, ids, sums, root in found:
        place, gain, split = best_split(learner, root, sums, root.minus(sums))
        test = split.split_node.categorical_id_binary_split
        test.feature_column, test.feature_id = learner.column, int(ids[place])
        gains.append(gain)
        splits.append(split)
    return _results([number for number, *_ in found], gains, splits)


def _exactly(sums, every, ids):
    """The sums of each id of `every`, 0 for those that are not in ids."""
    places = np.searchsorted(every, ids)

    def spread(part):
        found = np.zeros((len(every), *part.shape[1:]), np.float32)
        found[places] = part
        return found

    return sums.of(spread)
