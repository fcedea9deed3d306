"""The operations of weighted alternating least squares: products at some places, and the sums of normal equations."""

import numpy as np

from graphlab._src.ops.define import op, undefined_gradient, unknown

_RANKS = "scalar", "vector", "matrix"


def _check_ranks(ranks, values):
    for name, value in values.items():
        if np.ndim(value) != ranks[name]:
            raise ValueError(f"Input {name} should be a {_RANKS[ranks[name]]}.")


def _check_range(places, count, what):
    if len(places) and (places.min() < 0 or places.max() >= count):
        bad = places[(places < 0) | (places >= count)][0]
        raise ValueError(f"{what} {bad} is out of bounds: it must be at least 0 and below {count}")


_PRODUCT_RANKS = {"a": 2, "b": 2, "mask_indices": 2, "transpose_a": 0, "transpose_b": 0}


@op(
    "MaskedMatmul",
    "a: float, b: float, mask_indices: int64, transpose_a: bool, transpose_b: bool -> prod_values: float",
    infer=unknown,
    host=True,
    grad=undefined_gradient,
)
def masked_matmul(a, b, mask_indices, transpose_a, transpose_b):
    """The elements of a product of matrices at some places: [count].

    mask_indices: [count, 2], a row and a column each.  transpose_a, transpose_b: whether to transpose the matrices first.
    """
    _check_ranks(_PRODUCT_RANKS, dict(zip(_PRODUCT_RANKS, (a, b, mask_indices, transpose_a, transpose_b), strict=True)))
    if mask_indices.shape[1] != 2:
        raise ValueError(
            "mask_indices should be a matrix of shape [nnz 2], where nnz is the number of non-zero elements."
        )
    rows, columns = a.T if transpose_a else a, b if transpose_b else b.T
    if rows.shape[1] != columns.shape[1]:
        shapes = [str(list(x.shape)).replace(" ", "") for x in (a, b)]
        raise ValueError(f"Matrix shapes are incompatible: a has shape {shapes[0]}, while b has shape {shapes[1]}.")
    places, others = mask_indices.T
    _check_range(places, len(rows), "The row")
    _check_range(others, len(columns), "The column")
    return np.einsum("ik,ik->i", rows[places], columns[others]).astype(np.float32)


_SUM_RANKS = {
    "factors": 2,
    "factor_weights": 1,
    "unobserved_weights": 0,
    "input_weights": 1,
    "input_indices": 2,
    "input_values": 1,
    "entry_weights": 1,
    "input_block_size": 0,
    "input_is_transpose": 0,
}


@op(
    "WALSComputePartialLhsAndRhs",
    "factors: float, factor_weights: float, unobserved_weights: float, input_weights: float, input_indices: int64, "
    "input_values: float, entry_weights: float, input_block_size: int64, input_is_transpose: bool "
    "-> partial_lhs: float, partial_rhs: float",
    infer=lambda op: [None, None],
    host=True,
    grad=undefined_gradient,
)
def wals_compute_partial_lhs_and_rhs(
    factors,
    factor_weights,
    unobserved_weights,
    input_weights,
    input_indices,
    input_values,
    entry_weights,
    input_block_size,
    input_is_transpose,
):
    """What observed entries add to the normal equations of each row: (lhs [rows, k, k], rhs [rows, k]).

    factors: [n, k], of columns.  factor_weights, input_weights: of columns and of rows; an entry's weight is their product.
    entry_weights: the weights of entries, in place of these.  unobserved_weights: what is added to every weight; in the
    left-hand side it is counted elsewhere.  input_indices, input_values: the entries, a row and a column each.
    input_block_size: how many rows.  input_is_transpose: whether the indices are a column and a row.
    """
    given = (
        *(factors, factor_weights, unobserved_weights, input_weights, input_indices, input_values),
        *(entry_weights, input_block_size, input_is_transpose),
    )
    _check_ranks(_SUM_RANKS, dict(zip(_SUM_RANKS, given, strict=True)))
    count, k = len(input_values), factors.shape[1]
    if len(input_indices) != count:
        raise ValueError("Input input_values' length should match the first dimension of Input input_indices ")
    by_entry = len(entry_weights) > 0
    if by_entry == bool(len(factor_weights) or len(input_weights)) and count:
        raise ValueError(
            "To specify the weights for observed entries, either (1) entry_weights must be set or (2) input_weights and "
            "factor_weights must be set, but not both."
        )
    if by_entry and len(entry_weights) != count:
        raise ValueError("Input entry_weights' length should match Input input_values' length")
    rows, columns = input_indices.T[::-1] if input_is_transpose else input_indices.T
    _check_range(rows, int(input_block_size), "The row")
    _check_range(columns, len(factors), "The column")
    if by_entry:
        weights = entry_weights
    else:
        _check_range(rows, len(input_weights), "The row")
        _check_range(columns, len(factor_weights), "The column")
        weights = input_weights[rows] * factor_weights[columns]
    lhs = np.zeros((int(input_block_size), k, k), np.float32)
    rhs = np.zeros((int(input_block_size), k), np.float32)
    order = np.argsort(rows, kind="stable")
    begins = np.flatnonzero(np.diff(rows[order], prepend=-1)) if count else np.empty(0, int)
    for entries in np.split(order, begins[1:]) if count else ():
        row, chosen, weight = rows[entries[0]], factors[columns[entries]], weights[entries]
        lhs[row] = (chosen * weight[:, None]).T @ chosen
        rhs[row] = ((weight + unobserved_weights) * input_values[entries]) @ chosen
    return lhs, rhs
