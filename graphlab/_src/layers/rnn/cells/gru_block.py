"""GRUBlockCell: a GRU whose step is one operation."""

from typing import Any

from graphlab._src.base.shapes import as_shape
from graphlab._src.graph.attributes import attribute
from graphlab._src.keras.layers.input_spec import InputSpec
from graphlab._src.layers.rnn.cells.rnn_cell import LayerRNNCell
from graphlab._src.ops.gru_block import gru_block_cell
from graphlab._src.state.initializers import constant_initializer


class GRUBlockCell(LayerRNNCell):
    """A gated recurrent unit (Cho et al., 2014, arXiv 1406.1078) with the variables w_ru, b_ru, w_c and b_c.

    num_units: size of the state.  cell_size: its older name.
    """

    _NAMES = ("w_ru", "b_ru", "w_c", "b_c")

    def __init__(self, num_units=None, cell_size=None, reuse=None, name="gru_cell"):
        super().__init__(_reuse=reuse, name=name)
        if (cell_size is None) == (num_units is None):
            raise ValueError("Exactly one of num_units or cell_size must be provided.")
        self._cell_size: Any = cell_size if num_units is None else num_units
        self.input_spec = InputSpec(ndim=2)

    state_size = attribute("_cell_size", "num_units.")
    output_size = attribute("_cell_size", "num_units.")

    def build(self, input_shape):
        """Makes kernel and bias of the gates r and u, and of the candidate."""
        size = as_shape(input_shape).as_list()[1]
        if size is None:
            raise ValueError("Expecting input_size to be set.")
        units = self._cell_size
        kernel, bias, candidate_kernel, candidate_bias = self._NAMES
        self._gate_kernel = self.add_variable(kernel, [size + units, 2 * units])
        self._gate_bias = self.add_variable(bias, [2 * units], initializer=constant_initializer(1.0))
        self._candidate_kernel = self.add_variable(candidate_kernel, [size + units, units])
        self._candidate_bias = self.add_variable(candidate_bias, [units], initializer=constant_initializer(0.0))
        self.built = True

    def call(self, inputs, h_prev):
        """(h, h)."""
        size = h_prev.shape.with_rank(2)[1]
        if size != self._cell_size:
            raise ValueError(f"Shape of h_prev[1] incorrect: cell_size {self._cell_size} vs {size}")
        kernels, biases = (self._gate_kernel, self._candidate_kernel), (self._gate_bias, self._candidate_bias)
        _, _, _, h = gru_block_cell(inputs, h_prev, *kernels, *biases)
        return h, h


class GRUBlockCellV2(GRUBlockCell):
    """A GRUBlockCell whose variables are named as GRUCell's are."""

    _NAMES = ("gates/kernel", "gates/bias", "candidate/kernel", "candidate/bias")
