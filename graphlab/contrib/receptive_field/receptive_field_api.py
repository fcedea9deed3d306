"""tf.contrib.receptive_field.receptive_field_api: which part of an image a feature of a convolutional network sees."""

from graphlab._src.contrib.receptive_field.compute_order import get_compute_order
from graphlab._src.contrib.receptive_field.receptive_field import compute_receptive_field_from_graph_def

__all__ = ["compute_receptive_field_from_graph_def", "get_compute_order"]
