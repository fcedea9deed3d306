"""The operations of StatsAccumulator: sums of gradients and Hessians, as numbers or as tensors."""

import numpy as np

from graphlab._src.base.errors import invalid
from graphlab._src.base.signals import delayed
from graphlab._src.contrib.boosted_trees.stamps import NAMED, STATE, holder_of, scalars
from graphlab._src.contrib.boosted_trees.statistics import Statistics, summed
from graphlab._src.ops.define import no_gradient, no_outputs, op, scalar

_HANDLE = "stats_accumulator_handle: resource"
_SLOTS = "partition_ids: int32, feature_ids: int64, gradients: float32, hessians: float32"
_FOUND = "output_partition_ids: int32, output_feature_ids: int64, output_gradients: float32, output_hessians: float32"
_ADDED = (
    "stats_accumulator_handles: num_resource_handles*resource, stamp_token: int64, "
    "partition_ids: num_resource_handles*int32, feature_ids: num_resource_handles*int64, "
    "gradients: num_resource_handles*float32, hessians: num_resource_handles*float32 ->"
)


def _slots(gradient, hessian, *first):
    """The shape rule of operations that return slots. gradient, hessian: the dims of all of them."""
    return lambda op: [*first, (None,), (None, 2), gradient, hessian]


_SCALARS, _TENSORS = ((None,), (None,)), (None, None)


def _add(slots, stamp_token, *parts):
    """Adds to each of the accumulators that have this stamp; what comes late is dropped."""
    for slot, *added in zip(slots, *parts, strict=True):
        with delayed(), slot.lock:
            statistics = slot.get()
            if statistics.stamp == int(stamp_token):
                statistics.add(*added)


def _flush(slot, stamp_token, next_stamp_token):
    with delayed(), slot.lock:
        statistics = slot.get()
        statistics.check_stamp(stamp_token, next_stamp_token)
        found = np.asarray(statistics.updates, np.int64), *statistics.slots
        statistics.clear(next_stamp_token)
    return found


def _serialize(slot):
    with slot.lock:
        statistics = slot.get()
        numbers = statistics.stamp, statistics.updates
        return *(np.asarray(number, np.int64) for number in numbers), *statistics.slots


def _deserialize(slot, stamp_token, num_updates, shapes, added):
    statistics = Statistics(stamp_token, *shapes)
    statistics.add(*added)
    statistics.updates = int(num_updates)
    slot.replace(statistics)


@op(
    "StatsAccumulatorScalarResourceHandleOp",
    "-> resource: resource",
    infer=scalar,
    attrs=NAMED,
    on_parameter_server=True,
    **STATE,
)
def stats_accumulator_scalar_resource_handle_op(*, context):
    """A handle of sums of numbers."""
    return holder_of(context, "StatsAccumulatorScalarResource")


@op("StatsAccumulatorScalarIsInitialized", f"{_HANDLE} -> is_initialized: bool", infer=scalar, **STATE)
def stats_accumulator_scalar_is_initialized(stats_accumulator_handle):
    """Whether the sums of numbers are made."""
    return np.asarray(stats_accumulator_handle.is_made)


@op("CreateStatsAccumulatorScalar", f"{_HANDLE}, stamp_token: int64 ->", infer=scalars(no_outputs), **STATE)
def create_stats_accumulator_scalar(stats_accumulator_handle, stamp_token):
    """Makes sums of numbers; those that are there stay."""
    stats_accumulator_handle.make(Statistics(stamp_token, (), ()))


@op("StatsAccumulatorScalarAdd", _ADDED, infer=no_outputs, minimums={"num_resource_handles": 1}, **STATE)
def stats_accumulator_scalar_add(
    stats_accumulator_handles, stamp_token, partition_ids, feature_ids, gradients, hessians
):
    """Adds a batch of numbers to each accumulator whose stamp this is."""
    _add(stats_accumulator_handles, stamp_token, partition_ids, feature_ids, gradients, hessians)


@op(
    "StatsAccumulatorScalarFlush",
    f"{_HANDLE}, stamp_token: int64, next_stamp_token: int64 -> num_updates: int64, {_FOUND}",
    infer=scalars(_slots(*_SCALARS, ())),
    **STATE,
)
def stats_accumulator_scalar_flush(stats_accumulator_handle, stamp_token, next_stamp_token):
    """The sums of numbers, which begin anew with the next stamp, and of how many updates they are."""
    return _flush(stats_accumulator_handle, stamp_token, next_stamp_token)


@op(
    "StatsAccumulatorScalarSerialize",
    f"{_HANDLE} -> stamp_token: int64, num_updates: int64, {_FOUND}",
    infer=scalars(_slots(*_SCALARS, (), ())),
    **STATE,
)
def stats_accumulator_scalar_serialize(stats_accumulator_handle):
    """The sums of numbers, their stamp, and of how many updates they are."""
    return _serialize(stats_accumulator_handle)


@op(
    "StatsAccumulatorScalarDeserialize",
    f"{_HANDLE}, stamp_token: int64, num_updates: int64, {_SLOTS} ->",
    infer=no_outputs,
    **STATE,
)
def stats_accumulator_scalar_deserialize(
    stats_accumulator_handle, stamp_token, num_updates, partition_ids, feature_ids, gradients, hessians
):
    """Replaces the sums of numbers by those of a checkpoint."""
    added = partition_ids, feature_ids, gradients, hessians
    _deserialize(stats_accumulator_handle, stamp_token, num_updates, ((), ()), added)


@op(
    "StatsAccumulatorScalarMakeSummary",
    f"{_SLOTS} -> {_FOUND}",
    infer=_slots(*_SCALARS),
    host=True,
    grad=no_gradient,
)
def stats_accumulator_scalar_make_summary(partition_ids, feature_ids, gradients, hessians):
    """A batch of numbers, with those of one leaf and one bucket added up."""
    return summed(partition_ids, feature_ids, gradients, hessians)


@op(
    "StatsAccumulatorTensorResourceHandleOp",
    "-> resource: resource",
    infer=scalar,
    attrs=NAMED,
    on_parameter_server=True,
    **STATE,
)
def stats_accumulator_tensor_resource_handle_op(*, context):
    """A handle of sums of tensors."""
    return holder_of(context, "StatsAccumulatorTensorResource")


@op("StatsAccumulatorTensorIsInitialized", f"{_HANDLE} -> is_initialized: bool", infer=scalar, **STATE)
def stats_accumulator_tensor_is_initialized(stats_accumulator_handle):
    """Whether the sums of tensors are made."""
    return np.asarray(stats_accumulator_handle.is_made)


@op(
    "CreateStatsAccumulatorTensor",
    f"{_HANDLE}, stamp_token: int64, per_slot_gradient_shape: int64, per_slot_hessian_shape: int64 ->",
    infer=no_outputs,
    **STATE,
)
def create_stats_accumulator_tensor(
    stats_accumulator_handle, stamp_token, per_slot_gradient_shape, per_slot_hessian_shape
):
    """Makes sums of tensors, of one shape for gradients and one for Hessians; those that are there stay."""
    shapes = per_slot_gradient_shape.tolist(), per_slot_hessian_shape.tolist()
    if min(map(len, shapes)) < 1:
        raise invalid(f"Slots with tensors have shapes of at least one axis, got {shapes}")
    stats_accumulator_handle.make(Statistics(stamp_token, *shapes))


@op("StatsAccumulatorTensorAdd", _ADDED, infer=no_outputs, minimums={"num_resource_handles": 1}, **STATE)
def stats_accumulator_tensor_add(
    stats_accumulator_handles, stamp_token, partition_ids, feature_ids, gradients, hessians
):
    """Adds a batch of tensors to each accumulator whose stamp this is."""
    _add(stats_accumulator_handles, stamp_token, partition_ids, feature_ids, gradients, hessians)


@op(
    "StatsAccumulatorTensorFlush",
    f"{_HANDLE}, stamp_token: int64, next_stamp_token: int64 -> num_updates: int64, {_FOUND}",
    infer=scalars(_slots(*_TENSORS, ())),
    **STATE,
)
def stats_accumulator_tensor_flush(stats_accumulator_handle, stamp_token, next_stamp_token):
    """The sums of tensors, which begin anew with the next stamp, and of how many updates they are."""
    return _flush(stats_accumulator_handle, stamp_token, next_stamp_token)


@op(
    "StatsAccumulatorTensorSerialize",
    f"{_HANDLE} -> stamp_token: int64, num_updates: int64, {_FOUND}",
    infer=scalars(_slots(*_TENSORS, (), ())),
    **STATE,
)
def stats_accumulator_tensor_serialize(stats_accumulator_handle):
    """The sums of tensors, their stamp, and of how many updates they are."""
    return _serialize(stats_accumulator_handle)


@op(
    "StatsAccumulatorTensorDeserialize",
    f"{_HANDLE}, stamp_token: int64, num_updates: int64, {_SLOTS} ->",
    infer=no_outputs,
    **STATE,
)
def stats_accumulator_tensor_deserialize(
    stats_accumulator_handle, stamp_token, num_updates, partition_ids, feature_ids, gradients, hessians
):
    """Replaces the sums of tensors by those of a checkpoint."""
    added = partition_ids, feature_ids, gradients, hessians
    _deserialize(stats_accumulator_handle, stamp_token, num_updates, (gradients.shape[1:], hessians.shape[1:]), added)


@op(
    "StatsAccumulatorTensorMakeSummary",
    f"{_SLOTS} -> {_FOUND}",
    infer=_slots(*_TENSORS),
    host=True,
    grad=no_gradient,
)
def stats_accumulator_tensor_make_summary(partition_ids, feature_ids, gradients, hessians):
    """A batch of tensors, with those of one leaf and one bucket added up."""
    return summed(partition_ids, feature_ids, gradients, hessians)
