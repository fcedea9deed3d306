"""Python's builtin functions over tensors, as converted code calls them."""

from typing import Any

from graphlab._src.autograph.operators import is_symbolic
from graphlab._src.base import dtypes
from graphlab._src.base.errors import explain
from graphlab._src.graph import convert_to_tensor
from graphlab._src.ops.cast import cast
from graphlab._src.ops.printing import print_v2
from graphlab._src.ops.sequence import range as range_op
from graphlab._src.ops.shape import shape
from graphlab._src.ops.string_numbers import string_to_number
from graphlab._src.ops.tensor_array import TensorArray


def _range(*limits: Any) -> Any:
    return range_op(*limits) if any(map(is_symbolic, limits)) else range(*limits)


def _len(value: Any) -> Any:
    if isinstance(value, TensorArray):
        return value.size()
    if not is_symbolic(value):
        return len(value)
    tensor = convert_to_tensor(value)
    if tensor.shape.ndims == 0:
        raise ValueError(explain("len requires a non-scalar tensor, got one of rank 0", at=tensor))
    known = None if tensor.shape.dims is None else tensor.shape.dims[0].value
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


OVERLOADS: dict[Any, Any] = {range: _range, len: _len, print: _print, int: _int, float: _float}
