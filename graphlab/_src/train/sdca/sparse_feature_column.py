"""SparseFeatureColumn: the sparse features of a batch, as SDCA reads them."""

from graphlab._src.base import dtypes
from graphlab._src.graph import convert_to_tensor, name_scope


class SparseFeatureColumn:
    """example_indices, feature_indices: int64 [n], which example has which feature.  feature_values: float32 [n], or None."""

    def __init__(self, example_indices, feature_indices, feature_values):
        with name_scope(None, "SparseFeatureColumn", [example_indices, feature_indices]):
            self.example_indices = convert_to_tensor(example_indices, name="example_indices", dtype=dtypes.int64)
            self.feature_indices = convert_to_tensor(feature_indices, name="feature_indices", dtype=dtypes.int64)
        self.feature_values = None
        if feature_values is not None:
            with name_scope(None, "SparseFeatureColumn", [feature_values]):
                self.feature_values = convert_to_tensor(feature_values, name="feature_values", dtype=dtypes.float32)
