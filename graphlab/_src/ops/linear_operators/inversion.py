"""LinearOperatorInversion: the inverse of an operator."""

from graphlab._src.graph import name_scope
from graphlab._src.ops.linear_operators.base import LinearOperator
from graphlab._src.ops.linear_operators.hints import shared_hints


class LinearOperatorInversion(LinearOperator):
    """The inverse of an operator: it multiplies by solving with that operator, and solves by multiplying.

    operator: a square operator.  The hints: see LinearOperator; what the operator is, its inverse is.
    """

    def __init__(
        self,
        operator,
        is_non_singular=None,
        is_self_adjoint=None,
        is_positive_definite=None,
        is_square=None,
        name=None,
    ):
        self._operator = operator
        for hint, value in (("is_non_singular", is_non_singular), ("is_square", is_square)):
            if getattr(operator, hint) is False or value is False:
                raise ValueError(
                    f"operator and supplied hints must have `{hint}` equal to `True` or `None`.  "
                    f"Found {getattr(operator, hint)}, {value}"
                )
        hints = shared_hints(
            operator,
            "its inverse",
            is_square=is_square,
            is_non_singular=is_non_singular,
            is_self_adjoint=is_self_adjoint,
            is_positive_definite=is_positive_definite,
        )
        name = f"{operator.name}_inv" if name is None else name
        with name_scope(name, values=operator.graph_parents):
            super().__init__(dtype=operator.dtype, graph_parents=operator.graph_parents, name=name, **hints)

    @property
    def operator(self):
        """The operator whose inverse this is."""
        return self._operator

    def _assert_non_singular(self):
        return self.operator.assert_non_singular()

    def _assert_positive_definite(self):
        return self.operator.assert_positive_definite()

    def _assert_self_adjoint(self):
        return self.operator.assert_self_adjoint()

    def _shape(self):
        return self.operator.shape

    def _shape_tensor(self):
        return self.operator.shape_tensor()

    def _matmul(self, x, adjoint=False, adjoint_arg=False):
        return self.operator.solve(x, adjoint=adjoint, adjoint_arg=adjoint_arg)

    def _solve(self, rhs, adjoint=False, adjoint_arg=False):
        return self.operator.matmul(rhs, adjoint=adjoint, adjoint_arg=adjoint_arg)

    def _determinant(self):
        return 1.0 / self.operator.determinant()

    def _log_abs_determinant(self):
        return -1.0 * self.operator.log_abs_determinant()
