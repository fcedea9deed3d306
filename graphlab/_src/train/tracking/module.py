"""tf.Module: an object with variables and modules in it, and a name scope."""

import functools
import re
from collections.abc import Callable, Iterator
from typing import Any

from graphlab._src.graph import name_scope as scope_of_name
from graphlab._src.graph.nest_prefix import flatten_with_tuple_paths
from graphlab._src.keras.layers.layer import Layer
from graphlab._src.state.variable import Variable
from graphlab._src.train.tracking.trackable import AutoTrackable

_Path = tuple[Any, ...]
_VALID = re.compile(r"^[A-Za-z_]([A-Za-z0-9_])*$")


def valid_identifier(name: str) -> bool:
    """True for a name that a module may have."""
    return bool(_VALID.match(name))


def camel_to_snake(value: str) -> str:
    """The name of a class with underscores: MyModule becomes my_module."""
    return re.sub(r"((?<=[a-z0-9])[A-Z]|(?!^)[A-Z](?=[a-z]))", r"_\1", value).lower()


def is_variable(item: Any) -> bool:
    """True for a variable."""
    return isinstance(item, Variable)


def is_trainable_variable(item: Any) -> bool:
    """True for a variable that is trained."""
    return is_variable(item) and bool(item.trainable)


def is_module(item: Any) -> bool:
    """True for a module, which Keras' layers are too."""
    return isinstance(item, (Module, Layer))


class Module(AutoTrackable):
    """A base class for objects that hold variables.

    name: what its name scope is called; made of the class's name when left out.
    """

    _TF_MODULE_IGNORED_PROPERTIES: frozenset[str] = frozenset(("_self_",))

    def __init__(self, name: str | None = None) -> None:
        if name is None:
            name = camel_to_snake(type(self).__name__)
        if not valid_identifier(name):
            raise ValueError(
                f"{name!r} is not a valid module name. Module names must be valid Python identifiers (e.g. a valid class name)."
            )
        self._name = name
        with scope_of_name(name) as scope:
            self._scope_name = scope

    @property
    def name(self) -> str:
        """The name that it was given, which need not be unique."""
        return self._name

    @property
    def name_scope(self) -> Any:
        """A block in its name scope."""
        return scope_of_name(self._scope_name)

    @property
    def variables(self) -> tuple[Any, ...]:
        """Its variables and those of the modules in it, in the order of the attributes' names."""
        return tuple(self._flatten(predicate=is_variable))

    @property
    def trainable_variables(self) -> tuple[Any, ...]:
        """Those of its variables that are trained."""
        return tuple(self._flatten(predicate=is_trainable_variable))

    @property
    def submodules(self) -> tuple[Any, ...]:
        """The modules in it, and in these."""
        return tuple(self._flatten(predicate=is_module))

    def _flatten(
        self,
        recursive: bool = True,
        predicate: Callable[[Any], bool] = lambda value: True,
        attribute_traversal_key: Callable[[str], Any] | None = None,
        with_path: bool = False,
    ) -> Iterator[Any]:
        """The items of its attributes, those within lists and dicts, that fit a predicate; then those of the modules in it.

        attribute_traversal_key: sorts the attributes by their names.  with_path: yields (path, item) for each place that
        an item is at, ("layers", 0, "kernel") for instance; without, each item once.
        """
        seen: set[int] = {id(self)}
        waiting: list[tuple[Any, _Path, tuple[int, ...]]] = [(self, (), (id(self),))]
        while waiting:
            module, path, around = waiting.pop(0)
            inner: list[tuple[Any, _Path, tuple[int, ...]]] = []
            for name in sorted(vars(module), key=attribute_traversal_key):
                if name in getattr(type(module), "_TF_MODULE_IGNORED_PROPERTIES", ()):
                    continue
                for within, leaf in flatten_with_tuple_paths(vars(module)[name]):
                    if not with_path:
                        if id(leaf) in seen:
                            continue
                        seen.add(id(leaf))
                    place = (*path, name, *within)
                    if predicate(leaf):
                        yield (place, leaf) if with_path else leaf
                    if recursive and is_module(leaf) and id(leaf) not in around:
                        inner.append((leaf, place, (*around, id(leaf))))
            waiting = [*inner, *waiting]

    @classmethod
    def with_name_scope(cls, method: Callable[..., Any]) -> Callable[..., Any]:
        """A decorator: the method runs in the module's name scope."""

        @functools.wraps(method)
        def call(self: Any, *args: Any, **kwargs: Any) -> Any:
            with self.name_scope:
                return method(self, *args, **kwargs)

        return call
