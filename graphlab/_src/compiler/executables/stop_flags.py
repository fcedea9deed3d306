"""Loops in compiled code for CPUs that the host can end while they run.

XLA can't end a call that was begun. So a loop looks before each iteration at flags in memory that the host can still
write to, and ends when they are set. Otherwise a loop without end would occupy one of the few threads that JAX has, and
two of them the whole process.
"""

# What JAX's functions accept and return is partly unknown to type checkers.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

import collections
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from graphlab._src.compiler.executables import worker
from graphlab._src.compiler.placement import JaxDevice

_COUNT = 64  # flags, and the alignment in bytes that JAX requires of memory that it uses as it is
_free: dict[JaxDevice, list["StopFlags"]] = collections.defaultdict(
    list
)  # device -> StopFlags that no call uses; list.append and list.pop are atomic


class StopFlags:
    """array: a JAX array of flags, all equal, as an input of compiled code."""

    __slots__ = ("_memory", "array")

    def __init__(self, device: JaxDevice) -> None:
        memory = np.zeros(2 * _COUNT, np.uint8)
        begin = -memory.ctypes.data % _COUNT
        self._memory = memory[begin : begin + _COUNT]
        with jax.ensure_compile_time_eval():  # counting a loop runs one while another is traced
            self.array = jax.device_put(self._memory, device, may_alias=True)  # the same memory

    def set(self) -> None:
        """Ends the loops of the call that these flags were given to."""
        self._memory[:] = 1


def form(device: JaxDevice) -> jax.ShapeDtypeStruct:
    """The shape and type of the flags."""
    sharding = jax.sharding.SingleDeviceSharding(device)
    return jax.ShapeDtypeStruct((_COUNT,), jnp.uint8, sharding=sharding)


def while_loop(condition: Callable[[Any], Any], body: Callable[[Any], Any], start: Any, flags: jax.Array | None) -> Any:
    """jax.lax.while_loop that ends, too, once the traced flags are set; its result does not count then.

    flags: None for a loop that can't be ended.
    """
    if flags is None:
        return jax.lax.while_loop(condition, body, start)

    def goes_on(state: tuple[jax.Array, Any]) -> Any:
        count, carry = state
        # One flag after the other: XLA might read the same one only once, before the loop.
        flag = jax.lax.dynamic_index_in_dim(flags, count % _COUNT, keepdims=False)
        return condition(carry) & (flag == 0)

    def iterate(state: tuple[jax.Array, Any]) -> tuple[jax.Array, Any]:
        count, carry = state
        return count + 1, body(carry)

    return jax.lax.while_loop(goes_on, iterate, (jnp.zeros((), jnp.uint8), start))[1]


def run(
    work: Callable[[jax.Array], Any],
    device: JaxDevice,
    check: Callable[[], object] | None = None,
    leave: Callable[[Callable[[], bool]], object] | None = None,
) -> Any:
    """What work(flags) returns once it is computed, where `flags` is the array that its loops look at.

    An interrupt ends the loops, and so does what check() raises, which is called ten times a second.
    leave(is_done): called then; is_done() says whether the work has come to its end.
    """
    try:
        flags = _free[device].pop()
    except IndexError:
        flags = StopFlags(device)

    def compute() -> Any:  # waits itself: JAX has what a thread calls next wait for what it called before
        with jax.enable_x64(True):
            return jax.block_until_ready(work(flags.array))

    result = worker.interruptible(compute, check, flags.set, leave)
    _free[device].append(flags)
    return result
