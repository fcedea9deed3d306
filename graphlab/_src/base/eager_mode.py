"""Names of eager execution that programs look up or refuse: nothing runs eagerly."""

import contextlib
from typing import Any

from graphlab._src.base import omissions

SYNC, ASYNC = 0, 1
DEVICE_PLACEMENT_EXPLICIT, DEVICE_PLACEMENT_WARN, DEVICE_PLACEMENT_SILENT = 0, 1, 2
DEVICE_PLACEMENT_SILENT_FOR_INT32 = 3


class EagerVariableStore:
    """A store of variables for eager execution; here it leaves variables to their graph. store: has no effect."""

    def __init__(self, store: Any = None) -> None:
        pass

    def as_default(self) -> Any:
        """A block in which nothing changes."""
        return contextlib.nullcontext(self)


def enable_eager_execution(config: Any = None, device_policy: Any = None, execution_mode: Any = None) -> None:
    """RuntimeError: nothing runs eagerly."""
    raise RuntimeError(why_not("enable_eager_execution"))


def num_gpus() -> int:
    """0: devices are part of a session."""
    return 0


def why_not(symbol: str) -> str:
    """Why graphlab has no such function, and what comes nearest."""
    why, nearest = omissions.LEFT_OUT[symbol]
    return f"graphlab has no tf.{symbol}: {why}. Nearest: {nearest}."
