"""tf.contrib.timeseries: models of series of observations, and estimators that train them."""

from graphlab._src.contrib.timeseries.timeseries.ar_model import ARModel
from graphlab._src.contrib.timeseries.timeseries.estimators import ARRegressor, TimeSeriesRegressor
from graphlab._src.contrib.timeseries.timeseries.feature_keys import FilteringResults, TrainEvalFeatures
from graphlab._src.contrib.timeseries.timeseries.head import OneShotPredictionHead
from graphlab._src.contrib.timeseries.timeseries.input_pipeline import (
    CSVReader,
    NumpyReader,
    RandomWindowInputFn,
    WholeDatasetInputFn,
    predict_continuation_input_fn,
)
from graphlab.contrib.timeseries import saved_model_utils as saved_model_utils

__all__ = [
    "ARModel",
    "ARRegressor",
    "CSVReader",
    "FilteringResults",
    "NumpyReader",
    "OneShotPredictionHead",
    "RandomWindowInputFn",
    "TimeSeriesRegressor",
    "TrainEvalFeatures",
    "WholeDatasetInputFn",
    "predict_continuation_input_fn",
    "saved_model_utils",
]
