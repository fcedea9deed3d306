"""Parts of a tensor by index: gather, gather_nd, scatter_nd."""

import math
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.overrides import overridable
from graphlab._src.base.shapes import ShapeError
from graphlab._src.compiler.checks import Check, outside, outside_dims
from graphlab._src.graph import (
    IndexedSlices,
    Tensor,
    constant_dims,
    constant_value,
    convert_to_tensor,
    name_scope,
    static_value,
)
from graphlab._src.ops.cast import cast
from graphlab._src.ops.constants import ones, zeros
from graphlab._src.ops.define import op, raw_ops
from graphlab._src.ops.grids import meshgrid
from graphlab._src.ops.joining import concat, stack, unstack
from graphlab._src.ops.padding import tile
from graphlab._src.ops.rules import merge, merge_size, product, sizes_of, with_rank, with_rank_at_least
from graphlab._src.ops.seed import counted_as
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import expand_dims, rank, reshape, shape, size, squeeze
from graphlab._src.ops.transpose import transpose


def _gathered(op):
    params, indices = op.inputs[0].dims, op.inputs[1].dims
    axis = constant_value(op.inputs[2])
    batch = op.attrs["batch_dims"]
    if params is None or indices is None:
        return None
    batch = batch + len(indices) if batch < 0 else batch
    if axis is None:
        return (None,) * (len(params) - 1 + len(indices) - batch)
    axis = int(axis)
    if not -len(params) <= axis < len(params):
        with_rank_at_least(params, axis + 1 if axis >= 0 else -axis)
    axis %= len(params)
    for first, second in zip(params[:batch], indices[:batch], strict=True):
        merge_size(first, second, "params and indices share their first batch_dims axes")
    return (*params[:axis], *indices[batch:], *params[axis + 1 :])


def _gather_grad(op, dy):
    params, indices, axis = op.inputs
    with params.graph.colocate_with(params.op):
        sizes = cast(shape(params, out_type=dtypes.int64), dtypes.int32)
    count = expand_dims(size(indices), 0)
    batch = op.get_attr("batch_dims")
    if static_value(axis) == 0 and not batch:
        values = reshape(dy, concat([count, sizes[1:]], 0))
        return [IndexedSlices(values, reshape(indices, count), sizes), None, None]
    return [_dense_gather_grad(sizes, dy, indices, axis, batch), None, None]


def _dense_gather_grad(sizes, dy, indices, axis, batch):
    """The gathered axis goes to the front, its parts are added up, and it goes back."""
    outer, inner = sizes[:axis], sizes[axis:][1:]
    values_shape = concat([outer, [-1], inner], 0)
    rank, axis_count = size(values_shape), size(outer)
    batch = batch + len(indices.dims) if batch < 0 else batch
    batches, before = range_(batch), range_(batch, axis_count)
    behind = range_(axis_count + 1, rank)
    values = reshape(dy, values_shape)
    turned = raw_ops.Transpose(values, concat([batches, [axis_count], before, behind], 0), name="transpose")
    total = _add_up(sizes, turned, indices, batch, axis, sizes[axis])
    return raw_ops.Transpose(total, concat([batches, before + 1, [batch], behind], 0), name="transpose")


def _add_up(sizes, values, indices, batch, axis, count):
    flat_size = expand_dims(size(indices), 0)
    if not batch:
        return raw_ops.UnsortedSegmentSum(values, reshape(indices, flat_size), count)
    values_shape = shape(values)
    outer, inner = values_shape[:batch], values_shape[batch:][1:]
    batches = raw_ops.Prod(outer, [0])
    flat = concat([[-1], inner], 0)
    count *= batches
    indices = _within_batches(sizes, indices, batch, axis)
    values = reshape(values, flat)
    total = raw_ops.UnsortedSegmentSum(values, reshape(indices, flat_size), count)
    return reshape(total, concat([outer, flat], 0))


def _within_batches(sizes, indices, batch, axis):
    """The indices as they are when all batches lie behind each other."""
    sizes, ndims = cast(sizes, indices.dtype), len(indices.dims)
    known_axis, found, length = static_value(axis), indices, ones([], indices.dtype)
    for dim in range(batch, 0, -1):
        rows = sizes[dim - 1]
        # TensorFlow reads the size of the axis behind the batches here, which is the gathered one's only where batch is axis.
        length *= sizes[dim if dim < batch else axis if known_axis is None else int(known_axis)]
        starts = range_(zeros([], indices.dtype), rows, ones([], indices.dtype))
        starts *= length
        found += reshape(starts, stack([1] * (dim - 1) + [rows] + [1] * (ndims - dim)))
    return found


def taken(x, indices, axis, batch):
    """The parts of an array at positions along an axis, whose first axes are shared with the indices."""
    if not x.ndim:
        raise ValueError("params must be at least 1 dimensional")
    if not -x.ndim <= axis < x.ndim:
        raise ValueError(f"Expected axis in the range [-{x.ndim}, {x.ndim}), but got {axis}")
    axis, batch = axis % x.ndim, batch % indices.ndim if batch < 0 else batch
    if x.shape[axis] == 0:  # every index is out of bounds
        return jnp.zeros((*x.shape[:axis], *indices.shape[batch:], *x.shape[axis + 1 :]), x.dtype)

    def take(values, places):
        return jnp.take(values, places, axis - batch, mode="fill")

    for _ in range(batch):
        take = jax.vmap(take)
    return take(x, indices)


def check_gathered(result, params, indices, axis=0, *, batch_dims=0):
    """The Checks of positions along an axis; where nothing lies before it nothing is read, as in TensorFlow."""
    if 0 in params.shape[: int(axis) % params.ndim]:
        return []
    return [outside(indices, params.shape[int(axis)])]


def check_coordinates(result, params, indices):
    """The Checks of coordinates in a tensor."""
    if params.size == 0 and 0 not in indices.shape[:-1]:
        said = f"Requested more than 0 entries, but params is empty.  Params shape: {shapes.text(params.shape)}"
        return [Check(True, lambda: said)]
    return [outside_dims(indices, params.shape, "param shape")]


def check_parts(result, indices, updates, dims):
    """The Checks of what is scattered: coordinates in a tensor of those dims."""
    return [outside_dims(indices, tuple(map(int, dims)))]


def _taken_here(x, indices, axis, *, batch_dims):
    """The NumPy form, which looks at the indices."""
    for check in check_gathered(None, x, indices, axis):
        if np.any(check.bad):
            raise IndexError(check.say())
    batch, axis = batch_dims % indices.ndim if batch_dims < 0 else batch_dims, int(axis) % x.ndim
    if not batch:
        return np.take(x, indices, axis)
    shape = (*x.shape[:axis], *indices.shape[batch:], *x.shape[axis + 1 :])
    rows = [np.take(x[place], indices[place], axis - batch) for place in np.ndindex(*indices.shape[:batch])]
    return np.asarray(rows, x.dtype).reshape(shape)


def _taken_in_numpy(x, indices, axis, *, batch_dims):
    """The parts at these positions along an axis, where all of them are there."""
    if axis is None or batch_dims:
        return None
    if indices.size and not 0 <= indices.min() <= indices.max() < x.shape[int(axis)]:
        return None
    return np.asarray(x.take(indices, int(axis), mode="clip"))  # which is quicker than the mode that looks


@op(
    "GatherV2",
    "params: Tparams, indices: Tindices, axis: Taxis -> output: Tparams",
    types={"Tindices": dtypes.INDEX, "Taxis": dtypes.INDEX},
    infer=_gathered,
    static=["axis"],
    scalars={"axis": "axis must be scalar"},
    fold=_taken_here,
    grad=_gather_grad,
    checks=check_gathered,
    barrier=False,
    interpret=_taken_in_numpy,
)
def _gather(params, indices, axis, *, batch_dims: int = 0):
    """The parts of params at these positions along an axis."""
    return taken(params, indices, int(axis), batch_dims)


def _gather_v1_grad(op, dy):
    params, indices = op.inputs
    with params.graph.colocate_with(params.op):
        sizes = cast(shape(params, out_type=dtypes.int64), dtypes.int32)
    count = expand_dims(size(indices), 0)
    values = reshape(dy, concat([count, sizes[1:]], 0))
    return [IndexedSlices(values, reshape(indices, count), sizes), None]


def _gathered_rows(op):
    params, indices = op.inputs[0].dims, op.inputs[1].dims
    with_rank_at_least(params, 1)
    return None if params is None or indices is None else (*indices, *params[1:])


@op(
    "Gather",
    "params: Tparams, indices: Tindices -> output: Tparams",
    types={"Tindices": dtypes.INDEX},
    infer=_gathered_rows,
    attrs={"validate_indices": (bool, True)},
    grad=_gather_v1_grad,
    checks=check_gathered,
    barrier=False,
)
def _gather_v1(params, indices):
    """The rows of params at these positions, as old graphs have it."""
    return taken(params, indices, 0, 0)


@overridable
def gather(params, indices, validate_indices=None, name=None, axis=None, batch_dims=0):
    """The slices of params at indices along an axis: [*params.shape[:axis], *indices.shape, *params.shape[axis + 1:]].

    params: any dtype.  indices: int32 or int64, any shape; they must be in range.  axis: batch_dims when left out.
    batch_dims: how many leading axes params and indices share.  validate_indices: has no effect.

        tf.gather(["a", "b", "c"], [2, 0])  # ["c", "a"]
    """
    if axis is None:
        axis = batch_dims
    first = (static_value(axis) if isinstance(axis, Tensor) else axis) == 0
    if not batch_dims and first and hasattr(params, "sparse_read"):
        return params.sparse_read(indices, name=name)
    return _gather(params, indices, axis, batch_dims=batch_dims, name=name)


@overridable
def batch_gather(params, indices, name=None):
    """The parts of params at positions along the last axis of indices, whose other axes they share."""
    with name_scope(name, "BatchGather", [params, indices]):
        indices = convert_to_tensor(indices, name="indices")
        params = convert_to_tensor(params, name="params")
        if indices.dims is None:
            raise ValueError("batch_gather does not allow indices with unknown shape.")
        batch = len(indices.dims) - 1
        shared = indices.shape[:batch].merge_with(params.shape[:batch])
        with counted_as(25 + 17 * batch + batch * (batch - 1)):  # TensorFlow computes positions in a flat tensor
            result = gather(params, indices, axis=batch, batch_dims=batch)
        if result.dims is not None:
            result.set_shape(shared.concatenate(result.shape[batch:]))
        return result


def gathered_nd(params, indices):
    """The dims of what coordinates of these dims take out of a tensor of those dims."""
    indices = with_rank_at_least(indices, 1)
    if params is None or indices is None or indices[-1] is None:
        return None
    if indices[-1] > len(params):
        raise ShapeError(
            f"indices.shape[-1] must be <= params.rank, but saw indices shape: {list(indices)} and params shape: {list(params)}"
        )
    return (*indices[:-1], *params[indices[-1] :])


def _gather_nd_grad(op, dy):
    x, indices = op.inputs
    sizes = shape(x, out_type=indices.dtype.base_dtype)
    if indices.dims is not None and len(indices.dims) == 2 and indices.dims[-1] == 1:
        return [IndexedSlices(dy, squeeze(indices, axis=-1), sizes), None]
    return [scatter_nd(indices, dy, sizes), None]


@op(
    "GatherNd",
    "params: Tparams, indices: Tindices -> output: Tparams",
    types={"Tindices": dtypes.INDEX},
    infer=lambda op: gathered_nd(op.inputs[0].dims, op.inputs[1].dims),
    grad=_gather_nd_grad,
    checks=check_coordinates,
    barrier=False,
)
def _gather_nd(params, indices):
    """The parts of params at positions whose coordinates are the last axis of indices."""
    return taken_nd(params, indices)


def taken_nd(params, indices):
    """The parts of an array at coordinates, which the last axis of indices holds."""
    for name, value in (("params", params), ("indices", indices)):
        if not value.ndim:
            raise ValueError(f"{name} must be at least a vector")
    if indices.shape[-1] > params.ndim:
        raise ValueError(
            f"index innermost dimension length must be <= params rank; saw: {indices.shape[-1]} vs. {params.ndim}"
        )
    if not indices.shape[-1]:
        return jnp.broadcast_to(params, indices.shape[:-1] + params.shape)
    if not params.size:  # every index is out of bounds
        return jnp.zeros(indices.shape[:-1] + params.shape[indices.shape[-1] :], params.dtype)
    return params.at[tuple(jnp.moveaxis(indices, -1, 0))].get(mode="fill")


@overridable
def gather_nd(params, indices, name=None, batch_dims=0):
    """The parts of params at coordinates.

    indices: […, k], coordinates in the first k axes of params after batch_dims ones that both share.
    """
    if isinstance(batch_dims, Tensor) and (known := static_value(batch_dims)) is not None:
        batch_dims = int(known.item())
    if batch_dims != 0:
        return batch_gather_nd(params, indices, batch_dims, name)
    if hasattr(params, "gather_nd"):
        return params.gather_nd(indices, name=name)
    return _gather_nd(params, indices, name=name)


def batch_gather_nd(params, indices, batch_dims, name=None):
    """The parts of params at coordinates, row by row.

    params: [*batch, …].  indices: [*batch, …, k], coordinates in the k axes of params after those of the batch.
    batch_dims: how many axes the batch has.
    """
    with name_scope(name, "BatchGatherND", [params, indices]):
        indices = convert_to_tensor(indices, name="indices")
        params = convert_to_tensor(params, name="params")
        if not isinstance(batch_dims, int):
            raise TypeError(f"batch_dims must be an int; got {batch_dims!r}")
        if batch_dims < 0:
            raise ValueError("tf.gather_nd does not allow negative batch_dims.")
        for what, dims in (("indices", indices.dims), ("params", params.dims)):
            if dims is not None and batch_dims >= len(dims):
                raise ValueError(f"batch_dims = {batch_dims} must be less than rank({what}) = {len(dims)}")
        whole = batch_dims == 0  # a batch of one
        if whole:
            params, indices, batch_dims = expand_dims(params, 0), expand_dims(indices, 0), 1
        sizes, places = shape(params), shape(indices)
        batch = sizes[:batch_dims]
        count = raw_ops.Prod(batch, [0])
        between = rank(indices) - batch_dims - 1
        inner = places[batch_dims:-1]
        kind = indices.dtype.base_dtype
        numbers = [raw_ops.Cast(raw_ops.Range(0, length, 1), DstT=kind) for length in unstack(batch, num=batch_dims)]
        grid = transpose(stack([reshape(each, (-1,)) for each in meshgrid(*numbers, indexing="ij")]))
        grid_sizes = shape(grid)
        grid = reshape(grid, concat([grid_sizes[:1], ones(between, dtypes.int32), grid_sizes[1:]], 0))
        grid = tile(grid, concat(((1,), inner, (1,)), 0))
        flat = reshape(indices, concat(([count], places[batch_dims:]), 0))
        found = _gather_nd(params, concat((grid, flat), -1))
        found = reshape(found, concat((batch, shape(found)[1:]), 0))
        return squeeze(found, axis=0) if whole else found


def scattered(dims, indices, updates, into="output"):
    """ShapeError where updates of these static dims do not fit coordinates of those dims in a tensor of the first dims.

    into: what TensorFlow's error calls that tensor.
    """
    indices, updates = with_rank_at_least(indices, 1), with_rank_at_least(updates, 1)
    if dims is not None and product(dims) == 0 and any(known and product(known) for known in (indices, updates)):
        raise ShapeError("Indices and updates specified for empty output shape")
    if indices is None or updates is None or indices[-1] is None or dims == ():
        return
    outer, depth = len(indices) - 1, indices[-1]
    fix = "pass one part for each of the coordinates"
    try:
        merge(indices[:-1], updates[:outer])
    except ShapeError as error:
        raise ShapeError(
            f"The outer {outer} dimensions of indices.shape={shapes.text(indices)} must match the outer {outer} dimensions "
            f"of updates.shape={shapes.text(updates)}: {error.message}",
            fix,
        ) from None
    if dims is None:
        return
    if depth > len(dims):
        raise ShapeError(f"Dimension start must be at most {len(dims)} but is {depth}", fix)
    try:
        merge(dims[depth:], updates[outer:])
    except ShapeError as error:
        raise ShapeError(
            f"The inner {len(dims) - depth} dimensions of {into}.shape={shapes.text(dims)} must match the inner "
            f"{len(updates) - outer} dimensions of updates.shape={shapes.text(updates)}: {error.message}",
            fix,
        ) from None


def fit_parts(dims, indices, updates):
    """ValueError where updates do not fit the coordinates in a tensor of those dims, which a run has."""
    if np.ndim(dims) != 1:
        raise ValueError(f"Shape must be a vector, got {shapes.text(np.shape(dims))}")
    if not len(dims):
        raise ValueError("Output must be at least 1-D, got shape: []")
    depth = indices.shape[-1]
    if math.prod(dims) == 0 and (indices.size or updates.size):
        raise ValueError(
            f"Indices and updates specified for empty output shape.  indices shape: {shapes.text(indices.shape)}"
        )
    if depth > len(dims):
        raise ValueError(
            f"The last dimension of `indices` must be less than or equal to the rank of `shape`: {depth} vs. {len(dims)}"
        )
    if shapes.differ(updates.shape, (*indices.shape[:-1], *dims[depth:])):
        raise ValueError(
            "Must have updates.shape = indices.shape[:batch_dim] + params_shape[slice_dim:], got updates.shape: "
            f"{shapes.text(updates.shape)}, indices.shape: {shapes.text(indices.shape)}, params_shape: {shapes.text(dims)}, "
            f"slice_dim: {depth}, and batch_dim: {indices.ndim - 1}. Inner dimensions of output shape must match inner "
            f"dimensions of updates shape. Output: {shapes.text(dims)} updates: {shapes.text(updates.shape)}"
        )


def _scattered_in_numpy(indices, updates, shape):
    """The NumPy form, which strings have: those of one place are joined. What is out of range the checks refuse."""
    fit_parts(shape, indices, updates)
    depth = indices.shape[-1]
    places, dims = np.asarray(indices).reshape(math.prod(indices.shape[:-1]), depth), sizes_of(shape)
    result = np.full(dims, b"", object) if updates.dtype == object else np.zeros(dims, updates.dtype)
    inside = ((places >= 0) & (places < dims[:depth])).all(axis=1)
    rows = updates.reshape(len(places), *dims[depth:])[inside]
    add: Any = np.logical_or if updates.dtype == bool else np.add
    add.at(result, tuple(places[inside].T), rows)
    return result


def _scattered_dims(op):
    with_rank(op.inputs[2].dims, 1, "pass the shape as a vector")
    dims = constant_dims(op.inputs[2])
    scattered(dims, op.inputs[0].dims, op.inputs[1].dims)
    return dims


@op(
    "ScatterNd",
    "indices: Tindices, updates: T, shape: Tindices -> output: T",
    types={"Tindices": dtypes.INDEX},
    infer=_scattered_dims,
    static=["shape"],
    fold=_scattered_in_numpy,
    grad=lambda op, dy: [None, gather_nd(dy, op.inputs[0]), None],
    checks=check_parts,
)
def scatter_nd(indices, updates, shape):
    """Zeros of that shape with updates added at coordinates; where bool, their logical or.

    indices: int32 or int64, […, k], coordinates in the first k axes.  updates: […, *shape[k:]].
    shape: an integer vector.  Updates of one place add up.  The run fails with InvalidArgumentError out of range.
    """
    fit_parts(shape, indices, updates)
    dims, places = sizes_of(shape), tuple(jnp.moveaxis(indices, -1, 0))
    zeros = jnp.zeros(dims, updates.dtype)
    return zeros.at[places].max(updates) if updates.dtype == bool else zeros.at[places].add(updates)
