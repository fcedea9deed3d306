"""Gradient descent: var -= learning_rate * gradient."""

from graphlab._src.graph import IndexedSlices, convert_to_tensor
from graphlab._src.ops.cast import cast
from graphlab._src.state.scatter_ops import scatter_add
from graphlab._src.train.optimizers.optimizer import Optimizer
from graphlab._src.train.optimizers.update_kernels import apply_op


@apply_op(
    "ApplyGradientDescent",
    "var: Ref(T), alpha: T, delta: T -> out: Ref(T)",
    ["var"],
    in_numpy=lambda var, alpha, delta: var - alpha * delta,
)
def apply_gradient_descent(var, alpha, delta):
    """var - alpha * delta, written back to var.

    alpha: a number.  delta: the shape of var.
    """
    return var - alpha * delta


class GradientDescentOptimizer(Optimizer):
    """Plain gradient descent.

    learning_rate: a number, a tensor, or a function that returns one.
    use_locking: recorded on the operations.
    """

    def __init__(self, learning_rate, use_locking=False, name="GradientDescent"):
        super().__init__(use_locking, name)
        self._learning_rate = learning_rate

    def _prepare(self):
        self._rate = convert_to_tensor(self._call_if_callable(self._learning_rate), name="learning_rate")

    def _apply_dense(self, grad, var):
        rate = cast(self._rate, var.dtype.base_dtype)
        return apply_gradient_descent(var._ref(), rate, grad, use_locking=self._use_locking)

    def _apply_sparse_duplicate_indices(self, grad, var):
        scaled = grad.values * cast(self._rate, var.dtype.base_dtype)
        return var.scatter_sub(IndexedSlices(scaled, grad.indices, grad.dense_shape), use_locking=self._use_locking)

    def _resource_apply_sparse_duplicate_indices(self, grad, handle, indices):
        return scatter_add(handle.handle, indices, -grad * self._learning_rate)
