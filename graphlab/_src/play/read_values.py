"""ReadValues: the values of variables that a run begins with, to notice when others have changed them since."""

import weakref
from collections.abc import Callable, Iterable
from typing import Any


class ReadValues:
    """What a session holds now for these owners of state; it keeps none of the values alive."""

    def __init__(self, session: Any, owners: Iterable[Any]) -> None:
        self._store = session.store
        self._known = {owner: _reference(self._store.values.get(owner)) for owner in owners}

    @property
    def have_changed(self) -> bool:
        """Whether the session holds other values by now."""
        return any(known() is not self._store.values.get(owner) for owner, known in self._known.items())


def _reference(value: Any) -> Callable[[], Any]:
    try:
        return weakref.ref(value)
    except TypeError:  # None, or a number
        return lambda: value
