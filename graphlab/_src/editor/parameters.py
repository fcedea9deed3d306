"""Parameters of what the palette offers: their kind, default and choices, from signatures and parameter_words.py."""

import dataclasses
import enum
import inspect
from collections.abc import Callable, Mapping
from typing import Any

from graphlab._src.base.dtypes import DType
from graphlab._src.base.source_line import literal
from graphlab._src.editor import parameter_words as words
from graphlab._src.editor.public_names import MODULE, public
from graphlab._src.graph import opdef

_EMPTY = inspect.Parameter.empty
_KIND_OF = {name: kind for kind, names in words.KINDS.items() for name in names.split()}
_ENDS = ("initializer", "regularizer", "constraint", "type", "idx", "dtype")
_OF_TYPES = ((bool, "bool"), (int, "int"), (float, "float"), (str, "text"), (bytes, "text"), (DType, "dtype"))
_OPEN = ("function", "dtype", "any")  # kinds whose choices are not the only values
_APART = ("name", "scope", "self")  # of the node's name the form has a field of its own
_LEFT_OUT: dict[str, bool] = dict.fromkeys(words.LEFT_OUT, True)
_OPTIONAL: dict[str, bool] = dict.fromkeys(words.OPTIONAL_TENSORS, True)


@dataclasses.dataclass(frozen=True)
class Parameter:
    """One parameter of a form.

    default: source text, None where a call needs a value.  suggestion: what such a value may be to begin with.
    kind: "tensor", "int", "float", "bool", "text", "dtype", "shape", "choice", "function" or "any".
    is_list: it is a list of tensors.  by_keyword: it can't be passed by position.
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

    def message(self) -> dict[str, Any]:
        """What the page gets of it."""
        message: dict[str, Any] = {"name": self.name, "default": self.default, "kind": self.kind}
        if self.choices:
            message["choices"] = list(self.choices)
        if self.suggestion is not None:
            message["suggestion"] = self.suggestion
        return message


def parameters_of(
    function: Callable[..., Any], path: str, signature: Mapping[str, inspect.Parameter]
) -> list[Parameter]:
    """The parameters of a function for a form, its name apart; path: "nn.relu"."""
    needed = words.NEEDED.get(path, "").split()
    found: list[Parameter] = []
    for position, one in enumerate(signature.values()):
        if one.kind is inspect.Parameter.VAR_KEYWORD or one.name in _APART or one.name.startswith("_"):
            continue
        required = one.default is _EMPTY or one.name in needed or position == 0 and _begins(path, one)
        if required or _word(_LEFT_OUT, path, one.name) is None:
            found.append(_parameter(function, path, one, required))
    return found


def _begins(path: str, one: inspect.Parameter) -> bool:
    """Whether a first parameter has a default only because it has an old name too."""
    of_layer = path.startswith("keras.layers.")
    return one.default is None and not of_layer and _word(_KIND_OF, path, one.name) in (None, "tensor")


def _parameter(function: Callable[..., Any], path: str, one: inspect.Parameter, required: bool) -> Parameter:
    choices = _choices(path, one.name)
    variadic = one.kind is inspect.Parameter.VAR_POSITIONAL
    default = None if required else _default(one.default, choices)
    kind = _kind(function, path, one, required or variadic, choices)
    suggestion = None
    key = f"{path}.{one.name}"
    if required and kind == "tensor":
        suggestion = words.SUGGESTED.get(key)
    elif required and key not in words.BY_SELECTION:
        suggestion = _word(words.SUGGESTED, path, one.name) or (choices[0] if choices else None)
    is_list = variadic or _is_list(function, path, one.name)
    return Parameter(one.name, kind, default, suggestion, choices, is_list, one.kind is inspect.Parameter.KEYWORD_ONLY)


def _kind(
    function: Callable[..., Any], path: str, one: inspect.Parameter, required: bool, choices: tuple[str, ...]
) -> str:
    if isinstance(one.default, bool):
        return "bool"
    if not required and _word(_OPTIONAL, path, one.name):
        return "tensor"
    known = _word(_KIND_OF, path, one.name)
    if known is None and required:
        if _is_static(function, one.name):
            return "any"
        return "choice" if choices else "tensor"
    if known is None:
        known = next((kind for type_, kind in _OF_TYPES if isinstance(one.default, type_)), "any")
    return "choice" if choices and known not in _OPEN else known


def _word(table: Mapping[str, Any], path: str, name: str) -> Any:
    """The entry of a table for a parameter: of the function, of its namespace, or of all that have the name."""
    function = path.rpartition(".")[2]
    spaces = path.split(".")[:-1]
    keys = [f"{path}.{name}", f"{function}.{name}"]
    keys += [".".join([*spaces[i:], name]) for i in range(len(spaces))]
    keys += [f"{name}.{'.'.join(spaces)}"] if spaces else []
    return next((table[key] for key in [*keys, name] if key in table), None)


def _choices(path: str, name: str) -> tuple[str, ...]:
    found = _word(words.CHOICES, path, name)
    if found is None:
        found = next((words.CHOICES[end] for end in _ENDS if name.endswith(f"_{end}")), "")
    return tuple(text.replace(",", ", ") for text in found.split())


def _default(value: Any, choices: tuple[str, ...]) -> str:
    """The source text of a default: that of the choice which is equal to it, where there is one."""
    text = text_of_default(value)
    named = [choice for choice in choices if choice.startswith(f"{MODULE}.") and "(" not in choice]
    for choice in named:
        meant = public(choice.partition(".")[2])
        if type(meant) is type(value) and meant == value or isinstance(value, str) and choice.endswith(f".nn.{value}"):
            return choice
    return text


def _definition(function: Any) -> opdef.OpDef | None:
    op_type = getattr(function, "op_type", None)
    return opdef.lookup(op_type) if isinstance(op_type, str) else None


def _is_static(function: Callable[..., Any], name: str) -> bool:
    """Whether an operation's input decides shapes, so that it is a value rather than a tensor in most programs."""
    definition = _definition(function)
    return definition is not None and name in definition.static


def _is_list(function: Callable[..., Any], path: str, name: str) -> bool:
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
