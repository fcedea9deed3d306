"""CTC as a chain of states that is summed up forward and backward, for a whole batch (Sim et al., 2017).

The states of L labels are: a start, L labels, the blank before the first label and one after each: 2 · L + 2.
"""

from typing import Any

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.graph import convert_to_tensor, nest
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import equal, not_equal
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.ctc.repeated import size_at
from graphlab._src.ops.functional.scan import scan
from graphlab._src.ops.grids import sequence_mask
from graphlab._src.ops.joining import concat
from graphlab._src.ops.logical import logical_and, logical_or
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.one_hot import one_hot
from graphlab._src.ops.padding import pad, tile
from graphlab._src.ops.power import exp, log
from graphlab._src.ops.select import where
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import expand_dims
from graphlab._src.ops.softmax import log_softmax
from graphlab._src.ops.statistics import reduce_logsumexp
from graphlab._src.ops.transpose import transpose

NEVER = float(
    np.float32(np.log(1e-307))
)  # of a first or a last state that is none: finite, so that any labels have a loss


def scan_all(fn, elems, initial, reverse=False, inclusive=False, final_only=False):
    """Stacked results of a = fn(a, row); with the first a, if inclusive, or the last one only."""
    results = scan(fn, elems, initializer=initial, reverse=reverse)
    if not (inclusive or final_only):
        return results

    def complete(first, rest):
        first = expand_dims(convert_to_tensor(first), 0)
        whole = concat([rest, first] if reverse else [first, rest], 0)
        return whole if not final_only else whole[0] if reverse else whole[-1]

    return nest.map_structure(complete, initial, results)


def transitions(label_seq):
    """1 where a state may follow another, or itself: [batch, to, from].  label_seq: [batch, labels]."""
    count = size_at(label_seq, 1)
    from_, to = expand_dims(range_(2 * count + 2), 0), expand_dims(range_(2 * count + 2), 1)
    is_label = logical_and(to >= 1, to <= count)
    same = logical_or(equal(to, from_), logical_and(equal(to, 1), equal(from_, 0)))
    to_label = logical_and(is_label, equal(from_, to + count))
    to_blank = equal(from_, to - (count + 1))
    steps = cast(logical_or(same, logical_or(to_label, to_blank)), dtypes.float32)
    differs = cast(not_equal(label_seq[:, 1:], label_seq[:, :-1]), dtypes.float32)
    differs = pad(differs, [[0, 0], [2, count + 1]])  # the same label twice has a blank between
    skips = cast(equal(from_, to - 1), dtypes.float32) * expand_dims(differs, 2)
    return expand_dims(steps, 0) + skips


def ctc_state_log_probs(seq_lengths, max_seq_length):
    """Log probabilities of the first states, and of the last, two of each: [batch, states]."""
    batch, count = size_at(seq_lengths, 0), max_seq_length + 1
    first = one_hot(zeros([batch], dtypes.int32), 2 * count, on_value=0.0, off_value=NEVER)
    last = one_hot(seq_lengths, count, on_value=0.0, off_value=NEVER)
    return first, concat([last, last], 1)


def to_states(labels, num_labels, ilabel_log_probs):
    """[time, batch, classes] as [time, batch, states]; class 0 is the blank."""
    count = size_at(labels, 1)
    chosen = one_hot(labels, num_labels, axis=1, dtype=ilabel_log_probs.dtype)
    of_labels = transpose(matmul(transpose(ilabel_log_probs, [1, 0, 2]), chosen), [1, 0, 2])
    blanks = tile(ilabel_log_probs[:, :, :1], [1, 1, count + 1])
    nothing: Any = -np.inf
    return pad(concat([of_labels, blanks], 2), [[0, 0], [0, 0], [1, 0]], constant_values=nothing)


def to_classes(labels, num_labels, states):
    """[time, batch, states] summed up as [time, batch, classes]."""
    count = size_at(labels, 1)
    chosen = one_hot(labels - 1, num_labels - 1, on_value=0.0, off_value=-np.inf)
    of_labels = expand_dims(states[:, :, 1 : count + 1], 3) + expand_dims(cast(chosen, states.dtype), 0)
    blanks = reduce_logsumexp(states[:, :, count + 1 :], axis=2, keepdims=True)
    return concat([blanks, reduce_logsumexp(of_labels, axis=2)], -1)


def sum_states(idx, states):
    """[time, batch, labels]: the states of each distinct label summed up.  idx: which of them each label is."""
    idx = convert_to_tensor(idx, name="idx")
    chosen = one_hot(idx, size_at(states, 2), on_value=0.0, off_value=-np.inf, axis=1)
    return reduce_logsumexp(expand_dims(states, 2) + cast(chosen, states.dtype), axis=-1)


def to_classes_of_unique(labels, num_labels, states, unique):
    """The same as to_classes, by the distinct labels of each row: unique is what ctc_unique_labels returns."""
    distinct, places = unique
    count = size_at(labels, 1)
    summed = sum_states(places, states[:, :, 1 : count + 1])
    return to_classes(distinct, num_labels, concat([states[:, :, :1], summed, states[:, :, count + 1 :]], 2))


def forward_backward(
    state_trans_log_probs, initial_state_log_probs, final_state_log_probs, observed_log_probs, sequence_length
):
    """(log probabilities of each state in each step [time, batch, states], of the whole [batch])."""
    axes = {2: [1, 0], 3: [0, 2, 1]}.get(state_trans_log_probs.shape.ndims)
    if axes is None:
        raise ValueError(
            f"state_trans_log_probs rank must be known and == 2 or 3, is: {state_trans_log_probs.shape.ndims}"
        )
    dtype = observed_log_probs.dtype
    steps, back = cast(state_trans_log_probs, dtype), cast(transpose(state_trans_log_probs, axes), dtype)

    def normal(values):
        total = reduce_logsumexp(values, axis=-1, keepdims=True)
        return values - total, total[:, 0]

    def forward(state, observed):
        return normal(reduce_logsumexp(expand_dims(state, 1) + steps, axis=-1) + observed)[0]

    def backward(sums, row):
        (state, total), (observed, valid) = sums, row
        before, more = normal(reduce_logsumexp(expand_dims(state + observed, 1) + back, axis=-1))
        here = tile(expand_dims(valid, 1), [1, size_at(before, 1)])
        return where(here, before, last), where(valid, total + more, total)

    first, last = cast(initial_state_log_probs, dtype), cast(final_state_log_probs, dtype)
    valid = transpose(sequence_mask(sequence_length, size_at(observed_log_probs, 0)), [1, 0])
    nothing = zeros([size_at(observed_log_probs, 1)], dtype)
    fore = scan_all(forward, observed_log_probs, first, inclusive=True)
    aft, totals = scan_all(backward, (observed_log_probs, valid), (last, nothing), reverse=True, inclusive=True)
    both = fore[1:] + aft[1:]
    both -= reduce_logsumexp(both, axis=2, keepdims=True)
    both += log(cast(expand_dims(valid, 2), dtype))
    return both, aft[0, :, 0] + totals[0]


def ctc_loss_and_grad(logits, labels, label_length, logit_length, unique=None):
    """(the loss [batch], its gradient in the logits [time, batch, classes]), neither of which has a gradient.

    logits: [time, batch, classes], class 0 is the blank.  labels: int [batch, labels], the first label_length of each row;
    unique: what ctc_unique_labels returns for them.  logit_length: how many steps count, [batch].
    """
    classes, widest = size_at(logits, 2), size_at(labels, 1)
    log_y = log_softmax(logits)
    found, likelihood = forward_backward(
        log(transitions(labels)),
        *ctc_state_log_probs(label_length, widest),
        to_states(labels, classes, log_y),
        logit_length,
    )
    if unique:
        likely = to_classes_of_unique(labels, classes, found, unique)
    else:
        likely = to_classes(labels, classes, found)
    counts = transpose(sequence_mask(logit_length, size_at(logits, 0), log_y.dtype), [1, 0])
    return -likelihood, (exp(log_y) - exp(likely)) * expand_dims(counts, 2)
