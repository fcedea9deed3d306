"""Trackable objects: what tf.train.Checkpoint finds below an object, by the names of attributes, keys and indices."""

import contextlib
import functools
from collections.abc import Callable, Iterator
from collections.abc import Mapping as MappingType
from typing import Any

from graphlab._src.function.concrete import ConcreteFunction
from graphlab._src.function.def_function import Function
from graphlab._src.state.trackable import NoDependency, Trackable, attributes_of, is_trackable
from graphlab._src.state.tracked_structures import wrap_or_unwrap


class AutoTrackable(Trackable):
    """An object whose attributes are tracked: variables, trackable objects, lists and dicts, and tuples of these.

    Lists and dicts are wrapped (ListWrapper, DictWrapper). An attribute that is set to a NoDependency is not tracked.
    """

    def __setattr__(self, name: str, value: Any) -> None:
        if getattr(self, name, NoDependency) is value:  # also of a property, which may have no setter
            return
        before = attributes_of(self).get(name)
        if isinstance(value, NoDependency):
            self.__dict__.setdefault("_self_untracked", set()).add(name)
            value = value.value
        elif not name.startswith(("_self_", "_tf_")) and self.__dict__.get("_setattr_tracking", True):
            value = wrap_or_unwrap(value)
            if is_trackable(value):
                self._maybe_initialize_trackable().pop(name, None)
                before = None
        if before is not None:  # it is tracked until another object is, or until it is deleted
            self._maybe_initialize_trackable()[name] = before
        object.__setattr__(self, name, value)

    def __delattr__(self, name: str) -> None:
        self._maybe_initialize_trackable().pop(name, None)
        object.__delattr__(self, name)

    def _no_dependency(self, value: Any) -> Any:
        return NoDependency(value)

    def _list_functions_for_serialization(self, serialization_cache: Any) -> dict[str, Any]:
        return functions_among_attributes(self)

    @property
    def _unconditional_dependency_names(self) -> dict[str, Any]:
        return {**attributes_of(self), **self._maybe_initialize_trackable()}


def functions_among_attributes(owner: Any) -> dict[str, Function | ConcreteFunction]:
    """The attributes and methods of an object that tf.function made, by name."""
    found: dict[str, Function | ConcreteFunction] = {}
    for name in dir(owner):
        with contextlib.suppress(Exception):  # a property of the program may need what is not there yet
            value = getattr(owner, name, None)
            if isinstance(value, (Function, ConcreteFunction)):
                found[name] = value
    return found


class PythonState(Trackable):
    """A state in Python that a Checkpoint saves and restores: bytes, which a derived class makes and reads."""

    def serialize(self) -> bytes:
        """The state as bytes."""
        raise NotImplementedError(f"{type(self).__name__}.serialize")

    def deserialize(self, string_value: bytes) -> None:
        """Sets the state to what serialize returned."""
        raise NotImplementedError(f"{type(self).__name__}.deserialize")


class Checkpointable(AutoTrackable):
    """AutoTrackable under the name that tf.contrib.checkpoint has for it."""


class UniqueNameTracker(AutoTrackable):
    """Tracks objects under names that are made unique: track(dense, "dense") a second time is "dense_1"."""

    def __init__(self) -> None:
        self._objects: dict[str, Any] = {}

    def track(self, trackable: Any, base_name: str) -> Any:
        """Tracks an object under a name made of base_name, and returns it."""
        name, number = base_name, 0
        while name in self._objects:
            number += 1
            name = f"{base_name}_{number}"
        self._objects[name] = trackable
        return trackable

    def _tracked_children(self) -> dict[str, Any]:
        return dict(self._objects)


@contextlib.contextmanager
def no_automatic_dependency_tracking_scope(obj: Any) -> Iterator[None]:
    """Attributes of the object that are set inside the block are not tracked."""
    attributes, tracking = dict(vars(obj)), getattr(obj, "_setattr_tracking", True)
    object.__setattr__(obj, "_setattr_tracking", False)
    try:
        yield
    finally:
        object.__setattr__(obj, "_setattr_tracking", tracking)
        new = {name for name, value in vars(obj).items() if attributes.get(name, attributes) is not value}
        vars(obj).setdefault("_self_untracked", set()).update(new)


def no_automatic_dependency_tracking(method: Callable[..., Any]) -> Callable[..., Any]:
    """A decorator of methods: attributes of the object that the method sets are not tracked."""

    @functools.wraps(method)
    def untracked(self: Any, *args: Any, **kwargs: Any) -> Any:
        with no_automatic_dependency_tracking_scope(self):
            return method(self, *args, **kwargs)

    return untracked


def children_of(owner: Any) -> dict[str, Any]:
    """What is tracked below an object, by name."""
    if hasattr(type(owner), "_tracked_children"):
        return owner._tracked_children()
    if isinstance(owner, (list, tuple)):
        return {str(i): item for i, item in enumerate(owner) if is_trackable(item)}
    if isinstance(owner, MappingType):
        return {key: item for key, item in owner.items() if isinstance(key, str) and is_trackable(item)}
    return {}
