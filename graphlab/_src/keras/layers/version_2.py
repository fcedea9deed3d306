"""The layers of tf.compat.v2.keras that differ from tf.keras': LSTM, GRU, their cells, and BatchNormalization.

What they are configured as has the names of tf.keras' layers, which is what is made of it, as in TensorFlow.
"""

from typing import Any

from graphlab._src.base.arguments import forwarded, with_defaults
from graphlab._src.keras.layers import batch_normalization, recurrent_cells, recurrent_layers


@with_defaults(recurrent_activation="sigmoid", implementation=2)
class LSTMCell(recurrent_cells.LSTMCell):
    """Long short-term memory whose gates are sigmoids."""


@with_defaults(recurrent_activation="sigmoid", implementation=2, reset_after=True)
class GRUCell(recurrent_cells.GRUCell):
    """Gated recurrent units whose gates are sigmoids, the reset gate after the matrix product."""


class LSTM(recurrent_layers.LSTM):
    """Long short-term memory over sequences whose gates are sigmoids.

    time_major: sequences are [steps, batch, features].
    could_use_cudnn: False, since TensorFlow calls cuDNN for it only where it runs eagerly.
    """

    could_use_cudnn = False

    def __init__(
        self,
        units,
        activation: Any = "tanh",
        recurrent_activation: Any = "sigmoid",
        use_bias=True,
        kernel_initializer: Any = "glorot_uniform",
        recurrent_initializer: Any = "orthogonal",
        bias_initializer: Any = "zeros",
        unit_forget_bias=True,
        kernel_regularizer=None,
        recurrent_regularizer=None,
        bias_regularizer=None,
        activity_regularizer=None,
        kernel_constraint=None,
        recurrent_constraint=None,
        bias_constraint=None,
        dropout=0.0,
        recurrent_dropout=0.0,
        implementation=2,
        return_sequences=False,
        return_state=False,
        go_backwards=False,
        stateful=False,
        time_major=False,
        unroll=False,
        **kwargs,
    ):
        super().__init__(**forwarded(locals()))


class GRU(recurrent_layers.GRU):
    """Gated recurrent units over sequences whose gates are sigmoids, the reset gate after the matrix product.

    time_major: sequences are [steps, batch, features].
    could_use_cudnn: False, since TensorFlow calls cuDNN for it only where it runs eagerly.
    """

    could_use_cudnn = False

    def __init__(
        self,
        units,
        activation: Any = "tanh",
        recurrent_activation: Any = "sigmoid",
        use_bias=True,
        kernel_initializer: Any = "glorot_uniform",
        recurrent_initializer: Any = "orthogonal",
        bias_initializer: Any = "zeros",
        kernel_regularizer=None,
        recurrent_regularizer=None,
        bias_regularizer=None,
        activity_regularizer=None,
        kernel_constraint=None,
        recurrent_constraint=None,
        bias_constraint=None,
        dropout=0.0,
        recurrent_dropout=0.0,
        implementation=2,
        return_sequences=False,
        return_state=False,
        go_backwards=False,
        stateful=False,
        unroll=False,
        time_major=False,
        reset_after=True,
        **kwargs,
    ):
        super().__init__(**forwarded(locals()))


class BatchNormalization(batch_normalization.BatchNormalizationBase):
    """Batch normalization that uses the moving averages, and leaves them alone, where it is not trainable.

    fused: True raises ValueError where one operation can't do it all; None uses it where it can.
    """
