"""tensorflow.python.framework.op_def_library: operations that are added by the names of their types, inputs and attributes."""

import contextlib
from collections.abc import Generator
from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.graph import Operation, apply_op, opdef
from graphlab._src.graph.attrs import normalize
from graphlab._src.graph.opdef import Attr, OpDef

_WORDS = {"type": "DataType", "func": "func"}


class OpDefLibrary:
    """The operation types that graphlab has; apply_op adds an operation."""

    def add_op(self, op_def: Any) -> None:
        """Checks an OpDef message, and has no other effect: an operation type is a function with graphlab's @op."""
        kinds = {attr.name: attr.type for attr in op_def.attr}
        for arg in [*op_def.input_arg, *op_def.output_arg]:
            given = [bool(arg.type), bool(arg.type_attr), bool(arg.type_list_attr)]
            if sum(given) != 1:
                raise TypeError(f"Arg '{arg.name}' of '{op_def.name}' must have one type field not {sum(given)}")
            for field, wanted in (("type_attr", "type"), ("number_attr", "int"), ("type_list_attr", "list(type)")):
                name = getattr(arg, field)
                if name and name not in kinds:
                    raise TypeError(f"Inconsistent OpDef for '{op_def.name}', missing attr '{name}'")
                if name and kinds[name] != wanted:
                    raise TypeError(f"Attr '{name}' of '{op_def.name}' used as a {field} but has type {kinds[name]}")

    def add_op_list(self, op_list: Any) -> None:
        """add_op for each OpDef of an OpList."""
        for op_def in op_list.op:
            self.add_op(op_def)

    def apply_op(self, op_type_name: str, name: str | None = None, **keywords: Any) -> Any:
        """Adds an operation and returns what its function does. keywords: each input and attribute; None is the default.

        What has the name of a Python keyword or function may have a _ at the end of it.
        """
        definition = opdef.lookup(op_type_name)
        if definition is None:
            raise RuntimeError(f"Unrecognized Op name {op_type_name}")
        values = [_taken(keywords, arg.name, "input") for arg in definition.inputs]
        inferred = {key for arg in definition.inputs for key in (arg.type_attr, arg.number_attr)}
        attrs: dict[str, Any] = {}
        for attr in definition.attrs.values():
            if attr.name not in inferred:
                attrs[attr.name] = _value(definition, attr, _taken(keywords, attr.name, "attr"))
            elif attr.name in keywords:
                raise TypeError(f"Should not specify value for inferred attr '{attr.name}'.")
        if keywords:
            raise TypeError(f"apply_op() got unexpected keyword arguments: {', '.join(sorted(keywords))}")
        with _first_lines():
            result = apply_op(op_type_name, *values, name=name, **attrs)
        return [] if isinstance(result, Operation) and definition.outputs else result


def _taken(keywords: dict[str, Any], name: str, what: str) -> Any:
    for key in (name, f"{name}_"):
        if key in keywords:
            return keywords.pop(key)
    raise TypeError(f"No argument for {what} {name}")


def _value(definition: OpDef, attr: Attr, value: Any) -> Any:
    """An attribute in the form that the graph has it, or TypeError."""
    if value is None and (not attr.required or attr.kind == "shape"):
        return None if attr.kind == "shape" and attr.required else attr.default
    if not attr.kind.startswith("list("):
        return _item(attr.kind, attr.name, value)
    if not isinstance(value, (list, tuple)):
        raise TypeError(f"Expected list for attr {attr.name}")
    return [_item(attr.kind[5:-1], attr.name, item) for item in value]


def _item(kind: str, name: str, value: Any) -> Any:
    if kind in ("shape", "tensor", "func"):
        return value
    if kind == "type" and isinstance(value, dtypes.DType):
        return value.base_dtype
    try:
        if value is None or isinstance(value, (list, tuple)) or kind == "float" and isinstance(value, str):
            raise TypeError
        return normalize(kind, value)
    except (TypeError, ValueError):
        raise TypeError(f"Expected {_WORDS.get(kind, kind)} for argument '{name}' not {value!r}.") from None


@contextlib.contextmanager
def _first_lines() -> Generator[None]:
    """Errors are raised as TensorFlow words them, without the node and what to do."""
    try:
        yield
    except (TypeError, ValueError) as error:
        raise type(error)(str(error).partition("\n")[0]) from None
