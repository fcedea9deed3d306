"""AttentionWrapper: a cell that sees, beside its input, what it looked at in a memory in the step before."""

from collections import namedtuple

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import TensorShape
from graphlab._src.contrib.framework.checked_shapes import with_same_shape
from graphlab._src.contrib.seq2seq.attention import AttentionMechanism
from graphlab._src.graph import Tensor, get_default_graph, name_scope, nest
from graphlab._src.layers.dense import Dense
from graphlab._src.layers.rnn.cells.rnn_cell import RNNCell
from graphlab._src.layers.rnn.sizes import assert_like_rnncell, zero_state_tensors
from graphlab._src.ops.checks.values import assert_equal
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.identity import identity
from graphlab._src.ops.joining import concat
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.shape import expand_dims, shape, squeeze
from graphlab._src.ops.tensor_array import TensorArray

_FIELDS = ("cell_state", "attention", "time", "alignments", "alignment_history", "attention_state")
_TILE = (
    "Are you using the BeamSearchDecoder?  You may need to tile your {} via the tf.contrib.seq2seq.tile_batch function "
    "with argument multiple=beam_width."
)


class AttentionWrapperState(namedtuple("AttentionWrapperState", _FIELDS)):
    """The state of the cell inside, what was seen last, and how."""

    def clone(self, **kwargs):
        """The same with other values for some fields, which must have the same shapes."""

        def checked(old, new):
            both = isinstance(old, Tensor) and isinstance(new, Tensor)
            return with_same_shape(old, new) if both else new

        return nest.map_structure(checked, self, self._replace(**kwargs))


class AttentionWrapper(RNNCell):
    """A cell that sees, beside its input, what it looked at in a memory in the step before.

    attention_mechanism: one, or a list of them.  attention_layer_size: what [output, seen] is projected to, for each
    mechanism; left out, the attention is what was seen.  attention_layer: a layer in place of that.
    alignment_history: keep the alignments of all steps, as a TensorArray in the state.
    cell_input_fn(inputs, attention): what the cell gets, both side by side when left out.
    output_attention: the output is the attention, else that of the cell.  initial_cell_state: of the cell, in zero_state.
    attention_fn(mechanism, output, attention state, layer) -> (attention, alignments, next attention state).
    """

    def __init__(
        self,
        cell,
        attention_mechanism,
        attention_layer_size=None,
        alignment_history=False,
        cell_input_fn=None,
        output_attention=True,
        initial_cell_state=None,
        name=None,
        attention_layer=None,
        attention_fn=None,
        dtype=None,
    ):
        super().__init__(name=name, dtype=dtype)
        assert_like_rnncell("cell", cell)
        self._is_multi = isinstance(attention_mechanism, (list, tuple))
        self._attention_mechanisms = tuple(attention_mechanism) if self._is_multi else (attention_mechanism,)
        for mechanism in self._attention_mechanisms:
            if not isinstance(mechanism, AttentionMechanism):
                raise TypeError(
                    "attention_mechanism must be an AttentionMechanism or list of multiple AttentionMechanism "
                    f"instances, saw type: {type(mechanism).__name__}"
                )
        if cell_input_fn is not None and not callable(cell_input_fn):
            raise TypeError(f"cell_input_fn must be callable, saw type: {type(cell_input_fn).__name__}")
        if attention_layer_size is not None and attention_layer is not None:
            raise ValueError("Only one of attention_layer_size and attention_layer should be set")
        self._cell = cell
        self._cell_input_fn = cell_input_fn or (lambda inputs, attention: concat([inputs, attention], -1))
        self._output_attention = output_attention
        self._alignment_history = alignment_history
        self._attention_fn = attention_fn or _attend
        self._attention_layers, self._attention_layer_size = self._layers_of(attention_layer_size, attention_layer)
        with name_scope(name, "AttentionWrapperInit"):
            self._initial_cell_state = None
            if initial_cell_state is not None:
                last = nest.flatten(initial_cell_state)[-1]
                message = (
                    f"When constructing AttentionWrapper {self._base_name}: Non-matching batch sizes between the memory "
                    f"(encoder output) and initial_cell_state.  {_TILE.format('initial state')}"
                )
                self._initial_cell_state = self._checked(
                    initial_cell_state, _batch_of(last), message, "check_initial_cell_state"
                )

    def _layers_of(self, sizes, layers):
        """(a layer for each mechanism or None, the size of the attention)."""
        mechanisms = self._attention_mechanisms
        depths = [mechanism.values.shape.as_list()[-1] for mechanism in mechanisms]
        given = sizes if sizes is not None else layers
        if given is None:
            return None, sum(depths)
        given = tuple(given) if isinstance(given, (list, tuple)) else (given,)
        if len(given) != len(mechanisms):
            what = "attention_layer_size" if sizes is not None else "attention_layer"
            item = "integer" if sizes is not None else "layer"
            raise ValueError(
                f"If provided, {what} must contain exactly one {item} per attention_mechanism, saw: "
                f"{len(given)} vs {len(mechanisms)}"
            )
        if sizes is None:
            widths = [
                layer.compute_output_shape([None, self._cell.output_size + depth]).as_list()[-1]
                for layer, depth in zip(given, depths, strict=True)
            ]
            return given, sum(widths)
        made = [
            Dense(size, name="attention_layer", use_bias=False, dtype=mechanism.dtype)
            for size, mechanism in zip(given, mechanisms, strict=True)
        ]
        return tuple(made), sum(given)

    def _checked(self, state, batch_size, message, name):
        """The tensors of a state, which wait for a check of the batch size."""
        checks = [
            assert_equal(batch_size, mechanism.batch_size, message=message) for mechanism in self._attention_mechanisms
        ]
        with get_default_graph().control_dependencies(checks):
            return nest.map_structure(lambda item: identity(item, name=name), state)

    def _item_or_tuple(self, items):
        items = tuple(items)
        return items if self._is_multi else items[0]

    @property
    def output_size(self):
        """That of the attention, or of the cell."""
        return self._attention_layer_size if self._output_attention else self._cell.output_size

    @property
    def state_size(self):
        """AttentionWrapperState of sizes."""
        mechanisms = self._attention_mechanisms
        return AttentionWrapperState(
            cell_state=self._cell.state_size,
            time=TensorShape([]),
            attention=self._attention_layer_size,
            alignments=self._item_or_tuple(mechanism.alignments_size for mechanism in mechanisms),
            attention_state=self._item_or_tuple(mechanism.state_size for mechanism in mechanisms),
            alignment_history=self._item_or_tuple(
                mechanism.alignments_size if self._alignment_history else () for mechanism in mechanisms
            ),
        )

    def zero_state(self, batch_size, dtype):
        """The state before the first step."""
        mechanisms = self._attention_mechanisms
        with name_scope(type(self).__name__ + "ZeroState", values=[batch_size]):
            state = self._initial_cell_state
            if state is None:
                state = self._cell.get_initial_state(batch_size=batch_size, dtype=dtype)
            message = (
                f"When calling zero_state of AttentionWrapper {self._base_name}: Non-matching batch sizes between the "
                f"memory (encoder output) and the requested batch size.  {_TILE.format('encoder output')}"
            )
            state = self._checked(state, batch_size, message, "checked_cell_state")
            alignments = [mechanism.initial_alignments(batch_size, dtype) for mechanism in mechanisms]
            return AttentionWrapperState(
                cell_state=state,
                time=zeros([], dtype=dtypes.int32),
                attention=zero_state_tensors(self._attention_layer_size, batch_size, dtype),
                alignments=self._item_or_tuple(alignments),
                attention_state=self._item_or_tuple(
                    mechanism.initial_state(batch_size, dtype) for mechanism in mechanisms
                ),
                alignment_history=self._item_or_tuple(
                    TensorArray(dtype, size=0, dynamic_size=True, element_shape=item.shape)
                    if self._alignment_history
                    else ()
                    for item in alignments
                ),
            )

    def call(self, inputs, state):
        """(output, next AttentionWrapperState)."""
        if not isinstance(state, AttentionWrapperState):
            raise TypeError(
                f"Expected state to be instance of AttentionWrapperState. Received type {type(state)} instead."
            )
        output, cell_state = self._cell(self._cell_input_fn(inputs, state.attention), state.cell_state)
        message = (
            f"When applying AttentionWrapper {self.name}: Non-matching batch sizes between the memory (encoder output) "
            f"and the query (decoder output).  {_TILE.format('memory input')}"
        )
        output = self._checked(output, _batch_of(output), message, "checked_cell_output")
        before = state.attention_state if self._is_multi else [state.attention_state]
        histories = state.alignment_history if self._is_multi else [state.alignment_history]
        layers = self._attention_layers or [None] * len(self._attention_mechanisms)
        seen, alignments, after, written = [], [], [], []
        for mechanism, own, history, layer in zip(self._attention_mechanisms, before, histories, layers, strict=True):
            attention, weights, following = self._attention_fn(mechanism, output, own, layer)
            seen.append(attention)
            alignments.append(weights)
            after.append(following)
            written.append(history.write(state.time, weights) if self._alignment_history else ())
        attention = concat(seen, 1)
        following = AttentionWrapperState(
            time=state.time + 1,
            cell_state=cell_state,
            attention=attention,
            attention_state=self._item_or_tuple(after),
            alignments=self._item_or_tuple(alignments),
            alignment_history=self._item_or_tuple(written),
        )
        return attention if self._output_attention else output, following


def _batch_of(tensor):
    return tensor.shape.as_list()[0] or shape(tensor)[0]


def _attend(mechanism, output, state, layer):
    """(attention, alignments, next state): the mean of the memory, weighted by the alignments."""
    alignments, following = mechanism(output, state=state)
    seen = squeeze(matmul(expand_dims(alignments, 1), mechanism.values), [1])
    return seen if layer is None else layer(concat([output, seen], 1)), alignments, following
