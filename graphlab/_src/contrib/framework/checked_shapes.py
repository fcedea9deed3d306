"""Tensors of an expected shape or type, checked now where that is known, else in a run."""

from typing import Any

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph import convert_to_tensor, get_default_graph, is_tensor, name_scope
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.ops import squeezable
from graphlab._src.ops.arithmetic import add_n
from graphlab._src.ops.checks.asserting import assert_
from graphlab._src.ops.checks.ranks import assert_scalar
from graphlab._src.ops.comparison import equal
from graphlab._src.ops.identity import identity
from graphlab._src.ops.logical import logical_and, logical_or
from graphlab._src.ops.reduction import reduce_all, reduce_sum
from graphlab._src.ops.shape import rank, reshape, shape, size


def assert_scalar_int(tensor, name=None):
    """The tensor, a scalar of whole numbers; ValueError for another."""
    with name_scope(name, "assert_scalar_int", [tensor]) as scope:
        tensor = convert_to_tensor(tensor)
        if not tensor.dtype.base_dtype.is_integer:
            raise ValueError(f"Expected integer type for {tensor.name}, received type: {tensor.dtype}.")
        return assert_scalar(tensor, name=scope)


def reduce_sum_n(tensors, name=None):
    """The sum of all elements of all tensors, a scalar."""
    if not tensors:
        raise ValueError("No tensors provided.")
    with name_scope(name, "reduce_sum_n", tensors) as scope:
        sums = [reduce_sum(tensor, name=f"{tensor.op.name}/sum") for tensor in tensors]
        return sums[0] if len(sums) == 1 else add_n(sums, name=scope)


def remove_squeezable_dimensions(predictions, labels, name=None):
    """tf.confusion_matrix's function of that name with the predictions first: (predictions, labels)."""
    labels, predictions = squeezable.remove_squeezable_dimensions(labels, predictions, name=name)
    return predictions, labels


def with_same_shape(expected_tensor, tensor):
    """The tensor, which must have the shape of another one; see with_shape."""
    with name_scope(f"{tensor.op.name}/", values=[expected_tensor, tensor]):
        dims = expected_tensor.shape
        known = dims.as_list() if dims.is_fully_defined() else shape(expected_tensor, name="expected_shape")
        return with_shape(known, tensor)


def with_shape(expected_shape, tensor):
    """The tensor, which must have that shape: ValueError, or InvalidArgumentError of a run, where it has another.

    expected_shape: a list, a TensorShape, an array or a tensor of int32. Where it is [], a tensor of one element is
    reshaped.
    """
    if isinstance(tensor, SparseTensor):
        raise ValueError("SparseTensor not supported.")
    computed = is_tensor(expected_shape)
    if isinstance(expected_shape, (list, tuple)):
        array = np.asarray(expected_shape)
        expected_shape = array.astype(np.int32) if array.dtype == np.int64 or not array.size else array
    if isinstance(expected_shape, np.ndarray) and expected_shape.ndim > 1:
        raise ValueError(
            f"Invalid rank {expected_shape.ndim} for shape {expected_shape} expected of tensor {tensor.name}."
        )
    if computed or isinstance(expected_shape, np.ndarray):
        kind: Any = expected_shape.dtype
        if (kind.base_dtype if computed else kind) != (dtypes.int32 if computed else np.int32):
            raise ValueError(f"Invalid dtype {kind} for shape {expected_shape} expected of tensor {tensor.name}.")
    actual = tensor.shape
    if computed or not actual.is_fully_defined():
        with name_scope(f"{tensor.op.name}/", values=[tensor]):
            if not computed and len(expected_shape) < 1:
                return reshape(tensor, [])
            with get_default_graph().control_dependencies([_assert_shape(expected_shape, tensor)]):
                result = identity(tensor)
            if not computed:
                result.set_shape(expected_shape)
            return result
    if not actual.is_compatible_with(expected_shape):
        if len(expected_shape) < 1 and actual.is_compatible_with([1]):
            with name_scope(f"{tensor.op.name}/", values=[tensor]):
                return reshape(tensor, [])
        raise ValueError(f"Invalid shape for tensor {tensor.name}, expected {expected_shape}, got {actual}.")
    return tensor


def _assert_shape(expected, tensor):
    with name_scope("assert_shape", values=[tensor]) as scope:
        actual = shape(tensor, name="actual")
        if isinstance(expected, TensorShape):
            expected = [-1 if count is None else count for count in expected.as_list()]
        with name_scope("is_shape", values=[tensor]) as name:
            fits = logical_and(_is_rank(size(expected), tensor), _shapes_equal(expected, actual), name=name)
        return assert_(fits, [f"Wrong shape for {tensor.name} [expected] [actual].", expected, actual], name=scope)


def _is_rank(expected, tensor):
    with name_scope("is_rank", values=[tensor]) as name:
        expected = convert_to_tensor(expected, name="expected")
        return equal(expected, rank(tensor, name="actual"), name=name)


def _shapes_equal(expected, actual):
    """A scalar tensor; a size of -1 is expected to be any."""
    with name_scope("shape_tensor_equal", values=[expected, actual]) as name:
        each = logical_or(equal(expected, -1), equal(expected, actual, "equal"), name="exclude_partial_shape")
        return reduce_all(each, name=name)
