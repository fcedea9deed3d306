"""KMeans: k-means clustering as an Estimator."""

import os
import time
from typing import Any

import numpy as np

from graphlab._src.base import logging
from graphlab._src.estimator.estimator import Estimator
from graphlab._src.estimator.export_outputs import PredictOutput
from graphlab._src.estimator.spec import EstimatorSpec
from graphlab._src.graph import GraphKeys, get_default_graph
from graphlab._src.graph.scopes import colocate_with, get_collection
from graphlab._src.io.saved_model.signature_constants import DEFAULT_SERVING_SIGNATURE_DEF_KEY
from graphlab._src.layers.feature_column.models import input_layer
from graphlab._src.ops.control_flow import with_dependencies
from graphlab._src.ops.joining import concat
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.state.assignment import assign_add
from graphlab._src.summary.scalar import scalar
from graphlab._src.train.clustering import kmeans as clustering
from graphlab._src.train.clustering.first_centers import KMEANS_PLUS_PLUS_INIT, RANDOM_INIT
from graphlab._src.train.global_step import get_global_step
from graphlab._src.train.metrics.means import mean
from graphlab._src.train.sessions.hook import SessionRunArgs, SessionRunHook


class LossRelativeChangeHook(SessionRunHook):
    """Ends training when the loss changes by less than a tolerance, relative to 1 + its size."""

    def __init__(self, loss_tensor, tolerance):
        self._loss, self._tolerance, self._before = loss_tensor, tolerance, None

    def before_run(self, run_context):
        """Requests the loss."""
        return SessionRunArgs(self._loss)

    def after_run(self, run_context, run_values):
        """Compares it with that of the step before."""
        loss, before = run_values.results, self._before
        if before and abs(loss - before) / (1 + abs(before)) < self._tolerance:
            run_context.request_stop()
        self._before = loss


class InitializeClustersHook(SessionRunHook):
    """The chief runs init_op until all centers are there; other workers wait for it.

    An input that ends before the first step leaves no step that a checkpoint would be saved for: the centers that were
    chosen are saved in model_dir all the same, and the next training goes on with them.
    """

    def __init__(self, init_op, is_initialized, is_chief, model_dir):
        self._init_op, self._is_initialized, self._is_chief = init_op, is_initialized, is_chief
        self._model_dir = model_dir
        self._chosen_at = None

    def after_create_session(self, session, coord):
        """Before the first step."""
        assert self._init_op.graph is get_default_graph()
        while True:
            try:
                if session.run(self._is_initialized):
                    return
                if self._is_chief:
                    session.run(self._init_op)
                    self._chosen_at = session.run(get_global_step())
                else:
                    time.sleep(1)
            except RuntimeError as error:
                logging.info(error)

    def end(self, session):
        """Saves centers that no step followed."""
        step = get_global_step()
        if self._chosen_at is not None and self._model_dir and session.run(step) == self._chosen_at:
            savers = get_collection(GraphKeys.SAVERS)
            savers[0].save(session, os.path.join(self._model_dir, "model.ckpt"), global_step=self._chosen_at)


def points_of(features, feature_columns=None):
    """What an input_fn returned, as one tensor [n, d]."""
    if not isinstance(features, dict):
        return features
    if feature_columns:
        return input_layer(features, feature_columns)
    keys = sorted(features)
    with colocate_with(features[keys[0]]):
        return concat([features[key] for key in keys], axis=1)


class KMeansEstimator(Estimator):
    """What both estimators of k-means are. A subclass says which graph it builds, in _graph_class."""

    SQUARED_EUCLIDEAN_DISTANCE = clustering.SQUARED_EUCLIDEAN_DISTANCE
    COSINE_DISTANCE = clustering.COSINE_DISTANCE
    RANDOM_INIT = RANDOM_INIT
    KMEANS_PLUS_PLUS_INIT = KMEANS_PLUS_PLUS_INIT
    SCORE = "score"  # the metric of evaluate()
    CLUSTER_INDEX = "cluster_index"  # these two are predictions
    ALL_DISTANCES = "all_distances"
    CLUSTER_CENTERS_VAR_NAME = clustering.CLUSTERS_VAR_NAME
    _graph_class: Any = clustering.KMeans

    def __init__(self, model_dir, config, relative_tolerance, feature_columns, **options):
        clustering.check_choices(
            options["initial_clusters"], options["distance_metric"], (RANDOM_INIT, KMEANS_PLUS_PLUS_INIT)
        )
        self._distance_metric = options["distance_metric"]

        def model_fn(features, mode, config):
            return self._spec(points_of(features, feature_columns), mode, config, relative_tolerance, options)

        super().__init__(model_fn=model_fn, model_dir=model_dir, config=config)

    def _spec(self, points, mode, config, relative_tolerance, options):
        distances, places, losses, initialized, init_op, train_op = self._graph_class(
            points, **options
        ).training_graph()
        distances, places = distances[0], places[0]
        loss = reduce_sum(losses)
        scalar("loss/raw", loss)
        step = assign_add(get_global_step(), 1)
        hooks: list[SessionRunHook] = [InitializeClustersHook(init_op, initialized, config.is_chief, config.model_dir)]
        if relative_tolerance is not None:
            hooks.append(LossRelativeChangeHook(loss, relative_tolerance))
        train_op = with_dependencies([train_op, step], loss)
        return EstimatorSpec(
            mode=mode,
            predictions={self.ALL_DISTANCES: distances, self.CLUSTER_INDEX: places},
            loss=loss,
            train_op=train_op,
            eval_metric_ops={self.SCORE: mean(loss)},
            training_hooks=hooks,
            export_outputs={
                self.ALL_DISTANCES: PredictOutput(distances),
                self.CLUSTER_INDEX: PredictOutput(places),
                DEFAULT_SERVING_SIGNATURE_DEF_KEY: PredictOutput(places),
            },
        )

    def _predictions(self, input_fn, key):
        for result in self.predict(input_fn=input_fn, predict_keys=[key]):
            yield result[key]

    def predict_cluster_index(self, input_fn):
        """Yields which center is nearest to each point."""
        yield from self._predictions(input_fn, self.CLUSTER_INDEX)

    def score(self, input_fn):
        """The sum of the distances of the points of one batch to their nearest centers, squared where Euclidean."""
        return self.evaluate(input_fn=input_fn, steps=1)[self.SCORE]

    def cluster_centers(self):
        """The centers, [num_clusters, d], of the latest checkpoint."""
        return self.get_variable_value(self.CLUSTER_CENTERS_VAR_NAME)


class KMeans(KMeansEstimator):
    """Clusters points by k-means.

    num_clusters: how many; what initial_clusters says counts more.
    model_dir, config: see Estimator.
    initial_clusters: RANDOM_INIT, KMEANS_PLUS_PLUS_INIT, the centers themselves, or a function of the list of inputs and
    the number of centers that are missing, which returns some; it is called for batch after batch.
    distance_metric: SQUARED_EUCLIDEAN_DISTANCE or COSINE_DISTANCE.
    seed: of the choice of the first centers.
    use_mini_batch: whether centers follow each batch; otherwise each step must see all points.
    mini_batch_steps_per_iteration: after how many batches points are assigned to the new centers.
    kmeans_plus_plus_num_retries: how many points are drawn besides, of which the best becomes a center; -1: some.
    relative_tolerance: ends training when the loss changes by less.
    feature_columns: what makes points of features; otherwise all features are taken, in the order of their names.
    ValueError for an unknown way to choose centers, or an unknown distance.
    """

    def __init__(
        self,
        num_clusters,
        model_dir=None,
        initial_clusters: Any = RANDOM_INIT,
        distance_metric=clustering.SQUARED_EUCLIDEAN_DISTANCE,
        seed=None,
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
            random_seed=seed,
            use_mini_batch=use_mini_batch,
            mini_batch_steps_per_iteration=mini_batch_steps_per_iteration,
            kmeans_plus_plus_num_retries=kmeans_plus_plus_num_retries,
        )

    def transform(self, input_fn):
        """Yields the distances of each point to all centers, [num_clusters]."""
        euclidean = self._distance_metric == self.SQUARED_EUCLIDEAN_DISTANCE
        for distances in self._predictions(input_fn, self.ALL_DISTANCES):
            yield np.sqrt(distances) if euclidean else distances
