"""GMM: a mixture of Gaussians as an Estimator."""

from typing import Any

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.contrib.factorization import gmm_ops
from graphlab._src.contrib.framework.variables import local_variable
from graphlab._src.contrib.learn.estimator import Estimator
from graphlab._src.contrib.learn.model_fn_ops import ModelFnOps
from graphlab._src.estimator.canned.kmeans import InitializeClustersHook
from graphlab._src.graph import constant
from graphlab._src.ops.control_flow import with_dependencies
from graphlab._src.ops.joining import concat
from graphlab._src.state.assignment import assign, assign_add
from graphlab._src.train.global_step import get_global_step
from graphlab._src.train.saving.checkpoint_utils import load_variable

_VARIABLES = gmm_ops.GmmAlgorithm


class GMM(Estimator):
    """Clusters points by a mixture of Gaussians.

    num_clusters: how many.  model_dir, config: see Estimator.
    random_seed, params, covariance_type: as GmmAlgorithm's.  initial_clusters: "random", or the first means.
    Features are a tensor [n, d], or a dict of such, which are joined in the order of their names; there are no labels.
    """

    SCORES = "scores"
    LOG_LIKELIHOOD = "loss"
    ASSIGNMENTS = "assignments"

    def __init__(
        self,
        num_clusters,
        model_dir=None,
        random_seed=0,
        params="wmc",
        initial_clusters: Any = "random",
        covariance_type="full",
        config=None,
    ):
        def model_fn(features, labels, mode, config):
            assert labels is None, f"GMM accepts no labels, got {labels}"
            if isinstance(features, dict):
                features = concat([features[key] for key in sorted(features)], 1)
            loss, scores, assignments, train_op, init_op, initialized = gmm_ops.gmm(
                features, initial_clusters, num_clusters, random_seed, covariance_type, params
            )
            step = assign_add(get_global_step(), 1)
            total = local_variable(constant(0.0))
            last = local_variable(constant([], dtype=dtypes.float32), validate_shape=False)
            last_scores = last, assign(last, scores, validate_shape=False)
            return ModelFnOps(
                mode=mode,
                predictions={GMM.ASSIGNMENTS: assignments[0][0]},
                eval_metric_ops={GMM.SCORES: last_scores, GMM.LOG_LIKELIHOOD: (total, total.assign_add(loss))},
                loss=loss,
                train_op=with_dependencies([train_op, step], loss),
                training_hooks=[InitializeClustersHook(init_op, initialized, config.is_chief, config.model_dir)],
            )

        super().__init__(model_fn=model_fn, model_dir=model_dir, config=config)

    def predict_assignments(self, input_fn=None, batch_size=None, outputs=None):
        """Yields the likeliest Gaussian of each point."""
        for result in self.predict(input_fn=input_fn, batch_size=batch_size, outputs=outputs):
            yield result[GMM.ASSIGNMENTS]

    def score(self, input_fn=None, batch_size=None, steps=None):
        """The logarithm of the sum of the likelihoods of the points."""
        results = self.evaluate(input_fn=input_fn, batch_size=batch_size, steps=steps)
        return np.log(np.sum(np.exp(results[GMM.SCORES])))

    def weights(self):
        """The weights, [num_clusters], of the latest checkpoint."""
        return load_variable(self.model_dir, _VARIABLES.CLUSTERS_WEIGHT)

    def clusters(self):
        """The means, [num_clusters, d], of the latest checkpoint."""
        return np.squeeze(load_variable(self.model_dir, _VARIABLES.CLUSTERS_VARIABLE), 1)

    def covariances(self):
        """The covariances of the latest checkpoint."""
        return load_variable(self.model_dir, _VARIABLES.CLUSTERS_COVS_VARIABLE)
