"""The mean of each window of an image or a volume, and its gradient."""

from graphlab._src.base import dtypes
from graphlab._src.base.errors import UnimplementedError
from graphlab._src.ops.define import op, raw_ops
from graphlab._src.ops.identity import stop_gradient
from graphlab._src.ops.pooling.kernels import back_from_mean, mean, moves
from graphlab._src.ops.pooling.shapes import pooled, said_by_first
from graphlab._src.ops.shape import shape

_IMAGES = {"T": dtypes.FLOATING, "padding": (b"SAME", b"VALID"), "data_format": (b"NHWC", b"NCHW")}
_VOLUMES = {**_IMAGES, "data_format": (b"NDHWC", b"NCDHW")}
_IMAGE_FORMAT = {"data_format": (str, "NHWC")}
_VOLUME_FORMAT = {"data_format": (str, "NDHWC")}


def _as(op):
    return {name: op.get_attr(name) for name in ("ksize", "strides", "padding", "data_format")}


@op(
    "AvgPool",
    "value: T -> output: T",
    types=_IMAGES,
    infer=pooled(4),
    grad=lambda op, dy: [raw_ops.AvgPoolGrad(shape(op.inputs[0]), dy, **_as(op))],
    minimums={"ksize": 4, "strides": 4},
)
def avg_pool_op(value, *, ksize: list[int], strides: list[int], padding: bytes, data_format: bytes = b"NHWC"):
    """The mean of each window of an image, over the part of it that lies in the image.

    value: [batch, height, width, channels], or [batch, channels, height, width] for NCHW.
    """
    channel = 1 if data_format == b"NCHW" else 3
    if ksize[channel] != 1 or strides[channel] != 1:
        raise UnimplementedError(None, None, "Non-spatial pooling is not yet supported.")
    return mean(value, *moves(ksize, strides, padding))


@op(
    "AvgPoolGrad",
    "orig_input_shape: int32, grad: T -> output: T",
    types=_IMAGES,
    attrs=_IMAGE_FORMAT,
    infer=said_by_first(4),
    static=["orig_input_shape"],
    grad=lambda op, dz: [stop_gradient(op.inputs[0]), avg_pool_op(dz, **_as(op))],
    minimums={"ksize": 4, "strides": 4},
)
def _avg_pool_grad(orig_input_shape, grad, *, ksize: list[int], strides: list[int], padding: bytes):
    """The gradient of AvgPool: each window's in equal parts to its places."""
    dims = tuple(int(n) for n in orig_input_shape)
    return back_from_mean(dims, grad, *moves(ksize, strides, padding))


@op(
    "AvgPool3D",
    "input: T -> output: T",
    types=_VOLUMES,
    attrs=_VOLUME_FORMAT,
    infer=pooled(5),
    grad=lambda op, dy: [raw_ops.AvgPool3DGrad(shape(op.inputs[0]), dy, **_as(op))],
    minimums={"ksize": 5, "strides": 5},
)
def avg_pool3d_op(input, *, ksize: list[int], strides: list[int], padding: bytes):
    """The mean of each window of a volume, of that part of it which lies in the volume.

    input: [batch, depth, height, width, channels]; the channels come second for NCDHW.
    """
    return mean(input, *moves(ksize, strides, padding))


@op(
    "AvgPool3DGrad",
    "orig_input_shape: int32, grad: T -> output: T",
    types=_VOLUMES,
    attrs=_VOLUME_FORMAT,
    infer=said_by_first(5),
    static=["orig_input_shape"],
    grad=lambda op, dz: [stop_gradient(op.inputs[0]), avg_pool3d_op(dz, **_as(op))],
    minimums={"ksize": 5, "strides": 5},
)
def _avg_pool3d_grad(orig_input_shape, grad, *, ksize: list[int], strides: list[int], padding: bytes):
    """The gradient of AvgPool3D: each window's in equal parts to its places."""
    dims = tuple(int(n) for n in orig_input_shape)
    return back_from_mean(dims, grad, *moves(ksize, strides, padding))
