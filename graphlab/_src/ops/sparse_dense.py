"""Conversion of sparse tensors to dense ones, and sparse_reorder."""

from typing import Any

import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.graph import constant_dims
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.ops.constants import zeros, zeros_like
from graphlab._src.ops.define import op
from graphlab._src.ops.gather import gather, gather_nd
from graphlab._src.ops.identity import identity
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.rules import check_sparse, sizes_of, sparse_ranks, with_rank
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import shape
from graphlab._src.ops.sparse_products import as_sparse
from graphlab._src.ops.transpose import invert_permutation


def _check_places(places, dims):
    for i, place in enumerate(places):
        shown = ",".join(map(str, place))
        if (place < 0).any() or (place >= dims).any():
            raise ValueError(f"indices[{i}] = [{shown}] is out of bounds: need 0 <= index < {shapes.text(dims)}")
        if i and tuple(place) <= tuple(places[i - 1]):
            wrong = "repeated" if (place == places[i - 1]).all() else "out of order"
            hint = ". Many sparse ops require sorted indices." if wrong == "out of order" else ""
            raise ValueError(f"indices[{i}] = [{shown}] is {wrong}{hint}")


def _check_ranks(sparse_indices, output_shape, default_value):
    if sparse_indices.ndim > 2:
        shown = shapes.text(sparse_indices.shape)
        raise ValueError(f"sparse_indices should be a scalar, vector, or matrix, got shape {shown}")
    if output_shape.ndim != 1:
        raise ValueError(f"output_shape should be a vector, got shape {shapes.text(output_shape.shape)}")
    if default_value.ndim:
        raise ValueError("default_value should be a scalar.")


def _dense_gradient(op, dy):
    indices, sizes = op.inputs[:2]
    found = gather_nd(dy, indices)
    of_default = reduce_sum(dy) - reduce_sum(found)
    return [zeros_like(indices), zeros_like(sizes), found, of_default]


def _dense_dims(op):
    with_rank(op.inputs[1].dims, 1, "pass the shape as a vector")
    return constant_dims(op.inputs[1])


@op(
    "SparseToDense",
    "sparse_indices: Tindices, output_shape: Tindices, sparse_values: T, default_value: T -> dense: T",
    types={"Tindices": dtypes.INDEX},
    infer=_dense_dims,
    host=True,
    grad=_dense_gradient,
)
def _sparse_to_dense(sparse_indices, output_shape, sparse_values, default_value, *, validate_indices: bool = True):
    """A tensor full of a default, with values in some places."""
    _check_ranks(sparse_indices, output_shape, default_value)
    sizes = sizes_of(output_shape)
    rank = len(sizes)
    width = sparse_indices.shape[1] if sparse_indices.ndim > 1 else 1
    if width != rank:
        raise ValueError(f"output_shape has incorrect number of elements: {rank} should be: {width}")
    places = sparse_indices.reshape((-1, rank))
    if sparse_values.shape not in ((), (len(places),)):
        shown = shapes.text(sparse_values.shape)
        raise ValueError(f"sparse_values has incorrect shape {shown}, should be [] or [{len(places)}]")
    if validate_indices:
        _check_places(places, tuple(map(int, sizes)))
    elif ((places < 0) | (places >= sizes)).any():
        raise ValueError(f"Indices are not valid (out of bounds).  Shape: {shapes.text(tuple(map(int, sizes)))}")
    dense = np.full(sizes, default_value, sparse_values.dtype)
    dense[tuple(places.T)] = sparse_values
    return dense


def sparse_to_dense(sparse_indices, output_shape, sparse_values, default_value=0, validate_indices=True, name=None):
    """A tensor of a shape, full of default_value, with `sparse_values` at the places `sparse_indices`.

    sparse_indices: [n, rank], or [n] for a vector.  sparse_values: [n], or a single value.
    validate_indices: the run fails when places are not in order, or some twice.
    output_shape: integers or an integer vector.
    """
    return _sparse_to_dense(
        sparse_indices,
        output_shape,
        sparse_values,
        default_value,
        validate_indices=validate_indices,
        name=name,
    )


def sparse_tensor_to_dense(sp_input, default_value=None, validate_indices=True, name=None):
    """The SparseTensor as a tensor, with default_value, zero unless given, where it has no value.

    sp_input: a SparseTensor.  validate_indices: whether the run fails for indices out of order or repeated.
    """
    sp_input = as_sparse(sp_input)
    default: Any = zeros([], sp_input.dtype) if default_value is None else default_value
    return sparse_to_dense(
        sp_input.indices,
        sp_input.dense_shape,
        sp_input.values,
        default_value=default,
        validate_indices=validate_indices,
        name=name,
    )


def _reorder_grad(op, _, dy):
    """Positions are put in order as the values were, and say where each gradient goes."""
    places, sizes = op.inputs[0], op.inputs[2]
    order = sparse_reorder(SparseTensor(places, range_(shape(places)[0]), sizes))
    return [None, gather(dy, invert_permutation(order.values)), None]


@op(
    "SparseReorder",
    "input_indices: int64, input_values: T, input_shape: int64 -> output_indices: int64, output_values: T",
    infer=lambda op: [with_rank(op.inputs[0].dims, 2), with_rank(op.inputs[1].dims, 1)],
    ranks=sparse_ranks("input_indices", "input_values", "input_shape"),
    host=True,
    grad=_reorder_grad,
)
def _sparse_reorder(input_indices, input_values, input_shape):
    """The places in row-major order, and their values."""
    check_sparse(input_indices, input_values, input_shape)
    order = np.lexsort(input_indices.T[::-1]) if len(input_indices) else np.zeros(0, np.int64)
    return input_indices[order], input_values[order]


def sparse_reorder(sp_input, name=None):
    """The SparseTensor with its places in row-major order.

    sp_input: a SparseTensor.
    """
    sp_input = as_sparse(sp_input)
    indices, values = _sparse_reorder(sp_input.indices, sp_input.values, sp_input.dense_shape, name=name)
    known = sp_input.shape
    sizes = known.as_list() if known.is_fully_defined() else identity(sp_input.dense_shape)
    return SparseTensor(indices, values, sizes)
