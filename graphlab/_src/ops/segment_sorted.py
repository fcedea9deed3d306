"""segment_sum and relatives, whose segment ids are in order.

The number of segments depends on the values of the ids: where a run computes these the host does the work.
"""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.graph import constant
from graphlab._src.graph.opdef import UNLESS_KNOWN
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import equal
from graphlab._src.ops.constants import fill, zeros_like
from graphlab._src.ops.define import op
from graphlab._src.ops.division import divide
from graphlab._src.ops.gather import gather
from graphlab._src.ops.joining import concat
from graphlab._src.ops.quotient import quotient
from graphlab._src.ops.rules import with_rank, with_rank_at_least
from graphlab._src.ops.segment import product_grad
from graphlab._src.ops.select import where
from graphlab._src.ops.shape import expand_dims, rank, shape


def _check(data, ids):
    """Raises ValueError unless there is an id for each row, ids are in order and none is negative."""
    if np.ndim(ids) != 1:
        raise ValueError("segment_ids should be a vector.")
    if not data.ndim or len(ids) != data.shape[0]:
        raise ValueError("segment_ids should be the same size as dimension 0 of input.")
    if len(ids) and ids[-1] < 0:
        raise ValueError("segment ids must be >= 0")
    if len(ids) and (wrong := first_fault(ids, int(ids[-1]) + 1)):
        raise ValueError(wrong)


def first_fault(ids, count):
    """What is wrong with the ids of so many segments, in the order in which TensorFlow's kernels look; None if nothing is."""
    segments = ids[np.append(True, ids[1:] != ids[:-1])]
    falls, outside = segments[1:] < segments[:-1], (segments < 0) | (segments >= count)
    if not (falls.any() or outside.any()):
        return None
    fall = int(np.argmax(falls)) if falls.any() else len(segments)
    beyond = int(np.argmax(outside)) if outside.any() else len(segments)
    if fall <= beyond:
        return "segment ids are not increasing"
    return (
        f"Segment id {segments[beyond]} out of range [0, {count}), possibly because 'segment_ids' input is not sorted."
    )


def in_segments(ufunc: Any, compiled, empty, data, ids):
    """The rows of each segment combined; `empty` where there is none.

    ufunc, compiled: what combines them, for NumPy and for JAX.
    """
    _check(data, ids)
    count = int(ids[-1]) + 1 if len(ids) else 0
    if ufunc in (np.maximum, np.minimum) and jnp.issubdtype(data.dtype, np.floating):
        module: Any = np if isinstance(data, np.ndarray) else jnp
        none = -np.inf if ufunc is np.maximum else np.inf
        # NaN is left out, as reduce_max does, but for a segment of one row, which TensorFlow copies.
        alone = (np.bincount(ids, minlength=1)[ids] == 1).reshape(-1, *[1] * (data.ndim - 1))
        data = module.where((data == data) | alone, data, data.dtype.type(none))
    if not isinstance(data, np.ndarray):
        found = compiled(data, jnp.asarray(ids), count, indices_are_sorted=True)
        if compiled in (jax.ops.segment_max, jax.ops.segment_min):
            there = np.bincount(ids, minlength=count)[:count] > 0
            found = jnp.where(there.reshape(-1, *[1] * (data.ndim - 1)), found, jnp.asarray(empty, data.dtype))
        return found
    result = np.full((count, *data.shape[1:]), empty, data.dtype)
    here, begins = np.unique(ids, return_index=True)
    if len(here):
        result[here] = ufunc.reduceat(data, begins, axis=0)
    return result


def divided(total, counts):
    """Sums over counts, as the type of the sums divides; counts of 0 as 1."""
    module: Any = np if isinstance(total, np.ndarray) else jnp
    counts = module.maximum(counts, 1).reshape(-1, *[1] * (total.ndim - 1)).astype(total.dtype)
    if not module.issubdtype(total.dtype, np.integer):
        return total / counts if module is np else quotient(total, counts)
    return (total - module.fmod(total, counts)) // counts  # towards 0, as integers are divided in C++


def _rows(op):
    data = with_rank_at_least(op.inputs[0].dims, 1)
    with_rank(op.inputs[1].dims, 1)
    return None if data is None else (None, *data[1:])


_SORTED = {
    "signature": "data: T, segment_ids: Tindices -> output: T",
    "infer": _rows,
    "static": ["segment_ids"],
    "host": UNLESS_KNOWN,
}
_ANY = {"T": dtypes.NUMERIC, "Tindices": dtypes.INDEX}
_REAL = {"T": dtypes.REAL, "Tindices": dtypes.INDEX}


@op("SegmentSum", types=_ANY, grad=lambda op, dy: [gather(dy, op.inputs[1]), None], **_SORTED)
def segment_sum(data, segment_ids):
    """The sums of the rows of each segment.

    data: [n, …].  segment_ids: [n], in order; the last says how many segments there are. One without rows is 0.
    """
    return in_segments(np.add, jax.ops.segment_sum, 0, data, segment_ids)


def _mean_grad(op, dy):
    data, ids = op.inputs
    count = rank(data)
    sizes = concat([shape(ids), fill(expand_dims(count - 1, 0), 1)], 0)
    ones = fill(sizes, constant(1, dy.dtype.base_dtype))
    return [gather(divide(dy, segment_sum(ones, ids)), ids), None]


@op("SegmentMean", types=_ANY, grad=_mean_grad, **_SORTED)
def segment_mean(data, segment_ids):
    """The means of the rows of each segment; 0 where there are none.

    data: [n, …].  segment_ids: [n], in order; the last says how many segments there are.
    """
    return divided(in_segments(np.add, jax.ops.segment_sum, 0, data, segment_ids), np.bincount(segment_ids))


def _extreme_grad(op, dy):
    """Rows that share the extreme share its gradient."""
    data, ids = op.inputs
    zeros = zeros_like(data, dtype=data.dtype)
    chosen = equal(data, gather(op.outputs[0], ids))
    number = segment_sum(cast(chosen, dy.dtype), ids)
    return [where(chosen, gather(divide(dy, number), ids), zeros), None]


@op("SegmentMax", types=_REAL, grad=_extreme_grad, **_SORTED)
def segment_max(data, segment_ids):
    """The largest of the rows of each segment; 0 where there are none.

    data: [n, …].  segment_ids: [n], in order; the last says how many segments there are.
    """
    return in_segments(np.maximum, jax.ops.segment_max, 0, data, segment_ids)


@op("SegmentMin", types=_REAL, grad=_extreme_grad, **_SORTED)
def segment_min(data, segment_ids):
    """The smallest of the rows of each segment; 0 where there are none.

    data: [n, …].  segment_ids: [n], in order; the last says how many segments there are.
    """
    return in_segments(np.minimum, jax.ops.segment_min, 0, data, segment_ids)


def _prod_grad(op, dy):
    (x, ids), product = op.inputs, op.outputs[0]
    return [product_grad(x, ids, shape(product)[0], product, dy), None]


@op("SegmentProd", types=_ANY, grad=_prod_grad, **_SORTED)
def segment_prod(data, segment_ids):
    """The products of the rows of each segment; 1 where there are none.

    data: [n, …].  segment_ids: [n], in order; the last says how many segments there are.
    """
    return in_segments(np.multiply, jax.ops.segment_prod, 1, data, segment_ids)
