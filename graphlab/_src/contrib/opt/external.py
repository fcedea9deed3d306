"""Optimizers outside the graph, SciPy's among them: a session computes the loss and gradients for them."""

import importlib
import itertools
import logging
import math

import numpy as np

from graphlab._src.autodiff.gradients import gradients
from graphlab._src.base import context
from graphlab._src.ops.constants import zeros_like
from graphlab._src.ops.identity import placeholder
from graphlab._src.ops.joining import concat
from graphlab._src.ops.shape import reshape
from graphlab._src.state.initialization import trainable_variables

_log = logging.getLogger("graphlab")


class ExternalOptimizerInterface:
    """The base class of optimizers outside the graph; a subclass defines _minimize.

    loss: a scalar.  var_list: what to change, all trainable variables when left out.
    equalities: scalars that are to be 0.  inequalities: scalars that are not to be negative.
    var_to_bounds: {variable: (lowest, highest)}, numbers or arrays that broadcast to its shape.
    optimizer_kwargs: what _minimize receives as optimizer_kwargs.
    """

    def __init__(self, loss, var_list=None, equalities=None, inequalities=None, var_to_bounds=None, **optimizer_kwargs):
        self._loss = loss
        self._equalities = equalities or []
        self._inequalities = inequalities or []
        self._vars = trainable_variables() if var_list is None else list(var_list)
        self._packed_bounds = None if var_to_bounds is None else self._bounds(var_to_bounds)
        self._update_placeholders = [placeholder(var.dtype.base_dtype) for var in self._vars]
        self._var_updates = [
            var.assign(reshape(given, _dims(var)))
            for var, given in zip(self._vars, self._update_placeholders, strict=True)
        ]
        self.optimizer_kwargs = optimizer_kwargs
        self._packed_var = self._pack(self._vars)
        self._packed_loss_grad = self._packed_gradient(loss)
        self._packed_equality_grads = [self._packed_gradient(item) for item in self._equalities]
        self._packed_inequality_grads = [self._packed_gradient(item) for item in self._inequalities]
        ends = [0, *itertools.accumulate(math.prod(_dims(var)) for var in self._vars)]
        self._packing_slices = [slice(start, end) for start, end in itertools.pairwise(ends)]

    def _bounds(self, var_to_bounds):
        packed = []
        for var in self._vars:
            low, high = var_to_bounds.get(var, (-np.inf, np.inf))
            low, high = (np.broadcast_to(bound, _dims(var)).flat for bound in (low, high))
            packed.extend(zip(low, high, strict=True))
        return packed

    def _packed_gradient(self, tensor):
        found = gradients(tensor, self._vars)
        pairs = zip(self._vars, found, strict=True)
        return self._pack([zeros_like(var) if grad is None else grad for var, grad in pairs])

    @classmethod
    def _pack(cls, tensors):
        """The elements of all tensors as one vector."""
        if not tensors:
            return None
        flat = [reshape(tensor, [-1]) for tensor in tensors]
        return flat[0] if len(flat) == 1 else concat(flat, 0)

    def minimize(
        self, session=None, feed_dict=None, fetches=None, step_callback=None, loss_callback=None, **run_kwargs
    ):
        """Minimizes the loss, and then sets the variables to where it is least.

        session: the default session when left out.  feed_dict: what every run feeds.
        fetches: what every run fetches too, for loss_callback(*values).  step_callback(vector): called after each step
        with all variables as one vector.  run_kwargs: for the run that sets the variables.
        """
        session = session or context.sessions.get_default()
        feeds, fetches = feed_dict or {}, list(fetches or [])

        def functions(tensors):
            return [self._make_eval_func(tensor, session, feeds, fetches) for tensor in tensors]

        result = self._minimize(
            initial_val=session.run(self._packed_var),
            loss_grad_func=self._make_eval_func(
                [self._loss, self._packed_loss_grad], session, feeds, fetches, loss_callback
            ),
            equality_funcs=functions(self._equalities),
            equality_grad_funcs=functions(self._packed_equality_grads),
            inequality_funcs=functions(self._inequalities),
            inequality_grad_funcs=functions(self._packed_inequality_grads),
            packed_bounds=self._packed_bounds,
            step_callback=step_callback or (lambda xk: None),
            optimizer_kwargs=self.optimizer_kwargs,
        )
        values = [result[part] for part in self._packing_slices]
        session.run(
            self._var_updates, feed_dict=dict(zip(self._update_placeholders, values, strict=True)), **run_kwargs
        )

    def _minimize(
        self,
        initial_val,
        loss_grad_func,
        equality_funcs,
        equality_grad_funcs,
        inequality_funcs,
        inequality_grad_funcs,
        packed_bounds,
        step_callback,
        optimizer_kwargs,
    ):
        """The vector of all variables where the loss is least.

        initial_val: the vector to begin with.  loss_grad_func(vector) -> [loss, gradient].  equality_funcs and
        inequality_funcs: functions of a vector that return a list of one value, and those of their gradients.
        packed_bounds: a pair for each element, or None.
        """
        raise NotImplementedError(
            "To use ExternalOptimizerInterface, subclass from it and implement the _minimize() method."
        )

    def _make_eval_func(self, tensors, session, feed_dict, fetches, callback=None):
        tensors = tensors if isinstance(tensors, list) else [tensors]

        def evaluate(x):
            feeds = {
                var: x[part].reshape(_dims(var)) for var, part in zip(self._vars, self._packing_slices, strict=True)
            }
            values = session.run(tensors + fetches, feed_dict={**feeds, **feed_dict})
            if callback is not None:
                callback(*values[len(tensors) :])
            return values[: len(tensors)]

        return evaluate


class ScipyOptimizerInterface(ExternalOptimizerInterface):
    """scipy.optimize.minimize as an optimizer; SciPy is imported when it minimizes.

    optimizer_kwargs: what that function accepts: method ("L-BFGS-B" when left out), options, tol. Bounds and
    constraints are arguments of the interface.
    """

    _DEFAULT_METHOD = "L-BFGS-B"

    def _minimize(
        self,
        initial_val,
        loss_grad_func,
        equality_funcs,
        equality_grad_funcs,
        inequality_funcs,
        inequality_grad_funcs,
        packed_bounds,
        step_callback,
        optimizer_kwargs,
    ):
        def loss_and_gradient(x):
            loss, gradient = loss_grad_func(x)
            return loss, gradient.astype(np.float64)

        given = dict(optimizer_kwargs)
        method = given.pop("method", self._DEFAULT_METHOD)
        kinds = (("eq", equality_funcs, equality_grad_funcs), ("ineq", inequality_funcs, inequality_grad_funcs))
        constraints = [
            {"type": kind, "fun": _scalar(function), "jac": _scalar(gradient)}
            for kind, functions, grads in kinds
            for function, gradient in zip(functions, grads, strict=True)
        ]
        arguments = {"jac": True, "callback": step_callback, "constraints": constraints, "bounds": packed_bounds}
        for name in arguments:
            if name in given:
                if name == "bounds":
                    raise ValueError("Bounds must be set using the var_to_bounds argument")
                raise ValueError(f"Optimizer keyword arg '{name}' is set automatically and cannot be injected manually")
        optimize = importlib.import_module("scipy.optimize")
        result = optimize.minimize(
            loss_and_gradient, np.asarray(initial_val, np.float64), method=method, **arguments, **given
        )
        lines = ["Optimization terminated with:", f"  Message: {result.message}"]
        lines.append(f"  Objective function value: {result.fun:f}")
        for name, what in (("nit", "iterations"), ("nfev", "functions evaluations")):
            if hasattr(result, name):
                lines.append(f"  Number of {what}: {result[name]}")
        _log.info("\n".join(lines))
        return result["x"]


def _scalar(function):
    """The function that returns the one value in place of a list of it, as SciPy wants constraints."""
    return lambda x: function(x)[0].astype(np.float64)


def _dims(var):
    return tuple(var.shape.as_list())
