"""LinearOperatorComposition: products of operators."""

import functools
import operator as arithmetic

from graphlab._src.base.shapes import TensorShape
from graphlab._src.ops.linear_operators.batches import joined
from graphlab._src.ops.linear_operators.factors import LinearOperatorOfSeveral, operators_argument
from graphlab._src.ops.linear_operators.hints import implied


class LinearOperatorComposition(LinearOperatorOfSeveral):
    """The operator that applies several operators, the last of them first: A_1 A_2 … A_k.

    operators: a list of operators of one dtype, each with as many columns as the next has rows.
    The hints: see LinearOperator; a product of non-singular operators is non-singular.
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
        operators = operators_argument(operators)
        message = "The composition of non-singular operators is always non-singular."
        super().__init__(
            operators,
            "_o_",
            name,
            is_non_singular=implied(operators, "is_non_singular", is_non_singular, message),
            is_self_adjoint=is_self_adjoint,
            is_positive_definite=is_positive_definite,
            is_square=is_square,
        )

    def _shape(self):
        for left, right in zip(self.operators, self.operators[1:], strict=False):
            left.domain_dimension.assert_is_compatible_with(right.range_dimension)
        sizes = [self.operators[0].range_dimension, self.operators[-1].domain_dimension]
        return self._common_batch_shape().concatenate(TensorShape(sizes))

    def _shape_tensor(self):
        sizes = [self.operators[0].range_dimension_tensor(), self.operators[-1].domain_dimension_tensor()]
        return joined(self._common_batch_shape_tensor(), sizes)

    def _matmul(self, x, adjoint=False, adjoint_arg=False):
        first, *others = self.operators if adjoint else reversed(self.operators)
        result = first.matmul(x, adjoint=adjoint, adjoint_arg=adjoint_arg)
        for operator in others:
            result = operator.matmul(result, adjoint=adjoint)
        return result

    def _solve(self, rhs, adjoint=False, adjoint_arg=False):
        first, *others = reversed(self.operators) if adjoint else self.operators
        solution = first.solve(rhs, adjoint=adjoint, adjoint_arg=adjoint_arg)
        for operator in others:
            solution = operator.solve(solution, adjoint=adjoint)
        return solution

    def _determinant(self):
        return functools.reduce(arithmetic.mul, self._each("determinant"))

    def _log_abs_determinant(self):
        return functools.reduce(arithmetic.add, self._each("log_abs_determinant"))
