"""AdaMax: Adam with a running maximum in place of the mean of squares (Kingma and Ba, 2014, section 7.1)."""

from graphlab._src.graph import get_default_graph
from graphlab._src.ops.cast import cast
from graphlab._src.ops.control_flow import group
from graphlab._src.ops.extremes import maximum
from graphlab._src.ops.gather import gather
from graphlab._src.ops.rounding import abs as abs_
from graphlab._src.state.assignment import scatter_add, scatter_update
from graphlab._src.train.optimizers.adam import AdamOptimizer, apply_ada_max


class AdaMaxOptimizer(AdamOptimizer):
    """AdaMax; the arguments are Adam's. A gradient of rows changes these rows only, also of what it remembers."""

    def __init__(self, learning_rate=0.001, beta1=0.9, beta2=0.999, epsilon=1e-8, use_locking=False, name="AdaMax"):
        super().__init__(learning_rate, beta1, beta2, epsilon, use_locking, name)

    def _create_slots(self, var_list):
        first = min(var_list, key=lambda var: var.name)
        self._create_non_slot_variable(self._beta1, "beta1_power", first)
        for var in var_list:
            self._zeros_slot(var, "m", self._name)
            self._zeros_slot(var, "v", self._name)

    def _power(self):
        return self._get_non_slot_variable("beta1_power", self._graph_of_variables())

    def _apply_dense(self, grad, var):
        kind = var.dtype.base_dtype
        slots = [self.get_slot(var, name)._ref() for name in ("m", "v")]
        numbers = [cast(number, kind) for number in (self._power(), *self._tensors)]
        return apply_ada_max(var._ref(), *slots, *numbers, grad, use_locking=self._use_locking)

    def _apply_sparse(self, grad, var):
        kind, rows = var.dtype.base_dtype, grad.indices
        power = cast(self._power(), kind)
        lr, beta1, beta2, epsilon = (cast(tensor, kind) for tensor in self._tensors)
        m, v = self.get_slot(var, "m"), self.get_slot(var, "v")
        mean = gather(m, rows) * beta1 + grad.values * (1 - beta1)
        new_m = scatter_update(m, rows, mean, use_locking=self._use_locking)
        largest = maximum(gather(v, rows) * beta2, abs_(grad.values))
        new_v = scatter_update(v, rows, largest, use_locking=self._use_locking)
        step = -lr / (1 - power) * (mean / (largest + epsilon))
        return group(scatter_add(var, rows, step, use_locking=self._use_locking), new_m, new_v)

    def _finish(self, update_ops, name_scope):
        graph = get_default_graph()
        with graph.control_dependencies(update_ops):
            power = self._power()
            with graph.colocate_with(power.op):
                decay = power.assign(power * self._tensors[1], use_locking=self._use_locking)
        return group(*update_ops, decay, name=name_scope)
