"""tf.contrib.losses.metric_learning: losses by which embeddings of one class come close to one another."""

from graphlab._src.contrib.cluster_loss import cluster_loss
from graphlab._src.contrib.metric_learning import (
    contrastive_loss,
    lifted_struct_loss,
    npairs_loss,
    npairs_loss_multilabel,
    triplet_semihard_loss,
)

__all__ = [
    "cluster_loss",
    "contrastive_loss",
    "lifted_struct_loss",
    "npairs_loss",
    "npairs_loss_multilabel",
    "triplet_semihard_loss",
]
