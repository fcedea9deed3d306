"""Elementwise arithmetic."""

import jax.numpy as jnp
import numpy as np

from graphlab import dtypes, shapes
from graphlab.ops.define import op
from graphlab.shapes import ShapeError


def broadcast(op):
    """The output is as the two inputs broadcast against each other, as in NumPy."""
    a, b = op._inputs[0]._dims, op._inputs[1]._dims
    dims = shapes.broadcast(a, b)
    if dims is False:
        sizes = next((x, y) for x, y in zip(reversed(a), reversed(b), strict=False) if x != y and 1 not in (x, y))
        raise ShapeError(
            f"Dimensions must be equal, but are {sizes[0]} and {sizes[1]}", fix="give both the same size, or 1"
        )
    return dims


@op("AddV2", "x: T, y: T -> z: T", types={"T": dtypes.NUMERIC}, infer=broadcast, fold=np.add, commutative=True)
def add_v2(x, y):
    """x + y, element by element, broadcasting."""
    return jnp.add(x, y)


OVERLOADABLE_OPERATORS = ()
