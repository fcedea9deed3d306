"""Cumulative sums and products along an axis."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.ops.define import op, same_as_input
from graphlab._src.ops.power import exp, log
from graphlab._src.ops.rules import only_axis
from graphlab._src.ops.select import where_v2

_SCAN = {
    "signature": "x: T, axis: Tidx=int32 -> out: T",
    "types": {"T": dtypes.NUMERIC, "Tidx": dtypes.INDEX},
    "infer": same_as_input(0),
    "static": ["axis"],
}


def _along(x, axis):
    """The axis counted from 0."""
    return only_axis(
        axis,
        x.ndim,
        "ScanOp: axis must be a scalar, not {shape}",
        "ScanOp: Expected scan axis in the range [{low}, {high}), but got {axis}",
    )


def _scan(function, unit, x, axis, exclusive, reverse):
    axis = _along(x, axis)
    x = _without_last(unit, x, axis, reverse) if exclusive else x
    step = _STEPS.get(function)
    if step is not None and jnp.issubdtype(x.dtype, jnp.floating) and x.dtype.itemsize < 4:
        return _one_by_one(step, unit, x, axis, reverse)
    return function(x, axis=axis, reverse=reverse)


def _without_last(unit, x, axis, reverse):
    if x.shape[axis]:
        # Every element moves one place on, and the unit comes first.
        width = [(0, 0)] * x.ndim
        width[axis] = (0, 1) if reverse else (1, 0)
        keep = slice(1, None) if reverse else slice(None, -1)
        x = jnp.pad(x[(slice(None),) * axis + (keep,)], width, constant_values=unit)
    return x


_STEPS = {jax.lax.cumsum: jnp.add, jax.lax.cumprod: jnp.multiply}


def _one_by_one(combine, unit, x, axis, reverse):
    """The scan from one element to the next, with every total rounded to the type."""

    def step(total, row):
        total = combine(total, row)
        return total, total

    rows = jnp.moveaxis(x, axis, 0)
    _, totals = jax.lax.scan(step, jnp.full(rows.shape[1:], unit, x.dtype), rows, reverse=reverse)
    return jnp.moveaxis(totals, 0, axis)


def _folded(function, unit):
    """The NumPy form of a scan."""

    def fold(x, axis, *, exclusive, reverse):
        axis = _along(x, axis)
        x = np.moveaxis(np.flip(x, axis) if reverse else x, axis, 0)
        result = function(x, 0)
        if exclusive:
            result = np.concatenate([np.full_like(result[:1], unit), result[:-1]])
        result = np.moveaxis(result, 0, axis)
        return np.flip(result, axis) if reverse else result

    return fold


def _cumsum_grad(op, dy):
    axis = op.inputs[1]
    return [cumsum(dy, axis, exclusive=op.get_attr("exclusive"), reverse=not op.get_attr("reverse")), None]


@op("Cumsum", grad=_cumsum_grad, fold=_folded(np.cumsum, 0), **_SCAN, interpret="fold")
def _cumsum(x, axis, *, exclusive: bool = False, reverse: bool = False):
    """The running sum along an axis."""
    return _scan(jax.lax.cumsum, 0, x, axis, exclusive, reverse)


def _cumprod_grad(op, dy):
    x, axis = op.inputs
    exclusive, reverse = op.get_attr("exclusive"), op.get_attr("reverse")
    product = cumprod(x, axis, exclusive=exclusive, reverse=reverse)
    out = cumsum(product * dy, axis, exclusive=exclusive, reverse=not reverse)
    return [out / x, None]


@op("Cumprod", grad=_cumprod_grad, fold=_folded(np.cumprod, 1), **_SCAN, interpret="fold")
def _cumprod(x, axis, *, exclusive: bool = False, reverse: bool = False):
    """The running product along an axis."""
    return _scan(jax.lax.cumprod, 1, x, axis, exclusive, reverse)


def cumsum(x, axis=0, exclusive=False, reverse=False, name=None):
    """The sums of the elements so far along an axis, in the shape of x.

    x: numeric.  axis: a scalar.  exclusive: leave each element out of its own sum.  reverse: sum from the end.

        tf.cumsum([1, 2, 3])  # [1, 3, 6]; [0, 1, 3] with exclusive=True
    """
    with name_scope(name, "Cumsum", [x]) as scope:
        x = convert_to_tensor(x, name="x")
        return _cumsum(x, axis, exclusive=exclusive, reverse=reverse, name=scope)


def cumprod(x, axis=0, exclusive=False, reverse=False, name=None):
    """The products of the elements so far along an axis, in the shape of x.

    x: numeric.  axis: a scalar.  exclusive: leave each element out of its own product.  reverse: multiply from the end.
    """
    with name_scope(name, "Cumprod", [x]) as scope:
        x = convert_to_tensor(x, name="x")
        return _cumprod(x, axis, exclusive=exclusive, reverse=reverse, name=scope)


def _lowest(x):
    return np.finfo(x.dtype).min


def _log_of_sum(total, x, lib: Any = jnp):
    """log(exp(total) + exp(x)) as TensorFlow's kernel computes it: NaN counts as the total, infinity twice is NaN."""
    smaller, larger = lib.where(x < total, x, total), lib.where(total < x, x, total)
    return lib.log1p(lib.exp(smaller - larger)) + larger


def _fold_logsumexp(x, axis, *, exclusive, reverse):
    def accumulate(rows, _):
        totals, total = np.empty_like(rows), np.full(rows.shape[1:], _lowest(x), x.dtype)
        with np.errstate(all="ignore"):
            for i, row in enumerate(rows):
                totals[i] = total = _log_of_sum(total, row, np)
        return totals

    return _folded(accumulate, _lowest(x))(x, axis, exclusive=exclusive, reverse=reverse)


def _logsumexp_grad(op, dy):
    # Each sign of the gradient is summed by itself, as logarithms.
    x, axis = op.inputs
    exclusive, reverse = op.get_attr("exclusive"), op.get_attr("reverse")

    def flow(part):
        logarithm = where_v2(part > 0, log(part), dy.dtype.min)
        total = cumulative_logsumexp(logarithm - op.outputs[0], axis, exclusive=exclusive, reverse=not reverse)
        return exp(total + x)

    return [flow(dy) - flow(-dy), None]


@op(
    "CumulativeLogsumexp",
    "x: T, axis: Tidx=int32 -> out: T",
    types={"T": {dtypes.float16, dtypes.float32, dtypes.float64}, "Tidx": dtypes.INDEX},
    infer=same_as_input(0),
    static=["axis"],
    grad=_logsumexp_grad,
    fold=_fold_logsumexp,
)
def _cumulative_logsumexp(x, axis, *, exclusive: bool = False, reverse: bool = False):
    """The logarithm of the running sum of exp(x) along an axis."""
    axis = _along(x, axis)
    x = _without_last(_lowest(x), x, axis, reverse) if exclusive else x
    return _one_by_one(_log_of_sum, _lowest(x), x, axis, reverse)


def cumulative_logsumexp(x, axis=0, exclusive=False, reverse=False, name=None):
    """The logarithm of the running sum of exp(x) along an axis, exact also for large x.

    exclusive: whether an element's own value is left out; the first is then the lowest number.  reverse: from the end.
    """
    with name_scope(name, "CumulativeLogsumexp", [x]) as scope:
        x = convert_to_tensor(x, name="x")
        return _cumulative_logsumexp(x, axis, exclusive=exclusive, reverse=reverse, name=scope)
