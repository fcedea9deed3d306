"""Heads of time series models: training, evaluation, predictions and signatures."""

import re
from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.contrib.timeseries.timeseries.feature_keys import (
    FilteringResults,
    PredictionFeatures,
    PredictionResults,
    SavedModelLabels,
    State,
    TrainEvalFeatures,
)
from graphlab._src.estimator.export_outputs import PredictOutput
from graphlab._src.estimator.mode_keys import ModeKeys
from graphlab._src.estimator.spec import EstimatorSpec
from graphlab._src.graph import GraphKeys, name_scope, nest
from graphlab._src.graph.sparse_tensor import convert_to_tensor_or_sparse_tensor
from graphlab._src.ops.cast import cast
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.control_flow import group
from graphlab._src.ops.shape import shape
from graphlab._src.state.assignment import assign
from graphlab._src.state.scope import variable_scope
from graphlab._src.state.variable import Variable
from graphlab._src.summary.scalar import scalar
from graphlab._src.train.global_step import get_global_step
from graphlab._src.train.metrics.means import mean

_TIMES, _VALUES = TrainEvalFeatures.TIMES, TrainEvalFeatures.VALUES


class _NoStatePredictOutput(PredictOutput):
    """Outputs of a signature without the state among its inputs."""

    def as_signature_def(self, receiver_tensors):
        used = {key: value for key, value in receiver_tensors.items() if not key.startswith(State.STATE_PREFIX)}
        return super().as_signature_def(receiver_tensors=used)


class TimeSeriesRegressionHead:
    """Trains a TimeSeriesModel, evaluates it, predicts and exports.

    state_manager: where windows' states come from.  optimizer: trains the model.
    input_statistics_generator: scales data, an InputStatisticsFromMiniBatch.  name: of the summary of the loss.
    """

    def __init__(self, model, state_manager, optimizer, input_statistics_generator=None, name=None):
        self.model = model
        self.state_manager = state_manager
        self.optimizer = optimizer
        self.input_statistics_generator = input_statistics_generator
        self._name = name

    @property
    def name(self):
        """The name of the head, or None."""
        return self._name

    @property
    def logits_dimension(self):
        """1: there are no logits."""
        return 1

    def create_loss(self, features, mode, logits=None, labels=None) -> Any:
        """The ModelOutputs of windows; a summary has their loss."""
        outputs = self.state_manager.define_loss(self.model, features, mode)
        scalar(f"loss/{self._name}" if self._name else "loss", outputs.loss)
        return outputs

    def _train_ops(self, features):
        with variable_scope("model", use_resource=True):
            outputs = self.create_loss(features, ModeKeys.TRAIN)
        train_op = self.optimizer.minimize(outputs.loss, global_step=get_global_step())
        return EstimatorSpec(loss=outputs.loss, mode=ModeKeys.TRAIN, train_op=train_op)

    def _evaluate_ops(self, features):
        with variable_scope("model", use_resource=True):
            outputs = self.create_loss(features, ModeKeys.EVAL)
        metrics = {key: _identity_metric_single(key, value) for key, value in outputs.predictions.items()}
        metrics[FilteringResults.TIMES] = _identity_metric_single(FilteringResults.TIMES, outputs.prediction_times)
        metrics[FilteringResults.STATE_TUPLE] = _identity_metric_nested(FilteringResults.STATE_TUPLE, outputs.end_state)
        metrics["average_loss"] = mean(outputs.loss, name="average_loss")
        return EstimatorSpec(
            loss=outputs.loss, mode=ModeKeys.EVAL, eval_metric_ops=metrics, predictions=outputs.predictions
        )

    def _predict_ops(self, features):
        with variable_scope("model", use_resource=True):
            prediction = self.model.predict(features=features)
        prediction[PredictionResults.TIMES] = features[PredictionFeatures.TIMES]
        return EstimatorSpec(predictions=prediction, mode=ModeKeys.PREDICT)

    def _serving_ops(self, features):
        with variable_scope("model", use_resource=True):
            prediction = self.model.predict(features=features)
        with variable_scope("model", reuse=True):
            filtering = self.create_loss(features, ModeKeys.EVAL)
        with variable_scope("model", reuse=True):
            without_state = {key: value for key, value in features.items() if not key.startswith(State.STATE_PREFIX)}
            cold = self.model.define_loss(features=without_state, mode=ModeKeys.EVAL)
        outputs = {
            SavedModelLabels.PREDICT: PredictOutput(prediction),
            SavedModelLabels.FILTER: PredictOutput(state_to_dictionary(filtering.end_state)),
            SavedModelLabels.COLD_START_FILTER: _NoStatePredictOutput(state_to_dictionary(cold.end_state)),
        }
        return EstimatorSpec(mode=ModeKeys.PREDICT, export_outputs=outputs, predictions={})

    def _convert_feature_to_tensor(self, name, value):
        if name == _TIMES:
            return cast(value, dtypes.int64)
        if name == _VALUES:
            return cast(value, self.model.dtype)
        if name == PredictionFeatures.STATE_TUPLE:
            return value
        return convert_to_tensor_or_sparse_tensor(value)

    def _gather_state(self, features):
        """(the features with one state in place of those by number, whether there were such)."""
        pattern = re.compile(f"^{State.STATE_PREFIX}_(\\d+)$")
        numbers = {int(found.group(1)): key for key in features if (found := pattern.search(key))}
        if not numbers:
            return features, False
        tensors = [features[numbers[number]] for number in sorted(numbers)]
        others = {key: value for key, value in features.items() if key not in numbers.values()}
        state = nest.pack_sequence_as(structure=self.model.get_start_state(), flat_sequence=tensors)
        return {**others, State.STATE_TUPLE: state}, True

    def _check_predict_features(self, features):
        _require(features, "prediction", PredictionFeatures.TIMES, PredictionFeatures.STATE_TUPLE)
        _check_windows(features, ignore=(PredictionFeatures.STATE_TUPLE,))

    def create_estimator_spec(self, features, mode, labels=None):
        """The EstimatorSpec of a mode; ValueError for labels, and for features that are missing or do not fit."""
        with name_scope(self._name, "head"):
            if labels is not None and labels != {}:
                raise ValueError(
                    "The model received a `labels`, which is not supported. Pass "
                    f"'{_TIMES}' and '{_VALUES}' as features."
                )
            features = {name: self._convert_feature_to_tensor(name, value) for name, value in features.items()}
            statistics = None
            if self.input_statistics_generator is not None:
                statistics = self.input_statistics_generator.initialize_graph(
                    features, update_statistics=mode == ModeKeys.TRAIN
                )
            self.model.initialize_graph(input_statistics=statistics)
            features, has_flat_state = self._gather_state(features)
            if mode in (ModeKeys.TRAIN, ModeKeys.EVAL):
                _check_train_eval_features(features, self.model)
            elif mode == ModeKeys.PREDICT:
                self._check_predict_features(features)
            else:
                raise ValueError(f"Unknown mode '{mode}' passed to model_fn.")
            self.state_manager.initialize_graph(model=self.model, input_statistics=statistics)
            if mode == ModeKeys.TRAIN:
                return self._train_ops(features)
            if mode == ModeKeys.EVAL:
                return self._evaluate_ops(features)
            return self._serving_ops(features) if has_flat_state else self._predict_ops(features)


class OneShotPredictionHead(TimeSeriesRegressionHead):
    """A head whose exported models predict from observations alone, in one run."""

    def _check_predict_features(self, features):
        _require(features, "prediction", PredictionFeatures.TIMES, _VALUES, PredictionFeatures.STATE_TUPLE)
        _check_windows(features, ignore=(PredictionFeatures.STATE_TUPLE, _VALUES))

    def _evaluate_ops(self, features):
        spec = super()._evaluate_ops(features)
        del spec.eval_metric_ops[State.STATE_TUPLE]
        return spec

    def _serving_ops(self, features):
        with variable_scope("model", use_resource=True):
            observed = shape(features[_VALUES])[1]
            known = {key: value for key, value in features.items() if key != State.STATE_TUPLE}
            filtering, prediction = {}, {}
            for key, value in known.items():
                filtering[key] = value if key == _VALUES else value[:, :observed]
                if key != _VALUES:
                    prediction[key] = value[:, observed:]
            cold = self.model.define_loss(features=filtering, mode=ModeKeys.EVAL)
            prediction[State.STATE_TUPLE] = cold.end_state
        with variable_scope("model", reuse=True):
            outputs = self.model.predict(features=prediction)
        exported = {SavedModelLabels.PREDICT: _NoStatePredictOutput(outputs)}
        return EstimatorSpec(mode=ModeKeys.PREDICT, export_outputs=exported, predictions={})


def _require(features, purpose, *names):
    for name in names:
        if name not in features:
            raise ValueError(f"Expected a '{name}' feature for {purpose}.")


def _check_windows(features, ignore):
    """Raises ValueError for features whose batch and window are not those of the times."""
    times = features[_TIMES]
    if not times.shape.is_compatible_with([None, None]):
        raise ValueError(
            f"Expected shape (batch dimension, window size) for feature '{_TIMES}' (got shape {times.shape})"
        )
    for name, value in features.items():
        if name in ignore or value.shape.ndims is None:
            continue
        if value.shape.ndims < 2:
            raise ValueError(
                f"Features must have shape (batch dimension, window size, ...) (got rank {value.shape.ndims} for "
                f"feature '{name}')"
            )
        if not value.shape[:2].is_compatible_with(times.shape):
            raise ValueError(
                "Features must have shape (batch dimension, window size, ...) where batch dimension and window size "
                f"match the '{_TIMES}' feature (got shape {value.shape} for feature '{name}' but shape {times.shape} "
                f"for feature '{_TIMES}')"
            )


def _check_train_eval_features(features, model):
    _require(features, "training/evaluation", _TIMES, _VALUES)
    values = features[_VALUES]
    if not values.shape.is_compatible_with([None, None, model.num_features]):
        raise ValueError(
            f"Expected shape (batch dimension, window size, {model.num_features}) for feature '{_VALUES}', since the "
            f"model was configured with num_features={model.num_features} (got shape {values.shape})"
        )
    _check_windows(features, ignore=(State.STATE_TUPLE,))


def _identity_metric_single(name, input_tensor):
    """A metric whose result is a tensor of the last batch."""
    variable = Variable(
        zeros([], dtype=input_tensor.dtype),
        name=f"{name}_identity_metric",
        collections=[GraphKeys.LOCAL_VARIABLES],
        validate_shape=False,
    )
    update = assign(variable, input_tensor, validate_shape=False)
    variable.set_shape(input_tensor.shape)
    return variable.value(), update


def _identity_metric_nested(name, input_tensors):
    """A metric whose result is a nested value of the last batch."""
    pairs = [
        _identity_metric_single(f"{name}_{number}", tensor) for number, tensor in enumerate(nest.flatten(input_tensors))
    ]
    values = nest.pack_sequence_as(input_tensors, [value for value, _ in pairs])
    return values, group(*[update for _, update in pairs])


def state_to_dictionary(state_tuple):
    """{"model_state_00": the first part of a state, …}."""
    return {f"{State.STATE_PREFIX}_{number:02d}": value for number, value in enumerate(nest.flatten(state_tuple))}
