"""factorization_ops_test_utils: a small matrix, slices of it, and the loss of its factors, for tests of WALSModel."""

import random

import numpy as np

from graphlab._src.graph import constant
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.ops.arithmetic import square
from graphlab._src.ops.gather import gather
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.shape import expand_dims
from graphlab._src.ops.sparse_reduction import sparse_reduce_sum

INPUT_MATRIX = np.zeros((5, 7), np.float32)
for _row, _entries in enumerate(
    (
        {0: 0.1, 2: 0.2, 4: 0.4, 5: 0.5},
        {1: 1.1, 3: 1.3, 4: 1.4, 6: 1.6},
        {0: 2.0, 3: 2.3, 5: 2.5},
        {0: 3.0, 2: 3.2, 3: 3.3, 5: 3.5},
        {1: 4.1, 4: 4.4, 6: 4.6},
    )
):
    INPUT_MATRIX[_row, list(_entries)] = list(_entries.values())


def remove_empty_rows_columns(np_matrix):
    """(the matrix without rows and columns whose sum is 0, the numbers of its rows, those of its columns)."""
    rows, columns = (np.flatnonzero(np_matrix.sum(axis=axis)) for axis in (1, 0))
    return np_matrix[np.ix_(rows, columns)], rows, columns


def np_matrix_to_tf_sparse(np_matrix, row_slices=None, col_slices=None, transpose=False, shuffle=False):
    """The elements of a matrix that are not 0 as a SparseTensor.

    row_slices, col_slices: the numbers of those to include, one of them.  shuffle: whether in random order.
    """
    assert row_slices is None or col_slices is None, "either rows or columns"
    places = np.argwhere(np_matrix)
    for axis, chosen in enumerate((row_slices, col_slices)):
        if chosen is not None:
            places = np.concatenate([places[places[:, axis] == number] for number in chosen])
    if shuffle:
        order = list(range(len(places)))
        random.shuffle(order)
        places = places[order]
    values = np_matrix[tuple(places.T)].astype(np.float32)
    places = places[:, ::-1] if transpose else places
    return SparseTensor(places.astype(np.int64), values, places.max(axis=0) + 1)


def calculate_loss(
    input_mat, row_factors, col_factors, regularization=None, w0=1.0, row_weights=None, col_weights=None
):
    """The loss that WALSModel minimizes, of a whole matrix and its factors: a number, in the default session."""
    row_weights = constant(1.0) if row_weights is None else expand_dims(row_weights, 1)
    col_weights = constant(1.0) if col_weights is None else expand_dims(col_weights, 0)
    regularization = constant(0.0) if regularization is None else regularization
    rows, columns = gather(row_factors, input_mat.indices[:, 0]), gather(col_factors, input_mat.indices[:, 1])
    products = reduce_sum(rows * columns, 1)
    errors = SparseTensor(input_mat.indices, square(input_mat.values - products), input_mat.dense_shape)
    every = reduce_sum(square(matmul(row_factors, col_factors, transpose_b=True)))
    norms = reduce_sum(square(row_factors)) + reduce_sum(square(col_factors))
    unweighted = sparse_reduce_sum(errors) - reduce_sum(square(products)) + every
    weighted = sparse_reduce_sum(row_weights * (errors * col_weights))
    return (w0 * unweighted + weighted + regularization * norms).eval()
