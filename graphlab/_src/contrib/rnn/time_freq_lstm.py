"""TimeFreqLSTMCell: an LSTM over time and over bands of frequencies."""

from typing import Any

from graphlab._src.contrib.rnn.sharded import sharded_variable
from graphlab._src.layers.rnn.cells.rnn_cell import NumUnitsCell, RNNCell
from graphlab._src.ops.activation import sigmoid
from graphlab._src.ops.bias import bias_add
from graphlab._src.ops.clip import clip_by_value
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.joining import concat, split
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.shape import shape
from graphlab._src.ops.slicing import slice_
from graphlab._src.ops.trigonometry import tanh
from graphlab._src.state.initializers import zeros_initializer
from graphlab._src.state.scope import get_variable


def band_count(size, band, skip):
    """How many bands of that width, each begun `skip` after the one before, fit in `size`."""
    return int((size - band) / skip) + 1


def feature_count(inputs):
    """The static size of the last axis of inputs [batch, size]."""
    size = inputs.shape.with_rank(2).as_list()[-1]
    if size is None:
        raise ValueError("Cannot infer input_size from static shape inference.")
    return size


class TimeFreqLSTMCell(NumUnitsCell, RNNCell):
    """An LSTM that steps over bands of frequencies in each step (Li et al., 2015), with one kernel for all bands.

    num_units: size of c and m of a band.  feature_size, frequency_skip: the width of a band, and how far the next is.
    cell_clip: the largest value of c.  The state holds c and m of all bands, [batch, 2 · num_units · bands].
    """

    def __init__(
        self,
        num_units,
        use_peepholes=False,
        cell_clip=None,
        initializer=None,
        num_unit_shards=1,
        forget_bias=1.0,
        feature_size=None,
        frequency_skip=1,
        reuse=None,
    ):
        super().__init__(_reuse=reuse)
        self._num_units = num_units
        self._use_peepholes = use_peepholes
        self._cell_clip = cell_clip
        self._num_unit_shards = num_unit_shards
        self._forget_bias = forget_bias
        self._feature_size = feature_size
        self._frequency_skip = frequency_skip

    @property
    def state_size(self):
        """2 · num_units."""
        return 2 * self._num_units

    def call(self, inputs, state):
        """(m of all bands, next state)."""
        units, dtype = self._num_units, inputs.dtype
        bands = self._make_tf_features(inputs)
        rows = bands[0].shape.as_list()[1] + 2 * units
        kernel = sharded_variable("W", [rows, 4 * units], dtype, self._num_unit_shards)
        bias = get_variable("B", shape=[4 * units], initializer=zeros_initializer(), dtype=dtype)
        peeps = None
        if self._use_peepholes:
            peeps = [get_variable(f"W_{gate}_diag", shape=[units], dtype=dtype) for gate in "FIO"]
        beside = zeros([inputs.shape.as_list()[0] or shape(inputs)[0], units], dtype)
        states: Any = None
        outputs: Any = None
        for k, band in enumerate(bands):
            c = slice_(state, [0, 2 * k * units], [-1, units])
            m = slice_(state, [0, (2 * k + 1) * units], [-1, units])
            matrix = bias_add(matmul(concat([band, m, beside], 1), kernel), bias)
            i, j, f, o = split(value=matrix, num_or_size_splits=4, axis=1)
            if peeps:
                c = sigmoid(f + self._forget_bias + peeps[0] * c) * c + sigmoid(i + peeps[1] * c) * tanh(j)
            else:
                c = sigmoid(f + self._forget_bias) * c + sigmoid(i) * tanh(j)
            if self._cell_clip is not None:
                c = clip_by_value(c, -self._cell_clip, self._cell_clip)
            beside = sigmoid(o + peeps[2] * c if peeps else o) * tanh(c)
            states = concat([states, c, beside] if k else [c, beside], 1)
            outputs = concat([outputs, beside], 1) if k else beside
        return outputs, states

    def _make_tf_features(self, input_feat):
        count = band_count(feature_count(input_feat), self._feature_size, self._frequency_skip)
        return [slice_(input_feat, [0, k * self._frequency_skip], [-1, self._feature_size]) for k in range(count)]
