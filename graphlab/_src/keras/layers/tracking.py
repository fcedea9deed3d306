"""What is assigned to a layer's attributes is part of it: layers, variables, and lists and dicts of them."""

import sys
from typing import Any

from graphlab._src.base import context
from graphlab._src.graph import nest
from graphlab._src.keras.layers.weight_values import track_variable
from graphlab._src.state.resource_variable import UnreadVariable
from graphlab._src.state.trackable import NoDependency, TrackableReference, attributes_of
from graphlab._src.state.tracked_structures import TrackedStructure, wrap_or_unwrap
from graphlab._src.state.variable import Variable

_UNTRACKED = object()
_STRUCTURES = (list, tuple, dict, TrackedStructure)


def _is_set_by_program():
    """True when the attribute that is being set is set by a program: the library's own private ones are not tracked."""
    return not sys._getframe(2).f_globals.get("__name__", "").startswith("graphlab.")


class Tracking:
    """The attributes of a layer, and the layers and variables among them."""

    _untracked: frozenset[str] = frozenset()  # names of attributes that are no part of it, whatever they are
    _trainable_weights: Any
    _non_trainable_weights: Any

    def __setattr__(self, name, value):
        tracked = self.__dict__.get("_setattr_tracking", True) and not hasattr(type(self), name)
        tracked = tracked and name not in self._untracked and not self.__dict__.get("_is_graph_network")
        untracked = isinstance(value, NoDependency)
        if untracked:
            self.__dict__.setdefault("_self_untracked", set()).add(name)
            value = value.value
        if tracked and (not name.startswith("_") or _is_set_by_program()):
            value = value if untracked else wrap_or_unwrap(value)
            self.__dict__.setdefault("_self_tracked_names", set()).add(name)
            self._untrack_value(self.__dict__.get(name, _UNTRACKED), name)
            self._track_value(value, structures=not untracked)
        try:
            object.__setattr__(self, name, value)
        except AttributeError as error:
            raise AttributeError(
                f'Can\'t set the attribute "{name}", likely because it conflicts with an existing read-only @property of the '
                "object. Please choose a different name."
            ) from error

    def __delattr__(self, name):
        value = getattr(self, name, _UNTRACKED)
        object.__delattr__(self, name)
        self._untrack_value(value, name)

    def _track_trackable(self, trackable, name, overwrite=False):
        """Has a tf.train.Checkpoint save an object under a name, and returns it; ValueError for a name that has another."""
        named = self.__dict__.setdefault("_self_tracked_by_name", {})
        if named.get(name, trackable) is not trackable and not overwrite:
            raise ValueError(
                f"Called Trackable._track_trackable() with name='{name}', but a Trackable with this name is already declared "
                f"as a dependency. Names must be unique (or overwrite=True)."
            )
        named[name] = trackable
        return trackable

    @property
    def _checkpoint_dependencies(self):
        return [TrackableReference(*one) for one in self._tracked_children().items()]

    # What a SavedModel has of it, which the layers above make

    @property
    def _object_identifier(self):
        return context.hook("layer_identifier")(self)

    @property
    def _tracking_metadata(self):
        return context.hook("layer_metadata")(self)

    def _list_extra_dependencies_for_serialization(self, serialization_cache):
        return context.hook("serialized_layer")(self, serialization_cache).objects

    def _list_functions_for_serialization(self, serialization_cache):
        return context.hook("serialized_layer")(self, serialization_cache).functions

    def _tracked_children(self):
        """What a tf.train.Checkpoint saves of it: a model's layers by number, attributes, and weights that have none."""
        found = {}
        with_weights = 0
        topology = getattr(self, "_topology", None)  # of a model that is made of layers, its inputs among them
        for i, one in enumerate(() if topology is None else topology.layers):
            if one.weights:
                found[f"layer_with_weights-{with_weights}"] = one
                with_weights += 1
            found[f"layer-{i}"] = one
        attributes = {
            name: value
            for name, value in attributes_of(self).items()
            if not name.startswith("_") or name in self.__dict__.get("_self_tracked_names", ())  # not Keras' own lists
        }
        attributes = {**self.__dict__.get("_self_tracked_by_name", {}), **attributes}
        found.update((name, value) for name, value in attributes.items() if name not in found)
        known = {id(one) for one in found.values()}
        for weight in [*self._tracked_list("_trainable_weights"), *self._tracked_list("_non_trainable_weights")]:
            name = weight._shared_name.rpartition("/")[2]
            if id(weight) not in known and name not in found:
                found[name] = weight
        return found

    def _tracked_list(self, name):
        """The list of that name, also before __init__ made it."""
        return self.__dict__.setdefault(name, [])

    def _track_value(self, value, structures=True):
        if isinstance(value, UnreadVariable):
            return  # what an assignment returned
        if isinstance(value, (Tracking, Variable)):
            self._track_leaf(value)
        elif isinstance(value, _STRUCTURES):
            if structures:
                self._tracked_list("_layers").append(value)  # looked into again each time: it may grow
            for item in nest.flatten(value):
                if isinstance(item, Variable):
                    self._track_value(item)
                elif getattr(item, "_is_metric", False):
                    self._tracked_list("_metrics").append(item)
        elif hasattr(value, "trainable_weights") and not isinstance(value, type):
            self._track_leaf(value)

    def _track_leaf(self, value):
        if isinstance(value, Variable):
            track_variable(value)
            items = self._tracked_list("_trainable_weights" if value.trainable else "_non_trainable_weights")
        else:
            items = self._tracked_list("_layers")
            value.__dict__["_use_resource_variables"] = True
            if getattr(value, "_is_metric", False):
                self._tracked_list("_metrics").append(value)
        if not any(item is value for item in items):
            items.append(value)

    def _untrack_value(self, value, name):
        """What an attribute was is no longer part of the layer, unless another attribute is it, too."""
        others = (other for key, other in self.__dict__.items() if key != name)
        if value is _UNTRACKED or any(value is other for other in others):
            return
        for tracked in ("_layers", "_metrics", "_trainable_weights", "_non_trainable_weights"):
            if tracked in self.__dict__:
                object.__setattr__(self, tracked, [item for item in self._tracked_list(tracked) if item is not value])

    def _sublayers(self, templates=False):
        """The layers among the attributes, also those in lists and dicts, each once. templates: with what only has weights."""
        found = []
        for item in self._tracked_list("_layers"):
            for leaf in nest.flatten(item) if isinstance(item, _STRUCTURES) else [item]:
                wanted = isinstance(leaf, Tracking) or templates and hasattr(leaf, "trainable_weights")
                if wanted and not any(leaf is known for known in found):
                    found.append(leaf)
        return found

    def _all_layers(self):
        """Itself, its layers, those in them and so on, each once."""
        found, waiting = [], [self]
        while waiting:
            layer = waiting.pop(0)
            if not any(layer is known for known in found):
                found.append(layer)
                waiting.extend(layer._sublayers() if isinstance(layer, Tracking) else ())
        return found

    @property
    def submodules(self):
        """The layers in it, those in them and so on."""
        return tuple(self._all_layers()[1:])

    def _gather_of_sublayers(self, attribute):
        """The items of an attribute of all sublayers, in order; a template has weights alone."""
        return [item for layer in self._sublayers(templates=True) for item in getattr(layer, attribute, ())]
