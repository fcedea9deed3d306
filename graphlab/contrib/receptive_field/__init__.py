"""tf.contrib.receptive_field: which part of an image a feature of a convolutional network sees."""

from graphlab.contrib.receptive_field import receptive_field_api
from graphlab.contrib.receptive_field.receptive_field_api import (
    compute_receptive_field_from_graph_def,
    get_compute_order,
)

__all__ = ["compute_receptive_field_from_graph_def", "get_compute_order", "receptive_field_api"]
