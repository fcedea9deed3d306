"""Predictions and states of exported models, by their signatures."""

from graphlab._src.contrib.timeseries.timeseries.saved_model_utils import (
    cold_start_filter,
    filter_continuation,
    predict_continuation,
)

__all__ = [
    "cold_start_filter",
    "filter_continuation",
    "predict_continuation",
]
