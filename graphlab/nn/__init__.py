"""tf.nn: activations, losses and the other building blocks of neural networks."""

from typing import TYPE_CHECKING

from graphlab._src.base.lazy_imports import attach

if TYPE_CHECKING:
    from graphlab._src.autodiff.ctc import ctc_loss_v2
    from graphlab._src.autodiff.custom_gradient import swish
    from graphlab._src.layers.rnn.dynamic_rnn import bidirectional_dynamic_rnn, dynamic_rnn
    from graphlab._src.layers.rnn.raw_rnn import raw_rnn
    from graphlab._src.layers.rnn.static_rnn import static_bidirectional_rnn, static_rnn, static_state_saving_rnn
    from graphlab._src.ops.activation import (
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
    )
    from graphlab._src.ops.arg import in_top_k, top_k
    from graphlab._src.ops.batch_norm import fused_batch_norm
    from graphlab._src.ops.bias import bias_add, relu_layer, xw_plus_b
    from graphlab._src.ops.convolution.conv1d import conv1d, conv1d_transpose
    from graphlab._src.ops.convolution.conv2d import (
        conv2d,
        conv2d_backprop_filter,
        conv2d_backprop_input,
        conv2d_transpose,
    )
    from graphlab._src.ops.convolution.conv3d import conv3d, conv3d_backprop_filter, conv3d_transpose
    from graphlab._src.ops.convolution.conv3d import conv3d_backprop_filter as conv3d_backprop_filter_v2
    from graphlab._src.ops.convolution.convolution import (
        atrous_conv2d,
        atrous_conv2d_transpose,
        conv_transpose,
        convolution,
    )
    from graphlab._src.ops.convolution.depthwise import (
        depthwise_conv2d,
        depthwise_conv2d_native,
        depthwise_conv2d_native_backprop_filter,
        depthwise_conv2d_native_backprop_input,
        separable_conv2d,
    )
    from graphlab._src.ops.convolution.depthwise import (
        depthwise_conv2d_native_backprop_filter as depthwise_conv2d_backprop_filter,
    )
    from graphlab._src.ops.convolution.depthwise import (
        depthwise_conv2d_native_backprop_input as depthwise_conv2d_backprop_input,
    )
    from graphlab._src.ops.convolution.dilated import with_space_to_batch
    from graphlab._src.ops.cross_entropy import (
        sigmoid_cross_entropy_with_logits,
        softmax_cross_entropy_with_logits,
        softmax_cross_entropy_with_logits_v2,
        sparse_softmax_cross_entropy_with_logits,
        weighted_cross_entropy_with_logits,
    )
    from graphlab._src.ops.ctc.decoders import ctc_beam_search_decoder, ctc_beam_search_decoder_v2, ctc_greedy_decoder
    from graphlab._src.ops.ctc.loss import ctc_loss
    from graphlab._src.ops.ctc.repeated import collapse_repeated
    from graphlab._src.ops.depth import depth_to_space, space_to_depth
    from graphlab._src.ops.dropout import dropout
    from graphlab._src.ops.embedding import embedding_lookup
    from graphlab._src.ops.embedding_sparse import embedding_lookup_sparse, safe_embedding_lookup_sparse
    from graphlab._src.ops.functional.ctc_labels import ctc_unique_labels
    from graphlab._src.ops.local_response import local_response_normalization
    from graphlab._src.ops.local_response import local_response_normalization as lrn
    from graphlab._src.ops.losses.average import compute_average_loss, log_poisson_loss, scale_regularization_loss
    from graphlab._src.ops.morphology import dilation2d, erosion2d
    from graphlab._src.ops.pooling.argmax import max_pool_with_argmax
    from graphlab._src.ops.pooling.fractional import fractional_avg_pool, fractional_max_pool
    from graphlab._src.ops.pooling.pool import (
        avg_pool,
        avg_pool1d,
        avg_pool3d,
        avg_pool_v2,
        max_pool,
        max_pool1d,
        max_pool2d,
        max_pool3d,
        max_pool_v2,
        pool,
    )
    from graphlab._src.ops.pooling.pool import avg_pool as avg_pool2d
    from graphlab._src.ops.quantized_layers import (
        quantized_avg_pool,
        quantized_conv2d,
        quantized_max_pool,
        quantized_relu_x,
    )
    from graphlab._src.ops.sampling.losses import compute_accidental_hits, nce_loss, sampled_softmax_loss
    from graphlab._src.ops.sampling.samplers import (
        all_candidate_sampler,
        fixed_unigram_candidate_sampler,
        learned_unigram_candidate_sampler,
        log_uniform_candidate_sampler,
        uniform_candidate_sampler,
    )
    from graphlab._src.ops.softmax import log_softmax, softmax
    from graphlab._src.ops.space import space_to_batch
    from graphlab._src.ops.statistics import (
        batch_norm_with_global_normalization,
        batch_normalization,
        l2_loss,
        l2_normalize,
        moments,
        normalize_moments,
        sufficient_statistics,
        weighted_moments,
        zero_fraction,
    )
    from graphlab._src.ops.trigonometry import tanh
    from graphlab.nn import rnn_cell as rnn_cell
else:
    __getattr__, __dir__ = attach(__name__)

__all__ = [
    "all_candidate_sampler",
    "atrous_conv2d",
    "atrous_conv2d_transpose",
    "avg_pool",
    "avg_pool1d",
    "avg_pool2d",
    "avg_pool3d",
    "avg_pool_v2",
    "batch_norm_with_global_normalization",
    "batch_normalization",
    "bias_add",
    "bidirectional_dynamic_rnn",
    "batch_normalization",
    "bias_add",
    "bidirectional_dynamic_rnn",
    "collapse_repeated",
    "compute_accidental_hits",
    "compute_average_loss",
    "conv1d",
    "conv1d_transpose",
    "conv2d",
    "conv2d_backprop_filter",
    "conv2d_backprop_input",
    "conv2d_transpose",
    "conv3d",
    "conv3d_backprop_filter",
    "conv3d_backprop_filter_v2",
    "conv3d_transpose",
    "conv_transpose",
    "convolution",
    "crelu",
    "ctc_beam_search_decoder",
    "ctc_beam_search_decoder_v2",
    "ctc_greedy_decoder",
    "ctc_loss",
    "ctc_loss_v2",
    "ctc_unique_labels",
    "depth_to_space",
    "depthwise_conv2d",
    "depthwise_conv2d_backprop_filter",
    "depthwise_conv2d_backprop_input",
    "depthwise_conv2d_native",
    "depthwise_conv2d_native_backprop_filter",
    "depthwise_conv2d_native_backprop_input",
    "dilation2d",
    "dropout",
    "dynamic_rnn",
    "elu",
    "embedding_lookup",
    "embedding_lookup_sparse",
    "fused_batch_norm",
    "erosion2d",
    "fixed_unigram_candidate_sampler",
    "fractional_avg_pool",
    "fractional_max_pool",
    "fixed_unigram_candidate_sampler",
    "fused_batch_norm",
    "in_top_k",
    "l2_loss",
    "l2_normalize",
    "leaky_relu",
    "learned_unigram_candidate_sampler",
    "local_response_normalization",
    "log_poisson_loss",
    "log_sigmoid",
    "log_softmax",
    "log_uniform_candidate_sampler",
    "lrn",
    "max_pool",
    "max_pool1d",
    "max_pool2d",
    "max_pool3d",
    "max_pool_v2",
    "max_pool_with_argmax",
    "moments",
    "nce_loss",
    "normalize_moments",
    "pool",
    "quantized_avg_pool",
    "quantized_conv2d",
    "quantized_max_pool",
    "quantized_relu_x",
    "raw_rnn",
    "relu",
    "relu6",
    "relu_layer",
    "rnn_cell",
    "sampled_softmax_loss",
    "safe_embedding_lookup_sparse",
    "safe_embedding_lookup_sparse",
    "sampled_softmax_loss",
    "scale_regularization_loss",
    "selu",
    "separable_conv2d",
    "sigmoid",
    "sigmoid_cross_entropy_with_logits",
    "softmax",
    "softmax_cross_entropy_with_logits",
    "softmax_cross_entropy_with_logits_v2",
    "softplus",
    "softsign",
    "space_to_batch",
    "space_to_depth",
    "sparse_softmax_cross_entropy_with_logits",
    "static_bidirectional_rnn",
    "static_rnn",
    "static_state_saving_rnn",
    "sufficient_statistics",
    "swish",
    "tanh",
    "top_k",
    "uniform_candidate_sampler",
    "weighted_cross_entropy_with_logits",
    "weighted_moments",
    "with_space_to_batch",
    "xw_plus_b",
    "zero_fraction",
]
