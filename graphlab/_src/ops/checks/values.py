"""Assertions about every element, such as assert_equal; checked at once where the values are static."""

import numpy as np

from graphlab._src.base.errors import InvalidArgumentError
from graphlab._src.graph import Tensor, convert_to_tensor, name_scope, static_value
from graphlab._src.ops import comparison
from graphlab._src.ops.checks.asserting import assert_
from graphlab._src.ops.control_flow.grouping import no_op
from graphlab._src.ops.reduction import reduce_all
from graphlab._src.ops.rounding import abs as abs_


def _static_text(item):
    if not isinstance(item, Tensor):
        return str(item)
    value = static_value(item)
    return str(item if value is None else value)


def _compare(name, scope, sign, operation, known, x, y, data, summarize, message):
    with name_scope(name, scope, [x, y, data]):
        x = convert_to_tensor(x, name="x")
        y = convert_to_tensor(y, name="y")
        if data is None:
            data = [f"Condition x {sign} y did not hold element-wise:", f"x ({x.name}) = ", x, f"y ({y.name}) = ", y]
        if message is not None:
            data = [message, *data]
        condition = reduce_all(operation(x, y))
        x_value, y_value = static_value(x), static_value(y)
        if x_value is not None and y_value is not None and not np.all(known(x_value, y_value)):
            raise InvalidArgumentError(None, None, "\n".join(_static_text(item) for item in data))
        return assert_(condition, data, summarize=summarize)


def assert_equal(x, y, data=None, summarize=None, message=None, name=None):
    """An operation that ends the run with InvalidArgumentError unless x == y everywhere.

    data: what the error shows, x and y when left out.  summarize: how many elements of each.
    message: what it begins with. Values that are known and differ raise InvalidArgumentError at once.
    """
    with name_scope(name, "assert_equal", [x, y, data]):
        if x is y:
            return no_op()
    return _compare(name, "assert_equal", "==", comparison.equal, np.equal, x, y, data, summarize, message)


def assert_none_equal(x, y, data=None, summarize=None, message=None, name=None):
    """An operation that fails unless x != y everywhere.

    x, y, data, summarize, message: as in assert_equal.
    """
    return _compare(name, "assert_none_equal", "!=", comparison.not_equal, np.not_equal, x, y, data, summarize, message)


def assert_less(x, y, data=None, summarize=None, message=None, name=None):
    """An operation that fails unless x < y everywhere.

    x, y, data, summarize, message: as in assert_equal.
    """
    return _compare(name, "assert_less", "<", comparison.less, np.less, x, y, data, summarize, message)


def assert_less_equal(x, y, data=None, summarize=None, message=None, name=None):
    """An operation that fails unless x <= y everywhere.

    x, y, data, summarize, message: as in assert_equal.
    """
    return _compare(
        name, "assert_less_equal", "<=", comparison.less_equal, np.less_equal, x, y, data, summarize, message
    )


def assert_greater(x, y, data=None, summarize=None, message=None, name=None):
    """An operation that fails unless x > y everywhere.

    x, y, data, summarize, message: as in assert_equal.
    """
    return _compare(name, "assert_greater", ">", comparison.greater, np.greater, x, y, data, summarize, message)


def assert_greater_equal(x, y, data=None, summarize=None, message=None, name=None):
    """An operation that fails unless x >= y everywhere.

    x, y, data, summarize, message: as in assert_equal.
    """
    return _compare(
        name, "assert_greater_equal", ">=", comparison.greater_equal, np.greater_equal, x, y, data, summarize, message
    )


def _against_zero(name, scope, sign, check, x, data, summarize, message):
    """check(x, 0) with data that says what should hold."""
    with name_scope(name, scope, [x, data]):
        x = convert_to_tensor(x, name="x")
        if data is None:
            data = [message or "", f"Condition x {sign} 0 did not hold element-wise:", f"x ({x.name}) = ", x]
        return check(x, convert_to_tensor(0, dtype=x.dtype.base_dtype), data, summarize)


def assert_negative(x, data=None, summarize=None, message=None, name=None):
    """An operation that fails unless x < 0 everywhere.

    x, data, summarize, message: as in assert_equal.
    """
    return _against_zero(name, "assert_negative", "<", assert_less, x, data, summarize, message)


def assert_positive(x, data=None, summarize=None, message=None, name=None):
    """An operation that fails unless x > 0 everywhere.

    x, data, summarize, message: as in assert_equal.
    """
    return _against_zero(name, "assert_positive", ">", _zero_first(assert_less), x, data, summarize, message)


def assert_non_negative(x, data=None, summarize=None, message=None, name=None):
    """An operation that fails unless x >= 0 everywhere.

    x, data, summarize, message: as in assert_equal.
    """
    check = _zero_first(assert_less_equal)
    return _against_zero(name, "assert_non_negative", ">=", check, x, data, summarize, message)


def assert_non_positive(x, data=None, summarize=None, message=None, name=None):
    """An operation that fails unless x <= 0 everywhere.

    x, data, summarize, message: as in assert_equal.
    """
    with name_scope(name, "assert_non_positive", [x, data]):
        x = convert_to_tensor(x, name="x")
        if data is None:  # one part fewer than the other three checks have, as in TensorFlow
            data = [message or "", f"Condition x <= 0 did not hold element-wise:x ({x.name}) = ", x]
        return assert_less_equal(x, convert_to_tensor(0, dtype=x.dtype.base_dtype), data, summarize)


def _zero_first(check):
    return lambda x, zero, data, summarize: check(zero, x, data, summarize)


def assert_near(x, y, rtol=None, atol=None, data=None, summarize=None, message=None, name=None):
    """An operation that fails unless |x - y| < atol + rtol * |y| everywhere.

    rtol, atol: ten times the distance from 1 to the next number of x's dtype when left out.
    x, y, data, summarize, message: as in assert_equal.
    """
    with name_scope(name, "assert_near", [x, y, rtol, atol, data]):
        x = convert_to_tensor(x, name="x")
        kind = x.dtype.base_dtype
        y = convert_to_tensor(y, name="y", dtype=kind)
        eps = np.finfo(kind.as_numpy_dtype).eps
        rtol = convert_to_tensor(10 * eps if rtol is None else rtol, name="rtol", dtype=kind)
        atol = convert_to_tensor(10 * eps if atol is None else atol, name="atol", dtype=kind)
        if data is None:
            data = [
                message or "",
                f"x and y not equal to tolerance rtol = {rtol}, atol = {atol}",
                f"x ({x.name}) = ",
                x,
                f"y ({y.name}) = ",
                y,
            ]
        near = comparison.less(abs_(x - y), atol + rtol * abs_(y))
        return assert_(reduce_all(near), data, summarize=summarize)
