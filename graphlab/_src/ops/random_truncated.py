"""parameterized_truncated_normal: draws from normal distributions between bounds, each with its own mean and deviation."""

import jax
import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.shapes import ShapeError
from graphlab._src.compiler.checks import Check
from graphlab._src.graph import constant_dims, convert_to_tensor, name_scope
from graphlab._src.ops.define import no_gradient, op
from graphlab._src.ops.random import shape_tensor
from graphlab._src.ops.rules import sizes_of, with_rank
from graphlab._src.ops.seed import seed_attrs

_FAR = -30  # deviations; below, the tail is that of an exponential distribution to three digits


def _drawn_shape(op):
    with_rank(op.inputs[0].dims, 1, "pass the shape as a vector")
    for parameter in op.inputs[1:]:
        if parameter.dims is not None and len(parameter.dims) > 1:
            raise ShapeError(f"Shape must be at most rank 1 but is rank {len(parameter.dims)}")
    return constant_dims(op.inputs[0])


def _between(share, low, high):
    """The quantile of the standard normal distribution between two bounds, low + high <= 0."""
    below, above = jax.scipy.special.ndtr(low), jax.scipy.special.ndtr(high)
    near = jax.scipy.special.ndtri(below + share * (above - below))
    rate = jnp.maximum(-high, 1.0)
    far = high + jnp.log1p(share * jnp.expm1(-rate * (high - low))) / rate
    return jnp.clip(jnp.where(high < _FAR, far, near), low, high)


@op(
    "ParameterizedTruncatedNormal",
    "shape: T, means: dtype, stdevs: dtype, minvals: dtype, maxvals: dtype -> output: dtype",
    types={"dtype": dtypes.FLOATING, "T": dtypes.INDEX},
    infer=_drawn_shape,
    attrs={"seed": (int, 0), "seed2": (int, 0)},
    static=["shape"],
    random=True,
    grad=no_gradient,
    checks=lambda result, *parameters, **attrs: [Check(jnp.isnan(result), lambda: "Invalid parameters")],
)
def _truncated(shape, means, stdevs, minvals, maxvals, *, key):
    """Draws from normal distributions with these means and deviations, between minvals and maxvals; NaN, which the checks refuse, where none can be.

    shape: [batch, …].  Each parameter is one number, or a vector with one for each of the batch.
    """
    sizes = sizes_of(shape)
    if not len(sizes):
        raise ValueError("Shape tensor must not be empty, got []")
    wide = []
    for name, value in zip(("means", "stdevs", "minvals", "maxvals"), (means, stdevs, minvals, maxvals), strict=True):
        if value.ndim > 1:
            raise ValueError(f"Input {name} should be a scalar or vector, got shape: {shapes.text(value.shape)}")
        if value.ndim and value.shape[0] not in (1, sizes[0]):
            raise ValueError(f"Input {name} should have length 1 or shape[0], got shape: {shapes.text(value.shape)}")
        wide.append(value.astype(np.float64).reshape([-1] + [1] * (len(sizes) - 1)))
    mean, deviation, least, most = wide
    low, high = (least - mean) / deviation, (most - mean) / deviation
    turned = low + high > 0  # in the lower tail shares are as exact near 0 as floating point numbers are
    share = jax.random.uniform(key, tuple(int(n) for n in sizes), np.float64)
    place = _between(share, jnp.where(turned, -high, low), jnp.where(turned, -low, high))
    drawn = jnp.clip(mean + jnp.where(turned, -place, place) * deviation, least, most)
    possible = (deviation > 0) & (least < most) & (jnp.isfinite(least) | jnp.isfinite(most))
    return jnp.where(possible, drawn, np.nan).astype(means.dtype)


def parameterized_truncated_normal(
    shape, means=0.0, stddevs=1.0, minvals=-2.0, maxvals=2.0, dtype=dtypes.float32, seed=None, name=None
):
    """Draws from normal distributions between bounds: dtype, of that shape.

    shape: integers or an integer vector.  means, stddevs, minvals, maxvals: numbers, or one for each of shape[0].
    dtype: a floating point one.  seed: an integer, combined with that of the graph; see set_random_seed.
    """
    with name_scope(name, "parameterized_truncated_normal", [shape, means, stddevs, minvals, maxvals]) as scope:
        sizes = shape_tensor(shape)
        given = {"means": means, "stddevs": stddevs, "minvals": minvals, "maxvals": maxvals}
        parameters = [convert_to_tensor(value, dtype, name=key) for key, value in given.items()]
        return _truncated(sizes, *parameters, name=scope, **seed_attrs(seed))
