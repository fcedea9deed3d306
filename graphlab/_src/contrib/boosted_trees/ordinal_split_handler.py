"""Split handlers of features that are numbers: their buckets are quantiles of the batches of the layer before."""

import re

from graphlab._src.base import dtypes
from graphlab._src.contrib.boosted_trees import quantile_ops
from graphlab._src.contrib.boosted_trees.base_split_handler import BaseSplitHandler, nothing, with_bias
from graphlab._src.contrib.boosted_trees.quantile_accumulator import QuantileAccumulator
from graphlab._src.contrib.boosted_trees.split_ops import build_dense_inequality_splits, build_sparse_inequality_splits
from graphlab._src.graph import constant, name_scope
from graphlab._src.graph.scopes import colocate_with, control_dependencies
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import greater
from graphlab._src.ops.control_flow import group, no_op
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.identity import identity
from graphlab._src.ops.logical import logical_and
from graphlab._src.ops.shape import size
from graphlab._src.proto.gradient_trees import LearnerConfig

_BIAS_FEATURE_ID = -1


class InequalitySplitHandler(BaseSplitHandler):
    """The base of such handlers.

    epsilon: the error of a quantile that is allowed.  num_quantiles: about how many buckets there are.
    init_stamp_token: the stamp that accumulators begin with.  The rest is as for BaseSplitHandler.
    """

    def __init__(
        self,
        l1_regularization,
        l2_regularization,
        tree_complexity_regularization,
        min_node_weight,
        feature_column_group_id,
        epsilon,
        num_quantiles,
        gradient_shape,
        hessian_shape,
        multiclass_strategy,
        init_stamp_token=0,
        loss_uses_sum_reduction=False,
        name=None,
    ):
        super().__init__(
            l1_regularization,
            l2_regularization,
            tree_complexity_regularization,
            min_node_weight,
            feature_column_group_id,
            gradient_shape,
            hessian_shape,
            multiclass_strategy,
            loss_uses_sum_reduction,
            name,
        )
        self._stats_accumulator = self._accumulator(init_stamp_token)
        with colocate_with(self._stats_accumulator.resource_handle):
            self._quantile_accumulator = QuantileAccumulator(
                init_stamp_token,
                epsilon=epsilon,
                num_quantiles=num_quantiles,
                name=f"QuantileAccumulator/{self._name}",
            )

    def scheduled_reads(self):
        """The buckets."""
        return [self._quantile_accumulator.schedule_get_buckets()]

    def reset(self, stamp_token, next_stamp_token):
        """An operation that drops what was added."""
        statistics = self._stats_accumulator.flush(stamp_token, next_stamp_token)
        return group([list(statistics), self._quantile_accumulator.flush(stamp_token, next_stamp_token)])

    def _scheduled(self, stamp_token, column, weights, summary):
        quantiles = self._quantile_accumulator.schedule_add_summary(stamp_token, column, weights)
        return no_op(), [quantiles, self._stats_accumulator.schedule_add(*summary)]

    def _flushed(self, stamp_token, next_stamp_token):
        """(whether buckets are ready, what splits are found of); the accumulators begin anew."""
        ready, buckets = self._quantile_accumulator.get_buckets(stamp_token)
        with control_dependencies([buckets]):
            flush = self._quantile_accumulator.flush(stamp_token, next_stamp_token)
        count, partition_ids, bucket_ids, gradients, hessians = self._stats_accumulator.flush(
            stamp_token, next_stamp_token
        )
        with control_dependencies([flush, partition_ids]):
            ready = identity(ready)
        return ready, {
            "num_minibatches": self._minibatches(count),
            "bucket_boundaries": buckets,
            "partition_ids": partition_ids,
            "bucket_ids": bucket_ids,
            "gradients": gradients,
            "hessians": hessians,
            "feature_column_group_id": self._feature_column_group_id,
            **self._penalties,
        }


class DenseSplitHandler(InequalitySplitHandler):
    """Of a dense column.

    dense_float_column: float32[n, 1].  weak_learner_type: a LearnerConfig.WeakLearnerType.
    """

    def __init__(
        self,
        dense_float_column,
        l1_regularization,
        l2_regularization,
        tree_complexity_regularization,
        min_node_weight,
        feature_column_group_id,
        epsilon,
        num_quantiles,
        gradient_shape,
        hessian_shape,
        multiclass_strategy,
        init_stamp_token=0,
        loss_uses_sum_reduction=False,
        weak_learner_type=LearnerConfig.NORMAL_DECISION_TREE,
        name=None,
    ):
        super().__init__(
            l1_regularization,
            l2_regularization,
            tree_complexity_regularization,
            min_node_weight,
            feature_column_group_id,
            epsilon,
            num_quantiles,
            gradient_shape,
            hessian_shape,
            multiclass_strategy,
            init_stamp_token,
            loss_uses_sum_reduction,
            name,
        )
        self._column, self._weak_learner_type = dense_float_column, weak_learner_type

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
    ):
        """As BaseSplitHandler says."""
        ready, buckets = scheduled_reads[0]
        with name_scope(re.sub(r"[\W_]+", "", self._name), "DenseSplitHandler"):
            none = constant([], dtypes.float32)
            column, weights = cond(is_active[1], lambda: (self._column, weights), lambda: (none, none))

            def quantized():
                found = quantile_ops.quantiles([self._column], [], [buckets], [], []).dense_quantiles[0]
                return example_partition_ids, cast(found, dtypes.int64), gradients, hessians

            summary = cond(
                logical_and(logical_and(ready, greater(size(buckets), 0)), is_active[0]),
                quantized,
                lambda: nothing(empty_gradients, empty_hessians),
            )
            return self._scheduled(stamp_token, column, weights, summary)

    def make_splits(self, stamp_token, next_stamp_token, class_id):
        """As BaseSplitHandler says; of an oblivious tree there is one gain and one ObliviousSplitInfo."""
        ready, inputs = self._flushed(stamp_token, next_stamp_token)
        splits = build_dense_inequality_splits(class_id=class_id, weak_learner_type=self._weak_learner_type, **inputs)
        return ready, *splits


class SparseSplitHandler(InequalitySplitHandler):
    """Of a sparse column.  sparse_float_column: a SparseTensor [n, dimensions]."""

    def __init__(
        self,
        sparse_float_column,
        l1_regularization,
        l2_regularization,
        tree_complexity_regularization,
        min_node_weight,
        feature_column_group_id,
        epsilon,
        num_quantiles,
        gradient_shape,
        hessian_shape,
        multiclass_strategy,
        init_stamp_token=0,
        loss_uses_sum_reduction=False,
        name=None,
    ):
        super().__init__(
            l1_regularization,
            l2_regularization,
            tree_complexity_regularization,
            min_node_weight,
            feature_column_group_id,
            epsilon,
            num_quantiles,
            gradient_shape,
            hessian_shape,
            multiclass_strategy,
            init_stamp_token,
            loss_uses_sum_reduction,
            name,
        )
        self._column = sparse_float_column

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
    ):
        """As BaseSplitHandler says."""
        ready, buckets = scheduled_reads[0]
        with name_scope(self._name, "SparseSplitHandler"):
            indices, values = self._column.indices, self._column.values
            none = constant([], dtypes.float32)
            no_indices, no_shape = constant([], dtypes.int64, shape=[0, 2]), constant([0, 1], dtypes.int64)
            *column, weights = cond(
                is_active[1],
                lambda: (indices, values, self._column.dense_shape, weights),
                lambda: (no_indices, none, no_shape, none),
            )

            def quantized():
                found = quantile_ops.quantiles([], [values], [], [buckets], [indices]).sparse_quantiles[0]
                batch = example_partition_ids, gradients, hessians
                return with_bias(_BIAS_FEATURE_ID, indices, cast(found, dtypes.int64), *batch)

            summary = cond(
                logical_and(ready, greater(size(buckets), 0)),
                quantized,
                lambda: nothing(empty_gradients, empty_hessians),
            )
            return self._scheduled(stamp_token, SparseTensor(*column), weights, summary)

    def make_splits(self, stamp_token, next_stamp_token, class_id):
        """As BaseSplitHandler says."""
        ready, inputs = self._flushed(stamp_token, next_stamp_token)
        return ready, *build_sparse_inequality_splits(class_id=class_id, bias_feature_id=_BIAS_FEATURE_ID, **inputs)
