"""The maximum of each window of an image, and its gradients."""

from graphlab._src.base import dtypes
from graphlab._src.base.errors import UnimplementedError
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.define import op, raw_ops
from graphlab._src.ops.pooling.kernels import (
    at_highest,
    back_from_highest,
    back_from_highest_in_numpy,
    highest,
    highest_in_numpy,
    moves,
)
from graphlab._src.ops.pooling.shapes import as_highest, as_images, pooled, pooled_by_inputs
from graphlab._src.ops.shape import shape

_PADDINGS = (b"SAME", b"VALID")
_FORMATS = (b"NHWC", b"NCHW")
_POOLED = dtypes.FLOATING | {dtypes.int32, dtypes.int64, dtypes.uint8, dtypes.int16, dtypes.int8, dtypes.uint16}
_FORWARD = {
    "T": _POOLED | {dtypes.qint8},
    "padding": _PADDINGS,
    "data_format": (*_FORMATS, b"NCHW_VECT_C"),
}
_BACK = {"T": dtypes.REAL, "padding": _PADDINGS, "data_format": _FORMATS}
_DEFAULT_TYPE = {"T": (dtypes.DType, dtypes.float32)}
_FORMAT = {"data_format": (str, "NHWC")}
_SIGNATURE = "orig_input: T, orig_output: T, grad: T -> output: T"
_SIGNATURE_V2 = "orig_input: T, orig_output: T, grad: T, ksize: int32, strides: int32 -> output: T"
_AS = ("ksize", "strides", "padding", "data_format")


def zero_gradient(tensor):
    """Zeros in the shape of a tensor: it decides where gradients go, not how large they are."""
    return zeros(shape(tensor), tensor.dtype)


def _as(op, names=_AS):
    return {name: op.get_attr(name) for name in names}


def _second(function):
    """The gradient of a gradient: the same choice of places, the other way."""

    def grad(op, dz):
        x, y = op.inputs[0], op.inputs[1]
        return [zero_gradient(x), zero_gradient(y), function(x, y, dz, **_as(op))]

    return grad


def _second_v2(function):
    def grad(op, dz):
        x, y, _, ksize, strides = op.inputs
        gradients = function(x, y, dz, ksize, strides, **_as(op, ("padding", "data_format")))
        return [zero_gradient(x), zero_gradient(y), gradients, None, None]

    return grad


def _check_depth(dims, ksize, strides, channel):
    """UnimplementedError for windows over channels, other than those that divide nothing but the channels into groups."""
    depth = ksize[channel]
    if depth == 1:
        return
    if any(size != 1 for axis, size in enumerate(ksize) if axis != channel):
        raise UnimplementedError(
            None, None, "MaxPooling supports exactly one of pooling across depth or pooling across width/height."
        )
    if dims[channel] % depth:
        raise UnimplementedError(
            None, None, "Depthwise max pooling requires the depth window to evenly divide the input depth."
        )
    if strides[channel] != depth:
        raise UnimplementedError(
            None, None, "Depthwise max pooling requires the depth window to equal the depth stride."
        )


def _pooled_in_numpy(input, *, ksize, strides, padding, data_format):
    _check_depth(input.shape, ksize, strides, 1 if data_format == b"NCHW" else 3)
    return highest_in_numpy(input, *moves(ksize, strides, padding))


@op(
    "MaxPool",
    "input: T -> output: T",
    types=_FORWARD,
    interpret=_pooled_in_numpy,
    attrs=_DEFAULT_TYPE,
    infer=pooled(4),
    grad=lambda op, dy: [raw_ops.MaxPoolGrad(op.inputs[0], op.outputs[0], dy, **_as(op))],
    barrier=False,
    minimums={"ksize": 4, "strides": 4},
)
def max_pool_op(input, *, ksize: list[int], strides: list[int], padding: bytes, data_format: bytes = b"NHWC"):
    """The maximum of each window of an image.

    input: [batch, height, width, channels], or [batch, channels, height, width] for NCHW.
    """
    _check_depth(input.shape, ksize, strides, 1 if data_format == b"NCHW" else 3)
    return highest(input, *moves(ksize, strides, padding))


def _back_in_numpy(orig_input, orig_output, grad, *, ksize, strides, padding):
    if orig_output.shape != grad.shape:
        return None
    return back_from_highest_in_numpy(orig_input, orig_output, grad, *moves(ksize, strides, padding))


@op(
    "MaxPoolGrad",
    _SIGNATURE,
    types=_BACK,
    interpret=_back_in_numpy,
    attrs={**_DEFAULT_TYPE, **_FORMAT},
    infer=as_images(4),
    grad=_second(lambda *args, **attrs: raw_ops.MaxPoolGradGrad(*args, **attrs)),
    barrier=False,
    minimums={"ksize": 4, "strides": 4},
)
def _max_pool_grad(orig_input, orig_output, grad, *, ksize: list[int], strides: list[int], padding: bytes):
    """The gradient of MaxPool: each window's goes to the first place that has its highest value."""
    return back_from_highest(orig_input, orig_output, grad, *moves(ksize, strides, padding))


@op(
    "MaxPoolGradGrad",
    _SIGNATURE,
    types=_BACK,
    attrs=_FORMAT,
    infer=as_highest(pooled(4)),
    grad=_second(lambda *args, **attrs: _max_pool_grad(*args, **attrs)),
    minimums={"ksize": 4, "strides": 4},
)
def _max_pool_grad_grad(orig_input, orig_output, grad, *, ksize: list[int], strides: list[int], padding: bytes):
    """The gradient of MaxPoolGrad: what `grad` has at the place of each window's highest."""
    return at_highest(orig_input, orig_output, grad, *moves(ksize, strides, padding))


def _max_pool_v2_grad(op, dy):
    x, ksize, strides = op.inputs
    gradients = raw_ops.MaxPoolGradV2(x, op.outputs[0], dy, ksize, strides, **_as(op, ("padding", "data_format")))
    return [gradients, None, None]


@op(
    "MaxPoolV2",
    "input: T, ksize: int32, strides: int32 -> output: T",
    types=_FORWARD,
    attrs={**_DEFAULT_TYPE, **_FORMAT},
    infer=pooled_by_inputs,
    static=["ksize", "strides"],
    grad=_max_pool_v2_grad,
)
def _max_pool_v2(input, ksize, strides, *, padding: bytes):
    """The maximum of each window of an image, the window an input."""
    return highest(input, *moves(ksize, strides, padding))


@op(
    "MaxPoolGradV2",
    _SIGNATURE_V2,
    types=_BACK,
    attrs={**_DEFAULT_TYPE, **_FORMAT},
    infer=as_images(4),
    static=["ksize", "strides"],
    grad=_second_v2(lambda *args, **attrs: raw_ops.MaxPoolGradGradV2(*args, **attrs)),
)
def _max_pool_grad_v2(orig_input, orig_output, grad, ksize, strides, *, padding: bytes):
    """The gradient of MaxPoolV2: each window's goes to the first place that has its highest value."""
    return back_from_highest(orig_input, orig_output, grad, *moves(ksize, strides, padding))


@op(
    "MaxPoolGradGradV2",
    _SIGNATURE_V2,
    types=_BACK,
    attrs=_FORMAT,
    infer=as_highest(pooled_by_inputs),
    static=["ksize", "strides"],
    grad=_second_v2(lambda *args, **attrs: _max_pool_grad_v2(*args, **attrs)),
)
def _max_pool_grad_grad_v2(orig_input, orig_output, grad, ksize, strides, *, padding: bytes):
    """The gradient of MaxPoolGradV2: what `grad` has at the place of each window's highest."""
    return at_highest(orig_input, orig_output, grad, *moves(ksize, strides, padding))
