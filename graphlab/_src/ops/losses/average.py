"""compute_average_loss: the mean of a model's losses over a global batch."""

from typing import Any

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.graph import constant, convert_to_tensor, name_scope
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.ops.arithmetic import multiply
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.values import assert_greater_equal
from graphlab._src.ops.comparison import equal
from graphlab._src.ops.constants import ones_like, zeros_like
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.logical import logical_and
from graphlab._src.ops.power import exp, log
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.select import where
from graphlab._src.ops.shape import expand_dims, rank, shape, squeeze
from graphlab._src.ops.weights import broadcast_weights

_RANK = "Invalid value passed for `per_example_loss`. Expected a tensor with at least rank 1"


def _fitted(weights, losses):
    """The weights with as many axes as the losses, when one of size 1 is missing or too many."""
    weights = convert_to_tensor(weights)
    ours, theirs = weights.dims, losses.dims
    if ours == ():
        return weights
    if ours is not None and theirs is not None:
        if len(ours) - len(theirs) == 1:
            return squeeze(weights, [-1])
        return expand_dims(weights, [-1]) if len(theirs) - len(ours) == 1 else weights
    count = rank(weights)
    difference = count - rank(losses)

    def extended():
        return cond(equal(difference, -1), lambda: expand_dims(weights, [-1]), lambda: weights)

    def adjusted():
        return cond(equal(difference, 1), lambda: squeeze(weights, [-1]), extended)

    return cond(equal(count, 0), lambda: weights, adjusted)


def compute_average_loss(per_example_loss, sample_weight: Any = None, global_batch_size: Any = None):
    """The sum of the losses of examples over the batch size.

    per_example_loss: [batch, …].  sample_weight: of each example.
    global_batch_size: what to divide by, the batch when left out.
    """
    losses = convert_to_tensor(per_example_loss)
    dtype = losses.dtype
    if losses.dims == ():
        raise ValueError(f"{_RANK}, received: {losses}")
    with control_dependencies([_check_rank(losses)] if losses.dims is None else []):
        if sample_weight is not None:
            losses = cast(losses, dtypes.float32)
            weights = _fitted(cast(sample_weight, dtypes.float32), losses)
            losses = multiply(losses, broadcast_weights(weights, losses))
        losses = cast(losses, dtype)
        if global_batch_size is None:
            global_batch_size = cast(shape(losses)[0] * 1, dtype)
        return reduce_sum(losses) / global_batch_size


def _check_rank(losses):
    return assert_greater_equal(rank(losses), cast(1, dtypes.int32), message=f"{_RANK}.")


def scale_regularization_loss(regularization_loss):
    """The sum of a regularization loss, for this one of the replicas that train together: there is one.

    regularization_loss: a scalar.
    """
    return reduce_sum(regularization_loss) / 1


def log_poisson_loss(targets, log_input, compute_full_loss=False, name=None):
    """exp(log_input) - log_input · targets: how unlikely targets are as counts whose mean is exp(log_input).

    targets, log_input: of one shape.  compute_full_loss: adds Stirling's approximation of log(targets!).
    """
    with name_scope(name, "log_poisson_loss", [log_input, targets]):
        log_input = convert_to_tensor(log_input, name="log_input")
        targets = convert_to_tensor(targets, name="targets")
        try:
            targets.shape.merge_with(log_input.shape)
        except ValueError:
            raise ValueError(
                f"log_input and targets must have the same shape ({log_input.shape} vs {targets.shape})"
            ) from None
        result = exp(log_input) - log_input * targets
        if compute_full_loss:
            half = constant(0.5, targets.dtype)
            circle = constant(2 * np.pi, targets.dtype)
            stirling = targets * log(targets) - targets + half * log(circle * targets)
            zeros = zeros_like(targets, dtype=targets.dtype)
            ones = ones_like(targets, dtype=targets.dtype)
            few = logical_and(targets >= zeros, targets <= ones)
            result += where(few, zeros, stirling)
        return result
