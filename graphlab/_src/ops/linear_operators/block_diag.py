"""LinearOperatorBlockDiag: operators along the diagonal of larger matrices."""

import functools
import operator as arithmetic

from graphlab._src.base.shapes import TensorShape
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.control_flow.grouping import group
from graphlab._src.ops.joining import concat, split
from graphlab._src.ops.linear_operators.batches import broadcast_matrix_batch_dims, joined, sizes_of
from graphlab._src.ops.linear_operators.factors import LinearOperatorOfSeveral, operators_argument
from graphlab._src.ops.linear_operators.hints import implied
from graphlab._src.ops.shape import squeeze


class LinearOperatorBlockDiag(LinearOperatorOfSeveral):
    """The direct sum of operators: square blocks along the diagonal, and zeros elsewhere.

    operators: a list of square operators of one dtype.
    The hints: see LinearOperator; what all blocks are, the whole is.
    """

    def __init__(
        self,
        operators,
        is_non_singular=None,
        is_self_adjoint=None,
        is_positive_definite=None,
        is_square=True,
        name=None,
    ):
        operators = operators_argument(operators)
        hints = {
            "is_non_singular": (is_non_singular, "non-singular"),
            "is_self_adjoint": (is_self_adjoint, "self-adjoint"),
            "is_positive_definite": (is_positive_definite, "positive definite"),
        }
        combined = {
            hint: implied(operators, hint, value, f"The direct sum of {what} operators is always {what}.")
            for hint, (value, what) in hints.items()
        }
        if not (is_square and all(operator.is_square for operator in operators)):
            raise ValueError("Can only represent a block diagonal of square matrices.")
        super().__init__(operators, "_ds_", name, is_square=True, **combined)

    def _shape(self):
        size = functools.reduce(arithmetic.add, (operator.domain_dimension for operator in self.operators))
        return self._common_batch_shape().concatenate(TensorShape([size, size]))

    def _shape_tensor(self):
        size = functools.reduce(arithmetic.add, (one.domain_dimension_tensor() for one in self.operators))
        return joined(self._common_batch_shape_tensor(), [size, size])

    def _matmul(self, x, adjoint=False, adjoint_arg=False):
        return self._apply("matmul", x, adjoint, adjoint_arg)

    def _solve(self, rhs, adjoint=False, adjoint_arg=False):
        return self._apply("solve", rhs, adjoint, adjoint_arg)

    def _apply(self, method, x, adjoint, adjoint_arg):
        parts = split(x, [operator._columns() for operator in self.operators], axis=-1 if adjoint_arg else -2)
        results = [
            getattr(operator, method)(part, adjoint=adjoint, adjoint_arg=adjoint_arg)
            for operator, part in zip(self.operators, parts, strict=True)
        ]
        return concat(broadcast_matrix_batch_dims(results), axis=-2)

    def _determinant(self):
        return functools.reduce(arithmetic.mul, self._each("determinant"))

    def _log_abs_determinant(self):
        return functools.reduce(arithmetic.add, self._each("log_abs_determinant"))

    def _trace(self):
        return functools.reduce(arithmetic.add, self._each("trace"))

    def _diag_part(self):
        columns = [operator.diag_part()[..., None] for operator in self.operators]
        return squeeze(concat(broadcast_matrix_batch_dims(columns), axis=-2), axis=-1)

    def _to_dense(self):
        blocks = broadcast_matrix_batch_dims([operator.to_dense() for operator in self.operators])
        rows, before = [], 0
        for operator, block in zip(self.operators, blocks, strict=True):
            after = self._columns() - before - operator._columns()
            batch_and_rows = sizes_of(block)[:-1]
            left = zeros(joined(batch_and_rows, [before]), block.dtype)
            rows.append(concat([left, block, zeros(joined(batch_and_rows, [after]), block.dtype)], axis=-1))
            before = before + operator._columns()
        matrix = concat(rows, axis=-2)
        matrix.set_shape(self.shape)
        return matrix

    def _assert_non_singular(self):
        return group(*(operator.assert_non_singular() for operator in self.operators))

    def _assert_self_adjoint(self):
        return group(*(operator.assert_self_adjoint() for operator in self.operators))

    def _assert_positive_definite(self):
        return group(*(operator.assert_positive_definite() for operator in self.operators))
