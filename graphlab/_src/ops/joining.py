"""concat, stack, split, unstack."""

import contextlib
import functools
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.errors import explain
from graphlab._src.base.fixes import Edit, Fix
from graphlab._src.base.former_names import former_keywords, reordered
from graphlab._src.base.overrides import overridable
from graphlab._src.base.shapes import Dimension, ShapeError, as_dimension
from graphlab._src.graph import (
    IndexedSlices,
    Tensor,
    constant,
    constant_dims,
    constant_value,
    control_flow_context,
    convert_to_tensor,
    name_scope,
    static_value,
)
from graphlab._src.graph.constant import constant_size
from graphlab._src.ops.define import SHAPE, no_gradient, op, raw_ops, undefined_gradient
from graphlab._src.ops.identity import identity
from graphlab._src.ops.rules import merge, merge_size, only_axis, other_axis, with_rank, with_rank_at_least
from graphlab._src.ops.seed import counted_as
from graphlab._src.ops.shape import rank, shape, shape_n


def _stacked(op):
    dims = op.inputs[0].dims
    for tensor in op.inputs[1:]:
        dims = merge(dims, tensor.dims, "stack tensors of one shape")
    if dims is None:
        return None
    axis = op.attrs["axis"]
    if not -len(dims) - 1 <= axis <= len(dims):
        raise ShapeError(f"axis = {axis} not in [{-len(dims) - 1}, {len(dims) + 1})")
    axis %= len(dims) + 1
    return (*dims[:axis], len(op.inputs), *dims[axis:])


def _packed_dims(op):
    return tuple([constant_size(item) for item in op.inputs]) if op.attrs["axis"] == 0 else NotImplemented


def _packed_in_numpy(values, *, axis):
    first = values[0]
    if isinstance(first, (np.ndarray, np.generic)) and not first.ndim and not axis and first.dtype != object:
        return np.array(values, first.dtype)
    return np.stack(values, axis)


@op(
    "Pack",
    "values: N*T -> output: T",
    infer=_stacked,
    fold=_packed_in_numpy,
    grad=lambda op, dy: unstack(dy, num=op.get_attr("N"), axis=op.get_attr("axis"), name="unstack"),
    static_value=True,
    stacks=True,
    interpret="fold",
    barrier=False,
    partial_value=_packed_dims,
    minimums={"N": 1},
)
def _pack(values, *, axis: int = 0):
    """Tensors of one shape side by side along a new axis."""
    first = values[0].shape
    for i, value in enumerate(values):
        if shapes.differ(first, value.shape):
            raise ValueError(
                f"Shapes of all inputs must match: values[0].shape = {shapes.text(first)} != values[{i}].shape = "
                f"{shapes.text(value.shape)}"
            )
    if not -len(first) - 1 <= axis <= len(first):
        raise ValueError(f"axis = {axis} not in [{-len(first) - 1}, {len(first) + 1})")
    return jnp.stack(values, axis)


@overridable
def stack(values, axis=0, name="stack"):
    """Tensors of one shape side by side along a new axis.

    values: a list.  axis: where the new axis comes; negative ones count from the end of the result.
    """
    if axis == 0:
        try:
            return convert_to_tensor(values, name=name)
        except (TypeError, ValueError):
            pass
    dims = convert_to_tensor(values[0], name=name).dims
    if dims is not None and not -len(dims) - 1 <= axis <= len(dims):
        raise ValueError(f"axis = {axis} not in [{-len(dims) - 1}, {len(dims) + 1})")
    return raw_ops.Pack(values, axis=axis, name=name)


def parallel_stack(values, name="parallel_stack"):
    """`values`, tensors of one known shape, stacked along a new first axis."""
    with counted_as(2 * len(values) + 1):
        return stack(values, name=name)


@op(
    "ParallelConcat",
    "values: N*T -> output: T",
    infer=lambda op: op.attrs["shape"],
    grad=undefined_gradient,
    fold=lambda values, *, shape: np.concatenate(values),
    interpret="fold",
    barrier=False,
    minimums={"N": 1},
)
def _parallel_concat(values, *, shape: SHAPE):
    """The tensors of a list one after the other along the first axis, of which each has one row."""
    return jnp.concatenate(values)


def _unstacked(op):
    dims = op.inputs[0].dims
    count = op.attrs["num"]
    if dims is None:
        return [None] * count
    axis, rank = op.attrs["axis"], len(dims)
    if not -rank <= axis < rank:
        raise ShapeError(f"Invalid axis: {axis}; must be in [{-rank},{rank})", other_axis(rank))
    axis %= rank
    if dims[axis] not in (None, count):
        raise ShapeError(f"Dimension must be {count} but is {dims[axis]}", f"unstack into {dims[axis]}")
    return [dims[:axis] + dims[axis + 1 :]] * count


@op(
    "Unpack",
    "value: T -> output: num*T",
    infer=_unstacked,
    fold=lambda value, *, num, axis: list(np.moveaxis(value, axis, 0)),
    grad=lambda op, *dys: [stack(dys, axis=op.get_attr("axis"))],
    interpret="fold",
    barrier=False,
    minimums={"num": 0},
)
def _unpack(value, *, num: int, axis: int = 0):
    """The tensors that a tensor holds along an axis."""
    if not -value.ndim <= axis < value.ndim:
        raise ValueError(f"axis = {axis} not in [{-value.ndim}, {value.ndim})")
    if shapes.differ((value.shape[axis],), (num,)):
        raise ValueError(f"Input shape axis {axis} must equal {num}, got shape {shapes.text(value.shape)}")
    return [jax.lax.index_in_dim(value, i, axis, keepdims=False) for i in range(num)]


def unstack(value, num=None, axis=0, name="unstack"):
    """The slices of a tensor along an axis, as a list of tensors without that axis.

    value: [n, …], any dtype.  num: n, where the static shape does not say.  ValueError when n is not known.
    axis: negative ones count from the end.
    """
    if num is None:
        value = convert_to_tensor(value)
        dims = value.dims
        if dims is not None:
            if not -len(dims) <= axis < len(dims):
                raise ValueError(f"axis = {axis} not in [{-len(dims)}, {len(dims)})")
            num = dims[axis]
        if num is None:
            raise ValueError(f"Cannot infer num from shape {value.shape}")
    found = _unpack(value, num=num, axis=axis, name=name)
    return found if num else []


def _fitting_axis(tensors, axis):
    """What to do about sizes that differ: another axis, where along that one all others are equal."""
    said = f"all sizes but those of axis {axis} must be equal"
    dims = [tensor.dims for tensor in tensors]
    if any(one is None or len(one) != len(dims[0] or ()) for one in dims):
        return said
    differing = [
        i for i, sizes in enumerate(zip(*dims, strict=True)) if len({size for size in sizes if size is not None}) > 1
    ]
    if len(differing) != 1:
        return said
    return Fix(f"{said}; they are with axis={differing[0]}", Edit("replace", "axis", str(differing[0])))


def _joined(tensors, axis_tensor):
    axis = constant_value(axis_tensor)
    with_rank(axis_tensor.dims, 0, "pass one axis")
    known = next((tensor.dims for tensor in tensors if tensor.dims is not None), None)
    if known is None:
        return None
    if not known:
        raise ShapeError("Can't concatenate scalars (use tf.stack instead)")
    if axis is None:
        for tensor in tensors:
            with_rank(tensor.dims, len(known), "concatenate tensors of one rank")
        return (None,) * len(known)
    axis = int(axis)
    with_rank_at_least(known, axis + 1 if axis >= 0 else -axis, lambda: other_axis(len(known)))
    axis %= len(known)
    total: Any = 0
    before: Any = None
    behind: Any = None
    fix = functools.partial(_fitting_axis, tensors, axis)
    for tensor in tensors:
        own = with_rank(tensor.dims, len(known), "concatenate tensors of one rank")
        total = None if total is None or own[axis] is None else total + own[axis]
        before = merge(before, own[:axis], fix)
        behind = merge(behind, own[axis + 1 :], fix)
    return (*before, total, *behind)


def _concat_parts(gradient, values, axis):
    """The part of a gradient for each of the tensors that were joined."""
    if isinstance(gradient, IndexedSlices):
        return _concat_rows(gradient, values, axis)
    if axis.op.type == "Const" and control_flow_context.output_context(
        axis.op
    ) is not control_flow_context.output_context(gradient.op):
        axis = constant(static_value(axis), axis.dtype)  # a constant here, where a loop would have to bring it in
    axis = axis % rank(values[0])
    sizes = _sizes(values)
    if len(sizes) > 16:
        along = raw_ops.Squeeze(raw_ops.Slice(stack(sizes, axis=1), [axis, 0], [1, -1]))
        return split(gradient, along, axis)
    return [
        raw_ops.Slice(gradient, begin, size)
        for begin, size in zip(raw_ops.ConcatOffset(axis, sizes), sizes, strict=True)
    ]


def _concat_rows(gradient, values, axis):
    """The part of a gradient that is some rows of the whole for each of the tensors that were joined, as rows of theirs."""
    inner = axis % rank(values[0])
    along = constant_value(axis)
    if along is None:
        raise ValueError("Can only compute IndexedSlices gradient with statically-known concat_dim")
    along = int(along)
    if along < 0:
        dims = constant_value(rank(values[0]))
        if dims is None:
            raise ValueError(
                "Can only compute IndexedSlices gradient with negative concat_dim when first value rank is statically-known."
            )
        along %= int(dims)
    sizes = [shape(value) for value in values]
    if along:
        return _columns_of(gradient, sizes, inner)
    return _rows_of(gradient, sizes, inner)


def _columns_of(gradient, sizes, axis):
    """All rows of the gradient, of each the columns that are a tensor's."""
    ranks = shape(sizes[0])
    before, behind = raw_ops.Fill(raw_ops.ExpandDims(axis, 0), 0), raw_ops.Fill(ranks - axis - 1, 0)
    step = concat([before, [1], behind], 0)
    begin = raw_ops.Fill(ranks, 0)
    parts = []
    for size in sizes:
        row = concat([[-1], raw_ops.Slice(size, [1], [-1])], 0)
        parts.append(IndexedSlices(raw_ops.Slice(gradient.values, begin, row), gradient.indices, size))
        begin = raw_ops.Add(begin, size * step)
    return parts


def _rows_of(gradient, sizes, axis):
    """Those rows of the gradient that are a tensor's, numbered from that tensor's beginning."""
    kind = gradient.indices.dtype
    start = constant(0, kind)
    parts = []
    for size in sizes:
        count = raw_ops.GatherV2(size, axis, 0)
        end = start + (count if count.dtype is kind else raw_ops.Cast(count, DstT=kind))
        inside = raw_ops.LogicalAnd(gradient.indices >= start, gradient.indices < end)
        chosen = raw_ops.Squeeze(raw_ops.Where(inside), squeeze_dims=[1])
        rows = raw_ops.GatherV2(gradient.indices, chosen, 0) - start
        parts.append(IndexedSlices(raw_ops.GatherV2(gradient.values, chosen, 0), rows, size))
        start = end
    return parts


def _sizes(values):
    sizes = []
    for value in values:
        size = shape(value)
        if size.op.type != "Const":
            return shape_n(values)
        sizes.append(size)
    return sizes


def _concat_v2_grad(op, dy):
    values, axis = op.inputs[:-1], op.inputs[-1]
    return [dy, None] if len(values) == 1 else [*_concat_parts(dy, values, axis), None]


def _concat_grad(op, dy):
    axis, values = op.inputs[0], op.inputs[1:]
    return [None, dy] if len(values) == 1 else [None, *_concat_parts(dy, values, axis)]


def _concatenated_dims(op):
    parts = [constant_dims(item) for item in op.inputs[:-1]]
    known = [part for part in parts if part is not None]
    return tuple([size for part in known for size in part]) if len(known) == len(parts) else None


def _concatenated_in_numpy(values, axis):
    if not np.ndim(axis):
        with contextlib.suppress(ValueError):  # which is said in other words below
            return np.concatenate(values, int(axis))
    return _end_to_end(values, axis, np.concatenate)


@op(
    "ConcatV2",
    "values: N*T, axis: Tidx=int32 -> output: T",
    types={"Tidx": dtypes.INDEX},
    infer=lambda op: _joined(op.inputs[:-1], op.inputs[-1]),
    static=["axis"],
    fold=_concatenated_in_numpy,
    grad=_concat_v2_grad,
    static_value=True,
    appends=True,
    interpret="fold",
    barrier=False,
    partial_value=_concatenated_dims,
    minimums={"N": 2},
)
def _concat(values, axis):
    """Tensors end to end along an axis."""
    return _end_to_end(values, axis, jnp.concatenate)


def _end_to_end(values, axis, concatenate):
    first = values[0].shape
    axis = only_axis(
        axis,
        len(first),
        "axis tensor should be a scalar integer, but got shape {shape}",
        "ConcatOp : Expected concatenating dimensions in the range [{low}, {high}), but got {axis}",
    )
    for i, value in enumerate(values):
        if len(value.shape) != len(first):
            raise ValueError(
                f"ConcatOp : Ranks of all input tensors should match: shape[0] = {shapes.text(first)} vs. "
                f"shape[{i}] = {shapes.text(value.shape)}"
            )
        if any(a != b for k, (a, b) in enumerate(zip(first, value.shape, strict=True)) if k != axis):
            raise ValueError(
                f"ConcatOp : Dimensions of inputs should match: shape[0] = {shapes.text(first)} vs. "
                f"shape[{i}] = {shapes.text(value.shape)}"
            )
    return concatenate(values, axis)


@op(
    "Concat",
    "concat_dim: int32, values: N*T -> output: T",
    infer=lambda op: _joined(op.inputs[1:], op.inputs[0]),
    static=["concat_dim"],
    fold=lambda axis, values: _end_to_end(values, axis, np.concatenate),
    grad=_concat_grad,
    static_value=True,
    interpret="fold",
    barrier=False,
    minimums={"N": 2},
)
def _concat_v1(concat_dim, values):
    """Tensors end to end along an axis, as old graphs have it."""
    return _end_to_end(values, concat_dim, jnp.concatenate)


def _offsets(axis, sizes):
    _check_sizes(axis, sizes)
    result, start = [], 0
    for size in sizes:
        offset = np.zeros_like(size)
        offset[int(axis)] = start
        start += size[int(axis)]
        result.append(offset)
    return result


def _check_sizes(axis, sizes):
    """ValueError where tensors of these sizes cannot be joined along that axis."""
    for i, size in enumerate(sizes):
        if np.ndim(size) != 1:
            raise ValueError(f"input {i} should be a vector, but got shape {shapes.text(np.shape(size))}")
    count = len(sizes[0])
    axis = only_axis(
        axis,
        count,
        "concat_dim tensor should be a scalar integer, but got shape {shape}",
        "Concat dim is out of range: {axis} vs. {high}",
    )
    for i, size in enumerate(sizes):
        if len(size) != count:
            raise ValueError(f"input {i} should contain {count} elements, but got {len(size)}")
        if any(a != b for k, (a, b) in enumerate(zip(sizes[0], size, strict=True)) if k != axis):
            whole, first = (" ".join(str(item) for item in one) for one in (size, sizes[0]))
            raise ValueError(
                f"All dimensions except {axis} must match. Input {i} has shape [{whole}] and doesn't match input 0 with "
                f"shape [{first}]."
            )


@op(
    "ConcatOffset",
    "concat_dim: int32, shape: N*int32 -> offset: N*int32",
    infer=lambda op: [tensor.dims for tensor in op.inputs[1:]],
    static=["concat_dim", "shape"],
    fold=_offsets,
    grad=no_gradient,
    static_value=True,
    interpret="fold",
    minimums={"N": 2},
)
def concat_offset(concat_dim, shape):
    """The offset of each of the tensors of these shapes in their concatenation."""
    return _offsets(concat_dim, shape)


@overridable
@former_keywords("concat_dim", "tf.concat(values, axis)")
def concat(values, axis, name="concat"):
    """Tensors end to end along an axis.

    values: a list of tensors of one rank.  axis: negative ones count from the end.
    """
    if isinstance(values, int) and isinstance(axis, (list, tuple)):
        dims = (len(axis), *(getattr(axis[0], "shape", None) or ())) if axis else (0,)
        message = f"Shape ({', '.join(map(str, dims))}{',' * (len(dims) == 1)}) must have rank 0"
        raise ValueError(explain(message, fix=Fix(reordered("tf.concat(values, axis)"), Edit("swap"))))
    if not isinstance(values, (list, tuple)):
        values = [values]
    if not values:
        raise ValueError("List argument 'values' to 'ConcatV2' Op with length 0 shorter than minimum length 2.")
    if len(values) == 1:
        with name_scope(name):
            convert_to_tensor(axis, dtypes.int32, name="concat_dim").shape.assert_has_rank(0)
            return identity(values[0], name=name)
    return _concat(values, axis, name=name)


def _split_axis(axis, rank):
    if not -rank <= axis < rank:
        raise ShapeError(f"Dimension size, given by scalar input {axis} must be in range [{-rank}, {rank})")
    return axis % rank


def _split_shape(op):
    dims = op.inputs[1].dims
    axis = constant_value(op.inputs[0])
    count = op.attrs["num_split"]
    if dims is None or axis is None:
        return [None if dims is None else (None,) * len(dims)] * count
    axis = _split_axis(int(axis), len(dims))
    size = dims[axis]
    if size is not None and size % count:
        raise ShapeError(
            f"Dimension size must be evenly divisible by {count} but is {size}\n\tNumber of ways to split should evenly "
            "divide the split dimension",
            "pass the sizes: tf.split(x, [2, 1])",
        )
    return [(*dims[:axis], None if size is None else size // count, *dims[axis + 1 :])] * count


def _split_in_numpy(value, count, axis):
    size, before = value.shape[axis] // count, (slice(None),) * axis
    return [value[(*before, slice(i * size, (i + 1) * size))] for i in range(count)]


@op(
    "Split",
    "split_dim: int32, value: T -> output: num_split*T",
    infer=_split_shape,
    static=["split_dim"],
    fold=lambda split_dim, value, *, num_split: _equal_parts(value, num_split, split_dim, _split_in_numpy),
    grad=lambda op, *dys: [None, concat(list(dys), op.inputs[0])],
    interpret="fold",
    barrier=False,
    minimums={"num_split": 1},
)
def _split(split_dim, value, *, num_split: int):
    """Equal parts along an axis."""
    return _equal_parts(value, num_split, split_dim, jnp.split)


def _equal_parts(value, count, axis, cut):
    if count == 1:
        return [value]  # whatever the axis
    axis = _cut_along(value, axis)
    if shapes.is_number(value.shape[axis]) and value.shape[axis] % count:
        raise ValueError(
            "Number of ways to split should evenly divide the split dimension, but got split_dim "
            f"{axis} (size = {value.shape[axis]}) and num_split {count}"
        )
    return cut(value, count, axis)


def _cut_along(value, axis, wrong_rank="split_dim must be a scalar but has shape {shape}"):
    """The axis counted from 0."""
    return only_axis(
        axis,
        value.ndim,
        wrong_rank,
        "-input rank({low}) <= split_dim < input rank ({high}), but got {axis}",
    )


def _split_v_shape(op):
    dims, sizes = op.inputs[0].dims, constant_value(op.inputs[1])
    axis = constant_value(op.inputs[2])
    count = op.attrs["num_split"]
    merge_size(with_rank(op.inputs[1].dims, 1)[0], count)
    if dims is None or axis is None:
        return [None if dims is None else (None,) * len(dims)] * count
    axis = _split_axis(int(axis), len(dims))
    parts = [None] * count if sizes is None else _part_sizes(sizes, dims[axis])
    return [(*dims[:axis], part, *dims[axis + 1 :]) for part in parts]


def _part_sizes(sizes, whole) -> Any:
    for size in sizes:
        if size < -1:
            raise ShapeError(f"Dimension {size} must be >= 0", "pass sizes, of which one may be -1: what is left")
    parts = [None if size == -1 else int(size) for size in sizes]
    known = sum(part for part in parts if part is not None)
    if parts.count(None) > 1:
        raise ShapeError("size_splits can only have one -1")
    if whole is None:
        return parts
    if known > whole or None not in parts and known < whole:
        pieces = ",".join(str(size) for size in sizes)
        raise ShapeError(f"can't split axis of size {whole} into pieces of size [{pieces}]")
    return [whole - known if part is None else part for part in parts]


def _folded_split_v(value, size_splits, split_dim, *, num_split):
    return _parts(value, size_splits, split_dim, np.split)


def _parts(value, sizes, axis, cut):
    if len(sizes) == 1 and not value.ndim:
        return [value]
    axis = np.reshape(axis, ()) if np.size(axis) == 1 else axis
    axis = _cut_along(value, axis, "split_dim_tensor must have exactly one element.")
    whole, said = value.shape[axis], [int(size) for size in sizes]
    if said.count(-1) > 1:
        raise ValueError("There can only be one -1 in the input.")
    known = sum(size for size in said if size != -1)
    fits = not shapes.is_number(whole) or (known <= whole if -1 in said else known == whole)
    if min(said, default=0) < -1 or not fits:
        raise ValueError(
            "Determined shape must either match input shape along split_dim exactly if fully specified, or be less than "
            f"the size of the input along split_dim if not fully specified.  Got: {known}"
        )
    ends = np.cumsum([whole - known if size == -1 else size for size in said])[:-1]
    return cut(value, [int(end) for end in ends], axis)


@op(
    "SplitV",
    "value: T, size_splits: Tlen=int64, split_dim: int32 -> output: num_split*T",
    types={"Tlen": dtypes.INDEX},
    infer=_split_v_shape,
    static=["size_splits", "split_dim"],
    ranks={"size_splits": (1, "size of the split_tensor must be 1-D, got shape {shape}")},
    fold=_folded_split_v,
    grad=lambda op, *dys: [concat(list(dys), op.inputs[2]), None, None],
    interpret="fold",
    barrier=False,
    minimums={"num_split": 1},
)
def _split_v(value, size_splits, split_dim, *, num_split: int):
    """Parts of the given sizes along an axis."""
    return _parts(value, size_splits, split_dim, jnp.split)


@former_keywords("split_dim num_split", "tf.split(value, num_or_size_splits, axis)")
def split(value, num_or_size_splits: Any, axis=0, num=None, name="split"):
    """A tensor cut into parts along an axis, as a list.

    value: any dtype.  num_or_size_splits: how many equal parts, or the size of each.  axis: a scalar.
    num: how many, where the static shape does not say.  ValueError where the static size cannot be cut so.

        a, b = tf.split(x, [3, 5], axis=1)  # of x [4, 8]: [4, 3] and [4, 5]
    """
    if isinstance(value, int) and isinstance(axis, Tensor) and axis.dtype.is_floating:
        kind = axis.dtype.base_dtype.name
        message = f"Input 'split_dim' of 'Split' Op has type {kind} that does not match expected type of int32."
        raise TypeError(
            explain(
                message,
                at=axis,
                fix=Fix(
                    reordered("tf.split(value, num_or_size_splits, axis)"),
                    Edit("keywords", text="axis num_or_size_splits value"),
                ),
            )
        )
    sizes = convert_to_tensor(num_or_size_splits)
    if isinstance(num_or_size_splits, (int, np.integer, Dimension)) and not isinstance(num_or_size_splits, bool):
        count = as_dimension(num_or_size_splits).value
        if not count:
            raise ValueError(f"Attr 'num_split' of 'Split' Op passed {count} less than minimum 1.")
        return _split(axis, value, num_split=count, name=name)
    if sizes.dims == ():
        raise ValueError(
            "Rank-0 tensors are not supported as the num_or_size_splits argument to split. "
            f"Argument provided: {num_or_size_splits}"
        )
    if num is None:
        num = sizes.dims[0] if sizes.dims else None
        if num is None:
            raise ValueError(f"Cannot infer num from shape {num_or_size_splits}")
    return _split_v(value, sizes, axis, num_split=num, name=name)
