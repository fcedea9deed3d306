"""AdagradDA: Adagrad by dual averaging, each step from the sum of all gradients so far (Duchi et al., 2011)."""

import jax.numpy as jnp

from graphlab._src.graph import constant, convert_to_tensor, get_default_graph
from graphlab._src.ops.cast import cast
from graphlab._src.ops.identity import identity
from graphlab._src.train.optimizers.optimizer import Optimizer
from graphlab._src.train.optimizers.update_kernels import apply_op, on_rows, shrunk

_VARIABLES = ("var", "gradient_accumulator", "gradient_squared_accumulator")


def _step(var, total, squares, grad, lr, l1, l2, global_step):
    total = total + grad
    squares = squares + grad * grad
    steps = global_step.astype(lr.dtype)
    return -lr * shrunk(total, l1 * steps) / (l2 * steps * lr + jnp.sqrt(squares)), total, squares


@apply_op(
    "ApplyAdagradDA",
    "var: Ref(T), gradient_accumulator: Ref(T), gradient_squared_accumulator: Ref(T), grad: T, lr: T, l1: T, l2: T, "
    "global_step: int64 -> out: Ref(T)",
    _VARIABLES,
)
def apply_adagrad_da(var, gradient_accumulator, gradient_squared_accumulator, grad, lr, l1, l2, global_step):
    """Adds grad and grad² to the sums, and sets var to what the sums say; the old value of var does not count.

    var = -lr · (sum moved towards 0 by l1 · global_step) / (l2 · global_step · lr + √(sum of squares)).
    """
    return _step(var, gradient_accumulator, gradient_squared_accumulator, grad, lr, l1, l2, global_step)


@apply_op(
    "SparseApplyAdagradDA",
    "var: Ref(T), gradient_accumulator: Ref(T), gradient_squared_accumulator: Ref(T), grad: T, indices: Tindices, "
    "lr: T, l1: T, l2: T, global_step: int64 -> out: Ref(T)",
    _VARIABLES,
)
def sparse_apply_adagrad_da(
    var, gradient_accumulator, gradient_squared_accumulator, grad, indices, lr, l1, l2, global_step
):
    """ApplyAdagradDA on the rows that indices name; the others stay as they are."""
    variables = (var, gradient_accumulator, gradient_squared_accumulator)
    return on_rows(_step, variables, indices, grad, lr, l1, l2, global_step)


class AdagradDAOptimizer(Optimizer):
    """Adagrad by dual averaging, which regularizes weights without recent gradients: for sparse linear models.

    learning_rate: a number or tensor.  global_step: the int64 variable that counts steps.
    initial_gradient_squared_accumulator_value: above 0.  l1_regularization_strength, l2_regularization_strength: at
    least 0.
    """

    def __init__(
        self,
        learning_rate,
        global_step,
        initial_gradient_squared_accumulator_value=0.1,
        l1_regularization_strength=0.0,
        l2_regularization_strength=0.0,
        use_locking=False,
        name="AdagradDA",
    ):
        if initial_gradient_squared_accumulator_value <= 0.0:
            raise ValueError(
                "initial_gradient_squared_accumulator_value must be positive: "
                f"{initial_gradient_squared_accumulator_value}"
            )
        super().__init__(use_locking, name)
        self._learning_rate = learning_rate
        self._global_step = global_step
        self._initial_gradient_squared_accumulator_value = initial_gradient_squared_accumulator_value
        self._l1_regularization_strength = l1_regularization_strength
        self._l2_regularization_strength = l2_regularization_strength

    def _create_slots(self, var_list):
        for var in var_list:
            kind = var.dtype.base_dtype
            with get_default_graph().colocate_with(var.op):
                total = constant(0.0, shape=var.shape, dtype=kind)
                squares = constant(self._initial_gradient_squared_accumulator_value, shape=var.shape, dtype=kind)
            self._get_or_make_slot(var, total, "gradient_accumulator", self._name)
            self._get_or_make_slot(var, squares, "gradient_squared_accumulator", self._name)

    def _prepare(self):
        self._rate = convert_to_tensor(self._learning_rate, name="learning_rate")
        with get_default_graph().colocate_with(self._rate.op):
            self._step = identity(self._global_step) + 1

    def _variables(self, var):
        slots = ("gradient_accumulator", "gradient_squared_accumulator")
        return [var._ref(), *[self.get_slot(var, name)._ref() for name in slots]]

    def _numbers(self, var):
        with get_default_graph().device(var.device):
            step = identity(self._step)
        strengths = (self._l1_regularization_strength, self._l2_regularization_strength)
        return [*[cast(value, var.dtype.base_dtype) for value in (self._rate, *strengths)], step]

    def _apply_dense(self, grad, var):
        return apply_adagrad_da(*self._variables(var), grad, *self._numbers(var), use_locking=self._use_locking)

    def _apply_sparse(self, grad, var):
        numbers = self._numbers(var)
        return sparse_apply_adagrad_da(
            *self._variables(var), grad.values, grad.indices, *numbers, use_locking=self._use_locking
        )
