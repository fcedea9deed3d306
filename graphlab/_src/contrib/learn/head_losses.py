"""The losses of tf.contrib.learn's heads: of labels and logits, (to train with, weighted average)."""

import inspect

from graphlab._src.base import dtypes
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.ops.arithmetic import squared_difference
from graphlab._src.ops.cast import cast
from graphlab._src.ops.cross_entropy import (
    sigmoid_cross_entropy_with_logits,
    sparse_softmax_cross_entropy_with_logits,
)
from graphlab._src.ops.losses.average import log_poisson_loss
from graphlab._src.ops.losses.classification import hinge_loss
from graphlab._src.ops.losses.weighted import Reduction
from graphlab._src.ops.reduction import reduce_mean, reduce_sum
from graphlab._src.ops.shape import expand_dims, reshape, squeeze
from graphlab._src.ops.weights import broadcast_weights


def weighted(losses, weights):
    """(mean of weighted losses, their sum over that of the weights); the mean twice without weights."""
    if weights is None:
        loss = reduce_mean(losses, name="loss")
        return loss, loss
    weights = broadcast_weights(weights, losses)
    scaled = losses * weights
    return reduce_mean(scaled, name="loss"), reduce_sum(scaled) / reduce_sum(weights)


def _column(tensor):
    tensor = convert_to_tensor(tensor)
    return expand_dims(tensor, axis=1) if tensor.shape.ndims == 1 else tensor


def _pair(labels, logits):
    labels, logits = _column(labels), _column(logits)
    logits.get_shape().assert_is_compatible_with(labels.get_shape())
    return labels, logits


def mean_squared_loss(labels, logits, weights=None):
    """Squared errors."""
    with name_scope(None, "mean_squared_loss", [logits, labels]) as name:
        labels, logits = _pair(labels, logits)
        return weighted(squared_difference(logits, cast(labels, dtypes.float32), name=name), weights)


def poisson_loss(labels, logits, weights=None):
    """Poisson losses of logarithms."""
    with name_scope(None, "_poisson_loss", [logits, labels]) as name:
        labels, logits = _pair(labels, logits)
        return weighted(log_poisson_loss(labels, logits, compute_full_loss=True, name=name), weights)


def log_loss_with_two_classes(labels, logits, weights=None):
    """Cross entropies of a sigmoid."""
    with name_scope(None, "log_loss_with_two_classes", [logits, labels]) as name:
        labels = _column(cast(labels, dtypes.float32))
        return weighted(sigmoid_cross_entropy_with_logits(labels=labels, logits=logits, name=name), weights)


def softmax_cross_entropy_loss(labels, logits, weights=None):
    """Cross entropies of a softmax. ValueError for labels that are no whole numbers."""
    with name_scope(None, "softmax_cross_entropy_loss", [logits, labels]) as name:
        labels = convert_to_tensor(labels)
        if not labels.dtype.is_integer:
            raise ValueError(f"Labels dtype should be integer Instead got {labels.dtype}.")
        is_column = labels.shape.ndims == 2
        ids = squeeze(labels, axis=(1,)) if is_column else labels
        losses = sparse_softmax_cross_entropy_with_logits(labels=ids, logits=logits, name=name)
        return weighted(expand_dims(losses, axis=1) if is_column else losses, weights)


def sigmoid_cross_entropy_loss(labels, logits, weights=None):
    """Cross entropies of sigmoids, one for each class."""
    with name_scope(None, "sigmoid_cross_entropy_loss", [logits, labels]) as name:
        labels = cast(labels, dtypes.float32)
        return weighted(sigmoid_cross_entropy_with_logits(labels=labels, logits=logits, name=name), weights)


def svm_loss(labels, logits, weights=None):
    """Hinge losses."""
    with name_scope(None, "hinge_loss", [logits, labels]) as name:
        labels = reshape(labels, shape=(-1, 1))
        return weighted(hinge_loss(labels, logits, scope=name, reduction=Reduction.NONE), weights)


def of_function(loss_fn):
    """A loss of a user's function of labels, logits and weights; ValueError unless it has these parameters."""
    parameters = inspect.signature(loss_fn).parameters
    for name in ("labels", "logits", "weights"):
        if name not in parameters:
            raise ValueError(f"Argument {name} not found in loss_fn.")

    def wrapped(labels, logits, weights=None):
        loss = loss_fn(labels, logits) if weights is None else loss_fn(labels, logits, weights)
        return loss, loss

    return wrapped
