"""tensorflow.python.framework.function: Defun, whose functions are inlined in the graph at each call."""

import functools
import itertools
import re
import types
from typing import Any

from graphlab._src.autodiff.custom_gradient import custom_gradient
from graphlab._src.base import dtypes
from graphlab._src.function.body import FunctionBody, GraphFunction
from graphlab._src.function.tracing import trace
from graphlab._src.graph import Operation, Tensor, convert_to_tensor, get_default_graph, name_scope, nest
from graphlab._src.graph.type_spec import TensorSpec
from graphlab._src.ops.identity import identity, identity_n

_numbers = itertools.count(1)


def _single(results):
    """The only result as it is, and several as a tuple, as the outputs of an operation are returned."""
    if not isinstance(results, (list, tuple)):
        return results
    return results[0] if len(results) == 1 else tuple(results)


def _named(results, name):
    """The results as the outputs of one operation, which has the name of the call."""
    if isinstance(results, Tensor):
        return identity(results, name=name)
    if isinstance(results, tuple) and results and all(isinstance(result, Tensor) for result in results):
        return tuple(identity_n(results, name=name))
    return results


def _as_input(value, kind):
    """The tensor of an argument; a type may be a variable's, a reference."""
    return convert_to_tensor(value, dtype=None if kind is None else dtypes.as_dtype(kind).base_dtype)


class Defun:
    """A decorator for functions of tensors that have a gradient of their own.

    input_types: of the arguments, one each, where it is to be stated.  func_name: of the scope around a call's operations,
    and of the function in a graph's library, where an operation such as While calls it.
    python_grad_func(op, *gradients): the gradients of op.inputs; op.outputs is what the function returned.
    grad_func(*arguments, *gradients): the same as a function of tensors, made by Defun or not.
    The other arguments of TensorFlow's Defun have no effect.
    """

    def __init__(self, *input_types, func_name=None, grad_func=None, python_grad_func=None, **_settings):
        self.input_types = input_types
        self.func_name = func_name
        self.grad_func = grad_func
        self.python_grad_func: Any = python_grad_func

    def __call__(self, func):
        return DefinedFunction(func, self)


class DefinedFunction:
    """What Defun makes of a function: each call adds its operations to the graph, in a scope of its name.

    declared_input_types: the types that Defun received, as a tuple.
    As the function of an operation (While, Case) it goes into the graph's library, by `name`, once for each graph.
    """

    def __init__(self, func: Any, settings: Defun) -> None:
        functools.update_wrapper(self, func)
        if settings.grad_func is not None and settings.python_grad_func is not None:
            raise ValueError(f"Gradient defined twice for function {func.__name__}: grad_func and python_grad_func")
        self._func = func
        self._settings = settings
        self._label: str = settings.func_name or re.sub(r"\W", "", func.__name__).lstrip("_") or "function"
        self._traced: tuple[Any, GraphFunction] | None = None
        self.declared_input_types = tuple(dtypes.as_dtype(kind) for kind in settings.input_types)

    def __call__(self, *args: Any, name: str | None = None) -> Any:
        declared = self._settings.input_types
        if declared and len(args) != len(declared):
            raise ValueError(f"Expected number of arguments: {len(declared)}, received: {len(args)}")
        kinds = declared or [None] * len(args)
        with name_scope(name, self._label, list(args)) as scope:
            given = [_as_input(arg, kind) for arg, kind in zip(args, kinds, strict=True)]
            has_gradient = self._settings.grad_func is not None or self._settings.python_grad_func is not None
            call = custom_gradient(self._with_gradient) if has_gradient else self._func
            results = _single(call(*given))
            return results if name is None else _named(results, scope)

    def _with_gradient(self, *tensors: Tensor) -> Any:
        results = self._func(*tensors)

        def gradient(*dys: Any, variables: Any = None) -> Any:
            if self._settings.grad_func is not None:
                found = self._settings.grad_func(*tensors, *dys)
            else:
                op = types.SimpleNamespace(
                    inputs=list(tensors), outputs=nest.flatten(results), name=self._label, type=self._label
                )
                found = self._settings.python_grad_func(op, *dys)
            return found if variables is None else (found, [None] * len(variables))

        return results, gradient

    # In the library of a graph

    @property
    def name(self) -> str:
        """The name of the function in the library."""
        return self.library_function.name

    @property
    def captured_inputs(self) -> list[Tensor]:
        """The tensors of the graph around it that it uses: what calls it is to hand them to it after its arguments."""
        return list(self.library_function.graph.external_captures)

    @property
    def definition(self) -> Any:
        """The FunctionDef."""
        return self.library_function.definition

    def add_to_graph(self, g: Any = None) -> None:
        """Adds it to the library of a graph."""
        self.library_function.add_to(get_default_graph() if g is None else g)

    @property
    def library_function(self) -> GraphFunction:
        """The function in the library: traced for the types that were declared, in the graph that is the default."""
        graph = get_default_graph()
        if self._traced is None or self._traced[0] is not graph:
            body = trace(
                self._label,
                lambda *args: self._results(self(*args)),
                [TensorSpec(None, kind.base_dtype) for kind in self.declared_input_types],
                {},
                body=FunctionBody(self._label, graph),
                add_control_dependencies=False,
            )
            name = self._settings.func_name or f"{self._label}_{next(_numbers)}"
            self._traced = graph, GraphFunction(name, body, body.inputs, body.outputs)
        return self._traced[1]

    @staticmethod
    def _results(results: Any) -> Any:
        return () if results is None or isinstance(results, Operation) else results
