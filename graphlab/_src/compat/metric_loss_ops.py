"""tensorflow.contrib.losses.python.metric_learning.metric_loss_ops: the losses, and the functions they are made of."""

from graphlab._src.contrib.cluster_loss import cluster_loss
from graphlab._src.contrib.metric_learning import (
    contrastive_loss,
    lifted_struct_loss,
    masked_maximum,
    masked_minimum,
    npairs_loss,
    npairs_loss_multilabel,
    pairwise_distance,
    triplet_semihard_loss,
)

__all__ = [
    "cluster_loss",
    "contrastive_loss",
    "lifted_struct_loss",
    "masked_maximum",
    "masked_minimum",
    "npairs_loss",
    "npairs_loss_multilabel",
    "pairwise_distance",
    "triplet_semihard_loss",
]
