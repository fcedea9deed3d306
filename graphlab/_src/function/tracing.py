"""Tracing: a Python function is called with placeholders, and what it does becomes a FunctionBody."""

import contextlib
from collections.abc import Callable, Generator, Sequence
from typing import Any

from graphlab._src.autograph.conversion import call_as_enabled, conversion
from graphlab._src.base.shapes import of
from graphlab._src.function.body import FunctionBody, argument
from graphlab._src.function.signature import flatten, pack
from graphlab._src.graph import Operation, Tensor, convert_to_tensor, get_default_graph, nest
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.graph.tensor import CompositeTensor
from graphlab._src.graph.type_spec import TensorSpec, type_spec_from_value
from graphlab._src.ops.control_flow.automatic_dependencies import AutomaticControlDependencies
from graphlab._src.ops.identity import identity
from graphlab._src.ops.tensor_array import TensorArray
from graphlab._src.proto import AttrValue
from graphlab._src.state.resource_variable import HandledVariable
from graphlab._src.state.variable_scope import get_variable_scope
from graphlab._src.state.variable_watch import watched


def trace(
    label: str,
    python_function: Callable[..., Any],
    args: Sequence[Any],
    kwargs: dict[str, Any],
    *,
    autograph: bool = False,
    arg_names: Sequence[str] | None = None,
    shapes: Sequence[Any] | None = None,
    op_return_value: Tensor | None = None,
    body: FunctionBody | None = None,
    add_control_dependencies: bool = True,
) -> FunctionBody:
    """The body of a function, for arguments of these shapes and types.

    args, kwargs: tensors or TensorSpecs, which become arguments, variables, and Python values, which are part of the body.
    arg_names: of args.  shapes: of the leaves of args and kwargs, where they are others than theirs.
    add_control_dependencies: False leaves the order of effects to the function, and runs only what its results need.
    op_return_value: what represents an operation that the function returns; without it that is an error.
    """
    body = FunctionBody(label, get_default_graph()) if body is None else body
    automatic = AutomaticControlDependencies() if add_control_dependencies else contextlib.nullcontext()
    with body.as_default(), automatic as control, resources(), watched(body.variables):
        made = _Arguments(body, shapes)
        func_args = made.place(args, arg_names)
        func_kwargs = {key: made.place([kwargs[key]], [key])[0] for key in sorted(kwargs)}
        body.structured_input_signature = (_specs(func_args), _specs(func_kwargs))
        before = flatten((func_args, func_kwargs))
        with conversion(autograph):
            result = call_as_enabled(python_function, *func_args, **func_kwargs)

        def convert(value: Any) -> Any:
            if value is None:
                return None
            if isinstance(value, Operation) and op_return_value is not None:
                with control_dependencies([value]):
                    value = identity(op_return_value)
            elif isinstance(value, TensorArray):
                raise TypeError(f"{label} returns a TensorArray: return array.stack(), and unstack it where it is used")
            elif not nest.is_composite(value):
                try:
                    value = convert_to_tensor(value)
                except (ValueError, TypeError):
                    raise TypeError(
                        "To be compatible with tf.contrib.eager.defun, Python functions must return zero or more Tensors; "
                        f"in compilation of {python_function}, found return value of type {type(value)}, which is not a "
                        "Tensor."
                    ) from None
            if control is not None:
                return control.mark_as_return(value)
            return nest.map_structure(body.capture, value, expand_composites=True)

        body.structured_outputs = nest.map_structure(convert, result)
        after = flatten((func_args, func_kwargs))
        if len(after) != len(before) or any(one is not other for one, other in zip(before, after, strict=True)):
            raise ValueError("Arguments to a traced function were changed in it: it must not modify its arguments")
    body.inputs = [*made.inputs(), *body.internal_captures]
    arguments = set(map(id, made.variables))
    body.variables = [one for one in dict.fromkeys(body.variables) if id(one) not in arguments]
    body.outputs = [tensor for tensor in nest.flatten(body.structured_outputs, True) if tensor is not None]
    return body


@contextlib.contextmanager
def resources() -> Generator[None]:
    """Variables made inside are resource variables."""
    scope = get_variable_scope()
    before = scope.use_resource
    scope.set_use_resource(True)
    try:
        yield
    finally:
        scope.set_use_resource(before)


class _Arguments:
    """Makes a body's arguments from those of the first call."""

    def __init__(self, body: FunctionBody, shapes: Sequence[Any] | None) -> None:
        self._body = body
        self._shapes = None if shapes is None else iter(shapes)
        self._made: list[Any] = []  # tensors and variables
        self.variables: list[Any] = []

    def place(self, args: Sequence[Any], names: Sequence[str] | None) -> list[Any]:
        """args, with an argument of the body in place of each tensor and TensorSpec."""
        placed: list[Any] = []
        for i, value in enumerate(args):
            name = names[i] if names is not None and i < len(names) else None
            leaves = flatten(value)
            specs = [leaf for leaf in leaves if isinstance(leaf, TensorSpec)]
            named = [spec for spec in specs if spec.name]
            if named and len(named) < len(specs):
                raise ValueError(
                    "If specifying TensorSpec names for nested structures, either zero or all names have to be specified."
                )
            placed.append(pack(value, [self._place(leaf, name) for leaf in leaves]))
        return placed

    def _place(self, leaf: Any, name: str | None) -> Any:
        shape = None if self._shapes is None else next(self._shapes)
        if isinstance(leaf, HandledVariable):
            self._note(self._body.capture(leaf.handle), name or "variable")
            self.variables.append(leaf)
            self._made.append(leaf)
            return leaf
        if not isinstance(leaf, (Tensor, TensorSpec)):
            return leaf
        wanted = (leaf.name if isinstance(leaf, TensorSpec) and leaf.name else name) or "args"
        tensor = argument(self._body, leaf.dtype.base_dtype, of(leaf.shape if shape is None else shape), _valid(wanted))
        self._body.inputs.pop()
        self._note(tensor, wanted)
        self._made.append(tensor)
        return tensor

    def _note(self, tensor: Tensor, name: str) -> None:
        tensor.op.attrs["_user_specified_name"] = AttrValue(s=name.encode())

    def inputs(self) -> list[Tensor]:
        """The tensors of the arguments; those of variables are no captured ones any more."""
        found: dict[Tensor, None] = {}
        for one in self._made:
            tensor = self._body.pop_capture(one.handle) if isinstance(one, HandledVariable) else one
            if tensor is not None:
                found[tensor] = None
        return list(found)


def _valid(name: str) -> str:
    cleaned = "".join(c if c.isalnum() or c in "_.-/" else "_" for c in name).lstrip("_-/")
    return cleaned or "args"


def _specs(structure: Any) -> Any:
    """The structure with the TypeSpec of each tensor and composite of tensors in its place."""

    def spec(leaf: Any) -> Any:
        if isinstance(leaf, Tensor):
            name = leaf.op.attrs.get("_user_specified_name")
            return TensorSpec(leaf.shape, leaf.dtype, None if name is None else name.s.decode())
        return type_spec_from_value(leaf) if isinstance(leaf, CompositeTensor) else leaf

    return nest.map_structure(spec, tuple(structure) if isinstance(structure, list) else structure)
