"""tf.contrib.boosted_trees.python.training.functions.gbdt_batch: the model of boosted trees."""

from graphlab._src.contrib.boosted_trees.gbdt_batch import (
    ENSEMBLE_STAMP,
    LEAF_INDEX,
    NUM_LAYERS_ATTEMPTED,
    NUM_TREES_ATTEMPTED,
    NUM_USED_HANDLERS,
    PARTITION_IDS,
    PREDICTIONS,
    USED_HANDLERS_MASK,
    GradientBoostedDecisionTreeModel,
)
from graphlab._src.contrib.boosted_trees.gbdt_features import (
    extract_features,
)
from graphlab._src.contrib.boosted_trees.gbdt_growth import (
    GBDTTrainingState,
)

__all__ = [
    "ENSEMBLE_STAMP",
    "LEAF_INDEX",
    "NUM_LAYERS_ATTEMPTED",
    "NUM_TREES_ATTEMPTED",
    "NUM_USED_HANDLERS",
    "PARTITION_IDS",
    "PREDICTIONS",
    "USED_HANDLERS_MASK",
    "GBDTTrainingState",
    "GradientBoostedDecisionTreeModel",
    "extract_features",
]
