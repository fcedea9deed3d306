"""QuantileAccumulator: quantiles of a feature over batches, as what sessions initialize and Savers save."""

import re
from typing import Any

from graphlab._src.contrib.boosted_trees import quantile_ops
from graphlab._src.contrib.boosted_trees.batch_ops import ScheduledStampedResourceOp
from graphlab._src.graph import GraphKeys, name_scope
from graphlab._src.graph.attributes import attribute
from graphlab._src.graph.scopes import add_to_collection, control_dependencies
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.state.resources import register_resource
from graphlab._src.state.saveable import SaveableObject, SaveSpec

_PARTS = "_stamp", "_state", "_are_buckets_ready", "buckets"


class QuantileAccumulatorSaveable(SaveableObject):
    """Summaries and boundaries.  create_op: makes the accumulator."""

    def __init__(self, resource_handle, create_op, name):
        self._resource_handle, self._create_op = resource_handle, create_op
        parts = zip(quantile_ops.quantile_accumulator_serialize(resource_handle), _PARTS, strict=True)
        super().__init__(resource_handle, [SaveSpec(tensor, "", name + part) for tensor, part in parts], name)

    def restore(self, restored_tensors, restored_shapes):
        """An operation that makes the accumulator and replaces its state."""
        del restored_shapes
        with control_dependencies([self._create_op]):
            return quantile_ops.quantile_accumulator_deserialize(self._resource_handle, *restored_tensors)


class QuantileAccumulator:
    """Finds the boundaries of buckets of a feature from several batches.

    init_stamp_token: the stamp that it begins with.  epsilon: the error of a quantile that is allowed.
    num_quantiles: about how many buckets are made.  max_elements: how many values come at most.
    generate_quantiles: whether there are exactly num_quantiles of the same weight.
    """

    def __init__(
        self,
        init_stamp_token,
        epsilon,
        num_quantiles,
        max_elements=None,
        name: Any = None,
        container=None,
        generate_quantiles=False,
    ):
        self._epsilon = epsilon
        with name_scope(re.sub(r"[\W_]+", "", name or ""), "QuantileAccumulator") as scope:
            handle = quantile_ops.quantile_stream_resource_handle_op(
                container=container or "", shared_name=scope, name=scope
            )
            options = {} if max_elements is None else {"max_elements": max_elements}
            self._resource_handle = handle
            self._init_op = quantile_ops.create_quantile_accumulator(
                handle,
                init_stamp_token,
                epsilon=epsilon,
                num_quantiles=num_quantiles,
                generate_quantiles=generate_quantiles,
                **options,
            )
            is_initialized = self.is_initialized()
        register_resource(handle, self._init_op, is_initialized)
        self._saveable = QuantileAccumulatorSaveable(handle, self._init_op, scope)
        add_to_collection(GraphKeys.SAVEABLE_OBJECTS, self._saveable)

    resource_handle = attribute("_resource_handle", "The handle of the quantiles.")
    initializer = attribute("_init_op", "An operation that makes the accumulator.")
    saveable = attribute("_saveable", "What a Saver saves: summaries and boundaries.")

    def is_initialized(self):
        """Whether the accumulator is made, as a bool tensor."""
        return quantile_ops.quantile_accumulator_is_initialized(self._resource_handle)

    def get_buckets(self, stamp_token):
        """(whether there are boundaries of the last flush, the boundaries)."""
        ready, buckets = quantile_ops.quantile_accumulator_get_buckets([self._resource_handle], stamp_token)
        return ready[0], buckets[0]

    def schedule_get_buckets(self):
        """The same as a ScheduledOp."""
        return ScheduledStampedResourceOp(self._resource_handle, quantile_ops.quantile_accumulator_get_buckets)

    def _summary(self, column, example_weights):
        if isinstance(column, SparseTensor):
            dense, sparse = [], ([column.indices], [column.values], [column.dense_shape])
        else:
            dense, sparse = [column], ([], [], [])
        made = quantile_ops.make_quantile_summaries(dense, *sparse, example_weights, epsilon=self._epsilon / 2)
        return (made.sparse_summaries if isinstance(column, SparseTensor) else made.dense_summaries)[0]

    def add_summary(self, stamp_token, column, example_weights):
        """An operation that adds a batch: a column of a tensor or a SparseTensor, and weights [n]."""
        return self.add_prebuilt_summary(stamp_token, self._summary(column, example_weights))

    def add_prebuilt_summary(self, stamp_token, summary):
        """An operation that adds a serialized QuantileSummaryState."""
        return quantile_ops.quantile_accumulator_add_summaries([self._resource_handle], stamp_token, [summary])

    def schedule_add_summary(self, stamp_token, column, example_weights):
        """The same as add_summary as a ScheduledOp, which gets its stamp when it is run."""
        del stamp_token
        summary = self._summary(column, example_weights)
        return ScheduledStampedResourceOp(
            self._resource_handle, quantile_ops.quantile_accumulator_add_summaries, summaries=summary
        )

    def flush(self, stamp_token, next_stamp_token):
        """An operation that makes the boundaries of what was added; the accumulator begins anew."""
        return quantile_ops.quantile_accumulator_flush(self._resource_handle, stamp_token, next_stamp_token)

    def flush_summary(self, stamp_token, next_stamp_token):
        """The summary of what was added, serialized; the accumulator begins anew."""
        return quantile_ops.quantile_accumulator_flush_summary(self._resource_handle, stamp_token, next_stamp_token)

    def _gather_saveables_for_checkpoint(self):
        return {"quantile_accumulator": self._saveable}
