"""tf.contrib.nn: losses over classes that are drawn, dropout for SELU, and variants of tf.nn's functions."""

from graphlab._src.contrib.nn import (
    alpha_dropout,
    deprecated_flipped_sigmoid_cross_entropy_with_logits,
    deprecated_flipped_softmax_cross_entropy_with_logits,
    deprecated_flipped_sparse_softmax_cross_entropy_with_logits,
    fwd_gradients,
    rank_sampled_softmax_loss,
    sampled_sparse_softmax_loss,
    scaled_softplus,
)
from graphlab._src.ops.convolution.conv1d import (
    conv1d_transpose,
)
from graphlab._src.ops.sorting import (
    nth_element,
)

__all__ = [
    "alpha_dropout",
    "conv1d_transpose",
    "deprecated_flipped_sigmoid_cross_entropy_with_logits",
    "deprecated_flipped_softmax_cross_entropy_with_logits",
    "deprecated_flipped_sparse_softmax_cross_entropy_with_logits",
    "fwd_gradients",
    "nth_element",
    "rank_sampled_softmax_loss",
    "sampled_sparse_softmax_loss",
    "scaled_softplus",
]
