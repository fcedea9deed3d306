"""tf.contrib.boosted_trees.proto.quantiles_pb2: quantiles."""

from graphlab._src.proto.gradient_trees import (
    QuantileConfig,
    QuantileEntry,
    QuantileStreamState,
    QuantileSummaryState,
)

__all__ = [
    "QuantileConfig",
    "QuantileEntry",
    "QuantileStreamState",
    "QuantileSummaryState",
]
