"""The palette's catalogue: every function of the public namespaces that makes something of tensors, with its form.

It is derived: names from groups.py, parameters from signatures, one line of documentation from docstrings.
"""

import dataclasses
import functools
import inspect
import types
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from graphlab._src.editor.groups import GROUPS
from graphlab._src.editor.parameter_words import MERGING
from graphlab._src.editor.parameters import Parameter, parameters_of
from graphlab._src.editor.public_names import MODULE, public
from graphlab._src.state.ref_variable import RefVariable
from graphlab._src.state.variable import Variable

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
    signature: Mapping[str, inspect.Parameter]
    form: str = "call"
    tensors: tuple[Parameter, ...] = ()

    @property
    def call(self) -> str:
        """`tf.nn.relu`"""
        return f"{MODULE}.{self.id}"

    @property
    def needs_name(self) -> bool:
        """A call is not possible without a name, as of get_variable."""
        return "name" in self.signature and self.signature["name"].default is inspect.Parameter.empty

    @property
    def variadic(self) -> list[str]:
        """The parameter with any number of arguments by position, if there is one."""
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
        return {
            "id": self.id,
            "call": self.call,
            "group": self.group,
            "doc": self.doc,
            "tensors": [one.name for one in self.tensors],
            "parameters": [one.message() for one in self.parameters if one not in self.tensors],
        }


_entries: dict[str, Entry] = {}  # once all are made


def entries() -> dict[str, Entry]:
    """{id: Entry}, in the order of the groups."""
    for _ in making():
        pass
    return _entries


def making() -> Iterator[None]:
    """Makes the catalogue, unless it is there, a step for each entry: most of them import a module."""
    if _entries:
        return
    named: dict[int, tuple[str, str, Any]] = {}  # each function by its first name
    for group, space, word in _words():
        if word[0] not in "*-":
            path = f"{space}.{word}".lstrip(".")
            function = public(path)
            named.setdefault(id(function), (group, path, function))
            yield
    for group, space, word in _words():
        for path, function in _functions(space) if word == "*" else ():
            named.setdefault(id(function), (group, path, function))
            yield
    order = list(GROUPS)
    made: dict[str, Entry] = {}
    for group, path, function in sorted(named.values(), key=lambda one: order.index(one[0])):
        made[path] = _entry(group, path, function)
        yield
    _entries.update(made)


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
    """(path, function) of what a namespace offers with a star; of Keras' layers the classes too."""
    left_out = {word[1:] for _, of_space, word in _words() if word[0] == "-" and of_space == space}
    module = public(space)
    for name in dir(module):
        value = None if name.startswith("_") or name in left_out else getattr(module, name)
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
    signature = _signature(function, form)
    parameters = tuple(parameters_of(function, path, signature))
    tensors = tuple(one for one in parameters if one.is_tensor)
    if form == "layer":
        tensors = (Parameter("inputs", "tensor", is_list=path.removeprefix("keras.layers.") in MERGING.split()),)
    elif form == "optimizer":
        tensors = (Parameter("loss", "tensor"),)
        parameters += (Parameter("global_step", "any", "None"),)
    return Entry(path, group, _first_line(function), function, parameters, signature, form, tensors)


def _signature(function: Any, form: str) -> dict[str, inspect.Parameter]:
    """{name: its inspect.Parameter}; the name of a Keras layer is one of its keywords."""
    if function is Variable:  # whose own is that of all its kinds
        made: Any = RefVariable.__init__
        function = functools.partial(made, None)
    found = dict(inspect.signature(function).parameters)
    if form == "layer":
        found["name"] = inspect.Parameter("name", inspect.Parameter.KEYWORD_ONLY, default=None)
    return found


def _first_line(function: Any) -> str:
    """The first line of its documentation."""
    text = (inspect.getdoc(function) or "").strip().split("\n", 1)[0]
    return text if len(text) <= _MOST else f"{text[: _MOST - 1]}…"
