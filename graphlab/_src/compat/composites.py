"""tensorflow.python.framework.composite_tensor_utils: composites of tensors and their values, one after the other."""

from typing import Any

import numpy as np

from graphlab._src.graph.nest import is_composite
from graphlab._src.graph.ragged_tensor import RaggedTensorValue
from graphlab._src.graph.sparse_tensor import SparseTensor, SparseTensorValue
from graphlab._src.ops.ragged.joining import concat
from graphlab._src.ops.ragged.tensor import RaggedTensor
from graphlab._src.ops.sparse_places import sparse_concat


def is_composite_or_composite_value(tensor: Any) -> bool:
    """True for an object of several tensors, and for what a run returns for a sparse or ragged one."""
    return is_composite(tensor) or isinstance(tensor, (SparseTensorValue, RaggedTensorValue))


def get_shape(tensor: Any) -> Any:
    """The shape of such an object."""
    return tensor.dense_shape if isinstance(tensor, SparseTensorValue) else tensor.shape


def append_composite_tensor(target: Any, to_append: Any) -> Any:
    """Both in one along axis 0. RuntimeError where their types or their other sizes differ."""
    if type(target) is not type(to_append):
        raise RuntimeError(f"Unable to concatenate {type(target)} and {type(to_append)}")
    if isinstance(target, SparseTensor):
        return sparse_concat(axis=0, sp_inputs=[target, to_append])
    if isinstance(target, RaggedTensor):
        return concat([target, to_append], axis=0)
    if not isinstance(target, (SparseTensorValue, RaggedTensorValue)):
        raise RuntimeError(f"Attempted to concatenate unsupported object {type(target)}.")
    sizes, others = ([int(size or -1) for size in get_shape(one)[1:]] for one in (target, to_append))
    if sizes != others:
        raise RuntimeError(
            f"Unable to concatenate {target} and {to_append}. The inner dense shapes do not match inner dimensions "
            f"({sizes} vs {others})"
        )
    return _sparse(target, to_append) if isinstance(target, SparseTensorValue) else _ragged(target, to_append)


def _sparse(target: Any, more: Any) -> SparseTensorValue:
    rows = target.dense_shape[0]
    moved = np.asarray(more.indices) + np.array([rows] + [0] * (len(target.dense_shape) - 1))
    indices = np.concatenate([np.asarray(target.indices), moved])
    count = max([rows, *(moved[:, 0])]) + 1  # TensorFlow's: rows without a value at the end don't count
    values = np.concatenate([target.values, more.values])
    return SparseTensorValue(indices, values, (count, *target.dense_shape[1:]))


def _ragged(target: Any, more: Any) -> RaggedTensorValue:
    splits = np.append(target.row_splits, more.row_splits[1:] + target.row_splits[-1])
    if isinstance(target.values, RaggedTensorValue):
        return RaggedTensorValue(_ragged(target.values, more.values), splits)
    return RaggedTensorValue(np.concatenate([target.values, more.values]), splits)
