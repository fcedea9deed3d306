"""Random numbers: normal, uniform, shuffled, chosen. The numbers are TensorFlow's; see seed.py for what makes them repeat."""

import math
from typing import Any

import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.compiler.checks import Check
from graphlab._src.compiler.random_streams import for_each_element
from graphlab._src.graph import Tensor, constant_dims, convert_to_tensor, name_scope
from graphlab._src.ops import random_in_numpy, random_numbers
from graphlab._src.ops.arithmetic import add
from graphlab._src.ops.define import HERE, no_gradient, op, same_as_input, undefined_gradient
from graphlab._src.ops.rules import scalar_size, sizes_of, with_rank
from graphlab._src.ops.seed import seed_attrs

_SEEDS = {"seed": (int, 0), "seed2": (int, 0)}


def drawn_shape(op):
    """The shape that the first input says."""
    with_rank(op.inputs[0].dims, 1, "pass the shape as a vector")
    return constant_dims(op.inputs[0])


_SHAPED = {
    "infer": drawn_shape,
    "attrs": _SEEDS,
    "static": ["shape"],
    "random": for_each_element,
    "grad": no_gradient,
}


def in_numpy(draw):
    """`interpret=` of an operation that draws so many numbers of a dtype. draw(state, count, dtype): with NumPy."""

    def interpret(shape, state, *, dtype: dtypes.DType):
        sizes = sizes_of(shape)
        return draw(state, math.prod(map(int, sizes)), dtype).reshape(sizes)

    return interpret


_FLOAT = {"types": {"dtype": dtypes.FLOATING, "T": dtypes.INDEX}}


@op(
    "RandomStandardNormal",
    "shape: T -> output: dtype",
    **_SHAPED,
    **_FLOAT,
    interpret=in_numpy(random_in_numpy.normal),
)
def _standard_normal(shape, *, stream, dtype: dtypes.DType):
    """Draws from the normal distribution with mean 0 and deviation 1."""
    sizes = sizes_of(shape)
    return random_numbers.normal(stream, math.prod(map(int, sizes)), dtype).reshape(sizes)


@op(
    "TruncatedNormal",
    "shape: T -> output: dtype",
    **_SHAPED,
    **_FLOAT,
    interpret=in_numpy(random_in_numpy.truncated),
    changes_pinned=True,
)
def _truncated_normal(shape, *, stream, dtype: dtypes.DType):
    """Draws from the normal distribution with mean 0 and deviation 1, none further out than 2."""
    sizes = sizes_of(shape)
    return random_numbers.truncated(stream, math.prod(map(int, sizes)), dtype).reshape(sizes)


@op(
    "RandomUniform",
    "shape: T -> output: dtype",
    **_SHAPED,
    **_FLOAT,
    interpret=in_numpy(random_in_numpy.uniform),
)
def _uniform(shape, *, stream, dtype: dtypes.DType):
    """Draws that are equally likely from 0, which is among them, to 1, which is not."""
    sizes = sizes_of(shape)
    return random_numbers.uniform(stream, math.prod(map(int, sizes)), dtype).reshape(sizes)


def _check_bounds(result, shape, minval, maxval, **_):
    wrong = (minval >= maxval) & bool(np.prod(shape))
    return [Check(wrong, lambda: f"Need minval < maxval, got {minval} >= {maxval}")]


BOUNDS = dict.fromkeys(["minval", "maxval"], "{name} must be 0-D, got shape {shape}: {name} must be a scalar")


def _uniform_int_shape(op):
    for bound in op.inputs[1:]:
        with_rank(bound.dims, 0, "draw from [0, 1) and scale that where each number has bounds of its own")
    return drawn_shape(op)


def _uniform_int_in_numpy(shape, minval, maxval, state):
    sizes = sizes_of(shape)
    return random_in_numpy.whole(state, math.prod(map(int, sizes)), minval, maxval).reshape(sizes)


@op(
    "RandomUniformInt",
    "shape: T, minval: Tout, maxval: Tout -> output: Tout",
    **{**_SHAPED, "infer": _uniform_int_shape},
    types={"Tout": dtypes.INDEX, "T": dtypes.INDEX},
    scalars=BOUNDS,
    checks=_check_bounds,
    interpret=_uniform_int_in_numpy,
)
def _uniform_int(shape, minval, maxval, *, stream):
    """Whole numbers that are equally likely from minval, which is among them, to maxval, which is not."""
    sizes = sizes_of(shape)
    return random_numbers.whole(stream, math.prod(map(int, sizes)), minval, maxval).reshape(sizes)


def _shuffle_in_numpy(value, state):
    if not value.ndim:
        return value
    return value[random_in_numpy.order(state, len(value))]


@op(
    "RandomShuffle",
    "value: T -> output: T",
    infer=same_as_input(0),
    attrs=_SEEDS,
    random=lambda shape, attrs: (max(shape[0] - 1, 0) + 3) // 4 if shape else 0,
    grad=undefined_gradient,
    interpret=_shuffle_in_numpy,
)
def _shuffle(value, *, stream):
    """The rows of a tensor in random order."""
    if not value.ndim:
        return value
    return jnp.take(value, random_numbers.order(stream, value.shape[0]), axis=0)


def _multinomial_shape(op):
    return (with_rank(op.inputs[0].dims, 2)[0], scalar_size(op, 1))


@op(
    "Multinomial",
    "logits: T, num_samples: int32 -> output: output_dtype=int64",
    types={"T": dtypes.REAL, "output_dtype": dtypes.INDEX},
    infer=_multinomial_shape,
    attrs={**_SEEDS, "output_dtype": HERE},
    static=["num_samples"],
    scalars={"num_samples": "num_samples should be a scalar, got shape {shape}"},
    random=lambda shape, attrs: for_each_element((shape[0], 2 * 4 * -(-shape[1] // 4))) if len(shape) == 2 else 0,
    grad=no_gradient,
)
def _multinomial(logits, num_samples, *, stream):
    """Class numbers that are as likely as softmax(logits) says."""
    if logits.ndim != 2:
        raise ValueError(f"logits should be a matrix, got shape {shapes.text(logits.shape)}")
    if not logits.shape[1]:
        raise ValueError("num_classes should be positive, got 0")
    return random_numbers.categories(stream, logits, int(num_samples))


def shape_tensor(shape):
    if isinstance(shape, Tensor):
        return shape
    dtype = None
    if isinstance(shape, (list, tuple)) and not shape:
        dtype = dtypes.int32
    if isinstance(shape, np.ndarray) and not shape.size:
        dtype = dtypes.int32
    return convert_to_tensor(shape, dtype, name="shape")


def _normal(draw, default_name, shape, mean, stddev, dtype, seed, name):
    dtype = dtypes.as_dtype(dtype)
    with name_scope(name, default_name, [shape, mean, stddev]) as scope:
        shape = shape_tensor(shape)
        mean = convert_to_tensor(mean, dtype, name="mean")
        stddev = convert_to_tensor(stddev, dtype, name="stddev")
        return add(draw(shape, dtype=dtype, **seed_attrs(seed)) * stddev, mean, name=scope)


def random_normal(shape, mean=0.0, stddev=1.0, dtype=dtypes.float32, seed=None, name=None):
    """Draws from a normal distribution: dtype, of that shape.

    shape: integers or an integer vector.  mean, stddev: numbers, or tensors that broadcast to it.
    dtype: a floating point one.  seed: an integer, combined with that of the graph; see set_random_seed.
    """
    return _normal(_standard_normal, "random_normal", shape, mean, stddev, dtype, seed, name)


def truncated_normal(shape, mean=0.0, stddev=1.0, dtype=dtypes.float32, seed=None, name=None):
    """Draws from a normal distribution, none further than two standard deviations from the mean.

    shape: integers or an integer vector.  mean, stddev: numbers, or tensors that broadcast to it.
    dtype: a floating point one.  seed: an integer, combined with that of the graph; see set_random_seed.
    """
    return _normal(_truncated_normal, "truncated_normal", shape, mean, stddev, dtype, seed, name)


def uniform_range(dtype, maxval):
    """(the DType of uniform draws, their end: 1 when left out); ValueError for a dtype without uniform draws."""
    dtype = dtypes.as_dtype(dtype)
    if dtype not in dtypes.FLOATING | dtypes.INDEX:
        raise ValueError(f"Invalid dtype {dtype!r}")
    if maxval is None:
        if dtype.is_integer:
            raise ValueError(f"Must specify maxval for integer dtype {dtype!r}")
        maxval = 1
    return dtype, maxval


def random_uniform(shape, minval: Any = 0, maxval: Any = None, dtype=dtypes.float32, seed=None, name=None):
    """Draws from a uniform distribution over [minval, maxval): dtype, of that shape.

    shape: integers or an integer vector.  minval, maxval: numbers or scalar tensors; maxval is 1 when left out.
    dtype: floating point, int32 or int64; ValueError for another, and for an integer dtype without maxval.
    seed: an integer, combined with that of the graph; see set_random_seed.
    """
    dtype, maxval = uniform_range(dtype, maxval)
    with name_scope(name, "random_uniform", [shape, minval, maxval]) as scope:
        shape = shape_tensor(shape)
        low = convert_to_tensor(minval, dtype, name="min")
        high = convert_to_tensor(maxval, dtype, name="max")
        if dtype.is_integer:
            return _uniform_int(shape, low, high, name=scope, **seed_attrs(seed))
        return add(_uniform(shape, dtype=dtype, **seed_attrs(seed)) * (high - low), low, name=scope)


def random_shuffle(value, seed=None, name=None):
    """`value` with its rows, along the first axis, in random order.  seed: see set_random_seed."""
    return _shuffle(value, name=name, **seed_attrs(seed))


def multinomial(logits, num_samples, seed=None, name=None, output_dtype=None):
    """Draws class numbers [batch, num_samples] with the probabilities softmax(logits).

    logits: [batch, classes].  num_samples: a scalar.  output_dtype: int32, or int64, the default.
    seed: see set_random_seed.
    """
    with name_scope(name, "multinomial", [logits]):
        logits = convert_to_tensor(logits, name="logits")
        return _multinomial(logits, num_samples, output_dtype=output_dtype or dtypes.int64, **seed_attrs(seed))


def categorical(logits, num_samples, dtype=None, seed=None, name=None):
    """Draws class numbers [batch, num_samples] with the probabilities softmax(logits).

    logits: [batch, classes].  num_samples: a scalar.  dtype: int32, or int64, the default.  seed: see set_random_seed.
    """
    with name_scope(name, "categorical", [logits]):
        logits = convert_to_tensor(logits, name="logits")
        return _multinomial(logits, num_samples, output_dtype=dtype or dtypes.int64, **seed_attrs(seed))
