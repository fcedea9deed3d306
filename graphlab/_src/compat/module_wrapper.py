"""tensorflow.python.util.module_wrapper: whether a function or class is deprecated."""

import inspect
from collections.abc import Iterable
from typing import Any

from graphlab._src.compat.tf_decorator import unwrap


def contains_deprecation_decorator(decorators: Iterable[Any]) -> bool:
    """True where one of the decorators says that what it decorates is deprecated."""
    return any(decorator.decorator_name == "deprecated" for decorator in decorators)


def has_deprecation_decorator(symbol: Any) -> bool:
    """True for a deprecated function, and for a class whose constructor is deprecated."""
    decorators, inner = unwrap(symbol)
    if contains_deprecation_decorator(decorators):
        return True
    return inspect.isclass(inner) and contains_deprecation_decorator(unwrap(inner.__init__)[0])
