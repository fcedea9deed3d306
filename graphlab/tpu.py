"""tf.tpu: what programs for TPUs call. XLA compiles every run, for the devices that JAX has, as one replica."""

from graphlab._src.distribute.tpu.computations import (
    batch_parallel,
    core,
    cross_replica_sum,
    initialize_system,
    outside_compilation,
    replicate,
    rewrite,
    shard,
    shutdown_system,
)
from graphlab._src.distribute.tpu.loops import bfloat16_scope
from graphlab._src.train.optimizers.cross_shard import CrossShardOptimizer

__all__ = [
    "CrossShardOptimizer",
    "batch_parallel",
    "bfloat16_scope",
    "core",
    "cross_replica_sum",
    "initialize_system",
    "outside_compilation",
    "replicate",
    "rewrite",
    "shard",
    "shutdown_system",
]
