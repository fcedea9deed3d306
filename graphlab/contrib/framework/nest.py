"""tf.contrib.framework.nest: nested structures, taken apart and put together again."""

from graphlab._src.contrib.framework.nest import (
    assert_same_structure,
    flatten,
    is_nested,
    is_sequence,
    map_structure,
    pack_sequence_as,
)

__all__ = [
    "assert_same_structure",
    "flatten",
    "is_nested",
    "is_sequence",
    "map_structure",
    "pack_sequence_as",
]
