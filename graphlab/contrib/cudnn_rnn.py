"""tf.contrib.cudnn_rnn: cells with the formulas and variables of recurrent layers that cuDNN trained."""

from graphlab._src.layers.rnn.cells.cudnn_compatible import CudnnCompatibleGRUCell, CudnnCompatibleLSTMCell

__all__ = ["CudnnCompatibleGRUCell", "CudnnCompatibleLSTMCell"]
