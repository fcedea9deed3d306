"""tf.contrib.graph_editor.transform: copies of a part of a graph, with other inputs."""

from graphlab._src.contrib.graph_editor.handlers import (
    assign_renamed_collections_handler,
    copy_op_handler,
    keep_t_if_possible_handler,
    replace_t_with_placeholder_handler,
    transform_op_if_inside_handler,
)
from graphlab._src.contrib.graph_editor.transform import (
    Transformer,
    TransformerInfo,
    copy,
    copy_with_input_replacements,
    graph_replace,
)

__all__ = [
    "Transformer",
    "TransformerInfo",
    "assign_renamed_collections_handler",
    "copy",
    "copy_op_handler",
    "copy_with_input_replacements",
    "graph_replace",
    "keep_t_if_possible_handler",
    "replace_t_with_placeholder_handler",
    "transform_op_if_inside_handler",
]
