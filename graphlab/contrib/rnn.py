"""tf.contrib.rnn: the cells of tf.nn.rnn_cell and more, and loops over time."""

from graphlab._src.contrib.rnn.compiled import CompiledWrapper
from graphlab._src.contrib.rnn.coupled_lstm import CoupledInputForgetGateLSTMCell
from graphlab._src.contrib.rnn.grid_lstm import BidirectionalGridLSTMCell, GridLSTMCell
from graphlab._src.contrib.rnn.time_freq_lstm import TimeFreqLSTMCell
from graphlab._src.layers.rnn.cells.attention_cell import AttentionCellWrapper
from graphlab._src.layers.rnn.cells.basic import BasicRNNCell
from graphlab._src.layers.rnn.cells.basic_lstm import BasicLSTMCell
from graphlab._src.layers.rnn.cells.conv_lstm import Conv1DLSTMCell, Conv2DLSTMCell, Conv3DLSTMCell, ConvLSTMCell
from graphlab._src.layers.rnn.cells.dropout import DropoutWrapper
from graphlab._src.layers.rnn.cells.fused import FusedRNNCell, FusedRNNCellAdaptor, TimeReversedFusedRNN
from graphlab._src.layers.rnn.cells.group_lstm import GLSTMCell
from graphlab._src.layers.rnn.cells.gru import GRUCell
from graphlab._src.layers.rnn.cells.gru_block import GRUBlockCell, GRUBlockCellV2
from graphlab._src.layers.rnn.cells.highway import HighwayWrapper
from graphlab._src.layers.rnn.cells.independent import IndRNNCell, IndyGRUCell, IndyLSTMCell
from graphlab._src.layers.rnn.cells.intersection import IntersectionRNNCell
from graphlab._src.layers.rnn.cells.layer_norm_lstm import LayerNormBasicLSTMCell
from graphlab._src.layers.rnn.cells.lstm import LSTMCell
from graphlab._src.layers.rnn.cells.lstm_block import LSTMBlockCell
from graphlab._src.layers.rnn.cells.lstm_fused import LSTMBlockFusedCell, LSTMBlockWrapper
from graphlab._src.layers.rnn.cells.multi import MultiRNNCell
from graphlab._src.layers.rnn.cells.nas import NASCell
from graphlab._src.layers.rnn.cells.phased_lstm import PhasedLSTMCell
from graphlab._src.layers.rnn.cells.projections import EmbeddingWrapper, InputProjectionWrapper, OutputProjectionWrapper
from graphlab._src.layers.rnn.cells.rnn_cell import LayerRNNCell, LSTMStateTuple, RNNCell
from graphlab._src.layers.rnn.cells.sru import SRUCell
from graphlab._src.layers.rnn.cells.ugrnn import UGRNNCell
from graphlab._src.layers.rnn.cells.wrappers import DeviceWrapper, ResidualWrapper
from graphlab._src.layers.rnn.dynamic_rnn import swap_batch_and_time as transpose_batch_time
from graphlab._src.layers.rnn.stack_bidirectional import stack_bidirectional_dynamic_rnn, stack_bidirectional_rnn
from graphlab._src.layers.rnn.static_rnn import static_bidirectional_rnn, static_rnn, static_state_saving_rnn
from graphlab._src.layers.rnn.step import batch_size_of as best_effort_input_batch_size

__all__ = [
    "BidirectionalGridLSTMCell",
    "CompiledWrapper",
    "CoupledInputForgetGateLSTMCell",
    "GridLSTMCell",
    "TimeFreqLSTMCell",
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
