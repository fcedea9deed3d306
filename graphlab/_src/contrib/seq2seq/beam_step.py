"""One step of a beam search: which words, after which beams, are the best so far."""

from collections import namedtuple
from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import TensorShape
from graphlab._src.contrib.seq2seq.attention_wrapper import AttentionWrapperState
from graphlab._src.graph import convert_to_tensor, name_scope, nest, static_value
from graphlab._src.ops.arg import top_k
from graphlab._src.ops.cast import cast, to_int64
from graphlab._src.ops.comparison import equal
from graphlab._src.ops.constants import fill, ones_like
from graphlab._src.ops.division import div, floormod
from graphlab._src.ops.extremes import minimum
from graphlab._src.ops.gather import gather
from graphlab._src.ops.joining import concat
from graphlab._src.ops.logical import logical_not, logical_or
from graphlab._src.ops.one_hot import one_hot
from graphlab._src.ops.padding import tile
from graphlab._src.ops.power import log
from graphlab._src.ops.reduction import reduce_mean, reduce_sum
from graphlab._src.ops.select import where
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import expand_dims, reshape, shape
from graphlab._src.ops.softmax import log_softmax
from graphlab._src.ops.tensor_array import TensorArray


class BeamSearchDecoderState(
    namedtuple(
        "BeamSearchDecoderState", ("cell_state", "log_probs", "finished", "lengths", "accumulated_attention_probs")
    )
):
    """What a beam search knows after a step, each [batch, beams, …]."""


class BeamSearchDecoderOutput(namedtuple("BeamSearchDecoderOutput", ("scores", "predicted_ids", "parent_ids"))):
    """What a step chose: the scores, the words, and from which beam each goes on; each [batch, beams]."""


def beam_search_step(
    logits,
    next_cell_state,
    beam_state,
    batch_size,
    beam_width,
    end_token,
    length_penalty_weight,
    coverage_penalty_weight,
):
    """(BeamSearchDecoderOutput, next BeamSearchDecoderState).

    logits: [batch, beams, words].  beam_state: the state before the step.
    """
    known_batch = static_value(batch_size)
    finished = beam_state.finished
    going_on = logical_not(finished)
    step_probs = masked(log_softmax(logits), end_token, finished)
    total_probs = expand_dims(beam_state.log_probs, 2) + step_probs
    words = logits.shape.as_list()[-1] or shape(logits)[-1]
    added = one_hot(
        fill([batch_size, beam_width], end_token),
        depth=words,
        on_value=to_int64(0),
        off_value=to_int64(1),
        dtype=dtypes.int64,
    )
    added *= expand_dims(cast(going_on, dtypes.int64), 2)
    lengths = added + expand_dims(beam_state.lengths, 2)
    attended = None
    attention = attention_probs(next_cell_state, coverage_penalty_weight)
    if attention is not None:
        attention *= expand_dims(cast(going_on, dtypes.float32), 2)
        attended = beam_state.accumulated_attention_probs + attention
    scores = hypothesis_scores(total_probs, lengths, length_penalty_weight, coverage_penalty_weight, finished, attended)
    flat = reshape(scores, [batch_size, -1])
    width: Any = convert_to_tensor(beam_width, dtype=dtypes.int32, name="beam_width")
    best, places = top_k(flat, k=width)
    best.set_shape([known_batch, beam_width])
    places.set_shape([known_batch, beam_width])

    def chosen(source, which, size, dims, name=None):
        return _gathered(which, source, batch_size, size, dims, name)

    probs = chosen(total_probs, places, beam_width * words, [-1], "next_beam_probs")
    ids = cast(floormod(places, words, name="next_beam_word_ids"), dtypes.int32)
    parents = cast(places / words, dtypes.int32, name="next_beam_parent_ids")
    before = chosen(finished, parents, beam_width, [-1])
    next_finished = logical_or(before, equal(ids, end_token), name="next_beam_finished")
    step_length = cast(logical_not(before), dtypes.int64)
    next_lengths = chosen(beam_state.lengths, parents, beam_width, [-1]) + step_length
    next_attended = ()
    if attended is not None:
        next_attended = chosen(
            attended, parents, beam_width, [batch_size * beam_width, -1], "next_accumulated_attention_probs"
        )

    def gathered(part):
        rows = [batch_size * beam_width, -1]
        if isinstance(part, TensorArray):
            return part
        return chosen(part, parents, beam_width, rows) if known_rank(part) >= 2 else part

    state = BeamSearchDecoderState(
        cell_state=nest.map_structure(gathered, next_cell_state),
        log_probs=probs,
        lengths=next_lengths,
        finished=next_finished,
        accumulated_attention_probs=next_attended,
    )
    return BeamSearchDecoderOutput(scores=best, predicted_ids=ids, parent_ids=parents), state


def known_rank(tensor):
    """The rank of a tensor; ValueError when it is not known."""
    if tensor.shape.ndims is None:
        raise ValueError(f"Expected tensor ({tensor}) to have known rank, but ndims == None.")
    return tensor.shape.ndims


def attention_probs(cell_state, coverage_penalty_weight):
    """What a cell's attention looked at, the mean over several; None where no coverage is wanted."""
    if coverage_penalty_weight == 0.0:
        return None
    states = [cell_state] if isinstance(cell_state, AttentionWrapperState) else cell_state
    found = []
    for state in states if isinstance(states, (tuple, list)) else ():
        if isinstance(state, AttentionWrapperState):
            several = state.alignments
            found.append(_mean(several) if isinstance(several, tuple) else several)
    if not found:
        raise ValueError("coverage_penalty_weight must be 0.0 if no cell is attentional.")
    return found[0] if len(found) == 1 else _mean(found)


def _mean(tensors):
    return reduce_mean(concat([expand_dims(tensor, -1) for tensor in tensors], -1), -1)


def hypothesis_scores(
    log_probs, sequence_lengths, length_penalty_weight, coverage_penalty_weight, finished, accumulated_attention_probs
):
    """The log probabilities by the lengths of what they are of, and for what attention looked at of it.

    log_probs, sequence_lengths: [batch, beams, words].  accumulated_attention_probs: [batch, beams, steps], or None.
    """
    attended = accumulated_attention_probs
    penalty = length_penalty(sequence_lengths, length_penalty_weight)
    scores = log_probs / cast(penalty, dtype=log_probs.dtype)
    coverage_weight = convert_to_tensor(coverage_penalty_weight, name="coverage_penalty_weight")
    if coverage_weight.shape.ndims != 0:
        raise ValueError(f"coverage_penalty_weight should be a scalar, but saw shape: {coverage_weight.shape}")
    if static_value(coverage_weight) == 0.0:
        return scores
    if attended is None:
        raise ValueError("accumulated_attention_probs can be None only if coverage penalty is disabled.")
    attended = where(equal(attended, 0.0), ones_like(attended), attended)
    penalty = reduce_sum(log(minimum(attended, 1.0)), 2) * cast(finished, dtypes.float32)
    return scores + expand_dims(penalty * coverage_weight, 2)


def length_penalty(sequence_lengths, penalty_factor):
    """((5 + length) / 6) ^ penalty_factor (https://arxiv.org/abs/1609.08144); 1.0 for a factor of 0."""
    weight = convert_to_tensor(penalty_factor, name="penalty_factor")
    weight.set_shape(())
    if static_value(weight) == 0:
        return 1.0
    return div((5.0 + cast(sequence_lengths, dtypes.float32)) ** weight, (5.0 + 1.0) ** weight)


def masked(probs, eos_token, finished):
    """The log probabilities, where a beam is finished those of nothing but eos_token."""
    words = shape(probs)[2]
    row = one_hot(
        eos_token,
        words,
        dtype=probs.dtype,
        on_value=convert_to_tensor(0.0, dtype=probs.dtype),
        off_value=probs.dtype.min,
    )
    rows = tile(reshape(row, [1, 1, -1]), concat([shape(finished), [1]], 0))
    return where(tile(expand_dims(finished, 2), [1, 1, words]), rows, probs)


def _gathered(which, source, batch_size, size, dims, name):
    """source[batch, which]; size: how many there are to choose from, dims: as what source is looked at."""
    with name_scope(name, "tensor_gather_helper"):
        starts = expand_dims(range_(batch_size) * size, 1)
        flat = reshape(which + starts, [-1])
        output = gather(reshape(source, dims), flat)
        final = shape(source)[: 1 + len(dims)]
        known = TensorShape([static_value(batch_size)]).concatenate(source.shape[1 : 1 + len(dims)])
        output = reshape(output, final, name="output")
        output.set_shape(known)
        return output
