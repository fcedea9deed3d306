"""Operations that change parts of a variable: rows by number, parts by coordinates, slices."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.compiler.checks import outside, without_zero
from graphlab._src.graph import constant_value, convert_to_tensor
from graphlab._src.ops.constants import ones_like
from graphlab._src.ops.define import no_gradient, raw_ops, undefined_gradient
from graphlab._src.ops.gather import check_parts, fit_parts, scattered
from graphlab._src.ops.joining import concat
from graphlab._src.ops.rules import merge, with_rank_at_least
from graphlab._src.ops.shape import expand_dims, reshape, shape
from graphlab._src.ops.slicing import MASKS, masks_of, strided_dims
from graphlab._src.ops.strided_update import part_index
from graphlab._src.state.update_ops import update_op

_INDICES = {"Tindices": dtypes.INDEX}
_ORDERED = {dtypes.bfloat16, dtypes.float16, dtypes.float32, dtypes.float64, dtypes.int32, dtypes.int64}


def _set(variable, places, values):
    if variable.dtype == object:  # strings, on the host
        variable = variable.copy()
        variable[places] = values if np.ndim(values) else values.item()
        return variable
    return variable.at[places].set(values)


def _divide(variable, places, values):
    divisor = jnp.ones_like(variable).at[places].multiply(values)
    return jax.lax.div(variable, without_zero(divisor))  # integers lose what is behind the point, as in TensorFlow


# What is done to the parts, and in which words.
_SET = ("Replaces", _set)
_ADD = ("Adds to", lambda variable, places, values: variable.at[places].add(values))
_SUB = ("Subtracts from", lambda variable, places, values: variable.at[places].add(-values))
_MUL = ("Multiplies", lambda variable, places, values: variable.at[places].multiply(values))
_DIV = ("Divides", _divide)
_MIN = ("Stores the smaller one for", lambda variable, places, values: variable.at[places].min(values))
_MAX = ("Stores the larger one for", lambda variable, places, values: variable.at[places].max(values))


def _check_rows(op, dims):
    indices, updates = op.inputs[1].dims, op.inputs[2].dims
    dims = with_rank_at_least(dims, 1)
    if dims is not None and indices is not None and updates != ():
        merge(updates, (*indices, *dims[1:]), "pass one row for each index, or a single number")


def _scatter(name, what, *, allowed: Any = dtypes.NUMERIC, handle_types: Any = dtypes.NUMERIC, locking=False):
    """The operations Scatter<name> and ResourceScatter<name>."""
    words, combine = what

    def kernel(ref, indices, updates):
        rows = indices.shape + ref.shape[1:]
        if updates.shape and shapes.differ(updates.shape, rows):
            raise ValueError(
                "Must have updates.shape = indices.shape + params.shape[1:] or updates.shape = [], got updates.shape "
                f"{shapes.text(updates.shape)}, indices.shape {shapes.text(indices.shape)}, params.shape "
                f"{shapes.text(ref.shape)}"
            )
        broadcast = np.broadcast_to if updates.dtype == object else jnp.broadcast_to
        return combine(ref, indices, broadcast(updates, rows))

    kernel.__doc__ = (
        f"{words} rows of a variable.\n\n"
        "ref: [n, …].  indices: the numbers of rows, any shape.  updates: indices.shape, then the shape of a row; or a "
        "number."
    )
    return update_op(
        f"Scatter{name}",
        "ref: Ref(T), indices: Tindices, updates: T -> output_ref: Ref(T)",
        ["ref"],
        on_handles="resource: resource, indices: Tindices, updates: dtype ->",
        check=_check_rows,
        checks=lambda result, ref, indices, updates: [outside(indices, ref.shape[0])],
        types=_INDICES | ({"T": allowed} if allowed else {}),
        handle_types=_INDICES | ({"dtype": handle_types} if handle_types else {}),
        attrs={"use_locking": (bool, locking)},
        handle_attrs={},
        grad=no_gradient if name in ("Add", "Sub", "Mul", "Div") else undefined_gradient,
        changes_pinned=name in ("Add", "Sub", "Update"),
    )(kernel)


scatter_update = _scatter("Update", _SET, allowed=None, handle_types=None, locking=True)
scatter_add = _scatter("Add", _ADD)
scatter_sub = _scatter("Sub", _SUB)
scatter_mul = _scatter("Mul", _MUL)
scatter_div = _scatter("Div", _DIV)
scatter_min = _scatter("Min", _MIN, allowed=_ORDERED)
scatter_max = _scatter("Max", _MAX, allowed=_ORDERED)


def _check_parts(op, dims):
    scattered(dims, op.inputs[1].dims, op.inputs[2].dims, into="input")


def _scatter_nd(name, what, *, allowed: Any = dtypes.NUMERIC, locking=False):
    """The operations ScatterNd<name> and ResourceScatterNd<name>."""
    words, combine = what

    def kernel(ref, indices, updates):
        fit_parts(ref.shape, indices, updates)
        return combine(ref, tuple(jnp.moveaxis(indices, -1, 0)), updates)

    kernel.__doc__ = (
        f"{words} parts of a variable.\n\n"
        "indices: […, k], coordinates in the first k axes of ref.  updates: […], then the shape of a part."
    )
    return update_op(
        f"ScatterNd{name}",
        "ref: Ref(T), indices: Tindices, updates: T -> output_ref: Ref(T)",
        ["ref"],
        check=_check_parts,
        checks=lambda result, ref, indices, updates: check_parts(result, indices, updates, ref.shape),
        types=_INDICES | ({"T": allowed} if allowed else {}),
        handle_types=_INDICES,
        attrs={"use_locking": (bool, locking)},
        handle_attrs={"use_locking": (bool, True)},
    )(kernel)


scatter_nd_update = _scatter_nd("Update", _SET, allowed=None, locking=True)
scatter_nd_add = _scatter_nd("Add", _ADD)
scatter_nd_sub = _scatter_nd("Sub", _SUB)


def batch_coordinates(indices):
    """The coordinates for scatter_nd, from indices [batch…, i] of parts within each batch."""
    indices = convert_to_tensor(indices, name="indices")
    sizes = shape(indices)
    if indices.dims is None:
        raise ValueError("batch_gather does not allow indices with unknown shape.")
    last = expand_dims(indices, axis=-1)
    rank = len(indices.dims)
    columns = []
    for axis in range(rank - 1):
        count = sizes[axis]
        spread = [1] * (rank + 1)
        spread[axis] = count
        numbers = reshape(raw_ops.Range(0, count, 1), spread)
        if numbers.dtype.base_dtype is not last.dtype:
            numbers = raw_ops.Cast(numbers, DstT=last.dtype)
        columns.append(numbers * ones_like(last))
    return concat([*columns, last], axis=-1)


def _check_slice(op, dims):
    bounds = [constant_value(tensor) for tensor in op.inputs[1:4]]
    lists: Any = [bound.tolist() for bound in bounds if bound is not None]
    if dims is not None and len(lists) == 3:
        begin, end, strides = lists
        strided_dims(dims, begin, end, strides, masks_of(op))


@update_op(
    "StridedSliceAssign",
    "ref: Ref(T), begin: Index, end: Index, strides: Index, value: T -> output_ref: Ref(T)",
    ["ref"],
    check=_check_slice,
    types={"Index": dtypes.INDEX},
    static=["begin", "end", "strides"],
    grad=undefined_gradient,
)
def strided_slice_assign(
    ref,
    begin,
    end,
    strides,
    value,
    *,
    begin_mask: int = 0,
    end_mask: int = 0,
    ellipsis_mask: int = 0,
    new_axis_mask: int = 0,
    shrink_axis_mask: int = 0,
):
    """Replaces the part of a variable between begin and end, in steps: what v[1:5:2].assign(value) makes."""
    masks = dict(zip(MASKS, (begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask), strict=True))
    index = part_index(ref, begin, end, strides, value, masks)
    return ref if index is None else _set(ref, index, value)
