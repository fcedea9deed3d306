"""The samples of a batch: dense columns, and the entries of sparse ones after them."""

import re

import numpy as np

CATEGORICAL = 1
_COLUMN = re.compile(r"original_type: (\d) size: (-?\d+)")


class Samples:
    """The features of some samples.

    dense: [n, d], or nothing.  indices, values: entries of a sparse matrix, whose columns are numbered after the dense ones.
    input_spec: what TensorForestDataSpec.SerializeToString() returns; it says which columns are categories.
    """

    def __init__(self, dense, indices, values, sparse_shape, input_spec):
        self._dense = dense if dense.ndim == 2 else np.zeros((0, 0), np.float32)
        self._columns = self._dense.shape[1]
        self.count = len(dense) if dense.ndim == 2 else int(sparse_shape[0]) if len(sparse_shape) else 0
        self._indices, self._values = indices.reshape(-1, 2), values
        self._width = int(sparse_shape[1]) if len(sparse_shape) > 1 else 0
        if len(self._indices):
            keys = self._indices[:, 0] * self._width + self._indices[:, 1]
            order = np.argsort(keys, kind="stable")
            self._keys, self._sorted = keys[order], values[order]
            self._begins = np.searchsorted(self._indices[:, 0], np.arange(self.count + 1))
        dense_spec, _, sparse_spec = input_spec.partition("sparse:")
        kinds = [(int(kind), int(size)) for kind, size in _COLUMN.findall(dense_spec)]
        self._categories = np.repeat([kind == CATEGORICAL for kind, _ in kinds], [size for _, size in kinds]).astype(
            bool
        )
        sparse_kinds = _COLUMN.findall(sparse_spec)
        self._sparse_is_category = bool(sparse_kinds) and int(sparse_kinds[0][0]) == CATEGORICAL

    def at(self, rows, features):
        """The values of a feature of each row; 0 where a sparse row has none. rows, features: whole numbers, broadcast."""
        rows, features = np.broadcast_arrays(rows, features)
        if not len(self._indices):
            if self._columns and features.size and features.max() >= self._columns:
                found = np.zeros(rows.shape, np.float32)
                here = features < self._columns
                found[here] = self._dense[rows[here], features[here]]
                return found
            return self._dense[rows, features] if self._columns else np.zeros(rows.shape, np.float32)
        found = np.zeros(rows.shape, np.float32)
        here = features < self._columns
        found[here] = self._dense[rows[here], features[here]]
        keys = rows[~here] * self._width + features[~here] - self._columns
        places = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        found[~here] = np.where(self._keys[places] == keys, self._sorted[places], np.float32(0))
        return found

    def draw(self, row, draw):
        """(feature, value, whether it is a category) of one feature of a row, each that it has equally likely.

        draw(n): a random number below n.
        """
        begin, entries = 0, 0
        if len(self._indices):
            begin = int(self._begins[row])
            entries = int(self._begins[row + 1]) - begin
        if not self._columns + entries:
            return None
        chosen = draw(self._columns + entries)
        if chosen < self._columns:
            category = chosen < len(self._categories) and bool(self._categories[chosen])
            return chosen, self._dense[row, chosen], category
        entry = begin + chosen - self._columns
        return int(self._indices[entry, 1]) + self._columns, self._values[entry], self._sparse_is_category
