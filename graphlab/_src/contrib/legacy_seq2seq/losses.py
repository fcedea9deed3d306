"""Losses of lists of steps, and models with several lengths."""

from graphlab._src.graph import name_scope
from graphlab._src.ops.arithmetic import add_n
from graphlab._src.ops.cast import cast
from graphlab._src.ops.cross_entropy import sparse_softmax_cross_entropy_with_logits
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.shape import reshape, shape
from graphlab._src.state.scope import variable_scope
from graphlab._src.state.variable_scope import get_variable_scope


def sequence_loss_by_example(
    logits, targets, weights, average_across_timesteps=True, softmax_loss_function=None, name=None
):
    """The cross entropy of each example, [batch]: the sum over the steps of cross entropy times weight.

    logits: a list of [batch, classes].  targets: a list of int [batch].  weights: a list of [batch].
    average_across_timesteps: divided by the sum of the weights.
    softmax_loss_function(labels=…, logits=…): in place of the sparse softmax cross entropy.
    """
    if len(targets) != len(logits) or len(weights) != len(logits):
        raise ValueError(
            f"Lengths of logits, weights, and targets must be the same {len(logits)}, {len(weights)}, {len(targets)}."
        )
    with name_scope(name, "sequence_loss_by_example", logits + targets + weights):
        losses = []
        for logit, target, weight in zip(logits, targets, weights, strict=True):
            if softmax_loss_function is None:
                target = reshape(target, [-1])
                loss = sparse_softmax_cross_entropy_with_logits(labels=target, logits=logit)
            else:
                loss = softmax_loss_function(labels=target, logits=logit)
            losses.append(loss * weight)
        total = add_n(losses)
        if average_across_timesteps:
            total /= add_n(weights) + 1e-12  # all weights may be 0
    return total


def sequence_loss(
    logits,
    targets,
    weights,
    average_across_timesteps=True,
    average_across_batch=True,
    softmax_loss_function=None,
    name=None,
):
    """The sum of sequence_loss_by_example over the batch; average_across_batch: divided by its size."""
    with name_scope(name, "sequence_loss", logits + targets + weights):
        cost = reduce_sum(
            sequence_loss_by_example(
                logits,
                targets,
                weights,
                average_across_timesteps=average_across_timesteps,
                softmax_loss_function=softmax_loss_function,
            )
        )
        if average_across_batch:
            return cost / cast(shape(targets[0])[0], cost.dtype)
        return cost


def model_with_buckets(
    encoder_inputs,
    decoder_inputs,
    targets,
    weights,
    buckets,
    seq2seq,
    softmax_loss_function=None,
    per_example_loss=False,
    name=None,
):
    """(list of outputs, list of losses): a model built once for each bucket, with the same variables.

    buckets: [(input length, output length)], the longest last.  seq2seq(encoder inputs, decoder inputs) ->
    (outputs, state).  per_example_loss: losses are [batch] each.
    """
    for given, what, longest in (
        (encoder_inputs, "encoder_inputs", buckets[-1][0]),
        (targets, "targets", buckets[-1][1]),
        (weights, "weights", buckets[-1][1]),
    ):
        if len(given) < longest:
            raise ValueError(f"Length of {what} ({len(given)}) must be at least that of last bucket ({longest}).")
    loss_of = sequence_loss_by_example if per_example_loss else sequence_loss
    outputs, losses = [], []
    with name_scope(name, "model_with_buckets", encoder_inputs + decoder_inputs + targets + weights):
        for i, (inputs, steps) in enumerate(buckets):
            with variable_scope(get_variable_scope(), reuse=True if i > 0 else None):
                found, _ = seq2seq(encoder_inputs[:inputs], decoder_inputs[:steps])
                outputs.append(found)
                losses.append(
                    loss_of(found, targets[:steps], weights[:steps], softmax_loss_function=softmax_loss_function)
                )
    return outputs, losses
