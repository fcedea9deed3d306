"""tf.nest: nested structures of tensors, taken apart and put together again."""

from graphlab._src.graph.nest import assert_same_structure, flatten, is_nested, map_structure, pack_sequence_as

__all__ = ["assert_same_structure", "flatten", "is_nested", "map_structure", "pack_sequence_as"]
