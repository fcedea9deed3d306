"""tensorflow.python.framework.function: Defun, whose functions are inlined in the graph at each call."""

import functools
import types
from typing import Any

from graphlab._src.autodiff.custom_gradient import custom_gradient
from graphlab._src.base import dtypes
from graphlab._src.graph import convert_to_tensor, name_scope, nest


def _single(results):
    """The only result as it is, and several as a tuple, as the outputs of an operation are returned."""
    if not isinstance(results, (list, tuple)):
        return results
    return results[0] if len(results) == 1 else tuple(results)


def _as_input(value, kind):
    """The tensor of an argument; a type may be a variable's, a reference."""
    return convert_to_tensor(value, dtype=None if kind is None else dtypes.as_dtype(kind).base_dtype)


class Defun:
    """A decorator for functions of tensors that have a gradient of their own.

    input_types: of the arguments, one each, where it is to be said.  func_name: of the scope around a call's operations.
    python_grad_func(op, *gradients): the gradients of op.inputs; op.outputs is what the function returned.
    grad_func(*arguments, *gradients): the same as a function of tensors, made by Defun or not.
    The other arguments of TensorFlow's Defun are about the function's place in the library, and it has none here.
    """

    def __init__(self, *input_types, func_name=None, grad_func=None, python_grad_func=None, **_settings):
        self._input_types = input_types
        self._name = func_name
        self._grad_func = grad_func
        self._python_grad_func: Any = python_grad_func

    def __call__(self, func):
        label = self._name or func.__name__

        @functools.wraps(func)
        def call(*args, name=None):
            if self._input_types and len(args) != len(self._input_types):
                raise ValueError(f"Expected number of arguments: {len(self._input_types)}, received: {len(args)}")
            kinds = self._input_types or [None] * len(args)
            with name_scope(name, label, list(args)):
                given = [_as_input(arg, kind) for arg, kind in zip(args, kinds, strict=True)]
                if self._grad_func is None and self._python_grad_func is None:
                    return _single(func(*given))
                return _single(custom_gradient(lambda *tensors: self._with_gradient(func, tensors, label))(*given))

        return call

    def _with_gradient(self, func, tensors, label):
        results = func(*tensors)

        def gradient(*dys, variables=None):
            if self._grad_func is not None:
                found = self._grad_func(*tensors, *dys)
            else:
                op = types.SimpleNamespace(inputs=list(tensors), outputs=nest.flatten(results), name=label, type=label)
                found = self._python_grad_func(op, *dys)
            return found if variables is None else (found, [None] * len(variables))

        return results, gradient
