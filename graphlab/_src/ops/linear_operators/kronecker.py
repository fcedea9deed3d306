"""LinearOperatorKronecker: Kronecker products of operators."""

import functools
import operator as arithmetic

from graphlab._src.base.errors import InvalidArgumentError
from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph import convert_to_tensor
from graphlab._src.ops.broadcasting import broadcast_static_shape
from graphlab._src.ops.cast import cast
from graphlab._src.ops.control_flow.grouping import group
from graphlab._src.ops.linear_operators.batches import joined, sizes_of
from graphlab._src.ops.linear_operators.factors import LinearOperatorOfSeveral, operators_argument
from graphlab._src.ops.linear_operators.hints import implied
from graphlab._src.ops.shape import reshape
from graphlab._src.ops.transpose import adjoint as adjoint_of
from graphlab._src.ops.transpose import matrix_transpose


class LinearOperatorKronecker(LinearOperatorOfSeveral):
    """The Kronecker product A_1 ⊗ A_2 ⊗ … ⊗ A_k: the block at i, j of A ⊗ B is A[i, j] B.

    operators: a list of operators of one dtype.
    The hints: see LinearOperator; what all factors are, the product is.
    """

    def __init__(
        self,
        operators,
        is_non_singular=None,
        is_self_adjoint=None,
        is_positive_definite=None,
        is_square=None,
        name=None,
    ):
        operators = operators_argument(operators, "a list of >=1")
        hints = {
            "is_non_singular": (is_non_singular, "non-singular"),
            "is_self_adjoint": (is_self_adjoint, "self-adjoint"),
            "is_positive_definite": (is_positive_definite, "positive-definite"),
        }
        combined = {
            hint: implied(operators, hint, value, f"The Kronecker product of {what} operators is always {what}.")
            for hint, (value, what) in hints.items()
        }
        super().__init__(operators, "_x_", name, is_square=is_square, **combined)

    def _shape(self):
        rows = functools.reduce(arithmetic.mul, (operator.range_dimension for operator in self.operators))
        columns = functools.reduce(arithmetic.mul, (operator.domain_dimension for operator in self.operators))
        return self._common_batch_shape().concatenate(TensorShape([rows, columns]))

    def _shape_tensor(self):
        rows = functools.reduce(arithmetic.mul, (one.range_dimension_tensor() for one in self.operators))
        columns = functools.reduce(arithmetic.mul, (one.domain_dimension_tensor() for one in self.operators))
        return joined(self._common_batch_shape_tensor(), [rows, columns])

    def _matmul(self, x, adjoint=False, adjoint_arg=False):
        return self._apply("matmul", x, adjoint, adjoint_arg)

    def _solve(self, rhs, adjoint=False, adjoint_arg=False):
        return self._apply("solve", rhs, adjoint, adjoint_arg)

    def _apply(self, method, x, adjoint, adjoint_arg):
        """Every factor applied to its own axis of x, [batch…, n_1, …, n_k, r].

        That axis is always the first one: what it becomes is the last one, so that the result is [batch…, r, m_1, …, m_k].
        """
        x = adjoint_of(x) if adjoint_arg else x
        forwards = (method == "matmul") != adjoint
        wanted = [operator._columns() if forwards else operator._rows() for operator in self.operators]
        sizes = [*wanted, sizes_of(x)[-1]]
        result = x
        for operator in self.operators:
            others = functools.reduce(arithmetic.mul, sizes[1:])
            result = reshape(result, joined(sizes_of(result)[:-2], [sizes[0], others]))
            result = matrix_transpose(getattr(operator, method)(result, adjoint=adjoint))
            sizes = [*sizes[1:], operator._rows() if forwards else operator._columns()]
        made = functools.reduce(arithmetic.mul, sizes[1:])
        result = matrix_transpose(reshape(result, joined(sizes_of(result)[:-2], [sizes[0], made])))
        rows = self.range_dimension if forwards else self.domain_dimension
        if x.shape.ndims is not None:
            batch = broadcast_static_shape(x.shape[:-2], self.batch_shape)
            result.set_shape(batch.concatenate([rows, x.shape[-1]]))
        return result

    def _powers(self):
        """How often each factor's determinant is a factor of the product's: total size / own size."""
        sizes = [operator._columns() for operator in self.operators]
        return [functools.reduce(arithmetic.mul, sizes[:i] + sizes[i + 1 :], 1) for i in range(len(sizes))]

    def _determinant(self):
        factors = zip(self._each("determinant"), self._powers(), strict=True)
        return functools.reduce(arithmetic.mul, (value ** cast(power, self.dtype) for value, power in factors))

    def _log_abs_determinant(self):
        terms = zip(self._each("log_abs_determinant"), self._powers(), strict=True)
        return functools.reduce(arithmetic.add, (value * cast(power, self.dtype) for value, power in terms))

    def _all_square(self):
        return all(operator.is_square for operator in self.operators)

    def _trace(self):
        if not self._all_square():
            return super()._trace()
        return functools.reduce(arithmetic.mul, self._each("trace"))

    def _diag_part(self):
        if not self._all_square():
            return super()._diag_part()
        result = convert_to_tensor(self.operators[0].diag_part())
        for operator in self.operators[1:]:
            product = result[..., :, None] * operator.diag_part()[..., None, :]
            sizes = sizes_of(product)
            result = reshape(product, joined(sizes[:-2], [sizes[-2] * sizes[-1]]))
        result.set_shape(self.shape[:-1])
        return result

    def _to_dense(self):
        result = convert_to_tensor(self.operators[0].to_dense())
        for operator in self.operators[1:]:
            product = result[..., :, None, :, None] * operator.to_dense()[..., None, :, None, :]
            sizes = sizes_of(product)
            result = reshape(product, joined(sizes[:-4], [sizes[-4] * sizes[-3], sizes[-2] * sizes[-1]]))
        result.set_shape(self.shape)
        return result

    def _assert_all(self, method, what):
        if not self._all_square():
            raise InvalidArgumentError(
                None, None, f"All Kronecker factors must be square for the product to be {what}."
            )
        return group(*(getattr(operator, method)() for operator in self.operators))

    def _assert_non_singular(self):
        return self._assert_all("assert_non_singular", "invertible")

    def _assert_self_adjoint(self):
        return self._assert_all("assert_self_adjoint", "self adjoint")
