"""Log probabilities, covariance matrices, and products of stacks of matrices."""

import math
from typing import Any

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import Dimension, TensorShape
from graphlab._src.contrib.layers.dense import fully_connected
from graphlab._src.graph import constant, convert_to_tensor, nest
from graphlab._src.ops.activation import softsign
from graphlab._src.ops.arithmetic import add_n, square
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import equal, greater
from graphlab._src.ops.constants import ones, ones_like, zeros, zeros_like
from graphlab._src.ops.control_flow.while_loop import while_loop
from graphlab._src.ops.cumulative import cumsum
from graphlab._src.ops.diagonal import diag, eye, matrix_band_part, matrix_diag, matrix_diag_part, matrix_set_diag
from graphlab._src.ops.extremes import maximum
from graphlab._src.ops.functional.scan import scan
from graphlab._src.ops.gather import gather
from graphlab._src.ops.identity import identity
from graphlab._src.ops.joining import concat
from graphlab._src.ops.linalg import matrix_determinant, matrix_triangular_solve
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.padding import pad, tile
from graphlab._src.ops.power import exp, log, log1p, sqrt
from graphlab._src.ops.reduction import reduce_any, reduce_max, reduce_sum
from graphlab._src.ops.rounding import abs as abs_
from graphlab._src.ops.select import where
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import expand_dims, rank, reshape, shape, size
from graphlab._src.ops.transpose import matrix_transpose, transpose
from graphlab._src.state.initializers import Zeros
from graphlab._src.state.scope import get_variable


def normal_log_prob(loc, scale, x):
    """-½ (z² + log 2π + log scale) with z = (x - loc) / scale: TensorFlow's, where log scale counts half."""
    z = (x - loc) / scale
    return -0.5 * (square(z) + np.log(2.0 * np.pi) + log(scale))


def cauchy_log_prob(loc, scale, x):
    """The log density of a Cauchy distribution at x."""
    z = (x - loc) / scale
    return -np.log(np.pi) - log(scale) - log1p(square(z))


def mvn_tril_log_prob(loc, scale_tril, x):
    """The log density of normal distributions at x.  scale_tril: the Cholesky factors of their covariances."""
    z = matrix_triangular_solve(scale_tril, (x - loc)[..., None])[..., 0]
    log_determinant = 2.0 * reduce_sum(log(matrix_diag_part(scale_tril)), axis=-1)
    count = cast(shape(scale_tril)[-1], log_determinant.dtype)
    return -0.5 * (reduce_sum(square(z), axis=-1) + count * np.log(2.0 * np.pi) + log_determinant)


def clip_covariance(covariance_matrix, maximum_variance_ratio, minimum_variance):
    """Covariance matrices with variances of at least the largest one / maximum_variance_ratio, and minimum_variance."""
    diagonal = matrix_diag_part(covariance_matrix)
    largest = reduce_max(diagonal, axis=-1, keepdims=True)
    clipped = maximum(diagonal, largest / maximum_variance_ratio)
    return matrix_set_diag(covariance_matrix, maximum(clipped, minimum_variance))


def block_diagonal(matrices, dtype=dtypes.float32, name="block_diagonal"):
    """Matrices with those of a list along their diagonal, and 0 elsewhere: […, sum of rows, sum of columns]."""
    matrices = [convert_to_tensor(matrix, dtype=dtype) for matrix in matrices]
    batch = TensorShape(None)
    rows: Any = Dimension(0)
    columns: Any = Dimension(0)
    for matrix in matrices:
        known = matrix.shape.with_rank_at_least(2)
        batch = batch.merge_with(known[:-2])
        rows, columns = rows + known[-2], columns + known[-1]
    widths: list[Any] = [shape(matrix)[-1] for matrix in matrices]
    total = add_n(widths)
    blocks, before = [], 0
    for matrix in matrices:
        after = before + shape(matrix)[-1]
        around = concat([zeros([rank(matrix) - 1, 2], dtype=dtypes.int32), [(before, total - after)]], axis=0)
        blocks.append(pad(tensor=matrix, paddings=around))
        before = after
    result = concat(blocks, -2, name=name)
    result.set_shape(batch.concatenate(TensorShape([rows, columns])))
    return result


def power_sums_tensor(array_size, power_matrix, multiplier):
    """[array_size, n, n]: the sums of A^i · multiplier · (A^i)ᵀ over i below 0, 1, 2…"""
    array_size = cast(array_size, dtypes.int32)
    power_matrix = convert_to_tensor(power_matrix)
    first = eye(shape(power_matrix)[0], dtype=power_matrix.dtype)
    first.set_shape(power_matrix.shape)
    powers = scan(lambda previous, _: matmul(previous, power_matrix), range_(array_size - 1), initializer=first)
    terms: Any = matmul(batch_times_matrix(powers, multiplier), powers, adjoint_b=True)
    sums = cumsum(concat([expand_dims(multiplier, 0), terms], 0))
    return concat([expand_dims(zeros_like(multiplier), 0), sums], 0)


def matrix_to_powers(matrix, powers):
    """A matrix to the powers in a vector, [powers, n, n]."""
    return batch_matrix_pow(tile(expand_dims(matrix, 0), [size(powers), 1, 1]), powers)


def batch_matrix_pow(matrices, powers):
    """Each of the matrices to its power, by repeated squares.  matrices: [batch, n, n].  powers: integers, [batch]."""
    matrices = convert_to_tensor(matrices)
    powers = cast(powers, dtype=dtypes.int32)
    one = expand_dims(diag(ones([shape(matrices)[1]], dtype=matrices.dtype)), 0)
    ones_tiled = tile(one, [shape(matrices)[0], 1, 1])

    def goes_on(_, remaining, __):
        return reduce_any(greater(remaining, ones_like(remaining)))

    def step(base, remaining, product):
        is_even = equal(remaining % 2, zeros(shape(remaining), dtype=dtypes.int32))
        new_product = where(is_even, product, matmul(product, base))
        new_base = matmul(base, base)
        unfinished = greater(remaining, 1)
        halved = (remaining - remaining % 2) // 2
        product = where(unfinished, new_product, product)
        base = where(unfinished, new_base, base)
        return base, where(unfinished, halved, remaining), product

    base, remaining, product = while_loop(goes_on, step, [matrices, powers, ones_tiled])
    return where(equal(remaining, zeros_like(remaining, dtype=dtypes.int32)), ones_tiled, matmul(base, product))


def batch_times_matrix(batch, matrix, adj_x=False, adj_y=False):
    """Each of a stack of matrices times one matrix, as one product.  adj_x, adj_y: transposes of either."""
    batch, matrix = convert_to_tensor(batch), convert_to_tensor(matrix)
    if batch.shape.ndims != 3 or matrix.shape.ndims != 2:
        raise AssertionError(f"batch_times_matrix needs ranks 3 and 2, got {batch.shape} and {matrix.shape}")
    if adj_x:
        batch = transpose(batch, [0, 2, 1])
    count, rows, _ = batch.shape.as_list()
    sizes = shape(batch)
    columns = matrix.shape.as_list()[0 if adj_y else 1]
    result = [
        sizes[0] if count is None else count,
        sizes[1] if rows is None else rows,
        shape(matrix)[0 if adj_y else 1] if columns is None else columns,
    ]
    return reshape(matmul(reshape(batch, [-1, sizes[2]]), matrix, adjoint_b=adj_y), result)


def matrix_times_batch(matrix, batch, adj_x=False, adj_y=False):
    """One matrix times each of a stack of matrices, as one product.  adj_x, adj_y: transposes of either."""
    return transpose(batch_times_matrix(batch=batch, matrix=matrix, adj_x=not adj_y, adj_y=not adj_x), [0, 2, 1])


def make_toeplitz_matrix(inputs, name=None):
    """The symmetric matrix whose block i, j is inputs[|i - j|].  inputs: [blocks, n, n]."""
    blocks, block_size = shape(inputs)[0], shape(inputs)[1]
    whole = block_size * blocks
    lags = reshape(range_(blocks), shape=[1, -1])
    lagged = gather(inputs, abs_(lags - transpose(lags)))
    return identity(reshape(transpose(lagged, [0, 2, 1, 3]), [whole, whole]), name=name)


def sign_magnitude_positive_definite(raw: Any, off_diagonal_scale: Any = 0.0, overall_scale: Any = 0.0):
    """Covariance matrices of any matrices: the upper triangle has magnitudes, the lower one signs of a Cholesky factor.

    off_diagonal_scale, overall_scale: logarithms of factors.
    """
    raw = convert_to_tensor(raw)
    diagonal = matrix_diag_part(raw)

    def with_rank(tensor, target: Any):
        tensor = convert_to_tensor(tensor, dtype=raw.dtype.base_dtype)
        return reshape(tensor, concat([shape(tensor), ones([target - rank(tensor)], dtype=target.dtype)], axis=0))

    log_magnitude = raw + with_rank(off_diagonal_scale, rank(raw)) + with_rank(overall_scale, rank(raw))
    signed: Any = exp(log_magnitude / 2.0) * softsign(matrix_transpose(raw))
    signed.set_shape(raw.shape)
    factor = matrix_set_diag(
        matrix_band_part(signed, 0, -1), diagonal=exp((diagonal + with_rank(overall_scale, rank(diagonal))) / 2.0)
    )
    return matmul(factor, factor, transpose_a=True)


def transform_to_covariance_matrices(input_vectors, matrix_size):
    """A covariance matrix for each vector, by a trained layer: [batch, matrix_size, matrix_size]."""
    values: Any = fully_connected(input_vectors, matrix_size**2 + 2, activation_fn=None)
    return sign_magnitude_positive_definite(
        raw=reshape(values[..., :-2], concat([shape(values)[:-1], [matrix_size, matrix_size]], 0)),
        off_diagonal_scale=values[..., -2],
        overall_scale=values[..., -1],
    )


def variable_covariance_matrix(size, name, dtype, initial_diagonal_values=None, initial_overall_scale_log: Any = 0.0):
    """A trained covariance matrix, [size, size], near 1 or initial_diagonal_values when it begins."""
    raw: Any = get_variable(f"{name}_pre_transform", dtype=dtype, shape=[size, size], initializer=Zeros())
    if initial_diagonal_values is not None:
        raw += matrix_diag(log(initial_diagonal_values))
    off_diagonal = get_variable(f"{name}_off_diagonal_scale", dtype=dtype, initializer=constant(-5.0, dtype=dtype))
    overall = convert_to_tensor(initial_overall_scale_log, dtype=dtype) + get_variable(
        f"{name}_overall_scale", dtype=dtype, shape=[], initializer=Zeros()
    )
    return identity(sign_magnitude_positive_definite(raw, off_diagonal, overall), name=name)


def batch_start_time(times):
    """The first time of each window."""
    return times[:, 0]


def batch_end_time(times):
    """The last time of each window."""
    return times[:, -1]


def log_noninformative_covariance_prior(covariance):
    """log |covariance| ^ (-(n + 1) / 2): the log of a prior that does not depend on a scale."""
    count = shape(covariance)[0]
    covariance += diag(1e-8 * ones(shape=[count], dtype=covariance.dtype))
    return -(cast(count + 1, covariance.dtype) / 2.0) * log(matrix_determinant(covariance))


def entropy_matched_cauchy_scale(covariance):
    """The scales of Cauchy distributions with the entropy of normal ones of these variances."""
    return sqrt(math.e / (8.0 * math.pi) * matrix_diag_part(covariance))


def replicate_state(start_state, batch_size):
    """A state for each of a batch."""

    def repeated(state):
        one = expand_dims(state, 0)
        return tile(one, concat([[batch_size], ones([rank(state)], dtype=dtypes.int32)], 0))

    return nest.map_structure(repeated, start_state)
