"""LinearSDCA: linear models that stochastic dual coordinate ascent trains."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.estimator.canned.classification_heads import BinaryHead
from graphlab._src.estimator.canned.regression_head import RegressionHead
from graphlab._src.estimator.heads import classification, regression
from graphlab._src.estimator.mode_keys import ModeKeys
from graphlab._src.keras.linear_column_model import LinearModel
from graphlab._src.layers.feature_column.column import CategoricalColumn, DenseColumn, is_feature_column_v2
from graphlab._src.layers.feature_column.features import FeatureTransformationCache
from graphlab._src.ops.cast import cast
from graphlab._src.ops.constants import ones
from graphlab._src.ops.shape import reshape, shape
from graphlab._src.train.global_step import get_global_step
from graphlab._src.train.sdca.hook import UpdateWeightsHook
from graphlab._src.train.sdca.model import LinearSdcaModel
from graphlab._src.train.sdca.unique_ids import unique_ids


class LinearSDCA:
    """Stochastic dual coordinate ascent, as the optimizer of LinearClassifier, LinearRegressor and LinearEstimator.

    example_id_column: the feature that names each example, a string.  num_loss_partitions: how many workers train.
    num_table_shards: in how many tables the state of the examples is.  symmetric_l1_regularization,
    symmetric_l2_regularization: how much the weights count; the latter is above 0.
    adaptive: whether examples far from their best are drawn more often.
    """

    def __init__(
        self,
        example_id_column,
        num_loss_partitions=1,
        num_table_shards=None,
        symmetric_l1_regularization=0.0,
        symmetric_l2_regularization=1.0,
        adaptive=False,
    ):
        self._example_id_column = example_id_column
        self._options = {
            "symmetric_l1_regularization": symmetric_l1_regularization,
            "symmetric_l2_regularization": symmetric_l2_regularization,
            "adaptive": adaptive,
            "num_loss_partitions": num_loss_partitions,
            "num_table_shards": num_table_shards,
        }

    def get_train_step(
        self, state_manager, weight_column_name, loss_type, feature_columns, features, targets, bias_var, global_step
    ):
        """(the model, the operation of a step). state_manager: has the weights of the columns.  targets: the labels."""
        batch_size = shape(targets)[0]
        cache = FeatureTransformationCache(features)
        dense, dense_weights = [], []
        sparse, sparse_weights = [], []
        for column in sorted(feature_columns, key=lambda column: column.name):
            if isinstance(column, CategoricalColumn):
                sparse.append(_ids(column.get_sparse_tensors(cache, state_manager)))
                sparse_weights.append(state_manager.get_variable(column, "weights"))
            elif isinstance(column, DenseColumn):
                if column.variable_shape.ndims != 1:
                    raise ValueError(
                        f"Column {type(column).__name__} has rank {column.variable_shape.ndims}, larger than 1."
                    )
                dense.append(column.get_dense_tensor(cache, state_manager))
                dense_weights.append(state_manager.get_variable(column, "weights"))
            else:
                raise ValueError(f"LinearSDCA does not support column type {type(column).__name__}.")
        dense.append(ones([batch_size, 1]))
        dense_weights.append(bias_var)
        weights = reshape(features[weight_column_name], shape=[-1]) if weight_column_name else ones([batch_size])
        examples = {
            "sparse_features": sparse,
            "dense_features": dense,
            "example_labels": cast(reshape(targets, shape=[-1]), dtypes.float32),
            "example_weights": weights,
            "example_ids": features[self._example_id_column],
        }
        variables = {"sparse_features_weights": sparse_weights, "dense_features_weights": dense_weights}
        model = LinearSdcaModel(examples, variables, {**self._options, "loss_type": loss_type})
        return model, model.minimize(global_step=global_step)


def _ids(pair):
    tensor, weights = pair
    count = shape(tensor.indices)[0]
    return unique_ids(
        reshape(tensor.indices[:, 0], [-1]),
        cast(reshape(tensor.values, [-1]), dtypes.int64),
        ones([count], dtypes.float32) if weights is None else weights.values,
    )


def check_for_sdca(feature_columns, sparse_combiner, n_classes=2):
    """ValueError where a LinearSDCA can't train the model."""
    if sparse_combiner != "sum":
        raise ValueError('sparse_combiner must be "sum" when optimizer is a LinearSDCA object.')
    if not is_feature_column_v2(feature_columns):
        raise ValueError("V2 feature columns required when optimizer is a LinearSDCA object.")
    if n_classes > 2:
        raise ValueError("LinearSDCA cannot be used in a multi-class setting.")


def sdca_spec(features, labels, mode, head, feature_columns, optimizer, summarize):
    """The EstimatorSpec of a linear model. summarize(bias, weights): adds the summaries of its variables."""
    newer = isinstance(head, (classification.BinaryClassHead, regression.RegressionHead))
    if isinstance(head, (classification.BinaryClassHead, BinaryHead)):
        loss_type = "logistic_loss"
    elif isinstance(head, (regression.RegressionHead, RegressionHead)):
        if head.logits_dimension != 1:
            raise AssertionError("LinearSDCA trains one number for each example.")
        loss_type = "squared_loss"
    else:
        raise ValueError(f"Unsupported head type: {head}")
    model: Any = LinearModel(
        feature_columns, units=1, sparse_combiner="sum", name="linear/linear_model" if newer else "linear_model"
    )
    logits = model(features)
    summarize(model.bias, [variable for variable in model.variables if variable is not model.bias])
    if mode != ModeKeys.TRAIN:
        return head.create_estimator_spec(features=features, mode=mode, labels=labels, logits=logits)
    trained, train_op = optimizer.get_train_step(
        model.layer._state_manager,
        (head._head if newer else head)._weight_column,
        loss_type,
        feature_columns,
        features,
        labels,
        model.bias,
        get_global_step(),
    )
    spec = head.create_estimator_spec(
        features=features, mode=mode, labels=labels, train_op_fn=lambda loss: train_op, logits=logits
    )
    hooks = (*spec.training_chief_hooks, UpdateWeightsHook(trained, train_op))
    return spec._replace(training_chief_hooks=hooks)
