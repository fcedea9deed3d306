"""autograph.operators.data_structures, .slices and autograph.lang.special_functions: lists of Python and of tensors."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from graphlab._src.base import dtypes
from graphlab._src.compat.autograph.tensors import is_tensor_array
from graphlab._src.graph import Tensor, constant, convert_to_tensor, is_tensor
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.list_functions import (
    empty_tensor_list,
    tensor_list_from_tensor,
    tensor_list_get_item,
    tensor_list_length,
    tensor_list_pop_back,
    tensor_list_push_back,
    tensor_list_set_item,
    tensor_list_stack,
)
from graphlab._src.ops.shape import shape
from graphlab._src.ops.string_bytes import substr
from graphlab._src.ops.tensor_array import TensorArray
from graphlab._src.ops.tensor_scatter import tensor_scatter_update


def new_list(iterable: Iterable[Any] | None = None) -> Any:
    """A list of Python's with the elements, or an empty list of tensors where there are none."""
    elements = list(iterable or ())
    return elements or tf_tensor_list_new(elements)


def _common(what: str, specified: Any, found: list[Any], elements: Any) -> Any:
    """What is specified, or what the elements have in common; None where they have nothing."""
    different = list(dict.fromkeys(found))
    if specified is not None and len(different) > 1:
        raise ValueError(f"specified {what} {specified} is inconsistent with that of elements {elements}")
    if specified is not None and different and different[0] != specified:
        raise ValueError(f"incompatible {what}; specified: {specified}, inferred from {elements}: {different[0]}")
    return specified if specified is not None else different[0] if len(different) == 1 else None


def _parts(elements: Iterable[Any], element_dtype: Any, element_shape: Any) -> tuple[list[Tensor], Any, Any]:
    tensors = [convert_to_tensor(element) for element in elements]
    dtype = _common("dtype", element_dtype, [tensor.dtype for tensor in tensors], tensors)
    wanted = None if element_shape is None or is_tensor(element_shape) else tuple(element_shape)
    return tensors, dtype, _common("shape", wanted, [tuple(tensor.shape.as_list()) for tensor in tensors], tensors)


def tf_tensor_array_new(elements: Iterable[Any], element_dtype: Any = None, element_shape: Any = None) -> TensorArray:
    """A TensorArray with the elements, which have one dtype and one shape."""
    tensors, dtype, dims = _parts(elements, element_dtype, element_shape)
    if dtype is None:
        raise ValueError(
            f"TensorArray requires all elements to have the same dtype: {tensors}"
            if tensors
            else "dtype is required to create an empty TensorArray"
        )
    if tensors and dims is None:
        raise ValueError(f"TensorArray requires all elements to have the same shape: {tensors}")
    array = TensorArray(dtype, len(tensors), dynamic_size=True, infer_shape=dims is None, element_shape=dims)
    for i, tensor in enumerate(tensors):
        array = array.write(i, tensor)
    return array


def tf_tensor_list_new(elements: Any, element_dtype: Any = None, element_shape: Any = None) -> Tensor:
    """A list of tensors with the elements, or with the rows of a tensor."""
    if is_tensor(elements):
        if element_shape is not None:
            raise ValueError("element shape may not be specified when creating list from tensor")
        return tensor_list_from_tensor(elements, shape(elements)[1:])
    tensors, dtype, dims = _parts(elements, element_dtype, element_shape)
    if is_tensor(element_shape):
        dims = element_shape
    new = empty_tensor_list(
        constant(-1) if dims is None else convert_to_tensor(dims, dtypes.int32),  # -1: shapes that are not known
        dtypes.variant if dtype is None else dtype,
    )
    for tensor in tensors:
        new = tensor_list_push_back(new, tensor)
    return new


def _is_tensor_list(list_: Any) -> bool:
    """True for a list of tensors, ValueError for another tensor."""
    if not is_tensor(list_):
        return False
    if list_.dtype != dtypes.variant:
        raise ValueError(f"tensor lists are expected to be Tensors with dtype=tf.variant, instead found {list_}")
    return True


def list_append(list_: Any, x: Any) -> Any:
    """The list with x at its end; a list of Python's is changed. An empty list of tensors gets x's dtype and shape."""
    if is_tensor_array(list_):
        return list_.write(list_.size(), x)
    if not _is_tensor_list(list_):
        list_.append(x)
        return list_

    def empty() -> Tensor:
        tensor = convert_to_tensor(x)
        return empty_tensor_list(shape(tensor), tensor.dtype)

    return tensor_list_push_back(cond(tensor_list_length(list_) > 0, lambda: list_, empty), x)


class ListPopOpts(NamedTuple):
    """What an item of a list of tensors is."""

    element_dtype: Any
    element_shape: Any


def list_pop(list_: Any, i: Any, opts: ListPopOpts) -> tuple[Any, Any]:
    """(the list without an item, the item). i: where; None for the last one, which is all that lists of tensors can."""
    if is_tensor_array(list_):
        raise ValueError("TensorArray does not support item removal")
    if not _is_tensor_list(list_):
        return list_, list_.pop() if i is None else list_.pop(i)
    if i is not None:
        raise NotImplementedError("tensor lists only support removing from the end")
    for name, value in (("type", opts.element_dtype), ("shape", opts.element_shape)):
        if value is None:
            raise ValueError(
                f"cannot pop from a list without knowing its element {name}; use set_element_type to annotate it"
            )
    rest, item = tensor_list_pop_back(list_, opts.element_dtype)
    item.set_shape(opts.element_shape)
    return rest, item


class ListStackOpts(NamedTuple):
    """The dtype of a list's items, and what is called with all that is no list of tensors."""

    element_dtype: Any
    original_call: Callable[[Any], Any]


def list_stack(list_: Any, opts: ListStackOpts) -> Any:
    """The items of a list of tensors as one tensor; a tensor as it is."""
    if is_tensor_array(list_):
        return list_.stack()
    if not is_tensor(list_):
        return opts.original_call(list_)
    if list_.dtype != dtypes.variant:
        return list_
    if opts.element_dtype is None:
        raise ValueError("cannot stack a list without knowing its element type; use set_element_type to annotate it")
    return tensor_list_stack(list_, opts.element_dtype)


class GetItemOpts(NamedTuple):
    """The dtype of a list's items."""

    element_dtype: Any


def get_item(target: Any, i: Any, opts: GetItemOpts) -> Any:
    """target[i]: of a list of tensors its item, of a string its byte."""
    if is_tensor_array(target):
        return target.read(i)
    if not is_tensor(target):
        return target[i]
    if target.dtype == dtypes.variant:
        if opts.element_dtype is None:
            raise ValueError(
                "cannot retrieve from a list without knowing its element type; use set_element_type to annotate it"
            )
        return tensor_list_get_item(target, i, opts.element_dtype)
    return substr(target, i, 1) if target.dtype == dtypes.string and target.shape.ndims == 0 else target[i]


def set_item(target: Any, i: Any, x: Any) -> Any:
    """The target with x at i; what is no tensor is changed."""
    if is_tensor_array(target):
        return target.write(i, x)
    if not is_tensor(target):
        target[i] = x
        return target
    if target.dtype == dtypes.variant:
        return tensor_list_set_item(target, i, x)
    return tensor_scatter_update(target, ((i,),), (x,))


def dynamic_list_append(target: Any, element: Any) -> Any:
    """The list with an element at its end; what is no tensor is changed."""
    if is_tensor_array(target):
        return target.write(target.size(), element)
    if is_tensor(target):
        return tensor_list_push_back(target, element)
    target.append(element)
    return target


class TensorList:
    """A list of tensors of one shape and dtype, used as a list of Python's."""

    def __init__(self, shape: Any, dtype: Any) -> None:
        self.dtype = dtype
        self.shape = shape
        self.clear()

    def append(self, value: Any) -> None:
        """Adds an item at the end."""
        self.list_ = tensor_list_push_back(self.list_, value)

    def pop(self) -> Tensor:
        """Removes the last item and returns it."""
        self.list_, value = tensor_list_pop_back(self.list_, self.dtype)
        return value

    def clear(self) -> None:
        """Removes all items."""
        self.list_ = empty_tensor_list(self.shape, self.dtype)

    def count(self) -> Tensor:
        """The number of items."""
        return tensor_list_length(self.list_)

    def __getitem__(self, key: Any) -> Tensor:
        return tensor_list_get_item(self.list_, key, self.dtype)

    def __setitem__(self, key: Any, value: Any) -> None:
        self.list_ = tensor_list_set_item(self.list_, key, value)


def match_staging_level(value: Any, like_value: Any) -> Any:
    """A value as a tensor where another one is a tensor."""
    return constant(value) if is_tensor(like_value) else value


def tensor_list(
    elements: Any, element_dtype: Any = None, element_shape: Any = None, use_tensor_array: bool = False
) -> Any:
    """A list of tensors, or a TensorArray, with the elements. Of no elements it needs their dtype and shape."""
    if element_dtype is None or element_shape is None:
        if isinstance(elements, (list, tuple)) and not elements:
            raise ValueError("element_dtype and element_shape are required when elements are empty")
        if not isinstance(elements, (list, tuple)) and not is_tensor(elements):
            raise ValueError(f"unknown type for elements: {type(elements)}; only Tensor, list and tuple are allowed")
    make = tf_tensor_array_new if use_tensor_array else tf_tensor_list_new
    return make(elements, element_dtype, element_shape)


def stack(list_or_tensor: Any, element_dtype: Any = None, strict: bool = True) -> Any:
    """The items of a list of tensors as one tensor. strict: what can't be stacked is a ValueError, else it stays."""

    def other(value: Any) -> Any:
        if strict:
            raise ValueError(f"{value} must be stackable when strict=True")
        return value

    return list_stack(list_or_tensor, ListStackOpts(element_dtype, other))
