"""Lists of tensors of several sizes along the first axis, lists of lists, and lists that are put together."""

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.graph import constant_dims
from graphlab._src.ops.constants import zeros_like
from graphlab._src.ops.define import REQUIRED, SHAPE, no_gradient, op, scalar
from graphlab._src.ops.joining import concat
from graphlab._src.ops.shape import shape
from graphlab._src.ops.tensor_list import (
    TensorList,
    dims_of,
    tensor_list_element_shape,
    tensor_list_gather,
)

_SHAPE = {"shape_type": {dtypes.int32, dtypes.int64}}
_TYPED = {"element_dtype": (dtypes.DType, REQUIRED)}


def _joined(handle, dims, leading, context):
    """(all items along the first axis, the length of each). dims: of an item; leading: the lengths of those not set."""
    kind = context.op.attrs["element_dtype"].as_numpy_dtype
    dims = _rest(dims, _rest(handle.dims, None))
    known = [item.shape[1:] for item in handle.items if item is not None]
    if dims is None or None in dims:
        if not known:
            raise ValueError(
                "All except the first dimension must be fully defined when concating an empty tensor list."
            )
        dims = known[0]
    items = []
    for i, item in enumerate(handle.items):
        if item is None:
            if i >= len(leading):
                raise ValueError(f"Concating a list with uninitialized elements: element {i} has no known size")
            item = np.zeros((int(leading[i]), *dims), kind)
        if item.ndim == 0:
            raise ValueError(f"Concat saw a scalar shape at index {i} but requires at least vectors.")
        if item.shape[1:] != tuple(dims):
            raise ValueError(f"Tried to concat tensors with unequal shapes: {list(item.shape[1:])} vs {list(dims)}")
        items.append(item)
    whole = np.concatenate(items) if items else np.zeros((0, *dims), kind)
    return whole, np.asarray([len(item) for item in items], np.int64)


def _rest(dims, otherwise):
    return otherwise if dims is None else dims[1:]


def _joined_dims(dims):
    return [None if dims is None else (None, *dims[1:]), (None,)]


def _joined_grad(op, dy, _):
    handle = op.inputs[0]
    parts = tensor_list_split(dy, tensor_list_element_shape(handle, shape_type=dtypes.int32), op.outputs[1])
    return [parts, *[None] * (len(op.inputs) - 1)]


@op(
    "TensorListConcat",
    "input_handle: variant -> tensor: element_dtype, lengths: int64",
    attrs=_TYPED,
    infer=lambda op: _joined_dims(op.attrs["element_shape"]),
    grad=_joined_grad,
    host=True,
)
def tensor_list_concat(input_handle, *, element_shape: SHAPE = None, context):  # pyright: ignore[reportArgumentType]
    """All items one after the other along the first axis, and the length of each."""
    return _joined(input_handle, element_shape, (), context)


@op(
    "TensorListConcatV2",
    "input_handle: variant, element_shape: shape_type, leading_dims: int64 -> tensor: element_dtype, lengths: int64",
    types=_SHAPE,
    attrs=_TYPED,
    infer=lambda op: _joined_dims(constant_dims(op.inputs[1])),
    grad=_joined_grad,
    host=True,
)
def tensor_list_concat_v2(input_handle, element_shape, leading_dims, *, context):
    """The same, with the lengths of the items that were not set."""
    return _joined(input_handle, dims_of(element_shape), leading_dims, context)


def _split_grad(op, dlist):
    tensor, _, lengths = op.inputs
    dims = concat([[-1], shape(tensor)[1:]], 0)
    return [tensor_list_concat_v2(dlist, dims, lengths, element_dtype=tensor.dtype)[0], None, None]


@op(
    "TensorListSplit",
    "tensor: element_dtype, element_shape: shape_type, lengths: int64 -> output_handle: variant",
    types=_SHAPE,
    infer=scalar,
    grad=_split_grad,
    host=True,
)
def tensor_list_split(tensor, element_shape, lengths):
    """Parts of a tensor along its first axis, of these lengths."""
    if tensor.ndim == 0:
        raise ValueError("Tensor must be at least a vector, but saw shape: []")
    if lengths.ndim != 1:
        raise ValueError(f"Expected lengths to be a vector, received shape: {list(lengths.shape)}")
    if (lengths < 0).any():
        raise ValueError(f"Invalid value in lengths: {lengths.min()}")
    if lengths.sum() != len(tensor):
        raise ValueError(f"Unused values in tensor. Length of tensor: {len(tensor)} Values used: {lengths.sum()}")
    return TensorList(np.split(tensor, np.cumsum(lengths)[:-1]), dims_of(element_shape), tensor.dtype)


def _scatter_grad(op, dlist):
    _, tensor, indices = op.inputs
    rows = tensor_list_gather(dlist, indices, shape(tensor)[1:], element_dtype=tensor.dtype)
    return [tensor_list_scatter_into_existing_list(dlist, zeros_like(tensor), indices), rows, None]


@op(
    "TensorListScatterIntoExistingList",
    "input_handle: variant, tensor: element_dtype, indices: int32 -> output_handle: variant",
    infer=scalar,
    grad=_scatter_grad,
    host=True,
)
def tensor_list_scatter_into_existing_list(input_handle, tensor, indices):
    """The list with the parts of a tensor along its first axis in these places; it becomes as long as that needs."""
    items = list(input_handle.items)
    if len(indices) != len(tensor):
        raise ValueError(f"Specified {len(tensor)} tensors but {len(indices)} indices: they have to be equal in number")
    if len(indices) and min(indices) < 0:
        raise ValueError(f"Indices in TensorListScatterIntoExistingList must all be non-negative, saw {min(indices)}")
    items += [None] * (int(max(indices, default=-1)) + 1 - len(items))
    for index, item in zip(indices, tensor, strict=True):
        items[index] = item
    return input_handle.having(items)


@op(
    "TensorListConcatLists",
    "input_a: variant, input_b: variant -> output: variant",
    attrs=_TYPED,
    infer=lambda op: op.inputs[0].dims,
    grad=no_gradient,
    host=True,
)
def tensor_list_concat_lists(input_a, input_b):
    """A list of the items of both; of tensors of lists, element by element."""
    return _elementwise(lambda a, b: a.having([*a.items, *b.items]), input_a, input_b)


@op(
    "TensorListPushBackBatch",
    "input_handles: variant, tensor: element_dtype -> output_handles: variant",
    infer=lambda op: op.inputs[0].dims,
    grad=no_gradient,
    host=True,
)
def tensor_list_push_back_batch(input_handles, tensor):
    """Lists, each with one more item at its end: a row of the tensor."""
    if np.ndim(input_handles) != 1 or len(input_handles) != len(tensor):
        raise ValueError(
            f"Expected tensor.shape[0] == input_handles.size, but had {len(tensor)} vs. {np.size(input_handles)}"
        )
    found = np.empty(len(tensor), object)
    found[:] = [each.having([*each.items, row]) for each, row in zip(input_handles, tensor, strict=True)]
    return found


def _elementwise(function, a, b):
    if isinstance(a, TensorList):
        return function(a, b)
    found = np.empty(np.shape(a), object)
    found.reshape(-1)[:] = [function(*pair) for pair in zip(np.ravel(a), np.ravel(b), strict=True)]
    return found
