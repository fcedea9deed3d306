"""The palette's catalogue: every function of the public namespaces that makes something of tensors, with its form.

It is derived: names from groups.py, parameters from signatures, one line of documentation from docstrings.
"""

import dataclasses
import functools
import inspect
import json
import sys
import types
import zlib
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from graphlab._src.editor.groups import GROUPS
from graphlab._src.editor.parameters import Parameter, parameters_of

MODULE = "tf"  # graphlab's name in the catalogue; lines have the notebook's own
_MOST = 200  # characters of the documentation of an entry


@dataclasses.dataclass(frozen=True)
class Entry:
    """Something that the palette offers.

    id: "nn.relu", its place in the public namespaces.
    form: how a line makes something of it: "call" tf.nn.relu(x), "layer" tf.keras.layers.Dense(10)(x), "optimizer"
    tf.train.AdamOptimizer(0.01).minimize(loss).
    tensors: the parameters that take what is selected, in their order; "loss" and "inputs" for optimizers and layers.
    """

    id: str
    group: str
    doc: str
    function: Callable[..., Any]
    parameters: tuple[Parameter, ...]
    form: str = "call"
    takes_name: bool = True
    tensors: tuple[Parameter, ...] = ()

    @property
    def call(self) -> str:
        """`tf.nn.relu`"""
        return f"{MODULE}.{self.id}"

    @property
    def order(self) -> list[str]:
        """The names of all parameters of the call, as its signature has them."""
        return [one for one in self.signature if self.parameter(one) is not None or one == "name"]

    @functools.cached_property
    def signature(self) -> Mapping[str, inspect.Parameter]:
        """{name: its inspect.Parameter}; the name of a Keras layer is one of its keywords."""
        found = dict(inspect.signature(self.function).parameters)
        if self.form == "layer":
            found["name"] = inspect.Parameter("name", inspect.Parameter.KEYWORD_ONLY, default=None)
        return found

    @property
    def needs_name(self) -> bool:
        """A call is not possible without a name, as of get_variable."""
        return "name" in self.signature and self.signature["name"].default is inspect.Parameter.empty

    @property
    def variadic(self) -> list[str]:
        """The parameter that takes any number of arguments by position, if there is one."""
        return [name for name, one in self.signature.items() if one.kind is inspect.Parameter.VAR_POSITIONAL]

    @property
    def word(self) -> str:
        """Its own name: `relu`"""
        return self.id.rpartition(".")[2]

    def parameter(self, name: str) -> Parameter | None:
        """The parameter of that name."""
        return next((one for one in (*self.parameters, *self.tensors) if one.name == name), None)

    def message(self) -> dict[str, Any]:
        """What the page gets of it."""
        shown = [_parameter_message(one) for one in self.parameters]
        return {
            "id": self.id,
            "call": self.call,
            "group": self.group,
            "doc": self.doc,
            "tensors": [one.name for one in self.tensors],
            "parameters": shown,
        }


def _parameter_message(one: Parameter) -> dict[str, Any]:
    message: dict[str, Any] = {"name": one.name, "default": one.default, "kind": one.kind}
    if one.choices:
        message["choices"] = list(one.choices)
    if one.suggestion is not None:
        message["suggestion"] = one.suggestion
    return message


def public(path: str) -> Any:
    """What a program finds under tf.<path>; AttributeError where there is nothing."""
    found: Any = sys.modules["graphlab"]
    for name in filter(None, path.split(".")):
        found = getattr(found, name)
    return found


@functools.cache
def entries() -> dict[str, Entry]:
    """{id: Entry}, in the order of the groups."""
    found: dict[str, Entry] = {}
    for group, path, function in _offered():
        found[path] = _entry(group, path, function)
    return found


@functools.cache
def message_bytes() -> bytes:
    """The catalogue as the page gets it: JSON, deflated."""
    text = json.dumps({"entries": [entry.message() for entry in entries().values()]}, separators=(",", ":"))
    return zlib.compress(text.encode(), 9)


def _offered() -> list[tuple[str, str, Callable[..., Any]]]:
    """(group, path, function) of everything, each function by its first name."""
    named: dict[int, tuple[str, str, Any]] = {}
    for group, space, word in _words():
        if word != "*":
            path = f"{space}.{word}".lstrip(".")
            function = public(path)
            named.setdefault(id(function), (group, path, function))
    for group, space, word in _words():
        if word == "*":
            left_out = {name[1:] for of_group, of_space, name in _words() if name[:1] == "-" and of_space == space}
            for path, function in _functions(space):
                if path.rpartition(".")[2] not in left_out:
                    named.setdefault(id(function), (group, path, function))
    order = {group: i for i, group in enumerate(GROUPS)}
    return sorted(named.values(), key=lambda one: order[one[0]])


def _words() -> Iterator[tuple[str, str, str]]:
    """(group, namespace, word) of the table."""
    for group, text in GROUPS.items():
        space = ""
        for word in text.split():
            if word.endswith(":"):
                space = word[:-1]
            else:
                yield group, space, word


def _functions(space: str) -> Iterator[tuple[str, Any]]:
    """The functions of a namespace; of Keras' layers the classes too."""
    module = public(space)
    for name in dir(module):
        value = None if name.startswith("_") else getattr(module, name)
        if value is None or isinstance(value, types.ModuleType) or not callable(value):
            continue
        if not inspect.isclass(value) or space == "keras.layers":
            yield f"{space}.{name}", value


def _entry(group: str, path: str, function: Any) -> Entry:
    form = "call"
    if inspect.isclass(function) and path.startswith("keras.layers."):
        form = "layer"
    elif inspect.isclass(function) and path.endswith("Optimizer"):
        form = "optimizer"
    parameters = tuple(parameters_of(function, path))
    tensors = tuple(one for one in parameters if one.is_tensor)
    if form == "layer":
        tensors = (Parameter("inputs", "tensor"),)
    elif form == "optimizer":
        tensors = (Parameter("loss", "tensor"),)
    takes_name = form != "call" or _takes_name(function)
    return Entry(path, group, _first_line(function), function, parameters, form, takes_name, tensors)


def _takes_name(function: Callable[..., Any]) -> bool:
    return "name" in inspect.signature(function).parameters


def _first_line(function: Any) -> str:
    """The first line of its documentation, without the markup of code."""
    text = (inspect.getdoc(function) or "").strip().split("\n", 1)[0]
    return text if len(text) <= _MOST else f"{text[: _MOST - 1]}…"
