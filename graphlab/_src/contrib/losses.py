"""tf.contrib.losses: the losses of tf.losses with their first order of arguments, predictions before labels."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.contrib.framework.arg_scope import add_arg_scope
from graphlab._src.graph import GraphKeys, convert_to_tensor, get_default_graph, name_scope
from graphlab._src.ops.arithmetic import add_n, square
from graphlab._src.ops.cast import cast
from graphlab._src.ops.losses import classification, collected, regression, weighted
from graphlab._src.ops.reduction import reduce_mean, reduce_sum
from graphlab._src.ops.shape import expand_dims, reshape, shape, squeeze


def compute_weighted_loss(losses, weights: Any = 1.0, scope=None):
    """The mean of losses, each times its weight, over those whose weight is not 0; added to the collection LOSSES."""
    losses = convert_to_tensor(losses)
    weights = _for_each(weights, losses)
    return _added(weighted.compute_weighted_loss(losses, weights, scope=scope, loss_collection=None))


def _for_each(weights, losses, but=0):
    """Weights with as many axes as losses has, the last `but` left out: here they count from the first axis on."""
    weights, losses = convert_to_tensor(weights), convert_to_tensor(losses)
    rank, needed = weights.shape.ndims, losses.shape.ndims
    if needed is None:
        raise ValueError("losses.get_shape().ndims cannot be None")
    if rank is None:
        raise ValueError("weights.get_shape().ndims cannot be None")
    if not rank:
        return weights
    if rank > 1 and weights.shape.as_list()[-1] in (None, 1):
        weights = squeeze(weights, [-1])
    while len(weights.shape.as_list()) < needed - but:
        weights = expand_dims(weights, -1)
    return weights


@add_arg_scope
def add_loss(loss, loss_collection=GraphKeys.LOSSES):
    """Adds a loss to a collection."""
    if loss_collection:
        get_default_graph().add_to_collection(loss_collection, loss)


def _added(loss):
    """The loss, after add_loss: a block of arg_scope may change where that adds it."""
    add_loss(loss)
    return loss


def get_losses(scope=None, loss_collection=GraphKeys.LOSSES):
    """The losses that were added. scope: a regular expression for their names."""
    return collected.get_losses(scope, loss_collection)


def get_regularization_losses(scope=None):
    """The losses of regularizers."""
    return collected.get_regularization_losses(scope)


def get_total_loss(add_regularization_losses=True, name="total_loss"):
    """The sum of all losses."""
    losses = get_losses()
    return add_n([*losses, *get_regularization_losses()] if add_regularization_losses else losses, name=name)


def absolute_difference(predictions, labels=None, weights: Any = 1.0, scope=None):
    """The mean of |predictions - labels|."""
    weights = _for_each(weights, predictions)
    return _added(regression.absolute_difference(labels, predictions, weights, scope, loss_collection=None))


def sigmoid_cross_entropy(logits, multi_class_labels, weights: Any = 1.0, label_smoothing: float = 0, scope=None):
    """The mean cross entropy of sigmoid(logits). multi_class_labels: between 0 and 1."""
    weights = _for_each(weights, logits)
    return _added(
        classification.sigmoid_cross_entropy(
            multi_class_labels, logits, weights, label_smoothing, scope, loss_collection=None
        )
    )


def softmax_cross_entropy(logits, onehot_labels, weights: Any = 1.0, label_smoothing: float = 0, scope=None):
    """The mean cross entropy of softmax(logits). onehot_labels: [batch, classes]."""
    weights = _for_each(weights, logits, 1)
    return _added(
        classification.softmax_cross_entropy(
            onehot_labels, logits, weights, label_smoothing, scope, loss_collection=None
        )
    )


def sparse_softmax_cross_entropy(logits, labels, weights: Any = 1.0, scope=None):
    """The mean cross entropy of softmax(logits). labels: [batch] or [batch, 1], numbers of classes."""
    labels = reshape(labels, shape=[shape(labels)[0]])
    weights = _for_each(weights, logits, 1)
    return _added(classification.sparse_softmax_cross_entropy(labels, logits, weights, scope, loss_collection=None))


def log_loss(predictions, labels=None, weights: Any = 1.0, epsilon=1e-7, scope=None):
    """The mean cross entropy of probabilities."""
    weights = _for_each(weights, predictions)
    return _added(regression.log_loss(labels, predictions, weights, epsilon, scope, loss_collection=None))


def hinge_loss(logits, labels=None, scope=None):
    """max(0, 1 - labels · logits) for each, in no collection. labels: 0 or 1, which count as -1 and 1."""
    reduction = weighted.Reduction.NONE
    return classification.hinge_loss(labels, logits, scope=scope, loss_collection=None, reduction=reduction)


def mean_squared_error(predictions, labels=None, weights: Any = 1.0, scope=None):
    """The mean of (predictions - labels)²."""
    weights = _for_each(weights, predictions)
    return _added(regression.mean_squared_error(labels, predictions, weights, scope, loss_collection=None))


def mean_pairwise_squared_error(predictions, labels=None, weights: Any = 1.0, scope=None):
    """How much differences within an example are off: 2·(the mean of squares - the square of the mean), summed.

    weights: a number, or one for each example.
    """
    with name_scope(scope, "mean_pairwise_squared_error", [predictions, labels, weights]):
        difference = cast(predictions, dtypes.float32) - cast(labels, dtypes.float32)
        axes = list(range(1, difference.shape.ndims))
        spread = reduce_mean(square(difference), axes) - square(reduce_mean(difference, axes))
        loss = reduce_sum(2.0 * spread * cast(convert_to_tensor(weights), dtypes.float32))
        return _added(loss)


def cosine_distance(predictions, labels=None, axis=None, weights: Any = 1.0, scope=None, dim=None):
    """The mean of 1 - predictions · labels along an axis, both of length 1. dim: the old name of axis."""
    axis = dim if axis is None else axis
    if axis is None:
        raise ValueError("You must specify 'axis'.")
    with name_scope(scope, "cosine_distance_loss", [predictions, labels, weights]) as opened:
        predictions, labels = convert_to_tensor(predictions), convert_to_tensor(labels)
        predictions.shape.assert_is_compatible_with(labels.shape)
        products = cast(predictions, dtypes.float32) * cast(labels, dtypes.float32)
        return compute_weighted_loss(1 - reduce_sum(products, [axis]), weights, scope=opened)
