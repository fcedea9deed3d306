"""autograph.operators.logical and .exceptions: and, or, not, comparisons and assert over tensors."""

import inspect
from collections.abc import Callable
from typing import Any

from graphlab._src.autograph.operators import and_ as and_
from graphlab._src.autograph.operators import not_ as not_
from graphlab._src.autograph.operators import or_ as or_
from graphlab._src.graph import is_tensor
from graphlab._src.ops.checks.asserting import assert_ as assert_op
from graphlab._src.ops.comparison import equal


def eq(a: Any, b: Any) -> Any:
    """Whether a == b, element by element where one of them is a tensor."""
    return equal(a, b) if is_tensor(a) or is_tensor(b) else a == b


def not_eq(a: Any, b: Any) -> Any:
    """Whether a != b, element by element where one of them is a tensor."""
    return not_(eq(a, b))


def assert_stmt(expression1: Any, expression2: Callable[[], Any]) -> Any:
    """Assert expression1, expression2(): an operation where expression1 is a tensor.

    Raises ValueError where expression2 can't be called without arguments.
    """
    if not callable(expression2):
        raise ValueError(f"{expression2} must be a callable")
    if inspect.signature(expression2).parameters:
        raise ValueError(f"{expression2} may not have any arguments")
    if is_tensor(expression1):
        message = expression2()
        return assert_op(expression1, message if isinstance(message, list) else [message])
    if not expression1:
        raise AssertionError(expression2())
    return None
