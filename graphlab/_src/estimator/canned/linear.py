"""LinearClassifier, LinearRegressor, LinearEstimator: a weighted sum of what columns make of features."""

import math
from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.estimator.canned.classification_heads import class_head
from graphlab._src.estimator.canned.dnn import check_features, large_parts, resource_variables
from graphlab._src.estimator.canned.head_checks import to_float
from graphlab._src.estimator.canned.linear_sdca import LinearSDCA, check_for_sdca, sdca_spec
from graphlab._src.estimator.canned.optimizers import get_optimizer_instance
from graphlab._src.estimator.canned.regression_head import RegressionHead
from graphlab._src.estimator.estimator import Estimator
from graphlab._src.graph import constant, name_scope
from graphlab._src.layers.feature_column.features import Features
from graphlab._src.layers.feature_column.models import check_batch, column_weights, linear_columns, weighted_sum
from graphlab._src.ops.arithmetic import add_n
from graphlab._src.ops.bias import bias_add
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import equal
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.identity import identity
from graphlab._src.ops.losses.weighted import Reduction
from graphlab._src.ops.shape import size
from graphlab._src.ops.statistics import zero_fraction
from graphlab._src.state.initializers import zeros_initializer
from graphlab._src.state.partitioned_variable import PartitionedVariable
from graphlab._src.state.scope import get_variable, variable_scope
from graphlab._src.summary.histogram import histogram
from graphlab._src.summary.scalar import scalar
from graphlab._src.train.optimizers.ftrl import FtrlOptimizer

_LEARNING_RATE = 0.2


def parts_of(variables):
    """The variables, with the parts of those that are cut in their place."""
    return [part for one in variables for part in (one if isinstance(one, PartitionedVariable) else [one])]


def fraction_of_zero(variables):
    """How much of several variables is 0, all together."""
    with name_scope("zero_fraction"):
        with name_scope("total_size"):
            sizes = [size(variable, out_type=dtypes.int64) for variable in variables]
            total = add_n(sizes)
        with name_scope("total_zero"):
            zeros = [_zeros(variable, count) for variable, count in zip(variables, sizes, strict=True)]
            total_zero = add_n(zeros)
        with name_scope("compute"):
            fraction = total_zero / cast(total, dtypes.float32, name="float32_size")
        return identity(fraction, name="zero_fraction_or_nan")


def _zeros(variable, count):
    return cond(
        equal(count, constant(0, dtype=dtypes.int64)),
        true_fn=lambda: constant(0, dtype=dtypes.float32),
        false_fn=lambda: zero_fraction(variable) * to_float(count),
        name="zero_count",
    )


def _linear_model(features, columns, units, combiner):
    """(logits, bias, weights) of all columns, in the order of their names."""
    columns = sorted(linear_columns(columns), key=lambda column: column.name)
    with resource_variables(), variable_scope("linear_model", auxiliary_name_scope=False):
        weights = []
        for column in columns:
            with variable_scope(column.name, auxiliary_name_scope=False):
                weights.append(column_weights(column, units))
        bias = get_variable("bias_weights", [units], initializer=zeros_initializer())
        inputs = Features(features)
        sums = []
        # TensorFlow's names: a model, with a layer in it, which opens a scope of its own.
        with name_scope("linear_model"), name_scope("linear_model"), name_scope("linear_model"):
            for column, variable in zip(columns, weights, strict=True):
                with variable_scope(column.name, auxiliary_name_scope=False), name_scope(column.name):
                    sums.append(weighted_sum(column, inputs, variable, combiner))
            check_batch(sums, columns)
            logits = bias_add(add_n(sums, name="weighted_sum_no_bias"), bias, name="weighted_sum")
    return logits, bias, weights


def linear_logit_fn_builder(units, feature_columns, sparse_combiner="sum"):
    """A function of features that returns logits [batch, units].

    sparse_combiner: how the ids of one example are combined, "sum", "mean" or "sqrtn".
    """

    def linear_logit_fn(features):
        logits, bias, weights = _linear_model(features, feature_columns, units, sparse_combiner)
        _summarize(bias, weights, units)
        return logits

    return linear_logit_fn


def _summarize(bias, weights, units=1):
    bias_parts = parts_of([bias])
    if units > 1:
        histogram("bias", bias_parts)
    else:
        scalar("bias", bias_parts[0][0])
    scalar("fraction_of_zero_weights", fraction_of_zero(parts_of(weights)))


def _default_optimizer(columns):
    return FtrlOptimizer(learning_rate=min(_LEARNING_RATE, 1.0 / math.sqrt(len(columns))))


def model_fn_of(head, feature_columns, optimizer, partitioner, sparse_combiner, n_classes=2):
    """The model_fn of LinearEstimator with these arguments."""
    columns = tuple(feature_columns or [])
    if isinstance(optimizer, LinearSDCA):
        check_for_sdca(columns, sparse_combiner, n_classes)

    def model_fn(features, labels, mode, config):
        check_features(features)
        with variable_scope("linear", values=tuple(features.values()), partitioner=partitioner or large_parts(config)):
            if isinstance(optimizer, LinearSDCA):
                return sdca_spec(features, labels, mode, head, columns, optimizer, _summarize)
            logits = linear_logit_fn_builder(head.logits_dimension, columns, sparse_combiner)(features)
            chosen = get_optimizer_instance(optimizer or _default_optimizer(columns), learning_rate=_LEARNING_RATE)
            return head.create_estimator_spec(features, mode, logits, labels, optimizer=chosen)

    return model_fn


class LinearClassifier(Estimator):
    """A classifier that weighs what columns make of features.

    feature_columns: dense columns and columns of ids.  n_classes: how many classes; label_vocabulary: their names, where
    labels are strings.  weight_column: which feature says how much an example counts.  optimizer: an Optimizer, a name or
    a function.  partitioner: cuts the weights.  loss_reduction: how the losses of a batch become one.
    sparse_combiner: how the ids of one example are combined.  The rest is as for Estimator.
    model_dir, config, warm_start_from: as for Estimator.
    """

    def __init__(
        self,
        feature_columns,
        model_dir=None,
        n_classes: int = 2,
        weight_column=None,
        label_vocabulary=None,
        optimizer: Any = "Ftrl",
        config=None,
        partitioner=None,
        warm_start_from=None,
        loss_reduction=Reduction.SUM,
        sparse_combiner="sum",
    ):
        head = class_head(n_classes, weight_column, label_vocabulary, loss_reduction)
        model_fn = model_fn_of(head, feature_columns, optimizer, partitioner, sparse_combiner, n_classes)
        super().__init__(model_fn, model_dir=model_dir, config=config, warm_start_from=warm_start_from)


class LinearRegressor(Estimator):
    """A model of numbers that weighs what columns make of features.

    label_dimension: how many numbers each example has. The rest is as for LinearClassifier.
    feature_columns, weight_column, optimizer, partitioner, loss_reduction, sparse_combiner: as there.
    model_dir, config, warm_start_from: as for Estimator.
    """

    def __init__(
        self,
        feature_columns,
        model_dir=None,
        label_dimension=1,
        weight_column=None,
        optimizer: Any = "Ftrl",
        config=None,
        partitioner=None,
        warm_start_from=None,
        loss_reduction=Reduction.SUM,
        sparse_combiner="sum",
    ):
        head = RegressionHead(weight_column, label_dimension, loss_reduction)
        model_fn = model_fn_of(head, feature_columns, optimizer, partitioner, sparse_combiner)
        super().__init__(model_fn, model_dir=model_dir, config=config, warm_start_from=warm_start_from)


class LinearEstimator(Estimator):
    """A weighted sum with a head of your choice; the rest is as for LinearClassifier."""

    def __init__(
        self,
        head,
        feature_columns,
        model_dir=None,
        optimizer: Any = "Ftrl",
        config=None,
        partitioner=None,
        sparse_combiner="sum",
    ):
        model_fn = model_fn_of(head, feature_columns, optimizer, partitioner, sparse_combiner)
        super().__init__(model_fn, model_dir=model_dir, config=config)
