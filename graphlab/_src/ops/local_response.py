"""Local response normalization (Krizhevsky, Sutskever and Hinton, 2012)."""

import jax.numpy as jnp
from jax import lax

from graphlab._src.base import dtypes
from graphlab._src.ops.define import op
from graphlab._src.ops.rules import merged_inputs, with_rank

_TYPES = {"T": {dtypes.float16, dtypes.bfloat16, dtypes.float32}}
_DEFAULT = {"T": (dtypes.DType, dtypes.float32)}


def _neighbours(values, radius):
    """The sums over the channels that are at most `radius` away."""
    radius = min(radius, values.shape[-1])
    padded = jnp.pad(values, [(0, 0)] * 3 + [(radius + 1, radius)])
    if radius <= 8:
        count = values.shape[-1]
        parts = [lax.slice_in_dim(padded, i, i + count, axis=3) for i in range(1, 2 * radius + 2)]
        return sum(parts[1:], parts[0])
    size = 2 * radius + 1
    return lax.reduce_window(padded[..., 1:], 0.0, lax.add, (1, 1, 1, size), (1, 1, 1, 1), "VALID")


def _grad(op, dy):
    attrs = {name: op.get_attr(name) for name in ("depth_radius", "bias", "alpha", "beta")}
    return [_lrn_grad(dy, op.inputs[0], op.outputs[0], **attrs)]


@op(
    "LRN",
    "input: T -> output: T",
    types=_TYPES,
    attrs=_DEFAULT,
    infer=lambda op: with_rank(op.inputs[0].dims, 4),
    grad=_grad,
)
def local_response_normalization(
    input, *, depth_radius: int = 5, bias: float = 1.0, alpha: float = 1.0, beta: float = 0.5
):
    """input / (bias + alpha · sum of the squares of channels at most depth_radius away) ** beta.

    input: [batch, height, width, channels].
    """
    if input.ndim != 4:
        raise ValueError("in must be 4-dimensional")
    wide = input.astype(jnp.float32)
    norm = bias + alpha * _neighbours(wide * wide, depth_radius)
    return (wide * norm**-beta).astype(input.dtype)


@op(
    "LRNGrad",
    "input_grads: T, input_image: T, output_image: T -> output: T",
    types=_TYPES,
    attrs=_DEFAULT,
    infer=lambda op: with_rank(merged_inputs(op), 4),
    ranks={"input_grads": (4, "inputs must be 4-dimensional")},
    same_shape=("input_grads", "input_image", "output_image"),
)
def _lrn_grad(
    input_grads,
    input_image,
    output_image,
    *,
    depth_radius: int = 5,
    bias: float = 1.0,
    alpha: float = 1.0,
    beta: float = 0.5,
):
    """The gradient of LRN."""
    dy, x, y = (tensor.astype(jnp.float32) for tensor in (input_grads, input_image, output_image))
    norm = bias + alpha * _neighbours(x * x, depth_radius)
    dx = dy * norm**-beta - 2 * alpha * beta * x * _neighbours(dy * y / norm, depth_radius)
    return dx.astype(input_grads.dtype)
