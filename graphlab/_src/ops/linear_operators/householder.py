"""LinearOperatorHouseholder: reflections at planes."""

from graphlab._src.base.errors import InvalidArgumentError
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.ops.cast import cast
from graphlab._src.ops.complex import conj
from graphlab._src.ops.constants import ones, zeros
from graphlab._src.ops.control_flow.grouping import no_op
from graphlab._src.ops.diagonal import matrix_diag_part, matrix_set_diag
from graphlab._src.ops.joining import concat
from graphlab._src.ops.linear_operators.base import LinearOperator
from graphlab._src.ops.linear_operators.references import convert_nonref_to_tensor
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.products import norm
from graphlab._src.ops.shape import shape
from graphlab._src.ops.transpose import adjoint as adjoint_of


class LinearOperatorHouseholder(LinearOperator):
    """A batch of matrices I - 2 v v^H, each of which is its own inverse.

    reflection_axis: vectors along v, of any length but 0, […, n].
    The hints: see LinearOperator; reflections are self-adjoint and not positive definite.
    """

    def __init__(
        self,
        reflection_axis,
        is_non_singular=None,
        is_self_adjoint=None,
        is_positive_definite=None,
        is_square=None,
        name="LinearOperatorHouseholder",
    ):
        with name_scope(name, values=[reflection_axis]):
            self._reflection_axis = convert_nonref_to_tensor(reflection_axis, name="reflection_axis")
            ndims = self._reflection_axis.shape.ndims
            if ndims is not None and ndims < 1:
                found = self._reflection_axis
                raise ValueError(f"Argument reflection_axis must have at least 1 dimension.  Found: {found}")
            if is_self_adjoint is False:
                raise ValueError("A Householder operator is always self adjoint.")
            if is_positive_definite is True:
                raise ValueError("A Householder operator is always non-positive definite.")
            if is_square is False:
                raise ValueError("A Householder operator is always square.")
            super().__init__(
                dtype=self._reflection_axis.dtype,
                graph_parents=[self._reflection_axis],
                is_non_singular=is_non_singular,
                is_self_adjoint=True,
                is_positive_definite=False,
                is_square=True,
                name=name,
            )

    @property
    def reflection_axis(self):
        """The vectors […, n] at right angles to which the planes are."""
        return self._reflection_axis

    def _shape(self):
        known = self._reflection_axis.shape
        return known.concatenate(known[-1:])

    def _shape_tensor(self):
        sizes = shape(self._reflection_axis)
        return concat((sizes, [sizes[-1]]), 0)

    def _assert_non_singular(self):
        return no_op("assert_non_singular")

    def _assert_positive_definite(self):
        raise InvalidArgumentError(None, None, "Householder operators are always non-positive definite.")

    def _assert_self_adjoint(self):
        return no_op("assert_self_adjoint")

    def _unit_vector(self):
        axis = convert_to_tensor(self._reflection_axis)
        return axis / norm(axis, axis=-1, keepdims=True)

    def _matmul(self, x, adjoint=False, adjoint_arg=False):
        x = adjoint_of(x) if adjoint_arg else x
        column = self._unit_vector()[..., None]
        along = matmul(column, x, adjoint_a=True)
        return x - 2 * column * along

    def _solve(self, rhs, adjoint=False, adjoint_arg=False):
        return self._matmul(rhs, adjoint, adjoint_arg)

    def _trace(self):
        return cast(self.domain_dimension_tensor() - 2, self.dtype) * ones(self.batch_shape_tensor(), self.dtype)

    def _determinant(self):
        return -ones(self.batch_shape_tensor(), self.dtype)

    def _log_abs_determinant(self):
        return zeros(self.batch_shape_tensor(), self.dtype)

    def _to_dense(self):
        column = self._unit_vector()[..., None]
        matrix = -2 * matmul(column, column, adjoint_b=True)
        return matrix_set_diag(matrix, 1.0 + matrix_diag_part(matrix))

    def _diag_part(self):
        unit = self._unit_vector()
        return 1.0 - 2 * unit * conj(unit)
