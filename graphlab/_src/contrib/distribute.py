"""tf.contrib.distribute: strategies under their old names and with their old arguments."""

from typing import Any

from graphlab._src.distribute.cluster_resolver import TFConfigClusterResolver
from graphlab._src.distribute.mirrored import MirroredStrategy as Mirrored
from graphlab._src.distribute.multi_worker import MultiWorkerMirroredStrategy
from graphlab._src.distribute.parameter_server import CentralStorageStrategy
from graphlab._src.distribute.parameter_server import ParameterServerExtended as OnParameterServers
from graphlab._src.distribute.parameter_server import ParameterServerStrategy as ParameterServers
from graphlab._src.distribute.strategy import Strategy


class MirroredStrategy(Mirrored):
    """tf.distribute.MirroredStrategy.

    devices: their names.  num_gpus, num_gpus_per_worker: that many GPUs instead.  cross_device_ops: a CrossDeviceOps.
    auto_shard_dataset: without effect.  cross_tower_ops: the former name of cross_device_ops.
    """

    def __init__(
        self,
        devices: Any = None,
        num_gpus: int | None = None,
        num_gpus_per_worker: int | None = None,
        cross_device_ops: Any = None,
        auto_shard_dataset: bool = False,
        cross_tower_ops: Any = None,
    ):
        if cross_device_ops is not None and cross_tower_ops is not None:
            raise ValueError("Only one of `cross_device_ops` and `cross_tower_ops` can be set.")
        count = num_gpus if num_gpus is not None else num_gpus_per_worker
        if count is not None:
            if devices is not None:
                raise ValueError("Must only specify one of `devices` and `num_gpus`.")
            devices = [f"/device:GPU:{i}" for i in range(count)] or ["/device:CPU:0"]
        super().__init__(devices, cross_device_ops or cross_tower_ops)


class CollectiveAllReduceStrategy(MultiWorkerMirroredStrategy):
    """tf.distribute.experimental.MultiWorkerMirroredStrategy. num_gpus_per_worker: without effect."""

    def __init__(self, num_gpus_per_worker: int = 0, communication: Any = None, cluster_resolver: Any = None):
        given = {} if communication is None else {"communication": communication}
        super().__init__(cluster_resolver=cluster_resolver, **given)


class ParameterServerStrategy(ParameterServers):
    """tf.distribute.experimental.ParameterServerStrategy, in the cluster of TF_CONFIG.

    num_gpus_per_worker: on how many GPUs a worker has a replica; 0: one on its CPU.
    """

    def __init__(self, num_gpus_per_worker: int = 0):
        Strategy.__init__(self, ParameterServerExtended(self, num_gpus_per_worker))


class ParameterServerExtended(OnParameterServers):
    """The StrategyExtended of a ParameterServerStrategy, whose arguments it has."""

    def __init__(self, container_strategy: Any, num_gpus_per_worker: int):
        devices = [f"/device:GPU:{i}" for i in range(num_gpus_per_worker)] or ["/device:CPU:0"]
        super().__init__(container_strategy, TFConfigClusterResolver(), devices)


class DistributeConfig:
    """The strategies of an Estimator: RunConfig(experimental_distribute=DistributeConfig(…)).

    train_distribute, eval_distribute: strategies.  remote_cluster: not supported; TF_CONFIG names the cluster.
    """

    def __init__(self, train_distribute: Any = None, eval_distribute: Any = None, remote_cluster: Any = None):
        if remote_cluster:
            raise ValueError(
                "remote_cluster is not supported: start each task of the cluster with a TF_CONFIG of its own"
            )
        self.train_distribute, self.eval_distribute, self.remote_cluster = train_distribute, eval_distribute, None


__all__ = [
    "CentralStorageStrategy",
    "CollectiveAllReduceStrategy",
    "DistributeConfig",
    "MirroredStrategy",
    "ParameterServerStrategy",
]
