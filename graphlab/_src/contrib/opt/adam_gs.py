"""Adam whose bias correction counts by the global step, and keeps no powers of its own."""

from graphlab._src.base import dtypes
from graphlab._src.ops.cast import cast
from graphlab._src.ops.control_flow import group
from graphlab._src.ops.identity import identity
from graphlab._src.ops.power import pow as pow_
from graphlab._src.train.optimizers.adam import AdamOptimizer
from graphlab._src.train.optimizers.adam_variants import LazyAdamOptimizer


class AdamGSOptimizer(AdamOptimizer):
    """Adam whose powers of beta1 and beta2 are computed from the global step, so that workers share them.

    global_step: the number of steps before.  The other arguments are AdamOptimizer's.
    """

    def __init__(
        self,
        global_step=0,
        learning_rate=0.001,
        beta1=0.9,
        beta2=0.999,
        epsilon=1e-8,
        use_locking=False,
        name="Adam",
    ):
        super().__init__(learning_rate, beta1, beta2, epsilon, use_locking, name)
        self._global_step = global_step

    def _create_slots(self, var_list):
        for var in var_list:
            self._zeros_slot(var, "m", self._name)
            self._zeros_slot(var, "v", self._name)

    def _prepare(self):
        super()._prepare()
        self._number = cast(identity(self._global_step) + 1, dtypes.float32)

    def _get_beta_accumulators(self):
        return pow_(self._tensors[1], self._number), pow_(self._tensors[2], self._number)

    def _finish(self, update_ops, name_scope):
        return group(*update_ops, name=name_scope)


class LazyAdamGSOptimizer(AdamGSOptimizer):
    """AdamGSOptimizer that changes, and lets forget, only the rows that a gradient of rows names."""

    _apply_sparse = LazyAdamOptimizer._apply_sparse
