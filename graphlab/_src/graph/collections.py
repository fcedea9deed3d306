"""The collections of a graph: lists by name, by which parts of a program share variables, losses and the like."""

import re
from collections.abc import Callable
from typing import Any


class Collecting:
    """The methods of Graph for collections."""

    _collections: dict[Any, list[Any]]
    lock: Any
    check_not_finalized: Callable[[], None]

    def add_to_collection(self, name: Any, value: Any) -> None:
        """Appends value to the collection of that name."""
        self.check_not_finalized()
        with self.lock:
            self._collections.setdefault(name, []).append(value)

    def add_to_collections(self, names: Any, value: Any) -> None:
        """Appends value to each of the collections; names: a string, or an iterable of them."""
        for name in (names,) if isinstance(names, str) else dict.fromkeys(names):
            self.add_to_collection(name, value)

    def get_collection_ref(self, name: Any) -> list[Any]:
        """The collection's own list: changing it changes the collection."""
        with self.lock:
            return self._collections.setdefault(name, [])

    def get_collection(self, name: Any, scope: str | None = None) -> list[Any]:
        """A copy of the collection; with scope only the items whose name matches that regular expression."""
        with self.lock:
            items = list(self._collections.get(name, ()))
        if scope is None:
            return items
        pattern = re.compile(scope)
        return [item for item in items if hasattr(item, "name") and pattern.match(item.name)]

    def get_all_collection_keys(self) -> list[str]:
        """The names of all collections that were used."""
        with self.lock:
            return [key for key in self._collections if isinstance(key, str)]

    @property
    def collections(self) -> list[Any]:
        """The names of all collections."""
        return list(self._collections)

    def clear_collection(self, name: Any) -> None:
        """Empties a collection."""
        self.check_not_finalized()
        with self.lock:
            self._collections.pop(name, None)
