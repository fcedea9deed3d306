"""Adam: steps from running means of the gradient and of its square (Kingma and Ba, 2014)."""

from typing import Any

import jax.numpy as jnp
import numpy as np

from graphlab._src.graph import convert_to_tensor, get_default_graph
from graphlab._src.ops.cast import cast
from graphlab._src.ops.control_flow import group
from graphlab._src.ops.power import sqrt
from graphlab._src.state.assignment import assign, assign_sub
from graphlab._src.state.resource_variable import HandledVariable
from graphlab._src.state.scatter_ops import scatter_add
from graphlab._src.train.optimizers.optimizer import Optimizer
from graphlab._src.train.optimizers.update_kernels import apply_op


def _adam_in_numpy(var, m, v, beta1_power, beta2_power, lr, beta1, beta2, epsilon, grad, *, use_nesterov=False):
    """The same, with four arrays of the variable's size in place of fourteen."""
    rate = lr * np.sqrt(1 - beta2_power) / (1 - beta1_power)
    new_m = np.asarray(grad - m)
    new_m *= 1 - beta1
    new_m += m
    new_v = np.asarray(grad * grad)
    new_v -= v
    new_v *= 1 - beta2
    new_v += v
    root = np.asarray(np.sqrt(new_v))
    root += epsilon
    step = np.asarray(rate * (new_m * beta1 + (1 - beta1) * grad if use_nesterov else new_m))
    step /= root
    np.subtract(var, step, step)
    return step, new_m, new_v


@apply_op(
    "ApplyAdam",
    "var: Ref(T), m: Ref(T), v: Ref(T), beta1_power: T, beta2_power: T, lr: T, beta1: T, beta2: T, epsilon: T, grad: T "
    "-> out: Ref(T)",
    ("var", "m", "v"),
    in_numpy=_adam_in_numpy,
)
def apply_adam(var, m, v, beta1_power, beta2_power, lr, beta1, beta2, epsilon, grad, *, use_nesterov: bool = False):
    """One step of Adam: m and v move towards grad and grad², and var by lr · m / (√v + epsilon), both bias-corrected.

    epsilon counts after the correction, which makes it the paper's epsilon-hat (section 2).
    """
    rate = lr * jnp.sqrt(1 - beta2_power) / (1 - beta1_power)
    m = m + (grad - m) * (1 - beta1)
    v = v + (grad * grad - v) * (1 - beta2)
    mean = m * beta1 + (1 - beta1) * grad if use_nesterov else m
    return var - rate * mean / (jnp.sqrt(v) + epsilon), m, v


@apply_op(
    "ApplyAdamWithAmsgrad",
    "var: Ref(T), m: Ref(T), v: Ref(T), vhat: Ref(T), beta1_power: T, beta2_power: T, lr: T, beta1: T, beta2: T, "
    "epsilon: T, grad: T -> out: Ref(T)",
    ("var", "m", "v", "vhat"),
    on_references=False,
)
def apply_adam_with_amsgrad(var, m, v, vhat, beta1_power, beta2_power, lr, beta1, beta2, epsilon, grad):
    """ApplyAdam with vhat, the largest v so far, in place of v in the step (Reddi et al., 2018)."""
    rate = lr * jnp.sqrt(1 - beta2_power) / (1 - beta1_power)
    m = m + (grad - m) * (1 - beta1)
    v = v + (grad * grad - v) * (1 - beta2)
    vhat = jnp.maximum(vhat, v)
    return var - rate * m / (jnp.sqrt(vhat) + epsilon), m, v, vhat


@apply_op(
    "ApplyAdaMax",
    "var: Ref(T), m: Ref(T), v: Ref(T), beta1_power: T, lr: T, beta1: T, beta2: T, epsilon: T, grad: T -> out: Ref(T)",
    ("var", "m", "v"),
)
def apply_ada_max(var, m, v, beta1_power, lr, beta1, beta2, epsilon, grad):
    """One step of AdaMax: v = max(beta2 · v, |grad|), m as Adam's, var -= lr / (1 - beta1_power) · m / (v + epsilon)."""
    m = m + (grad - m) * (1 - beta1)
    v = jnp.maximum(beta2 * v, jnp.abs(grad))
    return var - lr / (1 - beta1_power) * (m / (v + epsilon)), m, v


class AdamOptimizer(Optimizer):
    """Gradient descent with running means of the gradient and of its square: Adam (Kingma and Ba, 2015).

    learning_rate, beta1, beta2, epsilon: numbers, tensors, or functions that return one; beta1 and beta2 say how slowly
    the running means of the gradient and of its square forget.
    use_locking: recorded on the operations.
    """

    _use_nesterov = False

    def __init__(self, learning_rate=0.001, beta1=0.9, beta2=0.999, epsilon=1e-8, use_locking=False, name="Adam"):
        super().__init__(use_locking, name)
        self._lr = learning_rate
        self._beta1 = beta1
        self._beta2 = beta2
        self._epsilon = epsilon
        self._lr_t: Any = None  # the numbers as tensors, once there are updates; subclasses of programs read them
        self._beta1_t: Any = None
        self._beta2_t: Any = None
        self._epsilon_t: Any = None

    def _create_slots(self, var_list):
        first = min(var_list, key=lambda var: var.name)
        self._create_non_slot_variable(self._beta1, "beta1_power", first)
        self._create_non_slot_variable(self._beta2, "beta2_power", first)
        for var in var_list:
            self._zeros_slot(var, "m", self._name)
            self._zeros_slot(var, "v", self._name)

    def _get_beta_accumulators(self):
        """The variables that hold the powers of beta1 and of beta2."""
        graph = self._graph_of_variables()
        return self._get_non_slot_variable("beta1_power", graph), self._get_non_slot_variable("beta2_power", graph)

    def _prepare(self):
        values = [self._call_if_callable(v) for v in (self._lr, self._beta1, self._beta2, self._epsilon)]
        names = ("learning_rate", "beta1", "beta2", "epsilon")
        tensors = [convert_to_tensor(value, name=name) for value, name in zip(values, names, strict=True)]
        self._lr_t, self._beta1_t, self._beta2_t, self._epsilon_t = tensors

    @property
    def _tensors(self):
        return [self._lr_t, self._beta1_t, self._beta2_t, self._epsilon_t]

    def _apply_dense(self, grad, var):
        kind = var.dtype.base_dtype
        return apply_adam(
            var._ref(),
            self.get_slot(var, "m")._ref(),
            self.get_slot(var, "v")._ref(),
            *[cast(power, kind) for power in self._get_beta_accumulators()],
            *[cast(tensor, kind) for tensor in self._tensors],
            grad,
            use_locking=self._use_locking,
            use_nesterov=self._use_nesterov,
        )

    def _apply_sparse(self, grad, var):
        """Every row of m and v forgets; only the rows that indices name learn something new."""
        kind = var.dtype.base_dtype
        power1, power2 = (cast(power, kind) for power in self._get_beta_accumulators())
        lr, beta1, beta2, epsilon = (cast(tensor, kind) for tensor in self._tensors)
        rate = lr * sqrt(1 - power2) / (1 - power1)
        m = self._moved(self.get_slot(var, "m"), beta1, grad.values * (1 - beta1), grad.indices)
        v = self._moved(self.get_slot(var, "v"), beta2, (grad.values * grad.values) * (1 - beta2), grad.indices)
        root = sqrt(v)
        update = assign_sub(var, rate * m / (root + epsilon), use_locking=self._use_locking)
        return group(update, m, v)

    def _moved(self, slot, beta, values, indices):
        decayed = assign(slot, slot * beta, use_locking=self._use_locking)
        graph = get_default_graph()
        with graph.control_dependencies([decayed]):
            if not isinstance(slot, HandledVariable):
                return scatter_add(slot._ref(), indices, values, use_locking=self._use_locking)
            with graph.control_dependencies([scatter_add(slot.handle, indices, values)]):
                return slot.value()

    def _finish(self, update_ops, name_scope):
        graph = get_default_graph()
        with graph.control_dependencies(update_ops):
            power1, power2 = self._get_beta_accumulators()
            with graph.colocate_with(power1.op):
                decays = [
                    power1.assign(power1 * self._beta1_t, use_locking=self._use_locking),
                    power2.assign(power2 * self._beta2_t, use_locking=self._use_locking),
                ]
        return group(*update_ops, *decays, name=name_scope)
