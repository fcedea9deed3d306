"""tf.contrib.estimator: heads for estimators, and exports as functions."""

from graphlab._src.estimator.canned.classification_heads import BinaryHead, MultiClassHead
from graphlab._src.estimator.canned.head_checks import assert_range
from graphlab._src.estimator.canned.multi_head import MultiHead
from graphlab._src.estimator.canned.multi_label_head import MultiLabelHead
from graphlab._src.estimator.canned.regression_head import RegressionHead
from graphlab._src.estimator.mode_keys import ModeKeys
from graphlab._src.ops.activation import sigmoid
from graphlab._src.ops.cross_entropy import sigmoid_cross_entropy_with_logits
from graphlab._src.ops.losses.average import log_poisson_loss
from graphlab._src.ops.losses.weighted import Reduction
from graphlab._src.ops.power import exp


def multi_class_head(
    n_classes,
    weight_column=None,
    label_vocabulary=None,
    loss_reduction=Reduction.SUM_OVER_BATCH_SIZE,
    loss_fn=None,
    name=None,
):
    """A head for one of more than two classes, with the cross entropy of the softmax."""
    return MultiClassHead(n_classes, weight_column, label_vocabulary, loss_reduction, loss_fn, name)


def binary_classification_head(
    weight_column=None,
    thresholds=None,
    label_vocabulary=None,
    loss_reduction=Reduction.SUM_OVER_BATCH_SIZE,
    loss_fn=None,
    name=None,
):
    """A head for one of two classes, with the cross entropy of the sigmoid."""
    return BinaryHead(weight_column, thresholds, label_vocabulary, loss_reduction, loss_fn, name)


def regression_head(
    weight_column=None,
    label_dimension=1,
    loss_reduction=Reduction.SUM_OVER_BATCH_SIZE,
    loss_fn=None,
    inverse_link_fn=None,
    name=None,
):
    """A head for numbers, with the mean squared error."""
    return RegressionHead(weight_column, label_dimension, loss_reduction, loss_fn, inverse_link_fn, name)


def poisson_regression_head(
    weight_column=None,
    label_dimension=1,
    loss_reduction=Reduction.SUM_OVER_BATCH_SIZE,
    compute_full_loss=True,
    name=None,
):
    """A head for counts, whose logits are logarithms.  compute_full_loss: with the term that labels alone decide."""

    def loss(labels, logits):
        return log_poisson_loss(targets=labels, log_input=logits, compute_full_loss=compute_full_loss)

    return RegressionHead(weight_column, label_dimension, loss_reduction, loss, exp, name)


def logistic_regression_head(weight_column=None, loss_reduction=Reduction.SUM_OVER_BATCH_SIZE, name=None):
    """A head for probabilities: labels in [0, 1], the cross entropy of the sigmoid, a regressor's predictions."""

    def loss(labels, logits):
        labels = assert_range(labels, n_classes=2, message="Labels must be in range [0, 1]")
        return sigmoid_cross_entropy_with_logits(labels=labels, logits=logits)

    return RegressionHead(weight_column, 1, loss_reduction, loss, sigmoid, name)


def multi_label_head(
    n_classes,
    weight_column=None,
    thresholds=None,
    label_vocabulary=None,
    loss_reduction=Reduction.SUM_OVER_BATCH_SIZE,
    loss_fn=None,
    classes_for_class_based_metrics=None,
    name=None,
):
    """A head for any number of classes for each example, with the mean cross entropy of the sigmoids."""
    return MultiLabelHead(
        n_classes,
        weight_column,
        thresholds,
        label_vocabulary,
        loss_reduction,
        loss_fn,
        classes_for_class_based_metrics,
        name,
    )


def multi_head(heads, head_weights=None):
    """A head of several heads with names, whose losses are added.  head_weights: what the losses are multiplied by."""
    return MultiHead(heads, head_weights)


def export_saved_model_for_mode(
    estimator,
    export_dir_base,
    input_receiver_fn,
    assets_extra=None,
    as_text=False,
    checkpoint_path=None,
    mode=ModeKeys.PREDICT,
):
    """Estimator.export_saved_model of one mode."""
    return estimator.export_saved_model(
        export_dir_base, input_receiver_fn, assets_extra, as_text, checkpoint_path, experimental_mode=mode
    )


def export_all_saved_models(
    estimator, export_dir_base, input_receiver_fn_map, assets_extra=None, as_text=False, checkpoint_path=None
):
    """Estimator.experimental_export_all_saved_models."""
    return estimator.experimental_export_all_saved_models(
        export_dir_base, input_receiver_fn_map, assets_extra, as_text, checkpoint_path
    )
