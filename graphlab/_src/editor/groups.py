"""What the palette offers: groups of names of the public namespaces.

A name without a prefix is one of tf itself; "nn." in front of a line's names means those of tf.nn, and "nn.*" all functions of
tf.nn that no line names, but for those after a "-": what programs no longer use, what does not take tensors or make any, and
names of 2.0. A function that has several names is offered once, by the first of them. So what is added to a namespace with a
star is offered at once, and what is added to tf itself needs its name in one group here, or among those left out.
"""

# group -> lines of names, in the order in which they are offered; what programs need beside is in programs.py
GROUPS = {
    "Inputs": "placeholder placeholder_with_default constant",
    "Variables": "get_variable Variable assign assign_add assign_sub",
    "Layers": "layers: dense conv2d max_pooling2d flatten dropout batch_normalization *",
    "Activations": """
        nn: relu sigmoid tanh softmax leaky_relu elu selu swish softplus softsign relu6 crelu log_softmax log_sigmoid
    """,
    "Losses": """
        losses: sparse_softmax_cross_entropy softmax_cross_entropy sigmoid_cross_entropy mean_squared_error *
            -add_loss -get_losses -get_regularization_losses
        nn: sparse_softmax_cross_entropy_with_logits softmax_cross_entropy_with_logits_v2 sigmoid_cross_entropy_with_logits
            weighted_cross_entropy_with_logits log_poisson_loss l2_loss ctc_loss nce_loss sampled_softmax_loss
    """,
    "Training": """
        train: AdamOptimizer GradientDescentOptimizer MomentumOptimizer RMSPropOptimizer AdagradOptimizer AdadeltaOptimizer
            FtrlOptimizer ProximalAdagradOptimizer ProximalGradientDescentOptimizer
        : gradients clip_by_global_norm global_norm
        train: get_or_create_global_step exponential_decay polynomial_decay cosine_decay piecewise_constant natural_exp_decay
            inverse_time_decay cosine_decay_restarts linear_cosine_decay noisy_linear_cosine_decay
    """,
    "Metrics": "metrics: accuracy precision recall auc mean mean_squared_error *",
    "Summaries": "summary: scalar histogram image text audio merge_all merge",
    "Arithmetic": """
        add subtract multiply divide square sqrt exp log abs negative pow maximum minimum add_n reciprocal rsqrt sign
        squared_difference log1p expm1 floordiv floormod floor ceil round rint truncatediv truncatemod div_no_nan
        clip_by_value clip_by_norm clip_by_average_norm scalar_mul cumsum cumprod accumulate_n cross
        sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh
        erf erfc lgamma digamma lbeta betainc igamma igammac polygamma zeta
        real imag complex conj angle
        check_numerics
        math: * -truediv
    """,
    "Reductions": """
        reduce_mean reduce_sum reduce_max reduce_min reduce_prod reduce_logsumexp reduce_all reduce_any argmax argmin norm
        count_nonzero
        math: reduce_std reduce_variance reduce_euclidean_norm
        nn: moments zero_fraction weighted_moments sufficient_statistics normalize_moments
        : histogram_fixed_width histogram_fixed_width_bins bincount confusion_matrix
    """,
    "Comparison and logic": """
        equal not_equal greater greater_equal less less_equal logical_and logical_or logical_not logical_xor where
        is_nan is_finite is_inf
    """,
    "Shapes": """
        reshape transpose expand_dims squeeze concat stack unstack split tile pad broadcast_to shape size rank
        reverse roll identity cast ensure_shape stop_gradient zeros_like ones_like meshgrid repeat
        space_to_depth depth_to_space space_to_batch_nd batch_to_space_nd identity_n saturate_cast bitcast shape_n
        reverse_sequence sequence_mask
    """,
    "Selection": """
        gather one_hot slice strided_slice gather_nd boolean_mask batch_gather sort argsort
        nn: top_k in_top_k embedding_lookup
        : unique unique_with_counts scatter_nd dynamic_partition dynamic_stitch searchsorted invert_permutation
        tensor_scatter_nd_update tensor_scatter_nd_add tensor_scatter_nd_sub setdiff1d unravel_index
        segment_sum segment_mean segment_max segment_min segment_prod
        unsorted_segment_sum unsorted_segment_mean unsorted_segment_max unsorted_segment_min unsorted_segment_prod
        unsorted_segment_sqrt_n edit_distance
    """,
    "Linear algebra": """
        matmul tensordot einsum matrix_transpose trace diag diag_part matrix_inverse matrix_determinant matrix_solve
        cholesky cholesky_solve qr svd self_adjoint_eig self_adjoint_eigvals matrix_triangular_solve matrix_solve_ls
        matrix_diag matrix_diag_part matrix_set_diag matrix_band_part matrix_square_root
        linalg: *
    """,
    "Neural networks": """
        nn: conv2d bias_add max_pool avg_pool dropout batch_normalization dynamic_rnn l2_normalize conv1d conv3d
            depthwise_conv2d separable_conv2d conv2d_transpose *
            -raw_rnn -relu_layer -with_space_to_batch -space_to_batch -conv2d_backprop_filter -conv2d_backprop_input
            -conv3d_backprop_filter -depthwise_conv2d_backprop_filter -depthwise_conv2d_backprop_input
            -depthwise_conv2d_native -avg_pool_v2 -max_pool_v2 -max_pool2d -ctc_loss_v2 -conv3d_backprop_filter_v2
            -depthwise_conv2d_native_backprop_filter -depthwise_conv2d_native_backprop_input -ctc_beam_search_decoder_v2
            -softmax_cross_entropy_with_logits -static_state_saving_rnn -batch_norm_with_global_normalization
            -compute_accidental_hits -compute_average_loss -scale_regularization_loss
    """,
    "Keras layers": """
        keras.layers: Dense Conv2D MaxPooling2D Flatten Dropout BatchNormalization Embedding LSTM GRU SimpleRNN
            MaxPooling1D MaxPooling3D GlobalMaxPooling1D GlobalMaxPooling2D GlobalMaxPooling3D *
            -AbstractRNNCell -DenseFeatures -Lambda -Layer -Wrapper -InputLayer -InputSpec -deserialize -serialize
            -StackedRNNCells -GRUCell -LSTMCell -SimpleRNNCell -CuDNNGRU -CuDNNLSTM
            -add -average -concatenate -dot -maximum -minimum -multiply -subtract
    """,
    "Keras losses": """
        keras.losses: mean_squared_error mean_absolute_error categorical_crossentropy sparse_categorical_crossentropy
            binary_crossentropy mean_absolute_percentage_error mean_squared_logarithmic_error kullback_leibler_divergence
            cosine_similarity * -deserialize -get -serialize
    """,
    "Random numbers": """
        random_normal random_uniform truncated_normal random_shuffle random_crop multinomial random_gamma random_poisson
        random: * -get_seed -set_random_seed -stateless_multinomial
    """,
    "Constants": "zeros ones fill eye range linspace",
    "Images": "image: resize_images random_flip_left_right per_image_standardization convert_image_dtype *",
    "Signals": "signal: *",
    "Text": """
        strings: length lower upper substr split join strip format regex_replace to_number *
        : as_string string_split encode_base64 decode_base64 decode_csv decode_raw
    """,
    "Bits and sets": "bitwise: *\n sets: *",
    "Sparse tensors": "sparse: * -split",
}

# Functions of tf itself that the palette leaves out: what works on functions, files or sessions, switches, assertions, old names.
LEFT_OUT = """
    Assert NoGradient NotDifferentiable add_check_numerics_ops add_to_collection add_to_collections all_variables arg_max
    arg_min as_dtype assert_equal assert_greater assert_greater_equal assert_integer assert_less assert_less_equal assert_near
    assert_negative assert_non_negative assert_non_positive assert_none_equal assert_positive assert_proper_iterable
    assert_rank assert_rank_at_least assert_rank_in assert_same_float_dtype assert_scalar assert_type
    assert_variables_initialized batch_scatter_update batch_to_space broadcast_dynamic_shape broadcast_static_shape case
    cluster colocate_with cond container control_dependencies control_flow_v2_enabled convert_to_tensor
    convert_to_tensor_or_indexed_slices convert_to_tensor_or_sparse_tensor copy_variables count_up_to
    create_partitioned_variables custom_gradient decode_compressed decode_json_example delete_session_tensor dequantize
    deserialize_many_sparse device diff dimension_at_index dimension_value disable_control_flow_v2 disable_eager_execution
    disable_resource_variables disable_tensor_equality disable_v2_behavior disable_v2_tensorshape div enable_control_flow_v2 enable_v2_tensorshape
    enable_resource_variables executing_eagerly expand export_stablehlo extract_volume_patches fake_quant_with_min_max_args
    fake_quant_with_min_max_args_gradient fake_quant_with_min_max_vars fake_quant_with_min_max_vars_gradient
    fake_quant_with_min_max_vars_per_channel fake_quant_with_min_max_vars_per_channel_gradient fingerprint
    fixed_size_partitioner floor_div foldl foldr from_jax function get_collection get_collection_ref get_default_graph
    get_default_session get_local_variable get_logger get_session_handle get_session_tensor get_static_value
    get_variable_scope global_variables global_variables_initializer grad_pass_through group guarantee_const hessians
    import_graph_def init_scope initialize_all_tables initialize_all_variables initialize_local_variables
    initialize_variables is_numeric_tensor is_tensor is_variable_initialized jax_call load_file_system_library load_ipython_extension
    load_library load_op_library load_stablehlo
    local_variables local_variables_initializer make_ndarray make_template make_tensor_proto map_fn matching_files
    min_max_variable_partitioner model_variables moving_average_variables no_gradient no_op no_regularizer
    nondifferentiable_batch_function numpy_function
    overlay parallel_stack parse_example parse_single_example parse_single_sequence_example parse_tensor preview print
    py_func py_function quantize quantize_v2 quantized_concat read_file realdiv recompute_grad register_tensor_conversion_function
    report_uninitialized_variables required_space_to_batch_paddings reset_default_graph resource_variables_enabled save_html
    scan scatter_add scatter_div scatter_max scatter_min scatter_mul scatter_nd_add scatter_nd_sub scatter_nd_update
    scatter_sub scatter_update serialize_many_sparse serialize_sparse serialize_tensor show sparse_matmul sparse_to_dense step
    switch_case tables_initializer timestamp to_bfloat16 to_complex128 to_complex64 to_dot to_double to_float to_int32
    to_int64 to_svg trainable_variables tuple unwatch variable_axis_size_partitioner variable_creator_scope variable_op_scope
    variables_initializer vectorized_map verify_tensor_all_finite watch where_v2 while_loop wrap_function write_file
    write_graph Print set_random_seed get_seed name_scope op_scope variable_scope truediv sparse_split space_to_batch interact
    explain train
""".split()
