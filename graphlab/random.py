"""tf.random: random numbers and their seeds."""

from graphlab.ops.random import categorical, multinomial, truncated_normal
from graphlab.ops.random import random_normal as normal
from graphlab.ops.random import random_shuffle as shuffle
from graphlab.ops.random import random_uniform as uniform
from graphlab.ops.seed import get_seed, set_random_seed

__all__ = [
    "categorical",
    "get_seed",
    "multinomial",
    "normal",
    "set_random_seed",
    "shuffle",
    "truncated_normal",
    "uniform",
]
