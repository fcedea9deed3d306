"""Lists of tensors, which loops with control flow v2 have in place of TensorArrays and stacks.

A list is a value: what changes it returns another one. Compiled code has the items as rows of one array.
"""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.core import Tracer

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.shapes import ShapeError
from graphlab._src.compiler.checks import Check, first_bad
from graphlab._src.compiler.control_flow.list_value import TensorList, dims_of
from graphlab._src.compiler.control_flow.run_state import CantCompile
from graphlab._src.graph import constant_dims
from graphlab._src.graph.opdef import UNLESS_KNOWN
from graphlab._src.graph.references import is_identity
from graphlab._src.ops.constants import zeros_like
from graphlab._src.ops.define import no_gradient, op, scalar
from graphlab._src.ops.segment import unsorted_segment_sum
from graphlab._src.ops.shape import shape

_HOST = {"host": UNLESS_KNOWN, "lists": True}
_CONSTANT = {**_HOST, "grad": no_gradient}
_SHAPE = {"shape_type": {dtypes.int32, dtypes.int64}}


def known_dims(handle):
    """What is known of the items' shape while the graph is built; None when that is nothing."""
    op = _origin(handle)
    place = _PLACE_OF_DIMS.get(op.type)
    return None if place is None else constant_dims(op.inputs[place])


def known_dtype(handle):
    """The DType of the items where it is known while the graph is built, else None."""
    op = _origin(handle)
    return op.attrs["element_dtype"] if op.type in _PLACE_OF_DIMS else None


def check_known_dtype(op, handle=None):
    """ShapeError for an operation that reads or adds items of another DType than a list has, its first input."""
    wanted, known = op.attrs["element_dtype"], known_dtype(op.inputs[0] if handle is None else handle)
    if known is not None and known is not wanted:
        raise ShapeError(f"The items of the list are {known.name}, not {wanted.name}")


def _origin(handle):
    """The operation that made the list whose items this one's are like, as far as the graph shows it."""
    op = handle.op
    while op.type in _OF_SAME_ITEMS or is_identity(op):
        op = op.inputs[0].op
    return op


_OF_SAME_ITEMS = ("TensorListSetItem", "TensorListPushBack", "TensorListPopBack", "TensorListResize")
# Which input the shape of the items is, of the operations that make a list.
_PLACE_OF_DIMS = {"EmptyTensorList": 0, "TensorListReserve": 0, "TensorListFromTensor": 1}


def _item_shape(position, leading=None):
    """The shape rule of a result whose shape is the value of an input. leading: returns a size to put before it."""

    def infer(op):
        dims, known = constant_dims(op.inputs[position]), None
        if op.inputs[0].dtype is dtypes.variant:
            check_known_dtype(op)
            known = known_dims(op.inputs[0])
        dims = _agreed(dims, known)
        return dims if dims is None or leading is None else (leading(op), *dims)

    return infer


def _gathered_shape(op):
    indices = op.inputs[1].dims
    dims = _item_shape(2, lambda op: indices[0] if indices else None)(op)
    return None if indices is None else dims


def of_known_dtype(op):
    """The shape rule of a list that receives items, which have to have its DType."""
    check_known_dtype(op)
    return ()


def _of_known_dims(op):
    _agreed(op.inputs[2].dims, known_dims(op.inputs[0]))
    return ()


def _agreed(one, other) -> Any:
    """What two shapes say together; ShapeError where they contradict each other."""
    merged = shapes.merge(one, other)
    if merged is False:
        raise ShapeError(f"Incompatible shapes: {shapes.text(one)} and {shapes.text(other)}")
    return merged


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


def _is_traced(items, *places):
    """True where compiled code is made: places in the list, or its length, are not known."""
    return any(isinstance(one, Tracer) for one in (items.count, *places, *jax.tree.leaves((items.items, items.rows))))


def _out_of_range(items, indices, words):
    """The Checks of places in a list that are traced; the kernel looks at the others."""
    if not _is_traced(items, indices):
        return []
    bad = (indices < 0) | (indices >= items.count)
    return [
        Check(
            bad, lambda: f"Trying to {words} element {first_bad(indices, bad)} in a list with {items.count} elements."
        )
    ]


def _check_get_item(result, input_handle, index, element_shape, **attrs):
    return _out_of_range(input_handle, index, "access")


def _check_set_item(result, input_handle, index, item, resize_if_index_out_of_bounds=False):
    return [] if resize_if_index_out_of_bounds else _out_of_range(input_handle, index, "modify")


def _check_gather(result, input_handle, indices, element_shape, **attrs):
    return _out_of_range(input_handle, indices, "gather")


def _check_push_back(result, input_handle, tensor):
    most = input_handle.most
    if not isinstance(input_handle.count, Tracer) or most < 0:
        return []
    words = f"Tried to push item into a full list. list size: {most} max_num_elements: {most}"
    return [Check(input_handle.count >= most, lambda: words)]


def _check_pop_back(result, input_handle, element_shape, **attrs):
    if not isinstance(input_handle.count, Tracer):
        return []
    return [Check(input_handle.count <= 0, lambda: "Trying to pop from an empty list.")]


@op(
    "EmptyTensorList",
    "element_shape: shape_type, max_num_elements: int32 -> handle: variant",
    types=_SHAPE,
    infer=scalar,
    static=("element_shape",),
    **_CONSTANT,
)
def empty_tensor_list(element_shape, max_num_elements, *, element_dtype: dtypes.DType):
    """A list without items. max_num_elements: how many it may have, -1 for any number."""
    most = _number(max_num_elements, "max_num_elements")
    most = -1 if isinstance(most, Tracer) else int(most)
    return TensorList([], dims_of(element_shape), element_dtype.as_numpy_dtype, most)


@op(
    "TensorListReserve",
    "element_shape: shape_type, num_elements: int32 -> handle: variant",
    types=_SHAPE,
    infer=scalar,
    static=("element_shape", "num_elements"),
    **_CONSTANT,
)
def tensor_list_reserve(element_shape, num_elements, *, element_dtype: dtypes.DType):
    """A list with num_elements items that are to be set."""
    dtype = element_dtype.as_numpy_dtype
    count = int(_known(_number(num_elements, "num_elements")))
    if count < 0:
        raise ValueError(f"The num_elements to reserve must be a non negative number, but got {count}")
    return TensorList([None] * count, dims_of(element_shape), dtype)


@op(
    "TensorListFromTensor",
    "tensor: element_dtype, element_shape: shape_type -> output_handle: variant",
    types=_SHAPE,
    infer=scalar,
    grad=_from_tensor_grad,
    static=("element_shape",),
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
    if isinstance(tensor, Tracer):
        return TensorList((), dims, tensor.dtype, rows=tensor, count=tensor.shape[0])
    return TensorList(rows_of(tensor), dims, tensor.dtype)


@op("TensorListLength", "input_handle: variant -> length: int32", infer=scalar, **_CONSTANT)
def tensor_list_length(input_handle):
    """How many items a list has."""
    count = input_handle.count
    return np.asarray(count, np.int32) if isinstance(count, int) else jnp.asarray(count, jnp.int32)


@op(
    "TensorListElementShape",
    "input_handle: variant -> element_shape: shape_type",
    types=_SHAPE,
    infer=lambda op: (None if (dims := known_dims(op.inputs[0])) is None else len(dims),),
    **_CONSTANT,
)
def tensor_list_element_shape(input_handle, *, shape_type: dtypes.DType):
    """The shape of an item, -1 for what is not known."""
    dtype = shape_type.as_numpy_dtype
    dims = input_handle.dims
    return np.asarray(-1 if dims is None else [-1 if size is None else size for size in dims], dtype)


@op(
    "TensorListResize",
    "input_handle: variant, size: int32 -> output_handle: variant",
    infer=scalar,
    stateful=True,
    grad=_resize_grad,
    static=("size",),
    **_HOST,
)
def tensor_list_resize(input_handle, size):
    """The first items of a list, or all, and more that are to be set."""
    if _known(_number(size, "size")) < 0:
        raise ValueError(f"TensorListSlice expects size to be non-negative. Got: {int(size)}")
    return input_handle.on_host().resized(int(size))


@op(
    "TensorListGetItem",
    "input_handle: variant, index: int32, element_shape: int32 -> item: element_dtype",
    infer=_item_shape(2),
    grad=_get_item_grad,
    static=("element_shape",),
    checks=_check_get_item,
    **_HOST,
)
def tensor_list_get_item(input_handle, index, element_shape, *, element_dtype: dtypes.DType):
    """One of the items; zeros where nothing was set."""
    items = input_handle.of_dtype(element_dtype.as_numpy_dtype).on_host()
    if not _is_traced(items, index) and not 0 <= index < items.count:
        raise ValueError(f"Trying to access element {index} in a list with {items.count} elements.")
    return items.get(index, dims_of(element_shape))


@op(
    "TensorListSetItem",
    "input_handle: variant, index: int32, item: element_dtype -> output_handle: variant",
    infer=_of_known_dims,
    grad=_set_item_grad,
    later_flags=("resize_if_index_out_of_bounds",),
    checks=_check_set_item,
    **_HOST,
)
def tensor_list_set_item(input_handle, index, item, resize_if_index_out_of_bounds=False):
    """The list with another item; graphs of later releases may say that the list becomes longer for that."""
    items = input_handle.of_dtype_of(item).on_host()
    if resize_if_index_out_of_bounds:
        if _is_traced(items, index):
            raise CantCompile("a list of tensors may grow")
        items = items.resized(max(items.count, int(index) + 1))
    if not _is_traced(items, index) and not 0 <= index < items.count:
        raise ValueError(f"Trying to modify element {index} in a list with {items.count} elements.")
    items.check(item, "Tried to set a tensor with incompatible shape at a list index.")
    return items.set(index, item)


@op(
    "TensorListPushBack",
    "input_handle: variant, tensor: element_dtype -> output_handle: variant",
    infer=of_known_dtype,
    grad=_push_back_grad,
    checks=_check_push_back,
    **_HOST,
)
def tensor_list_push_back(input_handle, tensor):
    """The list with one item more at its end."""
    input_handle.check(tensor, "Tried to append a tensor with incompatible shape to a list.")
    items = input_handle.of_dtype_of(tensor).on_host()
    if isinstance(items.count, int) and items.count == items.most:
        raise ValueError(f"Tried to push item into a full list. list size: {items.most} max_num_elements: {items.most}")
    return items.push(tensor)


@op(
    "TensorListPopBack",
    "input_handle: variant, element_shape: int32 -> output_handle: variant, tensor: element_dtype",
    infer=lambda op: [(), _item_shape(1)(op)],
    grad=lambda op, dlist, dlast: [tensor_list_push_back(dlist, dlast), None],
    static=("element_shape",),
    checks=_check_pop_back,
    **_HOST,
)
def tensor_list_pop_back(input_handle, element_shape, *, element_dtype: dtypes.DType):
    """The list without its last item, and that item."""
    items = input_handle.of_dtype(element_dtype.as_numpy_dtype).on_host()
    if isinstance(items.count, int) and not items.count:
        raise ValueError("Trying to pop from an empty list.")
    return items.pop(dims_of(element_shape))


@op(
    "TensorListStack",
    "input_handle: variant, element_shape: int32 -> tensor: element_dtype",
    infer=_item_shape(1, _count),
    grad=lambda op, dy: [_list_of_rows(dy), None],
    static=("element_shape",),
    **_HOST,
)
def tensor_list_stack(input_handle, element_shape, *, element_dtype: dtypes.DType, num_elements: int = -1):
    """[item, …]: all items as one tensor. num_elements: how many there have to be, -1 for any number."""
    items = input_handle.of_dtype(element_dtype.as_numpy_dtype).on_host()
    if isinstance(items.count, int) and num_elements not in (-1, items.count):
        raise ValueError(
            f"Operation expected a list with {num_elements} elements but got a list with {items.count} elements."
        )
    return items.stacked(range(len(items.items)), dims_of(element_shape), "stack")


@op(
    "TensorListGather",
    "input_handle: variant, indices: int32, element_shape: int32 -> values: element_dtype",
    infer=_gathered_shape,
    grad=_gather_grad,
    static=("element_shape",),
    checks=_check_gather,
    **_HOST,
)
def tensor_list_gather(input_handle, indices, element_shape, *, element_dtype: dtypes.DType):
    """[index, …]: some of the items as one tensor."""
    items = input_handle.of_dtype(element_dtype.as_numpy_dtype).on_host()
    if not _is_traced(items, indices):
        for index in indices:
            if not 0 <= index < items.count:
                raise ValueError(f"Trying to gather element {index} in a list with {items.count} elements.")
    elif items.rows is None:
        items = items.packed()
    return items.stacked(indices, dims_of(element_shape), "gather")


@op(
    "TensorListScatter",
    "tensor: element_dtype, indices: int32, element_shape: shape_type -> output_handle: variant",
    types=_SHAPE,
    infer=scalar,
    grad=_scatter_grad,
    host=True,
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
    host=True,
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
    for index, item in zip(indices, rows_of(tensor), strict=True):
        if index >= count:
            raise ValueError(f"TensorListScatter: Trying to scatter at index {index} in list with size {count}")
        items[index] = item
    return TensorList(items, dims, tensor.dtype)


def rows_of(tensor):
    """The parts of a tensor along its first axis, arrays also where they are scalars."""
    return [tensor[i, ...] for i in range(len(tensor))] if isinstance(tensor, np.ndarray) else list(tensor)


def _known(value):
    """A value that decides how many items there are; CantCompile where only the run knows it."""
    if isinstance(value, Tracer):
        raise CantCompile("it needs to know the length of a list of tensors")
    return value


def _number(value, name):
    if np.ndim(value):
        raise ValueError(f"{name} must be a scalar, but saw shape: {shapes.text(np.shape(value))}")
    return value
