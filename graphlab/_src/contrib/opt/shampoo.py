"""Shampoo: a preconditioner for each dimension of a variable (Gupta, Koren and Singer, 2018)."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.contrib.opt.matrix_functions import matrix_inverse_pth_root, matrix_square_root
from graphlab._src.graph import get_default_graph, name_scope
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import greater
from graphlab._src.ops.constants import zeros, zeros_like
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.decompositions import svd
from graphlab._src.ops.diagonal import eye
from graphlab._src.ops.division import floormod
from graphlab._src.ops.extremes import maximum
from graphlab._src.ops.gather import gather, scatter_nd
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.power import pow as pow_
from graphlab._src.ops.products import tensordot
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.select import where
from graphlab._src.ops.shape import expand_dims
from graphlab._src.ops.shape import shape as shape_of
from graphlab._src.ops.transpose import transpose
from graphlab._src.state.assignment import assign, assign_add, assign_sub, scatter_add
from graphlab._src.train.optimizers.optimizer import Optimizer
from graphlab._src.train.optimizers.weight_decay import DecoupledWeightDecayExtension


def _now(var, timestep):
    """A hyperparameter: the value itself, or what a function of the step returns."""
    return var(timestep) if callable(var) else var


class ShampooOptimizer(Optimizer):
    """Multiplies a gradient, along each dimension, by a power of the sum of the gradients' outer products there.

    global_step: the number of steps before.  max_matrix_size: a dimension that is larger has a diagonal for its matrix.
    gbar_decay, gbar_weight: momentum gbar = gbar_decay · gbar + gbar_weight · grad; a decay of 0 has none.
    mat_gbar_decay, mat_gbar_weight: the same for the matrices.  learning_rate, alpha (the matrices' power is -alpha / rank).
    svd_interval, precond_update_interval: roots and matrices are computed again every so many steps.
    epsilon: is added to the diagonals.  use_iterative_root: roots by iteration in place of a decomposition.
    These are numbers, or functions of the step.
    """

    def __init__(
        self,
        global_step=0,
        max_matrix_size=768,
        gbar_decay=0.0,
        gbar_weight=1.0,
        mat_gbar_decay=1.0,
        mat_gbar_weight=1.0,
        learning_rate=1.0,
        svd_interval=1,
        precond_update_interval=1,
        epsilon=1e-4,
        alpha=0.5,
        use_iterative_root=False,
        use_locking=False,
        name="Shampoo",
    ):
        super().__init__(use_locking, name)
        self._global_step = cast(global_step, dtypes.float32)
        self._max_matrix_size = max_matrix_size
        self._gbar_decay, self._gbar_weight = gbar_decay, gbar_weight
        self._mat_gbar_decay, self._mat_gbar_weight = mat_gbar_decay, mat_gbar_weight
        self._learning_rate = learning_rate
        self._svd_interval = svd_interval
        self._precond_update_interval = precond_update_interval
        self._epsilon = epsilon
        self._alpha = alpha
        self._use_iterative_root = use_iterative_root

    def _create_slots(self, var_list):
        for var in var_list:
            with get_default_graph().colocate_with(var):
                self._zeros_slot(var, "gbar", self._name)
                for i, size in enumerate(var.shape.as_list()):
                    start = zeros([size])
                    if size <= self._max_matrix_size:
                        start = zeros([size, size])
                        if self._svd_interval > 1:
                            self._get_or_make_slot(var, eye(size), f"H_{i}", self._name)
                    self._get_or_make_slot(var, start, f"Gbar_{i}", self._name)

    def _apply_dense(self, grad, var):
        return self._apply_gradient(grad, var)

    def _apply_sparse(self, grad, var):
        if var.shape.as_list()[0] <= self._max_matrix_size or self._gbar_decay != 0.0:
            rows = grad.indices
            dense = scatter_nd(expand_dims(rows, axis=1), grad.values, shape_of(var, out_type=rows.dtype))
            return self._apply_gradient(dense, var)
        return self._apply_gradient(grad.values, var, grad.indices)

    def _weighted_average(self, var, weight, weight_now, rest):
        """var = weight · var + rest, without the product where the weight is 0 or 1."""
        if weight == 0.0:
            return rest
        return assign_add(var, rest if weight == 1.0 else (weight_now - 1) * var + rest)

    def _power(self, var, matrix, size, alpha, slot=None):
        """The matrix to the power of alpha; stored in a slot where one is named."""
        with name_scope("matrix_iterative_power"):
            if self._use_iterative_root:
                root = matrix_square_root(matrix, size, 100, self._epsilon)
                power = matrix_inverse_pth_root(root, size, 2 * alpha, 100, 1e-6, ridge_epsilon=0.0)
            elif size == 1:
                power = pow_(matrix + self._epsilon, alpha)
            else:
                values, u, v = svd(matrix + self._epsilon * eye(size), full_matrices=True)
                power = matmul(v * pow_(maximum(values, self._epsilon), alpha), transpose(u))
            return power if slot is None else assign(self.get_slot(var, slot), power)

    def _apply_gradient(self, grad, var, indices=None):
        """The step; indices: grad has these rows only, and the first dimension a diagonal for its matrix."""
        step = self._global_step + 1
        sizes = var.shape.as_list()
        rank = len(sizes)
        direction = grad
        if indices is None:
            decay, weight = _now(self._gbar_decay, step), _now(self._gbar_weight, step)
            direction = self._weighted_average(self.get_slot(var, "gbar"), self._gbar_decay, decay, weight * grad)
        power = -_now(self._alpha, step) / max(rank, 1)
        for i, size in enumerate(sizes):
            others = [axis for axis in range(rank) if axis != i]
            if size <= self._max_matrix_size:
                root = self._matrix_power(grad, var, i, size, others, power, step)
                direction = tensordot(direction, root, axes=([0], [0]), name=f"precond_{i}")
            else:
                root = self._diagonal_power(grad, var, i, size, others, power, step, indices)
                direction = transpose(direction, perm=[*range(1, rank), 0]) * root
        rate = _now(self._learning_rate, step)
        if indices is not None:
            return scatter_add(var, indices, -rate * direction)
        return assign_sub(var, rate * direction)

    def _matrix_power(self, grad, var, i, size, others, power, step):
        matrix = self.get_slot(var, f"Gbar_{i}")
        decay, weight = _now(self._mat_gbar_decay, step), _now(self._mat_gbar_weight, step)
        interval = _now(self._precond_update_interval, step)

        def updated():
            outer = tensordot(grad, grad, axes=(others, others), name=f"grad_outer_{i}")
            return self._weighted_average(matrix, self._mat_gbar_decay, decay, weight * interval * outer)

        current: Any = cond(floormod(step, interval) < 1, updated, lambda: matrix.value())
        current = current / float(size)
        if self._svd_interval == 1:
            return self._power(var, current, size, power)
        return cond(
            floormod(step, _now(self._svd_interval, step)) < 1,
            lambda: self._power(var, current, size, power, f"H_{i}"),
            lambda: self.get_slot(var, f"H_{i}").value(),
        )

    def _diagonal_power(self, grad, var, i, size, others, power, step, indices):
        diagonal = self.get_slot(var, f"Gbar_{i}")
        decay, weight = _now(self._mat_gbar_decay, step), _now(self._mat_gbar_weight, step)
        squares = grad * grad
        if others:
            squares = reduce_sum(squares, axis=others) / (1.0 if indices is not None else float(size))
        if i == 0 and indices is not None:
            assert self._mat_gbar_decay == 1.0
            current = gather(scatter_add(diagonal, indices, weight * squares), indices)
        else:
            current = self._weighted_average(diagonal, self._mat_gbar_decay, decay, weight * squares)
        return where(greater(current, 0), pow_(current, power), zeros_like(current))


class ShampooWOptimizer(DecoupledWeightDecayExtension, ShampooOptimizer):
    """Shampoo with decoupled weight decay; the other arguments are ShampooOptimizer's."""

    def __init__(
        self,
        weight_decay,
        global_step,
        max_matrix_size=768,
        gbar_decay=0.0,
        gbar_weight=1.0,
        mat_gbar_decay=1.0,
        mat_gbar_weight=1.0,
        learning_rate=1.0,
        svd_interval=1,
        precond_update_interval=1,
        epsilon=1e-4,
        alpha=0.5,
        use_iterative_root=False,
        use_locking=False,
        name="ShampooW",
    ):
        super().__init__(
            weight_decay,
            global_step=global_step,
            max_matrix_size=max_matrix_size,
            gbar_decay=gbar_decay,
            gbar_weight=gbar_weight,
            mat_gbar_decay=mat_gbar_decay,
            mat_gbar_weight=mat_gbar_weight,
            learning_rate=learning_rate,
            svd_interval=svd_interval,
            precond_update_interval=precond_update_interval,
            epsilon=epsilon,
            alpha=alpha,
            use_iterative_root=use_iterative_root,
            use_locking=use_locking,
            name=name,
        )
