"""recompute_grad: a function whose values are computed again for its gradient; scale_gradient."""

import functools
import inspect

import numpy as np

from graphlab._src.autodiff.custom_gradient import custom_gradient
from graphlab._src.autodiff.gradient_tape import GradientTape
from graphlab._src.autodiff.gradients import gradients
from graphlab._src.contrib.framework.arg_scope import arg_scope, current_arg_scope
from graphlab._src.graph import Tensor, get_default_graph, name_scope
from graphlab._src.ops.arithmetic import add_n
from graphlab._src.ops.control_flow.grouping import tuple_
from graphlab._src.ops.identity import identity, stop_gradient
from graphlab._src.ops.shape import reshape
from graphlab._src.ops.slicing import slice_
from graphlab._src.state.scope import get_variable_scope, variable_scope
from graphlab._src.state.variable import Variable

_USE_DEFAULT = "__rev_block_lib_default"
_OTHER_VARIABLES = (
    "The variables used on recompute were different than the variables originally used. The function wrapped with "
    "@recompute_grad likely creates a variable scope with a default name, and was called twice in the same enclosing scope. "
    "Call it in a variable scope of its own each time."
)


def recompute_grad(*args, **kwargs):
    """A decorator of fn(*tensors), whose values are computed again for its gradient, in place of keeping them.

    use_data_dep: the second computation waits for gradients through sums, not through control dependencies; for devices
    that know none.  tupleize_grads: all gradients wait for each other.
    fn: reads resource variables, and no tensor that is not an argument; receives is_recomputing where it has that argument.
    """
    if len(args) == 1 and not kwargs and callable(args[0]):
        return _recomputed(args[0])
    return lambda fn: _recomputed(fn, *args, **kwargs)


def _recomputed(fn, use_data_dep=_USE_DEFAULT, tupleize_grads=False):
    code = getattr(fn, "__code__", None)
    for name, cell in zip(code.co_freevars, fn.__closure__ or (), strict=True) if code else ():
        value = cell.cell_contents
        if isinstance(value, Tensor) or isinstance(value, Variable):
            raise ValueError(
                f"fn decorated with @recompute_grad closes over Tensor {value.name} (local variable name: {name}). The "
                "decorated fn must not close over Tensors or Variables because gradients will NOT be computed for them "
                "through fn. To ensure correct gradients, make the Tensor an input to fn."
            )
    by_data = False if use_data_dep == _USE_DEFAULT else use_data_dep

    def wrapped(*args):
        return _recompute(fn, args, by_data, tupleize_grads)

    return wrapped if isinstance(fn, functools.partial) else functools.wraps(fn)(wrapped)


def _recompute(fn, args, use_data_dep, tupleize_grads):
    informed = "is_recomputing" in inspect.signature(fn).parameters
    for arg in args:
        if not isinstance(arg, Tensor):
            raise ValueError("All inputs to function must be Tensors")

    @custom_gradient
    def run(*args):
        scope, defaults = get_variable_scope(), current_arg_scope()
        with GradientTape() as tape:
            outputs = fn(*args, **({"is_recomputing": False} if informed else {}))
        original = set(tape.watched_variables())

        def again(grads, variables):
            if set(variables) != original:
                raise ValueError(_OTHER_VARIABLES)
            inputs = [identity(arg) for arg in args]
            known = [one for one in grads if one is not None]
            with get_default_graph().control_dependencies(known):
                inputs = _waiting(known, inputs) if use_data_dep else inputs
                with arg_scope(defaults), variable_scope(scope, reuse=True), GradientTape() as tape:
                    results = fn(*inputs, **({"is_recomputing": True} if informed else {}))
                if set(tape.watched_variables()) != original:
                    raise ValueError(_OTHER_VARIABLES)
            results = list(results) if isinstance(results, (list, tuple)) else [results]
            found = gradients(results, inputs + variables, list(grads))
            if tupleize_grads:
                found = _waiting(found, found) if use_data_dep else tuple_(found)
            return found[: len(inputs)], found[len(inputs) :]

        def grad(*grads):
            return again(grads, [])[0]

        def grad_with_variables(*grads, variables):
            return again(grads, list(variables))

        return outputs, grad_with_variables if original else grad

    return run(*args)


def _waiting(first, then):
    """`then`, None included, computed after `first`: a sum of something from each of these is added, times next to 0."""
    total = add_n([reshape(slice_(x, [0] * _rank(x), [1] * _rank(x)), []) for x in first if x is not None])
    if not total.dtype.is_floating:
        raise ValueError("_force_data_dependency only supports floating dtypes.")
    zero = stop_gradient(np.finfo(total.dtype.as_numpy_dtype).tiny * total)
    return [None if x is None else identity(x) + zero for x in then]


def _rank(x):
    if x.shape.ndims is None:
        raise ValueError(f"Rank of Tensor {x} must be known")
    return x.shape.ndims


@custom_gradient
def _scaled(inputs, gradient_multiplier):
    return identity(inputs), lambda grad: [grad * gradient_multiplier, None]


def scale_gradient(inputs, gradient_multiplier):
    """inputs, whose gradient is multiplied by gradient_multiplier."""
    with name_scope("scale_gradient"):
        return _scaled(inputs, gradient_multiplier)
