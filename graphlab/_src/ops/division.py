"""Division, element by element with broadcasting: Python's, C's, and those without NaN."""

import jax
import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.errors import InternalError, InvalidArgumentError
from graphlab._src.base.overrides import overridable
from graphlab._src.compiler.checks import divided_by_zero, without_zero
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.ops.arithmetic import COMMON16, COMPLEX, SIGNED
from graphlab._src.ops.broadcasting import back_to_operands, broadcast_gradient_args
from graphlab._src.ops.cast import cast
from graphlab._src.ops.complex import conj
from graphlab._src.ops.define import no_gradient, op, raw_ops
from graphlab._src.ops.numpy_forms import on_numbers
from graphlab._src.ops.quotient import exact_quotient, quotient
from graphlab._src.ops.rules import broadcast
from graphlab._src.ops.shape import shape


def _quotient_grad(divide):
    def grad(op, dz):
        x, y = op.inputs
        sx, sy, rx, ry = _shapes_and_axes(x, y)
        x, y = conj(x), conj(y)
        dx = raw_ops.Reshape(raw_ops.Sum(divide(dz, y), rx), sx)
        return [dx, raw_ops.Reshape(raw_ops.Sum(dz * divide(divide(-x, y), y), ry), sy)]

    return grad


_BINARY = {"signature": "x: T, y: T -> z: T", "infer": broadcast}


def _by_zero(what="Integer division by zero", kind=InvalidArgumentError):
    return lambda result, x, y: divided_by_zero(result, y, what, kind)


_UNEXPECTED = _by_zero(
    "Unexpected error in binary operator (only integer div and mod should have errors)", InternalError
)


@op(
    "RealDiv",
    types={"T": COMMON16},
    fold=np.true_divide,
    grad=_quotient_grad(lambda x, y: raw_ops.RealDiv(x, y)),
    **_BINARY,
    vectorize="elementwise",
    padding="elementwise",
    interpret=on_numbers(np.divide),
)
def realdiv(x, y):
    """x / y for floating point numbers, element by element, broadcasting; integers divided by 0 are -1."""
    if jnp.issubdtype(jnp.result_type(x), jnp.integer):
        return jnp.where(y == 0, ~jnp.zeros_like(y), _truncated(x, y))
    return quotient(x, y)


@op("Div", types={"T": COMMON16}, grad=_quotient_grad(lambda x, y: divide(x, y)), checks=_by_zero(), **_BINARY)
def _div(x, y):
    """x / y, cut towards 0 for integers, element by element, broadcasting."""
    if jnp.issubdtype(jnp.result_type(x), jnp.integer):
        return _truncated(x, y)
    return quotient(x, y)


def _truncated(x, y):
    x, y = jnp.broadcast_arrays(x, y)
    return jax.lax.div(x, without_zero(y))


def _folded_floor_div(x, y):
    return np.floor_divide(x, y) if np.asarray(x).dtype.kind in "iu" else np.floor(np.true_divide(x, y))


def _floor_div_in_numpy(x, y):
    return np.floor_divide(x, y) if x.dtype.char in "il" and np.all(y > 0) else None


@op(
    "FloorDiv",
    types={"T": COMMON16},
    fold=_folded_floor_div,
    grad=no_gradient,
    checks=_by_zero(),
    **_BINARY,
    vectorize="elementwise",
    interpret=_floor_div_in_numpy,
)
def floor_div(x, y):
    """The greatest integer that is not above x / y, element by element, broadcasting."""
    if jnp.issubdtype(jnp.result_type(x), jnp.floating):
        return jnp.floor(exact_quotient(x, y))  # infinite where x / y is, where Python's // says NaN
    return jnp.floor_divide(x, without_zero(y))


@op("TruncateDiv", types={"T": COMMON16}, grad=no_gradient, checks=_UNEXPECTED, **_BINARY)
def truncatediv(x, y):
    """x / y, cut towards 0 for integers, element by element, broadcasting."""
    if jnp.issubdtype(jnp.result_type(x), jnp.integer):
        return _truncated(x, y)
    return quotient(x, y)


def _floor_mod_grad(op, dz):
    x, y = conj(op.inputs[0]), conj(op.inputs[1])
    sx, sy, rx, ry = _shapes_and_axes(x, y)
    floor = floor_div(x, y)
    dx = raw_ops.Reshape(raw_ops.Sum(dz, rx), sx)
    return [dx, raw_ops.Reshape(raw_ops.Sum(dz * raw_ops.Neg(floor), ry), sy)]


def _shapes_and_axes(x, y):
    sx, sy = shape(x), shape(y)
    return sx, sy, *broadcast_gradient_args(sx, sy)


@op(
    "FloorMod",
    types={"T": SIGNED},
    fold=np.mod,
    interpret=on_numbers(np.mod, "il"),
    grad=_floor_mod_grad,
    checks=_by_zero(),
    **_BINARY,
    vectorize="elementwise",
)
def floormod(x, y):
    """x - y · floor(x / y): the remainder with the sign of y, element by element, broadcasting."""
    return jnp.mod(x, without_zero(y))


@op("TruncateMod", types={"T": SIGNED}, checks=_UNEXPECTED, **_BINARY)
def truncatemod(x, y):
    """The remainder with the sign of x, element by element, broadcasting.

    x, y: of one numeric dtype.
    """
    return jnp.fmod(x, without_zero(y))


@op("Mod", types={"T": SIGNED}, checks=_by_zero(), **_BINARY)
def _mod(x, y):
    """The remainder with the sign of x, element by element, broadcasting: what old graphs have."""
    return jnp.fmod(x, without_zero(y))


@op(
    "DivNoNan",
    types={"T": dtypes.FLOATING - {dtypes.bfloat16} | COMPLEX},
    grad=_quotient_grad(lambda x, y: div_no_nan(x, y)),
    **_BINARY,
)
def _div_no_nan(x, y):
    """x / y, and 0 where y is 0, element by element, broadcasting."""
    zero = y == 0
    return jnp.where(zero, jnp.zeros((), jnp.result_type(x)), quotient(x, jnp.where(zero, jnp.ones_like(y), y)))


def _xdivy_grad(op, dz):
    x, y = op.inputs
    sx, sy, rx, ry = _shapes_and_axes(x, y)
    with dz.graph.control_dependencies([dz]):
        nonzero = cast(raw_ops.NotEqual(x, cast(0.0, x.dtype)), x.dtype)
        dx = xdivy(nonzero, y)
        dy = xdivy(raw_ops.Neg(x), y**2)
        dx = raw_ops.Reshape(raw_ops.Sum(dx * dz, rx), sx)
        return [dx, raw_ops.Reshape(raw_ops.Sum(dy * dz, ry), sy)]


@op("Xdivy", types={"T": dtypes.FLOATING - {dtypes.bfloat16} | COMPLEX}, grad=_xdivy_grad, **_BINARY)
def xdivy(x, y):
    """x / y, and 0 where x is 0, element by element, broadcasting."""
    zero = x == 0
    return jnp.where(zero, jnp.zeros((), jnp.result_type(x)), quotient(x, jnp.where(zero, jnp.ones_like(y), y)))


@op(
    "MulNoNan",
    types={"T": dtypes.FLOATING - {dtypes.bfloat16} | COMPLEX},
    grad=lambda op, dz: _mul_no_nan_grad(op, dz),
    **_BINARY,
)
def _mul_no_nan(x, y):
    """x · y, and 0 where y is 0 even if x is infinite or NaN, element by element, broadcasting."""
    return jnp.where(y == 0, jnp.zeros((), jnp.result_type(x)), jnp.multiply(x, y))


def _mul_no_nan_grad(op, dz):
    x, y = op.inputs
    return back_to_operands(x, y, lambda: raw_ops.MulNoNan(dz, y), lambda: raw_ops.MulNoNan(x, dz))


# What Python's / does with the types that are not floating point already.
_TRUE_DIVISION = {
    dtypes.uint8: dtypes.float32,
    dtypes.int8: dtypes.float32,
    dtypes.uint16: dtypes.float32,
    dtypes.int16: dtypes.float32,
    dtypes.int32: dtypes.float64,
    dtypes.int64: dtypes.float64,
    **dict.fromkeys(dtypes.FLOATING | COMPLEX),
}


def _same_type(x, y):
    if x.dtype.base_dtype is not y.dtype.base_dtype:
        raise TypeError(f"x and y must have the same dtype, got {x.dtype.base_dtype!r} != {y.dtype.base_dtype!r}")


@overridable
def truediv(x, y, name=None):
    """x / y as Python 3 has it: integers become floating point numbers first."""
    with name_scope(name, "truediv", [x, y]) as scope:
        x = convert_to_tensor(x, name="x")
        y = convert_to_tensor(y, name="y")
        _same_type(x, y)
        if x.dtype.base_dtype not in _TRUE_DIVISION:
            raise TypeError(f"Invalid dtype {x.dtype.base_dtype!r} in __truediv__")
        floating = _TRUE_DIVISION[x.dtype.base_dtype]
        if floating is not None:
            x, y = cast(x, floating), cast(y, floating)
        return realdiv(x, y, name=scope)


@overridable
def div(x, y, name=None):
    """x / y as Python 2 has it: the floor for integers."""
    with name_scope(name, "div", [x, y]) as scope:
        x = convert_to_tensor(x, name="x")
        y = convert_to_tensor(y, x.dtype.base_dtype, name="y")
        floating = x.dtype.is_floating or x.dtype.is_complex
        return (realdiv if floating else floor_div)(x, y, name=scope)


@overridable
def divide(x, y, name=None):
    """x / y as Python 3 has it."""
    if name is None:
        return x / y
    return truediv(x, y, name)


@overridable
def div_no_nan(x, y, name=None):
    """x / y, and 0 where y is 0."""
    return _no_nan(raw_ops.DivNoNan, "div_no_nan", x, y, name)


@overridable
def multiply_no_nan(x, y, name=None):
    """x · y, and 0 where y is 0 even if x is infinite or NaN."""
    return _no_nan(raw_ops.MulNoNan, "multiply_no_nan", x, y, name)


def _no_nan(builder, label, x, y, name):
    """An operation of x and of y in x's dtype, in a name scope of its own."""
    with name_scope(name, label, [x, y]) as scope:
        x = convert_to_tensor(x, name="x")
        y = convert_to_tensor(y, x.dtype.base_dtype, name="y")
        return builder(x, y, name=scope)


@overridable
def floordiv(x, y, name=None):
    """The greatest integer that is not above x / y."""
    with name_scope(name, "floordiv", [x, y]) as scope:
        return floor_div(x, y, name=scope)


def reciprocal_no_nan(x, name=None):
    """1 / x, and 0 where x is 0."""
    with name_scope(name, "reciprocal_no_nan", [x]) as scope:
        x = convert_to_tensor(x, name="x")
        return _div_no_nan(convert_to_tensor(1, x.dtype.base_dtype, "one"), x, name=scope)
