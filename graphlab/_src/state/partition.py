"""Partitions of a variable along one axis."""

from collections.abc import Sequence

from graphlab._src.graph.attributes import attribute


class PartitionInfo:
    """What an initializer receives about the part that it makes: the shape of the whole, and where the part begins."""

    def __init__(self, full_shape, var_offset):
        for what, value in (("full_shape", full_shape), ("var_offset", var_offset)):
            if not isinstance(value, Sequence) or isinstance(value, str):
                raise TypeError(f"`{what}` must be a sequence (like tuple or list) instead of {type(value).__name__}")
        if len(var_offset) != len(full_shape):
            raise ValueError(
                f"Expected equal length, but `var_offset` is of length {len(var_offset)} while full_shape is of length "
                f"{len(full_shape)}."
            )
        for i, (offset, size) in enumerate(zip(var_offset, full_shape, strict=True)):
            if offset < 0 or offset >= size:
                raise ValueError(
                    f"Expected 0 <= offset < shape but found offset={offset}, shape={size} for var_offset={var_offset}, "
                    f"full_shape={full_shape} in dimension {i}"
                )
        self._full_shape = full_shape
        self._var_offset = var_offset

    full_shape = attribute("_full_shape", "The shape of the whole.")
    var_offset = attribute("_var_offset", "Where the part begins, along each axis.")

    def single_offset(self, shape):
        """Where a part of that shape begins along the axis that is cut; 0 when none is."""
        axis = self.single_slice_dim(shape)
        return 0 if axis is None else self.var_offset[axis]

    def single_slice_dim(self, shape):
        """The one axis along which a part of that shape is smaller than the whole, or None."""
        if not isinstance(shape, Sequence) or isinstance(shape, str):
            raise TypeError(f"`shape` must be a sequence (like tuple or list) instead of {type(shape).__name__}")
        if len(shape) != len(self.full_shape):
            raise ValueError(
                f"Expected equal length, but received shape={shape} of length {len(shape)} while self.full_shape="
                f"{self.full_shape} is of length {len(self.full_shape)}."
            )
        for i, size in enumerate(shape):
            if self.var_offset[i] + size > self.full_shape[i]:
                raise ValueError(
                    f"With self.var_offset={self.var_offset}, a partition of shape={shape} would exceed "
                    f"self.full_shape={self.full_shape} in dimension {i}."
                )
        axes = [i for i, size in enumerate(shape) if size != self.full_shape[i]]
        if len(axes) > 1:
            raise ValueError(
                f"Cannot use single_slice_dim() with shape={shape} and self.full_shape={self.full_shape} since slice dim "
                f"could be either dimension {axes[1]} or {axes[0]}."
            )
        return axes[0] if axes else None


def requested_parts(partitioner, shape, dtype):
    """The number of parts along each axis that the partitioner returns, checked."""
    if not shape.is_fully_defined():
        raise ValueError(f"Shape of a new partitioned variable must be fully defined, but instead was {shape}.")
    if shape.ndims < 1:
        raise ValueError(f"A partitioned Variable must have rank at least 1, shape: {shape}")
    slicing = partitioner(shape=shape, dtype=dtype)
    if not isinstance(slicing, Sequence):
        raise ValueError(f"Partitioner must return a sequence, but saw: {slicing}")
    if len(slicing) != shape.ndims:
        raise ValueError(
            f"Partitioner returned a partition list that does not match the Variable's rank: {slicing} vs. {shape}"
        )
    if any(count < 1 for count in slicing):
        raise ValueError(f"Partitioner returned zero partitions for some axes: {slicing}")
    if sum(count > 1 for count in slicing) > 1:
        raise ValueError(f"Can only slice a variable along one dimension: shape: {shape}, partitioning: {slicing}")
    return slicing


def sliced_axis(slicing):
    """(the axis that is cut, into how many parts)."""
    return next(((axis, count) for axis, count in enumerate(slicing) if count > 1), (0, 1))


def parts_of(full_shape, num_slices, slice_dim):
    """(offset, shape) of each part: lists of int. The first parts are larger by one where it doesn't come out even."""
    each, extra = divmod(full_shape[slice_dim], num_slices)
    offset = [0] * len(full_shape)
    for i in range(num_slices):
        shape = list(full_shape)
        shape[slice_dim] = each + (i < extra)
        yield list(offset), shape
        offset[slice_dim] += shape[slice_dim]
