"""Optimizers with a stochastic matrix in place of Lagrange multipliers (Cotter et al., 2018, Section 4)."""

import math

from graphlab._src.base import dtypes
from graphlab._src.contrib.constrained_optimization.constrained_optimizer import WeightingOptimizer
from graphlab._src.contrib.constrained_optimization.projections import (
    _maximal_eigenvector_power_method,
    _project_log_stochastic_matrix_wrt_kl_divergence,
    _project_stochastic_matrix_wrt_euclidean_norm,
)
from graphlab._src.graph import constant, convert_to_tensor
from graphlab._src.ops.cast import cast
from graphlab._src.ops.constants import ones, zeros
from graphlab._src.ops.extremes import maximum
from graphlab._src.ops.joining import concat
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.power import exp
from graphlab._src.ops.products import tensordot
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.rounding import abs as abs_of
from graphlab._src.ops.shape import expand_dims


class _SwapRegretOptimizer(WeightingOptimizer):
    """The objective and the constraints count as the eigenvector of a matrix says, which is trained."""

    _state_name = "swap_regret_optimizer_state"

    def _stochastic_matrix(self, state):
        raise NotImplementedError

    def _distribution(self, state):
        vector = abs_of(_maximal_eigenvector_power_method(convert_to_tensor(self._stochastic_matrix(state))))
        return vector / reduce_sum(vector)

    def _loss(self, state, objective, constraints, proxy_constraints):
        weights = self._distribution(state)
        values = concat((expand_dims(objective, 0), proxy_constraints), axis=0)
        violated = concat((zeros((1,), dtype=constraints.dtype), constraints), axis=0)
        gradient = matmul(expand_dims(cast(violated, weights.dtype), 1), expand_dims(weights, 0))
        return tensordot(cast(weights, values.dtype), values, 1), gradient


class AdditiveSwapRegretOptimizer(_SwapRegretOptimizer):
    """Swap regret, with sums in the matrix.

    optimizer: of tf.train.  constraint_optimizer: of the matrix; `optimizer` when left out.
    """

    def _initial_state(self, num_constraints):
        size = num_constraints + 1
        return concat((ones((1, size)), zeros((size - 1, size))), axis=0)

    def _stochastic_matrix(self, state):
        return state

    def _projected(self, state):
        return _project_stochastic_matrix_wrt_euclidean_norm(state)


class MultiplicativeSwapRegretOptimizer(_SwapRegretOptimizer):
    """Swap regret, with products in the matrix, whose logarithms are trained (Algorithm 2).

    optimizer: of tf.train.  constraint_optimizer: of the matrix; `optimizer` when left out.
    minimum_multiplier_radius: between 0 and 1; divided by the size it is the least element of the matrix.
    initial_multiplier_radius: the same, of what constraints count at first; minimum_multiplier_radius when left out.
    """

    def __init__(
        self, optimizer, constraint_optimizer=None, minimum_multiplier_radius=1e-3, initial_multiplier_radius=None
    ):
        super().__init__(optimizer, constraint_optimizer)
        if not 0.0 < minimum_multiplier_radius < 1.0:
            raise ValueError("minimum_multiplier_radius must be in the range (0,1)")
        if initial_multiplier_radius is None:
            initial_multiplier_radius = minimum_multiplier_radius
        elif initial_multiplier_radius < minimum_multiplier_radius:
            raise ValueError("initial_multiplier_radius must be in the range [minimum_multiplier_radius,1]")
        self._minimum_multiplier_radius = minimum_multiplier_radius
        self._initial_multiplier_radius = initial_multiplier_radius

    def _initial_state(self, num_constraints):
        size = num_constraints + 1
        first = math.log(1.0 - self._initial_multiplier_radius * (size - 1) / size)
        others = math.log(self._initial_multiplier_radius / size)
        rows = (first, (1, size)), (others, (size - 1, size))
        return concat([constant(value, dtypes.float32, shape) for value, shape in rows], axis=0)

    def _stochastic_matrix(self, state):
        return exp(state)

    def _projected(self, state):
        least = math.log(self._minimum_multiplier_radius / state.shape.as_list()[0])
        return maximum(_project_log_stochastic_matrix_wrt_kl_divergence(state), least)
