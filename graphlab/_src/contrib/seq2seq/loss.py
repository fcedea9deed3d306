"""sequence_loss: the weighted cross entropy of sequences of logits."""

from graphlab._src.graph import name_scope
from graphlab._src.ops.cast import cast
from graphlab._src.ops.cross_entropy import sparse_softmax_cross_entropy_with_logits
from graphlab._src.ops.division import div_no_nan
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.shape import reshape, shape
from graphlab._src.ops.statistics import count_nonzero


def sequence_loss(
    logits,
    targets,
    weights,
    average_across_timesteps=True,
    average_across_batch=True,
    sum_over_timesteps=False,
    sum_over_batch=False,
    softmax_loss_function=None,
    name=None,
):
    """The cross entropy of each step times its weight, summed or averaged over steps, over the batch, over both.

    logits: [batch, time, classes].  targets: int [batch, time].  weights: [batch, time], 0 where a step is padding.
    average_…: the sum divided by that of the weights.  sum_over_…: divided by how many weights are not 0.
    softmax_loss_function(labels=…, logits=…): in place of the sparse softmax cross entropy.
    average_across_timesteps, average_across_batch, sum_over_timesteps, sum_over_batch: over what.
    """
    for tensor, rank, what in (
        (logits, 3, "Logits must be a [batch_size x sequence_length x logits] tensor"),
        (targets, 2, "Targets must be a [batch_size x sequence_length] tensor"),
        (weights, 2, "Weights must be a [batch_size x sequence_length] tensor"),
    ):
        if len(tensor.get_shape()) != rank:
            raise ValueError(what)
    for averages, sums, what in (
        (average_across_timesteps, sum_over_timesteps, "timesteps"),
        (average_across_batch, sum_over_batch, "batch"),
    ):
        if averages and sums:
            raise ValueError(f"average_across_{what} and sum_over_{what} cannot be set to True at same time.")
    with name_scope(name, "sequence_loss", [logits, targets, weights]):
        flat = reshape(logits, [-1, shape(logits)[2]])
        targets = reshape(targets, [-1])
        loss = (softmax_loss_function or sparse_softmax_cross_entropy_with_logits)(labels=targets, logits=flat)
        loss *= reshape(weights, [-1])
        if average_across_timesteps and average_across_batch:
            total = reduce_sum(loss)
            return div_no_nan(total, reduce_sum(weights))
        if sum_over_timesteps and sum_over_batch:
            total = reduce_sum(loss)
            return div_no_nan(total, cast(count_nonzero(weights), total.dtype))
        loss = reshape(loss, shape(logits)[0:2])
        if average_across_timesteps or average_across_batch:
            axis = [0] if average_across_batch else [1]
            total = reduce_sum(loss, axis=axis)
            return div_no_nan(total, reduce_sum(weights, axis=axis))
        if sum_over_timesteps or sum_over_batch:
            axis = [0] if sum_over_batch else [1]
            total = reduce_sum(loss, axis=axis)
            return div_no_nan(total, cast(count_nonzero(weights, axis=axis), dtype=total.dtype))
        return loss
