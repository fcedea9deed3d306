"""What tf.train.Checkpoint tracks: objects that name what is below them, variables, and what has some."""

from collections.abc import Callable
from typing import Any, NamedTuple

from graphlab._src.state.partitioned_variable import PartitionedVariable
from graphlab._src.state.saveable import SaveableObject
from graphlab._src.state.variable import Variable

_OWNERS = ("_tracked_children", "get_slot_names")  # a trackable object, and an optimizer of tf.train


class NoDependency:
    """A value that is not tracked: `self.x = NoDependency(value)`; the attribute is the value."""

    def __init__(self, value: Any) -> None:
        self.value = value


class TrackableReference(NamedTuple):
    """An object that is tracked, and the name that it is tracked under."""

    name: str
    ref: Any


class Trackable:
    """An object that tracks what it passes to `_track_trackable`; a derived class may find more by `_lookup_dependency`."""

    _object_identifier = "_generic_user_object"  # what a SavedModel says of its kind
    _tracking_metadata = ""

    def _maybe_initialize_trackable(self) -> dict[str, Any]:
        """What was tracked by name, which begins empty without a call of __init__."""
        return vars(self).setdefault("_self_tracked_by_name", {})

    @property
    def _unconditional_dependency_names(self) -> dict[str, Any]:
        return self._maybe_initialize_trackable()

    @property
    def _unconditional_checkpoint_dependencies(self) -> list[TrackableReference]:
        return [TrackableReference(*one) for one in self._unconditional_dependency_names.items()]

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
        self._maybe_initialize_trackable()[name] = trackable
        return trackable

    def _add_variable_with_custom_getter(
        self, name: str, getter: Callable[..., Any], overwrite: bool = False, **options: Any
    ) -> Any:
        """Tracks the variable that a function makes, under its name. options: for the function, such as shape and dtype."""
        return self._track_trackable(getter(name=name, **options), name, overwrite)

    def _tracked_children(self) -> dict[str, Any]:
        return dict(self._checkpoint_dependencies)

    def _list_extra_dependencies_for_serialization(self, serialization_cache: Any) -> dict[str, Any]:
        """{name: object} of what a SavedModel has below it besides what is tracked."""
        return {}

    def _list_functions_for_serialization(self, serialization_cache: Any) -> dict[str, Any]:
        """{name: function} of the functions that a SavedModel has of it."""
        return {}


def is_trackable(value: Any) -> bool:
    """True for variables and for what may hold some."""
    if isinstance(value, (Trackable, Variable, PartitionedVariable, SaveableObject)):
        return True
    if isinstance(value, (list, tuple)):
        return any(map(is_trackable, value))
    if isinstance(value, dict):
        return any(map(is_trackable, value.values()))
    return not isinstance(value, type) and any(hasattr(value, name) for name in _OWNERS)


def attributes_of(owner: Any) -> dict[str, Any]:
    """The attributes of an object that can be tracked, in the order in which they were set."""
    untracked = vars(owner).get("_self_untracked", ())
    return {
        name: value
        for name, value in vars(owner).items()
        if not name.startswith(("_self_", "_tf_")) and name not in untracked and is_trackable(value)
    }
