"""LayerNormLSTMCell: an LSTM with peepholes, clipping and a projection, whose gates and c may be normalized."""

from graphlab._src.contrib.rnn.normalized import norm
from graphlab._src.graph.attributes import attribute
from graphlab._src.layers.rnn.cells.rnn_cell import LSTMStateTuple, RNNCell
from graphlab._src.layers.rnn.linear import Linear
from graphlab._src.ops.activation import sigmoid
from graphlab._src.ops.clip import clip_by_value
from graphlab._src.ops.joining import concat, split
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.trigonometry import tanh
from graphlab._src.state.initializers import constant_initializer
from graphlab._src.state.scope import get_variable, variable_scope
from graphlab._src.state.variable_scope import get_variable_scope


class LayerNormLSTMCell(RNNCell):
    """An LSTM (Sak et al., 2014) with layer normalization (Ba et al., 2016) of its gates and of c.

    num_units: size of c, and of h without a projection.  use_peepholes: the gates also look at c.
    cell_clip: c stays within ±cell_clip.  initializer: of kernels and peepholes.  num_proj: size of h.
    proj_clip: h then stays within ±proj_clip.  forget_bias: added to the forget gate's input.
    layer_norm: normalize, beginning with gain norm_gain and shift norm_shift. The gates have a bias then, which is
    not added, as in TensorFlow.
    """

    def __init__(
        self,
        num_units,
        use_peepholes=False,
        cell_clip=None,
        initializer=None,
        num_proj=None,
        proj_clip=None,
        forget_bias=1.0,
        activation=None,
        layer_norm=False,
        norm_gain=1.0,
        norm_shift=0.0,
        reuse=None,
    ):
        super().__init__(_reuse=reuse)
        self._num_units = num_units
        self._use_peepholes = use_peepholes
        self._cell_clip = cell_clip
        self._initializer = initializer
        self._num_proj = num_proj
        self._proj_clip = proj_clip
        self._forget_bias = forget_bias
        self._activation = activation or tanh
        self._layer_norm = layer_norm
        self._norm_gain = norm_gain
        self._norm_shift = norm_shift
        self._output_size = num_proj or num_units
        self._state_size = LSTMStateTuple(num_units, self._output_size)

    state_size = attribute("_state_size", "LSTMStateTuple(num_units, output_size).")
    output_size = attribute("_output_size", "num_proj, or num_units without a projection.")

    def _normalized(self, value, name):
        return norm(self._norm_gain, self._norm_shift, value, name) if self._layer_norm else value

    def _gates(self, both):
        """The inputs of i, j, f, o."""
        columns = 4 * self._num_units
        if not self._layer_norm:
            return Linear(both, columns, True)(both)
        depth = sum(value.shape.with_rank(2).as_list()[1] for value in both)
        kernel = get_variable("kernel", [depth, columns], dtype=both[0].dtype)
        with variable_scope(get_variable_scope()) as inner:
            inner.set_partitioner(None)
            zeros = constant_initializer(0.0, dtype=both[0].dtype)
            get_variable("bias", [columns], dtype=both[0].dtype, initializer=zeros)
        return matmul(concat(both, 1), kernel)

    def call(self, inputs, state):
        """(h, next state)."""
        c, h = state
        if inputs.shape.with_rank(2).as_list()[1] is None:
            raise ValueError("Could not infer input size from inputs.get_shape()[-1]")
        with variable_scope(get_variable_scope(), initializer=self._initializer):
            i, j, f, o = split(value=self._gates([inputs, h]), num_or_size_splits=4, axis=1)
            i, j = self._normalized(i, "input"), self._normalized(j, "transform")
            f, o = self._normalized(f, "forget") + self._forget_bias, self._normalized(o, "output")
            peep = None
            if self._use_peepholes:
                w_f, w_i, peep = [
                    get_variable(f"w_{gate}_diag", shape=[self._num_units], dtype=inputs.dtype) for gate in "fio"
                ]
                f, i = f + w_f * c, i + w_i * c
            c = self._normalized(sigmoid(f) * c + sigmoid(i) * self._activation(j), "state")
            if self._cell_clip is not None:
                c = clip_by_value(c, -self._cell_clip, self._cell_clip)
            h = sigmoid(o if peep is None else o + peep * c) * self._activation(c)
            if self._num_proj is not None:
                with variable_scope("projection"):
                    h = Linear(h, self._num_proj, False)(h)
                if self._proj_clip is not None:
                    h = clip_by_value(h, -self._proj_clip, self._proj_clip)
        return h, LSTMStateTuple(c, h)
