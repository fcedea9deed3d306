"""Python's builtin functions over tensors, as converted code calls them."""

from collections.abc import Callable
from typing import Any

from graphlab._src.autograph.operators import is_symbolic
from graphlab._src.base import dtypes
from graphlab._src.base.errors import explain
from graphlab._src.graph import convert_to_tensor
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.asserting import assert_
from graphlab._src.ops.extremes import maximum
from graphlab._src.ops.printing import print_v2
from graphlab._src.ops.sequence import range as range_op
from graphlab._src.ops.shape import rank, shape
from graphlab._src.ops.string_numbers import string_to_number
from graphlab._src.ops.tensor_array import TensorArray
from graphlab._src.ops.tensor_list import tensor_list_length

_OVERLOADED: list[tuple[Any, type, Callable[..., Any]]] = []  # builtins with a meaning of their own for some types


def register_overload(builtin: Any, kind: type, function: Callable[..., Any]) -> None:
    """Says what a call of enumerate or zip is where all that is iterated over is of a type."""
    _OVERLOADED.append((builtin, kind, function))


def _own(builtin: Any, iterated: tuple[Any, ...]) -> Callable[..., Any]:
    for known, kind, function in _OVERLOADED:
        if known is builtin and iterated and all(isinstance(value, kind) for value in iterated):
            return function
    return builtin


def _enumerate(iterable: Any, start: Any = 0) -> Any:
    return _own(enumerate, (iterable,))(iterable, start)


def _zip(*iterables: Any, **kwargs: Any) -> Any:
    return _own(zip, iterables)(*iterables, **kwargs)


def _range(*limits: Any) -> Any:
    if not any(map(is_symbolic, limits)):
        return range(*limits)
    if len(limits) == 1:
        return range_op(maximum(limits[0], 0))
    if len(limits) == 2:
        return range_op(limits[0], maximum(*limits))  # empty where the limit is below the start, as Python's
    return range_op(*limits)


def _len(value: Any) -> Any:
    if isinstance(value, TensorArray):
        return value.size()
    if not is_symbolic(value):
        return len(value)
    tensor = convert_to_tensor(value)
    if tensor.dtype is dtypes.variant and not tensor.shape.ndims:
        return tensor_list_length(tensor)
    if tensor.shape.ndims == 0:
        raise ValueError(explain("len requires a non-scalar tensor, got one of rank 0", at=tensor))
    if tensor.shape.ndims is None:
        dims = rank(tensor)
        with control_dependencies([assert_(dims > 0, ["len requires non-zero rank, got", dims])]):
            return shape(tensor)[0]
    known = tensor.shape[0].value
    return shape(tensor)[0] if known is None else known


def _print(*values: Any, **kwargs: Any) -> Any:
    return print_v2(*values, **kwargs) if any(map(is_symbolic, values)) else print(*values, **kwargs)


def _int(*args: Any, **kwargs: Any) -> Any:
    return _number(dtypes.int32, args[0]) if args and is_symbolic(args[0]) else int(*args, **kwargs)


def _float(*args: Any) -> Any:
    return _number(dtypes.float32, args[0]) if args and is_symbolic(args[0]) else float(*args)


def _number(dtype: Any, value: Any) -> Any:
    tensor = convert_to_tensor(value)
    return string_to_number(tensor, dtype) if tensor.dtype is dtypes.string else cast(tensor, dtype)


OVERLOADS: dict[Any, Any] = {
    enumerate: _enumerate,
    float: _float,
    int: _int,
    len: _len,
    print: _print,
    range: _range,
    zip: _zip,
}
