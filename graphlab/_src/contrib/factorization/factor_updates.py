"""One update of alternating least squares: the factors of some rows from those of all columns, and the loss."""

import dataclasses
from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.contrib.factorization.normal_equations import masked_matmul, wals_compute_partial_lhs_and_rhs
from graphlab._src.graph import constant
from graphlab._src.graph.scopes import colocate_with, control_dependencies
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.ops.arithmetic import square
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.values import assert_less_equal
from graphlab._src.ops.comparison import equal
from graphlab._src.ops.constants import ones
from graphlab._src.ops.control_flow import group
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.diagonal import trace
from graphlab._src.ops.dynamic import dynamic_partition, unique
from graphlab._src.ops.embedding import embedding_lookup
from graphlab._src.ops.extremes import maximum
from graphlab._src.ops.joining import concat, split
from graphlab._src.ops.linalg import matrix_solve
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.select import where_v2
from graphlab._src.ops.shape import expand_dims, rank, shape, squeeze
from graphlab._src.ops.sparse_places import sparse_transpose
from graphlab._src.ops.sparse_products import sparse_tensor_dense_matmul
from graphlab._src.ops.sparse_reduction import sparse_reduce_sum
from graphlab._src.ops.sparse_sums import sparse_add
from graphlab._src.ops.transpose import transpose
from graphlab._src.state.assignment import scatter_update


@dataclasses.dataclass
class Side:
    """The rows or the columns of a matrix: how many, the variables of their factors, and what updates of the others read."""

    count: int
    factors: list[Any]
    read_factors: list[Any]
    weights: Any
    gramian: Any


def _store(side, places, values, name):
    """Writes the factors of some rows into the shards that have them."""
    shards = side.factors
    if len(shards) == 1:
        with colocate_with(shards[0]):
            return scatter_update(shards[0], places, values, name=name).op
    size, more = divmod(side.count, len(shards))  # the first shards have one row more
    which = maximum(places // (size + 1), (places - more) // size)
    inner = where_v2(which < more, places % (size + 1), (places - more) % size)
    which = cast(which, dtypes.int32)
    inner = dynamic_partition(inner, which, len(shards))
    values = dynamic_partition(values, which, len(shards))
    return group(*map(scatter_update, shards, inner, values), name=name)


def _given_weights(weights, places):
    """Weights of the rows that are projected, one for all or one each, as a vector."""
    count = shape(places)[0]
    with control_dependencies([assert_less_equal(rank(weights), 1)]):
        return cond(equal(rank(weights), 0), lambda: ones([count]) * weights, lambda: cast(weights, dtypes.float32))


def updated(left, right, sp_input, transposed, weights, unobserved_weight, regularization, regularization_matrix, name):
    """What WALSModel.update_row_factors returns, of the side `left`; `transposed`: its numbers are the second ones.

    weights: those of the rows where they are not the model's.
    """
    assert isinstance(sp_input, SparseTensor)
    # The kernels take rows that are numbered from 0, none of which is empty.
    rows, columns = split(value=sp_input.indices, num_or_size_splits=2, axis=1)
    row_places, rows = unique(rows[:, 0])
    column_places, columns = unique(columns[:, 0])
    columns = expand_dims(cast(columns, dtypes.int64), 1)
    rows = expand_dims(cast(rows, dtypes.int64), 1)
    places, others = (column_places, row_places) if transposed else (row_places, column_places)
    other_count = [cast(shape(others)[0], dtypes.int64)]
    num_rows = cast(shape(places)[0], dtypes.int64)
    factors = embedding_lookup(right.read_factors, others, partition_strategy="div")
    indices = concat([rows, columns], 1)
    sizes = [other_count, [num_rows]] if transposed else [[num_rows], other_count]
    entries = SparseTensor(indices, sp_input.values, concat(sizes, 0))

    weighted = left.weights is not None
    lhs = unobserved_weight * right.gramian
    if regularization_matrix is not None:
        lhs += regularization_matrix
    row_weights = column_weights = None
    if not weighted:
        rhs = unobserved_weight * sparse_tensor_dense_matmul(entries, factors, adjoint_a=transposed)
        new = transpose(matrix_solve(lhs, transpose(rhs)))
    else:
        if weights is None:
            row_weights = embedding_lookup(left.weights, places, partition_strategy="div")
        else:
            row_weights = _given_weights(weights, places)
        column_weights = embedding_lookup(right.weights, others, partition_strategy="div")
        more, rhs = wals_compute_partial_lhs_and_rhs(
            *(factors, column_weights, unobserved_weight, row_weights, entries.indices, entries.values),
            *([], num_rows, transposed),
            name="wals_compute_partial_lhs_rhs",
        )
        lhs = expand_dims(lhs, 0) + more
        rhs = expand_dims(rhs, -1)
        new = squeeze(matrix_solve(lhs, rhs), [2])
    update_op = _store(left, places, new, name)

    if transposed:
        entries = sparse_transpose(entries)
    loss, of_regularization, sum_weights = _losses(
        left, right, entries, new, factors, row_weights, column_weights, num_rows, unobserved_weight, regularization
    )
    return new, update_op, loss, of_regularization, sum_weights


def _losses(
    left, right, entries, new, factors, row_weights, column_weights, num_rows, unobserved_weight, regularization
):
    """Unobserved entries are 0: their squared products are those of all, by the gramians, without those of the entries."""
    products = masked_matmul(new, factors, entries.indices, transpose_a=False, transpose_b=True)
    products: Any = SparseTensor(entries.indices, products, entries.dense_shape)
    squares = square(products)
    errors = square(sparse_add(entries, products * (-1)))
    row_weights = constant(0.0) if row_weights is None else expand_dims(row_weights, 1)
    column_weights = constant(0.0) if column_weights is None else expand_dims(column_weights, 0)
    gramian = matmul(new, new, transpose_a=True)
    scale = left.count / cast(num_rows, dtypes.float32)
    loss = (
        unobserved_weight
        * (sparse_reduce_sum(errors) - sparse_reduce_sum(squares) + trace(matmul(gramian, right.gramian)))
        + sparse_reduce_sum(row_weights * (errors * column_weights))
    ) * scale
    if regularization is not None:
        of_regularization = regularization * (trace(gramian) * scale + trace(right.gramian))
    else:
        of_regularization = constant(0.0)
    sum_weights = unobserved_weight * cast(left.count * right.count, dtypes.float32)
    if left.weights is not None:
        each = SparseTensor(entries.indices, ones(shape(entries.values)), entries.dense_shape)
        sum_weights += sparse_reduce_sum(row_weights * (each * column_weights)) * scale
    return loss, of_regularization, sum_weights
