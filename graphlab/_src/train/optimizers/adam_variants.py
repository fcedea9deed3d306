"""Variants of Adam: LazyAdam, which leaves rows without a gradient alone, and Nadam, with Nesterov's look ahead."""

from graphlab._src.graph import get_default_graph
from graphlab._src.ops.arithmetic import square
from graphlab._src.ops.cast import cast
from graphlab._src.ops.control_flow import group
from graphlab._src.ops.gather import gather
from graphlab._src.ops.power import sqrt
from graphlab._src.state import scatter_ops
from graphlab._src.state.assignment import scatter_add, scatter_sub, scatter_update
from graphlab._src.state.resource_variable import HandledVariable
from graphlab._src.train.optimizers.adam import AdamOptimizer


class LazyAdamOptimizer(AdamOptimizer):
    """Adam that changes, and lets forget, only the rows that a gradient of rows names.

    Quicker than Adam for large embeddings, and not quite the same: Adam moves every row by what it remembers.
    """

    def _apply_sparse(self, grad, var):
        kind = var.dtype.base_dtype
        power1, power2 = (cast(power, kind) for power in self._get_beta_accumulators())
        lr, beta1, beta2, epsilon = (cast(tensor, kind) for tensor in self._tensors)
        rate = lr * sqrt(1 - power2) / (1 - power1)
        m, v, rows = self.get_slot(var, "m"), self.get_slot(var, "v"), grad.indices
        mean = beta1 * gather(m, rows) + (1 - beta1) * grad.values
        if isinstance(var, HandledVariable):
            new_m = scatter_ops.scatter_update(m.handle, rows, mean)
            spread = beta2 * gather(v, rows) + (1 - beta2) * square(grad.values)
            new_v = scatter_ops.scatter_update(v.handle, rows, spread)
            update = scatter_ops.scatter_sub(var.handle, rows, rate * mean / (sqrt(spread) + epsilon))
            return group(update, new_m, new_v)
        new_m = scatter_update(m, rows, mean, use_locking=self._use_locking)
        spread = beta2 * gather(v, rows) + (1 - beta2) * square(grad.values)
        new_v = scatter_update(v, rows, spread, use_locking=self._use_locking)
        mean, root = gather(new_m, rows), sqrt(gather(new_v, rows)) + epsilon
        return group(scatter_sub(var, rows, rate * mean / root, use_locking=self._use_locking), new_m, new_v)


class NadamOptimizer(AdamOptimizer):
    """Adam with Nesterov's momentum (Dozat, 2015)."""

    _use_nesterov = True

    def _apply_sparse(self, grad, var):
        kind = var.dtype.base_dtype
        power1, power2 = (cast(power, kind) for power in self._get_beta_accumulators())
        lr, beta1, beta2, epsilon = (cast(tensor, kind) for tensor in self._tensors)
        rate = lr * sqrt(1 - power2) / (1 - power1)
        scaled = grad.values * (1 - beta1)
        m = self._moved(self.get_slot(var, "m"), beta1, scaled, grad.indices)
        ahead = scaled + beta1 * gather(m, grad.indices)
        squares = (grad.values * grad.values) * (1 - beta2)
        v = self._moved(self.get_slot(var, "v"), beta2, squares, grad.indices)
        root = sqrt(gather(v, grad.indices))
        step = -rate * ahead / (root + epsilon)
        with get_default_graph().control_dependencies([ahead.op]):
            update = scatter_add(var, grad.indices, step, use_locking=self._use_locking)
        return group(update, m, v)
