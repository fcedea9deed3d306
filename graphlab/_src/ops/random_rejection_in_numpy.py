"""The draws of random_rejection.py with NumPy, for runs without a compiler: the same words, the same numbers."""

import numpy as np

from graphlab._src.base.lazy_imports import on_first_call
from graphlab._src.compiler.random_streams import RESERVED
from graphlab._src.ops import random_in_numpy
from graphlab._src.ops.random_rejection import LARGE, SQUEEZE

_RESERVED = np.uint64(RESERVED)
_gammaln = on_first_call("scipy.special:gammaln")


class _Reader:
    """The blocks of some draws. places: number of the first block of each, which counts up."""

    def __init__(self, state, draws):
        self._state = state
        self.places = draws.astype(np.uint64) * _RESERVED
        self.pair = np.zeros((len(draws), 2))
        self.left = np.zeros(len(draws), np.int8)

    def blocks(self, rows):
        """Four vectors of words: the next block of each of these rows."""
        found = random_in_numpy.blocks_at(self._state, self.places[rows])
        self.places[rows] += np.uint64(1)
        return found

    def uniform(self, rows):
        """One uniform number for each of these rows: the second of a block first."""
        empty = rows[self.left[rows] == 0]
        a, b, c, d = self.blocks(empty)
        self.pair[empty] = np.stack([random_in_numpy.doubles(a, b), random_in_numpy.doubles(c, d)], axis=1)
        self.left[empty] = 2
        self.left[rows] -= 1
        return self.pair[rows, self.left[rows]]


def gamma(state, alpha):
    """One draw for each alpha, as random_rejection.gamma."""
    return _in_parts(state, alpha, _gamma)


def poisson(state, rate):
    """One count for each rate, as random_rejection.poisson."""
    return _in_parts(state, rate, _poisson)


def _in_parts(state, parameters, draw):
    result = np.empty(len(parameters))

    def part(begin):
        some = parameters[begin : begin + random_in_numpy.PART]
        with np.errstate(all="ignore"):
            result[begin : begin + len(some)] = draw(_Reader(state, np.arange(begin, begin + len(some))), some)

    random_in_numpy.each_part(len(parameters), part)
    return result


def _gamma(reader, alpha):
    small = alpha < 1
    d = alpha + np.where(small, 2.0 / 3, -1.0 / 3)
    c = 1.0 / 3 / np.sqrt(d)
    result = np.empty(len(alpha))
    ones = np.flatnonzero(alpha == 1)
    result[ones] = -np.log1p(-reader.uniform(ones))
    normals, left = np.empty((len(alpha), 2)), np.zeros(len(alpha), np.int8)
    rows = np.flatnonzero(alpha != 1)
    while len(rows):
        empty = rows[left[rows] == 0]
        normals[empty] = random_in_numpy.normals(reader.blocks(empty), wide=True)
        left[empty] = 2
        left[rows] -= 1
        x = normals[rows, left[rows]]
        v = 1 + c[rows] * x
        positive = ~(v <= 0)
        tried, x, v = rows[positive], x[positive], v[positive] ** 3
        u = reader.uniform(tried)
        below = u < 1 - SQUEEZE * (x * x) * (x * x)
        below |= np.log(u) < 0.5 * x * x + d[tried] * (1 - v + np.log(v))
        result[tried[below]] = (d[tried] * v)[below]
        rows = np.concatenate([rows[~positive], tried[~below]])
    scaled = np.flatnonzero(small)
    result[scaled] *= reader.uniform(scaled) ** (1 / alpha[scaled])
    return result


def _poisson(reader, rate):
    result = np.where(np.isfinite(rate), 0.0, np.nan)
    rows = np.flatnonzero(np.isfinite(rate) & (rate < LARGE))
    product, least = np.ones(len(rate)), np.exp(-rate)
    while len(rows):
        product[rows] *= reader.uniform(rows)
        rows = rows[~(product[rows] <= least[rows])]
        result[rows] += 1
    rows = np.flatnonzero(np.isfinite(rate) & (rate >= LARGE))
    b = 0.931 + 2.53 * np.sqrt(rate)
    a = -0.059 + 0.02483 * b
    inverse = 1.1239 + 1.1328 / (b - 3.4)
    while len(rows):
        centred = reader.uniform(rows) - 0.5
        v = reader.uniform(rows)
        shifted = 0.5 - np.abs(centred)
        own, wide, steep = rate[rows], b[rows], a[rows]
        k = np.floor((2 * steep / shifted + wide) * centred + own + 0.43)
        inside = (shifted >= 0.07) & (v <= 0.9277 - 3.6224 / (wide - 2))
        outside = (k < 0) | (shifted < 0.013) & (v > shifted)
        s = np.log(v * inverse[rows] / (steep / (shifted * shifted) + wide))
        t = -own + k * np.log(own) - _gammaln(k + 1)
        taken = inside | ~outside & (s <= t)
        result[rows[taken]] = k[taken]
        rows = rows[~taken]
    return result
