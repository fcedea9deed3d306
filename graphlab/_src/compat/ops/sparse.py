"""What programs take of TensorFlow's sparse_ops and tensor_array_ops modules beside their public functions."""

import numbers
from collections.abc import Generator
from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.graph import Tensor, convert_to_tensor
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.ops import sparse_cross
from graphlab._src.ops.cast import cast
from graphlab._src.ops.sparse_products import as_sparse
from graphlab._src.ops.tensor_array import TensorArray


class KeywordRequired:
    """The default of an argument that has to be given by its name."""

    def __repr__(self) -> str:
        return "KeywordRequired()"


def convert_to_sparse_tensors(sp_inputs: Any) -> list[SparseTensor] | Generator[SparseTensor]:
    """SparseTensors of a list or tuple of these, or of their values. TypeError for others."""
    if isinstance(sp_inputs, list):
        return [as_sparse(one) for one in sp_inputs]
    if isinstance(sp_inputs, tuple):
        return (as_sparse(one) for one in sp_inputs)
    raise TypeError("Inputs must be a list or tuple.")


def make_int64_tensor(value: Any, name: str) -> Tensor:
    """A whole number, or a tensor, as a tensor of int64."""
    if isinstance(value, numbers.Integral):
        return convert_to_tensor(value, dtypes.int64, name=name)
    if not isinstance(value, Tensor):
        raise TypeError(f"{name} must be an integer value")
    return value if value.dtype == dtypes.int64 else cast(value, dtypes.int64)


def sparse_cross_internal(
    inputs: Any, hashed_output: bool = False, num_buckets: int = 0, hash_key: Any = None, name: str | None = None
) -> SparseTensor:
    """Crosses of columns, as text or as hashes below num_buckets; see tf.sparse.cross."""
    if hashed_output:
        return sparse_cross.sparse_cross_hashed(inputs, num_buckets, hash_key, name)
    return sparse_cross.sparse_cross(inputs, name)


def build_ta_with_new_flow(old_ta: TensorArray, flow: Tensor) -> TensorArray:
    """A TensorArray with another flow, which is that of a later state of it."""
    return old_ta._with_flow(flow)
