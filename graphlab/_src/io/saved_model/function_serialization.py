"""tensorflow.python.saved_model.function_serialization: functions of tf.function as the messages of a SavedModel."""

from collections.abc import Mapping
from inspect import FullArgSpec
from typing import Any

from graphlab._src.function.concrete import ConcreteFunction
from graphlab._src.function.signature import FunctionSpec
from graphlab._src.graph import Tensor, nest
from graphlab._src.graph.type_spec import TensorSpec, type_spec_from_value
from graphlab._src.io.saved_model.nested_structure_coder import StructureCoder
from graphlab._src.proto import saved_objects

_ITSELF = "self"  # the argument of a method that a FullArgSpec of a message has and a FunctionSpec does not


def serialize_concrete_function(
    concrete_function: ConcreteFunction, node_ids: Mapping[Tensor, int], coder: StructureCoder
) -> Any:
    """The SavedConcreteFunction. node_ids: of the nodes whose tensors it may capture.

    KeyError where it captures what no node is.
    """
    message = saved_objects.SavedConcreteFunction()
    for capture in concrete_function.captured_inputs:
        if capture not in node_ids:
            raise KeyError(
                f"Failed to add concrete function {concrete_function.name} to object based saved model as it captures tensor "
                f"{capture} which is unsupported or not reachable from root. One reason could be that a stateful object or a "
                "variable that the function depends on is not assigned to an attribute of the serialized trackable object."
            )
        message.bound_inputs.append(node_ids[capture])
    signature = coder.encode_structure(concrete_function.structured_input_signature)
    message.canonicalized_input_signature.CopyFrom(signature)
    message.output_signature.CopyFrom(coder.encode_structure(_specs(concrete_function.structured_outputs)))
    return message


def _specs(outputs: Any) -> Any:
    def spec(path: tuple[Any, ...], leaf: Any) -> Any:
        if isinstance(leaf, Tensor):
            return TensorSpec(leaf.shape, leaf.dtype.base_dtype, "/".join(map(str, path)) or None)
        return type_spec_from_value(leaf) if nest.is_composite(leaf) else leaf

    return _map_with_path(spec, outputs, ())


def _map_with_path(put: Any, structure: Any, path: tuple[Any, ...]) -> Any:
    if isinstance(structure, Mapping):
        return {key: _map_with_path(put, value, (*path, key)) for key, value in structure.items()}
    fields: Any = getattr(structure, "_fields", None)
    if isinstance(structure, tuple) and fields is not None:
        items = [_map_with_path(put, value, (*path, name)) for name, value in zip(fields, structure, strict=True)]
        return type(structure)(*items)
    if isinstance(structure, (list, tuple)):
        items = [_map_with_path(put, value, (*path, i)) for i, value in enumerate(structure)]
        return items if isinstance(structure, list) else tuple(items)
    return put(path, structure)


def serialize_bare_concrete_function(concrete_function: ConcreteFunction) -> Any:
    """The SavedBareConcreteFunction: how a ConcreteFunction is called."""
    return saved_objects.SavedBareConcreteFunction(
        concrete_function_name=concrete_function.name,
        allowed_positional_arguments=concrete_function._num_positional_args or 0,
        argument_keywords=concrete_function._arg_keywords or (),
    )


def serialize_function(function: Any, concrete_functions: list[ConcreteFunction]) -> Any:
    """The SavedFunction of a Function: the names of its traces, and how its arguments are bound."""
    coder = StructureCoder()
    message = saved_objects.SavedFunction(concrete_functions=[one.name for one in concrete_functions])
    spec: FunctionSpec = function.function_spec
    bound = spec.fullargspec
    written = FullArgSpec(
        args=[_ITSELF, *bound.args] if spec.is_method else list(bound.args),
        varargs=bound.varargs,
        varkw=bound.varkw,
        defaults=bound.defaults,
        kwonlyargs=list(bound.kwonlyargs),
        kwonlydefaults=bound.kwonlydefaults or None,
        annotations={},  # they change nothing, and no message describes them
    )
    message.function_spec.fullargspec.CopyFrom(coder.encode_structure(written))
    message.function_spec.is_method = spec.is_method
    message.function_spec.input_signature.CopyFrom(coder.encode_structure(spec.input_signature))
    return message
