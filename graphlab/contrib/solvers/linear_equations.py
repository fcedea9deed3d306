"""tf.contrib.solvers.linear_equations: positive definite systems by conjugate gradients."""

from graphlab._src.contrib.solvers.conjugate_gradients import (
    conjugate_gradient,
)

__all__ = [
    "conjugate_gradient",
]
