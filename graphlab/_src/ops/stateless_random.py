"""Random numbers that a seed alone decides: the same seed, the same numbers, in every run and every session.

They are TensorFlow's own: its generator (philox.py), turned into numbers as it does (random_numbers.py).
"""

import math

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import ShapeError
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.ops import philox, random_numbers
from graphlab._src.ops.arithmetic import add
from graphlab._src.ops.define import no_gradient, op
from graphlab._src.ops.random import BOUNDS, drawn_shape, shape_tensor, uniform_range
from graphlab._src.ops.rules import scalar_size, sizes_of, with_rank


def _check_seed(op):
    size = with_rank(op.inputs[[arg.name for arg in op.definition.inputs].index("seed")].dims, 1)[0]
    if size not in (2, None):
        raise ShapeError(f"Dimension must be 2 but is {size}", "pass two whole numbers as the seed")


def _drawn(op):
    dims = drawn_shape(op)
    _check_seed(op)
    return dims


_SHAPED = {"infer": _drawn, "static": ["shape"], "grad": no_gradient}
_TYPES = {"types": {"dtype": dtypes.FLOATING, "T": dtypes.INDEX, "Tseed": dtypes.INDEX}}


@op("StatelessRandomUniform", "shape: T=int32, seed: Tseed=int64 -> output: dtype=float", **_SHAPED, **_TYPES)
def _uniform(shape, seed, *, dtype: dtypes.DType = dtypes.float32):
    """Numbers that are equally likely from 0, which is among them, to 1, which is not."""
    sizes = sizes_of(shape)
    return random_numbers.uniform(philox.state_of(seed), math.prod(map(int, sizes)), dtype).reshape(sizes)


@op("StatelessRandomNormal", "shape: T=int32, seed: Tseed=int64 -> output: dtype=float", **_SHAPED, **_TYPES)
def _normal(shape, seed, *, dtype: dtypes.DType = dtypes.float32):
    """Numbers from the normal distribution with mean 0 and deviation 1."""
    sizes = sizes_of(shape)
    return random_numbers.normal(philox.state_of(seed), math.prod(map(int, sizes)), dtype).reshape(sizes)


@op("StatelessTruncatedNormal", "shape: T=int32, seed: Tseed=int64 -> output: dtype=float", **_SHAPED, **_TYPES)
def _truncated(shape, seed, *, dtype: dtypes.DType = dtypes.float32):
    """Numbers from the normal distribution with mean 0 and deviation 1, none further out than 2."""
    sizes = sizes_of(shape)
    return random_numbers.truncated(philox.state_of(seed), math.prod(map(int, sizes)), dtype).reshape(sizes)


@op(
    "StatelessRandomUniformInt",
    "shape: T, seed: Tseed=int64, minval: dtype, maxval: dtype -> output: dtype",
    **_SHAPED,
    types={"dtype": dtypes.INDEX, "T": dtypes.INDEX, "Tseed": dtypes.INDEX},
    scalars=BOUNDS,
)
def _whole(shape, seed, minval, maxval):
    """Whole numbers that are equally likely from minval, which is among them, to maxval, which is not."""
    sizes = sizes_of(shape)
    return random_numbers.whole(philox.state_of(seed), math.prod(map(int, sizes)), minval, maxval).reshape(sizes)


def _chosen_shape(op):
    _check_seed(op)
    return (with_rank(op.inputs[0].dims, 2)[0], scalar_size(op, 1))


@op(
    "StatelessMultinomial",
    "logits: T, num_samples: int32, seed: Tseed=int64 -> output: output_dtype=int64",
    types={"T": dtypes.REAL, "Tseed": dtypes.INDEX, "output_dtype": dtypes.INDEX},
    infer=_chosen_shape,
    static=["num_samples"],
    scalars={"num_samples": "num_samples should be a scalar, got shape {shape}"},
    grad=no_gradient,
)
def _multinomial(logits, num_samples, seed, *, output_dtype: dtypes.DType = dtypes.int64):
    """Class numbers that are as likely as softmax(logits) says."""
    chosen = random_numbers.categories(philox.state_of(seed), logits, int(num_samples))
    return chosen.astype(output_dtype.as_numpy_dtype)


def stateless_uniform(shape, seed, minval=0, maxval=None, dtype=dtypes.float32, name=None):
    """Numbers that are equally likely from minval, which is among them, to maxval, which is not.

    seed: two whole numbers, which may be a tensor.  maxval: 1 when left out; integer types need it.
    shape: integers or an integer vector.  dtype: of the result.
    """
    dtype, maxval = uniform_range(dtype, maxval)
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
    """Numbers from a normal distribution; seed: two whole numbers, which may be a tensor.

    shape: integers or an integer vector.  mean, stddev: numbers, or tensors that broadcast.
    dtype: of the result.
    """
    return _scaled(_normal, "stateless_random_normal", shape, seed, mean, stddev, dtype, name)


def stateless_truncated_normal(shape, seed, mean=0.0, stddev=1.0, dtype=dtypes.float32, name=None):
    """Numbers from a normal distribution, none further than two deviations from the mean; seed: two whole numbers.

    shape: integers or an integer vector.  stddev: of the distribution.  dtype: of the result.
    """
    return _scaled(_truncated, "stateless_truncated_normal", shape, seed, mean, stddev, dtype, name)


def stateless_multinomial(logits, num_samples, seed, output_dtype=dtypes.int64, name=None):
    """Class numbers [batch, num_samples] that are as likely as softmax(logits) says; seed: two whole numbers.

    output_dtype: int32 or int64.
    """
    with name_scope(name, "stateless_multinomial", [logits, seed]):
        logits = convert_to_tensor(logits, name="logits")
        return _multinomial(logits, num_samples, seed, output_dtype=dtypes.as_dtype(output_dtype))


def stateless_categorical(logits, num_samples, seed, dtype=dtypes.int64, name=None):
    """Class numbers [batch, num_samples] that are as likely as softmax(logits) says; seed: two whole numbers.

    dtype: int32 or int64.
    """
    with name_scope(name, "stateless_categorical", [logits, seed]):
        logits = convert_to_tensor(logits, name="logits")
        return _multinomial(logits, num_samples, seed, output_dtype=dtypes.as_dtype(dtype))
