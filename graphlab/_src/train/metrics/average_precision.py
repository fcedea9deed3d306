"""The mean over examples of the average precision at the places of right predictions."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.graph import name_scope
from graphlab._src.graph.sparse_tensor import SparseTensor, convert_to_tensor_or_sparse_tensor, is_sparse
from graphlab._src.ops.arg import top_k
from graphlab._src.ops.arithmetic import multiply
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import greater_equal
from graphlab._src.ops.constants import ones_like, zeros_like
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.cumulative import cumsum
from graphlab._src.ops.division import div, div_no_nan
from graphlab._src.ops.extremes import minimum
from graphlab._src.ops.joining import concat
from graphlab._src.ops.padding import tile
from graphlab._src.ops.reduction import reduce_max, reduce_sum
from graphlab._src.ops.select import where_v2
from graphlab._src.ops.sets import set_size
from graphlab._src.ops.shape import expand_dims, reshape, shape, size
from graphlab._src.ops.slicing import slice_
from graphlab._src.ops.sparse_places import sparse_concat, sparse_reshape
from graphlab._src.ops.weights import broadcast_weights
from graphlab._src.state.assignment import assign_add
from graphlab._src.train.metrics.at_k import at_k_name
from graphlab._src.train.metrics.metric_variables import across_replicas, metric_variable, publish
from graphlab._src.train.metrics.ranked import true_positives, with_label_axis


def expand_and_tile(tensor, multiple, dim=0, name=None):
    """A tensor or SparseTensor with a new axis at `dim`, along which it is repeated `multiple` times."""
    if multiple < 1:
        raise ValueError(f"Invalid multiple {multiple}, must be > 0.")
    with name_scope(name, "expand_and_tile", [tensor, multiple, dim]) as scope:
        tensor = convert_to_tensor_or_sparse_tensor(tensor)
        if isinstance(tensor, SparseTensor):
            sizes = tensor.dense_shape
            before = reshape(size(sizes) + dim, [1]) if dim < 0 else [dim]
            parts = [slice_(sizes, [0], before), [1], slice_(sizes, before, [-1])]
            expanded = sparse_reshape(tensor, concat(parts, 0, name="expanded_shape"), name="expand")
            axis = dim - 1 if dim < 0 else dim
            return expanded if multiple == 1 else sparse_concat(axis, [expanded] * multiple, name=scope)
        expanded = expand_dims(tensor, dim if dim >= 0 else dim - 1, name="expand")
        if multiple == 1:
            return expanded
        ones = ones_like(shape(tensor))
        return tile(expanded, concat([ones[:dim], [multiple], ones[dim:]], 0, name="multiples"), name=scope)


def _relevant(labels, k):
    """How many labels each example has, k at most."""
    with name_scope(None, "num_relevant", [labels]) as scope:
        labels = convert_to_tensor_or_sparse_tensor(labels)
        if isinstance(labels, SparseTensor):
            return minimum(set_size(labels), k, name=scope)
        counts = reduce_sum(where_v2(greater_equal(labels, 0), ones_like(labels), zeros_like(labels)), axis=-1)
        return minimum(counts, k, name=scope)


def _average_precision(labels, predictions_idx):
    """The average of the precisions at the places of right predictions, for each example."""
    with name_scope(None, "average_precision", [predictions_idx, labels]) as scope:
        predictions_idx = cast(predictions_idx, dtypes.int64, name="predictions_idx")
        if predictions_idx.dims == ():
            raise ValueError("The rank of predictions_idx must be at least 1.")
        k = predictions_idx.dims[-1]
        if k is None:
            raise ValueError("The last dimension of predictions_idx must be set.")
        labels = with_label_axis(labels, predictions_idx)
        places = expand_dims(predictions_idx, -1, name="predictions_idx_per_k")
        found = true_positives(expand_and_tile(labels, k, -1, "labels_per_k"), places, name="relevant_per_k")
        right = cumsum(found, axis=-1, name="tp_per_k")
        shown = cumsum(ones_like(found), axis=-1, name="retrieved_per_k")
        precision = div(cast(right, dtypes.float64), cast(shown, dtypes.float64), name="precision_per_k")
        precision = multiply(precision, cast(found, dtypes.float64), name="relevant_precision_per_k")
        total = reduce_sum(precision, axis=(-1,), name="precision_sum")
        return div(total, cast(_relevant(labels, k), dtypes.float64), name=scope)


def streamed(labels, predictions_idx, weights, metrics_collections, updates_collections, name):
    """(mean, update) of the average precision of predictions_idx, […, k], over all runs."""
    with name_scope(name, "average_precision_at_top_k", [predictions_idx, labels, weights]) as scope:
        average = _average_precision(labels, predictions_idx)
        if weights is not None:
            weights = broadcast_weights(cast(weights, dtypes.float64), average)
            average = multiply(average, weights)
        with name_scope(None, "max", [average]) as max_scope:
            most = metric_variable([], dtypes.float64, max_scope)
            if weights is None:
                number = cast(size(average, name="batch_max"), dtypes.float64)
            else:
                number = reduce_sum(weights, name="batch_max")
            add_most = assign_add(most, number, name="update")
        with name_scope(None, "total", [average]) as total_scope:
            total = metric_variable([], dtypes.float64, total_scope)
            add_total = assign_add(total, reduce_sum(average, name="batch_total"), name="update")

        def mean(total, most):
            return div_no_nan(total, most, name="mean")

        value = across_replicas(metrics_collections, mean, total, most)
        return value, publish(updates_collections, div_no_nan(add_total, add_most, name=scope))


def _without_unknown(labels, num_classes):
    """The labels with -1 in place of those that no class has."""

    def cleaned(values):
        return where_v2(greater_equal(values, num_classes), -1 * ones_like(values), values)

    def clean():
        if is_sparse(labels):
            return type(labels)(labels.indices, cleaned(labels.values), labels.dense_shape)
        return cleaned(labels)

    highest = reduce_max(labels.values if is_sparse(labels) else labels)
    return cond(greater_equal(highest, num_classes), clean, lambda: labels)


def average_precision_at_k(
    labels, predictions, k, weights: Any = None, metrics_collections=None, updates_collections=None, name=None
):
    """(mean, update): the mean over examples of the average precision of the k highest predictions, over all runs.

    labels: int64 class numbers, […, labels] or a SparseTensor.  predictions: scores, […, classes].
    weights: […] or of a broadcast shape.
    """
    if k < 1:
        raise ValueError(f"Invalid k={k}.")
    with name_scope(name, at_k_name("average_precision", k), [predictions, labels, weights]) as scope:
        _, first = top_k(predictions, k)
        labels = _without_unknown(labels, cast(shape(predictions)[-1], dtypes.int64))
        return streamed(labels, first, weights, metrics_collections, updates_collections, scope)


def sparse_average_precision_at_k(
    labels, predictions, k, weights: Any = None, metrics_collections=None, updates_collections=None, name=None
):
    """The old name of average_precision_at_k."""
    return average_precision_at_k(labels, predictions, k, weights, metrics_collections, updates_collections, name)
