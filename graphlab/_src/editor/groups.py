"""What the palette offers: groups of names of the public namespaces.

A name without a prefix is one of tf itself; "nn." in front of a line's names means those of tf.nn, and "nn.*" all functions of
tf.nn that no line before names. A function that has several names is offered once, by the first of them. So what is
added to a namespace with a star is offered at once, and what is added to tf itself needs its name in one group here.
"""

# group -> lines of names, in the order in which they are offered
GROUPS = {
    "Inputs": "placeholder placeholder_with_default constant",
    "Variables": "get_variable Variable assign assign_add assign_sub",
    "Layers": "layers: dense conv2d max_pooling2d flatten dropout batch_normalization *",
    "Activations": """
        nn: relu sigmoid tanh softmax leaky_relu elu selu swish softplus softsign relu6 crelu log_softmax log_sigmoid
    """,
    "Losses": """
        losses: sparse_softmax_cross_entropy softmax_cross_entropy sigmoid_cross_entropy mean_squared_error *
        nn: sparse_softmax_cross_entropy_with_logits softmax_cross_entropy_with_logits_v2 sigmoid_cross_entropy_with_logits
            weighted_cross_entropy_with_logits log_poisson_loss l2_loss ctc_loss nce_loss sampled_softmax_loss
    """,
    "Training": """
        train: AdamOptimizer GradientDescentOptimizer MomentumOptimizer RMSPropOptimizer AdagradOptimizer AdadeltaOptimizer
            FtrlOptimizer AdagradDAOptimizer ProximalAdagradOptimizer ProximalGradientDescentOptimizer
        : gradients clip_by_global_norm global_norm
        train: get_or_create_global_step exponential_decay polynomial_decay cosine_decay piecewise_constant natural_exp_decay
            inverse_time_decay cosine_decay_restarts linear_cosine_decay noisy_linear_cosine_decay
    """,
    "Program": "",
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
        math: *
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
    "Shape": """
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
    """,
    "Keras layers": """
        keras.layers: Dense Conv2D MaxPooling2D Flatten Dropout BatchNormalization Embedding LSTM GRU SimpleRNN *
    """,
    "Keras losses": "keras.losses: *",
    "Random numbers": """
        random_normal random_uniform truncated_normal random_shuffle random_crop multinomial random_gamma random_poisson
        random: *
    """,
    "Constants": "zeros ones fill eye range linspace",
    "Images": "image: resize_images random_flip_left_right per_image_standardization convert_image_dtype *",
    "Signals": "signal: *",
    "Text": """
        strings: length lower upper substr split join strip format regex_replace to_number *
        : as_string string_split encode_base64 decode_base64 decode_csv decode_raw
    """,
    "Bits and sets": "bitwise: *\n sets: *",
    "Sparse tensors": "sparse: *",
}
