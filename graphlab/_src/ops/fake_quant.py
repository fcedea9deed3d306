"""Fake quantization: numbers rounded as if they were quantized, with gradients, for training.

Of the 2 ** num_bits steps between min and max one lies exactly at 0: the range is nudged until it does. narrow_range leaves
the lowest step out.
"""

import jax.numpy as jnp

from graphlab._src.base import shapes
from graphlab._src.ops.define import op, raw_ops, same_as_input
from graphlab._src.ops.quotient import quotient
from graphlab._src.ops.rules import merge, merge_size, with_rank, with_rank_at_least

_NAMES = ("num_bits", "narrow_range")


def _as(op, names=_NAMES):
    return {name: op.get_attr(name) for name in names}


def _range(low, high, num_bits, narrow_range):
    """(lowest, highest, width of a step), nudged."""
    if not 2 <= num_bits <= 16:
        raise ValueError("num_bits must be between 2 and 16, inclusive")
    if isinstance(low, float) and not low < high:
        raise ValueError(f"min has to be smaller than max, was: {low:g} >= {high:g}")
    first, last = (1.0 if narrow_range else 0.0), float(2**num_bits - 1)
    low, high = jnp.asarray(low, jnp.float32), jnp.asarray(high, jnp.float32)
    step = quotient(high - low, jnp.float32(last - first))
    zero = first - quotient(low, step)
    nudged = jnp.where(zero < first, first, jnp.where(zero > last, last, jnp.floor(zero + 0.5)))
    return (first - nudged) * step, (last - nudged) * step, step


def _rounded(inputs, low, high, num_bits, narrow_range):
    lowest, highest, step = _range(low, high, num_bits, narrow_range)
    # Where min and max are exchanged all is lowest; of such variables TensorFlow doesn't complain.
    count = (jnp.maximum(jnp.minimum(inputs, highest), lowest) - lowest) * (1 / step)
    zero = jnp.floor(-lowest * (1 / step) + 0.5)
    result = jnp.floor(count - zero + 0.5) * step
    return jnp.where((jnp.asarray(low) == 0) & (jnp.asarray(high) == 0), 0.0, result).astype(inputs.dtype)


def _sides(gradients, inputs, low, high, num_bits, narrow_range):
    """The gradients where inputs lie within the range, below it and above it."""
    lowest, highest, _ = _range(low, high, num_bits, narrow_range)
    empty = (jnp.asarray(low) == 0) & (jnp.asarray(high) == 0)
    within = (inputs >= lowest) & (inputs <= highest) | empty
    below, above = (inputs < lowest) & ~empty, (inputs > highest) & ~empty
    return tuple(gradients * where for where in (within, below, above))


def _same(op):
    for tensor in op.inputs[-2:] if len(op.inputs) > 2 else ():
        with_rank(tensor.dims, 0)
    return op.inputs[0].dims


def _same_with_limits(op):
    return [merge(op.inputs[0].dims, op.inputs[1].dims), (), ()]


def _by_channel(op):
    dims = None
    for tensor in op.inputs[:-2]:
        dims = merge(dims, with_rank_at_least(tensor.dims, 1))
    _channels(op, dims)
    return dims


def _channels(op, dims):
    least, most = (with_rank(tensor.dims, 1) for tensor in op.inputs[-2:])
    return merge_size(None if dims is None else dims[-1], merge(least, most)[0], "pass one number for each channel")


def _by_channel_with_limits(op):
    dims = _by_channel(op)
    size = _channels(op, dims)
    return [dims, (size,), (size,)]


_ARGS = (*_NAMES, "min", "max")


@op(
    "FakeQuantWithMinMaxArgs",
    "inputs: float32 -> outputs: float32",
    infer=_same,
    grad=lambda op, dy: [raw_ops.FakeQuantWithMinMaxArgsGradient(dy, op.inputs[0], **_as(op, _ARGS))],
)
def fake_quant_with_min_max_args(
    inputs, *, min: float = -6.0, max: float = 6.0, num_bits: int = 8, narrow_range: bool = False
):
    """inputs rounded to the nearest of 2 ** num_bits steps between two numbers, and cut off there.

    min, max: Python floats.  narrow_range: the lowest step is not used.
    """
    return _rounded(inputs, min, max, num_bits, narrow_range)


@op(
    "FakeQuantWithMinMaxArgsGradient",
    "gradients: float32, inputs: float32 -> backprops: float32",
    same_shape=("gradients", "inputs"),
    infer=same_as_input(0),
)
def fake_quant_with_min_max_args_gradient(
    gradients, inputs, *, min: float = -6.0, max: float = 6.0, num_bits: int = 8, narrow_range: bool = False
):
    """The gradient of fake_quant_with_min_max_args: as if nothing were rounded, and 0 outside of the range.

    gradients: of the result.  inputs, min, max, num_bits, narrow_range: as in fake_quant_with_min_max_args.
    """
    return _sides(gradients, inputs, min, max, num_bits, narrow_range)[0]


@op(
    "FakeQuantWithMinMaxVars",
    "inputs: float32, min: float32, max: float32 -> outputs: float32",
    infer=_same,
    grad=lambda op, dy: list(raw_ops.FakeQuantWithMinMaxVarsGradient(dy, *op.inputs, **_as(op))),
)
def fake_quant_with_min_max_vars(inputs, min, max, *, num_bits: int = 8, narrow_range: bool = False):
    """inputs rounded to the nearest of 2 ** num_bits steps between min and max, which can be learnt.

    narrow_range: the lowest step is not used.
    """
    return _rounded(inputs, min, max, num_bits, narrow_range)


@op(
    "FakeQuantWithMinMaxVarsGradient",
    "gradients: float32, inputs: float32, min: float32, max: float32 "
    "-> backprops_wrt_input: float32, backprop_wrt_min: float32, backprop_wrt_max: float32",
    same_shape=("gradients", "inputs"),
    infer=_same_with_limits,
)
def fake_quant_with_min_max_vars_gradient(
    gradients, inputs, min, max, *, num_bits: int = 8, narrow_range: bool = False
):
    """The gradients of fake_quant_with_min_max_vars: what lies outside of the range goes to min and to max.

    gradients: of the result.  inputs, min, max, num_bits, narrow_range: as in fake_quant_with_min_max_vars.
    """
    within, below, above = _sides(gradients, inputs, min, max, num_bits, narrow_range)
    return within, jnp.sum(below), jnp.sum(above)


@op(
    "FakeQuantWithMinMaxVarsPerChannel",
    "inputs: float32, min: float32, max: float32 -> outputs: float32",
    infer=_by_channel,
    grad=lambda op, dy: list(raw_ops.FakeQuantWithMinMaxVarsPerChannelGradient(dy, *op.inputs, **_as(op))),
)
def fake_quant_with_min_max_vars_per_channel(inputs, min, max, *, num_bits: int = 8, narrow_range: bool = False):
    """inputs rounded to the nearest of 2 ** num_bits steps, with a min and a max for each channel, the last axis.

    narrow_range: the lowest step is not used.
    """
    _check_channels(inputs, min, max)
    return _rounded(inputs, min, max, num_bits, narrow_range)


def _check_channels(inputs, low, high):
    for name, limits in (("min", low), ("max", high)):
        if limits.ndim != 1 or shapes.differ(limits.shape, inputs.shape[-1:]):
            depth, count = (inputs.shape[-1] if inputs.ndim else 0), limits.size
            raise ValueError(f"{name} has incorrect size, expected {depth} was {count}")


@op(
    "FakeQuantWithMinMaxVarsPerChannelGradient",
    "gradients: float32, inputs: float32, min: float32, max: float32 "
    "-> backprops_wrt_input: float32, backprop_wrt_min: float32, backprop_wrt_max: float32",
    same_shape=("gradients", "inputs"),
    infer=_by_channel_with_limits,
)
def fake_quant_with_min_max_vars_per_channel_gradient(
    gradients, inputs, min, max, *, num_bits: int = 8, narrow_range: bool = False
):
    """The gradients of fake_quant_with_min_max_vars_per_channel.

    gradients: of the result.  inputs, min, max, num_bits, narrow_range: as in that function.
    """
    _check_channels(inputs, min, max)
    within, below, above = _sides(gradients, inputs, min, max, num_bits, narrow_range)
    axes = tuple(range(inputs.ndim - 1))
    return within, jnp.sum(below, axes), jnp.sum(above, axes)
