"""Signs, sizes and whole numbers: abs, sign, floor, ceil, round, rint."""

from typing import Any

import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.overrides import overridable
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.ops.arithmetic import COMPLEX, SIGNED
from graphlab._src.ops.complex import complex_abs
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.define import no_gradient, op, same_as_input
from graphlab._src.ops.shape import shape

_UNARY = {"signature": "x: T -> y: T", "infer": same_as_input(0)}


def _sign(xp: Any, x):
    if xp.iscomplexobj(x):
        return jnp.sign(x) if xp is jnp else np.where(x == 0, 0, x / np.where(x == 0, 1, np.abs(x))).astype(x.dtype)
    return (x > 0).astype(x.dtype) - (x < 0).astype(x.dtype)


@op(
    "Sign",
    types={"T": SIGNED | COMPLEX},
    fold=lambda x: _sign(np, x),
    grad=lambda op, dy: [zeros(shape(op.inputs[0]), op.inputs[0].dtype)],
    **_UNARY,
    vectorize="elementwise",
    padding="elementwise",
)
def sign(x):
    """-1, 0 or 1, element by element, 0 for NaN; x / |x| for complex numbers."""
    return _sign(jnp, x)


@op(
    "Abs",
    types={"T": SIGNED | {dtypes.int8, dtypes.int16}},
    fold=np.abs,
    grad=lambda op, dy: [dy * sign(op.inputs[0])],
    **_UNARY,
    vectorize="elementwise",
    padding="elementwise",
)
def _abs(x):
    """The distance from 0, element by element; the least integer, which has none, stays negative."""
    if jnp.issubdtype(jnp.result_type(x), jnp.signedinteger):  # XLA assumes that jnp.abs is not negative
        return jnp.where(x < 0, -x, x)
    return jnp.abs(x)


@overridable
def abs(x, name=None):
    """The absolute value, element by element.

    x: float, int32 or int64, whose dtype the result has; of complex64 it is float32, of complex128 float64.
    """
    with name_scope(name, "Abs", [x]) as scope:
        x = convert_to_tensor(x, name="x")
        if x.dtype.is_complex:
            return complex_abs(x, Tout=x.dtype.base_dtype.real_dtype, name=scope)
        return _abs(x, name=scope)


@op("Floor", types={"T": dtypes.FLOATING}, fold=np.floor, grad=no_gradient, **_UNARY, vectorize="elementwise")
def floor(x):
    """The greatest whole number that is not above x, element by element."""
    return jnp.floor(x)


@op("Ceil", types={"T": dtypes.FLOATING}, fold=np.ceil, grad=no_gradient, **_UNARY, vectorize="elementwise")
def ceil(x):
    """The least whole number that is not below x, element by element."""
    return jnp.ceil(x)


@op("Rint", types={"T": dtypes.FLOATING}, fold=np.rint, grad=no_gradient, **_UNARY, vectorize="elementwise")
def rint(x):
    """The nearest whole number, the even one of two, element by element.

    x: floating point.
    """
    return jnp.rint(x)


@op("Round", types={"T": SIGNED | COMPLEX}, fold=np.round, grad=no_gradient, **_UNARY, vectorize="elementwise")
def _round(x):
    """The nearest whole number, the even one of two, element by element."""
    return jnp.round(x)


@overridable
def round(x, name=None):
    """The nearest whole number, element by element; of two equally near ones the even one.

    x: any numeric dtype, which the result has: round([2.5, -1.6]) is [2.0, -2.0].
    """
    x = convert_to_tensor(x, name="x")
    return x if x.dtype.is_integer else _round(x, name=name)
