"""Gradients of functions with respect to their arguments (tf.contrib.eager), as operations of the graph."""

import functools
import inspect

from graphlab._src.autodiff.gradients import gradients
from graphlab._src.graph import convert_to_tensor


def gradients_function(f, params=None):
    """A function of f's arguments that returns the list of the gradients of what f returns, with respect to them.

    params: the names or numbers of some arguments, where not all are wanted.  Keyword dy: the gradient of what f returns.
    ValueError for other keywords.
    """
    call = value_and_gradients_function(f, params)

    @functools.wraps(f)
    def decorated(*args, **kwds):
        return call(*args, **kwds)[1]

    return decorated


def value_and_gradients_function(f, params=None):
    """A function of f's arguments that returns what f returns, and the list of its gradients. Arguments as above."""

    @functools.wraps(f)
    def decorated(*args, **kwds):
        dy = kwds.pop("dy", None)
        if kwds:
            raise ValueError(f"Functions to be differentiated cannot receive keyword arguments: {sorted(kwds)}.")
        tensors = [convert_to_tensor(arg) for arg in args]
        value = f(*tensors)
        wanted = tensors if params is None else [tensors[_position(f, one)] for one in params]
        return value, gradients(value, wanted, grad_ys=dy)

    return decorated


def _position(f, parameter):
    if isinstance(parameter, int):
        return parameter
    return list(inspect.signature(f).parameters).index(parameter)
