"""Checks of what heads are given: logits, labels, weights, and functions that return a loss."""

import inspect

from graphlab._src.base import dtypes
from graphlab._src.graph import constant, name_scope
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.graph.sparse_tensor import SparseTensor, convert_to_tensor_or_sparse_tensor
from graphlab._src.layers.feature_column.features import Features
from graphlab._src.layers.feature_column.numeric import NumericColumn, numeric_column
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.asserting import assert_
from graphlab._src.ops.checks.ranks import assert_rank_at_least
from graphlab._src.ops.checks.values import assert_equal, assert_less_equal, assert_non_negative
from graphlab._src.ops.comparison import equal
from graphlab._src.ops.identity import identity
from graphlab._src.ops.joining import concat
from graphlab._src.ops.losses.weighted import Reduction
from graphlab._src.ops.reduction import reduce_all, reduce_any
from graphlab._src.ops.shape import expand_dims, shape


def to_float(x, name="ToFloat"):
    """The tensor as float32."""
    return cast(x, dtypes.float32, name=name)


def check_reduction(loss_reduction):
    """ValueError unless the losses of a batch become one number."""
    if loss_reduction not in Reduction.all() or loss_reduction == Reduction.NONE:
        raise ValueError(f"Invalid loss_reduction: {loss_reduction}")


def check_logits(logits, expected_logits_dimension):
    """The logits [batch, …, expected_logits_dimension] as float32; ValueError or InvalidArgumentError for another last size."""
    message = "logits shape must be [D0, D1, ... DN, logits_dimension]"
    with name_scope(None, "logits", (logits,)) as scope:
        logits = to_float(logits)
        sizes = shape(logits)
        with control_dependencies([assert_rank_at_least(logits, 2, data=[sizes], message=message)]):
            static = logits.shape
            if static.ndims is not None and static.dims[-1].value is not None:
                if static.dims[-1].value != expected_logits_dimension:
                    raise ValueError(f"{message}, got {static}.")
                return logits
            check = assert_equal(expected_logits_dimension, sizes[-1], data=[sizes], message=message)
            with control_dependencies([check]):
                return identity(logits, name=scope)


def check_labels(labels, logits, expected_labels_dimension):
    """The labels as [batch, …, expected_labels_dimension], an axis of 1 added where it is missing.

    ValueError when there are none, they are sparse, or their last size is another.
    """
    dimension = expected_labels_dimension
    if labels is None:
        raise ValueError(
            "You must provide a labels Tensor. Given: None. Suggested troubleshooting steps: Check that your data contain "
            "your label feature. Check that your input_fn properly parses and returns labels."
        )
    with name_scope(None, "labels", (labels, logits)) as scope:
        labels = convert_to_tensor_or_sparse_tensor(labels)
        if isinstance(labels, SparseTensor):
            raise ValueError(
                f"SparseTensor labels are not supported. labels must be a Tensor of shape [D0, D1, ..., DN, {dimension}], "
                f"e.g. [batch_size, {dimension}]. Suggested Fix (1): Check the label feature in your data. Each example "
                f"must contain {dimension} value(s). If not, your choice of label was probably incorrect. "
                "Suggested Fix (2): In your input_fn, use tf.sparse_tensor_to_dense() to turn labels into a Tensor."
            )
        if _one_axis_less(labels, logits):
            labels = expand_dims(labels, -1)
        labels_shape, logits_shape = shape(labels), shape(logits)
        message = (
            f"labels shape must be [D0, D1, ... DN, {dimension}]. Suggested Fix: check your n_classes argument to the "
            "estimator and/or the shape of your label."
        )
        with control_dependencies([assert_rank_at_least(labels, 2, message=message)]):
            sizes = labels.shape.as_list() if labels.shape.ndims else [None]
            last = sizes[-1]
            if last is not None and last != dimension:
                raise ValueError(
                    f"Mismatched label shape. Expected labels dimension={dimension}.  Received {last}. Suggested Fix:"
                    "If your classifier expects one-hot encoding label,check your n_classes argument to the estimator "
                    "and/or the shape of your label. Otherwise, check the shape of your label."
                )
            expected = concat([logits_shape[:-1], [dimension]], axis=0)
            data = ["expected_labels_shape: ", expected, "labels_shape: ", labels_shape]
            with control_dependencies([assert_equal(expected, labels_shape, message=message, data=data)]):
                return identity(labels, name=scope)


def _one_axis_less(tensor, logits):
    return tensor.shape.ndims is not None and tensor.shape.ndims + 1 == logits.shape.ndims


def check_weights(features, weight_column, logits, allow_per_logit_weights=False):
    """The weights among the features as [batch, …, 1], or [batch, …, logits] with allow_per_logit_weights; 1 without any.

    weight_column: a NumericColumn or the key of one; TypeError for anything else.
    """
    message = "weights shape must be [D0, D1, ... DN]" + (
        ", [D0, D1, ... DN, 1] or [D0, D1, ... DN, logits_dimension]"
        if allow_per_logit_weights
        else " or [D0, D1, ... DN, 1]"
    )
    with name_scope(None, "weights", [*features.values(), logits]) as scope:
        if weight_column is None:
            return 1.0
        if isinstance(weight_column, str):
            weight_column = numeric_column(key=weight_column, shape=(1,))
        if not isinstance(weight_column, NumericColumn):
            raise TypeError(
                f"Weight column must be either a string or _NumericColumn. Given type: {type(weight_column)}."
            )
        weights = to_float(weight_column._get_dense_tensor(Features(features)), name="weights")
        weights_shape, logits_shape = shape(weights, name="weights_shape"), shape(logits, name="logits_shape")
        data = ["logits_shape: ", logits_shape, "weights_shape: ", weights_shape]
        if _one_axis_less(weights, logits):
            check = assert_equal(logits_shape[:-1], weights_shape, message=message, data=data)
            with control_dependencies([check]):
                return expand_dims(weights, -1, name=scope)
        supported = concat([logits_shape[:-1], [1]], axis=0)
        if allow_per_logit_weights:
            same = [reduce_all(equal(logits_shape, weights_shape)), reduce_all(equal(supported, weights_shape))]
            check = assert_(reduce_any(same), data=[message, *data])
        else:
            check = assert_equal(supported, weights_shape, message=message, data=data)
        with control_dependencies([check]):
            return identity(weights, name=scope)


def assert_range(labels, n_classes, message=None):
    """The labels, when all are ids of classes."""
    with name_scope(None, "assert_range", (labels,)):
        checks = [
            assert_less_equal(
                labels,
                constant(n_classes - 1, dtype=labels.dtype),
                message=message or "Labels must <= n_classes - 1",
            ),
            assert_non_negative(labels, message=message or "Labels must >= 0"),
        ]
        with control_dependencies(checks):
            return identity(labels)


def check_loss_fn(loss_fn):
    """Raises ValueError unless the function's parameters are labels, logits and at most features."""
    if not loss_fn:
        return
    given = list(inspect.signature(loss_fn).parameters)
    for wanted in ("labels", "logits"):
        if wanted not in given:
            raise ValueError(f"loss_fn must contain argument: {wanted}. Given arguments: {tuple(given)}")
    others = [name for name in given if name not in ("labels", "logits", "features")]
    if others:
        raise ValueError(f"loss_fn has unexpected args: {others}")


def call_loss_fn(loss_fn, labels, logits, features, dimension=1):
    """The losses [batch, …, dimension] that a function returns; raises InvalidArgumentError for another shape."""
    has_features = "features" in inspect.signature(loss_fn).parameters
    with name_scope(None, "call_loss_fn", values=[labels, logits, *features.values()]):
        losses = loss_fn(labels=labels, logits=logits, **({"features": features} if has_features else {}))
        logits_shape = shape(logits, name="logits_shape")
        expected = concat([logits_shape[:-1], [dimension]], axis=0, name="expected_loss_shape")
        loss_shape = shape(losses, name="loss_shape")
        message = f"loss_fn must return Tensor of shape [D0, D1, ... DN, {dimension}]. "
        check = assert_(
            reduce_all(equal(loss_shape, expected)),
            data=[message, "logits_shape: ", logits_shape, "loss_shape: ", loss_shape],
            name="check_loss_shape",
        )
        with control_dependencies([check]):
            return identity(losses)
