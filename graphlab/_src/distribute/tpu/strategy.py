"""TPUStrategy: the class that programs compare a strategy with, and what makes replicas on TPUs instead."""

from typing import Any

from graphlab._src.distribute.strategy import Strategy


class TPUStrategy(Strategy):
    """tf.distribute.experimental.TPUStrategy, which finds no TPU system: `isinstance` and annotations may name it.

    Raises RuntimeError when one is made. tf.distribute.MirroredStrategy has a replica on each TPU that JAX has.
    """

    def __init__(
        self,
        tpu_cluster_resolver: Any = None,
        steps_per_run: int | None = None,
        device_assignment: Any = None,
    ):
        raise RuntimeError(
            "Cannot find any TPU cores in the system: graphlab has no TPU workers that a resolver could name, it runs on the "
            "devices that JAX has; use tf.distribute.MirroredStrategy(), which has a replica on each of them"
        )
