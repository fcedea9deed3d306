"""Losses with candidate sampling: noise-contrastive estimation and sampled softmax."""

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.ops.arithmetic import multiply
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import equal
from graphlab._src.ops.constants import ones, ones_like, zeros_like
from graphlab._src.ops.cross_entropy import sigmoid_cross_entropy_with_logits, softmax_cross_entropy_with_logits_v2
from graphlab._src.ops.define import no_gradient, op
from graphlab._src.ops.embedding import embedding_lookup
from graphlab._src.ops.gather import gather
from graphlab._src.ops.identity import stop_gradient
from graphlab._src.ops.joining import concat, stack
from graphlab._src.ops.logical import logical_and
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.power import log
from graphlab._src.ops.reduction import reduce_any
from graphlab._src.ops.rules import with_rank
from graphlab._src.ops.sampling.samplers import log_uniform_candidate_sampler
from graphlab._src.ops.seed import counted_as, seed_attrs
from graphlab._src.ops.segment import unsorted_segment_max
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import expand_dims, reshape, shape
from graphlab._src.ops.slicing import slice_

_HIT_OPERATIONS = 21  # with which TensorFlow lowers the logits of drawn classes that are true ones
_LOWEST = float(np.finfo(np.float32).min)


def _hits_shape(op):
    with_rank(op.inputs[0].dims, 2)
    with_rank(op.inputs[1].dims, 1)
    return [(None,)] * 3


@op(
    "ComputeAccidentalHits",
    "true_classes: int64, sampled_candidates: int64 -> indices: int32, ids: int64, weights: float32",
    infer=_hits_shape,
    host=True,
    grad=no_gradient,
    attrs={"seed": (int, 0), "seed2": (int, 0)},
)
def _compute_accidental_hits(true_classes, sampled_candidates, *, num_true: int):
    """The rows, and the places among the candidates, where a candidate is one of the row's true classes."""
    if true_classes.ndim != 2 or true_classes.shape[1] != num_true:
        raise ValueError("true_candidates must be a batch_size * num_true matrix")
    if sampled_candidates.ndim != 1:
        raise ValueError("sampled_candidates must be a vector, which is typically an output from CandidateSampler")
    last = len(sampled_candidates) - 1 - np.unique(sampled_candidates[::-1], return_index=True)[1]
    counts = np.zeros(len(sampled_candidates), bool)
    counts[last] = True  # of a class that was sampled several times TensorFlow finds the last place
    rows, _, ids = np.nonzero((true_classes[:, :, None] == sampled_candidates) & counts)
    return rows, ids, np.full(len(rows), _LOWEST, np.float32)


def compute_accidental_hits(true_classes, sampled_candidates, num_true, seed=None, name=None):
    """The candidates that are true classes: (rows of the batch, indices of the candidates, weights).

    The weights are the lowest float32, to be added to the logits of these candidates. true_classes: [batch, num_true].
    sampled_candidates: [num_sampled], from a candidate sampler.  seed: has no effect.
    """
    return _compute_accidental_hits(true_classes, sampled_candidates, num_true=num_true, **seed_attrs(seed), name=name)


def _sum_rows(x):
    columns = shape(x)[1]
    return reshape(matmul(x, ones(stack([columns, 1]), x.dtype)), [-1])


def _is_last(sampled, num_classes):
    """Whether a class is not drawn again later: of a class that was drawn several times TensorFlow lowers the last logit."""
    places = range_(shape(sampled)[0])
    return equal(gather(unsorted_segment_max(places, sampled, num_classes), sampled), places)


def sampled_logits(
    weights,
    biases,
    labels,
    inputs,
    num_sampled,
    num_classes,
    num_true,
    sampled_values,
    remove_hits,
    strategy,
    name,
    seed,
    subtract_log_q=True,
):
    """(logits [batch, num_true + num_sampled], labels of that shape that add up to 1 in each row)."""
    whole_parts = getattr(weights, "_get_variable_list", None)  # that of a PartitionedVariable
    weights = whole_parts() if whole_parts else weights if isinstance(weights, list) else [weights]
    with name_scope(name, "compute_sampled_logits", [*weights, biases, inputs, labels]):
        labels = convert_to_tensor(labels)
        inputs = convert_to_tensor(inputs)
        if labels.dtype.base_dtype is not dtypes.int64:
            labels = cast(labels, dtypes.int64)
        flat = reshape(labels, [-1])
        are_distinct = sampled_values is None
        if sampled_values is None:
            sampled_values = log_uniform_candidate_sampler(labels, num_true, num_sampled, True, num_classes, seed)
        sampled, true_count, sampled_count = (stop_gradient(value) for value in sampled_values)
        sampled = cast(sampled, dtypes.int64)
        ids = concat([flat, sampled], 0)
        all_weights = cast(embedding_lookup(weights, ids, strategy), inputs.dtype)
        true_weights = slice_(all_weights, [0, 0], stack([shape(flat)[0], -1]))
        sampled_weights = slice_(all_weights, stack([shape(flat)[0], 0]), [-1, -1])
        drawn_logits = matmul(inputs, sampled_weights, transpose_b=True)
        all_biases = cast(embedding_lookup(biases, ids, strategy), inputs.dtype)
        true_biases = slice_(all_biases, [0], shape(flat))
        sampled_biases = slice_(all_biases, shape(flat), [-1])
        size = shape(true_weights)[1:2]
        by_row = concat([[-1, num_true], size], 0)
        products = multiply(expand_dims(inputs, 1), reshape(true_weights, by_row))
        products = reshape(products, concat([[-1], size], 0))
        true_logits = reshape(_sum_rows(products), [-1, num_true])
        true_logits += reshape(true_biases, [-1, num_true])
        drawn_logits += sampled_biases
        if remove_hits:
            with counted_as(_HIT_OPERATIONS + (inputs.dtype.base_dtype is not dtypes.float32)):
                hits = reduce_any(equal(expand_dims(labels, 2), sampled), axis=1)
                if not are_distinct:
                    hits = logical_and(hits, _is_last(sampled, num_classes))
                drawn_logits += cast(hits, inputs.dtype) * inputs.dtype.base_dtype.min
        if subtract_log_q:
            true_logits -= log(true_count)
            drawn_logits -= log(sampled_count)
        logits = concat([true_logits, drawn_logits], 1)
        return logits, concat([ones_like(true_logits) / num_true, zeros_like(drawn_logits)], 1)


def nce_loss(
    weights,
    biases,
    labels,
    inputs,
    num_sampled,
    num_classes,
    num_true=1,
    sampled_values=None,
    remove_accidental_hits=False,
    partition_strategy="mod",
    name="nce_loss",
):
    """Noise-contrastive estimation: how well each row's true classes are distinguished from drawn ones: [batch].

    weights: [num_classes, dim], or a list of parts.  biases: [num_classes].  inputs: [batch, dim].
    labels: [batch, num_true], true classes, int64.  num_sampled: how many classes are drawn for the whole batch.
    sampled_values: the result of a candidate sampler; log-uniform when left out, for classes that are numbered by how
    often they come.  remove_accidental_hits: whether drawn classes that are true ones are left out.
    partition_strategy: of the parts of weights, as in embedding_lookup.  (Gutmann and Hyvärinen, 2010.)
    """
    logits, labels = sampled_logits(
        weights,
        biases,
        labels,
        inputs,
        num_sampled,
        num_classes,
        num_true,
        sampled_values,
        remove_accidental_hits,
        partition_strategy,
        name,
        None,
    )
    return _sum_rows(sigmoid_cross_entropy_with_logits(labels=labels, logits=logits, name="sampled_losses"))


def sampled_softmax_loss(
    weights,
    biases,
    labels,
    inputs,
    num_sampled,
    num_classes,
    num_true=1,
    sampled_values=None,
    remove_accidental_hits=True,
    partition_strategy="mod",
    name="sampled_softmax_loss",
    seed=None,
):
    """The cross entropy of a softmax over each row's true classes and some drawn ones: [batch].

    For training only: it is an estimate from below of the loss over all classes.
    weights, biases, labels, inputs, num_sampled, num_classes, num_true, sampled_values, remove_accidental_hits,
    partition_strategy: as in nce_loss.  seed: of the draws.  (Jean et al., 2014.)
    """
    logits, labels = sampled_logits(
        weights,
        biases,
        labels,
        inputs,
        num_sampled,
        num_classes,
        num_true,
        sampled_values,
        remove_accidental_hits,
        partition_strategy,
        name,
        seed,
    )
    labels = stop_gradient(labels, name="labels_stop_gradient")
    return softmax_cross_entropy_with_logits_v2(labels=labels, logits=logits)
