"""SDCALogisticClassifier and SDCALinearRegressor of tf.contrib.linear_optimizer."""

from graphlab._src.contrib.learn.estimator import Estimator
from graphlab._src.contrib.learn.heads import multi_class_head, regression_head
from graphlab._src.contrib.learn.keys import PredictionKey
from graphlab._src.contrib.linear_optimizer.optimizer import LOSSES, SDCAOptimizer, sdca_model
from graphlab._src.train.sdca.hook import UpdateWeightsHook


def sdca_model_fn(features, labels, mode, params, config=None):
    """The model function of these estimators, with as many partitions as workers where params has none."""
    workers = config.num_worker_replicas if config else 1
    optimizer = SDCAOptimizer(
        example_id_column=params["example_id_column"],
        num_loss_partitions=params["num_loss_partitions"] or max(1, workers),
        symmetric_l1_regularization=params["l1_regularization"],
        symmetric_l2_regularization=params["l2_regularization"],
        partitioner=params["partitioner"],
    )
    return sdca_model(features, labels, mode, params, optimizer)


class SDCAEstimator(Estimator):
    """A linear model that SDCA trains.

    example_id_column, l1_regularization, l2_regularization, num_loss_partitions, partitioner: as for SDCAOptimizer.
    head: of tf.contrib.learn, for two classes, numbers or a support vector machine.  The rest is as for LinearClassifier.
    """

    def __init__(
        self,
        example_id_column,
        feature_columns,
        weight_column_name=None,
        model_dir=None,
        head=None,
        l1_regularization=0.0,
        l2_regularization=1.0,
        num_loss_partitions=None,
        config=None,
        feature_engineering_fn=None,
        partitioner=None,
    ):
        if not feature_columns:
            raise AssertionError("feature_columns can't be empty.")
        if not isinstance(head, tuple(kind for kind, _ in LOSSES)):
            raise ValueError(
                f"head type: {type(head)} is not supported. Supported head types: _BinaryLogisticHead, _BinarySvmHead and "
                "_RegressionHead."
            )
        if head.logits_dimension != 1:
            raise AssertionError("SDCA only applies to logits_dimension=1.")
        params = {
            "head": head,
            "feature_columns": feature_columns,
            "example_id_column": example_id_column,
            "num_loss_partitions": num_loss_partitions,
            "l1_regularization": l1_regularization,
            "l2_regularization": l2_regularization,
            "weight_column_name": weight_column_name,
            "update_weights_hook": UpdateWeightsHook(),
            "partitioner": partitioner,
        }
        super().__init__(sdca_model_fn, model_dir, config, params, feature_engineering_fn)

    def _each(self, key, input_fn):
        return (one[key] for one in self.predict(input_fn=input_fn, outputs=[key]))


class SDCALogisticClassifier(SDCAEstimator):
    """A classifier of two classes; the arguments are those of SDCAEstimator but the head."""

    def __init__(
        self,
        example_id_column,
        feature_columns,
        weight_column_name=None,
        model_dir=None,
        l1_regularization=0.0,
        l2_regularization=1.0,
        num_loss_partitions=None,
        config=None,
        feature_engineering_fn=None,
        partitioner=None,
    ):
        super().__init__(
            example_id_column,
            feature_columns,
            weight_column_name,
            model_dir,
            multi_class_head(n_classes=2, weight_column_name=weight_column_name),
            l1_regularization,
            l2_regularization,
            num_loss_partitions,
            config,
            feature_engineering_fn,
            partitioner,
        )

    def predict_classes(self, input_fn=None):
        """Yields the class of each example."""
        return self._each(PredictionKey.CLASSES, input_fn)

    def predict_proba(self, input_fn=None):
        """Yields the probabilities of the classes of each example."""
        return self._each(PredictionKey.PROBABILITIES, input_fn)


class SDCALinearRegressor(SDCAEstimator):
    """A model of numbers; the arguments are those of SDCAEstimator but the head."""

    def __init__(
        self,
        example_id_column,
        feature_columns,
        weight_column_name=None,
        model_dir=None,
        l1_regularization=0.0,
        l2_regularization=1.0,
        num_loss_partitions=None,
        config=None,
        feature_engineering_fn=None,
        partitioner=None,
    ):
        super().__init__(
            example_id_column,
            feature_columns,
            weight_column_name,
            model_dir,
            regression_head(weight_column_name=weight_column_name),
            l1_regularization,
            l2_regularization,
            num_loss_partitions,
            config,
            feature_engineering_fn,
            partitioner,
        )

    def predict_scores(self, input_fn):
        """Yields the number of each example."""
        return self._each(PredictionKey.SCORES, input_fn)
