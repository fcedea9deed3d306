"""AdditiveExternalRegretOptimizer: Lagrange multipliers, trained by gradients."""

from graphlab._src.base import dtypes
from graphlab._src.contrib.constrained_optimization.constrained_optimizer import WeightingOptimizer
from graphlab._src.contrib.constrained_optimization.projections import _project_multipliers_wrt_euclidean_norm
from graphlab._src.ops.cast import cast
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.extremes import maximum
from graphlab._src.ops.products import tensordot


class AdditiveExternalRegretOptimizer(WeightingOptimizer):
    """Minimizes the Lagrangian over the model and maximizes it over the multipliers (Cotter et al., 2018, Algorithm 3).

    optimizer: of tf.train.  constraint_optimizer: of the multipliers; `optimizer` when left out.
    maximum_multiplier_radius: the largest sum of the multipliers, where there is one.
    """

    _state_name = "external_regret_optimizer_state"

    def __init__(self, optimizer, constraint_optimizer=None, maximum_multiplier_radius=None):
        super().__init__(optimizer, constraint_optimizer)
        if maximum_multiplier_radius and maximum_multiplier_radius <= 0.0:
            raise ValueError("maximum_multiplier_radius must be strictly positive")
        self._maximum_multiplier_radius = maximum_multiplier_radius

    def _initial_state(self, num_constraints):
        return zeros((num_constraints,), dtype=dtypes.float32)

    def _lagrange_multipliers(self, state):
        return state

    def _loss(self, state, objective, constraints, proxy_constraints):
        multipliers = self._lagrange_multipliers(state)
        loss = objective + tensordot(cast(multipliers, proxy_constraints.dtype), proxy_constraints, 1)
        return loss, cast(constraints, multipliers.dtype.base_dtype)

    def _projected(self, state):
        if self._maximum_multiplier_radius:
            return _project_multipliers_wrt_euclidean_norm(state, self._maximum_multiplier_radius)
        return maximum(state, 0.0)
