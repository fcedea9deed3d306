"""Losses of single examples: weighted, and brought to one number."""

from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.ops.arithmetic import multiply
from graphlab._src.ops.cast import cast
from graphlab._src.ops.division import div_no_nan
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.shape import expand_dims, size, squeeze
from graphlab._src.ops.weights import broadcast_weights


class Reduction:
    """How losses of single examples become one number."""

    AUTO = "auto"
    NONE = "none"
    SUM = "sum"
    SUM_OVER_BATCH_SIZE = "sum_over_batch_size"

    @classmethod
    def all(cls):
        """All of them."""
        return (cls.AUTO, cls.NONE, cls.SUM, cls.SUM_OVER_BATCH_SIZE)

    @classmethod
    def validate(cls, key):
        """ValueError when it is none."""
        if key not in cls.all():
            raise ValueError(f"Invalid Reduction Key {key}.")


def fit_together(y_true, y_pred):
    """Both, without a last axis of size 1 that only one of them has."""
    ranks = y_true.shape.ndims, y_pred.shape.ndims
    if None not in ranks:
        if ranks[1] - ranks[0] == 1 and y_pred.shape.as_list()[-1] in (1, None):
            y_pred = squeeze(y_pred, [-1])
        elif ranks[0] - ranks[1] == 1 and y_true.shape.as_list()[-1] in (1, None):
            y_true = squeeze(y_true, [-1])
    return y_true, y_pred


def weights_for(values, weights):
    """The weights with as many axes as the values have."""
    ranks = values.shape.ndims, weights.shape.ndims
    if None in ranks or ranks[1] == 0:
        return weights
    if ranks[1] - ranks[0] == 1:
        return squeeze(weights, [-1])
    while weights.shape.ndims < ranks[0]:
        weights = expand_dims(weights, [-1])
    return weights


def weighted(values, weights):
    """values · weights, where these have as many axes as the values or fewer."""
    return cast(convert_to_tensor(values), "float32") * weights_for(values, cast(convert_to_tensor(weights), "float32"))


def weighted_losses(losses, weights):
    """The losses of single examples times their weights; None for 1."""
    losses = cast(convert_to_tensor(losses), "float32")
    weights = cast(1.0 if weights is None else weights, "float32")
    return multiply(losses, broadcast_weights(weights_for(losses, weights), losses))


def reduced(losses, reduction):
    """The losses as one number."""
    if reduction == Reduction.NONE:
        return losses
    total = reduce_sum(losses)
    if reduction == Reduction.SUM:
        return total
    with name_scope("num_elements") as scope:
        count = cast(size(losses, name=scope), losses.dtype)
    return div_no_nan(reduce_sum(total), count, name="value")


def compute_weighted_loss(losses, sample_weight=None, reduction=Reduction.SUM_OVER_BATCH_SIZE, name=None):
    """The losses of single examples, weighted and brought to one number.

    sample_weight: a number, or one for each example.
    """
    Reduction.validate(reduction)
    if reduction == Reduction.AUTO:
        reduction = Reduction.SUM_OVER_BATCH_SIZE
    with name_scope(name or "weighted_loss"):
        losses = convert_to_tensor(losses)
        return cast(reduced(weighted_losses(losses, sample_weight), reduction), losses.dtype)
