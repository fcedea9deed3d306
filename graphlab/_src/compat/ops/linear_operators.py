"""What programs take of the linear_operator modules beside the classes."""

from typing import Any

from graphlab._src.graph import Tensor
from graphlab._src.ops.diagonal import eye
from graphlab._src.ops.joining import concat
from graphlab._src.ops.linalg import cholesky
from graphlab._src.ops.linear_operators.circulant import TRANSFORMS
from graphlab._src.ops.linear_operators.diag import LinearOperatorDiag
from graphlab._src.ops.linear_operators.full_matrix import LinearOperatorFullMatrix
from graphlab._src.ops.linear_operators.identity import LinearOperatorIdentity, LinearOperatorScaledIdentity
from graphlab._src.ops.linear_operators.lower_triangular import LinearOperatorLowerTriangular
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import rank, reshape, shape
from graphlab._src.ops.transpose import matrix_transpose, transpose

FFT_OP, IFFT_OP = ({axes: pair[i] for axes, pair in TRANSFORMS.items()} for i in (0, 1))

IDENTITY, SCALED_IDENTITY, DIAG, TRIL, MATRIX = "identity", "scaled_identity", "diag", "tril", "matrix"
IDENTITY_FAMILY = {IDENTITY, SCALED_IDENTITY}
DIAG_LIKE = EFFICIENT_ADD_TO_TENSOR = {DIAG, *IDENTITY_FAMILY}

_KINDS = {
    LinearOperatorDiag: DIAG,
    LinearOperatorLowerTriangular: TRIL,
    LinearOperatorFullMatrix: MATRIX,
    LinearOperatorIdentity: IDENTITY,
    LinearOperatorScaledIdentity: SCALED_IDENTITY,
}


def type(operator: Any) -> str:  # noqa: A001
    """The word for the kind of an operator that add_operators() can add. TypeError for others."""
    for kind, word in _KINDS.items():
        if isinstance(operator, kind):
            return word
    raise TypeError(f"Operator type unknown: {operator}")


def vec(x: Tensor) -> Tensor:
    """The columns of matrices, one behind the other: [..., n] of [..., rows, columns]."""
    return reshape(matrix_transpose(x), concat([shape(x)[:-2], [-1]], axis=0))


def unvec_by(y: Tensor, num_col: Any) -> Tensor:
    """The matrices of so many columns that vec() makes such vectors of."""
    return matrix_transpose(reshape(y, concat([shape(y)[:-1], [num_col, -1]], axis=0)))


def rotate_last_dim(x: Tensor, rotate_right: bool = False) -> Tensor:
    """x with its first axis last; rotate_right: with its last axis first."""
    ndims = rank(x)
    if rotate_right:
        return transpose(x, concat([[ndims - 1], range_(0, ndims - 1)], axis=0))
    return transpose(x, concat([range_(1, ndims), [0]], axis=0))


def regularized_gramian_cholesky(matrix: Tensor, l2_regularizer: Any, first_kind: bool) -> Tensor:
    """The Cholesky decomposition of AᴴA + λ·1, or with first_kind False of AAᴴ + λ·1."""
    gramian = matmul(matrix, matrix, adjoint_a=first_kind, adjoint_b=not first_kind)
    if isinstance(l2_regularizer, Tensor) or l2_regularizer != 0:
        sizes, axis = shape(matrix), -1 if first_kind else -2
        identity = eye(sizes[axis], batch_shape=sizes[:-2], dtype=matrix.dtype)
        known = matrix.shape[axis]
        identity.set_shape(matrix.shape[:-2].concatenate([known, known]))
        gramian += l2_regularizer * identity
    return cholesky(gramian)
