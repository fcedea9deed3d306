"""What graphlab has for modules and names that TensorFlow keeps to itself, and programs use all the same.

TWINS: {module below tensorflow.python: {name: module:attribute below graphlab}}; "*" lists modules of graphlab whose
names are taken as they are. MODULES: {TensorFlow's module: graphlab's, or another package's, which it means}.
"""

from pathlib import PurePath
from typing import Any

from graphlab._src.compat import debugger_modules, estimator_modules, ops_modules

_PROTO = "tensorboard.compat.proto"

# tensorboard ships most of TensorFlow's messages; graphlab describes the others.
_OURS = {
    "example.example_pb2": "graphlab._src.proto.example",
    "example.example_parser_configuration_pb2": "graphlab._src.proto.example_parser",
    "example.feature_pb2": "graphlab._src.proto.example",
    "framework.reader_base_pb2": "graphlab._src.proto.queues_and_readers",
    "kernels.boosted_trees.boosted_trees_pb2": "graphlab._src.proto.boosted_trees",
    "framework.tensor_slice_pb2": "graphlab._src.proto.checkpoints",
    "protobuf.config_pb2": "graphlab._src.compat.config_messages",
    "protobuf.control_flow_pb2": "graphlab._src.proto.control_flow",
    "protobuf.queue_runner_pb2": "graphlab._src.proto.queues_and_readers",
    "protobuf.saved_model_pb2": "graphlab._src.proto.checkpoints",
    "protobuf.tensorflow_server_pb2": "graphlab._src.proto.server",
    "protobuf.tensor_bundle_pb2": "graphlab._src.proto.checkpoints",
    "protobuf.tpu.topology_pb2": "graphlab._src.proto.topology",
    "util.test_log_pb2": "graphlab._src.proto.test_log",
    "util.saved_tensor_slice_pb2": "graphlab._src.proto.checkpoints",
    "training.checkpoint_state_pb2": "graphlab._src.proto.checkpoints",
}

MODULES = {
    **{f"tensorflow.core.{name}": module for name, module in _OURS.items()},
    "tensorflow.python.training.checkpoint_state_pb2": "graphlab._src.proto.checkpoints",
    "tensorflow.examples.tutorials.mnist.input_data": "graphlab.contrib.learn.datasets.mnist",
    **{
        f"tensorflow.core.{place}.error_codes_pb2": "graphlab._src.compat.error_codes"
        for place in ("protobuf", "lib.core")
    },
    "tensorflow.contrib.training.python.training.hparam_pb2": "graphlab._src.proto.hparams",
    "tensorflow.core.framework.types_pb2": "graphlab._src.compat.data_types",
    "tensorflow.python.util.tf_stack": "graphlab._src.compat.stack_frames",
    "tensorflow.examples.tutorials.mnist.mnist": "graphlab._src.compat.mnist",
    "tensorflow.tools.graph_transforms": "graphlab._src.compat.graph_transforms",
    "tensorflow.python.client.device_lib": "graphlab.client.device_lib",
    "tensorflow.python.ops.control_flow_util": "graphlab._src.compat.control_flow_util",  # programs set a name of it
    "tensorflow.python.client.timeline": "graphlab.client.timeline",
    "tensorflow.python.framework.combinations": "graphlab._src.compat.combinations",
    "tensorflow.python.distribute.combinations": "graphlab._src.compat.distribute_combinations",
    "tensorflow.python.distribute.strategy_combinations": "graphlab._src.compat.strategy_combinations",
    "tensorflow.python.framework.test_combinations": "graphlab._src.compat.test_combinations",
    "tensorflow.python.training.saver_test_utils": "graphlab._src.compat.saver_test_utils",
    "tensorflow.python.summary.plugin_asset": "graphlab._src.compat.plugin_asset",
    "tensorflow.python.framework.test_ops": "graphlab._src.compat.test_ops",
    "tensorflow.python.framework.test_util": "graphlab._src.compat.test_util",
    "tensorflow.python.keras.keras_parameterized": "graphlab._src.compat.keras_testing.parameterized",
    "tensorflow.python.data.kernel_tests.test_base": "graphlab._src.compat.dataset_test_base",
    "tensorflow.python.data.experimental.kernel_tests.reader_dataset_ops_test_base": (
        "graphlab._src.compat.dataset_reader_test_base"
    ),
    "tensorflow.python.data.experimental.kernel_tests.serialization.dataset_serialization_test_base": (
        "graphlab._src.compat.dataset_serialization_test_base"
    ),
    "tensorflow.python.ops.gradient_checker_v2": "graphlab._src.compat.gradient_checker",
    "tensorflow.python.ops.spectral_ops_test_util": "graphlab._src.compat.spectral_ops_test_util",
    "tensorflow.python.kernel_tests.signal.test_util": "graphlab._src.compat.signal_test_util",
    "tensorflow.python.ops.linalg.linear_operator_test_util": "graphlab._src.compat.linear_operator_test_util",
    "tensorflow.python.platform.app": "graphlab.app",
    "tensorflow.python.platform.flags": "graphlab.flags",
    "tensorflow.python.platform.gfile": "graphlab.gfile",
    "tensorflow.python.platform.tf_logging": "graphlab._src.base.logging",
    "tensorflow.python.platform.sysconfig": "graphlab.sysconfig",
    "tensorflow.python.platform.test": "graphlab.test",
    "tensorflow.contrib.learn.python.learn.learn_io.generator_io": "graphlab._src.contrib.learn.learn_io.generator_io",
    "tensorflow.contrib.learn.python.learn.learn_io.graph_io": "graphlab._src.contrib.learn.learn_io.graph_io",
    "tensorflow.contrib.learn.python.learn.learn_io.numpy_io": "graphlab.contrib.learn.io",
    "tensorflow.contrib.learn.python.learn.learn_io.pandas_io": "graphlab.contrib.learn.io",
    "tensorflow.contrib.predictor.contrib_estimator_predictor": "graphlab._src.contrib.predictor.estimators",
    "tensorflow.contrib.predictor.core_estimator_predictor": "graphlab._src.contrib.predictor.estimators",
    "tensorflow.contrib.predictor.predictor": "graphlab._src.contrib.predictor.predictor",
    "tensorflow.contrib.predictor.predictor_factories": "graphlab.contrib.predictor",
    "tensorflow.contrib.predictor.saved_model_predictor": "graphlab._src.contrib.predictor.saved_models",
    "tensorflow.contrib.specs.python": "graphlab.contrib.specs",
    "tensorflow.contrib.summary.summary": "graphlab.contrib.summary",
    "tensorflow.contrib.lookup.lookup_ops": "graphlab.contrib.lookup",
    **{
        f"tensorflow.contrib.optimizer_v2.{name}": "graphlab.contrib.optimizer_v2"
        for name in "adadelta adagrad adam gradient_descent momentum optimizer_v2 optimizer_v2_symbols rmsprop".split()
    },
    "tensorflow.contrib.tensorboard.plugins.projector.projector_config_pb2": "graphlab.contrib.tensorboard.plugins.projector",
    "tensorflow.contrib.losses.python.metric_learning.metric_loss_ops": "graphlab._src.compat.metric_loss_ops",
    "tensorflow.contrib.factorization.python.ops.factorization_ops_test_utils": (
        "graphlab._src.compat.factorization_test_utils"
    ),
    "tensorflow.contrib.session_bundle.manifest_pb2": "graphlab._src.proto.session_bundle",
    "tensorflow.contrib.tensor_forest.proto.fertile_stats_pb2": "graphlab._src.proto.forests",
    "tensorflow.contrib.tensor_forest.proto.tensor_forest_params_pb2": "graphlab._src.proto.forests",
    "tensorflow.contrib.tpu.python.tpu.tpu_function": "graphlab._src.distribute.tpu.shards",
    "tensorflow.python.tpu.tpu_function": "graphlab._src.distribute.tpu.shards",
    "tensorflow.python.training.experimental.mixed_precision_global_state": "graphlab._src.train.optimizers.mixed_precision_state",
    "tensorflow.python.training.device_setter": "graphlab._src.cluster.device_setter",
    "tensorflow.python.saved_model.loader": "graphlab.saved_model.loader",
    "tensorflow.python.saved_model.builder": "graphlab._src.io.saved_model.operations_builder",
    "tensorflow.python.saved_model.main_op": "graphlab.saved_model.main_op",
    "tensorflow.python.saved_model.signature_def_utils": "graphlab.saved_model.signature_def_utils",
}

_DTYPES = (
    "float16 float32 float64 half double bfloat16 bool complex64 complex128 int8 int16 int32 int64 uint8 uint16 uint32 uint64 "
    "string qint8 qint16 qint32 quint8 quint16 resource variant"
)
_STRATEGY = "get_replica_context get_strategy has_strategy in_cross_replica_context"
_STRATEGIES = (
    ("mirrored_strategy", "MirroredStrategy", "MirroredStrategy", "mirrored:MirroredExtended"),
    ("one_device_strategy", "OneDeviceStrategy", "OneDeviceStrategy", "one_device:OneDeviceExtended"),
    ("central_storage_strategy", "CentralStorageStrategy", "experimental.CentralStorageStrategy", None),
    ("collective_all_reduce_strategy", "CollectiveAllReduceStrategy", "experimental.MultiWorkerMirroredStrategy", None),
    (
        "parameter_server_strategy",
        "ParameterServerStrategy",
        "experimental.ParameterServerStrategy",
        "parameter_server:ParameterServerExtended",
    ),
)
_EXTENDED = {"MirroredStrategy": "MirroredExtended", "OneDeviceStrategy": "OneDeviceExtended"}
_DISTRIBUTE_LIB = "InputContext InputReplicationMode ReplicaContext Strategy get_loss_reduction"
_EXPORTS = {
    "*": ["_src.estimator.export_modes", "_src.estimator.supervised_outputs", "estimator.export"],
    "get_export_outputs": "_src.estimator.export_outputs:complete",
    **{
        name: estimator_modules.EXPORT[name]
        for name in ("build_all_signature_defs", "get_timestamped_export_dir", "get_temp_export_dir")
    },
}
_ORTHOGONAL = (
    "ConvolutionDeltaOrthogonal ConvolutionOrthogonal1D ConvolutionOrthogonal2D ConvolutionOrthogonal3D convolutional_delta_orthogonal "
    "convolutional_orthogonal_1d convolutional_orthogonal_2d convolutional_orthogonal_3d"
)
_UTIL = "all_util lazy_loader tf_contextlib"

_OPERATOR_HELPERS = ("references", "assertions", "batches", "hints")
_MONITORED = "creators hook monitored scaffold session_wrappers training"

_AUTOGRAPH = {
    "builtin_functions": "operators.py_builtins",
    "expressions": "operators.logical operators.exceptions",
    "function_scopes": "core.converter core.function_wrappers",
    "lists": "lang.special_functions operators.data_structures operators.slices utils.tensor_list",
    "messages": "utils.ag_logging",
    "naming": "core.naming",
    "statements": "operators.control_flow",
    "symbols": "operators.special_values operators.symbols",
    "tensors": "utils.misc utils.py_func utils.tensors utils.type_check",
}

_COLUMN_BASES = "FeatureColumn DenseColumn SequenceDenseColumn CategoricalColumn"
_COLUMNS = "column features models objects state categorical combined dense numeric sequence"

_TRANSPOSE_BATCH_TIME = "_src.compat.ops_helpers:transpose_batch_time"
_DISTRIBUTIONS = "bernoulli beta categorical dirichlet gamma laplace multinomial normal student_t uniform"
_DISTRIBUTION_UTIL = {
    "*": [
        f"_src.ops.distributions.{name}"
        for name in "static_values triangles numerics value_checks parameters subclassing base".split()
    ]
    + [f"_src.contrib.distributions.{name}" for name in ("distribution_util", "scale_operators")],
    "get_logits_and_probs": "_src.ops.distributions.parameters:logits_and_probs",
    "embed_check_categorical_event_shape": "_src.ops.distributions.parameters:check_classes",
    "static_value": "_src.ops.distributions.static_values:known",
}

# TensorFlow's modules of tf.contrib, and those of graphlab's package of the same name that have its names.
_CONTRIB = {
    "constrained_optimization.python.external_regret_optimizer": "external_regret_optimizer projections",
    "constrained_optimization.python.swap_regret_optimizer": "swap_regret_optimizer projections",
    "graph_editor.reroute": "reroute",
    "image.python.ops.dense_image_warp": "warping",
    "image.python.ops.interpolate_spline": "warping",
    "kernel_methods.python.kernel_estimators": "classifier",
    "kernel_methods.python.mappers.dense_kernel_mapper": "random_features",
    "layers.python.layers.feature_column": "columns.base columns.sparse columns.dense columns.embeddings",
    "learn.python": "tables",
    "learn.python.learn": "tables",
    "learn.python.learn.estimators.dnn": "models",
    "learn.python.learn.estimators.dnn_linear_combined": "models canned",
    "learn.python.learn.estimators.run_config": "run_config",
    "learn.python.learn.learn_io": "tables",
    "learn.python.learn.learn_io.dask_io": "tables",
    "learn.python.learn.learn_io.data_feeder": "tables",
    "learn.python.learn.preprocessing.text": "preprocessing",
    "learn.python.learn.utils.saved_model_export_utils": "alternatives export_strategy export_utils",
    "model_pruning.python.pruning": "layers.core_layers",
    "slim.python.slim.evaluation": "evaluation",
    "slim.python.slim.learning": "training_loop",
    "slim.python.slim.summaries": "summaries",
    "tensor_forest.client.eval_metrics": "client.eval_metrics",
    "timeseries.python.timeseries.math_utils": "timeseries.state_tables timeseries.input_statistics",
    "training.python.training.resample": "resampling",
    "training.python.training.training": "train_op",
}

_CTC = "_src.ops.functional.ctc_states"
_CONTRIB_HELPERS = "_src.compat.contrib_helpers"
_INSPECTION = "_src.compat.inspection"
_NEST: dict[str, Any] = {
    "*": ["nest", "_src.graph.nest", "_src.graph.nest_prefix"],
    "is_sequence": "_src.graph.nest:is_nested",
    "_is_namedtuple": f"{_INSPECTION}:is_namedtuple",
    "_is_mapping": f"{_INSPECTION}:is_mapping",
    "_is_attrs": f"{_INSPECTION}:is_attrs",
    **{
        f"_{name}": f"{_INSPECTION}:{name}"
        for name in ("is_mapping_view", "is_composite_tensor", "is_type_spec", "same_namedtuples")
    },
    "_yield_value": f"{_INSPECTION}:items",
    "_sequence_like": "_src.graph.nest:like",
}

_RAGGED = "_src.ops.ragged"
_RAGGED_MODULES: dict[str, dict[str, Any]] = {
    f"ops.ragged.{module}": {"*": [f"{_RAGGED}.{ours}" for ours in homes.split()]}
    for module, homes in {
        "ragged_array_ops": "tiling selection",
        "ragged_batch_gather_ops": "gathering",
        "ragged_batch_gather_with_default_op": "gathering_with_default",
        "ragged_concat_ops": "joining",
        "ragged_conversion_ops": "conversion",
        "ragged_factory_ops": "factories",
        "ragged_functional_ops": "mapping",
        "ragged_gather_ops": "gathering",
        "ragged_map_ops": "mapping",
        "ragged_math_ops": "gathering reduction",
        "ragged_squeeze_op": "selection",
        "ragged_string_ops": "strings",
        "ragged_tensor": "tensor spec",
        "ragged_tensor_shape": "dynamic_shape broadcasting",
        "ragged_util": "partitions",
        "ragged_where_op": "selection",
        "segment_id_ops": "partitions",
    }.items()
}
_RAGGED_MODULES["ops.ragged.ragged_array_ops"]["ragged_one_hot"] = f"{_RAGGED}.tiling:one_hot"
_RAGGED_MODULES["ops.ragged.ragged_factory_ops"] |= {
    "_find_scalar_and_max_depth": f"{_RAGGED}.factories:depths",
    "_default_inner_shape_for_pylist": f"{_RAGGED}.factories:default_inner_shape",
}
_RAGGED_MODULES["ops.ragged.ragged_getitem"] = {"ragged_tensor_getitem": f"{_RAGGED}.getitem:getitem"}
_RAGGED_MODULES["ops.ragged.ragged_string_ops"] |= {
    "string_split_v2": f"{_RAGGED}.strings:split_v2",
    "strings_split_v1": f"{_RAGGED}.strings:split",
    "string_bytes_split": f"{_RAGGED}.strings:bytes_split",
    "reduce_join": f"{_RAGGED}.reduction:reduce_join",
}
_RAGGED_MODULES["ops.ragged.ragged_tensor_value"] = {"RaggedTensorValue": ":ragged.RaggedTensorValue"}
_RAGGED_MODULES["ops.ragged.ragged_util"] |= {
    "convert_to_int_tensor": f"{_RAGGED}.partitions:as_integers",
    "get_positive_axis": f"{_RAGGED}.partitions:positive_axis",
    "repeat": "_src.ops.repeating:repeat",
}

TWINS: dict[str, dict[str, Any]] = {
    "autograph.core.ag_ctx": {"*": ["_src.base.autograph_status"]},
    "framework.common_shapes": {
        "*": ["_src.base.shapes", "_src.compat.common_shapes"],
        "broadcast_shape": ":broadcast_static_shape",
        "is_broadcast_compatible": "_src.compat.ops_helpers:is_broadcast_compatible",
        "unknown_shape": "_src.compat.common_shapes:unknown_shape",
    },
    "framework.constant_op": {
        "constant": "_src.graph.convert:constant_v2",
        "constant_v1": ":constant",
        "is_constant": "_src.compat.ops_helpers:is_constant",
        **{
            f"_{kind}tensor_conversion_function": "_src.compat.ops_helpers:tensor_conversion_function"
            for kind in ("", "constant_", "tensor_shape_", "dimension_")
        },
    },
    "ops.clustering_ops": {
        "*": [f"_src.train.clustering.{module}" for module in ("kmeans", "first_centers", "center_ops")],
    },
    **{
        f"contrib.boosted_trees.python.{module}": {"*": [f"_src.contrib.boosted_trees.{own}" for own in owners.split()]}
        for module, owners in {
            "ops.batch_ops_utils": "batch_ops",
            "ops.boosted_trees_ops_loader": "",
            "ops.gen_model_ops": "model_ops",
            "ops.gen_prediction_ops": "prediction_ops",
            "ops.gen_quantile_ops": "quantile_ops",
            "ops.gen_split_handler_ops": "split_ops",
            "ops.gen_stats_accumulator_ops": "stats_ops",
            "ops.gen_training_ops": "training_ops",
            "ops.model_ops": "ensemble_variable model_ops",
            "ops.prediction_ops": "prediction_ops",
            "ops.quantile_ops": "quantile_accumulator quantile_ops",
            "ops.split_handler_ops": "split_ops",
            "ops.stats_accumulator_ops": "stats_accumulator",
            "ops.training_ops": "training_ops",
            "training.functions.gbdt_batch": "gbdt_batch gbdt_features gbdt_growth",
            "utils.losses": "losses",
        }.items()
    },
    "contrib.tensor_forest.python.ops.gen_model_ops": {"*": ["_src.contrib.tensor_forest.model_ops"]},
    "contrib.tensor_forest.python.ops.gen_stats_ops": {"*": ["_src.contrib.tensor_forest.stats_ops"]},
    "contrib.tensor_forest.python.ops.gen_tensor_forest_ops": {"*": ["_src.contrib.tensor_forest.tensor_forest_ops"]},
    "ops.gen_sdca_ops": {"*": ["_src.train.sdca.ops"]},
    **{
        f"contrib.receptive_field.python.util.{name}": {"*": [f"_src.contrib.receptive_field.{own}"]}
        for name, own in {
            "graph_compute_order": "compute_order",
            "parse_layer_parameters": "layer_parameters",
            "receptive_field": "receptive_field",
        }.items()
    },
    "contrib.linear_optimizer.python.sdca_estimator": {
        "*": ["_src.contrib.linear_optimizer.estimators"],
        "_SDCAEstimator": "_src.contrib.linear_optimizer.estimators:SDCAEstimator",
        "_SdcaUpdateWeightsHook": "_src.train.sdca.hook:UpdateWeightsHook",
    },
    "contrib.linear_optimizer.python.sdca_optimizer": {"*": ["contrib.linear_optimizer"]},
    "contrib.linear_optimizer.python.ops.sdca_ops": {"*": ["_src.train.sdca.model"]},
    "contrib.linear_optimizer.python.ops.sharded_mutable_dense_hashtable": {"*": ["_src.train.sdca.sharded_table"]},
    "contrib.linear_optimizer.python.ops.sparse_feature_column": {"*": ["_src.train.sdca.sparse_feature_column"]},
    "contrib.learn.python.learn.estimators.linear": {
        "sdca_model_fn": "_src.contrib.linear_optimizer.optimizer:sdca_model_fn",
        "_SdcaUpdateWeightsHook": "_src.train.sdca.hook:UpdateWeightsHook",
        "*": ["contrib.learn", "_src.contrib.learn.models"],
    },
    "contrib.learn.python.learn.estimators.svm": {"*": ["contrib.learn"]},
    "contrib.factorization.python.ops.gen_factorization_ops": {"*": ["_src.contrib.factorization.normal_equations"]},
    "framework.device": {"*": ["_src.graph.device"]},
    "framework.device_spec": {
        "DeviceSpecV1": "_src.graph.device:DeviceSpec",
        "DeviceSpecV2": "_src.graph.device:DeviceSpecV2",
    },
    "framework.dtypes": {
        "*": ["_src.base.dtypes"],
        "_TYPE_TO_STRING": "_src.compat.ops_helpers:TYPE_NAMES",
        **{f"{name}_ref": f"dtypes:{name}._as_ref" for name in _DTYPES.split()},
    },
    "framework.error_interpolation": {"*": ["_src.compat.error_interpolation"]},
    "framework.errors": {"*": ["_src.base.errors", "_src.graph.tensor", "_src.compat.status_errors"]},
    "framework.errors_impl": {"*": ["_src.base.errors", "_src.graph.tensor", "_src.compat.status_errors"]},
    "framework.function_def_to_graph": {"*": ["_src.compat.function_graphs"]},
    "framework.graph_to_function_def": {"*": ["_src.compat.function_graphs"]},
    "framework.graph_io": {"write_graph": ":io.write_graph"},
    "framework.graph_util": {"*": ["graph_util"]},
    "framework.graph_util_impl": {"*": ["graph_util", "_src.io.freeze"]},
    "framework.importer": {"import_graph_def": ":import_graph_def"},
    "framework.meta_graph": {"*": ["_src.compat.meta_graph", "_src.compat.element_names"]},
    "training.session_manager": {
        "_maybe_name": "_src.compat.element_names:maybe_name",
        "SessionManager": ":train.SessionManager",
        "_ready": "_src.compat.training_helpers:ready",
        "_CountDownTimer": "_src.compat.training_helpers:CountDownTimer",
    },
    "framework.ops": {
        "*": [
            "_src.graph",
            "_src.graph.scopes",
            "_src.graph.graph",
            "_src.graph.scope_names",
            "_src.graph.convert",
            "_src.compat.graph_internals",
        ],
        "_gradient_registry": "_src.autodiff.registry:gradient_registry",
        "_default_graph_stack": "_src.graph.graph:default_graphs",
        **dict.fromkeys(
            ("convert_n_to_tensor_or_composite", "internal_convert_n_to_tensor_or_composite"),
            "_src.compat.graph_internals:convert_n_to_tensor_or_composite",
        ),
        "internal_convert_n_to_tensor_or_indexed_slices": (
            "_src.compat.graph_internals:convert_n_to_tensor_or_indexed_slices"
        ),
        "internal_convert_to_tensor_or_composite": "_src.compat.graph_internals:internal_convert_to_tensor_or_composite",
        "convert_to_tensor_or_composite": "_src.graph.convert:convert_to_tensor_or_composite",
        "device_v2": ":device",
        "executing_eagerly_outside_functions": ":executing_eagerly",
        "EagerTensor": "_src.compat.eager:EagerTensor",
        "IndexedSlicesValue": "_src.graph.tensor:IndexedSlicesValue",
        "_EagerTensorBase": "_src.compat.eager:EagerTensor",
        "get_name_scope": "_src.compat.ops_helpers:get_name_scope",
        "inside_function": "_src.compat.ops_helpers:inside_function",
        "name_from_scope_name": "_src.compat.ops_helpers:name_from_scope_name",
        "get_all_collection_keys": "_src.compat.ops_helpers:get_all_collection_keys",
        "uid": "_src.compat.ops_helpers:uid",
        "_TensorLike": "_src.compat.ops_helpers:TENSOR_LIKE",
        "is_dense_tensor_like": "_src.compat.ops_helpers:is_dense_tensor_like",
        "register_dense_tensor_like_type": "_src.compat.ops_helpers:register_dense_tensor_like_type",
        "_as_graph_element": "_src.compat.ops_helpers:as_graph_element",
        "RegisterShape": "_src.compat.util:marks",
        "set_shapes_for_outputs": "_src.compat.ops_helpers:set_shapes_for_outputs",
        "get_gradient_function": "_src.autodiff.registry:gradient_function",
        **{
            name: f"_src.compat.registry:{name}" for name in ("OpStats", "RegisterStatistics", "get_stats_for_node_def")
        },
        "register_proto_function": "_src.io.proto_functions:register_proto_function",
        "enable_eager_execution": "_src.compat.eager:enable_eager_execution",
        "dismantle_graph": "_src.compat.ops_helpers:dismantle_graph",
        "_run_using_default_session": "_src.compat.ops_helpers:run_using_default_session",
        "name_scope_v1": ":name_scope",
        "_name_scope": ":name_scope",
        "_colocate_with_for_gradient": "_src.compat.ops_helpers:colocate_with_for_gradient",
        "strip_name_scope": "_src.graph.scope_names:strip_name_scope",
        "prepend_name_scope": "_src.graph.scope_names:prepend_name_scope",
        "get_default_session": ":get_default_session",
        "default_session": "_src.compat.ops_helpers:default_session",
        "has_default_graph": "_src.compat.ops_helpers:has_default_graph",
        "_NodeDef": "_src.compat.ops_helpers:node_def",
        "_default_session_stack": "_src.base.context:sessions",
    },
    "ops.tensor_array_grad": {"_GetGradSource": "_src.autodiff.tensor_array:gradient_source"},
    "framework.op_def_library": {"OpDefLibrary": "_src.compat.op_def_library:OpDefLibrary"},
    "framework.op_def_registry": {"*": ["_src.compat.op_def_registry"]},
    "framework.registry": {"*": ["_src.compat.registry"]},
    "framework.subscribe": {"*": ["_src.compat.subscribe"]},
    "framework.traceable_stack": {"*": ["_src.graph.traceable_stack"]},
    "framework.random_seed": {
        "*": ["_src.ops.seed"],
        "DEFAULT_GRAPH_SEED": "_src.testing.case:SEED",
        "set_seed": "_src.ops.seed:set_random_seed",
    },
    "framework.tensor_conversion_registry": {"*": ["_src.compat.tensor_conversion_registry"]},
    "framework.indexed_slices": {"*": ["_src.graph.convert", "_src.compat.graph_internals"]},
    "framework.sparse_tensor": {"*": ["_src.graph.sparse_tensor"]},
    "framework.tensor_shape": {
        "*": ["_src.base.shapes"],
        "as_shape": "_src.base.shapes:as_shape",
        "unknown_shape": "_src.base.shapes:unknown_shape",
        "scalar": "_src.base.shapes:scalar",
        "vector": "_src.base.shapes:vector",
        "matrix": "_src.base.shapes:matrix",
    },
    "framework.tensor_util": {
        "*": ["_src.graph.constant", "_src.graph.tensor_proto"],
        "constant_value": ":get_static_value",
        "constant_value_as_shape": "_src.compat.ops_helpers:constant_value_as_shape",
        "shape_tensor": "_src.compat.ops_helpers:shape_tensor",
        "maybe_set_static_shape": "_src.compat.ops_helpers:maybe_set_static_shape",
        "MakeNdarray": ":make_ndarray",
        "TensorShapeProtoToList": "_src.compat.element_names:TensorShapeProtoToList",
        "ShapeEquals": "_src.compat.ops_helpers:shape_equals",
        "make_tensor_proto": ":make_tensor_proto",
        "is_tensor": ":is_tensor",
    },
    "data.ops.dataset_ops": {
        "*": ["_src.compat.dataset_classes"],
        "AUTOTUNE": "_src.data.dataset:AUTOTUNE",
        "DatasetV1Adapter": ":data.Dataset",
        "DatasetV2": "_src.data.dataset:DatasetV2",
        "_VariantDataset": "_src.data.dataset:DatasetV2",
        "make_one_shot_iterator": ":data.make_one_shot_iterator",
    },
    "data.ops.iterator_ops": {"IteratorV2": ":data.Iterator"},
    "data.ops.optional_ops": {"_OptionalImpl": "_src.data.optional:Optional"},
    "framework.smart_cond": {"*": ["_src.ops.control_flow.smart_cond"]},
    "framework.versions": {
        "*": ["version"],
        "__version__": ":version.VERSION",
        "__git_version__": ":version.GIT_VERSION",
        "__compiler_version__": ":version.COMPILER_VERSION",
    },
    "client.session": {
        "*": ["_src.session.session", "_src.session.calls.conversions", "_src.compat.fetch_mappers"],
        "_name_list": "_src.compat.element_names:name_list",
        "BaseSession": "_src.session.base_session:BaseSession",
        "SessionInterface": "_src.session.interface:SessionInterface",
        "_DeviceAttributes": "_src.compat.ops_helpers:device_attributes",
    },
    "ops.array_ops": {
        "*": [
            "_src.ops.shape",
            "_src.ops.indexing",
            "_src.ops.transpose",
            "_src.ops.identity",
            "_src.ops.constants",
            "_src.ops.gather",
        ],
        "concat_v2": ":concat",
        "repeat_with_axis": "_src.ops.repeating:repeat",
        **{f"{name}_internal": f"_src.compat.ops_helpers:{name}_internal" for name in ("rank", "shape", "size")},
        "_slice_helper": "_src.ops.indexing:getitem",
        "rank": ":rank",
        "mirror_pad": ":raw_ops.MirrorPad",
        "matrix_diag": ":matrix_diag",
        "unpack": ":unstack",
        "pack": ":stack",
        "listdiff": ":setdiff1d",
    },
    "ops.math_ops": {
        "reduce_sum_v1": ":reduce_sum",
        "sub": ":subtract",
        "mul": ":multiply",
        "neg": ":negative",
        "_sub": ":subtract",
        "_mul": ":multiply",
        "_neg": ":negative",
        "mat_mul": ":matmul",
        "batch_matmul": ":matmul",
        "add_v2": ":raw_ops.AddV2",
        "range": ":range",
        "tensor_equals": ":equal",
        "_as_indexed_slices": "_src.compat.ops_helpers:as_indexed_slices",
        "_as_indexed_slices_list": "_src.compat.ops_helpers:as_indexed_slices_list",
        "_bucketize": "_src.ops.bucketize:bucketize",
        "cast": ":cast",
        "to_float": ":to_float",
        "conj": ":conj",
        "reduced_shape": "_src.ops.reduction:reduced_shape",
    },
    **{f"ops.distributions.{name}": {"*": [f"_src.ops.distributions.{name}"]} for name in _DISTRIBUTIONS.split()},
    "ops.distributions.dirichlet_multinomial": {"*": ["_src.ops.distributions.dirichlet"]},
    "ops.distributions.exponential": {"*": ["_src.ops.distributions.gamma"]},
    "ops.distributions.util": _DISTRIBUTION_UTIL,
    "contrib.distributions.python.ops.distribution_util": _DISTRIBUTION_UTIL,
    "contrib.distributions.python.ops.statistical_testing": {"*": ["_src.contrib.distributions.statistical_testing"]},
    "ops.distributions.special_math": {"*": ["_src.ops.distributions.normal_functions"]},
    "ops.distributions.bijector": {"*": ["_src.ops.distributions.bijector"]},
    "ops.distributions.bijector_impl": {"*": ["_src.ops.distributions.bijector"]},
    "ops.distributions.identity_bijector": {"*": ["_src.ops.distributions.bijector"]},
    "ops.distributions.bijector_test_util": {"*": ["_src.compat.bijector_test_util"]},
    "ops.distributions.distribution": {"*": ["_src.ops.distributions.base"]},
    "ops.distributions.kullback_leibler": {"*": ["_src.ops.distributions.divergence"]},
    "ops.distributions.transformed_distribution": {"*": ["_src.ops.distributions.transformed"]},
    "ops.op_selector": {
        "*": ["_src.contrib.graph_editor.elements", "_src.contrib.graph_editor.traversal"],
        "UnliftableError": "_src.function.lifted_variable:UnliftableError",
    },
    "ops.image_ops": {"ResizeMethod": "_src.ops.image.resizing_v2:ResizeMethod"},
    "ops.image_ops_impl": {"ResizeMethod": "_src.ops.image.resizing_v2:ResizeMethod"},
    "ops.nn_ops": {
        "avg_pool2d": "_src.ops.pooling.pool:avg_pool2d_v2",
        "bias_add_v1": ":nn.bias_add",
        "nth_element": "_src.ops.sorting:nth_element",
        "Convolution": "_src.compat.nn_helpers:Convolution",
        "_get_noise_shape": "_src.ops.dropout:noise_shape_of",
    },
    "ops.nn": {"*": ["nn"]},
    "ops.nn_impl": {
        "*": ["nn"],
        "_sum_rows": "_src.ops.sampling.losses:_sum_rows",
        "_compute_sampled_logits": "_src.compat.ops_helpers:compute_sampled_logits",
    },
    "ops.control_flow_ops": {
        "*": ["_src.ops.control_flow.edges", "_src.ops.control_flow.grouping", "_src.ops.control_flow.primitives"],
        "with_dependencies": "_src.ops.control_flow.grouping:with_dependencies",
        "CondContext": "_src.ops.control_flow.cond_context:CondContext",
        "ControlFlowContext": "_src.ops.control_flow.contexts:ControlFlowContext",
        "WhileContext": "_src.ops.control_flow.while_context:WhileContext",
        "XLAControlFlowContext": "_src.ops.control_flow.xla_context:XLAControlFlowContext",
        "exit": "_src.ops.control_flow.edges:exit_",
        "_Enter": "_src.ops.control_flow.edges:enter",
        "_NextIteration": "_src.ops.control_flow.edges:next_iteration",
        "smart_cond": "_src.ops.control_flow.smart_cond:smart_cond",
        "_Identity": "_src.ops.control_flow.edges:identity_of",
        "_SwitchRefOrTensor": "_src.ops.control_flow.edges:switch_beside",
    },
    "ops.control_flow_v2_toggles": {"*": ["_src.ops.control_flow.versions"]},
    "ops.parsing_ops": {"decode_raw": "_src.ops.string_numbers:decode_raw_v2", "decode_raw_v1": ":decode_raw"},
    "ops.boosted_trees_ops": {"*": ["_src.compat.boosted_trees_ops"]},
    "ops.critical_section_ops": {"*": ["_src.state.critical_section"]},
    "ops.functional_ops": {"*": ["_src.compat.functional_ops"]},
    "ops.cond_v2": {"*": ["_src.compat.control_flow_v2"]},
    "ops.while_v2": {
        "while_loop": "_src.compat.control_flow_v2:while_loop",
        "_get_graph": "_src.compat.control_flow_v2:graph_of",
    },
    "ops.inplace_ops": {"*": ["_src.ops.inplace"]},
    "distribute.all_reduce": {"*": ["_src.contrib.all_reduce.all_reduce"]},
    "ops.nccl_ops": {"*": ["_src.contrib.nccl"]},
    "ops.init_ops_v2": {"*": ["_src.state.initializers_v2"]},
    "ops.linalg.linear_operator_addition": {"*": ["_src.ops.linear_operators.addition"]},
    "ops.linalg.linear_operator_algebra": {"*": ["_src.ops.linear_operators.algebra"]},
    "ops.linalg.linear_operator_circulant": {"*": ["_src.ops.linear_operators.circulant"]},
    "ops.linalg.linear_operator_identity": {"*": ["_src.ops.linear_operators.identity"]},
    "ops.linalg.linear_operator_util": {
        "*": [f"_src.ops.linear_operators.{name}" for name in _OPERATOR_HELPERS],
        "matmul_with_broadcast": ":matmul",
    },
    "ops.linalg.registrations_util": {"*": ["_src.ops.linear_operators.hints"]},
    "ops.linalg_ops_impl": {"eye": ":eye"},
    "ops.list_ops": {"*": ["_src.ops.list_functions"]},
    "ops.logging_ops": {"*": ["_src.summary.tagged"]},
    "ops.init_ops": {
        "*": ["_src.state.initializers"],
        "_compute_fans": "_src.state.initializers:fans",
        **{name: f"_src.contrib.framework.initial_values:{name}" for name in _ORTHOGONAL.split()},
    },
    "ops.variables": {
        "*": ["_src.state.variable", "_src.state.initialization"],
        "Variable": "_src.compat.version_2:Variable",
        "VariableAggregationV2": ":VariableAggregation",
        "VariableV1": ":Variable",
        "RefVariable": "_src.state.ref_variable:RefVariable",
        "PartitionedVariable": "_src.state.partitioned_variable:PartitionedVariable",
        "_all_saveable_objects": "_src.train.saving.saver:saveable_in_graph",
        "_try_guard_against_uninitialized_dependencies": "_src.state.initial_value_guard:guarded",
    },
    "ops.variable_scope": {
        "*": ["_src.state.scope", "_src.state.variable_scope", "_src.state.variable_store"],
        "_get_default_variable_store": "_src.state.variable_store:variable_store",
        "default_variable_creator": "_src.state.variable_creators:default_variable_creator",
        "_pure_variable_scope": "_src.state.scope:pure_variable_scope",
        "_VARSTORE_KEY": "_src.state.variable_store:_KEY",
        "_VARSCOPESTORE_KEY": "_src.state.variable_scope:_KEY",
        "variable": ":Variable",
        "EagerVariableStore": "_src.compat.eager:EagerVariableStore",
    },
    "ops.resource_variable_ops": {
        "*": ["_src.state.resource_variable", "_src.state.resource_ops"],
        "is_resource_variable": "_src.compat.ops_helpers:is_resource_variable",
        "BaseResourceVariable": "_src.state.resource_variable:HandledVariable",
    },
    "ops.state_ops": {
        "*": ["_src.state.assignment", "_src.state.variable_ops"],
        "variable_op": "_src.compat.ops_helpers:variable_op",
        "is_variable_initialized": ":is_variable_initialized",
    },
    "ops.string_ops": {"string_split": ":string_split", "string_split_v2": "_src.ops.string_split:split_at"},
    "ops.partitioned_variables": {"*": ["_src.state.partitioners"]},
    "ops.gradients": {"*": ["_src.autodiff.gradients", "_src.autodiff.hessians"]},
    "ops.gradients_impl": {"*": ["_src.autodiff.gradients", "_src.autodiff.hessians"]},
    "ops.gradients_util": {
        "*": ["_src.autodiff.gradients"],
        "IsTrainable": "_src.compat.element_names:IsTrainable",
        "_AsList": "_src.compat.element_names:as_list",
        "_GradientsHelper": "_src.compat.ops_helpers:gradients_helper",
    },
    "ops.gradient_checker": {
        "compute_gradient": ":test.compute_gradient",
        "compute_gradient_error": ":test.compute_gradient_error",
        "_compute_dx_and_dy": "_src.testing.jacobian:gradient_graph",
        "_compute_theoretical_jacobian": "_src.testing.jacobian:theoretical_jacobian",
        "_compute_numeric_jacobian": "_src.testing.jacobian:numeric_jacobian",
    },
    "contrib.framework.python.ops.audio_ops": {"*": ["_src.ops.audio.spectrogram", "_src.ops.audio.wav_ops"]},
    "contrib.rnn.python.ops.core_rnn_cell": {
        "_linear": "_src.layers.rnn.linear:linear",
        "_Linear": "_src.layers.rnn.linear:Linear",
    },
    **{
        f"contrib.{module}": {"*": [f"_src.contrib.{module.partition('.')[0]}.{own}" for own in owners.split()]}
        for module, owners in _CONTRIB.items()
    },
    "contrib.learn.python.learn.estimators.head": {
        **{
            name: f"_src.contrib.learn.head_losses:{name.lstrip('_')}"
            for name in "_mean_squared_loss _poisson_loss _log_loss_with_two_classes _softmax_cross_entropy_loss _sigmoid_cross_entropy_loss".split()
        },
        **{
            name: f"_src.contrib.learn.heads:{name.lstrip('_')}"
            for name in "_LossOnlyHead _regression_head _poisson_regression_head _multi_class_head _binary_svm_head _multi_label_head _multi_head _Head".split()
        },
    },
    "contrib.seq2seq.python.ops.attention_wrapper": {
        "_luong_score": "_src.contrib.seq2seq.attention:luong_score",
        "_monotonic_probability_fn": "_src.contrib.seq2seq.monotonic:_monotonic_probability_fn",
    },
    "contrib.seq2seq.python.ops.beam_search_decoder": {
        "gather_tree_from_array": "_src.contrib.seq2seq.beam_search:gather_tree_from_array",
        "get_attention_probs": "_src.contrib.seq2seq.beam_step:attention_probs",
        "_beam_search_step": f"{_CONTRIB_HELPERS}:beam_search_step",
        "_check_batch_beam": "_src.contrib.seq2seq.beam_search:check_beams",
        "_check_ndims": "_src.contrib.seq2seq.beam_step:known_rank",
        "_check_static_batch_beam_maybe": "_src.contrib.seq2seq.beam_search:may_be_beams",
        "_get_scores": "_src.contrib.seq2seq.beam_step:hypothesis_scores",
        "_length_penalty": "_src.contrib.seq2seq.beam_step:length_penalty",
        "_mask_probs": "_src.contrib.seq2seq.beam_step:masked",
    },
    "contrib.bayesflow.python.ops.monte_carlo_impl": {
        "*": ["_src.contrib.monte_carlo"],
        "_logspace_mean": "_src.contrib.monte_carlo:log_mean",
        "_get_samples": "_src.contrib.monte_carlo:samples_of",
    },
    "contrib.image.python.ops.sparse_image_warp": {
        "*": ["_src.contrib.image.warping"],
        "_get_grid_locations": "_src.contrib.image.warping:grid_locations",
        "_expand_to_minibatch": "_src.contrib.image.warping:for_each",
        "_get_boundary_locations": "_src.contrib.image.warping:boundary_locations",
        "_add_zero_flow_controls_at_boundary": "_src.contrib.image.warping:with_still_border",
    },
    "contrib.integrate.python.ops.odes": {
        "*": ["_src.contrib.integrate.odes"],
        "_interp_fit": "_src.contrib.integrate.runge_kutta:through",
        "_interp_evaluate": f"{_CONTRIB_HELPERS}:interp_evaluate",
        "_optimal_step_size": "_src.contrib.integrate.runge_kutta:optimal_step_size",
    },
    "contrib.metrics.python.ops.metric_ops": {"_next_array_size": f"{_CONTRIB_HELPERS}:next_array_size"},
    "contrib.metrics.python.ops.histogram_ops": {"_strict_1d_cumsum": f"{_CONTRIB_HELPERS}:strict_1d_cumsum"},
    "contrib.training.python.training.sequence_queueing_state_saver": {
        "*": ["_src.contrib.training.state_saver"],
        "_SPARSE_CONTEXT_PREFIX_KEY": "_src.contrib.training.sparse_segments:CONTEXT",
        "_deconstruct_sparse_tensor_seq": f"{_CONTRIB_HELPERS}:deconstruct_sparse_tensor_seq",
        "_move_sparse_tensor_in_context": "_src.contrib.training.sparse_segments:move_to_context",
        "_move_sparse_tensor_out_context": "_src.contrib.training.sparse_segments:move_from_context",
        "_padding": "_src.contrib.training.sequence_batches:padded",
        "_reconstruct_sparse_tensor_seq": f"{_CONTRIB_HELPERS}:reconstruct_sparse_tensor_seq",
    },
    "contrib.training.python.training.sampling_ops": {
        "*": ["_src.contrib.training.sampling"],
        "_estimate_data_distribution": "_src.contrib.training.sampling:estimated",
        "_verify_input": f"{_CONTRIB_HELPERS}:verify_input",
        "_calculate_acceptance_probabilities": "_src.contrib.training.sampling:acceptance",
    },
    "contrib.layers.python.layers.embedding_ops": {"*": ["_src.contrib.layers.scattered_embedding"]},
    "contrib.layers.python.layers.feature_column_ops": {"_Transformer": f"{_CONTRIB_HELPERS}:Transformer"},
    "contrib.layers.python.layers.layers": {
        "pool": "_src.contrib.layers.pooling:pool",
        "poincare_normalize": "_src.contrib.layers.normalization:poincare_normalize",
        "_inner_flatten": "_src.contrib.layers.flattening:inner_flatten",
    },
    "contrib.layers.python.layers.target_column": {"*": ["_src.contrib.layers.target_column"]},
    "contrib.layers.python.layers.optimizers": {"*": ["_src.contrib.layers.clipping"]},
    "contrib.layers.python.layers.normalization": {"*": ["_src.contrib.layers.normalization"]},
    "contrib.layers.python.ops.sparse_ops": {"*": ["_src.contrib.layers.sparse_ops"]},
    "contrib.layers.python.ops.bucketization_op": {"*": ["_src.contrib.layers.bucketization"]},
    "contrib.opt.python.training.agn_optimizer": {"*": ["_src.contrib.opt.center_variables"]},
    "contrib.opt.python.training.elastic_average_optimizer": {"*": ["_src.contrib.opt.center_variables"]},
    "contrib.opt.python.training.model_average_optimizer": {"*": ["_src.contrib.opt.model_average"]},
    "contrib.cudnn_rnn.python.layers.cudnn_rnn": {"*": ["_src.contrib.cudnn_rnn.constants"]},
    "contrib.cudnn_rnn.python.ops.cudnn_rnn_ops": {"*": ["_src.contrib.cudnn_rnn.constants"]},
    "contrib.rnn.python.ops.rnn_cell": {
        "*": [
            f"_src.contrib.rnn.{module}" for module in "layer_norm_lstm weight_norm_lstm ntm gated normalized".split()
        ],
        "_get_concat_variable": "_src.contrib.rnn.sharded:sharded_variable",
    },
    "contrib.rnn.python.tools.checkpoint_convert": {"*": ["_src.contrib.rnn.checkpoint_convert"]},
    "contrib.seq2seq.python.ops.decoder": {"_transpose_batch_time": _TRANSPOSE_BATCH_TIME},
    "ops.rnn": {
        "_transpose_batch_time": _TRANSPOSE_BATCH_TIME,
        "_best_effort_input_batch_size": "_src.layers.rnn.step:batch_size_of",
        "_dynamic_rnn_loop": "_src.layers.rnn.dynamic_rnn:loop_over_steps",
        "_infer_state_dtype": "_src.layers.rnn.step:state_dtype",
        "_maybe_tensor_shape_from_tensor": "_src.layers.rnn.step:shape_of_size",
        "_reverse_seq": "_src.layers.rnn.static_rnn:reversed_sequence",
        "_concat": "_src.compat.nn_helpers:joined_sizes",
        "_rnn_step": "_src.compat.nn_helpers:rnn_step",
        "_should_cache": "_src.layers.rnn.step:caches_reads",
        "*": [
            "_src.layers.rnn.dynamic_rnn",
            "_src.layers.rnn.static_rnn",
            "_src.layers.rnn.raw_rnn",
            "_src.layers.rnn.step",
        ],
    },
    "ops.rnn_cell": {"*": ["nn.rnn_cell", "_src.layers.rnn.cells.rnn_cell"]},
    "ops.rnn_cell_impl": {
        "*": ["nn.rnn_cell", "_src.layers.rnn.cells.rnn_cell", "_src.layers.rnn.sizes"],
        "_Linear": "_src.layers.rnn.linear:Linear",
        "_zero_state_tensors": "_src.layers.rnn.sizes:zero_state_tensors",
        "_concat": "_src.compat.nn_helpers:joined_sizes",
        "_WEIGHTS_VARIABLE_NAME": "_src.compat.ops_helpers:WEIGHTS_VARIABLE_NAME",
        "_BIAS_VARIABLE_NAME": "_src.compat.ops_helpers:BIAS_VARIABLE_NAME",
        "assert_like_rnncell": "_src.layers.rnn.sizes:assert_like_rnncell",
    },
    "ops.tensor_array_ops": {"TensorArray": ":TensorArray"},
    "distribute.distribution_strategy_context": {
        **{name: f":distribute.{name}" for name in _STRATEGY.split()},
        "experimental_set_strategy": ":distribute.experimental_set_strategy",
        "get_distribution_strategy": ":distribute.get_strategy",
    },
    **{
        f"distribute.{module}": {name + version: f":distribute.{place}" for version in ("", "V1")}
        | ({} if extended is None else {_EXTENDED.get(name, name + "Extended"): f"_src.distribute.{extended}"})
        for module, name, place, extended in _STRATEGIES
    },
    "contrib.distribute.python.parameter_server_strategy": {"*": ["_src.contrib.distribute"]},
    "distribute.distribute_lib": {
        **{name: f":distribute.{name}" for name in _DISTRIBUTE_LIB.split()},
        "StrategyV1": ":distribute.Strategy",
        "StrategyExtendedV1": ":distribute.StrategyExtended",
        "StrategyExtendedV2": ":distribute.StrategyExtended",
    },
    "distribute.device_util": {"*": ["_src.compat.device_util"]},
    "distribute.multi_worker_util": {
        "*": ["_src.compat.multi_worker_util"],
        "_validate_cluster_spec": "_src.compat.multi_worker_util:check_task",
    },
    "distribute.shared_variable_creator": {
        "*": ["_src.compat.shared_variable_creator"],
        "_canonicalize_variable_name": "_src.compat.shared_variable_creator:canonical_name",
    },
    "distribute.cross_device_utils": {"*": ["_src.compat.cross_device_utils"]},
    "distribute.tpu_strategy": dict.fromkeys(("TPUStrategy", "TPUStrategyV1"), ":distribute.experimental.TPUStrategy"),
    "distribute.reduce_util": {"ReduceOp": ":distribute.ReduceOp"},
    "distribute.cross_device_ops": {"*": ["_src.distribute.cross_device_ops"]},
    "distribute.input_lib": {"*": ["_src.distribute.inputs"]},
    "distribute.values": {"*": ["_src.distribute.values", "_src.distribute.variables"]},
    **_RAGGED_MODULES,
    "ops.template": {"*": ["_src.state.template"]},
    "ops.data_flow_ops": {"*": ["_src.state.queue", "_src.state.staging", "_src.state.barrier"]},
    "ops.lookup_ops": {
        "*": [
            "lookup",
            "contrib.lookup",
            "_src.state.lookup.static",
            "_src.state.lookup.mutable",
            "_src.state.lookup.initializers",
        ]
    },
    "ops.ctc_ops": {
        "*": ["_src.autodiff.ctc", "_src.ops.functional.ctc_states", "_src.ops.ctc.dense_labels"],
        "_ctc_state_trans": f"{_CTC}:transitions",
        "_forward_backward_log": f"{_CTC}:forward_backward",
        "_ilabel_to_state": f"{_CTC}:to_states",
        "_scan": f"{_CTC}:scan_all",
        "_state_to_olabel": f"{_CTC}:to_classes",
        "_state_to_olabel_unique": f"{_CTC}:to_classes_of_unique",
        "_sum_states": f"{_CTC}:sum_states",
    },
    "ops.random_ops": {
        "parameterized_truncated_normal": "_src.ops.random_truncated:parameterized_truncated_normal",
    },
    "ops.collective_ops": {"*": ["_src.compat.collective_ops"]},
    "ops.script_ops": {"*": ["_src.ops.py_func"], "_py_funcs": "_src.compat.ops_helpers:py_funcs"},
    "ops.io_ops": {"*": ["_src.io.readers", "_src.io.file_ops"]},
    "ops.sparse_ops": {
        "*": ["_src.ops.sparse", "_src.ops.sparse_serialized", "_src.state.sparse_maps"],
        "_DEFAULT_HASH_KEY": "_src.ops.sparse_cross:DEFAULT_HASH_KEY",
        "sparse_dense_cwise_add": "_src.ops.sparse_products:dense_cwise_add",
        "_convert_to_sparse_tensor": ":convert_to_tensor_or_sparse_tensor",
    },
    "ops.resources": {"*": ["_src.state.resources"]},
    "ops.confusion_matrix": {"*": ["_src.ops.confusion", "_src.ops.squeezable"]},
    "ops.weights_broadcast_ops": {"*": ["_src.ops.weights"]},
    "ops.losses.loss_reduction": {"ReductionV2": ":keras.losses.Reduction"},
    "ops.losses.util": {"*": ["losses", "_src.ops.squeezable"]},
    "ops.metrics_impl": {"*": ["_src.compat.metrics", "_src.train.metrics.per_class"]},
    "ops.summary_op_util": {"*": ["_src.summary.scopes"], "clean_tag": "_src.summary.scopes:clean"},
    "distribute.summary_op_util": {"*": ["_src.summary.scopes"]},
    "summary.writer.writer": {"*": ["_src.summary.event_transformer", "_src.summary.writer"]},
    "summary.writer.event_file_writer": {"*": ["_src.compat.event_file_writer"]},
    "ops.summary_ops_v2": {
        "*": ["contrib.summary"],
        "_INVALID_SCOPE_CHARACTERS": "_src.compat.ops_helpers:INVALID_SCOPE_CHARACTERS",
        "summary_scope": "_src.summary.scopes:summary_scope",
    },
    "training.training_util": {
        "*": ["_src.train.global_step"],
        "_get_or_create_global_step_read": "_src.train.global_step:global_step_read",
        "_get_global_step_read": "_src.train.global_step:existing_global_step_read",
    },
    "training.checkpoint_ops": {
        "*": ["_src.train.saving.remapped_matrices"],
        "_load_and_remap_matrix": "_src.train.saving.remapped_matrices:load_and_remap_matrix",
        **{
            f"_load_{what}_initializer": f"_src.train.saving.remapped_matrices:load_{what}_initializer"
            for what in ("and_remap_matrix", "embedding")
        },
    },
    "training.checkpoint_utils": {
        "*": [
            "_src.train.saving.checkpoint_utils",
            "_src.train.saving.initialize",
            "_src.compat.training_helpers",
        ],
        "_get_checkpoint_filename": "_src.train.saving.checkpoint_utils:checkpoint_path",
    },
    "training.monitored_session": {
        "*": [f"_src.train.sessions.{name}" for name in _MONITORED.split()],
        "_MonitoredSession": "_src.train.sessions.monitored:_MonitoredSession",
    },
    **{name: {"*": places.split()} for name, places in debugger_modules.MODULES.items()},
    **{
        f"training.experimental.{name}": {
            "*": ["_src.train.optimizers.loss_scale", "_src.train.optimizers.mixed_precision"]
        }
        for name in ("loss_scale", "loss_scale_optimizer", "mixed_precision")
    },
    "training.evaluation": {
        "*": ["_src.train.evaluation"],
        "_get_latest_eval_step_value": "_src.train.evaluation:latest_eval_step_value",
    },
    "training.moving_averages": {"*": ["_src.state.moving_averages"]},
    "training.slot_creator": {"*": ["_src.state.slots"]},
    "training.queue_runner": {"*": ["_src.train.queue_runner"]},
    "training.queue_runner_impl": {"*": ["_src.train.queue_runner"]},
    "training.checkpoint_management": {
        "*": ["_src.train.saving.checkpoint_state", "_src.train.tracking.checkpoint"],
        "_GetCheckpointFilename": "_src.train.saving.checkpoint_state:state_path",
        "checkpoint_exists_internal": "_src.train.saving.checkpoint_state:checkpoint_exists",
        "_prefix_to_checkpoint_path": "_src.compat.training_helpers:prefix_to_checkpoint_path",
        "_delete_file_if_exists": "_src.compat.training_helpers:delete_file_if_exists",
        "update_checkpoint_state_internal": "_src.train.saving.checkpoint_state:record_state",
    },
    "training.warm_starting_util": {
        "*": ["_src.train.saving.warm_start"],
        "_get_object_checkpoint_renames": "_src.train.saving.warm_start:object_checkpoint_keys",
        **{
            f"_{name}": f"_src.train.saving.warm_start:{name}"
            for name in ("get_grouped_variables", "infer_var_name", "get_var_info", "warm_start_var_with_vocab")
        },
    },
    **{
        f"saved_model.{name}": {"*": [f"_src.io.saved_model.{name}"]}
        for name in ("constants", "signature_constants", "tag_constants")
    },
    **{f"saved_model.model_utils{name}": _EXPORTS for name in ("", ".export_output", ".export_utils", ".mode_keys")},
    **{
        f"saved_model.{name}": {"*": [f"_src.io.saved_model.{name}"]}
        for name in (
            "function_deserialization",
            "function_serialization",
            "load",
            "nested_structure_coder",
            "revived_types",
        )
    },
    "saved_model.load_v1_in_v2": {
        "*": ["_src.io.saved_model.load_v1"],
        "_Initializer": "_src.io.saved_model.load_v1:V1Initializer",
    },
    "saved_model.save": {
        "*": ["_src.io.saved_model.save"],
        "_AugmentedGraphView": "_src.io.saved_model.object_view:AugmentedGraphView",
        "_CapturedConstant": "_src.io.saved_model.object_view:CapturedConstant",
        "_SaveableView": "_src.io.saved_model.object_view:SaveableView",
    },
    "saved_model.signature_serialization": {
        "*": ["_src.io.saved_model.signature_serialization"],
        "_SignatureMap": "_src.io.saved_model.signature_serialization:SignatureMap",
    },
    "saved_model.loader_impl": {
        "*": [
            "_src.io.saved_model.loader",
            "_src.io.saved_model.message",
            "saved_model.loader",
            "_src.compat.saved_models",
        ]
    },
    "saved_model.builder_impl": {
        "*": ["_src.io.saved_model.operations_builder", "_src.compat.saved_assets", "_src.compat.saved_models"],
        "copy_assets_to_destination_dir": "_src.io.saved_model.assets:copy_all",
    },
    "saved_model.utils": {"*": ["_src.compat.saved_models"]},
    "saved_model.utils_impl": {
        "*": ["_src.io.saved_model.utils", "_src.compat.saved_models"],
        "build_tensor_info_internal": ":saved_model.utils.build_tensor_info",
        "_build_composite_tensor_info_internal": ":saved_model.utils.build_tensor_info",
    },
    "saved_model.signature_def_utils_impl": {
        "*": [
            "_src.io.saved_model.signature_def_utils",
            "_src.io.saved_model.supervised_signatures",
            "_src.compat.saved_models",
        ]
    },
    "ops.parallel_for": {"*": ["_src.compat.parallel_loops", "_src.compat.parallel_gradients"]},
    "ops.parallel_for.control_flow_ops": {"*": ["_src.compat.parallel_loops"]},
    "ops.parallel_for.gradients": {"*": ["_src.compat.parallel_gradients"]},
    "module.module": {"*": ["_src.train.tracking.module"]},
    "training.tracking.layer_utils": {"*": ["_src.compat.layer_utils"]},
    "training.tensorboard_logging": {"*": ["_src.compat.tensorboard_logging"]},
    "training.coordinator": {"*": ["_src.train.coordinator"]},
    "training.supervisor": {
        "*": ["_src.train.supervisor"],
        "SVSummaryThread": "_src.train.supervisor:SummaryThread",
        "SVStepCounterThread": "_src.train.supervisor:StepCounterThread",
        "SVTimerCheckpointThread": "_src.train.supervisor:CheckpointThread",
    },
    "training.input": {
        "*": ["_src.compat.batches", "_src.train.batching", "_src.train.input_producers"],
    },
    "training.learning_rate_decay": {"*": ["_src.train.schedules"]},
    "training.optimizer": {
        "*": ["_src.train.optimizers.optimizer", "_src.compat.optimizer_helpers", "_src.compat.training_helpers"],
        "_deduplicate_indexed_slices": "_src.train.optimizers.optimizer:added_up",
    },
    "keras.utils.metrics_utils": {
        "*": ["_src.keras.engine.outcomes"],
        "Reduction": "_src.keras.engine.metric:Reduction",
        "ragged_assert_compatible_and_get_flat_values": (
            "_src.compat.keras.ragged_metrics:ragged_assert_compatible_and_get_flat_values"
        ),
    },
    "keras.utils.losses_utils": {
        "*": ["_src.keras.engine.weighting"],
        "ReductionV2": "_src.keras.engine.weighting:Reduction",
        "reduce_weighted_loss": "_src.keras.engine.weighting:reduced",
    },
    "keras.utils.generic_utils": {
        "*": ["_src.compat.keras.generic_utils"],
        "to_snake_case": "_src.keras.layers.layer_names:to_snake_case",
        "_GLOBAL_CUSTOM_OBJECTS": "_src.keras.layers.object_registry:CUSTOM",
    },
    "keras.utils.data_utils": {
        "*": ["_src.compat.keras.data_utils"],
        "_hash_file": "_src.compat.keras.data_utils:hash_file",
        "_extract_archive": "_src.compat.keras.data_utils:extract_archive",
    },
    "keras.utils.io_utils": {"ask_to_proceed_with_overwrite": "_src.compat.keras.saving_utils:proceeds_with_overwrite"},
    "keras.saving.hdf5_format": {
        "*": ["_src.compat.keras.hdf5_format"],
        "_convert_rnn_weights": "_src.keras.engine.cudnn_weights:converted",
    },
    "keras.models": {
        "*": ["_src.keras.models"],
        "_clone_layer": "_src.keras.models:clone_layer",
        "_clone_functional_model": "_src.keras.models:clone_functional_model",
        "_clone_sequential_model": "_src.keras.models:clone_sequential_model",
    },
    "keras.engine.base_layer": {
        "*": ["_src.keras.layers.layer", "_src.keras.engine.ancillary"],
        "KerasHistory": "_src.keras.layers.nodes:KerasHistory",
    },
    "keras.engine.node": {"Node": "_src.keras.layers.nodes:Node"},
    "keras.saving.saving_utils": {
        "*": ["_src.compat.keras.saving_utils"],
        "model_input_signature": "_src.keras.engine.saved_model:model_input_signature",
        "trace_model_call": "_src.keras.engine.saved_model:model_function",
    },
    "keras.saving.saved_model.load": {"RevivedModel": "_src.keras.engine.saved_model_loading:RevivedModel"},
    "keras.saving.saved_model.save": {
        "save": "_src.keras.engine.saved_model:save",
        "_default_save_signature": "_src.keras.engine.saved_model:model_function",
    },
    "keras.engine.training_utils": {
        "*": [f"_src.compat.keras.{name}" for name in ("training_utils", "aggregators", "dataset_checks")]
    },
    "keras.engine.training_generator": {"*": ["_src.compat.keras.training_generator"]},
    "keras.model_subclassing_test_util": {"*": ["_src.compat.keras_testing.subclassed_models"]},
    "keras.utils.mode_keys": {"ModeKeys": "_src.estimator.export_modes:KerasModeKeys"},
    "keras.utils.layer_utils": {"*": ["_src.compat.keras.layer_utils"]},
    "training.saving.functional_saver": {
        "*": ["_src.compat.functional_saver"],
        "sharded_filename": "_src.compat.training_helpers:sharded_filename",
        "_SingleDeviceSaver": "_src.compat.functional_saver:SingleDeviceSaver",
    },
    "debug.lib.common": {"*": ["_src.debug.run_keys"]},
    "training.saving.saveable_object": {"*": ["_src.state.saveable"]},
    "training.saving.saveable_object_util": {
        "*": ["_src.train.saving.saveable"],
        "set_cpu0": "_src.train.saving.saveable:on_cpu",
        "op_list_to_dict": "_src.train.saving.saveable:names_of",
        "saveable_objects_for_op": "_src.compat.ops_helpers:saveable_objects_for_op",
        "validate_and_slice_inputs": "_src.train.saving.saveable:saveable_objects",
    },
    "training.basic_session_run_hooks": {"*": ["_src.train.hooks.timer"]},
    "training.saver": {
        "*": ["_src.train.saving", "_src.train.saving.saver_builder"],
        "object_graph_key_mapping": "_src.train.saving.object_based:object_graph_key_mapping",
        "saver_from_object_based_checkpoint": "_src.train.saving.saver:saver_from_object_based_checkpoint",
        "_get_saver_or_default": "_src.train.sessions.scaffold:saver_of_graph",
    },
    "keras.utils.tf_utils": {
        "*": ["_src.compat.keras.tf_utils"],
        "register_symbolic_tensor_type": "_src.keras.layers.nodes:register_symbolic_tensor_type",
        "smart_cond": "_src.ops.control_flow.smart_cond:smart_cond",
        "constant_value": "_src.ops.control_flow.smart_cond:smart_constant_value",
    },
    "keras.engine.input_spec": {
        "*": ["_src.keras.layers.input_spec"],
        "assert_input_compatibility": "_src.keras.layers.input_spec:check_inputs",
    },
    "layers.base": {"*": ["_src.layers.base_layer", "_src.keras.layers.input_spec"]},
    "layers.core": {"*": ["layers"]},
    "layers.convolutional": {"*": ["layers"]},
    "layers.normalization": {"*": ["layers"]},
    "layers.pooling": {"*": ["layers"]},
    "layers.utils": {"*": ["_src.compat.layers_utils"]},
    "keras.backend": {
        "*": ["_src.keras.backend", "_src.keras.engine.backend_images"],
        "name_scope": ":name_scope",
        "_SESSION": "_src.session.keras_session:fallback",
        "_initialize_variables": "_src.keras.layers.weight_values:initialize_variables",
        "symbolic_learning_phase": "_src.keras.layers.learning_phase:learning_phase",
        "variables_module": "_src.state.variable",
    },
    "keras.callbacks": {
        "*": ["_src.compat.keras.callbacks"],
        "TensorBoard": "_src.compat.keras.callbacks:TensorBoard",
        "_is_generator_like": "_src.compat.keras.callbacks:is_generator_like",
    },
    **{
        f"keras.mixed_precision.experimental{module}": {
            "LossScaleOptimizer": "_src.keras.engine.loss_scale_optimizer:LossScaleOptimizer"
        }
        for module in ("", ".loss_scale_optimizer")
    },
    "keras.mixed_precision.experimental.policy": {
        "*": ["_src.keras.layers.dtype_policy", "_src.keras.mixed_precision"],
    },
    "keras.mixed_precision.experimental.test_util": {"*": ["_src.compat.keras_testing.gradient_checks"]},
    "keras.mixed_precision.experimental.autocast_variable": {"*": ["_src.keras.layers.autocast_variable"]},
    "keras.layers.local": {"get_locallyconnected_mask": "_src.compat.keras.conv_utils:get_locallyconnected_mask"},
    "keras.losses": {"*": ["_src.keras.losses"]},
    "keras.optimizers": {
        "*": ["_src.contrib.keras.optimizers"],
        "TFOptimizer": "_src.keras.engine.train_optimizer:TFOptimizer",
    },
    "keras.testing_utils": {
        "*": [f"_src.compat.keras_testing.{name}" for name in ("layer_test", "models", "modes")],
        "generate_combinations_with_testcase_name": "_src.compat.test_util:generate_combinations_with_testcase_name",
    },
    "keras.metrics": {
        "*": ["_src.keras.metrics", "_src.keras.engine.metric"],
        "_ConfusionMatrixConditionCount": "_src.keras.engine.confusion_metrics:ConditionCount",
        "SensitivitySpecificityBase": "_src.keras.engine.confusion_metrics:SensitivitySpecificityBase",
    },
    "keras.wrappers.scikit_learn": {"*": ["_src.keras.wrappers.scikit_learn"]},
    "keras.engine.base_layer_utils": {"*": ["_src.compat.keras.base_layer_utils"]},
    **{f"keras.layers.{name}": {"*": ["_src.keras.layers.version_2"]} for name in ("recurrent_v2", "normalization_v2")},
    "keras.layers.kernelized": {"*": ["_src.keras.layers.random_features"]},
    "keras.layers.convolutional": {"*": ["_src.keras.layers.conv", "_src.keras.layers.separable"]},
    "keras.layers.convolutional_recurrent": {"*": ["_src.keras.layers.convolutional_recurrent"]},
    "keras.layers.dense_attention": {"*": ["_src.keras.layers.attention"]},
    "keras.layers.merge": {"_Merge": "_src.keras.layers.merging:Merge"},
    "keras.layers.normalization": {
        "BatchNormalizationBase": "_src.keras.layers.batch_normalization:BatchNormalizationBase"
    },
    "keras.layers.pooling": {"*": ["_src.keras.layers.pooling", "_src.keras.layers.global_pooling"]},
    "keras.layers.recurrent": {
        "DropoutRNNCellMixin": "_src.keras.layers.recurrent_dropout:DropoutRNNCellMixin",
        "_generate_dropout_mask": "_src.keras.layers.recurrent_dropout:generate_dropout_mask",
        "_standardize_args": "_src.keras.layers.recurrent:standardized",
        "_is_multiple_state": "_src.keras.layers.recurrent_states:is_multiple_state",
        "_generate_zero_filled_state": "_src.keras.layers.recurrent_states:zero_states",
        "_generate_zero_filled_state_for_cell": "_src.keras.layers.recurrent_states:zero_states_for",
    },
    "keras.layers.rnn_cell_wrapper_v2": {
        "*": ["_src.layers.rnn.cells.keras_wrappers"],
        "_RNNCellWrapperV2": "_src.layers.rnn.cells.wrappers:KerasCellWrapper",
    },
    "ops.rnn_cell_wrapper_impl": {"*": ["_src.layers.rnn.cells.dropout", "_src.layers.rnn.cells.wrappers"]},
    "keras.utils.kernelized_utils": {"*": ["_src.compat.exact_kernels"]},
    "keras.utils.conv_utils": {
        "*": ["_src.keras.layers.windows", "_src.keras.layers.backend_config", "_src.compat.keras.conv_utils"],
        "conv_input_length": "_src.compat.layers_utils:conv_input_length",
    },
    "feature_column.feature_column": {
        "*": [f"_src.layers.feature_column.{name}" for name in _COLUMNS.split()],
        **{f"_{name}": f"_src.layers.feature_column.program_bases:Former{name}" for name in _COLUMN_BASES.split()},
        "_LazyBuilder": "_src.layers.feature_column.features:Features",
        "_normalize_feature_columns": "_src.layers.feature_column.models:normalized_columns",
        "_to_sparse_input_and_drop_ignore_values": "_src.layers.feature_column.features:as_sparse_ids",
        "_verify_static_batch_size_equality": "_src.layers.feature_column.models:check_batch",
        "_internal_input_layer": "_src.layers.feature_column.models:input_layer_in",
    },
    "feature_column.feature_column_v2": {
        "*": [f"_src.layers.feature_column.{name}" for name in _COLUMNS.split()],
        **{name: f"_src.layers.feature_column.program_bases:Newer{name}" for name in _COLUMN_BASES.split()},
        "make_parse_example_spec_v2": "_src.layers.feature_column.models:make_parse_example_spec",
        "categorical_column_with_vocabulary_file_v2": (
            "_src.layers.feature_column.categorical:categorical_column_with_vocabulary_file_v2"
        ),
        **{
            name: f"_src.layers.feature_column.shared:{name}"
            for name in ("SharedEmbeddingColumn", "SharedEmbeddingColumnCreator", "shared_embedding_columns_v2")
        },
        "LinearModel": "_src.keras.linear_column_model:LinearModel",
        "_LinearModelLayer": "_src.keras.feature_layers:LinearModelLayer",
        "_transform_features": "_src.layers.feature_column.objects:transform_features",
        "_normalize_feature_columns": "_src.layers.feature_column.models:normalized_columns",
        "_to_sparse_input_and_drop_ignore_values": "_src.layers.feature_column.features:as_sparse_ids",
        "_verify_static_batch_size_equality": "_src.layers.feature_column.models:check_batch",
        "DenseFeatures": ":keras.layers.DenseFeatures",
    },
    "feature_column.dense_features": {"DenseFeatures": ":keras.layers.DenseFeatures"},
    "feature_column.dense_features_v2": {"DenseFeatures": "_src.keras.feature_layers_v2:DenseFeatures"},
    "feature_column.sequence_feature_column": {
        "SequenceFeatures": ":keras.experimental.SequenceFeatures",
        "*": [
            "_src.layers.feature_column.sequence",
            "_src.layers.feature_column.sequence_layer",
            "_src.keras.feature_layers",
        ],
    },
    "grappler.tf_optimizer": {"OptimizeGraph": "_src.compat.grappler:optimize_graph"},
    "feature_column.utils": {
        "*": ["_src.layers.feature_column.numeric"],
        "sequence_length_from_sparse_tensor": "_src.layers.feature_column.dense:sequence_length",
        "assert_string_or_int": "_src.layers.feature_column.features:check_string_or_int",
        "assert_key_is_string": "_src.layers.feature_column.features:check_key",
    },
    "feature_column.serialization": {"*": ["_src.layers.feature_column.column"]},
    "platform.benchmark": {
        "*": ["_src.testing.benchmark"],
        "TensorFlowBenchmark": ":test.Benchmark",
        "GLOBAL_BENCHMARK_REGISTRY": "_src.testing.benchmark:Benchmark.known",
        "_run_benchmarks": "_src.testing.benchmark:run_matching",
    },
    "platform.googletest": {
        "*": ["test"],
        "GetTempDir": ":test.get_temp_dir",
        "TestCase": "_src.compat.test_util:googletest_case",
    },
    "platform.resource_loader": {"*": ["_src.base.resource_loader"]},
    "lib.io.file_io": {"*": ["_src.io.file_io", "_src.io.file_system", "_src.compat.file_io"]},
    "lib.io.tf_record": {"*": ["_src.io.tf_record"]},
    **{f"util.{name}": {"*": ["_src.compat.util"]} for name in _UTIL.split()},
    "util.deprecation": {
        "*": ["_src.compat.deprecation", "_src.base.deprecation", "_src.compat.util"],
        "_validate_deprecation_args": "_src.base.deprecation:check_arguments",
    },
    "util.module_wrapper": {"*": ["_src.compat.module_wrapper"]},
    "util.dispatch": {"*": ["_src.compat.dispatch"]},
    "util.example_parser_configuration": {"*": ["_src.compat.example_parser_configuration"]},
    "util.protobuf.compare": {
        "*": ["_src.compat.proto_comparison"],
        "_IsMap": "_src.compat.proto_comparison:is_map",
        "_IsRepeatedContainer": "_src.compat.proto_comparison:is_repeated_container",
    },
    "user_ops.user_ops": {"*": ["_src.ops.user_ops"]},
    "ops.gen_user_ops": {"fact": "_src.ops.user_ops:fact"},
    "util.memory": {"*": ["_src.compat.memory"]},
    "util.is_in_graph_mode": {"IS_IN_GRAPH_MODE": "_src.compat.eager:in_graph_mode"},
    "util.tf_export": {"*": ["_src.compat.tf_export"]},
    "util.object_identity": {
        "*": ["_src.compat.object_identity"],
        "_ObjectIdentityWrapper": "_src.base.identity:IdentityWrapper",
        "_WeakObjectIdentityWrapper": "_src.compat.object_identity:WeakReference",
    },
    "util.function_utils": {"*": ["_src.compat.function_utils"]},
    "util.tf_decorator": {"*": ["_src.compat.tf_decorator"]},
    "util.tf_inspect": {
        "*": ["_src.compat.tf_inspect"],
        "_get_argspec_for_partial": "_src.compat.tf_inspect:getargspec",
    },
    "util.tf_should_use": {"*": ["_src.compat.tf_should_use"], "tf_logging": "_src.base.logging"},
    "util.lock_util": {"*": ["_src.compat.lock_util"]},
    "util.decorator_utils": {"*": ["_src.compat.decorator_utils"]},
    "util.keyword_args": {"*": ["_src.compat.decorator_utils"]},
    "util.serialization": {"get_json_type": "_src.compat.util:get_json_type"},
    "util.nest": _NEST,
    "data.util.nest": {"*": ["_src.compat.data_nest"]},
    "data.util.convert": {"*": ["_src.compat.dataset_helpers"]},
    "data.util.options": {"*": ["_src.compat.dataset_helpers"]},
    "data.util.random_seed": {"get_seed": "_src.data.seeds:seed_tensors"},
    "data.util.sparse": {"*": ["_src.compat.sparse_elements"]},
    "data.util.structure": {"*": ["_src.compat.dataset_structure"]},
    "data.util.traverse": {"*": ["_src.compat.dataset_helpers"]},
    "data.experimental.ops.cardinality": {
        "INFINITE": ":data.experimental.INFINITE_CARDINALITY",
        "UNKNOWN": ":data.experimental.UNKNOWN_CARDINALITY",
    },
    "data.experimental.ops.map_defun": {"*": ["_src.data.map_defun"]},
    "data.experimental.ops.optimization": {"*": ["_src.compat.dataset_optimization"]},
    "data.experimental.ops.sleep": {"*": ["_src.compat.dataset_optimization"]},
    "data.experimental.ops.matching_files": {"*": ["_src.compat.dataset_optimization"]},
    "data.experimental.ops.readers": {"make_tf_record_dataset": "_src.data.examples:make_tf_record_dataset"},
    "util.compat": {"*": ["_src.base.text"], "collections_abc": "_src.compat.removed_names:abstract"},
    "ops.custom_gradient": {"_graph_mode_decorator": "_src.compat.ops_helpers:graph_mode_decorator"},
    "eager.monitoring": {"*": ["_src.compat.monitoring"]},
    "keras.engine.network": {"*": ["_src.keras.engine.network"]},
    "eager.context": {"*": ["_src.compat.eager"]},
    "eager.function": {
        "*": ["_src.function.def_function", "_src.function.concrete", "_src.function.signature"],
        "Function": "_src.function.polymorphic:TracedFunction",
    },
    "eager.tape": {"stop_recording": "_src.autodiff.gradient_tape:recording_stopped"},
    "eager.def_function": {"*": ["_src.function.def_function"]},
    "eager.wrap_function": {"*": ["_src.function.wrap_function"]},
    "eager.lift_to_graph": {"UnliftableError": "_src.function.lifted_variable:UnliftableError"},
    "eager.backprop": {
        "*": ["_src.autodiff.gradient_tape", "_src.contrib.eager"],
        "implicit_grad": "_src.contrib.eager:implicit_gradients",
        "implicit_val_and_grad": "_src.contrib.eager:implicit_value_and_gradients",
        "val_and_grad_function": "_src.contrib.eager:value_and_gradients_function",
    },
    "pywrap_tensorflow": {
        "CheckpointReader": ":train.NewCheckpointReader",
        "EventsWriter": "_src.compat.events_writer:EventsWriter",
        "IsGoogleCudaEnabled": ":test.is_built_with_cuda",
        "IsMklEnabled": "_src.compat.test_util:IsMklEnabled",
        "TF_TryEvaluateConstant_wrapper": "_src.compat.ops_helpers:try_evaluate_constant",
        "TF_bfloat16_type": "_src.compat.ops_helpers:bfloat16_type",
    },
    "framework.func_graph": {"FuncGraph": "_src.function.body:FunctionBody"},
    "framework.auto_control_deps": {"*": ["_src.ops.control_flow.automatic_dependencies"]},
    "framework.type_spec": {"*": ["_src.graph.type_spec"]},
    "framework.tensor_spec": {"*": ["_src.graph.type_spec"]},
    "framework.composite_tensor_utils": {"*": ["_src.compat.composites"]},
    "framework.composite_tensor": {"CompositeTensor": "_src.graph.tensor:CompositeTensor"},
    "autograph": {"*": ["autograph", "autograph.experimental", "_src.autograph.conversion"]},
    "autograph.pyct.transformer": {"Base": "_src.compat.syntax_transformer:Base"},
    "autograph.impl.api": {"*": ["autograph", "_src.autograph.conversion"]},
    **{
        f"autograph.{name}": {"*": [f"_src.compat.autograph.{home}"]}
        for home, names in _AUTOGRAPH.items()
        for name in names.split()
    },
    **{
        f"training.{package}.{name}": {
            "*": [
                "_src.train.tracking.trackable",
                "_src.train.tracking.checkpoint",
                "_src.train.tracking.dot_graph",
                "_src.state.trackable_resources",
                "_src.compat.object_graphs",
                "_src.state.trackable",
                "_src.state.tracked_structures",
            ],
            "CheckpointV1": ":train.Checkpoint",
            "CheckpointLoadStatus": "_src.train.tracking.restoring:LoadStatus",
            "InitializationOnlyStatus": "_src.train.tracking.restoring:InitializationStatus",
            "NameBasedSaverStatus": "_src.train.tracking.restoring:NameBasedStatus",
            "_DictWrapper": "_src.state.tracked_structures:DictWrapper",
            "VARIABLE_VALUE_KEY": "_src.train.tracking.object_graph:VARIABLE_VALUE",
            "OBJECT_GRAPH_PROTO_KEY": "_src.train.tracking.object_graph:KEY",
        }
        for package in ("tracking", "checkpointable")
        for name in ("base", "tracking", "util", "data_structures", "python_state", "graph_view")
    },
    "framework.function": {
        "*": ["_src.compat.defun", "_src.compat.defun_body"],
        "_DefinedFunction": "_src.compat.defun:DefinedFunction",
        "_OverloadedFunction": "_src.compat.defun:OverloadedFunction",
        "_from_definition": "_src.compat.function_library:ImportedFunction",
        "from_library": "_src.compat.function_library:from_library",
    },
    **estimator_modules.TWINS,
    **{f"tools.{name}": {"*": [f"_src.compat.tools.{name}"]} for name in ("freeze_graph", "inspect_checkpoint")},
    "tools.saved_model_utils": {"*": ["_src.compat.tools.saved_model_utils"]},
    "tools.strip_unused_lib": {"*": ["_src.io.inference_graph", "_src.compat.tools.graph_files"]},
    "tools.import_pb_to_tensorboard": {"*": ["_src.compat.tools.graph_files"]},
    "tools.optimize_for_inference_lib": {"*": ["_src.io.inference_graph"]},
    "compat.compat": {"*": ["_src.base.forward_compatibility"]},
    "distribute.cluster_resolver": {"*": ["contrib.cluster_resolver"]},
    **{
        f"distribute.cluster_resolver.{kind}cluster_resolver": {"*": ["contrib.cluster_resolver"]}
        for kind in ("", "gce_", "kubernetes_", "slurm_", "tfconfig_", "tpu_")
    },
    "estimator.tpu": {"*": ["estimator.tpu"]},
    **{
        f"{place}.{name}": {
            "*": ["contrib.tpu", *(f"_src.estimator.tpu.{module}" for module in ("config", "estimator", "hooks"))]
        }
        for place in ("tpu", "estimator.tpu", "contrib.tpu.python.tpu")
        for name in ("tpu_config", "tpu_estimator")
    },
    **{
        f"tpu.{name}": {"*": ["contrib.tpu"]}
        for name in "tpu tpu_optimizer training_loop ops.tpu_ops async_checkpoint".split()
    },
    "tpu.topology": {"*": ["_src.distribute.tpu.topology"]},
    "contrib.tpu.python.tpu.topology": {"*": ["_src.distribute.tpu.topology"]},
    "tf2": {"enabled": "_src.compat.eager:tf2_enabled"},
}

for _module, _names in ops_modules.TWINS.items():
    _known = TWINS.get(_module, {})
    TWINS[_module] = {**_known, **_names, "*": [*_known.get("*", ()), *_names.get("*", ())]}


def module_of(fullname):
    """The name of the module that TensorFlow's one means without being one of graphlab's public ones, or None."""
    if fullname in MODULES:
        return MODULES[fullname]
    if fullname.startswith("tensorflow.core.") and fullname.endswith("_pb2"):
        return f"{_PROTO}.{PurePath(fullname.replace('.', '/')).name}"
    return None
