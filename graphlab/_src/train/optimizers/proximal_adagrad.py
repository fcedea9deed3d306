"""Proximal Adagrad: Adagrad's step, then a proximal step for the L1 and L2 terms (FOBOS)."""

import jax

from graphlab._src.graph import constant, convert_to_tensor, get_default_graph
from graphlab._src.ops.cast import cast
from graphlab._src.train.optimizers.optimizer import Optimizer
from graphlab._src.train.optimizers.update_kernels import apply_op, on_rows, shrunk


def _step(var, accum, lr, l1, l2, grad):
    accum = accum + grad * grad
    rate = lr * jax.lax.rsqrt(accum)
    return shrunk(var - grad * rate, rate * l1) / (1 + l2 * rate), accum


@apply_op(
    "ApplyProximalAdagrad",
    "var: Ref(T), accum: Ref(T), lr: T, l1: T, l2: T, grad: T -> out: Ref(T)",
    ("var", "accum"),
    positive=["lr"],
)
def apply_proximal_adagrad(var, accum, lr, l1, l2, grad):
    """accum += grad²; then ApplyProximalGradientDescent with the rate lr / √accum."""
    return _step(var, accum, lr, l1, l2, grad)


@apply_op(
    "SparseApplyProximalAdagrad",
    "var: Ref(T), accum: Ref(T), lr: T, l1: T, l2: T, grad: T, indices: Tindices -> out: Ref(T)",
    ("var", "accum"),
    positive=["lr"],
)
def sparse_apply_proximal_adagrad(var, accum, lr, l1, l2, grad, indices):
    """ApplyProximalAdagrad on the rows that indices name; the others stay as they are."""
    return on_rows(_step, (var, accum), indices, lr, l1, l2, grad)


class ProximalAdagradOptimizer(Optimizer):
    """Adagrad with proximal L1 and L2 terms, so that weights become exactly 0.

    learning_rate, l1_regularization_strength, l2_regularization_strength: numbers or tensors.
    initial_accumulator_value: above 0.
    """

    def __init__(
        self,
        learning_rate,
        initial_accumulator_value=0.1,
        l1_regularization_strength=0.0,
        l2_regularization_strength=0.0,
        use_locking=False,
        name="ProximalAdagrad",
    ):
        if initial_accumulator_value <= 0.0:
            raise ValueError(f"initial_accumulator_value must be positive: {initial_accumulator_value}")
        super().__init__(use_locking, name)
        self._learning_rate = learning_rate
        self._l1_regularization_strength = l1_regularization_strength
        self._l2_regularization_strength = l2_regularization_strength
        self._initial_accumulator_value = initial_accumulator_value

    def _create_slots(self, var_list):
        for var in var_list:
            with get_default_graph().colocate_with(var.op):
                first = constant(self._initial_accumulator_value, shape=var.shape, dtype=var.dtype.base_dtype)
            self._get_or_make_slot(var, first, "accumulator", self._name)

    def _prepare(self):
        names = ("learning_rate", "l1_regularization_strength", "l2_regularization_strength")
        self._tensors = [convert_to_tensor(getattr(self, f"_{name}"), name=name) for name in names]

    def _apply_dense(self, grad, var):
        accum = self.get_slot(var, "accumulator")._ref()
        return apply_proximal_adagrad(var._ref(), accum, *self._tensors, grad, use_locking=self._use_locking)

    def _apply_sparse(self, grad, var):
        accum = self.get_slot(var, "accumulator")._ref()
        return sparse_apply_proximal_adagrad(
            var._ref(), accum, *self._tensors, grad.values, grad.indices, use_locking=self._use_locking
        )

    def _resource_apply_sparse(self, grad, handle, indices):
        accum = self.get_slot(handle, "accumulator").handle
        numbers = [cast(tensor, grad.dtype) for tensor in self._tensors]
        return sparse_apply_proximal_adagrad(
            handle.handle, accum, *numbers, grad, indices, use_locking=self._use_locking
        )
