"""The layers of tf.compat.v2.keras that differ from tf.keras': LSTM, GRU, their cells, and BatchNormalization.

What they are configured as has the names of tf.keras' layers, which is what is made of it, as in TensorFlow.
"""

from graphlab._src.base.arguments import with_defaults
from graphlab._src.keras.layers import batch_normalization, recurrent_cells, recurrent_layers


@with_defaults(recurrent_activation="sigmoid", implementation=2)
class LSTMCell(recurrent_cells.LSTMCell):
    """Long short-term memory whose gates are sigmoids."""


@with_defaults(recurrent_activation="sigmoid", implementation=2, reset_after=True)
class GRUCell(recurrent_cells.GRUCell):
    """Gated recurrent units whose gates are sigmoids, the reset gate after the matrix product."""


@with_defaults(recurrent_activation="sigmoid", implementation=2)
class LSTM(recurrent_layers.LSTM):
    """Long short-term memory over sequences whose gates are sigmoids.

    could_use_cudnn: False, since TensorFlow calls cuDNN for it only where it runs eagerly.
    """

    could_use_cudnn = False


@with_defaults(recurrent_activation="sigmoid", implementation=2, reset_after=True)
class GRU(recurrent_layers.GRU):
    """Gated recurrent units over sequences whose gates are sigmoids, the reset gate after the matrix product.

    could_use_cudnn: False, since TensorFlow calls cuDNN for it only where it runs eagerly.
    """

    could_use_cudnn = False


class BatchNormalization(batch_normalization.BatchNormalizationBase):
    """Batch normalization that uses the moving averages, and leaves them alone, where it is not trainable.

    fused: True raises ValueError where one operation can't do it all; None uses it where it can.
    """
