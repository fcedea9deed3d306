"""The operations of random generators, whose state is a variable: each returns numbers and advances the state.

The state is [counter, counter, key] of Philox, whole numbers of 64 bits; each number that is drawn counts as 256 blocks.
"""

import math
import os
from typing import Any

import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.errors import InvalidArgumentError
from graphlab._src.base.shapes import ShapeError
from graphlab._src.compiler.checks import Check
from graphlab._src.graph import constant_dims
from graphlab._src.ops import random_numbers, random_rejection
from graphlab._src.ops.define import no_gradient, no_outputs, op
from graphlab._src.ops.rules import sizes_of, with_rank

PHILOX, THREEFRY = 1, 2
_APART = 256  # blocks from where one number is drawn to the next one's
_COUNTS = frozenset([dtypes.float16, dtypes.float32, dtypes.float64, dtypes.int32, dtypes.int64])
_WHOLE = frozenset([dtypes.int32, dtypes.int64, dtypes.uint32, dtypes.uint64])


def _drawn_shape(op):
    with_rank(op.inputs[1].dims, 0)
    with_rank(op.inputs[2].dims, 1, "pass the shape as a vector")
    return constant_dims(op.inputs[2])


_DRAW: Any = {
    "infer": _drawn_shape,
    "updates": ("resource",),
    "stateful": True,
    "static": ["algorithm", "shape"],
    "grad": no_gradient,
}


def _check(resource, algorithm):
    if int(algorithm) != PHILOX:
        raise InvalidArgumentError(
            None, None, f"Unsupported algorithm id: {int(algorithm)}\n  fix     alg=1, which is Philox"
        )
    if resource.shape != (3,):
        raise InvalidArgumentError(
            None, None, f"The size of the state must be at least 3, and it must be a vector; got {list(resource.shape)}"
        )


def _check_type(dtype, allowed):
    if dtype not in allowed:
        raise InvalidArgumentError(None, None, f"There are no such random numbers of type {dtype.name}")


def _words(resource):
    """The state as Philox has it: six words, the key first."""
    numbers = jnp.stack([resource[2], resource[0], resource[1]]).astype(np.uint64)
    return jnp.stack([numbers & np.uint64(0xFFFFFFFF), numbers >> np.uint64(32)], axis=1).astype(np.uint32).reshape(-1)


def _advanced(resource, count):
    """The state after so many numbers."""
    low, high = resource[0].astype(np.uint64), resource[1].astype(np.uint64)
    blocks = jnp.asarray(count).astype(np.uint64) * np.uint64(_APART)
    total = low + blocks
    high += (total < low).astype(np.uint64)
    return jnp.stack([total.astype(np.int64), high.astype(np.int64), resource[2]])


def _drawn(resource, algorithm, shape, draw, dtype, allowed=dtypes.FLOATING):
    _check(resource, algorithm)
    _check_type(dtype, allowed)
    sizes = sizes_of(shape)
    count = math.prod(map(int, sizes))
    return _advanced(resource, count), draw(_words(resource), count).reshape(sizes)


_SIGNATURE = "resource: resource, algorithm: int64, shape: shape_dtype=int64"


@op("StatefulStandardNormalV2", f"{_SIGNATURE} -> output: dtype=float", **_DRAW)
def standard_normal(resource, algorithm, shape, *, dtype: dtypes.DType = dtypes.float32):
    """Numbers from the normal distribution with mean 0 and deviation 1."""
    return _drawn(resource, algorithm, shape, lambda state, count: random_numbers.normal(state, count, dtype), dtype)


@op("StatefulTruncatedNormal", f"{_SIGNATURE} -> output: dtype=float", **_DRAW)
def truncated_normal(resource, algorithm, shape, *, dtype: dtypes.DType = dtypes.float32):
    """Numbers from the normal distribution with mean 0 and deviation 1, none further out than 2."""
    return _drawn(resource, algorithm, shape, lambda state, count: random_numbers.truncated(state, count, dtype), dtype)


@op("StatefulUniform", f"{_SIGNATURE} -> output: dtype=float", **_DRAW)
def uniform(resource, algorithm, shape, *, dtype: dtypes.DType = dtypes.float32):
    """Numbers that are equally likely from 0, which is among them, to 1, which is not."""
    return _drawn(resource, algorithm, shape, lambda state, count: random_numbers.uniform(state, count, dtype), dtype)


@op(
    "StatefulUniformFullInt",
    f"{_SIGNATURE} -> output: dtype=uint64",
    **_DRAW,
)
def uniform_full_int(resource, algorithm, shape, *, dtype: dtypes.DType = dtypes.uint64):
    """Whole numbers of which all that the type has are equally likely."""
    kind = np.dtype(dtype.as_numpy_dtype)

    def draw(state, count):
        return random_numbers.bits(state, count, kind).astype(kind)

    return _drawn(resource, algorithm, shape, draw, dtype, _WHOLE)


def _check_bounds(results, resource, algorithm, shape, minval, maxval):
    return [Check(minval >= maxval, lambda: f"Need minval < maxval, got {minval} >= {maxval}")]


@op(
    "StatefulUniformInt",
    f"{_SIGNATURE}, minval: dtype=int64, maxval: dtype=int64 -> output: dtype=int64",
    **_DRAW,
    checks=_check_bounds,
)
def uniform_int(resource, algorithm, shape, minval, maxval):
    """Whole numbers that are equally likely from minval, which is among them, to maxval, which is not."""
    if minval.ndim or maxval.ndim:
        raise InvalidArgumentError(
            None, None, f"minval and maxval must be 0-D, got shape {[*minval.shape, *maxval.shape]}"
        )

    def draw(state, count):
        return random_numbers.whole(state, count, minval, maxval)

    return _drawn(resource, algorithm, shape, draw, dtypes.as_dtype(minval.dtype), _WHOLE)


def _drawn_counts_shape(op):
    for tensor in op.inputs[3:]:
        if tensor.dims is not None and len(tensor.dims) > 1:
            raise ShapeError(f"Shape must be at most rank 1 but is rank {len(tensor.dims)}")
    return _drawn_shape(op)


@op(
    "StatefulRandomBinomial",
    "resource: resource, algorithm: int64, shape: S, counts: T=double, probs: T=double -> output: dtype=int64",
    types={"S": dtypes.INDEX, "T": _COUNTS, "dtype": _COUNTS},
    infer=_drawn_counts_shape,
    stateful=True,
    static=["algorithm", "shape"],
    grad=no_gradient,
    access="gather",
)
def binomial(resource, algorithm, shape, counts, probs, *, dtype: dtypes.DType = dtypes.int64):
    """Numbers of successes in `counts` trials with these probabilities, one of each for a row of the output or for all.

    The state stays as it is, as in TensorFlow 1.15: the next draw is the same.
    """
    _check(resource, algorithm)
    sizes = [int(size) for size in sizes_of(shape)]
    if not sizes:
        raise InvalidArgumentError(None, None, "Shape must be at least rank 1 but is rank 0")
    each = []
    for name, values in (("counts", counts), ("probs", probs)):
        if values.size not in (1, sizes[0]):
            raise InvalidArgumentError(
                None, None, f"Input {name} should have length 1 or shape[0], got shape: {list(values.shape)}"
            )
        rows = jnp.broadcast_to(values.reshape(-1), sizes[:1]).astype(np.float64)
        each.append(jnp.repeat(rows, math.prod(sizes[1:])))
    return random_rejection.binomial(_words(resource), *each).reshape(sizes).astype(dtype.as_numpy_dtype)


@op(
    "RngSkip",
    "resource: resource, algorithm: int64, delta: int64 ->",
    infer=no_outputs,
    updates=("resource",),
    stateful=True,
    static=["algorithm"],
)
def rng_skip(resource, algorithm, delta):
    """Advances the state as drawing so many numbers does."""
    _check(resource, algorithm)
    return _advanced(resource, delta)


@op(
    "NonDeterministicInts",
    "shape: shape_dtype=int64 -> output: dtype=int64",
    infer=lambda op: constant_dims(op.inputs[0]),
    host=True,
    stateful=True,
    grad=no_gradient,
)
def non_deterministic_ints(shape, *, dtype: dtypes.DType = dtypes.int64):
    """Whole numbers from the machine's source of entropy."""
    _check_type(dtype, _WHOLE)
    kind = np.dtype(dtype.as_numpy_dtype)
    sizes = sizes_of(shape)
    return np.frombuffer(os.urandom(math.prod(map(int, sizes)) * kind.itemsize), kind).reshape(sizes)
