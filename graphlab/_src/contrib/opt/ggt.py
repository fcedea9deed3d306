"""GGT: a full-matrix preconditioner of low rank, from the last gradients of all variables (Agarwal et al., 2018)."""

import itertools
import math

from graphlab._src.base import dtypes
from graphlab._src.graph import convert_to_tensor, get_default_graph
from graphlab._src.ops.cast import cast
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.control_flow import group
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.decompositions import svd
from graphlab._src.ops.diagonal import diag, eye
from graphlab._src.ops.division import floormod
from graphlab._src.ops.extremes import minimum
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.power import pow as pow_
from graphlab._src.ops.power import sqrt
from graphlab._src.ops.reduction import reduce_min
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import expand_dims, reshape
from graphlab._src.ops.transpose import transpose
from graphlab._src.state.assignment import assign, assign_add, assign_sub, scatter_update
from graphlab._src.train.optimizers.optimizer import Optimizer


class GGTOptimizer(Optimizer):
    """Steps along the running mean of the gradient, preconditioned by the last `window` of these means.

    beta1: how slowly the mean forgets.  eps: the least singular value at which the step goes outside their span.
    svd_eps: is added to the diagonal before the decomposition.  sigma_eps: is added to the singular values.
    A gradient of rows raises NotImplementedError.
    """

    def __init__(
        self,
        learning_rate=0.001,
        beta1=0.9,
        use_locking=False,
        name="GGT",
        window=10,
        eps=1e-4,
        svd_eps=1e-6,
        sigma_eps=1e-2,
    ):
        super().__init__(use_locking, name)
        self._learning_rate = learning_rate
        self._beta1 = beta1
        self._window = window
        self._eps, self._svd_eps, self._sigma_eps = eps, svd_eps, sigma_eps
        self._places = {}  # name of a variable -> (first, last + 1) of its elements among those of all

    def _create_slots(self, var_list):
        sizes = dict(sorted((var.name, math.prod(var.shape.as_list())) for var in var_list))
        ends = [0, *itertools.accumulate(sizes.values())]
        self._places = dict(zip(sizes, itertools.pairwise(ends), strict=True))
        first = min(var_list, key=lambda var: var.name)
        kind = var_list[0].dtype.base_dtype
        self._create_non_slot_variable(convert_to_tensor(0.0, kind), "global_step", first)
        self._create_non_slot_variable(zeros([self._window, ends[-1]], kind), "grad_buffer", first)
        self._create_non_slot_variable(zeros([ends[-1]], kind), "moment1", first)
        self._create_non_slot_variable(zeros([ends[-1]], kind), "flat_grad", first)

    def _shared_variable(self, name):
        return self._get_non_slot_variable(name, self._graph_of_variables())

    def _get_moment1(self):
        return self._shared_variable("moment1")

    def _get_grad_buffer(self):
        return self._shared_variable("grad_buffer")

    def _get_flat_grad(self):
        return self._shared_variable("flat_grad")

    def _prepare(self):
        self._variables = []

    def _apply_dense(self, grad, var):
        self._variables.append(var)
        places = range_(*self._places[var.name])
        return scatter_update(self._get_flat_grad(), places, reshape(grad, [-1]))

    def _apply_sparse(self, grad, var):
        raise NotImplementedError("Sparse gradient updates are not supported.")

    def _finish(self, update_ops, name_scope):
        kind = self._variables[0].dtype.base_dtype
        with get_default_graph().control_dependencies(update_ops):
            beta1 = cast(self._call_if_callable(self._beta1), kind)
            step = assign_add(self._shared_variable("global_step"), convert_to_tensor(1.0, kind))
            mean = self._get_moment1()
            gradient = self._get_flat_grad().read_value()
            mean = assign(mean, beta1 * mean + (1.0 - beta1) * gradient)
            place = floormod(cast(step - 1.0, dtypes.int32), self._window)
            means = scatter_update(self._get_grad_buffer(), place, mean)
            direction = self._direction(mean, means, minimum(step, convert_to_tensor(float(self._window), kind)))
            rate = cast(self._call_if_callable(self._learning_rate), kind)
            updates = []
            for var in self._variables:
                start, end = self._places[var.name]
                updates.append(assign_sub(var, rate * reshape(direction[start:end], var.shape)))
        return group(*updates, name=name_scope)

    def _direction(self, mean, means, count):
        kind = mean.dtype.base_dtype
        mean = expand_dims(mean, -1)
        m = transpose(means / sqrt(count))
        damping = eye(self._window, dtype=kind) * self._svd_eps
        values, u, _ = svd(matmul(m, m, transpose_a=True) + damping)
        sigma = sqrt(values)
        inside = matmul(u, matmul(m, mean, transpose_a=True), transpose_a=True)

        def spanned(factors):
            return matmul(m, matmul(u, matmul(diag(factors), inside)))

        head = spanned(1.0 / pow_(sigma + self._sigma_eps, 3.0))
        tail = (mean - spanned(1.0 / values)) / reduce_min(sigma)
        return cond(reduce_min(sigma) > self._eps, lambda: head + tail, lambda: head + 0.0)
