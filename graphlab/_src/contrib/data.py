"""tf.contrib.data: what tf.data.experimental has now."""

from graphlab._src.data.transformations import (
    parallel_interleave,
)


def batch_and_drop_remainder(batch_size):
    """Batches, without a smaller last one."""
    return lambda dataset: dataset.batch(batch_size, drop_remainder=True)


def padded_batch_and_drop_remainder(batch_size, padded_shapes, padding_values=None):
    """Padded batches, without a smaller last one."""
    return lambda dataset: dataset.padded_batch(batch_size, padded_shapes, padding_values, drop_remainder=True)


def sloppy_interleave(map_func, cycle_length, block_length=1):
    """As parallel_interleave, where the order may vary."""
    return parallel_interleave(map_func, cycle_length, block_length, sloppy=True)
