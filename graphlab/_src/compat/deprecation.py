"""tensorflow.python.util.deprecation: decorators of what is deprecated, which inspection knows by TensorFlow's mark."""

from collections import namedtuple
from collections.abc import Callable
from typing import Any

from graphlab._src.base import deprecation as base
from graphlab._src.base.deprecation import deprecated_argument_lookup, rewrite_argument_docstring, silence
from graphlab._src.compat.decorator_utils import add_notice_to_docstring
from graphlab._src.compat.stack_frames import extract_stack
from graphlab._src.compat.tf_decorator import make_decorator

__all__ = [
    "HIDDEN_ATTRIBUTE",
    "DeprecatedArgSpec",
    "DeprecatedNamesAlreadySet",
    "HiddenTfApiAttribute",
    "deprecated",
    "deprecated_alias",
    "deprecated_arg_values",
    "deprecated_args",
    "deprecated_argument_lookup",
    "deprecated_endpoints",
    "hide_attribute_from_api",
    "rewrite_argument_docstring",
    "silence",
]

DeprecatedArgSpec = namedtuple("DeprecatedArgSpec", ["position", "has_ok_value", "ok_value"])
_NAMES = "_tf_deprecated_api_names"


class DeprecatedNamesAlreadySet(Exception):  # noqa: N818
    """The deprecated names of a function are set twice."""


def _marked(decorate: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def decorated(func: Any) -> Any:
        made = decorate(func)
        return make_decorator(func, made, "deprecated", made.__doc__)

    return decorated


def deprecated(date: str | None, instructions: str, warn_once: bool = True) -> Callable[[Any], Any]:
    """A decorator for a function that is deprecated: a call logs a warning with the instructions.

    date: after which it goes, "YYYY-MM-DD".  warn_once: False warns at each call.
    """
    return _marked(base.deprecated(date, instructions, warn_once))


def deprecated_args(
    date: str | None, instructions: str, *deprecated_arg_names_or_tuples: Any, **kwargs: Any
) -> Callable[[Any], Any]:
    """As deprecated, for calls with an argument of one of these names, or of (name, a value that is not warned of).

    kwargs: warn_once.
    """
    return _marked(base.deprecated_args(date, instructions, *deprecated_arg_names_or_tuples, **kwargs))


def deprecated_arg_values(
    date: str | None, instructions: str, warn_once: bool = True, **deprecated_kwargs: Any
) -> Callable[[Any], Any]:
    """As deprecated, for calls in which an argument has this value. deprecated_kwargs: {argument: value}."""
    return _marked(base.deprecated_arg_values(date, instructions, warn_once, **deprecated_kwargs))


def deprecated_alias(deprecated_name: str, name: str, func_or_class: Any, warn_once: bool = True) -> Any:
    """What behaves as the function or class, and logs a warning when it is used by the deprecated name."""
    made = base.deprecated_alias(deprecated_name, name, func_or_class, warn_once)
    return made if isinstance(made, type) else make_decorator(func_or_class, made, "deprecated", made.__doc__)


def deprecated_endpoints(*args: str) -> Callable[[Any], Any]:
    """A decorator that notes the deprecated names of a function. DeprecatedNamesAlreadySet where it has some."""

    def noted(func: Any) -> Any:
        if _NAMES in vars(func):
            raise DeprecatedNamesAlreadySet(
                f"Cannot set deprecated names for {func.__name__} to {args}. "
                f"Deprecated names are already set to {getattr(func, _NAMES)}."
            )
        setattr(func, _NAMES, args)
        return func

    return noted


class HiddenTfApiAttribute(property):
    """An attribute that a class hides: reading it of an object raises AttributeError with a message."""

    def __init__(self, deprecation_message: str) -> None:
        def refuse(_: Any) -> Any:
            raise AttributeError(deprecation_message)

        super().__init__(refuse)


hide_attribute_from_api = HiddenTfApiAttribute
HIDDEN_ATTRIBUTE = HiddenTfApiAttribute("This attribute has been deprecated.")


def _when(date: str | None) -> str:
    return "in a future version" if date is None else f"after {date}"


def _add_deprecated_function_notice_to_docstring(doc: str | None, date: str | None, instructions: str | None) -> str:
    """The docstring of a function that is deprecated."""
    notice = [f"THIS FUNCTION IS DEPRECATED. It will be removed {_when(date)}."]
    if instructions:
        notice.append("Instructions for updating:")
    return add_notice_to_docstring(doc, instructions, "DEPRECATED FUNCTION", "(deprecated)", notice)


def _add_deprecated_arg_notice_to_docstring(
    doc: str | None, date: str | None, instructions: str | None, deprecated_names: Any
) -> str:
    """The docstring of a function some of whose arguments are deprecated."""
    what = f"SOME ARGUMENTS ARE DEPRECATED: `({', '.join(sorted(deprecated_names))})`. "
    return _with_notice(doc, date, instructions, what, "ARGUMENTS")


def _add_deprecated_arg_value_notice_to_docstring(
    doc: str | None, date: str | None, instructions: str | None, deprecated_name_value_dict: dict[str, Any]
) -> str:
    """The docstring of a function some of whose arguments have values that are deprecated."""
    values = ", ".join(f"{name}={value!r}" for name, value in sorted(deprecated_name_value_dict.items()))
    what = f"SOME ARGUMENT VALUES ARE DEPRECATED: `({values})`. "
    return _with_notice(doc, date, instructions, what, "ARGUMENT VALUES")


def _with_notice(doc: str | None, date: str | None, instructions: str | None, what: str, kind: str) -> str:
    notice = [f"{what}They will be removed {_when(date)}.", "Instructions for updating:"]
    return add_notice_to_docstring(
        doc, instructions, f"DEPRECATED FUNCTION {kind}", f"(deprecated {kind.lower()})", notice
    )


def _call_location(outer: bool = False) -> str:
    """Where the caller of the calling function is, as file:line; outer: one further out."""
    frame = extract_stack(limit=4)[0 if outer else 1]
    return f"{frame.filename}:{frame.lineno}"
