"""Losses of regression."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.base.errors import explain
from graphlab._src.base.fixes import Edit, Fix
from graphlab._src.graph import GraphKeys, convert_to_tensor, name_scope
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.ops.arithmetic import add, multiply, square, squared_difference, subtract
from graphlab._src.ops.cast import cast
from graphlab._src.ops.constants import zeros_like
from graphlab._src.ops.deprecated import renamed
from graphlab._src.ops.division import div_no_nan
from graphlab._src.ops.extremes import maximum, minimum
from graphlab._src.ops.losses.collected import add_loss
from graphlab._src.ops.losses.weighted import Reduction, compute_weighted_loss, present
from graphlab._src.ops.power import log
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.rounding import abs as abs_
from graphlab._src.ops.select import where
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import rank
from graphlab._src.ops.weights import assert_broadcastable

_BY_NONZERO = Reduction.SUM_BY_NONZERO_WEIGHTS


def check_given(**tensors):
    """Raises ValueError for the first that is None."""
    for name, tensor in tensors.items():
        if tensor is None:
            raise ValueError(f"{name} must not be None.")


def as_floats(predictions, labels):
    """Both as float32; ValueError when their shapes differ."""
    predictions = cast(predictions, dtypes.float32)
    labels = cast(labels, dtypes.float32)
    check_same_shape(labels, predictions)
    return predictions, labels


def check_same_shape(labels, predictions):
    """ValueError when their shapes differ, with what to do where only a last axis of size 1 does."""
    try:
        predictions.shape.assert_is_compatible_with(labels.shape)
    except ValueError as error:
        fix = _without_last_axis("predictions", predictions, labels) or _without_last_axis(
            "labels", labels, predictions
        )
        raise ValueError(explain(str(error), fix=fix)) from None


def _without_last_axis(name, tensor, other):
    """How a tensor with one more axis, of size 1, becomes one of the other's rank; None where it is not of that kind."""
    if not tensor.dims or other.dims is None or len(tensor.dims) != len(other.dims) + 1 or tensor.dims[-1] != 1:
        return None
    return Fix(f"tf.squeeze({name}, axis=-1)", Edit("wrap", name, "tf.squeeze({}, axis=-1)"))


def absolute_difference(
    labels, predictions, weights: Any = 1.0, scope=None, loss_collection: Any = GraphKeys.LOSSES, reduction=_BY_NONZERO
):
    """|predictions - labels|, weighted and reduced as compute_weighted_loss says.

    labels, predictions: of one shape.
    weights, scope, loss_collection, reduction: as in compute_weighted_loss.
    """
    check_given(labels=labels, predictions=predictions)
    with name_scope(scope, "absolute_difference", [predictions, labels, weights]) as scope:
        predictions, labels = as_floats(predictions, labels)
        losses = abs_(subtract(predictions, labels))
        return compute_weighted_loss(losses, weights, scope, loss_collection, reduction=reduction)


def cosine_distance(
    labels,
    predictions,
    axis=None,
    weights: Any = 1.0,
    scope=None,
    loss_collection: Any = GraphKeys.LOSSES,
    reduction=_BY_NONZERO,
    dim=None,
):
    """1 - predictions · labels along an axis, weighted and reduced as compute_weighted_loss says.

    labels, predictions: of one shape, and of length 1 along the axis.  dim: the old name of axis.
    weights, scope, loss_collection, reduction: as in compute_weighted_loss.
    """
    axis = renamed("axis", axis, "dim", dim)
    if axis is None:
        raise ValueError("You must specify 'axis'.")
    check_given(labels=labels, predictions=predictions)
    with name_scope(scope, "cosine_distance_loss", [predictions, labels, weights]) as scope:
        predictions, labels = as_floats(predictions, labels)
        losses = 1 - reduce_sum(multiply(predictions, labels), axis=(axis,), keepdims=True)
        return compute_weighted_loss(losses, weights, scope, loss_collection, reduction=reduction)


def huber_loss(
    labels,
    predictions,
    weights: Any = 1.0,
    delta=1.0,
    scope=None,
    loss_collection: Any = GraphKeys.LOSSES,
    reduction=_BY_NONZERO,
):
    """Half the squared error up to delta, and a straight line beyond, weighted and reduced as compute_weighted_loss says.

    labels, predictions: of one shape.
    weights, scope, loss_collection, reduction: as in compute_weighted_loss.
    """
    check_given(labels=labels, predictions=predictions)
    with name_scope(scope, "huber_loss", [predictions, labels, weights]) as scope:
        predictions, labels = as_floats(predictions, labels)
        size = abs_(subtract(predictions, labels))
        quadratic = minimum(size, delta)
        linear = subtract(size, quadratic)
        half = convert_to_tensor(0.5, quadratic.dtype)
        losses = add(multiply(half, multiply(quadratic, quadratic)), multiply(delta, linear))
        return compute_weighted_loss(losses, weights, scope, loss_collection, reduction=reduction)


def log_loss(
    labels,
    predictions,
    weights: Any = 1.0,
    epsilon=1e-7,
    scope=None,
    loss_collection: Any = GraphKeys.LOSSES,
    reduction=_BY_NONZERO,
):
    """-labels · log(predictions) - (1 - labels) · log(1 - predictions), weighted and reduced.

    labels, predictions: probabilities, of one shape.  epsilon: keeps the logarithms finite.
    weights, scope, loss_collection, reduction: as in compute_weighted_loss.
    """
    check_given(labels=labels, predictions=predictions)
    with name_scope(scope, "log_loss", [predictions, labels, weights]) as scope:
        predictions, labels = as_floats(predictions, labels)
        positive = -multiply(labels, log(predictions + epsilon))
        losses = positive - multiply(1 - labels, log(1 - predictions + epsilon))
        return compute_weighted_loss(losses, weights, scope, loss_collection, reduction=reduction)


def mean_pairwise_squared_error(
    labels, predictions, weights: Any = 1.0, scope=None, loss_collection: Any = GraphKeys.LOSSES
):
    """The squared error of the differences between all pairs of elements within each example.

    labels, predictions: [batch, …].  weights: a number, [batch] or of their shape.
    scope, loss_collection: as in compute_weighted_loss.
    """
    check_given(labels=labels, predictions=predictions)
    with name_scope(scope, "mean_pairwise_squared_error", [predictions, labels, weights]) as scope:
        weights = cast(weights, dtypes.float32)
        labels = cast(labels, dtypes.float32)
        with control_dependencies([assert_broadcastable(weights, labels)]):
            predictions = cast(predictions, dtypes.float32)
            predictions.shape.assert_is_compatible_with(labels.shape)
            difference = subtract(predictions, labels)
            axis = range_(1, rank(difference))
            squares = reduce_sum(square(difference), axis=axis, keepdims=True)
            count = present(difference, weights, per_batch=True)
            first = 2.0 * div_no_nan(squares, maximum(count - 1, 0), name="value")
            total = reduce_sum(difference, axis=axis, keepdims=True)
            total = square(total)
            pairs = maximum(multiply(count, count - 1), 0)
            second = 2.0 * div_no_nan(total, pairs, name="value")
            loss = reduce_sum(multiply(first - second, weights))
            mean_loss = where(reduce_sum(count) > 0, loss, zeros_like(loss), name="value")
            add_loss(mean_loss, loss_collection)
            return mean_loss


def mean_squared_error(
    labels, predictions, weights: Any = 1.0, scope=None, loss_collection: Any = GraphKeys.LOSSES, reduction=_BY_NONZERO
):
    """(predictions - labels)², weighted and reduced as compute_weighted_loss says.

    labels, predictions: of one shape.
    weights, scope, loss_collection, reduction: as in compute_weighted_loss.
    """
    check_given(labels=labels, predictions=predictions)
    with name_scope(scope, "mean_squared_error", [predictions, labels, weights]) as scope:
        predictions, labels = as_floats(predictions, labels)
        losses = squared_difference(predictions, labels)
        return compute_weighted_loss(losses, weights, scope, loss_collection, reduction=reduction)
