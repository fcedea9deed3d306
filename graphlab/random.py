"""tf.random: random numbers and their seeds."""

from graphlab.ops.random import categorical, multinomial, truncated_normal
from graphlab.ops.random import random_normal as normal
from graphlab.ops.random import random_shuffle as shuffle
from graphlab.ops.random import random_uniform as uniform
from graphlab.ops.sampling.samplers import (
    all_candidate_sampler,
    fixed_unigram_candidate_sampler,
    learned_unigram_candidate_sampler,
    log_uniform_candidate_sampler,
    uniform_candidate_sampler,
)
from graphlab.ops.seed import get_seed, set_random_seed

__all__ = [
    "all_candidate_sampler",
    "categorical",
    "fixed_unigram_candidate_sampler",
    "get_seed",
    "learned_unigram_candidate_sampler",
    "log_uniform_candidate_sampler",
    "multinomial",
    "normal",
    "set_random_seed",
    "shuffle",
    "truncated_normal",
    "uniform",
    "uniform_candidate_sampler",
]
