"""tf.keras.losses: losses as functions and as objects."""

import inspect
from typing import Any

from graphlab._src.graph import Tensor, convert_to_tensor, name_scope
from graphlab._src.keras.engine.function_classes import function_class
from graphlab._src.keras.engine.loss_functions import (
    binary_crossentropy,
    categorical_crossentropy,
    categorical_hinge,
    cosine_proximity,
    hinge,
    huber_loss,
    kullback_leibler_divergence,
    logcosh,
    mean_absolute_error,
    mean_absolute_percentage_error,
    mean_squared_error,
    mean_squared_logarithmic_error,
    poisson,
    sparse_categorical_crossentropy,
    squared_hinge,
)
from graphlab._src.keras.engine.weighting import Reduction, compute_weighted_loss, fit_together
from graphlab._src.keras.layers.nodes import is_symbolic
from graphlab._src.keras.layers.object_registry import deserialize_object, serialize_object

mse = MSE = mean_squared_error
mae = MAE = mean_absolute_error
mape = MAPE = mean_absolute_percentage_error
msle = MSLE = mean_squared_logarithmic_error
kld = KLD = kullback_leibler_divergence
cosine = cosine_similarity = cosine_proximity


class Loss:
    """The base of losses: `call` returns one number for each example; they are weighted and reduced.

    reduction: a tf.losses.Reduction: "auto", "none", "sum" or "sum_over_batch_size".
    """

    def __init__(self, reduction=Reduction.AUTO, name=None):
        Reduction.validate(reduction)
        self.reduction = reduction
        self.name = name

    def __call__(self, y_true, y_pred, sample_weight=None):
        """The loss. sample_weight: a number, or one for each example."""
        with name_scope("lambda" if self.name == "<lambda>" else self.name or to_scope(type(self).__name__)):
            losses = self.call(y_true, y_pred)
            return compute_weighted_loss(losses, sample_weight, reduction=self.reduction)

    def call(self, y_true, y_pred) -> Any:
        """One number for each example."""
        raise NotImplementedError("Must be implemented in subclasses.")

    def get_config(self):
        """The arguments that make an equal one."""
        return {"reduction": self.reduction, "name": self.name}

    @classmethod
    def from_config(cls, config):
        """The loss that get_config describes."""
        return cls(**config)


def to_scope(name):
    """A class's name in small letters."""
    return name.lower()


class LossFunctionWrapper(Loss):
    """A function of (y_true, y_pred) as a loss. kwargs: its other arguments."""

    def __init__(self, fn, reduction=Reduction.AUTO, name=None, **kwargs):
        super().__init__(reduction=reduction, name=name)
        self.fn = fn
        self._fn_kwargs = kwargs

    def call(self, y_true, y_pred):
        """One number for each example."""
        if isinstance(y_pred, Tensor) or not is_symbolic(
            y_pred
        ):  # else the function receives the object that a layer returned
            y_true, y_pred = fit_together(convert_to_tensor(y_true), convert_to_tensor(y_pred))
        return self.fn(y_true, y_pred, **self._fn_kwargs)

    def get_config(self):
        """The arguments that make an equal one."""
        return {**super().get_config(), **self._fn_kwargs}


def _loss_class(class_name, function, default_name, what, **defaults):
    """A loss class of a function, whose arguments beside the pair are those of `defaults`."""
    order = {**defaults, "reduction": Reduction.AUTO, "name": default_name}
    return function_class(class_name, LossFunctionWrapper, function, order, what, __name__)


MeanSquaredError = _loss_class("MeanSquaredError", mse, "mean_squared_error", "The mean of squared errors.")
MeanAbsoluteError = _loss_class("MeanAbsoluteError", mae, "mean_absolute_error", "The mean of absolute errors.")
MeanAbsolutePercentageError = _loss_class(
    "MeanAbsolutePercentageError", mape, "mean_absolute_percentage_error", "The mean error in percent."
)
MeanSquaredLogarithmicError = _loss_class(
    "MeanSquaredLogarithmicError", msle, "mean_squared_logarithmic_error", "The mean of squared errors of logarithms."
)
BinaryCrossentropy = _loss_class(
    "BinaryCrossentropy",
    binary_crossentropy,
    "binary_crossentropy",
    "The cross entropy of two classes.",
    from_logits=False,
    label_smoothing=0,
)
CategoricalCrossentropy = _loss_class(
    "CategoricalCrossentropy",
    categorical_crossentropy,
    "categorical_crossentropy",
    "The cross entropy of several classes, given as probabilities.",
    from_logits=False,
    label_smoothing=0,
)


class SparseCategoricalCrossentropy(LossFunctionWrapper):
    """The cross entropy of several classes, given as their numbers."""

    def __init__(self, from_logits=False, reduction=Reduction.AUTO, name="sparse_categorical_crossentropy"):
        super().__init__(sparse_categorical_crossentropy, name=name, reduction=reduction, from_logits=from_logits)


Hinge = _loss_class("Hinge", hinge, "hinge", "max(1 - y_true·y_pred, 0).")
SquaredHinge = _loss_class("SquaredHinge", squared_hinge, "squared_hinge", "max(1 - y_true·y_pred, 0)².")
CategoricalHinge = _loss_class(
    "CategoricalHinge", categorical_hinge, "categorical_hinge", "max(0, 1 + the highest wrong class - the right one)."
)
Poisson = _loss_class("Poisson", poisson, "poisson", "y_pred - y_true·log(y_pred).")
LogCosh = _loss_class("LogCosh", logcosh, "logcosh", "log(cosh(y_pred - y_true)).")
KLDivergence = _loss_class(
    "KLDivergence",
    kullback_leibler_divergence,
    "kullback_leibler_divergence",
    "Σ y_true·log(y_true / y_pred).",
)


class Huber(LossFunctionWrapper):
    """Quadratic up to delta, linear from there on."""

    def __init__(self, delta=1.0, reduction=Reduction.AUTO, name="huber_loss"):
        super().__init__(huber_loss, name=name, reduction=reduction, delta=delta)


class CosineSimilarity(LossFunctionWrapper):
    """The cosine of the angle between the two."""

    def __init__(self, axis=-1, reduction=Reduction.AUTO, name="cosine_similarity"):
        super().__init__(cosine_similarity, reduction=reduction, name=name, axis=axis)


KNOWN = {
    name: value
    for name, value in list(globals().items())
    if (inspect.isfunction(value) and value.__module__.endswith("loss_functions"))
    or (inspect.isclass(value) and issubclass(value, Loss))
}


def is_categorical_crossentropy(loss):
    """Whether a loss, a function or a name means categorical crossentropy."""
    return (
        isinstance(loss, CategoricalCrossentropy)
        or getattr(loss, "fn", None) is categorical_crossentropy
        or getattr(loss, "__name__", loss) == "categorical_crossentropy"
    )


def serialize(loss):
    """The name of a loss, or its class and what it was made with."""
    return serialize_object(loss)


def deserialize(name, custom_objects=None):
    """The loss of that name."""
    return deserialize_object("loss function", KNOWN, name, custom_objects)


def get(identifier):
    """The loss that a name, a config or a function means; None for None."""
    if identifier is None:
        return None
    if isinstance(identifier, (str, dict)):
        return deserialize(str(identifier) if isinstance(identifier, str) else identifier)
    if callable(identifier):
        return identifier
    raise ValueError("Could not interpret loss function identifier:", identifier)
