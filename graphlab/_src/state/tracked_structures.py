"""Lists and dicts whose items tf.train.Checkpoint tracks: tf.contrib.checkpoint's, and those that attributes become.

A list or dict that a program sets as an attribute of a trackable object is wrapped: ListWrapper and DictWrapper compare, index and
iterate as what they wrap, which the program may hold too, and refuse to be saved after a change that restoring would not find.
"""

import copy
from collections.abc import Callable, Iterable, Iterator, MutableMapping, MutableSequence, Sequence
from collections.abc import Mapping as MappingType
from typing import Any, Self

from graphlab._src.state.trackable import NoDependency, Trackable, TrackableReference, is_trackable
from graphlab._src.state.variable import Variable

_REMEDY = (
    "\n\nIf you don't need this {} checkpointed, wrap it in a tf.contrib.checkpoint.NoDependency object; it will be "
    "automatically un-wrapped and subsequently ignored."
)


class TrackedStructure(Trackable):
    """A structure with the layers, variables and losses of its items. It is hashed and compared by identity."""

    _storage: Any

    def __init__(self) -> None:
        self.trainable = True
        self._extra_variables: list[Variable] = []

    def _track_value(self, value: Any, name: str) -> Any:
        """Tracks a value, and returns what is stored: lists and dicts wrapped. ValueError for one that cannot be tracked."""
        tracked = not isinstance(value, NoDependency)
        value = wrap_or_unwrap(value)
        if tracked and is_trackable(value):
            self._track_trackable(value, name, overwrite=True)
        if not is_trackable(value):
            raise ValueError(
                "Only trackable objects (such as Layers or Optimizers) may be stored in a List object. "
                f"Got {value}, which does not inherit from Trackable."
            )
        if hasattr(value, "_use_resource_variables"):
            setattr(value, "_use_resource_variables", True)  # noqa: B010 - not of all kinds of trackables
        if isinstance(value, Variable):
            self._extra_variables.append(value)
        return value

    def _values(self) -> Iterable[Any]:
        raise NotImplementedError

    @property
    def _layers(self) -> list[Any]:
        """The layers, structures and other objects with weights among the items."""
        return [one for one in self._values() if not isinstance(one, type) and hasattr(type(one), "trainable_weights")]

    @property
    def layers(self) -> list[Any]:
        """The layers in it and in structures in it, each once."""
        found: list[Any] = []
        waiting = self._layers
        while waiting:
            one = waiting.pop(0)
            if hasattr(one, "_sublayers"):
                if not any(one is known for known in found):
                    found.append(one)
            elif hasattr(one, "layers"):
                waiting[:0] = one.layers
        return found

    def _gathered(self, attribute: str, layers: list[Any]) -> list[Any]:
        return [item for layer in layers for item in getattr(layer, attribute, ())]

    @property
    def trainable_weights(self) -> list[Any]:
        """The variables that are trained: those of layers, then those that are items."""
        if not self.trainable:
            return []
        return self._gathered("trainable_weights", self._layers) + [
            one for one in self._extra_variables if one.trainable
        ]

    @property
    def non_trainable_weights(self) -> list[Any]:
        """The variables that are not trained."""
        weights = self._gathered("non_trainable_weights", self._layers)
        own = [one for one in self._extra_variables if not one.trainable]
        if self.trainable:
            return weights + own
        trained = [one for one in self._extra_variables if one.trainable]
        return self._gathered("trainable_weights", self._layers) + trained + weights + own

    @property
    def weights(self) -> list[Any]:
        """All variables, the trained ones first."""
        return self.trainable_weights + self.non_trainable_weights

    @property
    def trainable_variables(self) -> list[Any]:
        """trainable_weights."""
        return self.trainable_weights

    @property
    def non_trainable_variables(self) -> list[Any]:
        """non_trainable_weights."""
        return self.non_trainable_weights

    @property
    def variables(self) -> list[Any]:
        """weights."""
        return self.weights

    @property
    def updates(self) -> list[Any]:
        """The updates of its layers."""
        return self._gathered("updates", self.layers)

    @property
    def losses(self) -> list[Any]:
        """The losses of its layers."""
        return self._gathered("losses", self.layers)

    def __hash__(self) -> int:
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other


class List(TrackedStructure, Sequence[Any]):
    """A list of trackable objects, which can only grow: List([layer, layer])."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__()
        self._storage = self._make_storage(*args, **kwargs)
        for i, value in enumerate(self._storage):
            self._storage[i] = self._track_value(value, str(i))

    def _make_storage(self, *args: Any, **kwargs: Any) -> list[Any]:
        return list(*args, **kwargs)

    def _values(self) -> Iterable[Any]:
        return iter(self)

    def copy(self) -> Self:
        """Another list of the same items."""
        return copy.copy(self)

    def __copy__(self) -> Self:
        return type(self)(copy.copy(self._storage))

    def __deepcopy__(self, memo: Any) -> Self:
        return type(self)(copy.deepcopy(self._storage, memo))

    def append(self, value: Any) -> None:
        """Adds an item."""
        self._storage.append(self._track_value(value, str(len(self._storage))))

    def extend(self, values: Iterable[Any]) -> None:
        """Adds items."""
        for value in values:
            self.append(value)

    def __iadd__(self, values: Iterable[Any]) -> Self:
        self.extend(values)
        return self

    def __add__(self, other: Any) -> Any:
        return self._storage + getattr(other, "_storage", other)

    def __radd__(self, other: Any) -> Any:
        return getattr(other, "_storage", other) + self._storage

    def __imul__(self, y: int) -> Self:
        if y <= 0:
            raise ValueError(f"List only supports append, multiplying in place by {y} removes elements.")
        items = list(self._storage)
        for _ in range(y - 1):
            self.extend(items)
        return self

    def __mul__(self, n: int) -> Any:
        return self._storage * n

    def __rmul__(self, n: int) -> Any:
        return self._storage * n

    def __getitem__(self, key: Any) -> Any:
        return self._storage[key]

    def __len__(self) -> int:
        return len(self._storage)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._storage)

    def __reversed__(self) -> Iterator[Any]:
        return reversed(self._storage)

    def __contains__(self, value: object) -> bool:
        return value in self._storage

    def __repr__(self) -> str:
        return f"List({self._storage!r})"

    def __sizeof__(self) -> int:
        return super().__sizeof__() + self._storage.__sizeof__()


def _of_storage(name: str) -> Callable[..., Any]:
    """A method of a wrapper that compares what it wraps."""

    def method(self: Any, other: Any) -> Any:
        return getattr(self._storage, name)(getattr(other, "_storage", other))

    return method


class ListWrapper(List, MutableSequence[Any], list[Any]):  # pyright: ignore[reportGeneralTypeIssues]
    """A list around the list of a program. What list itself holds is a copy, from the last change through the wrapper."""

    _wraps = list  # the type that `nest` compares it as

    def __init__(self, wrapped_list: Any = ()) -> None:
        self._non_append_mutation = self._external_modification = False
        super().__init__(wrapped_list)
        self._update_snapshot()

    def _make_storage(self, *args: Any, **kwargs: Any) -> list[Any]:
        return args[0] if isinstance(args[0], list) else list(*args, **kwargs)

    def __copy__(self) -> Self:
        return self._with_state(super().__copy__())

    def __deepcopy__(self, memo: Any) -> Self:
        return self._with_state(super().__deepcopy__(memo))

    def _with_state(self, other: Self) -> Self:
        other._non_append_mutation = self._non_append_mutation
        other._external_modification = self._external_modification
        return other

    def __reduce_ex__(self, protocol: Any) -> Any:
        return type(self), (self._storage,)

    def _check_external_modification(self) -> None:
        known = list.copy(self)
        same = len(known) == len(self._storage) and all(map(lambda a, b: a is b, known, self._storage))
        self._external_modification |= not same and not self._non_append_mutation

    def _update_snapshot(self) -> None:
        if not self._external_modification and not self._non_append_mutation:
            list.__setitem__(self, slice(None), self._storage)

    @property
    def _checkpoint_dependencies(self) -> list[TrackableReference]:
        self._check_external_modification()
        what = f"Unable to save the object {self} (a list wrapper constructed to track trackable TensorFlow objects). "
        if self._non_append_mutation:
            raise ValueError(
                f"{what}A list element was replaced (__setitem__, __setslice__), deleted (__delitem__, __delslice__), or moved "
                "(sort). In order to support restoration on object creation, tracking is exclusively for append-only data "
                f"structures.{_REMEDY.format('list')}"
            )
        if self._external_modification:
            raise ValueError(
                f"{what}The wrapped list was modified outside the wrapper (its final value was {self._storage}, its value when "
                f"a checkpoint dependency was added was {list.copy(self)}), which breaks restoration on object creation."
                f"{_REMEDY.format('list')}"
            )
        return super()._checkpoint_dependencies

    def _track_value(self, value: Any, name: str) -> Any:
        plain = value.value if isinstance(value, NoDependency) else wrap_or_unwrap(value)
        return super()._track_value(value, name) if is_trackable(plain) else plain

    def __setitem__(self, key: Any, value: Any) -> None:
        self._check_external_modification()
        before = dict(enumerate(self._storage))
        self._storage[key] = value
        changed = [i for i, now in enumerate(self._storage) if before.get(i, before) is not now]
        replaced = [one for i, one in before.items() if i >= len(self._storage) or i in changed]
        self._non_append_mutation |= any(map(is_trackable, replaced))
        for i in changed:
            self._storage[i] = self._track_value(self._storage[i], str(i))
        self._update_snapshot()

    def __delitem__(self, key: Any) -> None:
        self._non_append_mutation = True
        del self._storage[key]

    def append(self, value: Any) -> None:
        """Adds an item."""
        self._check_external_modification()
        super().append(value)
        self._update_snapshot()

    def insert(self, index: Any, value: Any) -> None:
        """Puts an item before another; the list can't be saved afterwards."""
        self._non_append_mutation = True
        self._storage.insert(index, value)

    def sort(self, *, key: Any = None, reverse: bool = False) -> None:
        """Sorts the items; the list can't be saved afterwards."""
        self._non_append_mutation = True
        self._storage.sort(key=key, reverse=reverse)

    def __imul__(self, y: int) -> Self:
        if y > 0:
            return super().__imul__(y)
        self._non_append_mutation = True
        self._storage *= y
        return self

    __eq__ = _of_storage("__eq__")
    __ne__ = _of_storage("__ne__")
    __lt__ = _of_storage("__lt__")
    __le__ = _of_storage("__le__")
    __gt__ = _of_storage("__gt__")
    __ge__ = _of_storage("__ge__")

    def __hash__(self) -> int:
        raise TypeError("unhashable type: 'ListWrapper'")

    def __repr__(self) -> str:
        return f"ListWrapper({self._storage!r})"


class Mapping(TrackedStructure, MappingType[str, Any]):
    """A dict from texts to trackable objects, which can only grow: Mapping(output=layer)."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__()
        self._storage: dict[Any, Any] = {}
        self.update(*args, **kwargs)

    def _values(self) -> Iterable[Any]:
        return [self[key] for key in sorted(self)]

    def __copy__(self) -> Self:
        return type(self)(copy.copy(self._storage))

    def __deepcopy__(self, memo: Any) -> Self:
        return type(self)(copy.deepcopy(self._storage, memo))

    def __setitem__(self, key: str, value: Any) -> None:
        if not isinstance(key, str):
            raise TypeError(f"Mapping accepts only string keys, but got a key {key!r}.")
        current = self._storage.get(key, value)
        if current is not value:
            raise ValueError(
                f"Mappings are an append-only data structure. Tried to overwrite the key '{key}' with value {value}, but it "
                f"already contains {current}"
            )
        self._storage[key] = self._track_value(value, key)

    def update(self, *args: Any, **kwargs: Any) -> None:
        """Adds items: a dict, or keywords."""
        for key, value in dict(*args, **kwargs).items():
            self[key] = value

    def __getitem__(self, key: str) -> Any:
        return self._storage[key]

    def __len__(self) -> int:
        return len(self._storage)

    def __iter__(self) -> Iterator[str]:
        return iter(self._storage)

    def __repr__(self) -> str:
        return f"Mapping({self._storage!r})"


class DictWrapper(TrackedStructure, MutableMapping[Any, Any], dict[Any, Any]):  # pyright: ignore[reportGeneralTypeIssues]
    """A dict around the dict of a program. What dict itself holds is a copy, from the last change through the wrapper."""

    _wraps = dict

    def __init__(self, wrapped_dict: Any = ()) -> None:
        super().__init__()
        self._non_string_key = self._external_modification = False
        self._storage = wrapped_dict if isinstance(wrapped_dict, dict) else dict(wrapped_dict)
        self._storage.update({key: self._track_value(value, key) for key, value in self._storage.items()})
        self._update_snapshot()

    def _values(self) -> Iterable[Any]:
        return [self[key] for key in sorted(self, key=lambda key: (not isinstance(key, str), str(key)))]

    def copy(self) -> Self:
        """Another dict of the same items."""
        return copy.copy(self)

    def __copy__(self) -> Self:
        return self._with_state(type(self)(copy.copy(self._storage)))

    def __deepcopy__(self, memo: Any) -> Self:
        return self._with_state(type(self)(copy.deepcopy(self._storage, memo)))

    def _with_state(self, other: Self) -> Self:
        other._non_string_key = self._non_string_key
        other._external_modification = self._external_modification
        return other

    def __reduce_ex__(self, protocol: Any) -> Any:
        return type(self), (self._storage,)

    def _check_external_modification(self) -> None:
        known = self._snapshot()
        same = known.keys() == self._storage.keys() and all(known[key] is self._storage[key] for key in known)
        self._external_modification |= not same and not self._non_string_key

    def _snapshot(self) -> dict[Any, Any]:
        return {key: dict.__getitem__(self, key) for key in dict.__iter__(self)}

    def _update_snapshot(self) -> None:
        if not self._external_modification and not self._non_string_key:
            dict.clear(self)
            for key, value in self._storage.items():
                dict.__setitem__(self, key, value)

    @property
    def _checkpoint_dependencies(self) -> list[TrackableReference]:
        self._check_external_modification()
        what = (
            f"Unable to save the object {self} (a dictionary wrapper constructed automatically on attribute assignment). "
            "The wrapped dictionary "
        )
        if self._non_string_key:
            raise ValueError(
                f"{what}contains a non-string key which maps to a trackable object or mutable data structure."
                f"{_REMEDY.format('dictionary')}"
            )
        if self._external_modification:
            raise ValueError(
                f"{what}was modified outside the wrapper (its final value was {self}, its value when a checkpoint dependency "
                f"was added was {self._snapshot()}), which breaks restoration on object creation.{_REMEDY.format('dictionary')}"
            )
        return super()._checkpoint_dependencies

    def _track_value(self, value: Any, name: Any) -> Any:
        if isinstance(value, NoDependency):
            return value.value
        value = wrap_or_unwrap(value)
        if not is_trackable(value):
            return value
        if isinstance(name, str):
            return super()._track_value(value, name)
        self._non_string_key = True
        return value

    def __setitem__(self, key: Any, value: Any) -> None:
        self._check_external_modification()
        self._storage[key] = self._track_value(value, key)
        self._update_snapshot()

    def __delitem__(self, key: Any) -> None:
        self._check_external_modification()
        del self._storage[key]
        self._update_snapshot()

    def pop(self, *args: Any) -> Any:
        """Removes an item and returns it; the dict can't be saved afterwards."""
        return self._storage.pop(*args)

    def popitem(self) -> tuple[Any, Any]:
        """Removes the last item and returns it; the dict can't be saved afterwards."""
        return self._storage.popitem()

    def clear(self) -> None:
        """Removes all items; the dict can't be saved afterwards."""
        self._storage.clear()

    def __getitem__(self, key: Any) -> Any:
        return self._storage[key]

    def __len__(self) -> int:
        return len(self._storage)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._storage)

    def __reversed__(self) -> Iterator[Any]:
        return reversed(self._storage)

    def __contains__(self, key: object) -> bool:
        return key in self._storage

    __eq__ = _of_storage("__eq__")
    __ne__ = _of_storage("__ne__")
    __or__ = _of_storage("__or__")

    def __hash__(self) -> int:
        raise TypeError("unhashable type: 'DictWrapper'")

    def __repr__(self) -> str:
        return f"DictWrapper({self._storage!r})"


def wrap_or_unwrap(value: Any) -> Any:
    """What an attribute becomes: a list or dict wrapped, the value of a NoDependency, any other value itself."""
    if isinstance(value, NoDependency):
        return value.value
    if type(value) is list:
        return ListWrapper(value)
    return DictWrapper(value) if type(value) is dict else value
