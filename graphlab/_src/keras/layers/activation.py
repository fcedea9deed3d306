"""Activations as layers, and those that have numbers of their own to set or to learn."""

from typing import Any

import numpy as np

from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph import nest
from graphlab._src.keras.layers import activations, constraints, initializers, regularizers
from graphlab._src.keras.layers.backend_config import floatx
from graphlab._src.keras.layers.input_spec import InputSpec
from graphlab._src.keras.layers.layer import Layer
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import greater
from graphlab._src.ops.softmax import softmax


class Elementwise(Layer):
    """A layer whose output has the shape of its input."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.supports_masking = True

    def compute_output_shape(self, input_shape):
        """The input's."""
        return input_shape


class Activation(Elementwise):
    """An activation as a layer. activation: a function or a name."""

    def __init__(self, activation, **kwargs):
        super().__init__(**kwargs)
        self.activation: Any = activations.get(activation)

    def call(self, inputs):
        """activation(inputs)."""
        return self.activation(inputs)

    def get_config(self):
        """The arguments that make an equal layer."""
        return {**super().get_config(), "activation": activations.serialize(self.activation)}


class LeakyReLU(Elementwise):
    """x above 0, alpha·x below."""

    def __init__(self, alpha=0.3, **kwargs):
        super().__init__(**kwargs)
        self.alpha: Any = np.asarray(alpha, floatx())

    def call(self, inputs):
        """x above 0, alpha·x below."""
        return activations.relu(inputs, alpha=self.alpha)

    def get_config(self):
        """The arguments that make an equal layer."""
        return {**super().get_config(), "alpha": float(self.alpha)}


class PReLU(Elementwise):
    """x above 0, alpha·x below, where alpha is learned.

    shared_axes: the axes along which all elements have the same alpha.
    """

    def __init__(
        self,
        alpha_initializer="zeros",
        alpha_regularizer=None,
        alpha_constraint=None,
        shared_axes=None,
        **kwargs,
    ):
        super().__init__(**kwargs)
        self.alpha_initializer = initializers.get(alpha_initializer)
        self.alpha_regularizer = regularizers.get(alpha_regularizer)
        self.alpha_constraint = constraints.get(alpha_constraint)
        self.shared_axes = None if shared_axes is None else nest.flatten(shared_axes)

    def build(self, input_shape):
        """Makes alpha: of the input's shape without the batch, 1 along shared axes."""
        sizes = TensorShape(input_shape).as_list()
        shape = [1 if axis in (self.shared_axes or ()) else size for axis, size in enumerate(sizes)][1:]
        self.alpha = self.add_weight(
            shape=shape,
            name="alpha",
            initializer=self.alpha_initializer,
            regularizer=self.alpha_regularizer,
            constraint=self.alpha_constraint,
        )
        shared = self.shared_axes or ()
        axes = {axis: size for axis, size in enumerate(sizes) if axis and self.shared_axes and axis not in shared}
        self.input_spec = InputSpec(ndim=len(sizes), axes=axes)
        self.built = True

    def call(self, inputs):
        """x above 0, alpha·x below."""
        return activations.relu(inputs) + -self.alpha * activations.relu(-inputs)

    def get_config(self):
        """The arguments that make an equal layer."""
        return {
            **super().get_config(),
            "alpha_initializer": initializers.serialize(self.alpha_initializer),
            "alpha_regularizer": regularizers.serialize(self.alpha_regularizer),
            "alpha_constraint": constraints.serialize(self.alpha_constraint),
            "shared_axes": self.shared_axes,
        }


class ELU(Elementwise):
    """x above 0, alpha·(exp(x) - 1) below."""

    def __init__(self, alpha=1.0, **kwargs):
        super().__init__(**kwargs)
        self.alpha: Any = np.asarray(alpha, floatx())

    def call(self, inputs):
        """x above 0, alpha·(exp(x) - 1) below."""
        return activations.elu(inputs, self.alpha)

    def get_config(self):
        """The arguments that make an equal layer."""
        return {**super().get_config(), "alpha": float(self.alpha)}


class ThresholdedReLU(Elementwise):
    """x above theta, 0 below."""

    def __init__(self, theta=1.0, **kwargs):
        super().__init__(**kwargs)
        self.theta = np.asarray(theta, floatx())

    def call(self, inputs):
        """x above theta, 0 below."""
        return inputs * cast(greater(inputs, self.theta), floatx())

    def get_config(self):
        """The arguments that make an equal layer."""
        return {**super().get_config(), "theta": float(self.theta)}


class Softmax(Elementwise):
    """Probabilities along an axis."""

    def __init__(self, axis=-1, **kwargs):
        super().__init__(**kwargs)
        self.axis = axis

    def call(self, inputs):
        """exp(x) / sum(exp(x))."""
        return softmax(inputs, axis=self.axis)

    def get_config(self):
        """The arguments that make an equal layer."""
        return {**super().get_config(), "axis": self.axis}


class ReLU(Elementwise):
    """x above threshold, negative_slope·(x - threshold) below, and never more than max_value."""

    def __init__(self, max_value=None, negative_slope=0, threshold=0, **kwargs):
        super().__init__(**kwargs)
        if max_value is not None and max_value < 0.0:
            raise ValueError(f"max_value of Relu layer cannot be negative value: {max_value}")
        if negative_slope < 0.0:
            raise ValueError(f"negative_slope of Relu layer cannot be negative value: {negative_slope}")
        self.max_value = None if max_value is None else np.asarray(max_value, floatx())
        self.negative_slope: Any = np.asarray(negative_slope, floatx())
        self.threshold: Any = np.asarray(threshold, floatx())

    def call(self, inputs):
        """x above threshold, negative_slope·(x - threshold) below, and never more than max_value."""
        return activations.relu(inputs, alpha=self.negative_slope, max_value=self.max_value, threshold=self.threshold)

    def get_config(self):
        """The arguments that make an equal layer."""
        return {
            **super().get_config(),
            "max_value": None if self.max_value is None else float(self.max_value),
            "negative_slope": float(self.negative_slope),
            "threshold": float(self.threshold),
        }
