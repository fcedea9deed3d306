"""tile and pad."""

import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.shapes import ShapeError
from graphlab._src.graph import IndexedSlices, Tensor, constant_dims, constant_value, static_value
from graphlab._src.graph.constant import get_static_value
from graphlab._src.ops.cast import cast
from graphlab._src.ops.define import op, raw_ops
from graphlab._src.ops.joining import concat, stack
from graphlab._src.ops.rules import with_rank
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import rank, reshape, shape, size


def _tiled(op):
    dims = op.inputs[0].dims
    length = with_rank(op.inputs[1].dims, 1)[0]
    multiples = constant_dims(op.inputs[1])
    if dims is not None and length is not None and len(dims) != length:
        raise ShapeError(f"Shape must be rank {len(dims)} but is rank {length}", "pass a multiple for each axis")
    if multiples is None:
        if dims is None:
            return None
        multiples = (None,) * len(dims)
    dims = (None,) * len(multiples) if dims is None else dims
    return tuple(
        [0 if 0 in (n, k) else None if n is None or k is None else n * k for n, k in zip(dims, multiples, strict=True)]
    )


def _counts(multiples, rank):
    """How often each axis of a tensor of that rank comes."""
    if np.ndim(multiples) != 1:
        raise ValueError(f"Expected multiples to be 1-D, but got shape {shapes.text(np.shape(multiples))}")
    if np.shape(multiples) != (rank,):
        raise ValueError(
            f"Expected multiples argument to be a vector of length {rank} but got length {np.size(multiples)}"
        )
    for i, count in enumerate(multiples):
        if count < 0:
            raise ValueError(f"Expected multiples[{i}] >= 0, but got {count}")
    return tuple(multiples.tolist())


def _tile_grad(op, dy):
    """The copies side by side on axes of their own, then added up."""
    x, multiples = op.inputs
    sizes = shape(x, out_type=multiples.dtype.base_dtype)
    split_shape = reshape(raw_ops.Transpose(stack([multiples, sizes]), [1, 0], name="transpose"), [-1])
    axes = range_(0, size(split_shape), 2)
    if isinstance(dy, IndexedSlices):
        rows = cast(sizes[0], dy.indices.dtype)
        dy = raw_ops.UnsortedSegmentSum(dy.values, raw_ops.FloorMod(dy.indices, rows), rows)
        split_shape = concat([[1], split_shape[1:]], axis=0)
    dx = raw_ops.Sum(reshape(dy, split_shape), axes)
    dx.set_shape(x.shape)
    return [dx, None]


@op(
    "Tile",
    "input: T, multiples: Tmultiples=int32 -> output: T",
    types={"Tmultiples": dtypes.INDEX},
    infer=_tiled,
    static=["multiples"],
    fold=lambda x, multiples: np.tile(x, _counts(multiples, x.ndim)),
    grad=_tile_grad,
    interpret="fold",
    barrier=False,
)
def tile(input, multiples):
    """The input repeated along each axis, multiples[i] times along axis i."""
    return jnp.tile(input, _counts(multiples, input.ndim))


def _padded(op):
    dims = op.inputs[0].dims
    rows = with_rank(op.inputs[1].dims, 2, "pass paddings as [[before, after], …], a row for each axis")
    if rows[1] not in (2, None):
        raise ShapeError(f"Dimension must be 2 but is {rows[1]}", "pass [before, after] for each axis")
    if dims is not None and rows[0] is not None and len(dims) != rows[0]:
        raise ShapeError(f"Shape must be rank {rows[0]} but is rank {len(dims)}", "pass [before, after] for each axis")
    paddings = constant_value(op.inputs[1])
    if paddings is None:
        count = rows[0] if dims is None else len(dims)
        return None if count is None else (None,) * count
    if np.any(paddings < 0):
        raise ShapeError(f"Paddings must be non-negative: {paddings.tolist()}")
    if dims is None:
        return (None,) * len(paddings)
    return tuple([None if n is None else n + int(p.sum()) for n, p in zip(dims, paddings, strict=True)])


def _pad_grad(op, dy):
    x, paddings = op.inputs[0], op.inputs[1]
    before = raw_ops.Slice(paddings, [0, 0], stack([rank(x), 1]))
    dx = raw_ops.Slice(dy, reshape(before, [-1]), shape(x, out_type=paddings.dtype.base_dtype))
    return [dx] + [None] * (len(op.inputs) - 1)


def _widths(paddings, dims, word="Paddings"):
    """[(before, after), …] for each axis of a tensor of those dims. word: what TensorFlow's kernel calls them."""
    if np.ndim(paddings) != 2 or np.shape(paddings)[1] != 2:
        raise ValueError(f"paddings must be a matrix with 2 columns: {shapes.text(np.shape(paddings))}")
    if len(paddings) != len(dims):
        raise ValueError(
            f"The first dimension of paddings must be the rank of inputs{shapes.text(np.shape(paddings))} {shapes.text(dims)}"
        )
    for before, after in paddings:
        if before < 0 or after < 0:
            raise ValueError(f"{word} must be non-negative: {before} {after}")
    return [(int(before), int(after)) for before, after in paddings]


def _mirrored(paddings, dims, mode):
    """The same, no wider than there is something to mirror."""
    found = _widths(paddings, dims, "paddings")
    for (before, after), length in zip(found, dims, strict=True):
        if not shapes.is_number(length):
            continue  # an export leaves it open
        if mode == b"REFLECT" and not (before < length and after < length):
            raise ValueError(f"paddings must be less than the dimension size: {before}, {after} not less than {length}")
        if mode == b"SYMMETRIC" and not (before <= length and after <= length):
            raise ValueError(
                f"paddings must be no greater than the dimension size: {before}, {after} greater than {length}"
            )
    return found


def _padded_in_numpy(x, paddings):
    widths = _widths(paddings, x.shape)
    if x.dtype != object:
        return np.pad(x, widths) if x.ndim else x
    result = np.full(
        [before + size + after for size, (before, after) in zip(x.shape, widths, strict=True)], b"", object
    )
    result[tuple([slice(before, before + size) for size, (before, _) in zip(x.shape, widths, strict=True)])] = x
    return result


def _with_border(x, widths, **how):
    return jnp.pad(x, widths, **how) if widths else x  # JAX pads no scalars


_PAD = {"types": {"Tpaddings": dtypes.INDEX}, "infer": _padded, "static": ["paddings"]}


@op(
    "Pad",
    "input: T, paddings: Tpaddings=int32 -> output: T",
    grad=_pad_grad,
    fold=_padded_in_numpy,
    **_PAD,
    interpret="fold",
    barrier=False,
)
def _pad(input, paddings):
    """The input with zeros around it."""
    return _with_border(input, _widths(paddings, input.shape))


@op(
    "PadV2",
    "input: T, paddings: Tpaddings=int32, constant_values: T -> output: T",
    scalars={"constant_values": "constant_values must be a scalar. Found: {shape}"},
    grad=_pad_grad,
    **_PAD,
    barrier=False,
)
def _pad_v2(input, paddings, constant_values):
    """The input with a value around it."""
    return _with_border(input, _widths(paddings, input.shape), constant_values=constant_values)


_MODES = (b"REFLECT", b"SYMMETRIC")
_MIRROR = {**_PAD, "types": {"Tpaddings": dtypes.INDEX, "mode": _MODES}}


@op(
    "MirrorPad",
    "input: T, paddings: Tpaddings=int32 -> output: T",
    **_MIRROR,
    grad=lambda op, dy: [raw_ops.MirrorPadGrad(dy, op.inputs[1], mode=op.get_attr("mode")), None],
)
def _mirror_pad(input, paddings, *, mode: bytes):
    """The input mirrored at its borders, which come twice for SYMMETRIC."""
    return _with_border(input, _mirrored(paddings, input.shape, mode), mode=mode.decode().lower())


def _unpadded(op):
    dims, paddings = op.inputs[0].dims, constant_value(op.inputs[1])
    rows = with_rank(op.inputs[1].dims, 2)[0]
    if rows is None:
        return None
    dims = with_rank(dims, rows)
    if paddings is None:
        return (None,) * rows
    sizes = [None if n is None else n - int(p.sum()) for n, p in zip(dims, paddings, strict=True)]
    negative = [inner for inner in sizes if inner is not None and inner < 0]
    if negative:
        raise ShapeError(f"Dimension {negative[0]} must be >= 0", "pass the paddings with which it was padded")
    return tuple(sizes)


@op(
    "MirrorPadGrad",
    "input: T, paddings: Tpaddings=int32 -> output: T",
    types=_MIRROR["types"],
    infer=_unpadded,
    static=["paddings"],
    grad=lambda op, dy: [_mirror_pad(dy, op.inputs[1], mode=op.get_attr("mode")), None],
)
def _mirror_pad_grad(input, paddings, *, mode: bytes):
    """What lies in a mirrored border, added to where it was mirrored from."""
    once = 1 if mode == b"REFLECT" else 0
    for axis, (before, after) in enumerate(_widths(paddings, input.shape)):
        size = input.shape[axis] - before - after
        if shapes.is_number(size) and not max(before, after) <= size - once:
            least, wrong = ("less", "not less") if once else ("no greater", "greater")
            raise ValueError(
                f"paddings must be {least} than the output dimension size: {before}, {after} {wrong} than {size}"
            )
        moved = jnp.moveaxis(input, axis, 0)
        result = moved[before : before + size]
        if before:
            result = result.at[once : once + before].add(moved[:before][::-1])
        if after:
            result = result.at[size - once - after : size - once].add(moved[before + size :][::-1])
        input = jnp.moveaxis(result, 0, axis)
    return input


def _restore_sizes(result):
    """Sets the sizes along those axes of which the paddings are known, where they are not known of all."""
    dims, paddings = result.op.inputs[0].dims, get_static_value(result.op.inputs[1], partial=True)
    if dims is None or paddings is None or shapes.fully_defined(result.dims):
        return
    sizes: list[int | None] = [None] * len(dims)
    for i, (inner, padding) in enumerate(zip(dims, paddings, strict=False)):
        if inner is not None and padding is not None and None not in list(padding):
            sizes[i] = inner + int(sum(padding))
    result.set_shape(sizes)


def _is_zero(value):
    array = np.asarray(value)
    return array.dtype.fields is None and bool(np.all(array == 0))  # quantized numbers have a field


def pad(tensor, paddings, mode="CONSTANT", name=None, constant_values=0):
    """A tensor with something around it.

    paddings: [[before, after], …], a row for each axis.  mode: CONSTANT, REFLECT or SYMMETRIC, in any case.
    constant_values: what CONSTANT puts there.
    """
    mode = mode.upper()
    if mode == "CONSTANT":
        if not isinstance(constant_values, Tensor) and _is_zero(constant_values):
            result = _pad(tensor, paddings, name=name)
        else:
            result = _pad_v2(tensor, paddings, constant_values, name=name)
    elif mode.encode() in _MODES:
        result = _mirror_pad(tensor, paddings, mode=mode, name=name)
    else:
        raise ValueError(f"Unknown padding mode: {mode}")
    _restore_sizes(result)
    static_value(result.op.inputs[1])  # later operations know the result's shape by it: feeding it is prevented
    return result
