"""What parameters are by their names, where a signature does not say so: kinds, choices, values to begin with, old names.

A name with a dot in front is of that function, or namespace, only: "nn.padding", "layers.dropout.rate".
"""

from collections.abc import Sequence
from typing import Final

# kind -> names. Required parameters of other names take tensors; optional ones are what their default is.
KINDS: Final = {
    "tensor": """
        segment_ids partitions indices data predictions_idx true_classes nn.nce_loss.weights nn.sampled_softmax_loss.weights
        nn.xw_plus_b.weights frequency_weights mean_ss variance_ss seq_lengths
    """,
    "int": """
        units layers.filters keras.layers.filters depth k num num_classes num_segments num_partitions num_samples num_buckets
        num_sampled num_true range_max block_size layers.stride n seed op_seed seed2 minlength maxlength maxlen num_rows
        num_columns num_cols frame_length frame_step window_length frame_length fft_length input_dim output_dim input_length
        target_height target_width offset_height offset_width max_output_size max_output_size_per_class max_total_size
        num_lower num_upper num_thresholds nbins max_outputs jpeg_quality min_jpeg_quality max_jpeg_quality
        decay_steps first_decay_steps class_id top_paths beam_width batch_dims vocab_size global_batch_size ngram_width
        num_split blank_index pos len maxsplit num_mel_bins num_spectrogram_bins sample_rate depth_multiplier
        dct.type idct.type virtual_batch_size
    """,
    "float": """
        rate keep_prob learning_rate momentum decay_rate clip_norm clip_value_min clip_value_max max_delta contrast_factor
        saturation_factor delta central_fraction stddev mean.random minval maxval lower upper max_val epsilon
        variance_epsilon alpha l2_regularizer specificity sensitivity threshold mask_value theta max_value negative_slope
        threshold scalar gamma gain label_smoothing overlap_threshold start limit stop tol rcond max_norm lam
    """,
    "text": """
        name scope message equation pattern rewrite separator template input_encoding output_encoding encoding
        family sep delimiter field_delim na_value partition_strategy combiner
    """,
    "bool": "unique",
    "dtype": "dtype out_type output_type output_dtype out_idx index_dtype Targmax tensor_dtype cast.dtype bitcast.type",
    "shape": "shape output_shape target_shape batch_shape noise_shape dims new_shape input_shape window_shape",
    "function": """
        activation recurrent_activation layer cell cell_fw cell_bw window_fn forward_window_fn initializer kernel_initializer
        bias_initializer recurrent_initializer beta_initializer gamma_initializer moving_mean_initializer
        moving_variance_initializer depthwise_initializer pointwise_initializer embeddings_initializer alpha_initializer
        regularizer kernel_regularizer bias_regularizer recurrent_regularizer activity_regularizer beta_regularizer
        gamma_regularizer depthwise_regularizer pointwise_regularizer embeddings_regularizer alpha_regularizer
        constraint kernel_constraint bias_constraint recurrent_constraint beta_constraint gamma_constraint
        depthwise_constraint pointwise_constraint embeddings_constraint alpha_constraint
    """,
    "any": """
        axis axes seq_axis batch_axis strides kernel_size pool_size dilation_rate dilations size ksize ksizes rates perm multiples paddings begin
        end shift block_shape crops num_or_size_splits repeats stride thresholds value_range image_size crop_size sizes
        filter_sizes input_sizes target_size pooling_ratio constant_values boundaries record_defaults separators reduction_axes
        constant.value start.sparse size.sparse power_factors cropping graph key
        ZeroPadding1D.padding ZeroPadding2D.padding ZeroPadding3D.padding ord filter_shape spatial_dims weights
        stateless_normal.seed stateless_uniform.seed stateless_truncated_normal.seed stateless_categorical.seed
        shared_axes
    """,
}

_ACTIVATIONS = "tf.nn.relu tf.nn.sigmoid tf.nn.tanh tf.nn.softmax tf.nn.leaky_relu tf.nn.elu tf.nn.selu tf.nn.softplus"
_INITIALIZERS = """
    tf.glorot_uniform_initializer() tf.glorot_normal_initializer() tf.zeros_initializer() tf.ones_initializer()
    tf.constant_initializer(0.1) tf.truncated_normal_initializer(stddev=0.1) tf.random_normal_initializer(stddev=0.1)
    tf.random_uniform_initializer(-0.1,0.1) tf.initializers.he_normal() tf.initializers.lecun_normal()
    tf.orthogonal_initializer()
"""
_REGULARIZERS = "tf.keras.regularizers.l2(0.01) tf.keras.regularizers.l1(0.01) tf.keras.regularizers.l1_l2(0.01,0.01)"
_CONSTRAINTS = "tf.keras.constraints.MaxNorm(2) tf.keras.constraints.NonNeg() tf.keras.constraints.UnitNorm()"
_CELLS = "tf.nn.rnn_cell.LSTMCell(64) tf.nn.rnn_cell.GRUCell(64) tf.nn.rnn_cell.BasicRNNCell(64)"
_NUMBERS = "tf.float32 tf.float64 tf.float16 tf.int32 tf.int64 tf.uint8 tf.bool tf.string tf.complex64"

# parameter, or the end of its name after "_" -> what a reader may choose from, in source text; not the only ones for
# kinds other than "choice"
CHOICES: Final = {
    "activation": _ACTIVATIONS,
    "initializer": _INITIALIZERS,
    "regularizer": _REGULARIZERS,
    "constraint": _CONSTRAINTS,
    "cell": _CELLS,
    "cell_fw": _CELLS,
    "cell_bw": _CELLS,
    "layer": "tf.keras.layers.LSTM(64) tf.keras.layers.GRU(64) tf.keras.layers.Dense(64)",
    "TimeDistributed.layer": "tf.keras.layers.Dense(64)",
    "dct.type": "",
    "idct.type": "",
    "window_fn": "tf.signal.hann_window tf.signal.hamming_window",
    "dtype": _NUMBERS,
    "type": "tf.int32 tf.int64",
    "idx": "tf.int32 tf.int64",
    "Targmax": "tf.int32 tf.int64",
    "decode_raw.out_type": "tf.uint8 tf.int16 tf.int32 tf.float32 tf.float64",
    "to_number.out_type": "tf.float32 tf.float64 tf.int32 tf.int64",
    "bitcast.type": "tf.int32 tf.float32 tf.uint8 tf.int64 tf.float64",
    "layers.padding": '"valid" "same"',
    "keras.layers.padding": '"valid" "same"',
    "nn.padding": '"SAME" "VALID"',
    "image.padding": '"SAME" "VALID"',
    "layers.data_format": '"channels_last" "channels_first"',
    "nn.conv2d.data_format": '"NHWC" "NCHW"',
    "pad.mode": '"CONSTANT" "REFLECT" "SYMMETRIC"',
    "reduction": "tf.losses.Reduction.SUM_BY_NONZERO_WEIGHTS tf.losses.Reduction.SUM tf.losses.Reduction.MEAN tf.losses.Reduction.NONE",
    "direction": '"ASCENDING" "DESCENDING"',
    "resize_images.method": """tf.image.ResizeMethod.BILINEAR tf.image.ResizeMethod.NEAREST_NEIGHBOR
        tf.image.ResizeMethod.BICUBIC tf.image.ResizeMethod.AREA""",
    "indexing": '"xy" "ij"',
    "side": '"left" "right"',
    "merge_mode": '"concat" "sum" "mul" "ave"',
    "interpolation": '"nearest" "bilinear"',
    "combiner": '"mean" "sum" "sqrtn"',
    "partition_strategy": '"mod" "div"',
    "unit": '"BYTE" "UTF8_CHAR"',
    "input_encoding": '"UTF-8" "UTF-16-BE" "UTF-32-BE"',
    "output_encoding": '"UTF-8" "UTF-16-BE" "UTF-32-BE"',
    "errors": '"replace" "strict" "ignore"',
    "pooling_type": '"MAX" "AVG"',
    "l2_regularizer": "",
    "predictions_idx": "",
    "unconnected_gradients": "",
    "ZeroPadding1D.padding": "",
    "ZeroPadding2D.padding": "",
    "ZeroPadding3D.padding": "",
    "strings.padding": "",
}

# parameter -> what a required one begins with, in source text
SUGGESTED: Final = {
    "dtype": "tf.float32",
    "placeholder.shape": "[None, 784]",
    "constant.value": "0.0",
    "Variable.initial_value": "0.0",
    "get_variable.shape": "[784, 10]",
    "shape": "[10]",
    "fill.dims": "[2, 3]",
    "fill.value": "0.0",
    "units": "64",
    "filters": "32",
    "kernel_size": "3",
    "pool_size": "2",
    "layers.strides": "2",
    "nn.strides": "[1, 1, 1, 1]",
    "nn.max_pool.strides": "[1, 2, 2, 1]",
    "nn.avg_pool.strides": "[1, 2, 2, 1]",
    "nn.ksize": "[1, 2, 2, 1]",
    "nn.padding": '"SAME"',
    "image.padding": '"SAME"',
    "nn.conv1d.stride": "1",
    "nn.conv3d.strides": "[1, 1, 1, 1, 1]",
    "nn.conv3d_transpose.strides": "[1, 1, 1, 1, 1]",
    "nn.max_pool1d.ksize": "2",
    "nn.max_pool1d.strides": "2",
    "nn.avg_pool1d.ksize": "2",
    "nn.avg_pool1d.strides": "2",
    "nn.max_pool3d.ksize": "[1, 2, 2, 2, 1]",
    "nn.max_pool3d.strides": "[1, 2, 2, 2, 1]",
    "nn.avg_pool3d.ksize": "[1, 2, 2, 2, 1]",
    "nn.avg_pool3d.strides": "[1, 2, 2, 2, 1]",
    "nn.max_pool_with_argmax.strides": "[1, 2, 2, 1]",
    "nn.atrous_conv2d.rate": "2",
    "nn.atrous_conv2d_transpose.rate": "2",
    "max_output_size_per_class": "10",
    "max_total_size": "10",
    "image_size": "[28, 28, 3]",
    "block_shape": "[2, 2]",
    "space_to_batch_nd.paddings": "[[0, 0], [0, 0]]",
    "crops": "[[0, 0], [0, 0]]",
    "unravel_index.dims": "[2, 3]",
    "rate": "0.5",
    "cell": "tf.nn.rnn_cell.LSTMCell(64)",
    "cell_fw": "tf.nn.rnn_cell.LSTMCell(64)",
    "cell_bw": "tf.nn.rnn_cell.LSTMCell(64)",
    "depth": "10",
    "k": "1",
    "axis": "-1",
    "reverse.axis": "[-1]",
    "keras.layers.Dot.axes": "-1",
    "n": "3",
    "num_classes": "10",
    "num_segments": "10",
    "num_partitions": "2",
    "num_samples": "1",
    "num_sampled": "5",
    "num_true": "1",
    "unique": "True",
    "range_max": "100",
    "num_buckets": "100",
    "num_or_size_splits": "2",
    "block_size": "2",
    "learning_rate": "0.01",
    "momentum": "0.9",
    "train.exponential_decay.learning_rate": "0.1",
    "decay_steps": "1000",
    "first_decay_steps": "1000",
    "decay_rate": "0.96",
    "clip_norm": "1.0",
    "clip_value_min": "0.0",
    "clip_value_max": "1.0",
    "max_delta": "0.1",
    "contrast_factor": "2.0",
    "saturation_factor": "2.0",
    "delta": "0.1",
    "central_fraction": "0.5",
    "lower": "0.5",
    "upper": "1.5",
    "max_val": "1.0",
    "variance_epsilon": "0.001",
    "size": "[28, 28]",
    "crop_size": "[14, 14]",
    "target_height": "28",
    "target_width": "28",
    "offset_height": "0",
    "offset_width": "0",
    "max_output_size": "10",
    "jpeg_quality": "80",
    "min_jpeg_quality": "60",
    "max_jpeg_quality": "100",
    "start": "0",
    "stop": "1.0",
    "linspace.start": "0.0",
    "seq_axis": "1",
    "num": "10",
    "num_rows": "3",
    "num_lower": "-1",
    "num_upper": "0",
    "scalar": "2.0",
    "stddev": "0.1",
    "alpha": "1.0",
    "lam": "1.0",
    "message": '""',
    "sample_rate": "44100",
    "template": '"{}"',
    "repeats": "2",
    "shift": "1",
    "axes": "[0]",
    "tensordot.axes": "1",
    "value_range": "[0.0, 1.0]",
    "threshold": "0.5",
    "thresholds": "[0.5]",
    "specificity": "0.9",
    "sensitivity": "0.9",
    "equation": '"ij,jk->ik"',
    "frame_length": "256",
    "frame_step": "128",
    "window_length": "256",
    "pattern": '"[^a-z]"',
    "rewrite": '""',
    "pos": "0",
    "len": "1",
    "ngram_width": "2",
    "input_encoding": '"UTF-8"',
    "output_encoding": '"UTF-8"',
    "input_dim": "1000",
    "output_dim": "64",
    "cell_size": "64",
    "boundaries": "[1000, 2000]",
    "record_defaults": "[[0.0], [0.0]]",
    "piecewise_constant.values": "[0.1, 0.01, 0.001]",
    "seed": "[1, 2]",
    "activation": "tf.nn.relu",
    "ksizes": "[1, 3, 3, 1]",
    "sizes": "[1, 3, 3, 1]",
    "rates": "[1, 1, 1, 1]",
    "image.strides": "[1, 1, 1, 1]",
    "pooling_ratio": "[1.0, 1.44, 1.44, 1.0]",
    "window_shape": "[2, 2]",
    "pooling_type": '"MAX"',
    "vocab_size": "1000",
    "type": "tf.int32",
    "out_type": "tf.uint8",
}

# Old names of parameters, and what programs hardly ever set in a line of a model: the form leaves them out. Of these, a first
# parameter and one without a default are never left out.
LEFT_OUT: Final[Sequence[str]] = """
    _sentinel keep_dims reduction_indices dimension squeeze_dims seq_dim batch_dim dim concat_dim split_dim keyword_required
    expand_nonconcat_dim expand_nonconcat_dims verify_shape optimize use_cudnn_on_gpu kwargs args use_locking caching_device
    partitioner custom_getter synchronization aggregation validate_shape use_resource metrics_collections
    updates_collections collections loss_collection parallel_iterations swap_memory a_is_sparse b_is_sparse
    gate_gradients colocate_gradients_with_ops aggregation_method validate_indices var stateful unroll implementation
    fused virtual_batch_size adjustment renorm renorm_clipping renorm_momentum reuse graph key summarize errors
    tensor_dtype skip_empty result_type noise_shape accum_name linear_name variable_def expected_shape import_scope vocab_file distortion num_reserved_ids num_shards
    shard unigrams Targmax nn.input nn.filters nn.dropout.keep_prob targets box_indices unconnected_gradients grad_ys
    stop_gradients use_norm trainable constraint kernel_constraint bias_constraint recurrent_constraint beta_constraint
    gamma_constraint depthwise_constraint pointwise_constraint embeddings_constraint alpha_constraint activity_regularizer
    sampled_values nn.dilations.filters seed2 begin_mask end_mask ellipsis_mask new_axis_mask shrink_axis_mask
    nn.conv1d.input nn.depthwise_conv2d.dilations nn.separable_conv2d.dilations nn.ctc_loss.logits validate_args family strings.split.source
    strings.to_number.input strings.to_hash_bucket.input decode_raw.bytes thresh reduction_axes delimiter ksizes Input.tensor
    backward_layer encode_jpeg.density_unit x_density y_density xmp_metadata dct_method
""".split()

# function -> parameters that have a default for the sake of old calls, but that a call needs
NEEDED: Final = {
    "nn.conv1d": "filters stride padding",
    "nn.ctc_loss": "inputs sequence_length",
    "nn.dynamic_rnn": "dtype",
    "nn.bidirectional_dynamic_rnn": "dtype",
    "nn.static_rnn": "dtype",
    "nn.static_bidirectional_rnn": "dtype",
    "reverse_sequence": "seq_axis",
    "nn.convolution": "filter padding",
    "nn.dilation2d": "filter strides rates padding",
    "nn.conv_transpose": "filters output_shape strides",
    "metrics.precision_at_top_k": "k",
    "metrics.recall_at_top_k": "k",
    "nn.conv2d": "filter strides padding",
    "nn.conv3d": "filter strides padding",
    "nn.conv2d_transpose": "filter output_shape strides padding",
    "nn.conv3d_transpose": "filter output_shape strides padding",
    "nn.conv1d_transpose": "filters output_shape strides",
    "nn.dropout": "rate",
    "image.crop_and_resize": "boxes box_ind crop_size",
    "nn.sparse_softmax_cross_entropy_with_logits": "labels logits",
    "nn.sigmoid_cross_entropy_with_logits": "labels logits",
    "nn.softmax_cross_entropy_with_logits": "labels logits",
    "nn.weighted_cross_entropy_with_logits": "labels logits pos_weight",
    "get_variable": "shape",
    "placeholder": "shape",
    "strings.to_hash_bucket": "num_buckets",
    "decode_raw": "out_type",
    "image.extract_image_patches": "sizes strides rates padding",
    "image.extract_patches": "sizes strides rates padding",
    "expand_dims": "axis",
}

# Parameters that are a list of tensors, of functions that are no operation types.
LISTS: Final = """
    concat.values stack.values accumulate_n.inputs add_n.inputs meshgrid.args clip_by_global_norm.t_list global_norm.t_list
    summary.merge.inputs strings.join.inputs dynamic_stitch.indices dynamic_stitch.data gradients.xs shape_n.input
    identity_n.input sparse.concat.sp_inputs nn.static_rnn.inputs nn.static_bidirectional_rnn.inputs sparse.cross.inputs
    sparse.cross_hashed.inputs
    keras.layers.add.inputs keras.layers.average.inputs keras.layers.concatenate.inputs keras.layers.dot.inputs
    keras.layers.maximum.inputs keras.layers.minimum.inputs keras.layers.multiply.inputs keras.layers.subtract.inputs
"""

# Parameters that may be left out, but get one more of the selected tensors where there is one.
OPTIONAL_TENSORS: Final[Sequence[str]] = """
    where.x where.y losses.weights metrics.weights nn.ctc_loss.sequence_length nn.dynamic_rnn.sequence_length
    keras.losses.sample_weight
""".split()

# Keras layers of a list of tensors.
MERGING: Final = "Add Average Concatenate Dot Maximum Minimum Multiply Subtract Attention AdditiveAttention"

# Parameters whose first value depends on the selection (suggestions.py).
BY_SELECTION: Final[Sequence[str]] = """
    clip_by_value.clip_value_min clip_by_value.clip_value_max scalar_mul.scalar reshape.shape keras.layers.Reshape.target_shape
    keras.layers.Permute.dims tile.multiples pad.paddings slice.begin slice.size strided_slice.begin strided_slice.end
    broadcast_to.shape ensure_shape.shape placeholder_with_default.shape random_crop.size nn.moments.axes sparse.slice.start
    sparse.slice.size sparse.reshape.shape split.num_or_size_splits cast.dtype saturate_cast.dtype nn.dynamic_rnn.dtype
    nn.bidirectional_dynamic_rnn.dtype nn.static_rnn.dtype nn.static_bidirectional_rnn.dtype
""".split()
