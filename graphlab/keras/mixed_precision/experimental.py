"""tf.keras.mixed_precision.experimental: policies of layers, and an optimizer that scales the loss."""

from graphlab._src.keras.engine.loss_scale_optimizer import LossScaleOptimizer
from graphlab._src.keras.layers.dtype_policy import Policy, global_policy
from graphlab._src.keras.mixed_precision import set_policy

__all__ = ["LossScaleOptimizer", "Policy", "global_policy", "set_policy"]
