"""MultiRNNCell: cells on top of one another."""

import logging

from graphlab._src.graph import name_scope, nest
from graphlab._src.keras.layers.layer import Layer
from graphlab._src.layers.rnn.cells.rnn_cell import RNNCell
from graphlab._src.ops.joining import concat
from graphlab._src.ops.slicing import slice_
from graphlab._src.state.scope import variable_scope

_log = logging.getLogger("graphlab")


class MultiRNNCell(RNNCell):
    """Cells on top of one another: the output of each is the input of the next.

    cells: from the bottom to the top; one object for two of them shares weights.
    state_is_tuple: False: the states are one tensor, side by side.
    """

    def __init__(self, cells, state_is_tuple=True):
        super().__init__()
        if not cells:
            raise ValueError("Must specify at least one cell for MultiRNNCell.")
        if not nest.is_nested(cells):
            raise TypeError(f"cells must be a list or tuple, but saw: {cells}.")
        self._check_distinct(cells)
        self._cells = cells
        self._state_is_tuple = state_is_tuple
        sizes = [cell.state_size for cell in cells]
        if not state_is_tuple and any(nest.is_nested(size) for size in sizes):
            raise ValueError(
                f"Some cells return tuples of states, but the flag state_is_tuple is not set.  State sizes are: {sizes}"
            )

    def _check_distinct(self, cells):
        if len({id(cell) for cell in cells}) < len(cells):
            _log.warning(
                "At least two cells provided to MultiRNNCell are the same object and will share weights. "
                "[cell] * 2 is one cell twice; [make_cell() for _ in range(2)] are two."
            )

    @property
    def state_size(self):
        """The state sizes of the cells as a tuple, or their sum."""
        sizes = tuple(cell.state_size for cell in self._cells)
        return sizes if self._state_is_tuple else sum(sizes)

    @property
    def output_size(self):
        """That of the cell on top."""
        return self._cells[-1].output_size

    def zero_state(self, batch_size, dtype):
        """The zero states of the cells."""
        with name_scope(type(self).__name__ + "ZeroState", values=[batch_size]):
            if self._state_is_tuple:
                return tuple(cell.zero_state(batch_size, dtype) for cell in self._cells)
            return super().zero_state(batch_size, dtype)

    @property
    def trainable_weights(self):
        """Those of the cells."""
        return self._of_cells("trainable_weights") if self.trainable else []

    @property
    def non_trainable_weights(self):
        """Those of the cells; all of them when this cell is not trained."""
        others = self._of_cells("non_trainable_weights")
        return others if self.trainable else self._of_cells("trainable_weights") + others

    def _of_cells(self, attribute):
        return [item for cell in self._cells if isinstance(cell, Layer) for item in getattr(cell, attribute)]

    def call(self, inputs, state):
        """(the output on top, the next states)."""
        if self._state_is_tuple and not nest.is_nested(state):
            raise ValueError(f"Expected state to be a tuple of length {len(self._cells)}, but received: {state}")
        place, states = 0, []
        for i, cell in enumerate(self._cells):
            with variable_scope(f"cell_{i}"):
                if self._state_is_tuple:
                    before = state[i]
                else:
                    before = slice_(state, [0, place], [-1, cell.state_size])
                    place += cell.state_size
                inputs, after = cell(inputs, before)
                states.append(after)
        return inputs, tuple(states) if self._state_is_tuple else concat(states, 1)
