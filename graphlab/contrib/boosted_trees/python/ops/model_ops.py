"""tf.contrib.boosted_trees.python.ops.model_ops: ensembles of trees."""

from graphlab._src.contrib.boosted_trees.ensemble_variable import (
    TreeEnsembleVariable,
    TreeEnsembleVariableSavable,
    tree_ensemble_variable,
)
from graphlab._src.contrib.boosted_trees.model_ops import (
    tree_ensemble_deserialize,
    tree_ensemble_serialize,
    tree_ensemble_stamp_token,
    tree_ensemble_used_handlers,
)

__all__ = [
    "TreeEnsembleVariable",
    "TreeEnsembleVariableSavable",
    "tree_ensemble_deserialize",
    "tree_ensemble_serialize",
    "tree_ensemble_stamp_token",
    "tree_ensemble_used_handlers",
    "tree_ensemble_variable",
]
