"""RaggedTensor: a tensor whose rows may have different lengths."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.graph import Tensor, convert_to_tensor, name_scope, nest
from graphlab._src.graph.ragged_tensor import RaggedTensorValue, is_ragged
from graphlab._src.graph.sparse_tensor import SparseTensor, convert_to_tensor_or_sparse_tensor, is_sparse
from graphlab._src.ops.broadcasting import broadcast_to
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.asserting import assert_
from graphlab._src.ops.comparison import equal, not_equal
from graphlab._src.ops.constants import fill, ones, zeros
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.cumulative import cumprod, cumsum
from graphlab._src.ops.extremes import maximum, minimum
from graphlab._src.ops.gather import gather
from graphlab._src.ops.grids import sequence_mask
from graphlab._src.ops.indexing import boolean_mask
from graphlab._src.ops.joining import concat, stack
from graphlab._src.ops.logical import logical_and, logical_not
from graphlab._src.ops.ragged.construction import RaggedFactories
from graphlab._src.ops.ragged.forms import (
    ragged_tensor_from_variant,
    ragged_tensor_to_sparse,
    ragged_tensor_to_variant,
)
from graphlab._src.ops.ragged.partitions import as_integers, positive_axis, row_splits_to_segment_ids
from graphlab._src.ops.reduction import reduce_all, reduce_any, reduce_max, reduce_sum
from graphlab._src.ops.select import where
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import expand_dims, rank, reshape, shape


class RaggedTensor(RaggedFactories):
    """A tensor whose rows may have different lengths: `values`, all rows behind each other, and `row_splits`.

    Its shape is [rows, (row lengths), …]: the first axis has one size, then come ragged axes, as many as `ragged_rank`
    says, then axes with one size each. It is made by the class methods from_…, or by tf.ragged.constant.

        tf.RaggedTensor.from_row_splits([3, 1, 4, 1, 5], [0, 3, 3, 5])  # [[3, 1, 4], [], [1, 5]]
    """

    # Row partitions in other forms

    def value_rowids(self, name=None):
        """The row of each value: int [n]."""
        if self._cached_value_rowids is not None:
            return self._cached_value_rowids
        with name_scope(name, "RaggedValueRowIds", self.components()):
            return row_splits_to_segment_ids(self.row_splits)

    def nested_value_rowids(self, name=None):
        """value_rowids of each ragged axis, the outermost first."""
        with name_scope(name, "RaggedNestedValueRowIds", self.components()):
            return tuple([ragged.value_rowids() for ragged in self._levels()])

    def nrows(self, out_type=None, name=None):
        """The number of rows, a scalar. out_type: that of the row splits when left out."""
        out_type = self.row_splits.dtype if out_type is None else dtypes.as_dtype(out_type)
        if self._cached_nrows is not None:
            return cast(self._cached_nrows, out_type)
        with name_scope(name, "RaggedNRows", self.components()):
            return shape(self.row_splits, out_type=out_type)[0] - 1

    def row_starts(self, name=None):
        """Where each row begins: int [rows]."""
        with name_scope(name, "RaggedRowStarts", self.components()):
            return self.row_splits[:-1]

    def row_limits(self, name=None):
        """Where each row ends: int [rows]."""
        with name_scope(name, "RaggedRowLimits", self.components()):
            return self.row_splits[1:]

    def row_lengths(self, axis=1, name=None) -> Any:
        """The lengths along an axis: of each row for axis 1, a ragged tensor of those further in for a later axis."""
        if self._cached_row_lengths is not None and axis == 1:
            return self._cached_row_lengths
        with name_scope(name, "RaggedRowLengths", self.components()):
            axis = positive_axis(axis, self.shape.ndims)
            if axis == 0:
                return self.nrows()
            if axis == 1:
                return self._lengths()
            if isinstance(self.values, RaggedTensor):
                return self.with_values(self.values.row_lengths(axis - 1))
            kind = self.row_splits.dtype
            sizes = shape(self.values, out_type=kind)
            return self.with_values(ones(sizes[: axis - 1], kind) * sizes[axis - 1])

    def nested_row_lengths(self, name=None):
        """row_lengths of each ragged axis, the outermost first."""
        with name_scope(name, "RaggedNestedRowLengths", self.components()):
            return tuple([ragged.row_lengths() for ragged in self._levels()])

    def bounding_shape(self, axis=None, name=None, out_type=None):
        """The smallest shape of a tensor that all rows fit in, or its size along axes."""
        out_type = self.row_splits.dtype if out_type is None else dtypes.as_dtype(out_type)
        with name_scope(name, "RaggedBoundingBox", self.components()):
            if axis == 0 and isinstance(axis, int):
                return shape(self.row_splits, out_type=out_type)[0] - 1
            if axis == 1 and isinstance(axis, int):
                return cast(maximum(reduce_max(self.row_lengths()), 0), out_type)
            rows = shape(self.row_splits, out_type=out_type)
            sizes = shape(self.flat_values, out_type=out_type)
            widths = [cast(ragged._widest(), out_type) for ragged in self._levels()]
            box = concat([stack([rows[0] - 1, *widths]), sizes[1:]], axis=0)
            return box if axis is None else gather(box, axis)

    def _levels(self):
        """This ragged tensor, and those that are its values, the outermost first."""
        found, ragged = [], self
        while isinstance(ragged, RaggedTensor):
            found.append(ragged)
            ragged = ragged.values
        return found

    def _lengths(self):
        return self.row_splits[1:] - self.row_splits[:-1]

    def _widest(self):
        return maximum(reduce_max(self._lengths()), 0)

    # The same rows with other values

    def with_values(self, new_values) -> Any:
        """The same rows with other values, a tensor [n, …] or a ragged tensor. ValueError when n differs."""
        new_values.shape.with_rank_at_least(1)
        self.values.shape[:1].assert_is_compatible_with(new_values.shape[:1])
        if isinstance(new_values, RaggedTensor) and self.row_splits.dtype != new_values.row_splits.dtype:
            raise ValueError(f"self and new_values have {MISMATCH}")
        partition = (self.row_splits, self._cached_row_lengths, self._cached_value_rowids, self._cached_nrows)
        return RaggedTensor(new_values, *partition, internal=True)

    def with_flat_values(self, new_values) -> Any:
        """The same rows, along all ragged axes, with other elements."""
        if isinstance(self.values, Tensor):
            return self.with_values(new_values)
        return self.with_values(self.values.with_flat_values(new_values))

    def with_row_splits_dtype(self, dtype) -> Any:
        """The same with row splits of that type, int32 or int64."""
        dtype = dtypes.as_dtype(dtype)
        if dtype not in dtypes.INDEX:
            raise ValueError("dtype must be int32 or int64")
        if self.row_splits.dtype == dtype:
            return self
        values = self.values
        if isinstance(values, RaggedTensor):
            values = values.with_row_splits_dtype(dtype)
        cached = [self._cached_row_lengths, self._cached_value_rowids, self._cached_nrows]
        partition = [part if part is None else cast(part, dtype) for part in (self.row_splits, *cached)]
        return RaggedTensor(values, *partition, internal=True)

    # Other forms

    @classmethod
    def from_tensor(
        cls, tensor, lengths=None, padding=None, ragged_rank=1, name=None, row_splits_dtype=dtypes.int64
    ) -> Any:
        """The rows of a tensor [rows, columns, …], cut to their lengths.

        lengths: of each row, or a list of the row lengths of each ragged axis.  padding: the value that rows are filled
        up with at the end, which is cut off.  Both left out: all of the tensor.  ragged_rank: how many axes are ragged.
        """
        kind = dtypes.as_dtype(row_splits_dtype)
        if lengths is not None and padding is not None:
            raise ValueError("Specify lengths or padding, but not both")
        if not isinstance(ragged_rank, int):
            raise TypeError(f"ragged_rank expected int, got {ragged_rank!r}")
        if ragged_rank <= 0:
            raise ValueError(f"ragged_rank must be greater than 0; got {ragged_rank}")
        with name_scope(name, "RaggedFromTensor", [tensor, lengths, padding]):
            tensor = convert_to_tensor(tensor, name="tensor")
            tensor.shape.with_rank_at_least(ragged_rank + 1)
            sizes = shape(tensor, out_type=kind)
            if ragged_rank > 1:
                flat = reshape(tensor, concat([_one_number(-1, kind), sizes[ragged_rank:]], axis=0))
                values = cls.from_tensor(flat, lengths, padding, row_splits_dtype=kind)
                counts = cumprod(sizes)
                splits = [range_(0, counts[axis - 1] + 1) * sizes[axis] for axis in range(1, ragged_rank)]
                return cls.from_nested_row_splits(values, splits, validate=False)
            if padding is not None:
                lengths = _lengths_without(padding, tensor, sizes[1], kind)
            if isinstance(lengths, (list, tuple)) and lengths and not isinstance(lengths[0], (int, float)):
                return cls._cut_to_nested(tensor, lengths)
            if lengths is not None:
                return cls._cut(tensor, lengths, sizes[1], kind)
            rows, columns = sizes[0], sizes[1]
            values = reshape(tensor, concat([[rows * columns], sizes[2:]], axis=0))
            return cls.from_row_splits(values, range_(rows + 1) * columns, validate=False)

    @classmethod
    def _cut(cls, tensor, lengths, columns, kind) -> Any:
        lengths = as_integers(lengths, "lengths", kind)
        lengths.shape.assert_has_rank(1)
        lengths = maximum(minimum(lengths, columns), 0)
        splits = concat([zeros([1], kind), cumsum(lengths)], axis=0)
        values = boolean_mask(tensor, sequence_mask(lengths, maxlen=columns))
        return cls.from_row_splits(values, splits, validate=False)

    @classmethod
    def _cut_to_nested(cls, tensor, lengths):
        tensor.shape.with_rank_at_least(len(lengths) + 1)
        chosen = ones([reduce_sum(lengths[-1])], dtype=dtypes.bool)
        chosen = cls.from_nested_row_lengths(chosen, lengths, validate=False).to_tensor(default_value=False)
        return cls.from_nested_row_lengths(boolean_mask(tensor, chosen), lengths, validate=False)

    def to_tensor(self, default_value=None, name=None) -> Any:
        """The rows in one tensor, each filled up to the longest one with a default value, 0 when left out."""
        with name_scope(name, "RaggedToTensor", [*self.components(), default_value]):
            if default_value is not None:
                default_value = convert_to_tensor(default_value, name="default_value", dtype=self.dtype)
            values = self.values
            if isinstance(values, RaggedTensor):
                values = values.to_tensor(default_value)
            kind = self.row_splits.dtype
            columns = maximum(reduce_max([self._lengths()]), 0)
            sizes = shape(values, out_type=kind)
            default_value = _filling(default_value, values, sizes)
            starts, limits = expand_dims(self.row_splits[:-1], 1), expand_dims(self.row_splits[1:], 1)
            places = starts + expand_dims(range_(0, columns), 0)
            rows = shape(self.row_splits, out_type=kind)[0] - 1
            places = where(places < limits, places, fill(stack([rows, columns]), sizes[0]))
            return gather(concat([values, stack([default_value])], axis=0), places)

    @classmethod
    def from_sparse(cls, st_input, name=None, row_splits_dtype=dtypes.int64) -> Any:
        """The rows of a SparseTensor of rank 2; InvalidArgumentError in the run when one has a gap."""
        kind = dtypes.as_dtype(row_splits_dtype)
        if not is_sparse(st_input):
            raise TypeError(f"Expected SparseTensor, got {type(st_input).__name__}")
        with name_scope(name, "RaggedFromSparse", [st_input]) as _:
            sparse = convert_to_tensor_or_sparse_tensor(st_input, name="st_input")
            assert isinstance(sparse, SparseTensor)
            indices, sizes = sparse.indices, sparse.dense_shape
            if 2 not in [*(sizes.dims or ())[:1], *(indices.dims or ())[1:2]]:
                raise ValueError("rank(st_input) must be 2")
            with indices.graph.control_dependencies(_assert_without_gaps(indices)):
                rows, count = cast(indices[:, 0], kind), cast(sizes[0], kind)
                return cls.from_value_rowids(sparse.values, rows, count, validate=False)

    def to_sparse(self, name=None):
        """The SparseTensor of the same elements."""
        with name_scope(name, "RaggedToSparse", self.components()):
            return SparseTensor(*ragged_tensor_to_sparse(self.nested_row_splits, self.flat_values, name=name))

    @classmethod
    def from_variant(cls, variant, dtype, output_ragged_rank, input_ragged_rank=None, name=None) -> Any:
        """The ragged tensor that a tensor of variants holds, with int64 row splits."""
        variant = convert_to_tensor(variant, name="variant", dtype=dtypes.variant)
        ndims = variant.shape.ndims
        inner = input_ragged_rank
        if ndims is not None and inner is not None and output_ragged_rank != inner + ndims:
            raise ValueError(
                "output_ragged_rank must be equal to input_ragged_rank +variant.shape.ndims, found variant.shape.ndims: "
                f"{ndims}, input_ragged_rank: {input_ragged_rank}, output_ragged_rank: {output_ragged_rank}"
            )
        before = -1 if input_ragged_rank is None else input_ragged_rank
        with name_scope(name, "RaggedFromVariant", [variant]):
            splits, values = ragged_tensor_from_variant(
                variant, before, output_ragged_rank, dtype, dtypes.int64, name=name
            )
            return cls.from_nested_row_splits(values, splits, validate=False)

    def to_variant(self, batched_input=False, name=None):
        """The ragged tensor as one variant, or with batched_input as a vector with one for each row."""
        with name_scope(name, "RaggedToVariant", self.components()):
            return ragged_tensor_to_variant(self.nested_row_splits, self.flat_values, batched_input, name=name)

    _from_variant, _to_variant = from_variant, to_variant  # TensorFlow's names

    def to_list(self):
        """ValueError: a graph has no values; run the ragged tensor, and call to_list of the RaggedTensorValue."""
        raise ValueError(
            "RaggedTensor.to_list() is only supported in eager mode; in graph mode, evaluate the RaggedTensor first and "
            "then use RaggedTensorValue.to_list()."
        )


MISMATCH = (
    "mismatched row_splits dtypes; use RaggedTensor.with_row_splits_dtype() to convert them to compatible dtypes."
)
nest.register_composite(RaggedTensor, RaggedTensor.components, RaggedTensor.with_components)


class RaggedTensorType:
    """The type that a function's ragged result has: the dtype, the number of ragged axes, and that of the row splits."""

    def __init__(self, dtype, ragged_rank, row_splits_dtype=dtypes.int64):
        self.dtype = dtype
        self.ragged_rank = ragged_rank
        self.row_splits_dtype = dtypes.as_dtype(row_splits_dtype)


def convert_to_tensor_or_ragged_tensor(value, dtype=None, preferred_dtype=None, name=None) -> Any:
    """A RaggedTensor when value is one, or a RaggedTensorValue; else a Tensor. ValueError for one of another dtype."""
    if isinstance(value, RaggedTensor):
        if dtype and not dtypes.as_dtype(dtype).is_compatible_with(value.dtype):
            raise ValueError(
                f"Tensor conversion requested dtype {dtypes.as_dtype(dtype).name} for RaggedTensor with dtype "
                f"{value.dtype.name}: {value!r}"
            )
        return value
    if isinstance(value, RaggedTensorValue):
        with name_scope(name, "ConvertToTensorOrRaggedTensor", []):
            flat = convert_to_tensor(value.flat_values, dtype, preferred_dtype=preferred_dtype, name="flat_values")
            return RaggedTensor.from_nested_row_splits(flat, value.nested_row_splits, validate=False)
    return convert_to_tensor(value, dtype, preferred_dtype=preferred_dtype, name=name)


def match_row_splits_dtypes(*tensors, return_dtype=False):
    """The tensors, with return_dtype (the type of their row splits, the tensors); ValueError when these types differ."""
    kind = splits_dtype(*tensors)
    return (kind, tensors) if return_dtype else tensors


def splits_dtype(*tensors):
    """The type of the row splits of those that are ragged, int64 where none is; ValueError when they differ."""
    kinds = {tensor.row_splits.dtype for tensor in tensors if isinstance(tensor, RaggedTensor)}
    if len(kinds) > 1:
        raise ValueError(f"Input RaggedTensors have {MISMATCH}")
    return kinds.pop() if kinds else dtypes.int64


def _one_number(number, kind):
    return convert_to_tensor([number], kind)


def _lengths_without(padding, tensor, columns, kind) -> Any:
    """The lengths of the rows up to the last element that is not padding."""
    padding = convert_to_tensor(padding, name="padding", dtype=tensor.dtype)
    padding.shape.assert_is_compatible_with(tensor.shape[2:])
    padded: Any = equal(padding, tensor)
    count = rank(tensor)
    inner = range_(2, count)
    each: Any = padded
    padded = cond(count > 2, lambda: reduce_all(each, axis=inner), lambda: each)
    padded.set_shape([None, None])
    padded.set_shape(tensor.shape[:2])
    return reduce_max(cast(logical_not(padded), kind) * expand_dims(range_(1, columns + 1), 0), axis=1)


def _filling(default_value: Any, values: Any, sizes: Any) -> Any:
    """The default value of one place among values: zero when it is None, else broadcast."""
    if default_value is None:
        default_value = zeros(sizes[1:], dtype=values.dtype)
    else:
        ndims, own = values.shape.ndims, default_value.shape.ndims
        if ndims is not None:
            default_value.shape.with_rank_at_most(ndims - 1)
        if ndims is None or own is None or ndims != own + 1:
            default_value = broadcast_to(default_value, shape(values)[1:])
    default_value.shape.assert_is_compatible_with(values.shape[1:])
    default_value.set_shape(values.shape[1:])
    return default_value


def _assert_without_gaps(indices):
    """An operation that fails unless the places in each row are 0, 1, 2 …"""
    prefix, last = indices[:, :-1], indices[:, -1]
    is_new = reduce_any(not_equal(prefix[1:], prefix[:-1]), axis=1)
    follows = where(is_new, equal(last[1:], 0), equal(last[1:], last[:-1] + 1))
    is_right = logical_and(reduce_all(equal(last[:1], 0)), reduce_all(follows))
    return [assert_(is_right, ["SparseTensor is not right-ragged", "SparseTensor.indices =", indices])]


__all__ = [
    "RaggedTensor",
    "RaggedTensorType",
    "convert_to_tensor_or_ragged_tensor",
    "is_ragged",
    "match_row_splits_dtypes",
    "splits_dtype",
]
