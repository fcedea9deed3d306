"""KMeansClustering: k-means clustering as an Estimator, under its first name."""

from typing import Any

from graphlab._src.contrib.factorization import clustering_ops
from graphlab._src.estimator.canned.kmeans import KMeansEstimator


class KMeansClustering(KMeansEstimator):
    """Clusters points by k-means, as tf.estimator.experimental.KMeans, whose arguments these are.

    random_seed: what is `seed` there.  transform() yields squares where distances are Euclidean.
    """

    _graph_class = clustering_ops.KMeans

    def __init__(
        self,
        num_clusters,
        model_dir=None,
        initial_clusters: Any = clustering_ops.RANDOM_INIT,
        distance_metric=clustering_ops.SQUARED_EUCLIDEAN_DISTANCE,
        random_seed=0,
        use_mini_batch=True,
        mini_batch_steps_per_iteration=1,
        kmeans_plus_plus_num_retries=2,
        relative_tolerance=None,
        config=None,
        feature_columns=None,
    ):
        super().__init__(
            model_dir,
            config,
            relative_tolerance,
            feature_columns,
            num_clusters=num_clusters,
            initial_clusters=initial_clusters,
            distance_metric=distance_metric,
            random_seed=random_seed,
            use_mini_batch=use_mini_batch,
            mini_batch_steps_per_iteration=mini_batch_steps_per_iteration,
            kmeans_plus_plus_num_retries=kmeans_plus_plus_num_retries,
        )

    def transform(self, input_fn):
        """Yields the distances of each point to all centers, [num_clusters]; their squares where they are Euclidean."""
        yield from self._predictions(input_fn, self.ALL_DISTANCES)
