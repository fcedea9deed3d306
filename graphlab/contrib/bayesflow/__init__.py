"""tf.contrib.bayesflow: expectations estimated from samples."""

from graphlab.contrib.bayesflow import monte_carlo as monte_carlo

__all__ = [
    "monte_carlo",
]
