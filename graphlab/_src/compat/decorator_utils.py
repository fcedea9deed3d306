"""tensorflow.python.util.decorator_utils and keyword_args: helpers of decorators."""

import functools
import inspect

from graphlab._src.base.deprecation import check_callable


def get_qualified_name(function):
    """The name of a function with that of its class."""
    return getattr(function, "__qualname__", None) or function.__name__


def add_notice_to_docstring(doc, instructions, no_doc_str, suffix_str, notice):
    """A docstring with a suffix on its first line and a notice, a list of lines, and instructions below it.

    no_doc_str: its first line where there is none. ValueError without a notice.
    """
    if not notice:
        raise ValueError("The `notice` arg must not be empty.")
    lines = inspect.cleandoc(doc).rstrip().splitlines() if doc else []
    head, rest = (f"{lines[0]} {suffix_str}", lines[1:]) if lines else (no_doc_str, [])
    added = ["", f"Warning: {notice[0]}", *notice[1:], *([instructions] if instructions else [])]
    if rest and rest[0].strip():
        added.append("")
    return "\n".join([head, *added, *rest])


def validate_callable(func, decorator_name):
    """ValueError where what is decorated is not callable, as a property is not."""
    check_callable(func, decorator_name)


class classproperty:  # noqa: N801
    """A property of a class: its function is given the class."""

    def __init__(self, func):
        self._func = func

    def __get__(self, owner_self, owner_cls):
        return self._func(owner_cls)


def keyword_args_only(func):
    """A decorator for a function whose arguments are given by name. ValueError of a call with another one."""
    validate_callable(func, "keyword_args_only")

    @functools.wraps(func)
    def named(*args, **kwargs):
        if args:
            raise ValueError(f"Must use keyword args to call {func.__name__}.")
        return func(**kwargs)

    return named
