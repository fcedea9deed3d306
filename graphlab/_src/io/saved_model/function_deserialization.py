"""tensorflow.python.saved_model.function_deserialization: functions of a SavedModel's library as functions of tf.function."""

import inspect
import itertools
import re
from collections.abc import Iterable, Mapping
from typing import Any

from graphlab._src.function.body import FunctionBody
from graphlab._src.function.concrete import ConcreteFunction
from graphlab._src.function.def_function import Function
from graphlab._src.function.polymorphic import TracedFunction
from graphlab._src.function.signature import FunctionSpec
from graphlab._src.graph import Operation, Tensor, convert_to_tensor, get_default_graph, nest
from graphlab._src.graph.nest_prefix import flatten_up_to
from graphlab._src.graph.opdef import capabilities_of
from graphlab._src.graph.type_spec import TensorSpec, TypeSpec
from graphlab._src.io.functions import Function as LibraryFunction
from graphlab._src.io.graphdef import import_graph_def
from graphlab._src.io.saved_model.nested_structure_coder import StructureCoder
from graphlab._src.proto import FunctionDef
from graphlab._src.state.resource_variable import HandledVariable

_numbers = itertools.count(1)
_OWN_NAME = re.compile(r"^__inference_(.*)_\d+$")


# The library


def load_function_def_library(library: Any, load_shared_name_suffix: str | None = None) -> dict[str, ConcreteFunction]:
    """{name: ConcreteFunction} of a FunctionDefLibrary. They have new names, and what they capture is among their inputs.

    load_shared_name_suffix: what the names of the resources that they make get at the end, so that they share none.
    ValueError where functions call each other in a circle.
    """
    suffix = load_shared_name_suffix or shared_name_suffix()
    names = {one.signature.name for one in library.function}
    functions: dict[str, ConcreteFunction] = {}
    for definition in _sorted(library.function, names):
        message = FunctionDef()
        message.CopyFrom(definition)
        for node in message.node_def:
            fix_node_def(node, functions, suffix)
        made = ConcreteFunction(_body(message))
        listed = {made.graph.get_operation_by_name(name) for name in message.control_ret.values()}
        made._function.control_outputs = sorted(listed, key=lambda op: op.id)
        made._function.inlined = made._function.build
        if any(op.control_flow_context is not None for op in made.graph.operations):
            made._function.differs_again = True  # there is no Python function that would build its loops once more
        made.add_to_graph()
        functions[definition.signature.name] = made
    return functions


def shared_name_suffix() -> str:
    """What no other load appends to names of resources."""
    return f"_load_{next(_numbers)}"


def _body(definition: Any) -> FunctionBody:
    name = definition.signature.name
    own = _OWN_NAME.match(name)
    body = FunctionBody(own[1] if own else name, get_default_graph())
    reader = LibraryFunction(definition, body.functions, import_graph_def)
    message, names = reader.graph_def()
    with body.as_default():
        import_graph_def(message, name="")
    body.inputs = [body.get_tensor_by_name(f"{arg.name}:0") for arg in definition.signature.input_arg]
    for i, tensor in enumerate(body.inputs):
        stated = definition.arg_attr[i].attr if i in definition.arg_attr else {}
        if "_user_specified_name" in stated:
            tensor.op.attrs["_user_specified_name"] = stated["_user_specified_name"]
    returned = [definition.ret[arg.name] for arg in definition.signature.output_arg]
    body.outputs = [body.get_tensor_by_name(reader.tensor_name(names, text)) for text in returned]
    return body


def _sorted(definitions: Iterable[Any], names: set[str]) -> list[Any]:
    """The FunctionDefs, each behind those that it calls."""
    waiting = {one.signature.name: one for one in definitions}
    called = {name: _called(one, names) for name, one in waiting.items()}
    found: list[Any] = []
    while waiting:
        ready = [name for name in waiting if not called[name] & waiting.keys()]
        if not ready:
            raise ValueError(f"There is a cyclic-dependency between functions. Could not resolve {sorted(waiting)}.")
        found += [waiting.pop(name) for name in ready]
    return found


def _called(definition: Any, names: set[str]) -> set[str]:
    found: set[str] = set()
    for node in definition.node_def:
        found.add(node.op)
        for value in node.attr.values():
            found.update(one.name for one in (value.func, *value.list.func))
    return found & names


def fix_node_def(node_def: Any, functions: Mapping[str, ConcreteFunction], suffix: str) -> None:
    """Puts the new names of functions into a node that calls some, and a name of its own where it makes a resource."""
    if capabilities_of(node_def.op).calls == "function":
        node_def.attr.pop("_gradient_op_type", None)  # a number of the process that wrote it
    if node_def.op in functions:
        node_def.op = functions[node_def.op].name
    for value in node_def.attr.values():
        for one in (value.func, *value.list.func) if value.WhichOneof("value") in ("func", "list") else ():
            if one.name in functions:
                one.name = functions[one.name].name
    if "shared_name" in node_def.attr:
        given = node_def.attr["shared_name"].s or node_def.name.encode()
        node_def.attr["shared_name"].s = given + suffix.encode()


# Functions of Python


def setup_bare_concrete_function(
    saved_bare_concrete_function: Any, concrete_functions: Mapping[str, ConcreteFunction]
) -> ConcreteFunction:
    """The ConcreteFunction that a SavedBareConcreteFunction names, called as it says."""
    found = concrete_functions[saved_bare_concrete_function.concrete_function_name]
    found._arg_keywords = list(saved_bare_concrete_function.argument_keywords)
    found._num_positional_args = saved_bare_concrete_function.allowed_positional_arguments
    return found


class RestoredFunction(Function):
    """A Function of a SavedModel: it calls the one of its concrete_functions that fits the arguments."""

    def __init__(self, name: str, function_spec: FunctionSpec, concrete_functions: list[ConcreteFunction]) -> None:
        super().__init__(self._call_fitting, name, autograph=False)
        self.concrete_functions = concrete_functions
        self.function_spec = function_spec

    def _list_all_concrete_functions_for_serialization(self) -> list[ConcreteFunction]:
        return self.concrete_functions

    @property
    def __signature__(self) -> inspect.Signature:
        return _signature_of(self.function_spec.fullargspec)

    def _traced(self, creator: Any) -> TracedFunction:
        made = super()._traced(creator)
        made._spec = self.function_spec
        return made

    def _call_fitting(self, *args: Any, **kwargs: Any) -> Any:
        for converted in (False, True):  # a more specific trace first, which needs no conversion
            for concrete in self.concrete_functions:
                if _fits(concrete, (args, kwargs), converted):
                    return _call(concrete, (args, kwargs))
        options = [
            f"Option {i}:\n  {_described(positional)}\n  Keyword arguments: {keywords}"
            for i, (positional, keywords) in enumerate(
                (one.structured_input_signature or ((), {}) for one in self.concrete_functions), start=1
            )
        ]
        raise ValueError(
            f"Could not find matching function to call loaded from the SavedModel. Got:\n  {_described(args)}\n  Keyword "
            f"arguments: {kwargs}\n\nExpected these arguments to match one of the following {len(options)} option(s):\n\n"
            + "\n\n".join(options)
        )


def _described(positional: Any) -> str:
    return "\n    * ".join([f"Positional arguments ({len(positional)} total):", *map(str, positional)])


def recreate_function(saved_function: Any, concrete_functions: Mapping[str, ConcreteFunction]) -> RestoredFunction:
    """The Function of a SavedFunction."""
    found = [concrete_functions[name] for name in saved_function.concrete_functions]
    return RestoredFunction("restored_function_body", _function_spec(saved_function.function_spec), found)


def _function_spec(message: Any) -> FunctionSpec:
    """The FunctionSpec of a message, without the object of a method, which its function captures."""
    coder = StructureCoder()
    written = coder.decode_proto(message.fullargspec)
    if message.is_method and not written.args:
        raise NotImplementedError("Missing support to deserialize a method function without a named 'self' argument.")
    args = list(written.args)[1:] if message.is_method else list(written.args)
    defaults = None if written.defaults is None else tuple(written.defaults)[-len(args) or len(written.defaults) :]
    spec = inspect.FullArgSpec(
        args, written.varargs, written.varkw, defaults, list(written.kwonlyargs or ()), written.kwonlydefaults, {}
    )
    return FunctionSpec(spec, False, coder.decode_proto(message.input_signature))


def _signature_of(spec: inspect.FullArgSpec) -> inspect.Signature:
    kinds = inspect.Parameter
    first = len(spec.args) - len(spec.defaults or ())
    found = [
        kinds(
            name,
            kinds.POSITIONAL_OR_KEYWORD,
            default=(spec.defaults or ())[i - first] if i >= first else kinds.empty,
        )
        for i, name in enumerate(spec.args)
    ]
    if spec.varargs:
        found.append(kinds(spec.varargs, kinds.VAR_POSITIONAL))
    given = spec.kwonlydefaults or {}
    found += [kinds(name, kinds.KEYWORD_ONLY, default=given.get(name, kinds.empty)) for name in spec.kwonlyargs]
    if spec.varkw:
        found.append(kinds(spec.varkw, kinds.VAR_KEYWORD))
    return inspect.Signature(found)


def _is_tensor(value: Any) -> bool:
    return isinstance(value, (Tensor, HandledVariable))


def _fits(concrete: ConcreteFunction, inputs: Any, converted: bool) -> bool:
    """Whether a function can be called so. converted: what is no tensor becomes one where a tensor is needed."""
    expected = concrete.structured_input_signature
    if expected is None:  # of objects that graphlab does not have
        return False
    try:
        flat = flatten_up_to(expected, inputs, check_types=False)
        nest.assert_same_structure(inputs, nest.pack_sequence_as(expected, flat), check_types=False)
    except (TypeError, ValueError):
        return False
    return all(_fits_one(spec, value, converted) for spec, value in zip(nest.flatten(expected), flat, strict=True))


def _fits_one(spec: Any, value: Any, converted: bool) -> bool:
    if isinstance(spec, TensorSpec):
        if converted and not isinstance(value, TensorSpec):
            value = _as_spec(value, spec)
        fitting = isinstance(value, TensorSpec) or _is_tensor(value)
        return fitting and value.dtype.base_dtype is spec.dtype and spec.shape.is_compatible_with(value.shape)
    if isinstance(spec, TypeSpec):
        try:
            return spec.is_compatible_with(value)
        except (TypeError, ValueError):
            return False
    return value is spec if _is_tensor(value) else bool(value == spec)


def _as_spec(value: Any, spec: TensorSpec) -> TensorSpec | None:
    try:
        with FunctionBody("guess_conversion").as_default():  # a graph that nothing is left of
            tensor = convert_to_tensor(value, dtype_hint=spec.dtype)
    except (TypeError, ValueError):
        return None
    return TensorSpec(tensor.shape, tensor.dtype.base_dtype)


def _call(concrete: ConcreteFunction, inputs: Any) -> Any:
    expected = concrete.structured_input_signature
    flat = flatten_up_to(expected, inputs, check_types=False, expand_composites=True)
    tensors = [
        convert_to_tensor(value, dtype_hint=spec.dtype)
        for value, spec in zip(flat, nest.flatten(expected, expand_composites=True), strict=True)
        if isinstance(spec, TensorSpec)
    ]
    result = concrete._call_flat(tensors)
    return None if isinstance(result, Operation) else result
