"""Lists of tensors as values, which loops of newer graphs have in place of TensorArrays.

A list is never changed: what changes it returns another. It lives on the host, and so does the loop around it.
"""

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.graph import constant_dims
from graphlab._src.ops.define import REQUIRED, no_gradient, op, scalar

_TYPED = {"element_dtype": (dtypes.DType, REQUIRED)}
_HOST = {"host": True, "grad": no_gradient}
_SHAPE = {"shape_type": {dtypes.int32, dtypes.int64}}


class TensorList:
    """items: arrays, None where nothing was set.  dims: of each, None where a size is not known, or None altogether."""

    def __init__(self, items, dims, dtype):
        self.items = items
        self.dims = dims
        self.element_type = dtype

    def having(self, items):
        """A list with other items."""
        return TensorList(items, self.dims, self.element_type)

    def item(self, index, dims):
        """One of the items; zeros where nothing was set."""
        if not 0 <= index < len(self.items):
            raise ValueError(f"Trying to access element {index} in a list with {len(self.items)} elements.")
        item = self.items[index]
        return np.zeros(self._whole(dims), self.element_type) if item is None else item

    def stacked(self, indices, dims):
        """[index, …]: some of the items as one array."""
        if not len(indices):
            return np.zeros((0, *self._whole(dims)), self.element_type)
        return np.stack([self.item(int(index), dims) for index in indices])

    def _whole(self, dims):
        known = [each for each in (dims, self.dims) if each is not None and None not in each]
        known += [item.shape for item in self.items if item is not None]
        if not known:
            raise ValueError("Trying to read an uninitialized tensor but element_shape is not fully defined.")
        return known[0]


def _dims(element_shape):
    """The shape in a tensor: -1 is a size that is not known, a scalar -1 a rank that is not."""
    if np.ndim(element_shape) == 0:
        return None
    return tuple(None if size < 0 else int(size) for size in element_shape)


def _item_shape(position, leading=None):
    """The shape rule of a result whose shape is the value of an input. leading: returns a size to put before it."""

    def infer(op):
        dims = constant_dims(op.inputs[position])
        return dims if dims is None or leading is None else (leading(op), *dims)

    return infer


def _gathered_shape(op):
    indices = op.inputs[1].dims
    return None if indices is None else _item_shape(2, lambda op: indices[0])(op)


def _count(op):
    count = op.attrs["num_elements"]
    return None if count < 0 else count


@op(
    "EmptyTensorList",
    "element_shape: shape_type, max_num_elements: int32 -> handle: variant",
    types=_SHAPE,
    attrs=_TYPED,
    infer=scalar,
    **_HOST,
)
def empty_tensor_list(element_shape, max_num_elements, *, context):
    """A list without items. max_num_elements: has no effect."""
    return TensorList([], _dims(element_shape), context.op.attrs["element_dtype"].as_numpy_dtype)


@op(
    "TensorListReserve",
    "element_shape: shape_type, num_elements: int32 -> handle: variant",
    types=_SHAPE,
    attrs=_TYPED,
    infer=scalar,
    **_HOST,
)
def tensor_list_reserve(element_shape, num_elements, *, context):
    """A list with num_elements items that are to be set."""
    dtype = context.op.attrs["element_dtype"].as_numpy_dtype
    return TensorList([None] * int(num_elements), _dims(element_shape), dtype)


@op(
    "TensorListFromTensor",
    "tensor: element_dtype, element_shape: shape_type -> output_handle: variant",
    types=_SHAPE,
    infer=scalar,
    **_HOST,
)
def tensor_list_from_tensor(tensor, element_shape):
    """The parts of a tensor along its first axis."""
    return TensorList(list(tensor), _dims(element_shape), tensor.dtype)


@op("TensorListLength", "input_handle: variant -> length: int32", infer=scalar, **_HOST)
def tensor_list_length(input_handle):
    """How many items a list has."""
    return np.int32(len(input_handle.items))


@op(
    "TensorListElementShape",
    "input_handle: variant -> element_shape: shape_type",
    types=_SHAPE,
    infer=lambda op: (None,),
    **_HOST,
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
    **_HOST,
)
def tensor_list_resize(input_handle, size):
    """The first items of a list, or all, and more that are to be set."""
    items = input_handle.items[: int(size)]
    return input_handle.having(items + [None] * (int(size) - len(items)))


@op(
    "TensorListGetItem",
    "input_handle: variant, index: int32, element_shape: int32 -> item: element_dtype",
    attrs=_TYPED,
    infer=_item_shape(2),
    **_HOST,
)
def tensor_list_get_item(input_handle, index, element_shape):
    """One of the items; zeros where nothing was set."""
    return input_handle.item(int(index), _dims(element_shape))


@op(
    "TensorListSetItem",
    "input_handle: variant, index: int32, item: element_dtype -> output_handle: variant",
    infer=scalar,
    **_HOST,
)
def tensor_list_set_item(input_handle, index, item):
    """The list with another item."""
    items = list(input_handle.items)
    if not 0 <= index < len(items):
        raise ValueError(f"Trying to modify element {index} in a list with {len(items)} elements.")
    items[int(index)] = item
    return input_handle.having(items)


@op(
    "TensorListPushBack",
    "input_handle: variant, tensor: element_dtype -> output_handle: variant",
    infer=scalar,
    **_HOST,
)
def tensor_list_push_back(input_handle, tensor):
    """The list with one item more at its end."""
    return input_handle.having([*input_handle.items, tensor])


@op(
    "TensorListPopBack",
    "input_handle: variant, element_shape: int32 -> output_handle: variant, tensor: element_dtype",
    attrs=_TYPED,
    infer=lambda op: [(), _item_shape(1)(op)],
    **_HOST,
)
def tensor_list_pop_back(input_handle, element_shape):
    """The list without its last item, and that item."""
    if not input_handle.items:
        raise ValueError("Trying to pop from an empty list.")
    last = input_handle.item(len(input_handle.items) - 1, _dims(element_shape))
    return input_handle.having(input_handle.items[:-1]), last


@op(
    "TensorListStack",
    "input_handle: variant, element_shape: int32 -> tensor: element_dtype",
    attrs=_TYPED,
    infer=_item_shape(1, _count),
    **_HOST,
)
def tensor_list_stack(input_handle, element_shape, *, num_elements: int = -1):
    """[item, …]: all items as one tensor. num_elements: how many there have to be, -1 for any number."""
    count = len(input_handle.items)
    if num_elements not in (-1, count):
        raise ValueError(
            f"Operation expected a list with {num_elements} elements but got a list with {count} elements."
        )
    return input_handle.stacked(range(count), _dims(element_shape))


@op(
    "TensorListGather",
    "input_handle: variant, indices: int32, element_shape: int32 -> values: element_dtype",
    attrs=_TYPED,
    infer=_gathered_shape,
    **_HOST,
)
def tensor_list_gather(input_handle, indices, element_shape):
    """[index, …]: some of the items as one tensor."""
    return input_handle.stacked(indices, _dims(element_shape))


@op(
    "TensorListScatter",
    "tensor: element_dtype, indices: int32, element_shape: shape_type -> output_handle: variant",
    types=_SHAPE,
    infer=scalar,
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
    **_HOST,
)
def tensor_list_scatter_v2(tensor, indices, element_shape, num_elements):
    """The same with space for num_elements items, or just enough for -1."""
    count = int(num_elements)
    return _scattered(tensor, indices, element_shape, count if count >= 0 else int(max(indices, default=-1)) + 1)


def _scattered(tensor, indices, element_shape, count):
    items = [None] * count
    for index, item in zip(indices, tensor, strict=True):
        items[index] = item
    return TensorList(items, _dims(element_shape), tensor.dtype)
