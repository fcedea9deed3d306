"""Checks of elements, of datasets and in Optionals: whether they have the types and shapes that an operation states."""

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.errors import InvalidArgumentError


def check_types(expected, found):
    """Raises InvalidArgumentError for other types."""
    if len(expected) != len(found):
        text = f"Number of components does not match: expected {len(expected)} types but got {len(found)}."
        raise InvalidArgumentError(None, None, text)
    for i, (one, other) in enumerate(zip(expected, found, strict=True)):
        if one != other:
            names = f"expected {dtypes.runtime_name(one)} but got {dtypes.runtime_name(other)}"
            raise InvalidArgumentError(None, None, f"Data type mismatch at component {i}: {names}.")


def check_dims(expected, found):
    """Raises InvalidArgumentError for shapes that do not fit."""
    for i, (one, other) in enumerate(zip(expected, found, strict=True)):
        if not shapes.compatible(one, other):
            names = f"expected {shapes.text(one)} but got {shapes.text(other)}"
            raise InvalidArgumentError(None, None, f"Incompatible shapes at component {i}: {names}.")


def check(element, types, dims):
    """Raises InvalidArgumentError unless an element has such types and shapes."""
    if len(types) != len(element):
        check_types(types, [dtypes.as_dtype(part.dtype) for part in element])
    for i, (kind, wanted, part) in enumerate(zip(types, dims, element, strict=True)):
        shape = getattr(part, "shape", ())
        if kind in dtypes.ON_DEVICE and part.dtype != kind.as_numpy_dtype:
            names = f"expected {dtypes.runtime_name(kind)} but got {dtypes.runtime_name(dtypes.as_dtype(part.dtype))}"
            raise InvalidArgumentError(None, None, f"Data type mismatch at component {i}: {names}.")
        if shape != wanted and not shapes.compatible(wanted, shape):
            names = f"expected {shapes.text(wanted)} but got {shapes.text(shape)}"
            raise InvalidArgumentError(None, None, f"Incompatible shapes at component {i}: {names}.")
