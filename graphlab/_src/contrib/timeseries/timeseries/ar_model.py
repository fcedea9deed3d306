"""ARModel: the observations of a window predicted from those before, by a network."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.contrib.timeseries.timeseries import math_utils, model
from graphlab._src.contrib.timeseries.timeseries.feature_keys import PredictionFeatures, TrainEvalFeatures
from graphlab._src.estimator.mode_keys import ModeKeys
from graphlab._src.graph import constant, convert_to_tensor
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.keras.layers.catalog import Dense, Flatten
from graphlab._src.keras.models import Model, Sequential
from graphlab._src.layers.rnn.cells.lstm_fused import LSTMBlockFusedCell
from graphlab._src.ops.activation import relu
from graphlab._src.ops.arithmetic import squared_difference
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.values import assert_equal, assert_greater_equal
from graphlab._src.ops.comparison import less
from graphlab._src.ops.constants import ones_like, zeros, zeros_like
from graphlab._src.ops.control_flow.while_loop import while_loop
from graphlab._src.ops.extremes import maximum, minimum
from graphlab._src.ops.identity import identity
from graphlab._src.ops.joining import concat, split, stack
from graphlab._src.ops.padding import pad
from graphlab._src.ops.power import exp, log, sqrt
from graphlab._src.ops.reduction import reduce_mean, reduce_prod, reduce_sum
from graphlab._src.ops.select import where_v2
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import reshape, shape
from graphlab._src.ops.slicing import slice_
from graphlab._src.ops.tensor_array import TensorArray
from graphlab._src.ops.transpose import transpose
from graphlab._src.state.initializers import Zeros
from graphlab._src.state.scope import get_variable, variable_scope

_TIMES, _VALUES, _STATE = TrainEvalFeatures.TIMES, TrainEvalFeatures.VALUES, PredictionFeatures.STATE_TUPLE
_SMALLEST_VARIANCE = 1e-5


class FlatPredictionModel(Model):
    """Mean and variance by fully connected layers over the whole window.

    hidden_layer_sizes: of layers with relu.
    """

    def __init__(self, num_features, input_window_size, output_window_size, hidden_layer_sizes=None):
        super().__init__()
        self._input_flatten = Flatten()
        self._output_flatten = Flatten()
        self._hidden_layers = None
        if hidden_layer_sizes:
            self._hidden_layers = Sequential([Dense(size, activation=relu) for size in hidden_layer_sizes])
        self._mean_transform = Dense(num_features * output_window_size, name="predicted_mean")
        self._covariance_transform = Dense(num_features * output_window_size, name="log_sigma_square")
        self._prediction_shape = [-1, output_window_size, num_features]

    def call(self, input_window_features, output_window_features):
        """{"mean", "covariance": [batch, output window, features]}.

        input_window_features, output_window_features: [batch, window, what is known at a time].
        """
        if input_window_features.shape.as_list()[1] == 0:
            activation = self._output_flatten(output_window_features)
        elif output_window_features.shape.as_list()[2] == 0:
            activation = self._input_flatten(input_window_features)
        else:
            activation = concat(
                [self._input_flatten(input_window_features), self._output_flatten(output_window_features)], axis=1
            )
        if self._hidden_layers:
            activation = self._hidden_layers(activation)
        predicted_mean = reshape(self._mean_transform(activation), self._prediction_shape)
        covariance = reshape(exp(self._covariance_transform(activation)), self._prediction_shape)
        return {"mean": predicted_mean, "covariance": covariance}


class LSTMPredictionModel(Model):
    """Mean and variance by an LSTM over the input window, and another one over the output window.

    num_units: of each LSTM.
    """

    def __init__(self, num_features, input_window_size, output_window_size, num_units=128):
        super().__init__()
        self._encoder = LSTMBlockFusedCell(num_units=num_units, name="encoder")
        self._decoder = LSTMBlockFusedCell(num_units=num_units, name="decoder")
        self._mean_transform = Dense(num_features, name="mean_transform")
        self._covariance_transform = Dense(num_features, name="covariance_transform")

    def call(self, input_window_features, output_window_features):
        """{"mean", "covariance": [batch, output window, features]}."""
        input_window_features = transpose(input_window_features, [1, 0, 2])
        output_window_features = transpose(output_window_features, [1, 0, 2])
        _, state = self._encoder(input_window_features, dtype=self.dtype)
        decoded, _ = self._decoder(output_window_features, dtype=self.dtype, initial_state=state)
        decoded = transpose(decoded, [1, 0, 2])
        predicted_mean = self._mean_transform(decoded)
        return {"mean": predicted_mean, "covariance": exp(self._covariance_transform(decoded))}


class ARModel(model.TimeSeriesModel):
    """Predicts output_window_size observations from the input_window_size before them.

    periodicities: numbers of times after which something returns.  num_time_buckets: parts of a period.
    prediction_model_factory(num_features, input_window_size, output_window_size) -> a Keras model.
    loss: SQUARED_LOSS or NORMAL_LIKELIHOOD_LOSS.  exogenous_feature_columns: of what is known of any time.
    """

    SQUARED_LOSS = "squared_loss"
    NORMAL_LIKELIHOOD_LOSS = "normal_likelihood_loss"

    def __init__(
        self,
        periodicities,
        input_window_size,
        output_window_size,
        num_features,
        prediction_model_factory: Any = FlatPredictionModel,
        num_time_buckets=10,
        loss=NORMAL_LIKELIHOOD_LOSS,
        exogenous_feature_columns=None,
    ):
        self._model_factory = prediction_model_factory
        self.input_window_size = input_window_size
        self.output_window_size = output_window_size
        self.window_size = input_window_size + output_window_size
        self.loss = loss
        super().__init__(num_features=num_features, exogenous_feature_columns=exogenous_feature_columns)
        self.exogenous_size = 0
        if exogenous_feature_columns is not None:
            self.exogenous_size = self._get_exogenous_embedding_shape()[-1]
        self._buckets = int(num_time_buckets)
        if not isinstance(periodicities, (list, tuple)):
            periodicities = [periodicities] if periodicities else []
        self._periodicities = [int(period) for period in periodicities]
        for what, is_so in {
            "num_time_buckets must be positive": self._buckets > 0,
            "periodicities must be positive": all(period > 0 for period in self._periodicities),
            "periodicities or input_window_size are needed": self._periodicities or input_window_size,
            "output_window_size must be positive": output_window_size > 0,
        }.items():
            if not is_so:
                raise AssertionError(what)

    def initialize_graph(self, input_statistics=None):
        """Makes the network; its variables are made when it is first called."""
        super().initialize_graph(input_statistics=input_statistics)
        self._model_scope = variable_scope("model/", use_resource=True)
        self._model_instance: Any = self._model_factory(
            num_features=self.num_features,
            input_window_size=self.input_window_size,
            output_window_size=self.output_window_size,
        )

    def get_start_state(self):
        """(times, values, exogenous regressors) of an input window, all 0."""
        size = self.input_window_size
        return (
            zeros([size], dtype=dtypes.int64),
            zeros([size, self.num_features], dtype=self.dtype),
            zeros([size, self.exogenous_size], dtype=self.dtype),
        )

    def random_model_parameters(self, seed=None):
        """None: it has no parameters to draw series with."""

    def generate(self, number_of_series, series_length, model_parameters=None, seed=None):
        """None: it draws no series."""

    def prediction_ops(self, times, values, exogenous_regressors) -> Any:
        """{"mean", "covariance": [batch, output window, features]}, scaled.

        times: [batch, window].  values: [batch, input window, features].  exogenous_regressors: [batch, window, n].
        """
        times.shape.assert_is_compatible_with([None, self.window_size])
        batch_size = shape(times)[0]
        if self.input_window_size:
            values.shape.assert_is_compatible_with([None, self.input_window_size, self.num_features])
        if exogenous_regressors is not None:
            exogenous_regressors.shape.assert_is_compatible_with([None, self.window_size, self.exogenous_size])
        sizes = (self.input_window_size, self.output_window_size)
        inputs, outputs, input_count, output_count = [], [], 0, 0
        if self._periodicities:
            _, time_features = self._compute_time_features(times)
            count = self._buckets * len(self._periodicities)
            time_features = reshape(time_features, [batch_size, self.window_size, count])
            before, after = split(time_features, sizes, axis=1)
            inputs.append(before)
            outputs.append(after)
            input_count, output_count = input_count + count, output_count + count
        if self.input_window_size:
            observed = slice_(values, [0, 0, 0], [-1, self.input_window_size, -1])
            inputs.append(reshape(observed, [batch_size, self.input_window_size, self.num_features]))
            input_count += self.num_features
        if self.exogenous_size:
            before, after = split(exogenous_regressors, sizes, axis=1)
            inputs.append(before)
            outputs.append(after)
            input_count, output_count = input_count + self.exogenous_size, output_count + self.exogenous_size
        input_features = concat(inputs, axis=2)
        if outputs:
            output_features = concat(outputs, axis=2)
        else:
            output_features = zeros([batch_size, self.output_window_size, 0], dtype=self.dtype)
        static_batch = times.shape.as_list()[0]
        input_features.set_shape([static_batch, self.input_window_size, input_count])
        output_features.set_shape([static_batch, self.output_window_size, output_count])
        return self._output_window_predictions(input_features, output_features)

    def _output_window_predictions(self, input_window_features, output_window_features):
        with self._model_scope:
            predictions = self._model_instance(input_window_features, output_window_features)
            for value in predictions.values():
                value.set_shape([None, self.output_window_size, self.num_features])
            return predictions

    def loss_op(self, targets, prediction_ops):
        """The loss of an observation."""
        prediction = prediction_ops["mean"]
        if self.loss == ARModel.NORMAL_LIKELIHOOD_LOSS:
            sigma = sqrt(maximum(prediction_ops["covariance"], _SMALLEST_VARIANCE))
            loss = -reduce_sum(math_utils.normal_log_prob(targets, sigma, prediction))
        elif self.loss == ARModel.SQUARED_LOSS:
            loss = reduce_sum(squared_difference(prediction, targets))
        else:
            raise AssertionError(self.loss)
        return loss / cast(reduce_prod(shape(targets)), loss.dtype)

    def _process_exogenous_features(self, times, features):
        embedded = super()._process_exogenous_features(times=times, features=features)
        if embedded is None:
            return zeros(concat([shape(times), constant([0])], axis=0))
        return embedded

    def _regressors_of(self, times, features):
        others = {key: value for key, value in features.items() if key not in (_TIMES, _VALUES, _STATE)}
        return self._process_exogenous_features(times=times, features=others)

    def predict(self, features):
        """{"mean", "covariance": [batch, window, features]} at times after a state, window after window."""
        if not self._graph_initialized:
            self.initialize_graph()
        size = self.output_window_size
        times: Any = cast(convert_to_tensor(features[PredictionFeatures.TIMES]), dtypes.int32)
        regressors: Any = self._regressors_of(times, features)
        with control_dependencies([assert_equal(shape(times)[1], shape(regressors)[1])]):
            regressors = identity(regressors)
        batch_size, length = shape(times)[0], shape(times)[1]
        windows = (length + size - 1) // size
        missing = windows * size - length
        times = pad(times, [[0, 0], [0, missing]])
        regressors = pad(regressors, [[0, 0], [0, missing], [0, 0]])
        first_times, first_values, first_regressors = self._first_window(features[_STATE], times, regressors)

        def step(number, input_times, input_values, input_regressors, means, covariances):
            predictions = self.prediction_ops(input_times, input_values, input_regressors)
            first = size * minimum(number + 1, windows - 1)
            known = self.input_window_size
            if 0 < known and size < known:
                # What was predicted follows what is left of the input window.
                input_values = concat([input_values[:, size:, :], predictions["mean"]], 1)
                new_regressors = concat(
                    [input_regressors[:, -known:, :], regressors[:, first : first + size, :]], axis=1
                )
                new_times = concat([input_times[:, -known:], times[:, first : first + size]], 1)
            else:
                if known > 0:
                    input_values = predictions["mean"][:, -known:, :]
                new_regressors = regressors[:, first - known : first + size, :]
                new_times = times[:, first - known : first + size]
            new_times.set_shape(first_times.shape)
            new_regressors.set_shape(first_regressors.shape)
            means = means.write(number, predictions["mean"])
            if isinstance(covariances, TensorArray):
                covariances = covariances.write(number, predictions["covariance"])
            return number + 1, new_times, input_values, new_regressors, means, covariances

        has_variance = self.loss != ARModel.SQUARED_LOSS
        covariances: Any = TensorArray(dtype=self.dtype, size=windows) if has_variance else 0.0
        means: Any = TensorArray(dtype=self.dtype, size=windows)
        start = [0, first_times, first_values, first_regressors, means, covariances]
        *_, means, covariances = while_loop(lambda number, *_: less(number, windows), step, start)

        def joined(array):
            values = transpose(array.stack(), [1, 0, 2, 3])
            return reshape(values, stack([batch_size, windows * size, -1]))[:, :length, :]

        mean = joined(means)
        covariance = joined(covariances) if has_variance else ones_like(mean)
        return {"mean": self._scale_back_data(mean), "covariance": self._scale_back_variance(covariance)}

    def _first_window(self, state, times, regressors):
        """(times, values, exogenous regressors) of the input window that a state ends with, and of the output window."""
        state_times, state_values, state_regressors = state
        state_times: Any = cast(convert_to_tensor(state_times), dtypes.int32)
        state_values: Any = convert_to_tensor(state_values, dtype=self.dtype)
        state_regressors: Any = convert_to_tensor(state_regressors, dtype=self.dtype)
        times, regressors = times[:, : self.output_window_size], regressors[:, : self.output_window_size, :]
        known = self.input_window_size
        if known == 0:
            return times, 0, regressors
        times = concat([state_times[:, -known:], times], 1)
        count = shape(state_values)[1]
        checks = [assert_greater_equal(count, known), assert_equal(count, shape(state_times)[1])]
        with control_dependencies(checks):
            values = state_values[:, -known:, :]
            regressors = concat([state_regressors[:, -known:, :], regressors[:, : self.output_window_size, :]], axis=1)
        return times, values, regressors

    def _process_window(self, features, mode, exogenous_regressors):
        """The ModelOutputs of one window."""
        times: Any = cast(features[_TIMES], dtypes.int64)
        values: Any = cast(features[_VALUES], dtype=self.dtype)
        regressors: Any = cast(exogenous_regressors, dtype=self.dtype)
        observed = values
        if not times.shape.is_compatible_with([None, self.window_size]):
            raise ValueError(
                f"ARModel with input_window_size={self.input_window_size} and output_window_size="
                f"{self.output_window_size} expects feature '{_TIMES}' to have shape (batch_size, {self.window_size}) "
                f"(for any batch_size), but got shape {times.shape}. If you are using RandomWindowInputFn, set "
                f"window_size={self.window_size} or adjust the input_window_size and output_window_size arguments to "
                "ARModel."
            )
        values = self._scale_data(values)
        known = self.input_window_size
        predictions = self.prediction_ops(times, values[:, :known, :] if known > 0 else None, regressors)
        targets = slice_(values, [0, known, 0], [-1, -1, -1])
        targets.shape.assert_is_compatible_with(predictions["mean"].shape)
        if mode == ModeKeys.EVAL and self.loss == ARModel.SQUARED_LOSS:
            scaled_back = {"mean": self._scale_back_data(predictions["mean"])}
            loss = self.loss_op(self._scale_back_data(targets), scaled_back)
        else:
            loss = self.loss_op(targets, predictions)
        mean = self._scale_back_data(predictions["mean"])
        covariance = self._scale_back_variance(predictions["covariance"])
        return model.ModelOutputs(
            loss=loss,
            end_state=(times[:, -known:], values[:, -known:, :], regressors[:, -known:, :]),
            predictions={
                "mean": mean,
                "covariance": covariance,
                "observed": observed[:, -self.output_window_size :],
            },
            prediction_times=times[:, -self.output_window_size :],
        )

    def get_batch_loss(self, features, mode, state):
        """The ModelOutputs of one window in training, of all windows that follow each other in an evaluation."""
        features = {name: convert_to_tensor(value) for name, value in features.items()}
        times: Any = features[_TIMES]
        regressors = self._regressors_of(times, features)
        if mode == ModeKeys.TRAIN:
            return self._process_window(features, mode, regressors)
        if mode != ModeKeys.EVAL:
            raise ValueError(f"Unknown mode '{mode}' passed to get_batch_loss.")
        times.shape.assert_has_rank(2)
        window = times.shape.as_list()[1]
        if window is not None and window < self.window_size:
            raise ValueError(
                "ARModel requires a window of at least input_window_size + output_window_size to evaluate on "
                f"(input_window_size={self.input_window_size}, output_window_size={self.output_window_size}, and got "
                f"shape {times.shape} for feature '{_TIMES}' (batch size, window size))."
            )
        size, known = self.output_window_size, self.input_window_size
        windows: Any = (shape(times)[1] - known) // size
        output_size = windows * size
        cropped = {name: value[:, -(output_size + known) :] for name, value in features.items()}

        def step(number, losses, means, covariances):
            first = number * size
            outputs = self._process_window(
                {name: value[:, first : first + self.window_size] for name, value in cropped.items()},
                mode,
                regressors[:, first : first + self.window_size],
            )
            return (
                number + 1,
                losses.write(number, outputs.loss),
                means.write(number, outputs.predictions["mean"]),
                covariances.write(number, outputs.predictions["covariance"]),
            )

        arrays = [TensorArray(dtype=self.dtype, size=windows) for _ in range(3)]
        _, losses, means, covariances = while_loop(lambda number, *_: number < windows, step, [0, *arrays])
        values: Any = cast(cropped[_VALUES], dtype=self.dtype)
        prediction_shape = [shape(times)[0], size * windows, self.num_features]
        state = self._state_after(state, cast(cropped[_TIMES], dtype=dtypes.int64), values, regressors)
        return model.ModelOutputs(
            loss=reduce_mean(losses.stack(), axis=0),
            end_state=state,
            predictions={
                "mean": reshape(transpose(means.stack(), [1, 0, 2, 3]), prediction_shape),
                "covariance": reshape(transpose(covariances.stack(), [1, 0, 2, 3]), prediction_shape),
                "observed": values[:, -output_size:],
            },
            prediction_times=times[:, -output_size:],
        )

    def _state_after(self, state, times, values, regressors):
        """The input window that ends with these observations; earlier ones are the state's."""
        known = self.input_window_size
        if known == 0:
            return state
        new = []
        for before, after, sizes in (
            (state[0], times, []),
            (state[1], self._scale_data(values), [self.num_features]),
            (state[2], regressors, [self.exogenous_size]),
        ):
            element: Any = concat([before, after], axis=1)[:, -known:]
            element.set_shape([None, known, *sizes])
            new.append(element)
        return tuple(new)

    def _compute_time_features(self, time):
        """(how many periods have passed, the bucket of the period as [batch, window, periods, buckets])."""
        batch_size = shape(time)[0]
        count = len(self._periodicities)
        periods: Any = constant(self._periodicities, shape=[1, 1, count, 1], dtype=time.dtype)
        time = reshape(time, [batch_size, -1, 1, 1])
        passed = time / self._periodicities
        place: Any = cast(time % periods, self.dtype) * self._buckets / cast(periods, self.dtype)
        place = relu(place - reshape(range_(self._buckets, dtype=self.dtype), [1, 1, 1, self._buckets]))
        return passed, where_v2(place < 1.0, place, zeros_like(place))


class AnomalyMixtureARModel(ARModel):
    """An ARModel where each observation may be an anomaly, with a distribution of its own.

    anomaly_prior_probability: of an anomaly.  anomaly_distribution: GAUSSIAN_ANOMALY or CAUCHY_ANOMALY.
    """

    GAUSSIAN_ANOMALY = "gaussian"
    CAUCHY_ANOMALY = "cauchy"

    def __init__(
        self,
        periodicities,
        anomaly_prior_probability,
        input_window_size,
        output_window_size,
        num_features,
        prediction_model_factory: Any = FlatPredictionModel,
        anomaly_distribution=GAUSSIAN_ANOMALY,
        num_time_buckets=10,
        exogenous_feature_columns=None,
    ):
        if not 0.0 < anomaly_prior_probability < 1.0:
            raise AssertionError(f"anomaly_prior_probability must be between 0 and 1, got {anomaly_prior_probability}")
        if anomaly_distribution not in (self.GAUSSIAN_ANOMALY, self.CAUCHY_ANOMALY):
            raise AssertionError(f"anomaly_distribution must be 'gaussian' or 'cauchy', got {anomaly_distribution!r}")
        self._anomaly_prior_probability = anomaly_prior_probability
        self._anomaly_distribution = anomaly_distribution
        super().__init__(
            periodicities=periodicities,
            num_features=num_features,
            num_time_buckets=num_time_buckets,
            input_window_size=input_window_size,
            output_window_size=output_window_size,
            loss=ARModel.NORMAL_LIKELIHOOD_LOSS,
            prediction_model_factory=prediction_model_factory,
            exogenous_feature_columns=exogenous_feature_columns,
        )

    def prediction_ops(self, times, values, exogenous_regressors):
        """Those of ARModel, and "anomaly_params"."""
        predictions = super().prediction_ops(times, values, exogenous_regressors)
        parameter = get_variable("anomaly_log_param", shape=[], dtype=self.dtype, initializer=Zeros())
        predictions["anomaly_params"] = exp(parameter)
        return predictions

    def _anomaly_log_prob(self, targets, prediction_ops):
        prediction, parameter = prediction_ops["mean"], prediction_ops["anomaly_params"]
        if self._anomaly_distribution == self.GAUSSIAN_ANOMALY:
            return math_utils.normal_log_prob(targets, sqrt(maximum(parameter, _SMALLEST_VARIANCE)), prediction)
        return math_utils.cauchy_log_prob(targets, parameter, prediction)

    def loss_op(self, targets, prediction_ops):
        """The loss of an observation, which is an anomaly or is none."""
        prediction = prediction_ops["mean"]
        sigma = sqrt(maximum(prediction_ops["covariance"], _SMALLEST_VARIANCE))
        expected = math_utils.normal_log_prob(targets, sigma, prediction) + log(1 - self._anomaly_prior_probability)
        anomalous = self._anomaly_log_prob(targets, prediction_ops) + log(self._anomaly_prior_probability)
        smaller, larger = minimum(expected, anomalous), maximum(expected, anomalous)
        log_prob = larger + log(1 + exp(smaller - larger))
        return -reduce_sum(log_prob) / cast(reduce_prod(shape(targets)), self.dtype)
