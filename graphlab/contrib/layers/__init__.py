"""tf.contrib.layers: layers as functions, with their initializers and regularizers."""

from graphlab._src.contrib.layers.batch_norm import batch_norm
from graphlab._src.contrib.layers.bias import bias_add
from graphlab._src.contrib.layers.columns.dense import (
    bucketized_column,
    crossed_column,
    embedding_column,
    one_hot_column,
    real_valued_column,
    scattered_embedding_column,
    shared_embedding_columns,
)
from graphlab._src.contrib.layers.columns.models import (
    check_feature_columns,
    create_feature_spec_for_parsing,
    infer_real_valued_columns,
    input_from_feature_columns,
    joint_weighted_sum_from_feature_columns,
    make_place_holder_tensors_for_base_features,
    parse_feature_columns_from_examples,
    parse_feature_columns_from_sequence_examples,
    sequence_input_from_feature_columns,
    transform_features,
    weighted_sum_from_feature_columns,
)
from graphlab._src.contrib.layers.columns.sparse import (
    sparse_column_with_hash_bucket,
    sparse_column_with_integerized_feature,
    sparse_column_with_keys,
    sparse_column_with_vocabulary_file,
    weighted_sparse_column,
)
from graphlab._src.contrib.layers.conv import (
    convolution,
    convolution1d,
    convolution2d,
    convolution2d_transpose,
    convolution3d,
    convolution3d_transpose,
)
from graphlab._src.contrib.layers.conv import convolution1d as conv1d
from graphlab._src.contrib.layers.conv import convolution2d as conv2d
from graphlab._src.contrib.layers.conv import convolution2d_transpose as conv2d_transpose
from graphlab._src.contrib.layers.conv import convolution3d as conv3d
from graphlab._src.contrib.layers.conv import convolution3d_transpose as conv3d_transpose
from graphlab._src.contrib.layers.dense import elu, fully_connected, linear, relu, relu6
from graphlab._src.contrib.layers.depthwise import convolution2d_in_plane, separable_convolution2d
from graphlab._src.contrib.layers.depthwise import convolution2d_in_plane as conv2d_in_plane
from graphlab._src.contrib.layers.depthwise import separable_convolution2d as separable_conv2d
from graphlab._src.contrib.layers.embedding import bow_encoder, embed_sequence, embedding_lookup_unique
from graphlab._src.contrib.layers.gdn import GDN, gdn
from graphlab._src.contrib.layers.legacy import legacy_fully_connected, legacy_linear, legacy_relu
from graphlab._src.contrib.layers.normalization import group_norm, instance_norm, layer_norm, unit_norm
from graphlab._src.contrib.layers.pooling import avg_pool2d, avg_pool3d, max_pool2d, max_pool3d
from graphlab._src.contrib.layers.recompute import recompute_grad, scale_gradient
from graphlab._src.contrib.layers.rev_block import RevBlock, rev_block
from graphlab._src.contrib.layers.shaping import (
    dense_to_sparse,
    dropout,
    flatten,
    images_to_sequence,
    maxout,
    one_hot_encoding,
    sequence_to_images,
    softmax,
    spatial_softmax,
)
from graphlab._src.contrib.layers.stacking import repeat, stack
from graphlab._src.contrib.layers.target_column import multi_class_target, regression_target
from graphlab._src.ops.embedding_sparse import safe_embedding_lookup_sparse
from graphlab._src.ops.sparse_cross import DEFAULT_HASH_KEY as SPARSE_FEATURE_CROSS_DEFAULT_HASH_KEY
from graphlab.contrib.layers import feature_column as feature_column
from graphlab.contrib.layers import summaries as summaries
from graphlab.contrib.layers.initializers import (
    variance_scaling_initializer,
    xavier_initializer,
    xavier_initializer_conv2d,
)
from graphlab.contrib.layers.optimize_loss import (
    OPTIMIZER_CLS_NAMES,
    OPTIMIZER_SUMMARIES,
    optimize_loss,
)
from graphlab.contrib.layers.regularizers import (
    apply_regularization,
    l1_l2_regularizer,
    l1_regularizer,
    l2_regularizer,
    sum_regularizer,
)
from graphlab.contrib.layers.summaries import (
    summarize_activation,
    summarize_activations,
    summarize_collection,
    summarize_tensor,
    summarize_tensors,
)

__all__ = [
    "GDN",
    "RevBlock",
    "gdn",
    "recompute_grad",
    "rev_block",
    "scale_gradient",
    "bucketized_column",
    "check_feature_columns",
    "create_feature_spec_for_parsing",
    "crossed_column",
    "embedding_column",
    "infer_real_valued_columns",
    "input_from_feature_columns",
    "joint_weighted_sum_from_feature_columns",
    "make_place_holder_tensors_for_base_features",
    "one_hot_column",
    "parse_feature_columns_from_examples",
    "parse_feature_columns_from_sequence_examples",
    "real_valued_column",
    "sequence_input_from_feature_columns",
    "shared_embedding_columns",
    "sparse_column_with_hash_bucket",
    "sparse_column_with_integerized_feature",
    "sparse_column_with_keys",
    "sparse_column_with_vocabulary_file",
    "transform_features",
    "weighted_sparse_column",
    "weighted_sum_from_feature_columns",
    "OPTIMIZER_CLS_NAMES",
    "OPTIMIZER_SUMMARIES",
    "apply_regularization",
    "avg_pool2d",
    "avg_pool3d",
    "batch_norm",
    "bias_add",
    "bow_encoder",
    "conv1d",
    "conv2d",
    "conv2d_in_plane",
    "conv2d_transpose",
    "conv3d",
    "conv3d_transpose",
    "convolution",
    "convolution1d",
    "convolution2d",
    "convolution2d_in_plane",
    "convolution2d_transpose",
    "convolution3d",
    "convolution3d_transpose",
    "dense_to_sparse",
    "dropout",
    "elu",
    "embed_sequence",
    "embedding_lookup_unique",
    "feature_column",
    "flatten",
    "fully_connected",
    "group_norm",
    "images_to_sequence",
    "instance_norm",
    "l1_l2_regularizer",
    "l1_regularizer",
    "l2_regularizer",
    "layer_norm",
    "legacy_fully_connected",
    "legacy_linear",
    "legacy_relu",
    "linear",
    "max_pool2d",
    "max_pool3d",
    "maxout",
    "multi_class_target",
    "regression_target",
    "one_hot_encoding",
    "optimize_loss",
    "relu",
    "relu6",
    "repeat",
    "safe_embedding_lookup_sparse",
    "SPARSE_FEATURE_CROSS_DEFAULT_HASH_KEY",
    "scattered_embedding_column",
    "separable_conv2d",
    "separable_convolution2d",
    "sequence_to_images",
    "softmax",
    "spatial_softmax",
    "stack",
    "sum_regularizer",
    "summaries",
    "summarize_activation",
    "summarize_activations",
    "summarize_collection",
    "summarize_tensor",
    "summarize_tensors",
    "unit_norm",
    "variance_scaling_initializer",
    "xavier_initializer",
    "xavier_initializer_conv2d",
]
