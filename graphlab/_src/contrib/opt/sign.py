"""PowerSign and AddSign: steps are longer where a gradient's sign is that of its running mean (Bello et al., 2017)."""

import math
from typing import Any

import jax.numpy as jnp

from graphlab._src.graph import convert_to_tensor, get_default_graph
from graphlab._src.ops.cast import cast
from graphlab._src.ops.control_flow import group
from graphlab._src.ops.gather import gather
from graphlab._src.ops.power import exp
from graphlab._src.ops.rounding import sign
from graphlab._src.state.assignment import assign, scatter_add, scatter_sub
from graphlab._src.train.optimizers.optimizer import Optimizer
from graphlab._src.train.optimizers.update_kernels import apply_op


@apply_op(
    "ApplyPowerSign",
    "var: Ref(T), m: Ref(T), lr: T, logbase: T, sign_decay: T, beta: T, grad: T -> out: Ref(T)",
    ("var", "m"),
)
def apply_power_sign(var, m, lr, logbase, sign_decay, beta, grad):
    """m moves towards grad, and var by lr · exp(logbase · sign_decay · sign(grad) · sign(m)) · grad."""
    m = m * beta + grad * (1 - beta)
    return var - lr * jnp.exp(logbase * sign_decay * jnp.sign(grad) * jnp.sign(m)) * grad, m


@apply_op(
    "ApplyAddSign",
    "var: Ref(T), m: Ref(T), lr: T, alpha: T, sign_decay: T, beta: T, grad: T -> out: Ref(T)",
    ("var", "m"),
)
def apply_add_sign(var, m, lr, alpha, sign_decay, beta, grad):
    """m moves towards grad, and var by lr · (alpha + sign_decay · sign(grad) · sign(m)) · grad."""
    m = m * beta + grad * (1 - beta)
    return var - lr * (alpha + sign_decay * jnp.sign(grad) * jnp.sign(m)) * grad, m


class _SignOptimizer(Optimizer):
    """What both have in common. A subclass sets _apply, its operation, and defines _factor, the same on rows."""

    _apply: Any

    def __init__(self, learning_rate, shape, shape_name, beta, sign_decay_fn, use_locking, name):
        super().__init__(use_locking, name)
        self._lr = learning_rate
        self._shape, self._shape_name = shape, shape_name
        self._beta = beta
        self._sign_decay_fn = sign_decay_fn

    def apply_gradients(self, grads_and_vars, global_step=None, name=None):
        """As Optimizer.apply_gradients; sign_decay_fn is called with global_step."""
        if self._sign_decay_fn is not None:
            self._sign_decay = convert_to_tensor(self._sign_decay_fn(global_step), name="sign_decay")
        return super().apply_gradients(grads_and_vars, global_step, name)

    def _create_slots(self, var_list):
        for var in var_list:
            self._zeros_slot(var, "m", self._name)

    def _prepare(self):
        self._lr_tensor = convert_to_tensor(self._lr, name="learning_rate")
        self._beta_tensor = convert_to_tensor(self._beta, name="beta")
        self._shape_tensor = convert_to_tensor(self._shape, name=self._shape_name)
        if self._sign_decay_fn is None:
            self._sign_decay = convert_to_tensor(1.0, name="sign_decay")

    def _numbers(self, var):
        numbers = (self._lr_tensor, self._shape_tensor, self._sign_decay, self._beta_tensor)
        return [cast(number, var.dtype.base_dtype) for number in numbers]

    def _apply_dense(self, grad, var):
        m = self.get_slot(var, "m")._ref()
        return type(self)._apply(var._ref(), m, *self._numbers(var), grad, use_locking=self._use_locking)

    def _apply_sparse(self, grad, var):
        """The whole mean forgets; the rows of the gradient change the mean and the variable."""
        lr, shape, decay, beta = self._numbers(var)
        m, rows = self.get_slot(var, "m"), grad.indices
        forgotten = assign(m, m * beta, use_locking=self._use_locking)
        with get_default_graph().control_dependencies([forgotten]):
            new_m = scatter_add(m, rows, grad.values * (1 - beta), use_locking=self._use_locking)
            agreement = sign(gather(new_m, rows)) * sign(grad.values)
        step = lr * self._factor(shape, decay, agreement) * grad.values
        return group(scatter_sub(var, rows, step, use_locking=self._use_locking), new_m)

    def _factor(self, shape, decay, agreement):
        raise NotImplementedError


class PowerSignOptimizer(_SignOptimizer):
    """Steps of lr · base^(decay · sign(grad) · sign(mean)) · grad.

    beta: how slowly the mean of the gradient forgets.
    sign_decay_fn: a function of the global step that returns the decay, see tf.contrib.opt.sign_decay; 1 without it.
    """

    _apply = staticmethod(apply_power_sign)

    def __init__(
        self,
        learning_rate=0.1,
        base=math.e,
        beta=0.9,
        sign_decay_fn=None,
        use_locking=False,
        name="PowerSignOptimizer",
    ):
        super().__init__(learning_rate, math.log(base), "logbase", beta, sign_decay_fn, use_locking, name)

    def _factor(self, shape, decay, agreement):
        return exp(shape * decay * agreement)


class AddSignOptimizer(_SignOptimizer):
    """Steps of lr · (alpha + decay · sign(grad) · sign(mean)) · grad; the other arguments are PowerSignOptimizer's."""

    _apply = staticmethod(apply_add_sign)

    def __init__(
        self,
        learning_rate=0.1,
        alpha=1.0,
        beta=0.9,
        sign_decay_fn=None,
        use_locking=False,
        name="AddSignOptimizer",
    ):
        super().__init__(learning_rate, alpha, "alpha", beta, sign_decay_fn, use_locking, name)

    def _factor(self, shape, decay, agreement):
        return shape + decay * agreement
