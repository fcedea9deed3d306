"""tf.contrib.rnn: the cells of tf.nn.rnn_cell, what runs them, and more cells."""

from graphlab.rnn.cells.attention_cell import AttentionCellWrapper
from graphlab.rnn.cells.base import LayerRNNCell, LSTMStateTuple, RNNCell
from graphlab.rnn.cells.basic import BasicRNNCell
from graphlab.rnn.cells.basic_lstm import BasicLSTMCell
from graphlab.rnn.cells.dropout import DropoutWrapper
from graphlab.rnn.cells.gru import GRUCell
from graphlab.rnn.cells.layer_norm_lstm import LayerNormBasicLSTMCell
from graphlab.rnn.cells.lstm import LSTMCell
from graphlab.rnn.cells.lstm_block import LSTMBlockCell
from graphlab.rnn.cells.multi import MultiRNNCell
from graphlab.rnn.cells.nas import NASCell
from graphlab.rnn.cells.projections import EmbeddingWrapper, InputProjectionWrapper, OutputProjectionWrapper
from graphlab.rnn.cells.ugrnn import UGRNNCell
from graphlab.rnn.cells.wrappers import DeviceWrapper, ResidualWrapper
from graphlab.rnn.stack_bidirectional import stack_bidirectional_dynamic_rnn, stack_bidirectional_rnn
from graphlab.rnn.static import static_bidirectional_rnn, static_rnn, static_state_saving_rnn

__all__ = [
    "AttentionCellWrapper",
    "BasicLSTMCell",
    "BasicRNNCell",
    "DeviceWrapper",
    "DropoutWrapper",
    "EmbeddingWrapper",
    "GRUCell",
    "InputProjectionWrapper",
    "LSTMBlockCell",
    "LSTMCell",
    "LSTMStateTuple",
    "LayerNormBasicLSTMCell",
    "LayerRNNCell",
    "MultiRNNCell",
    "NASCell",
    "OutputProjectionWrapper",
    "RNNCell",
    "ResidualWrapper",
    "UGRNNCell",
    "stack_bidirectional_dynamic_rnn",
    "stack_bidirectional_rnn",
    "static_bidirectional_rnn",
    "static_rnn",
    "static_state_saving_rnn",
]
