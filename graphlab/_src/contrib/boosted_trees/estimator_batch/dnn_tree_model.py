"""The model function of a network and trees: the network is trained first, then the trees, on what it does not explain."""

from typing import Any

from graphlab._src.base import logging
from graphlab._src.contrib.boosted_trees.ensemble_variable import tree_ensemble_variable
from graphlab._src.contrib.boosted_trees.estimator_batch.distillation_loss import (
    create_dnn_to_tree_cross_entropy_loss_fn,
)
from graphlab._src.contrib.boosted_trees.estimator_batch.model import ModelBuilderOutputType, step_op
from graphlab._src.contrib.boosted_trees.estimator_batch.trainer_hooks import StopAfterNTrees, SwitchTrainOp
from graphlab._src.contrib.boosted_trees.gbdt_batch import PREDICTIONS, GradientBoostedDecisionTreeModel
from graphlab._src.contrib.layers.columns.dense import real_valued_column
from graphlab._src.contrib.layers.columns.models import input_from_feature_columns
from graphlab._src.contrib.layers.dense import fully_connected
from graphlab._src.contrib.layers.optimize_loss import optimize_loss
from graphlab._src.contrib.layers.shaping import dropout
from graphlab._src.contrib.learn.keys import ModeKeys
from graphlab._src.graph import GraphKeys, constant, name_scope
from graphlab._src.graph.scopes import device, get_collection
from graphlab._src.layers.feature_column.models import input_layer
from graphlab._src.ops.activation import relu
from graphlab._src.ops.control_flow import no_op
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.identity import stop_gradient
from graphlab._src.ops.statistics import zero_fraction
from graphlab._src.state.partitioners import min_max_variable_partitioner
from graphlab._src.state.scope import variable_scope
from graphlab._src.summary.histogram import histogram
from graphlab._src.summary.scalar import scalar
from graphlab._src.train.global_step import get_global_step

_SCOPE, _LEARNING_RATE = "dnn", 0.001


def _summarize(value, tag):
    scalar(f"{tag}_fraction_of_zero_values", zero_fraction(value))
    histogram(f"{tag}_activation", value)


class _Network:
    """The network: its input, and its logits, which are made when they are first needed."""

    def __init__(self, features, columns, hidden_units, activation, dropout_rate, partitioner, is_core, mode):
        self._units, self._activation = hidden_units, activation
        self._dropout = dropout_rate if mode == ModeKeys.TRAIN else None
        self._values, self._partitioner = tuple(features.values()), partitioner
        with (
            variable_scope(_SCOPE, values=self._values, partitioner=partitioner),
            variable_scope("input_from_feature_columns", values=self._values, partitioner=partitioner) as scope,
        ):
            if is_core:
                self.inputs: Any = input_layer(features, columns, weight_collections=[_SCOPE])
            else:
                self.inputs = input_from_feature_columns(features, columns, weight_collections=[_SCOPE], scope=scope)

    def logits(self, dimension):
        """The logits [n, dimension]."""
        with variable_scope(_SCOPE, values=self._values, partitioner=self._partitioner):
            layers = [(f"hiddenlayer_{i}", units, self._activation) for i, units in enumerate(self._units)]
            net = self.inputs
            for name, units, activation in (*layers, ("logits", dimension, None)):
                with variable_scope(name, values=[net]) as scope:
                    net = fully_connected(
                        net, units, activation_fn=activation, variables_collections=[_SCOPE], scope=scope
                    )
                    if self._dropout is not None and name != "logits":
                        net = dropout(net, keep_prob=1.0 - self._dropout)
                _summarize(net, scope.name)
            return net


def _dnn_train_op(loss, optimizer):
    return optimize_loss(
        loss=loss,
        global_step=get_global_step(),
        learning_rate=_LEARNING_RATE,
        optimizer=optimizer() if callable(optimizer) else optimizer,
        name=_SCOPE,
        variables=get_collection(GraphKeys.TRAINABLE_VARIABLES, scope=_SCOPE),
        summaries=[],
    )


def _weight_tensor(features, head, is_core):
    name = getattr(head, "_weight_column" if is_core else "weight_column_name", None)
    return None if name is None else features[name]


def combined_model(
    features,
    labels,
    mode,
    head,
    dnn_hidden_units,
    dnn_feature_columns,
    tree_learner_config,
    num_trees,
    tree_examples_per_layer,
    config: Any = None,
    dnn_optimizer="Adagrad",
    dnn_activation_fn=relu,
    dnn_dropout=None,
    dnn_input_layer_partitioner=None,
    dnn_input_layer_to_tree=True,
    dnn_steps_to_train=10000,
    predict_with_tree_only=False,
    tree_feature_columns: Any = None,
    tree_center_bias=False,
    dnn_to_tree_distillation_param: Any = None,
    use_core_versions=False,
    output_type=ModelBuilderOutputType.MODEL_FN_OPS,
    override_global_step_value=None,
):
    """The model; the arguments are those of DNNBoostedTreeCombinedEstimator."""
    if not isinstance(features, dict):
        raise ValueError(f"features should be a dictionary of `Tensor`s. Given type: {type(features)}")
    if not dnn_feature_columns:
        raise ValueError("dnn_feature_columns must be specified")
    is_spec = output_type == ModelBuilderOutputType.ESTIMATOR_SPEC
    if is_spec and not use_core_versions:
        raise ValueError("You must use core versions with Estimator Spec")
    if dnn_to_tree_distillation_param and not predict_with_tree_only:
        logging.warning("update predict_with_tree_only to True since distillation is specified.")
        predict_with_tree_only = True
    partitioner = dnn_input_layer_partitioner or min_max_variable_partitioner(
        max_partitions=config.num_ps_replicas, min_slice_size=64 << 20
    )
    step = get_global_step()
    network = _Network(
        *(features, dnn_feature_columns, dnn_hidden_units, dnn_activation_fn, dnn_dropout, partitioner),
        *(use_core_versions, mode),
    )
    dimension = head.logits_dimension
    if predict_with_tree_only and mode == ModeKeys.INFER:
        dnn_logits = constant(0.0)
    elif predict_with_tree_only and mode == ModeKeys.EVAL:
        dnn_logits = cond(step > dnn_steps_to_train, lambda: constant(0.0), lambda: network.logits(dimension))
    else:
        dnn_logits = network.logits(dimension)
    with device(step.device):
        ensemble = tree_ensemble_variable(0, "", name="ensemble_model")
    tree_features = dict(features)
    columns: list[Any] = list(tree_feature_columns or ())
    if dnn_input_layer_to_tree:
        tree_features["dnn_input_layer"] = network.inputs
        columns.append(real_valued_column("dnn_input_layer"))
    trees = GradientBoostedDecisionTreeModel(
        is_chief=config.is_chief,
        num_ps_replicas=config.num_ps_replicas,
        ensemble_handle=ensemble,
        center_bias=tree_center_bias,
        examples_per_layer=tree_examples_per_layer,
        learner_config=tree_learner_config,
        feature_columns=columns,
        logits_dimension=dimension,
        features=tree_features,
        use_core_columns=use_core_versions,
    )
    with name_scope("gbdt"):
        found = trees.predict(mode)
    tree_logits = found[PREDICTIONS]

    def tree_train_op(loss):
        if dnn_to_tree_distillation_param:
            weight, loss_fn = dnn_to_tree_distillation_param
            loss_fn = loss_fn or create_dnn_to_tree_cross_entropy_loss_fn(2 if dimension == 1 else dimension)
            weights = _weight_tensor(features, head, use_core_versions)
            more = weight * loss_fn(stop_gradient(dnn_logits), tree_logits, weights)
            scalar("dnn_to_tree_distillation_loss", more)
            loss += more
        return step_op(trees.train(loss, found, labels), step)

    if not predict_with_tree_only:
        logits = dnn_logits + tree_logits
    elif mode in (ModeKeys.TRAIN, ModeKeys.INFER):
        logits = tree_logits
    else:
        logits = cond(step > dnn_steps_to_train, lambda: tree_logits, lambda: dnn_logits)

    def made(inputs, train_op_fn, of_logits) -> Any:
        make = head.create_estimator_spec if is_spec else head.create_model_fn_ops
        return make(features=inputs, mode=mode, labels=labels, train_op_fn=train_op_fn, logits=of_logits)

    model = made(features, lambda loss: no_op(), logits)
    if mode != ModeKeys.TRAIN:
        return model
    first = made(features, lambda loss: _dnn_train_op(loss, dnn_optimizer), dnn_logits).train_op
    second = made(tree_features, tree_train_op, logits).train_op
    finalized, attempted = trees.get_number_of_trees_tensor()
    hooks = [
        SwitchTrainOp(first, dnn_steps_to_train, second),
        StopAfterNTrees(num_trees + bool(tree_center_bias), attempted, finalized, override_global_step_value),
    ]
    if is_spec:
        return model._replace(training_hooks=[*hooks, *model.training_hooks])
    model.training_hooks.extend(hooks)
    return model
