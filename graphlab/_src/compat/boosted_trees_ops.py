"""tensorflow.python.ops.boosted_trees_ops: the operations of boosted trees by short names, and the objects that use them."""

from graphlab._src.state.boosted_trees.ensemble_ops import boosted_trees_center_bias as center_bias
from graphlab._src.state.boosted_trees.ensemble_ops import boosted_trees_example_debug_outputs as example_debug_outputs
from graphlab._src.state.boosted_trees.ensemble_ops import boosted_trees_predict as predict
from graphlab._src.state.boosted_trees.ensemble_ops import boosted_trees_training_predict as training_predict
from graphlab._src.state.boosted_trees.ensemble_ops import boosted_trees_update_ensemble as update_ensemble
from graphlab._src.state.boosted_trees.ensemble_ops import boosted_trees_update_ensemble_v2 as update_ensemble_v2
from graphlab._src.state.boosted_trees.pruning import PruningMode
from graphlab._src.state.boosted_trees.quantile_ops import boosted_trees_bucketize
from graphlab._src.state.boosted_trees.quantile_ops import (
    boosted_trees_create_quantile_stream_resource as create_quantile_stream_resource,
)
from graphlab._src.state.boosted_trees.quantile_ops import (
    boosted_trees_make_quantile_summaries as make_quantile_summaries,
)
from graphlab._src.state.boosted_trees.quantile_ops import (
    boosted_trees_quantile_stream_resource_add_summaries as quantile_add_summaries,
)
from graphlab._src.state.boosted_trees.quantile_ops import (
    boosted_trees_quantile_stream_resource_deserialize as quantile_resource_deserialize,
)
from graphlab._src.state.boosted_trees.quantile_ops import (
    boosted_trees_quantile_stream_resource_flush as quantile_flush,
)
from graphlab._src.state.boosted_trees.quantile_ops import (
    boosted_trees_quantile_stream_resource_get_bucket_boundaries as get_bucket_boundaries,
)
from graphlab._src.state.boosted_trees.quantile_ops import (
    boosted_trees_quantile_stream_resource_handle_op as quantile_resource_handle_op,
)
from graphlab._src.state.boosted_trees.quantile_ops import (
    is_boosted_trees_quantile_stream_resource_initialized as is_quantile_resource_initialized,
)
from graphlab._src.state.boosted_trees.resources import (
    QuantileAccumulator,
    QuantileAccumulatorSaveable,
    TreeEnsemble,
)
from graphlab._src.state.boosted_trees.split_ops import (
    boosted_trees_aggregate_stats,
    boosted_trees_sparse_aggregate_stats,
)
from graphlab._src.state.boosted_trees.split_ops import (
    boosted_trees_calculate_best_feature_split as calculate_best_feature_split,
)
from graphlab._src.state.boosted_trees.split_ops import (
    boosted_trees_calculate_best_gains_per_feature as calculate_best_gains_per_feature,
)
from graphlab._src.state.boosted_trees.split_ops import boosted_trees_make_stats_summary as make_stats_summary
from graphlab._src.state.boosted_trees.split_ops import (
    boosted_trees_sparse_calculate_best_feature_split as sparse_calculate_best_feature_split,
)

__all__ = [
    "PruningMode",
    "QuantileAccumulator",
    "QuantileAccumulatorSaveable",
    "TreeEnsemble",
    "boosted_trees_aggregate_stats",
    "boosted_trees_bucketize",
    "boosted_trees_sparse_aggregate_stats",
    "calculate_best_feature_split",
    "calculate_best_gains_per_feature",
    "center_bias",
    "create_quantile_stream_resource",
    "example_debug_outputs",
    "get_bucket_boundaries",
    "is_quantile_resource_initialized",
    "make_quantile_summaries",
    "make_stats_summary",
    "predict",
    "quantile_add_summaries",
    "quantile_flush",
    "quantile_resource_deserialize",
    "quantile_resource_handle_op",
    "sparse_calculate_best_feature_split",
    "training_predict",
    "update_ensemble",
    "update_ensemble_v2",
]
