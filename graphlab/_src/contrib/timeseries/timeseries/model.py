"""TimeSeriesModel, and SequentialTimeSeriesModel, whose state changes with each observation."""

import collections
from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.contrib.timeseries.timeseries import math_utils
from graphlab._src.contrib.timeseries.timeseries.feature_keys import PredictionFeatures, TrainEvalFeatures
from graphlab._src.graph import Graph, constant, convert_to_tensor, nest
from graphlab._src.layers.feature_column.models import input_layer, make_parse_example_spec
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import less
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.control_flow.while_loop import while_loop
from graphlab._src.ops.identity import placeholder
from graphlab._src.ops.joining import concat, stack
from graphlab._src.ops.parsing.examples import parse_example
from graphlab._src.ops.power import sqrt
from graphlab._src.ops.reduction import reduce_prod, reduce_sum
from graphlab._src.ops.select import where
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import rank, reshape, shape
from graphlab._src.ops.tensor_array import TensorArray
from graphlab._src.ops.transpose import transpose
from graphlab._src.state.scope import variable_scope

ModelOutputs = collections.namedtuple("ModelOutputs", ("loss", "end_state", "predictions", "prediction_times"))


class TimeSeriesModel:
    """The base of models of series: a loss of a window, and predictions from a state.

    num_features: of an observation.  exogenous_feature_columns: feature columns of what is known of any time.
    dtype: of computation.
    """

    def __init__(self, num_features, exogenous_feature_columns=None, dtype=dtypes.float32):
        self._exogenous_feature_columns = exogenous_feature_columns or []
        self.num_features = num_features
        self.dtype = dtype
        self._input_statistics: Any = None
        self._graph_initialized = False
        self._stats_means: Any = None
        self._stats_sigmas: Any = None

    @property
    def exogenous_feature_columns(self):
        """Feature columns of what is known of any time."""
        return self._exogenous_feature_columns

    def generate(self, number_of_series, series_length, model_parameters=None, seed=None):
        """Draws series from the model, in models that can."""
        raise NotImplementedError("This model does not support generation.")

    def initialize_graph(self, input_statistics=None):
        """Makes what the model needs in the default graph.  input_statistics: data are scaled by them."""
        self._graph_initialized = True
        self._input_statistics = input_statistics
        if input_statistics:
            self._stats_means, variances = input_statistics.overall_feature_moments
            self._stats_sigmas = sqrt(variances)

    def _scale_data(self, data):
        """Data with mean 0 and variance 1."""
        return data if self._input_statistics is None else (data - self._stats_means) / self._stats_sigmas

    def _scale_variance(self, variance):
        if self._input_statistics is None:
            return variance
        return variance / self._input_statistics.overall_feature_moments.variance

    def _scale_back_data(self, data):
        return data if self._input_statistics is None else data * self._stats_sigmas + self._stats_means

    def _scale_back_variance(self, variance):
        if self._input_statistics is None:
            return variance
        return variance * self._input_statistics.overall_feature_moments.variance

    def _check_graph_initialized(self):
        if not self._graph_initialized:
            raise ValueError(
                "TimeSeriesModels require initialize_graph() to be called before use. This defines variables and ops in "
                "the default graph, and allows Tensor-valued input statistics to be specified."
            )

    def define_loss(self, features, mode):
        """The ModelOutputs of windows that begin with the model's start state."""
        self._check_graph_initialized()
        start_state = self.get_start_state()
        batch = shape(features[TrainEvalFeatures.TIMES])[0]
        state = math_utils.replicate_state(start_state, batch_size=batch)
        return self.get_batch_loss(features=features, mode=mode, state=state)

    def get_start_state(self) -> Any:
        """The state before any observation, without a batch."""
        raise NotImplementedError("a TimeSeriesModel defines get_start_state")

    def get_batch_loss(self, features, mode, state) -> Any:
        """The ModelOutputs of windows that begin with a state."""
        raise NotImplementedError("a TimeSeriesModel defines get_batch_loss")

    def predict(self, features) -> Any:
        """{name: [batch, window, …]} at times after a state; both are features."""
        raise NotImplementedError("a TimeSeriesModel defines predict")

    def _get_exogenous_embedding_shape(self):
        """The static shape of exogenous regressors, without the batch."""
        if not self._exogenous_feature_columns:
            return (0,)
        with Graph().as_default():
            spec = make_parse_example_spec(self._exogenous_feature_columns)
            features = parse_example(serialized=placeholder(shape=[None], dtype=dtypes.string), features=spec)
            return input_layer(features, self._exogenous_feature_columns).shape.as_list()[1:]

    def _process_exogenous_features(self, times, features) -> Any:
        """Exogenous regressors [batch, window, n] of features [batch, window, …]; None without feature columns."""
        if not self._exogenous_feature_columns:
            return None
        flat = {name: _without_window(name, tensor) for name, tensor in features.items()}
        embedded = input_layer(features=flat, feature_columns=self._exogenous_feature_columns, trainable=True)
        regressors = reshape(embedded, concat([shape(times), shape(embedded)[1:]], axis=0))
        regressors.set_shape(times.shape.concatenate(embedded.shape[1:]))
        return cast(regressors, dtype=self.dtype)


def _without_window(name, tensor):
    """A feature with batch and window as one axis."""
    if tensor.shape.ndims is None:
        raise ValueError(f"Features with unknown rank are not supported. Got shape {tensor.shape} for feature {name}.")
    sizes = shape(tensor)
    tensor = reshape(tensor, concat([[sizes[0] * sizes[1]], sizes[2:]], axis=0))
    return tensor[:, None] if tensor.shape.ndims == 1 and tensor.dtype != dtypes.string else tensor


class _StepValues:
    """Values of the steps of an unrolled window, with a TensorArray's method."""

    def __init__(self):
        self.values = []

    def write(self, _, value):
        self.values.append(value)
        return self


class SequentialTimeSeriesModel(TimeSeriesModel):
    """A model with a state that each step predicts by and corrects.

    train_output_names, predict_output_names: of the outputs of its steps.  normalize_features: scales the data.
    exogenous_update_condition(times, features) -> where exogenous regressors change the state; everywhere when left out.
    static_unrolling_window_size_threshold: windows up to that size are unrolled.
    """

    def __init__(
        self,
        train_output_names,
        predict_output_names,
        num_features,
        normalize_features=False,
        dtype=dtypes.float32,
        exogenous_feature_columns=None,
        exogenous_update_condition=None,
        static_unrolling_window_size_threshold=None,
    ):
        super().__init__(num_features=num_features, dtype=dtype, exogenous_feature_columns=exogenous_feature_columns)
        self._exogenous_update_condition = exogenous_update_condition
        self._train_output_names = train_output_names
        self._predict_output_names = predict_output_names
        self._normalize_features = normalize_features
        self._static_unrolling_window_size_threshold = static_unrolling_window_size_threshold

    def _scale_back_predictions(self, predictions) -> Any:
        raise NotImplementedError(
            "SequentialTimeSeriesModel normalized input data (normalize_features=True), but no method was provided to "
            "transform the predictions back to the input scale."
        )

    def _filtering_step(self, current_times, current_values, state, predictions) -> Any:
        """(the state after an observation, outputs with "loss")."""
        raise NotImplementedError("a SequentialTimeSeriesModel defines _filtering_step")

    def _prediction_step(self, current_times, state) -> Any:
        """(the state at current_times, predictions)."""
        raise NotImplementedError("a SequentialTimeSeriesModel defines _prediction_step")

    def _imputation_step(self, current_times, state) -> Any:
        """The state just before current_times, across a gap in the data."""
        raise NotImplementedError("a SequentialTimeSeriesModel defines _imputation_step")

    def _exogenous_input_step(self, current_times, current_exogenous_regressors, state) -> Any:
        """The state after exogenous regressors."""
        raise NotImplementedError("a SequentialTimeSeriesModel defines _exogenous_input_step")

    def _loss_additions(self, times, values, mode) -> Any:
        """What is added to the loss of an observation, priors for instance."""
        return 0.0

    def _window_initializer(self, times, state):
        """Is called before a window's steps."""

    def get_batch_loss(self, features, mode, state):
        """The ModelOutputs of windows that begin with a state."""
        loss, states, outputs = self.per_step_batch_loss(features, mode, state)
        outputs["observed"] = features[TrainEvalFeatures.VALUES]
        return ModelOutputs(
            loss=loss,
            end_state=nest.map_structure(lambda element: element[:, -1], states),
            predictions=outputs,
            prediction_times=features[TrainEvalFeatures.TIMES],
        )

    def _apply_exogenous_update(self, current_times, step_number, state, raw_features, embedded_exogenous_regressors):
        if embedded_exogenous_regressors is None:
            return state
        updated = self._exogenous_input_step(
            current_times=current_times,
            current_exogenous_regressors=embedded_exogenous_regressors[:, step_number, :],
            state=state,
        )
        if self._exogenous_update_condition is None:
            return updated
        known = (PredictionFeatures.STATE_TUPLE, TrainEvalFeatures.TIMES, TrainEvalFeatures.VALUES)
        current = {key: value[:, step_number] for key, value in raw_features.items() if key not in known}
        condition = self._exogenous_update_condition

        def chosen(new, old):
            return where(condition(times=current_times, features=current), new, old)

        flat = [chosen(*pair) for pair in zip(nest.flatten(updated), nest.flatten(state), strict=True)]
        return nest.pack_sequence_as(state, flat)

    def per_step_batch_loss(self, features, mode, state) -> Any:
        """(the loss of an observation, the states after each step, the outputs of each step)."""
        self._check_graph_initialized()
        times = cast(features[TrainEvalFeatures.TIMES], dtype=dtypes.int64)
        values: Any = cast(features[TrainEvalFeatures.VALUES], dtype=self.dtype)
        if self._normalize_features:
            values = self._scale_data(values)
        regressors = self._process_exogenous_features(times, _without(features, "times", "values"))

        def step(step_number, current_times, state):
            current_values = values[:, step_number, :]
            state = self._apply_exogenous_update(current_times, step_number, state, features, regressors)
            state, predictions = self._prediction_step(current_times=current_times, state=state)
            return self._filtering_step(
                current_times=current_times, current_values=current_values, state=state, predictions=predictions
            )

        state, outputs = self._state_update_loop(times, state, step, ["loss", *self._train_output_names])
        outputs["loss"].set_shape(times.shape)
        loss: Any = reduce_sum(outputs.pop("loss")) / cast(reduce_prod(shape(times)), dtype=self.dtype)
        loss += self._loss_additions(times, values, mode)
        if self._normalize_features:
            outputs = self._scale_back_predictions(outputs)
        return loss, state, outputs

    def predict(self, features):
        """{name: [batch, window, …]} at times after a state; both are features."""
        times = convert_to_tensor(features[PredictionFeatures.TIMES], dtypes.int64)
        state = features[PredictionFeatures.STATE_TUPLE]
        regressors = self._process_exogenous_features(
            times, _without(features, "times", PredictionFeatures.STATE_TUPLE)
        )

        def step(step_number, current_times, state):
            state = self._apply_exogenous_update(current_times, step_number, state, features, regressors)
            return self._prediction_step(current_times=current_times, state=state)

        _, predictions = self._state_update_loop(times, state, step, self._predict_output_names)
        return self._scale_back_predictions(predictions) if self._normalize_features else predictions

    def _unrolls(self, times):
        threshold, size = self._static_unrolling_window_size_threshold, times.shape.as_list()[1]
        return threshold is not None and size is not None and size <= threshold

    def _state_update_loop(self, times, state, state_update_fn, outputs):
        """(states after each step, {name: output of each step}), both [batch, window, …].

        state_update_fn(step_number, current_times, state) -> (state, {name: output}).
        """
        times = convert_to_tensor(times, dtype=dtypes.int64)
        unrolls = self._unrolls(times)
        self._window_initializer(times, state)
        window_size = shape(times)[1]

        def step(step_number, state, state_arrays, output_arrays, reuse=False):
            with variable_scope("state_update_step", reuse=reuse):
                current_times = times[:, step_number]
                state = self._imputation_step(current_times=current_times, state=state)
                new_state, values = state_update_fn(step_number=step_number, current_times=current_times, state=state)
                if set(values) != set(outputs):
                    raise AssertionError(f"a step made the outputs {sorted(values)}, not {sorted(outputs)}")
                output_arrays = [
                    array.write(step_number, values[name]) for name, array in zip(outputs, output_arrays, strict=True)
                ]
                new_elements = nest.flatten(new_state)
                for new, old in zip(new_elements, nest.flatten(state), strict=True):
                    new.set_shape(old.shape)
                state_arrays = [
                    array.write(step_number, new) for array, new in zip(state_arrays, new_elements, strict=True)
                ]
                return step_number + 1, nest.pack_sequence_as(state, new_elements), state_arrays, output_arrays

        def array(dtype):
            return _StepValues() if unrolls else TensorArray(dtype=dtype, size=window_size, dynamic_size=False)

        arguments: Any = [
            zeros([], dtypes.int32),
            state,
            [array(element.dtype) for element in nest.flatten(state)],
            [array(self.dtype) for _ in outputs],
        ]
        if unrolls:
            for number in range(int(times.shape[1])):
                arguments = step(constant(number, dtypes.int32), *arguments[1:], reuse=number > 0)
        else:
            arguments = while_loop(lambda number, *_: less(number, window_size), step, arguments)

        def stacked(array):
            if unrolls:
                return stack(array.values, axis=1)
            values = array.stack()
            return transpose(values, perm=concat([[1, 0], range_(2, rank(values))], 0))

        _, _, state_arrays, output_arrays = arguments
        by_name = {name: stacked(array) for name, array in zip(outputs, output_arrays, strict=True)}
        return nest.pack_sequence_as(state, [stacked(array) for array in state_arrays]), by_name


def _without(features, *names):
    return {key: value for key, value in features.items() if key not in names}
