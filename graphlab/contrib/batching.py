"""tf.contrib.batching: functions whose calls TensorFlow joins for several runs."""

from graphlab._src.function.batch_function import nondifferentiable_batch_function as batch_function

__all__ = [
    "batch_function",
]
