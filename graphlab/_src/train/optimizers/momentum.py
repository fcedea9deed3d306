"""Momentum: gradient descent with a velocity (Polyak, 1964), or Nesterov's look ahead (Sutskever et al., 2013)."""

from graphlab._src.graph import convert_to_tensor
from graphlab._src.ops.cast import cast
from graphlab._src.train.optimizers.optimizer import Optimizer
from graphlab._src.train.optimizers.update_kernels import apply_op, on_rows


def _step(var, accum, lr, grad, momentum, use_nesterov):
    accum = accum * momentum + grad
    step = grad + momentum * accum if use_nesterov else accum
    return var - lr * step, accum


@apply_op(
    "ApplyMomentum",
    "var: Ref(T), accum: Ref(T), lr: T, grad: T, momentum: T -> out: Ref(T)",
    ("var", "accum"),
    in_numpy=lambda *inputs, use_nesterov=False: _step(*inputs, use_nesterov=use_nesterov),
)
def apply_momentum(var, accum, lr, grad, momentum, *, use_nesterov: bool = False):
    """accum = momentum · accum + grad, then var -= lr · accum; with Nesterov var -= lr · (grad + momentum · accum)."""
    return _step(var, accum, lr, grad, momentum, use_nesterov)


@apply_op(
    "SparseApplyMomentum",
    "var: Ref(T), accum: Ref(T), lr: T, grad: T, indices: Tindices, momentum: T -> out: Ref(T)",
    ("var", "accum"),
)
def sparse_apply_momentum(var, accum, lr, grad, indices, momentum, *, use_nesterov: bool = False):
    """ApplyMomentum on the rows that indices name; the others stay as they are."""
    return on_rows(_step, (var, accum), indices, lr, grad, momentum, use_nesterov)


def _keras_step(var, accum, lr, grad, momentum, use_nesterov):
    accum = accum * momentum - lr * grad
    return var + (accum * momentum - lr * grad if use_nesterov else accum), accum


@apply_op(
    "ApplyKerasMomentum",
    "var: Ref(T), accum: Ref(T), lr: T, grad: T, momentum: T -> out: Ref(T)",
    ("var", "accum"),
    in_numpy=lambda *inputs, use_nesterov=False: _keras_step(*inputs, use_nesterov=use_nesterov),
    on_references=False,
)
def apply_keras_momentum(var, accum, lr, grad, momentum, *, use_nesterov: bool = False):
    """accum = momentum · accum - lr · grad, then var += accum; with Nesterov var += momentum · accum - lr · grad."""
    return _keras_step(var, accum, lr, grad, momentum, use_nesterov)


@apply_op(
    "SparseApplyKerasMomentum",
    "var: Ref(T), accum: Ref(T), lr: T, grad: T, indices: Tindices, momentum: T -> out: Ref(T)",
    ("var", "accum"),
    on_references=False,
)
def sparse_apply_keras_momentum(var, accum, lr, grad, indices, momentum, *, use_nesterov: bool = False):
    """ResourceApplyKerasMomentum on the rows that indices name; the others stay as they are."""
    return on_rows(_keras_step, (var, accum), indices, lr, grad, momentum, use_nesterov)


class MomentumOptimizer(Optimizer):
    """Gradient descent with a velocity, which each gradient changes a little.

    learning_rate, momentum: numbers, tensors, or functions that return one.  use_nesterov: take the gradient as if the
    velocity had been followed already.
    use_locking: recorded on the operations.
    """

    def __init__(self, learning_rate, momentum, use_locking=False, name="Momentum", use_nesterov=False):
        super().__init__(use_locking, name)
        self._learning_rate = learning_rate
        self._momentum = momentum
        self._use_nesterov = use_nesterov

    def _create_slots(self, var_list):
        for var in var_list:
            self._zeros_slot(var, "momentum", self._name)

    def _prepare(self):
        self._rate = convert_to_tensor(self._call_if_callable(self._learning_rate), name="learning_rate")
        self._momentum_tensor = convert_to_tensor(self._call_if_callable(self._momentum), name="momentum")

    def _apply_dense(self, grad, var):
        kind = var.dtype.base_dtype
        return apply_momentum(
            var._ref(),
            self.get_slot(var, "momentum")._ref(),
            cast(self._rate, kind),
            grad,
            cast(self._momentum_tensor, kind),
            use_locking=self._use_locking,
            use_nesterov=self._use_nesterov,
        )

    def _apply_sparse(self, grad, var):
        kind = var.dtype.base_dtype
        return sparse_apply_momentum(
            var._ref(),
            self.get_slot(var, "momentum")._ref(),
            cast(self._rate, kind),
            grad.values,
            grad.indices,
            cast(self._momentum_tensor, kind),
            use_locking=self._use_locking,
            use_nesterov=self._use_nesterov,
        )
