"""Positions and masks: meshgrid, sequence_mask, roll."""

import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.graph import constant, convert_to_tensor, name_scope
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import less
from graphlab._src.ops.constants import ones
from graphlab._src.ops.define import op, raw_ops
from graphlab._src.ops.joining import stack
from graphlab._src.ops.rules import merge, with_rank_at_least, with_rank_at_most
from graphlab._src.ops.sequence import all_axes
from graphlab._src.ops.shape import expand_dims, reshape, size


def meshgrid(*args, indexing="xy", name="meshgrid"):
    """The coordinates of all points of a grid, a tensor for each axis.

    args: the positions along each axis.  indexing: "xy" as in images, the first two swapped, or "ij".
    """
    if indexing not in ("xy", "ij"):
        raise ValueError("indexing parameter must be either 'xy' or 'ij'")
    with name_scope(name, "meshgrid", list(args)):
        count = len(args)
        alone = (1,) * count
        result = [reshape(stack(x), (*alone[:i], -1, *alone[i + 1 :])) for i, x in enumerate(args)]
        sizes = [size(x) for x in args]
        kind = convert_to_tensor(args[0]).dtype.base_dtype
        if indexing == "xy" and count > 1:
            result[0] = reshape(result[0], (1, -1, *alone[2:]))
            result[1] = reshape(result[1], (-1, 1, *alone[2:]))
            sizes[0], sizes[1] = sizes[1], sizes[0]
        filler = ones(sizes, kind)
        return [x * filler for x in result]


def sequence_mask(lengths, maxlen=None, dtype=dtypes.bool, name=None):
    """True at the first lengths[i] positions of row i.

    lengths: whole numbers, any shape.  maxlen: how long the rows are, the largest length when left out.
    dtype: of the result, where True becomes 1.
    """
    with name_scope(name, "SequenceMask", [lengths, maxlen]):
        lengths = convert_to_tensor(lengths)
        if maxlen is None:
            longest = raw_ops.Max(lengths, all_axes(lengths))
            maxlen = raw_ops.Maximum(constant(0, longest.dtype.base_dtype), longest)
        else:
            maxlen = convert_to_tensor(maxlen)
        if maxlen.dims:
            raise ValueError("maxlen must be scalar for sequence_mask")
        kind = maxlen.dtype.base_dtype
        row = raw_ops.Range(constant(0, kind), maxlen, constant(1, kind))
        column = raw_ops.Cast(expand_dims(lengths, -1), DstT=kind)
        mask = less(row, column)
        return mask if dtype is None or dtypes.as_dtype(dtype) is dtypes.bool else cast(mask, dtype)


def _rolled(op):
    dims = with_rank_at_least(op.inputs[0].dims, 1)
    shift, axis = (with_rank_at_most(tensor.dims, 1) for tensor in op.inputs[1:])
    merge(shift, axis, "pass a shift for each axis")
    return dims


def _roll_grad(op, dy):
    return [roll(dy, -op.inputs[1], op.inputs[2]), None, None]


@op(
    "Roll",
    "input: T, shift: Tshift, axis: Taxis -> output: T",
    types={"Tshift": dtypes.INDEX, "Taxis": dtypes.INDEX},
    infer=_rolled,
    static=["axis"],
    grad=_roll_grad,
)
def _roll(input, shift, axis):
    """The elements moved along axes; what falls off one end comes in at the other."""
    if not input.ndim:
        raise ValueError("input must be 1-D or higher")
    for name, given in (("shift", shift), ("axis", axis)):
        if np.ndim(given) > 1:
            raise ValueError(f"{name} must be a scalar or a 1-D vector. Found: {shapes.text(np.shape(given))}")
    if np.shape(shift) != np.shape(axis):
        raise ValueError("shift and axis must have the same size")
    shifts, axes = jnp.atleast_1d(shift), np.atleast_1d(axis)
    for i, one in enumerate(axes):
        if not -input.ndim <= one < input.ndim:
            raise ValueError(f"axis {one} is out of range")
        size = input.shape[one]
        places = jnp.mod(jnp.arange(size, dtype=shifts.dtype) - shifts[i], max(size, 1))
        input = jnp.take(input, places, int(one))
    return input


def roll(input, shift, axis, name=None):
    """The elements moved along axes; what falls off one end comes in at the other.

    shift, axis: a number each, or as many of one as of the other.
    input: any dtype.
    """
    return _roll(input, shift, axis, name=name)
