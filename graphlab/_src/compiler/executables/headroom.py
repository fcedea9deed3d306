"""Memory for work that ends the process where it finds no memory: LLVM calls abort(), and so does XLA when a thread can't start.

Memory is refused only where a process has a limit (ulimit, RLIMIT_AS, RLIMIT_DATA): there `require` looks first.
"""

# base/ is not annotated yet.
# pyright: reportUnknownVariableType=false

import functools
import os
from typing import Any

import jax
import numpy as np

from graphlab._src.base.errors import ResourceExhaustedError, explain
from graphlab._src.base.memory_limits import expect

COMPILING = 96 << 20  # bytes; a segment of a thousand operations needs about 70 MB
LOADING = 48 << 20
TRACING = 8 << 20
NUMPY = 64 << 20  # OpenBLAS allocates packed matrices, once for each thread that calls it
RUNNING = 32 << 20  # besides what the code says that it needs: kernels pack matrices
_NOTHING = 16 << 10
_STACK = 8 << 20  # of a thread, of which XLA starts one or two for each core
_FIX = "let the process have more memory (ulimit -v, ulimit -d); every variable is as it was before the run"


def require(size: int, what: str) -> None:
    """Raises ResourceExhaustedError where the process may not take `size` bytes more. what: "compile"."""
    try:
        expect(size)
    except MemoryError as error:
        message = f"OOM: there is not enough memory to {what}: {error}"
        raise ResourceExhaustedError(None, None, explain(message, fix=_FIX)) from error


def of_run(executable: jax.stages.Compiled) -> int:
    """Bytes to require before compiled code is called, 0 where it needs next to nothing."""
    analysis = executable.memory_analysis()
    if analysis is None:  # the device does not say
        return 0
    needed = analysis.temp_size_in_bytes + analysis.output_size_in_bytes
    return needed + RUNNING if needed > _NOTHING else 0


def in_numpy(value: Any) -> np.ndarray:
    """The value as a NumPy array, waited for first: JAX ends the process when NumPy reads what failed for want of memory."""
    if isinstance(value, jax.Array):
        value.block_until_ready()
    return np.asarray(value)


@functools.cache
def threads() -> int:
    """Bytes that the threads take which XLA starts when it compiles."""
    return _STACK * min(16, os.cpu_count() or 1)
