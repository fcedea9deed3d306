"""Joined, split, sliced and reshaped sparse tensors: new indices for the same values."""

from typing import Any

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base import shapes as texts
from graphlab._src.graph import convert_to_tensor, name_scope, static_dims, static_value
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.ops.cast import cast
from graphlab._src.ops.define import no_gradient, op, raw_ops, undefined_gradient
from graphlab._src.ops.deprecated import renamed
from graphlab._src.ops.gather import gather
from graphlab._src.ops.identity import identity
from graphlab._src.ops.joining import concat
from graphlab._src.ops.reduction import reduce_max
from graphlab._src.ops.rules import check_rows, merge_size, product, sparse_ranks, with_rank
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import reshape
from graphlab._src.ops.shape import size as size_of
from graphlab._src.ops.sparse_dense import sparse_reorder
from graphlab._src.ops.sparse_products import as_sparse
from graphlab._src.ops.transpose import transpose


def _size(tensor, axis):
    return None if tensor.dims is None else tensor.dims[axis]


def in_order(places):
    """The positions that put places into row-major order."""
    return np.lexsort(places.T[::-1]) if places.size else np.arange(len(places))


_RANKS = sparse_ranks("indices", "values", "shape")


def _reshaped_shapes(op):
    places = with_rank(op.inputs[0].dims, 2)
    with_rank(op.inputs[1].dims, 1)
    rank = with_rank(op.inputs[2].dims, 1)[0]
    return [(places[0], rank), (rank,)]


@op(
    "SparseReshape",
    "input_indices: int64, input_shape: int64, new_shape: int64 -> output_indices: int64, output_shape: int64",
    infer=_reshaped_shapes,
    ranks={
        "input_indices": (2, "Input indices should be a matrix but received shape {shape}"),
        "input_shape": (1, "Input shape should be a vector but received shape {shape}"),
        "new_shape": (1, "Target shape should be a vector but received shape {shape}"),
    },
    host=True,
    grad=no_gradient,
)
def _reshape(input_indices, input_shape, new_shape):
    """The places of a sparse tensor's values in another shape of as many elements."""
    total = int(np.prod(input_shape, dtype=np.int64))
    result = new_shape.copy()
    if (result == -1).sum() > 1:
        first, second = np.flatnonzero(result == -1)[:2]
        raise ValueError(f"only one output dimension may be -1, not both {first} and {second}")
    if (result == -1).any():
        others = int(np.prod(result[result != -1], dtype=np.int64))
        if others == 0:
            raise ValueError(
                "reshape cannot infer the missing input size for an empty tensor unless all specified input "
                "sizes are non-zero"
            )
        if total % others:
            raise ValueError(
                f"Input to reshape is a SparseTensor with {total} dense values, but the requested shape "
                f"requires a multiple of {others}. input_shape={_listed(input_shape)} "
                f"output_shape={_listed(np.where(result == -1, 1, result))}"
            )
        result[result == -1] = total // others
    if int(np.prod(result, dtype=np.int64)) != total:
        raise ValueError(
            f"Input to reshape is a tensor with {total} dense values, but the requested shape has "
            f"{int(np.prod(result, dtype=np.int64))}. input_shape={_listed(input_shape)} "
            f"output_shape={_listed(result)}"
        )
    if not len(input_indices):
        return np.zeros((0, len(result)), np.int64), result
    # Plain arithmetic, as TensorFlow's: an index outside of the shape goes wherever it leads.
    flat = input_indices @ _steps(input_shape)
    steps = _steps(result)
    found = np.empty((len(flat), len(result)), np.int64)
    for axis, step in enumerate(steps):
        found[:, axis], flat = np.divmod(flat, step)
    return found, result


def _steps(sizes):
    """How far apart the elements along each axis lie."""
    return np.append(np.cumprod(sizes[:0:-1], dtype=np.int64)[::-1], 1)[: len(sizes)].astype(np.int64)


def _known_shape(sp_input, shape):
    """The new shape where it is known before a run; ValueError where the number of elements differs."""
    given = static_value(shape)
    if given is not None:
        wanted = tuple(None if n == -1 else int(n) for n in given)
    else:  # one that is cast is known as a whole or not at all
        wanted = None if shape.op.type == raw_ops.Cast.op_type else static_dims(shape)
    known = sp_input.shape.sizes
    if given is not None and known is not None and None not in known and (given == -1).sum() > 1:
        raise ValueError(f"At most one dimension can be inferred (-1). Found: {given}")
    if wanted is None or known is None or None in known or wanted.count(None) > 1:
        return None
    total: Any = product(known)
    if None in wanted:
        others: Any = product([n for n in wanted if n is not None])
        result = tuple(total // max(others, 1) if n is None else n for n in wanted)
    else:
        result = wanted
    if product(result) != total:
        raise ValueError(
            f"Cannot reshape a tensor with {total} elements to shape {list(wanted)} ({product(result)} elements)."
        )
    return result


def sparse_reshape(sp_input, shape, name=None):
    """The SparseTensor in another shape of as many elements; one size may be -1.

    sp_input: a SparseTensor.
    """
    sp_input = as_sparse(sp_input)
    shape = cast(shape, dtypes.int64)
    with name_scope(name, "SparseReshape", [sp_input]) as scope:
        places, sizes = _reshape(sp_input.indices, sp_input.dense_shape, shape, name=scope)
        known = _known_shape(sp_input, shape)
        if known is not None:
            sizes = convert_to_tensor(list(known), dtypes.int64, name="Const")
        return SparseTensor(places, identity(sp_input.values), sizes)


def _concat_shapes(op):
    count = op.attrs["N"]
    places, shapes = op.inputs[:count], op.inputs[2 * count :]
    values = op.inputs[count : 2 * count]
    rows: Any = [
        merge_size(with_rank(place.dims, 2)[0], with_rank(value.dims, 1)[0])
        for place, value in zip(places, values, strict=True)
    ]
    total = None if None in rows else sum(rows)
    columns, rank = None, None
    for place, sizes in zip(places, shapes, strict=True):
        columns = merge_size(columns, with_rank(place.dims, 2)[1])
        rank = merge_size(rank, with_rank(sizes.dims, 1)[0])
    return [(total, columns), (total,), (rank,)]


@op(
    "SparseConcat",
    "indices: N*int64, values: N*T, shapes: N*int64 -> output_indices: int64, output_values: T, output_shape: int64",
    infer=_concat_shapes,
    host=True,
    grad=no_gradient,
    minimums={"N": 2},
)
def _concat(indices, values, shapes, *, concat_dim: int):
    """One sparse tensor of several, one after the other along an axis, its places in order."""
    for i, (places, found, sizes) in enumerate(zip(indices, values, shapes, strict=True)):
        for name, part, ndim, what in (
            ("indices", places, 2, "matrix"),
            ("values", found, 1, "vector"),
            ("shapes", sizes, 1, "vector"),
        ):
            if part.ndim != ndim:
                received = f"received shape {list(part.shape)} at position {i}"
                raise ValueError(f"Input {name} should be a {what} but {received}")
        check_rows(places, found)
    rank = len(shapes[0])
    if not -rank <= concat_dim < rank:
        raise ValueError(f"Concat dimension must be in range [-{rank}, {rank}), got {concat_dim}")
    axis = concat_dim % rank
    for i, sizes in enumerate(shapes):
        if len(sizes) != len(shapes[0]):
            raise ValueError(
                f"Ranks of all input tensors must match: expected {len(shapes[0])} but got {len(sizes)} at position {i}"
            )
        for j, (expected, size) in enumerate(zip(shapes[0], sizes, strict=True)):
            if j != axis and size != expected:
                raise ValueError(
                    f"Input shapes must match: expected {expected} for dimension {j} but got {size} at position {i}"
                )
    moved, start = [], 0
    for places, sizes in zip(indices, shapes, strict=True):
        shift = np.zeros(len(sizes), np.int64)
        shift[axis] = start
        moved.append(places + shift)
        start += int(sizes[axis])
    places, found = np.concatenate(moved), np.concatenate(values)
    order = in_order(places)
    sizes = shapes[0].copy()
    sizes[axis] = start
    return places[order], found[order], sizes


def sparse_concat(axis, sp_inputs, name=None, expand_nonconcat_dim=False, concat_dim=None, expand_nonconcat_dims=None):
    """One SparseTensor of several, one after the other along an axis.

    expand_nonconcat_dim: whether the other axes become as long as the longest; else they must be equal.
    concat_dim, expand_nonconcat_dims: other names of axis and expand_nonconcat_dim.
    sp_inputs: SparseTensors.  concat_dim, expand_nonconcat_dims: the old names of axis and expand_nonconcat_dim.
    """
    axis = renamed("axis", axis, "concat_dim", concat_dim)
    if expand_nonconcat_dims is not None:
        expand_nonconcat_dim = expand_nonconcat_dims
    if not isinstance(sp_inputs, (list, tuple)):
        raise TypeError("Inputs must be a list or tuple.")
    inputs = [as_sparse(one) for one in sp_inputs]
    if len(inputs) == 1:
        return inputs[0]
    shapes = [one.dense_shape for one in inputs]
    if expand_nonconcat_dim:
        longest = reduce_max(concat([reshape(one, [1, -1]) for one in shapes], 0), 0)
        shapes = [
            concat(
                [longest[:axis], one[-1:] if axis == -1 else one[axis : axis + 1]]
                + ([] if axis == -1 else [longest[axis + 1 :]]),
                0,
            )
            for one in shapes
        ]
    places, values, sizes = _concat(
        [one.indices for one in inputs], [one.values for one in inputs], shapes, concat_dim=axis, name=name
    )
    known = [static_value(one) for one in shapes]
    if all(one is not None for one in known):
        result = known[0].copy()
        result[axis] = sum(one[axis] for one in known)
        sizes = convert_to_tensor(result)
    return SparseTensor(places, values, sizes)


def _parts(dims, count):
    """The dims of the parts of a sparse tensor, whose shape is a vector of those dims."""
    return [(None, with_rank(dims, 1)[0])] * count + [(None,)] * count + [dims] * count


@op(
    "SparseSplit",
    "split_dim: int64, indices: int64, values: T, shape: int64 "
    "-> output_indices: num_split*int64, output_values: num_split*T, output_shape: num_split*int64",
    infer=lambda op: _parts(op.inputs[3].dims, op.attrs["num_split"]),
    ranks=_RANKS,
    host=True,
    grad=undefined_gradient,
    minimums={"num_split": 1},
)
def _split(split_dim, indices, values, shape, *, num_split: int):
    """Parts of a sparse tensor along an axis; the first are longer by one where it can't be cut evenly."""
    axis, rank = int(split_dim), len(shape)
    if not -rank <= axis < rank:
        raise ValueError(f"Input split_dim should be between 0 and rank ({rank}), got {axis}")
    length = int(shape[axis])
    if not 1 <= num_split <= length:
        raise ValueError(
            f"Input num_split should be between 1 and the splitting dimension size ({length}), got {num_split}"
        )
    each, longer = divmod(length, num_split)
    ends = np.cumsum([each + (i < longer) for i in range(num_split)])
    found = []
    for begin, end in zip([0, *ends[:-1]], ends, strict=True):
        size = np.asarray(shape).copy()
        start = np.zeros_like(size)
        start[axis], size[axis] = begin, end - begin
        found.append(_cut(indices, values, shape, start, size)[:3])
    return [item for part in zip(*found, strict=True) for item in part]


def _listed(sizes):
    return texts.text(tuple(sizes.tolist()))


def _cut(indices, values, shape, start, size):
    size = np.clip(np.minimum(size, shape - start), 0, None)
    inside = ((indices >= start) & (indices < start + size)).all(1)
    return indices[inside] - start, values[inside], size, inside


class _KeywordRequired:
    def __repr__(self):
        return "KeywordRequired()"


_KEYWORD_REQUIRED = _KeywordRequired()


def sparse_split(
    keyword_required=_KEYWORD_REQUIRED, sp_input=None, num_split=None, axis=None, name=None, split_dim=None
):
    """A list of the num_split parts of a SparseTensor along an axis; the first are longer where it can't be cut evenly.

    Pass everything by name.  split_dim: the old name of axis.
    sp_input: a SparseTensor.  keyword_required: prevents arguments by place.
    """
    if keyword_required is not _KEYWORD_REQUIRED:
        raise ValueError("Keyword arguments are required for this function.")
    axis = renamed("axis", axis, "split_dim", split_dim)
    for what, value in (("sp_input", sp_input), ("num_split", num_split), ("axis", axis)):
        if value is None:
            raise ValueError(f"{what} is required")
    sp_input = as_sparse(sp_input)
    parts = _split(axis, sp_input.indices, sp_input.values, sp_input.dense_shape, num_split=num_split, name=name)
    return [SparseTensor(*one) for one in zip(*parts, strict=True)]


def _slice_grad(op, _, dy, __):
    places, start = op.inputs[0], op.inputs[3]
    back = raw_ops.SparseSliceGrad(dy, places, start, op.outputs[0])
    back.set_shape(op.inputs[1].shape)
    return [None, back, None, None, None]


@op(
    "SparseSlice",
    "indices: int64, values: T, shape: int64, start: int64, size: int64 "
    "-> output_indices: int64, output_values: T, output_shape: int64",
    infer=lambda op: _parts(op.inputs[2].dims, 1),
    ranks=_RANKS,
    host=True,
    grad=_slice_grad,
)
def _slice(indices, values, shape, start, size):
    """The part of a sparse tensor that begins at `start` and has a size, as far as there is that much."""
    for name, vector in (("start", start), ("size", size)):
        if len(vector) != len(shape):
            raise ValueError(f"Expected {name} to be a vector of length {len(shape)} but got length {len(vector)}")
    return _cut(indices, values, shape, start, size)[:3]


@op(
    "SparseSliceGrad",
    "backprop_val_grad: T, input_indices: int64, input_start: int64, output_indices: int64 -> val_grad: T",
    types={"T": dtypes.NUMERIC},
    infer=lambda op: (_size(op.inputs[1], 0),),
    ranks={
        "backprop_val_grad": (1, "Input backprop_val_grad should be a vector but received shape: {shape}"),
        "input_indices": (2, "Input indices should be a matrix but received shape {shape}"),
        "input_start": (1, "The input_start should be a vector but received shape {shape}"),
        "output_indices": (2, "Input indices should be a matrix but received shape {shape}"),
    },
    host=True,
    grad=undefined_gradient,
)
def _slice_back(backprop_val_grad, input_indices, input_start, output_indices):
    """The gradient of SparseSlice in the values: 0 for those that were cut off."""
    if len(backprop_val_grad) != len(output_indices):
        raise ValueError(
            "# elements of backprop_val_grad and # rows of output_indices should match (#nnz of sum): got "
            f"{len(backprop_val_grad)} and {len(output_indices)}"
        )
    if len(input_start) != input_indices.shape[1]:
        raise ValueError(
            f"Expected input_start to be a vector of length {input_indices.shape[1]} but got length {len(input_start)}"
        )
    cut = {tuple(place): i for i, place in enumerate((output_indices + input_start).tolist())}
    result = np.zeros(len(input_indices), backprop_val_grad.dtype)
    for i, place in enumerate(input_indices.tolist()):
        if tuple(place) in cut:
            result[i] = backprop_val_grad[cut[tuple(place)]]
    return result


def sparse_slice(sp_input, start, size, name=None):
    """The part of a SparseTensor that begins at `start` and has `size`, as far as there is that much.

    sp_input: a SparseTensor.
    """
    sp_input = as_sparse(sp_input)
    start = convert_to_tensor(start, dtypes.int64)
    size = convert_to_tensor(size, dtypes.int64)
    with name_scope(name, "SparseSlice", [sp_input]) as scope:
        return SparseTensor(*_slice(sp_input.indices, sp_input.values, sp_input.dense_shape, start, size, name=scope))


def sparse_transpose(sp_input, perm=None, name=None):
    """The SparseTensor with its axes in another order, turned round when perm is left out.

    sp_input: a SparseTensor.
    """
    with name_scope(name, "SparseTranspose", [sp_input]):
        if perm is None:
            rank = size_of(sp_input.dense_shape, name="Rank")
            perm = rank - 1 - range_(0, rank, 1)
        places = transpose(gather(transpose(sp_input.indices), perm))
        known = static_value(convert_to_tensor(perm))
        # Looking at the shape makes it one that can't be fed any more, so only where the order is known, too.
        if known is not None and sp_input.shape.is_fully_defined():
            sizes = sp_input.shape.as_list()
            turned = [sizes[i] for i in known]
        else:
            turned = gather(sp_input.dense_shape, perm)
        return sparse_reorder(SparseTensor(places, sp_input.values, turned))
