"""RULES: for each primitive how to make a NumPy function of its parameters."""

import contextlib
import threading
import time

import jax.numpy as jnp
import numpy as np

_clock = threading.local()
RULES = {}  # name -> rule(params, inputs, outputs): a function of arrays; inputs, outputs: types, `dtype` and `ndim` of each


class TooSlowError(Exception):
    """Compiling is sooner done."""


@contextlib.contextmanager
def within(seconds):
    """A block in which check_time() says when it has taken longer than that."""
    _clock.until = time.perf_counter() + seconds
    try:
        yield
    finally:
        del _clock.until


def check_time():
    """TooSlowError when the block lasts too long; long computations call check_time now and then."""
    if time.perf_counter() > getattr(_clock, "until", float("inf")):
        raise TooSlowError


def rule(*names):
    """Registers a rule for these primitives."""

    def register(make):
        for name in names:
            RULES[name] = make
        return make

    return register


def plain(function, *names):
    """Registers a NumPy function whose output has the type of its input, and that needs no parameters."""
    for name in names:
        RULES[name] = lambda params, inputs, outputs: function


def is_float(dtype):
    """True for real floating point types, the short ones of ml_dtypes too."""
    return jnp.issubdtype(dtype, np.floating)


def is_short(dtype):
    """True for those that XLA sums up in float32."""
    return is_float(dtype) and np.dtype(dtype).itemsize < 4


def is_integer(dtype):
    """True for signed and unsigned integers."""
    return np.dtype(dtype).kind in "iu"
