"""BasicDecoder: a cell, a layer on its output, and a helper that says what comes next."""

from collections import namedtuple

from graphlab._src.base.shapes import TensorShape
from graphlab._src.contrib.seq2seq.decoder import Decoder
from graphlab._src.contrib.seq2seq.helpers import Helper
from graphlab._src.graph import name_scope, nest
from graphlab._src.keras.layers.layer import Layer
from graphlab._src.layers.rnn.sizes import assert_like_rnncell


class BasicDecoderOutput(namedtuple("BasicDecoderOutput", ("rnn_output", "sample_id"))):
    """The output of the cell, or of the layer on it, and the id that the helper chose for it."""


class BasicDecoder(Decoder):
    """A cell, a layer on its output, and a helper that says what comes next.

    initial_state: what the cell begins with.  output_layer: a layer applied to the outputs, mostly for logits.
    """

    def __init__(self, cell, helper, initial_state, output_layer=None):
        assert_like_rnncell("cell", cell)
        if not isinstance(helper, Helper):
            raise TypeError(f"helper must be a Helper, received: {type(helper)}")
        if output_layer is not None and not isinstance(output_layer, Layer):
            raise TypeError(f"output_layer must be a Layer, received: {type(output_layer)}")
        self._cell = cell
        self._helper = helper
        self._initial_state = initial_state
        self._output_layer = output_layer

    @property
    def batch_size(self):
        """That of the helper."""
        return self._helper.batch_size

    def _rnn_output_size(self):
        size = self._cell.output_size
        if self._output_layer is None:
            return size
        whole = nest.map_structure(lambda part: TensorShape([None]).concatenate(part), size)
        return nest.map_structure(lambda part: part[1:], self._output_layer.compute_output_shape(whole))

    @property
    def output_size(self):
        """BasicDecoderOutput of shapes."""
        return BasicDecoderOutput(self._rnn_output_size(), self._helper.sample_ids_shape)

    @property
    def output_dtype(self):
        """BasicDecoderOutput of types."""
        dtype = nest.flatten(self._initial_state)[0].dtype
        outputs = nest.map_structure(lambda _: dtype, self._rnn_output_size())
        return BasicDecoderOutput(outputs, self._helper.sample_ids_dtype)

    def initialize(self, name=None):
        """(finished, first inputs, first state)."""
        return (*self._helper.initialize(), self._initial_state)

    def step(self, time, inputs, state, name=None):
        """(BasicDecoderOutput, next state, next inputs, finished)."""
        with name_scope(name, "BasicDecoderStep", (time, inputs, state)):
            outputs, state = self._cell(inputs, state)
            if self._output_layer is not None:
                outputs = self._output_layer(outputs)
            sample_ids = self._helper.sample(time=time, outputs=outputs, state=state)
            finished, inputs, state = self._helper.next_inputs(
                time=time, outputs=outputs, state=state, sample_ids=sample_ids
            )
        return BasicDecoderOutput(outputs, sample_ids), state, inputs, finished
