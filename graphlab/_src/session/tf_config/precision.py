"""TF32, under the names that later TensorFlows have for it in tf.config.experimental; TensorFlow 1.15 has no such switch."""

from graphlab._src.compiler.executables import precision

__all__ = ["enable_tensor_float_32_execution", "tensor_float_32_execution_enabled"]


def enable_tensor_float_32_execution(enabled: bool) -> None:
    """Whether GPUs may round the factors of float32 products and convolutions to TF32, which has 11 bits instead of 24.

    False at first, as in TensorFlow 1.15. It counts for what is compiled afterwards: call it before the first run.
    """
    precision.allow_tensor_float_32(enabled)


def tensor_float_32_execution_enabled() -> bool:
    """True when GPUs may use TF32."""
    return precision.allows_tensor_float_32()
