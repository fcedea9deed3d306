"""Models' first layers, made of feature columns: dense inputs, and weighted sums."""

from graphlab._src.base import dtypes
from graphlab._src.contrib.framework.variables import model_variable
from graphlab._src.contrib.layers.columns.base import Tensors, in_rank, inner_flatten, rank_error
from graphlab._src.contrib.layers.columns.dense import (
    _BucketizedColumn,
    _CrossedColumn,
    _EmbeddingColumn,
    _OneHotColumn,
    _RealValuedColumn,
    real_valued_column,
)
from graphlab._src.contrib.layers.columns.embeddings import embeddings_from_arguments, parts_of, restore
from graphlab._src.graph import nest
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.ops.arithmetic import add_n
from graphlab._src.ops.bias import bias_add
from graphlab._src.ops.embedding_sparse import safe_embedding_lookup_sparse
from graphlab._src.ops.identity import placeholder
from graphlab._src.ops.joining import concat
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.parsing.examples import parse_example, parse_single_sequence_example
from graphlab._src.ops.parsing.features import FixedLenSequenceFeature, VarLenFeature
from graphlab._src.ops.shape import reshape
from graphlab._src.ops.sparse import sparse_placeholder
from graphlab._src.ops.sparse_places import sparse_concat, sparse_reshape
from graphlab._src.state.initializers import Zeros
from graphlab._src.state.scope import variable_scope


def check_feature_columns(feature_columns):
    """ValueError for a dict, and for columns that are equal."""
    if isinstance(feature_columns, dict):
        raise ValueError("Expected feature_columns to be iterable, found dict.")
    seen = set()
    for column in feature_columns:
        if column.key in seen:
            raise ValueError(
                f"Duplicate feature column key found for column: {column.name}. This usually means that the column is "
                "almost identical to another column, and one must be discarded."
            )
        seen.add(column.key)


def _ordered(feature_columns):
    return sorted(set(feature_columns), key=lambda column: column.key)


def _in_sequence_rank(tensor, column_name, output_rank):
    """A tensor or SparseTensor with output_rank axes."""
    rank = tensor.get_shape().ndims
    if rank is None and isinstance(tensor, SparseTensor):
        rank = tensor.dense_shape.get_shape().as_list()[0]
    if rank is None:
        raise ValueError(f"Error while processing column {column_name}. Rank of input Tensor can not be None.")
    if output_rank > rank + 1:
        raise ValueError(rank_error(column_name, rank, output_rank))
    if not isinstance(tensor, SparseTensor):
        return in_rank(tensor, output_rank, column_name)
    if output_rank == rank + 1:
        return sparse_reshape(tensor, concat([tensor.dense_shape, [1]], 0))
    return inner_flatten(tensor, output_rank) if output_rank < rank else tensor


def _input(columns_to_tensors, columns, weight_collections, trainable, scope, output_rank, default_name, outputs=None):
    check_feature_columns(columns)
    if outputs is not None and not isinstance(outputs, dict):
        raise ValueError("cols_to_outs must be a dict unless None")
    found = dict(columns_to_tensors)
    values = list(columns_to_tensors.values())
    tensors = Tensors(found)
    parts = []
    with variable_scope(scope, default_name=default_name, values=values):
        for column in _ordered(columns):
            with variable_scope(None, default_name=column.name, values=values):
                tensor = tensors.get(column)
                if output_rank == 3:
                    flat = [_in_sequence_rank(one, column.name, output_rank) for one in nest.flatten(tensor)]
                    tensor = nest.pack_sequence_as(tensor, flat)
                parts.append(_part(column, tensor, weight_collections, trainable, output_rank))
                if outputs is not None:
                    outputs[column] = parts[-1]
        return concat(parts, output_rank - 1)


def _part(column, tensor, weight_collections, trainable, output_rank):
    try:
        arguments = column._deep_embedding_lookup_arguments(tensor)
    except NotImplementedError as no_embedding:
        try:
            return column._to_dnn_input_layer(tensor, weight_collections, trainable, output_rank=output_rank)
        except ValueError as error:
            raise ValueError(
                f"Error creating input layer for column: {column.name}.\n{error}, {no_embedding}"
            ) from None
    return embeddings_from_arguments(column, arguments, weight_collections, trainable, output_rank=output_rank)


def input_from_feature_columns(
    columns_to_tensors, feature_columns, weight_collections=None, trainable=True, scope=None, cols_to_outs=None
):
    """What dense columns make of features, side by side: [batch, sizes of all].

    columns_to_tensors: {feature or column: tensor}.  weight_collections: where variables are added, too.
    cols_to_outs: a dict that gets each column's part.
    """
    return _input(
        columns_to_tensors,
        feature_columns,
        weight_collections,
        trainable,
        scope,
        2,
        "input_from_feature_columns",
        cols_to_outs,
    )


_IN_SEQUENCES = (_OneHotColumn, _EmbeddingColumn, _RealValuedColumn)
_NOT_IN_SEQUENCES = (_BucketizedColumn, _CrossedColumn)


def _parents(column):
    if isinstance(column, _CrossedColumn):
        return column.columns
    parent = getattr(column, "sparse_id_column", None) or getattr(column, "source_column", None)
    return () if parent is None else (parent,)


def sequence_input_from_feature_columns(
    columns_to_tensors, feature_columns, weight_collections=None, trainable=True, scope=None
):
    """What dense columns make of features with steps: [batch, steps, sizes of all]. ValueError for other columns."""
    for column in feature_columns:
        if not isinstance(column, _IN_SEQUENCES):
            raise ValueError(
                f"FeatureColumn type {type(column).__name__} is not currently supported for sequence data."
            )
    waiting = list(feature_columns)
    while waiting:
        column = waiting.pop()
        if isinstance(column, _NOT_IN_SEQUENCES):
            raise ValueError(
                f"Column {column.name} is of type {type(column).__name__}, which is not currently supported for sequences."
            )
        waiting.extend(_parents(column))
    name = "sequence_input_from_feature_columns"
    return _input(columns_to_tensors, feature_columns, weight_collections, trainable, scope, 3, name)


def _bias(num_outputs, weight_collections, trainable):
    return model_variable(
        "bias_weight", [num_outputs], initializer=Zeros(), trainable=trainable, collections=weight_collections
    )


def _weights(name, sizes, initializer, trainable, collections):
    return model_variable(
        name, sizes, dtypes.float32, initializer=initializer, trainable=trainable, collections=collections
    )


def weighted_sum_from_feature_columns(
    columns_to_tensors, feature_columns, num_outputs, weight_collections=None, trainable=True, scope=None
):
    """(sums [batch, num_outputs], {column: its weights in parts}, bias) of a linear model.

    columns_to_tensors: {feature or column: tensor}.  weight_collections: where variables are added, too.
    """
    check_feature_columns(feature_columns)
    found = dict(columns_to_tensors)
    values = list(columns_to_tensors.values())
    tensors = Tensors(found)
    sums, variables = [], {}
    with variable_scope(scope, default_name="weighted_sum_from_feature_columns", values=values):
        for column in _ordered(feature_columns):
            tensor = tensors.get(column)
            try:
                wide = column._wide_embedding_lookup_arguments(tensor)
            except NotImplementedError:
                with variable_scope(None, default_name=column.name, values=values):
                    dense = _in_sequence_rank(column._to_dense_tensor(tensor), column.name, 2)
                    sizes = [dense.get_shape().as_list()[1], num_outputs]
                    parts = [_weights("weight", sizes, Zeros(), trainable, weight_collections)]
                    predicted = matmul(dense, parts[0], name="matmul")
            except ValueError as error:
                raise ValueError(f"Error creating weighted sum for column: {column.name}.\n{error}") from None
            else:
                with variable_scope(None, default_name=column.name, values=values):
                    sizes = [wide.vocab_size, num_outputs]
                    parts = parts_of(_weights("weights", sizes, wide.initializer, trainable, weight_collections))
                    predicted = safe_embedding_lookup_sparse(
                        parts,
                        wide.input_tensor,
                        sparse_weights=wide.weight_tensor,
                        combiner=wide.combiner,
                        name=f"{column.name}_weights",
                    )
            sums.append(reshape(predicted, shape=(-1, num_outputs)))
            variables[column] = parts
            restore(column._checkpoint_path(), parts)
        bias = _bias(num_outputs, weight_collections, trainable)
        return bias_add(add_n(sums), bias), variables, bias


def joint_weighted_sum_from_feature_columns(
    columns_to_tensors, feature_columns, num_outputs, weight_collections=None, trainable=True, scope=None
):
    """(sums [batch, num_outputs], weights in parts, bias) of a linear model with one variable for all columns of ids.

    NotImplementedError for columns of numbers, ValueError for weights and combiners other than "sum".
    """
    check_feature_columns(feature_columns)
    found = dict(columns_to_tensors)
    values = list(columns_to_tensors.values())
    tensors = Tensors(found)
    with variable_scope(scope, default_name="joint_weighted_sum_from_feature_columns", values=values):
        ids, size = [], 0
        for column in _ordered(feature_columns):
            tensor = tensors.get(column)
            try:
                wide = column._wide_embedding_lookup_arguments(tensor)
            except NotImplementedError:
                raise NotImplementedError(
                    "Real-valued columns are not supported. Use weighted_sum_from_feature_columns instead, or bucketize "
                    "these columns."
                ) from None
            if wide.weight_tensor is not None or wide.combiner != "sum":
                raise AssertionError(
                    "Joint sums for weighted sparse columns and combiners other than sum are not supported. Please use "
                    "weighted_sum_from_feature_columns instead."
                )
            sparse = wide.input_tensor
            ids.append(SparseTensor(sparse.indices, sparse.values + size, sparse.dense_shape))
            size += wide.vocab_size
        with variable_scope(None, default_name="linear_weights", values=values):
            parts = parts_of(_weights("weights", [size, num_outputs], Zeros(), trainable, weight_collections))
            sums = safe_embedding_lookup_sparse(parts, sparse_concat(1, ids), combiner="sum", name="_weights")
        bias = _bias(num_outputs, weight_collections, trainable)
        return bias_add(sums, bias), parts, bias


def create_feature_spec_for_parsing(feature_columns):
    """{feature: FixedLenFeature or VarLenFeature} of columns, in a sequence or the values of a dict."""
    columns = feature_columns.values() if isinstance(feature_columns, dict) else feature_columns
    found = {}
    for column in columns:
        if not hasattr(column, "insert_transformed_feature"):
            raise TypeError(
                f"feature_columns should only contain instances of _FeatureColumn. Given column is {column}"
            )
        found.update(column.config)
    return found


def parse_feature_columns_from_examples(serialized, feature_columns, name=None, example_names=None):
    """{feature or column: tensor} of serialized Examples [batch]."""
    check_feature_columns(feature_columns)
    features = create_feature_spec_for_parsing(feature_columns)
    found = parse_example(serialized=serialized, features=features, name=name, example_names=example_names)
    for column in _ordered(feature_columns):
        Tensors(found).get(column)
    return found


def parse_feature_columns_from_sequence_examples(
    serialized, context_feature_columns, sequence_feature_columns, name=None, example_name=None
):
    """({feature: tensor}, {feature: tensor [steps, …]}) of one serialized SequenceExample."""
    context = list(context_feature_columns or [])
    sequences = list(sequence_feature_columns or [])
    check_feature_columns(context)
    check_feature_columns(sequences)
    specs = {}
    for key, feature in create_feature_spec_for_parsing(sequences).items():
        if not isinstance(feature, VarLenFeature):
            has_default = feature.default_value is not None
            feature = FixedLenSequenceFeature(feature.shape, feature.dtype, allow_missing=has_default)
        specs[key] = feature
    return parse_single_sequence_example(
        reshape(serialized, []), create_feature_spec_for_parsing(context), specs, example_name, name
    )


def transform_features(features, feature_columns):
    """{column: tensor} of {feature: tensor}."""
    check_feature_columns(feature_columns)
    tensors = Tensors(dict(features))
    return {column: tensors.get(column) for column in _ordered(feature_columns)}


def make_place_holder_tensors_for_base_features(feature_columns):
    """{feature: placeholder} of columns."""
    found = {}
    for key, feature in create_feature_spec_for_parsing(feature_columns).items():
        name = f"Placeholder_{key}"
        if isinstance(feature, VarLenFeature):
            found[key] = sparse_placeholder(feature.dtype, name=name)
        else:
            found[key] = placeholder(feature.dtype, shape=(None, feature.shape[0]), name=name)
    return found


def infer_real_valued_columns(features):
    """real_valued_columns for a tensor, or {feature: tensor}; ValueError for text and SparseTensors."""
    given = features if isinstance(features, dict) else {"": features}
    found = []
    for name, tensor in given.items():
        if isinstance(tensor, SparseTensor):
            raise ValueError(
                "SparseTensor is not supported for auto detection. Please define corresponding FeatureColumn for tensor "
                f"{name} {tensor}."
            )
        if not (tensor.dtype.is_integer or tensor.dtype.is_floating):
            raise ValueError(
                "Non integer or non floating types are not supported for auto detection. Please define corresponding "
                f"FeatureColumn for tensor {name} {tensor}."
            )
        dimension = 1
        for size in tensor.get_shape().as_list()[1:]:
            dimension *= size
        found.append(real_valued_column(name, dimension=dimension, dtype=tensor.dtype))
    return found
