"""New processes of multiprocessing, by "spawn" or "forkserver": `import tensorflow` means graphlab in them, too."""

import importlib
from multiprocessing import spawn
from typing import Any

_get_preparation_data = spawn.get_preparation_data


class _Installation:
    """What a new process reads before it imports the program's modules."""

    def __init__(self, legacy: bool):
        self.legacy = legacy

    def __reduce__(self):
        return _install, (self.legacy,)


def _install(legacy: bool):
    importlib.import_module("graphlab._src.compat.installation").install(force=True, legacy=legacy)


def follow(legacy: bool):
    """From now on such processes begin with install(), of those that the program starts."""

    def get_preparation_data(name: str) -> dict[str, Any]:
        return {**_get_preparation_data(name), "graphlab": _Installation(legacy)}

    spawn.get_preparation_data = get_preparation_data


def leave():
    """Undoes what follow did."""
    spawn.get_preparation_data = _get_preparation_data
