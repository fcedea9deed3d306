"""LinearOperatorFullMatrix: matrices that are a tensor."""

from graphlab._src.base import dtypes
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.ops.linear_operators.base import LinearOperator
from graphlab._src.ops.linear_operators.references import convert_nonref_to_tensor
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.shape import shape

_ALLOWED = [dtypes.float16, dtypes.float32, dtypes.float64, dtypes.complex64, dtypes.complex128]


class LinearOperatorFullMatrix(LinearOperator):
    """A batch of matrices, each entry of which is given; what is called of it costs as much as with a tensor.

    matrix: […, m, n], floating point or complex.  The hints: see LinearOperator.
    """

    def __init__(
        self,
        matrix,
        is_non_singular=None,
        is_self_adjoint=None,
        is_positive_definite=None,
        is_square=None,
        name="LinearOperatorFullMatrix",
    ):
        with name_scope(name, values=[matrix]):
            self._matrix = convert_nonref_to_tensor(matrix, name="matrix")
            self._check_matrix(self._matrix)
            super().__init__(
                dtype=self._matrix.dtype,
                graph_parents=[self._matrix],
                is_non_singular=is_non_singular,
                is_self_adjoint=is_self_adjoint,
                is_positive_definite=is_positive_definite,
                is_square=is_square,
                name=name,
            )

    def _check_matrix(self, matrix):
        matrix = convert_to_tensor(matrix, name="matrix")
        if matrix.dtype not in _ALLOWED:
            raise TypeError(f"Argument matrix must have dtype in {_ALLOWED}.  Found: {matrix.dtype}")
        if matrix.shape.ndims is not None and matrix.shape.ndims < 2:
            raise ValueError(f"Argument matrix must have at least 2 dimensions.  Found: {matrix}")

    def _shape(self):
        return self._matrix.shape

    def _shape_tensor(self):
        return shape(self._matrix)

    def _matmul(self, x, adjoint=False, adjoint_arg=False):
        return matmul(self._matrix, x, adjoint_a=adjoint, adjoint_b=adjoint_arg)

    def _to_dense(self):
        return self._matrix
