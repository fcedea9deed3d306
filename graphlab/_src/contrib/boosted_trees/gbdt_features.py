"""The columns that trees split, of a dict of features: dense floats, sparse floats and sparse ids, in this order."""

import collections

from graphlab._src.base import dtypes
from graphlab._src.contrib.layers.columns.dense import _EmbeddingColumn
from graphlab._src.contrib.layers.columns.models import input_from_feature_columns, transform_features
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.layers.feature_column.features import Features
from graphlab._src.ops.cast import cast
from graphlab._src.ops.joining import concat, unstack
from graphlab._src.ops.shape import expand_dims, reshape
from graphlab._src.state.scope import variable_scope

_SCOPE = "gbdt"


def extract_features(features, feature_columns, use_core_columns):
    """(names, dense floats, sparse floats' indices, values and shapes, sparse ids' indices, values and shapes): eight lists.

    features: {name: tensor}.  feature_columns: what makes columns of them; without any, features are the columns.
    use_core_columns: whether they are tf.feature_column's.  ValueError for a dtype that trees can't split.
    """
    if not features:
        raise ValueError("Features dictionary must be specified.")
    columns = _transformed(features, list(feature_columns), use_core_columns) if feature_columns else dict(features)
    dense, floats, ids = [], [], []  # of (name, parts)
    for name in sorted(columns):
        tensor = columns[name]
        if isinstance(tensor, tuple):
            tensor = _weighted(*tensor)
        if isinstance(tensor, SparseTensor):
            found = {dtypes.float32: floats, dtypes.int64: ids}.get(tensor.dtype)
            if found is None:
                raise ValueError(f"Unsupported sparse feature {tensor.indices.name} with dtype {tensor.dtype}.")
            found.append((name, (tensor.indices, tensor.values, tensor.dense_shape)))
        elif tensor.dtype != dtypes.float32:
            raise ValueError(f"Unsupported dense feature {tensor.name} with dtype {tensor.dtype}.")
        elif len(tensor.shape) > 1 and tensor.shape.as_list()[1] > 1:
            parts = enumerate(unstack(tensor, axis=1))
            dense += [(f"{name}_{i}", reshape(part, [-1, 1])) for i, part in parts]
        else:
            dense.append((name, tensor))
    names = [name for name, _ in (*dense, *floats, *ids)]
    sparse = [[parts[i] for _, parts in found] for found in (floats, ids) for i in range(3)]
    return (names, [tensor for _, tensor in dense], *sparse)


def _transformed(features, feature_columns, use_core_columns):
    found = collections.OrderedDict()
    with variable_scope(_SCOPE):
        for column in feature_columns:
            if use_core_columns:
                found[column.name] = Features(features).get(column)
            elif isinstance(column, _EmbeddingColumn):
                found[column.name] = input_from_feature_columns(features, [column], weight_collections=[_SCOPE])
            else:
                (found[column.name],) = transform_features(features, [column]).values()
    return found


def _weighted(ids, weights):
    """The weights of ids as a sparse column: an id is a dimension."""
    indices = concat([ids.indices[:, :1], expand_dims(cast(ids.values, dtypes.int64), -1)], 1)
    return SparseTensor(indices, weights.values, ids.dense_shape)
