"""Division of floating point numbers with one rounding, as in IEEE 754 and TensorFlow's kernels.

XLA multiplies by 1 / y where y is a constant, or broadcast: 41 · (1 / 41) is less than 1, and the floor of it is 0.
"""

import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, inline=True)
def quotient(x, y):
    """x / y, element by element with broadcasting."""
    x, y = jnp.broadcast_arrays(x, y)
    # A barrier costs an accelerator memory and time, so that XLA may multiply there.
    return jax.lax.platform_dependent(x, y, cpu=_alone, default=jax.lax.div)


@functools.partial(jax.jit, inline=True)
def exact_quotient(x, y):
    """The same where the result is cut to a whole number, which an error in the last bit makes another: 287 / 41.

    XLA's division of float32 on GPUs has such an error, also where it divides.
    """
    x, y = jnp.broadcast_arrays(x, y)
    return jax.lax.platform_dependent(x, y, cpu=_alone, cuda=in_double, rocm=in_double, default=jax.lax.div)


def in_double(x, y):
    """x / y by way of float64, whose quotient, rounded to a shorter type, is the exact one rounded to it."""
    if x.dtype == jnp.float64:
        return _alone(x, y)
    return jax.lax.div(x.astype(jnp.float64), y.astype(jnp.float64)).astype(x.dtype)


def _alone(x, y):
    return jax.lax.div(*jax.lax.optimization_barrier((x, y)))
