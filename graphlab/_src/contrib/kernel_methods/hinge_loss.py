"""sparse_multiclass_hinge_loss: by how much the right class falls short of leading all others by 1."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.graph import GraphKeys, convert_to_tensor, get_default_graph, name_scope
from graphlab._src.ops.activation import relu
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.values import assert_less
from graphlab._src.ops.gather import gather_nd
from graphlab._src.ops.joining import concat
from graphlab._src.ops.losses.weighted import Reduction, compute_weighted_loss
from graphlab._src.ops.one_hot import one_hot
from graphlab._src.ops.reduction import reduce_max
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import reshape, shape


def sparse_multiclass_hinge_loss(
    labels,
    logits,
    weights: Any = 1.0,
    scope=None,
    loss_collection=GraphKeys.LOSSES,
    reduction=Reduction.SUM_BY_NONZERO_WEIGHTS,
):
    """max(logits of other classes - logit of the right class + 1, 0), weighted (Crammer and Singer, 2001).

    labels: int32 or int64 [batch] or [batch, 1].  logits: [batch, classes].  weights: a number, [batch] or [batch, 1].
    ValueError for other ranks and types of labels.  The loss is added to loss_collection.
    """
    with name_scope(scope, "sparse_multiclass_hinge_loss", (logits, labels)) as scope:
        if logits.shape.ndims != 2:
            raise ValueError(
                f"logits should have rank 2 ([batch_size, num_classes]). Given rank is {logits.shape.ndims}"
            )
        sizes = shape(logits)
        batch, classes = sizes[0], sizes[1]
        logits = cast(logits, dtypes.float32)
        if labels.dtype not in (dtypes.int32, dtypes.int64):
            raise ValueError(f"Invalid dtype for labels: {labels.dtype!r}. Acceptable dtypes: int32 and int64")
        if labels.shape.ndims not in (1, 2):
            raise ValueError(
                f"labels should have rank 1 ([batch_size]) or 2 ([batch_size, 1]). Given rank is {labels.shape.ndims}"
            )
        with get_default_graph().control_dependencies([assert_less(labels, cast(classes, labels.dtype))]):
            labels = reshape(labels, shape=[-1])
        weights = convert_to_tensor(weights)
        if weights.shape.ndims not in (0, 1, 2):
            raise ValueError(
                "non-scalar weights should have rank 1 ([batch_size]) or 2 ([batch_size, 1]). "
                f"Given rank is {weights.shape.ndims}"
            )
        if weights.shape.ndims:
            weights = reshape(weights, shape=[-1])
            weights.shape.assert_is_compatible_with(labels.shape)
        rows = reshape(range_(batch), shape=[batch, 1])
        places = concat([rows, reshape(cast(labels, rows.dtype), shape=[batch, 1])], axis=1)
        right = reshape(gather_nd(logits, places), shape=[batch, 1])
        margin = logits - right + one_hot(labels, classes, on_value=0.0, off_value=1.0)
        loss = reduce_max(relu(margin), axis=1)
        return compute_weighted_loss(loss, weights, scope, loss_collection, reduction=reduction)
