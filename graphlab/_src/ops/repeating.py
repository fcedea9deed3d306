"""repeat, and the coordinates of flat indices: unravel_index."""

import jax.numpy as jnp

from graphlab._src.base import dtypes, shapes
from graphlab._src.graph import convert_to_tensor, name_scope, static_value
from graphlab._src.ops.broadcasting import broadcast_to
from graphlab._src.ops.constants import ones
from graphlab._src.ops.define import no_gradient, op, raw_ops
from graphlab._src.ops.extremes import maximum
from graphlab._src.ops.grids import sequence_mask
from graphlab._src.ops.indexing import boolean_mask
from graphlab._src.ops.joining import concat, stack
from graphlab._src.ops.padding import tile
from graphlab._src.ops.reduction import reduce_max
from graphlab._src.ops.rules import with_rank
from graphlab._src.ops.shape import expand_dims, rank, reshape, shape


def repeat(input, repeats, axis=None, name=None):
    """The elements of a tensor along an axis, each as often as `repeats` says.

    repeats: whole numbers, one for each element or one for all.  axis: the elements in a row when left out.
    input: any dtype.
    """
    if axis is None:
        input, axis = reshape(input, [-1]), 0
    if not isinstance(axis, int):
        raise TypeError(f"axis must be an int; got {type(axis).__name__}")
    with name_scope(name, "Repeat", [input, repeats]):
        data = convert_to_tensor(input, name="data")
        repeats = convert_to_tensor(repeats, name="repeats")
        repeats = raw_ops.Cast(repeats, dtypes.int32)  # even of an int32, as in TensorFlow
        if repeats.shape.rank is not None and repeats.shape.rank > 1:
            raise ValueError(f"Shape {repeats.shape} must have rank at most 1")
        data = _of_nonzero_rank(data)
        axis = _counted_from_the_front(axis, data.shape.rank)
        if repeats.shape.rank == 1 and data.shape.rank is not None:
            data.shape[axis].assert_is_compatible_with(repeats.shape[0])
        return _repeated(data, repeats, axis)


def _of_nonzero_rank(data):
    """The tensor, or a vector of a scalar."""
    if data.shape.rank is None:
        sizes, count = shape(data), rank(data)
        return reshape(data, concat([[1], sizes], axis=0)[-count:])
    return data if data.shape.rank else stack([data])


def _counted_from_the_front(axis, count):
    if count is None:
        if axis < 0:
            raise ValueError("axis may only be negative if ndims is statically known.")
    elif not -count <= axis < count:
        raise ValueError(f"axis={axis} out of bounds: expected {-count}<=axis<{count}")
    return axis if axis >= 0 else axis + count


def _repeated(data, repeats, axis):
    sizes = shape(data)

    def flattened(tiled):
        """Without the axis of the repetitions."""
        return reshape(tiled, concat([sizes[:axis], [-1], sizes[axis + 1 :]], axis=0))

    if repeats.shape.rank == 0:
        return flattened(_tiled(expand_dims(data, axis + 1), axis + 1, repeats))
    if repeats.shape.rank != axis + 1:
        full = concat([sizes[: axis + 1 - rank(repeats)], shape(repeats)], axis=0)
        repeats = broadcast_to(repeats, full)
        repeats.set_shape([None] * (axis + 1))
    most = maximum(0, reduce_max(repeats))
    # Each element is repeated `most` times in a row of its own; the mask selects as many as were requested.
    mask = sequence_mask(repeats, most)
    chosen = boolean_mask(_tiled(expand_dims(data, axis + 1), axis + 1, most), mask)
    result = chosen if axis == 0 else flattened(chosen)
    if data.shape.rank is not None:
        known = static_value(repeats)
        total = int(known.sum(-1).reshape(-1)[0]) if known is not None and known.size else None
        result.set_shape(data.shape[:axis].concatenate([total]).concatenate(data.shape[axis + 1 :]))
    return result


def _tiled(data, axis, multiple):
    if data.shape.rank is not None:
        return tile(data, [multiple if i == axis else 1 for i in range(data.shape.rank)])
    each = ones(rank(data), dtypes.int32)
    return tile(data, concat([each[:axis], [multiple], each[axis + 1 :]], axis=0))


def _places(op):
    indices, dims = (tensor.dims for tensor in op.inputs)
    return None if indices is None else (with_rank(dims, 1)[0], *indices)


@op(
    "UnravelIndex",
    "indices: Tidx=int32, dims: Tidx -> output: Tidx",
    types={"Tidx": dtypes.INDEX},
    infer=_places,
    ranks={"dims": (1, 'The indices can only be 1-D, got "{shape}"')},
    grad=no_gradient,
)
def unravel_index(indices, dims):
    """The places that `indices` count to, row by row, in a tensor of the shape dims: [rank, *indices.shape]."""
    if indices.ndim > 1:
        raise ValueError(f'The indices can only be scalar or vector, got "{shapes.text(indices.shape)}"')
    places, rest = [], indices
    for i in range(dims.shape[0] - 1, -1, -1):
        places.append(rest % dims[i])
        rest = rest // dims[i]
    return jnp.stack(places[::-1])
