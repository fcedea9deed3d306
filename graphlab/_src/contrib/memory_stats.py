"""The memory of the device that runs operations without one, as operations."""

import jax
import numpy as np

from graphlab._src.ops.define import no_gradient, op, scalar

_HOW = {"infer": scalar, "host": True, "stateful": True, "grad": no_gradient}


def _statistic(name):
    return np.asarray((jax.local_devices()[0].memory_stats() or {}).get(name, 0), np.int64)


@op("BytesInUse", "-> out: int64", **_HOW)
def bytes_in_use():
    """How many bytes are allocated now; 0 on a CPU, where JAX keeps no statistics."""
    return _statistic("bytes_in_use")


@op("BytesLimit", "-> out: int64", **_HOW)
def bytes_limit():
    """How many bytes can be allocated in total; 0 on a CPU."""
    return _statistic("bytes_limit")


@op("MaxBytesInUse", "-> out: int64", **_HOW)
def max_bytes_in_use():
    """The most bytes that were allocated at a time, since the process began; 0 on a CPU."""
    return _statistic("peak_bytes_in_use")
