"""The model functions of canned estimators, which TensorFlow keeps to itself and its unit tests call, by its arguments."""

from collections.abc import Callable
from typing import Any

from graphlab._src.estimator.canned import baseline, dnn, linear
from graphlab._src.estimator.canned.combined import CombinedModel
from graphlab._src.graph import nest
from graphlab._src.ops.activation import relu


def dnn_model_fn(
    features: Any,
    labels: Any,
    mode: str,
    head: Any,
    hidden_units: Any,
    feature_columns: Any,
    optimizer: Any = "Adagrad",
    activation_fn: Any = relu,
    dropout: Any = None,
    input_layer_partitioner: Any = None,
    config: Any = None,
    use_tpu: bool = False,
    batch_norm: bool = False,
) -> Any:
    """The EstimatorSpec of DNNEstimator. Raises NotImplementedError for use_tpu: the spec would be a TPUEstimatorSpec."""
    if use_tpu:
        raise NotImplementedError("graphlab's DNN models have no TPUEstimatorSpec: leave use_tpu out")
    options = optimizer, activation_fn, dropout, input_layer_partitioner, batch_norm
    return dnn.model_fn_of(head, hidden_units, feature_columns, *options)(features, labels, mode, config)


def linear_model_fn(
    features: Any,
    labels: Any,
    mode: str,
    head: Any,
    feature_columns: Any,
    optimizer: Any,
    partitioner: Any,
    config: Any,
    sparse_combiner: str = "sum",
) -> Any:
    """The EstimatorSpec of LinearEstimator."""
    model_fn = linear.model_fn_of(head, feature_columns, optimizer, partitioner, sparse_combiner)
    return model_fn(features, labels, mode, config)


def fraction_of_zero(variables: Any) -> Any:
    """How much of variables in a structure is 0, all together, as a tensor."""
    return linear.fraction_of_zero(linear.parts_of(nest.flatten(variables)))


def combined_model_fn(
    features: Any,
    labels: Any,
    mode: str,
    head: Any,
    linear_feature_columns: Any = None,
    linear_optimizer: Any = "Ftrl",
    dnn_feature_columns: Any = None,
    dnn_optimizer: Any = "Adagrad",
    dnn_hidden_units: Any = None,
    dnn_activation_fn: Any = relu,
    dnn_dropout: Any = None,
    input_layer_partitioner: Any = None,
    config: Any = None,
    batch_norm: bool = False,
    linear_sparse_combiner: str = "sum",
) -> Any:
    """The EstimatorSpec of DNNLinearCombinedEstimator."""
    model = CombinedModel(
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
    )
    return model.model_fn(features, labels, mode, config)


def baseline_logit_fn_builder(num_outputs: int, weight_column: Any = None) -> Callable[[Any], Any]:
    """A function of features that returns logits [batch, num_outputs]. weight_column: the feature that is not counted."""

    def baseline_logit_fn(features: Any) -> Any:
        return baseline.logits_of(features, num_outputs, weight_column)

    return baseline_logit_fn


def baseline_model_fn(
    features: Any, labels: Any, mode: str, head: Any, optimizer: Any, weight_column: Any = None, config: Any = None
) -> Any:
    """The EstimatorSpec of BaselineEstimator."""
    return baseline.model_fn_of(head, optimizer, weight_column)(features, labels, mode, config)
