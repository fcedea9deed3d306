"""LinearOperatorDiag: square matrices with entries on the diagonal only."""

from graphlab._src.graph import name_scope
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.values import assert_positive
from graphlab._src.ops.complex import conj, real
from graphlab._src.ops.diagonal import matrix_diag, matrix_diag_part, matrix_set_diag
from graphlab._src.ops.joining import concat
from graphlab._src.ops.linear_operators.assertions import assert_no_entries_with_modulus_zero, assert_zero_imag_part
from graphlab._src.ops.linear_operators.base import LinearOperator
from graphlab._src.ops.linear_operators.references import convert_nonref_to_tensor
from graphlab._src.ops.power import log
from graphlab._src.ops.reduction import reduce_prod, reduce_sum
from graphlab._src.ops.rounding import abs as abs_
from graphlab._src.ops.shape import expand_dims, shape
from graphlab._src.ops.transpose import adjoint as adjoint_of


class LinearOperatorDiag(LinearOperator):
    """A batch of diagonal matrices: what is called of them costs as much as with vectors.

    diag: their diagonals […, n].  The hints: see LinearOperator; a real diagonal is always self-adjoint.
    """

    def __init__(
        self,
        diag,
        is_non_singular=None,
        is_self_adjoint=None,
        is_positive_definite=None,
        is_square=None,
        name="LinearOperatorDiag",
    ):
        with name_scope(name, values=[diag]):
            self._diag = convert_nonref_to_tensor(diag, name="diag")
            if self._diag.shape.ndims is not None and self._diag.shape.ndims < 1:
                raise ValueError(f"Argument diag must have at least 1 dimension.  Found: {self._diag}")
            if not self._diag.dtype.is_complex:
                if is_self_adjoint is False:
                    raise ValueError("A real diagonal operator is always self adjoint.")
                is_self_adjoint = True
            if is_square is False:
                raise ValueError("Only square diagonal operators currently supported.")
            super().__init__(
                dtype=self._diag.dtype,
                graph_parents=[self._diag],
                is_non_singular=is_non_singular,
                is_self_adjoint=is_self_adjoint,
                is_positive_definite=is_positive_definite,
                is_square=True,
                name=name,
            )

    @property
    def diag(self):
        """The diagonals […, n]."""
        return self._diag

    def _shape(self):
        return self._diag.shape.concatenate(self._diag.shape[-1:])

    def _shape_tensor(self):
        sizes = shape(self._diag)
        return concat((sizes, [sizes[-1]]), 0)

    def _assert_non_singular(self):
        message = "Singular operator:  Diagonal contained zero values."
        return assert_no_entries_with_modulus_zero(self._diag, message=message)

    def _assert_positive_definite(self):
        if self.dtype.is_complex:
            message = (
                "Diagonal operator had diagonal entries with non-positive real part, thus was not positive definite."
            )
        else:
            message = "Real diagonal operator had non-positive diagonal entries, thus was not positive definite."
        return assert_positive(real(self._diag), message=message)

    def _assert_self_adjoint(self):
        message = "This diagonal operator contained non-zero imaginary values.   Thus it was not self-adjoint."
        return assert_zero_imag_part(self._diag, message=message)

    def _factor(self, adjoint):
        return conj(self._diag) if adjoint else self._diag

    def _matmul(self, x, adjoint=False, adjoint_arg=False):
        return expand_dims(self._factor(adjoint), -1) * (adjoint_of(x) if adjoint_arg else x)

    def _matvec(self, x, adjoint=False):
        return self._factor(adjoint) * x

    def _determinant(self):
        return reduce_prod(self._diag, axis=[-1])

    def _log_abs_determinant(self):
        result = reduce_sum(log(abs_(self._diag)), axis=[-1])
        return cast(result, self.dtype) if self.dtype.is_complex else result

    def _solve(self, rhs, adjoint=False, adjoint_arg=False):
        rhs = adjoint_of(rhs) if adjoint_arg else rhs
        return rhs * expand_dims(1.0 / self._factor(adjoint), -1)

    def _to_dense(self):
        return matrix_diag(self._diag)

    def _diag_part(self):
        return self._diag

    def _add_to_tensor(self, x):
        return matrix_set_diag(x, self._diag + matrix_diag_part(x))
