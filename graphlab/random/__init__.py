"""tf.random: random numbers and their seeds."""

from typing import TYPE_CHECKING

from graphlab._src.base.lazy_imports import attach

if TYPE_CHECKING:
    from graphlab._src.ops.random import categorical, multinomial, truncated_normal
    from graphlab._src.ops.random import random_normal as normal
    from graphlab._src.ops.random import random_shuffle as shuffle
    from graphlab._src.ops.random import random_uniform as uniform
    from graphlab._src.ops.random_counts import random_gamma as gamma
    from graphlab._src.ops.random_counts import random_poisson as poisson
    from graphlab._src.ops.sampling.samplers import (
        all_candidate_sampler,
        fixed_unigram_candidate_sampler,
        learned_unigram_candidate_sampler,
        log_uniform_candidate_sampler,
        uniform_candidate_sampler,
    )
    from graphlab._src.ops.seed import get_seed, set_random_seed
    from graphlab._src.ops.stateless_random import (
        stateless_categorical,
        stateless_multinomial,
        stateless_normal,
        stateless_truncated_normal,
        stateless_uniform,
    )
    from graphlab.random import experimental as experimental
else:
    __getattr__, __dir__ = attach(__name__)

__all__ = [
    "all_candidate_sampler",
    "categorical",
    "experimental",
    "fixed_unigram_candidate_sampler",
    "gamma",
    "get_seed",
    "learned_unigram_candidate_sampler",
    "log_uniform_candidate_sampler",
    "multinomial",
    "normal",
    "poisson",
    "set_random_seed",
    "shuffle",
    "stateless_categorical",
    "stateless_multinomial",
    "stateless_normal",
    "stateless_truncated_normal",
    "stateless_uniform",
    "truncated_normal",
    "uniform",
    "uniform_candidate_sampler",
]
