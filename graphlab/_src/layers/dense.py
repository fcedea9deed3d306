"""tf.layers.Dense and tf.layers.dense."""

from graphlab._src.base.arguments import forwarded
from graphlab._src.keras.layers import dense as keras
from graphlab._src.layers.base_layer import Layer
from graphlab._src.state.initializers import Zeros


class Dense(keras.Dense, Layer):
    """A layer whose every output unit sees all inputs: activation(inputs · kernel + bias).

    units: how many outputs.  activation: a function; None for none.  use_bias: False leaves the bias out.
    kernel_initializer: the variable scope's when left out, glorot_uniform where that has none.
    *_regularizer: functions whose results are losses.  *_constraint: functions of a variable that optimizers apply.
    inputs: […, n], with n known.  kernel: [n, units].  bias: [units].
    """

    def __init__(
        self,
        units,
        activation=None,
        use_bias=True,
        kernel_initializer=None,
        bias_initializer=Zeros(),  # noqa: B008  (holds nothing that changes)
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


def dense(
    inputs,
    units,
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
    """activation(inputs · kernel + bias), with variables "<name>/kernel" and "<name>/bias".

    inputs: […, n]; the result is […, units].  reuse: True reuses the variables of an earlier layer of that name.
    The other arguments are those of tf.layers.Dense.
    activation, use_bias, trainable, *_initializer, *_regularizer, *_constraint: as for tf.layers.Dense.
    """
    arguments = forwarded(locals(), "inputs", "reuse")
    layer = Dense(**arguments, _scope=name, _reuse=reuse)
    return layer.apply(inputs)
