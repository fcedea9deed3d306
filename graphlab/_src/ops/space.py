"""space_to_batch and batch_to_space: blocks of an image's positions as images of the batch, and back."""

import math
from typing import Any

import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.shapes import ShapeError
from graphlab._src.graph import constant_value, convert_to_tensor, name_scope, static_value
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.define import op, raw_ops
from graphlab._src.ops.deprecated import renamed
from graphlab._src.ops.joining import stack
from graphlab._src.ops.rules import merge, product, with_rank, with_rank_at_least

_INDEX = dtypes.INDEX


def _divided(size, by):
    if size is None:
        return None
    if size % by:
        raise ShapeError(f"Dimension size must be evenly divisible by {by} but is {size}", "pad it to a multiple")
    return size // by


def _cut(size, by):
    if size < by:
        raise ShapeError(f"Negative dimension size caused by subtracting {by} from {size}")
    return size - by


def _blocks(op):
    """(dims of the input, block sizes, [[before, after], …]), with None for what is not known."""
    block, margins = constant_value(op.inputs[1]), constant_value(op.inputs[2])
    if op.inputs[1].dims is None:
        raise ShapeError("block_shape must have rank 1.", "set_shape of block_shape says how many sizes there are")
    length = with_rank(op.inputs[1].dims, 1)[0]
    if length is None:
        raise ShapeError("block_shape must have known size.", "set_shape of block_shape says how many sizes there are")
    pairs = "pass [before, after] for each axis that has a block size"
    merge(with_rank(op.inputs[2].dims, 2, pairs), (length, 2), pairs)
    dims = with_rank_at_least(op.inputs[0].dims, length + 1)
    if block is not None and np.any(block < 1):
        raise ShapeError("block_shape must be positive")
    if margins is not None and np.any(margins < 0):
        raise ShapeError("paddings and crops cannot be negative")
    return dims, length, block, margins


def _to_batch_dims(op):
    dims, length, block, paddings = _blocks(op)
    if dims is None:
        return None
    inner = [None] * length
    if block is None:
        return (None if length else dims[0], *inner, *dims[length + 1 :])
    if paddings is not None:
        for i, (size, pads) in enumerate(zip(dims[1:], paddings, strict=False)):
            inner[i] = _divided(None if size is None else size + int(pads.sum()), int(block[i]))
    batch = product([dims[0], *map(int, block)])
    return (batch, *inner, *dims[length + 1 :])


def _to_space_dims(op):
    dims, length, block, crops = _blocks(op)
    if dims is None:
        return None
    inner = [None] * length
    if block is None:
        return (None if length else dims[0], *inner, *dims[length + 1 :])
    if crops is not None:
        for i, (size, cut) in enumerate(zip(dims[1:], crops, strict=False)):
            inner[i] = None if size is None else _cut(size * int(block[i]), int(cut.sum()))
    return (_divided(dims[0], math.prod(map(int, block))), *inner, *dims[length + 1 :])


def _check_pairs(name, pairs, count):
    """Two numbers of elements, before and after, for each axis of space."""
    if np.shape(pairs) != (count, 2):
        raise ValueError(f"{name} should have shape [{count}, 2] instead of {shapes.text(np.shape(pairs))}")


def _to_batch(images, block, paddings):
    block = [int(size) for size in block]
    count = len(block)
    _check_pairs("paddings", paddings, count)
    widths = [(0, 0), *[(int(a), int(b)) for a, b in paddings], *[(0, 0)] * (images.ndim - count - 1)]
    padded = jnp.pad(images, widths) if any(a or b for a, b in widths) else images
    batch, spatial, rest = padded.shape[0], padded.shape[1 : count + 1], padded.shape[count + 1 :]
    for i, (size, by) in enumerate(zip(spatial, block, strict=True)):
        if size % by:
            raise ValueError(f"padded_shape[{i}]={size} is not divisible by block_shape[{i}]={by}")
    split = [n for size, by in zip(spatial, block, strict=True) for n in (size // by, by)]
    apart = padded.reshape(batch, *split, *rest)
    within, between = range(2, 2 * count + 1, 2), range(1, 2 * count + 1, 2)
    turned = apart.transpose(*within, 0, *between, *range(2 * count + 1, apart.ndim))
    inner = [size // by for size, by in zip(spatial, block, strict=True)]
    return turned.reshape(batch * math.prod(block), *inner, *rest)


def _check_rank(images, count):
    if images.ndim < count + 1:
        raise ValueError(f"input rank should be >= {count + 1} instead of {images.ndim}")


def _to_space(images, block, crops):
    block = [int(size) for size in block]
    count = len(block)
    _check_pairs("crops", crops, count)
    _check_rank(images, count)
    batch, spatial, rest = images.shape[0], images.shape[1 : count + 1], images.shape[count + 1 :]
    if batch % math.prod(block):
        raise ValueError(
            f"Input batch dimension ({batch}) is not divisible by product of block sizes ({math.prod(block)})"
        )
    apart = images.reshape(*block, batch // math.prod(block), *spatial, *rest)
    pairs = [axis for i in range(count) for axis in (count + 1 + i, i)]
    turned = apart.transpose(count, *pairs, *range(2 * count + 1, apart.ndim))
    outer = [size * by for size, by in zip(spatial, block, strict=True)]
    joined = turned.reshape(batch // math.prod(block), *outer, *rest)
    for i, (size, (before, after)) in enumerate(zip(outer, crops, strict=True)):
        if shapes.is_number(size) and size < before + after:
            raise ValueError(f"cropped_shape[{i}]={size - int(before) - int(after)} must be non-negative")
    interior = [slice(int(a), size - int(b)) for size, (a, b) in zip(outer, crops, strict=True)]
    return joined[(slice(None), *interior)]


@op(
    "SpaceToBatchND",
    "input: T, block_shape: Tblock_shape=int32, paddings: Tpaddings=int32 -> output: T",
    types={"Tblock_shape": _INDEX, "Tpaddings": _INDEX},
    infer=_to_batch_dims,
    static=["block_shape", "paddings"],
    grad=lambda op, dy: [raw_ops.BatchToSpaceND(dy, op.inputs[1], op.inputs[2]), None, None],
)
def space_to_batch_nd(input, block_shape, paddings):
    """The places of each block of space as images of their own, after the space was padded.

    input: [batch, space…, rest…].  block_shape: a size for each axis of space.  paddings: [[before, after], …].
    The result has batch · product(block_shape) images, the first place of every block first.
    """
    return _to_batch(input, block_shape, paddings)


@op(
    "BatchToSpaceND",
    "input: T, block_shape: Tblock_shape=int32, crops: Tcrops=int32 -> output: T",
    types={"Tblock_shape": _INDEX, "Tcrops": _INDEX},
    infer=_to_space_dims,
    static=["block_shape", "crops"],
    grad=lambda op, dy: [space_to_batch_nd(dy, op.inputs[1], op.inputs[2]), None, None],
)
def batch_to_space_nd(input, block_shape, crops):
    """Images put together again as the places of blocks of space, of which a border is cut off.

    input: [batch, space…, rest…].  block_shape: a size for each axis of space.  crops: [[before, after], …].
    """
    return _to_space(input, block_shape, crops)


def _old_to_batch_dims(op):
    dims, size = with_rank(op.inputs[0].dims, 4), op.attrs["block_size"]
    merge(op.inputs[1].dims, (2, 2), "pass [[top, bottom], [left, right]]")
    paddings = constant_value(op.inputs[1])
    pads = [None, None] if paddings is None else paddings.sum(1).tolist()
    inner = [None if n is None or p is None else _divided(n + p, size) for n, p in zip(dims[1:3], pads, strict=True)]
    return (product([dims[0], size, size]), *inner, dims[3])


def _old_to_space_dims(op):
    dims, size = with_rank(op.inputs[0].dims, 4), op.attrs["block_size"]
    merge(op.inputs[1].dims, (2, 2), "pass [[top, bottom], [left, right]]")
    crops = constant_value(op.inputs[1])
    cuts = [None, None] if crops is None else crops.sum(1).tolist()
    inner = [None if n is None or c is None else _cut(n * size, c) for n, c in zip(dims[1:3], cuts, strict=True)]
    return (_divided(dims[0], size * size), *inner, dims[3])


@op(
    "SpaceToBatch",
    "input: T, paddings: Tpaddings=int32 -> output: T",
    types={"Tpaddings": _INDEX},
    infer=_old_to_batch_dims,
    ranks={"input": (4, "Input rank should be: 4 instead of that of {shape}")},
    static=["paddings"],
    grad=lambda op, dy: [batch_to_space(dy, op.inputs[1], op.attrs["block_size"]), None],
    minimums={"block_size": 2},
)
def _space_to_batch(input, paddings, *, block_size: int):
    """The positions of each square block of an image as images of their own, in the form of old graphs."""
    return _to_batch(input, [block_size] * 2, paddings)


@op(
    "BatchToSpace",
    "input: T, crops: Tidx=int32 -> output: T",
    types={"Tidx": _INDEX},
    infer=_old_to_space_dims,
    ranks={"input": (4, "Input rank should be: 4 instead of that of {shape}")},
    static=["crops"],
    grad=lambda op, dy: [space_to_batch(dy, op.inputs[1], op.attrs["block_size"]), None],
    minimums={"block_size": 2},
)
def _batch_to_space(input, crops, *, block_size: int):
    """Images put together from those of the positions of square blocks, in the form of old graphs."""
    return _to_space(input, [block_size] * 2, crops)


def space_to_batch(input, paddings, block_size=None, name=None, block_shape=None):
    """The positions of each square block of a padded image as images of their own: a batch for each position.

    input: [batch, height, width, channels].  paddings: [[top, bottom], [left, right]].
    block_size: the side of a block, at least 2; or block_shape, a size for each axis.
    """
    size = renamed("block_shape", block_shape, "block_size", block_size)
    result = space_to_batch_nd(input, np.array([size, size], np.int64), paddings, name=name)
    result.set_shape(result.shape.with_rank(4))
    return result


def batch_to_space(input, crops, block_size, name=None, block_shape=None):
    """Images put together from those of the positions of square blocks, then cropped.

    input: [batch, height, width, channels].  crops: [[top, bottom], [left, right]].
    block_size: the side of a block, at least 2; or block_shape, a size for each axis.
    """
    size = renamed("block_shape", block_shape, "block_size", block_size)
    result = batch_to_space_nd(input, np.array([size, size], np.int64), crops, name=name)
    result.set_shape(result.shape.with_rank(4))
    return result


def required_space_to_batch_paddings(input_shape, block_shape, base_paddings=None, name=None):
    """(paddings, crops) with which space_to_batch_nd and batch_to_space_nd divide a space into whole blocks.

    input_shape, block_shape: a size for each axis.  base_paddings: [[before, after], …], what is wanted anyway.
    """
    with name_scope(name, "required_space_to_batch_paddings", [input_shape, block_shape]):
        input_shape = convert_to_tensor(input_shape, dtypes.int32, name="input_shape")
        block_shape = convert_to_tensor(block_shape, dtypes.int32, name="block_shape")
        block_shape.shape.assert_is_fully_defined()
        block_shape.shape.assert_has_rank(1)
        count: Any = block_shape.shape.num_elements()
        if count == 0:
            return zeros([0, 2], dtypes.int32), zeros([0, 2], dtypes.int32)
        input_shape.shape.assert_is_compatible_with([count])
        if base_paddings is None:
            base_paddings = zeros([count, 2], dtypes.int32)
        else:
            base_paddings = convert_to_tensor(base_paddings, dtypes.int32, name="base_paddings")
            base_paddings.shape.assert_is_compatible_with([count, 2])
        known = [static_value(tensor) for tensor in (input_shape, block_shape, base_paddings)]
        if all(value is not None for value in known):
            input_shape, block_shape, base_paddings = known
        before, after = base_paddings[:, 0], base_paddings[:, 1]
        full = input_shape + before + after
        extra = (block_shape - full % block_shape) % block_shape
        after = after + extra
        paddings = stack([[before[i], after[i]] for i in range(count)], name="paddings")
        crops = stack([[0, extra[i]] for i in range(count)], name="crops")
        return paddings, crops
