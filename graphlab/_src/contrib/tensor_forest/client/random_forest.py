"""TensorForestEstimator and others: random forests as Estimators."""

from typing import Any

from graphlab._src.contrib.learn.estimator import Estimator
from graphlab._src.contrib.learn.keys import ModeKeys
from graphlab._src.contrib.learn.model_fn_ops import ModelFnOps
from graphlab._src.contrib.tensor_forest import tensor_forest
from graphlab._src.contrib.tensor_forest.client import eval_metrics
from graphlab._src.contrib.tensor_forest.client.model_functions import (
    ALL_SERVING_KEY,
    EPSILON,
    LOSS_NAME,
    TREE_PATHS_PREDICTION_KEY,
    VARIANCE_PREDICTION_KEY,
    ModelBuilderOutputType,
    TensorForestLossHook,
    TensorForestRunOpAtEndHook,
    default_head,
    get_model_fn,
)
from graphlab._src.estimator.estimator import Estimator as CoreEstimator
from graphlab._src.ops.control_flow import group
from graphlab._src.ops.joining import concat, stack
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.slicing import slice_
from graphlab._src.state.scope import variable_scope

KEYS_NAME = "keys"

__all__ = [
    "ALL_SERVING_KEY",
    "EPSILON",
    "KEYS_NAME",
    "LOSS_NAME",
    "TREE_PATHS_PREDICTION_KEY",
    "VARIANCE_PREDICTION_KEY",
    "CoreTensorForestEstimator",
    "ModelBuilderOutputType",
    "MultiForestMultiHeadEstimator",
    "TensorForestEstimator",
    "TensorForestLossHook",
    "TensorForestRunOpAtEndHook",
    "get_combined_model_fn",
    "get_model_fn",
]


def _trainers(num_trainers, config):
    return max(1, config.num_worker_replicas) if num_trainers == 1 and config is not None else num_trainers


class TensorForestEstimator(Estimator):
    """A random forest that learns batch by batch, as an estimator of tf.contrib.learn.

    params: ForestHParams.  device_assigner: a function that places variables.  model_dir, config: see Estimator.
    feature_columns: what makes features.  graph_builder_class: a class like RandomForestGraphs.
    weight_column: the feature that holds the weights of samples.  keys_column: a feature that predictions repeat.
    early_stopping_rounds, early_stopping_loss_threshold: as TensorForestLossHook's; 0 rounds: training goes on.
    num_trainers, trainer_id: how many workers share the trees, and which this is.
    report_feature_importances: whether to log them at the end of training.  local_eval: whether device_assigner is not
    used by evaluations.  version: ignored.  head: a Head in place of one of classes or of a regression.
    include_all_in_serving: whether exports have an output tensorforest_all, all predictions.
    """

    def __init__(
        self,
        params,
        device_assigner=None,
        model_dir=None,
        feature_columns=None,
        graph_builder_class=tensor_forest.RandomForestGraphs,
        config: Any = None,
        weight_column=None,
        keys_column=None,
        feature_engineering_fn=None,
        early_stopping_rounds=100,
        early_stopping_loss_threshold=0.001,
        num_trainers=1,
        trainer_id=0,
        report_feature_importances=False,
        local_eval=False,
        version=None,
        head=None,
        include_all_in_serving=False,
    ):
        model_fn = get_model_fn(
            params.fill(),
            graph_builder_class,
            device_assigner,
            feature_columns=feature_columns,
            model_head=head,
            weights_name=weight_column,
            keys_name=keys_column,
            early_stopping_rounds=early_stopping_rounds,
            early_stopping_loss_threshold=early_stopping_loss_threshold,
            num_trainers=_trainers(num_trainers, config),
            trainer_id=trainer_id,
            report_feature_importances=report_feature_importances,
            local_eval=local_eval,
            include_all_in_serving=include_all_in_serving,
        )
        super().__init__(model_fn, model_dir, config, feature_engineering_fn=feature_engineering_fn)


def get_combined_model_fn(model_fns):
    """One model function of several, each of which learns one column of the labels.

    Trainings are grouped, the loss is their mean. Probabilities are joined, classes are [n, models].
    """

    def model_fn(features, labels, mode):
        models = []
        for i, make in enumerate(model_fns):
            with variable_scope(f"label_{i}"):
                models.append(make(features, slice_(labels, [0, i], [-1, 1]), mode))
        predictions, loss, train_op = {}, None, None
        if mode in (ModeKeys.EVAL, ModeKeys.INFER):
            for name, join in ((eval_metrics.INFERENCE_PROB_NAME, concat), (eval_metrics.INFERENCE_PRED_NAME, stack)):
                predictions[name] = join([model.predictions[name] for model in models], axis=1)
        if mode in (ModeKeys.EVAL, ModeKeys.TRAIN):
            loss = reduce_sum(stack([model.loss for model in models])) / len(models)
        if mode == ModeKeys.TRAIN:
            train_op = group(*[model.train_op for model in models])
        return ModelFnOps(
            mode=mode,
            predictions=predictions,
            loss=loss,
            train_op=train_op,
            training_hooks=[hook for model in models for hook in model.training_hooks],
        )

    return model_fn


class MultiForestMultiHeadEstimator(Estimator):
    """A forest for each column of the labels.

    params_list: ForestHParams, one for each.  The rest is as for TensorForestEstimator.
    """

    def __init__(
        self,
        params_list,
        device_assigner=None,
        model_dir=None,
        feature_columns=None,
        graph_builder_class=tensor_forest.RandomForestGraphs,
        config: Any = None,
        weight_column=None,
        keys_column=None,
        feature_engineering_fn=None,
        early_stopping_rounds=100,
        num_trainers=1,
        trainer_id=0,
        report_feature_importances=False,
        local_eval=False,
    ):
        model_fns = [
            get_model_fn(
                params.fill(),
                graph_builder_class,
                device_assigner,
                feature_columns=feature_columns,
                model_head=default_head(params, weight_column, ModelBuilderOutputType.MODEL_FN_OPS, f"head{i}"),
                weights_name=weight_column,
                keys_name=keys_column,
                early_stopping_rounds=early_stopping_rounds,
                num_trainers=_trainers(num_trainers, config),
                trainer_id=trainer_id,
                report_feature_importances=report_feature_importances,
                local_eval=local_eval,
                head_scope=f"output{i}",
            )
            for i, params in enumerate(params_list)
        ]
        combined = get_combined_model_fn(model_fns)
        super().__init__(combined, model_dir, config, feature_engineering_fn=feature_engineering_fn)


class CoreTensorForestEstimator(CoreEstimator):
    """A random forest that learns batch by batch, as an estimator of tf.estimator.

    The arguments are those of TensorForestEstimator; head is one of tf.contrib.estimator. feature_engineering_fn: ignored.
    """

    def __init__(
        self,
        params,
        device_assigner=None,
        model_dir=None,
        feature_columns=None,
        graph_builder_class=tensor_forest.RandomForestGraphs,
        config: Any = None,
        weight_column=None,
        keys_column=None,
        feature_engineering_fn=None,
        early_stopping_rounds=100,
        early_stopping_loss_threshold=0.001,
        num_trainers=1,
        trainer_id=0,
        report_feature_importances=False,
        local_eval=False,
        version=None,
        head=None,
        include_all_in_serving=False,
    ):
        if trainer_id == 0 and config is not None:
            trainer_id = config.global_id_in_cluster
        model_fn = get_model_fn(
            params.fill(),
            graph_builder_class,
            device_assigner,
            feature_columns=feature_columns,
            model_head=head,
            weights_name=weight_column,
            keys_name=keys_column,
            early_stopping_rounds=early_stopping_rounds,
            early_stopping_loss_threshold=early_stopping_loss_threshold,
            num_trainers=_trainers(num_trainers, config),
            trainer_id=trainer_id,
            report_feature_importances=report_feature_importances,
            local_eval=local_eval,
            include_all_in_serving=include_all_in_serving,
            output_type=ModelBuilderOutputType.ESTIMATOR_SPEC,
        )
        super().__init__(model_fn=model_fn, model_dir=model_dir, config=config)
