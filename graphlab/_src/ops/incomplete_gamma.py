"""The regularized incomplete gamma functions P(a, x) and Q(a, x) = 1 - P(a, x), and derivatives of P.

Their series needs the more terms the larger a is, and never ends where a + 1 is rounded to a. So P and Q of large a are
computed by their uniform asymptotic expansion (DLMF 8.12): with u = η·sqrt(a), where η²/2 = λ - 1 - ln λ and λ = x/a, P is
the normal distribution's Φ(u) - φ(u)·v, and v is a series in η and 1/a.
"""

import functools
import math

import jax
import jax.numpy as jnp

_LARGE = 1e4  # from there on u and v have all digits of a double, and the series has many hundred terms


def _coefficients(orders, terms):
    """The d[k, n] of DLMF 8.12.13: v·sqrt(a) is the sum of d[k, n]·η^n / a^k."""
    count = terms + 2 * orders
    alpha = [0.0, 1.0, 1 / 3, 1 / 36]
    for n in range(4, count + 2):
        products = sum(j * alpha[j] * alpha[n + 1 - j] for j in range(2, n))
        alpha.append((alpha[n - 1] - products) / (n + 1))
    first = [-1 / 3, *((n + 2) * alpha[n + 2] for n in range(1, count))]
    rows = [first]
    for k, stirling in enumerate((1 / 12, 1 / 288, -139 / 51840)[: orders - 1], 1):
        last = rows[-1]
        rows.append([(-1) ** k * stirling * first[n] + (n + 2) * last[n + 2] for n in range(len(last) - 2)])
    return [row[:terms] for row in rows]


_D = _coefficients(orders=4, terms=18)


def _halved_square(mu):
    """(μ - ln(1 + μ)) / μ², which is 1/2 at 0."""
    near = jnp.abs(mu) < 0.1  # where the difference would lose digits
    little, much = jnp.where(near, mu, 0), jnp.where(near, 1, mu)
    s = little / (2 + little)
    powers = sum(s ** (2 * k) / (2 * k + 3) for k in range(8))
    series = 1 / (2 + little) - 2 * s * powers / (2 + little) ** 2
    return jnp.where(near, series, (much - jnp.log1p(much)) / much**2)


def _expansion(a, x):
    """u and v of a large a."""
    mu = jnp.clip((x - a) / a, -0.9, 10)  # beyond, P is 0 or 1 as it is there
    eta = mu * jnp.sqrt(2 * _halved_square(mu))
    near = jnp.clip(eta, -0.5, 0.5)  # beyond, φ(u) is 0
    total = jnp.zeros_like(a)
    for row in reversed(_D):
        sum_of_row = jnp.zeros_like(a)
        for coefficient in reversed(row):
            sum_of_row = sum_of_row * near + coefficient
        total = total / a + sum_of_row
    return eta * jnp.sqrt(a), total / jnp.sqrt(a)


def _density(u):
    return jnp.exp(-u * u / 2) / math.sqrt(2 * math.pi)


def _derivative(a, x, da, dx):
    """How P changes in the direction (da, dx), divided by φ(u)."""
    (u, v), (du, dv) = jax.jvp(_expansion, (a, x), (da, dx))
    return du * (1 + u * v) - dv


def _by_size(expansion, series):
    """The function of a and x that is the one where a is large and else the other."""

    @functools.wraps(expansion)
    def function(a, x):
        a, x = jnp.broadcast_arrays(a, x)
        large = (a > _LARGE) & jnp.isfinite(a) & (x > 0) & jnp.isfinite(x)
        found = expansion(jnp.where(large, a, _LARGE), jnp.where(large, x, _LARGE))
        return jnp.where(large, found, series(jnp.where(large, 1, a), jnp.where(large, 1, x)))

    return function


def _in_double(function):
    """The function computed as float64: a difference from 1, as in 1 - P, loses half of the digits of float32 numbers."""

    @functools.wraps(function)
    def wider(a, x):
        return function(jnp.asarray(a, jnp.float64), jnp.asarray(x, jnp.float64)).astype(a.dtype)

    return wider


@_in_double
@functools.partial(_by_size, series=jax.lax.igamma)
def lower(a, x):
    """P(a, x)."""
    u, v = _expansion(a, x)
    return jax.scipy.special.erfc(-u / math.sqrt(2)) / 2 - _density(u) * v


@_in_double
@functools.partial(_by_size, series=jax.lax.igammac)
def upper(a, x):
    """Q(a, x)."""
    u, v = _expansion(a, x)
    return jax.scipy.special.erfc(u / math.sqrt(2)) / 2 + _density(u) * v


@functools.partial(_by_size, series=jax.lax.igamma_grad_a)
def lower_by_a(a, x):
    """The derivative of P by a."""
    return _density(_expansion(a, x)[0]) * _derivative(a, x, jnp.ones_like(a), jnp.zeros_like(x))


@functools.partial(_by_size, series=jax.lax.random_gamma_grad)
def quantile_by_a(a, x):
    """The derivative by a of the x at which P(a, x) has the value that it has."""
    one, zero = jnp.ones_like(a), jnp.zeros_like(a)
    near = -_derivative(a, x, one, zero) / _derivative(a, x, zero, one)
    is_near = jnp.abs((x - a) / a) < 0.4  # beyond, v is a constant, and P is constant where u is
    return jnp.where(is_near, near, (jnp.log(x) - jnp.log(a)) * (x / jnp.where(is_near, 1, x - a)))
