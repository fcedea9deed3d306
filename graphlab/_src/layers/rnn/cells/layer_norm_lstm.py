"""LayerNormBasicLSTMCell: an LSTM whose gates are normalized, with dropout of what is new."""

from graphlab._src.layers.rnn.cells.rnn_cell import LSTMStateTuple, NumUnitsLSTM, RNNCell
from graphlab._src.ops.activation import sigmoid
from graphlab._src.ops.bias import bias_add
from graphlab._src.ops.dropout import dropout
from graphlab._src.ops.joining import concat, split
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.statistics import batch_normalization, moments
from graphlab._src.ops.trigonometry import tanh
from graphlab._src.state.initializers import constant_initializer
from graphlab._src.state.scope import get_variable, variable_scope


class LayerNormBasicLSTMCell(NumUnitsLSTM, RNNCell):
    """An LSTM with layer normalization (Ba et al., 2016) and recurrent dropout (Semeniuta et al., 2016).

    num_units: size of c and of h.  forget_bias: added to the forget gate's input.  input_size: not used.
    layer_norm: normalize the gates and c, beginning with gain norm_gain and shift norm_shift.
    dropout_keep_prob: of what is new in c.  dropout_prob_seed: for it.
    """

    def __init__(
        self,
        num_units,
        forget_bias=1.0,
        input_size=None,
        activation=tanh,
        layer_norm=True,
        norm_gain=1.0,
        norm_shift=0.0,
        dropout_keep_prob=1.0,
        dropout_prob_seed=None,
        reuse=None,
    ):
        super().__init__(_reuse=reuse)
        self._num_units = num_units
        self._activation = activation
        self._forget_bias = forget_bias
        self._keep_prob = dropout_keep_prob
        self._seed = dropout_prob_seed
        self._layer_norm = layer_norm
        self._norm_gain = norm_gain
        self._norm_shift = norm_shift

    def _norm(self, x, scope):
        """x with mean 0 and variance 1 in each row, times gamma, plus beta."""
        with variable_scope(scope):
            gain, shift = constant_initializer(self._norm_gain), constant_initializer(self._norm_shift)
            gamma = get_variable("gamma", x.shape[-1:], initializer=gain, dtype=x.dtype)
            beta = get_variable("beta", x.shape[-1:], initializer=shift, dtype=x.dtype)
        with variable_scope(scope):
            mean, variance = moments(x, [1], keep_dims=True)
            return batch_normalization(x, mean, variance, beta, gamma, 1e-12)

    def call(self, inputs, state):
        """(h, next state)."""
        c, h = state
        both = concat([inputs, h], 1)
        columns = 4 * self._num_units
        gates = matmul(both, get_variable("kernel", [both.shape[-1], columns], dtype=both.dtype))
        if not self._layer_norm:
            gates = bias_add(gates, get_variable("bias", [columns], dtype=both.dtype))
        i, j, f, o = split(value=gates, num_or_size_splits=4, axis=1)
        if self._layer_norm:
            i, j = self._norm(i, "input"), self._norm(j, "transform")
            f, o = self._norm(f, "forget"), self._norm(o, "output")
        g = self._activation(j)
        if not isinstance(self._keep_prob, float) or self._keep_prob < 1:
            g = dropout(g, self._keep_prob, seed=self._seed)
        c = c * sigmoid(f + self._forget_bias) + sigmoid(i) * g
        if self._layer_norm:
            c = self._norm(c, "state")
        h = self._activation(c) * sigmoid(o)
        return h, LSTMStateTuple(c, h)
