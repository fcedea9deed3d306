"""tf.distribute: the default strategy, one replica in this process, for code that reads its strategy."""

from graphlab._src.train.distribute import (
    ReduceOp,
    ReplicaContext,
    Strategy,
    StrategyExtended,
    get_replica_context,
    get_strategy,
    has_strategy,
    in_cross_replica_context,
)

__all__ = [
    "ReduceOp",
    "ReplicaContext",
    "Strategy",
    "StrategyExtended",
    "get_replica_context",
    "get_strategy",
    "has_strategy",
    "in_cross_replica_context",
]
