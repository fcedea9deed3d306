"""transpose, reverse and relatives."""

from typing import Any

import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.errors import explain
from graphlab._src.base.former_names import reordered
from graphlab._src.base.overrides import overridable
from graphlab._src.base.shapes import ShapeError
from graphlab._src.compiler.checks import Check, first_place
from graphlab._src.graph import constant_value, convert_to_tensor, name_scope
from graphlab._src.ops.define import no_gradient, op, raw_ops
from graphlab._src.ops.numpy_forms import only_first
from graphlab._src.ops.rules import merge_size, with_rank
from graphlab._src.ops.shape import rank


def _permuted(op):
    dims = op.inputs[0].dims
    length = with_rank(op.inputs[1].dims, 1, "pass perm as a vector: [1, 0]")[0]
    perm = constant_value(op.inputs[1])
    if dims is not None and length is not None and len(dims) != length:
        raise ShapeError(f"Dimension must be {len(dims)} but is {length}", "perm needs a number for each axis")
    if dims is None and length is not None and length < 2:
        return None  # as in TensorFlow, for which a scalar may come with a permutation of one axis
    if perm is None:
        size = length if dims is None else len(dims)
        return None if size is None else (None,) * size
    for i in perm:
        if not -len(perm) <= i < len(perm):
            raise ShapeError(f"perm dim {i} is out of range of input rank {len(perm)}")
    axes = [int(i) for i in perm]
    return (None,) * len(axes) if dims is None else tuple([dims[i] for i in axes])


_TRANSPOSE = {
    "signature": "x: T, perm: Tperm=int32 -> y: T",
    "types": {"Tperm": dtypes.INDEX},
    "infer": _permuted,
    "static": ["perm"],
}


@only_first
def _transpose_of_rows(step, inputs):
    return np.transpose(inputs[0], [0, *(inputs[1] % (inputs[0].ndim - 1) + 1)])


@op(
    "Transpose",
    fold=lambda x, perm: np.transpose(x, _order(perm, x.ndim)),
    **_TRANSPOSE,
    grad=lambda op, dy: [transpose(dy, invert_permutation(op.inputs[1])), None],
    interpret="fold",
    arranges=True,
    barrier=False,
    vectorize=_transpose_of_rows,
)
def _transpose(x, perm):
    """x with its axes in the order `perm`."""
    return jnp.transpose(x, _order(perm, x.ndim))


def _order(perm, rank):
    """The order of the axes as a tuple."""
    if np.ndim(perm) != 1:
        raise ValueError(f"perm must be a vector, not {shapes.text(np.shape(perm))}")
    if len(perm) != rank:
        raise ValueError(f"transpose expects a vector of size {rank}. But input(1) is a vector of size {len(perm)}")
    order = tuple(int(i) for i in perm)
    for i in order:
        if not 0 <= i < rank:
            raise ValueError(f"{i} is out of range [0 .. {rank})")
    for i in range(rank):
        if i not in order:
            raise ValueError(f"{i} is missing from {{{','.join(map(str, order))}}}.")
    return order


@op(
    "ConjugateTranspose",
    **_TRANSPOSE,
    grad=lambda op, dy: [transpose(dy, invert_permutation(op.inputs[1]), conjugate=True), None],
)
def _conjugate_transpose(x, perm):
    """The complex conjugate of x with its axes in the order `perm`."""
    return jnp.conj(jnp.transpose(x, _order(perm, x.ndim)))


def _check_permutation(result, x):
    if isinstance(x, np.ndarray):
        return [Check(np.bool_(_wrong_number(x) is not None), lambda: _wrong_number(x) or "")]
    count = x.shape[0]
    outside = (x < 0) | (x >= count)
    twice = jnp.zeros(count, np.int32).at[x].add(1, mode="drop") > 1

    return [Check(jnp.any(outside) | jnp.any(twice), lambda: _wrong_number(np.asarray(x)) or "")]


def _wrong_number(x):
    """What is wrong with a permutation; None where it is one."""
    seen = set()
    for number in x.tolist():
        if not 0 <= number < len(x):
            return f"{number} is not between 0 and {len(x)}"
        if number in seen:
            return f"{number} is duplicated in the input."
        seen.add(number)
    return None


def _check_vector(x):
    if x.ndim != 1:
        raise ValueError("invert_permutation expects a 1D vector.")


def _inverse(x):
    _check_vector(x)
    wrong = _wrong_number(x)
    if wrong:
        raise ValueError(wrong)
    result = np.empty_like(x)
    result[x] = np.arange(len(x), dtype=x.dtype)
    return result


@op(
    "InvertPermutation",
    "x: T=int32 -> y: T",
    types={"T": dtypes.INDEX},
    infer=lambda op: with_rank(op.inputs[0].dims, 1),
    fold=_inverse,
    grad=no_gradient,
    checks=_check_permutation,
)
def invert_permutation(x):
    """The permutation that undoes x."""
    _check_vector(x)
    return jnp.zeros_like(x).at[x].set(jnp.arange(x.shape[0], dtype=x.dtype))


def transpose(a, perm=None, name: Any = "transpose", conjugate=False):
    """a with its axes in another order.

    perm: the new order of the axes; reversed when left out.  conjugate: whether complex numbers are conjugated.
    """
    with name_scope(name, "transpose", [a]) as scope:
        operation = raw_ops.ConjugateTranspose if conjugate and a.dtype.is_complex else raw_ops.Transpose
        if perm is not None:
            return operation(a, perm, name=scope)
        a = convert_to_tensor(a, name="a")
        if a.dims:
            perm = (len(a.dims) - 1) - np.arange(len(a.dims), dtype=np.int32)
        else:
            axes = raw_ops.Rank(a)
            perm = (axes - 1) - raw_ops.Range(0, axes, 1)
        result = operation(a, perm, name=scope)
        if a.dims is not None:
            result.set_shape(a.dims[::-1])
        return result


def matrix_transpose(a, name="matrix_transpose", conjugate=False):
    """a with its last two axes swapped.

    conjugate: conjugate the elements too.
    """
    with name_scope(name, None, [a]):
        a = convert_to_tensor(a, name="a")
        if a.dims is None:
            count = rank(a)
            perm = raw_ops.ConcatV2([raw_ops.Range(0, count - 2, 1), [count - 1, count - 2]], 0, name="concat")
            return transpose(a, perm=perm, conjugate=conjugate)
        axes = len(a.dims)
        if axes < 2:
            raise ValueError(f"Argument 'a' should be a (batch) matrix, with rank >= 2.  Found: {a.shape}")
        return transpose(a, perm=[*range(axes - 2), axes - 1, axes - 2], conjugate=conjugate)


@overridable
def adjoint(matrix, name=None):
    """The conjugate transpose of the matrices in the last two axes.

    matrix: […, m, n].
    """
    with name_scope(name, "adjoint", [matrix]):
        return matrix_transpose(convert_to_tensor(matrix, name="matrix"), conjugate=True)


def _same_when_known(op):
    axes = constant_value(op.inputs[1])
    dims = op.inputs[0].dims
    with_rank(op.inputs[1].dims, 1, "pass the axes as a list")
    if axes is not None and dims is not None:
        _axes_to_reverse(axes, len(dims))
    return dims


def _axes_to_reverse(axes, rank):
    """The axes counted from 0; ShapeError where one is no axis of that rank or comes twice."""
    if np.ndim(axes) != 1:
        raise ShapeError(f"'dims' must be 1-dimension, not {np.ndim(axes)}")
    found = []
    for i, axis in enumerate(int(axis) for axis in axes):
        if not -rank <= axis < rank:
            raise ShapeError(f"'axis'[{i}] = {axis} is out of valid range [-{rank}, {rank})")
        if axis % rank in found:
            raise ShapeError(f"axis {axis % rank} specified more than once.", "name each axis once")
        found.append(axis % rank)
    return tuple(found)


def _axes_of_run(axes, rank):
    """Those of _axes_to_reverse, and none of a scalar, whose axes TensorFlow only looks at while it builds the graph."""
    return _axes_to_reverse(axes, rank) if rank else ()


@op(
    "ReverseV2",
    "tensor: T, axis: Tidx=int32 -> output: T",
    types={"T": dtypes.NUMERIC - {dtypes.uint32, dtypes.uint64} | {dtypes.bool, dtypes.string}, "Tidx": dtypes.INDEX},
    infer=_same_when_known,
    static=["axis"],
    fold=lambda x, axes: np.flip(x, _axes_of_run(axes, x.ndim)),
    grad=lambda op, dy: [raw_ops.ReverseV2(dy, op.inputs[1]), None],
    interpret="fold",
    barrier=False,
)
def _reverse(tensor, axis):
    """The tensor with its elements in reverse order along axes."""
    return jnp.flip(tensor, _axes_of_run(axis, tensor.ndim))


def _flagged(flags):
    return tuple(int(axis) for axis in np.nonzero(np.asarray(flags))[0])


def _same_as_flagged(op):
    flags = with_rank(op.inputs[1].dims, 1)[0]
    return op.inputs[0].dims if flags is None else with_rank(op.inputs[0].dims, flags)


def _flags_of(x, flags):
    """The axes that are flagged, one flag for each."""
    if len(flags) != x.ndim:
        raise ValueError(
            f"'dims' must have the same number of values as 'input' has dimensions. 'input' has {x.ndim} "
            f"'dims' has {len(flags)} values"
        )
    return _flagged(flags)


@op(
    "Reverse",
    "tensor: T, dims: bool -> output: T",
    types={"T": dtypes.NUMERIC - {dtypes.uint32, dtypes.uint64, dtypes.bfloat16} | {dtypes.bool, dtypes.string}},
    infer=_same_as_flagged,
    ranks={"dims": (1, "'dims' must be 1-dimension, not {shape}")},
    static=["dims"],
    fold=lambda x, flags: np.flip(x, _flags_of(x, flags)),
    grad=lambda op, dy: [raw_ops.Reverse(dy, op.inputs[1]), None],
    interpret="fold",
    barrier=False,
)
def _reverse_flagged(tensor, dims):
    """The same along the axes with True, as old graphs have it."""
    return jnp.flip(tensor, _flags_of(tensor, dims))


def reverse(tensor, axis, name=None):
    """The tensor with its elements in reverse order along axes.

    tensor: any dtype.  axis: a list or vector of axes; negative ones count from the end.
    Raises TypeError for a list of bools, one for each dimension, as TensorFlow had it before 1.0.
    """
    if (
        isinstance(axis, (list, tuple, np.ndarray))
        and len(axis)
        and all(isinstance(one, (bool, np.bool_)) for one in axis)
    ):
        message = f"`axis` of tf.reverse is a list of axes, not a bool for each dimension: {list(axis)}"
        fix = reordered(f"tf.reverse(tensor, {[i for i, one in enumerate(axis) if one]})")
        raise TypeError(explain(message, fix=fix))
    return _reverse(tensor, axis, name=name)


def _sequence_shape(op):
    dims, count = op.inputs[0].dims, with_rank(op.inputs[1].dims, 1)[0]
    if dims is None:
        return None
    batch = op.attrs["batch_dim"]
    for name in ("batch_dim", "seq_dim"):
        if op.attrs[name] >= len(dims):
            raise ShapeError(f"{name} must be < input rank: {op.attrs[name]} vs. {len(dims)}")
    return (*dims[:batch], merge_size(dims[batch], count, "pass a length for each sequence"), *dims[batch + 1 :])


def _check_lengths(result, input, seq_lengths, *, seq_dim, batch_dim=0):
    negative, long = seq_lengths < 0, seq_lengths > input.shape[seq_dim]
    return [
        Check(negative, lambda: f"seq_lens({first_place(negative)}) < 0"),
        Check(long, lambda: f"seq_lens({first_place(long)}) > input.dims({seq_dim})"),
    ]


def _reverse_sequence_grad(op, dy):
    lengths = op.inputs[1]
    return [_reverse_sequence(dy, lengths, seq_dim=op.get_attr("seq_dim"), batch_dim=op.get_attr("batch_dim")), None]


@op(
    "ReverseSequence",
    "input: T, seq_lengths: Tlen=int64 -> output: T",
    types={"Tlen": dtypes.INDEX},
    infer=_sequence_shape,
    grad=_reverse_sequence_grad,
    checks=_check_lengths,
    masking="reverse",
)
def _reverse_sequence(input, seq_lengths, *, seq_dim: int, batch_dim: int = 0):
    """The first seq_lengths[i] elements of each sequence back to front."""
    for name, axis in (("seq_dim", seq_dim), ("batch_dim", batch_dim)):
        if axis >= input.ndim:
            raise ValueError(f"{name} must be < input.dims()( {axis} vs. {input.ndim})")
    if seq_dim == batch_dim:
        raise ValueError(f"batch_dim == seq_dim == {seq_dim}")
    if shapes.differ(seq_lengths.shape, (input.shape[batch_dim],)):
        raise ValueError(
            f"len(seq_lens) != input.dims({batch_dim}), ({seq_lengths.shape[0]} vs. {input.shape[batch_dim]})"
        )
    index_type = seq_lengths.dtype
    moved = jnp.moveaxis(input, (batch_dim, seq_dim), (0, 1))
    places = jnp.arange(moved.shape[1], dtype=index_type)[None, :]
    lengths = seq_lengths[:, None]
    source = jnp.where(places < lengths, lengths - 1 - places, places)
    source = source.reshape(source.shape + (1,) * (moved.ndim - 2))
    return jnp.moveaxis(jnp.take_along_axis(moved, source, axis=1), (0, 1), (batch_dim, seq_dim))


def reverse_sequence(input, seq_lengths, seq_axis=None, batch_axis=None, name=None, seq_dim=None, batch_dim=None):
    """The first seq_lengths[i] elements of the sequence i back to front, the rest where it was.

    seq_axis: the axis along a sequence.  batch_axis: the axis across sequences, 0 when left out.
    seq_dim, batch_dim: their old names.
    input: any dtype.
    """
    seq_axis = seq_dim if seq_axis is None else seq_axis
    batch_axis = batch_dim if batch_axis is None else batch_axis
    return _reverse_sequence(input, seq_lengths, seq_dim=seq_axis, batch_dim=batch_axis or 0, name=name)
