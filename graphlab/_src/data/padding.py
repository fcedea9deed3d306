"""The arguments of Dataset.padded_batch: shapes and fillers, for each tensor of an element."""

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import TensorShape, as_shape
from graphlab._src.data import nest, structure
from graphlab._src.graph import convert_to_tensor, static_dims
from graphlab._src.graph.type_spec import SparseTensorSpec


def padded_batch_parts(spec, padded_shapes, padding_values):
    """(the shapes, the fillers) as lists of tensors. spec: of an element."""
    leaves = nest.flatten(spec)
    if any(isinstance(leaf, SparseTensorSpec) for leaf in leaves):
        raise TypeError("Batching of padded sparse tensors is not currently supported")
    given = nest.flatten_up_to(spec, padded_shapes)
    shapes = [_shape_tensor(shape, leaf.shape) for shape, leaf in zip(given, leaves, strict=True)]
    if padding_values is None:
        values = [_zero(leaf.dtype) for leaf in leaves]
    else:
        values = nest.flatten_up_to(spec, padding_values)
    return shapes, [_filler(value, leaf.dtype) for value, leaf in zip(values, leaves, strict=True)]


def _zero(dtype):
    if dtype is dtypes.string:
        return ""
    if dtype is dtypes.variant:
        raise TypeError("Unable to create padding for field of type 'variant'")
    return np.zeros((), dtype.as_numpy_dtype)


def _shape_tensor(padded, known):
    tensor, shape = shape_tensor(padded, "Padded shape", "its")
    if not _fits(shape, known):
        raise ValueError(
            f"The padded shape {shape} is not compatible with the corresponding input component shape {known}."
        )
    return tensor


def shape_tensor(given, what, whose):
    """(a shape as a vector of int64, -1 where a size is not known, the TensorShape). what, whose: for messages."""
    try:
        shape = as_shape(given)
        tensor = convert_to_tensor([-1 if size is None else size for size in shape.as_list()], dtypes.int64)
    except (TypeError, ValueError):
        tensor = convert_to_tensor(given, preferred_dtype=dtypes.int64)
        if tensor.shape.ndims not in (None, 1):
            raise ValueError(
                f"{what} {given} must be a 1-D tensor of tf.int64 values, but {whose} shape was {tensor.shape}."
            ) from None
        if tensor.dtype != dtypes.int64:
            raise TypeError(
                f"{what} {given} must be a 1-D tensor of tf.int64 values, but {whose} element type was "
                f"{tensor.dtype.name}."
            ) from None
        shape = TensorShape(static_dims(tensor))
    return tensor, shape


def _fits(padded, known):
    if padded.ndims is None or known.ndims is None:
        return True
    if padded.ndims != known.ndims:
        return False
    sizes = zip(padded.as_list(), known.as_list(), strict=True)
    return all(size is None or least is None or size >= least for size, least in sizes)


def _filler(value, dtype):
    tensor = convert_to_tensor(value, name="padding_value")
    if not tensor.shape.is_compatible_with([]):
        raise ValueError(f"Padding value should be a scalar, but is not: {tensor}")
    if tensor.dtype != dtype:
        raise TypeError(f"Padding value tensor ({tensor}) does not match output type: {dtype}")
    return tensor


def padded(spec, size, shapes):
    """The spec of a batch of elements that were brought to these shapes. size: int or None."""
    leaves = [
        structure.with_shape(leaf, TensorShape([size]).concatenate(TensorShape(static_dims(shape))))
        for leaf, shape in zip(nest.flatten(spec), shapes, strict=True)
    ]
    return nest.pack_as(spec, leaves)
