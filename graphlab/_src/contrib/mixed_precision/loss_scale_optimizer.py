"""LossScaleOptimizer: an optimizer whose loss is scaled up, and its gradients down."""

from typing import Any

from graphlab._src.graph import IndexedSlices
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import is_finite
from graphlab._src.ops.control_flow import group, no_op
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.power import reciprocal
from graphlab._src.ops.reduction import reduce_all
from graphlab._src.train.optimizers.optimizer import Optimizer


class LossScaleOptimizer(Optimizer):
    """An optimizer whose loss is scaled up, and its gradients down; steps with gradients that are not finite are left out.

    opt: an Optimizer.  loss_scale_manager: a LossScaleManager.
    """

    def __init__(self, opt, loss_scale_manager):
        super().__init__(False, "LossScaleOptimizer")
        self._opt = opt
        self._loss_scale_manager = loss_scale_manager

    def compute_gradients(
        self,
        loss,
        var_list=None,
        gate_gradients=Optimizer.GATE_OP,
        aggregation_method=None,
        colocate_gradients_with_ops=False,
        grad_loss=None,
    ):
        """A list of (gradient, variable): of the loss itself, computed from the scaled one."""
        scale = self._loss_scale_manager.get_loss_scale()
        value: Any = loss() if callable(loss) else loss
        found = self._opt.compute_gradients(
            _scaled(value, scale),
            var_list=var_list,
            gate_gradients=gate_gradients,
            aggregation_method=aggregation_method,
            colocate_gradients_with_ops=colocate_gradients_with_ops,
            grad_loss=grad_loss,
        )
        down: Any = reciprocal(scale)
        return [(None if g is None else _scaled(g, down), v) for g, v in found]

    def apply_gradients(self, grads_and_vars, global_step=None, name=None):
        """Applies the gradients if all are finite, and adapts the scale."""
        pairs = list(grads_and_vars)
        values = [g.values if isinstance(g, IndexedSlices) else g for g, _ in pairs if g is not None]
        finite = reduce_all([reduce_all(is_finite(one)) for one in values])
        applied = cond(finite, lambda: self._opt.apply_gradients(pairs, global_step, name), no_op)
        return group(applied, self._loss_scale_manager.update_loss_scale(finite))


def _scaled(grad: Any, scale: Any) -> Any:
    factor: Any = cast(scale, grad.dtype.base_dtype)
    if isinstance(grad, IndexedSlices):
        return IndexedSlices(grad.values * factor, grad.indices, grad.dense_shape)
    return grad * factor
