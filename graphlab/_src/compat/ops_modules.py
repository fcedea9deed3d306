"""What graphlab has for names that the modules of tensorflow.python.ops keep to themselves: see `equivalents`."""

from typing import Any

_HERE = "_src.compat.ops"
_OPERATORS = f"{_HERE}.linear_operators"
_DISTRIBUTIONS = f"{_HERE}.distributions"
_RAGGED = "_src.ops.ragged"
_KNOWN = ("dtype", "signed_by_dtype", "unsigned_by_dtype")
_ADDITION = ("SCALED_IDENTITY", "TRIL", "MATRIX", "DIAG_LIKE", "IDENTITY_FAMILY", "EFFICIENT_ADD_TO_TENSOR")
_OUTCOMES = ("true_positive", "false_positive", "false_negative")

TWINS: dict[str, dict[str, Any]] = {
    "ops.confusion_matrix": {"confusion_matrix": f"{_HERE}.confusion:confusion_matrix"},
    "ops.control_flow_state": {"ZerosLikeOutsideLoop": "_src.autodiff.zeros:zeros_outside_loop"},
    "ops.control_flow_util_v2": {"*": [f"{_HERE}.functional_control_flow"]},
    "ops.control_flow_v2_func_graphs": {"*": [f"{_HERE}.functional_control_flow"]},
    "ops.custom_gradient": {"*": [f"{_HERE}.gradients"]},
    "ops.data_flow_ops": {"*": [f"{_HERE}.data_flow"], "RecordInput": "_src.io.record_input:RecordInput"},
    "ops.default_gradient": {"*": [f"{_HERE}.gradients"]},
    "ops.distributions.categorical": {"*": ["_src.ops.distributions.categorical"]},
    "ops.distributions.distribution": {
        "_convert_to_tensor": f"{_DISTRIBUTIONS}:converted",
        "_copy_fn": f"{_DISTRIBUTIONS}:copy_fn",
        "_BaseDistribution": "_src.ops.distributions.base:Distribution",
    },
    "ops.distributions.special_math": {"_double_factorial": f"{_DISTRIBUTIONS}:double_factorial"},
    "ops.distributions.transformed_distribution": {
        **{
            f"_{name}": f"{_DISTRIBUTIONS}:{name}"
            for name in (
                *("logical_and", "logical_equal", "ones_like", "pick_scalar_condition"),
                *("ndims_from_shape", "is_scalar_from_shape"),
            )
        },
        "_static_value": "_src.ops.distributions.static_values:known",
    },
    "ops.distributions.util": {
        **{f"_is_known_{kind}": f"{_DISTRIBUTIONS}:is_known_{kind}" for kind in _KNOWN},
        "_is_integer_like_by_dtype": "_src.ops.distributions.value_checks:_is_whole",
        "_largest_integer_by_dtype": "_src.ops.distributions.value_checks:_largest",
        "_smallest_integer_by_dtype": "_src.ops.distributions.value_checks:_smallest",
    },
    "ops.embedding_ops": {
        "_clip": "_src.ops.embedding:_clipped",
        "*": ["_src.ops.embedding", "_src.ops.embedding_sparse"],
    },
    "ops.functional_ops": {"_ForUsingWhile": "_src.compat.functional_ops:for_using_while"},
    "ops.gradient_checker": {
        "_compute_gradient": f"{_HERE}.gradient_checker:compute_jacobians",
        "_compute_gradient_list": ":test.compute_gradient",
        "_compute_error": "_src.testing.jacobian:largest_error",
        "_product": f"{_HERE}.gradient_checker:product",
    },
    "ops.gradient_checker_v2": {"_product": f"{_HERE}.gradient_checker:product"},
    "ops.init_ops": {
        "ConvolutionOrthogonal": "_src.contrib.framework.initial_values:ConvolutionOrthogonal",
        "_assert_float_dtype": "_src.state.initializers:floating",
    },
    "ops.init_ops_v2": {"_assert_float_dtype": "_src.state.initializers:floating"},
    "ops.linalg.linear_operator": {
        f"_{name}": f"_src.ops.linear_operators.overrides:_{name}"
        for name in "adjoint cholesky det diag_part inverse logdet matmul solve trace".split()
    },
    "ops.linalg.linear_operator_addition": {
        "_DEFAULT_ADDITION_TIERS": "_src.ops.linear_operators.addition:_TIERS",
        "_type": f"{_OPERATORS}:type",
        **{f"_{name}": f"{_OPERATORS}:{name}" for name in _ADDITION},
    },
    "ops.linalg.linear_operator_circulant": {
        "_FFT_OP": f"{_OPERATORS}:FFT_OP",
        "_IFFT_OP": f"{_OPERATORS}:IFFT_OP",
        "_to_complex": "_src.ops.linear_operators.circulant:as_complex",
    },
    "ops.linalg.linear_operator_kronecker": {
        f"_{name}": f"{_OPERATORS}:{name}" for name in ("vec", "unvec_by", "rotate_last_dim")
    },
    "ops.linalg.linear_operator_toeplitz": {"_to_complex": "_src.ops.linear_operators.circulant:as_complex"},
    "ops.linalg_ops": {"_RegularizedGramianCholesky": f"{_OPERATORS}:regularized_gramian_cholesky"},
    "ops.losses.losses_impl": {
        "_num_elements": "_src.ops.losses.weighted:_count",
        "_num_present": "_src.ops.losses.weighted:present",
        "_remove_squeezable_dimensions": "_src.ops.losses.classification:squeezed",
        "_safe_mean": "_src.ops.losses.weighted:_mean",
    },
    "ops.losses.util": {"*": ["_src.ops.losses.average"]},
    "ops.metrics_impl": {
        "_at_k_name": "_src.train.metrics.at_k:at_k_name",
        "_clean_out_of_range_indices": "_src.train.metrics.average_precision:_without_unknown",
        "_count_condition": "_src.train.metrics.confusion_counts:_count",
        "_expand_and_tile": "_src.train.metrics.average_precision:expand_and_tile",
        "_maybe_expand_labels": "_src.train.metrics.ranked:with_label_axis",
        "_num_relevant": "_src.train.metrics.average_precision:_relevant",
        "_select_class_id": "_src.train.metrics.ranked:of_class",
        "_sparse_average_precision_at_top_k": "_src.train.metrics.average_precision:_average_precision",
        **{f"_sparse_{kind}_at_k": f"_src.train.metrics.ranked:{kind}s" for kind in _OUTCOMES},
    },
    "ops.op_selector": {
        "make_list_of_op": f"{_HERE}.op_selector:make_list_of_op",
        "*": [f"{_HERE}.op_selector"],
    },
    "ops.parallel_for.test_util": {"PForTestCase": f"{_HERE}.pfor_test_util:PForTestCase"},
    "ops.ragged.ragged_config": {"auto_cast_partition_dtype": f"{_HERE}.ragged:auto_cast_partition_dtype"},
    "ops.ragged.ragged_dispatch": {
        "*": [f"{_HERE}.ragged"],
        **{
            f"_ragged_{name}": f"{_RAGGED}.overrides:_{name.removesuffix('_v1')}"
            for name in "gather_v1 gather_nd_v1 expand_dims_v1 size_v1 squeeze_v1 dynamic_partition".split()
        },
    },
    "ops.ragged.ragged_factory_ops": {"_constant_value": f"{_RAGGED}.factories:_nested"},
    "ops.ragged.ragged_functional_ops": {"_replace_ragged_with_flat_values": f"{_RAGGED}.mapping:_flattened"},
    "ops.ragged.ragged_string_ops": {"_unicode_decode": f"{_RAGGED}.strings:_decoded"},
    "ops.random_grad": {"add_leading_unit_dimensions": "_src.ops.random_counts:add_leading_unit_dimensions"},
    "ops.rnn": {"_is_keras_rnn_cell": f"{_HERE}.rnn:is_keras_rnn_cell"},
    "ops.rnn_cell": {"*": ["_src.layers.rnn.sizes"]},
    "ops.rnn_cell_impl": {
        "_RNNCellWrapperV1": "_src.layers.rnn.cells.wrappers:CellWrapper",
        "_check_supported_dtypes": "_src.layers.rnn.cells.rnn_cell:check_type",
        "_check_rnn_cell_input_dtypes": f"{_HERE}.rnn:check_rnn_cell_input_dtypes",
        "_hasattr": f"{_HERE}.rnn:has_attribute",
    },
    "ops.rnn_cell_wrapper_impl": {
        "DropoutWrapperBase": "_src.layers.rnn.cells.dropout:DropoutWrapper",
        "ResidualWrapperBase": "_src.layers.rnn.cells.wrappers:ResidualWrapper",
        "DeviceWrapperBase": "_src.layers.rnn.cells.wrappers:DeviceWrapper",
        "_default_dropout_state_filter_visitor": "_src.layers.rnn.cells.dropout:_not_the_memory",
        "_enumerated_map_structure_up_to": f"{_HERE}.rnn:enumerated_map_structure_up_to",
    },
    "ops.session_ops": {
        "TensorHandle": "_src.session.calls.tensor_handle:TensorHandle",
        "encode_resource_handle": "_src.session.calls.resource_handles:encode_resource_handle",
    },
    "ops.signal.dct_ops": {"_validate_dct_arguments": "_src.ops.signal.dct:_check"},
    "ops.signal.mel_ops": {"*": ["_src.ops.signal.mel"], "_validate_arguments": "_src.ops.signal.mel:_check"},
    "ops.signal.shape_ops": {"_infer_frame_shape": "_src.ops.signal.frames:_frames_shape"},
    "ops.signal.spectral_ops": {"_enclosing_power_of_two": "_src.ops.signal.stft:_enclosing_power_of_two"},
    "ops.signal.util_ops": {"gcd": "_src.ops.signal.frames:gcd"},
    "ops.signal.window_ops": {"_raised_cosine_window": "_src.ops.signal.windows:_raised_cosine"},
    "ops.sort_ops": {"_sort_or_argsort": "_src.ops.sorting:_in_order"},
    "ops.sparse_ops": {
        "*": [f"{_HERE}.sparse"],
        "_convert_to_sparse_tensor": "_src.ops.sparse_products:as_sparse",
        "sparse_merge_impl": "_src.ops.sparse_merge:sparse_merge",
    },
    "ops.state_ops": {
        "*": [f"{_HERE}.variables"],
        "is_variable_initialized": f"{_HERE}.variables:is_variable_initialized",
    },
    "ops.stateful_random_ops": {
        "*": [f"{_HERE}.generators", "_src.state.generator"],
        "_make_state_from_seed": "_src.state.generator:create_rng_state",
        "_get_state_size": "_src.state.generator:_size",
        "_convert_to_state_tensor": "_src.state.generator:_as_state",
        "_uint_to_int": "_src.state.generator:_signed",
    },
    "ops.summary_ops_v2": {
        "*": [f"{_HERE}.summaries"],
        "NoopSummaryWriter": "_src.summary.graph_writers:NoopSummaryWriter",
        **{
            name: f"_src.compat.summaries_v2:{name}"
            for name in ("create_noop_writer", "get_step", "record_if", "set_step", "summary_scope", "write")
        },
    },
    "ops.template": {
        "Template": f"{_HERE}.templates:Template",
        "make_template_internal": f"{_HERE}.templates:make_template_internal",
    },
    "ops.tensor_array_ops": {
        "_GraphTensorArray": "_src.ops.tensor_array:TensorArray",
        "build_ta_with_new_flow": f"{_HERE}.sparse:build_ta_with_new_flow",
    },
    "ops.variable_scope": {
        "*": [f"{_HERE}.variables"],
        "_call_partitioner": "_src.state.partition:requested_parts",
        "_get_partitioned_variable": "_src.state.partitioners:get_partitioned_variable",
        "_get_slice_dim_and_num_slices": "_src.state.partition:sliced_axis",
        "_iter_slices": "_src.state.partition:parts_of",
    },
    "ops.weights_broadcast_ops": {"*": ["_src.ops.weights"]},
}
