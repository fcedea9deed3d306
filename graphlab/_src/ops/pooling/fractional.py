"""Pooling over windows of unequal sizes, drawn at random, by a ratio that need not be whole (Graham, 2014)."""

import itertools
import math

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.entropy import fresh_seeds
from graphlab._src.base.shapes import ShapeError
from graphlab._src.graph import constant_value
from graphlab._src.ops.define import op, undefined_gradient
from graphlab._src.ops.rules import with_rank
from graphlab._src.ops.shape import shape

_TYPES = {"T": {dtypes.float32, dtypes.float64, dtypes.int32, dtypes.int64}}
_OUTPUTS = "value: T -> output: T, row_pooling_sequence: int64, col_pooling_sequence: int64"


def _pooled(op):
    dims = with_rank(op.inputs[0].dims, 4)
    ratios = op.attrs["pooling_ratio"]
    if len(ratios) != 4:
        raise ShapeError(f"pooling_ratio field must specify 4 dimensions, not {len(ratios)}")
    sizes = tuple([None if n is None else _count(n, ratio) for n, ratio in zip(dims, ratios, strict=True)])
    return [sizes, *[(None if n is None else n + 1,) for n in sizes[1:3]]]


def _count(size, ratio):
    """How many windows there are, with float32's rounding: 6 by a ratio of 1.2 are 5."""
    return int(np.floor(np.float32(size) / np.float32(ratio)))


def _sequence(size, ratio, generator, pseudo_random):
    """Where windows begin, and the end of the last: steps of k or k + 1, k the whole part of the ratio."""
    count = _count(size, ratio)
    if size == count:
        return np.arange(count + 1)
    exact, whole = size / count, size // count
    if pseudo_random:
        most = min((whole + 2) / exact - 1, (size + 1 - whole) / exact - (count - 1))
        shift = generator.random() * most
        inner = [math.ceil(exact * (i + shift)) - 1 for i in range(1, count)]
        return np.array([0, *inner, size])
    steps = np.full(count, whole)
    steps[count - size % count :] += 1 if size % count else 0
    generator.shuffle(steps)
    return np.concatenate([[0], np.cumsum(steps)])


def _sequences(dims, pooling_ratio, pseudo_random, deterministic, seed, seed2):
    if pooling_ratio[0] != 1 or pooling_ratio[3] != 1:
        raise NotImplementedError("Fractional pooling is not yet supported on the batch nor channel dimension.")
    if not deterministic and (seed or seed2):
        raise ValueError("Both seed and seed2 should be 0 if deterministic is false.")
    for axis, ratio in enumerate(pooling_ratio):
        if ratio < 1:
            raise ValueError(f"pooling_ratio cannot be smaller than 1, got: {ratio}")
        if _count(dims[axis], ratio) < 1:
            raise ValueError(
                f"Pooling ratio is higher than input dimension size for dimension {axis}. Input dim size: "
                f"{dims[axis]} pooling ratio: {ratio}"
            )
    seeds = (seed % 2**64, seed2 % 2**64) if deterministic or seed or seed2 else fresh_seeds()
    generator = np.random.default_rng(seeds)
    return [_sequence(dims[axis], pooling_ratio[axis], generator, pseudo_random).astype(np.int64) for axis in (1, 2)]


def _cells(sequence, size, overlapping):
    """(first, end) of each window; overlapping windows share their borders."""
    return [(int(a), min(int(b) + overlapping, size)) for a, b in itertools.pairwise(sequence)]


def _windows(dims, rows, columns, overlapping):
    """(its place, the part of the images that it covers) for each window."""
    down, right = _cells(rows, dims[1], overlapping), _cells(columns, dims[2], overlapping)
    for (i, (top, bottom)), (j, (left, end)) in itertools.product(enumerate(down), enumerate(right)):
        yield (slice(None), i, j), (slice(None), slice(top, bottom), slice(left, end))


def _pool(value, reduce, overlapping, *drawing):
    rows, columns = _sequences(value.shape, *drawing)
    output = np.empty((value.shape[0], len(rows) - 1, len(columns) - 1, value.shape[3]), value.dtype)
    for place, part in _windows(value.shape, rows, columns, overlapping):
        output[place] = reduce(value[part], axis=(1, 2))
    return output, rows, columns


def _check_sequences(dims, outputs, *sequences):
    """ValueError unless the sequences divide images of these sizes into as many windows as there are outputs."""
    for name, sequence, axis in zip(("Row", "Column"), sequences, (1, 2), strict=True):
        if sequence.ndim != 1:
            raise ValueError(f"{name.lower()}_pooling_sequence must be a vector")
        if sequence.size and sequence.min() < 0:
            raise ValueError(f"{name} sequence tensor values must not be negative, got {sequence.min()}")
        if len(sequence) < outputs[axis] + 1:
            raise ValueError(
                f"Given {name.lower()} sequence {sequence.tolist()}: out_backprop has {outputs[axis]} windows there, and "
                "needs as many values and one more"
            )
        if sequence.size and sequence.max() > dims[axis]:
            raise ValueError(f"{name} sequence {sequence.tolist()} goes beyond the input, which has {dims[axis]}")


def _max_grad(op, dy, *_):
    y, rows, columns = op.outputs
    return [_max_pool_grad(op.inputs[0], y, dy, rows, columns, overlapping=op.get_attr("overlapping"))]


def _avg_grad(op, dy, *_):
    _, rows, columns = op.outputs
    sizes = shape(op.inputs[0], out_type=dtypes.int64)
    return [_avg_pool_grad(sizes, dy, rows, columns, overlapping=op.get_attr("overlapping"))]


@op(
    "FractionalMaxPool", _OUTPUTS, types=_TYPES, infer=_pooled, grad=_max_grad, host=True, minimums={"pooling_ratio": 4}
)
def fractional_max_pool(
    value,
    *,
    pooling_ratio: list[float],
    pseudo_random: bool = False,
    overlapping: bool = False,
    deterministic: bool = False,
    seed: int = 0,
    seed2: int = 0,
):
    """(the highest of each window, where windows begin down, and right), windows drawn at random.

    value: [batch, height, width, channels].  pooling_ratio: four numbers, the first and the last 1; a height h becomes
    floor(h / ratio).  pseudo_random: windows as equal as they can be.  overlapping: neighbours share a row, a column.
    seed, seed2, deterministic: when one is set, the same windows in every run.
    """
    return _pool(value, np.max, overlapping, pooling_ratio, pseudo_random, deterministic, seed, seed2)


@op(
    "FractionalAvgPool", _OUTPUTS, types=_TYPES, infer=_pooled, grad=_avg_grad, host=True, minimums={"pooling_ratio": 4}
)
def fractional_avg_pool(
    value,
    *,
    pooling_ratio: list[float],
    pseudo_random: bool = False,
    overlapping: bool = False,
    deterministic: bool = False,
    seed: int = 0,
    seed2: int = 0,
):
    """(the mean of each window, where windows begin down, and right), windows drawn at random.

    The arguments are those of fractional_max_pool.
    value, pooling_ratio, pseudo_random, overlapping, deterministic, seed, seed2: as in fractional_max_pool.
    """
    return _pool(value, np.mean, overlapping, pooling_ratio, pseudo_random, deterministic, seed, seed2)


def _lowest(dtype):
    return -np.inf if dtype.kind == "f" else 0


@op(
    "FractionalMaxPoolGrad",
    "orig_input: T, orig_output: T, out_backprop: T, row_pooling_sequence: int64, col_pooling_sequence: int64 "
    "-> output: T",
    types=_TYPES,
    infer=lambda op: with_rank(op.inputs[0].dims, 4),
    grad=undefined_gradient,
    host=True,
)
def _max_pool_grad(
    orig_input, orig_output, out_backprop, row_pooling_sequence, col_pooling_sequence, *, overlapping: bool = False
):
    """The gradient of FractionalMaxPool: each window's goes to the first place that has its highest value."""
    if orig_output.shape != out_backprop.shape:
        raise ValueError(f"orig_output {orig_output.shape} and out_backprop {out_backprop.shape} must have one shape")
    _check_sequences(orig_input.shape, out_backprop.shape, row_pooling_sequence, col_pooling_sequence)
    result = np.zeros_like(orig_input)
    for place, part in _windows(orig_input.shape, row_pooling_sequence, col_pooling_sequence, overlapping):
        cell = orig_input[part]
        flat = cell.reshape(cell.shape[0], -1, cell.shape[3])
        # The highest of the input, whatever orig_output says; NaN is higher than nothing, but stays where it is the first.
        first = np.argmax(np.where(flat != flat, _lowest(flat.dtype), flat), axis=1)
        first[flat[:, 0] != flat[:, 0]] = 0
        chosen = (np.arange(flat.shape[1])[None, :, None] == first[:, None]) * out_backprop[place][:, None]
        result[part] += chosen.reshape(cell.shape).astype(result.dtype)
    return result


@op(
    "FractionalAvgPoolGrad",
    "orig_input_tensor_shape: int64, out_backprop: T, row_pooling_sequence: int64, col_pooling_sequence: int64 "
    "-> output: T",
    types=_TYPES,
    infer=lambda op: (None,) * 4 if (sizes := constant_value(op.inputs[0])) is None else tuple(sizes.tolist()),
    grad=undefined_gradient,
    host=True,
)
def _avg_pool_grad(
    orig_input_tensor_shape, out_backprop, row_pooling_sequence, col_pooling_sequence, *, overlapping: bool = False
):
    """The gradient of FractionalAvgPool: each window's in equal parts to its places."""
    result = np.zeros([int(n) for n in orig_input_tensor_shape], out_backprop.dtype)
    _check_sequences(result.shape, out_backprop.shape, row_pooling_sequence, col_pooling_sequence)
    for place, part in _windows(result.shape, row_pooling_sequence, col_pooling_sequence, overlapping):
        cell = result[part]
        cell += (out_backprop[place][:, None, None] / (cell.shape[1] * cell.shape[2])).astype(result.dtype)
    return result
