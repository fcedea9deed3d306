"""tensorflow.python.util.tf_should_use: results that log an error when nothing ever uses them."""

import functools
import sys
import traceback
from typing import Any

from graphlab._src.base import logging as tf_logging
from graphlab._src.compat.tf_decorator import make_decorator
from graphlab._src.graph import get_default_graph
from graphlab._src.graph.convert import register_tensor_conversion_function

_OWN = ("_graphlab_use", "_as_graph_element", "mark_used")
_FRAMES = 5  # of the stack in the message


class _Use:
    """Whether an object was used; says so when it is deleted unused. fatal: by logging.fatal in place of logging.error."""

    def __init__(self, value: Any, frame: Any, fatal: bool) -> None:
        self.value, self.fatal = value, fatal
        self.is_used = get_default_graph().building_function
        self.described = f"(type {type(value)}):\n{value!r}"
        self.stack = "".join(line.rstrip() for line in traceback.format_stack(frame, limit=_FRAMES))

    def __del__(self) -> None:
        if not self.is_used:
            line = "=" * 34
            log = tf_logging.fatal if self.fatal else tf_logging.error
            log(
                f"{line}\nObject was never used {self.described}\n"
                f'If you want to mark it as used call its "mark_used()" method.\n'
                f"It was originally created here:\n{self.stack}\n{line}"
            )


class Watched:
    """A result that is used with the first attribute, method or operator of it: all of these are the result's own."""

    def __init__(self, use: _Use) -> None:
        object.__setattr__(self, "_graphlab_use", use)

    def __getattribute__(self, name: str) -> Any:
        use = object.__getattribute__(self, "_graphlab_use")
        use.is_used = True
        return object.__getattribute__(self, name) if name in _OWN else getattr(use.value, name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(_value(self), name, value)

    def mark_used(self) -> None:
        """Counts as a use."""

    def _as_graph_element(self) -> Any:
        return _value(self)


def _value(watched: Any) -> Any:
    return watched._graphlab_use.value


@functools.cache
def _kind(kind: type) -> type:
    """The class of results of a type: Python looks operators up in the class, so it has those of the type."""

    def forward(name: str) -> Any:
        return lambda self, *args, **kwargs: getattr(_value(self), name)(*args, **kwargs)

    operators = [name for name in dir(kind) if name.startswith("__") and name not in dir(object)]
    members = {name: forward(name) for name in operators if callable(getattr(kind, name, None))}
    made = type(kind.__name__, (Watched,), members)
    register_tensor_conversion_function(made, lambda value, *args, **kwargs: _value(value))
    return made


def add_should_use_warning(x: Any, fatal_error: bool = False) -> Any:
    """The object, watched for its first use; None and [] as they are. fatal_error: logs it as fatal."""
    if x is None or isinstance(x, list) and not x:
        return x
    return _kind(type(x))(_Use(x, sys._getframe(1), fatal_error))


def should_use_result(fn: Any) -> Any:
    """A decorator: an error is logged for each result of the function that nothing uses."""
    return _watching(fn, "should_use_result", False)


def must_use_result_or_fatal(fn: Any) -> Any:
    """The same, logged as fatal."""
    return _watching(fn, "must_use_result_or_fatal", True)


def _watching(fn: Any, name: str, fatal: bool) -> Any:
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        return add_should_use_warning(fn(*args, **kwargs), fatal_error=fatal)

    return make_decorator(fn, wrapped, name)
