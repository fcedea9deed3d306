"""LinearOperatorIdentity and LinearOperatorScaledIdentity: matrices with one number all along the diagonal."""

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import TensorShape, dimension_value
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.values import assert_equal, assert_positive
from graphlab._src.ops.complex import conj, imag, real
from graphlab._src.ops.constants import ones, zeros, zeros_like
from graphlab._src.ops.control_flow.grouping import no_op, with_dependencies
from graphlab._src.ops.diagonal import matrix_diag_part, matrix_set_diag
from graphlab._src.ops.joining import stack
from graphlab._src.ops.linear_operators.assertions import assert_compatible_matrix_dimensions
from graphlab._src.ops.linear_operators.base import LinearOperator
from graphlab._src.ops.linear_operators.batches import joined
from graphlab._src.ops.linear_operators.references import convert_nonref_to_tensor
from graphlab._src.ops.linear_operators.sizes import BatchShape, size_argument
from graphlab._src.ops.power import log
from graphlab._src.ops.rounding import abs as abs_
from graphlab._src.ops.shape import expand_dims, shape
from graphlab._src.ops.transpose import adjoint as adjoint_of


class BaseLinearOperatorIdentity(LinearOperator):
    """Base class of multiples of the identity: num_rows and what a run checks of arguments."""

    def _set_num_rows(self, num_rows, assert_proper_shapes):
        self._assert_proper_shapes = assert_proper_shapes
        self._num_rows, self._num_rows_static = size_argument(num_rows, "num_rows", assert_proper_shapes)

    def _matrix_shape(self):
        return TensorShape([self._num_rows_static, self._num_rows_static])

    def _matrix_shape_tensor(self):
        return stack((self._num_rows, self._num_rows), axis=0)

    def _ones_diag(self):
        return ones(joined(self._batch_sizes(), [self._columns()]), self.dtype)

    def _turned(self, x, adjoint):
        """x or its adjoint, which is checked in a run where assert_proper_shapes says so."""
        x = adjoint_of(x) if adjoint else x
        if self._assert_proper_shapes:
            return with_dependencies([assert_compatible_matrix_dimensions(self, x)], x)
        return x


class LinearOperatorIdentity(BaseLinearOperatorIdentity):
    """A batch of identity matrices: it multiplies by nothing but the shape of its batch.

    num_rows: an integer, or a scalar tensor.  batch_shape: the leading axes, a vector; none when left out.
    dtype: of the entries, float32 when left out.  assert_proper_shapes: check sizes in runs, too.
    The hints are all True.
    """

    def __init__(
        self,
        num_rows,
        batch_shape=None,
        dtype=None,
        is_non_singular=True,
        is_self_adjoint=True,
        is_positive_definite=True,
        is_square=True,
        assert_proper_shapes=False,
        name="LinearOperatorIdentity",
    ):
        with name_scope(name):
            hints = {
                "self adjoint": is_self_adjoint,
                "non-singular": is_non_singular,
                "positive-definite": is_positive_definite,
                "square": is_square,
            }
            for what, holds in hints.items():
                if not holds:
                    raise ValueError(f"An identity operator is always {what}.")
            super().__init__(
                dtype=dtypes.as_dtype(dtype or dtypes.float32),
                is_non_singular=is_non_singular,
                is_self_adjoint=is_self_adjoint,
                is_positive_definite=is_positive_definite,
                is_square=is_square,
                name=name,
            )
            self._set_num_rows(num_rows, assert_proper_shapes)
            self._batch = BatchShape(batch_shape, assert_proper_shapes)

    def _shape(self):
        return self._batch.shape.concatenate(self._matrix_shape())

    def _shape_tensor(self):
        return self._batch.before(self._matrix_shape_tensor())

    def _assert_non_singular(self):
        return no_op("assert_non_singular")

    def _assert_positive_definite(self):
        return no_op("assert_positive_definite")

    def _assert_self_adjoint(self):
        return no_op("assert_self_adjoint")

    def _matmul(self, x, adjoint=False, adjoint_arg=False):
        return self._batch.broadcast(self._turned(x, adjoint_arg), self.dtype)

    def _solve(self, rhs, adjoint=False, adjoint_arg=False):
        return self._matmul(rhs, adjoint_arg=adjoint_arg)

    def _determinant(self):
        return ones(self.batch_shape_tensor(), self.dtype)

    def _log_abs_determinant(self):
        return zeros(self.batch_shape_tensor(), self.dtype)

    def _trace(self):
        number = ones(self._batch_sizes(), self.dtype)
        known = dimension_value(self.domain_dimension)
        return number * cast(self._num_rows, self.dtype) if known is None else known * number

    def _diag_part(self):
        return self._ones_diag()

    def add_to_tensor(self, mat, name="add_to_tensor"):
        """The sum of the identity and a tensor […, n, n] of the same dtype."""
        with self._name_scope(name):
            mat = convert_to_tensor(mat, name="mat")
            return matrix_set_diag(mat, 1 + matrix_diag_part(mat))


class LinearOperatorScaledIdentity(BaseLinearOperatorIdentity):
    """A batch of multiples of the identity.

    num_rows: an integer, or a scalar tensor.  multiplier: […], one for each matrix of the batch, whose dtype counts.
    assert_proper_shapes: check sizes in runs, too.  The hints: see LinearOperator; a real one is always self-adjoint.
    """

    def __init__(
        self,
        num_rows,
        multiplier,
        is_non_singular=None,
        is_self_adjoint=None,
        is_positive_definite=None,
        is_square=True,
        assert_proper_shapes=False,
        name="LinearOperatorScaledIdentity",
    ):
        with name_scope(name, values=[multiplier, num_rows]):
            self._multiplier = convert_nonref_to_tensor(multiplier, name="multiplier")
            if not self._multiplier.dtype.is_complex:
                if is_self_adjoint is False:
                    raise ValueError("A real diagonal operator is always self adjoint.")
                is_self_adjoint = True
            if not is_square:
                raise ValueError("A ScaledIdentity operator is always square.")
            super().__init__(
                dtype=self._multiplier.dtype,
                is_non_singular=is_non_singular,
                is_self_adjoint=is_self_adjoint,
                is_positive_definite=is_positive_definite,
                is_square=is_square,
                name=name,
            )
            self._set_num_rows(num_rows, assert_proper_shapes)
            self._size = cast(self._num_rows, self.dtype)
            self._real_size = cast(self._num_rows, self.dtype.real_dtype)

    @property
    def multiplier(self):
        """The number on the diagonal: […], one for each matrix."""
        return self._multiplier

    def _shape(self):
        return self._multiplier.shape.concatenate(self._matrix_shape())

    def _shape_tensor(self):
        return joined(shape(self._multiplier), self._matrix_shape_tensor())

    def _assert_non_singular(self):
        return assert_positive(abs_(self._multiplier), message="LinearOperator was singular")

    def _assert_positive_definite(self):
        return assert_positive(real(self._multiplier), message="LinearOperator was not positive definite.")

    def _assert_self_adjoint(self):
        part = imag(self._multiplier)
        return assert_equal(zeros_like(part), part, message="LinearOperator was not self-adjoint")

    def _factor(self, adjoint):
        factor = expand_dims(expand_dims(self._multiplier, -1), -1)
        return conj(factor) if adjoint else factor

    def _matmul(self, x, adjoint=False, adjoint_arg=False):
        return self._turned(x, adjoint_arg) * self._factor(adjoint)

    def _solve(self, rhs, adjoint=False, adjoint_arg=False):
        return self._turned(rhs, adjoint_arg) / self._factor(adjoint)

    def _determinant(self):
        return self._multiplier**self._size

    def _log_abs_determinant(self):
        return self._real_size * log(abs_(self._multiplier))

    def _trace(self):
        return self._multiplier * cast(self._columns(), self.dtype)

    def _diag_part(self):
        return self._ones_diag() * self._multiplier[..., None]

    def add_to_tensor(self, mat, name="add_to_tensor"):
        """The sum of this operator and a tensor […, n, n] of the same dtype."""
        with self._name_scope(name):
            mat = convert_to_tensor(mat, name="mat")
            return matrix_set_diag(mat, expand_dims(self._multiplier, -1) + matrix_diag_part(mat))
