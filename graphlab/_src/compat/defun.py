"""tensorflow.python.framework.function: Defun, whose functions are in the library of the graphs that call them."""

import base64
import functools
import hashlib
import inspect
import re
from collections.abc import Callable, Sequence
from typing import Any

from graphlab._src.autodiff.trainable import is_trainable
from graphlab._src.base import dtypes
from graphlab._src.base.errors import InvalidArgumentError, explain
from graphlab._src.compat.defun_body import DefunBody, argument_names, built, traced
from graphlab._src.function.body import FunctionBody, GraphFunction
from graphlab._src.function.calls import call, gradients_of_call
from graphlab._src.graph import Graph, Operation, Tensor, convert_to_tensor, get_default_graph
from graphlab._src.graph.func_graph import FuncGraph, has_effect
from graphlab._src.ops.constants import zeros_like

# How types are written in the names of functions.
_LETTERS = {"float": "f", "int": "i", "uint": "u", "complex": "c", "bfloat": "b", "qint": "qi", "quint": "qu"}
_WORDS = {"string": "s", "bool": "b", "uint8": "i8"}


class Defun:
    """A decorator that makes a function of tensors a function of the graph's library; its calls are operations.

    input_types: of the arguments; without them there is a function for each list of types that it is called with.
    func_name: of the function; made of the Python function's and of what it does, when left out.
    grad_func(*arguments, *gradients): its gradient, a function that Defun made.
    python_grad_func(op, *gradients): the same in Python: the gradients of op.inputs.
    out_names: of the results.  shape_func(op): the shapes of the results of a call.
    capture_by_value: what it uses of the graph around it is copied into it, operations with state only if they are in
    whitelisted_stateful_ops.
    noinline, compiled, experimental_…, _implements, _reference: are noted in the FunctionDef.
    """

    def __init__(self, *input_types: Any, func_name: str | None = None, **settings: Any) -> None:
        self._types = tuple(dtypes.as_dtype(kind) for kind in input_types)
        self._name = func_name
        self._settings = settings
        if settings.get("grad_func") is not None and settings.get("python_grad_func") is not None:
            raise ValueError("Gradient defined twice for a function: pass grad_func or python_grad_func")

    def __call__(self, func: Callable[..., Any]) -> Any:
        if not callable(func):
            raise ValueError(f"function {func} must be callable")
        parameters = inspect.signature(func).parameters.values()
        if any(p.default is not p.empty or p.kind is p.VAR_KEYWORD for p in parameters):
            raise ValueError(f"function with argument defaults or keywords arguments are not supported: {func}")
        more = any(p.kind is p.VAR_POSITIONAL for p in parameters)
        named = len(argument_names(func))
        if self._types and (len(self._types) < named or len(self._types) > named and not more):
            raise ValueError("The function has fewer arguments than the number of specified input types.")
        kind = DefinedFunction if self._types or not (named or more) else OverloadedFunction
        return kind(func, self._types, self._name, **self._settings)


class DefinedFunction:
    """A function of the library, for arguments of certain types; each call adds an operation of its name to the graph."""

    def __init__(
        self,
        func: Callable[..., Any],
        types: tuple[dtypes.DType, ...],
        name: str | None,
        grad_func: Any = None,
        python_grad_func: Any = None,
        out_names: Sequence[str] | None = None,
        shape_func: Callable[[Operation], Sequence[Any]] | None = None,
        capture_by_value: bool = False,
        whitelisted_stateful_ops: Any = None,
        capture_resource_var_by_value: bool = True,
        **attributes: Any,
    ) -> None:
        functools.update_wrapper(self, func)
        self._func = func
        self._wanted_name = name
        self._label = re.sub(r"\W", "", name or getattr(func, "__name__", "")).lstrip("_") or "function"
        self.declared_input_types = types
        self.python_grad_func = python_grad_func
        self._grad_func = grad_func
        self._out_names = list(out_names or ())
        self._shape_func = shape_func
        self._by_value = capture_by_value
        self._recreated = frozenset(whitelisted_stateful_ops or ())
        self._attributes = attributes_of(attributes)
        self._traces: list[GraphFunction] = []
        self._devices = list(get_default_graph().stacks.devices)

    def __call__(self, *args: Any, name: str | None = None, **attributes: Any) -> Any:
        """What a call returns: a tensor, several as a tuple, or the operation where there are none."""
        attributes_of(attributes)
        function = self.library_function
        expected = len(self.declared_input_types)
        if len(args) != expected:
            raise ValueError(f"Expected number of arguments: {expected}, received: {len(args)}")
        inputs = [
            convert_to_tensor(arg, kind.base_dtype) for arg, kind in zip(args, self.declared_input_types, strict=True)
        ]
        self.add_to_graph()
        op = call(function, [*inputs, *self.captured_inputs], name or function.name)
        if self._shape_func is not None:
            for tensor, shape in zip(op.outputs, self._shape_func(op), strict=True):
                tensor.set_shape(shape)
        return op if not op.outputs else op.outputs[0] if len(op.outputs) == 1 else tuple(op.outputs)

    def _gradient(self, op: Operation, *grads: Any) -> Any:
        """The gradients of the inputs of a call, of which each has one."""
        if self.python_grad_func is not None:
            return self.python_grad_func(op, *grads)
        if self._grad_func is not None:
            pairs = zip(grads, op.outputs, strict=False)
            found = self._grad_func(*op.inputs, *(zeros_like(y) if dy is None else dy for dy, y in pairs))
            return found if isinstance(found, tuple) else [found]
        found = gradients_of_call(op, *grads)
        pairs = zip(found, op.inputs, strict=True)
        return [zeros_like(x) if dx is None and is_trainable(x) else dx for dx, x in pairs]

    # In the library

    @property
    def name(self) -> str:
        """The name of the function in the library."""
        return self.library_function.name

    @property
    def definition(self) -> Any:
        """The FunctionDef."""
        return self.library_function.definition

    @functools.cached_property
    def _signature(self) -> Any:
        return self.definition.signature

    @property
    def captured_inputs(self) -> list[Tensor]:
        """The tensors of the graph around it that it uses: the inputs of a call after its arguments."""
        return list(self.library_function.graph.external_captures)

    @property
    def stateful_ops(self) -> list[tuple[str, str]]:
        """(name, type) of its operations with state."""
        operations = self.library_function.graph.operations
        return [(op.name, op.type) for op in operations if op.definition is not None and op.definition.stateful]

    @property
    def grad_func_name(self) -> str | None:
        """The name of the function that is its gradient."""
        return None if self._grad_func is None else self._grad_func.name

    def set_grad_func(self, grad_func: Any) -> None:
        """Sets the function that is its gradient."""
        self._grad_func = grad_func

    def add_to_graph(self, g: Graph | None = None) -> None:
        """Adds it to the library of a graph, and its gradient."""
        graph = get_default_graph() if g is None else g
        function = self.library_function
        known = graph.functions.get(function.name)
        if known is not None and known is not function and known.definition != function.definition:
            message = (
                f"Cannot add function '{function.name}' because a different function with the same name already exists."
            )
            raise InvalidArgumentError(None, None, message)
        function.add_to(graph)
        if isinstance(self._grad_func, DefinedFunction):
            self._grad_func.add_to_graph(graph)
            graph.function_gradients[function.name] = self._grad_func.name

    @property
    def library_function(self) -> GraphFunction:
        """The function: traced once, and again in a graph that can't see what it captured."""
        visible: list[Graph] = [get_default_graph()]
        while isinstance(visible[-1], FuncGraph):
            visible.append(visible[-1].outer)
        for function in self._traces:
            if function.graph.outer is visible[-1] and all(one.graph in visible for one in function.graph.captures):
                return function
        with visible[-1].as_default():
            made = self._trace(visible[-1])
        self._traces = [*(one for one in self._traces if one.graph.outer is visible[-1]), made]
        return made

    def _trace(self, outer: Graph) -> GraphFunction:
        body = DefunBody(self._label, outer, self._by_value, self._recreated)
        body.stacks.devices = list(self._devices)
        body.trace(self._func, self.declared_input_types)
        body.finalize()
        if self._out_names and len(self._out_names) != len(body.outputs):
            sizes = f"output names size = {len(self._out_names)} outputs size = {len(body.outputs)}"
            message = f"output names must be either empty or equal in size to outputs. {sizes}"
            raise InvalidArgumentError(None, None, explain(message))
        types, again = self.declared_input_types, body.get_again

        def retrace(other: FunctionBody) -> None:
            traced(other, self._func, types, self._label, again)

        def inlined(inputs: list[Tensor]) -> tuple[list[Tensor], list[Operation]]:
            graph = get_default_graph()
            start = len(graph.operations)
            outputs = built(self._func, inputs[: len(types)], self._label, again)
            return outputs, [op for op in graph.operations[start:] if op.definition and has_effect(op.definition)]

        name = self._wanted_name or self._label
        made = GraphFunction(name, body, body.inputs, body.outputs, self._attributes, retrace)
        made.output_names = self._out_names
        made.description = inspect.getdoc(self._func) or ""
        if self._wanted_name is None:
            content = made.definition.SerializeToString(deterministic=True)
            del made.definition  # it has the final name from now on
            digest = hashlib.sha256(content).digest()[:8]
            made.name = f"{name}_{base64.b64encode(digest, b'XX').decode().rstrip('=')}"
        made.inlined = inlined
        made.gradient_rule = self._gradient
        made.infers_shapes = False  # as TensorFlow says of such calls by _disable_call_shape_inference
        return made


class OverloadedFunction:
    """A Python function that becomes a function of the library for each list of types that it is called with."""

    def __init__(
        self, func: Callable[..., Any], _types: Any, name: str | None, grad_func: Any = None, **settings: Any
    ) -> None:
        functools.update_wrapper(self, func)
        self._func = func
        self._name = name
        self._grad_func = grad_func
        self._settings = settings
        self._made: dict[tuple[dtypes.DType, ...], DefinedFunction] = {}

    def instantiate(self, input_types: Sequence[Any]) -> DefinedFunction:
        """The function for arguments of these types."""
        types = tuple(dtypes.as_dtype(kind).base_dtype for kind in input_types)
        if types not in self._made:
            name = self._name and f"{self._name}_{''.join(map(_letters, types))}"
            made = self._made[types] = DefinedFunction(self._func, types, name, **self._settings)
            if isinstance(self._grad_func, OverloadedFunction):
                results = [tensor.dtype for tensor in made.library_function.outputs]
                made.set_grad_func(self._grad_func.instantiate([*types, *results]))
            elif self._grad_func is not None:
                made.set_grad_func(self._grad_func)
        return self._made[types]

    def __call__(self, *args: Any, **keywords: Any) -> Any:
        tensors = [convert_to_tensor(arg) for arg in args]
        return self.instantiate([tensor.dtype for tensor in tensors])(*tensors, **keywords)


def _letters(kind: dtypes.DType) -> str:
    word, bits = re.fullmatch(r"([a-z]+)(\d*)", kind.name).groups()  # pyright: ignore[reportOptionalMemberAccess]
    return _WORDS.get(kind.name) or _LETTERS.get(word, word) + bits


def attributes_of(settings: dict[str, Any]) -> dict[str, Any]:
    """The attributes that keywords of Defun, or of a call, are in a FunctionDef. ValueError for unknown ones."""
    found: dict[str, Any] = {}
    unknown: list[str] = []
    for key, value in settings.items():
        if key == "noinline":
            found["_noinline"] = bool(value)
        elif key == "compiled":
            found["_XlaCompile"] = bool(value)
        elif key.startswith("experimental_") or key in ("_implements", "_reference"):
            if not isinstance(value, (bool, int, float, str)):
                raise ValueError(f"Unsupported attribute type for {key} with type {type(value)}")
            found[key] = value
        elif key != "separate_compiled_gradients":
            unknown.append(key)
    if unknown:
        raise ValueError(f"Unknown keyword arguments: {unknown}")
    return found
