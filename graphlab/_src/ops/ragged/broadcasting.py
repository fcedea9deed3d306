"""Broadcasting of ragged tensors: to a shape, and of two shapes against each other."""

from graphlab._src.graph import static_value
from graphlab._src.ops import broadcasting as dense
from graphlab._src.ops.comparison import equal
from graphlab._src.ops.constants import ones
from graphlab._src.ops.gather import gather
from graphlab._src.ops.joining import concat, stack
from graphlab._src.ops.ragged.construction import rows_of
from graphlab._src.ops.ragged.dynamic_shape import RaggedTensorDynamicShape
from graphlab._src.ops.ragged.partitions import repeat_ranges
from graphlab._src.ops.ragged.tensor import MISMATCH, RaggedTensor, convert_to_tensor_or_ragged_tensor, is_ragged
from graphlab._src.ops.ragged.tiling import tile
from graphlab._src.ops.select import where
from graphlab._src.ops.shape import expand_dims


def broadcast_dynamic_shape(shape_x, shape_y):
    """The RaggedTensorDynamicShape that two of them broadcast to; the run fails when they don't."""
    for name, one in (("shape_x", shape_x), ("shape_y", shape_y)):
        if not isinstance(one, RaggedTensorDynamicShape):
            raise TypeError(f"{name} must be a RaggedTensorDynamicShape")
    if None in (shape_x.rank, shape_y.rank):
        raise ValueError("Unable to broadcast: unknown rank")
    rank = max(shape_x.rank, shape_y.rank)
    shape_x, shape_y = shape_x.broadcast_to_rank(rank), shape_y.broadcast_to_rank(rank)
    for axis in range(rank):
        shape_x = shape_x.broadcast_dimension(axis, shape_y.dimension_size(axis))
        shape_y = shape_y.broadcast_dimension(axis, shape_x.dimension_size(axis))
    return shape_x


def broadcast_to(rt_input, shape, broadcast_inner_dimensions=True):
    """A tensor or ragged tensor broadcast to a RaggedTensorDynamicShape.

    broadcast_inner_dimensions: False leaves the axes behind the ragged ones as they are.
    """
    if not isinstance(shape, RaggedTensorDynamicShape):
        raise TypeError("shape must be a RaggedTensorDynamicShape")
    rt_input = convert_to_tensor_or_ragged_tensor(rt_input)
    if shape.num_partitioned_dimensions:
        return _to_ragged(rt_input, shape, broadcast_inner_dimensions)
    if is_ragged(rt_input):
        raise ValueError("Incompatible with shape: ragged rank mismatch")
    return dense.broadcast_to(rt_input, shape.inner_dim_sizes) if broadcast_inner_dimensions else rt_input


def _to_ragged(value, target, with_inner):
    kind, count = target.dim_size_dtype, target.num_partitioned_dimensions
    if is_ragged(value) and value.row_splits.dtype != kind:
        raise ValueError(f"rt_input and dst_shape have {MISMATCH}")
    ndims = value.shape.ndims
    if None in (ndims, target.rank):
        raise ValueError("Unable to broadcast: unknown rank")
    if ndims > target.rank:
        raise ValueError("Incompatible with shape: rank mismatch")
    if is_ragged(value) and value.ragged_rank >= count:
        raise ValueError("Incompatible with shape: ragged rank mismatch")
    source = RaggedTensorDynamicShape.from_tensor(value).broadcast_to_rank(target.rank)
    value = _with_partitions(_with_rank(value, target), target)
    value = _tiled(value, source, target)
    if with_inner:
        inner = concat([[-1], target.inner_dim_sizes], axis=0)
        value = value.with_flat_values(_broadcast_inner(value.flat_values, inner))
    for axis in range(count):
        if target.is_ragged(axis) and not source.is_ragged(axis):
            value = _repeated(value, axis, target.dimension_size(axis), kind)
    return value


def _broadcast_inner(values, sizes):
    """The values with each of their own axes broadcast; the first stays as it is."""
    rows = rows_of(values, sizes.dtype)
    return dense.broadcast_to(values, concat([[rows], sizes[1:]], axis=0))


def _with_rank(value, target):
    """The value with axes of size 1 in front, up to the rank of the target."""
    if value.shape.ndims == target.rank:
        return value
    kind = target.dim_size_dtype
    for _ in range(target.num_inner_dimensions + 1 - value.shape.ndims):
        value = expand_dims(value, 0)
    for _ in range(target.rank - value.shape.ndims):
        value = RaggedTensor.from_row_lengths(value, [rows_of(value, kind)], validate=False)
    return value


def _with_partitions(value, target):
    """The value with row splits along each axis that has them in the target."""
    kind, inner = target.dim_size_dtype, target.num_inner_dimensions
    if not is_ragged(value):
        return RaggedTensor.from_tensor(value, ragged_rank=target.num_partitioned_dimensions - 1, row_splits_dtype=kind)
    more = value.flat_values.shape.ndims - 1 - inner
    if more > 0:
        flat = RaggedTensor.from_tensor(value.flat_values, ragged_rank=more, row_splits_dtype=kind)
        value = value.with_flat_values(flat)
    return value


def _tiled(value, source, target):
    """The value repeated along the axes that are ragged in neither of the two."""
    multiples = [1] * target.rank
    for axis in range(target.num_partitioned_dimensions):
        if source.is_ragged(axis) or target.is_ragged(axis):
            continue
        own, wanted = source.dimension_size(axis), target.dimension_size(axis)
        if _known(own) in (1, None) and _known(wanted) != 1:
            multiples[axis] = where(equal(own, 1), wanted, ones([], wanted.dtype))
    return value if all(isinstance(one, int) for one in multiples) else tile(value, stack(multiples, axis=0))


def _known(number):
    value = static_value(number)
    return None if value is None else int(value)


def _repeated(value, axis, repeats, kind):
    """The value with each row along an axis of size 1 as often as `repeats` says."""
    if not is_ragged(value):
        value = RaggedTensor.from_tensor(value, ragged_rank=1, row_splits_dtype=kind)
    if axis > 1:
        return value.with_values(_repeated(value.values, axis - 1, repeats, kind))
    splits, lengths = value.row_splits, [repeats]
    for nested, inner in zip(value.nested_row_splits[1:], value.nested_row_lengths()[1:], strict=True):
        lengths.append(repeat_ranges(inner, splits, repeats))
        splits = gather(nested, splits)
    values = repeat_ranges(value.flat_values, splits, repeats)
    return RaggedTensor.from_nested_row_lengths(values, lengths, validate=False)
