"""tensorflow.python.util.object_identity: collections whose keys are compared by identity, not by value."""

import weakref
from collections.abc import Iterable, Iterator, MutableMapping, MutableSet
from typing import Any

from graphlab._src.base.identity import IdentityWrapper, Reference


class WeakReference(IdentityWrapper):
    """A key in place of an object, which it does not keep alive; `unwrapped` is None afterwards."""

    def __init__(self, wrapped: Any) -> None:
        self._wrapped = weakref.ref(wrapped)
        self._number = id(wrapped)

    @property
    def unwrapped(self) -> Any:
        return self._wrapped()

    def __hash__(self) -> int:
        return self._number


class ObjectIdentityDictionary(MutableMapping[Any, Any]):
    """A dict whose keys are compared by identity, and need not be hashable."""

    _reference: type[IdentityWrapper] = Reference

    def __init__(self) -> None:
        self._storage: dict[IdentityWrapper, Any] = {}

    def __getitem__(self, key: Any) -> Any:
        return self._storage[self._reference(key)]

    def __setitem__(self, key: Any, value: Any) -> None:
        self._storage[self._reference(key)] = value

    def __delitem__(self, key: Any) -> None:
        del self._storage[self._reference(key)]

    def __iter__(self) -> Iterator[Any]:
        return (key.unwrapped for key in list(self._storage))

    def __len__(self) -> int:
        return len(self._storage)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._storage!r})"


class ObjectIdentityWeakKeyDictionary(ObjectIdentityDictionary):
    """The same, which does not keep its keys alive."""

    _reference = WeakReference

    def __iter__(self) -> Iterator[Any]:
        for key in list(self._storage):
            alive = key.unwrapped
            if alive is None:
                del self._storage[key]
            else:
                yield alive

    def __len__(self) -> int:
        return len(list(iter(self)))


class ObjectIdentitySet(MutableSet[Any]):
    """A set whose items are compared by identity, and need not be hashable."""

    _mapping: type[ObjectIdentityDictionary] = ObjectIdentityDictionary

    def __init__(self, items: Iterable[Any] = ()) -> None:
        self._storage = self._mapping()
        self.update(items)

    def __contains__(self, item: object) -> bool:
        return item in self._storage

    def add(self, value: Any) -> None:
        """Adds an item."""
        self._storage[value] = None

    def discard(self, value: Any) -> None:
        """Removes an item, if it is there."""
        self._storage.pop(value, None)

    def update(self, items: Iterable[Any]) -> None:
        """Adds items."""
        for item in items:
            self.add(item)

    def intersection(self, items: Iterable[Any]) -> "ObjectIdentitySet":
        """A set of those that are also in `items`."""
        return type(self)(item for item in items if item in self)

    def difference(self, items: Iterable[Any]) -> "ObjectIdentitySet":
        """A set of those that are not in `items`."""
        others = type(self)(items)
        return type(self)(item for item in self if item not in others)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._storage)

    def __len__(self) -> int:
        return len(self._storage)


class ObjectIdentityWeakSet(ObjectIdentitySet):
    """The same, which does not keep its items alive."""

    _mapping = ObjectIdentityWeakKeyDictionary
