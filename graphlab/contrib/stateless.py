"""tf.contrib.stateless: random numbers that a seed determines alone."""

from graphlab._src.ops.stateless_random import (
    stateless_multinomial,
    stateless_truncated_normal,
)
from graphlab._src.ops.stateless_random import stateless_normal as stateless_random_normal
from graphlab._src.ops.stateless_random import stateless_uniform as stateless_random_uniform

__all__ = [
    "stateless_multinomial",
    "stateless_random_normal",
    "stateless_random_uniform",
    "stateless_truncated_normal",
]
