"""Losses of classifiers' scores."""

from typing import Any

from graphlab._src.graph import GraphKeys, convert_to_tensor, name_scope
from graphlab._src.ops.activation import relu
from graphlab._src.ops.arithmetic import multiply, subtract
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import equal
from graphlab._src.ops.constants import ones_like
from graphlab._src.ops.cross_entropy import (
    sigmoid_cross_entropy_with_logits,
    softmax_cross_entropy_with_logits_v2,
    sparse_softmax_cross_entropy_with_logits,
)
from graphlab._src.ops.identity import stop_gradient
from graphlab._src.ops.losses.regression import as_floats, check_given
from graphlab._src.ops.losses.weighted import Reduction, compute_weighted_loss
from graphlab._src.ops.shape import rank, shape, squeeze
from graphlab._src.ops.squeezable import may_end_in_one, remove_squeezable_dimensions, without_last

_BY_NONZERO = Reduction.SUM_BY_NONZERO_WEIGHTS


def hinge_loss(
    labels, logits, weights: Any = 1.0, scope=None, loss_collection: Any = GraphKeys.LOSSES, reduction=_BY_NONZERO
):
    """max(0, 1 - (2 · labels - 1) · logits), weighted and reduced as compute_weighted_loss says.

    labels, logits: of one shape; labels are 0.0 or 1.0, and what logits have above 0 counts as 1.
    weights, scope, loss_collection, reduction: as in compute_weighted_loss.
    """
    check_given(labels=labels, logits=logits)
    with name_scope(scope, "hinge_loss", [logits, labels, weights]) as scope:
        logits, labels = as_floats(logits, labels)
        ones = ones_like(labels)
        labels = subtract(2 * labels, ones)
        losses = relu(subtract(ones, multiply(labels, logits)))
        return compute_weighted_loss(losses, weights, scope, loss_collection, reduction=reduction)


def sigmoid_cross_entropy(
    multi_class_labels,
    logits,
    weights: Any = 1.0,
    label_smoothing: float = 0,
    scope=None,
    loss_collection: Any = GraphKeys.LOSSES,
    reduction=_BY_NONZERO,
):
    """The cross entropy of labels and sigmoid(logits), weighted and reduced as compute_weighted_loss says.

    multi_class_labels, logits: [batch, classes].  label_smoothing: how far labels move towards 1/2.
    weights, scope, loss_collection, reduction: as in compute_weighted_loss.
    """
    check_given(multi_class_labels=multi_class_labels, logits=logits)
    with name_scope(scope, "sigmoid_cross_entropy_loss", [logits, multi_class_labels, weights]) as scope:
        logits = convert_to_tensor(logits)
        labels = cast(multi_class_labels, logits.dtype)
        logits.shape.assert_is_compatible_with(labels.shape)
        if label_smoothing > 0:
            labels = labels * (1 - label_smoothing) + 0.5 * label_smoothing
        losses = sigmoid_cross_entropy_with_logits(labels=labels, logits=logits, name="xentropy")
        return compute_weighted_loss(losses, weights, scope, loss_collection, reduction=reduction)


def softmax_cross_entropy(
    onehot_labels,
    logits,
    weights: Any = 1.0,
    label_smoothing: float = 0,
    scope=None,
    loss_collection: Any = GraphKeys.LOSSES,
    reduction=_BY_NONZERO,
):
    """The cross entropy of labels and softmax(logits), weighted and reduced as compute_weighted_loss says.

    onehot_labels, logits: [batch, classes]; no gradient goes back to the labels.  weights: a number or [batch].
    label_smoothing: how far labels move towards 1/classes.
    scope, loss_collection, reduction: as in compute_weighted_loss.
    """
    check_given(onehot_labels=onehot_labels, logits=logits)
    with name_scope(scope, "softmax_cross_entropy_loss", [logits, onehot_labels, weights]) as scope:
        logits = convert_to_tensor(logits)
        labels = cast(onehot_labels, logits.dtype)
        logits.shape.assert_is_compatible_with(labels.shape)
        if label_smoothing > 0:
            classes = cast(shape(labels)[-1], logits.dtype)
            positive, negative = 1.0 - label_smoothing, label_smoothing / classes
            labels = labels * positive + negative
        labels = stop_gradient(labels, name="labels_stop_gradient")
        losses = softmax_cross_entropy_with_logits_v2(labels=labels, logits=logits, name="xentropy")
        return compute_weighted_loss(losses, weights, scope, loss_collection, reduction=reduction)


def squeezed(labels, predictions, weights=None, expected_rank_diff=0):
    """All three, without a last axis of size 1 that one has too many; see remove_squeezable_dimensions."""
    labels, predictions = remove_squeezable_dimensions(labels, predictions, expected_rank_diff=expected_rank_diff)
    if weights is None:
        return labels, predictions, weights
    weights = convert_to_tensor(weights)
    if labels.dims is not None and weights.dims is not None:
        if len(weights.dims) - len(labels.dims) == 1:
            weights = squeeze(weights, [-1])
        return labels, predictions, weights
    difference = rank(weights) - rank(labels)
    if may_end_in_one(weights):
        weights = without_last(weights, equal(1, difference))
    return labels, predictions, weights


def sparse_softmax_cross_entropy(
    labels, logits, weights: Any = 1.0, scope=None, loss_collection: Any = GraphKeys.LOSSES, reduction=_BY_NONZERO
):
    """-log(softmax(logits)) at the label of each row, weighted and reduced as compute_weighted_loss says.

    labels: class numbers, int32 or int64, […] or […, 1].  logits: […, classes].  weights: a number, or as labels.
    scope, loss_collection, reduction: as in compute_weighted_loss.
    """
    check_given(labels=labels, logits=logits)
    with name_scope(scope, "sparse_softmax_cross_entropy_loss", [logits, labels, weights]) as scope:
        labels, logits, weights = squeezed(labels, logits, weights, expected_rank_diff=1)
        losses = sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits, name="xentropy")
        return compute_weighted_loss(losses, weights, scope, loss_collection, reduction=reduction)
