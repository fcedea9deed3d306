"""tf.train: optimizers and what else training needs."""

from graphlab.train.optimizers.gradient_descent import GradientDescentOptimizer
from graphlab.train.optimizers.optimizer import Optimizer

__all__ = ["GradientDescentOptimizer", "Optimizer"]
