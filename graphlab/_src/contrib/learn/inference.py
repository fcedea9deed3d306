"""Columns of numbers that are inferred from input."""

from graphlab._src.contrib.layers.columns.models import infer_real_valued_columns
from graphlab._src.contrib.learn.data_feeder import DataFeeder
from graphlab._src.estimator.input_functions import parse_input_fn_result
from graphlab._src.graph import Graph


def infer_real_valued_columns_from_input_fn(input_fn):
    """real_valued_columns for the features of what input_fn() returns."""
    with Graph().as_default():
        features, _, _ = parse_input_fn_result(input_fn())
        return infer_real_valued_columns(features)


def infer_real_valued_columns_from_input(x):
    """real_valued_columns for an array, or a dict of arrays."""
    with Graph().as_default():
        return infer_real_valued_columns(DataFeeder(x).input_builder()[0])
