"""Gradient descent: var -= learning_rate * gradient."""

from graphlab import dtypes
from graphlab.graph import IndexedSlices, convert_to_tensor
from graphlab.ops.cast import cast
from graphlab.ops.define import op, same_as_input
from graphlab.train.optimizers.optimizer import Optimizer


@op(
    "ApplyGradientDescent",
    "var: Ref(T), alpha: T, delta: T -> out: Ref(T)",
    types={"T": dtypes.NUMERIC},
    infer=same_as_input(0),
    updates=("var",),
    attrs={"use_locking": (bool, False)},
)
def apply_gradient_descent(var, alpha, delta):
    """var - alpha * delta, written back to var.

    alpha: a number.  delta: the shape of var.
    """
    return var - alpha * delta


class GradientDescentOptimizer(Optimizer):
    """Plain gradient descent.

    learning_rate: a number, a tensor, or a function that gives one.
    """

    def __init__(self, learning_rate, use_locking=False, name="GradientDescent"):
        super().__init__(use_locking, name)
        self._learning_rate = learning_rate

    def _prepare(self):
        self._rate = convert_to_tensor(self._call_if_callable(self._learning_rate), name="learning_rate")

    def _apply_dense(self, grad, var):
        rate = cast(self._rate, var.dtype.base_dtype)
        return apply_gradient_descent(var._ref(), rate, grad, use_locking=self._use_locking).op

    def _apply_sparse_duplicate_indices(self, grad, var):
        scaled = grad.values * cast(self._rate, var.dtype.base_dtype)
        return var.scatter_sub(IndexedSlices(scaled, grad.indices, grad.dense_shape), use_locking=self._use_locking)
