"""Functions of probability and number theory, element by element: erf, lgamma, digamma, igamma, zeta …"""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.graph import constant, convert_to_tensor, name_scope
from graphlab._src.ops import incomplete_gamma
from graphlab._src.ops.arithmetic import square
from graphlab._src.ops.broadcasting import broadcast_gradient_args
from graphlab._src.ops.complex import conj
from graphlab._src.ops.constants import ones, zeros, zeros_like
from graphlab._src.ops.define import op, raw_ops, same_as_input, undefined_gradient
from graphlab._src.ops.power import after, exp, log, reciprocal
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.rounding import sign
from graphlab._src.ops.rules import broadcast, merge
from graphlab._src.ops.shape import shape

_UNARY = {"signature": "x: T -> y: T", "infer": same_as_input(0), "types": {"T": dtypes.FLOATING}}
_WIDE = {dtypes.float32, dtypes.float64}


def _bell(factor):
    """The gradient rule of the error functions: a Gaussian times a factor."""

    def grad(op, dy):
        scale = constant(factor, dy.dtype.base_dtype)
        with after(dy):
            x = conj(op.inputs[0])
            return [dy * scale * exp(-square(x))]

    return grad


@op("Erf", grad=_bell(2 / np.sqrt(np.pi)), **_UNARY)
def erf(x):
    """The error function, element by element.

    x: floating point.
    """
    return jax.scipy.special.erf(x)


@op("Erfc", grad=_bell(-2 / np.sqrt(np.pi)), **_UNARY)
def erfc(x):
    """1 - erf(x), exact also for large x, element by element."""
    return jax.scipy.special.erfc(x)


def _lgamma_grad(op, dy):
    with after(dy):
        return [dy * digamma(conj(op.inputs[0]))]


@op("Lgamma", grad=_lgamma_grad, **_UNARY)
def lgamma(x):
    """The logarithm of |gamma(x)|, element by element."""
    return jax.lax.lgamma(x)


def _digamma_grad(op, dy):
    with after(dy):
        x = conj(op.inputs[0])
        return [dy * polygamma(constant(1, x.dtype.base_dtype), x)]


@op("Digamma", grad=_digamma_grad, **_UNARY)
def digamma(x):
    """The derivative of lgamma, element by element.

    x: floating point.
    """
    return _digamma(x)


def _digamma(x):
    pole = (x <= 0) & (x == jnp.floor(x))
    return jnp.where(pole, jnp.inf, jax.lax.digamma(x)).astype(x.dtype)


def _bessel_i0e_grad(op, dy):
    x, y = op.inputs[0], op.outputs[0]
    with after(dy):
        return [dy * (bessel_i1e(x) - sign(x) * y)]


@op("BesselI0e", grad=_bessel_i0e_grad, **_UNARY)
def bessel_i0e(x):
    """exp(-|x|) times the modified Bessel function of order 0, element by element."""
    return jax.lax.bessel_i0e(x)


def _bessel_i1e_grad(op, dy):
    # The derivative is i0e(x) - y·(sign(x) + 1/x), which at 0 is 1/2.
    x, y = op.inputs[0], op.outputs[0]
    small = np.finfo(x.dtype.as_numpy_dtype).eps
    with after(dy):
        zero = zeros_like(x)
        away = raw_ops.Abs(x) > small
        safe = raw_ops.Select(away, x, small + zero)
        derivative = bessel_i0e(safe) - y * (sign(safe) + reciprocal(safe))
        return [dy * raw_ops.Select(away, derivative, 0.5 + zero)]


@op("BesselI1e", grad=_bessel_i1e_grad, **_UNARY)
def bessel_i1e(x):
    """exp(-|x|) times the modified Bessel function of order 1, element by element."""
    return jax.lax.bessel_i1e(x)


def bessel_i0(x, name=None):
    """The modified Bessel function of order 0, element by element.

    x: float32 or float64.
    """
    with name_scope(name, "bessel_i0", [x]):
        x = convert_to_tensor(x, name="x")
        return exp(raw_ops.Abs(x)) * bessel_i0e(x)


def bessel_i1(x, name=None):
    """The modified Bessel function of order 1, element by element.

    x: float32 or float64.
    """
    with name_scope(name, "bessel_i1", [x]):
        x = convert_to_tensor(x, name="x")
        return exp(raw_ops.Abs(x)) * bessel_i1e(x)


def _last_only(rule):
    """A gradient rule for f(a, x) that knows only the derivative by x."""

    def grad(op, dz):
        a, x = op.inputs
        sa, sx = shape(a), shape(x)
        _, rx = broadcast_gradient_args(sa, sx)
        with after(dz):
            return [None, raw_ops.Reshape(raw_ops.Sum(rule(a, x) * dz, rx), sx)]

    return grad


@op(
    "Polygamma",
    "a: T, x: T -> z: T",
    types={"T": _WIDE},
    infer=broadcast,
    grad=_last_only(lambda a, x: raw_ops.Polygamma(a + 1, x)),
)
def polygamma(a, x):
    """The derivative of digamma of order a, element by element, broadcasting; a is a whole number.

    x: float32 or float64.
    """
    # (-1)^(a+1) · a! · zeta(a + 1, x); order 0 is digamma itself.
    one = jnp.ones((), x.dtype)
    sign = jnp.where(jnp.mod(a + 1, 2) == 1, -one, one)  # 1 also where a + 1 is rounded to an even number
    whole = jnp.where(a == jnp.floor(a), sign, jnp.nan * one)  # there are no others
    return jnp.where(
        a == 0,
        _digamma(x),
        whole * jnp.exp(jax.lax.lgamma(a + 1)) * _zeta(a + 1, x),
    )


def _zeta(x, q):
    """zeta, with its poles: q a whole number that is not above 0. Where q is below 0, x is a whole number too."""
    x, q = jnp.broadcast_arrays(x, q)
    pole = (q <= 0) & (q == jnp.floor(q))
    # The terms of which the base is below 0 are those from -q down to its fraction, with the sign of (-1)^x.
    below = (q < 0) & ~pole
    fraction = jnp.where(below, -q - jnp.floor(-q), 0.5)
    one = jnp.ones((), x.dtype)
    sign = jnp.where(jnp.mod(x, 2) == 1, -one, one)
    negative = sign * (_zeta_above_0(x, fraction) - _zeta_above_0(x, jnp.where(below, 1 - q, 1.5)))
    negative = jnp.where(x == jnp.floor(x), negative, jnp.nan * one)
    found = jnp.where(below, 1 - fraction, jnp.where(pole, 1, q))
    found = _zeta_above_0(x, found) + jnp.where(below, negative, 0)
    found = jnp.where(pole & ~(x <= 1), jnp.inf, jnp.where(x == 1, jnp.inf, found))
    return jnp.where(x < 1, jnp.nan, found).astype(x.dtype)


def _zeta_above_0(x, q):
    """zeta of q above 0."""
    first = jnp.power(q, -x)
    return jnp.where(jnp.isinf(first) | (x > 1000), first, jax.lax.zeta(x, q))  # there the first term is all of it


@op(
    "Zeta",
    "x: T, q: T -> z: T",
    types={"T": _WIDE},
    infer=broadcast,
    grad=_last_only(lambda x, q: -x * raw_ops.Zeta(x + 1, q)),
)
def zeta(x, q):
    """The Hurwitz zeta function, the sum of (q + n)^-x, element by element, broadcasting."""
    return _zeta(x, q)


def _igamma_grad(op, dz):
    a, x = op.inputs
    sa, sx = shape(a), shape(x)
    ra, rx = broadcast_gradient_args(sa, sx)
    with after(dz):
        da = igamma_grad_a(a, x)
        dx = exp(-x + (a - 1) * log(x) - lgamma(a))
        da = raw_ops.Reshape(raw_ops.Sum(da * dz, ra), sa)
        return [da, raw_ops.Reshape(raw_ops.Sum(dx * dz, rx), sx)]


@op("IgammaGradA", "a: T, x: T -> z: T", types={"T": _WIDE}, infer=broadcast, grad=undefined_gradient)
def igamma_grad_a(a, x):
    """The derivative of igamma by a, element by element, broadcasting."""
    return jnp.where((x == 0) | (a > 0) & (x == jnp.inf), 0, incomplete_gamma.lower_by_a(a, x)).astype(a.dtype)


@op("Igamma", "a: T, x: T -> z: T", types={"T": _WIDE}, infer=broadcast, grad=_igamma_grad)
def igamma(a, x):
    """The regularized lower incomplete gamma function, element by element, broadcasting.

    a, x: float32 or float64, of one dtype.
    """
    value = jnp.where((a <= 0) | (x < 0), jnp.nan, incomplete_gamma.lower(a, x))
    return jnp.where(x == 0, 0, value).astype(a.dtype)


@op(
    "Igammac",
    "a: T, x: T -> z: T",
    types={"T": _WIDE},
    infer=broadcast,
    grad=lambda op, dz: [-gradient for gradient in _igamma_grad(op, dz)],
)
def igammac(a, x):
    """The regularized upper incomplete gamma function, element by element, broadcasting.

    a, x: float32 or float64, of one dtype.
    """
    return jnp.where((a <= 0) | (x < 0), jnp.nan, incomplete_gamma.upper(a, x)).astype(a.dtype)


def _betainc_shape(op):
    dims: Any = ()
    for tensor in op.inputs:
        if tensor.dims != ():  # a scalar goes with any shape; everything else has one shape
            dims = tensor.dims if dims == () else merge(dims, tensor.dims, "pass a, b and x of one shape")
    return dims


def _betainc_grad(op, dz):
    a, b, x = op.inputs
    sa, sx = shape(a), shape(x)
    _, rx = broadcast_gradient_args(sa, sx)
    log_beta = lgamma(a) + lgamma(b) - lgamma(a + b)
    dx = exp((b - 1) * log(1 - x) + (a - 1) * log(x) - log_beta)
    return [None, None, raw_ops.Reshape(raw_ops.Sum(dx * dz, rx), sx)]


@op("Betainc", "a: T, b: T, x: T -> z: T", types={"T": _WIDE}, infer=_betainc_shape, grad=_betainc_grad)
def betainc(a, b, x):
    """The regularized incomplete beta function, element by element, broadcasting.

    a, b, x: float32 or float64, of one dtype.
    """
    given = {"a": a.shape, "b": b.shape, "x": x.shape}
    for one, other in (("a", "b"), ("a", "x"), ("b", "x")):
        if given[one] and given[other] and shapes.differ(given[one], given[other]):
            sizes = f"{shapes.text(given[one])} vs. {shapes.text(given[other])}"
            raise ValueError(f"Shapes of {one} and {other} are inconsistent: {sizes}")
    # A difference from 1 of float32 numbers would lose half of the digits.
    found = jax.scipy.special.betainc(*(jnp.asarray(value, jnp.float64) for value in (a, b, x)))
    found = jnp.where(jnp.isfinite(a) & jnp.isfinite(b), found, jnp.nan)
    found = jnp.where(x == 0, 0, jnp.where(x == 1, 1, found))
    return jnp.where((a <= 0) | (b <= 0), jnp.nan, found).astype(a.dtype)


def _nextafter_grad(op, dy):
    first, second = (shape(x) for x in op.inputs)
    axes, others = broadcast_gradient_args(first, second)
    with after(dy):
        one, zero = ones(first, op.inputs[0].dtype), zeros(second, op.inputs[1].dtype)
        of_first = raw_ops.Reshape(raw_ops.Sum(one * dy, axes), first)
        return [of_first, raw_ops.Reshape(raw_ops.Sum(zero * dy, others), second)]


@op("NextAfter", "x1: T=float, x2: T -> output: T", types={"T": _WIDE}, infer=broadcast, grad=_nextafter_grad)
def nextafter(x1, x2):
    """The number of x1's type that comes next after x1 on the way to x2, element by element, broadcasting."""
    return jnp.nextafter(x1, x2)


def lbeta(x, name=None):
    """The logarithm of |Beta| of the numbers along the last axis: sum of lgamma(x) - lgamma(sum of x)."""
    with name_scope(name, "lbeta", [x]):
        x = convert_to_tensor(x, name="x")
        return reduce_sum(lgamma(x), axis=[-1]) - lgamma(reduce_sum(x, axis=[-1]))
