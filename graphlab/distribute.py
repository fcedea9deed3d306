"""tf.distribute: the default strategy, one replica in this process, for code that reads its strategy."""

import sys as _sys

from graphlab._src.base import omissions as _omissions
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

# Also where it is imported as a module, and not as `tf.distribute`.
_omissions.explain_missing(_sys.modules[__name__])
