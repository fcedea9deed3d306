"""RaggedTensorSpec: a description of ragged tensors by shape, type and number of ragged axes."""

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import TensorShape, as_shape
from graphlab._src.graph import Tensor
from graphlab._src.graph.ragged_tensor import is_ragged
from graphlab._src.graph.type_spec import BatchableTypeSpec, TensorSpec, register_type_spec_from_value_converter
from graphlab._src.ops.ragged.tensor import RaggedTensor


class RaggedTensorSpec(BatchableTypeSpec):
    """A description of a RaggedTensor.

    shape: with None for ragged axes.  dtype: of the elements.  ragged_rank: the number of ragged axes, one less than the
    rank when left out; with 0 it describes tensors.  row_splits_dtype: int32 or int64.
    ValueError when neither shape nor ragged_rank says the number of ragged axes, or the rank is too low for it.
    """

    def __init__(self, shape=None, dtype=dtypes.float32, ragged_rank=None, row_splits_dtype=dtypes.int64):
        self._shape = as_shape(shape)
        self._dtype = dtypes.as_dtype(dtype)
        self._row_splits_dtype = dtypes.as_dtype(row_splits_dtype)
        rank = self._shape.ndims
        if ragged_rank is None:
            if rank is None:
                raise ValueError("Must specify ragged_rank or a shape with a known rank.")
            ragged_rank = rank - 1
        if not isinstance(ragged_rank, int):
            raise TypeError("ragged_rank must be an int")
        if rank is not None and ragged_rank >= rank:
            raise ValueError("ragged_rank must be less than rank.")
        self._ragged_rank = ragged_rank

    @classmethod
    def from_value(cls, value):
        """The RaggedTensorSpec of a RaggedTensor or RaggedTensorValue."""
        return cls(TensorShape(value.shape), value.dtype, value.ragged_rank, value.row_splits.dtype)

    @property
    def value_type(self):
        """RaggedTensor, or Tensor without ragged axes."""
        return RaggedTensor if self._ragged_rank > 0 else Tensor

    @property
    def shape(self):
        """The TensorShape."""
        return self._shape

    @property
    def dtype(self):
        """The DType of the elements."""
        return self._dtype

    @property
    def ragged_rank(self):
        """The number of ragged axes."""
        return self._ragged_rank

    @property
    def row_splits_dtype(self):
        """The DType of the row splits."""
        return self._row_splits_dtype

    def with_shape(self, shape):
        """The same with other axes in front: their number is added to the ragged ones."""
        before, after = self._shape.ndims, as_shape(shape).ndims
        more = 0 if before is None or after is None else after - before
        return RaggedTensorSpec(shape, self._dtype, self._ragged_rank + more, self._row_splits_dtype)

    def is_compatible_with(self, spec_or_value):
        """True when the other describes, or is, a ragged tensor of this type and a shape that fits."""
        other = RaggedTensorSpec.from_value(spec_or_value) if is_ragged(spec_or_value) else spec_or_value
        if not isinstance(other, RaggedTensorSpec) or not self._shape.is_compatible_with(other._shape):
            return False
        return self._serialize()[1:] == other._serialize()[1:]

    @property
    def _component_specs(self):
        rank = self._shape.ndims
        ragged, inner = self._ragged_rank, self._shape.as_list()[self._ragged_rank + 1 :] if rank is not None else None
        sizes = self._shape.sizes
        rows = None if not sizes or sizes[0] is None else sizes[0] + 1
        splits = [TensorSpec([rows if i == 0 else None], self._row_splits_dtype) for i in range(ragged)]
        return [TensorSpec(None if inner is None else [None, *inner], self._dtype), *splits]

    def _batch(self, batch_size):
        shape = as_shape([batch_size]).concatenate(self._shape)
        return RaggedTensorSpec(shape, self._dtype, self._ragged_rank + 1, self._row_splits_dtype)

    def _unbatch(self):
        return RaggedTensorSpec(self._shape[1:], self._dtype, self._ragged_rank - 1, self._row_splits_dtype)

    def _to_components(self, value):
        return [value.flat_values, *value.nested_row_splits] if is_ragged(value) else [value]

    def _from_components(self, components):
        return RaggedTensor.from_components(components)

    # As one tensor: a variant

    @property
    def _flat_tensor_specs(self):
        return [TensorSpec(None, dtypes.variant)]

    def _to_tensor_list(self, value):
        return [value.to_variant()]

    def _to_batched_tensor_list(self, value):
        if self._ragged_rank <= 0:
            raise ValueError(f"ragged_rank must be greater than zero to take a value apart, got {self._ragged_rank}")
        return [value.to_variant(batched_input=True)]

    def _from_compatible_tensor_list(self, tensor_list):
        if self._ragged_rank <= 0:
            raise ValueError(f"ragged_rank must be non-negative; got {self._ragged_rank}.")
        result = RaggedTensor.from_variant(tensor_list[0], self._dtype, self._ragged_rank)
        if self._shape.ndims is not None:
            rows = self._shape.as_list()[0]
            if rows is not None:
                result.row_splits.set_shape([rows + 1])
            result.flat_values.set_shape(as_shape([None]).concatenate(self._shape[1 + self._ragged_rank :]))
        return result

    def _serialize(self):
        return self._shape, self._dtype, self._ragged_rank, self._row_splits_dtype


register_type_spec_from_value_converter(RaggedTensor, RaggedTensorSpec.from_value)
