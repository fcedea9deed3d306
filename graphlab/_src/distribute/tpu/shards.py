"""How many shards a computation has: tensorflow.python.tpu.tpu_function, which models read for their normalization."""

import contextlib
from typing import Any


class TpuContext:
    """number_of_shards: how many replicas the computation around has; None outside of one."""

    number_of_shards: int | None = None

    def set_number_of_shards(self, number_of_shards: int | None) -> None:
        """Sets it."""
        self.number_of_shards = number_of_shards


_context = TpuContext()


def get_tpu_context() -> TpuContext:
    """The context."""
    return _context


@contextlib.contextmanager
def tpu_shard_context(number_of_shards: int) -> Any:
    """A block in which there are so many shards. Raises NotImplementedError inside another such block."""
    if _context.number_of_shards is not None:
        raise NotImplementedError("tpu_shard_context cannot be nested")
    _context.set_number_of_shards(number_of_shards)
    try:
        yield
    finally:
        _context.set_number_of_shards(None)
