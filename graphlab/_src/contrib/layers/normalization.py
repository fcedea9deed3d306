"""Normalization of each example by itself: layer_norm, group_norm, instance_norm, unit_norm."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import TensorShape
from graphlab._src.contrib.framework.arg_scope import add_arg_scope
from graphlab._src.contrib.layers.utils import collect_named_outputs
from graphlab._src.contrib.layers.weighted_layer import parameter
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.ops.arithmetic import multiply, square
from graphlab._src.ops.constants import ones
from graphlab._src.ops.division import div
from graphlab._src.ops.extremes import minimum
from graphlab._src.ops.joining import concat
from graphlab._src.ops.padding import tile
from graphlab._src.ops.power import rsqrt, sqrt
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.shape import reshape, shape
from graphlab._src.ops.slicing import strided_slice
from graphlab._src.ops.statistics import batch_normalization, moments, normalize_moments, sufficient_statistics
from graphlab._src.state.initializers import Ones, Zeros
from graphlab._src.state.scope import variable_scope


def _known_rank(inputs):
    rank = inputs.shape.ndims
    if rank is None:
        raise ValueError(f"Inputs {inputs.name} has undefined rank.")
    return rank


def _parameters(shape, dtype, center, scale, initializers, variables_collections, trainable):
    """(beta, gamma), None where they are not wanted."""
    initializers = initializers or {}
    beta = gamma = None
    if center:
        initializer = initializers.get("beta", Zeros())
        beta = parameter("beta", shape, dtype, initializer, variables_collections, trainable)
    if scale:
        initializer = initializers.get("gamma", Ones())
        gamma = parameter("gamma", shape, dtype, initializer, variables_collections, trainable)
    return beta, gamma


@add_arg_scope
def layer_norm(
    inputs,
    center=True,
    scale=True,
    activation_fn=None,
    reuse=None,
    variables_collections=None,
    outputs_collections=None,
    trainable=True,
    begin_norm_axis=1,
    begin_params_axis=-1,
    scope=None,
):
    """Each example brought to mean 0 and variance 1 over the axes from begin_norm_axis on (Ba et al., 2016).

    begin_params_axis: from which axis on beta and gamma differ.
    inputs: [batch, …].  center, scale: whether an offset beta is added, a factor gamma multiplied.
    activation_fn: of the result.  variables_collections, outputs_collections: as in convolution2d.
    """
    with variable_scope(scope, "LayerNorm", [inputs], reuse=reuse) as opened:
        inputs = convert_to_tensor(inputs)
        rank = _known_rank(inputs)
        dtype = inputs.dtype.base_dtype
        if begin_norm_axis < 0:
            begin_norm_axis += rank
        if begin_params_axis >= rank or begin_norm_axis >= rank:
            raise ValueError(
                f"begin_params_axis ({begin_params_axis}) and begin_norm_axis ({begin_norm_axis}) must be < rank(inputs) "
                f"({rank})"
            )
        each: Any = inputs.shape[begin_params_axis:]
        if not each.is_fully_defined():
            raise ValueError(
                f"Inputs {inputs.name}: shape(inputs)[{begin_params_axis}:] is not fully defined: {inputs.shape}"
            )
        beta, gamma = _parameters(each, dtype, center, scale, None, variables_collections, trainable)
        mean, variance = moments(inputs, list(range(begin_norm_axis, rank)), keep_dims=True)
        epsilon = 1e-3 if dtype == dtypes.float16 else 1e-12
        outputs = batch_normalization(inputs, mean, variance, offset=beta, scale=gamma, variance_epsilon=epsilon)
        outputs.set_shape(inputs.shape)
        outputs = outputs if activation_fn is None else activation_fn(outputs)
        return collect_named_outputs(outputs_collections, opened.name, outputs)


@add_arg_scope
def instance_norm(
    inputs,
    center=True,
    scale=True,
    epsilon=1e-6,
    activation_fn=None,
    param_initializers=None,
    reuse=None,
    variables_collections=None,
    outputs_collections=None,
    trainable=True,
    data_format="NHWC",
    scope=None,
):
    """Each channel of each example brought to mean 0 and variance 1 (Ulyanov et al., 2016).

    param_initializers: {"beta" or "gamma": initializer}.
    """
    inputs = convert_to_tensor(inputs)
    rank = _known_rank(inputs)
    if data_format not in ("NCHW", "NHWC"):
        raise ValueError("data_format has to be either NCHW or NHWC.")
    with variable_scope(scope, "InstanceNorm", [inputs], reuse=reuse) as opened:
        axis = 1 if data_format == "NCHW" else rank - 1
        each: Any = inputs.shape[axis : axis + 1]
        if not each.is_fully_defined():
            raise ValueError(f"Inputs {inputs.name} has undefined channels dimension {each}.")
        dtype = inputs.dtype.base_dtype
        made: Any = _parameters(each, dtype, center, scale, param_initializers, variables_collections, trainable)
        if data_format == "NCHW":
            spread = [1, each.as_list()[0], *[1] * (rank - 2)]
            made = [None if vector is None else reshape(vector, spread) for vector in made]
        mean, variance = moments(inputs, [i for i in range(1, rank) if i != axis], keep_dims=True)
        outputs = batch_normalization(inputs, mean, variance, made[0], made[1], epsilon, name="instancenorm")
        outputs = outputs if activation_fn is None else activation_fn(outputs)
        return collect_named_outputs(outputs_collections, opened.name, outputs)


@add_arg_scope
def group_norm(
    inputs,
    groups=32,
    channels_axis=-1,
    reduction_axes=(-3, -2),
    center=True,
    scale=True,
    epsilon=1e-6,
    activation_fn=None,
    param_initializers=None,
    reuse=None,
    variables_collections=None,
    outputs_collections=None,
    trainable=True,
    scope=None,
    mean_close_to_zero=False,
):
    """Groups of channels of each example brought to mean 0 and variance 1 (Wu and He, 2018).

    mean_close_to_zero: True computes the variance as the mean of squares minus the square of the mean.
    """
    inputs = convert_to_tensor(inputs)
    rank = _known_rank(inputs)
    if channels_axis > rank - 1:
        raise ValueError("Axis is out of bounds.")
    counted = shape(inputs)
    known = inputs.shape.as_list()
    sizes = [counted[i] if size is None else size for i, size in enumerate(known)]
    axis = channels_axis + rank if channels_axis < 0 else channels_axis
    channels = known[axis]
    if channels is None:
        raise ValueError(f"Inputs {inputs.name} has undefined channel dimension: {axis}.")
    reduced = [a + rank if a < 0 else a for a in reduction_axes]
    for a in reduced:
        if a > rank:
            raise ValueError("Axis is out of bounds.")
        if known[a] is None:
            raise ValueError(f"Inputs {inputs.name} has undefined dimensions {a}.")
        if a == axis:
            raise ValueError("reduction_axis must be mutually exclusive with channels_axis")
    if groups > channels:
        raise ValueError(f"Invalid groups {groups} for {channels} channels.")
    if channels % groups != 0:
        raise ValueError(f"{channels} channels is not commensurate with {groups} groups.")
    cut = [groups, channels // groups]
    spread = [1] * axis + cut + [1] * (rank - axis - 1)
    inputs = reshape(inputs, [*sizes[:axis], *cut, *sizes[axis + 1 :]])
    axes = [axis + 1, *(a + 1 if a > axis else a for a in reduced)]
    with variable_scope(scope, "GroupNorm", [inputs], reuse=reuse) as opened:
        dtype = inputs.dtype.base_dtype
        initializers = param_initializers or {}
        beta = gamma = None
        if center:
            initializer = initializers.get("beta", Zeros())
            beta = parameter("beta", [channels], dtype, initializer, variables_collections, trainable)
            beta = reshape(beta, spread)
        if scale:
            initializer = initializers.get("gamma", Ones())
            gamma = parameter("gamma", [channels], dtype, initializer, variables_collections, trainable)
            gamma = reshape(gamma, spread)
        if mean_close_to_zero:
            counts, sums, squares, _ = sufficient_statistics(inputs, axes, keep_dims=True)
            mean, variance = normalize_moments(counts, sums, squares, shift=None)
        else:
            mean, variance = moments(inputs, axes, keep_dims=True)
        gain = rsqrt(variance + epsilon)
        offset = -mean * gain
        if gamma is not None:
            gain *= gamma
            offset *= gamma
        if beta is not None:
            offset += beta
        outputs = reshape(inputs * gain + offset, sizes)
        outputs = outputs if activation_fn is None else activation_fn(outputs)
        return collect_named_outputs(outputs_collections, opened.name, outputs)


@add_arg_scope
def unit_norm(inputs, dim, epsilon=1e-7, scope=None):
    """Vectors along the axis dim, brought to length 1."""
    with variable_scope(scope, "UnitNorm", [inputs]):
        if TensorShape(inputs.shape).ndims is None:
            raise ValueError("The input rank must be known.")
        rank = inputs.shape.ndims
        if not 0 <= dim < rank:
            raise ValueError("dim must be positive but smaller than the input rank.")
        lengths = sqrt(epsilon + reduce_sum(square(inputs), dim, True))
        multiples = [ones([dim], dtypes.int32)] if dim > 0 else []
        multiples.append(strided_slice(shape(inputs), [dim], [dim + 1]))
        if dim < rank - 1:
            multiples.append(ones([rank - 1 - dim], dtypes.int32))
        return div(inputs, tile(lengths, concat(multiples, 0)))


def poincare_normalize(x, axis=1, epsilon=1e-5, name=None):
    """x where its vectors along an axis, or several, are shorter than 1 - epsilon; longer ones are brought to that length."""
    with name_scope(name, "poincare_normalize", [x]) as scope:
        x = convert_to_tensor(x, name="x")
        inverse = rsqrt(reduce_sum(square(x), axis, keepdims=True))
        return multiply(x, minimum((1.0 - epsilon) * inverse, 1.0), name=scope)
