"""tf.contrib.solvers.lanczos: bidiagonalization."""

from graphlab._src.contrib.solvers.lanczos import (
    bidiag_matmul,
    lanczos_bidiag,
)

__all__ = [
    "bidiag_matmul",
    "lanczos_bidiag",
]
