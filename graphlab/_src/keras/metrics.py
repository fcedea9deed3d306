"""tf.keras.metrics: metrics as functions of a batch, and as objects that gather them over many."""

import inspect
from typing import Any

from graphlab._src.graph import convert_to_tensor
from graphlab._src.keras.engine import loss_functions as losses
from graphlab._src.keras.engine.confusion_metrics import (
    AUC,
    FalseNegatives,
    FalsePositives,
    MeanIoU,
    Precision,
    Recall,
    SensitivityAtSpecificity,
    SpecificityAtSensitivity,
    TrueNegatives,
    TruePositives,
)
from graphlab._src.keras.engine.function_classes import function_class
from graphlab._src.keras.engine.loss_functions import (
    binary_crossentropy,
    categorical_crossentropy,
    cosine_proximity,
    hinge,
    kullback_leibler_divergence,
    mean_absolute_error,
    mean_absolute_percentage_error,
    mean_squared_error,
    mean_squared_logarithmic_error,
    poisson,
    sparse_categorical_crossentropy,
    squared_hinge,
)
from graphlab._src.keras.engine.metric import Mean, MeanMetricWrapper, MeanTensor, Metric, Sum
from graphlab._src.keras.layers.backend_config import floatx
from graphlab._src.keras.layers.object_registry import deserialize_object, serialize_object
from graphlab._src.ops.arg import argmax, in_top_k
from graphlab._src.ops.arithmetic import squared_difference
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import equal, greater
from graphlab._src.ops.division import div_no_nan
from graphlab._src.ops.power import sqrt
from graphlab._src.ops.reduction import reduce_mean
from graphlab._src.ops.rounding import abs as absolute
from graphlab._src.ops.shape import reshape, squeeze

mse = MSE = mean_squared_error
mae = MAE = mean_absolute_error
mape = MAPE = mean_absolute_percentage_error
msle = MSLE = mean_squared_logarithmic_error
kld = KLD = kullback_leibler_divergence
cosine = cosine_proximity


def accuracy(y_true, y_pred):
    """1 where both are equal."""
    y_pred, y_true = convert_to_tensor(y_pred), convert_to_tensor(y_true)
    return cast(equal(y_true, cast(y_pred, y_true.dtype)), floatx())


def binary_accuracy(y_true, y_pred, threshold=0.5):
    """How many of the predictions, above threshold or not, are right."""
    y_pred = convert_to_tensor(y_pred)
    decided = cast(greater(y_pred, cast(threshold, y_pred.dtype)), y_pred.dtype)
    return reduce_mean(cast(equal(cast(y_true, y_pred.dtype), decided), floatx()), axis=-1)


def categorical_accuracy(y_true, y_pred):
    """1 where the likeliest class is the right one. y_true: probabilities."""
    return cast(equal(argmax(y_true, axis=-1), argmax(y_pred, axis=-1)), floatx())


def sparse_categorical_accuracy(y_true, y_pred):
    """1 where the likeliest class is the right one. y_true: the numbers of classes."""
    y_true, y_pred = convert_to_tensor(y_true), convert_to_tensor(y_pred)
    ranks = y_true.shape.ndims, y_pred.shape.ndims
    if None not in ranks and ranks[0] == ranks[1]:
        y_true = squeeze(y_true, [-1])
    likeliest = cast(argmax(y_pred, axis=-1), y_true.dtype)
    return cast(equal(y_true, likeliest), floatx())


def top_k_categorical_accuracy(y_true, y_pred, k=5):
    """1 where the right class is among the k likeliest. y_true: probabilities."""
    return cast(in_top_k(cast(y_pred, "float32"), argmax(y_true, axis=-1), k), floatx())


def sparse_top_k_categorical_accuracy(y_true, y_pred, k=5):
    """1 where the right class is among the k likeliest. y_true: the numbers of classes."""
    y_true, y_pred = convert_to_tensor(y_true), convert_to_tensor(y_pred)
    if y_pred.shape.ndims and y_pred.shape.ndims > 2:
        y_pred = reshape(y_pred, [-1, y_pred.shape.as_list()[-1]])
    if y_true.shape.ndims and y_true.shape.ndims > 1:
        y_true = reshape(y_true, [-1])
    return cast(in_top_k(cast(y_pred, "float32"), cast(y_true, "int32"), k), floatx())


def cosine_similarity(y_true, y_pred, axis=-1):
    """The cosine of the angle between the two."""
    return cosine_proximity(y_true, y_pred, axis=axis)


def _metric_class(class_name, function, default_name, what, **defaults):
    """A metric class of a function; `defaults` are the function's arguments beside the pair."""
    order = {**defaults, "name": default_name, "dtype": None}
    if function in (top_k_categorical_accuracy, sparse_top_k_categorical_accuracy):
        order = {"k": 5, "name": default_name, "dtype": None}
    elif defaults:
        order = {"name": default_name, "dtype": None, **defaults}
    return function_class(class_name, MeanMetricWrapper, function, order, what, __name__)


Accuracy = _metric_class("Accuracy", accuracy, "accuracy", "How often predictions are equal to labels.")
BinaryAccuracy = _metric_class(
    "BinaryAccuracy", binary_accuracy, "binary_accuracy", "How often decisions at a threshold are right.", threshold=0.5
)
CategoricalAccuracy = _metric_class(
    "CategoricalAccuracy", categorical_accuracy, "categorical_accuracy", "How often the likeliest class is right."
)
SparseCategoricalAccuracy = _metric_class(
    "SparseCategoricalAccuracy",
    sparse_categorical_accuracy,
    "sparse_categorical_accuracy",
    "How often the likeliest class is right, where labels are numbers.",
)
TopKCategoricalAccuracy = _metric_class(
    "TopKCategoricalAccuracy",
    top_k_categorical_accuracy,
    "top_k_categorical_accuracy",
    "How often the right class is among the k likeliest.",
)
SparseTopKCategoricalAccuracy = _metric_class(
    "SparseTopKCategoricalAccuracy",
    sparse_top_k_categorical_accuracy,
    "sparse_top_k_categorical_accuracy",
    "How often the right class is among the k likeliest, where labels are numbers.",
)
CosineSimilarity = _metric_class(
    "CosineSimilarity", cosine_similarity, "cosine_similarity", "The mean cosine of the angle between the two.", axis=-1
)
MeanAbsoluteError = _metric_class("MeanAbsoluteError", mae, "mean_absolute_error", "The mean of absolute errors.")
MeanAbsolutePercentageError = _metric_class(
    "MeanAbsolutePercentageError", mape, "mean_absolute_percentage_error", "The mean error in percent."
)
MeanSquaredError = _metric_class("MeanSquaredError", mse, "mean_squared_error", "The mean of squared errors.")
MeanSquaredLogarithmicError = _metric_class(
    "MeanSquaredLogarithmicError",
    msle,
    "mean_squared_logarithmic_error",
    "The mean of squared errors of logarithms.",
)
Hinge = _metric_class("Hinge", hinge, "hinge", "The mean of max(1 - y_true·y_pred, 0).")
SquaredHinge = _metric_class("SquaredHinge", squared_hinge, "squared_hinge", "The mean of max(1 - y_true·y_pred, 0)².")
CategoricalHinge = _metric_class(
    "CategoricalHinge", losses.categorical_hinge, "categorical_hinge", "The mean categorical hinge loss."
)
LogCoshError = _metric_class("LogCoshError", losses.logcosh, "logcosh", "The mean of log(cosh(error)).")
Poisson = _metric_class("Poisson", poisson, "poisson", "The mean Poisson loss.")
KLDivergence = _metric_class(
    "KLDivergence",
    kullback_leibler_divergence,
    "kullback_leibler_divergence",
    "The mean Kullback-Leibler divergence.",
)
BinaryCrossentropy = _metric_class(
    "BinaryCrossentropy",
    binary_crossentropy,
    "binary_crossentropy",
    "The mean cross entropy of two classes.",
    from_logits=False,
    label_smoothing=0,
)
CategoricalCrossentropy = _metric_class(
    "CategoricalCrossentropy",
    categorical_crossentropy,
    "categorical_crossentropy",
    "The mean cross entropy of several classes.",
    from_logits=False,
    label_smoothing=0,
)
SparseCategoricalCrossentropy = _metric_class(
    "SparseCategoricalCrossentropy",
    sparse_categorical_crossentropy,
    "sparse_categorical_crossentropy",
    "The mean cross entropy of several classes, where labels are numbers.",
    from_logits=False,
    axis=-1,
)


class RootMeanSquaredError(Mean):
    """The root of the mean of squared errors."""

    def __init__(self, name="root_mean_squared_error", dtype=None):
        super().__init__(name, dtype=dtype)

    def update_state(self, y_true, y_pred, sample_weight=None):
        """Updates the state with a batch."""
        y_true, y_pred = cast(y_true, self._dtype), cast(y_pred, self._dtype)
        return super().update_state(squared_difference(y_pred, y_true), sample_weight=sample_weight)

    def result(self):
        """The root of the mean."""
        return sqrt(div_no_nan(self.total, self.count))


class MeanRelativeError(Mean):
    """The mean of |y_true - y_pred| / normalizer."""

    def __init__(self, normalizer, name=None, dtype=None):
        super().__init__(name=name or "mean_relative_error", dtype=dtype)
        self.normalizer = cast(normalizer, self._dtype)

    def update_state(self, y_true, y_pred, sample_weight=None):
        """Updates the state with a batch."""
        y_true, y_pred = cast(y_true, self._dtype), cast(y_pred, self._dtype)
        return super().update_state(div_no_nan(absolute(y_true - y_pred), self.normalizer), sample_weight)


KNOWN = {
    name: value
    for name, value in list(globals().items())
    if (inspect.isfunction(value) and not name.startswith("_") and "y_true" in inspect.signature(value).parameters)
    or (inspect.isclass(value) and issubclass(value, Metric))
}


def serialize(metric):
    """The name of a metric, or its class and what it was made with."""
    return serialize_object(metric)


def deserialize(config, custom_objects=None) -> Any:
    """The metric of that name."""
    return deserialize_object("metric function", KNOWN, config, custom_objects)


def get(identifier):
    """The metric that a name, a config or a function means."""
    if isinstance(identifier, dict):
        return deserialize(identifier)
    if isinstance(identifier, str):
        return deserialize(identifier)
    if callable(identifier):
        return identifier
    raise ValueError("Could not interpret metric function identifier:", identifier)
