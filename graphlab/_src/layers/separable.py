"""tf.layers' convolutions in two steps: SeparableConv1D, separable_conv1d and so on."""

from typing import Any

from graphlab._src.base.arguments import forwarded, with_defaults
from graphlab._src.keras.layers import separable as keras
from graphlab._src.layers.base_layer import Layer
from graphlab._src.state.initializers import Zeros


class _Arguments(Layer):
    """The arguments that separable convolutions of tf.layers take, and what they are when left out."""

    def __init__(
        self,
        filters,
        kernel_size,
        strides: Any = 1,
        padding="valid",
        data_format="channels_last",
        dilation_rate: Any = 1,
        depth_multiplier=1,
        activation=None,
        use_bias=True,
        depthwise_initializer=None,
        pointwise_initializer=None,
        bias_initializer=Zeros(),  # noqa: B008
        depthwise_regularizer=None,
        pointwise_regularizer=None,
        bias_regularizer=None,
        activity_regularizer=None,
        depthwise_constraint=None,
        pointwise_constraint=None,
        bias_constraint=None,
        trainable=True,
        name=None,
        **kwargs,
    ):
        super().__init__(**forwarded(locals()))


class SeparableConv1D(_Arguments, keras.SeparableConv1D, Layer):
    """Sequences convolved with filters, each channel by itself first, then all channels at each place.

    filters: how many.  kernel_size, strides, dilation_rate: a number for each axis of space, or one for all.
    padding: "valid" or "same".  data_format: "channels_last" or "channels_first".
    depth_multiplier: how many outputs the first step makes of each channel.
    activation: a function; None for none.
    *_initializer: the variable scope's when left out.  *_regularizer: functions whose results are losses.
    *_constraint: functions of a variable that optimizers apply.  use_bias: False leaves the bias out.
    trainable: whether the variables are trained.
    """


@with_defaults(strides=(1, 1), dilation_rate=(1, 1))
class SeparableConv2D(_Arguments, keras.SeparableConv2D, Layer):
    """Images convolved with filters, each channel by itself first, then all channels at each place.

    filters: how many.  kernel_size, strides, dilation_rate: a number for each axis of space, or one for all.
    padding: "valid" or "same".  data_format: "channels_last" or "channels_first".
    depth_multiplier: how many outputs the first step makes of each channel.
    activation: a function; None for none.
    *_initializer: the variable scope's when left out.  *_regularizer: functions whose results are losses.
    *_constraint: functions of a variable that optimizers apply.  use_bias: False leaves the bias out.
    trainable: whether the variables are trained.
    """


def _function(layer_class, name):
    """The function that makes such a layer and calls it."""

    def function(
        inputs,
        filters,
        kernel_size,
        strides: Any = 1,
        padding="valid",
        data_format="channels_last",
        dilation_rate: Any = 1,
        depth_multiplier=1,
        activation=None,
        use_bias=True,
        depthwise_initializer=None,
        pointwise_initializer=None,
        bias_initializer=Zeros(),  # noqa: B008
        depthwise_regularizer=None,
        pointwise_regularizer=None,
        bias_regularizer=None,
        activity_regularizer=None,
        depthwise_constraint=None,
        pointwise_constraint=None,
        bias_constraint=None,
        trainable=True,
        name=None,
        reuse=None,
    ):
        arguments = forwarded(locals(), "inputs", "reuse", "layer_class")
        layer = layer_class(**arguments, _scope=name, _reuse=reuse)
        return layer.apply(inputs)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"""{layer_class.__doc__.rstrip()}
    reuse: True reuses the variables of an earlier layer of that name.
    """
    return function


separable_conv1d = _function(SeparableConv1D, "separable_conv1d")
separable_conv2d = _function(SeparableConv2D, "separable_conv2d")
