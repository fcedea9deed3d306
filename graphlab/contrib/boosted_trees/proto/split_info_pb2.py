"""tf.contrib.boosted_trees.proto.split_info_pb2: splits."""

from graphlab._src.proto.gradient_trees import (
    ObliviousSplitInfo,
    SplitInfo,
)

__all__ = [
    "ObliviousSplitInfo",
    "SplitInfo",
]
