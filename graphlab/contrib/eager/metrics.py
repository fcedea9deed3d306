"""tf.contrib.eager.metrics: metrics that are objects."""

from typing import TYPE_CHECKING

from graphlab._src.base.lazy_imports import attach

if TYPE_CHECKING:
    from graphlab._src.contrib.eager import (
        Accuracy,
        BinaryAccuracy,
        CategoricalAccuracy,
        Mean,
        Metric,
        SparseAccuracy,
    )
else:
    __getattr__, __dir__ = attach(__name__)
