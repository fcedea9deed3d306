"""tf.nn.rnn_cell: cells, and cells around cells."""

from graphlab.rnn.cells.base import LSTMStateTuple, RNNCell
from graphlab.rnn.cells.basic import BasicRNNCell
from graphlab.rnn.cells.basic_lstm import BasicLSTMCell
from graphlab.rnn.cells.dropout import DropoutWrapper
from graphlab.rnn.cells.gru import GRUCell
from graphlab.rnn.cells.lstm import LSTMCell
from graphlab.rnn.cells.multi import MultiRNNCell
from graphlab.rnn.cells.wrappers import DeviceWrapper, ResidualWrapper

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
