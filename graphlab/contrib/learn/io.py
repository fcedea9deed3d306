"""tf.contrib.learn.io: batches from files, arrays, tables and generators, through queues."""

from typing import TYPE_CHECKING

from graphlab._src.base.lazy_imports import attach

if TYPE_CHECKING:
    from graphlab._src.contrib.learn.learn_io.generator_io import generator_input_fn
    from graphlab._src.contrib.learn.learn_io.graph_io import (
        queue_parsed_features,
        read_batch_examples,
        read_batch_features,
        read_batch_record_features,
        read_keyed_batch_examples,
        read_keyed_batch_examples_shared_queue,
        read_keyed_batch_features,
        read_keyed_batch_features_shared_queue,
    )
    from graphlab._src.contrib.learn.tables import (
        HAS_DASK,
        HAS_PANDAS,
        extract_pandas_data,
        extract_pandas_labels,
        extract_pandas_matrix,
    )
    from graphlab._src.estimator.inputs.numpy_io import numpy_input_fn
    from graphlab._src.estimator.inputs.pandas_io import pandas_input_fn
else:
    __getattr__, __dir__ = attach(__name__)

__all__ = [
    "HAS_DASK",
    "HAS_PANDAS",
    "extract_pandas_data",
    "extract_pandas_labels",
    "extract_pandas_matrix",
    "generator_input_fn",
    "numpy_input_fn",
    "pandas_input_fn",
    "queue_parsed_features",
    "read_batch_examples",
    "read_batch_features",
    "read_batch_record_features",
    "read_keyed_batch_examples",
    "read_keyed_batch_examples_shared_queue",
    "read_keyed_batch_features",
    "read_keyed_batch_features_shared_queue",
]
