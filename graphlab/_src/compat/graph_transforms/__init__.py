"""tensorflow.tools.graph_transforms: GraphDefs rewritten by transforms that are named in strings."""

from graphlab._src.compat.graph_transforms.transform_graph import TransformGraph

__all__ = ["TransformGraph"]
