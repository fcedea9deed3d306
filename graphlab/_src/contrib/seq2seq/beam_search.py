"""BeamSearchDecoder: keeps the best few beginnings of each sequence, step by step."""

from collections import namedtuple

import numpy as np

from graphlab._src.base import dtypes, logging
from graphlab._src.base.shapes import TensorShape
from graphlab._src.contrib.seq2seq.beam_step import (
    BeamSearchDecoderOutput,
    BeamSearchDecoderState,
    attention_probs,
    beam_search_step,
    known_rank,
)
from graphlab._src.contrib.seq2seq.decoder import Decoder
from graphlab._src.graph import Tensor, convert_to_tensor, name_scope, nest, static_value
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.keras.layers.layer import Layer
from graphlab._src.layers.rnn.sizes import assert_like_rnncell
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.asserting import assert_
from graphlab._src.ops.comparison import equal
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.embedding import embedding_lookup
from graphlab._src.ops.gather import gather_nd
from graphlab._src.ops.gather_tree import gather_tree
from graphlab._src.ops.grids import sequence_mask
from graphlab._src.ops.joining import concat, stack
from graphlab._src.ops.logical import logical_and, logical_or
from graphlab._src.ops.one_hot import one_hot
from graphlab._src.ops.padding import tile
from graphlab._src.ops.reduction import reduce_all, reduce_max
from graphlab._src.ops.select import where
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import expand_dims, reshape, shape, size
from graphlab._src.ops.tensor_array import TensorArray
from graphlab._src.ops.transpose import transpose


class FinalBeamSearchDecoderOutput(
    namedtuple("FinalBeamDecoderOutput", ["predicted_ids", "beam_search_decoder_output"])
):
    """The whole sequences, [time, batch, beams], the best first, and what the steps chose."""


class BeamSearchDecoder(Decoder):
    """Keeps the beam_width best beginnings of each sequence, step by step.

    embedding: a matrix, or a function of words.  start_tokens: int32[batch].  end_token: the word that ends a sequence.
    initial_state: of the cell, for batch * beam_width rows: see tile_batch.  output_layer: a layer on the cell's output.
    length_penalty_weight: how much scores of long sequences are raised (Wu et al., 2016).  coverage_penalty_weight: how
    much scores are lowered for parts of a memory that attention left out.
    reorder_tensor_arrays: whether TensorArrays in the state, [batch * beams, …] each, are put in the beams' order.
    """

    def __init__(
        self,
        cell,
        embedding,
        start_tokens,
        end_token,
        initial_state,
        beam_width,
        output_layer=None,
        length_penalty_weight=0.0,
        coverage_penalty_weight=0.0,
        reorder_tensor_arrays=True,
    ):
        assert_like_rnncell("cell", cell)
        if output_layer is not None and not isinstance(output_layer, Layer):
            raise TypeError(f"output_layer must be a Layer, received: {type(output_layer)}")
        self._cell = cell
        self._output_layer = output_layer
        self._reorder_tensor_arrays = reorder_tensor_arrays
        self._beam_width = beam_width
        self._length_penalty_weight = length_penalty_weight
        self._coverage_penalty_weight = coverage_penalty_weight
        self._embedding_fn = embedding if callable(embedding) else lambda ids: embedding_lookup(embedding, ids)
        starts = convert_to_tensor(start_tokens, dtype=dtypes.int32, name="start_tokens")
        if starts.get_shape().ndims != 1:
            raise ValueError("start_tokens must be a vector")
        self._end_token = convert_to_tensor(end_token, dtype=dtypes.int32, name="end_token")
        if self._end_token.get_shape().ndims != 0:
            raise ValueError("end_token must be a scalar")
        self._batch_size = size(start_tokens)
        self._initial_cell_state = nest.map_structure(self._split_state, initial_state, cell.state_size)
        self._start_tokens = tile(expand_dims(starts, 1), [1, beam_width])
        self._start_inputs = self._embedding_fn(self._start_tokens)
        self._finished = one_hot(
            zeros([self._batch_size], dtype=dtypes.int32),
            depth=beam_width,
            on_value=False,
            off_value=True,
            dtype=dtypes.bool,
        )

    @property
    def batch_size(self):
        """How many sequences, without the beams."""
        return self._batch_size

    @property
    def tracks_own_finished(self):
        """True: a beam that goes on may take the place of one that was finished."""
        return True

    @property
    def output_size(self):
        """BeamSearchDecoderOutput of shapes."""
        one = TensorShape([self._beam_width])
        return BeamSearchDecoderOutput(scores=one, predicted_ids=one, parent_ids=one)

    @property
    def output_dtype(self):
        """BeamSearchDecoderOutput of types."""
        dtype = nest.flatten(self._initial_cell_state)[0].dtype
        scores = nest.map_structure(lambda _: dtype, self._rnn_output_size())
        return BeamSearchDecoderOutput(scores=scores, predicted_ids=dtypes.int32, parent_ids=dtypes.int32)

    def _rnn_output_size(self):
        width = self._cell.output_size
        if self._output_layer is None:
            return width
        whole = nest.map_structure(lambda part: TensorShape([None]).concatenate(part), width)
        return nest.map_structure(lambda part: part[1:], self._output_layer.compute_output_shape(whole))

    def initialize(self, name=None):
        """(finished, first inputs, first BeamSearchDecoderState): all beams but the first are impossible."""
        dtype = nest.flatten(self._initial_cell_state)[0].dtype
        log_probs = one_hot(
            zeros([self._batch_size], dtype=dtypes.int32),
            depth=self._beam_width,
            on_value=convert_to_tensor(0.0, dtype=dtype),
            off_value=convert_to_tensor(-np.inf, dtype=dtype),
            dtype=dtype,
        )
        attention = attention_probs(self._initial_cell_state, self._coverage_penalty_weight)
        state = BeamSearchDecoderState(
            cell_state=self._initial_cell_state,
            log_probs=log_probs,
            finished=self._finished,
            lengths=zeros([self._batch_size, self._beam_width], dtype=dtypes.int64),
            accumulated_attention_probs=() if attention is None else attention,
        )
        return self._finished, self._start_inputs, state

    def step(self, time, inputs, state, name=None):
        """(BeamSearchDecoderOutput, next state, next inputs, finished)."""
        with name_scope(name, "BeamSearchDecoderStep", (time, inputs, state)):
            inputs = nest.map_structure(lambda part: self._merged(part, part.shape[2:]), inputs)
            cell_state = nest.map_structure(self._merge_state, state.cell_state, self._cell.state_size)
            outputs, next_cell_state = self._cell(inputs, cell_state)
            outputs = nest.map_structure(lambda part: self._split(part, part.shape[1:]), outputs)
            next_cell_state = nest.map_structure(self._split_state, next_cell_state, self._cell.state_size)
            if self._output_layer is not None:
                outputs = self._output_layer(outputs)
            chosen, following = beam_search_step(
                logits=outputs,
                next_cell_state=next_cell_state,
                beam_state=state,
                batch_size=self._batch_size,
                beam_width=self._beam_width,
                end_token=self._end_token,
                length_penalty_weight=self._length_penalty_weight,
                coverage_penalty_weight=self._coverage_penalty_weight,
            )
            finished = following.finished
            next_inputs = cond(
                reduce_all(finished),
                lambda: self._start_inputs,
                lambda: self._embedding_fn(chosen.predicted_ids),
            )
        return chosen, following, next_inputs, finished

    def finalize(self, outputs, final_state, sequence_lengths):
        """(FinalBeamSearchDecoderOutput, last state)."""
        longest = cast(reduce_max(final_state.lengths, axis=1), dtypes.int32)
        ids = gather_tree(outputs.predicted_ids, outputs.parent_ids, longest, self._end_token)
        if self._reorder_tensor_arrays:
            cell_state = nest.map_structure(
                lambda part: self._in_order(part, outputs.parent_ids, final_state.lengths), final_state.cell_state
            )
            final_state = final_state._replace(cell_state=cell_state)
        return FinalBeamSearchDecoderOutput(predicted_ids=ids, beam_search_decoder_output=outputs), final_state

    # [batch, beams, …] and [batch * beams, …]

    def _merged(self, tensor, dims):
        batch = static_value(self._batch_size)
        sizes = shape(tensor)
        merged = reshape(tensor, concat(([self._batch_size * self._beam_width], sizes[2:]), 0))
        known = TensorShape([None if batch is None else int(batch) * self._beam_width])
        merged.set_shape(known.concatenate(_as_shape(dims)))
        return merged

    def _split(self, tensor, dims):
        sizes = shape(tensor)
        split = reshape(tensor, concat(([self._batch_size, self._beam_width], sizes[1:]), 0))
        wanted = TensorShape([static_value(self._batch_size), self._beam_width]).concatenate(_as_shape(dims))
        if not split.shape.is_compatible_with(wanted):
            raise ValueError(
                "Unexpected behavior when reshaping between beam width and batch size.  The reshaped tensor has shape: "
                f"{split.shape}.  We expected it to have shape (batch_size, beam_width, depth) == {wanted}.  Perhaps you "
                "forgot to create a zero_state with batch_size=encoder_batch_size * beam_width?"
            )
        split.set_shape(wanted)
        return split

    def _split_state(self, part, dims):
        if isinstance(part, TensorArray):
            return part
        return self._split(part, dims) if known_rank(part) >= 1 else part

    def _merge_state(self, part, dims):
        if isinstance(part, TensorArray):
            return part
        return self._merged(part, dims) if known_rank(part) >= 2 else part

    def _in_order(self, part, parent_ids, lengths):
        if not isinstance(part, TensorArray):
            return part
        element = part.element_shape
        if element.ndims is None or element.ndims < 1:
            logging.warn(
                "The TensorArray %s in the cell state is not amenable to sorting based on the beam search result. For a "
                "TensorArray to be sorted, its elements shape must be defined and have at least a rank of 1, but saw "
                "shape: %s",
                part.handle.name,
                element,
            )
            return part
        if not may_be_beams(element, static_value(self._batch_size), self._beam_width):
            return part
        stacked = part.stack()
        with control_dependencies([check_beams(stacked, self._batch_size, self._beam_width)]):
            return gather_tree_from_array(stacked, parent_ids, lengths)


def _as_shape(dims):
    return TensorShape(static_value(dims)) if isinstance(dims, Tensor) else TensorShape(dims)


def may_be_beams(element, batch_size, beam_width):
    """Whether elements of such a shape may be those of [batch, beams, …]; says in the log why not."""
    known = element.as_list()
    if batch_size is None or known[0] is None:
        return True
    # As in TensorFlow, which assumes that a known second size is that of the beams.
    is_beams = len(known) < 2 or known[1] is None or (known[0] == batch_size and known[1] == beam_width)
    if known[0] == batch_size * beam_width and is_beams:
        return True
    logging.warn(
        "TensorArray reordering expects elements to be reshapable to %s which is incompatible with the current shape %s. "
        "Consider setting reorder_tensor_arrays to False to disable TensorArray reordering during the beam search.",
        TensorShape([batch_size, beam_width, None]),
        element,
    )
    return False


def check_beams(stacked, batch_size, beam_width):
    """The operation that fails where the elements of a stacked TensorArray are none of [batch, beams, …]."""
    message = (
        "TensorArray reordering expects elements to be reshapable to [batch_size, beam_size, -1] which is incompatible "
        f"with the dynamic shape of {stacked.name} elements. Consider setting reorder_tensor_arrays to False to disable "
        "TensorArray reordering during the beam search."
    )
    sizes = shape(stacked)
    fits = equal(sizes[1], batch_size * beam_width)
    if stacked.shape.ndims != 2:
        fits = logical_or(fits, logical_and(equal(sizes[1], batch_size), equal(sizes[2], beam_width)))
    return assert_(fits, [message])


def gather_tree_from_array(t, parent_ids, sequence_length):
    """The rows of t, [time, batch * beams, …], in the order of the beams that won.

    parent_ids: [time, batch, beams].  sequence_length: [batch, beams].
    """
    known = parent_ids.shape.as_list()
    times, batch, beams = (known[i] or shape(parent_ids)[i] for i in range(3))
    own = tile(expand_dims(expand_dims(range_(beams), 0), 0), [times, batch, 1])
    longest = cast(reduce_max(sequence_length, axis=1), dtypes.int32)
    ordered = gather_tree(own, parent_ids, longest, beams + 1)
    inside = transpose(sequence_mask(sequence_length, maxlen=times), perm=[2, 0, 1])
    ordered = where(inside, ordered, own)
    time_index = tile(reshape(range_(times), [-1, 1, 1]), [1, batch, beams])
    batch_index = tile(reshape(range_(batch), [-1, 1, 1]), [1, times, beams])
    batch_index = transpose(batch_index, perm=[1, 0, 2])
    places = stack([time_index, batch_index, ordered], -1)
    final = shape(t)
    rows = gather_nd(reshape(t, [times, batch, beams, -1]), places)
    return reshape(rows, final)
