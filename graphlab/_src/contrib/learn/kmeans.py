"""KMeansClustering: k-means clustering as an estimator of tf.contrib.learn."""

from typing import Any

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.contrib.factorization import clustering_ops
from graphlab._src.contrib.framework.variables import local_variable
from graphlab._src.contrib.learn.estimator import Estimator
from graphlab._src.contrib.learn.model_fn_ops import ModelFnOps
from graphlab._src.estimator.canned.kmeans import InitializeClustersHook, LossRelativeChangeHook, points_of
from graphlab._src.graph import constant
from graphlab._src.ops.control_flow import with_dependencies
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.state.assignment import assign, assign_add
from graphlab._src.summary.scalar import scalar
from graphlab._src.train.global_step import get_global_step


class KMeansClustering(Estimator):
    """Clusters points by k-means; tf.contrib.factorization.KMeansClustering, whose arguments these are, replaced it.

    Features are a tensor [n, d], or a dict of such, which are joined in the order of their names; there are no labels.
    """

    SQUARED_EUCLIDEAN_DISTANCE = clustering_ops.SQUARED_EUCLIDEAN_DISTANCE
    COSINE_DISTANCE = clustering_ops.COSINE_DISTANCE
    RANDOM_INIT = clustering_ops.RANDOM_INIT
    KMEANS_PLUS_PLUS_INIT = clustering_ops.KMEANS_PLUS_PLUS_INIT
    SCORES = "scores"
    CLUSTER_IDX = "cluster_idx"
    CLUSTERS = clustering_ops.CLUSTERS_VAR_NAME
    ALL_SCORES = "all_scores"
    LOSS_OP_NAME = "kmeans_loss"

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
    ):
        def model_fn(features, labels, mode, config):
            assert labels is None, f"KMeansClustering accepts no labels, got {labels}"
            kmeans = clustering_ops.KMeans(
                points_of(features),
                num_clusters,
                initial_clusters=initial_clusters,
                distance_metric=distance_metric,
                use_mini_batch=use_mini_batch,
                mini_batch_steps_per_iteration=mini_batch_steps_per_iteration,
                random_seed=random_seed,
                kmeans_plus_plus_num_retries=kmeans_plus_plus_num_retries,
            )
            distances, places, losses, initialized, init_op, train_op = kmeans.training_graph()
            step = assign_add(get_global_step(), 1)
            loss = reduce_sum(losses, name=self.LOSS_OP_NAME)
            scalar("loss/raw", loss)
            hooks: list[Any] = [InitializeClustersHook(init_op, initialized, config.is_chief, config.model_dir)]
            if relative_tolerance is not None:
                hooks.append(LossRelativeChangeHook(loss, relative_tolerance))
            train_op = with_dependencies([train_op, step], loss)
            last = local_variable(constant(0.0, dtype=dtypes.float32))
            return ModelFnOps(
                mode=mode,
                predictions={self.ALL_SCORES: distances[0], self.CLUSTER_IDX: places[0]},
                eval_metric_ops={self.SCORES: (last, assign(last, loss))},
                loss=loss,
                train_op=train_op,
                training_hooks=hooks,
            )

        super().__init__(model_fn=model_fn, model_dir=model_dir, config=config)

    def predict_cluster_idx(self, input_fn=None):
        """Yields which center is nearest to each point."""
        for result in self.predict(input_fn=input_fn, outputs=[self.CLUSTER_IDX]):
            yield result[self.CLUSTER_IDX]

    def score(self, input_fn=None, steps=None):
        """The sum of the distances of the points of a batch to their nearest centers, squared where Euclidean."""
        return np.sum(self.evaluate(input_fn=input_fn, steps=steps)[self.SCORES])

    def transform(self, input_fn=None, as_iterable=False):
        """The distances of each point to all centers, squared where Euclidean: [n, num_clusters], or yields the rows."""
        found = self.predict(input_fn=input_fn, outputs=[self.ALL_SCORES], as_iterable=as_iterable)
        return (row[self.ALL_SCORES] for row in found) if as_iterable else found[self.ALL_SCORES]

    def clusters(self):
        """The centers, [num_clusters, d], of the latest checkpoint."""
        return self.get_variable_value(self.CLUSTERS)
