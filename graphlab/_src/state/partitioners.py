"""Partitioners: functions that say into how many parts get_variable cuts a variable."""

import math
from typing import Any

from graphlab._src.base import dtypes, shapes
from graphlab._src.graph import Tensor
from graphlab._src.state.scope import get_variable_scope, variable_scope
from graphlab._src.state.variable_store import variable_store


def variable_axis_size_partitioner(max_shard_bytes, axis=0, bytes_per_string_element=16, max_shards=None):
    """A partitioner with as many parts along `axis` as keep each below max_shard_bytes, and no more than max_shards.

    bytes_per_string_element: the size to assume for strings.
    """
    if max_shard_bytes < 1 or bytes_per_string_element < 1:
        raise ValueError("Both max_shard_bytes and bytes_per_string_element must be positive.")
    if max_shards and max_shards < 1:
        raise ValueError("max_shards must be positive.")

    def partitioner(shape, dtype):
        if not isinstance(shape, shapes.TensorShape):
            raise ValueError(f"shape is not a TensorShape: {shape}")
        if not shape.is_fully_defined():
            raise ValueError(f"shape is not fully defined: {shape}")
        if not isinstance(dtype, dtypes.DType):
            raise ValueError(f"dtype is not a DType: {dtype}")
        sizes: Any = shape.as_list()
        row_bytes = math.prod(sizes) / sizes[axis] * _bytes(dtype, bytes_per_string_element)
        rows = max(1, math.floor(max_shard_bytes / row_bytes))
        count = math.ceil(sizes[axis] / rows)
        return _along(axis, len(sizes), min(max_shards, count) if max_shards else count)

    return partitioner


def min_max_variable_partitioner(max_partitions=1, axis=0, min_slice_size=256 << 10, bytes_per_string_element=16):
    """A partitioner with as many parts along `axis` as have min_slice_size bytes each, and no more than max_partitions.

    bytes_per_string_element: the size to assume for strings.
    """

    def partitioner(shape, dtype):
        if axis >= len(shape):
            raise ValueError(f"Can not partition variable along axis {axis} when shape is only {shape}")
        sizes = shape.as_list()
        wanted = math.ceil(math.prod(sizes) * _bytes(dtype, bytes_per_string_element) / min_slice_size)
        return _along(axis, len(sizes), max(1, min(sizes[axis], max_partitions, wanted)))

    return partitioner


def fixed_size_partitioner(num_shards, axis=0):
    """num_shards parts along `axis`, or as many as it has rows."""

    def partitioner(shape, **others):
        sizes = shape.as_list()
        return _along(axis, len(sizes), min(num_shards, sizes[axis]))

    return partitioner


def _bytes(dtype, bytes_per_string_element):
    return bytes_per_string_element if dtype.base_dtype is dtypes.string else dtype.size


def _along(axis, rank, count):
    partitions = [1] * rank
    partitions[axis] = count
    return partitions


def create_partitioned_variables(
    shape, slicing, initializer, dtype=dtypes.float32, trainable=True, collections=None, name=None, reuse=None
):
    """The parts of a variable, cut as `slicing` says: how many along each axis.

    initializer: a tensor of the whole shape, whose dtype counts then, or a function of a shape and a dtype.
    trainable, collections, reuse: as in get_variable.
    """
    if isinstance(initializer, Tensor):
        dtype = initializer.dtype.base_dtype
    if len(shape) != len(slicing):
        raise ValueError(
            f"The 'shape' and 'slicing' of a partitioned Variable must have the length: shape: {shape}, slicing: "
            f"{slicing}"
        )
    if len(shape) < 1:
        raise ValueError(f"A partitioned Variable must have rank at least 1: shape: {shape}")
    with variable_scope(name, "PartitionedVariable", reuse=reuse):
        return list(
            get_partitioned_variable(
                None,  # the whole is named as the scope
                shape=shape,
                dtype=dtype,
                initializer=initializer,
                trainable=trainable,
                collections=collections,
                partitioner=lambda **_: slicing,
            )
        )


def get_partitioned_variable(
    name,
    shape=None,
    dtype=None,
    initializer=None,
    regularizer=None,
    trainable=True,
    collections=None,
    caching_device=None,
    partitioner=None,
    validate_shape=True,
    use_resource=None,
    constraint=None,
    synchronization=None,
    aggregation=None,
):
    """The PartitionedVariable that get_variable makes or finds, whose arguments these are.

    Raises ValueError where the variable scope has a custom getter, and where neither it nor the call has a partitioner.
    """
    scope = get_variable_scope()
    if scope.custom_getter is not None:
        raise ValueError(
            "Private access to _get_partitioned_variable is not allowed when a custom getter is set.  Current custom "
            f"getter: {scope.custom_getter}.  It is likely that you're using create_partitioned_variables.  If so, "
            "consider instead using get_variable with a non-empty partitioner parameter instead."
        )
    if partitioner is None and scope.partitioner is None:
        raise ValueError("No partitioner was specified")
    return scope.get_variable(
        variable_store(),
        name or None,
        shape=shape,
        dtype=dtype,
        initializer=initializer,
        regularizer=regularizer,
        trainable=trainable,
        collections=collections,
        caching_device=caching_device,
        partitioner=partitioner,
        validate_shape=validate_shape,
        use_resource=use_resource,
        constraint=constraint,
        synchronization=synchronization,
        aggregation=aggregation,
    )
