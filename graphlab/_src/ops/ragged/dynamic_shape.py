"""RaggedTensorDynamicShape: the sizes of a ragged tensor in a run, by which ragged tensors broadcast."""

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import dimension_value
from graphlab._src.graph import convert_to_tensor, get_default_graph, name_scope
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.asserting import assert_
from graphlab._src.ops.comparison import equal
from graphlab._src.ops.constants import ones
from graphlab._src.ops.gather import gather
from graphlab._src.ops.identity import identity
from graphlab._src.ops.joining import concat, stack
from graphlab._src.ops.logical import logical_or
from graphlab._src.ops.ragged.partitions import as_integers, lengths_to_splits, repeat_ranges
from graphlab._src.ops.ragged.tensor import convert_to_tensor_or_ragged_tensor, is_ragged
from graphlab._src.ops.reduction import reduce_all, reduce_sum
from graphlab._src.ops.select import where
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import shape, size


class RaggedTensorDynamicShape:
    """The sizes of a tensor or ragged tensor.

    partitioned_dim_sizes: for each axis up to the last ragged one its size, a scalar, or its row lengths, a vector.
    inner_dim_sizes: the sizes of the axes behind these, a vector.  dim_size_dtype: of all sizes, that of the row lengths
    when left out.  ValueError when the first of the partitioned axes is ragged, or the last is not.
    """

    def __init__(self, partitioned_dim_sizes, inner_dim_sizes, dim_size_dtype=None):
        assert isinstance(partitioned_dim_sizes, (list, tuple))
        with name_scope(None, "RaggedTensorDynamicShape", [partitioned_dim_sizes, inner_dim_sizes]):
            sizes = [
                convert_to_tensor(one, name=f"partitioned_dimension_size_{i}")
                for i, one in enumerate(partitioned_dim_sizes)
            ]
            inner = convert_to_tensor(inner_dim_sizes, dtype_hint=dtypes.int32, name="inner_dim_sizes")
            _check(sizes)
            inner.shape.assert_has_rank(1)
            if dim_size_dtype is None:
                found = {one.dtype for one in sizes if one.shape.ndims == 1}
                if len(found) > 1:
                    raise ValueError("partitioned_dim_sizes must have matching dtypes")
                dim_size_dtype = found.pop() if found else dtypes.int64
            self._partitioned_dim_sizes = tuple([cast(one, dim_size_dtype) for one in sizes])
            self._inner_dim_sizes = cast(inner, dim_size_dtype)

    @staticmethod
    def from_dim_sizes(dim_sizes):
        """The shape with these sizes: a scalar for each axis with one size, a vector of row lengths for a ragged one."""
        with name_scope(None, "RaggedTensorDynamicShapeFromDimensionSizes", [dim_sizes]):
            sizes = [convert_to_tensor(one, preferred_dtype=dtypes.int64, name="dim_sizes") for one in dim_sizes]
            if any(one.shape.ndims not in (0, 1) for one in sizes):
                raise ValueError("Each dim_size must be a scalar or a vector")
            count = max((i + 1 for i, one in enumerate(sizes) if one.shape.ndims == 1), default=0)
            inner = stack(sizes[count:]) if sizes[count:] else convert_to_tensor([], dtypes.int64)
            return RaggedTensorDynamicShape(sizes[:count], inner)

    @classmethod
    def from_tensor(cls, rt_input, dim_size_dtype=None):
        """The shape of a tensor or ragged tensor."""
        with name_scope(None, "RaggedTensorDynamicShapeFromTensor", [rt_input]):
            rt_input = convert_to_tensor_or_ragged_tensor(rt_input)
            if not is_ragged(rt_input):
                return cls([], shape(rt_input))
            sizes = [rt_input.nrows(), *rt_input.nested_row_lengths()]
            return cls(sizes, shape(rt_input.flat_values)[1:], dim_size_dtype=dim_size_dtype)

    @property
    def partitioned_dim_sizes(self):
        """The sizes, or row lengths, of the axes up to the last ragged one."""
        return self._partitioned_dim_sizes

    @property
    def inner_dim_sizes(self):
        """The sizes of the axes behind the last ragged one, as a vector."""
        return self._inner_dim_sizes

    @property
    def num_partitioned_dimensions(self):
        """The number of axes up to the last ragged one."""
        return len(self._partitioned_dim_sizes)

    @property
    def num_inner_dimensions(self):
        """The number of axes behind the last ragged one, or None."""
        return dimension_value(self._inner_dim_sizes.shape[0])

    @property
    def dim_size_dtype(self):
        """The type of the sizes."""
        return self._inner_dim_sizes.dtype

    @property
    def rank(self):
        """The number of axes, or None."""
        inner = self.num_inner_dimensions
        return None if inner is None else self.num_partitioned_dimensions + inner

    def dimension_size(self, axis):
        """The size of an axis, or its row lengths when it is ragged."""
        if not isinstance(axis, int):
            raise TypeError("axis must be an integer")
        count = self.num_partitioned_dimensions
        return self._partitioned_dim_sizes[axis] if axis < count else self._inner_dim_sizes[axis - count]

    def is_ragged(self, axis):
        """True for a ragged axis."""
        if not isinstance(axis, int):
            raise TypeError("axis must be an integer")
        if axis < 0:
            raise ValueError("Negative axis values are not supported")
        if self.rank is not None and axis >= self.rank:
            raise ValueError(f"Expected axis={axis} < rank={self.rank}")
        return 0 < axis < self.num_partitioned_dimensions and self._partitioned_dim_sizes[axis].shape.ndims == 1

    def num_slices_in_dimension(self, axis):
        """The number of parts in all that have an index along each axis up to this one."""
        if axis < 0:
            return convert_to_tensor(1, self.dim_size_dtype)
        if self.is_ragged(axis):
            return reduce_sum(self._partitioned_dim_sizes[axis])
        return self.dimension_size(axis) * self.num_slices_in_dimension(axis - 1)

    def with_dim_size_dtype(self, dtype):
        """The same with sizes of another type, int32 or int64."""
        if dtype not in dtypes.INDEX:
            raise ValueError("dtype must be int32 or int64")
        if self.dim_size_dtype == dtype:
            return self
        sizes = [cast(one, dtype) for one in self._partitioned_dim_sizes]
        return RaggedTensorDynamicShape(sizes, cast(self._inner_dim_sizes, dtype), dtype)

    def broadcast_to_rank(self, rank):
        """The same with axes of size 1 in front, up to that rank."""
        if self.rank is None:
            raise ValueError("Unable to broadcast: self.rank is unknown")
        more = rank - self.rank
        if more < 0:
            raise ValueError(f"Unable to broadcast: rank={rank} must be greater than self.rank={self.rank}.")
        if more == 0:
            return self
        if self._partitioned_dim_sizes:
            return RaggedTensorDynamicShape((1,) * more + self._partitioned_dim_sizes, self._inner_dim_sizes)
        inner = concat([ones([more], self.dim_size_dtype), self._inner_dim_sizes], axis=0)
        return RaggedTensorDynamicShape([], inner, self.dim_size_dtype)

    def broadcast_dimension(self, axis, lengths):
        """The same with an axis broadcast to a size, or to row lengths; the run fails when these do not broadcast."""
        lengths = as_integers(lengths, "lengths", self.dim_size_dtype)
        if lengths.shape.ndims is None:
            raise ValueError("lengths must have a known rank.")
        if lengths.shape.ndims > 1:
            raise ValueError("lengths must be a scalar or vector")
        own, is_scalar = self.dimension_size(axis), lengths.shape.ndims == 0
        with get_default_graph().control_dependencies([self._assert_fits(axis, own, lengths, is_scalar)]):
            if axis < self.num_partitioned_dimensions:
                if self.is_ragged(axis):
                    return RaggedTensorDynamicShape(self._partitioned_dim_sizes, identity(self._inner_dim_sizes))
                return self._repeated(axis, own, lengths)
            place = axis - self.num_partitioned_dimensions
            before, after = self._inner_dim_sizes[:place], self._inner_dim_sizes[place + 1 :]
            if is_scalar:
                inner = concat([before, [where(equal(own, 1), lengths, own)], after], axis=0)
                return RaggedTensorDynamicShape(self._partitioned_dim_sizes, inner, self.dim_size_dtype)
            if axis == 0:
                raise ValueError("Unable to broadcast: outermost dimension must be uniform.")
            uniform = tuple([self._inner_dim_sizes[i] for i in range(place)])
            return RaggedTensorDynamicShape((*self._partitioned_dim_sizes, *uniform, lengths), after)

    def _assert_fits(self, axis, own, lengths, is_scalar):
        if self.is_ragged(axis):
            fits = equal(lengths, 1) if is_scalar else reduce_all(equal(lengths, own))
        else:
            fits = equal(own, 1)
            if is_scalar:
                fits = logical_or(logical_or(equal(lengths, 1), fits), equal(own, lengths))
        words = ["Unable to broadcast: dimension size mismatch in dimension", axis]
        return assert_(fits, [*words, "lengths=", lengths, "dim_size=", own], summarize=10)

    def _repeated(self, axis, own, lengths):
        """With an axis of one size, which has ragged ones behind it: what is in it is repeated."""
        if lengths.shape.ndims == 0:
            is_one = equal(own, 1)
            repeats = where(is_one, lengths, ones([], self.dim_size_dtype))
            lengths = where(is_one, lengths, own)
            splits = stack([0, self.num_slices_in_dimension(axis)])
        else:
            splits, repeats = range_(size(lengths, out_type=self.dim_size_dtype) + 1), lengths
        sizes = [*self._partitioned_dim_sizes[:axis], lengths]
        for one in self._partitioned_dim_sizes[axis + 1 :]:
            if one.shape.ndims == 0:
                sizes.append(one)
                splits *= one
            else:
                sizes.append(repeat_ranges(one, splits, repeats))
                splits = gather(lengths_to_splits(one), splits)
        return RaggedTensorDynamicShape(sizes, self._inner_dim_sizes)

    def __repr__(self):
        return (
            f"RaggedTensorDynamicShape(partitioned_dim_sizes={self._partitioned_dim_sizes!r}, "
            f"inner_dim_sizes={self._inner_dim_sizes!r})"
        )


def _check(sizes):
    for axis, one in enumerate(sizes):
        if one.shape.ndims is None:
            raise ValueError(f"rank of partitioned_dim_sizes[{axis}] is unknown")
        one.shape.with_rank_at_most(1)
    if sizes and sizes[0].shape.ndims == 1:
        raise ValueError("outermost partitioned dimension must be uniform")
    if sizes and sizes[-1].shape.ndims == 0:
        raise ValueError("innermost partitioned dimension must be ragged")
