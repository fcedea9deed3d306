"""Adagrad: steps shrink where gradients have been large (Duchi et al., 2011)."""

import jax
import numpy as np

from graphlab._src.graph import convert_to_tensor
from graphlab._src.ops.cast import cast
from graphlab._src.ops.constants import fill
from graphlab._src.ops.shape import shape
from graphlab._src.state.initializers import constant_initializer
from graphlab._src.train.optimizers.optimizer import Optimizer
from graphlab._src.train.optimizers.update_kernels import apply_op, on_rows, rsqrt_in_numpy


def _step(var, accum, lr, grad, update_slots, rsqrt=jax.lax.rsqrt):
    if update_slots:
        accum = accum + grad * grad
    return var - lr * grad * rsqrt(accum), accum


@apply_op(
    "ApplyAdagrad",
    "var: Ref(T), accum: Ref(T), lr: T, grad: T -> out: Ref(T)",
    ("var", "accum"),
    in_numpy=lambda *inputs, update_slots=True: _step(*inputs, update_slots=update_slots, rsqrt=rsqrt_in_numpy),
)
def apply_adagrad(var, accum, lr, grad, *, update_slots: bool = True):
    """accum += grad², then var -= lr · grad / √accum."""
    return _step(var, accum, lr, grad, update_slots)


@apply_op(
    "SparseApplyAdagrad",
    "var: Ref(T), accum: Ref(T), lr: T, grad: T, indices: Tindices -> out: Ref(T)",
    ("var", "accum"),
)
def sparse_apply_adagrad(var, accum, lr, grad, indices, *, update_slots: bool = True):
    """ApplyAdagrad on the rows that indices name; the others stay as they are."""
    return on_rows(_step, (var, accum), indices, lr, grad, update_slots)


def _step_v2(var, accum, lr, epsilon, grad, update_slots, sqrt=jax.lax.sqrt):
    if update_slots:
        accum = accum + grad * grad
    return var - lr * grad / (sqrt(accum) + epsilon), accum


@apply_op(
    "ApplyAdagradV2",
    "var: Ref(T), accum: Ref(T), lr: T, epsilon: T, grad: T -> out: Ref(T)",
    ("var", "accum"),
    in_numpy=lambda *inputs, update_slots=True: _step_v2(*inputs, update_slots=update_slots, sqrt=np.sqrt),
)
def apply_adagrad_v2(var, accum, lr, epsilon, grad, *, update_slots: bool = True):
    """accum += grad², then var -= lr · grad / (√accum + epsilon)."""
    return _step_v2(var, accum, lr, epsilon, grad, update_slots)


@apply_op(
    "SparseApplyAdagradV2",
    "var: Ref(T), accum: Ref(T), lr: T, epsilon: T, grad: T, indices: Tindices -> out: Ref(T)",
    ("var", "accum"),
)
def sparse_apply_adagrad_v2(var, accum, lr, epsilon, grad, indices, *, update_slots: bool = True):
    """ApplyAdagradV2 on the rows that indices name; the others stay as they are."""
    return on_rows(_step_v2, (var, accum), indices, lr, epsilon, grad, update_slots)


class AdagradOptimizer(Optimizer):
    """Gradient descent whose steps shrink where the sum of squared gradients is large.

    learning_rate: a number, a tensor, or a function that returns one.  initial_accumulator_value: above 0.
    use_locking: recorded on the operations.
    """

    def __init__(self, learning_rate, initial_accumulator_value=0.1, use_locking=False, name="Adagrad"):
        if initial_accumulator_value <= 0.0:
            raise ValueError(f"initial_accumulator_value must be positive: {initial_accumulator_value}")
        super().__init__(use_locking, name)
        self._learning_rate = learning_rate
        self._initial_accumulator_value = initial_accumulator_value

    def _create_slots(self, var_list):
        for var in var_list:
            kind = var.dtype.base_dtype
            if var.shape.is_fully_defined():
                first = constant_initializer(self._initial_accumulator_value, dtype=kind)
            else:
                first = cast(fill(shape(var.initialized_value()), self._initial_accumulator_value), kind)
                self._get_or_make_slot(var, first, "accumulator", self._name)
                continue
            self._get_or_make_slot_with_initializer(var, first, var.shape, kind, "accumulator", self._name)

    def _prepare(self):
        self._rate = convert_to_tensor(self._call_if_callable(self._learning_rate), name="learning_rate")

    def _apply_dense(self, grad, var):
        rate = cast(self._rate, var.dtype.base_dtype)
        accum = self.get_slot(var, "accumulator")._ref()
        return apply_adagrad(var._ref(), accum, rate, grad, use_locking=self._use_locking)

    def _apply_sparse(self, grad, var):
        rate = cast(self._rate, var.dtype.base_dtype)
        accum = self.get_slot(var, "accumulator")._ref()
        return sparse_apply_adagrad(var._ref(), accum, rate, grad.values, grad.indices, use_locking=self._use_locking)
