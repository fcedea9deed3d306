"""sparse_segment_sum and relatives: sums and means of selected rows by segment, as for embeddings."""

import jax
import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.shapes import ShapeError
from graphlab._src.compiler.checks import Check, first_bad, first_place
from graphlab._src.graph import constant_value
from graphlab._src.graph.opdef import UNLESS_KNOWN
from graphlab._src.ops.define import op, raw_ops
from graphlab._src.ops.gather import gather
from graphlab._src.ops.rules import merge_size, with_rank, with_rank_at_least
from graphlab._src.ops.segment import unsorted_segment_sum
from graphlab._src.ops.segment_sorted import divided, first_fault, in_segments
from graphlab._src.ops.shape import shape


def _dims(op):
    data = with_rank_at_least(op.inputs[0].dims, 1)
    rows, ids = with_rank(op.inputs[1].dims, 1), with_rank(op.inputs[2].dims, 1)
    merge_size(rows[0], ids[0], "pass one segment id for each row that is read")
    count = constant_value(op.inputs[3]) if len(op.inputs) == 4 else None
    if count is not None and count < 0:
        raise ShapeError("Cannot specify a negative value for num_segments")
    return None if data is None else (None if count is None else int(count), *data[1:])


def _rows(indices, size):
    bad = (indices < 0) | (indices >= size)
    return Check(bad, lambda: f"Bad: indices[{first_place(bad)}] == {first_bad(indices, bad)} out of range [0, {size})")


def _check_rows(result, data, indices, segment_ids, count=None):
    """The Checks of rows that are taken, and where a number of segments is given, of ids too."""
    if count is None:  # then the kernel has seen the ids
        return [_rows(indices, data.shape[0])]
    if not segment_ids.size:
        return []
    count, ids = count.item(), segment_ids
    wrong = (ids[1:] < ids[:-1]).any() | ((ids < 0) | (ids >= count)).any()
    return [
        Check(ids[-1] >= count, lambda: "segment ids must be < num_segments"),
        Check(wrong, lambda: first_fault(np.asarray(ids), count) or ""),
        _rows(indices, data.shape[0]),
    ]


def _check_vectors(data, indices, ids):
    """ValueError unless there is a segment id for each of the rows of data that are read."""
    if not data.ndim:
        raise ValueError("data should be at least a vector.")
    for name, value in (("indices", indices), ("segment_ids", ids)):
        if value.ndim != 1:
            raise ValueError(f"{name} should be a vector.")
    if shapes.differ(indices.shape, ids.shape):
        raise ValueError("segment_ids and indices should have same size.")


def _check_back(result, grad, indices, segment_ids, count):
    """The Checks of a gradient: the rows that it goes to, and the segments that it comes from."""
    if not segment_ids.size:
        return []
    count, segments = count.item(), grad.shape[0]
    bad = (indices < 0) | (indices >= count)
    wrong = (segment_ids < 0) | (segment_ids >= segments)
    return [
        Check(segment_ids[-1] + 1 > segments, lambda: "Invalid number of segments"),
        Check(bad, lambda: f"Index {first_bad(indices, bad)} out of range [0, {count})."),
        Check(wrong, lambda: f"Segment id {first_bad(segment_ids, wrong)} out of range [0, {segments})."),
    ]


_INPUTS = "data: T, indices: Tidx=int32, segment_ids: int32"
_BY_IDS = {
    "signature": f"{_INPUTS} -> output: T",
    "infer": _dims,
    "static": ["segment_ids"],
    "host": UNLESS_KNOWN,
    "checks": _check_rows,
}
_BY_NUMBER = {
    "signature": f"{_INPUTS}, num_segments: Tnumsegments=int32 -> output: T",
    "infer": _dims,
    "static": ["num_segments"],
    "scalars": {"num_segments": "num_segments should be a scalar, not shape {shape}"},
    "checks": _check_rows,
}
_FLOATS = {"T": (dtypes.float32, dtypes.float64), "Tidx": dtypes.INDEX}
_REAL = {"T": dtypes.REAL, "Tidx": dtypes.INDEX}
_NUMBER = {"Tnumsegments": dtypes.INDEX}


def _sum_grad(op, dy):
    count = shape(op.inputs[0])[0]
    back = unsorted_segment_sum(gather(dy, op.inputs[2]), op.inputs[1], count)
    return [back, *[None] * (len(op.inputs) - 1)]


def _scaled_grad(op_type):
    def rule(op, dy):
        back = getattr(raw_ops, op_type)(dy, op.inputs[1], op.inputs[2], shape(op.inputs[0])[0])
        return [back, *[None] * (len(op.inputs) - 1)]

    return rule


def _sums(data, indices, ids):
    _check_vectors(data, indices, ids)
    rows = np.take(data, indices, 0, mode="clip") if isinstance(data, np.ndarray) and len(data) else data[indices]
    return in_segments(np.add, jax.ops.segment_sum, 0, rows, ids)


@op("SparseSegmentSum", types=_REAL, grad=_sum_grad, **_BY_IDS)
def _sum(data, indices, segment_ids):
    """The sums of the rows at `indices` by segment; the last id says how many segments there are."""
    return _sums(data, indices, segment_ids)


@op("SparseSegmentMean", types=_FLOATS, grad=_scaled_grad("SparseSegmentMeanGrad"), **_BY_IDS)
def _mean(data, indices, segment_ids):
    """The means of the rows at `indices` by segment; the last id says how many segments there are."""
    return divided(_sums(data, indices, segment_ids), np.bincount(segment_ids))


@op("SparseSegmentSqrtN", types=_FLOATS, grad=_scaled_grad("SparseSegmentSqrtNGrad"), **_BY_IDS)
def _sqrt_n(data, indices, segment_ids):
    """As SparseSegmentMean, divided by the square root of how many rows there are."""
    return divided(_sums(data, indices, segment_ids), np.sqrt(np.bincount(segment_ids)))


def _numbered(data, indices, ids, count):
    _check_vectors(data, indices, ids)
    total = jax.ops.segment_sum(data[indices], ids, int(count), indices_are_sorted=True)
    return total, jax.ops.segment_sum(jnp.ones_like(ids, data.dtype), ids, int(count), indices_are_sorted=True)


@op("SparseSegmentSumWithNumSegments", types=_REAL | _NUMBER, grad=_sum_grad, **_BY_NUMBER)
def _sum_of_number(data, indices, segment_ids, num_segments):
    """The sums of the rows at `indices` by segment; 0 where there are none."""
    return _numbered(data, indices, segment_ids, num_segments)[0]


@op(
    "SparseSegmentMeanWithNumSegments",
    types=_FLOATS | _NUMBER,
    grad=_scaled_grad("SparseSegmentMeanGrad"),
    **_BY_NUMBER,
)
def _mean_of_number(data, indices, segment_ids, num_segments):
    """The means of the rows at `indices` by segment; 0 where there are none."""
    return divided(*_numbered(data, indices, segment_ids, num_segments))


@op(
    "SparseSegmentSqrtNWithNumSegments",
    types=_FLOATS | _NUMBER,
    grad=_scaled_grad("SparseSegmentSqrtNGrad"),
    **_BY_NUMBER,
)
def _sqrt_n_of_number(data, indices, segment_ids, num_segments):
    """As SparseSegmentMeanWithNumSegments, divided by the square root of how many rows there are."""
    total, counts = _numbered(data, indices, segment_ids, num_segments)
    return divided(total, jnp.sqrt(counts))


def _back_dims(op):
    dy = with_rank_at_least(op.inputs[0].dims, 1)
    count = constant_value(op.inputs[3])
    return None if dy is None else (None if count is None else int(count), *dy[1:])


_BACK = {
    "signature": "grad: T, indices: Tidx=int32, segment_ids: int32, output_dim0: int32 -> output: T",
    "types": _FLOATS,
    "infer": _back_dims,
    "static": ["output_dim0"],
    "scalars": {"output_dim0": "output_dim0 should be a scalar."},
    "checks": _check_back,
}


def _spread(dy, indices, ids, count, root):
    counts = jax.ops.segment_sum(jnp.ones_like(ids, dy.dtype), ids, dy.shape[0], indices_are_sorted=True)
    return jax.ops.segment_sum(divided(dy, jnp.sqrt(counts) if root else counts)[ids], indices, int(count))


@op("SparseSegmentMeanGrad", **_BACK)
def _mean_back(grad, indices, segment_ids, output_dim0):
    """The gradient of SparseSegmentMean in data: each row gets an equal part of its segment's."""
    return _spread(grad, indices, segment_ids, output_dim0, root=False)


@op("SparseSegmentSqrtNGrad", **_BACK)
def _sqrt_n_back(grad, indices, segment_ids, output_dim0):
    """The gradient of SparseSegmentSqrtN in data."""
    return _spread(grad, indices, segment_ids, output_dim0, root=True)


def sparse_segment_sum(data, indices, segment_ids, name=None, num_segments=None):
    """The sums of the rows of data at `indices`, by segment.

    indices: [n], int32 or int64.  segment_ids: [n], int32, in order.
    num_segments: how many segments there are; the last id says it when left out.
    """
    if num_segments is None:
        return _sum(data, indices, segment_ids, name=name)
    return _sum_of_number(data, indices, segment_ids, num_segments, name=name)


def sparse_segment_mean(data, indices, segment_ids, name=None, num_segments=None):
    """The means of selected rows by segment.

    data, indices, segment_ids, num_segments: as in sparse_segment_sum.
    """
    if num_segments is None:
        return _mean(data, indices, segment_ids, name=name)
    return _mean_of_number(data, indices, segment_ids, num_segments, name=name)


def sparse_segment_sqrt_n(data, indices, segment_ids, name=None, num_segments=None):
    """The sums of selected rows by segment, divided by the square root of their number.

    data, indices, segment_ids, num_segments: as in sparse_segment_sum.
    """
    if num_segments is None:
        return _sqrt_n(data, indices, segment_ids, name=name)
    return _sqrt_n_of_number(data, indices, segment_ids, num_segments, name=name)
