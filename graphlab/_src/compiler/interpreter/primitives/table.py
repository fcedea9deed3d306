"""RULES: for each primitive how to make a NumPy function of its parameters."""

import contextlib
import math
import threading
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

import jax.numpy as jnp
import numpy as np
import numpy.typing as npt


class ArrayType(Protocol):
    """The type and shape of an array in a jaxpr, a ShapedArray of JAX; a size may be a symbol."""

    dtype: Any
    shape: tuple[Any, ...]
    ndim: Any
    size: Any


Array: TypeAlias = npt.NDArray[Any]
Params: TypeAlias = Mapping[str, Any]  # of a primitive, as JAX names them
Types: TypeAlias = Sequence[ArrayType]
Compute: TypeAlias = Callable[..., Any]  # a function of arrays, which returns one, or several where the primitive does
Rule: TypeAlias = Callable[[Params, Types, Types], Compute]  # (params, types of the inputs, types of the outputs)

LARGEST = 1 << 28  # bytes of an array that NumPy computes; XLA may not need it whole
RULES: dict[str, Rule] = {}  # by the name of the primitive


class UnknownPrimitiveError(Exception):
    """NumPy has no way of computing this."""


class _Clock(threading.local):
    """What check_time() calls in this thread, every how many seconds, and when next."""

    look: Callable[[], None] | None = None
    every = math.inf
    next = math.inf


_clock = _Clock()


@contextlib.contextmanager
def looking(look: Callable[[], None], every: float) -> Generator[None]:
    """A block in which check_time() calls look() every so many seconds; what that raises ends the block."""
    before = _clock.look, _clock.every, _clock.next
    try:
        _clock.look, _clock.every, _clock.next = look, every, time.perf_counter() + every
        yield
    finally:
        _clock.look, _clock.every, _clock.next = before


def check_time() -> None:
    """Long computations call this now and then, and have no more to do with time."""
    if _clock.look is not None and time.perf_counter() > _clock.next:
        _clock.look()
        _clock.next = time.perf_counter() + _clock.every


def rule(*names: str) -> Callable[[Rule], Rule]:
    """Registers a rule for these primitives."""

    def register(make: Rule) -> Rule:
        for name in names:
            RULES[name] = make
        return make

    return register


def plain(function: Compute, *names: str) -> None:
    """Registers a NumPy function whose output has the type of its input, and that needs no parameters."""
    for name in names:
        RULES[name] = lambda params, inputs, outputs: function


def is_float(dtype: Any) -> bool:
    """True for real floating point types, the short ones of ml_dtypes too."""
    return jnp.issubdtype(dtype, np.floating)


def is_short(dtype: Any) -> bool:
    """True for those that XLA sums up in float32."""
    return is_float(dtype) and np.dtype(dtype).itemsize < 4


def is_integer(dtype: Any) -> bool:
    """True for signed and unsigned integers."""
    return np.dtype(dtype).kind in "iu"
