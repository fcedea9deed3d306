"""tf.estimator.tpu: TPUEstimator, which trains on the devices that JAX has, and its settings."""

from graphlab._src.estimator.tpu.config import InputPipelineConfig, RunConfig, TPUConfig
from graphlab._src.estimator.tpu.estimator import TPUEstimator
from graphlab._src.estimator.tpu.spec import TPUEstimatorSpec

__all__ = ["InputPipelineConfig", "RunConfig", "TPUConfig", "TPUEstimator", "TPUEstimatorSpec"]
