"""LinearOperatorAdjoint: the adjoint of an operator."""

from graphlab._src.graph import name_scope
from graphlab._src.ops.complex import conj
from graphlab._src.ops.joining import concat
from graphlab._src.ops.linear_operators.base import LinearOperator
from graphlab._src.ops.linear_operators.hints import shared_hints
from graphlab._src.ops.transpose import adjoint as adjoint_of


class LinearOperatorAdjoint(LinearOperator):
    """The conjugate transpose of an operator, which multiplies and solves with that operator.

    operator: any operator.  The hints: see LinearOperator; what the operator is, its adjoint is.
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
        hints = shared_hints(
            operator,
            "its adjoint",
            is_square=is_square,
            is_non_singular=is_non_singular,
            is_self_adjoint=is_self_adjoint,
            is_positive_definite=is_positive_definite,
        )
        name = f"{operator.name}_adjoint" if name is None else name
        with name_scope(name, values=operator.graph_parents):
            super().__init__(dtype=operator.dtype, graph_parents=operator.graph_parents, name=name, **hints)

    @property
    def operator(self):
        """The operator whose adjoint this is."""
        return self._operator

    def _assert_non_singular(self):
        return self.operator.assert_non_singular()

    def _assert_positive_definite(self):
        return self.operator.assert_positive_definite()

    def _assert_self_adjoint(self):
        return self.operator.assert_self_adjoint()

    def _shape(self):
        known = self.operator.shape
        return known if known.ndims is None else known[:-2].concatenate([known[-1], known[-2]])

    def _shape_tensor(self):
        sizes = self.operator.shape_tensor()
        return concat([sizes[:-2], [sizes[-1], sizes[-2]]], axis=-1)

    def _matmul(self, x, adjoint=False, adjoint_arg=False):
        return self.operator.matmul(x, adjoint=not adjoint, adjoint_arg=adjoint_arg)

    def _matvec(self, x, adjoint=False):
        return self.operator.matvec(x, adjoint=not adjoint)

    def _solve(self, rhs, adjoint=False, adjoint_arg=False):
        return self.operator.solve(rhs, adjoint=not adjoint, adjoint_arg=adjoint_arg)

    def _solvevec(self, rhs, adjoint=False):
        return self.operator.solvevec(rhs, adjoint=not adjoint)

    def _determinant(self):
        result = self.operator.determinant()
        return result if self.is_self_adjoint else conj(result)

    def _log_abs_determinant(self):
        return self.operator.log_abs_determinant()

    def _trace(self):
        result = self.operator.trace()
        return result if self.is_self_adjoint else conj(result)

    def _to_dense(self):
        result = self.operator.to_dense()
        return result if self.is_self_adjoint else adjoint_of(result)
