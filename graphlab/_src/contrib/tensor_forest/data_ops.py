"""Features and labels as the tensors that forests read."""

from typing import Any

from graphlab._src.base import dtypes, logging
from graphlab._src.contrib.tensor_forest.tensor_forest_ops import reinterpret_string_to_float
from graphlab._src.graph import convert_to_tensor
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.ops.cast import cast
from graphlab._src.ops.joining import concat
from graphlab._src.ops.sparse_dense import sparse_tensor_to_dense
from graphlab._src.ops.sparse_places import sparse_concat

DATA_FLOAT = 0
DATA_CATEGORICAL = 1
DTYPE_TO_FTYPE = {
    dtypes.string: DATA_CATEGORICAL,
    dtypes.int32: DATA_CATEGORICAL,
    dtypes.int64: DATA_CATEGORICAL,
    dtypes.float32: DATA_FLOAT,
    dtypes.float64: DATA_FLOAT,
}


def CastToFloat(tensor):  # noqa: N802  (TensorFlow's name)
    """A tensor of numbers: those of strings are hashes."""
    if tensor.dtype == dtypes.string:
        return reinterpret_string_to_float(tensor)
    return cast(tensor, dtypes.float32) if tensor.dtype.is_integer else tensor


class DataColumn:
    """A tensor of features: its name, its kind, and how many columns it has."""

    def __init__(self):
        self.name, self.original_type, self.size = "", "", 0

    def SerializeToString(self):  # noqa: N802
        """The column in words."""
        return f"name: {self.name} original_type: {self.original_type} size: {self.size}"


class DataColumnCollection:
    """Columns, in their order."""

    def __init__(self):
        self.cols = []

    def add(self):
        """Adds a column; returns it."""
        self.cols.append(DataColumn())
        return self.cols[-1]

    def size(self):
        """How many there are."""
        return len(self.cols)

    def SerializeToString(self):  # noqa: N802
        """The columns in words."""
        return "".join(f"{{{column.SerializeToString()}}}" for column in self.cols)


class TensorForestDataSpec:
    """What the features of a forest are."""

    def __init__(self):
        self.sparse, self.dense = DataColumnCollection(), DataColumnCollection()
        self.dense_features_size: Any = 0

    def SerializeToString(self):  # noqa: N802
        """What operations of forests read as input_spec."""
        dense, sparse = self.dense.SerializeToString(), self.sparse.SerializeToString()
        return f"dense_features_size: {self.dense_features_size} dense: [{dense}] sparse: [{sparse}]"


def GetColumnName(column_key, col_num):  # noqa: N802
    """The name of a feature, which is a string or a column."""
    return column_key if isinstance(column_key, str) else getattr(column_key, "column_name", str(col_num))


def _describe(columns, name, kind, size):
    column = columns.add()
    column.name, column.original_type, column.size = name, kind, size


def ParseDataTensorOrDict(data):  # noqa: N802
    """(dense features [n, d] or None, a SparseTensor or None, a TensorForestDataSpec) of features, a tensor or a dict.

    Those of a dict are joined in the order of their names. Sparse features that are floats are left out.
    """
    spec = TensorForestDataSpec()
    if isinstance(data, SparseTensor):
        _describe(spec.sparse, "sparse_features", DTYPE_TO_FTYPE[data.dtype], -1)
        return None, data, spec
    if not isinstance(data, dict):
        data = convert_to_tensor(data)
        spec.dense_features_size = data.shape.as_list()[1]
        _describe(spec.dense, "dense_features", DTYPE_TO_FTYPE[data.dtype], spec.dense_features_size)
        return data, None, spec
    dense, sparse = [], []
    for key in sorted(data):
        feature = data[key]
        if isinstance(feature, SparseTensor):
            if feature.dtype == dtypes.float32:
                logging.info("TensorForest does not support sparse continuous.")
                continue
            if not sparse:
                _describe(spec.sparse, "all_sparse", DATA_CATEGORICAL, -1)
            sparse.append(SparseTensor(feature.indices, CastToFloat(feature.values), feature.dense_shape))
            continue
        size = 1 if len(feature.shape) == 1 else feature.shape.as_list()[1]
        _describe(spec.dense, GetColumnName(key, len(dense)), DTYPE_TO_FTYPE[feature.dtype], size)
        spec.dense_features_size += size
        dense.append(CastToFloat(feature))
    return concat(dense, 1) if dense else None, sparse_concat(1, sparse) if sparse else None, spec


def ParseLabelTensorOrDict(labels):  # noqa: N802
    """Labels as a float32 tensor; those of a dict are joined in the order of their names."""
    if isinstance(labels, dict):
        parts = [labels[key] for key in sorted(labels)]
        return cast(concat([_dense(part) for part in parts], 1), dtypes.float32)
    return cast(_dense(labels), dtypes.float32)


def _dense(labels):
    return sparse_tensor_to_dense(labels, default_value=-1) if isinstance(labels, SparseTensor) else labels
