"""Names that are set in modules and classes for programs of TensorFlow 1, and what they were before."""

from typing import Any

_ABSENT = object()


class Replacements:
    """The names that were set, to be set back from the last to the first."""

    def __init__(self) -> None:
        self._before: list[tuple[Any, str, Any]] = []

    def set(self, owner: Any, name: str, value: Any) -> None:
        """Sets a name of a module or of a class."""
        self._before.append((owner, name, vars(owner).get(name, _ABSENT)))
        setattr(owner, name, value)

    def undo(self) -> None:
        """Sets all names back."""
        while self._before:
            owner, name, value = self._before.pop()
            if value is _ABSENT:
                delattr(owner, name)
            else:
                setattr(owner, name, value)

    def __bool__(self) -> bool:
        return bool(self._before)
