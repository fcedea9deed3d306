"""Batch normalization as one operation, FusedBatchNorm in its three versions, and its gradient.

With n numbers x for each channel, m their mean and r = 1 / sqrt(variance + epsilon):
y = scale · (x - m) · r + offset (Ioffe and Szegedy, 2015).
"""

import jax.numpy as jnp
from jax import lax

from graphlab._src.base import dtypes, shapes
from graphlab._src.graph import constant, convert_to_tensor
from graphlab._src.ops.arithmetic import square, squared_difference
from graphlab._src.ops.cast import cast
from graphlab._src.ops.define import op, raw_ops
from graphlab._src.ops.power import rsqrt
from graphlab._src.ops.reduction import reduce_mean, reduce_sum
from graphlab._src.ops.rules import merge, merge_size, with_rank
from graphlab._src.ops.shape import reshape
from graphlab._src.ops.transpose import transpose

_FORMATS = (b"NHWC", b"NCHW")
_ONE_TYPE = {"T": {dtypes.float32}, "data_format": _FORMATS}
_TWO_TYPES = {"T": {dtypes.float16, dtypes.bfloat16, dtypes.float32}, "U": {dtypes.float32}, "data_format": _FORMATS}
_LEAST_EPSILON = 1.001e-5  # cuDNN's, which TensorFlow uses everywhere


def _channel(data_format):
    return 1 if data_format == b"NCHW" else 3


def _per_channel(op, x, others):
    """The number of channels that x and the vectors say."""
    axis = _channel(op.attrs["data_format"])
    size = x[axis]
    for tensor in others:
        size = merge_size(size, with_rank(tensor.dims, 1)[0], "pass one number for each channel")
    return (*x[:axis], size, *x[axis + 1 :]), (size,)


def _normalized(op):
    x = with_rank(op.inputs[0].dims, 4, "x is a batch of images: [batch, height, width, channels]")
    y, vector = _per_channel(op, x, op.inputs[1:3] if op.attrs["is_training"] else op.inputs[1:])
    last = [None] if op.type == "FusedBatchNormV3" else []  # TensorFlow does not say how large its scratch space is
    return [y, vector, vector, vector, vector, *last]


def _gradient_shapes(op):
    dy, x = (with_rank(tensor.dims, 4) for tensor in op.inputs[:2])
    axis = _channel(op.attrs["data_format"])
    dy = (*dy[:axis], merge_size(x[axis], dy[axis]), *dy[axis + 1 :])
    dx, vector = _per_channel(op, dy, op.inputs[2:5])
    unused = (0,) if op.attrs["is_training"] else vector
    return [dx, vector, vector, unused, unused]


def _axes(data_format):
    return (0, 2, 3) if data_format == b"NCHW" else (0, 1, 2)


def _spread(vector, data_format):
    return vector.reshape(-1, 1, 1) if data_format == b"NCHW" else vector


def _normalize(x, scale, offset, mean, variance, epsilon, data_format, is_training):
    if x.ndim != 4:
        raise ValueError(f"input must be 4-dimensional{shapes.text(x.shape)}")
    vectors = {"scale": scale, "offset": offset, "estimated_mean": mean, "estimated_variance": variance}
    for name, vector in vectors.items():
        if vector.ndim != 1:
            raise ValueError(f"{name} must be 1-dimensional{shapes.text(vector.shape)}")
    _check_channels(x, {name: vectors[name] for name in ("scale", "offset")} if is_training else vectors, data_format)
    wide = x.astype(jnp.float32)
    if is_training:
        axes = _axes(data_format)
        mean = jnp.mean(wide, axes)
        variance = jnp.mean(lax.square(wide - _spread(mean, data_format)), axes)
        count = x.size // max(mean.size, 1)
        unbiased = variance * (count / max(count - 1, 1))
    else:
        unbiased = variance
    factor = lax.rsqrt(variance + epsilon) * scale
    y = (wide - _spread(mean, data_format)) * _spread(factor, data_format) + _spread(offset, data_format)
    return y.astype(x.dtype), mean, unbiased, mean, variance


def _check_channels(x, vectors, data_format):
    """ValueError unless these have a number for each channel: JAX would repeat a single one."""
    channels = x.shape[1 if data_format == b"NCHW" else 3]
    for name, vector in vectors.items():
        if shapes.differ(vector.shape, (channels,)):
            raise ValueError(
                f"{name} must have {channels} elements, one for each channel, its shape is {shapes.text(vector.shape)}"
            )


def _gradients(dy, x, scale, mean, variance, epsilon, data_format, is_training):
    _check_channels(x, {"scale": scale, "saved mean": mean, "saved variance": variance}, data_format)
    axes = _axes(data_format)
    wide, given = x.astype(jnp.float32), dy.astype(jnp.float32)
    inverse = lax.rsqrt(variance + epsilon)
    unit = (wide - _spread(mean, data_format)) * _spread(inverse, data_format)
    d_offset = jnp.sum(given, axes)
    d_scale = jnp.sum(given * unit, axes)
    if is_training:
        count = max(x.size // max(scale.size, 1), 1)
        given = given - _spread(d_offset / count, data_format) - unit * _spread(d_scale / count, data_format)
    dx = given * _spread(scale * inverse, data_format)
    nothing = jnp.zeros(0 if is_training else variance.shape, jnp.float32)
    return dx.astype(x.dtype), d_scale, d_offset, nothing, nothing


def _rule(grad_type):
    """The gradient of a version: only y has one, the moments have not."""

    def grad(op, dy, *_):
        x, scale, _, mean, variance = op.inputs
        training, data_format = op.get_attr("is_training"), op.get_attr("data_format")
        turned = not training and data_format == b"NCHW"
        if turned:
            x, dy, data_format = transpose(x, [0, 2, 3, 1]), transpose(dy, [0, 2, 3, 1]), b"NHWC"
        moments = (op.outputs[3], op.outputs[4]) if training else (mean, variance)
        dx, d_scale, d_offset, d_mean, d_variance = getattr(raw_ops, grad_type)(
            dy,
            x,
            scale,
            *moments,
            *op.outputs[5:],
            epsilon=op.get_attr("epsilon"),
            data_format=data_format,
            is_training=training,
        )
        if turned:
            dx = transpose(dx, [0, 3, 1, 2])
        return [dx, d_scale, d_offset, d_mean, d_variance] if training else [dx, d_scale, d_offset, None, None]

    return grad


def _second(op, v, v_scale, v_offset, *_):
    """The gradient of the gradient, for what v weighs of dx, d_scale and d_offset.

    In training dx = scale · r · P(dy) with P(z) = z - mean(z) - u · mean(z · u), u = (x - m) · r. P is its own transpose;
    u changes with x as P says, and r as -r² · u / n.
    """
    dy, x, scale, mean, variance = op.inputs[:5]
    data_format, training, epsilon = op.get_attr("data_format"), op.get_attr("is_training"), op.get_attr("epsilon")
    axes, kind = list(_axes(data_format)), x.dtype.base_dtype
    wide = [cast(tensor, dtypes.float32) for tensor in (dy, x, v)]
    dy, x, v = wide

    def spread(vector):
        return reshape(vector, [1, -1, 1, 1]) if data_format == b"NCHW" else vector

    def average(tensor):
        return reduce_mean(tensor, axes, keepdims=True)

    scale_, v_scale, v_offset = spread(scale), spread(v_scale), spread(v_offset)
    if not training:
        inverse = rsqrt(spread(variance) + epsilon)
        distance = (x - spread(mean)) * inverse
        d_dy = v * scale_ * inverse + v_scale * distance + v_offset
        dx, d_scale = v_scale * dy * inverse, reduce_sum(v * dy * inverse, axes)
    else:
        center = average(x)
        inverse = rsqrt(average(squared_difference(x, center)) + epsilon)
        unit = (x - center) * inverse
        project = lambda z: z - average(z) - unit * average(z * unit)  # noqa: E731
        along = average(dy * unit), average(v * unit)
        d_dy = scale_ * inverse * project(v) + v_scale * unit + v_offset
        d_unit = v_scale * dy - scale_ * inverse * (dy * along[1] + v * along[0])
        spread_of = average(v * dy) - average(v) * average(dy) - along[0] * along[1]
        dx = inverse * project(d_unit) - scale_ * square(inverse) * unit * spread_of
        d_scale = reduce_sum(v * inverse * project(dy), axes)
    rest = [None] * (len(op.inputs) - 3)
    return [cast(d_dy, kind), cast(dx, kind), d_scale, *rest]


def _forward(
    x, scale, offset, mean, variance, *, epsilon: float = 0.0001, data_format: str = "NHWC", is_training: bool = True
):
    """Images normalized channel by channel, by their own moments in training, otherwise by those passed in.

    batch_variance is that of the population which the images are a sample of; reserve_space_2 is theirs.
    """
    return _normalize(x, scale, offset, mean, variance, epsilon, data_format, is_training)


def _normalized_at_the_end(op):
    t = with_rank(op.inputs[0].dims, 4)
    last = t[3]
    for vector in op.inputs[1:]:
        last = merge_size(last, with_rank(vector.dims, 1)[0])
    return (*t[:3], last)


def _global_normalization_grad(op, dy):
    t, m, v, _, gamma = op.inputs
    attrs = {name: op.get_attr(name) for name in ("variance_epsilon", "scale_after_normalization")}
    return list(_batch_norm_with_global_normalization_grad(t, m, v, gamma, dy, **attrs))


@op(
    "BatchNormWithGlobalNormalization",
    "t: T, m: T, v: T, beta: T, gamma: T -> result: T",
    types={"T": dtypes.NUMERIC},
    infer=_normalized_at_the_end,
    grad=_global_normalization_grad,
)
def _batch_norm_with_global_normalization(
    t, m, v, beta, gamma, *, variance_epsilon: float, scale_after_normalization: bool
):
    """Images with the moments m and v of each channel normalized, in graphs of 2015. Without scale_after_normalization gamma counts not."""
    scale = lax.rsqrt(v + jnp.asarray(variance_epsilon, v.dtype))
    return (t - m) * (scale * gamma if scale_after_normalization else scale) + beta


def _gradients_at_the_end(op):
    t = merge(with_rank(op.inputs[0].dims, 4), with_rank(op.inputs[4].dims, 4))
    last = t[3]
    for vector in op.inputs[1:4]:
        last = merge_size(last, with_rank(vector.dims, 1)[0])
    return [(*t[:3], last), *[(last,)] * 4]


@op(
    "BatchNormWithGlobalNormalizationGrad",
    "t: T, m: T, v: T, gamma: T, backprop: T -> dx: T, dm: T, dv: T, db: T, dg: T",
    types={"T": dtypes.NUMERIC},
    infer=_gradients_at_the_end,
)
def _batch_norm_with_global_normalization_grad(
    t, m, v, gamma, backprop, *, variance_epsilon: float, scale_after_normalization: bool
):
    """The gradients of BatchNormWithGlobalNormalization, in the order of its inputs; that of gamma is 0 where it counts not."""
    inverse = lax.rsqrt(v + jnp.asarray(variance_epsilon, v.dtype))
    scale = inverse * gamma if scale_after_normalization else inverse
    total, projected = backprop.sum((0, 1, 2)), (backprop * (t - m)).sum((0, 1, 2))
    d_gamma = inverse * projected if scale_after_normalization else jnp.zeros_like(gamma)
    return backprop * scale, -total * scale, -projected * scale * inverse * inverse / 2, total, d_gamma


op(
    "FusedBatchNorm",
    "x: T, scale: T, offset: T, mean: T, variance: T "
    "-> y: T, batch_mean: T, batch_variance: T, reserve_space_1: T, reserve_space_2: T",
    types=_ONE_TYPE,
    infer=_normalized,
    grad=_rule("FusedBatchNormGrad"),
)(_forward)

op(
    "FusedBatchNormV2",
    "x: T, scale: U, offset: U, mean: U, variance: U "
    "-> y: T, batch_mean: U, batch_variance: U, reserve_space_1: U, reserve_space_2: U",
    types=_TWO_TYPES,
    infer=_normalized,
    grad=_rule("FusedBatchNormGradV2"),
)(_forward)


@op(
    "FusedBatchNormV3",
    "x: T, scale: U, offset: U, mean: U, variance: U "
    "-> y: T, batch_mean: U, batch_variance: U, reserve_space_1: U, reserve_space_2: U, reserve_space_3: U",
    types=_TWO_TYPES,
    infer=_normalized,
    grad=_rule("FusedBatchNormGradV3"),
)
def _fused_batch_norm_v3(
    x, scale, offset, mean, variance, *, epsilon: float = 0.0001, data_format: str = "NHWC", is_training: bool = True
):
    """FusedBatchNormV2 with one more output, scratch space of cuDNN's that is empty here."""
    outputs = _normalize(x, scale, offset, mean, variance, epsilon, data_format, is_training)
    return (*outputs, jnp.zeros((), jnp.float32))


_GRADIENT_RANKS = {
    "y_backprop": (4, "input must be 4-dimensional{shape}"),
    "x": (4, "input must be 4-dimensional{shape}"),
    "scale": (1, "scale must be 1-dimensional{shape}"),
    "reserve_space_1": (1, "saved mean must be 1-dimensional{shape}"),
    "reserve_space_2": (1, "saved variance must be 1-dimensional{shape}"),
}


def _backprop(
    y_backprop,
    x,
    scale,
    reserve_space_1,
    reserve_space_2,
    *,
    epsilon: float = 0.0001,
    data_format: str = "NHWC",
    is_training: bool = True,
):
    """The gradient of FusedBatchNorm; reserve_space_1, reserve_space_2: the mean and variance that it used."""
    return _gradients(y_backprop, x, scale, reserve_space_1, reserve_space_2, epsilon, data_format, is_training)


op(
    "FusedBatchNormGrad",
    "y_backprop: T, x: T, scale: T, reserve_space_1: T, reserve_space_2: T "
    "-> x_backprop: T, scale_backprop: T, offset_backprop: T, reserve_space_3: T, reserve_space_4: T",
    types=_ONE_TYPE,
    infer=_gradient_shapes,
    ranks=_GRADIENT_RANKS,
    same_shape=("y_backprop", "x"),
    grad=_second,
)(_backprop)

op(
    "FusedBatchNormGradV2",
    "y_backprop: T, x: T, scale: float32, reserve_space_1: U, reserve_space_2: U "
    "-> x_backprop: T, scale_backprop: U, offset_backprop: U, reserve_space_3: U, reserve_space_4: U",
    types=_TWO_TYPES,
    infer=_gradient_shapes,
    ranks=_GRADIENT_RANKS,
    same_shape=("y_backprop", "x"),
    grad=_second,
)(_backprop)


@op(
    "FusedBatchNormGradV3",
    "y_backprop: T, x: T, scale: float32, reserve_space_1: U, reserve_space_2: U, reserve_space_3: U "
    "-> x_backprop: T, scale_backprop: U, offset_backprop: U, reserve_space_4: U, reserve_space_5: U",
    types=_TWO_TYPES,
    infer=_gradient_shapes,
    ranks=_GRADIENT_RANKS,
    same_shape=("y_backprop", "x"),
    grad=_second,
)
def _fused_batch_norm_grad_v3(
    y_backprop,
    x,
    scale,
    reserve_space_1,
    reserve_space_2,
    reserve_space_3,
    *,
    epsilon: float = 0.0001,
    data_format: str = "NHWC",
    is_training: bool = True,
):
    """The gradient of FusedBatchNormV3."""
    return _gradients(y_backprop, x, scale, reserve_space_1, reserve_space_2, epsilon, data_format, is_training)


def fused_batch_norm(
    x, scale, offset, mean=None, variance=None, epsilon=0.001, data_format="NHWC", is_training=True, name=None
):
    """(y, mean, variance): images normalized channel by channel.

    x: [batch, height, width, channels]; [batch, channels, height, width] with data_format "NCHW".
    scale, offset: a number for each channel.  mean, variance: those to normalize by when is_training is False; in
    training the moments of the images are used and returned.
    epsilon: added to the variance.
    """
    x = convert_to_tensor(x, name="input")
    scale = convert_to_tensor(scale, name="scale")
    offset = convert_to_tensor(offset, name="offset")
    if is_training and (mean is not None or variance is not None):
        raise ValueError("Both 'mean' and 'variance' must be None if is_training is True.")
    mean = constant([]) if mean is None else mean
    variance = constant([]) if variance is None else variance
    epsilon = max(epsilon, _LEAST_EPSILON)
    outputs = _fused_batch_norm_v3(
        x, scale, offset, mean, variance, epsilon=epsilon, data_format=data_format, is_training=is_training, name=name
    )
    return outputs[0], outputs[1], outputs[2]
