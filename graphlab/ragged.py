"""tf.ragged: tensors whose rows may have different lengths."""

from typing import TYPE_CHECKING

from graphlab._src.base.lazy_imports import attach

if TYPE_CHECKING:
    from graphlab._src.graph.ragged_tensor import RaggedTensorValue
    from graphlab._src.ops.ragged.factories import constant, constant_value, placeholder
    from graphlab._src.ops.ragged.gathering import range  # noqa: A004
    from graphlab._src.ops.ragged.joining import stack
    from graphlab._src.ops.ragged.mapping import map_flat_values
    from graphlab._src.ops.ragged.partitions import row_splits_to_segment_ids, segment_ids_to_row_splits
    from graphlab._src.ops.ragged.selection import boolean_mask, stack_dynamic_partitions
else:
    __getattr__, __dir__ = attach(__name__)

__all__ = [
    "RaggedTensorValue",
    "boolean_mask",
    "constant",
    "constant_value",
    "map_flat_values",
    "placeholder",
    "range",
    "row_splits_to_segment_ids",
    "segment_ids_to_row_splits",
    "stack",
    "stack_dynamic_partitions",
]
