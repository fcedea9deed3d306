"""How many floating point operations an operation is, by TensorFlow's counts, which know some forty types."""

import math

from graphlab._src.base.errors import explain
from graphlab._src.graph import Operation, Tensor

_BY_INPUT = dict.fromkeys("Reciprocal Square Log Neg AssignSub AssignAdd BiasAdd".split(), 1) | {
    "Rsqrt": 2,
    "Softmax": 5,
}
_BY_OUTPUT = dict.fromkeys(
    "Add Sub Mul RealDiv Maximum Minimum Pow GreaterEqual Greater LessEqual Less Equal NotEqual".split(), 1
) | {"RsqrtGrad": 4, "SquaredDifference": 2}
_REDUCTIONS = {"Mean": 1, "Sum": 0, "ArgMax": 0, "ArgMin": 0, "BiasAddGrad": 0}  # operations for each result at the end


def _size(tensor: Tensor) -> int:
    if tensor.dims is None or None in tensor.dims:
        raise ValueError(explain(f"Shape {tensor.shape} is not fully defined", at=tensor))
    return math.prod(int(count or 0) for count in tensor.dims)


def _dims(tensor: Tensor) -> list[int]:
    _size(tensor)
    return [int(count or 0) for count in tensor.dims or ()]


def _kernel(op: Operation) -> int:
    """The elements of a pooling window; ValueError for images that are not [batch, height, width, channels]."""
    if op.attrs.get("data_format", b"NHWC") != b"NHWC":
        raise ValueError("Only NHWC format is supported in flops computations")
    return math.prod(op.attrs["ksize"]) if "ksize" in op.attrs else 1


def _stride(op: Operation) -> int:
    _kernel(op)
    return op.attrs["strides"][1] * op.attrs["strides"][2]


def _convolution_gradient(op: Operation, image: Tensor, kernel: Tensor) -> float:
    return 2 * _size(image) * _size(kernel) / (_dims(image)[-1] * _stride(op))


def _matmul(op: Operation) -> int:
    rows, columns = _dims(op.inputs[0])[:2]
    return 2 * (rows if op.attrs.get("transpose_a") else columns) * _size(op.outputs[0])


def _windows(op: Operation) -> int:
    height, width = _dims(op.inputs[1])[:2]
    return 2 * height * width * _size(op.outputs[0])


_OTHERS = {
    "L2Loss": lambda op: 3 * _size(op.inputs[0]) - 1,
    "AvgPool": lambda op: _kernel(op) * _size(op.outputs[0]),
    "MaxPool": lambda op: _kernel(op) * _size(op.outputs[0]),
    "AvgPoolGrad": lambda op: 2 * _kernel(op) * _size(op.inputs[1]),
    "MaxPoolGrad": lambda op: (_kernel(op) + 1) * _size(op.inputs[1]),
    "Conv2D": lambda op: _windows(op) * _dims(op.inputs[1])[2],
    "Conv2DBackpropInput": lambda op: _convolution_gradient(op, op.outputs[0], op.inputs[1]),
    "Conv2DBackpropFilter": lambda op: _convolution_gradient(op, op.inputs[0], op.outputs[0]),
    "DepthwiseConv2dNative": _windows,
    "Dilation2D": _windows,
    "AddN": lambda op: _size(op.inputs[0]) * (len(op.inputs) - 1),
    "MatMul": _matmul,
}


def float_operations(op: Operation) -> int:
    """The count, 0 for a type that is not counted. ValueError where a shape that it depends on is not fully defined."""
    if op.type in _BY_INPUT:
        return _BY_INPUT[op.type] * _size(op.inputs[0])
    if op.type in _BY_OUTPUT:
        return _BY_OUTPUT[op.type] * _size(op.outputs[0])
    if op.type in _REDUCTIONS:
        return _size(op.inputs[0]) + _size(op.outputs[0]) * (_REDUCTIONS[op.type] - 1)
    return int(_OTHERS[op.type](op)) if op.type in _OTHERS else 0
