"""A linear-chain conditional random field: how well a sequence of tags fits, and which fits best.

A sequence's score is the sum of a potential for each tag and of one for each pair of neighbours (Lafferty et al., 2001).
"""

from typing import Any

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.graph import constant
from graphlab._src.graph.attributes import attribute
from graphlab._src.layers.rnn.cells.rnn_cell import RNNCell
from graphlab._src.layers.rnn.dynamic_rnn import dynamic_rnn
from graphlab._src.ops.arg import argmax
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import equal, less_equal
from graphlab._src.ops.constants import fill, zeros_like
from graphlab._src.ops.control_flow.smart_cond import smart_cond
from graphlab._src.ops.extremes import maximum
from graphlab._src.ops.gather import gather, gather_nd
from graphlab._src.ops.grids import sequence_mask
from graphlab._src.ops.joining import concat, stack
from graphlab._src.ops.reduction import reduce_max, reduce_sum
from graphlab._src.ops.select import where
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import expand_dims, reshape, shape, squeeze
from graphlab._src.ops.slicing import slice_
from graphlab._src.ops.statistics import reduce_logsumexp
from graphlab._src.ops.transpose import reverse_sequence
from graphlab._src.state.scope import get_variable


def _for_length(inputs, one, many) -> Any:
    """one() where there is one step, else many()."""
    return smart_cond(equal(inputs.shape.as_list()[1] or shape(inputs)[1], 1), true_fn=one, false_fn=many)


def _zero_where_empty(values, sequence_lengths):
    return where(less_equal(sequence_lengths, 0), zeros_like(values), values)


def crf_sequence_score(inputs, tag_indices, sequence_lengths, transition_params):
    """The score of each sequence of tags: [batch].

    inputs: the potentials of the tags, [batch, time, tags].  tag_indices: [batch, time].  sequence_lengths: [batch].
    transition_params: the potentials of pairs of neighbours, [tags, tags].
    """

    def one():
        batch = shape(inputs, out_type=tag_indices.dtype)[0]
        examples = reshape(range_(batch, dtype=tag_indices.dtype), [-1, 1])
        scores = gather_nd(squeeze(inputs, [1]), concat([examples, tag_indices], axis=1))
        return _zero_where_empty(scores, sequence_lengths)

    def many():
        unary = crf_unary_score(tag_indices, sequence_lengths, inputs)
        return unary + crf_binary_score(tag_indices, sequence_lengths, transition_params)

    return _for_length(inputs, one, many)


def crf_multitag_sequence_score(inputs, tag_bitmap, sequence_lengths, transition_params):
    """The log of the sum over all sequences that tag_bitmap, bool[batch, time, tags], allows: [batch]."""

    def allowed():
        return where(tag_bitmap, inputs, fill(shape(inputs), float("-inf")))

    return _for_length(
        inputs,
        lambda: reduce_logsumexp(allowed(), axis=[1, 2], keepdims=False),
        lambda: crf_log_norm(allowed(), sequence_lengths, transition_params),
    )


def crf_log_norm(inputs, sequence_lengths, transition_params):
    """The log of the sum over all sequences of tags: [batch]."""
    first = squeeze(slice_(inputs, [0, 0, 0], [-1, 1, -1]), [1])

    def one():
        return _zero_where_empty(reduce_logsumexp(first, [1]), sequence_lengths)

    def many():
        rest = slice_(inputs, [0, 1, 0], [-1, -1, -1])
        cell = CrfForwardRnnCell(transition_params)
        less_one = maximum(constant(0, dtype=sequence_lengths.dtype), sequence_lengths - 1)
        _, alphas = dynamic_rnn(cell, rest, sequence_length=less_one, initial_state=first, dtype=dtypes.float32)
        return _zero_where_empty(reduce_logsumexp(alphas, [1]), sequence_lengths)

    return _for_length(inputs, one, many)


def crf_log_likelihood(inputs, tag_indices, sequence_lengths, transition_params=None):
    """(log of the probability of each sequence of tags [batch], transition_params, a variable when left out)."""
    tags = inputs.shape.as_list()[2]
    if transition_params is None:
        transition_params = get_variable("transitions", [tags, tags])
    scores = crf_sequence_score(inputs, tag_indices, sequence_lengths, transition_params)
    return scores - crf_log_norm(inputs, sequence_lengths, transition_params), transition_params


def crf_unary_score(tag_indices, sequence_lengths, inputs):
    """The sum of the tags' own potentials: [batch]."""
    batch, times, tags = shape(inputs)[0], shape(inputs)[1], shape(inputs)[2]
    flat = reshape(inputs, [-1])
    offsets = expand_dims(range_(batch) * times * tags, 1)
    offsets += expand_dims(range_(times) * tags, 0)
    if tag_indices.dtype is dtypes.int64:
        offsets = cast(offsets, dtypes.int64)
    chosen = reshape(gather(flat, reshape(offsets + tag_indices, [-1])), [batch, times])
    masks = sequence_mask(sequence_lengths, maxlen=shape(tag_indices)[1], dtype=dtypes.float32)
    return reduce_sum(chosen * masks, 1)


def crf_binary_score(tag_indices, sequence_lengths, transition_params):
    """The sum of the potentials of neighbours: [batch]."""
    tags = transition_params.get_shape()[0]
    count = shape(tag_indices)[1] - 1
    starts = slice_(tag_indices, [0, 0], [-1, count])
    ends = slice_(tag_indices, [0, 1], [-1, count])
    pairs = starts * tags + ends
    scores = gather(reshape(transition_params, [-1]), pairs)
    masks = sequence_mask(sequence_lengths, maxlen=shape(tag_indices)[1], dtype=dtypes.float32)
    return reduce_sum(scores * slice_(masks, [0, 1], [-1, -1]), 1)


class _TagCell(RNNCell):
    def __init__(self, transition_params):
        super().__init__()
        self._transition_params: Any = expand_dims(transition_params, 0)
        self._num_tags = transition_params.shape.as_list()[0]

    state_size = attribute("_num_tags", "How many tags.")
    output_size = attribute("_num_tags", "How many tags.")


class CrfForwardRnnCell(_TagCell):
    """A step of the forward algorithm.  transition_params: [tags, tags]."""

    def __call__(self, inputs, state, scope=None):  # pyright: ignore[reportIncompatibleMethodOverride]
        """The log of the sum over all ways to each tag, twice."""
        scores = expand_dims(state, 2) + self._transition_params
        alphas = inputs + reduce_logsumexp(scores, [1])
        return alphas, alphas


class CrfDecodeForwardRnnCell(_TagCell):
    """A step of Viterbi's algorithm.  transition_params: [tags, tags]."""

    def __call__(self, inputs, state, scope=None):  # pyright: ignore[reportIncompatibleMethodOverride]
        """(from which tag the best way to each comes, its score)."""
        scores = expand_dims(state, 2) + self._transition_params
        best = inputs + reduce_max(scores, [1])
        return cast(argmax(scores, 1), dtype=dtypes.int32), best


class CrfDecodeBackwardRnnCell(RNNCell):
    """Goes back along the best way.  num_tags: how many tags."""

    def __init__(self, num_tags):
        super().__init__()
        self._num_tags = num_tags

    @property
    def state_size(self):
        """1: a tag."""
        return 1

    @property
    def output_size(self):
        """1: a tag."""
        return 1

    def __call__(self, inputs, state, scope=None):  # pyright: ignore[reportIncompatibleMethodOverride]
        """The tag before, twice."""
        tag = squeeze(state, axis=[1])
        places = stack([range_(shape(inputs)[0]), tag], axis=1)
        before = expand_dims(gather_nd(inputs, places), axis=-1)
        return before, before


def viterbi_decode(score, transition_params):
    """(the best tags, their score) of one sequence of NumPy arrays: score [time, tags], transition_params [tags, tags]."""
    best = np.zeros_like(score)
    back = np.zeros_like(score, dtype=np.int32)
    best[0] = score[0]
    for t in range(1, score.shape[0]):
        ways = np.expand_dims(best[t - 1], 1) + transition_params
        best[t] = score[t] + np.max(ways, 0)
        back[t] = np.argmax(ways, 0)
    tags = [np.argmax(best[-1])]
    for step in reversed(back[1:]):
        tags.append(step[tags[-1]])
    tags.reverse()
    return tags, np.max(best[-1])


def crf_decode(potentials, transition_params, sequence_length):
    """(the best tags int32[batch, time], their scores [batch]).

    potentials: of the tags, [batch, time, tags].  transition_params: [tags, tags].  sequence_length: [batch].
    """

    def one():
        squeezed = squeeze(potentials, [1])
        tags = expand_dims(argmax(squeezed, axis=1), 1)
        score = reduce_max(squeezed, axis=1)
        return cast(tags, dtype=dtypes.int32), score

    def many():
        forward = CrfDecodeForwardRnnCell(transition_params)
        first = squeeze(slice_(potentials, [0, 0, 0], [-1, 1, -1]), axis=[1])
        rest = slice_(potentials, [0, 1, 0], [-1, -1, -1])
        less_one = maximum(constant(0, dtype=sequence_length.dtype), sequence_length - 1)
        back, last = dynamic_rnn(
            forward, rest, sequence_length=less_one, initial_state=first, time_major=False, dtype=dtypes.int32
        )
        back = reverse_sequence(back, less_one, seq_dim=1)
        backward = CrfDecodeBackwardRnnCell(potentials.shape.as_list()[2])
        end = expand_dims(cast(argmax(last, axis=1), dtype=dtypes.int32), axis=-1)
        tags, _ = dynamic_rnn(
            backward, back, sequence_length=less_one, initial_state=end, time_major=False, dtype=dtypes.int32
        )
        tags = reverse_sequence(concat([end, squeeze(tags, axis=[2])], axis=1), sequence_length, seq_dim=1)
        return tags, reduce_max(last, axis=1)

    return _for_length(potentials, one, many)
