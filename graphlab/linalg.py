"""tf.linalg: matrices."""

from graphlab.ops.clip import global_norm
from graphlab.ops.diagonal import diag as tensor_diag
from graphlab.ops.diagonal import diag_part as tensor_diag_part
from graphlab.ops.diagonal import eye, trace
from graphlab.ops.diagonal import matrix_band_part as band_part
from graphlab.ops.diagonal import matrix_diag as diag
from graphlab.ops.diagonal import matrix_diag_part as diag_part
from graphlab.ops.diagonal import matrix_set_diag as set_diag
from graphlab.ops.einsum import einsum
from graphlab.ops.linalg import cholesky, cholesky_solve, qr, svd
from graphlab.ops.linalg import matrix_determinant as det
from graphlab.ops.linalg import matrix_inverse as inv
from graphlab.ops.linalg import matrix_solve as solve
from graphlab.ops.linalg import matrix_triangular_solve as triangular_solve
from graphlab.ops.linalg import self_adjoint_eig as eigh
from graphlab.ops.linalg import self_adjoint_eigvals as eigvalsh
from graphlab.ops.matmul import matmul, matvec
from graphlab.ops.products import cross, norm, tensordot
from graphlab.ops.statistics import l2_normalize
from graphlab.ops.transpose import adjoint, matrix_transpose
from graphlab.ops.transpose import matrix_transpose as transpose

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
    "eye",
    "global_norm",
    "inv",
    "l2_normalize",
    "matmul",
    "matrix_transpose",
    "matvec",
    "norm",
    "qr",
    "set_diag",
    "solve",
    "svd",
    "tensor_diag",
    "tensor_diag_part",
    "tensordot",
    "trace",
    "transpose",
    "triangular_solve",
]
