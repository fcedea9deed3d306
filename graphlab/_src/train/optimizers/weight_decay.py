"""Decoupled weight decay: weights shrink beside what the optimizer does, not through the loss (Loshchilov and Hutter, 2017)."""

from typing import Any

from graphlab._src.graph import convert_to_tensor, get_default_graph
from graphlab._src.ops.control_flow import no_op
from graphlab._src.ops.gather import gather
from graphlab._src.state.assignment import assign_sub, scatter_add
from graphlab._src.train.optimizers.adam import AdamOptimizer
from graphlab._src.train.optimizers.momentum import MomentumOptimizer
from graphlab._src.train.optimizers.optimizer import Optimizer


class DecoupledWeightDecayExtension:
    """A mixin that makes an optimizer decay weights too; it precedes the optimizer among the bases of a class.

    weight_decay: what part of each weight goes in each step: a number, a tensor, or a function that returns one.
    """

    def __init__(self, weight_decay, **kwargs):
        self._decayed: Any = None  # the variables that decay; None: all
        self._weight_decay = weight_decay
        super().__init__(**kwargs)

    def minimize(
        self,
        loss,
        global_step=None,
        var_list=None,
        gate_gradients=Optimizer.GATE_OP,
        aggregation_method=None,
        colocate_gradients_with_ops=False,
        name=None,
        grad_loss=None,
        decay_var_list=None,
    ):
        """As Optimizer.minimize.  decay_var_list: the variables that decay, all when left out."""
        base: Any = super()
        pairs = base.compute_gradients(
            loss, var_list, gate_gradients, aggregation_method, colocate_gradients_with_ops, grad_loss
        )
        return self.apply_gradients(pairs, global_step, name, decay_var_list)

    def apply_gradients(self, grads_and_vars, global_step=None, name=None, decay_var_list=None):
        """As Optimizer.apply_gradients.  decay_var_list: the variables that decay, all when left out."""
        self._decayed = set(decay_var_list) if decay_var_list else None
        base: Any = super()
        return base.apply_gradients(grads_and_vars, global_step, name)

    def _prepare(self):
        base: Any = super()
        decay = base._call_if_callable(self._weight_decay)
        self._weight_decay_tensor = convert_to_tensor(decay, name="weight_decay")
        base._prepare()

    def _part(self, var) -> Any:
        return self._weight_decay() if callable(self._weight_decay) else self._weight_decay

    def _decays(self, var):
        return self._decayed is None or var in self._decayed

    def _apply_dense(self, grad, var):
        decay = assign_sub(var, self._part(var) * var) if self._decays(var) else no_op()
        base: Any = super()
        with get_default_graph().control_dependencies([decay]):
            return base._apply_dense(grad, var)

    def _apply_sparse(self, grad, var):
        if self._decays(var):
            decay = scatter_add(var, grad.indices, -self._part(var) * gather(var, grad.indices))
        else:
            decay = no_op()
        base: Any = super()
        with get_default_graph().control_dependencies([decay]):
            return base._apply_sparse(grad, var)


def extend_with_decoupled_weight_decay(base_optimizer):
    """A class of optimizers like base_optimizer whose first argument is a weight decay; the rest goes by keyword."""

    class OptimizerWithDecoupledWeightDecay(DecoupledWeightDecayExtension, base_optimizer):
        """An optimizer that decays weights too."""

        def __init__(self, weight_decay, *args, **kwargs):
            super().__init__(weight_decay, *args, **kwargs)

    return OptimizerWithDecoupledWeightDecay


class AdamWOptimizer(DecoupledWeightDecayExtension, AdamOptimizer):
    """Adam with decoupled weight decay."""

    def __init__(
        self,
        weight_decay,
        learning_rate=0.001,
        beta1=0.9,
        beta2=0.999,
        epsilon=1e-8,
        use_locking=False,
        name="AdamW",
    ):
        given = {"beta1": beta1, "beta2": beta2, "epsilon": epsilon, "use_locking": use_locking, "name": name}
        super().__init__(weight_decay, learning_rate=learning_rate, **given)


class MomentumWOptimizer(DecoupledWeightDecayExtension, MomentumOptimizer):
    """Momentum with decoupled weight decay."""

    def __init__(self, weight_decay, learning_rate, momentum, use_locking=False, name="MomentumW", use_nesterov=False):
        given = {"momentum": momentum, "use_locking": use_locking, "name": name, "use_nesterov": use_nesterov}
        super().__init__(weight_decay, learning_rate=learning_rate, **given)
