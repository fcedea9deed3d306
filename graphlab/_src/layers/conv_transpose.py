"""tf.layers' transposed convolutions: Conv2DTranspose, conv2d_transpose and so on."""

from typing import Any

from graphlab._src.base.arguments import forwarded, with_defaults
from graphlab._src.keras.layers import conv_transpose as keras
from graphlab._src.layers.base_layer import Layer
from graphlab._src.state.initializers import Zeros


class _Arguments(Layer):
    """The arguments that transposed convolutions of tf.layers take, and what they are when left out."""

    def __init__(
        self,
        filters,
        kernel_size,
        strides: Any = 1,
        padding="valid",
        data_format="channels_last",
        activation=None,
        use_bias=True,
        kernel_initializer=None,
        bias_initializer=Zeros(),  # noqa: B008
        kernel_regularizer=None,
        bias_regularizer=None,
        activity_regularizer=None,
        kernel_constraint=None,
        bias_constraint=None,
        trainable=True,
        name=None,
        **kwargs,
    ):
        super().__init__(**forwarded(locals()))


@with_defaults(strides=(1, 1))
class Conv2DTranspose(_Arguments, keras.Conv2DTranspose, Layer):
    """Images spread out through filters: [batch, height, width, channels].

    filters: how many.  kernel_size, strides: a number for each axis of space, or one for all.
    padding: "valid" or "same".  data_format: "channels_last" or "channels_first".
    activation: a function; None for none.
    *_initializer: the variable scope's when left out.  *_regularizer: functions whose results are losses.
    *_constraint: functions of a variable that optimizers apply.  use_bias: False leaves the bias out.
    trainable: whether the variables are trained.
    """


@with_defaults(strides=(1, 1, 1))
class Conv3DTranspose(_Arguments, keras.Conv3DTranspose, Layer):
    """Volumes spread out through filters: [batch, depth, height, width, channels].

    filters: how many.  kernel_size, strides: a number for each axis of space, or one for all.
    padding: "valid" or "same".  data_format: "channels_last" or "channels_first".
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
        activation=None,
        use_bias=True,
        kernel_initializer=None,
        bias_initializer=Zeros(),  # noqa: B008
        kernel_regularizer=None,
        bias_regularizer=None,
        activity_regularizer=None,
        kernel_constraint=None,
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


conv2d_transpose = _function(Conv2DTranspose, "conv2d_transpose")
conv3d_transpose = _function(Conv3DTranspose, "conv3d_transpose")
