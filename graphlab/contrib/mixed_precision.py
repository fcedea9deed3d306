"""tf.contrib.mixed_precision: losses that are scaled, so that small gradients survive in float16."""

from graphlab._src.contrib.mixed_precision.loss_scale_manager import (
    ExponentialUpdateLossScaleManager,
    FixedLossScaleManager,
    LossScaleManager,
)
from graphlab._src.contrib.mixed_precision.loss_scale_optimizer import LossScaleOptimizer

__all__ = [
    "ExponentialUpdateLossScaleManager",
    "FixedLossScaleManager",
    "LossScaleManager",
    "LossScaleOptimizer",
]
