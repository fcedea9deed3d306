"""confusion_matrix: how often each class was classified as each other."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.values import assert_less, assert_non_negative
from graphlab._src.ops.constants import ones_like, zeros
from graphlab._src.ops.control_flow.grouping import with_dependencies
from graphlab._src.ops.extremes import maximum
from graphlab._src.ops.joining import stack
from graphlab._src.ops.reduction import reduce_max
from graphlab._src.ops.sparse_sums import sparse_add
from graphlab._src.ops.squeezable import remove_squeezable_dimensions


def confusion_matrix(labels, predictions, num_classes=None, dtype: Any = dtypes.int32, name=None, weights=None):
    """The counts of labels i classified as j: a matrix [num_classes, num_classes] with a row for each label.

    labels, predictions: class numbers, vectors of one length.  num_classes: one more than the largest when left out.
    dtype: of the result.  weights: a number for each, to count with.
    The run fails with InvalidArgumentError for a negative or too large class number.
    """
    with name_scope(name, "confusion_matrix", [predictions, labels, num_classes, weights]):
        labels, predictions = remove_squeezable_dimensions(
            convert_to_tensor(labels, name="labels"), convert_to_tensor(predictions, name="predictions")
        )
        predictions, labels = cast(predictions, dtypes.int64), cast(labels, dtypes.int64)
        checked = assert_non_negative(labels, message="`labels` contains negative values")
        labels = with_dependencies([checked], labels)
        checked = assert_non_negative(predictions, message="`predictions` contains negative values")
        predictions = with_dependencies([checked], predictions)
        if num_classes is None:
            num_classes = maximum(reduce_max(predictions), reduce_max(labels)) + 1
        else:
            most = cast(num_classes, dtypes.int64)
            labels = with_dependencies([assert_less(labels, most, message="`labels` out of bound")], labels)
            checked = assert_less(predictions, most, message="`predictions` out of bound")
            predictions = with_dependencies([checked], predictions)
        if weights is not None:
            weights = convert_to_tensor(weights, name="weights")
            predictions.shape.assert_is_compatible_with(weights.shape)
            weights = cast(weights, dtype)
        shape = stack([num_classes, num_classes])
        places = stack([labels, predictions], axis=1)
        values = ones_like(predictions, dtype) if weights is None else weights
        counted = SparseTensor(places, values, cast(shape, dtypes.int64))
        return sparse_add(zeros(cast(shape, dtypes.int32), dtype), counted)
