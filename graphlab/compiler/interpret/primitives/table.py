"""RULES: for each primitive how to make a NumPy function of its parameters."""

import jax.numpy as jnp
import numpy as np

RULES = {}  # name -> rule(params, inputs, outputs): a function of arrays; inputs, outputs: types, `dtype` and `ndim` of each


def rule(*names):
    """Registers a rule for these primitives."""

    def register(make):
        for name in names:
            RULES[name] = make
        return make

    return register


def plain(function, *names):
    """Registers a NumPy function that gives the type it takes, and asks for no parameters."""
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
