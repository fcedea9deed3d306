"""Random numbers that a seed alone decides: the same seed, the same numbers, in every run and every session.

Uniform and normal draws are TensorFlow's own numbers: its generator (philox.py), turned into numbers as it does.
"""

import math

import jax
import jax.numpy as jnp
import numpy as np

from graphlab import dtypes
from graphlab.graph import constant_dims, constant_value, convert_to_tensor, name_scope
from graphlab.ops import philox
from graphlab.ops.arithmetic import add
from graphlab.ops.define import no_gradient, op
from graphlab.ops.random import shape_tensor
from graphlab.ops.rules import with_rank

_SHAPED = {"infer": lambda op: constant_dims(op._inputs[0]), "static": ["shape"], "grad": no_gradient}
_TYPES = {"types": {"dtype": dtypes.FLOATING, "T": dtypes.INDEX, "Tseed": dtypes.INDEX}}
# Float type -> (bits of its fraction, bits of 1.0, the whole number of its size).
_LAYOUT = {
    "float16": (10, 15 << 10, np.uint16),
    "bfloat16": (7, 127 << 7, np.uint16),
    "float32": (23, 127 << 23, np.uint32),
}


def _unit(seed, count, dtype):
    """Numbers from 0 to 1 with as many random bits as their fraction has: random bits below a 1, less 1."""
    if dtype.name == "float64":
        pairs = philox.words(seed, 2 * count).reshape(count, 2).astype(np.uint64)
        bits = (pairs[:, 0] & np.uint64(0xFFFFF)) << np.uint64(32) | pairs[:, 1] | np.uint64(1023 << 52)
        return jax.lax.bitcast_convert_type(bits, np.float64) - 1
    fraction, one, whole = _LAYOUT[dtype.name]
    bits = philox.words(seed, count) & np.uint32((1 << fraction) - 1) | np.uint32(one)
    return jax.lax.bitcast_convert_type(bits.astype(whole), dtype.as_numpy_dtype) - jnp.ones((), dtype.as_numpy_dtype)


def _bell(seed, count, dtype):
    """Normal numbers from pairs of uniform ones (Box and Muller, 1958)."""
    wide = dtype if dtype.name == "float64" else dtypes.float32
    pairs = _unit(seed, 2 * -(-count // 2), wide).reshape(-1, 2)
    radius = jnp.sqrt(-2 * jnp.log(jnp.maximum(pairs[:, 0], 1e-7)))
    angle = 2 * math.pi * pairs[:, 1]
    both = jnp.stack([jnp.sin(angle) * radius, jnp.cos(angle) * radius], axis=1)
    return both.reshape(-1)[:count].astype(dtype.as_numpy_dtype)


def _key(seed):
    return jax.random.fold_in(jax.random.key(seed[0].astype(np.uint32)), seed[1].astype(np.uint32))


@op("StatelessRandomUniform", "shape: T=int32, seed: Tseed=int64 -> output: dtype=float", **_SHAPED, **_TYPES)
def _uniform(shape, seed, *, dtype: dtypes.DType = dtypes.float32):
    """Numbers that are equally likely from 0, which is among them, to 1, which is not."""
    return _unit(seed, math.prod(map(int, shape)), dtype).reshape(tuple(shape))


@op("StatelessRandomNormal", "shape: T=int32, seed: Tseed=int64 -> output: dtype=float", **_SHAPED, **_TYPES)
def _normal(shape, seed, *, dtype: dtypes.DType = dtypes.float32):
    """Numbers from the normal distribution with mean 0 and deviation 1."""
    return _bell(seed, math.prod(map(int, shape)), dtype).reshape(tuple(shape))


@op("StatelessTruncatedNormal", "shape: T=int32, seed: Tseed=int64 -> output: dtype=float", **_SHAPED, **_TYPES)
def _truncated(shape, seed, *, dtype: dtypes.DType = dtypes.float32):
    """Numbers from the normal distribution with mean 0 and deviation 1, none further out than 2."""
    return jax.random.truncated_normal(_key(seed), -2, 2, tuple(shape), dtype.as_numpy_dtype)


@op(
    "StatelessRandomUniformInt",
    "shape: T, seed: Tseed=int64, minval: dtype, maxval: dtype -> output: dtype",
    **_SHAPED,
    types={"dtype": dtypes.INDEX, "T": dtypes.INDEX, "Tseed": dtypes.INDEX},
)
def _whole(shape, seed, minval, maxval):
    """Whole numbers that are equally likely from minval, which is among them, to maxval, which is not."""
    count, kind = math.prod(map(int, shape)), minval.dtype
    if kind == np.int64:
        pairs = philox.words(seed, 2 * count).reshape(count, 2).astype(np.uint64)
        bits = pairs[:, 0] | pairs[:, 1] << np.uint64(32)
    else:
        bits = philox.words(seed, count)
    span = (maxval - minval).astype(bits.dtype)
    return (minval + (bits % span).astype(kind)).reshape(tuple(shape))


def _chosen_shape(op):
    batch = with_rank(op._inputs[0]._dims, 2)[0]
    count = constant_value(op._inputs[1])
    return (batch, None if count is None else int(count))


@op(
    "StatelessMultinomial",
    "logits: T, num_samples: int32, seed: Tseed=int64 -> output: output_dtype=int64",
    types={"T": dtypes.REAL, "Tseed": dtypes.INDEX, "output_dtype": dtypes.INDEX},
    infer=_chosen_shape,
    static=["num_samples"],
    grad=no_gradient,
)
def _multinomial(logits, num_samples, seed, *, output_dtype: dtypes.DType = dtypes.int64):
    """Class numbers that are as likely as softmax(logits) says."""
    chosen = jax.random.categorical(_key(seed), logits, axis=-1, shape=(int(num_samples), logits.shape[0])).T
    return chosen.astype(output_dtype.as_numpy_dtype)


def stateless_uniform(shape, seed, minval=0, maxval=None, dtype=dtypes.float32, name=None):
    """Numbers that are equally likely from minval, which is among them, to maxval, which is not.

    seed: two whole numbers, which may be a tensor.  maxval: 1 when left out; integer types need it.
    """
    dtype = dtypes.as_dtype(dtype)
    if dtype not in dtypes.FLOATING | dtypes.INDEX:
        raise ValueError(f"Invalid dtype {dtype!r}")
    if maxval is None:
        if dtype.is_integer:
            raise ValueError(f"Must specify maxval for integer dtype {dtype!r}")
        maxval = 1
    with name_scope(name, "stateless_random_uniform", [shape, seed, minval, maxval]) as scope:
        shape = shape_tensor(shape)
        low = convert_to_tensor(minval, dtype, name="min")
        high = convert_to_tensor(maxval, dtype, name="max")
        if dtype.is_integer:
            return _whole(shape, seed, low, high, name=scope)
        return add(_uniform(shape, seed, dtype=dtype) * (high - low), low, name=scope)


def _scaled(draw, default_name, shape, seed, mean, stddev, dtype, name):
    dtype = dtypes.as_dtype(dtype)
    with name_scope(name, default_name, [shape, seed, mean, stddev]) as scope:
        shape = shape_tensor(shape)
        mean = convert_to_tensor(mean, dtype, name="mean")
        stddev = convert_to_tensor(stddev, dtype, name="stddev")
        return add(draw(shape, seed, dtype=dtype) * stddev, mean, name=scope)


def stateless_normal(shape, seed, mean=0.0, stddev=1.0, dtype=dtypes.float32, name=None):
    """Numbers from a normal distribution; seed: two whole numbers, which may be a tensor."""
    return _scaled(_normal, "stateless_random_normal", shape, seed, mean, stddev, dtype, name)


def stateless_truncated_normal(shape, seed, mean=0.0, stddev=1.0, dtype=dtypes.float32, name=None):
    """Numbers from a normal distribution, none further than two deviations from the mean; seed: two whole numbers."""
    return _scaled(_truncated, "stateless_truncated_normal", shape, seed, mean, stddev, dtype, name)


def stateless_multinomial(logits, num_samples, seed, output_dtype=dtypes.int64, name=None):
    """Class numbers [batch, num_samples] that are as likely as softmax(logits) says; seed: two whole numbers."""
    with name_scope(name, "stateless_multinomial", [logits, seed]):
        logits = convert_to_tensor(logits, name="logits")
        return _multinomial(logits, num_samples, seed, output_dtype=dtypes.as_dtype(output_dtype))


def stateless_categorical(logits, num_samples, seed, dtype=dtypes.int64, name=None):
    """Class numbers [batch, num_samples] that are as likely as softmax(logits) says; seed: two whole numbers."""
    with name_scope(name, "stateless_categorical", [logits, seed]):
        logits = convert_to_tensor(logits, name="logits")
        return _multinomial(logits, num_samples, seed, output_dtype=dtypes.as_dtype(dtype))
