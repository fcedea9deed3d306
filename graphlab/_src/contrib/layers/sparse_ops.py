"""Dense tensors as sparse ones, and the lengths of a sparse tensor's rows."""

import numbers

from graphlab._src.base import dtypes
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import equal, not_equal
from graphlab._src.ops.constants import ones_like, zeros_like
from graphlab._src.ops.cumulative import cumsum
from graphlab._src.ops.extremes import maximum
from graphlab._src.ops.gather import gather_nd
from graphlab._src.ops.joining import concat
from graphlab._src.ops.reduction import reduce_max
from graphlab._src.ops.segment import unsorted_segment_max
from graphlab._src.ops.select import where
from graphlab._src.ops.shape import reshape, shape


def _ignore_value_tensor(dtype, ignore_value=None):
    """ignore_value as a tensor; 0, False or "" when left out."""
    if ignore_value is None:
        ignore_value = "" if dtype == dtypes.string else dtype.as_numpy_dtype()
    return cast(ignore_value, dtype, name="ignore_value")


def dense_to_sparse_tensor(dense_tensor, ignore_value=None):
    """A SparseTensor of the elements that are not ignore_value: 0, False or "" when left out."""
    with name_scope("DenseToSparseTensor"):
        dense_tensor = convert_to_tensor(dense_tensor)
        ignored = _ignore_value_tensor(dense_tensor.dtype, ignore_value)
        indices = where(not_equal(dense_tensor, ignored), name="indices")
        values = gather_nd(dense_tensor, indices, name="values")
        return SparseTensor(indices, values, shape(dense_tensor, out_type=dtypes.int64, name="dense_shape"))


def indicators_to_sparse_ids(indicators, ignore_value=None, dtype=dtypes.int64):
    """The places along the last axis of the elements that are not ignore_value, as a SparseTensor [..., most in a row].

    indicators: [..., classes].  dtype: an integer type, of the result: ValueError for another one.
    """
    if not dtype.is_integer:
        raise ValueError(f"Invalid dtype {dtype} not integer.")
    with name_scope(None, "indicators_to_sparse_ids", (indicators, ignore_value)):
        indicators = convert_to_tensor(indicators, name="indicators")
        missing = equal(indicators, _ignore_value_tensor(indicators.dtype, ignore_value), name="missing")
        zeros = zeros_like(indicators, dtype=dtypes.int64, name="zeros")
        present = where(missing, zeros, ones_like(indicators, dtype=dtypes.int64, name="ones"))
        numbers_in_row = where(missing, zeros, cumsum(present, axis=-1))  # from 1 on
        found = dense_to_sparse_tensor(numbers_in_row, ignore_value=0)
        indices = concat((found.indices[:, :-1], reshape(found.values - 1, (-1, 1))), axis=1, name="indices")
        values = cast(found.indices[:, -1], dtype=dtype, name="values")
        most = reshape(reduce_max(numbers_in_row), (1,), name="result_last_dim")
        return SparseTensor(indices, values, concat((found.dense_shape[:-1], most), axis=0, name="dense_shape"))


def sparse_row_envelope(sparse_input, row_axis=0, col_axis=1, name=None):
    """How long each row of a SparseTensor is: one more than its last column with an element, 0 without any.

    row_axis, col_axis: numbers of axes, which differ: ValueError otherwise.
    """
    if not (isinstance(row_axis, numbers.Integral) and isinstance(col_axis, numbers.Integral)):
        raise ValueError("`row_axis` and `col_axis` must be integers.")
    if row_axis == col_axis:
        raise ValueError("Row and column can not be the same axis.")
    with name_scope(name, "sparse_row_envelope", [sparse_input]):
        rows, columns = sparse_input.indices[:, row_axis], sparse_input.indices[:, col_axis]
        count = cast(sparse_input.dense_shape[row_axis], dtypes.int32)
        ends = unsorted_segment_max(columns + 1, rows, count)
        return maximum(ends, zeros_like(ends))
