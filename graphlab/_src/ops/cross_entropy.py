"""Losses of classification from logits: softmax, sparse softmax and sigmoid cross entropy."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.errors import explain
from graphlab._src.base.fixes import Edit, Fix
from graphlab._src.base.former_names import reordered
from graphlab._src.base.shapes import ShapeError
from graphlab._src.compiler.checks import Check
from graphlab._src.graph import convert_to_tensor, name_scope, static_value
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.ops.arithmetic import add, subtract
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.values import assert_equal
from graphlab._src.ops.constants import zeros_like
from graphlab._src.ops.define import op, raw_ops
from graphlab._src.ops.deprecated import renamed
from graphlab._src.ops.identity import prevent_gradient, stop_gradient
from graphlab._src.ops.joining import concat
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.power import exp, log1p
from graphlab._src.ops.rules import broadcast, merge_size, product, with_rank
from graphlab._src.ops.select import select
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import expand_dims, rank, reshape, shape, squeeze
from graphlab._src.ops.softmax import log_softmax, softmax
from graphlab._src.ops.transpose import transpose

_HALF = (dtypes.float16, dtypes.bfloat16)


def _shifted(logits):
    shifted = logits - jnp.max(logits, axis=1, keepdims=True)
    exponentials = jnp.exp(shifted)
    total = jnp.sum(exponentials, axis=1, keepdims=True)
    return shifted - jnp.log(total), exponentials / total


def _cross_entropy_shape(op):
    logits, labels = op.inputs[0].dims, op.inputs[1].dims
    same = shapes.merge(logits, labels)
    dims = broadcast(op) if same is False else same
    if dims is not None and len(dims) != 2:
        raise ShapeError(f"Shape must be broadcasted with rank 2, but is rank {len(dims)}")
    dims = with_rank(dims, 2)
    return [(dims[0],), dims]


def _scaled_rows(vector, matrix):
    return expand_dims(vector, -1) * matrix


def _is_zero(gradient):
    if gradient.op.type == "ZerosLike":
        return True
    value = static_value(gradient)
    return value is not None and not np.any(value)


def _cross_entropy_grad(op, dloss, dbackprop):
    dx = _scaled_rows(dloss, op.outputs[1])
    logits = op.inputs[0]
    if dbackprop is not None and not _is_zero(dbackprop):
        y = softmax(logits)
        inner = matmul(expand_dims(dbackprop, 1), expand_dims(y, 2))
        dx += (dbackprop - squeeze(inner, axis=1)) * y
    return [dx, _scaled_rows(dloss, -log_softmax(logits))]


@op(
    "SoftmaxCrossEntropyWithLogits",
    "features: T, labels: T -> loss: T, backprop: T",
    types={"T": dtypes.FLOATING},
    infer=_cross_entropy_shape,
    grad=_cross_entropy_grad,
)
def _softmax_cross_entropy(features, labels):
    """-sum(labels · log(softmax(features))) of each row, and its gradient in features."""
    _check_rows(features, labels)
    log_y, y = _shifted(features)
    return -jnp.sum(labels * log_y, axis=1), y - labels


def _check_rows(features, labels):
    """ValueError where what a run brings are no rows of one length."""
    if features.ndim != 2 or labels.ndim != 2 or not _broadcasts(features.shape, labels.shape):
        raise ValueError(
            f"logits and labels must be broadcastable: logits_size={shapes.text(features.shape)} "
            f"labels_size={shapes.text(labels.shape)}"
        )


def _broadcasts(first, second):
    return all(1 in (a, b) or not shapes.differ((a,), (b,)) for a, b in zip(first, second, strict=True))


def _check_named(function, sentinel, labels, logits):
    if sentinel is not None:
        message = f"Only call `{function}` with named arguments (labels=..., logits=..., ...)"
        raise ValueError(
            explain(
                message,
                fix=Fix(
                    reordered(f"tf.nn.{function}(labels=labels, logits=logits)"), Edit("keywords", text="logits labels")
                ),
            )
        )
    if labels is None or logits is None:
        raise ValueError("Both labels and logits must be provided.")


def _axis_last(tensor, axis, count):
    return transpose(tensor, concat([range_(axis), range_(axis + 1, count), [axis]], 0))


def _rows(logits):
    """The tensor as a matrix of the rows along its last axis."""
    count = rank(logits)
    last = raw_ops.Slice(shape(logits), [subtract(count, 1)], [1])
    result = reshape(logits, concat([[-1], last], 0))
    if logits.dims is not None and None not in logits.dims[:-1]:
        result.set_shape([product(logits.dims[:-1]), logits.dims[-1]])
    return result


def softmax_cross_entropy_with_logits_v2(labels, logits, axis=None, name=None, dim=None):
    """-sum(labels · log(softmax(logits))) along an axis.

    labels, logits: probabilities and what softmax is taken of, […, classes].  axis: of the classes, the last when left
    out; dim is its old name.  Gradients go back to labels too; softmax_cross_entropy_with_logits stops them.
    """
    axis = renamed("axis", axis, "dim", dim)
    axis = -1 if axis is None else axis
    with name_scope(name, "softmax_cross_entropy_with_logits", [logits, labels]) as scope:
        logits = convert_to_tensor(logits, name="logits")
        labels = convert_to_tensor(labels, name="labels")
        precise = cast(logits, dtypes.float32) if logits.dtype.base_dtype in _HALF else logits
        labels = cast(labels, precise.dtype)
        count = rank(precise)
        if axis != -1:
            precise = _axis_last(precise, axis, count)
            labels = _axis_last(labels, axis, count)
        sizes = shape(precise)
        cost, _ = _softmax_cross_entropy(_rows(precise), _rows(labels), name=scope)
        cost = reshape(cost, raw_ops.Slice(sizes, [0], [subtract(count, 1)]))
        if logits.dims is not None:
            dims = list(logits.dims)
            del dims[axis]
            cost.set_shape(dims)
        return cast(cost, logits.dtype) if precise is not logits else cost


def softmax_cross_entropy_with_logits(_sentinel=None, labels=None, logits=None, dim=-1, name=None, axis=None):
    """The cross entropy -sum(labels · log(softmax(logits))) along an axis; no gradient flows to labels.

    labels, logits: […, classes], floating point; each row of labels sums to 1. Pass them by name: _sentinel prevents
    passing them by place.  axis: that of the classes, the last when left out; dim is its old name.
    Returns […], in the dtype of logits.
    """
    axis = dim if axis is None else axis
    _check_named("softmax_cross_entropy_with_logits", _sentinel, labels, logits)
    with name_scope(name, "softmax_cross_entropy_with_logits_sg", [logits, labels]) as scope:
        labels = stop_gradient(labels, name="labels_stop_gradient")
        name = scope
    return softmax_cross_entropy_with_logits_v2(labels=labels, logits=logits, axis=axis, name=name)


def _sparse_shape(op):
    logits = with_rank(op.inputs[0].dims, 2)
    labels = with_rank(op.inputs[1].dims, 1)
    batch = merge_size(logits[0], labels[0], "pass one label for each row of logits")
    return [(batch,), (batch, logits[1])]


_NO_SECOND = (
    "Currently there is no way to take the second derivative of sparse_softmax_cross_entropy_with_logits due to the "
    "fused implementation's interaction with tf.gradients()"
)


def _check_labels(result, features, labels):
    classes = features.shape[1]
    bad = (labels < 0) | (labels >= classes)

    def say():
        value, shown = np.asarray(labels)[np.asarray(bad)][-1], " ".join(map(str, np.asarray(labels)[:1024]))
        return f"Received a label value of {value} which is outside the valid range of [0, {classes}).  Label values: {shown}"

    return [Check(bad, say)]


def _sparse_cross_entropy_in_numpy(features, labels):
    if features.dtype.char not in "fd" or features.ndim != 2 or labels.shape != features.shape[:1] or not features.size:
        return None
    with np.errstate(all="ignore"):
        shifted = features - features.max(1, keepdims=True)
        y = np.exp(shifted)
        total = y.sum(1, keepdims=True)
        y /= total
    known = (labels >= 0) & (labels < features.shape[1])
    at = np.arange(len(labels)), np.where(known, labels, 0)
    with np.errstate(all="ignore"):
        loss = np.log(total[:, 0]) - shifted[at]
    y[at] -= 1
    loss[~known], y[~known] = np.nan, np.nan
    return loss, y


@op(
    "SparseSoftmaxCrossEntropyWithLogits",
    "features: T, labels: Tlabels=int64 -> loss: T, backprop: T",
    types={"T": dtypes.FLOATING, "Tlabels": dtypes.INDEX},
    infer=_sparse_shape,
    grad=lambda op, dloss, _: [_scaled_rows(dloss, prevent_gradient(op.outputs[1], message=_NO_SECOND)), None],
    checks=_check_labels,
    interpret=_sparse_cross_entropy_in_numpy,
)
def _sparse_cross_entropy(features, labels):
    """-log(softmax(features)) at each row's label, NaN where there is no such class; and its gradient in features."""
    if features.ndim != 2:
        raise ValueError(f"logits must be 2-D, but got shape {shapes.text(features.shape)}")
    if labels.ndim != 1:
        raise ValueError(f"labels must be 1-D, but got shape {shapes.text(labels.shape)}")
    if shapes.differ(features.shape[:1], labels.shape):
        raise ValueError(
            f"logits and labels must have the same first dimension, got logits shape {shapes.text(features.shape)} "
            f"and labels shape {shapes.text(labels.shape)}"
        )
    if not features.shape[1]:
        raise ValueError(f"Must have at least one class, but got logits shape {shapes.text(features.shape)}")
    log_y, y = _shifted(features)
    hot = jax.nn.one_hot(labels, features.shape[1], dtype=features.dtype)
    known = (labels >= 0) & (labels < features.shape[1])
    nan = jnp.asarray(jnp.nan, features.dtype)
    loss = jnp.where(known, -jnp.sum(jnp.where(hot > 0, log_y, 0), axis=1), nan)
    return loss, jnp.where(known[:, None], y - hot, nan)


def sparse_softmax_cross_entropy_with_logits(_sentinel=None, labels=None, logits=None, name=None):
    """The cross entropy -log(softmax(logits)) at the label of each row.

    labels: class numbers in [0, classes), int32 or int64, […].  logits: […, classes].
    Pass them by name: _sentinel prevents passing them by place.
    Returns […], in the dtype of logits; ValueError when the ranks do not fit.
    """
    _check_named("sparse_softmax_cross_entropy_with_logits", _sentinel, labels, logits)
    with name_scope(name, "SparseSoftmaxCrossEntropyWithLogits", [labels, logits]):
        labels = convert_to_tensor(labels)
        logits = convert_to_tensor(logits)
        half = logits.dtype.base_dtype is dtypes.float16
        precise = cast(logits, dtypes.float32) if half else logits
        _check_sparse_shapes(labels, logits)
        sizes = shape(labels)
        if logits.dims is not None and len(logits.dims) == 2:
            cost, _ = _sparse_cross_entropy(precise, labels, name=name)
        else:
            known = labels.shape.is_fully_defined() and logits.shape[:-1].is_fully_defined()
            checks = [] if known else [assert_equal(shape(labels), shape(logits)[:-1])]
            with control_dependencies(checks):
                classes = shape(logits)[rank(logits) - 1]
                flat = reshape(precise, [-1, classes])
                cost, _ = _sparse_cross_entropy(flat, reshape(labels, [-1]), name=name)
                cost = reshape(cost, sizes)
                cost.set_shape(labels.shape)
        return cast(cost, dtypes.float16) if half else cost


def _class_numbers(labels, dims, logits):
    """How labels with one axis too many become numbers of classes; None where it is not clear."""
    if len(dims) != len(logits):
        return None
    if dims[-1] == 1:
        said = "labels are one number of a class for each example: tf.squeeze(labels, axis=-1)"
        return Fix(said, Edit("wrap", "labels", "tf.squeeze({}, axis=-1)", labels))
    if dims[-1] == logits[-1]:
        said = "labels are numbers of classes, not one-hot vectors: tf.argmax(labels, axis=-1)"
        return Fix(said, Edit("wrap", "labels", "tf.argmax({}, axis=-1)", labels))
    return None


def _check_sparse_shapes(labels, logits):
    a, b = labels.dims, logits.dims
    if b == ():
        raise ValueError(f"Logits cannot be scalars - received shape {logits.shape}.")
    if a is None or b is None:
        return
    if len(a) != len(b) - 1:
        message = f"Rank mismatch: Rank of labels (received {len(a)}) should equal rank of logits minus 1 (received {len(b)})."
        raise ValueError(explain(message, fix=_class_numbers(labels, a, b)))
    if shapes.fully_defined(a) and shapes.fully_defined(b[:-1]) and a != b[:-1]:
        raise ValueError(
            f"Shape mismatch: The shape of labels (received {labels.shape}) should equal the shape of logits except for "
            f"the last dimension (received {logits.shape})."
        )


def sigmoid_cross_entropy_with_logits(_sentinel=None, labels=None, logits=None, name=None):
    """-labels · log(sigmoid(logits)) - (1 - labels) · log(1 - sigmoid(logits)), element by element.

    labels, logits: floating point, of one shape and dtype, which the result has.
    Pass them by name: _sentinel prevents passing them by place.
    """
    _check_named("sigmoid_cross_entropy_with_logits", _sentinel, labels, logits)
    with name_scope(name, "logistic_loss", [logits, labels]) as scope:
        logits = convert_to_tensor(logits, name="logits")
        labels = convert_to_tensor(labels, name="labels")
        _same_shape(logits, labels)
        # max(x, 0) - x·z + log(1 + exp(-|x|)) does not overflow.
        nothing = zeros_like(logits, dtype=logits.dtype)
        above = logits >= nothing
        positive = select(above, logits, nothing)
        minus_size = select(above, -logits, logits)
        return add(positive - logits * labels, log1p(exp(minus_size)), name=scope)


def _same_shape(logits, labels):
    if not shapes.compatible(logits.dims, labels.dims):
        raise ValueError(f"logits and labels must have the same shape ({logits.shape} vs {labels.shape})")


def weighted_cross_entropy_with_logits(labels=None, logits=None, pos_weight: Any = None, name=None, targets=None):
    """Sigmoid cross entropy in which positive labels weigh pos_weight times as much.

    labels, logits: of one shape.  targets: the old name of labels.
    """
    labels = renamed("labels", labels, "targets", targets)
    with name_scope(name, "logistic_loss", [logits, labels]) as scope:
        logits = convert_to_tensor(logits, name="logits")
        labels = convert_to_tensor(labels, name="labels")
        _same_shape(logits, labels)
        weight = 1 + (pos_weight - 1) * labels
        linear = (1 - labels) * logits
        rest = log1p(exp(-raw_ops.Abs(logits))) + raw_ops.Relu(-logits)
        return add(linear, weight * rest, name=scope)
