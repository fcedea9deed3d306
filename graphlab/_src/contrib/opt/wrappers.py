"""Optimizers around other optimizers: steps without a gradient are skipped, norms bounded, stale gradients dropped."""

import contextlib
import logging
from typing import Any

from graphlab._src.graph import IndexedSlices, Tensor, constant, get_default_graph, name_scope
from graphlab._src.ops.cast import cast
from graphlab._src.ops.clip import clip_by_global_norm, clip_by_norm, global_norm
from graphlab._src.ops.comparison import equal, less_equal
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.control_flow import group, no_op
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.gather import gather
from graphlab._src.ops.identity import identity
from graphlab._src.ops.shape import reshape
from graphlab._src.ops.statistics import count_nonzero
from graphlab._src.state.assignment import scatter_sub
from graphlab._src.state.initializers import zeros_initializer
from graphlab._src.state.scope import get_variable
from graphlab._src.summary.scalar import scalar
from graphlab._src.train.global_step import get_global_step
from graphlab._src.train.optimizers.adagrad import AdagradOptimizer, apply_adagrad, sparse_apply_adagrad
from graphlab._src.train.optimizers.optimizer import Optimizer

_log = logging.getLogger("graphlab")


def _is_zero(grad):
    return equal(count_nonzero(grad.values if isinstance(grad, IndexedSlices) else grad), 0)


class MultitaskOptimizerWrapper:
    """An optimizer that leaves a variable, and what it remembers of it, as they are when the gradient is all zeros.

    opt: an Optimizer, which is changed; the wrapper has all of its methods.
    """

    def __init__(self, opt):
        if not isinstance(opt, Optimizer):
            raise TypeError("Supplied optimizer must be an instance of tf.train.Optimizer")
        self._opt = opt
        names = ("_apply_dense", "_resource_apply_dense", "_apply_sparse", "_resource_apply_sparse")
        for name, apply in [(name, getattr(opt, name)) for name in names]:
            setattr(opt, name, _unless_zero(apply))

    def __getattr__(self, name):
        return getattr(self._opt, name)


def _unless_zero(apply):
    def wrapper(grad, *args, **kwargs):
        def update():
            with get_default_graph().control_dependencies([apply(grad, *args, **kwargs)]):
                return no_op()

        return cond(_is_zero(grad), no_op, update)

    return wrapper


def clip_gradients_by_global_norm(gradients_variables, clip_norm=20.0):
    """([(clipped gradient, variable), …], the global norm); gradients that are all zeros do not count in the norm."""
    grads, variables = zip(*gradients_variables, strict=True)

    def counted(grad):
        return cond(_is_zero(grad), lambda: zeros([], grad.dtype), lambda: grad)

    norm = global_norm([grad if grad is None else counted(grad) for grad in grads])
    clipped, _ = clip_by_global_norm(grads, clip_norm, use_norm=norm)
    return list(zip(clipped, variables, strict=True)), norm


class _Wrapper(Optimizer):
    """An optimizer whose gradients and slots are another one's."""

    def __init__(self, opt, use_locking, name):
        super().__init__(use_locking, name)
        self._opt = opt

    def compute_gradients(self, *args, **kwargs):
        """What the optimizer inside computes."""
        return self._opt.compute_gradients(*args, **kwargs)

    def get_slot(self, *args, **kwargs):
        """The slot of the optimizer inside."""
        return self._opt.get_slot(*args, **kwargs)

    def get_slot_names(self, *args, **kwargs):
        """The names of the slots of the optimizer inside."""
        return self._opt.get_slot_names(*args, **kwargs)


class VariableClippingOptimizer(_Wrapper):
    """An optimizer that bounds norms of variables after each step.

    vars_to_clip_dims: {variable: the dimensions that its norm is computed over}.  max_norm: the bound.
    colocate_clip_ops_with_vars: clips on the variables' devices.
    """

    def __init__(
        self,
        opt,
        vars_to_clip_dims,
        max_norm,
        use_locking=False,
        colocate_clip_ops_with_vars=False,
        name="VariableClipping",
    ):
        super().__init__(opt, use_locking, name)
        self._vars_to_clip_dims = {var: list(dims) for var, dims in vars_to_clip_dims.items()}
        self._max_norm = max_norm
        self._colocate = colocate_clip_ops_with_vars

    def apply_gradients(self, grads_and_vars, global_step=None, name=None):
        """The operation of a step of the optimizer inside, and of clipping after it."""
        pairs = list(grads_and_vars)
        with name_scope(name, self._name) as scope:
            update = self._opt.apply_gradients(pairs, global_step=global_step)
            clipped = []
            with get_default_graph().control_dependencies([update]):
                for grad, var in pairs:
                    if grad is not None and var in self._vars_to_clip_dims:
                        with name_scope(f"clip_{var.op.name}"):
                            clipped.append(self._clip(grad, var))
            return group(update, *clipped, name=scope)

    def _clip(self, grad, var):
        dims = self._vars_to_clip_dims[var]
        graph = get_default_graph()
        near = graph.colocate_with(var) if self._colocate else contextlib.nullcontext()
        if isinstance(grad, Tensor) or 0 in dims:
            if not isinstance(grad, Tensor):
                _log.warning(
                    "Clipping norm across dims %s for %s is inefficient when including sparse dimension 0.",
                    dims,
                    var.op.name,
                )
            with near:
                value = var.read_value()
                excess = value - clip_by_norm(value, self._max_norm, dims)
            with graph.colocate_with(var):
                return var.assign_sub(excess, use_locking=self._use_locking)
        with graph.colocate_with(var):
            rows = gather(var, grad.indices)
        with near:
            excess = rows - clip_by_norm(rows, self._max_norm, dims)
        with graph.colocate_with(var):
            return scatter_sub(var, grad.indices, excess, use_locking=self._use_locking)


class DropStaleGradientOptimizer(_Wrapper):
    """An optimizer that drops a gradient when the global step has moved on by more than `staleness` meanwhile."""

    def __init__(self, opt, staleness, use_locking=False, name="DropStaleGradient"):
        super().__init__(opt, use_locking, name)
        self._staleness = staleness

    def compute_gradients(self, loss, *args, **kwargs):
        """The gradients of the optimizer inside, after the global step was read."""
        graph = get_default_graph()
        with graph.colocate_with(loss):
            step: Any = get_global_step()
            self._local_step = step + 0
        with graph.control_dependencies([self._local_step]):
            return self._opt.compute_gradients(identity(loss), *args, **kwargs)

    def apply_gradients(self, grads_and_vars, global_step: Any = None, name=None):
        """The number of gradients that were dropped so far, after this one was applied or dropped."""
        graph, pairs = get_default_graph(), list(grads_and_vars)
        with graph.colocate_with(global_step):
            dropped = get_variable("stale_counter", [], initializer=zeros_initializer(), trainable=False)

        def accept():
            with graph.control_dependencies([self._opt.apply_gradients(pairs, global_step=global_step, name=name)]):
                return identity(constant(0.0))

        grads = [grad if isinstance(grad, Tensor) else grad.op for grad, _ in pairs if grad is not None]
        with graph.control_dependencies(grads), graph.colocate_with(global_step):
            age = reshape(global_step - self._local_step, shape=())
        fresh = less_equal(age, self._staleness)
        updated = dropped.assign_add(cond(fresh, accept, lambda: identity(constant(1.0))))
        scalar("Gradient staleness percentage", dropped / cast(global_step + 1, "float32"))
        return updated


class RegAdagradOptimizer(AdagradOptimizer):
    """Adagrad that can apply gradients without remembering them, as gradients of a regularizer are.

    The arguments are AdagradOptimizer's.
    """

    def __init__(self, learning_rate, initial_accumulator_value=0.1, use_locking=False, name="RegAdagrad"):
        super().__init__(learning_rate, initial_accumulator_value, use_locking, name)
        self._should_update_slots = True

    @contextlib.contextmanager
    def avoid_updating_slots(self):
        """A block in which apply_gradients leaves the accumulators as they are."""
        before = self._should_update_slots
        self._should_update_slots = False
        try:
            yield
        finally:
            self._should_update_slots = before

    def _inputs(self, var):
        return var._ref(), self.get_slot(var, "accumulator")._ref(), cast(self._rate, var.dtype.base_dtype)

    def _attributes(self):
        return {"use_locking": self._use_locking, "update_slots": self._should_update_slots}

    def _apply_dense(self, grad, var):
        return apply_adagrad(*self._inputs(var), grad, **self._attributes())

    def _apply_sparse(self, grad, var):
        return sparse_apply_adagrad(*self._inputs(var), grad.values, grad.indices, **self._attributes())
