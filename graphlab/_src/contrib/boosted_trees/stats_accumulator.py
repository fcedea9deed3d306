"""StatsAccumulator: sums of gradients and Hessians over batches, as what sessions initialize and Savers save."""

import re
from typing import Any

from graphlab._src.contrib.boosted_trees import stats_ops
from graphlab._src.contrib.boosted_trees.batch_ops import ScheduledStampedResourceOp
from graphlab._src.graph import GraphKeys, name_scope
from graphlab._src.graph.attributes import attribute
from graphlab._src.graph.scopes import add_to_collection, control_dependencies
from graphlab._src.state.resources import register_resource
from graphlab._src.state.saveable import SaveableObject, SaveSpec

_PARTS = "_stamp", "_num_updates", "_partition_ids", "_feature_ids", "_gradients", "hessians"


class StatsAccumulatorSaveable(SaveableObject):
    """The sums.  create_op: makes the accumulator.  is_scalar: whether they are numbers."""

    def __init__(self, resource_handle, create_op, is_scalar, name):
        self._create_op, self._resource_handle, self._is_scalar = create_op, resource_handle, is_scalar
        parts = zip(self.serialize(), _PARTS, strict=True)
        specs = [SaveSpec(tensor, "", resource_handle.name + part) for tensor, part in parts]
        super().__init__(resource_handle, specs, name)

    def serialize(self):
        """(stamp_token, num_updates, partition_ids, feature_ids, gradients, hessians)."""
        if self._is_scalar:
            return stats_ops.stats_accumulator_scalar_serialize(self._resource_handle)
        return stats_ops.stats_accumulator_tensor_serialize(self._resource_handle)

    def deserialize(self, stamp_token, num_updates, partition_ids, feature_ids, gradients, hessians):
        """An operation that replaces the sums."""
        state = stamp_token, num_updates, partition_ids, feature_ids, gradients, hessians
        if self._is_scalar:
            return stats_ops.stats_accumulator_scalar_deserialize(self._resource_handle, *state)
        return stats_ops.stats_accumulator_tensor_deserialize(self._resource_handle, *state)

    def restore(self, restored_tensors, restored_shapes):
        """An operation that makes the accumulator and replaces its sums."""
        del restored_shapes
        with control_dependencies([self._create_op]):
            return self.deserialize(*restored_tensors)


class StatsAccumulator:
    """Adds up gradients and Hessians, by leaf and by bucket or id of a feature.

    stamp_token: what it begins with; what is added with another one than that of the last flush does not count.
    gradient_shape, hessian_shape: TensorShapes of one example's.
    """

    def __init__(self, stamp_token, gradient_shape, hessian_shape, name: Any = None, container=None):
        self._is_scalar = gradient_shape.ndims == 0 and hessian_shape.ndims == 0
        if name is not None:
            name = re.sub(r"[\W_]+", "", name)
        with name_scope(name, "StatsAccumulator") as scope:
            options = {"container": container or "", "shared_name": scope, "name": scope}
            if self._is_scalar:
                handle = stats_ops.stats_accumulator_scalar_resource_handle_op(**options)
                create = stats_ops.create_stats_accumulator_scalar(handle, stamp_token)
            else:
                handle = stats_ops.stats_accumulator_tensor_resource_handle_op(**options)
                shapes = gradient_shape.as_list(), hessian_shape.as_list()
                create = stats_ops.create_stats_accumulator_tensor(handle, stamp_token, *shapes)
            self._resource_handle, self._init_op = handle, create
            is_initialized = self.is_initialized()
        register_resource(handle, create, is_initialized)
        self._saveable = StatsAccumulatorSaveable(handle, create, self._is_scalar, scope)
        add_to_collection(GraphKeys.SAVEABLE_OBJECTS, self._saveable)

    resource_handle = attribute("_resource_handle", "The handle of the sums.")
    initializer = attribute("_init_op", "An operation that makes the accumulator.")
    saveable = attribute("_saveable", "What a Saver saves: the sums.")

    def is_initialized(self):
        """Whether the accumulator is made, as a bool tensor."""
        if self._is_scalar:
            return stats_ops.stats_accumulator_scalar_is_initialized(self._resource_handle)
        return stats_ops.stats_accumulator_tensor_is_initialized(self._resource_handle)

    def _summary(self, partition_ids, feature_ids, gradients, hessians):
        values = partition_ids, feature_ids, gradients, hessians
        if self._is_scalar:
            return stats_ops.stats_accumulator_scalar_make_summary(*values)
        return stats_ops.stats_accumulator_tensor_make_summary(*values)

    @property
    def _add(self):
        if self._is_scalar:
            return stats_ops.stats_accumulator_scalar_add
        return stats_ops.stats_accumulator_tensor_add

    def add(self, stamp_token, partition_ids, feature_ids, gradients, hessians):
        """An operation that adds a batch: partition_ids [n], feature_ids [n, 2], gradients and hessians [n, ...]."""
        summary = self._summary(partition_ids, feature_ids, gradients, hessians)
        return self._add([self._resource_handle], stamp_token, *([part] for part in summary))

    def schedule_add(self, partition_ids, feature_ids, gradients, hessians):
        """The same as a ScheduledOp."""
        summary = self._summary(partition_ids, feature_ids, gradients, hessians)
        names = "partition_ids", "feature_ids", "gradients", "hessians"
        inputs = dict(zip(names, summary, strict=True))
        return ScheduledStampedResourceOp(self._resource_handle, self._add, **inputs)

    def flush(self, stamp_token, next_stamp_token):
        """(num_updates, partition_ids, feature_ids, gradients, hessians); the accumulator begins anew."""
        if self._is_scalar:
            return stats_ops.stats_accumulator_scalar_flush(self._resource_handle, stamp_token, next_stamp_token)
        return stats_ops.stats_accumulator_tensor_flush(self._resource_handle, stamp_token, next_stamp_token)

    def _gather_saveables_for_checkpoint(self):
        return {"stats_accumulator": self._saveable}
