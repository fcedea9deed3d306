"""tf.contrib.boosted_trees.python.ops.quantile_ops: quantiles of features."""

from graphlab._src.contrib.boosted_trees.quantile_accumulator import (
    QuantileAccumulator,
    QuantileAccumulatorSaveable,
)
from graphlab._src.contrib.boosted_trees.quantile_ops import (
    bucketize_with_input_boundaries,
    create_quantile_accumulator,
    make_quantile_summaries,
    quantile_accumulator_add_summaries,
    quantile_accumulator_deserialize,
    quantile_accumulator_flush,
    quantile_accumulator_flush_summary,
    quantile_accumulator_get_buckets,
    quantile_accumulator_is_initialized,
    quantile_accumulator_serialize,
    quantile_buckets,
    quantile_stream_resource_handle_op,
    quantiles,
)

__all__ = [
    "QuantileAccumulator",
    "QuantileAccumulatorSaveable",
    "bucketize_with_input_boundaries",
    "create_quantile_accumulator",
    "make_quantile_summaries",
    "quantile_accumulator_add_summaries",
    "quantile_accumulator_deserialize",
    "quantile_accumulator_flush",
    "quantile_accumulator_flush_summary",
    "quantile_accumulator_get_buckets",
    "quantile_accumulator_is_initialized",
    "quantile_accumulator_serialize",
    "quantile_buckets",
    "quantile_stream_resource_handle_op",
    "quantiles",
]
