"""Logical operations, element by element with broadcasting."""

from typing import Any

import jax.numpy as jnp
import numpy as np

from graphlab._src.base.overrides import overridable
from graphlab._src.ops.define import no_gradient, op, same_as_input
from graphlab._src.ops.numpy_forms import on_numbers
from graphlab._src.ops.rules import broadcast

_OF_TWO: Any = {"infer": broadcast, "commutative": True, "grad": no_gradient, "vectorize": "elementwise"}


@op(
    "LogicalAnd",
    "x: bool, y: bool -> z: bool",
    fold=np.logical_and,
    interpret=on_numbers(np.logical_and, "?"),
    **_OF_TWO,
)
def logical_and(x, y):
    """x and y, element by element, broadcasting: bool."""
    return jnp.logical_and(x, y)


@op(
    "LogicalOr",
    "x: bool, y: bool -> z: bool",
    fold=np.logical_or,
    interpret=on_numbers(np.logical_or, "?"),
    **_OF_TWO,
)
def logical_or(x, y):
    """x or y, element by element, broadcasting: bool."""
    return jnp.logical_or(x, y)


@op(
    "LogicalNot",
    "x: bool -> y: bool",
    infer=same_as_input(0),
    fold=np.logical_not,
    interpret=on_numbers(np.logical_not, "?"),
    grad=no_gradient,
    vectorize="elementwise",
)
def logical_not(x):
    """True where x is not."""
    return jnp.logical_not(x)


@overridable
def logical_xor(x, y, name="LogicalXor"):
    """x or y but not both, element by element, broadcasting: bool."""
    return logical_and(logical_or(x, y), logical_not(logical_and(x, y)), name=name)
