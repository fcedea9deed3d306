"""tf.io: graphs in TensorFlow's file formats."""

from graphlab.io.graphdef import write_graph

__all__ = ["write_graph"]
