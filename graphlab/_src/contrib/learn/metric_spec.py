"""MetricSpec: a metric of some predictions and labels, which it finds in dicts by name."""

import functools
import inspect

from graphlab._src.base import logging

_NAMES = {
    "labels": ("labels", "label", "targets", "target"),
    "predictions": ("predictions", "prediction", "logits", "logit"),
    "weights": ("weights", "weight"),
}


class MetricSpec:
    """A metric for tf.contrib.learn's evaluate.

    metric_fn: a function of predictions, or of labels and predictions, perhaps of weights, as tf.metrics has them.
    prediction_key, label_key: in the dicts of predictions and labels.  weight_key: in the features.
    Raises ValueError for a function that lacks the labels or weights of which a key is given.
    """

    def __init__(self, metric_fn, prediction_key=None, label_key=None, weight_key=None):
        self._name = _name(metric_fn)
        self._metric_fn = _adapted(metric_fn, self._name, label_key is not None, weight_key is not None)
        self._keys = prediction_key, label_key, weight_key

    @property
    def prediction_key(self):
        """The key of the prediction, or None."""
        return self._keys[0]

    @property
    def label_key(self):
        """The key of the label, or None."""
        return self._keys[1]

    @property
    def weight_key(self):
        """The key of the weights among the features, or None."""
        return self._keys[2]

    @property
    def metric_fn(self):
        """The metric, a function of labels, predictions and weights by name."""
        return self._metric_fn

    def __str__(self):
        return (
            f"MetricSpec(metric_fn={self._name}, prediction_key={self.prediction_key}, label_key={self.label_key}, "
            f"weight_key={self.weight_key})"
        )

    def create_metric_ops(self, inputs, labels, predictions):
        """What the metric returns. inputs: the features."""
        try:
            return self.metric_fn(
                labels=_item("label", labels, self.label_key),
                predictions=_item("prediction", predictions, self.prediction_key),
                weights=inputs[self.weight_key] if self.weight_key else None,
            )
        except Exception as error:
            logging.error("Could not create metric ops for %s, %s.", self, error)
            raise


def _item(name, values, key):
    if key:
        if not isinstance(values, dict):
            raise ValueError(
                f"MetricSpec with {name}_key specified requires {name}s dict, got {values}.\nYou must not provide a "
                f"{name}_key if you only have a single Tensor as {name}s."
            )
        if key not in values:
            raise KeyError(f"Key '{key}' missing from {values.keys()}.")
        return values[key]
    if not isinstance(values, dict):
        return values
    if len(values) != 1:
        raise ValueError(
            f"MetricSpec without specified {name}_key requires {name}s tensor or single element dict, got {values}"
        )
    return next(iter(values.values()))


def _name(function):
    inner = getattr(function, "func", function)
    return getattr(function, "__name__", getattr(inner, "__name__", str(function)))


def _adapted(metric_fn, name, needs_labels, needs_weights):
    """metric_fn as a function of labels, predictions and weights by name."""
    names = _parameters(metric_fn)
    found = {
        kind: _matching(name, names, kind, is_required)
        for kind, is_required in (("labels", needs_labels), ("predictions", False), ("weights", needs_weights))
    }

    def adapted(_sentinel=None, labels=None, predictions=None, weights=None):
        if _sentinel is not None:
            raise ValueError("`metric_fn` requires named args: `labels`, `predictions`, and optionally `weights`.")
        values = {"labels": labels, "predictions": predictions, "weights": weights}
        given = {key: values[kind] for kind, key in found.items() if key and (kind != "weights" or weights is not None)}
        if found["predictions"]:
            return metric_fn(**given)
        if found["labels"] and found["labels"] == names[0]:
            return metric_fn(given.pop(found["labels"]), predictions, **given)
        return metric_fn(predictions, **given)

    return adapted


def _parameters(function):
    if isinstance(function, functools.partial):
        return [name for name in _parameters(function.func) if name not in function.keywords]
    return inspect.getfullargspec(function).args


def _matching(name, parameters, kind, is_required):
    """The parameter that receives labels, predictions or weights, or None."""
    matching = [one for one in _NAMES[kind] if one in parameters]
    if len(matching) > 1:
        raise ValueError(f"Ambiguous arguments {set(matching)}, must provide only one of {set(_NAMES[kind])}.")
    if matching and matching[0] != kind:
        logging.warning("Canonical arg %s missing from %s(%s), using %s.", kind, name, parameters, matching[0])
    if not matching and is_required:
        raise ValueError(f"{set(_NAMES[kind])} missing from {name}({parameters}).")
    return matching[0] if matching else None
