"""BaseSplitHandler: what finds splits of one feature, of statistics that it accumulates over batches."""

import abc
from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.contrib.boosted_trees import batch_ops
from graphlab._src.contrib.boosted_trees.stats_accumulator import StatsAccumulator
from graphlab._src.graph import constant, convert_to_tensor
from graphlab._src.ops.cast import cast
from graphlab._src.ops.constants import fill, zeros_like
from graphlab._src.ops.control_flow import group
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.dynamic import unique
from graphlab._src.ops.gather import gather
from graphlab._src.ops.joining import concat, stack
from graphlab._src.ops.segment import unsorted_segment_sum
from graphlab._src.ops.shape import shape, size


class BaseSplitHandler(abc.ABC):
    """Finds the splits of one feature.

    l1_regularization, l2_regularization, tree_complexity_regularization, min_node_weight: what is subtracted for complexity.
    feature_column_group_id: the number of the feature among those of its kind.  gradient_shape, hessian_shape: TensorShapes of
    one example's.  multiclass_strategy: a LearnerConfig.MultiClassStrategy.
    loss_uses_sum_reduction: whether the loss is a sum, not a mean, as a bool or a tensor.
    """

    def __init__(
        self,
        l1_regularization,
        l2_regularization,
        tree_complexity_regularization,
        min_node_weight,
        feature_column_group_id,
        gradient_shape,
        hessian_shape,
        multiclass_strategy,
        loss_uses_sum_reduction=False,
        name=None,
    ):
        self._feature_column_group_id = feature_column_group_id
        self._name = name or ""
        self._gradient_shape, self._hessian_shape = gradient_shape, hessian_shape
        self._loss_uses_sum_reduction = loss_uses_sum_reduction
        self._penalties = {
            "l1_regularization": l1_regularization,
            "l2_regularization": l2_regularization,
            "tree_complexity_regularization": tree_complexity_regularization,
            "min_node_weight": min_node_weight,
            "multiclass_strategy": multiclass_strategy,
        }

    def scheduled_reads(self):
        """The ScheduledOps whose results update_stats needs."""
        return []

    @abc.abstractmethod
    def update_stats(
        self,
        stamp_token,
        example_partition_ids,
        gradients,
        hessians,
        empty_gradients,
        empty_hessians,
        weights,
        is_active,
        scheduled_reads,
    ) -> Any:
        """(an operation that adds a batch, ScheduledOps that belong to it).

        example_partition_ids: the leaf of each example.  empty_gradients, empty_hessians: those of no example.
        is_active: bool[2], whether the feature counts in this layer and in the next.  scheduled_reads: results.
        """

    def update_stats_sync(
        self,
        stamp_token,
        example_partition_ids,
        gradients,
        hessians,
        empty_gradients,
        empty_hessians,
        weights,
        is_active,
    ):
        """The same as one operation, which also runs what is scheduled."""
        reads = batch_ops.run_handler_scheduled_ops({self: self.scheduled_reads()}, stamp_token, None)
        batch = example_partition_ids, gradients, hessians, empty_gradients, empty_hessians, weights, is_active
        update, scheduled = self.update_stats(stamp_token, *batch, reads[self])
        updates = batch_ops.run_handler_scheduled_ops({self: scheduled}, stamp_token, None)
        return group(update, *updates[self])

    @abc.abstractmethod
    def reset(self, stamp_token, next_stamp_token):
        """An operation that drops what was added."""

    @abc.abstractmethod
    def make_splits(self, stamp_token, next_stamp_token, class_id) -> Any:
        """(whether splits are ready, leaves [n], gains [n], serialized SplitInfos [n]); drops what was added.

        class_id: the class that the tree is for, -1 for all.
        """

    def _accumulator(self, init_stamp_token):
        name = f"StatsAccumulator/{self._name}"
        return StatsAccumulator(init_stamp_token, self._gradient_shape, self._hessian_shape, name=name)

    def _minibatches(self, count):
        """By what sums are divided: the number of updates, or 1 where the loss is a sum."""
        by_sum = convert_to_tensor(self._loss_uses_sum_reduction)
        return cond(by_sum, lambda: constant(1, dtypes.int64), lambda: count)


def with_bias(bias_feature_id, indices, feature_ids, example_partition_ids, gradients, hessians):
    """(leaves, feature_ids [n, 2], gradients, hessians) of a sparse column; first the sums of all examples of each leaf.

    bias_feature_id: the feature of these sums.  indices: of the column [n, 2].  feature_ids: of its values [n, 2].
    """
    rows = indices[:, 0]
    leaves, places = unique(example_partition_ids)

    def total(values):  # in double precision, since sums of many numbers are unstable
        return cast(unsorted_segment_sum(cast(values, dtypes.float64), places, size(leaves)), dtypes.float32)

    bias = fill(shape(leaves), convert_to_tensor(bias_feature_id, dtypes.int64))
    return (
        concat([leaves, gather(example_partition_ids, rows)], 0),
        concat([stack([bias, zeros_like(bias)], axis=1), feature_ids], 0),
        concat([total(gradients), gather(gradients, rows)], 0),
        concat([total(hessians), gather(hessians, rows)], 0),
    )


def nothing(empty_gradients, empty_hessians):
    """The same of no example."""
    leaves, ids = constant([], dtypes.int32), constant([], dtypes.int64, shape=[0, 2])
    return leaves, ids, empty_gradients, empty_hessians
