"""LinearOperatorLowerTriangular: square matrices without entries above the diagonal."""

from graphlab._src.graph import name_scope
from graphlab._src.ops.diagonal import matrix_band_part, matrix_diag_part
from graphlab._src.ops.linear_operators.assertions import assert_no_entries_with_modulus_zero
from graphlab._src.ops.linear_operators.base import LinearOperator
from graphlab._src.ops.linear_operators.batches import matrix_triangular_solve_with_broadcast
from graphlab._src.ops.linear_operators.references import convert_nonref_to_tensor
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.power import log
from graphlab._src.ops.reduction import reduce_prod, reduce_sum
from graphlab._src.ops.rounding import abs as abs_
from graphlab._src.ops.shape import shape
from graphlab._src.ops.transpose import adjoint as adjoint_of


class LinearOperatorLowerTriangular(LinearOperator):
    """A batch of lower triangular matrices, whose determinant is the product of their diagonal.

    tril: […, n, n]; what it has above the diagonal does not count.  The hints: see LinearOperator.
    """

    def __init__(
        self,
        tril,
        is_non_singular=None,
        is_self_adjoint=None,
        is_positive_definite=None,
        is_square=None,
        name="LinearOperatorLowerTriangular",
    ):
        if is_square is False:
            raise ValueError("Only square lower triangular operators supported at this time.")
        with name_scope(name, values=[tril]):
            self._tril = convert_nonref_to_tensor(tril, name="tril")
            if self._tril.shape.ndims is not None and self._tril.shape.ndims < 2:
                raise ValueError(f"Argument tril must have at least 2 dimensions.  Found: {self._tril}")
            super().__init__(
                dtype=self._tril.dtype,
                graph_parents=[self._tril],
                is_non_singular=is_non_singular,
                is_self_adjoint=is_self_adjoint,
                is_positive_definite=is_positive_definite,
                is_square=True,
                name=name,
            )

    def _lower(self):
        return matrix_band_part(self._tril, -1, 0)

    def _diagonal(self):
        return matrix_diag_part(self._tril)

    def _shape(self):
        return self._tril.shape

    def _shape_tensor(self):
        return shape(self._tril)

    def _assert_non_singular(self):
        message = "Singular operator:  Diagonal contained zero values."
        return assert_no_entries_with_modulus_zero(self._diagonal(), message=message)

    def _matmul(self, x, adjoint=False, adjoint_arg=False):
        return matmul(self._lower(), x, adjoint_a=adjoint, adjoint_b=adjoint_arg)

    def _determinant(self):
        return reduce_prod(self._diagonal(), axis=[-1])

    def _log_abs_determinant(self):
        return reduce_sum(log(abs_(self._diagonal())), axis=[-1])

    def _solve(self, rhs, adjoint=False, adjoint_arg=False):
        rhs = adjoint_of(rhs) if adjoint_arg else rhs
        return matrix_triangular_solve_with_broadcast(self._lower(), rhs, lower=True, adjoint=adjoint)

    def _to_dense(self):
        return self._lower()
