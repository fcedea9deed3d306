"""concat and stack of ragged tensors."""

from typing import Any

from graphlab._src.graph import get_default_graph, name_scope
from graphlab._src.ops import joining as dense
from graphlab._src.ops.checks.values import assert_equal
from graphlab._src.ops.ragged.gathering import gather
from graphlab._src.ops.ragged.partitions import assert_splits_match, lengths_to_splits, positive_axis
from graphlab._src.ops.ragged.tensor import (
    RaggedTensor,
    convert_to_tensor_or_ragged_tensor,
    is_ragged,
    splits_dtype,
)
from graphlab._src.ops.ragged.tiling import expand_dims
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import reshape
from graphlab._src.ops.transpose import transpose


def concat(values, axis, name=None):
    """Tensors and ragged tensors joined along an axis.

    values: a list of them, of one rank.  axis: an int.  InvalidArgumentError when outer rows differ.
    """
    return _named(values, axis, name, False)


def stack(values, axis=0, name=None):
    """Tensors and ragged tensors joined along a new axis, into one ragged tensor.

    values: a list of them, of one rank.  axis: an int.

        tf.ragged.stack([tf.ragged.constant([[1, 2]]), [[3]]])  # [[[1, 2]], [[3]]]
    """
    return _named(values, axis, name, True)


def _named(values, axis, name, is_stack):
    if not isinstance(values, (list, tuple)):
        values = [values]
    parts = [part for value in values for part in (value.components() if isinstance(value, RaggedTensor) else [value])]
    with name_scope(name, "RaggedConcat", parts):
        return _joined(values, axis, is_stack)


def _joined(values, axis, is_stack) -> Any:
    if not values:
        raise ValueError("rt_inputs may not be empty.")
    values = [convert_to_tensor_or_ragged_tensor(value, name="rt_input") for value in values]
    kind = splits_dtype(*values)
    if len(values) == 1:
        return expand_dims(values[0], axis=axis) if is_stack else values[0]
    ndims = None
    for value in values:
        if ndims is None:
            ndims = value.shape.ndims
        else:
            value.shape.assert_has_rank(ndims)
    out = ndims if ndims is None or not is_stack else ndims + 1
    axis = positive_axis(axis, out)
    if not any(map(is_ragged, values)) and ndims is not None and axis in (ndims - 1, ndims - 1 + is_stack):
        return dense.stack(values, axis) if is_stack else dense.concat(values, axis)
    values = [_with_ragged_rank(value, 1, kind) for value in values]
    most = max(value.ragged_rank for value in values)
    values = [_with_ragged_rank(value, most, kind) for value in values]
    if axis == 0:
        return _one_after_another(values, is_stack)
    if axis == 1:
        return _row_by_row(values, is_stack)
    splits = [[value.row_splits] for value in values]
    with get_default_graph().control_dependencies(assert_splits_match(splits)):
        inner = _joined([value.values for value in values], axis - 1, is_stack)
        return RaggedTensor.from_row_splits(inner, splits[0][0], validate=False)


def _with_ragged_rank(value, ragged_rank, kind):
    """The same with that many ragged axes at least."""
    if ragged_rank > 0:
        if not is_ragged(value):
            value = RaggedTensor.from_tensor(value, row_splits_dtype=kind)
        if value.ragged_rank < ragged_rank:
            value = value.with_values(_with_ragged_rank(value.values, ragged_rank - 1, kind))
    return value


def _one_after_another(values, is_stack):
    flat = dense.concat([value.flat_values for value in values], axis=0)
    nested = [_joined_splits(splits) for splits in zip(*[value.nested_row_splits for value in values], strict=True)]
    if is_stack:
        nested.insert(0, lengths_to_splits(dense.stack([value.nrows() for value in values])))
    return RaggedTensor.from_nested_row_splits(flat, nested, validate=False)


def _joined_splits(splits):
    first, *others = splits
    pieces, offset = [first], first[-1]
    for one in others:
        pieces.append(one[1:] + offset)
        offset += one[-1]
    return dense.concat(pieces, axis=0)


def _row_by_row(values, is_stack):
    count, rows = len(values), values[0].nrows()
    message = "Input tensors have incompatible shapes."
    checks = [assert_equal(value.nrows(), rows, message=message) for value in values[1:]]
    with get_default_graph().control_dependencies(checks):
        joined = _one_after_another(values, False)
        order = reshape(transpose(reshape(range_(rows * count), [count, -1])), [-1])
        joined = gather(joined, order)
        splits = range_(0, rows * count + 1, count) if is_stack else joined.row_splits[::count]
        for value in values:
            splits.set_shape(value.row_splits.shape)
        return RaggedTensor.from_row_splits(joined if is_stack else joined.values, splits, validate=False)
