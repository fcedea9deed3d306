"""tf.contrib.data: what tf.data.experimental has now."""

from graphlab._src.contrib.data import (
    batch_and_drop_remainder,
    padded_batch_and_drop_remainder,
    parallel_interleave,
    read_batch_features,
    reduce_dataset,
    sliding_window_batch,
    sloppy_interleave,
)
from graphlab._src.data.csv import CsvDataset, make_csv_dataset
from graphlab._src.data.dataset import AUTOTUNE, Dataset
from graphlab._src.data.examples import make_batched_features_dataset, parse_example_dataset
from graphlab._src.data.iterator import Iterator
from graphlab._src.data.mixtures import (
    bucket_by_sequence_length,
    choose_from_datasets,
    rejection_resample,
    sample_from_datasets,
)
from graphlab._src.data.optional import Optional, get_next_as_optional
from graphlab._src.data.readers import FixedLengthRecordDataset, SqlDataset, TextLineDataset, TFRecordDataset
from graphlab._src.data.saving import make_saveable_from_iterator
from graphlab._src.data.transformations import (
    Counter,
    RandomDataset,
    Reducer,
    TFRecordWriter,
    copy_to_device,
    dense_to_sparse_batch,
    enumerate_dataset,
    get_single_element,
    group_by_reducer,
    group_by_window,
    ignore_errors,
    map_and_batch,
    prefetch_to_device,
    scan,
    shuffle_and_repeat,
    unbatch,
    unique,
)
from graphlab._src.train.hooks.input_checkpoint import CheckpointInputPipelineHook

__all__ = [
    "CheckpointInputPipelineHook",
    "make_saveable_from_iterator",
    "parse_example_dataset",
    "read_batch_features",
    "reduce_dataset",
    "sliding_window_batch",
    "AUTOTUNE",
    "Counter",
    "CsvDataset",
    "Dataset",
    "FixedLengthRecordDataset",
    "Iterator",
    "Optional",
    "RandomDataset",
    "Reducer",
    "SqlDataset",
    "TFRecordDataset",
    "TFRecordWriter",
    "TextLineDataset",
    "batch_and_drop_remainder",
    "bucket_by_sequence_length",
    "choose_from_datasets",
    "copy_to_device",
    "dense_to_sparse_batch",
    "enumerate_dataset",
    "get_next_as_optional",
    "get_single_element",
    "group_by_reducer",
    "group_by_window",
    "ignore_errors",
    "make_batched_features_dataset",
    "make_csv_dataset",
    "map_and_batch",
    "padded_batch_and_drop_remainder",
    "parallel_interleave",
    "prefetch_to_device",
    "rejection_resample",
    "sample_from_datasets",
    "scan",
    "shuffle_and_repeat",
    "sloppy_interleave",
    "unbatch",
    "unique",
]
