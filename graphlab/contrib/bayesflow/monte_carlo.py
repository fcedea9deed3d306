"""tf.contrib.bayesflow.monte_carlo: expectations estimated from samples."""

from graphlab._src.contrib.monte_carlo import (
    expectation,
    expectation_importance_sampler,
    expectation_importance_sampler_logspace,
)

__all__ = [
    "expectation",
    "expectation_importance_sampler",
    "expectation_importance_sampler_logspace",
]
