"""Powers, roots, exponentials and logarithms, element by element."""

import jax
import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.overrides import overridable
from graphlab._src.compiler.checks import Check
from graphlab._src.graph import name_scope
from graphlab._src.ops.arithmetic import COMPLEX, SIGNED
from graphlab._src.ops.broadcasting import Reductions, broadcast_gradient_args
from graphlab._src.ops.cast import cast
from graphlab._src.ops.complex import conj
from graphlab._src.ops.constants import ones_like, zeros_like
from graphlab._src.ops.define import op, raw_ops, same_as_input
from graphlab._src.ops.division import xdivy
from graphlab._src.ops.numpy_forms import on_numbers
from graphlab._src.ops.rules import broadcast
from graphlab._src.ops.select import select
from graphlab._src.ops.shape import shape

FLOATING = dtypes.FLOATING | COMPLEX
_UNARY = {"signature": "x: T -> y: T", "infer": same_as_input(0)}
_GRADIENT = {"signature": "y: T, dy: T -> z: T", "infer": same_as_input(0), "types": {"T": FLOATING}}


def after(dy):
    """Operations made inside run after the gradient, so that what they need is not in memory longer than it has to be."""
    return dy.graph.control_dependencies([dy])


def _pow_grad(op, dz):
    x, y = op.inputs
    back = Reductions(x, y, dz)
    x, y = conj(x), conj(y)
    dx = back.to_x(dz * y * pow(x, y - 1))
    z = conj(op.outputs[0])
    # The derivative of 0 to any power in the exponent is 0, where log(0) would say NaN.
    mask = raw_ops.NotEqual(x, 0) if x.dtype.is_complex else x > 0
    log_x = select(mask, log(select(mask, x, ones_like(x))), zeros_like(x))
    return [dx, back.to_y(dz * z * log_x)]


def _check_powers(result, x, y):
    if not jnp.issubdtype(jnp.result_type(x), jnp.integer):
        return []
    return [Check(y < 0, lambda: "Integers to negative integer powers are not allowed")]


@op(
    "Pow",
    "x: T, y: T -> z: T",
    types={"T": SIGNED | COMPLEX},
    infer=broadcast,
    fold=np.power,
    interpret=on_numbers(np.power),
    grad=_pow_grad,
    checks=_check_powers,
    vectorize="elementwise",
)
def _pow(x, y):
    """x to the power y, element by element, broadcasting; integers wrap around."""
    return _power_of_integers(x, y) if jnp.issubdtype(x.dtype, jnp.integer) else jnp.power(x, y)


def _power_of_integers(x, y):
    """Squares and multiplies for each bit of y; jnp.power looks at six of them."""
    x, y = jnp.broadcast_arrays(x, y)
    inverse = jnp.where(x == 1, 1, jnp.where(x == -1, 1 - 2 * (y & 1), 0)).astype(x.dtype)

    def step(values):
        power, base, left = values
        return jnp.where(left & 1 == 1, power * base, power), base * base, left >> 1

    power, _, _ = jax.lax.while_loop(
        lambda values: jnp.any(values[2] > 0), step, (jnp.ones_like(x), x, jnp.maximum(y, 0))
    )
    return jnp.where(y < 0, inverse, power)


@overridable
def pow(x, y, name=None):
    """x to the power y, element by element, broadcasting."""
    with name_scope(name, "Pow", [x]) as scope:
        return _pow(x, y, name=scope)


def _sqrt_grad_grad(op, dz):
    a, y = op.inputs[0], op.outputs[0]
    with after(dz):
        da = dz / a
        return [-conj(da) * y, 0.5 * da]


def _zero_where_zero(dy, dx):
    """dx, and 0 where dy is 0 even if y is infinite or NaN there: Eigen's rule for these gradients."""
    return jnp.where(dy == 0, jnp.zeros_like(dx), dx)


@op("SqrtGrad", grad=_sqrt_grad_grad, **_GRADIENT)
def sqrt_grad(y, dy):
    """The gradient of a square root y."""
    return _zero_where_zero(dy, 0.5 * dy / jnp.conj(y))


@op(
    "Sqrt",
    types={"T": FLOATING},
    fold=np.sqrt,
    interpret=on_numbers(np.sqrt),
    grad=lambda op, dy: [sqrt_grad(op.outputs[0], dy)],
    **_UNARY,
    vectorize="elementwise",
    padding="elementwise",
)
def sqrt(x):
    """The square root, element by element.

    x: floating point or complex.  Returns the same dtype and shape; NaN for negative real numbers.
    """
    root = jnp.sqrt(x)
    return _on_the_side_of(x, root) if jnp.iscomplexobj(x) else root


def _on_the_side_of(x, root):
    """The complex root as C99 has it: with the sign of x's imaginary part, of -0 too, and for infinite parts."""
    real, imag = x.real, x.imag
    zero, infinity = jnp.zeros((), real.dtype), jnp.asarray(np.inf, real.dtype)
    of_real, of_imag = root.real, root.imag
    of_real = jnp.where(jnp.isinf(real), jnp.where(real > 0, infinity, jnp.where(jnp.isnan(imag), imag, zero)), of_real)
    of_imag = jnp.where(jnp.isinf(real), jnp.where(real < 0, infinity, jnp.where(jnp.isnan(imag), imag, zero)), of_imag)
    of_real = jnp.where(jnp.isinf(imag), infinity, of_real)
    of_imag = jnp.where(jnp.isinf(imag), infinity, of_imag)
    return jax.lax.complex(of_real, jnp.copysign(of_imag, imag))


def _rsqrt_grad_grad(op, dz):
    a, b = op.inputs
    with after(dz):
        ca, cg = conj(a), conj(dz)
        return [-1.5 * cg * b * raw_ops.Square(ca), rsqrt_grad(ca, dz)]


@op("RsqrtGrad", grad=_rsqrt_grad_grad, **_GRADIENT)
def rsqrt_grad(y, dy):
    """The gradient of one over a square root y."""
    y = jnp.conj(y)
    return _zero_where_zero(dy, -0.5 * (dy * y) * (y * y))


@op(
    "Rsqrt",
    types={"T": FLOATING},
    grad=lambda op, dy: [rsqrt_grad(op.outputs[0], dy)],
    **_UNARY,
    padding="elementwise",
    interpret=on_numbers(lambda x: x.dtype.type(1) / np.sqrt(x)),
)
def rsqrt(x):
    """1 / sqrt(x), element by element.

    x: floating point or complex.  Returns the same dtype and shape.
    """
    return jax.lax.rsqrt(x)


def _reciprocal_grad_grad(op, dz):
    b = op.inputs[1]
    with after(dz):
        ca, cg = conj(op.inputs[0]), conj(dz)
        return [cg * -2.0 * b * ca, reciprocal_grad(ca, dz)]


@op("ReciprocalGrad", grad=_reciprocal_grad_grad, **_GRADIENT)
def reciprocal_grad(y, dy):
    """The gradient of one over something, y."""
    return _zero_where_zero(dy, -dy * jnp.conj(y) * jnp.conj(y))


@op("Reciprocal", types={"T": SIGNED | COMPLEX}, grad=lambda op, dy: [reciprocal_grad(op.outputs[0], dy)], **_UNARY)
def reciprocal(x):
    """1 / x, element by element."""
    return jnp.where(x == 0, 0, 1 // jnp.where(x == 0, 1, x)) if jnp.issubdtype(x.dtype, jnp.integer) else 1 / x


@op("Inv", types={"T": SIGNED | COMPLEX}, grad=lambda op, dy: [reciprocal_grad(op.outputs[0], dy)], **_UNARY)
def inv(x):
    """1 / x, element by element: what old graphs have."""
    return 1 / x


def _exp_grad(op, dy):
    with after(dy):
        return [dy * conj(op.outputs[0])]


@op(
    "Exp",
    types={"T": FLOATING},
    fold=np.exp,
    grad=_exp_grad,
    **_UNARY,
    vectorize="elementwise",
    interpret=on_numbers(np.exp),
)
def exp(x):
    """e to the power x, element by element."""
    return jnp.exp(x)


def _expm1_grad(op, dy):
    with after(dy):
        return [dy * exp(conj(op.inputs[0]))]


@op("Expm1", types={"T": FLOATING}, grad=_expm1_grad, **_UNARY)
def expm1(x):
    """exp(x) - 1, exact also near 0, element by element."""
    return jnp.expm1(x)


def _log_grad(op, dy):
    with after(dy):
        return [dy * reciprocal(conj(op.inputs[0]))]


@op(
    "Log",
    types={"T": FLOATING},
    fold=np.log,
    grad=_log_grad,
    **_UNARY,
    vectorize="elementwise",
    interpret=on_numbers(np.log),
)
def log(x):
    """The natural logarithm, element by element.

    x: floating point or complex.  Returns the same dtype and shape; -inf at 0, NaN for negative real numbers.
    """
    return jnp.log(x)


def _log1p_grad(op, dy):
    with after(dy):
        return [dy * reciprocal(1 + conj(op.inputs[0]))]


@op("Log1p", types={"T": FLOATING}, grad=_log1p_grad, **_UNARY, vectorize="elementwise", numpy=np.log1p)
def log1p(x):
    """log(1 + x), exact also near 0, element by element."""
    return jnp.log1p(x)


def _xlogy_grad(op, dz):
    x, y = op.inputs
    sx, sy = shape(x), shape(y)
    rx, ry = broadcast_gradient_args(sx, sy)
    with after(dz):
        nonzero = cast(raw_ops.NotEqual(x, cast(0.0, x.dtype)), x.dtype)
        dx, dy = xlogy(nonzero, y), xdivy(x, y)
        dx = raw_ops.Reshape(raw_ops.Sum(dx * dz, rx), sx)
        return [dx, raw_ops.Reshape(raw_ops.Sum(dy * dz, ry), sy)]


@op("Xlogy", "x: T, y: T -> z: T", types={"T": FLOATING - {dtypes.bfloat16}}, infer=broadcast, grad=_xlogy_grad)
def xlogy(x, y):
    """x · log(y), and 0 where x is 0, element by element, broadcasting."""
    zero = x == 0
    return jnp.where(zero, jnp.zeros((), jnp.result_type(x)), x * jnp.log(jnp.where(zero, jnp.ones_like(y), y)))
