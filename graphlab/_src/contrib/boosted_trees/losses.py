"""Losses of each example, twice differentiable, for boosted trees: (loss [n, 1] or [n, d], an operation that does nothing)."""

from graphlab._src.base import dtypes
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.ops.activation import sigmoid
from graphlab._src.ops.arithmetic import square, squared_difference
from graphlab._src.ops.cast import cast
from graphlab._src.ops.constants import ones_like, zeros_like
from graphlab._src.ops.control_flow import no_op
from graphlab._src.ops.cross_entropy import sigmoid_cross_entropy_with_logits
from graphlab._src.ops.losses.classification import hinge_loss
from graphlab._src.ops.one_hot import one_hot
from graphlab._src.ops.power import exp, log
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.select import where
from graphlab._src.ops.shape import expand_dims


def per_example_squared_hinge_loss(labels, weights, predictions):
    """The square of the hinge loss of all examples."""
    return square(hinge_loss(labels=labels, logits=predictions, weights=weights)), no_op()


def per_example_logistic_loss(labels, weights, predictions):
    """The cross entropy of a sigmoid; all arguments are [n, 1]."""
    labels = cast(labels, dtypes.float32)
    return sigmoid_cross_entropy_with_logits(labels=labels, logits=predictions) * weights, no_op()


def per_example_quantile_regression_loss(labels, weights, predictions, quantile):
    """The loss of a quantile, squared where it is less than 1.

    Its Hessian may be 0: use it with l2 or min_node_weight.  weights: [n, 1], or None.
    """
    error = cast(labels, dtypes.float32) - predictions

    def smooth(factor):
        scaled = factor * error
        return where(error * factor < 1.0, square(scaled), scaled)

    loss = where(error > 0, smooth(quantile), smooth(quantile - 1))
    return (loss if weights is None else loss * weights), no_op()


def per_example_maxent_loss(labels, weights, logits, num_classes, eps=1e-15):
    """The cross entropy of a softmax, of classes [n] or [n, 1], with probabilities between eps and 1 - eps."""
    labels = cast(labels, dtypes.int64)
    if len(labels.shape) != 2:
        labels = expand_dims(labels, 1)
    target = cast(reduce_sum(one_hot(indices=labels, depth=num_classes), axis=[1]), dtypes.float32)
    powers = exp(logits)
    probabilities = powers / (reduce_sum(powers, 1, keepdims=True) + eps)
    found = reduce_sum(target * probabilities, 1)
    found = where(found >= eps, found, zeros_like(found) + eps)
    found = where(found <= 1 - eps, found, ones_like(found) - eps)
    loss = expand_dims(-log(found), 1)
    return (loss if weights is None else loss * weights), no_op()


def per_example_squared_loss(labels, weights, predictions):
    """The sum of the squared errors of an example."""
    return reduce_sum(squared_difference(predictions, labels), 1, keepdims=True) * weights, no_op()


def _signs(name, labels, logits):
    """1 for labels above 0, else -1. ValueError when labels and logits differ in shape."""
    with name_scope(name, "exp_loss", [logits, labels]):
        logits, labels = convert_to_tensor(logits, name="logits"), convert_to_tensor(labels, name="labels")
        if not labels.shape.is_compatible_with(logits.shape):
            raise ValueError(f"logits and labels must have the same shape ({logits.shape} vs {labels.shape})")
        return where(labels > zeros_like(logits), ones_like(logits), -ones_like(logits))


def per_example_exp_loss(labels, weights, predictions, name=None, eps=0.1):
    """exp(-label p): p is a line of the probability near 1/2, and 1 or -1 where it is farther away than eps allows."""
    signs = _signs(name, cast(labels, dtypes.float32), predictions)
    line = 1.0 / eps * sigmoid(predictions) - 1.0 / 2 / eps
    line = where(line < -1, -ones_like(line), line)
    line = where(line > 1, ones_like(line), line)
    return exp(-line * signs) * weights, no_op()


def per_example_full_exp_loss(labels, weights, predictions, name=None):
    """exp(-label logit), with labels 1 and -1."""
    signs = _signs(name, cast(labels, dtypes.float32), predictions)
    return exp(-1.0 * predictions * signs) * weights, no_op()
