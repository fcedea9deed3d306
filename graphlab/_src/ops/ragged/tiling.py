"""Axes of ragged tensors: expand_dims, tile, size, rank and one_hot."""

from graphlab._src.base import dtypes
from graphlab._src.graph import name_scope, static_value
from graphlab._src.ops import one_hot as dense_one_hot
from graphlab._src.ops import shape as dense
from graphlab._src.ops.gather import gather
from graphlab._src.ops.joining import concat, stack
from graphlab._src.ops.padding import tile as dense_tile
from graphlab._src.ops.ragged.partitions import as_integers, lengths_to_splits, positive_axis, repeat_ranges
from graphlab._src.ops.ragged.tensor import RaggedTensor, convert_to_tensor_or_ragged_tensor, is_ragged
from graphlab._src.ops.sequence import range as range_


def expand_dims(input, axis, name=None):
    """A ragged tensor with one more axis of size 1; ragged when it comes before the last ragged one."""
    with name_scope(name, "RaggedExpandDims", [input]):
        input = convert_to_tensor_or_ragged_tensor(input, name="input")
        if not is_ragged(input):
            return dense.expand_dims(input, axis)
        ndims = input.shape.ndims
        axis = positive_axis(axis, None if ndims is None else ndims + 1)
        if axis == 0:
            values, splits = input, stack([0, input.nrows()])
        elif axis == 1:
            values, splits = input, range_(input.nrows() + 1)
        else:
            values, splits = expand_dims(input.values, axis - 1), input.row_splits
        return RaggedTensor.from_row_splits(values, splits, validate=False)


def size(input, out_type=dtypes.int32, name=None):
    """The number of elements."""
    return dense.size(input.flat_values if is_ragged(input) else input, out_type=out_type, name=name)


def rank(input, name=None):
    """The number of axes, ragged ones included."""
    with name_scope(name, "RaggedRank", [input]) as scope:
        if not is_ragged(input):
            return dense.rank(input, scope)
        return input.ragged_rank + dense.rank(input.flat_values)


def one_hot(indices, depth, on_value=None, off_value=None, axis=None, dtype=None, name=None):
    """one_hot of each element. axis: of the new one, behind the ragged ones; the last when left out."""
    with name_scope(name, "RaggedOneHot", [indices]):
        indices = convert_to_tensor_or_ragged_tensor(indices, name="indices")
        if axis is not None:
            axis = positive_axis(axis, indices.shape.ndims)
            if axis < indices.ragged_rank:
                raise ValueError("axis may not be less than indices.ragged_rank.")
        values = dense_one_hot.one_hot(indices.flat_values, depth, on_value, off_value, axis, dtype, name)
        return indices.with_flat_values(values)


def tile(input, multiples, name=None):
    """A ragged tensor repeated along each axis. multiples: how often, for each axis."""
    with name_scope(name, "RaggedTile", [input, multiples]):
        input = convert_to_tensor_or_ragged_tensor(input, name="input")
        if not is_ragged(input):
            return dense_tile(input, multiples, name)
        multiples = as_integers(multiples, "multiples", input.row_splits.dtype)
        multiples.shape.assert_has_rank(1)
        known = static_value(multiples)
        tiled = [known is None or known[axis] != 1 for axis in range(input.ragged_rank + 1)]
        values = _tiled_values(input, multiples, tiled)
        return RaggedTensor.from_nested_row_splits(values, _tiled_splits(input, multiples, tiled), validate=False)


def _tiled_values(ragged, multiples, tiled):
    """The elements: rows are repeated axis by axis, from the innermost to the outermost."""
    nested = ragged.nested_row_splits
    places, inner = range_(nested[-1][-1]), None
    for axis in range(ragged.ragged_rank, 0, -1):
        splits = nested[axis - 1]
        if inner is not None:
            splits = gather(inner * multiples[axis + 1], splits)
        if tiled[axis]:
            places = repeat_ranges(places, splits, multiples[axis])
        inner = splits
    values = gather(ragged.flat_values, places)
    return dense_tile(values, concat([multiples[:1], multiples[ragged.ragged_rank + 1 :]], axis=0))


def _tiled_splits(ragged, multiples, tiled):
    nested = ragged.nested_row_splits
    result = []
    for axis, splits in enumerate(nested):
        lengths = (splits[1:] - splits[:-1]) * multiples[axis + 1]
        repeats = 1
        for outer in range(axis - 1, -1, -1):
            if tiled[outer + 1]:
                ends = nested[outer]  # the rows of this axis between the rows of the outer one
                for between in nested[outer + 1 : axis]:
                    ends = gather(between, ends)
                lengths = repeat_ranges(lengths, ends * repeats, multiples[outer + 1])
            repeats *= multiples[outer + 1]
        result.append(lengths_to_splits(dense_tile(lengths, multiples[:1])))
    return result
