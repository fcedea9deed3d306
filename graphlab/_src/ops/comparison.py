"""Comparisons, element by element with broadcasting."""

import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.overrides import overridable
from graphlab._src.ops.arithmetic import COMMON
from graphlab._src.ops.define import no_gradient, op, same_as_input
from graphlab._src.ops.numpy_forms import on_numbers
from graphlab._src.ops.rules import broadcast, merged_inputs

_ORDERED = {"signature": "x: T, y: T -> z: bool", "types": {"T": dtypes.REAL}, "infer": broadcast, "grad": no_gradient}
_EQUAL = {
    "signature": "x: T, y: T -> z: bool",
    "types": {"T": COMMON | {dtypes.quint8, dtypes.qint8, dtypes.qint32, dtypes.string, dtypes.bool}},
    "grad": no_gradient,
    "attrs": {"incompatible_shape_error": (bool, True)},
    "commutative": True,
}


def _equal_shape(op):
    if op.attrs["incompatible_shape_error"]:
        return broadcast(op)
    return None


_equal_shape.at_run_time = broadcast.at_run_time  # pyright: ignore[reportFunctionMemberAccess]


def _numpy_or_jax(x):
    return np if getattr(x, "dtype", None) == np.object_ else jnp


@op(
    "Equal",
    infer=_equal_shape,
    fold=np.equal,
    **_EQUAL,
    static_value=True,
    vectorize="elementwise",
    equality=True,
    interpret=on_numbers(np.equal, "fdil?"),
)
def _equal(x, y):
    """x == y, element by element, broadcasting."""
    return _numpy_or_jax(x).equal(x, y)


@op(
    "NotEqual",
    infer=_equal_shape,
    fold=np.not_equal,
    **_EQUAL,
    static_value=True,
    vectorize="elementwise",
    interpret=on_numbers(np.not_equal, "fdil?"),
)
def _not_equal(x, y):
    """x != y, element by element, broadcasting."""
    return _numpy_or_jax(x).not_equal(x, y)


@overridable
def equal(x, y, name=None):
    """x == y, element by element, broadcasting."""
    return _equal(x, y, name=name)


@overridable
def not_equal(x, y, name=None):
    """x != y, element by element, broadcasting."""
    return _not_equal(x, y, name=name)


@op(
    "Less",
    fold=np.less,
    **_ORDERED,
    vectorize="elementwise",
    interpret=on_numbers(np.less, "fdil"),
    masking="strict",
)
def less(x, y):
    """x < y, element by element, broadcasting."""
    return jnp.less(x, y)


@op("LessEqual", fold=np.less_equal, **_ORDERED, vectorize="elementwise", interpret=on_numbers(np.less_equal, "fdil"))
def less_equal(x, y):
    """x <= y, element by element, broadcasting."""
    return jnp.less_equal(x, y)


@op(
    "Greater",
    fold=np.greater,
    **_ORDERED,
    vectorize="elementwise",
    interpret=on_numbers(np.greater, "fdil"),
    masking="strict",
)
def greater(x, y):
    """x > y, element by element, broadcasting."""
    return jnp.greater(x, y)


@op(
    "GreaterEqual",
    fold=np.greater_equal,
    **_ORDERED,
    vectorize="elementwise",
    interpret=on_numbers(np.greater_equal, "fdil"),
)
def greater_equal(x, y):
    """x >= y, element by element, broadcasting."""
    return jnp.greater_equal(x, y)


@op(
    "ApproximateEqual",
    "x: T, y: T -> z: bool",
    types={"T": dtypes.NUMERIC},
    infer=merged_inputs,
    same_shape=("x", "y"),
    commutative=True,
    grad=no_gradient,
)
def approximate_equal(x, y, *, tolerance: float = 1e-05):
    """|x - y| < tolerance, element by element."""
    return jnp.abs(x - y) < tolerance


_CHECK = {
    "signature": "x: T -> y: bool",
    "types": {"T": dtypes.FLOATING},
    "infer": same_as_input(0),
    "grad": no_gradient,
}


@op("IsNan", **_CHECK, vectorize="elementwise", numpy=np.isnan)
def is_nan(x):
    """True where x is not a number."""
    return jnp.isnan(x)


@op("IsInf", **_CHECK, vectorize="elementwise", numpy=np.isinf)
def is_inf(x):
    """True where x is infinite."""
    return jnp.isinf(x)


@op("IsFinite", **_CHECK, vectorize="elementwise", numpy=np.isfinite)
def is_finite(x):
    """True where x is neither infinite nor NaN."""
    return jnp.isfinite(x)
