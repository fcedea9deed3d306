"""bucketize: the index of the bucket of each number."""

import itertools

import jax.numpy as jnp

from graphlab._src.base import dtypes
from graphlab._src.base.errors import InvalidArgumentError
from graphlab._src.ops.define import no_gradient, op, same_as_input


@op(
    "Bucketize",
    "input: T -> output: int32",
    types={"T": (dtypes.int32, dtypes.int64, dtypes.float32, dtypes.float64)},
    infer=same_as_input(0),
    grad=no_gradient,
)
def bucketize(input, *, boundaries: list[float]):
    """The number of boundaries, which are in order, that each number reaches."""
    if any(a > b for a, b in itertools.pairwise(boundaries)):
        raise InvalidArgumentError(None, None, "Expected sorted boundaries")
    kind = input.dtype if jnp.issubdtype(input.dtype, jnp.floating) else jnp.float32
    limits = jnp.asarray(boundaries, jnp.float32).astype(kind)
    return jnp.searchsorted(limits, input.astype(kind), side="right").astype(jnp.int32)
