"""tf.contrib.grid_rnn: cells whose recurrences run along several dimensions (Kalchbrenner et al., 2015)."""

import functools

from graphlab._src.contrib.layers.dense import fully_connected
from graphlab._src.contrib.layers.initializers import xavier_initializer
from graphlab._src.layers.rnn.cells.basic import BasicRNNCell
from graphlab._src.layers.rnn.cells.basic_lstm import BasicLSTMCell
from graphlab._src.layers.rnn.cells.gru import GRUCell
from graphlab._src.layers.rnn.cells.lstm import LSTMCell
from graphlab._src.layers.rnn.cells.rnn_cell import RNNCell
from graphlab._src.ops.activation import relu
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.joining import concat, split
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.slicing import slice_
from graphlab._src.state.scope import get_variable, variable_scope
from graphlab._src.state.variable_scope import get_variable_scope


def _dims(dims, count):
    dims = [] if dims is None else dims
    found = sorted(set(dims if isinstance(dims, (list, tuple)) else [dims]))
    if any(one < 0 or one >= count for one in found):
        raise ValueError(f"Invalid dims: {found}. Must be in [0, {count})")
    return found


class GridRNNCell(RNNCell):
    """A cell with a recurrence along each of num_dims dimensions.

    input_dims, output_dims: dimensions (an int or a list) that inputs are projected to, and whose outputs are the cell's.
    priority_dims: dimensions that come after the others, whose outputs they see.
    non_recurrent_dims: dimensions with a dense layer, whose activation is non_recurrent_fn, in place of a cell.
    tied: all dimensions share weights.  cell_fn(num_units): makes a cell, LSTMCell when left out.
    output_is_tuple, state_is_tuple: tuples over dimensions, or tensors side by side.
    """

    def __init__(
        self,
        num_units,
        num_dims=1,
        input_dims=None,
        output_dims=None,
        priority_dims=None,
        non_recurrent_dims=None,
        tied=False,
        cell_fn=None,
        non_recurrent_fn=None,
        state_is_tuple=True,
        output_is_tuple=True,
    ):
        super().__init__()
        if num_dims < 1:
            raise ValueError(f"dims must be >= 1: {num_dims}")
        self._num_units = num_units
        self._num_dims = num_dims
        self._inputs = _dims(input_dims, num_dims)
        self._outputs = _dims(output_dims, num_dims)
        self._priority = _dims(priority_dims, num_dims)
        self._non_recurrent = _dims(non_recurrent_dims, num_dims)
        self._recurrent = [i for i in range(num_dims) if i not in self._non_recurrent]
        self._non_recurrent_fn = non_recurrent_fn or relu
        self._tied = tied
        self._state_is_tuple = state_is_tuple
        self._output_is_tuple = output_is_tuple
        make = functools.partial(cell_fn, num_units) if cell_fn else functools.partial(LSTMCell, num_units=num_units)
        cells = [make()] * num_dims if tied else [make() for _ in range(num_dims)]
        if not isinstance(cells[0], RNNCell):
            raise TypeError(f"cell_fn must return an RNNCell instance, saw: {type(cells[0])}")
        self._grid_cells = tuple(cells)

    @property
    def output_size(self):
        """A tuple of sizes, or their sum."""
        sizes = (self._grid_cells[0].output_size,) * len(self._outputs)
        return sizes if self._output_is_tuple else sum(sizes)

    @property
    def state_size(self):
        """A tuple of the sizes of the cells' states, or their sum."""
        count = len(self._recurrent)
        return (self._grid_cells[0].state_size,) * count if self._state_is_tuple else self._cell_size() * count

    def _cell_size(self):
        sizes = self._grid_cells[0].state_size
        return sum(sizes) if isinstance(sizes, tuple) else sizes

    def __call__(self, inputs, state, scope=None):
        """(output, next state)."""
        with variable_scope(scope or type(self).__name__):
            c, m = self._states(state)
            self._project(inputs, c, m)
            outputs, states = [None] * self._num_dims, [None] * self._num_dims
            others = [i for i in range(self._num_dims) if i not in self._priority]
            self._propagate(others, c, m, outputs, states, True)
            self._propagate(self._priority, c, m, outputs, states, False)
            output = tuple(outputs[i] for i in self._outputs)
            after = tuple(states[i] for i in self._recurrent)
            if not self._output_is_tuple:
                output = concat(output, 1) if output else zeros([0, 0], inputs.dtype)
            if not self._state_is_tuple:
                parts = [part for one in after for part in (one if isinstance(one, (list, tuple)) else [one])]
                after = concat(parts, 1) if parts else zeros([0, 0], inputs.dtype)
        return output, after

    def _states(self, state):
        """(c, m) of each dimension; None where there is none."""
        c, m = [None] * self._num_dims, [None] * self._num_dims
        units, size = self._num_units, self._cell_size()
        if self._state_is_tuple and len(self._recurrent) != len(state):
            raise ValueError(f"Expected state as a tuple of {len(self._recurrent)} element")
        for k, i in enumerate(self._recurrent):
            if self._state_is_tuple and size > units:
                c[i], m[i] = state[k]
            elif self._state_is_tuple:
                m[i] = state[k]
            elif size > units:
                c[i] = slice_(state, [0, k * size], [-1, units])
                m[i] = slice_(state, [0, k * size + units], [-1, size - units])
            else:
                m[i] = slice_(state, [0, k * size], [-1, units])
        return c, m

    def _project(self, inputs, c, m):
        """Puts projections of the inputs in the place of the state of the dimensions that they go to."""
        if inputs is None or not self._inputs or not inputs.shape.with_rank(2).as_list()[1]:
            return
        parts = split(value=inputs, num_or_size_splits=len(self._inputs), axis=1)
        sizes = [parts[0].shape.as_list()[1], self._num_units]
        for part, i in zip(parts, self._inputs, strict=True):
            m[i] = matmul(part, get_variable(f"project_m_{i}", sizes, dtype=inputs.dtype))
            if self._cell_size() > self._num_units:
                c[i] = matmul(part, get_variable(f"project_c_{i}", sizes, dtype=inputs.dtype))

    def _propagate(self, dims, c, m, outputs, states, first_call):
        """Fills in the outputs and states of some dimensions. The last dimension's output is the state of all cells."""
        if not dims:
            return
        seen = [m[i] if outputs[i] is None else outputs[i] for i in range(self._num_dims)]
        last = seen.pop()
        side = concat(seen, 1) if seen else zeros([m[0].shape.as_list()[0], 0], m[0].dtype)
        for i in dims:
            name = "non_recurrent" if i in self._non_recurrent else "recurrent"
            with variable_scope(name if self._tied else f"{name}/cell_{i}"):
                scope = get_variable_scope()
                if self._tied and not (first_call and i == dims[0]):
                    scope.reuse_variables()
                if i in self._non_recurrent:
                    outputs[i] = fully_connected(
                        concat([side, last], 1) if seen else last,
                        num_outputs=self._num_units,
                        activation_fn=self._non_recurrent_fn,
                        weights_initializer=scope.initializer or xavier_initializer(),
                        weights_regularizer=scope.regularizer,
                    )
                else:
                    before = last if c[i] is None else (c[i], last)
                    outputs[i], states[i] = self._grid_cells[i](side, before)


class Grid1BasicRNNCell(GridRNNCell):
    """A BasicRNNCell in a grid of one dimension."""

    def __init__(self, num_units, state_is_tuple=True, output_is_tuple=True):
        super().__init__(num_units, 1, 0, 0, 0, None, False, BasicRNNCell, None, state_is_tuple, output_is_tuple)


class Grid1BasicLSTMCell(GridRNNCell):
    """A BasicLSTMCell in a grid of one dimension."""

    def __init__(self, num_units, forget_bias=1, state_is_tuple=True, output_is_tuple=True):
        make = functools.partial(BasicLSTMCell, forget_bias=forget_bias)
        super().__init__(num_units, 1, 0, 0, 0, None, False, make, None, state_is_tuple, output_is_tuple)


class Grid1LSTMCell(GridRNNCell):
    """An LSTMCell in a grid of one dimension."""

    def __init__(self, num_units, use_peepholes=False, forget_bias=1.0, state_is_tuple=True, output_is_tuple=True):
        make = functools.partial(LSTMCell, forget_bias=forget_bias, use_peepholes=use_peepholes)
        super().__init__(num_units, 1, 0, 0, 0, None, False, make, None, state_is_tuple, output_is_tuple)


class _Several(GridRNNCell):
    """A grid whose dimension 0 has input, output and priority, and is not recurrent where it has a non_recurrent_fn."""

    def __init__(self, num_units, num_dims, tied, cell_fn, non_recurrent_fn, state_is_tuple, output_is_tuple):
        dense = None if non_recurrent_fn is None else 0
        super().__init__(
            num_units, num_dims, 0, 0, 0, dense, tied, cell_fn, non_recurrent_fn, state_is_tuple, output_is_tuple
        )


class Grid2BasicRNNCell(_Several):
    """BasicRNNCells in a grid of two dimensions."""

    def __init__(self, num_units, tied=False, non_recurrent_fn=None, state_is_tuple=True, output_is_tuple=True):
        super().__init__(num_units, 2, tied, BasicRNNCell, non_recurrent_fn, state_is_tuple, output_is_tuple)


class Grid2BasicLSTMCell(_Several):
    """BasicLSTMCells in a grid of two dimensions."""

    def __init__(
        self, num_units, tied=False, non_recurrent_fn=None, forget_bias=1, state_is_tuple=True, output_is_tuple=True
    ):
        make = functools.partial(BasicLSTMCell, forget_bias=forget_bias)
        super().__init__(num_units, 2, tied, make, non_recurrent_fn, state_is_tuple, output_is_tuple)


class _SeveralLSTMs(_Several):
    """LSTMCells in a grid of _num_dims dimensions."""

    _num_dims: int

    def __init__(
        self,
        num_units,
        tied=False,
        non_recurrent_fn=None,
        use_peepholes=False,
        forget_bias=1.0,
        state_is_tuple=True,
        output_is_tuple=True,
    ):
        make = functools.partial(LSTMCell, forget_bias=forget_bias, use_peepholes=use_peepholes)
        super().__init__(num_units, self._num_dims, tied, make, non_recurrent_fn, state_is_tuple, output_is_tuple)


class Grid2LSTMCell(_SeveralLSTMs):
    """LSTMCells in a grid of two dimensions."""

    _num_dims = 2


class Grid3LSTMCell(_SeveralLSTMs):
    """LSTMCells in a grid of three dimensions."""

    _num_dims = 3


class Grid2GRUCell(_Several):
    """GRUCells in a grid of two dimensions."""

    def __init__(self, num_units, tied=False, non_recurrent_fn=None, state_is_tuple=True, output_is_tuple=True):
        super().__init__(num_units, 2, tied, GRUCell, non_recurrent_fn, state_is_tuple, output_is_tuple)
