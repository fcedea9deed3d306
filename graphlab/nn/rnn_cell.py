"""tf.nn.rnn_cell: cells, and cells around cells."""

from graphlab._src.layers.rnn.cells.basic import BasicRNNCell
from graphlab._src.layers.rnn.cells.basic_lstm import BasicLSTMCell
from graphlab._src.layers.rnn.cells.dropout import DropoutWrapper
from graphlab._src.layers.rnn.cells.gru import GRUCell
from graphlab._src.layers.rnn.cells.lstm import LSTMCell
from graphlab._src.layers.rnn.cells.multi import MultiRNNCell
from graphlab._src.layers.rnn.cells.rnn_cell import LSTMStateTuple, RNNCell
from graphlab._src.layers.rnn.cells.wrappers import DeviceWrapper, ResidualWrapper

__all__ = [
    "BasicLSTMCell",
    "BasicRNNCell",
    "DeviceWrapper",
    "DropoutWrapper",
    "GRUCell",
    "LSTMCell",
    "LSTMStateTuple",
    "MultiRNNCell",
    "RNNCell",
    "ResidualWrapper",
]
