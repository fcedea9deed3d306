"""SDCAOptimizer, and the model function of linear models that it trains."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.contrib.layers.columns import dense as dense_columns
from graphlab._src.contrib.layers.columns import sparse as sparse_columns
from graphlab._src.contrib.layers.columns.dense import real_valued_column
from graphlab._src.contrib.layers.columns.models import transform_features, weighted_sum_from_feature_columns
from graphlab._src.contrib.learn.heads import BinaryLogisticHead, BinarySvmHead, RegressionHead
from graphlab._src.graph import constant_value
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.asserting import assert_
from graphlab._src.ops.comparison import less_equal, not_equal
from graphlab._src.ops.constants import ones
from graphlab._src.ops.gather import gather_nd
from graphlab._src.ops.joining import split
from graphlab._src.ops.select import where
from graphlab._src.ops.shape import rank, reshape, shape
from graphlab._src.state.scope import variable_scope
from graphlab._src.train.global_step import get_global_step
from graphlab._src.train.sdca.model import SdcaModel
from graphlab._src.train.sdca.sparse_feature_column import SparseFeatureColumn
from graphlab._src.train.sdca.unique_ids import unique_ids

_BIAS = "tf_virtual_bias_column"
_IDS: Any = (sparse_columns._WeightedSparseColumn, dense_columns._CrossedColumn, sparse_columns._SparseColumn)
LOSSES = ((BinarySvmHead, "hinge_loss"), (BinaryLogisticHead, "logistic_loss"), (RegressionHead, "squared_loss"))


class SDCAOptimizer:
    """Stochastic dual coordinate ascent, for LinearClassifier, LinearRegressor and SVM of tf.contrib.learn.

    example_id_column: the feature that names each example, a string.  num_loss_partitions: how many workers train.
    num_table_shards: in how many tables the state of the examples is.  symmetric_l1_regularization,
    symmetric_l2_regularization: how much the weights count; the latter is at least 1.
    adaptive: whether examples far from their best are drawn more often.  partitioner: cuts the weights.
    """

    def __init__(
        self,
        example_id_column,
        num_loss_partitions=1,
        num_table_shards=None,
        symmetric_l1_regularization=0.0,
        symmetric_l2_regularization=1.0,
        adaptive=True,
        partitioner=None,
    ):
        self.example_id_column = example_id_column
        self.num_loss_partitions = num_loss_partitions
        self.num_table_shards = num_table_shards
        self.symmetric_l1_regularization = symmetric_l1_regularization
        self.symmetric_l2_regularization = symmetric_l2_regularization
        self.adaptive = adaptive
        self.partitioner = partitioner

    def get_name(self):
        """SDCAOptimizer."""
        return "SDCAOptimizer"

    def get_train_step(self, columns_to_variables, weight_column_name, loss_type, features, targets, global_step):
        """(the SdcaModel, the operation of a step). features: {column or name: tensor}.  targets: the labels."""
        batch_size = targets.get_shape()[0]
        dense, dense_weights = [], []
        sparse, sparse_weights = [], []
        for column in sorted(columns_to_variables, key=lambda column: column.key):
            tensor, variables = features[column], columns_to_variables[column]
            if isinstance(column, dense_columns._RealValuedColumn):
                dense.append(_matrix(tensor))
                dense_weights.append(variables[0])
                continue
            sparse_weights.append(variables if len(variables) > 1 else variables[0])
            if isinstance(column, dense_columns._BucketizedColumn):
                sparse.append(_nonzero(column._to_dnn_input_layer(tensor)))
            elif isinstance(column, _IDS):
                sparse.append(_ids(column, tensor))
            else:
                raise ValueError(f"SDCAOptimizer does not support column type {type(column).__name__}.")
        weights = reshape(features[weight_column_name], shape=[-1]) if weight_column_name else ones([batch_size])
        examples = {
            "sparse_features": sparse,
            "dense_features": dense,
            "example_labels": cast(reshape(targets, shape=[-1]), dtypes.float32),
            "example_weights": weights,
            "example_ids": features[self.example_id_column],
        }
        model = SdcaModel(
            examples=examples,
            variables={"sparse_features_weights": sparse_weights, "dense_features_weights": dense_weights},
            options={
                "symmetric_l1_regularization": self.symmetric_l1_regularization,
                "symmetric_l2_regularization": self.symmetric_l2_regularization,
                "adaptive": self.adaptive,
                "num_loss_partitions": self.num_loss_partitions,
                "num_table_shards": self.num_table_shards,
                "loss_type": loss_type,
            },
        )
        return model, model.minimize(global_step=global_step)


def _matrix(tensor):
    """[batch, numbers] of a tensor of rank at most 2."""
    check = assert_(less_equal(rank(tensor), 2), ["transformed_tensor should have rank at most 2."])
    with control_dependencies([check]):
        return reshape(tensor, [shape(tensor)[0], -1])


def _nonzero(tensor):
    """The numbers of a matrix that are not 0, as sparse features."""
    indices = where(not_equal(tensor, cast(0.0, tensor.dtype)))
    values = gather_nd(tensor, indices)
    rows, columns = (
        split(value=indices, num_or_size_splits=2, axis=1),
        split(value=indices, num_or_size_splits=2, axis=1),
    )
    return SparseFeatureColumn(
        reshape(rows[0], [-1]), reshape(columns[1], [-1]), reshape(cast(values, dtypes.float32), [-1])
    )


def _ids(column, tensor):
    ids = column.id_tensor(tensor)
    if isinstance(column, sparse_columns._WeightedSparseColumn):
        weights = reshape(column.weight_tensor(tensor).values, [-1])
    else:
        weights = ones([shape(ids.indices)[0]], dtypes.float32)
    return unique_ids(reshape(ids.indices[:, 0], [-1]), reshape(ids.values, [-1]), weights)


def _batch_size(tensors):
    for tensor in tensors:
        if isinstance(tensor, tuple) and not isinstance(tensor, SparseTensor):
            tensor = tensor[0]
        if not isinstance(tensor, SparseTensor):
            return shape(tensor)[0]
        sizes = constant_value(tensor.dense_shape)
        if sizes is not None:
            return sizes[0]
    raise ValueError("Could not infer batch size from input features.")


def sdca_model(features, labels, mode, params, optimizer):
    """The ModelFnOps of a linear model. params: "head", "feature_columns", "weight_column_name", "update_weights_hook"."""
    head, columns = params["head"], params["feature_columns"]
    loss_type = next((name for kind, name in LOSSES if isinstance(head, kind)), None)
    if loss_type is None:
        raise ValueError(f"Unsupported head type: {head}")
    if head.logits_dimension != 1:
        raise AssertionError("SDCA only applies for logits_dimension=1.")
    hook = params.get("update_weights_hook")
    with variable_scope("linear", values=features.values(), partitioner=optimizer.partitioner) as scope:
        features = {**features, **transform_features(features, columns)}
        logits, variables, bias = weighted_sum_from_feature_columns(features, columns, num_outputs=1, scope=scope)
        if any(column.name == _BIAS for column in columns):
            raise ValueError(f"{_BIAS} is a reserved column name.")
        bias_column = real_valued_column(_BIAS)
        features[bias_column] = ones([_batch_size(features.values()), 1], dtype=dtypes.float32)
        variables[bias_column] = [bias]

    def train_op_fn(loss):
        model, train_op = optimizer.get_train_step(
            variables, params["weight_column_name"], loss_type, features, labels, get_global_step()
        )
        if hook is not None:
            hook.set_parameters(model, train_op)
        return train_op

    found = head.create_model_fn_ops(
        features=features, labels=labels, mode=mode, train_op_fn=train_op_fn, logits=logits
    )
    return found if hook is None else found._replace(training_chief_hooks=[*found.training_chief_hooks, hook])


def sdca_model_fn(features, labels, mode, params):
    """The model function of tf.contrib.learn's linear estimators; params["optimizer"] is the SDCAOptimizer."""
    if not isinstance(params["optimizer"], SDCAOptimizer):
        raise ValueError("Optimizer must be of type SDCAOptimizer")
    return sdca_model(features, labels, mode, params, params["optimizer"])
