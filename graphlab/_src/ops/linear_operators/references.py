"""What linear operators are made of: tensors, and variables, which each method reads anew."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.graph import convert_to_tensor
from graphlab._src.state.variable import Variable


def is_ref(x):
    """Whether x is something whose value may change: a variable."""
    return isinstance(x, Variable)


def base_dtype(dtype):
    """The dtype without what says that it is a reference's."""
    return dtypes.as_dtype(dtype).base_dtype


def dtype_name(dtype):
    """The dtype's name, as in error messages."""
    return dtypes.as_dtype(dtype).name


def convert_nonref_to_tensor(value, dtype=None, dtype_hint=None, name=None) -> Any:
    """The value as a tensor; None and variables as they are. TypeError for a variable of another dtype."""
    if value is None:
        return None
    if not is_ref(value):
        return convert_to_tensor(value, dtype=dtype, preferred_dtype=dtype_hint, name=name)
    if dtype is not None and base_dtype(dtype) != base_dtype(value.dtype):
        wanted, found = dtype_name(base_dtype(dtype)), dtype_name(base_dtype(value.dtype))
        raise TypeError(f'Mutable type must be of dtype "{wanted}" but is "{found}".')
    return value


def assert_not_ref_type(x, arg_name):
    """TypeError for a variable where a size is expected."""
    if is_ref(x):
        raise TypeError(f"Argument {arg_name} cannot be reference type. Found: {type(x)}")


def shape_tensor(shape, name=None):
    """A shape as an integer tensor, int32 where it is empty."""
    empty = isinstance(shape, (tuple, list)) and not shape
    return convert_to_tensor(shape, dtype=dtypes.int32 if empty else None, name=name)
