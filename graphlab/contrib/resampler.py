"""tf.contrib.resampler: pixels of images between pixels."""

from graphlab._src.contrib.resampler import (
    resampler,
)

__all__ = [
    "resampler",
]
