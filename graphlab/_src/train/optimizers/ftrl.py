"""FTRL: follow the regularized leader, which makes sparse weights (McMahan et al., 2013)."""

import jax
import jax.numpy as jnp

from graphlab._src.graph import constant, convert_to_tensor, get_default_graph
from graphlab._src.ops.cast import cast
from graphlab._src.train.optimizers.optimizer import Optimizer
from graphlab._src.train.optimizers.update_kernels import apply_op, on_rows, shrunk

_VARIABLES = ("var", "accum", "linear")
_HYPERPARAMETERS = (
    "learning_rate",
    "l1_regularization_strength",
    "l2_regularization_strength",
    "l2_shrinkage_regularization_strength",
    "learning_rate_power",
)


def _step(var, accum, linear, grad, lr, l1, l2, l2_shrinkage, lr_power):
    total = accum + grad * grad

    def roots(_):
        return jnp.sqrt(total), jnp.sqrt(accum)

    def powers(_):
        return total**-lr_power, accum**-lr_power

    new, old = jax.lax.cond(lr_power == -0.5, roots, powers, None)
    linear = linear + (grad + 2 * l2_shrinkage * var) - (new - old) / lr * var
    # Where linear is 0 the result is too, also while new is still 0 and the quotient would be NaN.
    var = jnp.where(jnp.abs(linear) > l1, shrunk(-linear, l1) / (new / lr + 2 * l2), 0)
    return var, total, linear


@apply_op(
    "ApplyFtrl",
    "var: Ref(T), accum: Ref(T), linear: Ref(T), grad: T, lr: T, l1: T, l2: T, lr_power: T -> out: Ref(T)",
    _VARIABLES,
    positive=["lr"],
)
def apply_ftrl(var, accum, linear, grad, lr, l1, l2, lr_power):
    """accum += grad²; linear += grad - (new accum^-lr_power - accum^-lr_power) / lr · var; var is what linear says.

    var = (l1 · sign(linear) - linear) / (accum^-lr_power / lr + 2 · l2), or 0 where |linear| is at most l1.
    """
    return _step(var, accum, linear, grad, lr, l1, l2, 0, lr_power)


@apply_op(
    "SparseApplyFtrl",
    "var: Ref(T), accum: Ref(T), linear: Ref(T), grad: T, indices: Tindices, lr: T, l1: T, l2: T, lr_power: T "
    "-> out: Ref(T)",
    _VARIABLES,
    positive=["lr"],
)
def sparse_apply_ftrl(var, accum, linear, grad, indices, lr, l1, l2, lr_power):
    """ApplyFtrl on the rows that indices name; the others stay as they are."""
    return on_rows(_step, (var, accum, linear), indices, grad, lr, l1, l2, 0, lr_power)


@apply_op(
    "ApplyFtrlV2",
    "var: Ref(T), accum: Ref(T), linear: Ref(T), grad: T, lr: T, l1: T, l2: T, l2_shrinkage: T, lr_power: T "
    "-> out: Ref(T)",
    _VARIABLES,
    positive=["lr"],
)
def apply_ftrl_v2(var, accum, linear, grad, lr, l1, l2, l2_shrinkage, lr_power):
    """ApplyFtrl in which 2 · l2_shrinkage · var is added to the gradient that goes into linear."""
    return _step(var, accum, linear, grad, lr, l1, l2, l2_shrinkage, lr_power)


@apply_op(
    "SparseApplyFtrlV2",
    "var: Ref(T), accum: Ref(T), linear: Ref(T), grad: T, indices: Tindices, lr: T, l1: T, l2: T, l2_shrinkage: T, "
    "lr_power: T -> out: Ref(T)",
    _VARIABLES,
    positive=["lr"],
)
def sparse_apply_ftrl_v2(var, accum, linear, grad, indices, lr, l1, l2, l2_shrinkage, lr_power):
    """ApplyFtrlV2 on the rows that indices name; the others stay as they are."""
    return on_rows(_step, (var, accum, linear), indices, grad, lr, l1, l2, l2_shrinkage, lr_power)


class FtrlOptimizer(Optimizer):
    """Follow the regularized leader: gradient descent whose L1 term makes weights exactly 0.

    learning_rate: a number or tensor.  learning_rate_power: at most 0; 0 keeps the rate fixed.
    initial_accumulator_value, l1_regularization_strength, l2_regularization_strength: at least 0.
    accum_name, linear_name: what the names of the slots end in, the optimizer's name when left out.
    l2_shrinkage_regularization_strength: a penalty on the size of the weights, where L2 keeps them where they are.
    """

    def __init__(
        self,
        learning_rate,
        learning_rate_power=-0.5,
        initial_accumulator_value=0.1,
        l1_regularization_strength=0.0,
        l2_regularization_strength=0.0,
        use_locking=False,
        name="Ftrl",
        accum_name=None,
        linear_name=None,
        l2_shrinkage_regularization_strength=0.0,
    ):
        super().__init__(use_locking, name)
        _at_least_0("initial_accumulator_value", initial_accumulator_value)
        if learning_rate_power > 0.0:
            raise ValueError(f"learning_rate_power {learning_rate_power:f} needs to be negative or zero")
        _at_least_0("l1_regularization_strength", l1_regularization_strength)
        _at_least_0("l2_regularization_strength", l2_regularization_strength)
        _at_least_0("l2_shrinkage_regularization_strength", l2_shrinkage_regularization_strength)
        self._learning_rate = learning_rate
        self._l1_regularization_strength = l1_regularization_strength
        self._l2_regularization_strength = l2_regularization_strength
        self._l2_shrinkage_regularization_strength = l2_shrinkage_regularization_strength
        self._learning_rate_power = learning_rate_power
        self._shrinks = l2_shrinkage_regularization_strength > 0.0
        self._initial_accumulator_value = initial_accumulator_value
        self._accum_name = accum_name
        self._linear_name = linear_name

    def _create_slots(self, var_list):
        for var in var_list:
            with get_default_graph().colocate_with(var.op):
                first = constant(self._initial_accumulator_value, dtype=var.dtype.base_dtype, shape=var.shape)
                self._get_or_make_slot(var, first, "accum", self._accum_name or self._name)
                self._zeros_slot(var, "linear", self._linear_name or self._name)

    def _prepare(self):
        self._tensors = {name: convert_to_tensor(getattr(self, f"_{name}"), name=name) for name in _HYPERPARAMETERS}

    def _variables(self, var):
        return [var._ref(), self.get_slot(var, "accum")._ref(), self.get_slot(var, "linear")._ref()]

    def _hyperparameters(self, var):
        return [
            cast(tensor, var.dtype.base_dtype)
            for name, tensor in self._tensors.items()
            if self._shrinks or name != "l2_shrinkage_regularization_strength"
        ]

    def _apply_dense(self, grad, var):
        apply = apply_ftrl_v2 if self._shrinks else apply_ftrl
        return apply(*self._variables(var), grad, *self._hyperparameters(var), use_locking=self._use_locking)

    def _apply_sparse(self, grad, var):
        apply = sparse_apply_ftrl_v2 if self._shrinks else sparse_apply_ftrl
        numbers = self._hyperparameters(var)
        return apply(*self._variables(var), grad.values, grad.indices, *numbers, use_locking=self._use_locking)


def _at_least_0(name, value):
    if value < 0.0:
        raise ValueError(f"{name} {value:f} needs to be positive or zero")
