"""Recurrent cells whose kernel a mask multiplies."""

from typing import Any

from graphlab._src.base.arguments import forwarded
from graphlab._src.contrib.model_pruning.layers.core_layers import add_mask, add_threshold, masked
from graphlab._src.layers.rnn.cells.basic_lstm import BasicLSTMCell
from graphlab._src.layers.rnn.cells.lstm import LSTMCell


class _Masked:
    """A cell that multiplies inputs and state with mask · kernel."""

    _kernel: Any

    def build(self: Any, inputs_shape):
        """Makes the cell's variables, and then mask and threshold."""
        super().build(inputs_shape)  # pyright: ignore[reportAttributeAccessIssue]
        self.built = False  # more variables are made
        self._mask = add_mask(self, self._kernel.shape)
        self._threshold = add_threshold(self)
        self._masked_kernel = masked(self._mask, self._threshold, self._kernel)
        self.built = True

    def _weights(self: Any):
        return self._masked_kernel


class MaskedBasicLSTMCell(_Masked, BasicLSTMCell):
    """A tf.nn.rnn_cell.BasicLSTMCell whose kernel a mask multiplies; the arguments are that one's."""

    def __init__(self, num_units, forget_bias=1.0, state_is_tuple=True, activation=None, reuse=None, name=None):
        super().__init__(**forwarded(locals()))


class MaskedLSTMCell(_Masked, LSTMCell):
    """A tf.nn.rnn_cell.LSTMCell whose kernel a mask multiplies, not its projection; the arguments are that one's."""

    def __init__(
        self,
        num_units,
        use_peepholes=False,
        cell_clip=None,
        initializer=None,
        num_proj=None,
        proj_clip=None,
        num_unit_shards=None,
        num_proj_shards=None,
        forget_bias=1.0,
        state_is_tuple=True,
        activation=None,
        reuse=None,
    ):
        super().__init__(**forwarded(locals()))
