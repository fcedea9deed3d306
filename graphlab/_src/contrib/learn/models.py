"""The model functions of tf.contrib.learn's canned estimators: linear, deep, and both together."""

import math
from typing import Any

from graphlab._src.autodiff.gradients import gradients
from graphlab._src.contrib.layers.columns.base import FeatureColumn
from graphlab._src.contrib.layers.columns.dense import _EmbeddingColumn
from graphlab._src.contrib.layers.columns.models import (
    input_from_feature_columns,
    joint_weighted_sum_from_feature_columns,
    weighted_sum_from_feature_columns,
)
from graphlab._src.contrib.layers.dense import fully_connected
from graphlab._src.contrib.layers.optimize_loss import OPTIMIZER_CLS_NAMES, optimize_loss
from graphlab._src.contrib.layers.shaping import dropout as dropout_layer
from graphlab._src.contrib.learn.keys import ModeKeys
from graphlab._src.graph.scopes import control_dependencies, get_collection
from graphlab._src.layers.feature_column.models import input_layer, linear_model
from graphlab._src.ops.activation import relu, sigmoid
from graphlab._src.ops.clip import clip_by_global_norm
from graphlab._src.ops.control_flow import group
from graphlab._src.ops.statistics import zero_fraction
from graphlab._src.ops.trigonometry import tanh
from graphlab._src.state.partitioners import min_max_variable_partitioner
from graphlab._src.state.scope import variable_scope
from graphlab._src.summary.histogram import histogram
from graphlab._src.summary.scalar import scalar
from graphlab._src.train.global_step import get_global_step
from graphlab._src.train.optimizers.ftrl import FtrlOptimizer
from graphlab._src.train.optimizers.sync_replicas import SyncReplicasOptimizer

_LINEAR_RATE, _DNN_RATE = 0.2, 0.05
_LARGE = 64 << 20  # bytes that are worth a part of their own
_ACTIVATIONS = {"relu": relu, "tanh": tanh, "sigmoid": sigmoid}


def _as_dict(features):
    return features if isinstance(features, dict) else {"": features}


def _parts(config, min_slice_size=256 << 10):
    count = config.num_ps_replicas if config else 0
    return min_max_variable_partitioner(max_partitions=count, min_slice_size=min_slice_size)


def _are_ours(columns):
    return all(isinstance(column, FeatureColumn) for column in columns)


def _linear_rate(columns):
    return min(_LINEAR_RATE, 1.0 / math.sqrt(len(columns)))


def _linear_optimizer(given, columns) -> Any:
    if isinstance(given, str):
        return OPTIMIZER_CLS_NAMES[given](learning_rate=_LINEAR_RATE)
    if callable(given):
        return given()
    return given or FtrlOptimizer(learning_rate=_linear_rate(columns))


def _linear_logits(features, columns, units, joint, scope):
    """The weighted sums of a linear model; its variables are in the collection "linear", too."""
    if not _are_ours(columns):
        return linear_model(features, columns, units=units, weight_collections=["linear"])
    layer = joint_weighted_sum_from_feature_columns if joint else weighted_sum_from_feature_columns
    return layer(features, columns, units, weight_collections=["linear"], scope=scope)[0]


def linear_model_fn(features, labels, mode, params, config=None):
    """A weighted sum of columns."""
    head, columns = params["head"], params["feature_columns"]
    features = _as_dict(features)
    clip_norm = params.get("gradient_clip_norm")
    with variable_scope("linear", values=list(features.values()), partitioner=_parts(config, _LARGE)) as scope:
        logits = _linear_logits(features, columns, head.logits_dimension, params.get("joint_weights"), scope)

        def train_op_fn(loss):
            variables = get_collection("linear")
            found = gradients(loss, variables)
            if clip_norm:
                found, _ = clip_by_global_norm(found, clip_norm)
            optimizer = _linear_optimizer(params.get("optimizer"), columns)
            return optimizer.apply_gradients(zip(found, variables, strict=True), global_step=get_global_step())

        return head.create_model_fn_ops(
            features=features, mode=mode, labels=labels, train_op_fn=train_op_fn, logits=logits
        )


def _dnn_logits(features, columns, units, hidden_units, activation_fn, dropout, training, partitioner, summarize):
    """(logits, name of the scope of the inputs) of hidden layers; variables are in the collection "dnn", too."""
    values = list(features.values())
    with variable_scope("input_from_feature_columns", values=values, partitioner=partitioner) as input_scope:
        if _are_ours(columns):
            net = input_from_feature_columns(features, columns, weight_collections=["dnn"], scope=input_scope)
        else:
            net = input_layer(features, columns, weight_collections=["dnn"])
    for i, count in enumerate(hidden_units):
        with variable_scope(f"hiddenlayer_{i}", values=[net]) as scope:
            net = fully_connected(net, count, activation_fn=activation_fn, variables_collections=["dnn"], scope=scope)
            if dropout is not None and training:
                net = dropout_layer(net, keep_prob=1.0 - dropout)
        summarize(net, scope.name)
    with variable_scope("logits", values=[net]) as scope:
        logits = fully_connected(net, units, activation_fn=None, variables_collections=["dnn"], scope=scope)
    summarize(logits, scope.name)
    return logits, input_scope.name


def _summarize_flat(value, tag):
    scalar(f"{tag}_fraction_of_zero_values", zero_fraction(value))
    histogram(f"{tag}_activation", value)


def _summarize(value, tag):
    scalar(f"{tag}/fraction_of_zero_values", zero_fraction(value))
    histogram(f"{tag}/activation", value)


def _multipliers(by_column, input_scope):
    """{variable: factor of its gradient} of {embedding column: factor}."""
    if not by_column:
        return None
    found = {}
    for column, factor in by_column.items():
        if not isinstance(column, _EmbeddingColumn):
            raise ValueError(
                f"learning rate multipler can only be defined for embedding columns. It is defined for {column}"
            )
        variables = get_collection("dnn", f"{input_scope}/{column.name}")
        if not variables:
            raise ValueError(f"Couldn't find a variable for column {column}")
        found.update(dict.fromkeys(variables, factor))
    return found


def _called(optimizer):
    return optimizer() if callable(optimizer) else optimizer


def dnn_model_fn(features, labels, mode, params, config=None):
    """Hidden layers over columns."""
    head = params["head"]
    features = _as_dict(features)
    activation = params.get("activation_fn")
    if isinstance(activation, str):
        if activation not in _ACTIVATIONS:
            raise ValueError(
                f"Activation name should be one of [{', '.join(_ACTIVATIONS)}], you provided {activation}."
            )
        activation = _ACTIVATIONS[activation]
    with variable_scope("dnn", values=list(features.values()), partitioner=_parts(config)):
        logits, input_scope = _dnn_logits(
            features,
            params["feature_columns"],
            head.logits_dimension,
            params["hidden_units"],
            activation,
            params.get("dropout"),
            mode == ModeKeys.TRAIN,
            _parts(config, params.get("input_layer_min_slice_size") or _LARGE),
            _summarize_flat,
        )

        def train_op_fn(loss):
            return optimize_loss(
                loss=loss,
                global_step=get_global_step(),
                learning_rate=_DNN_RATE,
                optimizer=_called(params.get("optimizer") or "Adagrad"),
                gradient_multipliers=_multipliers(params.get("embedding_lr_multipliers"), input_scope),
                clip_gradients=params.get("gradient_clip_norm"),
                name="dnn",
                summaries=[],
            )

        return head.create_model_fn_ops(
            features=features, mode=mode, labels=labels, train_op_fn=train_op_fn, logits=logits
        )


def _without_sync(optimizer):
    optimizer = _called(optimizer)
    if isinstance(optimizer, SyncReplicasOptimizer):
        raise ValueError(
            "SyncReplicasOptimizer is not supported in DNNLinearCombined model. If you want to use this optimizer, please "
            "use either DNN or Linear model."
        )
    return optimizer


def combined_model_fn(features, labels, mode, params, config=None):
    """A linear model and hidden layers, added.

    Without fix_global_step_increment_bug each of both adds 1 to the global step, as it was until 2017.
    """
    head, features = params["head"], _as_dict(features)
    values = list(features.values())
    wide, deep = params.get("linear_feature_columns"), params.get("dnn_feature_columns")
    fixed, clip_norm = params.get("fix_global_step_increment_bug"), params.get("gradient_clip_norm")
    linear_optimizer = _without_sync(params.get("linear_optimizer") or "Ftrl")
    dnn_optimizer = _without_sync(params.get("dnn_optimizer") or "Adagrad")
    parts, input_scope = [], ""
    if deep:
        if not params.get("dnn_hidden_units"):
            raise ValueError("dnn_hidden_units must be defined when dnn_feature_columns is specified.")
        with variable_scope("dnn", values=values, partitioner=_parts(config)):
            logits, input_scope = _dnn_logits(
                features,
                deep,
                head.logits_dimension,
                params["dnn_hidden_units"],
                params.get("dnn_activation_fn") or relu,
                params.get("dnn_dropout"),
                mode == ModeKeys.TRAIN,
                params.get("input_layer_partitioner") or _parts(config, _LARGE),
                _summarize,
            )
        parts.append(logits)
    if wide:
        with variable_scope("linear", values=values, partitioner=_parts(config, _LARGE)) as scope:
            joint = params.get("joint_linear_weights")
            parts.append(_linear_logits(features, wide, head.logits_dimension, joint, scope))
            _summarize(parts[-1], scope.name)

    def train_op_fn(loss):
        step, steps = get_global_step(), []
        given = {"clip_gradients": clip_norm, "summaries": [], "increment_global_step": not fixed}
        if deep:
            multipliers = _multipliers(params.get("embedding_lr_multipliers"), input_scope)
            steps.append(
                optimize_loss(
                    loss,
                    step,
                    _DNN_RATE,
                    dnn_optimizer,
                    gradient_multipliers=multipliers,
                    variables=get_collection("dnn"),
                    name="dnn",
                    **given,
                )
            )
        if wide:
            rate = _linear_rate(wide)
            variables = get_collection("linear")
            steps.append(optimize_loss(loss, step, rate, linear_optimizer, variables=variables, name="linear", **given))
        train_op = group(*steps)
        if not fixed:
            return train_op
        with control_dependencies([train_op]):
            return step.assign_add(1).op

    logits = parts[0] + parts[1] if len(parts) == 2 else parts[0]
    return head.create_model_fn_ops(features=features, mode=mode, labels=labels, train_op_fn=train_op_fn, logits=logits)
