"""Flatten: one row for each example."""

import math
from typing import Any

from graphlab._src.base.shapes import TensorShape
from graphlab._src.keras.layers.backend_config import normalize_data_format
from graphlab._src.keras.layers.input_spec import InputSpec
from graphlab._src.keras.layers.layer import Layer
from graphlab._src.ops.shape import reshape, shape
from graphlab._src.ops.transpose import transpose


class Flatten(Layer):
    """[batch, …] as [batch, n].

    data_format: "channels_first" puts the channels last before.
    """

    def __init__(self, data_format=None, **kwargs):
        super().__init__(**kwargs)
        self.data_format = normalize_data_format(data_format)
        self.input_spec = InputSpec(min_ndim=1)

    def call(self, inputs):
        """One row for each example."""
        rank = inputs.shape.ndims
        if self.data_format == "channels_first" and rank > 1:
            inputs = transpose(inputs, perm=[0, *range(2, rank), 1])
        outputs = reshape(inputs, (inputs.shape.as_list()[0] or shape(inputs)[0], -1))
        outputs.set_shape(self.compute_output_shape(inputs.shape))
        return outputs

    def compute_output_shape(self, input_shape):
        """[batch, the product of the other sizes]."""
        sizes: Any = TensorShape(input_shape).as_list()
        first, *others = sizes
        return TensorShape([first, math.prod(others) if all(others) else None])

    def get_config(self):
        """The arguments that make an equal layer."""
        return {**super().get_config(), "data_format": self.data_format}
