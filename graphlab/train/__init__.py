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
from graphlab.train.schedules import (
    cosine_decay,
    exponential_decay,
    inverse_time_decay,
    linear_cosine_decay,
    natural_exp_decay,
    piecewise_constant,
    polynomial_decay,
)
from graphlab.train.schedules import piecewise_constant as piecewise_constant_decay

__all__ = [
    "AdadeltaOptimizer",
    "AdagradOptimizer",
    "AdamOptimizer",
    "GradientDescentOptimizer",
    "MomentumOptimizer",
    "Optimizer",
    "RMSPropOptimizer",
    "assert_global_step",
    "cosine_decay",
    "create_global_step",
    "exponential_decay",
    "get_global_step",
    "get_or_create_global_step",
    "global_step",
    "inverse_time_decay",
    "linear_cosine_decay",
    "natural_exp_decay",
    "piecewise_constant",
    "piecewise_constant_decay",
    "polynomial_decay",
]
