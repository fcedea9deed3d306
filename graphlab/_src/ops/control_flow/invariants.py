"""Shape invariants of loop variables: the shape in every iteration, and the edge back to the next one."""

from typing import Any

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.errors import InvalidArgumentError, explain
from graphlab._src.graph import IndexedSlices, convert_to_tensor, nest
from graphlab._src.graph.ragged_tensor import RaggedParts
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.graph.type_spec import TensorSpec, TypeSpec
from graphlab._src.ops.control_flow.edges import as_indexed_slices, next_iteration
from graphlab._src.ops.tensor_array import flow_of


def fits(dims, invariant):
    """True when every shape that `dims` allows is one that `invariant` allows."""
    if invariant is None:
        return True
    if dims is None or len(dims) != len(invariant):
        return False
    return all(wanted is None or size == wanted for size, wanted in zip(dims, invariant, strict=True))


def invariants_of(value, shape):
    """The shape invariants of a loop variable: one, or for what is made of several tensors a list of them.

    shape: what the caller passed: a TypeSpec, or the shape, of IndexedSlices that of their values, of a SparseTensor
    that of its dense_shape, of a ragged tensor its own.  TypeError for a TypeSpec of other values.
    """
    if isinstance(shape, TypeSpec):
        return _of_spec(value, shape)
    if not nest.is_composite(value):
        return shape
    if not isinstance(shape, shapes.TensorShape):
        raise TypeError(f"Expected shape to be a TypeSpec or TensorShape, got {shape!r}")
    if isinstance(value, IndexedSlices):
        parts = [shape, shape[:1]]
        return parts if value.dense_shape is None else [*parts, shapes.TensorShape([shape.ndims])]
    if isinstance(value, RaggedParts):
        return _ragged_invariants(value, shape)
    return _sparse_invariants(shape[0] if shape.ndims == 1 else None)


def _of_spec(value, spec: Any):
    if nest.is_composite(value):
        shape, fits = [part.shape for part in spec._component_specs], spec.is_compatible_with(value)
    else:
        value = convert_to_tensor(flow_of(value))
        fits = isinstance(spec, TensorSpec) and value.dtype.base_dtype is spec.dtype
        shape = spec.shape
    if not fits:
        raise TypeError(f"TypeSpec {spec!r} is not compatible with {value!r}")
    return shape


def _sparse_invariants(rank):
    return [shapes.TensorShape([None, rank]), shapes.TensorShape([None]), shapes.TensorShape([rank])]


def _ragged_invariants(value, shape):
    """The number of rows and the sizes behind the ragged axes stay, the lengths of rows may change."""
    flat = shapes.TensorShape([None]).concatenate(shape[value.ragged_rank + 1 :])
    rows = None if shape.ndims is None else shape.dims[0] + 1
    return [flat, shapes.TensorShape([rows]), *[shapes.TensorShape([None])] * (value.ragged_rank - 1)]


def default_invariants(value):
    """The shape invariants of a loop variable that the caller says nothing of: the shapes that it begins with."""
    if isinstance(value, SparseTensor):
        return _sparse_invariants(value.dense_shape.shape[0])
    if isinstance(value, RaggedParts):
        return _ragged_invariants(value, value.shape)
    return [part.shape for part in nest.flatten(value, expand_composites=True)]


def set_shape_invariants(values, enters, invariants):
    """Sets on the Enter of each loop variable its invariant; ValueError when its first value does not keep to it."""
    if not all(isinstance(shape, shapes.TensorShape) for shape in invariants):
        raise ValueError("`shapes` must be a (possibly nested) list of shapes.")
    for value, enter, shape in zip(values, enters, invariants, strict=False):
        if not fits(value.dims, shapes.of(shape)):
            raise ValueError(
                explain(
                    f"The shape invariant specified for {value.name} is not compatible with the initial shape of the "
                    f"loop variable. It enters the loop with shape {value.shape}, but the specified shape invariant is "
                    f"{shape}.",
                    at=value,
                )
            )
        enter.set_shape(shape)


def add_back_edge(start, value):
    """Makes `value` what the loop variable is in the next iteration; ValueError when it does not keep to its shape.

    start: the output of the Merge that the iteration begins with.  InvalidArgumentError for a value of another type.
    """
    value = next_iteration(convert_to_tensor(value))
    kinds = [dtypes.runtime_name(tensor.dtype.base_dtype) for tensor in (value, start)]
    if kinds[0] != kinds[1]:
        raise InvalidArgumentError(
            start.op.node_def,
            start.op,
            explain(
                f"Input 1 of node {start.op.name} was passed {kinds[0]} from {value.name} incompatible with expected "
                f"{kinds[1]}.",
                at=value,
                fix=f"return tf.cast(value, tf.{start.dtype.base_dtype.name}) from the body",
            ),
        )
    if not fits(value.dims, start.dims):
        source = start.op.inputs[0].op.inputs[0]
        raise ValueError(
            explain(
                f"Input tensor '{source.name}' enters the loop with shape {source.shape}, but has shape {value.shape} "
                "after one iteration. To allow the shape to vary across iterations, use the `shape_invariants` argument "
                "of tf.while_loop to specify a less-specific shape.",
                at=source,
            )
        )
    start.op.update_input(1, value)


def add_free_back_edge(start, value):
    """The same for what may change its shape: a tensor, or IndexedSlices, which may also begin as a tensor."""
    value = next_iteration(as_indexed_slices(value) if isinstance(start, IndexedSlices) else convert_to_tensor(value))
    parts = zip(*[nest.flatten(item, expand_composites=True) for item in (start, value)], strict=True)
    for merge, part in parts:
        merge.op.update_input(1, part)
