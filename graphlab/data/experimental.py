"""tf.data.experimental: transformations for Dataset.apply(), other sources of data, and options."""

from graphlab._src.data.csv import CsvDataset, make_csv_dataset
from graphlab._src.data.dataset import AUTOTUNE, get_structure
from graphlab._src.data.dataset import DatasetSpec as DatasetStructure
from graphlab._src.data.examples import make_batched_features_dataset, parse_example_dataset
from graphlab._src.data.mixtures import (
    bucket_by_sequence_length,
    choose_from_datasets,
    rejection_resample,
    sample_from_datasets,
)
from graphlab._src.data.optional import Optional, get_next_as_optional
from graphlab._src.data.optional import OptionalSpec as OptionalStructure
from graphlab._src.data.options import (
    DistributeOptions,
    MapVectorizationOptions,
    OptimizationOptions,
    StatsOptions,
    ThreadingOptions,
)
from graphlab._src.data.readers import SqlDataset
from graphlab._src.data.runtime import INFINITE as INFINITE_CARDINALITY
from graphlab._src.data.runtime import UNKNOWN as UNKNOWN_CARDINALITY
from graphlab._src.data.saving import make_saveable_from_iterator
from graphlab._src.data.transformations import (
    Counter,
    RandomDataset,
    Reducer,
    TFRecordWriter,
    bytes_produced_stats,
    cardinality,
    copy_to_device,
    dense_to_sparse_batch,
    enumerate_dataset,
    from_variant,
    get_single_element,
    group_by_reducer,
    group_by_window,
    ignore_errors,
    latency_stats,
    map_and_batch,
    parallel_interleave,
    prefetch_to_device,
    scan,
    shuffle_and_repeat,
    take_while,
    to_variant,
    unbatch,
    unique,
)
from graphlab._src.data.transformations import (
    map_and_batch as map_and_batch_with_legacy_function,
)
from graphlab._src.graph.type_spec import SparseTensorSpec, TensorSpec
from graphlab._src.graph.type_spec import TypeSpec as Structure
from graphlab._src.ops.ragged.spec import RaggedTensorSpec
from graphlab._src.ops.tensor_array_spec import TensorArraySpec
from graphlab._src.train.hooks.input_checkpoint import CheckpointInputPipelineHook

__all__ = [
    "CheckpointInputPipelineHook",
    "CsvDataset",
    "Optional",
    "OptionalStructure",
    "bucket_by_sequence_length",
    "choose_from_datasets",
    "get_next_as_optional",
    "make_batched_features_dataset",
    "make_csv_dataset",
    "rejection_resample",
    "sample_from_datasets",
    "AUTOTUNE",
    "Counter",
    "DatasetStructure",
    "DistributeOptions",
    "INFINITE_CARDINALITY",
    "MapVectorizationOptions",
    "OptimizationOptions",
    "RandomDataset",
    "Reducer",
    "SqlDataset",
    "StatsOptions",
    "TFRecordWriter",
    "RaggedTensorStructure",
    "SparseTensorStructure",
    "Structure",
    "TensorArrayStructure",
    "TensorStructure",
    "ThreadingOptions",
    "UNKNOWN_CARDINALITY",
    "bytes_produced_stats",
    "cardinality",
    "copy_to_device",
    "dense_to_sparse_batch",
    "enumerate_dataset",
    "from_variant",
    "get_single_element",
    "get_structure",
    "group_by_reducer",
    "group_by_window",
    "ignore_errors",
    "latency_stats",
    "make_saveable_from_iterator",
    "map_and_batch",
    "map_and_batch_with_legacy_function",
    "parallel_interleave",
    "parse_example_dataset",
    "prefetch_to_device",
    "scan",
    "shuffle_and_repeat",
    "take_while",
    "to_variant",
    "unbatch",
    "unique",
]


def TensorStructure(dtype, shape):  # noqa: N802  TensorFlow's name
    """The TensorSpec of such a tensor."""
    return TensorSpec(shape, dtype)


def TensorArrayStructure(dtype, element_shape, dynamic_size, infer_shape):  # noqa: N802  TensorFlow's name
    """The TensorArraySpec of such a TensorArray."""
    return TensorArraySpec(element_shape, dtype, dynamic_size, infer_shape)


def RaggedTensorStructure(dtype, shape, ragged_rank):  # noqa: N802  TensorFlow's name
    """The RaggedTensorSpec of ragged tensors of a type, shape and number of ragged axes, in TensorFlow 1's words."""
    return RaggedTensorSpec(shape, dtype, ragged_rank)


def SparseTensorStructure(dtype, shape):  # noqa: N802  TensorFlow's name
    """The SparseTensorSpec of such a sparse tensor."""
    return SparseTensorSpec(shape, dtype)
