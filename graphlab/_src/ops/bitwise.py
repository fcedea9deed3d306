"""Operations on the bits of integers."""

import jax
import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.shapes import ShapeError
from graphlab._src.ops.define import no_gradient, op, same_as_input
from graphlab._src.ops.rules import broadcast, with_rank, with_rank_at_least

_INTEGERS = dtypes.REAL - dtypes.FLOATING
_BITS = {
    "signature": "x: T, y: T -> z: T",
    "types": {"T": _INTEGERS},
    "infer": broadcast,
    "grad": no_gradient,
}


@op("BitwiseAnd", fold=np.bitwise_and, commutative=True, **_BITS, vectorize="elementwise")
def bitwise_and(x, y):
    """The bits that are set in both, element by element, broadcasting.

    x, y: integers of one dtype.
    """
    return jnp.bitwise_and(x, y)


@op("BitwiseOr", fold=np.bitwise_or, commutative=True, **_BITS, vectorize="elementwise")
def bitwise_or(x, y):
    """The bits that are set in at least one, element by element, broadcasting.

    x, y: integers of one dtype.
    """
    return jnp.bitwise_or(x, y)


@op("BitwiseXor", fold=np.bitwise_xor, commutative=True, **_BITS, vectorize="elementwise")
def bitwise_xor(x, y):
    """The bits that are set in exactly one, element by element, broadcasting.

    x, y: integers of one dtype.
    """
    return jnp.bitwise_xor(x, y)


@op(
    "Invert",
    "x: T -> y: T",
    types={"T": _INTEGERS},
    infer=same_as_input(0),
    fold=np.invert,
    grad=no_gradient,
    vectorize="elementwise",
)
def invert(x):
    """Every bit of x, integers, inverted, element by element."""
    return jnp.invert(x)


@op("LeftShift", **_BITS)
def left_shift(x, y):
    """The bits of x moved up by y places, element by element, broadcasting."""
    return jnp.left_shift(x, _within(y))


@op("RightShift", **_BITS)
def right_shift(x, y):
    """The bits of x moved down by y places, with the sign unchanged, element by element, broadcasting."""
    return jnp.right_shift(x, _within(y))


def _within(places):
    """What TensorFlow's CPU kernels shift by: never less than 0, nor more than all bits but one."""
    return jnp.clip(places, 0, 8 * places.dtype.itemsize - 1).astype(places.dtype)


@op(
    "PopulationCount",
    "x: T -> y: uint8",
    types={"T": _INTEGERS},
    infer=same_as_input(0),
    grad=no_gradient,
    vectorize="elementwise",
)
def population_count(x):
    """How many bits of each integer are set: uint8."""
    return jax.lax.population_count(x).astype(np.uint8)


def _packed_shape(op):
    dims = with_rank_at_least(op.inputs[0].dims, 1)
    with_rank(op.inputs[1].dims, 0)
    if dims is None:
        return None
    if dims[-1] is not None and dims[-1] % 8:
        raise ShapeError(f"Inner dimension of input should be divisible by 8, but is {dims[-1]}")
    return (*dims[:-1], None if dims[-1] is None else dims[-1] // 8)


@op(
    "CompareAndBitpack",
    "input: T, threshold: T -> output: uint8",
    types={"T": (dtypes.FLOATING | dtypes.INDEX | {dtypes.bool, dtypes.int8, dtypes.int16}) - {dtypes.bfloat16}},
    infer=_packed_shape,
    grad=no_gradient,
)
def compare_and_bitpack(input, threshold):
    """Whether elements exceed a number, as the bits of bytes, eight along the last axis in each, the first one highest.

    input: [..., n], n a multiple of 8; of bools those that are true count.
    """
    if threshold.ndim:
        raise ValueError(f"Compare must be a scalar, but saw shape: {shapes.text(threshold.shape)}")
    if not input.ndim:
        raise ValueError("Input should be at least a vector, but saw a scalar.")
    if input.shape[-1] % 8:
        shown = shapes.text(input.shape)
        raise ValueError(f"Inner dimension of input should be divisible by 8, but saw shape: {shown}")
    above = input if input.dtype == bool else input > threshold
    bits = above.reshape(*input.shape[:-1], input.shape[-1] // 8, 8).astype(np.uint8)
    return jnp.sum(bits << np.arange(7, -1, -1, dtype=np.uint8), axis=-1, dtype=np.uint8)
