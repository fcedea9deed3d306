"""tf.contrib.rnn: the cells of tf.nn.rnn_cell, what runs them, and more cells."""

from graphlab.rnn.cells.attention_cell import AttentionCellWrapper
from graphlab.rnn.cells.base import LayerRNNCell, LSTMStateTuple, RNNCell
from graphlab.rnn.cells.basic import BasicRNNCell
from graphlab.rnn.cells.basic_lstm import BasicLSTMCell
from graphlab.rnn.cells.conv_lstm import Conv1DLSTMCell, Conv2DLSTMCell, Conv3DLSTMCell, ConvLSTMCell
from graphlab.rnn.cells.dropout import DropoutWrapper
from graphlab.rnn.cells.fused import FusedRNNCell, FusedRNNCellAdaptor, TimeReversedFusedRNN
from graphlab.rnn.cells.group_lstm import GLSTMCell
from graphlab.rnn.cells.gru import GRUCell
from graphlab.rnn.cells.gru_block import GRUBlockCell, GRUBlockCellV2
from graphlab.rnn.cells.highway import HighwayWrapper
from graphlab.rnn.cells.independent import IndRNNCell, IndyGRUCell, IndyLSTMCell
from graphlab.rnn.cells.intersection import IntersectionRNNCell
from graphlab.rnn.cells.layer_norm_lstm import LayerNormBasicLSTMCell
from graphlab.rnn.cells.lstm import LSTMCell
from graphlab.rnn.cells.lstm_block import LSTMBlockCell
from graphlab.rnn.cells.lstm_fused import LSTMBlockFusedCell, LSTMBlockWrapper
from graphlab.rnn.cells.multi import MultiRNNCell
from graphlab.rnn.cells.nas import NASCell
from graphlab.rnn.cells.phased_lstm import PhasedLSTMCell
from graphlab.rnn.cells.projections import EmbeddingWrapper, InputProjectionWrapper, OutputProjectionWrapper
from graphlab.rnn.cells.sru import SRUCell
from graphlab.rnn.cells.ugrnn import UGRNNCell
from graphlab.rnn.cells.wrappers import DeviceWrapper, ResidualWrapper
from graphlab.rnn.dynamic import swap_batch_and_time as transpose_batch_time
from graphlab.rnn.stack_bidirectional import stack_bidirectional_dynamic_rnn, stack_bidirectional_rnn
from graphlab.rnn.static import static_bidirectional_rnn, static_rnn, static_state_saving_rnn
from graphlab.rnn.step import batch_size_of as best_effort_input_batch_size

__all__ = [
    "Conv1DLSTMCell",
    "Conv2DLSTMCell",
    "Conv3DLSTMCell",
    "ConvLSTMCell",
    "FusedRNNCell",
    "FusedRNNCellAdaptor",
    "TimeReversedFusedRNN",
    "GLSTMCell",
    "GRUBlockCell",
    "GRUBlockCellV2",
    "HighwayWrapper",
    "IndRNNCell",
    "IndyGRUCell",
    "IndyLSTMCell",
    "IntersectionRNNCell",
    "LSTMBlockFusedCell",
    "LSTMBlockWrapper",
    "PhasedLSTMCell",
    "SRUCell",
    "transpose_batch_time",
    "best_effort_input_batch_size",
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
