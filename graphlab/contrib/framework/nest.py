"""tf.contrib.framework.nest: nested structures, taken apart and put together again."""

from graphlab._src.graph.nest import (
    assert_same_structure,
    flatten,
    is_nested,
    map_structure,
    pack_sequence_as,
)
from graphlab._src.graph.nest import is_nested as is_sequence

__all__ = [
    "assert_same_structure",
    "flatten",
    "is_nested",
    "is_sequence",
    "map_structure",
    "pack_sequence_as",
]
