"""What an argument may call: functions that make an object of numbers, and nothing else."""

import functools
from typing import Any

from graphlab._src.editor.public_names import public

_NAMES = """
    glorot_uniform_initializer glorot_normal_initializer zeros_initializer ones_initializer constant_initializer
    truncated_normal_initializer random_normal_initializer random_uniform_initializer orthogonal_initializer
    variance_scaling_initializer uniform_unit_scaling_initializer
    initializers.he_normal initializers.he_uniform initializers.lecun_normal initializers.lecun_uniform initializers.identity
    keras.regularizers.l1 keras.regularizers.l2 keras.regularizers.l1_l2
    keras.constraints.MaxNorm keras.constraints.NonNeg keras.constraints.UnitNorm keras.constraints.MinMaxNorm
    nn.rnn_cell.LSTMCell nn.rnn_cell.BasicLSTMCell nn.rnn_cell.GRUCell nn.rnn_cell.BasicRNNCell
    keras.layers.Dense keras.layers.LSTM keras.layers.GRU keras.layers.SimpleRNN keras.layers.Conv1D keras.layers.Conv2D
"""


@functools.cache
def constructors() -> tuple[Any, ...]:
    """The functions that arguments may call."""
    return tuple(public(name) for name in _NAMES.split())
