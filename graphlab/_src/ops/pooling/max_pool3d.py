"""The maximum of each window of a volume, and its gradients."""

from graphlab._src.base import dtypes
from graphlab._src.ops.define import op, raw_ops
from graphlab._src.ops.pooling.kernels import at_highest, back_from_all_highest, highest, moves
from graphlab._src.ops.pooling.max_pool import zero_gradient
from graphlab._src.ops.pooling.shapes import as_highest, as_images, pooled

_FLOATS = {dtypes.float16, dtypes.bfloat16, dtypes.float32}
_COMMON = {"padding": (b"SAME", b"VALID"), "data_format": (b"NDHWC", b"NCDHW")}
_FORMAT = {"data_format": (str, "NDHWC")}


def _as(op):
    return {name: op.get_attr(name) for name in ("ksize", "strides", "padding", "data_format")}


def _second(function):
    def grad(op, dz):
        x, y = op.inputs[0], op.inputs[1]
        return [zero_gradient(x), zero_gradient(y), function(x, y, dz, **_as(op))]

    return grad


@op(
    "MaxPool3D",
    "input: T -> output: T",
    types={"T": _FLOATS, **_COMMON},
    attrs=_FORMAT,
    infer=pooled(5),
    grad=lambda op, dy: [raw_ops.MaxPool3DGrad(op.inputs[0], op.outputs[0], dy, **_as(op))],
    minimums={"ksize": 5, "strides": 5},
)
def max_pool3d_op(input, *, ksize: list[int], strides: list[int], padding: bytes):
    """The highest of each window of a volume.

    input: [batch, depth, height, width, channels]; the channels come second for NCDHW.
    """
    return highest(input, *moves(ksize, strides, padding))


@op(
    "MaxPool3DGrad",
    "orig_input: TInput, orig_output: TInput, grad: T -> output: T",
    types={"T": _FLOATS, "TInput": _FLOATS, **_COMMON},
    attrs={"T": (dtypes.DType, dtypes.float32), "TInput": (dtypes.DType, dtypes.float32), **_FORMAT},
    infer=as_images(5),
    grad=_second(lambda *args, **attrs: raw_ops.MaxPool3DGradGrad(*args, **attrs)),
    minimums={"ksize": 5, "strides": 5},
)
def _max_pool3d_grad(orig_input, orig_output, grad, *, ksize: list[int], strides: list[int], padding: bytes):
    """The gradient of MaxPool3D: each window's goes to every place that has its highest value.

    As TensorFlow has it on a CPU; of images with two axes of space only the first place gets it.
    """
    return back_from_all_highest(orig_input, orig_output, grad, *moves(ksize, strides, padding))


@op(
    "MaxPool3DGradGrad",
    "orig_input: T, orig_output: T, grad: T -> output: T",
    types={"T": dtypes.REAL, **_COMMON},
    attrs=_FORMAT,
    infer=as_highest(pooled(5)),
    grad=_second(lambda *args, **attrs: _max_pool3d_grad(*args, **attrs)),
    minimums={"ksize": 5, "strides": 5},
)
def _max_pool3d_grad_grad(orig_input, orig_output, grad, *, ksize: list[int], strides: list[int], padding: bytes):
    """The gradient of MaxPool3DGrad: what `grad` has at the place of each window's highest."""
    return at_highest(orig_input, orig_output, grad, *moves(ksize, strides, padding))
