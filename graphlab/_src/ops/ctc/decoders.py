"""Decoders: the most probable label sequences of a sequence of logits."""

import numpy as np

from graphlab._src.base.errors import FailedPreconditionError
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.ops.ctc.loss import TYPES, log_softmax
from graphlab._src.ops.define import no_gradient, op
from graphlab._src.ops.rules import merge_size, with_rank


def _batch(op):
    inputs = with_rank(op.inputs[0].dims, 3)
    lengths = with_rank(op.inputs[1].dims, 1)
    return merge_size(inputs[1], lengths[0], "pass one sequence length for each example")


def _sparse(rows):
    """(indices, values, shape) of a matrix with these rows of labels."""
    places = [(i, j) for i, row in enumerate(rows) for j in range(len(row))]
    values = [label for row in rows for label in row]
    widest = max((len(row) for row in rows), default=0)
    return (
        np.asarray(places, np.int64).reshape(-1, 2),
        np.asarray(values, np.int64),
        np.asarray([len(rows), widest], np.int64),
    )


def _merged(labels):
    """The labels without those that repeat the one before."""
    return [label for i, label in enumerate(labels) if not i or label != labels[i - 1]]


def _check(inputs, sequence_length):
    if inputs.ndim != 3:
        raise ValueError("inputs is not a 3-Tensor")
    if len(sequence_length) != inputs.shape[1]:
        counts = f"len(sequence_length):  {len(sequence_length)} batch_size: {inputs.shape[1]}"
        raise FailedPreconditionError(None, None, f"len(sequence_length) != batch_size.  {counts}")
    late = np.flatnonzero(sequence_length > inputs.shape[0])
    if len(late):
        raise FailedPreconditionError(None, None, f"sequence_length({late[0]}) <= {inputs.shape[0]}")


def _largest(rows):
    """Where each row is largest; NaN is no larger than anything, and nothing larger than NaN at the beginning."""
    places = np.where(np.isnan(rows), -np.inf, rows).argmax(axis=1)
    return np.where(np.isnan(rows[:, 0]), 0, places)


@op(
    "CTCGreedyDecoder",
    "inputs: T=float, sequence_length: int32 -> "
    "decoded_indices: int64, decoded_values: int64, decoded_shape: int64, log_probability: T",
    types=TYPES,
    infer=lambda op: [(None, 2), (None,), (2,), (_batch(op), 1)],
    host=True,
    grad=no_gradient,
)
def _greedy(inputs, sequence_length, *, merge_repeated: bool = False):
    """The most probable class of each step, without blanks, as a sparse matrix; minus the sum of their logits.

    inputs: [time, batch, classes], the last class is the blank.  merge_repeated: what repeats in the next step is one.
    """
    _check(inputs, sequence_length)
    blank = inputs.shape[2] - 1
    rows, scores = [], np.zeros((inputs.shape[1], 1), inputs.dtype)
    for i, length in enumerate(sequence_length):
        best = _largest(inputs[:length, i])
        scores[i] = -np.take_along_axis(inputs[:length, i], best[:, None], 1).sum()
        labels = _merged(best.tolist()) if merge_repeated else best.tolist()
        rows.append([label for label in labels if label != blank])
    return *_sparse(rows), scores


def ctc_greedy_decoder(inputs, sequence_length, merge_repeated=True):
    """([SparseTensor of labels], minus the sum of the logits that were taken [batch, 1]): the best class of each step.

    inputs: logits [time, batch, classes], the last class is the blank.  sequence_length: int32 [batch].
    merge_repeated: a class that comes in two steps one after the other is one label.
    """
    *parts, scores = _greedy(inputs, sequence_length, merge_repeated=merge_repeated)
    return [SparseTensor(*parts)], scores


@op(
    "CTCBeamSearchDecoder",
    "inputs: T=float, sequence_length: int32 -> decoded_indices: top_paths*int64, "
    "decoded_values: top_paths*int64, decoded_shape: top_paths*int64, log_probability: T",
    types=TYPES,
    infer=lambda op: [
        *[(None, 2)] * op.attrs["top_paths"],
        *[(None,)] * op.attrs["top_paths"],
        *[(2,)] * op.attrs["top_paths"],
        (_batch(op), op.attrs["top_paths"]),
    ],
    host=True,
    grad=no_gradient,
    minimums={"beam_width": 1, "top_paths": 1},
)
def _beam_search(inputs, sequence_length, *, beam_width: int, top_paths: int, merge_repeated: bool = True):
    """The top_paths most probable label sequences that a search with beam_width prefixes finds, as sparse matrices.

    inputs: [time, batch, classes], the last class is the blank.  log_probability: of each path, [batch, top_paths].
    merge_repeated: repeated labels in what was found are made one.
    """
    _check(inputs, sequence_length)
    if top_paths > beam_width:
        raise ValueError(f"requested more paths than the beam width: top_paths={top_paths}, beam_width={beam_width}")
    log_y = log_softmax(inputs.astype(np.float64))
    found = [_search(log_y[:length, i], beam_width)[:top_paths] for i, length in enumerate(sequence_length)]
    if any(len(paths) < top_paths for paths in found):
        raise ValueError("Less leaves in the beam search than requested.")
    scores = np.asarray([[score for _, score in paths] for paths in found], inputs.dtype)
    matrices = []
    for path in range(top_paths):
        rows = [list(paths[path][0]) for paths in found]
        matrices.append(_sparse([_merged(row) for row in rows] if merge_repeated else rows))
    columns = [part for parts in zip(*matrices, strict=True) for part in parts]
    return *columns, scores.reshape(len(found), top_paths)


def _total(both):
    return np.logaddexp(both[0], both[1])


def _search(log_y, width):
    """[(labels, log of the probability)], the best first: prefix beam search over [time, classes], the blank last."""
    blank = log_y.shape[1] - 1
    beam = {(): (0.0, -np.inf)}  # prefix -> log p of all alignments that end with a blank, and with its last label
    for scores in log_y:
        ahead = {}
        for prefix, (p_blank, p_label) in beam.items():
            total = np.logaddexp(p_blank, p_label)
            stays = p_label
            if prefix and prefix[:-1] in beam:
                before = beam[prefix[:-1]]
                repeats = len(prefix) > 1 and prefix[-2] == prefix[-1]
                stays = np.logaddexp(stays, before[0] if repeats else _total(before))
            ahead[prefix] = (total + scores[blank], stays + scores[prefix[-1]] if prefix else -np.inf)
        places, grown = [], []
        for prefix, (p_blank, p_label) in beam.items():
            total = np.logaddexp(p_blank, p_label)
            longer = scores[:blank] + total
            if prefix:
                longer[prefix[-1]] = scores[prefix[-1]] + p_blank
            places.append(prefix)
            grown.append(longer)
        best = np.stack(grown)
        count = min(width + len(ahead), best.size)
        for flat in np.argpartition(-best, count - 1, axis=None)[:count] if count else ():
            row, label = divmod(int(flat), blank)
            prefix = (*places[row], label)
            if prefix not in ahead and best[row, label] > -np.inf:
                ahead[prefix] = (-np.inf, best[row, label])
        prefixes = sorted(ahead, key=lambda prefix: -_total(ahead[prefix]))[:width]
        beam = {prefix: ahead[prefix] for prefix in prefixes}
    paths = [(prefix, _total(both)) for prefix, both in beam.items()]
    return sorted(paths, key=lambda path: -path[1])


def ctc_beam_search_decoder(inputs, sequence_length, beam_width=100, top_paths=1, merge_repeated=True):
    """([SparseTensor of labels for each path], log of their probabilities [batch, top_paths]), the best path first.

    inputs: logits [time, batch, classes], the last class is the blank.  sequence_length: int32 [batch].
    merge_repeated: labels that repeat in what was found are made one; ctc_beam_search_decoder_v2 leaves them.
    beam_width: how many prefixes remain after each step.
    """
    *columns, scores = _beam_search(
        inputs, sequence_length, beam_width=beam_width, top_paths=top_paths, merge_repeated=merge_repeated
    )
    return [SparseTensor(*parts) for parts in zip(*columns, strict=True)], scores


def ctc_beam_search_decoder_v2(inputs, sequence_length, beam_width=100, top_paths=1):
    """ctc_beam_search_decoder without merging what repeats.

    inputs, sequence_length, beam_width, top_paths: as in ctc_beam_search_decoder.
    """
    return ctc_beam_search_decoder(inputs, sequence_length, beam_width, top_paths, merge_repeated=False)
