"""How far predictions are from what is true: functions that return one number for each example."""

import math
from typing import Any

from graphlab._src.graph import convert_to_tensor
from graphlab._src.keras.engine import crossentropy
from graphlab._src.keras.layers.backend_config import epsilon, floatx
from graphlab._src.ops.activation import softplus
from graphlab._src.ops.arithmetic import square, squared_difference
from graphlab._src.ops.cast import cast
from graphlab._src.ops.clip import clip_by_value
from graphlab._src.ops.comparison import equal
from graphlab._src.ops.control_flow.smart_cond import smart_cond
from graphlab._src.ops.extremes import maximum, minimum
from graphlab._src.ops.logical import logical_or
from graphlab._src.ops.power import log
from graphlab._src.ops.reduction import reduce_all, reduce_max, reduce_mean, reduce_sum
from graphlab._src.ops.rounding import abs as absolute
from graphlab._src.ops.shape import shape
from graphlab._src.ops.statistics import l2_normalize


def _pair(y_true, y_pred) -> Any:
    y_pred = convert_to_tensor(y_pred)
    return cast(y_true, y_pred.dtype), y_pred


def _between(y, high) -> Any:
    low, high = (convert_to_tensor(number, y.dtype.base_dtype) for number in (epsilon(), high))
    return clip_by_value(y, low, high)


def mean_squared_error(y_true, y_pred):
    """The mean of (y_pred - y_true)²."""
    y_true, y_pred = _pair(y_true, y_pred)
    return reduce_mean(squared_difference(y_pred, y_true), axis=-1)


def mean_absolute_error(y_true, y_pred):
    """The mean of |y_pred - y_true|."""
    y_true, y_pred = _pair(y_true, y_pred)
    return reduce_mean(absolute(y_pred - y_true), axis=-1)


def mean_absolute_percentage_error(y_true, y_pred):
    """The mean of |y_true - y_pred| in percent of |y_true|."""
    y_true, y_pred = _pair(y_true, y_pred)
    parts = absolute((y_true - y_pred) / _between(absolute(y_true), math.inf))
    return 100.0 * reduce_mean(parts, axis=-1)


def mean_squared_logarithmic_error(y_true, y_pred):
    """The mean of (log(1 + y_pred) - log(1 + y_true))²."""
    y_true, y_pred = _pair(y_true, y_pred)
    first, second = (log(_between(y, math.inf) + 1.0) for y in (y_pred, y_true))
    return reduce_mean(squared_difference(first, second), axis=-1)


def _signs(y_true) -> Any:
    """0 and 1 as -1 and 1, where it is nothing else."""
    is_binary = reduce_all(logical_or(equal(y_true, 0), equal(y_true, 1)))
    return smart_cond(is_binary, lambda: 2.0 * y_true - 1.0, lambda: y_true)


def squared_hinge(y_true, y_pred):
    """The mean of max(1 - y_true·y_pred, 0)². y_true: -1 or 1, or 0 or 1."""
    y_true, y_pred = _pair(y_true, y_pred)
    return reduce_mean(square(maximum(1.0 - _signs(y_true) * y_pred, 0.0)), axis=-1)


def hinge(y_true, y_pred):
    """The mean of max(1 - y_true·y_pred, 0). y_true: -1 or 1, or 0 or 1."""
    y_true, y_pred = _pair(y_true, y_pred)
    return reduce_mean(maximum(1.0 - _signs(y_true) * y_pred, 0.0), axis=-1)


def categorical_hinge(y_true, y_pred):
    """max(0, 1 + the highest of the wrong classes - the right one)."""
    y_true, y_pred = _pair(y_true, y_pred)
    right = reduce_sum(y_true * y_pred, axis=-1)
    wrong = reduce_max((1.0 - y_true) * y_pred, axis=-1)
    return maximum(0.0, wrong - right + 1.0)


def huber_loss(y_true, y_pred, delta=1.0):
    """x²/2 up to delta, delta·(x - delta/2) from there on, for x = |y_pred - y_true|."""
    error = absolute(cast(y_pred, floatx()) - cast(y_true, floatx()))
    quadratic = minimum(error, delta)
    return 0.5 * (quadratic * quadratic) + delta * (error - quadratic)


def logcosh(y_true, y_pred):
    """The mean of log(cosh(y_pred - y_true))."""
    y_true, y_pred = _pair(y_true, y_pred)
    x = y_pred - y_true
    return reduce_mean(x + softplus(-2.0 * x) - log(2.0), axis=-1)


def categorical_crossentropy(y_true, y_pred, from_logits=False, label_smoothing: float = 0):
    """-Σ y_true·log(y_pred). from_logits: whether y_pred is before the softmax.

    label_smoothing: the part of the truth that is spread over all classes.
    """
    y_true, y_pred = _pair(y_true, y_pred)
    smoothing = convert_to_tensor(label_smoothing, floatx())

    def smoothed():
        classes = cast(shape(y_true)[1], y_pred.dtype)
        return y_true * (1.0 - smoothing) + (smoothing / classes)

    y_true = smart_cond(smoothing, smoothed, lambda: y_true)
    return crossentropy.categorical_crossentropy(y_true, y_pred, from_logits=from_logits)


def sparse_categorical_crossentropy(y_true, y_pred, from_logits=False, axis=-1):
    """-log(y_pred[y_true]). y_true: the numbers of classes.  from_logits: whether y_pred is before the softmax."""
    return crossentropy.sparse_categorical_crossentropy(y_true, y_pred, from_logits=from_logits, axis=axis)


def binary_crossentropy(y_true, y_pred, from_logits=False, label_smoothing: float = 0):
    """The mean of -y_true·log(y_pred) - (1 - y_true)·log(1 - y_pred). from_logits: y_pred is before the sigmoid."""
    y_true, y_pred = _pair(y_true, y_pred)
    smoothing = convert_to_tensor(label_smoothing, floatx())
    y_true = smart_cond(smoothing, lambda: y_true * (1.0 - smoothing) + 0.5 * smoothing, lambda: y_true)
    return reduce_mean(crossentropy.binary_crossentropy(y_true, y_pred, from_logits=from_logits), axis=-1)


def kullback_leibler_divergence(y_true, y_pred):
    """Σ y_true·log(y_true / y_pred)."""
    y_true, y_pred = _pair(y_true, y_pred)
    y_true, y_pred = (_between(y, 1.0) for y in (y_true, y_pred))
    return reduce_sum(y_true * log(y_true / y_pred), axis=-1)


def poisson(y_true, y_pred):
    """The mean of y_pred - y_true·log(y_pred)."""
    y_true, y_pred = _pair(y_true, y_pred)
    return reduce_mean(y_pred - y_true * log(y_pred + epsilon()), axis=-1)


def cosine_proximity(y_true, y_pred, axis=-1):
    """The cosine of the angle between the two."""
    return reduce_sum(l2_normalize(y_true, axis=axis) * l2_normalize(y_pred, axis=axis), axis=axis)
