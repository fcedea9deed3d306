"""compute_average_loss: the mean of a model's losses over a global batch."""

import contextlib
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
from graphlab._src.ops.squeezable import remove_squeezable_dimensions
from graphlab._src.ops.weights import broadcast_weights

_RANK = "Invalid value passed for `per_example_loss`. Expected a tensor with at least rank 1"


def squeeze_or_expand_dimensions(y_pred, y_true=None, sample_weight: Any = None) -> Any:
    """(y_pred, y_true, sample_weight) of one rank, where a last axis of size 1 made them differ.

    y_true: may be one class for each example, whose y_pred has a number for each class.
    sample_weight: one number stays one; without it the result is (y_pred, y_true).
    """
    predictions = y_pred
    if y_true is not None:
        ours, theirs = y_true.dims, predictions.dims
        if ours is not None and theirs is not None:
            if len(theirs) - len(ours) != 1 or theirs[-1] == 1:
                y_true, predictions = remove_squeezable_dimensions(y_true, predictions)
        else:
            labels = y_true
            difference, ends_in_one = rank(y_pred) - rank(labels), equal(1, shape(y_pred)[-1])

            def squeezed():
                return remove_squeezable_dimensions(labels, y_pred)

            y_true, predictions = cond(
                equal(1, difference), lambda: cond(ends_in_one, squeezed, lambda: (labels, y_pred)), squeezed
            )
    if sample_weight is None:
        return predictions, y_true
    return predictions, y_true, _fitted(convert_to_tensor(sample_weight), y_pred.dims, predictions)


def _fitted(weights, dims, losses):
    """The weights with as many axes as the losses, when one of size 1 is missing or too many. dims: of the losses before."""
    ours = weights.dims
    if ours == ():
        return weights
    if ours is not None and dims is not None:
        if len(ours) - len(dims) == 1:
            return squeeze(weights, [-1])
        return expand_dims(weights, [-1]) if len(dims) - len(ours) == 1 else weights
    count = rank(weights)
    difference = count - rank(losses)

    def extended():
        return cond(equal(difference, -1), lambda: expand_dims(weights, [-1]), lambda: weights)

    def adjusted():
        return cond(equal(difference, 1), lambda: squeeze(weights, [-1]), extended)

    return cond(equal(count, 0), lambda: weights, adjusted)


def scale_losses_by_sample_weight(losses, sample_weight):
    """The losses, as float32, times weights that are brought to their shape."""
    losses = cast(losses, dtypes.float32)
    losses, _, weights = squeeze_or_expand_dimensions(losses, None, cast(sample_weight, dtypes.float32))
    return multiply(losses, broadcast_weights(weights, losses))


@contextlib.contextmanager
def check_per_example_loss_rank(per_example_loss):
    """A block that is for the losses of several examples: a number raises ValueError, or fails the run if only that knows."""
    if per_example_loss.dims is None:
        one = cast(1, dtypes.int32)
        with control_dependencies([assert_greater_equal(rank(per_example_loss), one, message=f"{_RANK}.")]):
            yield
    elif per_example_loss.dims:
        yield
    else:
        raise ValueError(f"{_RANK}, received: {per_example_loss}")


def compute_average_loss(per_example_loss, sample_weight: Any = None, global_batch_size: Any = None):
    """The sum of the losses of examples over the batch size.

    per_example_loss: [batch, …].  sample_weight: of each example.
    global_batch_size: what to divide by, the batch when left out.
    """
    losses = convert_to_tensor(per_example_loss)
    dtype = losses.dtype
    with check_per_example_loss_rank(losses):
        if sample_weight is not None:
            losses = scale_losses_by_sample_weight(losses, sample_weight)
        losses = cast(losses, dtype)
        if global_batch_size is None:
            global_batch_size = cast(shape(losses)[0] * 1, dtype)
        return reduce_sum(losses) / global_batch_size


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
