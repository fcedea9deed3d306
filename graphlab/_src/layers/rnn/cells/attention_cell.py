"""AttentionCellWrapper: a cell that looks back at its own last outputs."""

from graphlab._src.graph import nest
from graphlab._src.layers.rnn.cells.rnn_cell import RNNCell
from graphlab._src.layers.rnn.linear import Linear
from graphlab._src.layers.rnn.sizes import assert_like_rnncell
from graphlab._src.ops.convolution.conv2d import conv2d
from graphlab._src.ops.joining import concat
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.shape import expand_dims, reshape
from graphlab._src.ops.slicing import slice_
from graphlab._src.ops.softmax import softmax
from graphlab._src.ops.trigonometry import tanh
from graphlab._src.state.scope import get_variable, variable_scope


class AttentionCellWrapper(RNNCell):
    """A cell that looks back at its last attn_length outputs (Bahdanau et al., 2014, arXiv 1409.0473).

    attn_size: of an output, the cell's when left out.  attn_vec_size: of what is compared, attn_size when left out.
    input_size: of what the cell gets, that of the inputs when left out.  state_is_tuple: False: the state is one tensor.
    """

    def __init__(
        self,
        cell,
        attn_length,
        attn_size=None,
        attn_vec_size=None,
        input_size=None,
        state_is_tuple=True,
        reuse=None,
    ):
        super().__init__(_reuse=reuse)
        assert_like_rnncell("cell", cell)
        if nest.is_nested(cell.state_size) and not state_is_tuple:
            raise ValueError(
                "Cell returns tuple of states, but the flag state_is_tuple is not set. State size is: "
                f"{cell.state_size}"
            )
        if attn_length <= 0:
            raise ValueError(f"attn_length should be greater than zero, got {attn_length}")
        self._cell = cell
        self._length = attn_length
        self._size = cell.output_size if attn_size is None else attn_size
        self._vec_size = self._size if attn_vec_size is None else attn_vec_size
        self._input_size = input_size
        self._state_is_tuple = state_is_tuple
        self._linears = {}

    @property
    def state_size(self):
        """(that of the cell, attn_size, attn_size · attn_length), or their sum."""
        size = (self._cell.state_size, self._size, self._size * self._length)
        return size if self._state_is_tuple else sum(size)

    @property
    def output_size(self):
        """attn_size."""
        return self._size

    def _linear(self, which, args, size):
        if which not in self._linears:
            self._linears[which] = Linear(args, size, True)
        return self._linears[which](args)

    def call(self, inputs, state):
        """(output, next state)."""
        if self._state_is_tuple:
            state, seen, past = state
        else:
            own = self._cell.state_size
            state, seen, past = [
                slice_(state, [0, begin], [-1, size])
                for begin, size in ((0, own), (own, self._size), (own + self._size, self._size * self._length))
            ]
        past = reshape(past, [-1, self._length, self._size])
        size = inputs.shape.as_list()[1] if self._input_size is None else self._input_size
        output, state = self._cell(self._linear("inputs", [inputs, seen], size), state)
        query = concat(nest.flatten(state), 1) if self._state_is_tuple else state
        seen, past = self._look_back(query, past)
        with variable_scope("attn_output_projection"):
            output = self._linear("output", [output, seen], self._size)
        past = concat([past, expand_dims(output, 1)], 1)
        parts = (state, seen, reshape(past, [-1, self._length * self._size]))
        return output, parts if self._state_is_tuple else concat(list(parts), 1)

    def _look_back(self, query, past):
        """(what is seen of the past, the past without its oldest output)."""
        with variable_scope("attention"):
            k = get_variable("attn_w", [1, 1, self._size, self._vec_size])
            v = get_variable("attn_v", [self._vec_size])
            hidden = reshape(past, [-1, self._length, 1, self._size])
            features = conv2d(hidden, k, [1, 1, 1, 1], "SAME")
            y = reshape(self._linear("query", query, self._vec_size), [-1, 1, 1, self._vec_size])
            weights = softmax(reduce_sum(v * tanh(features + y), [2, 3]))
            mean = reduce_sum(reshape(weights, [-1, self._length, 1, 1]) * hidden, [1, 2])
            return reshape(mean, [-1, self._size]), slice_(past, [0, 1, 0], [-1, -1, -1])
