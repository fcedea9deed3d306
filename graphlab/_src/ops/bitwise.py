"""Operations on the bits of integers."""

import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.ops.define import no_gradient, op, same_as_input
from graphlab._src.ops.rules import broadcast

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
