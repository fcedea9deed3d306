"""tf.contrib.memory_stats: the memory of a device, as operations."""

from graphlab._src.contrib.memory_stats import bytes_in_use as BytesInUse  # noqa: N812
from graphlab._src.contrib.memory_stats import bytes_limit as BytesLimit  # noqa: N812
from graphlab._src.contrib.memory_stats import max_bytes_in_use as MaxBytesInUse  # noqa: N812

__all__ = [
    "BytesInUse",
    "BytesLimit",
    "MaxBytesInUse",
]
