"""sequence_input_layer: what columns of sequences make of features, as the input of a recurrent network."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.graph import get_default_graph
from graphlab._src.layers.feature_column.column import SequenceDenseColumn
from graphlab._src.layers.feature_column.features import Features
from graphlab._src.layers.feature_column.models import check_batch, columns_of
from graphlab._src.ops.checks.kinds import assert_type
from graphlab._src.ops.checks.ranks import assert_rank
from graphlab._src.ops.checks.values import assert_equal
from graphlab._src.ops.identity import identity
from graphlab._src.ops.joining import concat
from graphlab._src.ops.padding import tile
from graphlab._src.ops.shape import expand_dims, reshape, shape
from graphlab._src.state.scope import variable_scope


def sequence_input_layer(features, feature_columns, weight_collections=None, trainable=True):
    """([batch, time, numbers], lengths [batch]): what columns of sequences make, side by side in the order of their names.

    features: {key: SparseTensor}.  feature_columns: sequence_numeric_column, or embedding_column or indicator_column of
    a sequence_categorical_column.  weight_collections: where variables are added too.  trainable: whether variables are.
    """
    columns: list[Any] = list(columns_of(feature_columns))
    for column in columns:
        if not isinstance(column, SequenceDenseColumn):
            raise ValueError(
                "All feature_columns must be of type _SequenceDenseColumn. You can wrap a sequence_categorical_column "
                f"with an embedding_column or indicator_column. Given (type {type(column)}): {column}"
            )
    with variable_scope(None, default_name="sequence_input_layer", values=features.values()):
        inputs = Features(features)
        ordered = sorted(columns, key=lambda column: column.name)
        tensors, lengths = [], []
        for column in ordered:
            with variable_scope(None, default_name=column._var_scope_name):
                dense, length = column._get_sequence_dense_tensor(
                    inputs, weight_collections=weight_collections, trainable=trainable
                )
                sizes = shape(dense)
                tensors.append(reshape(dense, [sizes[0], sizes[1], column._variable_shape.num_elements()]))
                lengths.append(length)
        check_batch(tensors, ordered)
        check_batch(lengths, ordered)
        checks = [assert_equal(lengths[0], one) for one in lengths[1:]]
        with get_default_graph().control_dependencies(checks):
            length = identity(lengths[0]) if checks else lengths[0]
        return concat(tensors, -1), length


def concatenate_context_input(context_input, sequence_input):
    """A sequence [batch, steps, d0 + d1] that has the numbers of its example's context at each step.

    context_input: [batch, d1], float32.  sequence_input: [batch, steps, d0], float32.
    Raises ValueError where a rank and TypeError where a type is another.
    """
    checks = []
    for name, tensor, rank in (("sequence_input", sequence_input, 3), ("context_input", context_input, 2)):
        checks.append(assert_rank(tensor, rank, message=f"{name} must have rank {rank}", data=[shape(tensor)]))
        message = f"{name} must have dtype float32; got {tensor.dtype}."
        checks.append(assert_type(tensor, dtypes.float32, message=message))
    with get_default_graph().control_dependencies(checks):
        steps = shape(sequence_input)[1]
        tiled = tile(expand_dims(context_input, 1), concat([[1], [steps], [1]], 0))
    return concat([sequence_input, tiled], 2)
