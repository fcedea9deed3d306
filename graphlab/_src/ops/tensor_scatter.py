"""tensor_scatter_update, tensor_scatter_add and relatives: tensors with parts changed at coordinates."""

import jax.numpy as jnp

from graphlab._src.base import dtypes
from graphlab._src.ops.constants import zeros_like
from graphlab._src.ops.define import op
from graphlab._src.ops.gather import check_parts, fit_parts, gather_nd, scattered
from graphlab._src.ops.identity import identity
from graphlab._src.ops.rules import with_rank_at_least


def _checked(op, into="output"):
    dims = with_rank_at_least(op.inputs[0].dims, 1)
    scattered(dims, op.inputs[1].dims, op.inputs[2].dims, into)
    return dims


def _check(result, tensor, indices, updates):
    return check_parts(result, indices, updates, tensor.shape)


def _at(tensor, indices, updates):
    fit_parts(tensor.shape, indices, updates)
    return tensor.at[tuple(jnp.moveaxis(indices, -1, 0))]


_SIGNATURE = "tensor: T, indices: Tindices, updates: T -> output: T"
_TYPES = {"Tindices": dtypes.INDEX}


def _update_grad(op, dy):
    indices, updates = op.inputs[1:]
    dupdates = gather_nd(dy, indices)
    return [tensor_scatter_update(identity(dy), indices, zeros_like(updates)), None, dupdates]


@op("TensorScatterUpdate", _SIGNATURE, types=_TYPES, infer=_checked, grad=_update_grad, checks=_check)
def tensor_scatter_update(tensor, indices, updates):
    """The tensor with parts replaced.

    indices: […, k], coordinates in the first k axes.  updates: […], then the shape of a part.
    """
    return _at(tensor, indices, updates).set(updates)


@op(
    "TensorScatterAdd",
    _SIGNATURE,
    types=_TYPES,
    infer=_checked,
    checks=_check,
    grad=lambda op, dy: [identity(dy), None, gather_nd(dy, op.inputs[1])],
)
def tensor_scatter_add(tensor, indices, updates):
    """The tensor with updates added to parts.

    indices: […, k], coordinates in the first k axes.  updates: […], then the shape of a part.
    """
    return _at(tensor, indices, updates).add(updates)


@op(
    "TensorScatterSub",
    _SIGNATURE,
    types=_TYPES,
    infer=_checked,
    checks=_check,
    grad=lambda op, dy: [identity(dy), None, -gather_nd(dy, op.inputs[1])],
)
def tensor_scatter_sub(tensor, indices, updates):
    """The tensor with updates subtracted from parts.

    indices: […, k], coordinates in the first k axes.  updates: […], then the shape of a part.
    """
    return _at(tensor, indices, updates).add(-updates)


@op(
    "ScatterNdNonAliasingAdd",
    "input: T, indices: Tindices, updates: T -> output: T",
    types={**_TYPES, "T": dtypes.NUMERIC | {dtypes.bool}},
    infer=lambda op: _checked(op, "input"),
    checks=_check,
    grad=lambda op, dy: [dy, None, gather_nd(dy, op.inputs[1])],
)
def scatter_nd_non_aliasing_add(input, indices, updates):
    """The input with updates added to parts; where bool, their logical or.

    indices: […, k], coordinates in the first k axes.  updates: […], then the shape of a part.
    """
    place = _at(input, indices, updates)
    return place.max(updates) if updates.dtype == bool else place.add(updates)
