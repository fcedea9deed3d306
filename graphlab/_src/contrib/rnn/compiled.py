"""CompiledWrapper: a cell whose operations are marked for XLA."""

from graphlab._src.contrib.compiler import experimental_jit_scope
from graphlab._src.graph import name_scope
from graphlab._src.layers.rnn.cells.rnn_cell import RNNCell


class CompiledWrapper(RNNCell):
    """A cell whose operations are marked for XLA, which compiles every run in any case: compile_stateful changes nothing."""

    def __init__(self, cell, compile_stateful=False):
        super().__init__()
        self._cell = cell

    @property
    def state_size(self):
        """That of the cell inside."""
        return self._cell.state_size

    @property
    def output_size(self):
        """That of the cell inside."""
        return self._cell.output_size

    def zero_state(self, batch_size, dtype):
        """That of the cell inside."""
        with name_scope(type(self).__name__ + "ZeroState", values=[batch_size]):
            return self._cell.zero_state(batch_size, dtype)

    def __call__(self, inputs, state, scope=None):
        """(output, next state)."""
        with experimental_jit_scope():
            return self._cell(inputs, state, scope=scope)
