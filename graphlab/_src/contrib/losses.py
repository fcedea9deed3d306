"""tf.contrib.losses: the losses of tf.losses with their first order of arguments, predictions before labels.

Weights count from the first axis on, and each function adds the operations that TensorFlow 1.15 adds, which seeds count.
"""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.contrib.framework.arg_scope import add_arg_scope
from graphlab._src.graph import GraphKeys, convert_to_tensor, get_default_graph, name_scope
from graphlab._src.ops.activation import relu
from graphlab._src.ops.arithmetic import add_n, multiply, square, squared_difference, subtract
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import equal, not_equal
from graphlab._src.ops.constants import ones, ones_like, zeros_like
from graphlab._src.ops.cross_entropy import (
    sigmoid_cross_entropy_with_logits,
    softmax_cross_entropy_with_logits,
    sparse_softmax_cross_entropy_with_logits,
)
from graphlab._src.ops.division import div, div_no_nan
from graphlab._src.ops.losses import collected
from graphlab._src.ops.power import log
from graphlab._src.ops.reduction import reduce_prod, reduce_sum
from graphlab._src.ops.rounding import abs as abs_
from graphlab._src.ops.select import where
from graphlab._src.ops.shape import reshape, shape, size, squeeze
from graphlab._src.ops.slicing import slice_


def compute_weighted_loss(losses, weights: Any = 1.0, scope=None):
    """The mean of losses, each times its weight, over those whose weight is not 0; added to the collection LOSSES.

    losses: [batch, …].  weights: a number, [batch], or one for each of losses' first axes.
    """
    with name_scope(scope, "weighted_loss", [losses, weights]):
        losses = convert_to_tensor(losses)
        dtype = losses.dtype
        losses = cast(losses, dtypes.float32)
        weights = cast(convert_to_tensor(weights), dtypes.float32)
        _rank(losses, "losses")
        if _rank(weights, "weights") > 1 and weights.shape.dims[-1].is_compatible_with(1):
            weights = squeeze(weights, [-1])
        total = _scaled(losses, weights)
        present = reduce_sum(_present(losses, weights))
        mean = div_no_nan(reduce_sum(total), present, name="value")
        return _added(cast(mean, dtype))


def _rank(tensor, what):
    """The number of a tensor's axes, which has to be known."""
    if tensor.shape.ndims is None:
        raise ValueError(f"{what}.get_shape().ndims cannot be None")
    return tensor.shape.ndims


def _scaled(losses, weights):
    """The sum of losses, each times its weight: over the axes that weights lacks before they are multiplied."""
    axes = list(range(_rank(weights, "weights"), losses.shape.ndims))
    return reduce_sum(multiply(reduce_sum(losses, axes), weights))


def _present(losses, weights):
    """The number of losses with a weight that is not 0, for each of the batch."""
    if not weights.shape.ndims:
        batch = reshape(slice_(shape(losses), [0], [1]), [])
        each = div(cast(size(losses), dtypes.float32), cast(batch, dtypes.float32))
        each = where(equal(weights, 0), 0.0, each)
        return multiply(ones(reshape(batch, [1])), each)
    nonzero = reduce_sum(cast(not_equal(weights, 0), dtypes.float32), list(range(1, weights.shape.ndims)))
    others = slice_(shape(losses), [weights.shape.ndims], [-1])
    return multiply(nonzero, cast(reduce_prod(others), dtypes.float32))


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


def _as_floats(predictions, labels):
    """Both as float32, after their shapes were compared."""
    predictions, labels = convert_to_tensor(predictions), convert_to_tensor(labels)
    predictions.shape.assert_is_compatible_with(labels.shape)
    return cast(predictions, dtypes.float32), cast(labels, dtypes.float32)


def _as_logits(logits, labels):
    """Both as tensors, labels in the type of logits, after their shapes were compared."""
    logits, labels = convert_to_tensor(logits), convert_to_tensor(labels)
    logits.shape.assert_is_compatible_with(labels.shape)
    return logits, cast(labels, logits.dtype)


def absolute_difference(predictions, labels=None, weights: Any = 1.0, scope=None):
    """The mean of |predictions - labels|."""
    with name_scope(scope, "absolute_difference", [predictions, labels, weights]) as opened:
        predictions, labels = _as_floats(predictions, labels)
        return compute_weighted_loss(abs_(subtract(predictions, labels)), weights, scope=opened)


def sigmoid_cross_entropy(logits, multi_class_labels, weights: Any = 1.0, label_smoothing: float = 0, scope=None):
    """The mean cross entropy of sigmoid(logits). multi_class_labels: between 0 and 1."""
    with name_scope(scope, "sigmoid_cross_entropy_loss", [logits, multi_class_labels, weights]) as opened:
        logits, labels = _as_logits(logits, multi_class_labels)
        if label_smoothing > 0:
            labels = labels * (1 - label_smoothing) + 0.5 * label_smoothing
        losses = sigmoid_cross_entropy_with_logits(labels=labels, logits=logits, name="xentropy")
        return compute_weighted_loss(losses, weights, scope=opened)


def softmax_cross_entropy(logits, onehot_labels, weights: Any = 1.0, label_smoothing: float = 0, scope=None):
    """The mean cross entropy of softmax(logits). onehot_labels: [batch, classes]."""
    with name_scope(scope, "softmax_cross_entropy_loss", [logits, onehot_labels, weights]) as opened:
        logits, labels = _as_logits(logits, onehot_labels)
        if label_smoothing > 0:
            classes = cast(shape(labels)[1], logits.dtype)
            positive, negative = 1.0 - label_smoothing, label_smoothing / classes
            labels = labels * positive + negative
        losses = softmax_cross_entropy_with_logits(labels=labels, logits=logits, name="xentropy")
        return compute_weighted_loss(losses, weights, scope=opened)


def sparse_softmax_cross_entropy(logits, labels, weights: Any = 1.0, scope=None):
    """The mean cross entropy of softmax(logits). labels: [batch] or [batch, 1], numbers of classes."""
    with name_scope(scope, "sparse_softmax_cross_entropy_loss", [logits, labels, weights]) as opened:
        labels = reshape(labels, shape=[shape(labels)[0]])
        losses = sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits, name="xentropy")
        return compute_weighted_loss(losses, weights, scope=opened)


def log_loss(predictions, labels=None, weights: Any = 1.0, epsilon=1e-7, scope=None):
    """The mean cross entropy of probabilities."""
    with name_scope(scope, "log_loss", [predictions, labels, weights]) as opened:
        predictions, labels = _as_floats(predictions, labels)
        of_ones = -multiply(labels, log(predictions + epsilon))
        losses = of_ones - multiply(1 - labels, log(1 - predictions + epsilon))
        return compute_weighted_loss(losses, weights, scope=opened)


def hinge_loss(logits, labels=None, scope=None):
    """max(0, 1 - labels · logits) for each, in no collection. labels: 0 or 1, which count as -1 and 1."""
    with name_scope(scope, "hinge_loss", [logits, labels]):
        logits, labels = convert_to_tensor(logits), convert_to_tensor(labels)
        logits.shape.assert_is_compatible_with(labels.shape)
        labels = cast(labels, dtypes.float32)
        every = ones_like(labels)
        return relu(subtract(every, multiply(subtract(2 * labels, every), logits)))


def mean_squared_error(predictions, labels=None, weights: Any = 1.0, scope=None):
    """The mean of (predictions - labels)²."""
    with name_scope(scope, "mean_squared_error", [predictions, labels, weights]) as opened:
        predictions, labels = _as_floats(predictions, labels)
        return compute_weighted_loss(squared_difference(predictions, labels), weights, scope=opened)


def mean_pairwise_squared_error(predictions, labels=None, weights: Any = 1.0, scope=None):
    """How much differences within an example are off: 2·(the mean of squares - the square of the mean), summed.

    weights: a number, or one for each example.
    """
    with name_scope(scope, "mean_pairwise_squared_error", [predictions, labels, weights]):
        predictions, labels = _as_floats(predictions, labels)
        weights = cast(convert_to_tensor(weights), dtypes.float32)
        difference = subtract(predictions, labels)
        _rank(weights, "weights")
        axes = list(range(1, _rank(difference, "diffs")))
        squares = reduce_sum(square(difference), axes)
        present = _present(difference, weights)
        spread = 2.0 * div_no_nan(squares, present, name="value")
        total = reduce_sum(difference, axes)
        common = 2.0 * div_no_nan(square(total), square(present), name="value")
        loss = _scaled(spread - common, weights)
        return _added(where(reduce_sum(present) > 0, loss, zeros_like(loss), name="value"))


def cosine_distance(predictions, labels=None, axis=None, weights: Any = 1.0, scope=None, dim=None):
    """The mean of 1 - predictions · labels along an axis, both of length 1. dim: the old name of axis."""
    axis = dim if axis is None else axis
    if axis is None:
        raise ValueError("You must specify 'axis'.")
    with name_scope(scope, "cosine_distance_loss", [predictions, labels, weights]) as opened:
        predictions, labels = _as_floats(predictions, labels)
        losses = 1 - reduce_sum(multiply(predictions, labels), [axis])
        return compute_weighted_loss(losses, weights, scope=opened)
