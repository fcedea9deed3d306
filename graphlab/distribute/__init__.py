"""tf.distribute: training in several replicas, on the devices of one machine or of several."""

from typing import TYPE_CHECKING

from graphlab._src.base.lazy_imports import attach

if TYPE_CHECKING:
    from graphlab._src.cluster.server import Server
    from graphlab._src.distribute.context import (
        ReplicaContext,
        experimental_set_strategy,
        get_loss_reduction,
        get_replica_context,
        get_strategy,
        has_strategy,
        in_cross_replica_context,
    )
    from graphlab._src.distribute.cross_device_ops import (
        CrossDeviceOps,
        HierarchicalCopyAllReduce,
        NcclAllReduce,
        ReductionToOneDevice,
    )
    from graphlab._src.distribute.inputs import InputContext, InputReplicationMode
    from graphlab._src.distribute.mirrored import MirroredStrategy
    from graphlab._src.distribute.one_device import OneDeviceStrategy
    from graphlab._src.distribute.reduce_op import ReduceOp
    from graphlab._src.distribute.strategy import Strategy, StrategyExtended
    from graphlab.distribute import cluster_resolver, experimental
else:
    __getattr__, __dir__ = attach(__name__)

__all__ = [
    "CrossDeviceOps",
    "HierarchicalCopyAllReduce",
    "InputContext",
    "InputReplicationMode",
    "MirroredStrategy",
    "NcclAllReduce",
    "OneDeviceStrategy",
    "ReduceOp",
    "ReductionToOneDevice",
    "ReplicaContext",
    "Server",
    "Strategy",
    "StrategyExtended",
    "cluster_resolver",
    "experimental",
    "experimental_set_strategy",
    "get_loss_reduction",
    "get_replica_context",
    "get_strategy",
    "has_strategy",
    "in_cross_replica_context",
]
