"""EqualitySplitHandler: finds splits of a feature of ids, one of which goes left."""

from graphlab._src.base import dtypes
from graphlab._src.contrib.boosted_trees.base_split_handler import BaseSplitHandler, nothing, with_bias
from graphlab._src.contrib.boosted_trees.split_ops import build_categorical_equality_splits
from graphlab._src.graph import constant
from graphlab._src.ops.constants import zeros_like
from graphlab._src.ops.control_flow import group, no_op
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.joining import stack
from graphlab._src.proto.gradient_trees import LearnerConfig

_BIAS_FEATURE_ID = int(dtypes.int64.min)


class EqualitySplitHandler(BaseSplitHandler):
    """Of a column of ids.

    sparse_int_column: a SparseTensor of int64 [n, any].  init_stamp_token: the stamp that the accumulator begins with.
    weak_learner_type: a LearnerConfig.WeakLearnerType.  The rest is as for BaseSplitHandler.
    """

    def __init__(
        self,
        sparse_int_column,
        l1_regularization,
        l2_regularization,
        tree_complexity_regularization,
        min_node_weight,
        feature_column_group_id,
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
            gradient_shape,
            hessian_shape,
            multiclass_strategy,
            loss_uses_sum_reduction,
            name,
        )
        self._stats_accumulator = self._accumulator(init_stamp_token)
        self._column, self._weak_learner_type = sparse_int_column, weak_learner_type

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
        del stamp_token, weights, scheduled_reads

        def summary():
            ids = stack([self._column.values, zeros_like(self._column.values)], axis=1)
            batch = example_partition_ids, gradients, hessians
            return with_bias(_BIAS_FEATURE_ID, self._column.indices, ids, *batch)

        found = cond(is_active[0], summary, lambda: nothing(empty_gradients, empty_hessians))
        return no_op(), [self._stats_accumulator.schedule_add(*found)]

    def make_splits(self, stamp_token, next_stamp_token, class_id):
        """As BaseSplitHandler says; splits are always ready, since ids need no buckets."""
        count, partition_ids, feature_ids, gradients, hessians = self._stats_accumulator.flush(
            stamp_token, next_stamp_token
        )
        splits = build_categorical_equality_splits(
            num_minibatches=self._minibatches(count),
            partition_ids=partition_ids,
            feature_ids=feature_ids,
            gradients=gradients,
            hessians=hessians,
            class_id=class_id,
            feature_column_group_id=self._feature_column_group_id,
            bias_feature_id=_BIAS_FEATURE_ID,
            weak_learner_type=self._weak_learner_type,
            **self._penalties,
        )
        return constant(True), *splits

    def reset(self, stamp_token, next_stamp_token):
        """An operation that drops what was added."""
        return group(list(self._stats_accumulator.flush(stamp_token, next_stamp_token)))
