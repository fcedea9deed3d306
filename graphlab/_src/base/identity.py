"""Keys in place of objects, which are compared by identity and need not be hashable."""

from typing import Any


class IdentityWrapper:
    """A key in place of an object: equal to another one of the same object; TypeError where it meets no such key."""

    def __init__(self, wrapped: Any) -> None:
        self._wrapped = wrapped

    @property
    def unwrapped(self) -> Any:
        """The object."""
        return self._wrapped

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, IdentityWrapper):
            raise TypeError("Cannot compare wrapped object with unwrapped object")
        return self.unwrapped is other.unwrapped

    def __hash__(self) -> int:
        return id(self._wrapped)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} wrapping {self.unwrapped!r}>"


class Reference(IdentityWrapper):
    """A key in place of a tensor, variable or other object, which a program holds."""

    def deref(self) -> Any:
        """The object."""
        return self._wrapped
