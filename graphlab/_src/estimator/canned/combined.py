"""Wide and deep: DNNLinearCombinedClassifier, -Regressor and -Estimator, two models whose logits are added."""

import math
from typing import Any

from graphlab._src.base.arguments import forwarded
from graphlab._src.estimator.canned.classification_heads import class_head
from graphlab._src.estimator.canned.dnn import (
    add_layer_summary,
    check_features,
    dnn_logit_fn_builder,
    large_parts,
    parts,
)
from graphlab._src.estimator.canned.linear import linear_logit_fn_builder
from graphlab._src.estimator.canned.optimizers import get_optimizer_instance
from graphlab._src.estimator.canned.regression_head import RegressionHead
from graphlab._src.estimator.estimator import Estimator
from graphlab._src.graph import GraphKeys
from graphlab._src.graph.scopes import control_dependencies, get_collection
from graphlab._src.ops.activation import relu
from graphlab._src.ops.control_flow import group
from graphlab._src.ops.losses.weighted import Reduction
from graphlab._src.state.assignment import assign_add
from graphlab._src.state.scope import variable_scope
from graphlab._src.train.global_step import get_global_step

_DNN_LEARNING_RATE = 0.001
_LINEAR_LEARNING_RATE = 0.005


def linear_learning_rate(count):
    """The rate of the linear half's optimizer where none is given. count: how many columns it has."""
    return min(_LINEAR_LEARNING_RATE, 1.0 / math.sqrt(count))


def _trainable(scope):
    return get_collection(GraphKeys.TRAINABLE_VARIABLES, scope=scope)


class CombinedModel:
    """The two halves, as the arguments of the estimators describe them."""

    def __init__(
        self,
        head,
        linear_feature_columns,
        linear_optimizer,
        dnn_feature_columns,
        dnn_optimizer,
        dnn_hidden_units,
        dnn_activation_fn,
        dnn_dropout,
        input_layer_partitioner,
        batch_norm,
        linear_sparse_combiner,
    ):
        self.head = head
        self.linear_columns = list(linear_feature_columns or [])
        self.dnn_columns = list(dnn_feature_columns or [])
        if not self.linear_columns and not self.dnn_columns:
            raise ValueError("Either linear_feature_columns or dnn_feature_columns must be defined.")
        self.linear_optimizer = linear_optimizer
        self.dnn_optimizer = dnn_optimizer
        self.hidden_units = dnn_hidden_units
        self.activation_fn = dnn_activation_fn
        self.dropout = dnn_dropout
        self.partitioner = input_layer_partitioner
        self.batch_norm = batch_norm
        self.combiner = linear_sparse_combiner

    def model_fn(self, features, labels, mode, config):
        """The EstimatorSpec of the sum."""
        check_features(features)
        halves = []  # (logits, optimizer, scope) of each half that there is
        if self.dnn_columns:
            halves.append(self._deep(features, mode, config))
        if self.linear_columns:
            halves.append(self._wide(features, config))
        logits = halves[0][0] + halves[1][0] if len(halves) == 2 else halves[0][0]

        def train_op_fn(loss):
            updates = [optimizer.minimize(loss, var_list=_trainable(scope)) for _, optimizer, scope in halves]
            with control_dependencies([group(*updates)]):
                return assign_add(get_global_step(), 1).op

        return self.head.create_estimator_spec(features, mode, logits, labels, train_op_fn=train_op_fn)

    def _deep(self, features, mode, config):
        optimizer = get_optimizer_instance(self.dnn_optimizer, learning_rate=_DNN_LEARNING_RATE)
        if not self.hidden_units:
            raise ValueError("dnn_hidden_units must be defined when dnn_feature_columns is specified.")
        values = tuple(features.values())
        with variable_scope("dnn", values=values, partitioner=parts(config)) as scope:
            logit_fn = dnn_logit_fn_builder(
                self.head.logits_dimension,
                self.hidden_units,
                self.dnn_columns,
                self.activation_fn,
                self.dropout,
                self.partitioner or large_parts(config),
                self.batch_norm,
            )
            return logit_fn(features, mode), optimizer, scope.name

    def _wide(self, features, config):
        rate = linear_learning_rate(len(self.linear_columns))
        optimizer = get_optimizer_instance(self.linear_optimizer, learning_rate=rate)
        partitioner = self.partitioner or large_parts(config)
        values = tuple(features.values())
        with variable_scope("linear", values=values, partitioner=partitioner) as scope:
            logit_fn = linear_logit_fn_builder(self.head.logits_dimension, self.linear_columns, self.combiner)
            logits = logit_fn(features)
            add_layer_summary(logits, scope.name)
            return logits, optimizer, scope.name


# The arguments of the classes below that are the Estimator's, or the head's.
_OTHERS = (
    "model_dir",
    "config",
    "warm_start_from",
    "n_classes",
    "label_dimension",
    "weight_column",
    "label_vocabulary",
    "loss_reduction",
)


class DNNLinearCombinedClassifier(Estimator):
    """A classifier whose logits are those of a weighted sum and of hidden layers, added.

    linear_*, dnn_*: the arguments of LinearClassifier and DNNClassifier; one half may be without columns.
    n_classes, weight_column, label_vocabulary, batch_norm, loss_reduction: as there. The rest is as for Estimator.
    linear_feature_columns, linear_optimizer, linear_sparse_combiner: of the linear half.
    dnn_feature_columns, dnn_optimizer, dnn_hidden_units, dnn_activation_fn, dnn_dropout: of the deep half.
    input_layer_partitioner: cuts large weights.  model_dir, config, warm_start_from: as for Estimator.
    """

    def __init__(
        self,
        model_dir=None,
        linear_feature_columns=None,
        linear_optimizer: Any = "Ftrl",
        dnn_feature_columns=None,
        dnn_optimizer: Any = "Adagrad",
        dnn_hidden_units=None,
        dnn_activation_fn=relu,
        dnn_dropout=None,
        n_classes=2,
        weight_column=None,
        label_vocabulary=None,
        input_layer_partitioner=None,
        config=None,
        warm_start_from=None,
        loss_reduction=Reduction.SUM,
        batch_norm=False,
        linear_sparse_combiner="sum",
    ):
        model = CombinedModel(
            class_head(n_classes, weight_column, label_vocabulary, loss_reduction), **forwarded(locals(), *_OTHERS)
        )
        super().__init__(model.model_fn, model_dir=model_dir, config=config, warm_start_from=warm_start_from)


class DNNLinearCombinedRegressor(Estimator):
    """A model of numbers that adds a weighted sum and hidden layers.

    label_dimension: how many numbers each example has. The rest is as for DNNLinearCombinedClassifier.
    """

    def __init__(
        self,
        model_dir=None,
        linear_feature_columns=None,
        linear_optimizer: Any = "Ftrl",
        dnn_feature_columns=None,
        dnn_optimizer: Any = "Adagrad",
        dnn_hidden_units=None,
        dnn_activation_fn=relu,
        dnn_dropout=None,
        label_dimension=1,
        weight_column=None,
        input_layer_partitioner=None,
        config=None,
        warm_start_from=None,
        loss_reduction=Reduction.SUM,
        batch_norm=False,
        linear_sparse_combiner="sum",
    ):
        model = CombinedModel(
            RegressionHead(weight_column, label_dimension, loss_reduction), **forwarded(locals(), *_OTHERS)
        )
        super().__init__(model.model_fn, model_dir=model_dir, config=config, warm_start_from=warm_start_from)


class DNNLinearCombinedEstimator(Estimator):
    """Wide and deep with a head of your choice; the rest is as for DNNLinearCombinedClassifier."""

    def __init__(
        self,
        head,
        model_dir=None,
        linear_feature_columns=None,
        linear_optimizer: Any = "Ftrl",
        dnn_feature_columns=None,
        dnn_optimizer: Any = "Adagrad",
        dnn_hidden_units=None,
        dnn_activation_fn=relu,
        dnn_dropout=None,
        input_layer_partitioner=None,
        config=None,
        linear_sparse_combiner="sum",
    ):
        model = CombinedModel(batch_norm=False, **forwarded(locals(), *_OTHERS))
        super().__init__(model.model_fn, model_dir=model_dir, config=config)
