"""BoostedTreesClassifier, BoostedTreesRegressor, BoostedTreesEstimator: sums of trees that are grown layer by layer."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.estimator.canned import tree_explanations, tree_features
from graphlab._src.estimator.canned.classification_heads import BinaryHead, MultiClassHead
from graphlab._src.estimator.canned.head_checks import check_labels
from graphlab._src.estimator.canned.regression_head import RegressionHead
from graphlab._src.estimator.canned.tree_growers import TreeHParams
from graphlab._src.estimator.canned.tree_inputs import SCOPE, Inputs
from graphlab._src.estimator.canned.tree_model import tree_model
from graphlab._src.estimator.estimator import Estimator
from graphlab._src.estimator.mode_keys import ModeKeys
from graphlab._src.graph import name_scope
from graphlab._src.ops.cast import cast
from graphlab._src.ops.control_flow import no_op
from graphlab._src.ops.identity import identity
from graphlab._src.ops.losses.weighted import Reduction
from graphlab._src.ops.power import exp, reciprocal
from graphlab._src.ops.shape import size
from graphlab._src.proto.boosted_trees import TreeEnsemble
from graphlab._src.state.boosted_trees.ensemble_ops import boosted_trees_example_debug_outputs
from graphlab._src.train.saving.checkpoint_utils import load_checkpoint

_DEBUG_KEY = "_serialized_debug_outputs_proto"
LEFT_OUT: Any = object()  # n_classes and label_dimension, of which there is one value so far


class BoostedTrees(Estimator):
    """The base of estimators of boosted trees.

    feature_columns: numeric, bucketized and indicator columns.  head: what makes predictions of logits.  hparams: a
    TreeHParams.  batches: after how many a layer is added.  is_classification: whether explanations are probabilities.
    gradients_fn, weight_column, in_memory: as for tree_model.  model_dir, config: as for Estimator.
    """

    def __init__(
        self,
        feature_columns,
        model_dir,
        config,
        head,
        hparams,
        batches,
        is_classification,
        gradients_fn=None,
        weight_column=None,
        in_memory=False,
    ):
        columns = tree_features.sorted_columns(feature_columns)

        def model_fn(features, labels, mode, config):
            return tree_model(
                features,
                labels,
                mode,
                head,
                columns,
                hparams,
                batches,
                config,
                gradients_fn=gradients_fn,
                weight_column=weight_column,
                in_memory=in_memory,
            )

        super().__init__(model_fn, model_dir=model_dir, config=config)
        self._columns = columns
        self._head = head
        self._names = tree_features.feature_names(columns)
        self._hparams = hparams
        self._is_classification = is_classification

    def experimental_feature_importances(self, normalize=False):
        """{name of a column: the gains of its splits}, an OrderedDict, the largest first.

        normalize: as shares of their sum.  ValueError before a training, AssertionError where there are no gains.
        """
        serialized = load_checkpoint(self._model_dir).get_tensor(f"{SCOPE}:0_serialized")
        if not serialized:
            raise ValueError(
                "Found empty serialized string for TreeEnsemble. You should only call this method after training."
            )
        message = TreeEnsemble.FromString(bytes(serialized))
        gains = tree_explanations.feature_importances(message, len(self._names), normalize)
        return tree_explanations.sum_by_name(self._names, gains)

    def experimental_predict_with_explanations(self, input_fn, predict_keys=None, hooks=None, checkpoint_path=None):
        """Predictions as of predict, each with "bias" and "dfc": what the columns add to the bias, {name: number}.

        The numbers are probabilities for a classifier.  ValueError unless the bias was centered.
        input_fn, predict_keys, hooks, checkpoint_path: as for predict.
        """
        if not self._hparams.center_bias:
            raise ValueError(
                "center_bias must be enabled during estimator instantiation when using "
                "experimental_predict_with_explanations."
            )
        if not self._is_classification and getattr(self._head, "_inverse_link_fn", None) not in (None, identity):
            raise ValueError(
                "For now only identity inverse_link_fn in regression_head is supported for "
                "experimental_predict_with_explanations."
            )
        estimator = Estimator(
            self._explaining_model, model_dir=self.model_dir, config=self.config, warm_start_from=self._warm_start
        )
        if predict_keys is not None:
            predict_keys = {*predict_keys, _DEBUG_KEY}
        found = estimator.predict(input_fn, predict_keys=predict_keys, hooks=hooks, checkpoint_path=checkpoint_path)
        for prediction in found:
            serialized = prediction.pop(_DEBUG_KEY)
            added = tree_explanations.contributions(serialized, self._names, self._is_classification)
            prediction["bias"], prediction["dfc"] = added
            yield prediction

    def _explaining_model(self, features, labels, mode):
        del labels, mode
        with name_scope(SCOPE) as scope:
            inputs = Inputs(features, self._columns, self._hparams.quantile_sketch_epsilon, scope)
            logits = inputs.logits(self._head)
            spec = self._head.create_estimator_spec(
                features=features, mode=ModeKeys.PREDICT, labels=None, train_op_fn=no_op, logits=logits
            )
            explained = boosted_trees_example_debug_outputs(
                inputs.ensemble.resource_handle, inputs.buckets, self._head.logits_dimension
            )
            spec.predictions[_DEBUG_KEY] = explained
            return spec


def classification_head(n_classes, weight_column, label_vocabulary):
    """(a head for two classes, the gradients of its loss or None).  ValueError for more classes."""
    if n_classes != 2:
        raise ValueError(f"For now only binary classification is supported. n_classes given as {n_classes}")
    head = BinaryHead(weight_column, label_vocabulary=label_vocabulary, loss_reduction=Reduction.SUM_OVER_BATCH_SIZE)
    return head, _logistic_gradients if weight_column is None and label_vocabulary is None else None


def _logistic_gradients(logits, labels):
    """(gradients, Hessians) of the mean cross entropy of the sigmoid."""
    predictions = reciprocal(exp(-logits) + 1.0)
    share = reciprocal(cast(size(predictions), dtypes.float32))
    labels = check_labels(cast(labels, dtypes.float32), logits, 1)
    return (predictions - labels) * share, predictions * (1.0 - predictions) * share


def regression_head(label_dimension, weight_column=None):
    """A head for numbers.  ValueError for several of each example."""
    if label_dimension != 1:
        raise ValueError(
            f"For now only 1 dimension regression is supported. label_dimension given as {label_dimension}"
        )
    return RegressionHead(
        label_dimension=label_dimension,
        weight_column=weight_column,
        loss_reduction=Reduction.SUM_OVER_BATCH_SIZE,
    )


class BoostedTreesClassifier(BoostedTrees):
    """A classifier of two classes whose logit is the sum of trees.

    feature_columns: numeric, bucketized and indicator columns.  n_batches_per_layer: after how many batches each layer is
    added.  n_classes: 2.  weight_column: which feature says how much an example counts.  label_vocabulary: the names of the
    classes, where labels are strings.  n_trees: how many trees, each of max_depth layers.  learning_rate: by what the
    leaves are multiplied.  l1_regularization, l2_regularization: of the weights of leaves.  tree_complexity: what a split
    must gain, with a pruning_mode.  min_node_weight: the sum of Hessians that a node needs to be split.
    center_bias: whether the trees begin with the logit of all labels together.  pruning_mode: "none", "pre" (a split
    without a gain is not made) or "post" (it is undone when its tree is finished).  quantile_sketch_epsilon: the error of
    the quantiles that numeric columns are cut at.  train_in_memory: every batch is all data.
    model_dir, config: as for Estimator.
    """

    def __init__(
        self,
        feature_columns,
        n_batches_per_layer,
        model_dir=None,
        n_classes=LEFT_OUT,
        weight_column=None,
        label_vocabulary=None,
        n_trees=100,
        max_depth=6,
        learning_rate=0.1,
        l1_regularization=0.0,
        l2_regularization=0.0,
        tree_complexity=0.0,
        min_node_weight=0.0,
        config=None,
        center_bias=False,
        pruning_mode="none",
        quantile_sketch_epsilon=0.01,
        train_in_memory=False,
    ):
        if n_classes is LEFT_OUT:
            n_classes = 2
        elif n_classes > 2 and pruning_mode is not None:
            raise ValueError("For now pruning is not supported with multi class.")
        head, gradients_fn = classification_head(n_classes, weight_column, label_vocabulary)
        growth = n_trees, max_depth, learning_rate, l1_regularization, l2_regularization, tree_complexity
        hparams = TreeHParams(*growth, min_node_weight, center_bias, pruning_mode, quantile_sketch_epsilon)
        super().__init__(
            feature_columns,
            model_dir,
            config,
            head,
            hparams,
            n_batches_per_layer,
            is_classification=True,
            gradients_fn=gradients_fn,
            weight_column=weight_column,
            in_memory=train_in_memory,
        )


class BoostedTreesRegressor(BoostedTrees):
    """A model of numbers that is the sum of trees.

    label_dimension: 1.  The other arguments are those of BoostedTreesClassifier.
    """

    def __init__(
        self,
        feature_columns,
        n_batches_per_layer,
        model_dir=None,
        label_dimension=LEFT_OUT,
        weight_column=None,
        n_trees=100,
        max_depth=6,
        learning_rate=0.1,
        l1_regularization=0.0,
        l2_regularization=0.0,
        tree_complexity=0.0,
        min_node_weight=0.0,
        config=None,
        center_bias=False,
        pruning_mode="none",
        quantile_sketch_epsilon=0.01,
        train_in_memory=False,
    ):
        if label_dimension is LEFT_OUT:
            label_dimension = 1
        elif label_dimension > 1 and pruning_mode is not None:
            raise ValueError("For now pruning is not supported with multi-dimension regression.")
        head = regression_head(label_dimension, weight_column)
        growth = n_trees, max_depth, learning_rate, l1_regularization, l2_regularization, tree_complexity
        hparams = TreeHParams(*growth, min_node_weight, center_bias, pruning_mode, quantile_sketch_epsilon)
        super().__init__(
            feature_columns,
            model_dir,
            config,
            head,
            hparams,
            n_batches_per_layer,
            is_classification=False,
            weight_column=weight_column,
            in_memory=train_in_memory,
        )


class BoostedTreesEstimator(BoostedTrees):
    """A sum of trees with a head of one's own.

    head: makes a loss and predictions of one logit.  weight_column: has no effect, as in TensorFlow: the head has its own.
    The other arguments are those of BoostedTreesClassifier.
    """

    def __init__(
        self,
        feature_columns,
        n_batches_per_layer,
        head,
        model_dir=None,
        weight_column=None,
        n_trees=100,
        max_depth=6,
        learning_rate=0.1,
        l1_regularization=0.0,
        l2_regularization=0.0,
        tree_complexity=0.0,
        min_node_weight=0.0,
        config=None,
        center_bias=False,
        pruning_mode="none",
        quantile_sketch_epsilon=0.01,
    ):
        del weight_column
        growth = n_trees, max_depth, learning_rate, l1_regularization, l2_regularization, tree_complexity
        hparams = TreeHParams(*growth, min_node_weight, center_bias, pruning_mode, quantile_sketch_epsilon)
        is_classification = isinstance(head, (BinaryHead, MultiClassHead))
        super().__init__(feature_columns, model_dir, config, head, hparams, n_batches_per_layer, is_classification)
