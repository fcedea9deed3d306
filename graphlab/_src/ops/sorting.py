"""sort, argsort and nth_element along an axis."""

import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import ShapeError
from graphlab._src.compiler.checks import Check
from graphlab._src.graph import constant, convert_to_tensor, name_scope, static_value
from graphlab._src.ops.arg import top_k
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import equal
from graphlab._src.ops.define import op
from graphlab._src.ops.joining import concat
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.rules import scalar_size, with_rank_at_least
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import expand_dims, rank, shape
from graphlab._src.ops.transpose import transpose


def sort(values, axis=-1, direction="ASCENDING", name=None):
    """The elements in order along an axis.

    direction: "ASCENDING" or "DESCENDING".
    values: any shape, numeric.
    """
    with name_scope(name, "sort"):
        return _in_order(values, axis, direction, 0)


def argsort(values, axis=-1, direction="ASCENDING", stable=False, name=None):
    """The indices of the elements in sorted order along an axis; equal elements stay in their order.

    direction: "ASCENDING" or "DESCENDING".  stable: it always is.
    values: any shape, numeric.  axis: the last when left out.
    """
    with name_scope(name, "argsort"):
        return _in_order(values, axis, direction, 1)


def _in_order(values, axis, direction, return_argsort):
    if direction not in ("ASCENDING", "DESCENDING"):
        raise ValueError(f"{direction} should be one of ASCENDING, DESCENDING")
    axis = static_value(convert_to_tensor(axis, name="axis"))
    if axis is None or axis.ndim:
        raise ValueError("axis must be a constant scalar")
    values = convert_to_tensor(values, name="values")
    if direction == "DESCENDING":
        return _largest_first(values, int(axis), return_argsort)
    result = _largest_first(-values, int(axis), return_argsort)
    return result if return_argsort else -result


def _largest_first(values, axis, which):
    count = shape(values)[axis]
    axes = rank(values)
    known = None if values.dims is None else len(values.dims)
    if axis == -1 or axis + 1 == known:
        return top_k(values, count)[which]
    if known is None:
        axis = axis + axes if axis < 0 else axis
        order = concat([range_(axis), [axes - 1], range_(axis + 1, axes - 1), [axis]], axis=0)
    else:
        axis %= known
        order = constant(np.r_[0:axis, known - 1, axis + 1 : known - 1, axis], name="transposition")
    return transpose(top_k(transpose(values, order), count)[which], order)


def _nth_shape(op):
    dims = with_rank_at_least(op.inputs[0].dims, 1)
    n = scalar_size(op, 1)
    if dims is not None and None not in (n, dims[-1]) and dims[-1] <= n:
        raise ShapeError(f"Input must have last dimension > n = {n} but is {dims[-1]}")
    return None if dims is None else dims[:-1]


def _nth_grad(op, dy):
    """The gradient is shared by the elements that are equal to the chosen one."""
    chosen = cast(equal(expand_dims(op.outputs[0], -1), op.inputs[0]), dy.dtype)
    return [chosen / expand_dims(reduce_sum(chosen, -1), -1) * expand_dims(dy, -1), None]


def _nth_checks(result, input, n, **attrs):
    return [
        Check(n < 0, lambda: f"n must be non-negative but is {int(n)}"),
        Check(
            n >= input.shape[-1],
            lambda: f"Input must have last dimension > n = {int(n)}: at least n+1 columns, got {input.shape[-1]}",
        ),
    ]


@op(
    "NthElement",
    "input: T, n: int32 -> values: T",
    types={"T": dtypes.REAL},
    infer=_nth_shape,
    scalars={"n": "N must be scalar, got shape {shape}"},
    grad=_nth_grad,
    checks=_nth_checks,
)
def nth_element(input, n, *, reverse: bool = False):
    """The element that n others precede, in order of size, of each row along the last axis.

    n: from 0.  reverse: the order begins with the largest.  The gradient is shared by elements that are equal.
    """
    if not input.ndim:
        raise ValueError("Input must be at least rank 1 but is rank 0: it must be >= 1-D, got shape []")
    size = input.shape[-1]
    n = jnp.clip(n, 0, max(size - 1, 0))
    return jnp.take(jnp.sort(input, axis=-1), size - 1 - n if reverse else n, axis=-1)
