"""Trackable objects: what tf.train.Checkpoint finds below an object, by the names of attributes, keys and indices."""

import contextlib
import functools
from collections.abc import Callable, Iterator
from collections.abc import Mapping as MappingType
from typing import Any, NamedTuple

from graphlab._src.state.lookup.mutable import MutableTable
from graphlab._src.state.partitioned_variable import PartitionedVariable
from graphlab._src.state.saveable import SaveableObject
from graphlab._src.state.variable import Variable
from graphlab._src.train.optimizers.optimizer import Optimizer


class NoDependency:
    """A value that is not tracked: `self.x = NoDependency(value)`; the attribute is the value."""

    def __init__(self, value: Any) -> None:
        self.value = value


class AutoTrackable:
    """An object whose attributes are tracked: variables, trackable objects, and lists, tuples and dicts of these.

    An attribute that is set to a NoDependency is not tracked.
    """

    def __setattr__(self, name: str, value: Any) -> None:
        if getattr(self, name, NoDependency) is value:  # also of a property, which may have no setter
            return
        if isinstance(value, NoDependency):
            self.__dict__.setdefault("_self_untracked", set()).add(name)
            value = value.value
        object.__setattr__(self, name, value)

    def _no_dependency(self, value: Any) -> Any:
        return NoDependency(value)

    def _tracked_children(self) -> dict[str, Any]:
        return attributes_of(self)


class TrackableReference(NamedTuple):
    """An object that is tracked, and the name that it is tracked under."""

    name: str
    ref: Any


class Trackable:
    """An object that tracks what it passes to `_track_trackable`; a derived class may find more by `_lookup_dependency`."""

    @property
    def _unconditional_checkpoint_dependencies(self) -> list[TrackableReference]:
        return vars(self).setdefault("_self_unconditional_checkpoint_dependencies", [])

    @property
    def _unconditional_dependency_names(self) -> dict[str, Any]:
        return vars(self).setdefault("_self_unconditional_dependency_names", {})

    @property
    def _checkpoint_dependencies(self) -> list[TrackableReference]:
        return self._unconditional_checkpoint_dependencies

    def _lookup_dependency(self, name: str) -> Any:
        return self._unconditional_dependency_names.get(name)

    def _no_dependency(self, value: Any) -> Any:
        return value

    def _track_trackable(self, trackable: Any, name: str, overwrite: bool = False) -> Any:
        """Tracks an object under a name, and returns it. ValueError for a name that has another object, unless overwrite."""
        if not is_trackable(trackable):
            raise TypeError(f"Trackable._track_trackable() passed type {type(trackable)}, not a Trackable.")
        current = self._lookup_dependency(name)
        if current is not None and current is not trackable and not overwrite:
            raise ValueError(
                f"Called Trackable._track_trackable() with name='{name}', but a Trackable with this name is already declared "
                f"as a dependency. Names must be unique (or overwrite=True)."
            )
        references = self._unconditional_checkpoint_dependencies
        references[:] = [one for one in references if one.name != name]
        references.append(TrackableReference(name, trackable))
        self._unconditional_dependency_names[name] = trackable
        return trackable

    def _tracked_children(self) -> dict[str, Any]:
        return dict(self._checkpoint_dependencies)


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


class List(list[Any]):
    """A list that is tracked, as lists are."""

    def __init__(self, *args: Any) -> None:
        super().__init__(args)


class Mapping(dict[str, Any]):
    """A dict from texts that is tracked, as such dicts are."""

    def __setitem__(self, key: str, value: Any) -> None:
        if not isinstance(key, str):
            raise TypeError(f"Mapping accepts only string keys, but got a key {key!r}.")
        if key in self and self[key] is not value:
            raise ValueError(
                f"Mappings are an append-only data structure. Tried to overwrite the key '{key}' with value {value}"
            )
        super().__setitem__(key, value)


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


def attributes_of(owner: Any) -> dict[str, Any]:
    """The attributes of an object that can be tracked, in the order in which they were set."""
    untracked = vars(owner).get("_self_untracked", ())
    return {
        name: value
        for name, value in vars(owner).items()
        if not name.startswith(("_self_", "_tf_")) and name not in untracked and is_trackable(value)
    }


def is_trackable(value: Any) -> bool:
    """True for variables and for what may hold some."""
    if isinstance(value, (Variable, PartitionedVariable, Optimizer, SaveableObject, MutableTable)):
        return True
    if isinstance(value, (list, tuple)):
        return isinstance(value, List) or any(map(is_trackable, value))
    if isinstance(value, MappingType):
        return isinstance(value, Mapping) or any(map(is_trackable, value.values()))
    return any(hasattr(value, name) for name in ("_tracked_children", "_sublayers", "_hyper"))


def children_of(owner: Any) -> dict[str, Any]:
    """What is tracked below an object, by name."""
    if hasattr(type(owner), "_tracked_children"):
        return owner._tracked_children()
    if hasattr(owner, "_sublayers"):
        return _of_layer(owner)
    if hasattr(owner, "_hyper"):  # an optimizer of Keras
        hypers = {name: value for name, value in owner._hyper.items() if isinstance(value, Variable)}
        return hypers if owner._iterations is None else {"iter": owner._iterations, **hypers}
    if isinstance(owner, (list, tuple)):
        return {str(i): item for i, item in enumerate(owner) if is_trackable(item)}
    if isinstance(owner, MappingType):
        return {key: item for key, item in owner.items() if isinstance(key, str) and is_trackable(item)}
    return {}


def _of_layer(layer: Any) -> dict[str, Any]:
    """What is tracked of a layer or model of Keras: layers by number, attributes, and weights that have none."""
    found: dict[str, Any] = {}
    with_weights = 0
    topology = getattr(layer, "_topology", None)  # of a model that is made of layers, its inputs among them
    for i, one in enumerate(() if topology is None else topology.layers):
        if one.weights:
            found[f"layer_with_weights-{with_weights}"] = one
            with_weights += 1
        found[f"layer-{i}"] = one
    attributes = {
        name: value
        for name, value in attributes_of(layer).items()
        if not name.startswith("_")
        or any(value is one for one in layer._tracked_list("_layers"))  # not Keras' own lists
    }
    attributes = {**vars(layer).get("_self_tracked_by_name", {}), **attributes}
    found.update((name, value) for name, value in attributes.items() if name not in found)
    known = {id(one) for one in found.values()}
    for weight in [*layer._tracked_list("_trainable_weights"), *layer._tracked_list("_non_trainable_weights")]:
        name = weight._shared_name.rpartition("/")[2]
        if id(weight) not in known and name not in found:
            found[name] = weight
    return found
