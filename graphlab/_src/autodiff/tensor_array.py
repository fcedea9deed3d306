"""Gradients of TensorArrays: what is read is written to the array of gradients, what is written is read from it."""

# The operation library, the contexts of control flow and JAX state few types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from typing import Any

from graphlab._src.autodiff.registry import RegisterGradient
from graphlab._src.base.dtypes import DType
from graphlab._src.graph import Operation, Tensor
from graphlab._src.ops.tensor_array import TensorArray


def gradient_source(op_or_tensor: Operation | Tensor) -> str:
    """The scope of the call of `gradients` that made it: each call has arrays of its own."""
    parts = op_or_tensor.name.split("/")
    found = [i for i, part in enumerate(parts) if part.startswith("gradients")]
    if not found:
        raise ValueError(
            f"Expected op/tensor name to start with gradients (excluding scope), got: {op_or_tensor.name}. This means that a "
            "tf.gradients op with this op in its dependency path has a custom name that does not start with "
            "'gradients'. Please make sure all calls to tf.gradients that have non-empty 'name' arguments use names "
            "that start with 'gradients'."
        )
    return "/".join(parts[: found[-1] + 1])


def _gradients_of(op: Operation, dtype: DType, flow: Tensor, named: Tensor) -> TensorArray:
    """The array of gradients of an operation's array.

    flow: of the array; it waits for the operation that settles how long a growing array is.
    """
    array = TensorArray(dtype, handle=op.inputs[0], flow=flow, colocate_with_first_write_call=False)
    return array.grad(gradient_source(named), flow)


@RegisterGradient("TensorArrayReadV3")
def _read_grad(op: Operation, grad: Tensor) -> list[Tensor | None]:
    array = _gradients_of(op, op.attrs["dtype"], op.inputs[2], grad)
    return [None, None, array.write(op.inputs[1], grad).flow]


@RegisterGradient("TensorArrayWriteV3")
def _write_grad(op: Operation, flow: Tensor) -> list[Tensor | None]:
    array = _gradients_of(op, op.attrs["T"], flow, flow)
    return [None, None, array.read(op.inputs[1]), flow]


@RegisterGradient("TensorArrayGatherV3")
def _gather_grad(op: Operation, grad: Tensor) -> list[Tensor | None]:
    array = _gradients_of(op, op.attrs["dtype"], op.inputs[2], grad)
    return [None, None, array.scatter(op.inputs[1], grad).flow]


@RegisterGradient("TensorArrayScatterV3")
def _scatter_grad(op: Operation, flow: Tensor) -> list[Tensor | None]:
    array = _gradients_of(op, op.attrs["T"], flow, flow)
    return [None, None, array.gather(op.inputs[1]), flow]


@RegisterGradient("TensorArrayConcatV3")
def _concat_grad(op: Operation, grad: Tensor, lengths_grad: Any) -> list[Tensor | None]:
    array = _gradients_of(op, op.attrs["dtype"], op.inputs[1], grad)
    return [None, array.split(grad, op.outputs[1]).flow]


@RegisterGradient("TensorArraySplitV3")
def _split_grad(op: Operation, flow: Tensor) -> list[Tensor | None]:
    array = _gradients_of(op, op.attrs["T"], flow, flow)
    return [None, array.concat(), None, flow]
