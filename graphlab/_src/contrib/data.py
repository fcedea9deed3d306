"""tf.contrib.data: what tf.data.experimental has now."""

import numpy as np

from graphlab._src.data.dataset import Dataset
from graphlab._src.data.examples import make_batched_features_dataset
from graphlab._src.data.readers import TFRecordDataset
from graphlab._src.data.transformations import parallel_interleave
from graphlab._src.graph import nest


def batch_and_drop_remainder(batch_size):
    """Batches, without a smaller last one."""
    return lambda dataset: dataset.batch(batch_size, drop_remainder=True)


def padded_batch_and_drop_remainder(batch_size, padded_shapes, padding_values=None):
    """Padded batches, without a smaller last one."""
    return lambda dataset: dataset.padded_batch(batch_size, padded_shapes, padding_values, drop_remainder=True)


def sloppy_interleave(map_func, cycle_length, block_length=1):
    """As parallel_interleave, where the order may vary."""
    return parallel_interleave(map_func, cycle_length, block_length, sloppy=True)


def sliding_window_batch(window_size, stride=None, window_shift=None, window_stride=1):
    """Batches of window_size elements, every window_stride-th, each batch beginning window_shift later than the last.

    stride: the former name of window_shift, which is 1 when both are left out. A last window that is not full is dropped.
    """
    if stride is not None and window_shift is not None:
        raise ValueError("Cannot specify both `stride` and `window_shift`")
    shift = next((given for given in (window_shift, stride) if given is not None), 1)

    def batched(*windows):
        windows = windows[0] if len(windows) == 1 else windows
        return Dataset.zip(nest.map_structure(lambda window: window.batch(window_size), windows))

    return lambda dataset: dataset.window(window_size, shift, window_stride, drop_remainder=True).flat_map(batched)


def reduce_dataset(dataset, reducer):
    """What a Reducer makes of all elements, from its init_func(0) on. TypeError for what is no Dataset."""
    if not isinstance(dataset, Dataset):
        raise TypeError("`dataset` must be a `tf.data.Dataset` object.")
    return dataset.reduce(reducer.init_func(np.int64(0)), reducer.reduce_func)


def read_batch_features(
    file_pattern,
    batch_size,
    features,
    reader=TFRecordDataset,
    reader_args=None,
    randomize_input=True,
    num_epochs=None,
    capacity=10000,
):
    """The next batch of the Examples in files: {key: tensor}.

    randomize_input, capacity: shuffle, in a buffer of that size. The others are make_batched_features_dataset's.
    """
    dataset = make_batched_features_dataset(
        file_pattern,
        batch_size,
        features,
        reader=reader,
        reader_args=reader_args,
        shuffle=randomize_input,
        num_epochs=num_epochs,
        shuffle_buffer_size=capacity,
    )
    return dataset.make_one_shot_iterator().get_next()
