"""Columns of numbers that are inferred from input."""

from graphlab._src.contrib.layers.columns.models import infer_real_valued_columns
from graphlab._src.contrib.learn.estimator import _arrays
from graphlab._src.data.dataset import make_one_shot_iterator
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
        return infer_real_valued_columns(make_one_shot_iterator(_arrays(x, None, 1, 1, False)).get_next())
