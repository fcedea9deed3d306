"""tf.losses: losses that are weighted, reduced to a number and added to a collection."""

from typing import TYPE_CHECKING

from graphlab._src.base.lazy_imports import attach

if TYPE_CHECKING:
    from graphlab._src.ops.losses.classification import (
        hinge_loss,
        sigmoid_cross_entropy,
        softmax_cross_entropy,
        sparse_softmax_cross_entropy,
    )
    from graphlab._src.ops.losses.collected import (
        add_loss,
        get_losses,
        get_regularization_loss,
        get_regularization_losses,
        get_total_loss,
    )
    from graphlab._src.ops.losses.regression import (
        absolute_difference,
        cosine_distance,
        huber_loss,
        log_loss,
        mean_pairwise_squared_error,
        mean_squared_error,
    )
    from graphlab._src.ops.losses.weighted import Reduction, compute_weighted_loss
else:
    __getattr__, __dir__ = attach(__name__)

__all__ = [
    "Reduction",
    "absolute_difference",
    "add_loss",
    "compute_weighted_loss",
    "cosine_distance",
    "get_losses",
    "get_regularization_loss",
    "get_regularization_losses",
    "get_total_loss",
    "hinge_loss",
    "huber_loss",
    "log_loss",
    "mean_pairwise_squared_error",
    "mean_squared_error",
    "sigmoid_cross_entropy",
    "softmax_cross_entropy",
    "sparse_softmax_cross_entropy",
]
