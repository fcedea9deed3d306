"""convert_to_tensor: Python, NumPy and other values as tensors, by a registry of conversions for Python types."""

# Values of programs have any type, which checks here narrow: to lists of unknown items, and to types that TensorFlow refuses.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false, reportUnknownMemberType=false

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NoReturn

import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.dtypes import DType
from graphlab._src.base.errors import explain
from graphlab._src.graph import tensor_proto
from graphlab._src.graph.frozen_arrays import frozen
from graphlab._src.graph.graph import Graph, get_default_graph
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.tensor import CompositeTensor, Tensor
from graphlab._src.proto import TensorProto

_conversions: list[
    tuple[int, tuple[type, ...], Callable[..., Any]]
] = []  # (priority, types, function), lowest priority first
_by_type: dict[type, list[Callable[..., Any]]] = {}  # those that apply to a type, computed once
_tensor_types: list[type] = [Tensor, CompositeTensor]  # of which is_tensor() is true
_never_converted = (int, float, np.ndarray, np.generic)
_constants = (int, float, bool, str, bytes, complex, np.ndarray, np.generic)


def register_tensor_conversion_function(
    base_type: Any, conversion_func: Callable[..., Any], priority: int = 100
) -> None:
    """Makes instances of base_type usable as tensors.

    conversion_func(value, dtype=None, name=None, as_ref=False) returns a Tensor, or NotImplemented to pass.
    priority: lower ones are tried first.
    """
    types = base_type if isinstance(base_type, tuple) else (base_type,)
    if not all(isinstance(item, type) for item in types):
        raise TypeError("base_type must be a type or a tuple of types.")
    if any(issubclass(item, _never_converted) for item in types):
        raise TypeError("Cannot register conversions for Python numeric types and NumPy scalars and arrays.")
    if not callable(conversion_func):
        raise TypeError("conversion_func must be callable.")
    _conversions.append((priority, types, conversion_func))
    _conversions.sort(key=lambda entry: entry[0])
    _by_type.clear()


def conversion_functions(query: type) -> list[tuple[tuple[type, ...], Callable[..., Any]]]:
    """(types, conversion function) of those that are registered for a type, in the order in which they are tried."""
    if issubclass(query, _never_converted):
        return [((query,), _constant_of)]
    return [*_registered(query), ((object,), _constant_of)]


def _registered(kind: type) -> list[tuple[tuple[type, ...], Callable[..., Any]]]:
    return [(types, function) for _, types, function in _conversions if issubclass(kind, types)]


def _constant_of(value: Any, dtype: Any = None, name: str | None = None, as_ref: bool = False) -> Tensor:
    return constant(value, dtype, name=name)


def convert_to_tensor(
    value: Any,
    dtype: Any = None,
    name: str | None = None,
    preferred_dtype: Any = None,
    dtype_hint: Any = None,
    as_ref: bool = False,
) -> Tensor:
    """value as a Tensor of the default graph.

    dtype: the type that it must have; TypeError or ValueError when it can't.  name: of a constant that is made.
    preferred_dtype, dtype_hint: a type to try first when dtype is None.
    """
    wanted = None if dtype is None else dtypes.as_dtype(dtype)
    hint = dtype_hint if preferred_dtype is None else preferred_dtype
    if isinstance(value, Tensor):
        return _checked(value, wanted)
    if hint is not None and wanted is None:
        try:
            return _convert(value, dtypes.as_dtype(hint), name, as_ref)
        except (TypeError, ValueError):
            pass
    return _convert(value, wanted, name, as_ref)


def _checked(tensor: Tensor, wanted: DType | None) -> Tensor:
    if wanted is not None and not wanted.is_compatible_with(tensor.dtype):
        raise ValueError(
            explain(
                f"Tensor conversion requested dtype {wanted.name} for Tensor with dtype {tensor.dtype.name}: {tensor!r}",
                at=tensor,
                fix=f"tf.cast(t, tf.{wanted.base_dtype.name})",
            )
        )
    return tensor


def _convert(value: Any, dtype: DType | None, name: str | None, as_ref: bool) -> Tensor:
    kind = type(value)
    if kind in _constants:
        return constant(value, dtype, name=name)
    functions = _by_type.get(kind)
    if functions is None:
        functions = _by_type[kind] = [function for _, function in _registered(kind)]
    for function in functions:
        result = function(value, dtype=dtype, name=name, as_ref=as_ref)
        if result is not NotImplemented:
            return _checked(result, None if as_ref else dtype)
    return constant(value, dtype, name=name)


def constant(
    value: Any, dtype: Any = None, shape: Any = None, name: str | None = "Const", verify_shape: bool = False
) -> Tensor:
    """A Const operation's tensor that holds value.

    value: a number, string, list of these, NumPy array or TensorProto. shape: to fill with it; the last element is repeated.
    """
    if isinstance(value, TensorProto):
        found = dtypes.as_dtype(value.dtype)
        if dtype is not None and dtypes.as_dtype(dtype).base_dtype is not found:
            raise TypeError(f"Expected {dtypes.as_dtype(dtype).name}, got a TensorProto of {found.name} instead.")
        value, dtype, shape = tensor_proto.decode(value), found, None
    if isinstance(value, Tensor):
        raise TypeError(explain("List of Tensors when single Tensor expected", at=value, fix="use the tensor as it is"))
    array = frozen(tensor_proto.as_ndarray(value, dtype, shape, verify_shape), value)
    kind = tensor_proto.dtype_of(array) if dtype is None else dtypes.as_dtype(dtype).base_dtype
    return constant_of(get_default_graph(), array, kind, name)


def constant_v2(value: Any, dtype: Any = None, shape: Any = None, name: str | None = "Const") -> Tensor:
    """The same as TensorFlow 2 has it: TypeError where the elements do not fill the shape, but for a single one."""
    if shape is None or isinstance(value, TensorProto):
        return constant(value, dtype, name=name)
    return constant(tensor_proto.filling(tensor_proto.as_ndarray(value, dtype), shape), dtype, name=name)


def constant_of(graph: Graph, array: np.ndarray, dtype: DType, name: str | None = None) -> Tensor:
    """A Const operation's tensor for an array that as_ndarray made."""
    with graph.lock:
        full = graph.claim_name(name or "Const")
        return graph.new_operation("Const", full, [], {"value": array, "dtype": dtype}, [dtype]).outputs[0]


def _pack(value: Any, dtype: Any = None, name: str | None = None, as_ref: bool = False) -> Any:
    """Lists that hold tensors become one tensor by Pack."""
    tensors = list(_tensors_in(value))
    if not tensors:
        return NotImplemented
    graph = get_default_graph()
    kind = first = tensors[0].dtype.base_dtype
    if dtype is not None:
        kind = dtypes.as_dtype(dtype).base_dtype
    if kind != first:
        value = _with_casts(graph, value, kind)
    else:
        for tensor in tensors:
            if tensor.dtype.base_dtype != kind:
                raise TypeError(
                    f"Cannot convert a list containing a tensor of dtype {tensor.dtype} to {kind} (Tensor is: {tensor!r})"
                )
    return _pack_level(graph, value, kind, name or "packed")


def _with_casts(graph: Graph, value: Any, dtype: DType) -> Any:
    """A list of lists with the tensors in it cast to a type."""
    if isinstance(value, (list, tuple)):
        return [_with_casts(graph, item, dtype) for item in value]
    if not _is_like_tensor(value) or value.dtype.base_dtype == dtype:
        return value
    tensor = convert_to_tensor(value)
    attrs = {"SrcT": tensor.dtype.base_dtype, "DstT": dtype, "Truncate": False}
    with graph.lock:
        return graph.new_operation("Cast", graph.claim_name("Cast"), [tensor], attrs, [dtype]).outputs[0]


def _is_like_tensor(item: Any) -> bool:
    return isinstance(item, Tensor) or hasattr(item, "_as_graph_element") and hasattr(item, "dtype")


def _pack_level(graph: Graph, value: Any, dtype: DType, name: str) -> Any:
    """The tensor of a list that holds tensors; another list as it is. Either has a name scope, as in TensorFlow."""
    with graph.name_scope(name) as scope:
        items = [
            _pack_level(graph, item, dtype, str(i)) if isinstance(item, (list, tuple)) else item
            for i, item in enumerate(value)
        ]
        if not any(_is_like_tensor(item) for item in items):
            return value
        for i, item in enumerate(items):
            if not _is_like_tensor(item):
                items[i] = convert_to_tensor(item, dtype, name=str(i))
        tensors = [convert_to_tensor(item, dtype) for item in items]
        with graph.lock:
            attrs = {"N": len(tensors), "T": dtype, "axis": 0}
            return graph.new_operation("Pack", graph.claim_name(scope), tensors, attrs, [dtype]).outputs[0]


def _tensors_in(value: Any) -> Iterator[Any]:
    for item in value:
        if isinstance(item, (list, tuple)):
            yield from _tensors_in(item)
        elif _is_like_tensor(item):
            yield item


register_tensor_conversion_function((list, tuple), _pack, 99)


def _refuse_operation(value: Operation, dtype: Any = None, name: str | None = None, as_ref: bool = False) -> NoReturn:
    raise TypeError(
        explain(
            f"Can't convert Operation '{value.name}' to Tensor (target dtype={dtype}, name={name!r}, as_ref={as_ref})",
            at=value,
            fix="take one of its outputs: op.outputs[0]",
        )
    )


register_tensor_conversion_function(Operation, _refuse_operation, 0)


def _shape_as_tensor(
    value: shapes.TensorShape | shapes.Dimension, dtype: Any = None, name: str | None = None, as_ref: bool = False
) -> Tensor:
    """A TensorShape becomes a vector of its sizes, a Dimension a scalar."""
    if dtype is not None and dtypes.as_dtype(dtype) not in dtypes.INDEX:
        raise TypeError(f"Cannot convert a {type(value).__name__} to dtype: {dtype}")
    if isinstance(value, shapes.Dimension) and value.value is None:
        raise ValueError(explain(f"Cannot convert an unknown Dimension to a Tensor: {value}", fix=shapes.UNKNOWN_SIZE))
    if dtype is None and isinstance(value, shapes.TensorShape) and value.ndims == 0:
        dtype = dtypes.int32
    return constant(value, dtype, name=name or "shape_as_tensor")


register_tensor_conversion_function((shapes.TensorShape, shapes.Dimension), _shape_as_tensor, 100)


def convert_n_to_tensor(
    values: Iterable[Any], dtype: Any = None, name: str | None = None, preferred_dtype: Any = None
) -> list[Tensor]:
    """Each of values as a Tensor; a constant's name gets its index at the end."""
    return [
        convert_to_tensor(value, dtype, None if name is None else f"{name}_{i}", preferred_dtype)
        for i, value in enumerate(values)
    ]


def convert_to_tensor_or_composite(value: Any, dtype: Any = None, name: str | None = None) -> Any:
    """value itself when it is a CompositeTensor of that type, else a Tensor."""
    if isinstance(value, CompositeTensor):
        if dtype and not dtypes.as_dtype(dtype).is_compatible_with(getattr(value, "dtype", None)):
            raise ValueError(f"Tensor conversion requested dtype {dtypes.as_dtype(dtype).name} for {value!s}")
        return value
    return convert_to_tensor(value, dtype, name)


def is_tensor(x: object) -> bool:
    """True for tensors, IndexedSlices, variables and other objects that convert to a graph element."""
    return isinstance(x, tuple(_tensor_types)) or hasattr(x, "_as_graph_element")


def register_tensor_type(kind: type) -> None:
    """Makes is_tensor() true for the objects of a type."""
    _tensor_types.append(kind)
