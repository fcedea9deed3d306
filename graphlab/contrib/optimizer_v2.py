"""tf.contrib.optimizer_v2: the optimizers of tf.train, which have its arguments and variables."""

from graphlab._src.train.optimizers.adadelta import AdadeltaOptimizer
from graphlab._src.train.optimizers.adagrad import AdagradOptimizer
from graphlab._src.train.optimizers.adam import AdamOptimizer
from graphlab._src.train.optimizers.gradient_descent import GradientDescentOptimizer
from graphlab._src.train.optimizers.momentum import MomentumOptimizer
from graphlab._src.train.optimizers.optimizer import Optimizer as OptimizerV2
from graphlab._src.train.optimizers.rmsprop import RMSPropOptimizer

__all__ = [
    "AdadeltaOptimizer",
    "AdagradOptimizer",
    "AdamOptimizer",
    "GradientDescentOptimizer",
    "MomentumOptimizer",
    "OptimizerV2",
    "RMSPropOptimizer",
]
