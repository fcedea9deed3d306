"""Circular and hyperbolic functions and their inverses, element by element."""

import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.graph import constant
from graphlab._src.ops.arithmetic import add, square, subtract
from graphlab._src.ops.complex import conj
from graphlab._src.ops.define import op, raw_ops, same_as_input
from graphlab._src.ops.numpy_forms import on_numbers
from graphlab._src.ops.power import FLOATING, after, reciprocal, sqrt
from graphlab._src.ops.rules import broadcast

_UNARY = {"signature": "x: T -> y: T", "infer": same_as_input(0)}
_TYPES = {"T": FLOATING}
_WITH_INTEGERS = {"T": FLOATING | dtypes.INDEX}


def _with(rule):
    """A gradient rule from (x, dy) -> dx, whose operations wait for dy."""

    def grad(op, dy):
        with after(dy):
            return [rule(conj(op.inputs[0]), dy)]

    return grad


def _tan_grad(x, dy):
    secant = reciprocal(cos(x))
    return square(secant) * dy


@op("Sin", types=_TYPES, grad=_with(lambda x, dy: dy * raw_ops.Cos(x)), **_UNARY)
def sin(x):
    """The sine, element by element.

    x: radians, floating point or complex.  Returns the same dtype and shape.
    """
    return jnp.sin(x)


@op("Cos", types=_TYPES, grad=_with(lambda x, dy: -dy * sin(x)), **_UNARY)
def cos(x):
    """The cosine, element by element.

    x: radians, floating point or complex.  Returns the same dtype and shape.
    """
    return jnp.cos(x)


@op("Tan", types=_WITH_INTEGERS, grad=_with(_tan_grad), **_UNARY)
def tan(x):
    """The tangent, element by element.

    x: radians, floating point or complex.  Returns the same dtype and shape.
    """
    return jnp.tan(x)


def _one(dy):
    return constant(1, dy.dtype.base_dtype)


def _over_root(x, dy):
    square_of_x, one = square(x), _one(dy)
    return dy * reciprocal(sqrt(subtract(one, square_of_x)))


def _minus_over_root(x, dy):
    square_of_x, one = square(x), _one(dy)
    inverse = reciprocal(sqrt(subtract(one, square_of_x)))
    return -dy * inverse


def _over_sum(x, dy):
    square_of_x, one = square(x), _one(dy)
    return dy * reciprocal(add(one, square_of_x))


def _over_difference(x, dy):
    square_of_x, one = square(x), _one(dy)
    return dy * reciprocal(subtract(one, square_of_x))


@op("Asin", types=_WITH_INTEGERS, grad=_with(_over_root), **_UNARY)
def asin(x):
    """The angle in radians whose sine is x, element by element."""
    return jnp.arcsin(x)


@op("Acos", types=_WITH_INTEGERS, grad=_with(_minus_over_root), **_UNARY)
def acos(x):
    """The angle in radians whose cosine is x, element by element."""
    return jnp.arccos(x)


@op("Atan", types=_WITH_INTEGERS, grad=_with(_over_sum), **_UNARY)
def atan(x):
    """The angle in radians whose tangent is x, element by element."""
    return jnp.arctan(x)


def _atan2_grad(op, dz):
    y, x = op.inputs
    with after(dz):
        inverse = dz / (square(x) + square(y))
        return [x * inverse, -y * inverse]


@op("Atan2", "y: T, x: T -> z: T", types={"T": dtypes.FLOATING}, infer=broadcast, grad=_atan2_grad)
def atan2(y, x):
    """The angle in radians of the point (x, y), element by element, broadcasting."""
    return jnp.arctan2(y, x)


@op("Sinh", types=_TYPES, grad=_with(lambda x, dy: dy * raw_ops.Cosh(x)), **_UNARY)
def sinh(x):
    """The hyperbolic sine of x, element by element."""
    return jnp.sinh(x)


@op("Cosh", types=_TYPES, grad=_with(lambda x, dy: dy * sinh(x)), **_UNARY)
def cosh(x):
    """The hyperbolic cosine of x, element by element."""
    return jnp.cosh(x)


def _by_result(rule):
    """A gradient rule from (y, dy) -> dx, y the result, whose operations wait for dy."""

    def grad(op, dy):
        with after(dy):
            return [rule(conj(op.outputs[0]), dy)]

    return grad


def _tanh_grad_grad(op, dz):
    with after(dz):
        a, b = conj(op.inputs[0]), conj(op.inputs[1])
        return [dz * -2.0 * b * a, tanh_grad(a, dz)]


@op(
    "TanhGrad",
    "y: T, dy: T -> z: T",
    types={"T": FLOATING},
    infer=same_as_input(0),
    grad=_tanh_grad_grad,
    interpret=on_numbers(lambda y, dy: dy * (y.dtype.type(1) - y * y)),
)
def tanh_grad(y, dy):
    """The gradient of a hyperbolic tangent whose conjugate is y."""
    return dy * (1 - y * y)


@op(
    "Tanh",
    types=_TYPES,
    grad=_by_result(lambda y, dy: tanh_grad(y, dy)),
    **_UNARY,
    interpret=on_numbers(np.tanh),
)
def tanh(x):
    """The hyperbolic tangent, element by element, between -1 and 1.

    x: floating point or complex.  Returns the same dtype and shape.
    """
    return jnp.tanh(x)


@op("Asinh", types=_TYPES, grad=_by_result(lambda y, dy: dy / cosh(y)), **_UNARY)
def asinh(x):
    """The number whose hyperbolic sine is x, element by element."""
    return jnp.arcsinh(x)


@op("Acosh", types=_TYPES, grad=_by_result(lambda y, dy: dy / sinh(y)), **_UNARY)
def acosh(x):
    """The number whose hyperbolic cosine is x, element by element."""
    return jnp.arccosh(x)


@op("Atanh", types=_TYPES, grad=_with(_over_difference), **_UNARY)
def atanh(x):
    """The number whose hyperbolic tangent is x, element by element."""
    return jnp.arctanh(x)
