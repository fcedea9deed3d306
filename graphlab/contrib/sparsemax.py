"""tf.contrib.sparsemax: probabilities of which many are exactly 0."""

from graphlab._src.contrib.sparsemax import (
    sparsemax,
    sparsemax_loss,
)

__all__ = [
    "sparsemax",
    "sparsemax_loss",
]
