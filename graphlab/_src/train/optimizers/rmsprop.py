"""RMSProp: steps divided by a running root mean square of the gradient (Hinton, Coursera lecture 6e, 2012)."""

import jax

from graphlab._src.graph import convert_to_tensor
from graphlab._src.ops.cast import cast
from graphlab._src.ops.constants import ones_like
from graphlab._src.state.initializers import ones_initializer
from graphlab._src.train.optimizers.optimizer import Optimizer
from graphlab._src.train.optimizers.update_kernels import apply_op, on_rows, rsqrt_in_numpy


def _step(var, ms, mom, lr, rho, momentum, epsilon, grad, rsqrt=jax.lax.rsqrt):
    ms = ms + (grad * grad - ms) * (1 - rho)
    mom = mom * momentum + grad * lr * rsqrt(ms + epsilon)
    return var - mom, ms, mom


def _centered_step(var, mg, ms, mom, lr, rho, momentum, epsilon, grad):
    ms = ms + (grad * grad - ms) * (1 - rho)
    mg = mg + (grad - mg) * (1 - rho)
    mom = mom * momentum + grad * lr * jax.lax.rsqrt(ms - mg * mg + epsilon)
    return var - mom, mg, ms, mom


@apply_op(
    "ApplyRMSProp",
    "var: Ref(T), ms: Ref(T), mom: Ref(T), lr: T, rho: T, momentum: T, epsilon: T, grad: T -> out: Ref(T)",
    ("var", "ms", "mom"),
    in_numpy=lambda *inputs: _step(*inputs, rsqrt=rsqrt_in_numpy),
)
def apply_rms_prop(var, ms, mom, lr, rho, momentum, epsilon, grad):
    """ms moves towards grad² by 1 - rho; mom = momentum · mom + lr · grad / √(ms + epsilon); var -= mom."""
    return _step(var, ms, mom, lr, rho, momentum, epsilon, grad)


@apply_op(
    "SparseApplyRMSProp",
    "var: Ref(T), ms: Ref(T), mom: Ref(T), lr: T, rho: T, momentum: T, epsilon: T, grad: T, indices: Tindices "
    "-> out: Ref(T)",
    ("var", "ms", "mom"),
)
def sparse_apply_rms_prop(var, ms, mom, lr, rho, momentum, epsilon, grad, indices):
    """ApplyRMSProp on the rows that indices name; the others stay as they are."""
    return on_rows(_step, (var, ms, mom), indices, lr, rho, momentum, epsilon, grad)


@apply_op(
    "ApplyCenteredRMSProp",
    "var: Ref(T), mg: Ref(T), ms: Ref(T), mom: Ref(T), lr: T, rho: T, momentum: T, epsilon: T, grad: T -> out: Ref(T)",
    ("var", "mg", "ms", "mom"),
)
def apply_centered_rms_prop(var, mg, ms, mom, lr, rho, momentum, epsilon, grad):
    """ApplyRMSProp with the variance of the gradient, ms - mg², in place of its mean square."""
    return _centered_step(var, mg, ms, mom, lr, rho, momentum, epsilon, grad)


@apply_op(
    "SparseApplyCenteredRMSProp",
    "var: Ref(T), mg: Ref(T), ms: Ref(T), mom: Ref(T), lr: T, rho: T, momentum: T, epsilon: T, grad: T, "
    "indices: Tindices -> out: Ref(T)",
    ("var", "mg", "ms", "mom"),
)
def sparse_apply_centered_rms_prop(var, mg, ms, mom, lr, rho, momentum, epsilon, grad, indices):
    """ApplyCenteredRMSProp on the rows that indices name; the others stay as they are."""
    return on_rows(_centered_step, (var, mg, ms, mom), indices, lr, rho, momentum, epsilon, grad)


class RMSPropOptimizer(Optimizer):
    """Gradient descent with steps divided by a running root mean square of the gradient.

    learning_rate, momentum, epsilon: numbers, tensors, or functions that return one.  decay: how slowly the running mean
    forgets.  centered: divide by the deviation from the mean gradient in place of the root mean square.
    use_locking: recorded on the operations.
    """

    def __init__(
        self,
        learning_rate,
        decay=0.9,
        momentum=0.0,
        epsilon=1e-10,
        use_locking=False,
        centered=False,
        name="RMSProp",
    ):
        super().__init__(use_locking, name)
        self._learning_rate = learning_rate
        self._decay = decay
        self._momentum = momentum
        self._epsilon = epsilon
        self._centered = centered

    def _create_slots(self, var_list):
        for var in var_list:
            kind = var.dtype.base_dtype
            if var.shape.is_fully_defined():
                first = ones_initializer(dtype=kind)
                self._get_or_make_slot_with_initializer(var, first, var.shape, kind, "rms", self._name)
            else:
                self._get_or_make_slot(var, ones_like(var.initialized_value()), "rms", self._name)
            if self._centered:
                self._zeros_slot(var, "mg", self._name)
            self._zeros_slot(var, "momentum", self._name)

    def _prepare(self):
        values = [self._call_if_callable(v) for v in (self._learning_rate, self._decay, self._momentum, self._epsilon)]
        names = ("learning_rate", "decay", "momentum", "epsilon")
        self._tensors = [convert_to_tensor(value, name=name) for value, name in zip(values, names, strict=True)]

    def _variables(self, var):
        names = ("mg", "rms", "momentum") if self._centered else ("rms", "momentum")
        return [var._ref(), *[self.get_slot(var, name)._ref() for name in names]]

    def _numbers(self, var):
        return [cast(tensor, var.dtype.base_dtype) for tensor in self._tensors]

    def _apply_dense(self, grad, var):
        apply = apply_centered_rms_prop if self._centered else apply_rms_prop
        return apply(*self._variables(var), *self._numbers(var), grad, use_locking=self._use_locking)

    def _apply_sparse(self, grad, var):
        apply = sparse_apply_centered_rms_prop if self._centered else sparse_apply_rms_prop
        numbers = self._numbers(var)
        return apply(*self._variables(var), *numbers, grad.values, grad.indices, use_locking=self._use_locking)
