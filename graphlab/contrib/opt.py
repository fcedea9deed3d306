"""tf.contrib.opt: more optimizers."""

from graphlab._src.train.optimizers.adam_variants import LazyAdamOptimizer, NadamOptimizer
from graphlab._src.train.optimizers.moving_average import MovingAverageOptimizer
from graphlab._src.train.optimizers.weight_decay import (
    AdamWOptimizer,
    DecoupledWeightDecayExtension,
    MomentumWOptimizer,
    extend_with_decoupled_weight_decay,
)

__all__ = [
    "AdamWOptimizer",
    "DecoupledWeightDecayExtension",
    "LazyAdamOptimizer",
    "MomentumWOptimizer",
    "MovingAverageOptimizer",
    "NadamOptimizer",
    "extend_with_decoupled_weight_decay",
]
