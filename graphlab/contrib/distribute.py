"""tf.contrib.distribute: what tf.distribute has now."""

from graphlab._src.contrib.distribute import (
    CentralStorageStrategy,
    CollectiveAllReduceStrategy,
    DistributeConfig,
    MirroredStrategy,
    ParameterServerStrategy,
)
from graphlab._src.distribute.context import (
    ReplicaContext,
    get_loss_reduction,
    get_replica_context,
    get_strategy,
    has_strategy,
    in_cross_replica_context,
)
from graphlab._src.distribute.context import get_strategy as get_distribution_strategy
from graphlab._src.distribute.context import has_strategy as has_distribution_strategy
from graphlab._src.distribute.cross_device_ops import AllReduceCrossDeviceOps, CrossDeviceOps
from graphlab._src.distribute.cross_device_ops import ReductionToOneDevice as ReductionToOneDeviceCrossDeviceOps
from graphlab._src.distribute.one_device import OneDeviceStrategy
from graphlab._src.distribute.strategy import Strategy as DistributionStrategy
from graphlab._src.distribute.tpu.strategy import TPUStrategy

__all__ = [
    "AllReduceCrossDeviceOps",
    "CentralStorageStrategy",
    "CollectiveAllReduceStrategy",
    "CrossDeviceOps",
    "DistributeConfig",
    "DistributionStrategy",
    "MirroredStrategy",
    "OneDeviceStrategy",
    "ParameterServerStrategy",
    "ReductionToOneDeviceCrossDeviceOps",
    "ReplicaContext",
    "TPUStrategy",
    "get_distribution_strategy",
    "get_loss_reduction",
    "get_replica_context",
    "get_strategy",
    "has_distribution_strategy",
    "has_strategy",
    "in_cross_replica_context",
]
