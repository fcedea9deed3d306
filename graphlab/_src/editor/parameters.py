"""Parameters of what the palette offers: their kind, default and choices, from signatures and parameter_words.py."""

import dataclasses
import enum
import inspect
from collections.abc import Callable
from typing import Any

from graphlab._src.base.dtypes import DType
from graphlab._src.editor import parameter_words as words
from graphlab._src.editor.source_line import literal
from graphlab._src.graph import opdef

_EMPTY = inspect.Parameter.empty
_KIND_OF = {name: kind for kind, names in words.KINDS.items() for name in names.split()}
_ENDS = ("initializer", "regularizer", "constraint", "type", "idx", "dtype")
# What stands in a program for "no initializer": TensorFlow's own default, which needs no mention.
_OF_TYPES = ((bool, "bool"), (int, "int"), (float, "float"), (str, "text"), (bytes, "text"), (DType, "dtype"))
_OPEN_CHOICES = ("function", "dtype", "any", "text")  # kinds whose choices are not the only values


@dataclasses.dataclass(frozen=True)
class Parameter:
    """One parameter of a form.

    default: source text, None where a call needs a value.  suggestion: what such a value may be to begin with.
    kind: "tensor", "int", "float", "bool", "text", "dtype", "shape", "choice", "function" or "any".
    is_list: it takes a list of tensors.  by_keyword: it can't be passed by position.
    """

    name: str
    kind: str
    default: str | None = None
    suggestion: str | None = None
    choices: tuple[str, ...] = ()
    is_list: bool = False
    by_keyword: bool = False

    @property
    def is_tensor(self) -> bool:
        """A call needs a tensor for it."""
        return self.kind == "tensor" and self.default is None


def parameters_of(function: Callable[..., Any], path: str) -> list[Parameter]:
    """The parameters of a function for a form, its name apart; path: "nn.relu"."""
    found: list[Parameter] = []
    needed = words.NEEDED.get(path, "").split()
    for one in inspect.signature(function).parameters.values():
        variadic = one.kind is inspect.Parameter.VAR_POSITIONAL
        if one.kind is inspect.Parameter.VAR_KEYWORD or one.name in ("name", "self", "scope"):
            continue
        if one.name not in needed and _word(set(words.LEFT_OUT), path, one.name) is not None and not variadic:
            continue
        required = one.default is _EMPTY or one.name in needed
        found.append(_parameter(function, path, one, required, variadic))
    return found


def _parameter(
    function: Callable[..., Any], path: str, one: inspect.Parameter, required: bool, variadic: bool
) -> Parameter:
    choices = _choices(path, one.name)
    default = None if required else text_of_default(one.default)
    kind = _kind(function, path, one, required or variadic, choices)
    suggestion = None
    if required and kind != "tensor":
        suggestion = _word(words.SUGGESTED, path, one.name) or (choices[0] if choices else None)
    is_list = variadic or _takes_list(function, path, one.name)
    keyword = one.kind is inspect.Parameter.KEYWORD_ONLY
    return Parameter(one.name, kind, default, suggestion, choices, is_list, keyword)


def _kind(
    function: Callable[..., Any], path: str, one: inspect.Parameter, required: bool, choices: tuple[str, ...]
) -> str:
    known = _word(_KIND_OF, path, one.name)
    if known is None and required:
        if _is_static(function, one.name):
            return "any"
        return "choice" if choices else "tensor"
    if known is None:
        known = next((kind for type_, kind in _OF_TYPES if isinstance(one.default, type_)), "any")
    return "choice" if choices and known not in _OPEN_CHOICES or choices and known == "text" else known


def _word(table: Any, path: str, name: str) -> Any:
    """The entry of a table for a parameter: of the function, of its namespace, or of all that have the name.

    Of a set, whether it is in it: True or None.
    """
    function = path.rpartition(".")[2]
    spaces = path.split(".")[:-1]
    keys = [f"{path}.{name}", f"{function}.{name}", *(".".join([*spaces[i:], name]) for i in range(len(spaces))), name]
    keys += [f"{name}.{'.'.join(spaces)}"] if spaces else []
    for key in keys:
        if key in table:
            return True if isinstance(table, set) else table[key]
    return None


def _choices(path: str, name: str) -> tuple[str, ...]:
    found = _word(words.CHOICES, path, name)
    if found is None:
        found = next((words.CHOICES[end] for end in _ENDS if name.endswith(f"_{end}") and end in words.CHOICES), "")
    return (
        tuple(found.replace("(0.01,0.01)", "(0.01, 0.01)").replace("(-0.1,0.1)", "(-0.1, 0.1)").split("\t"))
        if ("\t" in found)
        else tuple(part.replace(",", ", ") for part in found.split())
    )


def _definition(function: Any) -> opdef.OpDef | None:
    op_type = getattr(function, "op_type", None)
    return opdef.lookup(op_type) if isinstance(op_type, str) else None


def _is_static(function: Callable[..., Any], name: str) -> bool:
    """Whether an operation's input decides shapes, so that it is a value rather than a tensor in most programs."""
    definition = _definition(function)
    return definition is not None and name in definition.static


def _takes_list(function: Callable[..., Any], path: str, name: str) -> bool:
    definition = _definition(function)
    if definition is not None:
        return any(arg.name == name and arg.is_list for arg in definition.inputs)
    return f"{path}.{name}" in words.LISTS.split()


def text_of_default(value: Any) -> str:
    """The source text of a default; what has none is written as None, as it is not meant to be passed."""
    if isinstance(value, DType):
        return f"tf.{value.name}"
    if isinstance(value, bytes):
        return literal(value.decode("latin-1"))
    if isinstance(value, enum.Enum):
        return "None"
    try:
        return literal(value)
    except ValueError:
        return "None"
