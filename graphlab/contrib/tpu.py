"""tf.contrib.tpu: TPUEstimator, which trains on the devices that JAX has, and what programs for TPUs call."""

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
from graphlab._src.distribute.tpu.loops import bfloat16_scope, repeat, while_loop
from graphlab._src.estimator.tpu.config import InputPipelineConfig, RunConfig, TPUConfig
from graphlab._src.estimator.tpu.estimator import TPUEstimator, export_estimator_savedmodel
from graphlab._src.estimator.tpu.hooks import AsyncCheckpointSaverHook
from graphlab._src.estimator.tpu.spec import TPUEstimatorSpec
from graphlab._src.train.optimizers.cross_shard import CrossShardOptimizer

__all__ = [
    "AsyncCheckpointSaverHook",
    "CrossShardOptimizer",
    "InputPipelineConfig",
    "RunConfig",
    "TPUConfig",
    "TPUEstimator",
    "TPUEstimatorSpec",
    "batch_parallel",
    "bfloat16_scope",
    "core",
    "cross_replica_sum",
    "export_estimator_savedmodel",
    "initialize_system",
    "outside_compilation",
    "repeat",
    "replicate",
    "rewrite",
    "shard",
    "shutdown_system",
    "while_loop",
]
