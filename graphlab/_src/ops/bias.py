"""A bias for each channel, and the affine map of a layer."""

import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.ops.activation import relu
from graphlab._src.ops.constants import ones_like
from graphlab._src.ops.define import op, raw_ops
from graphlab._src.ops.joining import concat
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.rules import merge_size, with_rank, with_rank_at_least
from graphlab._src.ops.shape import reshape, shape

_FORMATS = (b"NHWC", b"NCHW")
_TYPES = {"T": dtypes.NUMERIC, "data_format": _FORMATS}


def _channel(dims, data_format):
    return len(dims) - 1 if data_format == b"NHWC" else 1


def _biased(op):
    value = with_rank_at_least(op.inputs[0].dims, 2)
    bias = with_rank(op.inputs[1].dims, 1)
    if value is None:
        return None
    axis = _channel(value, op.attrs["data_format"])
    size = merge_size(value[axis], bias[0], "pass one bias for each channel")
    return (*value[:axis], size, *value[axis + 1 :])


def _bias_add_grad_shape(op):
    dims = with_rank_at_least(op.inputs[0].dims, 2)
    return (None,) if dims is None else (dims[_channel(dims, op.attrs["data_format"])],)


def _bias_add_grad_grad(op, dy):
    sizes, bias_size = shape(op.inputs[0]), shape(dy)
    if op.get_attr("data_format") == b"NCHW":
        expanded = concat([ones_like(sizes[:1]), bias_size, ones_like(sizes[2:])], 0)
        repeats = concat([sizes[:1], [1], sizes[2:]], 0)
    else:
        expanded = concat([ones_like(sizes[:-1]), bias_size], 0)
        repeats = concat([sizes[:-1], [1]], 0)
    return [raw_ops.Tile(reshape(dy, expanded), repeats)]


def _bias_grad_in_numpy(out_backprop, *, data_format):
    if out_backprop.dtype.char not in "fdil" or out_backprop.ndim < 2:
        return None
    channel = _channel(out_backprop.shape, data_format)
    axes = tuple([i for i in range(out_backprop.ndim) if i != channel])
    return np.add.reduce(out_backprop, axes, out_backprop.dtype)


@op(
    "BiasAddGrad",
    "out_backprop: T -> output: T",
    types=_TYPES,
    infer=_bias_add_grad_shape,
    grad=_bias_add_grad_grad,
    interpret=_bias_grad_in_numpy,
)
def bias_add_grad(out_backprop, *, data_format: str = "NHWC"):
    """The sum over all axes but that of the channels."""
    if out_backprop.ndim < 2:
        raise ValueError(f"Input tensor must be at least 2D: {shapes.text(out_backprop.shape)}")
    channel = _channel(out_backprop.shape, data_format)
    axes = tuple(i for i in range(out_backprop.ndim) if i != channel)
    return jnp.sum(out_backprop, axis=axes, dtype=out_backprop.dtype)


def _check_biases(value, bias, channel):
    if value.ndim < 2:
        raise ValueError(f"Input tensor must be at least 2D: {shapes.text(value.shape)}")
    if bias.ndim != 1:
        raise ValueError(f"Biases must be 1D: {shapes.text(bias.shape)}")
    if shapes.differ(bias.shape, (value.shape[channel],)):
        raise ValueError(
            f"Must provide as many biases as the {'last dimension' if channel == value.ndim - 1 else 'channel dimension'} "
            f"of the input tensor: {shapes.text(bias.shape)} vs. {shapes.text(value.shape)}"
        )


def _biased_in_numpy(value, bias, *, data_format):
    if value.dtype.char not in "fdil":
        return None
    channel = _channel(value.shape, data_format)
    _check_biases(value, bias, channel)
    return value + (bias if channel == value.ndim - 1 else bias.reshape((-1,) + (1,) * (value.ndim - 2)))


@op(
    "BiasAdd",
    "value: T, bias: T -> output: T",
    types=_TYPES,
    infer=_biased,
    interpret=_biased_in_numpy,
    grad=lambda op, dy: [dy, bias_add_grad(dy, data_format=op.get_attr("data_format"))],
)
def _bias_add(value, bias, *, data_format: str = "NHWC"):
    """A bias added to each channel."""
    _check_biases(value, bias, _channel(value.shape, data_format))
    if data_format == b"NCHW":
        bias = bias.reshape((-1,) + (1,) * (value.ndim - 2))
    return value + bias


def _bias_add_v1_grad(op, dy):
    return [dy, raw_ops.Sum(dy, raw_ops.Range(0, raw_ops.Rank(dy) - 1, 1))]


def _biased_last(op):
    value = with_rank_at_least(op.inputs[0].dims, 2)
    bias = with_rank(op.inputs[1].dims, 1)
    return None if value is None else (*value[:-1], merge_size(value[-1], bias[0]))


@op(
    "BiasAddV1",
    "value: T, bias: T -> output: T",
    types={"T": dtypes.NUMERIC},
    infer=_biased_last,
    grad=_bias_add_v1_grad,
)
def _bias_add_v1(value, bias):
    """A bias added along the last axis, as old graphs have it."""
    _check_biases(value, bias, value.ndim - 1)
    return value + bias


def bias_add(value, bias, data_format=None, name=None):
    """value + bias, where bias is a vector with a number for each channel.

    value: […, channels], or [batch, channels, …] with data_format "NCHW" or another that begins with NC.
    """
    with name_scope(name, "BiasAdd", [value, bias]) as scope:
        if data_format is not None:
            if data_format.startswith("NC"):
                data_format = "NCHW"
            elif data_format.startswith("N") and data_format.endswith("C"):
                data_format = "NHWC"
            else:
                raise ValueError("data_format must be of the form `N...C` or `NC...`")
        value = convert_to_tensor(value, name="input")
        bias = convert_to_tensor(bias, value.dtype.base_dtype, name="bias")
        return _bias_add(value, bias, data_format=data_format or "NHWC", name=scope)


def xw_plus_b(x, weights, biases, name=None):
    """matmul(x, weights) + biases.

    x: [batch, n].  weights: [n, m].  biases: [m].
    """
    with name_scope(name, "xw_plus_b", [x, weights, biases]) as scope:
        x = convert_to_tensor(x, name="x")
        weights = convert_to_tensor(weights, name="weights")
        biases = convert_to_tensor(biases, name="biases")
        return bias_add(matmul(x, weights), biases, name=scope)


def relu_layer(x, weights, biases, name=None):
    """relu(matmul(x, weights) + biases)."""
    with name_scope(name, "relu_layer", [x, weights, biases]) as scope:
        x = convert_to_tensor(x, name="x")
        weights = convert_to_tensor(weights, name="weights")
        biases = convert_to_tensor(biases, name="biases")
        return relu(bias_add(matmul(x, weights), biases), name=scope)
