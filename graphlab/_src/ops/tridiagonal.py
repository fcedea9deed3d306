"""Products and linear systems of tridiagonal matrices."""

import jax
import jax.numpy as jnp

from graphlab._src.base import dtypes
from graphlab._src.base.errors import InvalidArgumentError
from graphlab._src.compiler.checks import Check
from graphlab._src.graph import convert_to_tensor
from graphlab._src.ops.arithmetic import COMPLEX
from graphlab._src.ops.complex import conj
from graphlab._src.ops.define import op
from graphlab._src.ops.diagonal import matrix_diag_part
from graphlab._src.ops.gather import gather_nd
from graphlab._src.ops.joining import stack
from graphlab._src.ops.padding import pad
from graphlab._src.ops.rules import merge_size, with_rank_at_least
from graphlab._src.ops.shape import expand_dims, squeeze
from graphlab._src.ops.transpose import matrix_transpose, transpose

_TYPES = {"T": {dtypes.float64, dtypes.float32} | COMPLEX}


def _like_rhs(op):
    rhs = with_rank_at_least(op.inputs[-1].dims, 2)
    diagonals = with_rank_at_least(op.inputs[0].dims, 2)
    if op.type == "TridiagonalSolve" and diagonals is not None:
        merge_size(diagonals[-2], 3, "pass three diagonals, [..., 3, m]")
    if rhs is not None and diagonals is not None:
        merge_size(diagonals[-1], rhs[-2], "diagonals are […, m] and rhs […, m, k]")
    return rhs


def _shifted(x, up):
    """The rows of matrices, each moved one place up or down, with zeros where none came."""
    zeros = jnp.zeros_like(x[..., :1, :])
    return jnp.concatenate([x[..., 1:, :], zeros] if up else [zeros, x[..., :-1, :]], axis=-2)


@op(
    "TridiagonalMatMul",
    "superdiag: T, maindiag: T, subdiag: T, rhs: T -> output: T",
    types=_TYPES,
    infer=_like_rhs,
    gradient_operations=102,
)
def _product(superdiag, maindiag, subdiag, rhs):
    """The product of matrices, given by three diagonals [..., 1, m], with rhs [..., m, k]."""
    above, main, below = (jnp.swapaxes(part, -1, -2) for part in (superdiag, maindiag, subdiag))
    return above * _shifted(rhs, True) + main * rhs + below * _shifted(rhs, False)


def _check(result, diagonals, rhs, *, partial_pivoting=True):
    # LAPACK's solution is NaN where a matrix can't be inverted.
    failed = jnp.isnan(result).any() & jnp.isfinite(diagonals).all() & jnp.isfinite(rhs).all()
    return [Check(failed, lambda: "The matrix is not invertible.")]


@op(
    "TridiagonalSolve",
    "diagonals: T, rhs: T -> output: T",
    types=_TYPES,
    infer=_like_rhs,
    checks=_check,
    gradient_operations=43,
)
def _solution(diagonals, rhs, *, partial_pivoting: bool = True):
    """The x whose product with matrices, given by diagonals [..., 3, m], is rhs [..., m, k]."""
    if diagonals.shape[-2] != 3:
        raise InvalidArgumentError(
            None, None, f"Expected diagonals to be provided as a matrix with 3 rows, got {diagonals.shape[-2]} rows."
        )
    sides = diagonals.shape[-1], rhs.shape[-2]
    if sides[0] != sides[1]:
        raise InvalidArgumentError(
            None,
            None,
            f"Expected the same number of left-hand sides and right-hand sides, got {sides[0]} and {sides[1]}.",
        )
    if rhs.size == 0:
        return rhs
    above, main, below = (diagonals[..., i, :] for i in range(3))
    # The outer two have an element outside of the matrix: at their end, and at their start.
    return jax.lax.linalg.tridiagonal_solve(below.at[..., 0].set(0), main, above.at[..., -1].set(0), rhs)


def tridiagonal_matmul(diagonals, rhs, diagonals_format="compact", name=None):
    """The product of tridiagonal matrices with rhs [..., m, k].

    diagonals_format: "compact", one tensor [..., 3, m] of the diagonal above, the main one and the one below;
    "sequence", these as three tensors [..., m]; or "matrix", [..., m, m].
    diagonals: [..., 3, n], or as diagonals_format describes.
    """
    if diagonals_format == "compact":
        diagonals = convert_to_tensor(diagonals, name="diagonals")
        parts = [diagonals[..., i, :] for i in range(3)]
    elif diagonals_format == "sequence":
        parts = [convert_to_tensor(part) for part in diagonals]
    elif diagonals_format == "matrix":
        diagonals = convert_to_tensor(diagonals, name="diagonals")
        size = _known_size(diagonals, both=True)
        turned = transpose(diagonals)
        above = [[i + 1, i] for i in range(size - 1)] + [[0, 0]]
        below = [[0, 0]] + [[i - 1, i] for i in range(1, size)]
        parts = [transpose(gather_nd(turned, above)), matrix_diag_part(diagonals), transpose(gather_nd(turned, below))]
    else:
        raise ValueError(f"Unrecognized diagonals_format: {diagonals_format}")
    return _product(*[expand_dims(part, -2) for part in parts], rhs, name=name)


def tridiagonal_solve(
    diagonals,
    rhs,
    diagonals_format="compact",
    transpose_rhs=False,
    conjugate_rhs=False,
    name=None,
    partial_pivoting=True,
):
    """The x whose product with tridiagonal matrices is rhs, [..., m] or [..., m, k].

    diagonals_format: "compact", "sequence" or "matrix", as tridiagonal_matmul has them; in a sequence the outer two may
    be one shorter.  transpose_rhs: rhs is [..., k, m], and so is the result.  conjugate_rhs: rhs is conjugated first.
    diagonals: [..., 3, n], or as diagonals_format describes.
    partial_pivoting: whether rows change places, for stability.
    """
    if diagonals_format == "sequence":
        diagonals = _from_sequence(diagonals)
    elif diagonals_format == "matrix":
        diagonals = convert_to_tensor(diagonals, name="diagonals")
        size = _known_size(diagonals, both=False)
        places = [[[i + 1, i] if i + 1 < size else [0, 0], [i, i], [i - 1, i] if i else [0, 0]] for i in range(size)]
        diagonals = transpose(gather_nd(transpose(diagonals), places))
    elif diagonals_format != "compact":
        raise ValueError(f"Unrecognized diagonals_format: {diagonals_format}")
    return _solve(convert_to_tensor(diagonals), rhs, transpose_rhs, conjugate_rhs, name, partial_pivoting)


def _solve(diagonals, rhs, transpose_rhs, conjugate_rhs, name, partial_pivoting):
    rhs = convert_to_tensor(rhs, diagonals.dtype, name="rhs")
    rank, rhs_rank = diagonals.shape.rank, rhs.shape.rank
    if rank is None or rhs_rank is None:
        raise ValueError("The ranks of diagonals and rhs need to be known")
    if rank < 2:
        raise ValueError(f"Expected diagonals to have rank at least 2, got {rank}")
    if rhs_rank not in (rank, rank - 1):
        raise ValueError(f"Expected the rank of rhs to be {rank - 1} or {rank}, got {rhs_rank}")
    if diagonals.shape.as_list()[-2] not in (None, 3):
        raise ValueError(f"Expected 3 diagonals got {diagonals.shape[-2]}")
    if not diagonals.shape[:-2].is_compatible_with(rhs.shape[: rank - 2]):
        raise ValueError(f"Batch shapes {diagonals.shape[:-2]} and {rhs.shape[: rank - 2]} are incompatible")
    vector = rhs_rank == rank - 1
    if conjugate_rhs:
        rhs = conj(rhs)
    if vector:
        rhs = expand_dims(rhs, -1)
    elif transpose_rhs:
        rhs = matrix_transpose(rhs)
    count, rows = diagonals.shape.as_list()[-1], rhs.shape.as_list()[-2]
    if count and rows and count != rows:
        raise ValueError(f"Expected number of left-hand sided and right-hand sides to be equal, got {count} and {rows}")
    result = _solution(diagonals, rhs, partial_pivoting=partial_pivoting, name=name)
    if vector:
        return squeeze(result, -1)
    return matrix_transpose(result) if transpose_rhs else result


def _from_sequence(diagonals):
    """One tensor [..., 3, m] of three that may be shorter than m by one at their outer end."""
    if not isinstance(diagonals, (tuple, list)) or len(diagonals) != 3:
        raise ValueError("Expected diagonals to be a sequence of length 3.")
    above, main, below = (convert_to_tensor(part) for part in diagonals)
    if not all(part.shape[:-1].is_compatible_with(main.shape[:-1]) for part in (above, below)):
        raise ValueError(
            "Tensors representing the three diagonals must have the same shape,except for the last dimension, "
            f"got {below.shape}, {main.shape}, {above.shape}"
        )
    size = main.shape.as_list()[-1]
    one_less = size - 1 if size else None
    padded = []
    for part, name, width in ((above, "superdiagonal", [0, 1]), (main, "", [0, 0]), (below, "subdiagonal", [1, 0])):
        length = part.shape.as_list()[-1]
        if length and length == one_less:
            part = pad(part, [[0, 0]] * (len(part.shape.as_list()) - 1) + [width])
        elif length and length != size:
            raise ValueError(f"Expected {name} to be have length {size} or {one_less}, got {length}.")
        padded.append(part)
    return stack(padded, axis=-2)


def _known_size(matrix, both):
    rows, columns = matrix.shape.as_list()[-2:] if matrix.shape.rank else (None, None)
    if rows and columns and rows != columns:
        raise ValueError(f"Expected last two dimensions of diagonals to be same, got {rows} and {columns}")
    size = (rows and columns) if both else (rows or columns)
    if not size:
        raise ValueError('The size of the matrix needs to be known for diagonals_format="matrix"')
    return size
