"""tf.linalg: matrices."""

from graphlab.later import later

with later(__name__):
    from graphlab.ops.clip import global_norm
    from graphlab.ops.diagonal import diag as tensor_diag
    from graphlab.ops.diagonal import diag_part as tensor_diag_part
    from graphlab.ops.diagonal import eye, trace
    from graphlab.ops.diagonal import matrix_band_part as band_part
    from graphlab.ops.diagonal import matrix_diag as diag
    from graphlab.ops.diagonal import matrix_diag_part as diag_part
    from graphlab.ops.diagonal import matrix_set_diag as set_diag
    from graphlab.ops.einsum import einsum
    from graphlab.ops.least_squares import matrix_rank, normalize, pinv
    from graphlab.ops.least_squares import matrix_solve_ls as lstsq
    from graphlab.ops.linalg import cholesky, cholesky_solve, qr, svd
    from graphlab.ops.linalg import matrix_determinant as det
    from graphlab.ops.linalg import matrix_inverse as inv
    from graphlab.ops.linalg import matrix_solve as solve
    from graphlab.ops.linalg import matrix_triangular_solve as triangular_solve
    from graphlab.ops.linalg import self_adjoint_eig as eigh
    from graphlab.ops.linalg import self_adjoint_eigvals as eigvalsh
    from graphlab.ops.matmul import matmul, matvec
    from graphlab.ops.matrix_functions import logdet, lu, slogdet
    from graphlab.ops.matrix_functions import matrix_exponential as expm
    from graphlab.ops.matrix_functions import matrix_logarithm as logm
    from graphlab.ops.matrix_functions import matrix_square_root as sqrtm
    from graphlab.ops.products import cross, norm, tensordot
    from graphlab.ops.statistics import l2_normalize
    from graphlab.ops.transpose import adjoint, matrix_transpose
    from graphlab.ops.transpose import matrix_transpose as transpose
    from graphlab.ops.tridiagonal import tridiagonal_matmul, tridiagonal_solve

__all__ = [
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
