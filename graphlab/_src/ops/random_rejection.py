"""Draws from the gamma, the Poisson and the binomial distribution by rejection: TensorFlow's numbers from the same Philox state.

Each draw of the first two has all blocks of the generator that its element of the output reserves, and uses as many as its
trials need. All computation is in float64.
"""

import jax
import jax.numpy as jnp
import numpy as np

from graphlab._src.compiler.random_streams import RESERVED
from graphlab._src.ops import philox, random_numbers

SQUEEZE = 0.0331  # of Marsaglia and Tsang, 2000
LARGE = 10.0  # the rate from which counts are drawn by rejection, not by products of uniform numbers


class _Uniform:
    """Uniform numbers of each draw, one at a time: the second of a block first."""

    def __init__(self, state, used, pair, left):
        self.state, self.used, self.pair, self.left = state, used, pair, left

    def take(self, wanted):
        """(a number for each draw, what is left); draws that don't want one lose none."""
        begins = wanted & (self.left == 0)
        fresh = _pair(philox.blocks(self.state, len(self.used), RESERVED, self.used))
        pair = jnp.where(begins, fresh, self.pair)
        left = jnp.where(begins, 2, self.left) - wanted
        number = jnp.where(left == 1, pair[1], pair[0])
        return number, _Uniform(self.state, self.used + begins.astype(np.uint32), pair, left)


def _pair(blocks):
    a, b, c, d = blocks
    return jnp.stack([random_numbers.doubles(a, b), random_numbers.doubles(c, d)])


def _none(count):
    return jnp.zeros((2, count)), jnp.zeros(count, np.int32)


def gamma(state, alpha):
    """One draw for each alpha, a vector of float64, with scale 1 (Marsaglia and Tsang, 2000)."""
    count = len(alpha)
    small = alpha < 1
    d = alpha + jnp.where(small, 2.0 / 3, -1.0 / 3)
    c = 1.0 / 3 / jnp.sqrt(d)

    def attempt(progress):
        used, normals, normals_left, pair, left, accepted, scaled = progress
        active = ~accepted
        begins = active & (normals_left == 0)
        first, second = _pair(philox.blocks(state, count, RESERVED, used))
        radius, angle = random_numbers.polar(first, second)
        normals = jnp.where(begins, jnp.stack([jnp.sin(angle), jnp.cos(angle)]) * radius, normals)
        normals_left = jnp.where(begins, 2, normals_left) - active
        x = jnp.where(normals_left == 1, normals[1], normals[0])
        v = 1 + c * x
        positive = active & ~(v <= 0)
        v = v * v * v
        u, uniform = _Uniform(state, used + begins.astype(np.uint32), pair, left).take(positive)
        below = (u < 1 - SQUEEZE * (x * x) * (x * x)) | (jnp.log(u) < 0.5 * x * x + d * (1 - v + jnp.log(v)))
        now = positive & below
        scaled = jnp.where(now, d * v, scaled)
        return uniform.used, normals, normals_left, uniform.pair, uniform.left, accepted | now, scaled

    start = jnp.zeros(count, np.uint32), *_none(count), *_none(count), alpha == 1, jnp.zeros(count)
    used, _, _, pair, left, _, scaled = jax.lax.while_loop(lambda progress: ~progress[5].all(), attempt, start)
    last, _ = _Uniform(state, used, pair, left).take(small | (alpha == 1))
    return jnp.where(alpha == 1, -jnp.log1p(-last), jnp.where(small, scaled * last ** (1 / alpha), scaled))


def poisson(state, rate):
    """One count for each rate, a vector of float64: by products (Knuth) below 10, else by rejection (Hörmann, 1993)."""
    count = len(rate)
    finite = jnp.isfinite(rate)
    large = rate >= LARGE
    least = jnp.exp(-rate)
    b = 0.931 + 2.53 * jnp.sqrt(rate)
    a = -0.059 + 0.02483 * b
    inverse = 1.1239 + 1.1328 / (b - 3.4)

    def attempt(progress):
        used, pair, left, done, product, counted = progress
        active = ~done
        u, uniform = _Uniform(state, used, pair, left).take(active)
        product = product * jnp.where(active, u, 1)
        ends = active & ~large & (product <= least)
        counted = counted + (active & ~large & ~ends)
        v, uniform = uniform.take(active & large)
        centred = u - 0.5
        shifted = 0.5 - jnp.abs(centred)
        k = jnp.floor((2 * a / shifted + b) * centred + rate + 0.43)
        inside = (shifted >= 0.07) & (v <= 0.9277 - 3.6224 / (b - 2))
        outside = (k < 0) | (shifted < 0.013) & (v > shifted)
        s = jnp.log(v * inverse / (a / (shifted * shifted) + b))
        t = -rate + k * jnp.log(rate) - jax.lax.lgamma(k + 1)
        taken = active & large & (inside | ~outside & (s <= t))
        counted = jnp.where(taken, k, counted)
        return uniform.used, uniform.pair, uniform.left, done | ends | taken, product, counted

    start = jnp.zeros(count, np.uint32), *_none(count), ~finite, jnp.ones(count), jnp.zeros(count)
    counted = jax.lax.while_loop(lambda progress: ~progress[3].all(), attempt, start)[-1]
    return jnp.where(finite, counted, jnp.nan)


# What Stirling's approximation of log(k!) lacks, for k from 0 to 9.
_TAILS = (
    0.0810614667953272,
    0.0413406959554092,
    0.0276779256849983,
    0.02079067210376509,
    0.0166446911898211,
    0.0138761288230707,
    0.0118967099458917,
    0.0104112652619720,
    0.00925546218271273,
    0.00833056343336287,
)


def _tail(k):
    square = (k + 1) * (k + 1)
    series = (1.0 / 12 - (1.0 / 360 - 1.0 / 1260 / square) / square) / (k + 1)
    return jnp.where(k <= 9, jnp.asarray(_TAILS)[jnp.clip(k, 0, 9).astype(np.int32)], series)


def binomial(state, count, probability):
    """One number of successes in `count` trials for each probability, both vectors of float64.

    Each begins with the block after those that the one before has used, as in one thread of TensorFlow.
    """

    def draw(used, parameters):
        return _binomial(state, used, *(one[None] for one in parameters))

    return jax.lax.scan(draw, jnp.zeros(1, np.uint32), (count, probability))[1].reshape(-1)


def _binomial(state, used, count, probability):
    """(how many blocks are used then, a number of successes). used: before.

    Where fewer than 10 are expected, of successes or else of failures, by the distances between them; else by rejection
    (Hörmann, 1993).
    """
    often = probability > 0.5
    p = jnp.where(often, 1 - probability, probability)
    open_ = (count > 0) & (probability > 0) & (probability < 1) & jnp.isfinite(count)
    large = count * p >= LARGE
    deviation = jnp.sqrt(count * p * (1 - p))
    b = 1.15 + 2.53 * deviation
    a = -0.0873 + 0.0248 * b + 0.01 * p
    odds = p / (1 - p)
    alpha = (2.83 + 5.1 / b) * deviation
    mode = jnp.floor((count + 1) * p)

    def attempt(progress):
        used, pair, left, done, distance, counted = progress
        active = ~done
        u, uniform = _Uniform(state, used, pair, left).take(active)
        distance = distance + jnp.where(active & ~large, jnp.ceil(jnp.log(u) / jnp.log1p(-p)), 0)
        ends = active & ~large & (distance > count)
        counted = counted + (active & ~large & ~ends)
        v, uniform = uniform.take(active & large)
        centred = u - 0.5
        shifted = 0.5 - jnp.abs(centred)
        k = jnp.floor((2 * a / shifted + b) * centred + count * p + 0.5)
        inside = (shifted >= 0.07) & (v <= 0.92 - 4.2 / b)
        outside = (k < 0) | (k > count)
        ratio = jnp.log(v * alpha / (a / (shifted * shifted) + b))
        bound = (
            (mode + 0.5) * jnp.log((mode + 1) / (odds * (count - mode + 1)))
            + (count + 1) * jnp.log((count - mode + 1) / (count - k + 1))
            + (k + 0.5) * jnp.log(odds * (count - k + 1) / (k + 1))
            + (_tail(mode) + _tail(count - mode) - _tail(k) - _tail(count - k))
        )
        taken = active & large & (inside | ~outside & (ratio <= bound))
        counted = jnp.where(taken, k, counted)
        return uniform.used, uniform.pair, uniform.left, done | ends | taken, distance, counted

    size = len(count)
    start = used, *_none(size), ~open_, jnp.zeros(size), jnp.zeros(size)
    used, _, _, _, _, counted = jax.lax.while_loop(lambda progress: ~progress[3].all(), attempt, start)
    known = jnp.where((count > 0) & (probability > 0), count, 0)
    known = jnp.where(jnp.isnan(count) | jnp.isnan(probability), jnp.nan, known)
    return used, jnp.where(open_, jnp.where(often, count - counted, counted), known)
