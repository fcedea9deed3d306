"""Functions of lists of tensors, with shapes as programs write them: tensorflow.python.ops.list_ops."""

from graphlab._src.base.shapes import as_shape
from graphlab._src.graph import Tensor, constant
from graphlab._src.ops import tensor_list as operations
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.joining import stack
from graphlab._src.ops.tensor_list import tensor_list_element_shape as tensor_list_element_shape
from graphlab._src.ops.tensor_list import tensor_list_length as tensor_list_length
from graphlab._src.ops.tensor_list import tensor_list_push_back as tensor_list_push_back
from graphlab._src.ops.tensor_list import tensor_list_resize as tensor_list_resize
from graphlab._src.ops.tensor_list_parts import tensor_list_concat_lists as tensor_list_concat_lists
from graphlab._src.ops.tensor_list_parts import tensor_list_concat_v2, tensor_list_scatter_into_existing_list
from graphlab._src.ops.tensor_list_parts import tensor_list_push_back_batch as tensor_list_push_back_batch
from graphlab._src.ops.tensor_list_parts import tensor_list_split as split_in_parts


def _build_element_shape(shape):
    """A shape as an operation reads it: -1 for a size that is not known, and for a shape that is not."""
    if isinstance(shape, Tensor):
        return shape
    if isinstance(shape, (list, tuple)):
        if any(isinstance(size, Tensor) for size in shape):
            return stack(shape)
        shape = [None if size == -1 else size for size in shape]
    shape = as_shape(shape)
    if shape.ndims is None:
        return -1
    return constant([-1 if size is None else size for size in shape.as_list()], "int32", [shape.ndims])


def empty_tensor_list(element_shape, element_dtype, max_num_elements=None, name=None):
    """A list without items. max_num_elements: has no effect."""
    most = -1 if max_num_elements is None else max_num_elements
    return operations.empty_tensor_list(
        _build_element_shape(element_shape), most, element_dtype=element_dtype, name=name
    )


def tensor_list_reserve(element_shape, num_elements, element_dtype, name=None):
    """A list with items that are to be set."""
    return operations.tensor_list_reserve(
        _build_element_shape(element_shape), num_elements, element_dtype=element_dtype, name=name
    )


def tensor_list_from_tensor(tensor, element_shape, name=None):
    """The parts of a tensor along its first axis."""
    return operations.tensor_list_from_tensor(tensor, _build_element_shape(element_shape), name=name)


def tensor_list_get_item(input_handle, index, element_dtype, element_shape=None, name=None):
    """One item."""
    return operations.tensor_list_get_item(
        input_handle, index, _build_element_shape(element_shape), element_dtype=element_dtype, name=name
    )


def tensor_list_set_item(input_handle, index, item, resize_if_index_out_of_bounds=False, name=None):
    """The list with another item at `index`. resize_if_index_out_of_bounds: beyond its end it becomes longer."""
    if resize_if_index_out_of_bounds:
        given = input_handle
        is_beyond = index >= tensor_list_length(given)
        input_handle = cond(is_beyond, lambda: tensor_list_resize(given, index + 1), lambda: given)
    return operations.tensor_list_set_item(input_handle, index, item, name=name)


def tensor_list_pop_back(input_handle, element_dtype, name=None):
    """The list without its last item, and that item."""
    return operations.tensor_list_pop_back(input_handle, -1, element_dtype=element_dtype, name=name)


def tensor_list_stack(input_handle, element_dtype, num_elements=-1, element_shape=None, name=None):
    """All items as one tensor."""
    return operations.tensor_list_stack(
        input_handle,
        _build_element_shape(element_shape),
        element_dtype=element_dtype,
        num_elements=num_elements,
        name=name,
    )


def tensor_list_gather(input_handle, indices, element_dtype, element_shape=None, name=None):
    """The items at `indices` as one tensor."""
    return operations.tensor_list_gather(
        input_handle, indices, _build_element_shape(element_shape), element_dtype=element_dtype, name=name
    )


def tensor_list_scatter(tensor, indices, element_shape=None, input_handle=None, name=None):
    """A list with the rows of a tensor at `indices`; input_handle: the list that has the other items."""
    if input_handle is not None:
        return tensor_list_scatter_into_existing_list(input_handle, tensor, indices, name=name)
    return operations.tensor_list_scatter_v2(tensor, indices, _build_element_shape(element_shape), -1, name=name)


def tensor_list_concat(input_handle, element_dtype, element_shape=None, name=None):
    """All items one after the other along the first axis."""
    dims = _build_element_shape(element_shape)
    return tensor_list_concat_v2(input_handle, dims, constant([], "int64"), element_dtype=element_dtype, name=name)[0]


def tensor_list_split(tensor, element_shape, lengths, name=None):
    """A list of the parts of a tensor along its first axis that have these lengths."""
    return split_in_parts(tensor, _build_element_shape(element_shape), lengths, name=name)
