"""Tracing in a thread of its own, where no interrupt meets it.

JAX remembers for each thread what it traces at the moment. An interrupt between two bytecodes of its context managers
would leave that behind: all that the thread computes afterwards would be traced, and never be computed.
"""

import contextlib
import contextvars
from collections.abc import Callable
from typing import Any, TypeVar

import jax

from graphlab._src.base.signals import delayed
from graphlab._src.compiler.executables import worker

_WIDTH: Any = jax.enable_x64
T = TypeVar("T")  # what is made by tracing

# Settings of JAX that change what is compiled: a program may set each for a block of its own.
_SETTINGS: dict[str, Callable[[Any], contextlib.AbstractContextManager[Any]]] = {
    "jax_enable_x64": jax.enable_x64,
    "jax_default_matmul_precision": jax.default_matmul_precision,
    "jax_default_prng_impl": jax.default_prng_impl,
    "jax_numpy_dtype_promotion": jax.numpy_dtype_promotion,
    "jax_numpy_rank_promotion": jax.numpy_rank_promotion,
    "jax_threefry_partitionable": jax.threefry_partitionable,
    "jax_debug_nans": jax.debug_nans,
    "jax_debug_infs": jax.debug_infs,
    "jax_disable_jit": jax.disable_jit,
    "jax_softmax_custom_jvp": jax.softmax_custom_jvp,
}


def settings() -> dict[str, Any]:
    """What decides, besides the code, what JAX makes of it: {name of the setting: its value in this thread}."""
    return {name: getattr(jax.config, name) for name in _SETTINGS}


def own_width() -> Any:
    """What this thread itself has set of JAX's 64-bit types, or that it has set nothing: for restore_width()."""
    return _WIDTH.get_local()


def restore_width(before: Any) -> None:
    """Sets 64-bit types as own_width() has returned them.

    An interrupt may come when a context manager of JAX has changed the setting, and Python does not know yet that it is
    to be left: from then on all arrays of the program would have 64 bits.
    """
    with delayed():
        if _WIDTH.get_local() is not before:
            left = _WIDTH(True)
            left.prev = before
            left.__exit__(None, None, None)


def uninterrupted(work: Callable[[], T]) -> T:
    """What work() returns or raises; it traces. An interrupt is raised at once, while the work goes on to its end."""
    if not worker.in_main_thread():
        return work()
    wanted, context = settings(), contextvars.copy_context()

    def traced() -> T:
        with contextlib.ExitStack() as stack:
            for name, value in wanted.items():
                if getattr(jax.config, name) != value:
                    stack.enter_context(_SETTINGS[name](value))
            return context.run(work)

    return worker.interruptible(traced)
