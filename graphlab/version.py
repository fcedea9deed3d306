"""tf.version: the version of TensorFlow whose programs run, and of graphlab itself (RELEASE)."""

from graphlab._src.base.version import COMPILER_VERSION, GIT_VERSION, RELEASE, VERSION
from graphlab._src.graph.graph import GRAPH_DEF_VERSION, GRAPH_DEF_VERSION_MIN_CONSUMER, GRAPH_DEF_VERSION_MIN_PRODUCER

__all__ = [
    "COMPILER_VERSION",
    "GIT_VERSION",
    "GRAPH_DEF_VERSION",
    "GRAPH_DEF_VERSION_MIN_CONSUMER",
    "GRAPH_DEF_VERSION_MIN_PRODUCER",
    "RELEASE",
    "VERSION",
]
