"""CoupledInputForgetGateLSTMCell: an LSTM whose input gate is one less its forget gate."""

from graphlab._src.contrib.rnn.normalized import norm
from graphlab._src.contrib.rnn.sharded import sharded_variable
from graphlab._src.layers.rnn.cells.rnn_cell import LSTMStateTuple, RNNCell
from graphlab._src.ops.activation import sigmoid
from graphlab._src.ops.bias import bias_add
from graphlab._src.ops.clip import clip_by_value
from graphlab._src.ops.joining import concat, split
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.slicing import slice_
from graphlab._src.ops.trigonometry import tanh
from graphlab._src.state.initializers import zeros_initializer
from graphlab._src.state.scope import get_variable


class CoupledInputForgetGateLSTMCell(RNNCell):
    """An LSTM whose input gate is one less its forget gate (Greff et al., 2015), with peepholes and a projection.

    num_units: size of c.  num_proj: size of the output, num_units when left out.  proj_clip: its largest value.
    num_unit_shards, num_proj_shards: how many variables the kernels are split into.  forget_bias: added to the gate.
    layer_norm: normalize gates and state, to norm_gain and norm_shift.  initializer is not used, as in TensorFlow.
    """

    def __init__(
        self,
        num_units,
        use_peepholes=False,
        initializer=None,
        num_proj=None,
        proj_clip=None,
        num_unit_shards=1,
        num_proj_shards=1,
        forget_bias=1.0,
        state_is_tuple=True,
        activation=tanh,
        reuse=None,
        layer_norm=False,
        norm_gain=1.0,
        norm_shift=0.0,
    ):
        super().__init__(_reuse=reuse)
        self._num_units = num_units
        self._use_peepholes = use_peepholes
        self._num_proj = num_proj
        self._proj_clip = proj_clip
        self._num_unit_shards = num_unit_shards
        self._num_proj_shards = num_proj_shards
        self._forget_bias = forget_bias
        self._state_is_tuple = state_is_tuple
        self._activation = activation
        self._layer_norm = layer_norm
        self._norm_gain = norm_gain
        self._norm_shift = norm_shift

    @property
    def output_size(self):
        """num_proj, or num_units."""
        return self._num_proj or self._num_units

    @property
    def state_size(self):
        """LSTMStateTuple of sizes, or their sum."""
        sizes = LSTMStateTuple(self._num_units, self.output_size)
        return sizes if self._state_is_tuple else sum(sizes)

    def _normalized(self, value, name):
        return norm(self._norm_gain, self._norm_shift, value, name) if self._layer_norm else value

    def call(self, inputs, state):
        """(output, next state)."""
        units, dtype = self._num_units, inputs.dtype
        if self._state_is_tuple:
            c, m = state
        else:
            c, m = slice_(state, [0, 0], [-1, units]), slice_(state, [0, units], [-1, self.output_size])
        size = inputs.shape.with_rank(2).as_list()[1]
        if size is None:
            raise ValueError("Could not infer input size from inputs.get_shape()[-1]")
        kernel = sharded_variable("W", [size + self.output_size, 3 * units], dtype, self._num_unit_shards)
        bias = get_variable("B", shape=[3 * units], initializer=zeros_initializer(), dtype=dtype)
        matrix = matmul(concat([inputs, m], 1), kernel)
        if not self._layer_norm:
            matrix = bias_add(matrix, bias)
        j, f, o = split(value=matrix, num_or_size_splits=3, axis=1)
        j, f, o = self._normalized(j, "transform"), self._normalized(f, "forget"), self._normalized(o, "output")
        peep = None
        if self._use_peepholes:
            forget_peep = get_variable("W_F_diag", shape=[units], dtype=dtype)
            peep = get_variable("W_O_diag", shape=[units], dtype=dtype)
            forget = sigmoid(f + self._forget_bias + forget_peep * c)
        else:
            forget = sigmoid(f + self._forget_bias)
        c = self._normalized(forget * c + (1 - forget) * self._activation(j), "state")
        m = sigmoid(o if peep is None else o + peep * c) * self._activation(c)
        if self._num_proj is not None:
            m = matmul(m, sharded_variable("W_P", [units, self._num_proj], dtype, self._num_proj_shards))
            if self._proj_clip is not None:
                m = clip_by_value(m, -self._proj_clip, self._proj_clip)
        return m, LSTMStateTuple(c, m) if self._state_is_tuple else concat([c, m], 1)
