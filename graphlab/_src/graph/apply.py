"""apply_op: adds an operation of a registered type; converts inputs, fills in attributes, checks types."""

# Values of programs have any type, which checks here narrow: to lists of unknown items, and to types that TensorFlow refuses.
# pyright: reportUntypedNamedTuple=false, reportUnknownVariableType=false, reportUnknownArgumentType=false, reportUnknownMemberType=false

import collections
import contextlib
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.base.dtypes import DType
from graphlab._src.base.errors import explain, text_of
from graphlab._src.base.fixes import Edit, Explanation, Fix, fix_of
from graphlab._src.graph import attrs as attributes
from graphlab._src.graph import opdef
from graphlab._src.graph.convert import convert_to_tensor
from graphlab._src.graph.graph import Graph, default_graphs, graph_from_inputs
from graphlab._src.graph.opdef import Arg, Attr, OpDef
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.tensor import Tensor

_result_types: dict[str, Any] = {}


def apply_op(op_type: str, *values: Any, name: str | None = None, **attrs: Any) -> Any:
    """Adds an operation of a registered type and returns its output.

    values: one per input, converted to tensors; a list for inputs that are lists.  name: defaults to the type.
    attrs: the attributes that the inputs do not determine.
    Returns the Tensor, a list of them for a list output, a named tuple for several outputs, the Operation when there are none.
    """
    definition = opdef.lookup(op_type)
    if definition is None:
        raise ValueError(
            explain(f"graphlab has no operation type {op_type}", fix="Graph.create_op adds one that can't run")
        )
    graph = _graph_of(values)
    with graph.lock:
        full = graph.claim_name(name or op_type)
        inputs = _fast_inputs(definition, values, attrs)
        if inputs is None:
            inputs = _convert_inputs(graph, definition, full, values, attrs)
        if len(attrs) > len(definition.attrs) or definition.attrs:
            _complete_attrs(definition, full, attrs)
        if definition.ref_indices:
            op = _create_beside_state(graph, definition, op_type, full, inputs, attrs)
        elif graph.stacks.flow_context is not None:
            op = _create_in_flow(graph, op_type, full, inputs, attrs)
        else:
            op = graph.new_operation(op_type, full, inputs, attrs, None)
    if definition.single_output:
        return op.outputs[0]
    return _result(definition, op)


def _create_beside_state(
    graph: Graph, definition: OpDef, op_type: str, full: str, inputs: list[Tensor], attrs: dict[Any, Any]
) -> Operation:
    """Adds an operation with reference inputs, on the device of the state that they refer to."""
    with contextlib.ExitStack() as stack:
        for i in definition.ref_indices:
            stack.enter_context(graph.colocate_with(inputs[i].op))
        return _create_in_flow(graph, op_type, full, inputs, attrs)


def _create_in_flow(graph: Graph, op_type: str, full: str, inputs: list[Tensor], attrs: dict[Any, Any]) -> Operation:
    """Adds an operation inside a branch or loop; what brings its inputs in is named under it."""
    old_stack = graph.stacks.name_stack
    graph.stacks.name_stack = full
    try:
        return graph.new_operation(op_type, full, inputs, attrs, None)
    finally:
        graph.stacks.name_stack = old_stack


def _graph_of(values: Sequence[Any]) -> Graph:
    first = values[0] if values else None
    if type(first) is Tensor and not default_graphs.get_default().building_function:
        graph = first.op.graph
        if all(type(value) is Tensor and value.op.graph is graph for value in values):
            return graph
    flat = [item for value in values for item in (value if isinstance(value, (list, tuple)) else (value,))]
    return graph_from_inputs(flat)


def _fast_inputs(definition: OpDef, values: Sequence[Any], attrs: dict[Any, Any]) -> list[Tensor] | None:
    """The inputs when all are tensors of plain, matching types; None when anything needs a closer look."""
    if len(values) != len(definition.inputs):
        return None
    for arg, value in zip(definition.inputs, values, strict=True):
        if type(value) is not Tensor or arg.number_attr or arg.type_list or arg.is_ref:
            return None
        dtype = value.dtype.base_dtype
        if arg.dtype is not None:
            if dtype is not arg.dtype:
                return None
        elif attrs.setdefault(arg.type_attr, dtype) is not dtype:
            return None
    return list(values)


def _convert_inputs(
    graph: Graph, definition: OpDef, full: str, values: Sequence[Any], attrs: dict[Any, Any]
) -> list[Tensor]:
    if len(values) != len(definition.inputs):
        wanted = ", ".join(arg.name for arg in definition.inputs)
        raise TypeError(f"{definition.name} has {len(definition.inputs)} inputs ({wanted}), got {len(values)}")
    said_by: dict[str, str] = {}  # type attribute -> name of the argument that decided it
    for key in [key for key in attrs if definition.attrs.get(key) and definition.attrs[key].kind == "type"]:
        if key not in said_by and any(arg.type_attr == key for arg in definition.inputs):
            attrs[key] = dtypes.as_dtype(attrs[key]).base_dtype if not _inferred(definition, values, key) else None
            if attrs[key] is None:
                del attrs[key]
    inputs: list[Tensor] = []
    old_stack = graph.stacks.name_stack
    graph.stacks.name_stack = full
    entered = default_graphs.get_controller(graph)
    entered.__enter__()
    try:
        for arg, value in zip(definition.inputs, values, strict=True):
            if arg.is_list:
                inputs.extend(_convert_list(definition, arg, value, attrs, said_by))
            else:
                inputs.append(_convert_one(definition, arg, value, attrs, said_by))
    finally:
        entered.__exit__(None, None, None)
        graph.stacks.name_stack = old_stack
    return inputs


def _inferred(definition: OpDef, values: Sequence[Any], key: str) -> bool:
    """True when an input that is a tensor already decides the type attribute."""
    return any(
        arg.type_attr == key and isinstance(value, Tensor) for arg, value in zip(definition.inputs, values, strict=True)
    )


def _convert_one(definition: OpDef, arg: Arg, value: Any, attrs: dict[Any, Any], said_by: dict[str, str]) -> Tensor:
    known = arg.dtype or attrs.get(arg.type_attr)
    if isinstance(value, Tensor):
        tensor = value
    else:
        hint = None
        if known is None and arg.type_attr in definition.defaults:
            hint = definition.defaults[arg.type_attr]
        try:
            tensor = convert_to_tensor(value, known, arg.name, dtype_hint=hint, as_ref=arg.is_ref)
        except (TypeError, ValueError) as error:
            if known is None or value is None:
                raise _bad_value(definition, arg, value, error) from None
            if isinstance(error, TypeError):
                raise TypeError(
                    f"Expected {known.name} passed to parameter '{arg.name}' of op '{definition.name}', got {value!r} of "
                    f"type '{type(value).__name__}' instead. Error: {error}"
                ) from None
            tensor = _as_it_is(definition, arg, value, error)
    dtype = tensor.dtype.base_dtype
    if known is not None and dtype is not known:
        raise _type_mismatch(definition, arg, tensor, known, said_by)
    if arg.is_ref and not tensor.dtype.is_ref_dtype:
        raise TypeError(
            explain(
                f"'{definition.name}' Op requires that input '{arg.name}' be a mutable tensor (e.g.: a tf.Variable)",
                at=tensor,
            )
        )
    if arg.type_attr and known is None:
        attrs[arg.type_attr] = dtype
        said_by.setdefault(arg.type_attr, arg.name)
    return tensor


def _as_it_is(definition: OpDef, arg: Arg, value: Any, error: Exception) -> Tensor:
    """The value in its own type, which the error names; raises the first error when that fails too."""
    try:
        return convert_to_tensor(value, None, arg.name, as_ref=arg.is_ref)
    except (TypeError, ValueError):
        raise _bad_value(definition, arg, value, error) from None


def _bad_value(definition: OpDef, arg: Arg, value: Any, error: Exception) -> Exception:
    if value is None:
        return ValueError(
            explain(
                f"Tried to convert '{arg.name}' to a tensor and failed. Error: None values not supported.",
                at=f"{definition.name}, input '{arg.name}'",
            )
        )
    message = f"Failed to convert input '{arg.name}' of {definition.name} to a Tensor: {error}"
    return type(error)(Explanation(message, fix_of(error)))


def _type_mismatch(definition: OpDef, arg: Arg, tensor: Tensor, known: DType, said_by: dict[str, str]) -> TypeError:
    start = f"Input '{arg.name}' of '{definition.name}' Op has type {tensor.dtype.base_dtype.name} that does not match "
    if arg.dtype is not None:
        message = f"{start}expected type of {known.name}."
    else:
        other = said_by.get(arg.type_attr or "")
        message = f"{start}type {known.name} of argument '{other}'." if other else f"{start}type {known.name}."
        if other and tensor.dtype.is_floating and known.is_integer:  # the numbers after the point are not to be lost
            return TypeError(explain(message, at=tensor, fix=_cast(other, tensor.dtype.base_dtype, None)))
    return TypeError(explain(message, at=tensor, fix=_cast(arg.name, known, tensor)))


def _cast(name: str, dtype: DType, tensor: Tensor | None) -> Fix:
    """Says to cast one argument; tensor: what it is, None for another than the one that the error is at."""
    cast = f"tf.cast({{}}, tf.{dtype.name})"
    said = cast.format("…" if tensor is not None else name)
    return Fix(said, Edit("wrap", name, cast, tensor))


def _convert_types(
    definition: OpDef, arg: Arg, value: Sequence[Any], attrs: dict[Any, Any], said_by: dict[str, str]
) -> list[Tensor]:
    """The tensors of a list with a type for each item, which an argument before may have decided."""
    key = arg.type_attr or ""
    given = attrs.get(key) or [None] * len(value)
    try:
        pairs = enumerate(zip(value, given, strict=True))
        tensors = [convert_to_tensor(item, dtype, f"{arg.name}_{i}") for i, (item, dtype) in pairs]
    except (TypeError, ValueError):
        names = ", ".join(_type_names(value))
        if _NO_TENSOR in names:
            raise TypeError(
                f"Tensors in list passed to '{arg.name}' of '{definition.name}' Op have types [{names}] that are invalid. "
                f"Tensors: {value}"
            ) from None
        if key not in attrs:
            raise
        other = f" of argument '{said_by[key]}'" if key in said_by else ""
        wanted = ", ".join(dtype.name for dtype in attrs[key])
        raise TypeError(
            f"Input '{arg.name}' of '{definition.name}' Op has type list of {names} that does not match type list {wanted}{other}."
        ) from None
    attrs[key] = [tensor.dtype.base_dtype for tensor in tensors]
    said_by.setdefault(key, arg.name)
    return tensors


_NO_TENSOR = "<NOT CONVERTIBLE TO TENSOR>"


def _type_names(values: Iterable[Any]) -> list[str]:
    """The name of the type that each value has as a tensor."""
    names: list[str] = []
    for value in values:
        try:
            names.append(convert_to_tensor(value).dtype.base_dtype.name)
        except (TypeError, ValueError):
            names.append(_NO_TENSOR)
    return names


def _types_differ(definition: OpDef, arg: Arg, types: Iterable[str], said: DType | None) -> TypeError:
    """The error of a list whose items have other types than one another, or than `said`, which is known of them."""
    end = "don't all match."
    if said is not None:
        whence = "expected type {0}." if arg.dtype is not None else "type {0} inferred from earlier arguments."
        end = f"do not match {whence.format(said.name)}"
    shown = ", ".join(types)
    return TypeError(
        explain(f"Tensors in list passed to '{arg.name}' of '{definition.name}' Op have types [{shown}] that {end}")
    )


def _convert_list(
    definition: OpDef, arg: Arg, value: Any, attrs: dict[Any, Any], said_by: dict[str, str]
) -> list[Tensor]:
    if not isinstance(value, (list, tuple)):
        raise TypeError(f"Expected list for '{arg.name}' argument to '{definition.name}' Op, not {value}.")
    if arg.type_list:
        return _convert_types(definition, arg, value, attrs, said_by)
    said = arg.dtype or attrs.get(arg.type_attr)
    known = said or next((item.dtype.base_dtype for item in value if isinstance(item, Tensor)), None)
    tensors: list[Tensor] = []
    for i, item in enumerate(value):
        dtype = None if isinstance(item, Tensor) else known
        try:
            tensors.append(convert_to_tensor(item, dtype, f"{arg.name}_{i}", as_ref=arg.is_ref))
        except (TypeError, ValueError):
            raise _types_differ(definition, arg, _type_names(value), said) from None
    types = [tensor.dtype.base_dtype for tensor in tensors]
    known = known or next(iter(types), None)
    if any(dtype is not known for dtype in types):
        raise _types_differ(definition, arg, [dtype.name for dtype in types], said)
    if arg.number_attr in attrs and attrs[arg.number_attr] != len(tensors):
        other = f" of argument '{said_by[arg.number_attr]}'" if arg.number_attr in said_by else ""
        raise ValueError(
            f"List argument '{arg.name}' to '{definition.name}' Op with length {len(tensors)} must match length "
            f"{attrs[arg.number_attr]}{other}."
        )
    least = definition.minimums.get(arg.number_attr or "", 0)
    if len(tensors) < least:
        raise ValueError(
            f"List argument '{arg.name}' to '{definition.name}' Op with length {len(tensors)} shorter than minimum length "
            f"{least}."
        )
    attrs[arg.number_attr] = len(tensors)
    said_by.setdefault(arg.number_attr or "", arg.name)
    if arg.type_attr and known is not None:
        attrs[arg.type_attr] = known
        said_by.setdefault(arg.type_attr, arg.name)
    return tensors


def _complete_attrs(definition: OpDef, full: str, attrs: dict[Any, Any]) -> None:
    for key, attr in definition.attrs.items():
        value = attrs.get(key)
        if value is None and not (key in attrs and attr.kind == "shape"):
            if attr.required:
                raise TypeError(
                    explain(f"{definition.name} needs the attribute '{key}'", at=f"{full}: {definition.name}")
                )
            attrs[key] = attr.default
            continue
        if type(value) is not dtypes.DType or value.is_ref_dtype:
            try:
                value = attrs[key] = attributes.normalize(attr.kind, value)
            except attributes.NoListError:
                raise TypeError(
                    f"Expected list for '{key}' argument to '{definition.name}' Op, not {value!r}, at '{full}'"
                ) from None
            except (TypeError, ValueError) as error:
                raise type(error)(f"{error} for the attribute '{key}' of {definition.name} '{full}'") from None
        if attr.allowed is not None:
            _check_allowed(definition, attr, attr.allowed, value)
    for key in attrs:
        if key not in definition.attrs:
            raise TypeError(f"{definition.name} has no attribute '{key}'")
    if definition.minimums:
        _check_minimums(definition, attrs)


def _check_minimums(definition: OpDef, attrs: dict[Any, Any]) -> None:
    for key, least in definition.minimums.items():
        value = attrs.get(key)
        if isinstance(value, (list, tuple)) and len(value) < least:
            raise ValueError(
                f"Attr '{key}' of '{definition.name}' Op passed list of length {len(value)} less than minimum {least}."
            )
        if isinstance(value, int) and value < least:
            raise ValueError(f"Attr '{key}' of '{definition.name}' Op passed {value} less than minimum {least}.")


def _check_allowed(definition: OpDef, attr: Attr, allowed_values: Collection[Any], value: Any) -> None:
    for item in value if isinstance(value, list) else [value]:
        if item in allowed_values:
            continue
        if attr.kind in ("type", "list(type)"):
            arg = next((arg.name for arg in definition.inputs if arg.type_attr == attr.name), attr.name)
            allowed = ", ".join(dtype.name for dtype in sorted(allowed_values, key=int))
            raise TypeError(
                explain(
                    f"Value passed to parameter '{arg}' has DataType {item.name} not in list of allowed values: {allowed}",
                    fix=_allowed_cast(arg, item, allowed_values),
                )
            )
        allowed = ", ".join(f'"{choice.decode()}"' for choice in allowed_values)
        message = f"Attr '{attr.name}' of '{definition.name}' Op passed string '{text_of(item)}' not in: {allowed}."
        upper = text_of(item).upper()
        fix = Fix(f'"{upper}"', Edit("text", text_of(item), upper))
        raise ValueError(explain(message, fix=fix if upper.encode() in allowed_values else None))


def _allowed_cast(name: str, given: DType, allowed: Collection[Any]) -> Fix | None:
    """A cast to a type that an argument may have, where it has one of numbers or truth values."""
    common = (dtypes.float32, dtypes.int32, dtypes.int64, dtypes.bool)
    wanted = next((dtype for dtype in common if dtype in allowed), None)
    if wanted is None or not (given.is_floating or given.is_integer or given.is_bool):
        return None
    return _cast(name, wanted, None)


def _result(definition: OpDef, op: Operation) -> Any:
    if not definition.outputs:
        return op
    if len(definition.outputs) == 1:
        return list(op.outputs) or op
    groups: list[Any] = []
    start = 0
    for arg in definition.outputs:
        if not arg.is_list:
            groups.append(op.outputs[start])
            start += 1
            continue
        count = arg.count(op.attrs)
        groups.append(list(op.outputs[start : start + count]))
        start += count
    kind = _result_types.get(definition.name)
    if kind is None:
        kind = _result_types[definition.name] = collections.namedtuple(
            definition.name, [a.name for a in definition.outputs]
        )
    return kind(*groups)
