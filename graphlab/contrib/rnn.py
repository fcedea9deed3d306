"""tf.contrib.rnn: the cells of tf.nn.rnn_cell, what runs them, and more cells."""

from graphlab.rnn.cells.base import LayerRNNCell, LSTMStateTuple, RNNCell
from graphlab.rnn.cells.basic import BasicRNNCell
from graphlab.rnn.cells.basic_lstm import BasicLSTMCell
from graphlab.rnn.cells.dropout import DropoutWrapper
from graphlab.rnn.cells.gru import GRUCell
from graphlab.rnn.cells.lstm import LSTMCell
from graphlab.rnn.cells.multi import MultiRNNCell
from graphlab.rnn.cells.wrappers import DeviceWrapper, ResidualWrapper
from graphlab.rnn.static import static_bidirectional_rnn, static_rnn, static_state_saving_rnn

__all__ = [
    "BasicLSTMCell",
    "BasicRNNCell",
    "DeviceWrapper",
    "DropoutWrapper",
    "GRUCell",
    "LSTMCell",
    "LSTMStateTuple",
    "LayerRNNCell",
    "MultiRNNCell",
    "RNNCell",
    "ResidualWrapper",
    "static_bidirectional_rnn",
    "static_rnn",
    "static_state_saving_rnn",
]
