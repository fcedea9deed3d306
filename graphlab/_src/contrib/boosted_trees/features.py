"""Features: the values of a batch that the splits of trees test."""

import numpy as np

from graphlab._src.base.errors import invalid

INPUTS = (
    "dense_float_features: num_dense_float_features*float32, "
    "sparse_float_feature_indices: num_sparse_float_features*int64, "
    "sparse_float_feature_values: num_sparse_float_features*float32, "
    "sparse_float_feature_shapes: num_sparse_float_features*int64, "
    "sparse_int_feature_indices: num_sparse_int_features*int64, "
    "sparse_int_feature_values: num_sparse_int_features*int64, "
    "sparse_int_feature_shapes: num_sparse_int_features*int64"
)


class Features:
    """A batch.

    dense: columns [n] or [n, 1].  float_parts: (indices, values, shapes) of sparse columns, lists of the same length, with a
    value for an example and a dimension.  int_parts: the same, with any number of ids for an example.
    """

    def __init__(self, dense, float_parts, int_parts):
        self._float_columns = list(zip(*float_parts, strict=True))
        self._int_columns = list(zip(*int_parts, strict=True))
        shapes = [shape for *_, shape in (*self._float_columns, *self._int_columns)]
        sizes = [len(column) for column in dense] + [int(shape[0]) for shape in shapes]
        if not sizes:
            raise invalid("Please provide at least one feature")
        self.count = sizes[0]
        if len(set(sizes)) > 1:
            raise invalid(f"All features must have the same number of examples, got {sizes}")
        for column in dense:
            if column.size != self.count:
                raise invalid(f"Dense float features may not be multi-valent: the shape is {list(column.shape)}")
        self._dense = [column.reshape(-1) for column in dense]
        for indices, values, _ in (*self._float_columns, *self._int_columns):
            if indices.shape != (len(values), 2):
                raise invalid(
                    f"Sparse features have indices [n, 2] and values [n], got {indices.shape}, {values.shape}"
                )
            if len(indices) and not 0 <= indices[:, 0].min() <= indices[:, 0].max() < self.count:
                raise invalid(f"A sparse feature has an index out of the {self.count} examples")

    def dense(self, column):
        """The values [n] of a dense column."""
        return _item(self._dense, column, "dense float")

    def sparse(self, column, dimension):
        """(values [n], which of them are there [n]) of a dimension of a sparse column."""
        indices, values, _ = _item(self._float_columns, column, "sparse float")
        chosen = indices[:, 1] == dimension
        rows = indices[chosen, 0]
        found, present = np.zeros(self.count, np.float32), np.zeros(self.count, bool)
        found[rows], present[rows] = values[chosen], True
        return found, present

    def has_id(self, column, ids):
        """Which examples [n] have one of the ids in a column."""
        indices, values, _ = _item(self._int_columns, column, "sparse int")
        found = np.zeros(self.count, bool)
        found[indices[np.isin(values, ids), 0]] = True
        return found


def _item(columns, number, kind):
    if not 0 <= number < len(columns):
        raise invalid(f"A split is of {kind} feature {number}, but there are {len(columns)}")
    return columns[number]
