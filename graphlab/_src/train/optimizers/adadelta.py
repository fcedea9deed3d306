"""Adadelta: steps as large as recent steps were, whatever the unit of the gradient (Zeiler, 2012)."""

import jax.numpy as jnp

from graphlab._src.graph import convert_to_tensor
from graphlab._src.ops.cast import cast
from graphlab._src.train.optimizers.optimizer import Optimizer
from graphlab._src.train.optimizers.update_kernels import apply_op, on_rows


def _step(var, accum, accum_update, lr, rho, epsilon, grad):
    accum = accum * rho + grad * grad * (1 - rho)
    update = jnp.sqrt(accum_update + epsilon) / jnp.sqrt(accum + epsilon) * grad
    return var - update * lr, accum, accum_update * rho + update * update * (1 - rho)


@apply_op(
    "ApplyAdadelta",
    "var: Ref(T), accum: Ref(T), accum_update: Ref(T), lr: T, rho: T, epsilon: T, grad: T -> out: Ref(T)",
    ("var", "accum", "accum_update"),
)
def apply_adadelta(var, accum, accum_update, lr, rho, epsilon, grad):
    """One step of Adadelta; accum and accum_update are running means of grad² and of the squared steps."""
    return _step(var, accum, accum_update, lr, rho, epsilon, grad)


@apply_op(
    "SparseApplyAdadelta",
    "var: Ref(T), accum: Ref(T), accum_update: Ref(T), lr: T, rho: T, epsilon: T, grad: T, indices: Tindices "
    "-> out: Ref(T)",
    ("var", "accum", "accum_update"),
)
def sparse_apply_adadelta(var, accum, accum_update, lr, rho, epsilon, grad, indices):
    """ApplyAdadelta on the rows that indices name; the others stay as they are."""
    return on_rows(_step, (var, accum, accum_update), indices, lr, rho, epsilon, grad)


class AdadeltaOptimizer(Optimizer):
    """Gradient descent with steps as large as recent steps were, whatever the unit of the gradient (Zeiler, 2012).

    learning_rate, rho, epsilon: numbers, tensors, or functions that return one; rho says how slowly the running means
    forget.
    """

    def __init__(self, learning_rate=0.001, rho=0.95, epsilon=1e-8, use_locking=False, name="Adadelta"):
        super().__init__(use_locking, name)
        self._lr = learning_rate
        self._rho = rho
        self._epsilon = epsilon

    def _create_slots(self, var_list):
        for var in var_list:
            self._zeros_slot(var, "accum", self._name)
            self._zeros_slot(var, "accum_update", self._name)

    def _prepare(self):
        values = [self._call_if_callable(v) for v in (self._lr, self._rho, self._epsilon)]
        names = ("lr", "rho", "epsilon")
        self._tensors = [convert_to_tensor(value, name=name) for value, name in zip(values, names, strict=True)]

    def _arguments(self, var):
        slots = [self.get_slot(var, name)._ref() for name in ("accum", "accum_update")]
        return [var._ref(), *slots, *[cast(tensor, var.dtype.base_dtype) for tensor in self._tensors]]

    def _apply_dense(self, grad, var):
        return apply_adadelta(*self._arguments(var), grad, use_locking=self._use_locking)

    def _apply_sparse(self, grad, var):
        arguments = self._arguments(var)
        return sparse_apply_adadelta(*arguments, grad.values, grad.indices, use_locking=self._use_locking)
