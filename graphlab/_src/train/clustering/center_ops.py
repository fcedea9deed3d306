"""The operations of k-means: the centers nearest to points, and points that are chosen as the first centers."""

import math
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from graphlab._src.base.philox import Philox
from graphlab._src.compiler.executables import precision
from graphlab._src.graph.constant import constant_value
from graphlab._src.ops.define import op, scalar, undefined_gradient, unknown

_WORD = 1 << 32
_VAIN = 1000  # draws of points that are chosen already


def _check_rank(rank, what, **values):
    for name, value in values.items():
        if np.ndim(value) != rank:
            raise ValueError(f"Input {name} should be a {what}.")


def _nearest_shapes(op):
    points, centers, _ = (tensor.dims for tensor in op.inputs)
    k = constant_value(op.inputs[2])
    count = None if points is None or len(points) != 2 else points[0]
    nearest = None
    if centers is not None and len(centers) == 2 and centers[0] is not None and k is not None and not np.ndim(k):
        nearest = min(centers[0], max(int(k), 0))
    return [(count, nearest)] * 2


@op(
    "NearestNeighbors",
    "points: float, centers: float, k: int64 -> nearest_center_indices: int64, nearest_center_distances: float",
    infer=_nearest_shapes,
    static=["k"],
    grad=undefined_gradient,
)
def nearest_neighbors(points, centers, k):
    """(indices, distances): the k centers nearest to each point, nearest first, and their squared distances.

    points: [n, d].  centers: [m, d].  The results are [n, min(k, m)]. Of equally near centers the first comes first.
    """
    _check_rank(2, "matrix", points=points, centers=centers)
    _check_rank(0, "scalar", k=k)
    if not points.shape[0]:
        raise ValueError("Expected points.rows() > 0.")
    if points.shape[1] != centers.shape[1]:
        sizes = f"{points.shape[1]} vs {centers.shape[1]}"
        raise ValueError(f"Expected point_dimensions == center_dimensions: {sizes}.")
    if k < 0:
        raise ValueError(f"Expected k >= 0, got {int(k)}")
    k = min(int(k), centers.shape[0])
    if not k:
        return jnp.zeros((points.shape[0], 0), np.int64), jnp.zeros((points.shape[0], 0), points.dtype)
    # Half of the squared distance is |point|² / 2 + (|center|² / 2 - point · center); the first term decides nothing.
    products = jnp.matmul(points, centers.T, precision=precision.of_products())
    rest = _half_squares(centers) - products
    if k == 1:
        places = jnp.argmin(rest, axis=1)[:, None]
        nearest = jnp.min(rest, axis=1)[:, None]
    else:
        nearest, places = jax.lax.top_k(-rest, k)
        nearest = -nearest
    return places.astype(np.int64), 2 * (_half_squares(points)[:, None] + nearest)


def _half_squares(rows):
    return (rows * rows).sum(axis=1) * np.float32(0.5)


class _Draws:
    """TensorFlow's numbers for a seed, drawn one by one."""

    def __init__(self, seed):
        self._word = Philox(int(seed), 0)

    def fraction(self):
        """A float32 from 0 to below 1: a multiple of 2**-23."""
        return np.float32(self._word.share())

    def below(self, count):
        """A whole number below count, each equally likely."""
        if count & (count - 1) == 0:
            return self._wide() & (count - 1)
        few = (_WORD * _WORD - 1) % count + 1  # words that would make the first numbers likelier
        while (number := self._wide()) < few:
            pass
        return number % count

    def _wide(self):
        low, high = self._word(), self._word()
        return low | high << 32


@op(
    "KmeansPlusPlusInitialization",
    "points: float, num_to_sample: int64, seed: int64, num_retries_per_sample: int64 -> samples: float",
    infer=unknown,
    host=True,
    grad=undefined_gradient,
)
def kmeans_plus_plus_initialization(points, num_to_sample, seed, num_retries_per_sample):
    """num_to_sample of the points, far from one another (Arthur and Vassilvitskii, 2007).

    The first is drawn evenly, each other with a probability that is proportional to their squared distance to the
    nearest one so far. Of 1 + num_retries_per_sample that are drawn, the one is taken that leaves the smallest sum of
    distances. A negative number of retries: 2 + log(num_to_sample).
    """
    _check_rank(2, "matrix", points=points)
    _check_rank(0, "scalar", num_to_sample=num_to_sample, seed=seed, num_retries_per_sample=num_retries_per_sample)
    count = len(points)
    if not count:
        raise ValueError("Expected points.rows() > 0.")
    if num_to_sample <= 0:
        raise ValueError("Expected num_to_sample > 0.")
    if num_to_sample > count:
        raise ValueError(f"Expected num_to_sample <= points.rows(). {num_to_sample} vs {count}.")
    tries = 1 + (int(num_retries_per_sample) if num_retries_per_sample >= 0 else 2 + int(math.log(num_to_sample)))
    draws = _Draws(seed)
    squares = _half_squares(points)

    def half_distances(place):
        return squares - points @ points[place] + squares[place]

    chosen = []
    distances = np.full(count, np.inf, np.float32)
    for _ in range(int(num_to_sample)):
        best: Any = None
        for _ in range(tries):
            place = _likely_far(distances, draws, chosen) if chosen else draws.below(count)
            left = np.minimum(distances, half_distances(place))
            if best is None or left.sum() < best[0]:
                best = left.sum(), place, left
        _, place, distances = best
        chosen.append(place)
    return points[chosen]


def _likely_far(distances, draws, chosen):
    """A place, drawn in proportion to its distance; none that is chosen already."""
    sums = np.cumsum(distances, dtype=np.float32)
    for _ in range(_VAIN):
        place = min(int(np.searchsorted(sums, draws.fraction() * sums[-1], side="right")), len(sums) - 1)
        if place not in chosen:
            return place
    rest = distances.copy()  # hardly any point is away from all centers
    rest[chosen] = -np.inf
    return int(rest.argmax())


@op(
    "KMC2ChainInitialization",
    "distances: float, seed: int64 -> index: int64",
    infer=scalar,
    host=True,
    grad=undefined_gradient,
)
def kmc2_chain_initialization(distances, seed):
    """Which of the candidates becomes a center, by a Markov chain over all of them in their order (Bachem et al., 2016).

    distances: [n], the squared distance of each candidate to the nearest center.
    """
    _check_rank(1, "vector", distances=distances)
    _check_rank(0, "scalar", seed=seed)
    if not len(distances):
        raise ValueError("Expected distances_tensor.size() > 0.")
    draws = _Draws(seed)
    place = 0
    for i in range(1, len(distances)):
        if distances[i] > draws.fraction() * distances[place]:
            place = i
    return np.int64(place)
