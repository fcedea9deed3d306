"""The ensemble of a graph of boosted trees, and its features in buckets."""

from graphlab._src.estimator.canned import tree_features
from graphlab._src.state.boosted_trees.ensemble_ops import boosted_trees_predict
from graphlab._src.state.boosted_trees.resources import QuantileAccumulator, TreeEnsemble

SCOPE = "boosted_trees"


class Inputs:
    """The ensemble of a graph, and its features in buckets.

    columns: sorted.  epsilon: the error of the quantiles of float columns.  scope: the name scope, as it is entered.
    """

    def __init__(self, features, columns, epsilon, scope):
        self.features = features
        self.floats = tree_features.float_columns(columns)
        self.ensemble = TreeEnsemble(name=scope)
        self.quantiles = None
        boundaries = None
        count = int(1.0 / epsilon)
        if self.floats:
            self.quantiles = QuantileAccumulator(
                epsilon, tree_features.count_features(self.floats), count, name="QuantileAccumulator"
            )
            boundaries = self.quantiles.get_bucket_boundaries()
        self.groups = tree_features.bucket_groups(columns, count)
        self.buckets = tree_features.transformed(features, columns, boundaries)

    def logits(self, head):
        """The logits [batch, 1] of the ensemble as it is."""
        return boosted_trees_predict(self.ensemble.resource_handle, self.buckets, head.logits_dimension)
