"""tf.contrib.slim: the layers, variables and arg_scope of tf.contrib in one place."""

from graphlab._src.base.deprecation import deprecated, deprecated_arg_values, experimental
from graphlab._src.contrib.framework.assignment import (
    assign_from_checkpoint,
    assign_from_checkpoint_fn,
    assign_from_values,
    assign_from_values_fn,
)
from graphlab._src.contrib.framework.initial_values import zero_initializer
from graphlab._src.contrib.framework.steps import assert_or_get_global_step
from graphlab._src.contrib.framework.variable_filters import (
    filter_variables,
    get_local_variables,
    get_model_variables,
    get_trainable_variables,
    get_unique_variable,
    get_variable_full_name,
    get_variables,
    get_variables_by_name,
    get_variables_by_suffix,
    get_variables_to_restore,
)
from graphlab._src.contrib.layers.batch_norm import batch_norm
from graphlab._src.contrib.layers.bias import bias_add
from graphlab._src.contrib.layers.columns.dense import (
    bucketized_column,
    crossed_column,
    embedding_column,
    one_hot_column,
    real_valued_column,
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
from graphlab._src.contrib.layers.pooling import avg_pool2d, avg_pool3d, max_pool2d, max_pool3d, pool
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
from graphlab._src.contrib.layers.summaries import summarize_biases, summarize_variables, summarize_weights
from graphlab._src.ops.embedding_sparse import safe_embedding_lookup_sparse
from graphlab._src.train.global_step import (
    assert_global_step,
    create_global_step,
    get_global_step,
    get_or_create_global_step,
)
from graphlab.contrib import layers as layers
from graphlab.contrib import losses as losses
from graphlab.contrib import metrics as metrics
from graphlab.contrib.framework.arg_scope import (
    add_arg_scope,
    arg_scope,
    arg_scope_func_key,
    arg_scoped_arguments,
    current_arg_scope,
    has_arg_scope,
)
from graphlab.contrib.framework.variables import (
    VariableDeviceChooser,
    add_model_variable,
    global_variable,
    local_variable,
    model_variable,
    variable,
)
from graphlab.contrib.layers import initializers as initializers
from graphlab.contrib.layers import regularizers as regularizers
from graphlab.contrib.layers import utils as utils
from graphlab.contrib.layers.initializers import (
    variance_scaling_initializer,
    xavier_initializer,
    xavier_initializer_conv2d,
)
from graphlab.contrib.layers.optimize_loss import optimize_loss
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
from graphlab.contrib.slim import data_decoder as data_decoder
from graphlab.contrib.slim import data_provider as data_provider
from graphlab.contrib.slim import dataset as dataset
from graphlab.contrib.slim import dataset_data_provider as dataset_data_provider
from graphlab.contrib.slim import evaluation as evaluation
from graphlab.contrib.slim import learning as learning
from graphlab.contrib.slim import model_analyzer as model_analyzer
from graphlab.contrib.slim import nets as nets
from graphlab.contrib.slim import parallel_reader as parallel_reader
from graphlab.contrib.slim import prefetch_queue as prefetch_queue
from graphlab.contrib.slim import queues as queues
from graphlab.contrib.slim import summaries as summaries
from graphlab.contrib.slim import tfexample_decoder as tfexample_decoder

__all__ = [
    "GDN",
    "RevBlock",
    "assert_global_step",
    "assert_or_get_global_step",
    "bow_encoder",
    "bucketized_column",
    "check_feature_columns",
    "create_feature_spec_for_parsing",
    "crossed_column",
    "dense_to_sparse",
    "deprecated",
    "deprecated_arg_values",
    "embedding_column",
    "embedding_lookup_unique",
    "experimental",
    "gdn",
    "infer_real_valued_columns",
    "input_from_feature_columns",
    "joint_weighted_sum_from_feature_columns",
    "legacy_fully_connected",
    "legacy_linear",
    "legacy_relu",
    "make_place_holder_tensors_for_base_features",
    "one_hot_column",
    "parse_feature_columns_from_examples",
    "parse_feature_columns_from_sequence_examples",
    "real_valued_column",
    "recompute_grad",
    "rev_block",
    "safe_embedding_lookup_sparse",
    "scale_gradient",
    "sequence_input_from_feature_columns",
    "shared_embedding_columns",
    "sparse_column_with_hash_bucket",
    "sparse_column_with_integerized_feature",
    "sparse_column_with_keys",
    "sparse_column_with_vocabulary_file",
    "summarize_activation",
    "summarize_activations",
    "summarize_collection",
    "summarize_tensor",
    "summarize_tensors",
    "transform_features",
    "weighted_sparse_column",
    "weighted_sum_from_feature_columns",
    "zero_initializer",
    "arg_scope_func_key",
    "summarize_biases",
    "summarize_variables",
    "summarize_weights",
    "VariableDeviceChooser",
    "add_arg_scope",
    "add_model_variable",
    "apply_regularization",
    "arg_scope",
    "arg_scoped_arguments",
    "assign_from_checkpoint",
    "assign_from_checkpoint_fn",
    "assign_from_values",
    "assign_from_values_fn",
    "avg_pool2d",
    "avg_pool3d",
    "batch_norm",
    "bias_add",
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
    "create_global_step",
    "current_arg_scope",
    "data_decoder",
    "data_provider",
    "dataset",
    "dataset_data_provider",
    "dropout",
    "elu",
    "embed_sequence",
    "evaluation",
    "filter_variables",
    "flatten",
    "fully_connected",
    "get_global_step",
    "get_local_variables",
    "get_model_variables",
    "get_or_create_global_step",
    "get_trainable_variables",
    "get_unique_variable",
    "get_variable_full_name",
    "get_variables",
    "get_variables_by_name",
    "get_variables_by_suffix",
    "get_variables_to_restore",
    "global_variable",
    "group_norm",
    "has_arg_scope",
    "images_to_sequence",
    "initializers",
    "instance_norm",
    "l1_l2_regularizer",
    "l1_regularizer",
    "l2_regularizer",
    "layer_norm",
    "layers",
    "learning",
    "linear",
    "local_variable",
    "losses",
    "max_pool2d",
    "max_pool3d",
    "maxout",
    "metrics",
    "model_analyzer",
    "model_variable",
    "nets",
    "one_hot_encoding",
    "optimize_loss",
    "parallel_reader",
    "pool",
    "prefetch_queue",
    "queues",
    "regularizers",
    "relu",
    "relu6",
    "repeat",
    "separable_conv2d",
    "separable_convolution2d",
    "sequence_to_images",
    "softmax",
    "spatial_softmax",
    "stack",
    "sum_regularizer",
    "summaries",
    "tfexample_decoder",
    "unit_norm",
    "utils",
    "variable",
    "variance_scaling_initializer",
    "xavier_initializer",
    "xavier_initializer_conv2d",
]
