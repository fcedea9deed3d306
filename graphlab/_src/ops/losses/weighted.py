"""compute_weighted_loss: weights the losses of examples and reduces them to a scalar."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.graph import GraphKeys, convert_to_tensor, get_default_graph, name_scope
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.ops.arithmetic import multiply
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import equal
from graphlab._src.ops.constants import ones_like, zeros_like
from graphlab._src.ops.division import div_no_nan
from graphlab._src.ops.losses.collected import add_loss
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.select import where
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import rank, size
from graphlab._src.ops.weights import assert_broadcastable, broadcast_weights


class Reduction:
    """The ways to reduce weighted losses to one number."""

    NONE = "none"
    SUM = "weighted_sum"
    SUM_OVER_BATCH_SIZE = "weighted_sum_over_batch_size"
    MEAN = "weighted_mean"
    SUM_BY_NONZERO_WEIGHTS = "weighted_sum_by_nonzero_weights"
    SUM_OVER_NONZERO_WEIGHTS = SUM_BY_NONZERO_WEIGHTS

    @classmethod
    def all(cls):
        """Every way."""
        return (
            cls.NONE,
            cls.SUM,
            cls.MEAN,
            cls.SUM_OVER_BATCH_SIZE,
            cls.SUM_OVER_NONZERO_WEIGHTS,
            cls.SUM_BY_NONZERO_WEIGHTS,
        )

    @classmethod
    def validate(cls, key):
        """Raises ValueError unless key is one of them."""
        if key not in cls.all():
            raise ValueError(f"Invalid Reduction Key {key}.")


def _mean(losses, num_present):
    """The sum over a count, 0 where nothing counts."""
    return div_no_nan(reduce_sum(losses), num_present, name="value")


def present(losses, weights, per_batch=False):
    """The number of losses with a weight that is not 0, total or for each example."""
    if isinstance(weights, float) and weights != 0.0:
        return _count(losses)
    with name_scope(None, "num_present", [losses, weights]) as scope:
        weights = cast(weights, dtypes.float32)
        ones = where(equal(weights, 0.0), zeros_like(weights), ones_like(weights))
        ones = broadcast_weights(ones, losses)
        if per_batch:
            return reduce_sum(ones, axis=range_(1, rank(ones)), keepdims=True, name=scope)
        return reduce_sum(ones, name=scope)


def _count(losses):
    with name_scope(None, "num_elements", [losses]) as scope:
        return cast(size(losses, name=scope), losses.dtype)


def compute_weighted_loss(
    losses,
    weights: Any = 1.0,
    scope=None,
    loss_collection: Any = GraphKeys.LOSSES,
    reduction=Reduction.SUM_BY_NONZERO_WEIGHTS,
) -> Any:
    """The losses of the examples, weighted and reduced to one number, which is added to a collection.

    losses: [batch, …].  weights: a number, or a tensor of losses' rank whose sizes are 1 or those of losses.
    reduction: one of Reduction. Gradients go back to weights too; tf.stop_gradient keeps them from that.
    Raises ValueError when the shape of weights does not fit.
    scope: the name of its operations.  loss_collection: the name of the collection that the loss is added to, or None.
    """
    Reduction.validate(reduction)
    get_default_graph().last_loss_reduction = reduction
    with (
        name_scope(scope, "weighted_loss", [losses, weights]),
        control_dependencies([assert_broadcastable(weights, losses)]),
    ):
        losses = convert_to_tensor(losses)
        dtype = losses.dtype
        losses = cast(losses, dtypes.float32)
        weights = cast(weights, dtypes.float32)
        loss = multiply(losses, weights)
        if reduction != Reduction.NONE:
            loss = reduce_sum(loss)
            if reduction == Reduction.MEAN:
                loss = _mean(loss, reduce_sum(ones_like(losses) * weights))
            elif reduction == Reduction.SUM_BY_NONZERO_WEIGHTS:
                loss = _mean(loss, present(losses, weights))
            elif reduction == Reduction.SUM_OVER_BATCH_SIZE:
                loss = _mean(loss, _count(losses))
        loss = cast(loss, dtype)
        add_loss(loss, loss_collection)
        return loss
