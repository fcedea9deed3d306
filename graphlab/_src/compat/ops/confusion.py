"""tensorflow.python.ops.confusion_matrix: the confusion matrix with TensorFlow 2's order of arguments."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.ops import confusion


def confusion_matrix(
    labels: Any,
    predictions: Any,
    num_classes: Any = None,
    weights: Any = None,
    dtype: Any = dtypes.int32,
    name: Any = None,
) -> Any:
    """[classes, classes]: how often each class, the row, was predicted as each class, the column; see tf.confusion_matrix."""
    return confusion.confusion_matrix(labels, predictions, num_classes, dtype, name, weights)
