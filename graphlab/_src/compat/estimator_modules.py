"""What graphlab has for the modules of tensorflow.python.estimator, in the form that equivalents.py describes."""

_ESTIMATOR = "_src.estimator"
_CANNED = f"{_ESTIMATOR}.canned"
_HEADS = f"{_ESTIMATOR}.heads"
_HELPERS = "_src.compat.estimator_helpers"
_MODEL_FNS = "_src.compat.estimator_model_fns"
_CHECKS = f"{_CANNED}.head_checks"
_MEASURES = f"{_CANNED}.measures"

_KEYS = {
    f"{mark}{name}": f"{_HELPERS}:{name}"
    for name in ("DEFAULT_SERVING_KEY", "CLASSIFY_SERVING_KEY", "REGRESS_SERVING_KEY", "PREDICT_SERVING_KEY")
    for mark in ("", "_")
}
_HEAD = {
    **_KEYS,
    "_Head": f"{_CANNED}.head:Head",
    "LossSpec": f"{_CANNED}.head:LossSpec",
    "_summary_key": f"{_HELPERS}:summary_key",
    "_append_update_ops": f"{_HELPERS}:append_update_ops",
    "_all_class_ids": f"{_HELPERS}:all_class_ids",
    "_all_classes": f"{_HELPERS}:all_classes",
    "_classification_output": f"{_HELPERS}:classification_output",
    "_check_dense_labels_match_logits_and_reshape": f"{_CHECKS}:check_labels",
    "_get_weights_and_check_match_logits": f"{_CHECKS}:check_weights",
    "_check_logits_final_dim": f"{_CHECKS}:check_logits",
    "_check_logits": f"{_CHECKS}:check_logits",
    "_validate_loss_fn_args": f"{_CHECKS}:check_loss_fn",
    "_call_loss_fn": f"{_CHECKS}:call_loss_fn",
    "_assert_range": f"{_CHECKS}:assert_range",
    "_indicator_labels_mean": f"{_MEASURES}:labels_mean",
    "_predictions_mean": f"{_MEASURES}:predictions_mean",
    "_accuracy_baseline": f"{_MEASURES}:accuracy_baseline",
    "_auc": f"{_MEASURES}:auc",
    "_accuracy_at_threshold": f"{_MEASURES}:accuracy_at",
    "_precision_at_threshold": f"{_MEASURES}:precision_at",
    "_recall_at_threshold": f"{_MEASURES}:recall_at",
    "_multi_class_head_with_softmax_cross_entropy_loss": f"{_CANNED}.classification_heads:MultiClassHead",
    "_MultiClassHeadWithSoftmaxCrossEntropyLoss": f"{_CANNED}.classification_heads:MultiClassHead",
    "_binary_logistic_head_with_sigmoid_cross_entropy_loss": f"{_CANNED}.classification_heads:BinaryHead",
    "_BinaryLogisticHeadWithSigmoidCrossEntropyLoss": f"{_CANNED}.classification_heads:BinaryHead",
    "_regression_head": f"{_CANNED}.regression_head:RegressionHead",
    "_regression_head_with_mean_squared_error_loss": f"{_CANNED}.regression_head:RegressionHead",
    "_RegressionHeadWithMeanSquaredErrorLoss": f"{_CANNED}.regression_head:RegressionHead",
    "_binary_logistic_or_multi_class_head": f"{_CANNED}.classification_heads:class_head",
}
_BASE_HEAD = {
    **_KEYS,
    "Head": f"{_HEADS}.base:Head",
    "all_class_ids": f"{_HELPERS}:all_class_ids",
    "all_classes": f"{_HELPERS}:all_classes",
    "classification_output": f"{_HELPERS}:classification_output",
    "check_dense_labels_match_logits_and_reshape": f"{_CHECKS}:check_labels",
    "get_weights_and_check_match_logits": f"{_CHECKS}:check_weights",
    "check_logits_final_dim": f"{_CHECKS}:check_logits",
    "validate_loss_fn_args": f"{_CHECKS}:check_loss_fn",
    "call_loss_fn": f"{_CHECKS}:call_loss_fn",
    "check_label_range": f"{_CHECKS}:assert_range",
    "update_metric_with_broadcast_weights": f"{_HEADS}.base:update_mean",
}
EXPORT = {
    "*": ["estimator.export", f"{_ESTIMATOR}.receivers", "_src.estimator.export_modes"],
    "get_timestamped_export_dir": f"{_HELPERS}:get_timestamped_export_dir",
    "get_temp_export_dir": f"{_HELPERS}:get_temp_export_dir",
    "build_all_signature_defs": f"{_ESTIMATOR}.export_outputs:signatures",
}
_TRAIN = {"*": ["train", "estimator"]}
_V2 = {"EstimatorV2": "estimator:Estimator"}

_MODULES = {
    "early_stopping": {"*": [f"{_ESTIMATOR}.early_stopping"]},
    "extenders": {
        "*": [f"{_ESTIMATOR}.extenders"],
        "_TransformGradients": f"{_ESTIMATOR}.extenders:TransformGradients",
    },
    "mode_keys": {"*": [f"{_ESTIMATOR}.mode_keys"]},
    "estimator": {**_V2, "*": [f"{_ESTIMATOR}.estimator"]},
    "estimator_lib": _V2,
    "model_fn": {
        "LOSS_METRIC_KEY": f"{_HELPERS}:LOSS_METRIC_KEY",
        "AVERAGE_LOSS_METRIC_KEY": f"{_HELPERS}:AVERAGE_LOSS_METRIC_KEY",
        "call_logit_fn": f"{_ESTIMATOR}.logit_functions:call_logit_fn",
        "verify_model_fn_args": f"{_ESTIMATOR}.estimator:check_model_fn",
        "_TPUEstimatorSpec": "estimator.tpu:TPUEstimatorSpec",
    },
    "run_config": {"TaskType": f"{_ESTIMATOR}.run_config:TaskType"},
    "util": {
        "fn_args": "_src.compat.function_utils:fn_args",
        "*": [f"{_ESTIMATOR}.input_functions"],
    },
    "keras": {"model_to_estimator": "keras.estimator:model_to_estimator"},
    "warm_starting_util": {
        "WarmStartSettings": "estimator:WarmStartSettings",
        "VocabInfo": "estimator:VocabInfo",
        "_warm_start": "train:warm_start",
        "warm_start": "train:warm_start",
    },
    "export": {"*": ["estimator.export"]},
    "export.export": EXPORT,
    "export.export_lib": EXPORT,
    "export.export_output": {"*": ["estimator.export", "_src.estimator.supervised_outputs"]},
    "exporter": {"*": [f"{_ESTIMATOR}.exporter"]},
    "inputs": {"*": ["estimator.inputs"]},
    "inputs.inputs": {"*": ["estimator.inputs"]},
    "inputs.numpy_io": {"*": ["estimator.inputs"]},
    "inputs.pandas_io": {"*": ["estimator.inputs"]},
    "inputs.queues.feeding_functions": {
        name: f"_src.compat.feeding_functions:{ours}"
        for name, ours in (
            ("_enqueue_data", "enqueue_data"),
            ("_fill_array", "fill_array"),
            ("_pad_if_needed", "pad_if_needed"),
            ("_get_integer_indices_for_next_batch", "next_numbers"),
            *((f"_{kind}FeedFn", f"{kind}FeedFn") for kind in ("Array", "Generator", "OrderedDictNumpy", "Pandas")),
        )
    },
    "inputs.queues.feeding_queue_runner": {"_FeedingQueueRunner": f"{_ESTIMATOR}.feeding:FeedingQueueRunner"},
    "gc": {
        "Path": "_src.contrib.session_bundle.gc:Path",
        **{
            f"_{name}": f"_src.contrib.session_bundle.gc:{name}"
            for name in (
                "get_paths largest_export_versions mod_export_version negation one_of_every_n_export_versions union".split()
            )
        },
    },
    "hooks": {},
    "hooks.basic_session_run_hooks": _TRAIN,
    "hooks.session_run_hook": _TRAIN,
    "hooks.hooks": {"*": ["estimator.experimental", f"{_ESTIMATOR}.hooks"]},
    "hooks.fake_summary_writer": {"*": ["_src.contrib.testing.fake_summary_writer"]},
    "canned.head": _HEAD,
    "canned.metric_keys": {"*": [f"{_CANNED}.keys"]},
    "canned.prediction_keys": {"*": [f"{_CANNED}.keys"]},
    "canned.optimizers": {"*": [f"{_CANNED}.optimizers"]},
    "canned.parsing_utils": {"*": [f"{_CANNED}.parsing"]},
    "canned.baseline": {
        "*": ["estimator"],
        "_baseline_model_fn": f"{_MODEL_FNS}:baseline_model_fn",
        "_baseline_logit_fn_builder": f"{_MODEL_FNS}:baseline_logit_fn_builder",
    },
    "canned.boosted_trees": {
        "*": ["estimator"],
        "_BoostedTreesBase": f"{_CANNED}.boosted_trees:BoostedTrees",
        "_TreeHParams": f"{_CANNED}.tree_growers:TreeHParams",
        "_bt_model_fn": "_src.compat.boosted_trees:model_fn",
        "_create_classification_head": "_src.compat.boosted_trees:create_classification_head",
        "_create_classification_head_and_closed_form": f"{_CANNED}.boosted_trees:classification_head",
        "_create_regression_head": f"{_CANNED}.boosted_trees:regression_head",
        "_compute_feature_importances": f"{_CANNED}.tree_explanations:feature_importances",
        "_compute_feature_importances_per_tree": f"{_CANNED}.tree_explanations:importances_of_tree",
    },
    "canned.boosted_trees_utils": {
        "_parse_explanations_from_prediction": f"{_CANNED}.tree_explanations:contributions",
        "_sum_by_feature_col_name_and_sort": f"{_CANNED}.tree_explanations:sum_by_name",
    },
    "canned.dnn": {
        "*": ["estimator", f"{_CANNED}.dnn"],
        "_add_hidden_layer_summary": f"{_CANNED}.dnn:add_layer_summary",
        "_dnn_model_fn": f"{_MODEL_FNS}:dnn_model_fn",
    },
    "canned.linear": {
        "*": ["estimator", f"{_CANNED}.linear"],
        "_linear_model_fn": f"{_MODEL_FNS}:linear_model_fn",
        "_compute_fraction_of_zero": f"{_MODEL_FNS}:fraction_of_zero",
    },
    "canned.dnn_linear_combined": {
        "*": ["estimator"],
        "_dnn_linear_combined_model_fn": f"{_MODEL_FNS}:combined_model_fn",
        "_linear_learning_rate": f"{_CANNED}.combined:linear_learning_rate",
    },
    "canned.kmeans": {
        "KMeansClustering": "estimator.experimental:KMeans",
        "_LossRelativeChangeHook": f"{_CANNED}.kmeans:LossRelativeChangeHook",
        "_InitializeClustersHook": f"{_CANNED}.kmeans:InitializeClustersHook",
        "_parse_features_if_necessary": f"{_CANNED}.kmeans:points_of",
    },
    "canned.rnn": {"*": [f"{_CANNED}.rnn"]},
    "canned.saved_model_estimator": {"*": [f"{_ESTIMATOR}.saved_model_estimator"]},
    "head": {},
    "head.base_head": _BASE_HEAD,
    "head.sequential_head": {
        "*": [f"{_HEADS}.sequential"],
        "_SequentialHead": f"{_HEADS}.sequential:SequentialHead",
    },
    "head.head_utils": {"binary_or_multi_class_head": f"{_HEADS}.classification:binary_or_multi_class_head"},
    **{
        f"head.{name}": {"*": ["estimator"]}
        for name in ("binary_class_head", "multi_class_head", "multi_head", "multi_label_head", "regression_head")
    },
}
TWINS = {f"estimator.{name}": names for name, names in _MODULES.items()}
