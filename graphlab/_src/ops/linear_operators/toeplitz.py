"""LinearOperatorToeplitz: square matrices with equal entries along each diagonal."""

from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.ops.broadcasting import broadcast_dynamic_shape, broadcast_static_shape, broadcast_to
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.values import assert_equal
from graphlab._src.ops.constants import ones, zeros_like
from graphlab._src.ops.joining import concat
from graphlab._src.ops.linear_operators.base import LinearOperator
from graphlab._src.ops.linear_operators.circulant import LinearOperatorCirculant, as_complex
from graphlab._src.ops.shape import shape
from graphlab._src.ops.signal.fft_ops import fft
from graphlab._src.ops.transpose import adjoint as adjoint_of
from graphlab._src.ops.transpose import reverse


class LinearOperatorToeplitz(LinearOperator):
    """A batch of Toeplitz matrices, which multiply as a part of circulant matrices of twice their size.

    col: the first columns […, n].  row: the first rows […, n], whose first elements do not count.
    The hints: see LinearOperator.
    """

    def __init__(
        self,
        col,
        row,
        is_non_singular=None,
        is_self_adjoint=None,
        is_positive_definite=None,
        is_square=None,
        name="LinearOperatorToeplitz",
    ):
        with name_scope(name, values=[row, col]):
            self._row = convert_to_tensor(row, name="row")
            self._col = convert_to_tensor(col, name="col")
            self._check_row_col(self._row, self._col)
            wide_row, wide_col = _broadcast(self._row, self._col)
            column = concat([wide_col, zeros_like(wide_col[..., 0:1]), reverse(wide_row[..., 1:], axis=[-1])], axis=-1)
            kind = self._row.dtype
            self._circulant = LinearOperatorCirculant(fft(as_complex(column)), input_output_dtype=kind)
            if is_square is False:
                raise ValueError("Only square Toeplitz operators currently supported.")
            super().__init__(
                dtype=kind,
                graph_parents=[self._row, self._col],
                is_non_singular=is_non_singular,
                is_self_adjoint=is_self_adjoint,
                is_positive_definite=is_positive_definite,
                is_square=True,
                name=name,
            )

    def _check_row_col(self, row, col):
        for name, tensor in (("row", row), ("col", col)):
            if tensor.shape.ndims is not None and tensor.shape.ndims < 1:
                raise ValueError(f"Argument {name} must have at least 1 dimension.  Found: {tensor}")
        if None not in (row.shape.ndims, col.shape.ndims) and row.shape[-1] != col.shape[-1]:
            raise ValueError("Expected square matrix, got row and col with mismatched dimensions.")

    @property
    def col(self):
        """The first columns […, n]."""
        return self._col

    @property
    def row(self):
        """The first rows […, n]."""
        return self._row

    def _shape(self):
        known = broadcast_static_shape(self._row.shape, self._col.shape)
        return known.concatenate(known[-1:])

    def _shape_tensor(self):
        sizes = broadcast_dynamic_shape(shape(self._row), shape(self._col))
        return concat((sizes, [sizes[-1]]), 0)

    def _assert_self_adjoint(self):
        message = "row and col are not the same, and so this operator is not self-adjoint."
        return assert_equal(self._row, self._col, message=message)

    def _matmul(self, x, adjoint=False, adjoint_arg=False):
        x = adjoint_of(x) if adjoint_arg else x
        product = self._circulant.matmul(concat([x, zeros_like(x)], axis=-2), adjoint=adjoint)
        return cast(product[..., : self._columns(), :], self.dtype)

    def _diag_part(self):
        _, col = _broadcast(self._row, self._col)
        return col[..., 0:1] * ones([self._columns()], self.dtype)

    def _trace(self):
        _, col = _broadcast(self._row, self._col)
        return cast(self._columns(), self.dtype) * col[..., 0]


def _broadcast(row, col):
    """Both with the same axes before the last one."""
    if row.shape.is_fully_defined() and row.shape == col.shape:
        return row, col
    sizes = broadcast_dynamic_shape(shape(row), shape(col))
    return broadcast_to(row, sizes), broadcast_to(col, sizes)
