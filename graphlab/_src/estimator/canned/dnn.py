"""DNNClassifier, DNNRegressor, DNNEstimator: layers that are fully connected, over what columns make of features."""

from typing import Any

from graphlab._src.estimator.canned.classification_heads import class_head
from graphlab._src.estimator.canned.optimizers import get_optimizer_instance
from graphlab._src.estimator.canned.regression_head import RegressionHead
from graphlab._src.estimator.estimator import Estimator
from graphlab._src.estimator.mode_keys import ModeKeys
from graphlab._src.layers.batch_normalization import BatchNormalization
from graphlab._src.layers.dense import Dense
from graphlab._src.layers.dropout import Dropout
from graphlab._src.layers.feature_column.models import dense_features
from graphlab._src.ops.activation import relu
from graphlab._src.ops.losses.weighted import Reduction
from graphlab._src.ops.statistics import zero_fraction
from graphlab._src.state.initializers import glorot_uniform_initializer
from graphlab._src.state.partitioners import min_max_variable_partitioner
from graphlab._src.state.scope import get_variable_scope, variable_scope
from graphlab._src.summary.histogram import histogram
from graphlab._src.summary.scalar import scalar

_LEARNING_RATE = 0.05
_LARGE = 64 << 20  # bytes that are worth a part of their own


def check_features(features):
    """ValueError unless features are a dict."""
    if not isinstance(features, dict):
        raise ValueError(f"features should be a dictionary of `Tensor`s. Given type: {type(features)}")


def parts(config, min_slice_size=256 << 10):
    """A partitioner for as many parameter servers as a RunConfig has."""
    count = config.num_ps_replicas if config else 0
    return min_max_variable_partitioner(max_partitions=count, min_slice_size=min_slice_size)


def large_parts(config):
    """As parts, for variables of feature columns."""
    return parts(config, _LARGE)


def resource_variables():
    """The variable scope as it is, but for variables that are resources."""
    return variable_scope(get_variable_scope(), use_resource=True, auxiliary_name_scope=False)


def add_layer_summary(value, tag):
    """Summaries of an activation: how much of it is 0, and a histogram."""
    scalar(f"{tag}/fraction_of_zero_values", zero_fraction(value))
    histogram(f"{tag}/activation", value)


def dnn_logit_fn_builder(
    units, hidden_units, feature_columns, activation_fn, dropout, input_layer_partitioner, batch_norm
):
    """A function of features and a ModeKey that returns logits [batch, units].

    hidden_units: how many units each hidden layer has.  dropout: how likely a unit is left out in training, or None.
    batch_norm: whether hidden layers are normalized.  Raises ValueError when units is no int.
    """
    if not isinstance(units, int):
        raise ValueError(f"units must be an int.  Given type: {type(units)}")

    def dnn_logit_fn(features, mode):
        with resource_variables():
            return model(features, mode == ModeKeys.TRAIN)

    def model(features, training):
        with variable_scope("input_from_feature_columns", partitioner=input_layer_partitioner):
            net = dense_features(features, feature_columns)
        for i, count in enumerate(hidden_units):
            with variable_scope(f"hiddenlayer_{i}") as scope:
                layer = _dense(count, activation_fn, scope)
                normalize = _normalization(i) if batch_norm else None
            net = layer(net)
            if dropout is not None and training:
                net = Dropout(rate=dropout)(net, training=True)
            if normalize is not None:
                net = normalize(net, training=training)
            add_layer_summary(net, scope.name)
        with variable_scope("logits") as scope:
            layer = _dense(units, None, scope)
        logits = layer(net)
        add_layer_summary(logits, scope.name)
        return logits

    return dnn_logit_fn


def _dense(units, activation, scope):
    return Dense(
        units,
        activation=activation,
        kernel_initializer=glorot_uniform_initializer(),
        name=scope.name.rsplit("/", 1)[-1],
        _scope=scope,
    )


def _normalization(i):
    name = f"batchnorm_{i}"
    return BatchNormalization(momentum=0.999, trainable=True, name=name, _scope=name)


def model_fn_of(
    head, hidden_units, feature_columns, optimizer, activation_fn, dropout, input_layer_partitioner, batch_norm
):
    """The model_fn of DNNEstimator with these arguments."""
    columns = tuple(feature_columns or [])

    def model_fn(features, labels, mode, config):
        chosen = get_optimizer_instance(optimizer, learning_rate=_LEARNING_RATE)
        check_features(features)
        with variable_scope("dnn", values=tuple(features.values()), partitioner=parts(config)):
            logit_fn = dnn_logit_fn_builder(
                head.logits_dimension,
                hidden_units,
                columns,
                activation_fn,
                dropout,
                input_layer_partitioner or large_parts(config),
                batch_norm,
            )
            logits = logit_fn(features=features, mode=mode)
            return head.create_estimator_spec(features, mode, logits, labels, optimizer=chosen)

    return model_fn


class DNNClassifier(Estimator):
    """A classifier with hidden layers.

    hidden_units: how many units each has.  feature_columns: what features become; dense columns.
    n_classes: how many classes; label_vocabulary: their names, where labels are strings.
    weight_column: which feature says how much an example counts.  optimizer: an Optimizer, a name or a function.
    activation_fn: of the hidden layers.  dropout: how likely a unit is left out.  batch_norm: whether units are
    normalized.  loss_reduction: how the losses of a batch become one.  The rest is as for Estimator.
    model_dir, config, warm_start_from: as for Estimator.  input_layer_partitioner: cuts the embeddings.
    """

    def __init__(
        self,
        hidden_units,
        feature_columns,
        model_dir=None,
        n_classes: int = 2,
        weight_column=None,
        label_vocabulary=None,
        optimizer: Any = "Adagrad",
        activation_fn=relu,
        dropout=None,
        input_layer_partitioner=None,
        config=None,
        warm_start_from=None,
        loss_reduction=Reduction.SUM,
        batch_norm=False,
    ):
        head = class_head(n_classes, weight_column, label_vocabulary, loss_reduction)
        model_fn = model_fn_of(
            head, hidden_units, feature_columns, optimizer, activation_fn, dropout, input_layer_partitioner, batch_norm
        )
        super().__init__(model_fn, model_dir=model_dir, config=config, warm_start_from=warm_start_from)


class DNNRegressor(Estimator):
    """A model of numbers with hidden layers.

    label_dimension: how many numbers each example has. The rest is as for DNNClassifier.
    """

    def __init__(
        self,
        hidden_units,
        feature_columns,
        model_dir=None,
        label_dimension=1,
        weight_column=None,
        optimizer: Any = "Adagrad",
        activation_fn=relu,
        dropout=None,
        input_layer_partitioner=None,
        config=None,
        warm_start_from=None,
        loss_reduction=Reduction.SUM,
        batch_norm=False,
    ):
        head = RegressionHead(weight_column, label_dimension, loss_reduction)
        model_fn = model_fn_of(
            head, hidden_units, feature_columns, optimizer, activation_fn, dropout, input_layer_partitioner, batch_norm
        )
        super().__init__(model_fn, model_dir=model_dir, config=config, warm_start_from=warm_start_from)


class DNNEstimator(Estimator):
    """A model with hidden layers and a head of your choice; the rest is as for DNNClassifier."""

    def __init__(
        self,
        head,
        hidden_units,
        feature_columns,
        model_dir=None,
        optimizer: Any = "Adagrad",
        activation_fn=relu,
        dropout=None,
        input_layer_partitioner=None,
        config=None,
        warm_start_from=None,
        batch_norm=False,
    ):
        model_fn = model_fn_of(
            head, hidden_units, feature_columns, optimizer, activation_fn, dropout, input_layer_partitioner, batch_norm
        )
        super().__init__(model_fn, model_dir=model_dir, config=config, warm_start_from=warm_start_from)
