"""Estimators of time series models."""

import functools
from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import TensorShape
from graphlab._src.contrib.timeseries.timeseries import ar_model
from graphlab._src.contrib.timeseries.timeseries.feature_keys import TrainEvalFeatures
from graphlab._src.contrib.timeseries.timeseries.head import (
    OneShotPredictionHead,
    TimeSeriesRegressionHead,
    state_to_dictionary,
)
from graphlab._src.contrib.timeseries.timeseries.input_statistics import InputStatisticsFromMiniBatch
from graphlab._src.contrib.timeseries.timeseries.state_management import (
    FilteringOnlyStateManager,
    PassthroughStateManager,
)
from graphlab._src.estimator.canned.optimizers import get_optimizer_instance
from graphlab._src.estimator.estimator import Estimator
from graphlab._src.estimator.receivers import ServingInputReceiver
from graphlab._src.graph import Graph, nest
from graphlab._src.layers.feature_column.models import make_parse_example_spec
from graphlab._src.layers.feature_column.numeric import numeric_column
from graphlab._src.ops.cast import cast
from graphlab._src.ops.constants import ones, zeros
from graphlab._src.ops.identity import placeholder, placeholder_with_default
from graphlab._src.ops.joining import concat
from graphlab._src.ops.padding import tile
from graphlab._src.ops.parsing.examples import parse_example
from graphlab._src.ops.parsing.features import FixedLenFeature
from graphlab._src.ops.shape import shape, squeeze
from graphlab._src.session.session import Session
from graphlab._src.train.optimizers.adagrad import AdagradOptimizer
from graphlab._src.train.optimizers.adam import AdamOptimizer

_TIMES, _VALUES = TrainEvalFeatures.TIMES, TrainEvalFeatures.VALUES


class TimeSeriesRegressor(Estimator):
    """Trains and evaluates a TimeSeriesModel, and predicts with it.

    state_manager: where windows' states come from; the model's start state, for ARModels or a feature, when left out.
    optimizer: AdamOptimizer(0.02) when left out.  head_type: TimeSeriesRegressionHead or a subclass.
    """

    def __init__(
        self,
        model,
        state_manager: Any = None,
        optimizer=None,
        model_dir=None,
        config=None,
        head_type=TimeSeriesRegressionHead,
    ):
        if state_manager is None:
            is_ar = isinstance(model, ar_model.ARModel)
            state_manager = FilteringOnlyStateManager() if is_ar else PassthroughStateManager()
        self._model = model
        head = head_type(
            model=model,
            state_manager=state_manager,
            optimizer=AdamOptimizer(0.02) if optimizer is None else optimizer,
            input_statistics_generator=InputStatisticsFromMiniBatch(dtype=model.dtype, num_features=model.num_features),
        )
        super().__init__(model_fn=head.create_estimator_spec, model_dir=model_dir, config=config)

    def _model_start_state_placeholders(self, batch_size_tensor, static_batch_size=None):
        """{name: placeholder} of the state, which is 0 where it is not fed."""
        with Graph().as_default():
            self._model.initialize_graph()
            state = state_to_dictionary(nest.map_structure(_known_zeros, self._model.get_start_state()))
        found = {}
        for name, value in state.items():
            times = concat([batch_size_tensor[None], ones(value.ndim, dtype=dtypes.int32)], axis=0)
            found[name] = placeholder_with_default(
                tile(value[None, ...], multiples=times),
                name=name,
                shape=TensorShape([static_batch_size]).concatenate(TensorShape(value.shape)),
            )
        return found

    def build_one_shot_parsing_serving_input_receiver_fn(
        self,
        filtering_length,
        prediction_length,
        default_batch_size=None,
        values_input_dtype=None,
        truncate_values=False,
    ):
        """A function of no arguments for export_savedmodel, of an estimator with a OneShotPredictionHead.

        The model parses Examples with times and exogenous features of filtering_length + prediction_length steps, and
        values of filtering_length; with truncate_values of all, whose end is not used.
        """
        whole = filtering_length + prediction_length
        lengths = {_VALUES: whole if truncate_values else filtering_length}

        def with_steps(key, feature):
            length = lengths.get(key, whole)
            if isinstance(feature, FixedLenFeature):
                return feature._replace(shape=(length, *feature.shape))
            if feature.dtype == dtypes.string:
                return FixedLenFeature(shape=(whole,), dtype=dtypes.string)
            raise ValueError(f"VarLenFeatures not supported, got {feature} for key {key}")

        def serving_input_receiver_fn():
            times = numeric_column(key=_TIMES, dtype=dtypes.int64)
            values = numeric_column(
                key=_VALUES, dtype=values_input_dtype or dtypes.float32, shape=(self._model.num_features,)
            )
            spec = make_parse_example_spec([*self._model.exogenous_feature_columns, times, values])
            examples = placeholder(shape=[default_batch_size], dtype=dtypes.string, name="input")
            features = parse_example(examples, {key: with_steps(key, feature) for key, feature in spec.items()})
            features[_TIMES] = squeeze(features[_TIMES], axis=-1)
            features[_VALUES] = cast(features[_VALUES], dtype=self._model.dtype)[:, :filtering_length]
            batch_size = shape(features[_TIMES])[0]
            features.update(self._model_start_state_placeholders(batch_size, static_batch_size=default_batch_size))
            return ServingInputReceiver(features, {"examples": examples})

        return serving_input_receiver_fn

    def build_raw_serving_input_receiver_fn(self, default_batch_size=None, default_series_length=None):
        """A function of no arguments for export_savedmodel; the model is fed arrays [batch, window, …].

        default_batch_size, default_series_length: static sizes of these; any when left out.
        """
        sizes = [default_batch_size, default_series_length]

        def serving_input_receiver_fn():
            times = placeholder(name=_TIMES, dtype=dtypes.int64, shape=sizes)
            values_sizes = [*[size or 0 for size in sizes], self._model.num_features]
            features = {
                _TIMES: times,
                _VALUES: placeholder_with_default(
                    name=_VALUES,
                    input=zeros(shape=values_sizes, dtype=self._model.dtype),
                    shape=(*sizes, self._model.num_features),
                ),
            }
            for key, (own_sizes, dtype) in self._exogenous_sizes().items():
                features[key] = placeholder(dtype=dtype, name=key, shape=[*sizes, *own_sizes])
            batch_size = shape(times)[0]
            features.update(self._model_start_state_placeholders(batch_size, static_batch_size=default_batch_size))
            return ServingInputReceiver(features, features)

        return serving_input_receiver_fn

    def _exogenous_sizes(self):
        """{name: (static sizes without the batch, dtype)} of exogenous features."""
        if not self._model.exogenous_feature_columns:
            return {}
        with Graph().as_default():
            spec = make_parse_example_spec(self._model.exogenous_feature_columns)
            parsed = parse_example(serialized=placeholder(shape=[None], dtype=dtypes.string), features=spec)
            return {
                key: (value.shape.with_rank_at_least(1).as_list()[1:], value.dtype) for key, value in parsed.items()
            }


def _known_zeros(tensor):
    with Session(graph=tensor.graph) as session:
        return session.run(tensor) * 0


class ARRegressor(TimeSeriesRegressor):
    """Trains an ARModel with fully connected layers, or with anomaly_prior_probability an AnomalyMixtureARModel.

    hidden_layer_sizes: of layers with relu; none when left out.  optimizer: AdagradOptimizer(0.1) when left out.
    The other arguments are those of ARModel and AnomalyMixtureARModel.
    """

    def __init__(
        self,
        periodicities,
        input_window_size,
        output_window_size,
        num_features,
        exogenous_feature_columns=None,
        num_time_buckets=10,
        loss=ar_model.ARModel.NORMAL_LIKELIHOOD_LOSS,
        hidden_layer_sizes=None,
        anomaly_prior_probability=None,
        anomaly_distribution=None,
        optimizer=None,
        model_dir=None,
        config=None,
    ):
        arguments: dict[str, Any] = {
            "periodicities": periodicities,
            "input_window_size": input_window_size,
            "output_window_size": output_window_size,
            "num_features": num_features,
            "exogenous_feature_columns": exogenous_feature_columns,
            "num_time_buckets": num_time_buckets,
            "prediction_model_factory": functools.partial(
                ar_model.FlatPredictionModel, hidden_layer_sizes=hidden_layer_sizes
            ),
        }
        if anomaly_prior_probability is None:
            if anomaly_distribution is not None:
                raise ValueError("anomaly_prior_probability is required if anomaly_distribution is specified.")
            model = ar_model.ARModel(loss=loss, **arguments)
        else:
            if loss != ar_model.ARModel.NORMAL_LIKELIHOOD_LOSS:
                raise ValueError(
                    "AnomalyMixtureARModel only supports ar_model.ARModel.NORMAL_LIKELIHOOD_LOSS for its loss argument."
                )
            model = ar_model.AnomalyMixtureARModel(
                anomaly_prior_probability=anomaly_prior_probability,
                anomaly_distribution=anomaly_distribution or ar_model.AnomalyMixtureARModel.GAUSSIAN_ANOMALY,
                **arguments,
            )
        super().__init__(
            model=model,
            state_manager=FilteringOnlyStateManager(),
            optimizer=AdagradOptimizer(0.1) if optimizer is None else optimizer,
            model_dir=model_dir,
            config=config,
        )


class LSTMAutoRegressor(TimeSeriesRegressor):
    """Trains an ARModel with an LSTM over each window.

    extra_feature_columns: of what is known of any time.  num_timesteps: parts of a period.  num_units: of each LSTM.
    optimizer: an optimizer or its name.  The other arguments are those of ARModel.
    """

    def __init__(
        self,
        periodicities,
        input_window_size,
        output_window_size,
        model_dir=None,
        num_features=1,
        extra_feature_columns=None,
        num_timesteps=10,
        loss=ar_model.ARModel.NORMAL_LIKELIHOOD_LOSS,
        num_units=128,
        optimizer="Adam",
        config=None,
    ):
        model = ar_model.ARModel(
            periodicities=periodicities,
            input_window_size=input_window_size,
            output_window_size=output_window_size,
            num_features=num_features,
            exogenous_feature_columns=extra_feature_columns,
            num_time_buckets=num_timesteps,
            loss=loss,
            prediction_model_factory=functools.partial(ar_model.LSTMPredictionModel, num_units=num_units),
        )
        super().__init__(
            model=model,
            state_manager=FilteringOnlyStateManager(),
            optimizer=get_optimizer_instance(optimizer, learning_rate=0.01),
            model_dir=model_dir,
            config=config,
            head_type=OneShotPredictionHead,
        )
