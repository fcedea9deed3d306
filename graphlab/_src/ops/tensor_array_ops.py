"""The operations of a TensorArray.

`handle` says which array, `flow` is a number whose way through the graph orders what is done with it. The functions here
get the array itself in place of the handle, and return it changed.
"""

from typing import Any

import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import ShapeError
from graphlab._src.compiler.checks import Check, first_bad
from graphlab._src.compiler.control_flow.array_state import About, ArrayState
from graphlab._src.ops.define import SHAPE, no_gradient, op
from graphlab._src.ops.rules import merge, merge_size, with_rank

_HANDED_ON = ("Identity", "Switch", "Enter", "Exit", "NextIteration", "Merge")


def element_dims(handle):
    """What the array of that handle says of its elements, as a list with their dims; None when it says nothing."""
    op = handle.op
    while op.type in _HANDED_ON:
        op = op.inputs[0].op
    if op.type == "TensorArrayV3":
        dims = op.attrs["element_shape"]
        fixed = op.attrs["identical_element_shapes"] or dims is not None and None not in dims
        return [dims] if fixed else None
    if op.type == "TensorArrayGradV3":
        return element_dims(op.inputs[0])
    if op.type == "TensorArrayGradWithShape":
        known = element_dims(op.inputs[0])
        count = (op.inputs[2].dims or [None])[0]  # how many there are is looked at, not which
        if known is None:
            return None
        return [None if known[0] is None or count is None else (*[None] * count, *known[0])]
    return None


def _check(op, **ranks):
    """The handle is a vector of 2; the named inputs have the rank that is paired with them."""
    handle = with_rank(op.inputs[0].dims, 1)
    merge_size(handle[0], 2)
    for arg, tensor in zip(op.definition.inputs, op.inputs, strict=True):
        if arg.name in ranks:
            with_rank(tensor.dims, ranks[arg.name])


def _made(op):
    with_rank(op.inputs[0].dims, 0)
    return [(2,), ()]


def _grad_made(op):
    _check(op)
    return [(2,), ()]


def _written(op):
    _check(op, index=0, flow_in=0)
    known = element_dims(op.inputs[0])
    if known is not None:
        merge(known[0], op.inputs[2].dims)
    return ()


def _read(op):
    _check(op, index=0, flow_in=0)
    known = element_dims(op.inputs[0])
    return None if known is None else known[0]


def _gathered(op):
    _check(op, indices=1, flow_in=0)
    count = with_rank(op.inputs[1].dims, 1)
    known = element_dims(op.inputs[0])
    dims = op.attrs["element_shape"] if known is None else known[0]
    return None if dims is None else (*count, *dims)


def _scattered(op):
    _check(op, indices=1, flow_in=0)
    count = with_rank(op.inputs[1].dims, 1)[0]
    dims = op.inputs[2].dims
    if dims is None:
        return ()
    if not dims:
        raise ShapeError("Shape must be at least rank 1 but is rank 0")
    merge_size(dims[0], count)
    known = element_dims(op.inputs[0])
    if known is not None:
        merge(known[0], dims[1:])
    return ()


def _concatenated(op):
    _check(op, flow_in=0)
    return [None, (None,)]


def _split(op):
    _check(op, lengths=1, flow_in=0)
    return ()


def _sized(op):
    _check(op, flow_in=0)
    return ()


def _closed(op):
    _check(op)
    return []


def _check_read(result, array, indices, flow_in, **attrs):
    """Places that the trace does not know; the others `take` looks at."""
    bad = (indices < 0) | (indices >= array.size)
    return [Check(bad, lambda: f"Tried to read from index {first_bad(indices, bad)} but array size is: {array.size}")]


def _check_write(result, array, indices, value, flow_in):
    bad = (indices < 0) | (indices >= array.size)
    words = "but array is not resizeable and size is:"
    checks = [Check(bad, lambda: f"Tried to write to index {first_bad(indices, bad)} {words} {array.size}")]
    if taken := array.taken():
        again = jnp.isin(indices, jnp.asarray(taken))
        checks.append(Check(again, lambda: array.said_of_second_write(first_bad(indices, again))))
    return checks


def _check_scatter(result, array, indices, value, flow_in):
    beyond = indices >= array.size
    words = "Max scatter index must be < array size"
    return [
        Check(beyond, lambda: f"{words} ({np.max(indices)} vs. {array.size})"),
        *_check_write(result, array, indices, value, flow_in),
    ]


_on_state = {"on_state": True, "stateful": True}


@op(
    "TensorArrayV3",
    "size: int32 -> handle: resource, flow: float32",
    infer=_made,
    static=["size"],
    scalars={"size": "TensorArray size must be scalar, but had shape: {shape}"},
    makes_state=True,
    grad=no_gradient,
    **_on_state,
)
def tensor_array(
    size,
    *,
    dtype: dtypes.DType,
    element_shape: SHAPE = None,  # pyright: ignore[reportArgumentType]
    dynamic_size: bool = False,
    clear_after_read: bool = True,
    identical_element_shapes: bool = False,
    tensor_array_name: str = "",
):
    """A new array of `size` tensors; dynamic_size: writing beyond its end makes it longer."""
    if size < 0:
        raise ValueError(f"Size should be >= 0. Given size: {int(size)}")
    identical = identical_element_shapes
    name = f"{tensor_array_name.decode()}_0"  # pyright: ignore[reportAttributeAccessIssue]  an attribute is bytes
    dims: Any = element_shape
    about = About(name, dtype.as_numpy_dtype, dims, identical, dynamic_size, clear_after_read)
    return ArrayState(about, int(size)), np.float32(0)


@op(
    "TensorArrayGradV3",
    "handle: resource, flow_in: float32 -> grad_handle: resource, flow_out: float32",
    infer=_grad_made,
    makes_state=True,
    grad=no_gradient,
    **_on_state,
)
def tensor_array_grad(array, flow_in, *, source: str):
    """The array of gradients of an array; what is written to one place twice adds up.

    source: whose gradients; the same array and source share their gradients.
    """
    return array.gradient(source), flow_in


@op(
    "TensorArrayGradWithShape",
    "handle: resource, flow_in: float32, shape_to_prepend: int32 -> grad_handle: resource, flow_out: float32",
    infer=_grad_made,
    static=["shape_to_prepend"],
    makes_state=True,
    grad=no_gradient,
    **_on_state,
)
def tensor_array_grad_with_shape(array, flow_in, shape_to_prepend, *, source: str):
    """A TensorArrayGradV3 whose elements have more axes in front than those of the array."""
    return array.gradient(source, tuple(int(size) for size in shape_to_prepend)), flow_in


@op(
    "TensorArrayWriteV3",
    "handle: resource, index: int32, value: T, flow_in: float32 -> flow_out: float32",
    infer=_written,
    checks=_check_write,
    updates=("handle",),
    **_on_state,
)
def tensor_array_write(array, index, value, flow_in):
    """Puts `value` at place `index`."""
    return array.write(index, value), flow_in


@op(
    "TensorArrayReadV3",
    "handle: resource, index: int32, flow_in: float32 -> value: dtype",
    infer=_read,
    checks=_check_read,
    **_on_state,
)
def tensor_array_read(array, index, flow_in):
    """The tensor at place `index`."""
    return array.take(index)


@op(
    "TensorArrayGatherV3",
    "handle: resource, indices: int32, flow_in: float32 -> value: dtype",
    infer=_gathered,
    checks=_check_read,
    **_on_state,
)
def tensor_array_gather(array, indices, flow_in, *, element_shape: SHAPE = None):  # pyright: ignore[reportArgumentType]
    """The tensors at the places `indices`, stacked."""
    return array.gather(indices, element_shape)


@op(
    "TensorArrayScatterV3",
    "handle: resource, indices: int32, value: T, flow_in: float32 -> flow_out: float32",
    infer=_scattered,
    checks=_check_scatter,
    updates=("handle",),
    **_on_state,
)
def tensor_array_scatter(array, indices, value, flow_in):
    """Puts the rows of `value` at the places `indices`."""
    return array.scatter(indices, value), flow_in


@op(
    "TensorArrayConcatV3",
    "handle: resource, flow_in: float32 -> value: dtype, lengths: int64",
    infer=_concatenated,
    **_on_state,
)
def tensor_array_concat(array, flow_in, *, element_shape_except0: SHAPE = None):  # pyright: ignore[reportArgumentType]
    """All tensors joined on their first axis, and the length of each there."""
    return array.concat(element_shape_except0)


@op(
    "TensorArraySplitV3",
    "handle: resource, value: T, lengths: int64, flow_in: float32 -> flow_out: float32",
    infer=_split,
    static=["lengths"],
    updates=("handle",),
    **_on_state,
)
def tensor_array_split(array, value, lengths, flow_in):
    """Cuts `value` on its first axis into pieces of these lengths, one for each place."""
    return array.split(value, lengths), flow_in


@op(
    "TensorArraySizeV3",
    "handle: resource, flow_in: float32 -> size: int32",
    infer=_sized,
    grad=no_gradient,
    **_on_state,
    run_state="size",
)
def tensor_array_size(array, flow_in):
    """The number of places."""
    return np.int32(array.size)


@op(
    "TensorArrayCloseV3",
    "handle: resource ->",
    infer=_closed,
    grad=no_gradient,
    structural=True,
    stateful=True,
    marker="close",
)
def tensor_array_close():
    """Deletes the array."""
