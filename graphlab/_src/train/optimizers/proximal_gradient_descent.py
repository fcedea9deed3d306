"""Proximal gradient descent: a step along the gradient, then a proximal step for the L1 and L2 terms (FOBOS)."""

from graphlab._src.graph import convert_to_tensor
from graphlab._src.ops.cast import cast
from graphlab._src.train.optimizers.optimizer import Optimizer
from graphlab._src.train.optimizers.update_kernels import apply_op, on_rows, shrunk


def _step(var, alpha, l1, l2, delta):
    return (shrunk(var - alpha * delta, alpha * l1) / (1 + l2 * alpha),)


@apply_op("ApplyProximalGradientDescent", "var: Ref(T), alpha: T, l1: T, l2: T, delta: T -> out: Ref(T)", ("var",))
def apply_proximal_gradient_descent(var, alpha, l1, l2, delta):
    """var - alpha · delta, moved towards 0 by alpha · l1 and divided by 1 + alpha · l2 (Duchi and Singer, 2009)."""
    return _step(var, alpha, l1, l2, delta)


@apply_op(
    "SparseApplyProximalGradientDescent",
    "var: Ref(T), alpha: T, l1: T, l2: T, grad: T, indices: Tindices -> out: Ref(T)",
    ("var",),
)
def sparse_apply_proximal_gradient_descent(var, alpha, l1, l2, grad, indices):
    """ApplyProximalGradientDescent on the rows that indices name; the others stay as they are."""
    return on_rows(_step, (var,), indices, alpha, l1, l2, grad)


class ProximalGradientDescentOptimizer(Optimizer):
    """Gradient descent with proximal L1 and L2 terms, so that weights become exactly 0.

    learning_rate, l1_regularization_strength, l2_regularization_strength: numbers or tensors.
    """

    def __init__(
        self,
        learning_rate,
        l1_regularization_strength=0.0,
        l2_regularization_strength=0.0,
        use_locking=False,
        name="ProximalGradientDescent",
    ):
        super().__init__(use_locking, name)
        self._learning_rate = learning_rate
        self._l1_regularization_strength = l1_regularization_strength
        self._l2_regularization_strength = l2_regularization_strength

    def _prepare(self):
        names = ("learning_rate", "l1_regularization_strength", "l2_regularization_strength")
        self._tensors = [convert_to_tensor(getattr(self, f"_{name}"), name=name) for name in names]

    def _apply_dense(self, grad, var):
        return apply_proximal_gradient_descent(var._ref(), *self._tensors, grad, use_locking=self._use_locking)

    def _apply_sparse(self, grad, var):
        return sparse_apply_proximal_gradient_descent(
            var._ref(), *self._tensors, grad.values, grad.indices, use_locking=self._use_locking
        )

    def _resource_apply_sparse(self, grad, handle, indices):
        numbers = [cast(tensor, grad.dtype) for tensor in self._tensors]
        return sparse_apply_proximal_gradient_descent(
            handle.handle, *numbers, grad, indices, use_locking=self._use_locking
        )
