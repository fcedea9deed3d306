"""LSTMBlockCell: an LSTM whose step is a single operation."""

from typing import Any

from graphlab._src.base.shapes import as_shape
from graphlab._src.keras.layers.input_spec import InputSpec
from graphlab._src.layers.rnn.cells.rnn_cell import (
    LayerRNNCell,
    LSTMStateTuple,
    NumUnitsLSTM,
)
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.lstm_block import lstm_block_cell
from graphlab._src.state.initializers import constant_initializer


class BlockLSTM:
    """The settings and variables of an LSTM whose step, or whose whole sequence, is a single operation."""

    add_variable: Any

    def _set(self, num_units, forget_bias, cell_clip, use_peephole):
        self._num_units: Any = num_units
        self._forget_bias = forget_bias
        self._cell_clip = -1 if cell_clip is None else cell_clip
        self._use_peephole = use_peephole

    def _make_variables(self, size):
        units = self._num_units
        self._kernel = self.add_variable("kernel", [size + units, 4 * units])
        self._bias = self.add_variable("bias", [4 * units], initializer=constant_initializer(0.0))
        if self._use_peephole:
            self._peepholes = [self.add_variable(name, [units]) for name in ("w_i_diag", "w_f_diag", "w_o_diag")]
        self.built = True

    def _weights_of_peepholes(self, dtype):
        return self._peepholes if self._use_peephole else [zeros([self._num_units], dtype=dtype)] * 3

    def _compute(self, operation, inputs, peepholes) -> Any:
        """What an operation with the weights and the settings returns for the inputs before them."""
        return operation(
            *inputs,
            self._kernel,
            *peepholes,
            self._bias,
            forget_bias=self._forget_bias,
            cell_clip=self._cell_clip,
            use_peephole=self._use_peephole,
        )


class LSTMBlockCell(BlockLSTM, NumUnitsLSTM, LayerRNNCell):
    """An LSTM whose step is a single operation; its kernel's columns are i, c, f, o, as BasicLSTMCell's are i, j, f, o.

    num_units: size of c and of h.  forget_bias: added to the forget gate's input.  cell_clip: c stays within it.
    use_peephole: the gates also look at c.
    reuse: True reuses existing variables.  dtype: of the variables; that of the inputs when left out.
    """

    def __init__(
        self,
        num_units,
        forget_bias=1.0,
        cell_clip=None,
        use_peephole=False,
        dtype=None,
        reuse=None,
        name="lstm_cell",
    ):
        super().__init__(_reuse=reuse, dtype=dtype, name=name)
        self.input_spec = InputSpec(ndim=2)
        self._set(num_units, forget_bias, cell_clip, use_peephole)

    def build(self, inputs_shape):
        """Makes kernel and bias, and the peepholes."""
        size = as_shape(inputs_shape).with_rank(2).as_list()[1]
        if not size:
            raise ValueError(f"Expecting inputs_shape[1] to be set: {inputs_shape}")
        self._make_variables(size)

    def call(self, inputs, state):
        """(h, next state)."""
        if len(state) != 2:
            raise ValueError("Expecting state to be a tuple with length 2.")
        c, h = state
        kind: Any = self.dtype
        _, c, _, _, _, _, h = self._compute(lstm_block_cell, (inputs, c, h), self._weights_of_peepholes(kind))
        return h, LSTMStateTuple(c, h)
