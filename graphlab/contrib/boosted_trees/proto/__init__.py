"""tf.contrib.boosted_trees.proto: messages that say how trees are learned, and what they are."""

from typing import TYPE_CHECKING

from graphlab._src.base.lazy_imports import attach

if TYPE_CHECKING:
    from graphlab.contrib.boosted_trees.proto import learner_pb2 as learner_pb2
    from graphlab.contrib.boosted_trees.proto import quantiles_pb2 as quantiles_pb2
    from graphlab.contrib.boosted_trees.proto import split_info_pb2 as split_info_pb2
    from graphlab.contrib.boosted_trees.proto import tree_config_pb2 as tree_config_pb2
else:
    __getattr__, __dir__ = attach(__name__)

__all__ = [
    "learner_pb2",
    "quantiles_pb2",
    "split_info_pb2",
    "tree_config_pb2",
]
