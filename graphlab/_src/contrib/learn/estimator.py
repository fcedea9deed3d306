"""tf.contrib.learn.Estimator: fit, evaluate and predict for arrays or input functions, on top of tf.estimator's."""

import abc
import copy
from typing import Any

import numpy as np

from graphlab._src.contrib.learn.data_feeder import DataFeeder
from graphlab._src.contrib.learn.keys import ModeKeys, NotFittedError
from graphlab._src.contrib.learn.model_fn_ops import ModelFnOps
from graphlab._src.contrib.learn.monitors import replace_monitors_with_hooks
from graphlab._src.contrib.learn.run_config import RunConfig
from graphlab._src.data.dataset import DatasetV2
from graphlab._src.estimator.estimator import Estimator as CoreEstimator
from graphlab._src.estimator.estimator import arguments
from graphlab._src.estimator.receivers import ServingInputReceiver
from graphlab._src.graph import GraphKeys
from graphlab._src.graph.scopes import get_collection
from graphlab._src.ops.identity import placeholder
from graphlab._src.train.hooks.feed_fn import FeedFnHook


class Evaluable(abc.ABC):
    """What has evaluate and model_dir."""

    @property
    @abc.abstractmethod
    def model_dir(self):
        """The folder of the checkpoints."""

    @abc.abstractmethod
    def evaluate(self, **kwargs) -> Any:
        """{metric: value}."""


class Trainable(abc.ABC):
    """What has fit."""

    @abc.abstractmethod
    def fit(self, **kwargs) -> Any:
        """Trains."""


class _Core(CoreEstimator):
    """The tf.estimator.Estimator below, which reads inputs that are fed or constant once: without a queue they end too."""

    def _check_input_ends(self, found):
        """Warns of nothing."""


class Estimator(Evaluable, Trainable):
    """A model, given as a function, and the folder that its checkpoints are in.

    model_fn(features, labels, mode, params, config, model_dir) -> ModelFnOps, or (predictions, loss, train_op); the last four
    may be missing.  feature_engineering_fn(features, labels) -> (features, labels), before it.
    """

    def __init__(self, model_fn: Any = None, model_dir=None, config=None, params=None, feature_engineering_fn=None):
        self._model_fn, self.params = model_fn, params
        self._feature_engineering_fn = feature_engineering_fn or (lambda features, labels: (features, labels))
        if model_fn is not None and params is not None and "params" not in arguments(model_fn):
            raise ValueError(
                f"Estimator's model_fn ({model_fn}) does not have a params argument, but params ({params}) were passed to "
                "the Estimator's constructor."
            )
        self._core = _Core(self._core_model_fn, model_dir, RunConfig() if config is None else config)
        self._label_kinds: Any = None  # (dtype, shape) of labels, once fit or evaluate has seen them
        self._metrics: Any = None
        self._alternative: Any = None  # which of a model's outputs is served by default

    @property
    def model_dir(self):
        """The folder of the checkpoints."""
        return self._core.model_dir

    @property
    def config(self):
        """A copy of the RunConfig."""
        return copy.copy(self._core.config)

    @property
    def model_fn(self):
        """model_fn(features, labels, mode, config), with params filled in."""
        return lambda features, labels, mode, config: self._call_model_fn(features, labels, mode, config)

    def fit(self, x=None, y=None, input_fn=None, steps=None, batch_size=None, monitors=None, max_steps=None):
        """Trains on arrays, shuffled without end, or on what input_fn() returns. Returns itself.

        batch_size: rows of the arrays in a step; all of them when left out.
        steps: how many more.  max_steps: until the global step is so high.  monitors: monitors or hooks.
        """
        if steps is not None and max_steps is not None:
            raise ValueError("Can not provide both steps and max_steps.")
        read, feeds = self._reader(x, y, input_fn, batch_size, epochs=None, shuffle=True)
        hooks = replace_monitors_with_hooks(monitors, self)
        self._core.train(read, hooks=[*feeds, *hooks], steps=steps, max_steps=max_steps)
        return self

    def partial_fit(self, x=None, y=None, input_fn=None, steps=1, batch_size=None, monitors=None):
        """fit for one step."""
        return self.fit(x, y, input_fn, steps, batch_size, monitors)

    def evaluate(
        self,
        x=None,
        y=None,
        input_fn=None,
        feed_fn=None,
        batch_size=None,
        steps=None,
        metrics=None,
        name=None,
        checkpoint_path=None,
        hooks=None,
        log_progress=True,
    ) -> Any:
        """{metric: value} over arrays or what input_fn() returns, with "loss" and "global_step" among them.

        metrics: {name: MetricSpec or metric function, or (name, prediction): metric function}, besides the model's own.  NotFittedError without a checkpoint.
        """
        if metrics is not None and not isinstance(metrics, dict):
            raise ValueError(f"Metrics argument should be None or dict. Got {metrics}.")
        if feed_fn is not None:
            raise ValueError("feed_fn is not supported: pass x and y, or an input_fn of tensors.")
        self._check_fitted(checkpoint_path)
        self._metrics = metrics
        try:
            read, feeds = self._reader(x, y, input_fn, batch_size, epochs=1, shuffle=False)
            hooks = [*feeds, *(hooks or ())]
            return self._core.evaluate(read, steps=steps, hooks=hooks, checkpoint_path=checkpoint_path, name=name)
        finally:
            self._metrics = None

    def predict(
        self, x=None, input_fn=None, batch_size=None, outputs=None, as_iterable=True, iterate_batches=False
    ) -> Any:
        """Yields predictions, one example after the other; without as_iterable an array, or {name: array}, of all.

        outputs: which of several predictions.  iterate_batches: yields batches.
        """
        self._check_fitted(None)
        constant: list[bool] = []
        read, feeds = self._reader(x, None, input_fn, batch_size, epochs=1, shuffle=False, constant=constant)
        found = self._core.predict(read, predict_keys=outputs, hooks=feeds, yield_single_examples=False)
        batches = _until_constant(found, constant)
        if not as_iterable:
            return _joined(list(batches))
        return batches if iterate_batches else _examples(batches)

    def get_variable_value(self, name):
        """The value of a variable in the newest checkpoint."""
        return self._core.get_variable_value(name)

    def get_variable_names(self):
        """The names of the variables in the newest checkpoint."""
        return self._core.get_variable_names()

    def export_savedmodel(
        self,
        export_dir_base,
        serving_input_fn,
        default_output_alternative_key=None,
        assets_extra=None,
        as_text=False,
        checkpoint_path=None,
        strip_default_attrs=False,
    ):
        """Writes a SavedModel below a folder; its path, as bytes. serving_input_fn() -> InputFnOps."""
        if serving_input_fn is None:
            raise ValueError("serving_input_fn must be defined.")
        self._check_fitted(checkpoint_path)

        def receiver():
            found = serving_input_fn()
            return ServingInputReceiver(found.features, found.default_inputs)

        kinds, self._label_kinds, self._alternative = self._label_kinds, None, default_output_alternative_key
        try:
            return self._core.export_savedmodel(
                export_dir_base, receiver, assets_extra, as_text, checkpoint_path, strip_default_attrs
            )
        finally:
            self._label_kinds = kinds

    def _check_fitted(self, checkpoint_path):
        if not checkpoint_path and not self._core.latest_checkpoint():
            raise NotFittedError(f"Couldn't find trained model at {self.model_dir}.")

    def _reader(self, x, y, input_fn, batch_size, epochs, shuffle, constant=None):
        """(the input function for tf.estimator's Estimator, the hooks that feed it)."""
        if x is None and input_fn is None:
            raise ValueError("Either x or input_fn must be provided.")
        if x is not None and input_fn is not None:
            raise ValueError("Can not provide both input_fn and x or y.")
        if input_fn is not None and batch_size is not None:
            raise ValueError("Can not provide both input_fn and batch_size.")
        if x is not None:
            feeder = DataFeeder(x, y, batch_size, shuffle, epochs)
            return lambda: feeder.input_builder() if y is not None else feeder.input_builder()[0], [
                FeedFnHook(feeder.feed)
            ]

        def read():
            assert input_fn is not None
            found = input_fn()
            if constant is not None:
                constant[:] = [not isinstance(found, DatasetV2) and not get_collection(GraphKeys.QUEUE_RUNNERS)]
                if isinstance(found, (list, tuple)):
                    return found[0]
            return found

        return read, []

    def _core_model_fn(self, features, labels, mode, config):
        if labels is not None:
            self._label_kinds = _each(labels, lambda one: (one.dtype, one.shape))
        else:
            labels = self._unknown_labels()
        return self._call_model_fn(features, labels, mode, config).estimator_spec(self._alternative)

    def _unknown_labels(self):
        """Placeholders like the labels that there were: a model function may use them without looking at mode."""
        if self._label_kinds is None:
            return None
        return _each(self._label_kinds, lambda kind: placeholder(kind[0], [None, *kind[1][1:]]))

    def _get_predict_ops(self, features):
        """The ModelFnOps of predictions for features, in the default graph."""
        return self._call_model_fn(features, self._unknown_labels(), ModeKeys.INFER)

    def _call_model_fn(self, features, labels, mode, config=None):
        features, labels = self._feature_engineering_fn(features, labels)
        given = {"mode": mode, "params": self.params, "config": config or self.config, "model_dir": self.model_dir}
        wanted = arguments(self._model_fn)
        found = self._model_fn(features, labels, **{key: value for key, value in given.items() if key in wanted})
        if not isinstance(found, ModelFnOps):
            if len(found) != 3:
                raise ValueError("Unrecognized value returned by model_fn, please return ModelFnOps.")
            found = ModelFnOps(mode, *found)
        for name, metric in (self._metrics or {}).items():
            if isinstance(name, tuple):
                name, key = name
                its = labels[key] if isinstance(labels, dict) and key in labels else labels
                found.eval_metric_ops[name] = metric(found.predictions[key], its)
            else:
                found.eval_metric_ops[name] = _metric(metric, features, labels, found.predictions)
        return found


def _metric(metric, features, labels, predictions):
    if hasattr(metric, "create_metric_ops"):
        return metric.create_metric_ops(features, labels, predictions)
    if isinstance(predictions, dict):
        raise ValueError("Metrics of several predictions are MetricSpecs, which name one of them.")
    return metric(predictions, labels)


def _each(labels, function):
    """function of a tensor, or of each in a dict."""
    return {key: function(one) for key, one in labels.items()} if isinstance(labels, dict) else function(labels)


def _until_constant(batches, constant):
    """The batches; the first one alone where the input never changes."""
    for batch in batches:
        yield batch
        if constant == [True]:
            return


def _examples(batches):
    for batch in batches:
        if isinstance(batch, dict):
            for row in range(len(next(iter(batch.values())))):
                yield {key: value[row] for key, value in batch.items()}
        else:
            yield from batch


def _joined(batches):
    if isinstance(batches[0], dict):
        return {key: np.concatenate([batch[key] for batch in batches]) for key in batches[0]}
    return np.concatenate(batches)


class SKCompat:
    """An Estimator as scikit-learn has them: fit, score and predict for arrays."""

    def __init__(self, estimator):
        self._estimator = estimator

    def fit(self, x, y, batch_size=128, steps=None, max_steps=None, monitors=None):
        """Trains on arrays; returns itself."""
        self._estimator.fit(x, y, steps=steps, batch_size=batch_size, monitors=monitors, max_steps=max_steps)
        return self

    def score(self, x, y, batch_size=128, steps=None, metrics=None, name=None):
        """{metric: value} over arrays."""
        return self._estimator.evaluate(x, y, batch_size=batch_size, steps=steps, metrics=metrics, name=name)

    def predict(self, x, batch_size=128, outputs=None):
        """An array of predictions, or {name: array}."""
        return self._estimator.predict(x, batch_size=batch_size, outputs=outputs, as_iterable=False)
