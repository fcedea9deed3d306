"""Trackable objects: what tf.train.Checkpoint finds below an object, by the names of attributes, keys and indices."""

from collections.abc import Mapping as MappingType
from typing import Any

from graphlab._src.state.partitioned_variable import PartitionedVariable
from graphlab._src.state.saveable import SaveableObject
from graphlab._src.state.variable import Variable
from graphlab._src.train.optimizers.optimizer import Optimizer


class AutoTrackable:
    """An object whose attributes are tracked: variables, trackable objects, and lists, tuples and dicts of these."""

    def _tracked_children(self) -> dict[str, Any]:
        return attributes_of(self)


class NoDependency:
    """A value that is not tracked: `self.x = NoDependency(value)`; the attribute is the value."""

    def __init__(self, value: Any) -> None:
        self.value = value


class Checkpointable(AutoTrackable):
    """AutoTrackable, as tf.contrib.checkpoint has it: an attribute that is set to a NoDependency is not tracked."""

    def __setattr__(self, name: str, value: Any) -> None:
        if isinstance(value, NoDependency):
            self.__dict__.setdefault("_self_untracked", set()).add(name)
            value = value.value
        object.__setattr__(self, name, value)

    def _tracked_children(self) -> dict[str, Any]:
        untracked = self.__dict__.get("_self_untracked", ())
        return {name: value for name, value in attributes_of(self).items() if name not in untracked}


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


def attributes_of(owner: Any) -> dict[str, Any]:
    """The attributes of an object that can be tracked, in the order in which they were set."""
    return {
        name: value
        for name, value in vars(owner).items()
        if not name.startswith(("_self_", "_tf_")) and is_trackable(value)
    }


def is_trackable(value: Any) -> bool:
    """True for variables and for what may hold some."""
    if isinstance(value, (Variable, PartitionedVariable, Optimizer, SaveableObject)):
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
        if not name.startswith("_") or any(value is one for one in layer._list("_layers"))  # not Keras' own lists
    }
    found.update((name, value) for name, value in attributes.items() if name not in found)
    known = {id(one) for one in found.values()}
    for weight in [*layer._list("_trainable_weights"), *layer._list("_non_trainable_weights")]:
        name = weight._shared_name.rpartition("/")[2]
        if id(weight) not in known and name not in found:
            found[name] = weight
    return found
