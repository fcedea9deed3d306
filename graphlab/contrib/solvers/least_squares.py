"""tf.contrib.solvers.least_squares: least squares by conjugate gradients."""

from graphlab._src.contrib.solvers.conjugate_gradients import (
    cgls,
)

__all__ = [
    "cgls",
]
