"""tf.contrib.graph_editor.subgraph: parts of a graph as functions: operations, input tensors and output tensors."""

from graphlab._src.contrib.graph_editor.subgraph import (
    SubGraphView,
    make_view,
    make_view_from_scope,
)

__all__ = [
    "SubGraphView",
    "make_view",
    "make_view_from_scope",
]
