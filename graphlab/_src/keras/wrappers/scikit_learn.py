"""tf.keras.wrappers.scikit_learn: models with scikit-learn's fit and predict."""

import copy
import types
from typing import Any

import numpy as np

from graphlab._src.keras.layers.recurrence import accepts
from graphlab._src.keras.models import Sequential
from graphlab._src.keras.utils import to_categorical


class BaseWrapper:
    """A model that is made anew for each fit.

    build_fn: makes a compiled model; a subclass may define __call__ instead.
    sk_params: arguments of build_fn, fit, predict and evaluate.
    """

    def __init__(self, build_fn=None, **sk_params):
        self.build_fn, self.sk_params = build_fn, sk_params
        self.model: Any = None
        self.check_params(sk_params)

    @property
    def _maker(self) -> Any:
        if self.build_fn is None:
            own: Any = self
            return own.__call__
        if isinstance(self.build_fn, (types.FunctionType, types.MethodType)):
            return self.build_fn
        return self.build_fn.__call__

    def check_params(self, params):
        """Raises ValueError for a parameter that no function accepts."""
        known = [Sequential.fit, Sequential.predict, Sequential.predict_classes, Sequential.evaluate, self._maker]
        for name in params:
            if name != "nb_epoch" and not any(accepts(function, name) for function in known):
                raise ValueError(f"{name} is not a legal parameter")

    def get_params(self, **params):
        """The parameters, and build_fn."""
        return {**copy.deepcopy(self.sk_params), "build_fn": self.build_fn}

    def set_params(self, **params):
        """Sets parameters."""
        self.check_params(params)
        self.sk_params.update(params)
        return self

    def filter_sk_params(self, fn, override=None):
        """The parameters that a function accepts."""
        return {**{name: value for name, value in self.sk_params.items() if accepts(fn, name)}, **(override or {})}

    def fit(self, x, y, **kwargs):
        """Makes a model, trains it, and returns the History."""
        self.model = self._maker(**self.filter_sk_params(self._maker))
        if _loss_name(self.model) == "categorical_crossentropy" and np.ndim(y) != 2:
            y = to_categorical(y)
        return self.model.fit(x, y, **{**copy.deepcopy(self.filter_sk_params(Sequential.fit)), **kwargs})


def _loss_name(model):
    return getattr(model.loss, "__name__", model.loss)


class KerasClassifier(BaseWrapper):
    """A Sequential model as a classifier of scikit-learn."""

    def fit(self, x, y, **kwargs):
        """Makes a model, trains it, and returns the History. y: labels, or rows with a 1."""
        y = np.array(y)
        if y.ndim == 2 and y.shape[1] > 1:
            self.classes_ = np.arange(y.shape[1])
        elif y.ndim == 1 or (y.ndim == 2 and y.shape[1] == 1):
            self.classes_ = np.unique(y)
            y = np.searchsorted(self.classes_, y)
        else:
            raise ValueError("Invalid shape for y: " + str(y.shape))
        self.n_classes_ = len(self.classes_)
        return super().fit(x, y, **kwargs)

    def predict(self, x, **kwargs):
        """The label of each example."""
        return self.classes_[self.model.predict_classes(x, **self.filter_sk_params(Sequential.predict_classes, kwargs))]

    def predict_proba(self, x, **kwargs):
        """The probability of each class for each example."""
        found = self.model.predict_proba(x, **self.filter_sk_params(Sequential.predict_proba, kwargs))
        return np.hstack([1 - found, found]) if found.shape[1] == 1 else found

    def score(self, x, y, **kwargs):
        """The part of examples whose label it finds."""
        y = np.searchsorted(self.classes_, y)
        if _loss_name(self.model) == "categorical_crossentropy" and y.ndim != 2:
            y = to_categorical(y)
        found = self.model.evaluate(x, y, **self.filter_sk_params(Sequential.evaluate, kwargs))
        for name, value in zip(self.model.metrics_names, found if isinstance(found, list) else [found], strict=True):
            if name in ("accuracy", "acc"):
                return value
        raise ValueError(
            'The model is not configured to compute accuracy. You should pass `metrics=["accuracy"]` to the '
            "`model.compile()` method."
        )


class KerasRegressor(BaseWrapper):
    """A model as a regressor of scikit-learn."""

    def predict(self, x, **kwargs):
        """The output for each example."""
        return np.squeeze(self.model.predict(x, **self.filter_sk_params(Sequential.predict, kwargs)))

    def score(self, x, y, **kwargs):
        """The loss with a minus."""
        loss = self.model.evaluate(x, y, **self.filter_sk_params(Sequential.evaluate, kwargs))
        return -loss[0] if isinstance(loss, list) else -loss
