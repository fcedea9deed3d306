"""tf.nn: activations, losses and the other building blocks of neural networks."""

from graphlab.ops.activation import (
    crelu,
    elu,
    leaky_relu,
    log_sigmoid,
    relu,
    relu6,
    selu,
    sigmoid,
    softplus,
    softsign,
    swish,
)
from graphlab.ops.arg import in_top_k, top_k
from graphlab.ops.bias import bias_add, relu_layer, xw_plus_b
from graphlab.ops.cross_entropy import (
    sigmoid_cross_entropy_with_logits,
    softmax_cross_entropy_with_logits,
    softmax_cross_entropy_with_logits_v2,
    sparse_softmax_cross_entropy_with_logits,
    weighted_cross_entropy_with_logits,
)
from graphlab.ops.dropout import dropout
from graphlab.ops.embedding import embedding_lookup
from graphlab.ops.losses.average import compute_average_loss, log_poisson_loss, scale_regularization_loss
from graphlab.ops.softmax import log_softmax, softmax
from graphlab.ops.statistics import (
    batch_normalization,
    l2_loss,
    l2_normalize,
    moments,
    normalize_moments,
    sufficient_statistics,
    weighted_moments,
    zero_fraction,
)
from graphlab.ops.trigonometry import tanh

__all__ = [
    "batch_normalization",
    "bias_add",
    "compute_average_loss",
    "crelu",
    "dropout",
    "elu",
    "embedding_lookup",
    "in_top_k",
    "l2_loss",
    "l2_normalize",
    "leaky_relu",
    "log_poisson_loss",
    "log_sigmoid",
    "log_softmax",
    "moments",
    "normalize_moments",
    "relu",
    "relu6",
    "relu_layer",
    "scale_regularization_loss",
    "selu",
    "sigmoid",
    "sigmoid_cross_entropy_with_logits",
    "softmax",
    "softmax_cross_entropy_with_logits",
    "softmax_cross_entropy_with_logits_v2",
    "softplus",
    "softsign",
    "sparse_softmax_cross_entropy_with_logits",
    "sufficient_statistics",
    "swish",
    "tanh",
    "top_k",
    "weighted_cross_entropy_with_logits",
    "weighted_moments",
    "xw_plus_b",
    "zero_fraction",
]
