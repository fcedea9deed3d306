"""tf.contrib.constrained_optimization: minimizing under constraints."""

from graphlab._src.contrib.constrained_optimization.candidates import (
    find_best_candidate_distribution,
    find_best_candidate_index,
)
from graphlab._src.contrib.constrained_optimization.constrained_minimization_problem import (
    ConstrainedMinimizationProblem,
)
from graphlab._src.contrib.constrained_optimization.constrained_optimizer import ConstrainedOptimizer
from graphlab._src.contrib.constrained_optimization.external_regret_optimizer import AdditiveExternalRegretOptimizer
from graphlab._src.contrib.constrained_optimization.swap_regret_optimizer import (
    AdditiveSwapRegretOptimizer,
    MultiplicativeSwapRegretOptimizer,
)

__all__ = [
    "AdditiveExternalRegretOptimizer",
    "AdditiveSwapRegretOptimizer",
    "ConstrainedMinimizationProblem",
    "ConstrainedOptimizer",
    "MultiplicativeSwapRegretOptimizer",
    "find_best_candidate_distribution",
    "find_best_candidate_index",
]
