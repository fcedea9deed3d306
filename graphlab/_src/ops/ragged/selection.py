"""Elements of ragged tensors by condition: where, boolean_mask, squeeze, and stack_dynamic_partitions."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.graph import Tensor, convert_to_tensor, get_default_graph, name_scope
from graphlab._src.ops import indexing
from graphlab._src.ops import select as dense
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.asserting import assert_
from graphlab._src.ops.checks.values import assert_equal, assert_less
from graphlab._src.ops.comparison import equal
from graphlab._src.ops.control_flow.grouping import with_dependencies
from graphlab._src.ops.cumulative import cumprod
from graphlab._src.ops.gather import gather as dense_gather
from graphlab._src.ops.joining import concat as dense_concat
from graphlab._src.ops.joining import stack
from graphlab._src.ops.ragged.construction import rows_of
from graphlab._src.ops.ragged.gathering import gather
from graphlab._src.ops.ragged.joining import concat
from graphlab._src.ops.ragged.mapping import map_flat_values
from graphlab._src.ops.ragged.partitions import (
    assert_splits_match,
    lengths_to_splits,
    positive_axis,
    row_splits_to_segment_ids,
)
from graphlab._src.ops.ragged.reduction import reduce_sum
from graphlab._src.ops.ragged.tensor import (
    RaggedTensor,
    convert_to_tensor_or_ragged_tensor,
    is_ragged,
    splits_dtype,
)
from graphlab._src.ops.reduction import reduce_all
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import expand_dims, reshape, shape, size
from graphlab._src.ops.shape import squeeze as dense_squeeze
from graphlab._src.ops.sorting import argsort
from graphlab._src.ops.statistics import count_nonzero


def where(condition, x=None, y=None, name=None):
    """The elements of x where condition is true, those of y elsewhere; without x and y the coordinates of what is true.

    All three in one ragged shape, or condition a vector that says for each row whether it is x's or y's.
    """
    if (x is None) != (y is None):
        raise ValueError("x and y must be either both None or both non-None")
    with name_scope("RaggedWhere", name, [condition, x, y]):
        condition = convert_to_tensor_or_ragged_tensor(condition, name="condition")
        if x is None:
            return _coordinates(condition)
        x = convert_to_tensor_or_ragged_tensor(x, name="x")
        y = convert_to_tensor_or_ragged_tensor(y, name="y")
        splits_dtype(condition, x, y)
        ragged = [is_ragged(value) for value in (condition, x, y)]
        if not any(ragged):
            return dense.where(condition, x, y)
        if all(ragged):
            return map_flat_values(dense.where, condition, x, y)
        if ragged[0]:
            raise ValueError("Input shapes do not match.")
        condition.shape.assert_has_rank(1)
        both: Any = concat([x, y], axis=0)
        kind = both.row_splits.dtype
        first, second = rows_of(x, kind), rows_of(y, kind)
        return gather(both, dense.where(condition, range_(first), first + range_(second)))


def _coordinates(condition):
    """The coordinates of what is true; those in the values are taken apart into row and column."""
    if not is_ragged(condition):
        return dense.where(condition)
    found = _coordinates(condition.values)
    condition = condition.with_row_splits_dtype(found.dtype)
    places = found[:, 0]
    rows = dense_gather(condition.value_rowids(), places)
    columns = places - dense_gather(condition.row_splits, rows)
    return dense_concat([expand_dims(rows, 1), expand_dims(columns, 1), found[:, 1:]], axis=1)


def boolean_mask(data, mask, name=None):
    """The elements of data where mask is true, in rows as before: a RaggedTensor unless mask is a vector.

    data: a tensor or ragged tensor.  mask: bool, in the shape of data's first axes; ValueError when its rank is unknown
    or 0.

        tf.ragged.boolean_mask([[1, 2], [3, 4]], [[True, False], [True, True]])  # [[1], [3, 4]]
    """
    with name_scope(name, "RaggedMask", [data, mask]):
        data = convert_to_tensor_or_ragged_tensor(data, name="data")
        mask = convert_to_tensor_or_ragged_tensor(mask, dtypes.bool, name="mask")
        kind = splits_dtype(data, mask)
        if mask.shape.ndims is None:
            raise ValueError("mask.shape.ndims must be known statically.")
        if mask.shape.ndims == 0:
            raise ValueError("mask cannot be scalar.")
        if is_ragged(mask):
            return _masked(data, mask, kind)
        if is_ragged(data) and mask.shape.ndims == 1:
            return _masked_rows(data, mask)
        if is_ragged(data):
            rank = min(data.ragged_rank, mask.shape.ndims - 1)
            return boolean_mask(data, RaggedTensor.from_tensor(mask, ragged_rank=rank, row_splits_dtype=kind))
        return _masked_tensor(data, mask, kind)


def _masked(data, mask, kind):
    """By a ragged mask: the innermost rows become shorter."""
    if not is_ragged(data):
        data = RaggedTensor.from_tensor(data, ragged_rank=mask.ragged_rank, row_splits_dtype=kind)
    nested = [mask.nested_row_splits, data.nested_row_splits[: mask.ragged_rank]]
    with get_default_graph().control_dependencies(assert_splits_match(nested)):
        splits = []
        while is_ragged(mask):
            if mask.shape.ndims > 2:
                splits.append(mask.row_splits)
            else:
                chosen = map_flat_values(cast, mask, dtype=kind)
                splits.append(lengths_to_splits(reduce_sum(chosen, axis=1)))
            mask, data = mask.values, data.values
        return RaggedTensor.from_nested_row_splits(boolean_mask(data, mask), splits, validate=False)


def _masked_rows(data, mask):
    splits = lengths_to_splits(indexing.boolean_mask(data.row_lengths(), mask))
    chosen = dense_gather(mask, row_splits_to_segment_ids(data.row_splits))
    return RaggedTensor.from_row_splits(boolean_mask(data.values, chosen), splits, validate=False)


def _masked_tensor(data, mask, kind):
    values, rank = indexing.boolean_mask(data, mask), mask.shape.ndims
    if rank < 2:
        return values
    lengths = reshape(count_nonzero(mask, axis=-1, dtype=kind), [-1])
    values = RaggedTensor.from_row_lengths(values, lengths, validate=False)
    if rank > 2:
        sizes = shape(mask, out_type=kind)
        counts = cumprod(sizes) + 1
        for axis in range(rank - 3, -1, -1):
            values = RaggedTensor.from_row_splits(values, range_(counts[axis]) * sizes[axis + 1], validate=False)
    return values


def squeeze(input, axis=None, name=None):
    """A ragged tensor without axes of size 1. axis: an int or a list of them; the run fails when a size is not 1."""
    with name_scope(name, "RaggedSqueeze", [input]):
        input = convert_to_tensor_or_ragged_tensor(input)
        if isinstance(input, Tensor):
            return dense_squeeze(input, axis, name)
        if axis is None:
            raise ValueError("Ragged.squeeze must have an axis argument.")
        axes = [axis] if isinstance(axis, int) else axis
        if not isinstance(axes, (list, tuple)) or not all(isinstance(one, int) for one in axes):
            raise TypeError("Axis must be a list or tuple of integers.")
        axes = [positive_axis(one, input.shape.ndims) for one in axes]
        inner = [one - input.ragged_rank for one in axes if one > input.ragged_rank]
        checks = [
            _assert_size_1(reduce_all(equal(lengths, 1)), i)
            for i, lengths in enumerate(input.nested_row_lengths(), start=1)
            if i in axes
        ]
        if 0 in axes:
            checks.append(_assert_size_1(equal(size(input.row_splits), 2), 0))
        values = with_dependencies(checks, input.flat_values)
        if inner:
            values = dense_squeeze(values, inner)
        splits = [one for i, one in enumerate(input.nested_row_splits, start=1) if i not in axes]
        if splits and 0 in axes:
            splits.pop(0)
        values = RaggedTensor.from_nested_row_splits(values, splits)
        if set(range(input.ragged_rank + 1)) <= set(axes):
            values = dense_squeeze(values, [0], name)
        return values


def _assert_size_1(condition, axis):
    return assert_(condition, [f"the given axis (axis = {axis}) is not squeezable!"])


def stack_dynamic_partitions(data, partitions, num_partitions, name=None):
    """The ragged tensor whose row i holds the parts of data whose partition is i, in their order.

    data: a tensor or ragged tensor.  partitions: int, in [0, num_partitions), in the shape of data's first axes.
    num_partitions: a number of rows, which may be a tensor.  ValueError when the rank of partitions is unknown.

        tf.ragged.stack_dynamic_partitions(["a", "b", "c"], [1, 0, 1], 2)  # [["b"], ["a", "c"]]
    """
    with name_scope(name, "SegmentStack", [data, partitions, num_partitions]):
        data = convert_to_tensor_or_ragged_tensor(data, name="data")
        kind = data.row_splits.dtype if is_ragged(data) else None
        partitions = convert_to_tensor_or_ragged_tensor(partitions, name="partitions", preferred_dtype=kind)
        count = convert_to_tensor(num_partitions, name="num_partitions", preferred_dtype=partitions.dtype)
        if kind is not None:
            partitions = cast(partitions, kind)
        count = cast(count, partitions.dtype)
        rank = partitions.shape.ndims
        if rank is None:
            raise ValueError("partitions must have known rank.")
        count.shape.assert_has_rank(0)
        partitions.shape.assert_is_compatible_with(data.shape[:rank])
        if rank == 0:
            return RaggedTensor.from_value_rowids(stack([data]), stack([partitions]), nrows=count, validate=False)
        if rank == 1:
            order = argsort(partitions, stable=True)
            rows, values = dense_gather(partitions, order), gather(data, order)
            check = assert_less(rows[-1:], count, message="partitions must be less than num_partitions")
            with get_default_graph().control_dependencies([check]):
                return RaggedTensor.from_value_rowids(values, rows, nrows=count, validate=False)
        splits_kind = kind or (partitions.row_splits.dtype if is_ragged(partitions) else partitions.dtype)
        if not is_ragged(data):
            data = RaggedTensor.from_tensor(data, row_splits_dtype=splits_kind, ragged_rank=1)
        if not is_ragged(partitions):
            partitions = RaggedTensor.from_tensor(partitions, row_splits_dtype=splits_kind, ragged_rank=rank - 1)
        message = "data and partitions have incompatible ragged shapes"
        check = assert_equal(data.row_splits, partitions.row_splits, message=message)
        with get_default_graph().control_dependencies([check]):
            return stack_dynamic_partitions(data.values, partitions.values, count)
