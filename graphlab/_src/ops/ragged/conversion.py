"""Ragged tensors from other forms and back, as functions: what may be a tensor or a ragged tensor passes through."""

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import as_shape
from graphlab._src.graph import Tensor, convert_to_tensor
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.ragged.forms import ragged_tensor_to_tensor
from graphlab._src.ops.ragged.tensor import RaggedTensor, is_ragged


def from_tensor(tensor, lengths=None, padding=None, ragged_rank=1, row_splits_dtype=dtypes.int64, name=None):
    """RaggedTensor.from_tensor of a tensor; a ragged tensor as it is."""
    if is_ragged(tensor):
        return tensor
    return RaggedTensor.from_tensor(tensor, lengths, padding, ragged_rank, name, row_splits_dtype)


def to_tensor(rt_input, default_value=None, name=None):
    """The rows of a ragged tensor filled up with a default value; a tensor as it is."""
    return rt_input.to_tensor(default_value, name) if is_ragged(rt_input) else rt_input


def to_sparse(rt_input, name=None):
    """The SparseTensor of the elements of a ragged tensor."""
    return rt_input.to_sparse(name)


def from_sparse(st_input, name=None):
    """The rows of a SparseTensor of rank 2."""
    return RaggedTensor.from_sparse(st_input, name)


def ragged_to_dense(rt_input, default_value=None, shape=None):
    """The rows of a ragged tensor filled up with a default value, or cut, to the size that shape says, by one operation.

    shape: a TensorShape, a list or a tensor; None, or -1 in a tensor, for the size of the longest row.
    """
    partitions = [("ROW_SPLITS", splits) for splits in rt_input.nested_row_splits]
    if rt_input._cached_value_rowids is not None:
        partitions[:1] = [("FIRST_DIM_SIZE", rt_input.nrows()), ("VALUE_ROWIDS", rt_input.value_rowids())]
    if default_value is None:
        default_value = zeros((), rt_input.dtype)
    return ragged_tensor_to_tensor(
        _sizes(shape, rt_input.row_splits.dtype),
        rt_input.flat_values,
        default_value,
        [tensor for _, tensor in partitions],
        row_partition_types=[kind for kind, _ in partitions],
    )


def _sizes(shape, dtype):
    if isinstance(shape, Tensor):
        return shape
    dims = as_shape(shape)
    return convert_to_tensor(
        -1 if dims.ndims is None else [-1 if one is None else one for one in dims.as_list()], dtype
    )
