"""unsorted_segment_sum and relatives, and the dense form of IndexedSlices."""

import warnings

import jax
import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.compiler.checks import Check, first_bad, first_place
from graphlab._src.compiler.interpreter.primitives.indexing import add_rows
from graphlab._src.graph import IndexedSlices, register_tensor_conversion_function, static_value
from graphlab._src.ops.comparison import equal, greater_equal
from graphlab._src.ops.constants import ones_like, zeros_like
from graphlab._src.ops.define import op, raw_ops
from graphlab._src.ops.extremes import maximum
from graphlab._src.ops.gather import gather
from graphlab._src.ops.logical import logical_and
from graphlab._src.ops.rules import merge, scalar_size
from graphlab._src.ops.select import select
from graphlab._src.ops.shape import expand_dims

_LARGE = 100_000_000  # elements: above that a dense gradient deserves a warning


def _segments(op):
    data, ids = op.inputs[0].dims, op.inputs[1].dims
    count = scalar_size(op, 2)
    if data is None or ids is None:
        return None
    merge(data[: len(ids)], ids, "segment_ids has the shape of the first axes of data")
    return (count, *data[len(ids) :])


def _check(result, data, ids, count):
    """Rows with a negative id are left out; one that is too large is wrong, but for rows without elements."""
    if not data.size:
        return []
    bad, count = ids >= count.item(), count.item()

    def say():
        place = f"[{first_place(bad)}]" if np.ndim(bad) else ""
        return f"segment_ids{place} = {first_bad(ids, bad)} is out of range [0, {count})"

    return [Check(bad, say)]


_UNSORTED = {
    "signature": "data: T, segment_ids: Tindices, num_segments: Tnumsegments=int32 -> output: T",
    "types": {"T": dtypes.NUMERIC, "Tindices": dtypes.INDEX, "Tnumsegments": dtypes.INDEX},
    "infer": _segments,
    "static": ["num_segments"],
    "scalars": {"num_segments": "num_segments should be a scalar, not shape {shape}"},
    "checks": _check,
}


_ORDERED = {**_UNSORTED, "types": {**_UNSORTED["types"], "T": dtypes.REAL}}


def _by_segment(combine, data, ids, count):
    if shapes.differ(data.shape[: ids.ndim], ids.shape):
        raise ValueError(
            f"data.shape = {shapes.text(data.shape)} does not start with segment_ids.shape = {shapes.text(ids.shape)}"
        )
    if count < 0:
        raise ValueError(f"Input num_segments == {count.item()} must not be negative.")
    flat = data.reshape((ids.size, *data.shape[ids.ndim :]))
    # Negative ids are in no segment; JAX would count them from the end.
    places = jnp.where(ids < 0, count.item(), ids).reshape(-1)
    return combine(flat, places, count.item())


def _clipped(ids):
    return maximum(ids, zeros_like(ids))


def _gather_valid(gradient, ids, places=None):
    """The row of each id, 0 where the id is negative and the row went nowhere."""
    rows = gather(gradient, _clipped(ids) if places is None else places)
    return _select(_validity(rows, ids), rows)


def _validity(rows, ids):
    """For each number of the rows, whether its id counts."""
    valid = greater_equal(ids, 0)
    for _ in range(len(rows.dims) - len(valid.dims)):
        valid = expand_dims(valid, -1)
    return valid & ones_like(rows, dtype=dtypes.bool)


def _select(chosen, rows):
    return select(chosen, rows, zeros_like(rows))


def _sum_in_numpy(data, numbers, count):
    if count is None or data.dtype.char not in "fd" or not numbers.size:
        return None
    if numbers.shape != data.shape[: numbers.ndim] or not 0 <= numbers.min() <= numbers.max() < count:
        return None
    inner = data.shape[numbers.ndim :]
    result = np.zeros((int(count), *inner), data.dtype)
    add_rows(result, (numbers.reshape(-1),), data.reshape(-1, *inner))
    return result


@op(
    "UnsortedSegmentSum",
    grad=lambda op, dy: [_gather_valid(dy, op.inputs[1]), None, None],
    **_UNSORTED,
    padding="sums",
    interpret=_sum_in_numpy,
)
def unsorted_segment_sum(data, segment_ids, num_segments):
    """The sum of the rows of each segment: [num_segments, …], zeros for a segment without rows.

    data: [*ids, …], numeric.  segment_ids: [*ids], int32 or int64; rows with a negative id are left out.
    num_segments: a scalar.
    """
    return _by_segment(jax.ops.segment_sum, data, segment_ids, num_segments)


def _extreme_grad(op, dy):
    """Rows that share the extreme share its gradient."""
    x, ids, count = op.inputs
    places = _clipped(ids)
    rows = gather(op.outputs[0], places)
    valid = _validity(rows, ids)
    chosen = logical_and(equal(x, _select(valid, rows)), valid)
    number = unsorted_segment_sum(raw_ops.Cast(chosen, DstT=dy.dtype.base_dtype), ids, count)
    return [_select(chosen, _select(valid, gather(dy / number, places))), None, None]


@op("UnsortedSegmentMax", grad=_extreme_grad, **_ORDERED)
def unsorted_segment_max(data, segment_ids, num_segments):
    """The largest of the rows of each segment: [num_segments, …], the dtype's lowest value for one without rows.

    data: [*ids, …], real.  segment_ids: [*ids], int32 or int64; rows with a negative id are left out.
    num_segments: a scalar.
    """
    lowest = np.asarray(dtypes.as_dtype(data.dtype).min, data.dtype)  # JAX leaves -inf where TensorFlow is finite
    return jnp.maximum(_by_segment(jax.ops.segment_max, data, segment_ids, num_segments), lowest)


@op("UnsortedSegmentMin", grad=_extreme_grad, **_ORDERED)
def unsorted_segment_min(data, segment_ids, num_segments):
    """The smallest of the rows of each segment: [num_segments, …], the dtype's highest value for one without rows.

    data: [*ids, …], real.  segment_ids: [*ids], int32 or int64; rows with a negative id are left out.
    num_segments: a scalar.
    """
    highest = np.asarray(dtypes.as_dtype(data.dtype).max, data.dtype)
    return jnp.minimum(_by_segment(jax.ops.segment_min, data, segment_ids, num_segments), highest)


def product_grad(x, ids, count, product, dy):
    """The product of the others: a division where nothing is 0; a single 0 gets the product of the rest."""
    zero = equal(x, 0)
    zeros_in_segment = unsorted_segment_sum(raw_ops.Cast(zero, DstT=dtypes.int32), ids, count)
    dy = select(raw_ops.Greater(zeros_in_segment, 1), zeros_like(dy), dy)
    rest = raw_ops.UnsortedSegmentProd(select(zero, ones_like(x), x), ids, count)
    places = _clipped(ids)
    product, product_of_rest = gather(product, places), gather(rest, places)
    others = select(zero, product_of_rest, product / x)
    return _gather_valid(dy, ids, places) * others


def _prod_grad(op, dy):
    x, ids, count = op.inputs
    return [product_grad(x, ids, count, op.outputs[0], dy), None, None]


@op("UnsortedSegmentProd", grad=_prod_grad, **_UNSORTED)
def unsorted_segment_prod(data, segment_ids, num_segments):
    """The product of the rows of each segment: [num_segments, …], ones for a segment without rows.

    data: [*ids, …], numeric.  segment_ids: [*ids], int32 or int64; rows with a negative id are left out.
    num_segments: a scalar.
    """
    return _by_segment(jax.ops.segment_prod, data, segment_ids, num_segments)


def _to_dense(value, dtype=None, name=None, as_ref=False):
    if dtype and not dtypes.as_dtype(dtype).is_compatible_with(value.dtype):
        raise ValueError(
            f"Tensor conversion requested dtype {dtypes.as_dtype(dtype).name} for IndexedSlices with dtype {value.dtype.name}"
        )
    if value.dense_shape is None:
        raise ValueError(f"Tensor conversion requested for IndexedSlices without dense_shape: {value}")
    sizes = static_value(value.dense_shape)
    if sizes is not None and np.prod(sizes, dtype=np.int64) >= _LARGE:
        warnings.warn(
            f"Converting sparse IndexedSlices to a dense Tensor with {np.prod(sizes, dtype=np.int64)} elements. "
            "This may consume a large amount of memory.",
            stacklevel=2,
        )
    return unsorted_segment_sum(value.values, value.indices, value.dense_shape[0], name=name)


register_tensor_conversion_function(IndexedSlices, _to_dense)
