"""WeightNormLSTMCell: an LSTM whose kernels have columns of learned lengths."""

from graphlab._src.graph.attributes import attribute
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.layers.rnn.cells.rnn_cell import LSTMStateTuple, RNNCell
from graphlab._src.ops.activation import sigmoid
from graphlab._src.ops.bias import bias_add
from graphlab._src.ops.clip import clip_by_value
from graphlab._src.ops.joining import concat, split
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.statistics import l2_normalize
from graphlab._src.ops.trigonometry import tanh
from graphlab._src.state.initializers import constant_initializer
from graphlab._src.state.scope import get_variable, variable_scope
from graphlab._src.state.variable_scope import get_variable_scope


class WeightNormLSTMCell(RNNCell):
    """An LSTM (Sak et al., 2014) whose weights are normalized (Salimans and Kingma, 2016, arXiv 1602.07868).

    num_units: size of c, and of h without a projection.  norm: False: LSTMCell's numbers.
    use_peepholes: the gates also look at c.  cell_clip: c stays within ±cell_clip.
    initializer: of kernels, lengths and peepholes.  num_proj: size of h.  proj_clip: h then stays within ±proj_clip.
    forget_bias: added to the forget gate's input.
    """

    def __init__(
        self,
        num_units,
        norm=True,
        use_peepholes=False,
        cell_clip=None,
        initializer=None,
        num_proj=None,
        proj_clip=None,
        forget_bias=1,
        activation=None,
        reuse=None,
    ):
        super().__init__(_reuse=reuse)
        self._scope = "wn_lstm_cell"  # the layer's scope: its variables are in wn_lstm_cell/wn_lstm_cell
        self._num_units = num_units
        self._norm = norm
        self._initializer = initializer
        self._use_peepholes = use_peepholes
        self._cell_clip = cell_clip
        self._num_proj = num_proj
        self._proj_clip = proj_clip
        self._activation = activation or tanh
        self._forget_bias = forget_bias
        self._output_size = num_proj or num_units
        self._state_size = LSTMStateTuple(num_units, self._output_size)

    state_size = attribute("_state_size", "LSTMStateTuple(num_units, output_size).")
    output_size = attribute("_output_size", "num_proj, or num_units without a projection.")

    def _product(self, args, columns):
        """The product of args, side by side, with a kernel, in which the rows of each have columns of length norm_i."""
        depths = [value.shape.with_rank(2).as_list()[1] for value in args]
        kernel = get_variable("kernel", [sum(depths), columns], dtype=args[0].dtype)
        if self._norm:
            # The kernel is the same in each step of a loop: it is normalized outside of it.
            with control_dependencies(None):
                parts, start = [], 0
                for i, depth in enumerate(depths):
                    length = get_variable(f"norm_{i}", [columns], dtype=kernel.dtype)
                    parts.append(l2_normalize(kernel[start : start + depth, :], axis=0) * length)
                    start += depth
                kernel = concat(parts, axis=0)
        return matmul(args[0] if len(args) == 1 else concat(args, 1), kernel)

    def _gates(self, both):
        """The inputs of i, j, f, o."""
        columns = 4 * self._num_units
        result = self._product(both, columns)
        with variable_scope(get_variable_scope()) as inner:
            inner.set_partitioner(None)
            zeros = constant_initializer(0.0, dtype=both[0].dtype)
            return bias_add(result, get_variable("bias", [columns], dtype=both[0].dtype, initializer=zeros))

    def call(self, inputs, state):
        """(h, next state)."""
        c, h = state
        if inputs.shape.with_rank(2).as_list()[1] is None:
            raise ValueError("Could not infer input size from inputs.get_shape()[-1]")
        with variable_scope("wn_lstm_cell", initializer=self._initializer):
            i, j, f, o = split(value=self._gates([inputs, h]), num_or_size_splits=4, axis=1)
            f, peep = f + self._forget_bias, None
            if self._use_peepholes:
                w_f, w_i, peep = [
                    get_variable(f"w_{gate}_diag", shape=[self._num_units], dtype=inputs.dtype) for gate in "fio"
                ]
                f, i = f + w_f * c, i + w_i * c
            c = c * sigmoid(f) + sigmoid(i) * self._activation(j)
            if self._cell_clip is not None:
                c = clip_by_value(c, -self._cell_clip, self._cell_clip)
            h = sigmoid(o if peep is None else o + peep * c) * self._activation(c)
            if self._num_proj is not None:
                with variable_scope("projection"):
                    h = self._product([h], self._num_proj)
                if self._proj_clip is not None:
                    h = clip_by_value(h, -self._proj_clip, self._proj_clip)
        return h, LSTMStateTuple(c, h)
