"""tensorflow.python.training: helpers that graphlab's own code has in another form."""

import time
from collections.abc import Callable
from typing import Any

from graphlab._src.graph import Tensor
from graphlab._src.io import file_system
from graphlab._src.io.checkpoint.checkpoint_ops import sharded_filename as shard_name
from graphlab._src.proto import SaverDef
from graphlab._src.state.resource_variable import HandledVariable
from graphlab._src.state.variable import Variable
from graphlab._src.train.sessions.manager import what_is_missing


def ready(op: Any, sess: Any, msg: str) -> tuple[bool, str | None]:
    """(whether a ready operation finds nothing missing, else what is). msg: what is not ready, for the log."""
    missing = what_is_missing(op, sess, msg)
    return missing is None, missing


class CountDownTimer:
    """How much of a number of seconds is left, from when it is made."""

    def __init__(self, duration_secs: float) -> None:
        self._end = time.time() + duration_secs

    def secs_remaining(self) -> float:
        """The seconds that are left; 0 afterwards."""
        return max(0, self._end - time.time())


def prefix_to_checkpoint_path(prefix: str, format_version: int) -> str:
    """The file that shows that a checkpoint exists: its index, in the V1 format the file itself."""
    return f"{prefix}.index" if format_version == SaverDef.V2 else prefix


def delete_file_if_exists(filespec: str) -> None:
    """Removes the files that match a pattern."""
    for path in file_system.glob(filespec):
        file_system.remove(path)


def is_variable(x: Any) -> bool:
    """True for a variable of any kind."""
    return isinstance(x, (Variable, HandledVariable))


def sharded_filename(filename_tensor: Any, shard: Any, num_shards: Any) -> Tensor:
    """The name of one of several files of a checkpoint."""
    return shard_name(filename_tensor, shard, num_shards)


def get_filtered_grad_fn(grad_fn: Callable[..., Any]) -> Callable[..., Any]:
    """The function, whose pairs (gradient, variable) are without those that have no gradient."""

    def filtered(*args: Any, **kwargs: Any) -> list[Any]:
        return [(gradient, variable) for gradient, variable in grad_fn(*args, **kwargs) if gradient is not None]

    return filtered
