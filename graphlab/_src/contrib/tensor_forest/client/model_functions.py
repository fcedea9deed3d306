"""The model function of a forest, and the hooks that watch it grow."""

from typing import Any

from graphlab._src.base import logging
from graphlab._src.contrib.estimator import binary_classification_head, multi_class_head, regression_head
from graphlab._src.contrib.layers.columns.models import transform_features
from graphlab._src.contrib.learn import heads
from graphlab._src.contrib.learn.keys import ModeKeys, ProblemType
from graphlab._src.estimator.export_outputs import PredictOutput
from graphlab._src.graph import Tensor
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.layers.feature_column.features import Features
from graphlab._src.ops.control_flow import group
from graphlab._src.ops.extremes import maximum
from graphlab._src.ops.losses.weighted import Reduction
from graphlab._src.ops.power import log
from graphlab._src.ops.slicing import slice_
from graphlab._src.state.assignment import assign_add
from graphlab._src.summary.scalar import scalar
from graphlab._src.train.global_step import get_global_step
from graphlab._src.train.sessions.hook import SessionRunArgs, SessionRunHook

LOSS_NAME = "rf_training_loss"
TREE_PATHS_PREDICTION_KEY = "tree_paths"
VARIANCE_PREDICTION_KEY = "prediction_variance"
ALL_SERVING_KEY = "tensorforest_all"
EPSILON = 0.000001


class ModelBuilderOutputType:
    """What a model function returns: the model of tf.contrib.learn, or that of tf.estimator."""

    MODEL_FN_OPS = 0
    ESTIMATOR_SPEC = 1


class TensorForestRunOpAtEndHook(SessionRunHook):
    """Runs {name: operation or tensor} at the end, in the order of names, and logs what they return."""

    def __init__(self, op_dict):
        self._ops = op_dict

    def end(self, session):
        """Runs them."""
        for name in sorted(self._ops):
            logging.info("%s: %s", name, session.run(self._ops[name]))


class TensorForestLossHook(SessionRunHook):
    """Ends training when the loss has not fallen for some steps.

    early_stopping_rounds: how many.  early_stopping_loss_threshold: a share of the loss: what falls by less does not count.
    loss_op: the loss; the tensor of the operation rf_training_loss when left out.
    """

    def __init__(self, early_stopping_rounds, early_stopping_loss_threshold: Any = None, loss_op: Any = None):
        self.early_stopping_rounds = early_stopping_rounds
        self.early_stopping_loss_threshold = early_stopping_loss_threshold
        self.loss_op = loss_op
        self.min_loss = None
        self.last_step = -1
        self.steps = 0  # since the loss has fallen

    def before_run(self, run_context):
        """Requests the loss and the step."""
        loss = self.loss_op
        if loss is None:
            loss = run_context.session.graph.get_operation_by_name(LOSS_NAME).outputs[0]
        return SessionRunArgs({"global_step": get_global_step(), "current_loss": loss})

    def after_run(self, run_context, run_values):
        """Compares the loss with the lowest one."""
        loss, step = run_values.results["current_loss"], run_values.results["global_step"]
        self.steps += 1
        if self.last_step == -1 or self.last_step > step:  # the beginning, or a step of before is done again
            self.last_step, self.steps, self.min_loss = step, 0, None
            return
        self.last_step = step
        threshold = self.early_stopping_loss_threshold or 0
        if self.min_loss is None or loss < self.min_loss - self.min_loss * threshold:
            self.min_loss, self.steps = loss, 0
        if self.steps > self.early_stopping_rounds:
            logging.info("TensorForestLossHook requesting stop.")
            run_context.request_stop()


def default_head(params, weights_name, output_type, name=None) -> Any:
    """The head for a forest: of a regression, of two classes, or of more."""
    if output_type == ModelBuilderOutputType.MODEL_FN_OPS:
        options = {"weight_column_name": weights_name, "enable_centered_bias": False, "head_name": name}
        if params.regression:
            return heads.regression_head(label_dimension=params.num_outputs, **options)
        return heads.multi_class_head(params.num_classes, **options)
    options = {"weight_column": weights_name, "name": name, "loss_reduction": Reduction.SUM_OVER_BATCH_SIZE}
    if params.regression:
        return regression_head(label_dimension=params.num_outputs, **options)
    if params.num_classes == 2:
        return binary_classification_head(**options)
    return multi_class_head(n_classes=params.num_classes, **options)


def _features_of(features, feature_columns, output_type):
    if isinstance(features, (Tensor, SparseTensor)):
        features = {"features": features}
    if not feature_columns:
        return features
    features = dict(features)
    if output_type == ModelBuilderOutputType.MODEL_FN_OPS:
        features.update(transform_features(features, feature_columns))
    else:
        found = Features(features)
        features.update({column.name: found.get(column) for column in feature_columns})
    return features


def get_model_fn(
    params,
    graph_builder_class,
    device_assigner,
    feature_columns=None,
    weights_name: Any = None,
    model_head: Any = None,
    keys_name: Any = None,
    early_stopping_rounds=100,
    early_stopping_loss_threshold=0.001,
    num_trainers=1,
    trainer_id=0,
    report_feature_importances=False,
    local_eval=False,
    head_scope=None,
    include_all_in_serving=False,
    output_type=ModelBuilderOutputType.MODEL_FN_OPS,
):
    """The model function of a forest: model_fn(features, labels, mode). The arguments are those of TensorForestEstimator."""
    if model_head is None:
        model_head = default_head(params, weights_name, output_type)

    def model_fn(features, labels, mode):
        features = _features_of(features, feature_columns, output_type)
        weights = features.pop(weights_name, None) if weights_name else None
        keys = features.pop(keys_name, None) if keys_name else None
        local = mode == ModeKeys.INFER or (local_eval and mode == ModeKeys.EVAL)
        forest = graph_builder_class(params, device_assigner=None if local else device_assigner)
        logits, tree_paths, variance = forest.inference_graph(features)
        scalar("average_tree_size", forest.average_size())
        if not params.regression and params.num_classes == 2:  # the head computes the sigmoid of logits
            class_1 = slice_(logits, [0, 1], [-1, 1])
            logits = log(maximum(class_1 / maximum(1.0 - class_1, EPSILON), EPSILON))
        training = None
        if labels is not None and mode == ModeKeys.TRAIN:
            with control_dependencies([logits.op]):
                step = forest.training_graph(
                    features, labels, input_weights=weights, num_trainers=num_trainers, trainer_id=trainer_id
                )
                training = group(step, assign_add(get_global_step(), 1))
        if weights is not None:
            features[weights_name] = weights
        hooks: list[SessionRunHook] = []
        if report_feature_importances:
            hooks.append(TensorForestRunOpAtEndHook({"1: feature_importances": forest.feature_importances()}))
        given = {"features": features, "labels": labels, "mode": mode, "logits": logits}
        given["train_op_fn"] = lambda loss: training
        old = output_type == ModelBuilderOutputType.MODEL_FN_OPS
        if old:
            model = model_head.create_model_fn_ops(scope=head_scope, **given)
        else:
            model = model_head.create_estimator_spec(**given)
        if early_stopping_rounds:
            hooks.append(TensorForestLossHook(early_stopping_rounds, early_stopping_loss_threshold, model.loss))
        if keys is not None:
            model.predictions[keys_name] = keys
        if params.inference_tree_paths:
            model.predictions[TREE_PATHS_PREDICTION_KEY] = tree_paths
        model.predictions[VARIANCE_PREDICTION_KEY] = variance
        if old:
            model.training_hooks.extend(hooks)
            if include_all_in_serving:
                outputs = {**(model.output_alternatives or {})}
                outputs[ALL_SERVING_KEY] = ProblemType.UNSPECIFIED, model.predictions
                model = model._replace(output_alternatives=outputs)
            return model
        model = model._replace(training_hooks=[*hooks, *model.training_hooks])
        if include_all_in_serving:
            model = model._replace(export_outputs={ALL_SERVING_KEY: PredictOutput(model.predictions)})
        return model

    return model_fn
