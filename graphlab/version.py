"""tf.version: which TensorFlow a program finds itself running under, and which graphlab (RELEASE)."""

import sys

from graphlab.graph.graph import GRAPH_DEF_VERSION, GRAPH_DEF_VERSION_MIN_CONSUMER, GRAPH_DEF_VERSION_MIN_PRODUCER

RELEASE = "0.1.0"  # of graphlab itself
VERSION = "1.15.0"  # of TensorFlow: what programs that ask get told
GIT_VERSION = "v1.15.0"
COMPILER_VERSION = sys.version.partition("[")[2].rstrip("]")

__all__ = [
    "COMPILER_VERSION",
    "GIT_VERSION",
    "GRAPH_DEF_VERSION",
    "GRAPH_DEF_VERSION_MIN_CONSUMER",
    "GRAPH_DEF_VERSION_MIN_PRODUCER",
    "RELEASE",
    "VERSION",
]
