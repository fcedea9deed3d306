"""Labels and ranked predictions as sets: what of the first k predictions is right, for each example."""

from graphlab._src.base import dtypes
from graphlab._src.graph import name_scope
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.graph.sparse_tensor import SparseTensor, convert_to_tensor_or_sparse_tensor
from graphlab._src.ops.arithmetic import multiply
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import equal
from graphlab._src.ops.constants import fill
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.joining import concat
from graphlab._src.ops.reduction import reduced_shape
from graphlab._src.ops.sets import set_difference, set_intersection, set_size
from graphlab._src.ops.shape import expand_dims, rank, reshape, shape, size
from graphlab._src.ops.sparse import sparse_retain
from graphlab._src.ops.sparse_places import sparse_reshape
from graphlab._src.ops.weights import assert_broadcastable


def with_label_axis(labels, predictions):
    """The labels with a last axis of size 1, when there is one for each example."""
    with name_scope(None, "expand_labels", [labels, predictions]) as scope:
        labels = convert_to_tensor_or_sparse_tensor(labels)
        if isinstance(labels, SparseTensor):
            return cond(
                equal(rank(predictions), size(labels.dense_shape) + 1),
                lambda: sparse_reshape(labels, concat([labels.dense_shape, [1]], 0), name=scope),
                lambda: labels,
            )
        if labels.dims is not None and predictions.dims is not None:
            missing = len(predictions.dims) - len(labels.dims)
            if missing == 0:
                return labels
            if missing == 1:
                return expand_dims(labels, -1, name=scope)
            raise ValueError(f"Unexpected labels shape {labels.shape} for predictions shape {predictions.shape}.")
        return cond(
            equal(rank(predictions), rank(labels) + 1), lambda: expand_dims(labels, -1, name=scope), lambda: labels
        )


def of_class(ids, selected_id):
    """The sets with nothing but one class."""
    ids = convert_to_tensor_or_sparse_tensor(ids)
    if isinstance(ids, SparseTensor):
        return sparse_retain(ids, equal(ids.values, selected_id))
    sizes = shape(ids, out_type=dtypes.int64)
    last = size(sizes) - 1
    wanted = fill(reduced_shape(sizes, reshape(last, [1])), cast(selected_id, dtypes.int64))
    found = set_intersection(wanted, ids)
    return SparseTensor(found.indices, found.values, sizes)


def _sizes(name, of, labels, predictions_idx, class_id, weights):
    """How many elements of(predictions, labels) has for each example, weighted; float64."""
    with name_scope(name, None, [predictions_idx, labels, weights]):
        if class_id is not None:
            labels, predictions_idx = of_class(labels, class_id), of_class(predictions_idx, class_id)
        number = cast(set_size(of(predictions_idx, labels)), dtypes.float64)
        if weights is not None:
            with control_dependencies([assert_broadcastable(weights, number)]):
                number = multiply(number, cast(weights, dtypes.float64))
        return number


def true_positives(labels, predictions_idx, class_id=None, weights=None, name="true_positives"):
    """How many predictions are among the labels, for each example."""
    return _sizes(name, set_intersection, labels, predictions_idx, class_id, weights)


def false_positives(labels, predictions_idx, class_id=None, weights=None):
    """How many predictions are not among the labels, for each example."""
    return _sizes("false_positives", set_difference, labels, predictions_idx, class_id, weights)


def false_negatives(labels, predictions_idx, class_id=None, weights=None):
    """How many labels are not among the predictions, for each example."""

    def missed(predictions, labels):
        return set_difference(predictions, labels, aminusb=False)

    return _sizes("false_negatives", missed, labels, predictions_idx, class_id, weights)
