"""Decorators for functions and arguments that are deprecated or experimental: documented, and a warning when used."""

import contextlib
import functools
import inspect
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from graphlab._src.base import logging

_PRINT_DEPRECATION_WARNINGS = True  # TensorFlow's name, which programs set
_SILENCES: list[None] = []  # one for each `silence` that is open, in any thread


@contextlib.contextmanager
def silence() -> Iterator[None]:
    """A block in which deprecated functions and arguments are used without a warning."""
    _SILENCES.append(None)
    try:
        yield
    finally:
        _SILENCES.pop()


def _when(date: str | None) -> str:
    return "in a future version" if date is None else f"after {date}"


def check_arguments(date: str | None, instructions: str) -> None:
    """ValueError for a date that is none, and without instructions."""
    if date is not None and not re.match(r"20\d\d-[01]\d-[0123]\d", date):
        raise ValueError("Date must be YYYY-MM-DD.")
    if not instructions:
        raise ValueError("Don't deprecate things without conversion instructions!")


def check_callable(func: Any, decorator: str) -> None:
    """ValueError where what a decorator is applied to is not callable."""
    if not callable(func):
        raise ValueError(
            f"{func} is not a function. If this is a property, make sure @property appears before @{decorator} in your "
            f"source code:\n\n@property\n@{decorator}\ndef method(...)"
        )


def _documented(func: Any, title: str, suffix: str, notice: str, instructions: str | None) -> str:
    """The docstring with a mark on its first line and a notice below."""
    lines = inspect.cleandoc(func.__doc__).splitlines() if func.__doc__ else []
    head = f"{lines[0]} {suffix}" if lines else title
    rest = lines[1:]
    while rest and not rest[0].strip():
        rest = rest[1:]
    found = [head, "", f"Warning: {notice}"]
    if instructions is not None:
        found.extend(["Instructions for updating:", instructions])
    return "\n".join([*found, "", *rest] if rest else found)


# A message as a format and its arguments, as logging has it.
_Text = tuple[str, tuple[Any, ...]]


def _wrapped(func: Any, uses: Callable[..., Iterable[tuple[Any, _Text]]], end: _Text, warn_once: bool, doc: str) -> Any:
    """func, with a warning for each use that uses(args, kwargs) yields: (what it is remembered by, its text)."""
    seen: set[Any] = set()

    @functools.wraps(func)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        if _PRINT_DEPRECATION_WARNINGS and not _SILENCES:
            for key, text in uses(args, kwargs):
                if key not in seen:
                    if warn_once:
                        seen.add(key)
                    frame = sys._getframe(1)
                    place = f"{frame.f_code.co_filename}:{frame.f_lineno}"
                    logging.warning(f"From %s: {text[0]} {end[0]}", place, *text[1], *end[1])
        return func(*args, **kwargs)

    wrapper.__doc__ = doc
    return wrapper


def _end(date: str | None, instructions: str) -> _Text:
    return "is deprecated and will be removed %s.\nInstructions for updating:\n%s", (_when(date), instructions)


def _with(func: Any, what: str) -> _Text:
    return "calling %s (from %s) with %s", (func.__qualname__, func.__module__, what)


def deprecated(date: str | None, instructions: str, warn_once: bool = True) -> Callable[..., Any]:
    """A decorator for a function that is deprecated: a call logs a warning with the instructions.

    date: after which it goes, "YYYY-MM-DD".  warn_once: False warns at each call.
    """
    check_arguments(date, instructions)

    def decorate(func: Any) -> Any:
        check_callable(func, "deprecated")
        notice = f"THIS FUNCTION IS DEPRECATED. It will be removed {_when(date)}."
        doc = _documented(func, "DEPRECATED FUNCTION", "(deprecated)", notice, instructions)
        text = "%s (from %s)", (func.__qualname__, func.__module__)
        return _wrapped(func, lambda args, kwargs: [(None, text)], _end(date, instructions), warn_once, doc)

    return decorate


def deprecated_args(date: str | None, instructions: str, *names: Any, **options: Any) -> Callable[..., Any]:
    """As deprecated, for calls with an argument of one of these names.

    names: strings, or (name, a value that is not warned of).  options: warn_once.
    """
    check_arguments(date, instructions)
    if not names:
        raise ValueError("Specify which argument is deprecated.")
    if options.keys() - {"warn_once"}:
        raise ValueError(f"Illegal argument to deprecated_args: {sorted(options)}")
    allowed = dict(name if isinstance(name, tuple) else (name, _Nothing) for name in names)

    def decorate(func: Any) -> Any:
        check_callable(func, "deprecated_args")
        spec = inspect.getfullargspec(func)
        known = [*spec.args, *spec.kwonlyargs, spec.varargs, spec.varkw]
        missing = [name for name in allowed if name not in known]
        if missing:
            raise ValueError(
                "The following deprecated arguments are not present in the function signature: "
                f"{missing}. Found next arguments: {known}."
            )

        def uses(args: Any, kwargs: Any) -> Iterator[tuple[Any, _Text]]:
            given = dict(zip(spec.args, args, strict=False)) | kwargs
            for name, value in allowed.items():
                if name == spec.varargs:
                    used = len(args) > len(spec.args)
                elif name == spec.varkw:
                    used = bool(kwargs.keys() - set(spec.args))
                else:
                    used = name in given and not _same(given[name], value)
                if used:
                    yield name, _with(func, name)

        notice = f"SOME ARGUMENTS ARE DEPRECATED: `({', '.join(sorted(allowed))})`. They will be removed {_when(date)}."
        doc = _documented(func, "DEPRECATED FUNCTION ARGUMENTS", "(deprecated arguments)", notice, instructions)
        return _wrapped(func, uses, _end(date, instructions), options.get("warn_once", True), doc)

    return decorate


class _Nothing:
    """In place of a value that no argument has."""


def _same(first: Any, second: Any) -> bool:
    if first is second:
        return True
    try:
        equal = first == second
    except TypeError:
        return False
    return equal if isinstance(equal, bool) else False


def deprecated_arg_values(
    date: str | None, instructions: str, warn_once: bool = True, **values: Any
) -> Callable[..., Any]:
    """As deprecated, for calls in which an argument has this value. values: {argument: value}."""
    check_arguments(date, instructions)
    if not values:
        raise ValueError("Specify which argument values are deprecated.")

    def decorate(func: Any) -> Any:
        check_callable(func, "deprecated_arg_values")

        def uses(args: Any, kwargs: Any) -> Iterator[tuple[Any, _Text]]:
            given = inspect.getcallargs(func, *args, **kwargs)
            for name, value in values.items():
                if name in given and _same(given[name], value):
                    yield name, _with(func, f"{name}={value}")

        shown = ", ".join(f"{name}={value!r}" for name, value in sorted(values.items()))
        notice = f"SOME ARGUMENT VALUES ARE DEPRECATED: `({shown})`. They will be removed {_when(date)}."
        title, suffix = "DEPRECATED FUNCTION ARGUMENT VALUES", "(deprecated argument values)"
        doc = _documented(func, title, suffix, notice, instructions)
        return _wrapped(func, uses, _end(date, instructions), warn_once, doc)

    return decorate


def deprecated_alias(deprecated_name: str, name: str, func_or_class: Any, warn_once: bool = True) -> Any:
    """What behaves as the function or class, and logs a warning when it is used by the deprecated name."""
    if not inspect.isclass(func_or_class):
        return deprecated(None, f"Please use {name} instead.", warn_once)(func_or_class)
    notice = f"THIS CLASS IS DEPRECATED. It will be removed in a future version. \nPlease use {name} instead."
    doc = _documented(func_or_class, "DEPRECATED CLASS", "(deprecated)", notice, None)
    end = "is deprecated. Please use %s instead.\n", (name,)
    text = "The name %s", (deprecated_name,)
    init = _wrapped(func_or_class.__init__, lambda args, kwargs: [(None, text)], end, warn_once, "")
    return type(func_or_class.__name__, (func_or_class,), {"__doc__": doc, "__init__": init})


def deprecated_argument_lookup(new_name: str, new_value: Any, old_name: str, old_value: Any) -> Any:
    """The value of an argument that has two names. ValueError when both are passed."""
    if old_value is None:
        return new_value
    if new_value is not None:
        raise ValueError(f"Cannot specify both '{old_name}' and '{new_name}'")
    return old_value


def rewrite_argument_docstring(old_doc: str, old_argument: str, new_argument: str) -> str:
    """The text with another name for an argument."""
    return old_doc.replace(f"`{old_argument}`", f"`{new_argument}`").replace(f"{old_argument}:", f"{new_argument}:")


def experimental(func: Any) -> Any:
    """A decorator for a function that may change: each call logs a warning."""
    check_callable(func, "experimental")
    end = "and may change or be removed at any time, and without warning."
    doc = _documented(
        func, "EXPERIMENTAL FUNCTION", "(experimental)", f"THIS FUNCTION IS EXPERIMENTAL. It {end[4:]}", None
    )

    @functools.wraps(func)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        logging.warning(f"{func.__qualname__} (from {func.__module__}) is experimental {end}")
        return func(*args, **kwargs)

    wrapper.__doc__ = doc
    return wrapper
