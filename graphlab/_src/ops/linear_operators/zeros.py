"""LinearOperatorZeros: matrices of zeros."""

from graphlab._src.base import dtypes
from graphlab._src.base.errors import InvalidArgumentError
from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph import Tensor, name_scope
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.control_flow.grouping import no_op, with_dependencies
from graphlab._src.ops.extremes import minimum
from graphlab._src.ops.joining import stack
from graphlab._src.ops.linear_operators.assertions import assert_compatible_matrix_dimensions
from graphlab._src.ops.linear_operators.base import LinearOperator
from graphlab._src.ops.linear_operators.batches import joined, sizes_of
from graphlab._src.ops.linear_operators.sizes import BatchShape, size_argument
from graphlab._src.ops.transpose import adjoint as adjoint_of


class LinearOperatorZeros(LinearOperator):
    """A batch of matrices of zeros, square or not.

    num_rows, num_columns: integers, or scalar tensors; as many columns as rows when left out.
    batch_shape: the leading axes, a vector; none when left out.  dtype: of the entries, float32 when left out.
    is_square: must be False for matrices that are not.  assert_proper_shapes: check sizes in runs, too.
    """

    def __init__(
        self,
        num_rows,
        num_columns=None,
        batch_shape=None,
        dtype=None,
        is_non_singular=False,
        is_self_adjoint=True,
        is_positive_definite=False,
        is_square=True,
        assert_proper_shapes=False,
        name="LinearOperatorZeros",
    ):
        self._assert_proper_shapes = assert_proper_shapes
        with name_scope(name):
            if not is_self_adjoint and is_square:
                raise ValueError("A zero operator is always self adjoint.")
            if is_non_singular:
                raise ValueError("A zero operator is always singular.")
            if is_positive_definite:
                raise ValueError("A zero operator is always not positive-definite.")
            super().__init__(
                dtype=dtypes.as_dtype(dtype or dtypes.float32),
                is_non_singular=is_non_singular,
                is_self_adjoint=is_self_adjoint,
                is_positive_definite=is_positive_definite,
                is_square=is_square,
                name=name,
            )
            num_columns = num_rows if num_columns is None else num_columns
            self._num_rows, rows = size_argument(num_rows, "num_rows", assert_proper_shapes)
            self._num_columns, columns = size_argument(num_columns, "num_columns", assert_proper_shapes)
            if is_square and None not in (rows, columns) and rows != columns:
                raise ValueError(
                    f"LinearOperatorZeros initialized as is_square=True, but got num_rows({rows}) != num_columns({columns})"
                )
            self._matrix_shape = TensorShape([rows, columns])
            self._batch = BatchShape(batch_shape, assert_proper_shapes)

    def _shape(self):
        return self._batch.shape.concatenate(self._matrix_shape)

    def _shape_tensor(self):
        return self._batch.before(stack((self._num_rows, self._num_columns), axis=0))

    def _assert_non_singular(self):
        raise InvalidArgumentError(None, None, "Zero operators are always non-invertible.")

    def _assert_positive_definite(self):
        raise InvalidArgumentError(None, None, "Zero operators are always non-positive definite.")

    def _assert_self_adjoint(self):
        return no_op("assert_self_adjoint")

    def _matmul(self, x, adjoint=False, adjoint_arg=False):
        if self._assert_proper_shapes:
            turned = adjoint_of(x) if adjoint_arg else x
            x = with_dependencies([assert_compatible_matrix_dimensions(self, turned)], x)
        sizes = sizes_of(x)
        rows = self._columns() if adjoint else self._rows()
        product = zeros(joined(sizes[:-2], [rows, sizes[-2 if adjoint_arg else -1]]), x.dtype)
        return self._batch.broadcast(product, self.dtype)

    def _determinant(self):
        return zeros(self._batch_sizes(), self.dtype)

    def _trace(self):
        return zeros(self._batch_sizes(), self.dtype)

    def _diag_part(self):
        rows, columns = self._rows(), self._columns()
        either = isinstance(rows, Tensor) or isinstance(columns, Tensor)
        least = minimum(rows, columns) if either else min(rows, columns)
        return zeros(joined(self._batch_sizes(), [least]), self.dtype)

    def add_to_tensor(self, mat, name="add_to_tensor"):
        """The tensor […, m, n], with the axes of this operator's batch."""
        return self._batch.broadcast(mat, self.dtype)
