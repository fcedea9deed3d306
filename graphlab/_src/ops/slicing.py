"""slice and strided_slice."""

import functools

import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.shapes import ShapeError
from graphlab._src.graph import constant_dims, constant_value
from graphlab._src.ops.constants import ones_like
from graphlab._src.ops.define import op, raw_ops
from graphlab._src.ops.joining import stack
from graphlab._src.ops.rules import merge_size, sizes_of, with_rank
from graphlab._src.ops.seed import counted_as
from graphlab._src.ops.shape import rank, reshape, shape
from graphlab._src.ops.slice_places import (
    check_around,
    check_part,
    check_places,
    part_at,
    part_of_sizes,
    varies,
    varying_around,
    varying_begin,
    varying_places,
    zeros_around,
    zeros_around_in_numpy,
)


def _slice_shape(op):
    dims = op.inputs[0].dims
    lengths = [with_rank(tensor.dims, 1)[0] for tensor in op.inputs[1:]]
    count = merge_size(*lengths)
    if dims is not None and count is not None and len(dims) != count:
        raise ShapeError(f"Shape must be rank {count} but is rank {len(dims)}", "pass begin and size for each axis")
    if dims is None and count is not None:
        dims = (None,) * count
    size = constant_value(op.inputs[2])
    partial = constant_dims(op.inputs[2])
    if size is None:
        return (None,) * len(dims) if partial is None and dims is not None else partial
    begin = constant_dims(op.inputs[1]) or (None,) * len(size)
    dims = dims or (None,) * len(size)
    result = []
    for length, whole, start in zip(size.tolist(), dims, begin, strict=True):
        if length == -1:
            if whole is not None and start is not None and start > whole:
                raise ShapeError(f"Negative dimension size caused by subtracting {start} from {whole}")
            result.append(None if whole is None or start is None else whole - start)
            continue
        result.append(length)
    return tuple(result)


def _slice_grad(op, dy):
    x, begin = op.inputs[0], op.inputs[1]
    if varying_begin(op):
        with counted_as(12):  # TensorFlow pads
            size = shape(op.outputs[0])
            sizes = shape(x, out_type=begin.dtype)
            return [raw_ops.StridedSliceGrad(sizes, begin, begin + size, ones_like(begin), dy), None, None]
    count = rank(x)
    size = shape(op.outputs[0])
    column = stack([count, 1])
    before = reshape(begin, column)
    behind = reshape(shape(x) - size - begin, column)
    return [raw_ops.Pad(dy, raw_ops.ConcatV2([before, behind], 1, name="concat")), None, None]


def _slices(x, begin, size):
    return tuple(
        slice(int(b), int(whole) if s == -1 else int(b) + int(s))
        for b, s, whole in zip(begin, size, x.shape, strict=True)
    )


def _sliced_in_numpy(x, begin, size):
    return _sliced(x, begin.tolist(), size.tolist())


def _sliced(x, begin, size):
    if any(np.shape(bound) != (x.ndim,) for bound in (begin, size)):
        raise ValueError(
            f"Expected begin and size arguments to be 1-D tensors of size {x.ndim}, but got shapes "
            f"{shapes.text(np.shape(begin))} and {shapes.text(np.shape(size))} instead."
        )
    if varies(begin):
        return part_of_sizes(x, begin, size)
    for i, (b, s, whole) in enumerate(zip(begin, size, x.shape, strict=True)):
        if not 0 <= b <= whole:
            raise ValueError(f"Expected begin[{i}] in [0, {whole}], but got {b}")
        if not (-1 <= s and b + s <= whole):
            raise ValueError(f"Expected size[{i}] in [0, {whole - b}], but got {s}")
    return x[_slices(x, begin, size)]


def _check_slice(result, x, begin, size):
    return check_part(x.shape, begin, size)


@op(
    "Slice",
    "input: T, begin: Index, size: Index -> output: T",
    types={"Index": dtypes.INDEX},
    infer=_slice_shape,
    static=["begin", "size"],
    varying=varying_begin,
    checks=_check_slice,
    fold=_sliced_in_numpy,
    grad=_slice_grad,
    interpret="fold",
    barrier=False,
)
def _slice(input, begin, size):
    """The part that begins at `begin` and has the sizes `size`; -1 is all the rest."""
    return _sliced(input, begin, size)


def slice_(input_, begin, size, name=None):
    """The part of a tensor that begins at `begin` and has the sizes `size`.

    input_: any dtype.  begin, size: an integer for each axis; a size of -1 is all the rest.
    """
    return _slice(input_, begin, size, name=name)


# Strided slices: masks say which entries of begin, end and strides mean something else than a number.


def strided_index(begin, end, strides, *, begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask):
    """The same in Python's terms: a tuple of slices, numbers, None and Ellipsis."""
    result = []
    for i, (first, last, step) in enumerate(zip(begin, end, strides, strict=True)):
        bit = 1 << i
        if ellipsis_mask & bit:
            result.append(Ellipsis)
        elif new_axis_mask & bit:
            result.append(None)
        elif shrink_axis_mask & bit:
            result.append(int(first))
        else:
            start = None if begin_mask & bit or first is None else int(first)
            result.append(slice(start, None if end_mask & bit or last is None else int(last), int(step)))
    return tuple(result)


MASKS = ("begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask")


def masks_of(op):
    """The masks of a strided slice, by name."""
    return {name: op.attrs[name] for name in MASKS}


def _strided_shape(op):
    dims = op.inputs[0].dims
    bounds = [constant_value(tensor) for tensor in op.inputs[1:]]
    masks = masks_of(op)
    lengths = [with_rank(tensor.dims, 1, "pass begin, end and strides as vectors")[0] for tensor in op.inputs[1:]]
    count = functools.reduce(merge_size, lengths)
    if dims is None or count is None or bounds[2] is None:
        return None
    begin = [None] * count if bounds[0] is None else bounds[0].tolist()
    end = [None] * count if bounds[1] is None else bounds[1].tolist()
    return strided_dims(dims, begin, end, bounds[2].tolist(), masks)


def strided_dims(dims, begin, end, strides, masks):
    """The sizes of a strided slice; bounds that are None are not known."""
    given = [i for i in range(len(begin)) if not (masks["ellipsis_mask"] | masks["new_axis_mask"]) >> i & 1]
    if len(given) > len(dims):
        raise ShapeError(f"Index out of range using input dim {len(dims)}; input has only {len(dims)} dims")
    result, axis, filled = [], 0, False
    for i in range(len(begin)):
        bit = 1 << i
        if masks["ellipsis_mask"] & bit:
            if filled:
                raise ShapeError("Multiple ellipses in slice spec not allowed")
            after = len([j for j in given if j > i])
            result.extend(dims[axis : len(dims) - after])
            axis, filled = len(dims) - after, True
        elif masks["new_axis_mask"] & bit:
            result.append(1)
        else:
            size = dims[axis]
            axis += 1
            if masks["shrink_axis_mask"] & bit:
                if size is not None and begin[i] is not None and not -size <= begin[i] < size:
                    raise ShapeError(
                        f"slice index {begin[i]} of dimension {axis - 1} out of bounds",
                        f"that axis has {size} elements",
                    )
                continue
            result.append(_strided_size(size, begin[i], end[i], strides[i], masks, i))
    return (*result, *(() if filled else dims[axis:]))


def check_strided(dims, begin, end, strides, masks):
    """ValueError where a run's bounds are not within those dims: JAX would clamp a number, and drop what is put there."""
    known = [size if isinstance(size, int) else None for size in dims]  # an export leaves sizes open
    try:
        strided_dims(known, begin.tolist(), end.tolist(), strides.tolist(), masks)
    except ShapeError as error:
        raise ValueError(error.message) from None


def _strided_size(size, first, last, step, masks, index):
    bit = 1 << index
    if step == 0:
        raise ShapeError(f"strides[{index}] must be non-zero")
    open_start, open_end = bool(masks["begin_mask"] & bit), bool(masks["end_mask"] & bit)
    if (first is None or last is None) and not (open_start and open_end):
        return None
    if size is None:
        # x[0:3] of an unknown size may be shorter; only what needs no size is known.
        return size
    return len(range(*slice(None if open_start else first, None if open_end else last, step).indices(size)))


def _strided_grad(op, dy):
    x, begin, end, strides = op.inputs
    sizes = shape(x, out_type=begin.dtype.base_dtype)
    return [raw_ops.StridedSliceGrad(sizes, begin, end, strides, dy, **masks_of(op)), None, None, None]


def _sliced_dims(op):
    """Some sizes of a shape, or one."""
    source = constant_dims(op.inputs[0])
    bounds = [constant_value(item) for item in op.inputs[1:]]
    attrs = op.attrs
    begin = bounds[0]
    if attrs["shrink_axis_mask"] == 1 and source is not None and begin is not None and begin.shape == (1,):
        return source[int(begin[0])] if -len(source) <= begin[0] < len(source) else None
    if source is None or any(bound is None or bound.shape != (1,) for bound in bounds):
        return None
    if attrs["shrink_axis_mask"] or attrs["ellipsis_mask"] or attrs["new_axis_mask"]:
        return None
    begin, end, step = (int(bound[0]) for bound in bounds)
    return source[slice(None if attrs["begin_mask"] else begin, None if attrs["end_mask"] else end, step)]


def _check_taken(result, x, begin, end, strides, **masks):
    return check_places(x.shape, begin, masks)


def _taken_in_numpy(x, begin, end, strides, **masks):
    try:
        return x[strided_index(begin.tolist(), end.tolist(), strides.tolist(), **masks)]
    except IndexError:
        wrong = [check.say() for check in check_places(x.shape, begin, masks) if check.bad]
        raise IndexError(*wrong[:1]) from None


@op(
    "StridedSlice",
    "input: T, begin: Index, end: Index, strides: Index -> output: T",
    types={"Index": dtypes.INDEX},
    infer=_strided_shape,
    static=["begin", "end", "strides"],
    varying=varying_places,
    checks=_check_taken,
    fold=_taken_in_numpy,
    grad=_strided_grad,
    interpret="fold",
    barrier=False,
    partial_value=_sliced_dims,
    padding="counts",
)
def _strided_slice(
    input,
    begin,
    end,
    strides,
    *,
    begin_mask: int = 0,
    end_mask: int = 0,
    ellipsis_mask: int = 0,
    new_axis_mask: int = 0,
    shrink_axis_mask: int = 0,
):
    """The part of a tensor between begin and end, in steps."""
    if np.ndim(begin) != 1 or not begin.shape == end.shape == strides.shape:
        raise ValueError(
            f"Expected begin, end, and strides to be 1D equal size tensors, but got shapes {shapes.text(np.shape(begin))}, "
            f"{shapes.text(np.shape(end))}, and {shapes.text(np.shape(strides))} instead."
        )
    masks = dict(zip(MASKS, (begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask), strict=True))
    if varies(begin):
        known = strided_dims(input.shape, [None] * len(strides), [None] * len(strides), strides.tolist(), masks)
        return part_at(input, begin, masks).reshape(known)
    check_strided(input.shape, begin, end, strides, masks)
    return input[strided_index(begin, end, strides, **masks)]


def _strided_grad_grad(op, dz):
    _, begin, end, strides, _ = op.inputs
    return [None] * 4 + [_strided_slice(dz, begin, end, strides, **masks_of(op))]


def _check_filled(result, shape, begin, end, strides, dy, **masks):
    return check_around(sizes_of(shape), begin, end, dy, masks)


def _strided_grad_in_numpy(shape, begin, end, strides, dy, **masks):
    if any(bound is None for bound in (shape, begin, end, strides)):
        return None
    if (strides != 1).any() or any(check.bad for check in check_around(shape.tolist(), begin, end, dy, masks)):
        return None
    index = strided_index(begin.tolist(), end.tolist(), strides.tolist(), **masks)
    return zeros_around_in_numpy(shape.tolist(), index, dy)


@op(
    "StridedSliceGrad",
    "shape: Index, begin: Index, end: Index, strides: Index, dy: T -> output: T",
    types={"Index": dtypes.INDEX},
    infer=lambda op: constant_dims(op.inputs[0]),
    static=["shape", "begin", "end", "strides"],
    varying=varying_around,
    checks=_check_filled,
    grad=_strided_grad_grad,
    interpret=_strided_grad_in_numpy,
    barrier=False,
)
def _strided_slice_grad(
    shape,
    begin,
    end,
    strides,
    dy,
    *,
    begin_mask: int = 0,
    end_mask: int = 0,
    ellipsis_mask: int = 0,
    new_axis_mask: int = 0,
    shrink_axis_mask: int = 0,
):
    """Zeros of that shape, with dy where the slice was taken."""
    masks = dict(zip(MASKS, (begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask), strict=True))
    if varies(begin):
        return zeros_around(dy, sizes_of(shape), begin, masks)
    check_strided(sizes_of(shape), begin, end, strides, masks)
    return jnp.zeros(sizes_of(shape), dy.dtype).at[strided_index(begin, end, strides, **masks)].set(dy)


def strided_slice(
    input_,
    begin,
    end,
    strides=None,
    begin_mask=0,
    end_mask=0,
    ellipsis_mask=0,
    new_axis_mask=0,
    shrink_axis_mask=0,
    var=None,
    name=None,
):
    """The part of a tensor between begin and end, in steps: what x[1:5:2] makes.

    input_: any dtype.  begin, end, strides: an integer for each axis; strides are 1 when left out.
    begin_mask, end_mask: bit i means that begin[i], end[i] is ignored, and the slice begins, or ends, with the axis.
    ellipsis_mask: bit i: entry i is `...`.  new_axis_mask: entry i is a new axis of size 1.
    shrink_axis_mask: entry i is one position, and the axis is removed.
    var: the variable that input_ is the value of; then assign() of the result changes the same part of it.
    """
    if strides is None:
        strides = ones_like(begin)
    masks = dict(zip(MASKS, (begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask), strict=True))
    result = _strided_slice(input_, begin, end, strides, name=name, **masks)
    result.assign = functools.partial(_assign_slice, var, (begin, end, strides), masks, name)
    return result


def _assign_slice(var, bounds, masks, slice_name, val, name=None):
    """Replaces the slice of a variable: v[1:3].assign(val); returns the new value of the variable."""
    if var is None:
        raise ValueError("Sliced assignment is only supported for variables")
    if name is None:
        name = f"{slice_name}_assign"
    return var._strided_slice_assign(*bounds, val, name, **masks)
