"""Lists of tensors of several sizes along the first axis, lists of lists, and lists that are put together."""

import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.shapes import ShapeError
from graphlab._src.compiler.control_flow.list_value import TensorList, dims_of, merged
from graphlab._src.graph import constant_dims
from graphlab._src.graph.constant import stacks
from graphlab._src.ops.constants import zeros_like
from graphlab._src.ops.define import SHAPE, no_gradient, op
from graphlab._src.ops.joining import concat
from graphlab._src.ops.rules import merge, with_rank, with_rank_at_least
from graphlab._src.ops.shape import shape
from graphlab._src.ops.tensor_list import (
    check_known_dtype,
    known_dims,
    of_known_dtype,
    rows_of,
    tensor_list_element_shape,
    tensor_list_gather,
)

_SHAPE = {"shape_type": {dtypes.int32, dtypes.int64}}


def _joined(handle, dims, leading, element_dtype):
    """(all items along the first axis, the length of each). dims: of an item; leading: the lengths of those not set."""
    kind = element_dtype.as_numpy_dtype
    handle = handle.of_dtype(kind)
    if () in (dims, handle.dims):
        raise ValueError("Concat requires elements to be at least vectors, found scalars instead.")
    whole = merged(_rest(dims), _rest(handle.dims))
    for i, item in enumerate(handle.items):
        if item is not None and item.ndim == 0:
            raise ValueError(f"Concat saw a scalar shape at index {i} but requires at least vectors.")
        whole = whole if item is None else merged(whole, item.shape[1:])
    if not shapes.fully_defined(whole):
        start = "Trying to concat list with only uninitialized tensors but element_shape_except_first_dim_ is not fully defined"
        if not handle.items:
            start = "All except the first dimension must be fully defined when concating an empty tensor list. element_shape"
        raise ValueError(f"{start}: {'<unknown>' if whole is None else shapes.text(whole)}")
    first = (merged(dims, handle.dims) or (None,))[0]
    lengths = {len(item) for item in handle.items if item is not None}
    if first is None and not len(leading) and len(lengths) == 1:
        (first,) = lengths
    items = []
    for i, item in enumerate(handle.items):
        if item is None:
            if first is None and i >= len(leading):
                raise ValueError(
                    f"List contains uninitialized tensor at index {i} but leading_dims has only {len(leading)} elements."
                )
            item = np.zeros((int(leading[i]) if first is None else first, *whole), kind)
        items.append(item)
    joined = np.concatenate(items) if items else np.zeros((0, *whole), kind)
    return joined, np.asarray([len(item) for item in items], np.int64)


def _rest(dims):
    return None if dims is None else dims[1:]


def _joined_dims(op, dims):
    check_known_dtype(op)
    known = known_dims(op.inputs[0])
    if dims == ():
        raise ShapeError("element_shape must not be empty: Concat requires elements to be at least vectors")
    dims = shapes.merge(dims, known)
    return [None if not dims else (None, *dims[1:]), (None,)]


def _joined_grad(op, dy, _):
    handle = op.inputs[0]
    parts = tensor_list_split(dy, tensor_list_element_shape(handle, shape_type=dtypes.int32), op.outputs[1])
    return [parts, *[None] * (len(op.inputs) - 1)]


@op(
    "TensorListConcat",
    "input_handle: variant -> tensor: element_dtype, lengths: int64",
    infer=lambda op: _joined_dims(op, op.attrs["element_shape"]),
    grad=_joined_grad,
    host=True,
)
def tensor_list_concat(
    input_handle,
    *,
    element_dtype: dtypes.DType,
    element_shape: SHAPE = None,  # pyright: ignore[reportArgumentType]
):
    """All items one after the other along the first axis, and the length of each."""
    return _joined(input_handle, element_shape, (), element_dtype)


@op(
    "TensorListConcatV2",
    "input_handle: variant, element_shape: shape_type, leading_dims: int64 -> tensor: element_dtype, lengths: int64",
    types=_SHAPE,
    infer=lambda op: _joined_dims(op, constant_dims(op.inputs[1])),
    grad=_joined_grad,
    host=True,
)
def tensor_list_concat_v2(input_handle, element_shape, leading_dims, *, element_dtype: dtypes.DType):
    """The same, with the lengths of the items that were not set."""
    return _joined(input_handle, dims_of(element_shape), leading_dims, element_dtype)


def _split_grad(op, dlist):
    tensor, _, lengths = op.inputs
    dims = concat([[-1], shape(tensor)[1:]], 0)
    return [tensor_list_concat_v2(dlist, dims, lengths, element_dtype=tensor.dtype)[0], None, None]


def _split_dims(op):
    dims = constant_dims(op.inputs[1])
    if dims is not None and op.inputs[0].dims is not None:
        merge((None, *op.inputs[0].dims[1:]), (None, *dims[1:]) if dims else dims)
    with_rank(op.inputs[2].dims, 1)
    return ()


@op(
    "TensorListSplit",
    "tensor: element_dtype, element_shape: shape_type, lengths: int64 -> output_handle: variant",
    types=_SHAPE,
    infer=_split_dims,
    grad=_split_grad,
    host=True,
)
def tensor_list_split(tensor, element_shape, lengths):
    """Parts of a tensor along its first axis, of these lengths."""
    if tensor.ndim == 0:
        raise ValueError("Tensor must be at least a vector, but saw shape: []")
    if lengths.ndim != 1:
        raise ValueError(f"Expected lengths to be a vector, received shape: {list(lengths.shape)}")
    dims = dims_of(element_shape)
    if dims == ():
        raise ValueError("TensorListSplit requires element_shape to be at least of rank 1, but saw: []")
    if (lengths < 0).any():
        raise ValueError(f"Invalid value in lengths: {lengths.min()}")
    if not shapes.compatible(_rest(dims), tensor.shape[1:]):
        raise ValueError(
            f"tensor shape {shapes.text(tensor.shape)} is not compatible with element_shape {shapes.text(dims)}"
        )
    if lengths.sum() > len(tensor):
        start = int(lengths[:-1].sum())
        raise ValueError(f"Attempting to slice [{start}, {int(lengths.sum())}] from tensor with length {len(tensor)}")
    if lengths.sum() != len(tensor):
        raise ValueError(f"Unused values in tensor. Length of tensor: {len(tensor)} Values used: {lengths.sum()}")
    return TensorList(np.split(tensor, np.cumsum(lengths)[:-1]) if len(lengths) else [], dims, tensor.dtype)


def _scatter_grad(op, dlist):
    _, tensor, indices = op.inputs
    rows = tensor_list_gather(dlist, indices, shape(tensor)[1:], element_dtype=tensor.dtype)
    return [tensor_list_scatter_into_existing_list(dlist, zeros_like(tensor), indices), rows, None]


@op(
    "TensorListScatterIntoExistingList",
    "input_handle: variant, tensor: element_dtype, indices: int32 -> output_handle: variant",
    infer=of_known_dtype,
    grad=_scatter_grad,
    host=True,
)
def tensor_list_scatter_into_existing_list(input_handle, tensor, indices):
    """The list with the parts of a tensor along its first axis in these places; it becomes as long as that needs."""
    items = list(input_handle.of_dtype_of(tensor).items)
    if len(indices) != len(tensor):
        raise ValueError(f"Specified {len(tensor)} tensors but {len(indices)} indices: they have to be equal in number")
    if len(indices) and min(indices) < 0:
        raise ValueError(f"Indices in TensorListScatterIntoExistingList must all be non-negative, saw {min(indices)}")
    items += [None] * (int(max(indices, default=-1)) + 1 - len(items))
    for index, item in zip(indices, rows_of(tensor), strict=True):
        items[index] = item
    return input_handle.having(items)


def _lists_dims(op):
    for handle in op.inputs:
        check_known_dtype(op, handle)
    return merge(op.inputs[0].dims, op.inputs[1].dims)


@op(
    "TensorListConcatLists",
    "input_a: variant, input_b: variant -> output: variant",
    infer=_lists_dims,
    grad=no_gradient,
    host=True,
)
def tensor_list_concat_lists(input_a, input_b, *, element_dtype: dtypes.DType):
    """A list of the items of both; of tensors of lists, element by element."""
    kind = element_dtype.as_numpy_dtype
    return _elementwise(lambda a, b: a.having([*a.of_dtype(kind).items, *b.of_dtype(kind).items]), input_a, input_b)


def _pushed_dims(op):
    handles = op.inputs[0].op
    for handle in handles.inputs if stacks(handles) else ():
        check_known_dtype(op, handle)
    rows = with_rank_at_least(op.inputs[1].dims, 1)
    return merge(with_rank(op.inputs[0].dims, 1), None if rows is None else rows[:1])


@op(
    "TensorListPushBackBatch",
    "input_handles: variant, tensor: element_dtype -> output_handles: variant",
    infer=_pushed_dims,
    grad=no_gradient,
    host=True,
)
def tensor_list_push_back_batch(input_handles, tensor):
    """Lists, each with one more item at its end: a row of the tensor."""
    if np.ndim(input_handles) != 1 or len(input_handles) != len(tensor):
        raise ValueError(
            f"Expected tensor.shape[0] == input_handles.size, but had {len(tensor)} vs. {np.size(input_handles)}"
        )
    for i, (each, row) in enumerate(zip(input_handles, tensor, strict=True)):
        each.of_dtype_of(tensor).check(row, f"Tried to append a tensor with incompatible shape to a list at index {i}.")
    found = np.empty(len(tensor), object)
    found[:] = [each.having([*each.items, row]) for each, row in zip(input_handles, rows_of(tensor), strict=True)]
    return found


def _elementwise(function, a, b):
    if isinstance(a, TensorList):
        return function(a, b)
    found = np.empty(np.shape(a), object)
    found.reshape(-1)[:] = [function(*pair) for pair in zip(np.ravel(a), np.ravel(b), strict=True)]
    return found
