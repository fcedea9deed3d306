"""searchsorted: positions of values in sorted sequences."""

import jax.numpy as jnp

from graphlab._src.base import dtypes
from graphlab._src.ops.define import no_gradient, op
from graphlab._src.ops.rules import with_rank
from graphlab._src.ops.shape import reshape, shape


def _found(op):
    with_rank(op.inputs[0].dims, 2)
    with_rank(op.inputs[1].dims, 2)
    return op.inputs[1].dims


_SEARCH = {
    "signature": "sorted_inputs: T, values: T -> output: out_type=int32",
    "types": {"out_type": dtypes.INDEX},
    "infer": _found,
    "grad": no_gradient,
}


def _search(rows, values, lies_after, out_type):
    """The binary search of C++'s std::lower_bound, whose probes also decide where NaN and what is not sorted ends up.

    lies_after(element, value): whether the value belongs after the element.
    """
    if rows.shape[0] != values.shape[0]:
        raise ValueError("Leading dim_size of both tensors must match.")
    low = jnp.zeros(values.shape, jnp.int32)
    left = jnp.full(values.shape, rows.shape[1], jnp.int32)  # how many places are still possible, less one
    for _ in range(int(rows.shape[1]).bit_length()):
        half = left >> 1
        probe = jnp.take_along_axis(rows, low + half, axis=1, mode="clip")  # beyond the end only where left is 0
        after = (left > 0) & lies_after(probe, values)
        low, left = jnp.where(after, low + half + 1, low), jnp.where(after, left - half - 1, half)
    return low.astype(out_type.as_numpy_dtype)


@op("LowerBound", **_SEARCH)
def _lower_bound(sorted_inputs, values, *, out_type: dtypes.DType = dtypes.int32):
    """The first position in each sorted row whose element is not below the value."""
    return _search(sorted_inputs, values, lambda element, value: element < value, out_type)


@op("UpperBound", **_SEARCH)
def _upper_bound(sorted_inputs, values, *, out_type: dtypes.DType = dtypes.int32):
    """The first position in each sorted row whose element is above the value."""
    return _search(sorted_inputs, values, lambda element, value: ~(value < element), out_type)


def searchsorted(sorted_sequence, values, side="left", out_type=dtypes.int32, name=None):
    """The index at which each value can be inserted into the sorted rows along the last axis.

    sorted_sequence: […, n].  values: […, m], with the same leading axes; the result has its shape.
    side: "left" finds the first place, "right" the last.
    out_type: int32 or int64.
    """
    length, wanted = shape(sorted_sequence)[-1], shape(values)[-1]
    rows, flat = reshape(sorted_sequence, [-1, length]), reshape(values, [-1, wanted])
    if side not in ("left", "right"):
        raise ValueError(f"side must be either 'right' or 'left'.  Saw: {side}.")
    bound = _upper_bound if side == "right" else _lower_bound
    return reshape(bound(rows, flat, out_type=out_type, name=name), shape(values))
