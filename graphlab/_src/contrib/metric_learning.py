"""tf.contrib.losses.metric_learning: losses by which embeddings of one class come close to one another."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.ops.arithmetic import add, multiply, square, squared_difference
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import equal, greater, less_equal
from graphlab._src.ops.constants import ones, ones_like
from graphlab._src.ops.cross_entropy import softmax_cross_entropy_with_logits
from graphlab._src.ops.diagonal import diag
from graphlab._src.ops.division import truediv
from graphlab._src.ops.extremes import maximum
from graphlab._src.ops.joining import stack
from graphlab._src.ops.logical import logical_and, logical_not
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.padding import tile
from graphlab._src.ops.power import exp, log, sqrt
from graphlab._src.ops.printing import print_
from graphlab._src.ops.reduction import reduce_max, reduce_mean, reduce_min, reduce_sum
from graphlab._src.ops.select import where
from graphlab._src.ops.shape import reshape, shape, size
from graphlab._src.ops.sparse_reduction import sparse_reduce_sum
from graphlab._src.ops.sparse_sums import sparse_minimum
from graphlab._src.ops.transpose import transpose


def pairwise_distance(feature, squared=False):
    """The distances between all rows of feature, [rows, rows]; 0 to itself, also in the gradient."""
    lengths = add(
        reduce_sum(square(feature), axis=[1], keepdims=True),
        reduce_sum(square(transpose(feature)), axis=[0], keepdims=True),
    )
    distances = maximum(lengths - 2.0 * matmul(feature, transpose(feature)), 0.0)
    none = less_equal(distances, 0.0)
    if not squared:
        distances = sqrt(distances + cast(none, dtypes.float32) * 1e-16)
    distances = multiply(distances, cast(logical_not(none), dtypes.float32))
    return multiply(distances, ones_like(distances) - diag(ones([shape(feature)[0]])))


def contrastive_loss(labels, embeddings_anchor, embeddings_positive, margin: float = 1.0):
    """The mean of distance² of matching pairs, and of max(margin - distance, 0)² of others.

    labels: [batch], 1 or True for matching pairs.  embeddings_*: [batch, size], the two of each pair.
    """
    distances = sqrt(reduce_sum(squared_difference(embeddings_anchor, embeddings_positive), 1))
    of_pairs = cast(labels, distances.dtype) * square(distances)
    of_others = (1.0 - cast(labels, distances.dtype)) * square(maximum(margin - distances, 0.0))
    return reduce_mean(of_pairs + of_others, name="contrastive_loss")


def masked_maximum(data, mask, dim=1):
    """The maximum along an axis, of size 1 afterwards, of what the mask, of 0 and 1, lets through."""
    least = reduce_min(data, dim, keepdims=True)
    return reduce_max(multiply(data - least, mask), dim, keepdims=True) + least


def masked_minimum(data, mask, dim=1):
    """The minimum along an axis, of size 1 afterwards, of what the mask, of 0 and 1, lets through."""
    most = reduce_max(data, dim, keepdims=True)
    return reduce_min(multiply(data - most, mask), dim, keepdims=True) + most


def _column(labels):
    """Labels, [batch], as [batch, 1]."""
    labels = convert_to_tensor(labels)
    if labels.shape.ndims not in (None, 1):
        raise ValueError(f"labels must have the shape [batch], got {labels.shape}: tf.reshape(labels, [-1])")
    return reshape(labels, [shape(labels)[0], 1])


def triplet_semihard_loss(labels, embeddings, margin: float = 1.0):
    """The mean over pairs of one class of max(margin + distance² - that of the negative, 0), FaceNet's loss.

    The negative is the closest of another class beyond the pair's distance, or, if there is none, the farthest.
    labels: [batch], numbers of classes.  embeddings: [batch, size], of length 1 each.
    """
    column = _column(labels)
    distances = pairwise_distance(convert_to_tensor(embeddings), squared=True)
    same = equal(column, transpose(column))
    others, batch = logical_not(same), size(column)
    tiled = tile(distances, [batch, 1])
    beyond = logical_and(tile(others, [batch, 1]), greater(tiled, reshape(transpose(distances), [-1, 1])))
    counted = reduce_sum(cast(beyond, dtypes.float32), 1, keepdims=True)
    some = transpose(reshape(greater(counted, 0.0), [batch, batch]))
    beyond = cast(beyond, dtypes.float32)
    outside = transpose(reshape(masked_minimum(tiled, beyond), [batch, batch]))
    others = cast(others, dtypes.float32)
    inside = tile(masked_maximum(distances, others), [1, batch])
    losses = add(margin, distances - where(some, outside, inside))
    pairs = cast(same, dtypes.float32) - diag(ones([batch]))
    count = reduce_sum(pairs)
    return truediv(reduce_sum(maximum(multiply(losses, pairs), 0.0)), count, name="triplet_semihard_loss")


def lifted_struct_loss(labels, embeddings, margin: float = 1.0):
    """Half the mean over pairs of one class of max(log Σ exp(margin - distance) + distance, 0)².

    The sum is over all of other classes, seen from both of the pair.  labels: [batch].  embeddings: [batch, size].
    """
    column = _column(labels)
    distances = pairwise_distance(convert_to_tensor(embeddings))
    same = equal(column, transpose(column))
    others, batch = logical_not(same), size(column)
    slack = margin - distances
    others = cast(others, dtypes.float32)
    most = masked_maximum(slack, others)
    most = maximum(most, transpose(most))
    shifted = exp(tile(slack, [batch, 1]) - reshape(transpose(most), [-1, 1]))
    left = reshape(reduce_sum(multiply(shifted, tile(others, [batch, 1])), 1, keepdims=True), [batch, batch])
    losses = most + log(left + transpose(left)) + distances
    pairs = cast(same, dtypes.float32) - diag(ones([batch]))
    total = 0.25 * reduce_sum(square(maximum(multiply(losses, pairs), 0.0)))
    return truediv(total, reduce_sum(pairs) / 2.0, name="liftedstruct_loss")


def _npairs(targets, embeddings_anchor, embeddings_positive, reg_lambda, print_losses):
    """The regularized cross entropy of similarities. targets: makes [batch, batch] of how much labels have in common."""
    lengths = [reduce_mean(reduce_sum(square(one), 1)) for one in (embeddings_anchor, embeddings_positive)]
    penalty = multiply(0.25 * reg_lambda, lengths[0] + lengths[1], name="l2loss")
    similarity = matmul(embeddings_anchor, embeddings_positive, transpose_a=False, transpose_b=True)
    same = targets()
    same /= reduce_sum(same, 1, keepdims=True)
    loss = reduce_mean(softmax_cross_entropy_with_logits(logits=similarity, labels=same), name="xentropy")
    if print_losses:
        loss = print_(loss, ["cross entropy:", loss, "l2loss:", penalty])
    return penalty + loss


def npairs_loss(labels, embeddings_anchor, embeddings_positive, reg_lambda: float = 0.002, print_losses=False):
    """The cross entropy of anchors' similarity to all positives, and reg_lambda/4 times the mean square lengths.

    labels: [batch].  embeddings_*: [batch, size].  print_losses: prints both parts in each run.
    """

    def same_labels():
        column = _column(labels)
        return cast(equal(column, transpose(column)), dtypes.float32)

    return _npairs(
        same_labels,
        embeddings_anchor,
        embeddings_positive,
        reg_lambda,
        print_losses,
    )


def _shared_labels(sparse_labels) -> Any:
    """How many labels each two examples have in common, [batch, batch]."""
    rows = [
        [cast(sparse_reduce_sum(sparse_minimum(one, other)), dtypes.float32) for other in sparse_labels]
        for one in sparse_labels
    ]
    return stack([stack(row) for row in rows])


def npairs_loss_multilabel(
    sparse_labels, embeddings_anchor, embeddings_positive, reg_lambda: float = 0.002, print_losses=False
):
    """As npairs_loss, of examples that each have several labels.

    sparse_labels: a SparseTensor for each example, [1, classes], of int32, 1 where it has the label.
    """
    if not all(isinstance(one, SparseTensor) for one in sparse_labels):
        raise TypeError(f"sparse_labels must be a list of SparseTensors, but got {sparse_labels}")
    with name_scope("NpairsLossMultiLabel"):
        return _npairs(
            lambda: _shared_labels(sparse_labels), embeddings_anchor, embeddings_positive, reg_lambda, print_losses
        )
