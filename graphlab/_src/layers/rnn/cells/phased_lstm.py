"""PhasedLSTMCell: an LSTM whose units open and close with time."""

from graphlab._src.base import dtypes
from graphlab._src.layers.rnn.cells.rnn_cell import LSTMStateTuple, NumUnitsLSTM, RNNCell
from graphlab._src.layers.rnn.linear import Linear
from graphlab._src.ops.activation import sigmoid
from graphlab._src.ops.cast import cast
from graphlab._src.ops.division import floormod
from graphlab._src.ops.identity import stop_gradient
from graphlab._src.ops.joining import split
from graphlab._src.ops.power import exp, log
from graphlab._src.ops.random import random_uniform
from graphlab._src.ops.select import where
from graphlab._src.ops.trigonometry import tanh
from graphlab._src.state.initializers import constant_initializer, random_uniform_initializer
from graphlab._src.state.scope import get_variable, variable_scope


class PhasedLSTMCell(NumUnitsLSTM, RNNCell):
    """An LSTM whose units open and close with time (Neil et al., 2016, arXiv 1610.09513).

    num_units: size of c and of h.  leak: how much passes while closed.  ratio_on: how much of a period is open.
    period_init_min, period_init_max: what periods begin with.  Its inputs are (time [batch, 1], x [batch, size]).
    """

    def __init__(
        self,
        num_units,
        use_peepholes=False,
        leak=0.001,
        ratio_on=0.1,
        trainable_ratio_on=True,
        period_init_min=1.0,
        period_init_max=1000.0,
        reuse=None,
    ):
        super().__init__(_reuse=reuse)
        self._num_units = num_units
        self._use_peepholes = use_peepholes
        self._leak = leak
        self._ratio_on = ratio_on
        self._trainable_ratio_on = trainable_ratio_on
        self._period_range = period_init_min, period_init_max
        self._linears = {}

    def _linear(self, scope, activation, args, size):
        with variable_scope(scope):
            if scope not in self._linears:
                self._linears[scope] = Linear(args, size, True)
            return activation(self._linears[scope](args))

    def call(self, inputs, state):
        """(h, next state)."""
        (time, x), (c, h), units = inputs, state, self._num_units
        seen = [x, h, c] if self._use_peepholes else [x, h]
        i, f = self._linear("mask_gates", _two_gates, seen, 2 * units)
        new_input = self._linear("new_input", tanh, [x, h], units)
        new_c = c * f + i * new_input
        seen = [x, h, new_c] if self._use_peepholes else [x, h]
        output_gate = self._linear("output_gate", sigmoid, seen, units)
        new_h = tanh(new_c) * output_gate
        k = self._openness(time)
        new_c, new_h = k * new_c + (1 - k) * c, k * new_h + (1 - k) * h
        return new_h, LSTMStateTuple(new_c, new_h)

    def _openness(self, time):
        """How far each unit is open at a time: it rises, falls, then leaks."""
        units = self._num_units
        period = get_variable("period", [units], initializer=self._first_period)
        first = random_uniform_initializer(0, period.initial_value)
        phase = get_variable("phase", [units], initializer=first)
        first = constant_initializer(self._ratio_on)
        on = get_variable("ratio_on", [units], initializer=first, trainable=self._trainable_ratio_on)
        phase, period = cast(phase, time.dtype), cast(period, time.dtype)
        shifted = time - phase
        # The gradient is that of `shifted`: the remainder itself has none towards the period.
        ratio = cast((stop_gradient(floormod(shifted, period) - shifted) + shifted) / period, dtypes.float32)
        up = 2 * ratio / on
        down, leaked = 2 - up, self._leak * ratio
        k = where(ratio < on, down, leaked)
        return where(ratio < 0.5 * on, up, k)

    def _first_period(self, shape, dtype=dtypes.float32, partition_info=None):
        low, high = self._period_range
        return exp(random_uniform(shape, log(low), log(high), dtype))


def _two_gates(x):
    return split(axis=1, num_or_size_splits=2, value=sigmoid(x))
