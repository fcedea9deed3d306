"""Lists of tensors, which loops of newer graphs have in place of TensorArrays.

A list lives on the host, and so does the loop around it.
"""

from typing import Any

import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.shapes import ShapeError
from graphlab._src.graph import constant_dims
from graphlab._src.graph.references import is_identity
from graphlab._src.ops.constants import zeros_like
from graphlab._src.ops.define import REQUIRED, no_gradient, op, scalar
from graphlab._src.ops.segment import unsorted_segment_sum
from graphlab._src.ops.shape import shape
from graphlab._src.ops.tensor_list_value import TensorList, dims_of

_TYPED = {"element_dtype": (dtypes.DType, REQUIRED)}
_HOST = {"host": True}
_CONSTANT = {"host": True, "grad": no_gradient}
_SHAPE = {"shape_type": {dtypes.int32, dtypes.int64}}


def known_dims(handle):
    """What is known of the items of a list while the graph is built; None when that is nothing."""
    op = handle.op
    while op.type in _OF_SAME_ITEMS or is_identity(op):
        op = op.inputs[0].op
    place = {"EmptyTensorList": 0, "TensorListReserve": 0, "TensorListFromTensor": 1}.get(op.type)
    return None if place is None else constant_dims(op.inputs[place])


_OF_SAME_ITEMS = ("TensorListSetItem", "TensorListPushBack", "TensorListPopBack", "TensorListResize")


def _item_shape(position, leading=None):
    """The shape rule of a result whose shape is the value of an input. leading: returns a size to put before it."""

    def infer(op):
        dims = constant_dims(op.inputs[position])
        known = known_dims(op.inputs[0]) if op.inputs[0].dtype is dtypes.variant else None
        if shapes.merge(dims, known) is False:
            raise ShapeError(f"Incompatible shapes: {shapes.text(dims)} and {shapes.text(known)}")
        dims = known if dims is None else dims if known is None else shapes.merge(dims, known) or ()
        return dims if dims is None or leading is None else (leading(op), *dims)

    return infer


def _gathered_shape(op):
    indices = op.inputs[1].dims
    return None if indices is None else _item_shape(2, lambda op: indices[0])(op)


def _row_dims(tensor):
    """The shape of the rows of a tensor, as an operation reads it."""
    return shape(tensor)[1:]


def _list_of_rows(tensor):
    return tensor_list_from_tensor(tensor, _row_dims(tensor))


def _from_tensor_grad(op, dlist):
    count = op.inputs[0].dims and op.inputs[0].dims[0]
    kind = {"element_dtype": op.inputs[0].dtype, "num_elements": -1 if count is None else count}
    return [tensor_list_stack(dlist, _row_dims(op.inputs[0]), **kind), None]


def _resize_grad(op, dlist) -> Any:
    return [tensor_list_resize(dlist, tensor_list_length(op.inputs[0])), None]


def _get_item_grad(op, item):
    count = tensor_list_length(op.inputs[0])
    dims = tensor_list_element_shape(op.inputs[0], shape_type=dtypes.int32)
    empty = tensor_list_reserve(dims, count, element_dtype=item.dtype)
    return [tensor_list_set_item(empty, op.inputs[1], item), None, None]


def _set_item_grad(op, dlist):
    _, index, item = op.inputs
    others = tensor_list_set_item(dlist, index, zeros_like(item))
    if _grows(op):
        others = tensor_list_resize(others, tensor_list_length(op.inputs[0]))
    return [others, None, tensor_list_get_item(dlist, index, shape(item), element_dtype=item.dtype)]


def _grows(op):
    """Whether an index may lie beyond the end of the list."""
    attr = op.attrs.get("resize_if_index_out_of_bounds")
    return attr is not None and attr.b


def _push_back_grad(op, dlist):
    item = op.inputs[1]
    return tensor_list_pop_back(dlist, shape(item), element_dtype=item.dtype)


def _gather_grad(op, dvalues):
    """Rows that were gathered more than once receive the sum."""
    count = tensor_list_length(op.inputs[0])
    return [_list_of_rows(unsorted_segment_sum(dvalues, op.inputs[1], count)), None, None]


def _scatter_grad(op, dlist):
    tensor, indices = op.inputs[:2]
    rows = tensor_list_gather(dlist, indices, _row_dims(tensor), element_dtype=tensor.dtype)
    return [rows, *[None] * (len(op.inputs) - 1)]


def _count(op):
    count = op.attrs["num_elements"]
    return None if count < 0 else count


@op(
    "EmptyTensorList",
    "element_shape: shape_type, max_num_elements: int32 -> handle: variant",
    types=_SHAPE,
    attrs=_TYPED,
    infer=scalar,
    **_CONSTANT,
)
def empty_tensor_list(element_shape, max_num_elements, *, context):
    """A list without items. max_num_elements: how many it may have, -1 for any number."""
    dtype = context.op.attrs["element_dtype"].as_numpy_dtype
    return TensorList([], dims_of(element_shape), dtype, int(_number(max_num_elements, "max_num_elements")))


@op(
    "TensorListReserve",
    "element_shape: shape_type, num_elements: int32 -> handle: variant",
    types=_SHAPE,
    attrs=_TYPED,
    infer=scalar,
    **_CONSTANT,
)
def tensor_list_reserve(element_shape, num_elements, *, context):
    """A list with num_elements items that are to be set."""
    dtype = context.op.attrs["element_dtype"].as_numpy_dtype
    count = int(_number(num_elements, "num_elements"))
    if count < 0:
        raise ValueError(f"The num_elements to reserve must be a non negative number, but got {count}")
    return TensorList([None] * count, dims_of(element_shape), dtype)


@op(
    "TensorListFromTensor",
    "tensor: element_dtype, element_shape: shape_type -> output_handle: variant",
    types=_SHAPE,
    infer=scalar,
    grad=_from_tensor_grad,
    **_HOST,
)
def tensor_list_from_tensor(tensor, element_shape):
    """The parts of a tensor along its first axis."""
    if tensor.ndim == 0:
        raise ValueError("Tensor must be at least a vector, but saw shape: []")
    dims = dims_of(element_shape)
    if not shapes.compatible(dims, tensor.shape[1:]):
        raise ValueError(
            f"Specified a list with shape {shapes.text(dims)} from a tensor with shape {shapes.text(tensor.shape[1:])}"
        )
    return TensorList(list(tensor), dims, tensor.dtype)


@op("TensorListLength", "input_handle: variant -> length: int32", infer=scalar, **_CONSTANT)
def tensor_list_length(input_handle):
    """How many items a list has."""
    return np.int32(len(input_handle.items))


@op(
    "TensorListElementShape",
    "input_handle: variant -> element_shape: shape_type",
    types=_SHAPE,
    infer=lambda op: None if (dims := known_dims(op.inputs[0])) is None else (len(dims),),
    **_CONSTANT,
)
def tensor_list_element_shape(input_handle, *, context):
    """The shape of an item, -1 for what is not known."""
    dtype = context.op.attrs["shape_type"].as_numpy_dtype
    dims = input_handle.dims
    return np.asarray(-1 if dims is None else [-1 if size is None else size for size in dims], dtype)


@op(
    "TensorListResize",
    "input_handle: variant, size: int32 -> output_handle: variant",
    infer=scalar,
    stateful=True,
    grad=_resize_grad,
    **_HOST,
)
def tensor_list_resize(input_handle, size):
    """The first items of a list, or all, and more that are to be set."""
    if _number(size, "size") < 0:
        raise ValueError(f"TensorListSlice expects size to be non-negative. Got: {int(size)}")
    items = input_handle.items[: int(size)]
    return input_handle.having(items + [None] * (int(size) - len(items)))


@op(
    "TensorListGetItem",
    "input_handle: variant, index: int32, element_shape: int32 -> item: element_dtype",
    attrs=_TYPED,
    infer=_item_shape(2),
    grad=_get_item_grad,
    **_HOST,
)
def tensor_list_get_item(input_handle, index, element_shape):
    """One of the items; zeros where nothing was set."""
    if not 0 <= index < len(input_handle.items):
        raise ValueError(f"Trying to access element {index} in a list with {len(input_handle.items)} elements.")
    return input_handle.item(int(index), dims_of(element_shape))


@op(
    "TensorListSetItem",
    "input_handle: variant, index: int32, item: element_dtype -> output_handle: variant",
    infer=scalar,
    grad=_set_item_grad,
    **_HOST,
)
def tensor_list_set_item(input_handle, index, item, *, context):
    """The list with another item; graphs of later releases may say that the list becomes longer for that."""
    items = list(input_handle.items)
    if _grows(context.op):
        items += [None] * (int(index) + 1 - len(items))
    if not 0 <= index < len(items):
        raise ValueError(f"Trying to modify element {index} in a list with {len(items)} elements.")
    input_handle.check(item, "Tried to set a tensor with incompatible shape at a list index.")
    items[int(index)] = item
    return input_handle.having(items)


@op(
    "TensorListPushBack",
    "input_handle: variant, tensor: element_dtype -> output_handle: variant",
    infer=scalar,
    grad=_push_back_grad,
    **_HOST,
)
def tensor_list_push_back(input_handle, tensor):
    """The list with one item more at its end."""
    input_handle.check(tensor, "Tried to append a tensor with incompatible shape to a list.")
    if len(input_handle.items) == input_handle.most:
        raise ValueError(
            f"Tried to push item into a full list. list size: {input_handle.most} max_num_elements: {input_handle.most}"
        )
    return input_handle.having([*input_handle.items, tensor])


@op(
    "TensorListPopBack",
    "input_handle: variant, element_shape: int32 -> output_handle: variant, tensor: element_dtype",
    attrs=_TYPED,
    infer=lambda op: [(), shapes.merge(constant_dims(op.inputs[1]), known_dims(op.inputs[0])) or None],
    grad=lambda op, dlist, dlast: [tensor_list_push_back(dlist, dlast), None],
    **_HOST,
)
def tensor_list_pop_back(input_handle, element_shape):
    """The list without its last item, and that item."""
    if not input_handle.items:
        raise ValueError("Trying to pop from an empty list.")
    last = input_handle.item(len(input_handle.items) - 1, dims_of(element_shape))
    return input_handle.having(input_handle.items[:-1]), last


@op(
    "TensorListStack",
    "input_handle: variant, element_shape: int32 -> tensor: element_dtype",
    attrs=_TYPED,
    infer=_item_shape(1, _count),
    grad=lambda op, dy: [_list_of_rows(dy), None],
    **_HOST,
)
def tensor_list_stack(input_handle, element_shape, *, num_elements: int = -1):
    """[item, …]: all items as one tensor. num_elements: how many there have to be, -1 for any number."""
    count = len(input_handle.items)
    if num_elements not in (-1, count):
        raise ValueError(
            f"Operation expected a list with {num_elements} elements but got a list with {count} elements."
        )
    return input_handle.stacked(range(count), dims_of(element_shape), "stack")


@op(
    "TensorListGather",
    "input_handle: variant, indices: int32, element_shape: int32 -> values: element_dtype",
    attrs=_TYPED,
    infer=_gathered_shape,
    grad=_gather_grad,
    **_HOST,
)
def tensor_list_gather(input_handle, indices, element_shape):
    """[index, …]: some of the items as one tensor."""
    count = len(input_handle.items)
    for index in indices:
        if not 0 <= index < count:
            raise ValueError(f"Trying to gather element {index} in a list with {count} elements.")
    return input_handle.stacked(indices, dims_of(element_shape), "gather")


@op(
    "TensorListScatter",
    "tensor: element_dtype, indices: int32, element_shape: shape_type -> output_handle: variant",
    types=_SHAPE,
    infer=scalar,
    grad=_scatter_grad,
    **_HOST,
)
def tensor_list_scatter(tensor, indices, element_shape):
    """A list with the parts of a tensor along its first axis in these places."""
    return _scattered(tensor, indices, element_shape, int(max(indices, default=-1)) + 1)


@op(
    "TensorListScatterV2",
    "tensor: element_dtype, indices: int32, element_shape: shape_type, num_elements: int32 -> output_handle: variant",
    types=_SHAPE,
    infer=scalar,
    grad=_scatter_grad,
    **_HOST,
)
def tensor_list_scatter_v2(tensor, indices, element_shape, num_elements):
    """The same with space for num_elements items, or just enough for -1."""
    count = int(_number(num_elements, "num_elements"))
    if count < -1:
        raise ValueError(f"TensorListScatter expects num_elements >= -1, found: {count}")
    return _scattered(tensor, indices, element_shape, count if count >= 0 else int(max(indices, default=-1)) + 1)


def _scattered(tensor, indices, element_shape, count):
    dims = dims_of(element_shape)
    if len(indices) != len(tensor):
        raise ValueError(f"Invalid number of rows in input tensor. Expected: {len(indices)} Actual: {len(tensor)}")
    if any(index < 0 for index in indices):
        raise ValueError("Indices in TensorListScatter must all be non-negative.")
    items = [None] * count
    for index, item in zip(indices, tensor, strict=True):
        if index >= count:
            raise ValueError(f"TensorListScatter: Trying to scatter at index {index} in list with size {count}")
        items[index] = item
    return TensorList(items, dims, tensor.dtype)


def _number(value, name):
    if np.ndim(value):
        raise ValueError(f"{name} must be a scalar, but saw shape: {shapes.text(np.shape(value))}")
    return value
