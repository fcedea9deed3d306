"""tf.train: optimizers and what else training needs."""

from graphlab.train.global_step import (
    assert_global_step,
    create_global_step,
    get_global_step,
    get_or_create_global_step,
    global_step,
)
from graphlab.train.optimizers.adadelta import AdadeltaOptimizer
from graphlab.train.optimizers.adagrad import AdagradOptimizer
from graphlab.train.optimizers.adam import AdamOptimizer
from graphlab.train.optimizers.gradient_descent import GradientDescentOptimizer
from graphlab.train.optimizers.momentum import MomentumOptimizer
from graphlab.train.optimizers.optimizer import Optimizer
from graphlab.train.optimizers.rmsprop import RMSPropOptimizer

__all__ = [
    "AdadeltaOptimizer",
    "AdagradOptimizer",
    "AdamOptimizer",
    "GradientDescentOptimizer",
    "MomentumOptimizer",
    "Optimizer",
    "RMSPropOptimizer",
    "assert_global_step",
    "create_global_step",
    "get_global_step",
    "get_or_create_global_step",
    "global_step",
]
