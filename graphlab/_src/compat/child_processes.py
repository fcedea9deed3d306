"""New processes of multiprocessing, by "spawn" or "forkserver": `import tensorflow` means graphlab in them, too."""

from collections.abc import Callable
from multiprocessing import spawn
from typing import Any

_get_preparation_data = spawn.get_preparation_data


class _Call:
    """What a new process reads, and so calls, before it imports the program's modules."""

    def __init__(self, function: Callable[[], object]):
        self.function = function

    def __reduce__(self):
        return self.function, ()


def follow(install: Callable[[], object]):
    """From now on each such process that the program starts begins with install(), which can be pickled."""

    def get_preparation_data(name: str) -> dict[str, Any]:
        return {**_get_preparation_data(name), "graphlab": _Call(install)}

    spawn.get_preparation_data = get_preparation_data


def leave():
    """Undoes what follow did."""
    spawn.get_preparation_data = _get_preparation_data
