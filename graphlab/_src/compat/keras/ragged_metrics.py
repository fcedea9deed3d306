"""Ragged values of metrics: as flat ones, after a check that their rows are of the same lengths."""

from typing import Any

from graphlab._src.ops.control_flow.grouping import with_dependencies
from graphlab._src.ops.ragged.partitions import assert_splits_match
from graphlab._src.ops.ragged.tensor import RaggedTensor
from graphlab._src.ops.shape import expand_dims


def ragged_assert_compatible_and_get_flat_values(values: Any, mask: Any = None) -> tuple[Any, Any]:
    """(values, mask), of ragged ones the flat values with an axis behind; what is not ragged stays as it is.

    values: one, or a list.  Raises TypeError where some are ragged, others not; a run fails where rows differ in length.
    """
    several = values if isinstance(values, list) else [values]
    ragged = [isinstance(value, RaggedTensor) for value in several]
    if not any(ragged):
        if isinstance(mask, RaggedTensor):
            raise TypeError("Ragged mask is not allowed with non-ragged inputs.")
        return values, mask
    if not all(ragged) or not (mask is None or isinstance(mask, RaggedTensor)):
        raise TypeError("One of the inputs does not have acceptable types.")
    splits = [value.nested_row_splits for value in several]
    checks = assert_splits_match(splits)
    if mask is not None:
        own = assert_splits_match([splits[0], mask.nested_row_splits])
        mask = expand_dims(with_dependencies(own, mask.flat_values), -1)
    flat = [expand_dims(with_dependencies(checks, value.flat_values), -1) for value in several]
    return (flat if isinstance(values, list) else flat[0]), mask
