"""tf.linalg: matrices."""

from typing import TYPE_CHECKING

from graphlab._src.base.lazy_imports import attach

if TYPE_CHECKING:
    from graphlab._src.ops.clip import global_norm
    from graphlab._src.ops.decompositions import qr, svd
    from graphlab._src.ops.decompositions import self_adjoint_eig as eigh
    from graphlab._src.ops.decompositions import self_adjoint_eigvals as eigvalsh
    from graphlab._src.ops.diagonal import diag as tensor_diag
    from graphlab._src.ops.diagonal import diag_part as tensor_diag_part
    from graphlab._src.ops.diagonal import eye, trace
    from graphlab._src.ops.diagonal import matrix_band_part as band_part
    from graphlab._src.ops.diagonal import matrix_diag as diag
    from graphlab._src.ops.diagonal import matrix_diag_part as diag_part
    from graphlab._src.ops.diagonal import matrix_set_diag as set_diag
    from graphlab._src.ops.einsum import einsum
    from graphlab._src.ops.least_squares import matrix_rank, normalize, pinv
    from graphlab._src.ops.least_squares import matrix_solve_ls as lstsq
    from graphlab._src.ops.linalg import cholesky, cholesky_solve
    from graphlab._src.ops.linalg import matrix_determinant as det
    from graphlab._src.ops.linalg import matrix_inverse as inv
    from graphlab._src.ops.linalg import matrix_solve as solve
    from graphlab._src.ops.linalg import matrix_triangular_solve as triangular_solve
    from graphlab._src.ops.linear_operators.adjoint import LinearOperatorAdjoint
    from graphlab._src.ops.linear_operators.base import LinearOperator
    from graphlab._src.ops.linear_operators.block_diag import LinearOperatorBlockDiag
    from graphlab._src.ops.linear_operators.circulant import (
        LinearOperatorCirculant,
        LinearOperatorCirculant2D,
        LinearOperatorCirculant3D,
    )
    from graphlab._src.ops.linear_operators.composition import LinearOperatorComposition
    from graphlab._src.ops.linear_operators.diag import LinearOperatorDiag
    from graphlab._src.ops.linear_operators.full_matrix import LinearOperatorFullMatrix
    from graphlab._src.ops.linear_operators.householder import LinearOperatorHouseholder
    from graphlab._src.ops.linear_operators.identity import LinearOperatorIdentity, LinearOperatorScaledIdentity
    from graphlab._src.ops.linear_operators.inversion import LinearOperatorInversion
    from graphlab._src.ops.linear_operators.kronecker import LinearOperatorKronecker
    from graphlab._src.ops.linear_operators.low_rank_update import LinearOperatorLowRankUpdate
    from graphlab._src.ops.linear_operators.lower_triangular import LinearOperatorLowerTriangular
    from graphlab._src.ops.linear_operators.toeplitz import LinearOperatorToeplitz
    from graphlab._src.ops.linear_operators.zeros import LinearOperatorZeros
    from graphlab._src.ops.matmul import matmul, matvec
    from graphlab._src.ops.matrix_functions import logdet, lu, slogdet
    from graphlab._src.ops.matrix_functions import matrix_exponential as expm
    from graphlab._src.ops.matrix_functions import matrix_logarithm as logm
    from graphlab._src.ops.matrix_functions import matrix_square_root as sqrtm
    from graphlab._src.ops.products import cross, norm, tensordot
    from graphlab._src.ops.statistics import l2_normalize
    from graphlab._src.ops.transpose import adjoint, matrix_transpose
    from graphlab._src.ops.transpose import matrix_transpose as transpose
    from graphlab._src.ops.tridiagonal import tridiagonal_matmul, tridiagonal_solve
else:
    __getattr__, __dir__ = attach(__name__)

__all__ = [
    "LinearOperator",
    "LinearOperatorAdjoint",
    "LinearOperatorBlockDiag",
    "LinearOperatorCirculant",
    "LinearOperatorCirculant2D",
    "LinearOperatorCirculant3D",
    "LinearOperatorComposition",
    "LinearOperatorDiag",
    "LinearOperatorFullMatrix",
    "LinearOperatorHouseholder",
    "LinearOperatorIdentity",
    "LinearOperatorInversion",
    "LinearOperatorKronecker",
    "LinearOperatorLowRankUpdate",
    "LinearOperatorLowerTriangular",
    "LinearOperatorScaledIdentity",
    "LinearOperatorToeplitz",
    "LinearOperatorZeros",
    "adjoint",
    "band_part",
    "cholesky",
    "cholesky_solve",
    "cross",
    "det",
    "diag",
    "diag_part",
    "eigh",
    "eigvalsh",
    "einsum",
    "expm",
    "eye",
    "global_norm",
    "inv",
    "l2_normalize",
    "logdet",
    "logm",
    "lstsq",
    "lu",
    "matmul",
    "matrix_rank",
    "matrix_transpose",
    "matvec",
    "norm",
    "normalize",
    "pinv",
    "qr",
    "set_diag",
    "slogdet",
    "solve",
    "sqrtm",
    "svd",
    "tensor_diag",
    "tensor_diag_part",
    "tensordot",
    "trace",
    "transpose",
    "triangular_solve",
    "tridiagonal_matmul",
    "tridiagonal_solve",
]
