"""Vectors as triangular matrices and back, tridiagonal matrices, and functions of a diagonal."""

import math

from graphlab._src.base import dtypes
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.values import assert_equal
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.control_flow.grouping import with_dependencies
from graphlab._src.ops.diagonal import matrix_band_part, matrix_diag, matrix_diag_part, matrix_set_diag
from graphlab._src.ops.distributions.static_values import prefer_static_rank
from graphlab._src.ops.joining import concat
from graphlab._src.ops.power import sqrt
from graphlab._src.ops.shape import reshape, shape
from graphlab._src.ops.transpose import matrix_transpose, reverse


def fill_triangular(x, upper=False, name=None):
    """Matrices whose lower, or upper, triangles hold the elements of vectors: [..., n (n + 1) / 2] to [..., n, n].

    The elements are laid out clockwise in a spiral, so that the result is a concatenation: [1 … 6] becomes
    [[4, 0, 0], [6, 5, 0], [3, 2, 1]], and with upper=True [[1, 2, 3], [0, 5, 6], [0, 0, 4]].
    ValueError when the last size is no triangular number.
    """
    with name_scope(name, "fill_triangular", values=[x]):
        x = convert_to_tensor(x, name="x")
        sizes = x.shape.with_rank_at_least(1)
        m = None if sizes.ndims is None else sizes.as_list()[-1]
        if m is not None:
            n = int(round(math.sqrt(0.25 + 2.0 * m) - 0.5))
            if n * (n + 1) != 2 * m:
                raise ValueError(f"Input right-most shape ({m}) does not correspond to a triangular matrix.")
            final = sizes[:-1].concatenate([n, n])
        else:
            n = cast(sqrt(0.25 + cast(2 * shape(x)[-1], dtype=dtypes.float32)), dtype=dtypes.int32)
            final = sizes[:-1].concatenate([None, None])
        last = prefer_static_rank(x) - 1
        halves = [x, reverse(x[..., n:], axis=[last])] if upper else [x[..., n:], reverse(x, axis=[last])]
        square = final.as_list() if final.is_fully_defined() else concat([shape(x)[:-1], [n, n]], axis=0)
        whole = reshape(concat(halves, axis=-1), square)
        whole = matrix_band_part(whole, num_lower=0 if upper else -1, num_upper=-1 if upper else 0)
        whole.set_shape(final)
        return whole


def fill_triangular_inverse(x, upper=False, name=None):
    """The vectors that `fill_triangular` makes these matrices of: [..., n, n] to [..., n (n + 1) / 2]."""
    with name_scope(name, "fill_triangular_inverse", values=[x]):
        x = convert_to_tensor(x, name="x")
        sizes = x.shape.with_rank_at_least(2)
        n = None if sizes.ndims is None else sizes.as_list()[-1]
        final = sizes[:-2].concatenate([None if n is None else n * (n + 1) // 2])
        if n is None:
            n = shape(x)[-1]
        ndims = prefer_static_rank(x)
        if upper:
            first, rest = x[..., 0, :], x[..., 1:, :]
        else:
            first, rest = reverse(x[..., -1, :], axis=[ndims - 2]), x[..., :-1, :]
        merged = rest + reverse(reverse(rest, axis=[ndims - 1]), axis=[ndims - 2])
        others = reshape(merged, concat([shape(x)[:-2], [n * (n - 1)]], axis=0))
        result = concat([first, others[..., : n * (n + 1) // 2 - n]], axis=-1)
        result.set_shape(final)
        return result


def tridiag(below=None, diag=None, above=None, name=None):
    """Matrices of their diagonal and the ones next to it: [..., n, n] of [..., n - 1], [..., n] and [..., n - 1].

    What is left out is 0. ValueError when nothing is passed.
    """
    with name_scope(name, "tridiag", [below, diag, above]):
        parts = []
        if below is not None:
            parts.append(matrix_diag(_padded(convert_to_tensor(below, name="below")))[..., :-1, 1:])
        if diag is not None:
            parts.append(matrix_diag(convert_to_tensor(diag, name="diag")))
        if above is not None:
            parts.append(matrix_diag(_padded(convert_to_tensor(above, name="above")))[..., 1:, :-1])
        if not parts:
            raise ValueError("Must specify at least one of `below`, `diag`, `above`.")
        total = parts[0]
        for part in parts[1:]:
            total += part
        return total


def _padded(x):
    zero = zeros(concat([shape(x)[:-1], [1]], axis=0), dtype=x.dtype)
    return concat([zero, x, zero], axis=-1)


def matrix_diag_transform(matrix, transform=None, name=None):
    """The matrices with a function applied to their diagonals; as they are without a function."""
    with name_scope(name, "matrix_diag_transform", [matrix]):
        matrix = convert_to_tensor(matrix, name="matrix")
        if transform is None:
            return matrix
        return matrix_set_diag(matrix, transform(matrix_diag_part(matrix)))


def assert_symmetric(matrix):
    """The matrices, checked in a run to equal their transposes."""
    return with_dependencies([assert_equal(matrix, matrix_transpose(matrix))], matrix)
