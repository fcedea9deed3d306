"""DefunBody: the graph of a function that Defun traces, with the variables that are made in it."""

import inspect
from collections.abc import Callable, Collection, Sequence
from typing import Any

from graphlab._src.base.dtypes import DType
from graphlab._src.function.body import FunctionBody, argument
from graphlab._src.graph import Graph, Operation, Tensor, convert_to_tensor, get_default_graph
from graphlab._src.graph.scope_stacks import ControlGroup
from graphlab._src.graph.scopes import init_scope
from graphlab._src.graph.traversal import is_placeholder
from graphlab._src.state.resource_variable import HandledVariable
from graphlab._src.state.scope import pure_variable_scope
from graphlab._src.state.variable_creators import variable_creator_scope
from graphlab._src.state.variable_scope import get_variable_scope


class DefunBody(FunctionBody):
    """The body of a function that Defun traces.

    by_value: what it uses of the graph around it is copied into it, and is no argument.
    recreated: operations with state that may be copied so.
    extra_vars: the variables that get_variable returned to its code, by name.
    """

    encloses_branches = False

    def __init__(self, label: str, outer: Graph, by_value: bool = False, recreated: Collection[Operation] = ()) -> None:
        super().__init__(label, outer)
        self.seed = None  # the seed of the graph around it is not that of the function
        self._by_value = by_value
        self._recreated = recreated
        self._copies: dict[Operation, Operation] = {}
        self.extra_vars: dict[str, Any] = {}

    def capture(self, tensor: Tensor, name: str = "captured") -> Tensor:
        if tensor.graph is self or not self._by_value:
            return super().capture(tensor, name)
        return self._copy(tensor.op).outputs[tensor.value_index]

    def _copy(self, op: Operation) -> Operation:
        if op in self._copies:
            return self._copies[op]
        if op.definition is not None and op.definition.stateful and op not in self._recreated:
            raise ValueError(f"Cannot capture a stateful node (name:{op.name}, type:{op.type}) by value.")
        if is_placeholder(op):
            raise ValueError(f"Cannot capture a placeholder (name:{op.name}, type:{op.type}) by value.")
        inputs = [self.capture(tensor) for tensor in op.inputs]
        types = [tensor.dtype for tensor in op.outputs]
        copy = self.new_operation(op.type, self.unique_name(op.name), inputs, dict(op.attrs), types, apply_device=False)
        for tensor, original in zip(copy.outputs, op.outputs, strict=True):
            tensor.dims = original.dims
        self._copies[op] = copy
        return copy

    def control_dependencies(self, control_inputs: Any) -> ControlGroup:
        """As Graph.control_dependencies: what is outside of the body is no element of this graph."""
        return Graph.control_dependencies(self, control_inputs)

    def trace(self, function: Callable[..., Any], types: Sequence[DType]) -> None:
        """Fills it with what a function adds for arguments of these types."""
        arguments, self.outputs = traced(self, function, types, self.name, self._get_variable)
        self.inputs = [*arguments, *self.internal_captures]

    def _get_variable(self, getter: Callable[..., Any], name: str, *args: Any, **kwargs: Any) -> Any:
        """A custom getter: the variable is of the graph around the function, and the value of a resource an argument."""
        with self.outer.as_default():
            with self.outer.name_scope(None):
                variable = self.extra_vars[name] = getter(name, *args, **kwargs)
            return variable.value() if isinstance(variable, HandledVariable) else variable

    def get_again(self, getter: Callable[..., Any], name: str, *args: Any, **kwargs: Any) -> Any:
        """A custom getter where the function is built once more: the variable that it has made before."""
        return self.extra_vars[name]


def traced(
    body: FunctionBody, function: Callable[..., Any], types: Sequence[DType], name: str, getter: Callable[..., Any]
) -> tuple[list[Tensor], list[Tensor]]:
    """(the arguments, what the function returns), built in `body`. name: of the function.  getter: of variables."""
    names = argument_names(function)
    names = [name.lstrip("_") or "arg" for name in names] + [f"arg{i}" for i in range(len(names), len(types))]
    with body.as_default():
        made = [argument(body, kind.base_dtype, None, label) for kind, label in zip(types, names, strict=False)]
        del body.inputs[-len(made) :]
        return made, [body.capture(tensor) for tensor in built(function, made, name, getter)]


def built(function: Callable[..., Any], inputs: list[Tensor], name: str, getter: Callable[..., Any]) -> list[Tensor]:
    """The tensors that a function returns, built in the default graph. getter: of variables."""
    scope = pure_variable_scope(get_variable_scope(), custom_getter=getter, dtype=None)
    with scope, variable_creator_scope(_make_outside):
        results = function(*inputs)
    if results is None or isinstance(results, Operation):
        return []
    results = results if isinstance(results, (list, tuple)) else (results,)
    if any(result is None for result in results):
        raise ValueError(f"Function {name} can not return None.")
    return [convert_to_tensor(result) for result in results]


def _make_outside(creator: Callable[..., Any], **settings: Any) -> Any:
    with init_scope():
        return creator(**settings)


def argument_names(function: Callable[..., Any]) -> list[str]:
    """The names of the positional arguments of a Python function."""
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return [p.name for p in inspect.signature(function).parameters.values() if p.kind in kinds]


def _body() -> DefunBody | None:
    graph = get_default_graph()
    return graph if isinstance(graph, DefunBody) else None


def get_extra_vars() -> list[Any]:
    """The variables that the function being traced has got so far; outside of one, no variables."""
    body = _body()
    return [] if body is None else list(body.extra_vars.values())


def get_extra_inputs() -> list[Tensor]:
    """The tensors of the graph around it that the function being traced has used so far."""
    body = _body()
    return [] if body is None else body.external_captures


def get_extra_args() -> list[Tensor]:
    """The arguments in place of get_extra_inputs()."""
    body = _body()
    return [] if body is None else body.internal_captures
