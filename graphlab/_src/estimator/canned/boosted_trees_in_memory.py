"""tf.contrib.estimator's functions that train boosted trees on data that is one batch."""

from graphlab._src.data.dataset import DatasetV2
from graphlab._src.estimator.canned.boosted_trees import (
    LEFT_OUT,
    BoostedTrees,
    classification_head,
    regression_head,
)
from graphlab._src.estimator.canned.tree_growers import TreeHParams


def _repeating(input_fn):
    def repeating_input_fn():
        found = input_fn()
        return found.repeat() if isinstance(found, DatasetV2) else found

    return repeating_input_fn


def _trained(
    train_input_fn, feature_columns, model_dir, head, hparams, config, train_hooks, is_classification, gradients_fn=None
):
    estimator = BoostedTrees(
        feature_columns,
        model_dir,
        config,
        head,
        hparams,
        batches=1,
        is_classification=is_classification,
        gradients_fn=gradients_fn,
        in_memory=True,
    )
    estimator.train(_repeating(train_input_fn), hooks=train_hooks)
    return estimator


def boosted_trees_classifier_train_in_memory(
    train_input_fn,
    feature_columns,
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
    train_hooks=None,
    center_bias=False,
    pruning_mode="none",
    quantile_sketch_epsilon=0.01,
):
    """A trained classifier: train_input_fn() returns all data as one batch, tensors or a Dataset of one element.

    train_hooks: SessionRunHooks for the training.  The rest is as for tf.estimator.BoostedTreesClassifier.
    """
    n_classes = 2 if n_classes is LEFT_OUT else n_classes
    head, gradients_fn = classification_head(n_classes, weight_column, label_vocabulary)
    growth = n_trees, max_depth, learning_rate, l1_regularization, l2_regularization, tree_complexity
    hparams = TreeHParams(*growth, min_node_weight, center_bias, pruning_mode, quantile_sketch_epsilon)
    return _trained(train_input_fn, feature_columns, model_dir, head, hparams, config, train_hooks, True, gradients_fn)


def boosted_trees_regressor_train_in_memory(
    train_input_fn,
    feature_columns,
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
    train_hooks=None,
    center_bias=False,
    pruning_mode="none",
    quantile_sketch_epsilon=0.01,
):
    """A trained model of numbers.  label_dimension: 1.

    The rest is as for boosted_trees_classifier_train_in_memory.
    """
    head = regression_head(1 if label_dimension is LEFT_OUT else label_dimension, weight_column)
    growth = n_trees, max_depth, learning_rate, l1_regularization, l2_regularization, tree_complexity
    hparams = TreeHParams(*growth, min_node_weight, center_bias, pruning_mode, quantile_sketch_epsilon)
    return _trained(train_input_fn, feature_columns, model_dir, head, hparams, config, train_hooks, False)
