"""Checks in a run of what counts and classes may be: whole numbers, not negative, in the range of a dtype."""

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.values import assert_equal, assert_greater_equal, assert_less_equal, assert_non_negative
from graphlab._src.ops.control_flow.grouping import no_op, with_dependencies


def assert_integer_form(x, data=None, summarize=None, message=None, int_dtype=None, name="assert_integer_form"):
    """An operation that fails where x is not whole. int_dtype: the integers among which x has to be."""
    with name_scope(name, values=[x, data]):
        x = convert_to_tensor(x, name="x")
        if x.dtype.is_integer:
            return no_op()
        message = message or f"{x} has non-integer components"
        if int_dtype is None:
            wide = {dtypes.float16: dtypes.int16, dtypes.float32: dtypes.int32, dtypes.float64: dtypes.int64}
            if x.dtype.base_dtype not in wide:
                raise TypeError(f"Unrecognized type {x.dtype.name}")
            int_dtype = wide[x.dtype.base_dtype]
        whole = cast(cast(x, int_dtype), x.dtype)
        return assert_equal(x, whole, data=data, summarize=summarize, message=message, name=name)


def embed_check_nonnegative_integer_form(x, name="embed_check_nonnegative_integer_form"):
    """x, checked in a run to be whole and not negative."""
    with name_scope(name, values=[x]):
        x = convert_to_tensor(x, name="x")
        checks = [assert_non_negative(x, message=f"'{x}' must be non-negative.")]
        if not x.dtype.is_integer:
            checks.append(assert_integer_form(x, message=f"'{x}' cannot contain fractional components."))
        return with_dependencies(checks, x)


def embed_check_integer_casting_closed(x, target_dtype, assert_nonnegative=True, name="embed_check_casting_closed"):
    """x, checked in a run to be a number that target_dtype has too. One of both dtypes is an integer."""
    with name_scope(name, values=[x]):
        x = convert_to_tensor(x, name="x")
        whole, target_whole = _is_whole(x.dtype), _is_whole(target_dtype)
        if not whole and not x.dtype.is_floating:
            raise TypeError(f"{x.dtype.name}.dtype must be floating- or integer-type.")
        if not target_whole and not target_dtype.is_floating:
            raise TypeError(f"target_dtype ({target_dtype.name}) must be floating- or integer-type.")
        if not whole and not target_whole:
            raise TypeError(
                f"At least one of {x}.dtype ({x.dtype.name}) and target_dtype ({target_dtype.name}) must be integer-type."
            )
        checks = []
        if assert_nonnegative:
            checks.append(assert_non_negative(x, message="Elements must be non-negative."))
        if x.dtype.is_floating:
            message = f"Elements must be {target_dtype.name}-equivalent."
            checks.append(assert_integer_form(x, int_dtype=target_dtype, message=message))
        else:
            largest, smallest = _largest(target_dtype), _smallest(target_dtype)
            if _largest(x.dtype) > largest:
                checks.append(assert_less_equal(x, largest, message=f"Elements cannot exceed {largest}."))
            if not assert_nonnegative and _smallest(x.dtype) < smallest:
                message = f"Elements cannot be smaller than {smallest}."
                checks.append(assert_greater_equal(x, smallest, message=message))
        return with_dependencies(checks, x) if checks else x


def _is_whole(dt):
    _largest(dt)
    return dt.is_integer or dt.base_dtype == dtypes.bool


def _largest(dt):
    """The largest whole number up to which a dtype has all of them."""
    if dt.is_floating:
        return 2 ** (np.finfo(dt.as_numpy_dtype).nmant + 1)
    if dt.is_integer:
        return int(np.iinfo(dt.as_numpy_dtype).max)
    if dt.base_dtype == dtypes.bool:
        return 1
    raise TypeError(f"Unrecognized dtype: {dt.name}")


def _smallest(dt):
    if dt.base_dtype in (dtypes.bool, dtypes.uint8, dtypes.uint16):
        return 0
    return -_largest(dt)
