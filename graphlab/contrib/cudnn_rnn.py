"""tf.contrib.cudnn_rnn: stacks of recurrent layers as cuDNN has them, and cells with their formulas."""

from graphlab._src.contrib.cudnn_rnn.layers import CudnnGRU, CudnnLSTM, CudnnRNNRelu, CudnnRNNTanh
from graphlab._src.layers.rnn.cells.cudnn_compatible import CudnnCompatibleGRUCell, CudnnCompatibleLSTMCell

__all__ = [
    "CudnnCompatibleGRUCell",
    "CudnnCompatibleLSTMCell",
    "CudnnGRU",
    "CudnnLSTM",
    "CudnnRNNRelu",
    "CudnnRNNTanh",
]
