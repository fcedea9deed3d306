"""tf.contrib.copy_graph: variables and operations copied to another graph."""

from graphlab._src.contrib.copy_graph import (
    copy_op_to_graph,
    copy_variable_to_graph,
    get_copied_op,
)

__all__ = [
    "copy_op_to_graph",
    "copy_variable_to_graph",
    "get_copied_op",
]
