"""maximum and minimum of two tensors, element by element."""

from typing import Any

import jax.numpy as jnp
import numpy as np

from graphlab._src.ops.arithmetic import SIGNED
from graphlab._src.ops.broadcasting import broadcast_gradient_args
from graphlab._src.ops.comparison import greater_equal, less_equal
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.define import op, raw_ops
from graphlab._src.ops.numpy_forms import on_numbers
from graphlab._src.ops.rules import broadcast
from graphlab._src.ops.select import select
from graphlab._src.ops.shape import shape


def _extreme_grad(chooses_x):
    """Where both are equal the whole gradient goes to x."""

    def grad(op, dz):
        x, y = op.inputs
        sx, sy = shape(x), shape(y)
        nothing = zeros(shape(dz), dz.dtype)
        mask = chooses_x(x, y)
        rx, ry = broadcast_gradient_args(sx, sy)
        dx = raw_ops.Reshape(raw_ops.Sum(select(mask, dz, nothing), rx), sx)
        return [dx, raw_ops.Reshape(raw_ops.Sum(select(mask, nothing, dz), ry), sy)]

    return grad


def _chosen(xp: Any, beyond, of_integers, x, y):
    """x unless y is beyond it, which nothing is of NaN: what Eigen computes."""
    if np.dtype(x.dtype).kind in "iu":
        return of_integers(x, y)
    return xp.where(beyond(x, y), y, x)


_OF_TWO: Any = {
    "types": {"T": SIGNED},
    "infer": broadcast,
    "vectorize": "elementwise",
    "padding": "elementwise",
    "barrier": False,
}


@op(
    "Maximum",
    "x: T, y: T -> z: T",
    **_OF_TWO,
    fold=lambda x, y: _chosen(np, np.less, np.maximum, x, y),
    interpret=on_numbers(lambda x, y: _chosen(np, np.less, np.maximum, x, y), "fdil"),
    grad=_extreme_grad(greater_equal),
)
def maximum(x, y):
    """The larger of x and y, element by element, broadcasting; x where one of them is NaN."""
    return _chosen(jnp, jnp.less, jnp.maximum, x, y)


@op(
    "Minimum",
    "x: T, y: T -> z: T",
    **_OF_TWO,
    fold=lambda x, y: _chosen(np, np.greater, np.minimum, x, y),
    interpret=on_numbers(lambda x, y: _chosen(np, np.greater, np.minimum, x, y), "fdil"),
    grad=_extreme_grad(less_equal),
)
def minimum(x, y):
    """The smaller of x and y, element by element, broadcasting; x where one of them is NaN."""
    return _chosen(jnp, jnp.greater, jnp.minimum, x, y)
