"""tf.distribute.experimental: strategies for clusters, and with one copy of each variable."""

from graphlab._src.distribute.multi_worker import CollectiveCommunication, MultiWorkerMirroredStrategy
from graphlab._src.distribute.parameter_server import CentralStorageStrategy, ParameterServerStrategy
from graphlab._src.distribute.tpu.strategy import TPUStrategy

__all__ = [
    "CentralStorageStrategy",
    "CollectiveCommunication",
    "MultiWorkerMirroredStrategy",
    "ParameterServerStrategy",
    "TPUStrategy",
]
