"""LinearOperatorLowRankUpdate: an operator and a product of thin matrices."""

from graphlab._src.base import logging
from graphlab._src.base.shapes import Dimension, dimension_at_index, dimension_value
from graphlab._src.graph import name_scope
from graphlab._src.ops.broadcasting import broadcast_dynamic_shape, broadcast_static_shape
from graphlab._src.ops.cast import cast
from graphlab._src.ops.diagonal import matrix_diag_part
from graphlab._src.ops.linalg import cholesky as cholesky_of
from graphlab._src.ops.linalg import matrix_determinant
from graphlab._src.ops.linear_operators.base import LinearOperator
from graphlab._src.ops.linear_operators.batches import (
    cholesky_solve_with_broadcast,
    joined,
    matrix_solve_with_broadcast,
)
from graphlab._src.ops.linear_operators.diag import LinearOperatorDiag
from graphlab._src.ops.linear_operators.identity import LinearOperatorIdentity
from graphlab._src.ops.linear_operators.references import convert_nonref_to_tensor
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.power import exp, log
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.rounding import abs as abs_
from graphlab._src.ops.shape import shape


class LinearOperatorLowRankUpdate(LinearOperator):
    """The operator A = L + U D V^H, which solves with L and with matrices of D's size.

    base_operator: L, with m rows and n columns.  u: U, […, m, k].  v: V, […, n, k]; U when left out.
    diag_update: the diagonal of D, […, k]; ones when left out.  is_diag_update_positive: a promise that they are.
    The hints: see LinearOperator. A Cholesky factor is used where L is self-adjoint and positive definite, D is
    positive and V left out.
    """

    def __init__(
        self,
        base_operator,
        u,
        diag_update=None,
        v=None,
        is_diag_update_positive=None,
        is_non_singular=None,
        is_self_adjoint=None,
        is_positive_definite=None,
        is_square=None,
        name="LinearOperatorLowRankUpdate",
    ):
        dtype = base_operator.dtype
        if diag_update is None:
            if is_diag_update_positive is False:
                raise ValueError(
                    "Default diagonal is the identity, which is positive.  "
                    "However, user set 'is_diag_update_positive' to False."
                )
            is_diag_update_positive = True
        elif is_diag_update_positive and dtype.is_complex:
            logging.warn(
                "Note: setting is_diag_update_positive with a complex dtype means that diagonal is real and positive."
            )
        symmetric = base_operator.is_self_adjoint and v is None
        self._use_cholesky = symmetric and base_operator.is_positive_definite and is_diag_update_positive
        if symmetric and not dtype.is_complex:
            if is_self_adjoint is False:
                raise ValueError(
                    "A = L + UDU^H, with L self-adjoint and D real diagonal.  Since UDU^H is self-adjoint, "
                    "this must be a self-adjoint operator."
                )
            is_self_adjoint = True
        if self._use_cholesky:
            if False in (is_positive_definite, is_self_adjoint, is_non_singular):
                raise ValueError("Arguments imply this is self-adjoint positive-definite operator.")
            is_positive_definite = is_self_adjoint = True
        with name_scope(name, values=[*base_operator.graph_parents, u, diag_update, v]):
            self._u = convert_nonref_to_tensor(u, name="u")
            self._v = self._u if v is None else convert_nonref_to_tensor(v, name="v")
            self._diag_update = convert_nonref_to_tensor(diag_update, name="diag_update")
            self._base_operator = base_operator
            parents = [*base_operator.graph_parents, self._u, self._diag_update, self._v]
            super().__init__(
                dtype=dtype,
                graph_parents=[parent for parent in parents if parent is not None],
                is_non_singular=is_non_singular,
                is_self_adjoint=is_self_adjoint,
                is_positive_definite=is_positive_definite,
                is_square=is_square,
                name=name,
            )
            self._diag_operator = self._middle(is_diag_update_positive)
            self._is_diag_update_positive = is_diag_update_positive
            self._check_shapes()

    def _middle(self, positive):
        if self._diag_update is not None:
            return LinearOperatorDiag(self._diag_update, is_positive_definite=positive)
        known = dimension_value(dimension_at_index(self._u.shape, -1))
        return LinearOperatorIdentity(num_rows=shape(self._u)[-1] if known is None else known, dtype=self.dtype)

    def _check_shapes(self):
        both = broadcast_static_shape(self._u.shape, self._v.shape)
        batch = broadcast_static_shape(self._base_operator.batch_shape, both[:-2])
        Dimension(self._base_operator.domain_dimension).assert_is_compatible_with(dimension_at_index(both, -2))
        if self._diag_update is not None:
            known = self._diag_update.shape
            dimension_at_index(both, -1).assert_is_compatible_with(dimension_at_index(known, -1))
            broadcast_static_shape(batch, known[:-1])

    @property
    def u(self):
        """U, […, m, k]."""
        return self._u

    @property
    def v(self):
        """V, […, n, k]."""
        return self._v

    @property
    def is_diag_update_positive(self):
        """Whether D's diagonal is real and positive: True, False, or None where that is not known."""
        return self._is_diag_update_positive

    @property
    def diag_update(self):
        """D's diagonal […, k]; None where it was left out."""
        return self._diag_update

    @property
    def diag_operator(self):
        """D as an operator."""
        return self._diag_operator

    @property
    def base_operator(self):
        """L."""
        return self._base_operator

    def _shape(self):
        batch = broadcast_static_shape(self._base_operator.batch_shape, self._u.shape[:-2])
        return batch.concatenate(self._base_operator.shape[-2:])

    def _shape_tensor(self):
        batch = broadcast_dynamic_shape(self._base_operator.batch_shape_tensor(), shape(self._u)[:-2])
        return joined(batch, self._base_operator.shape_tensor()[-2:])

    def _matmul(self, x, adjoint=False, adjoint_arg=False):
        left, right = (self._v, self._u) if adjoint else (self._u, self._v)
        leading = self._base_operator.matmul(x, adjoint=adjoint, adjoint_arg=adjoint_arg)
        inner = matmul(right, x, adjoint_a=True, adjoint_b=adjoint_arg)
        return leading + matmul(left, self._diag_operator.matmul(inner, adjoint=adjoint))

    def _determinant(self):
        """By the matrix determinant lemma: det(A) = det(D^-1 + V^H L^-1 U) det(D) det(L)."""
        if self.is_positive_definite:
            return exp(self.log_abs_determinant())
        inner = matrix_determinant(self._capacitance())
        return inner * self._diag_operator.determinant() * self._base_operator.determinant()

    def _log_abs_determinant(self):
        middle, base = self._diag_operator.log_abs_determinant(), self._base_operator.log_abs_determinant()
        if self._use_cholesky:
            inner = 2 * reduce_sum(log(matrix_diag_part(cholesky_of(self._capacitance()))), axis=[-1])
        else:
            inner = log(abs_(matrix_determinant(self._capacitance())))
        inner, middle, base = (
            term if term.dtype == self.dtype else cast(term, self.dtype) for term in (inner, middle, base)
        )
        return inner + middle + base

    def _solve(self, rhs, adjoint=False, adjoint_arg=False):
        """By Woodbury's identity: A^-1 = L^-1 - L^-1 U (D^-1 + V^H L^-1 U)^-1 V^H L^-1."""
        base = self._base_operator
        if base.is_non_singular is False:
            raise ValueError("Solve not implemented unless this is a perturbation of a non-singular LinearOperator.")
        u, v = (self._v, self._u) if adjoint else (self._u, self._v)
        leading = base.solve(rhs, adjoint=adjoint, adjoint_arg=adjoint_arg)
        inner = matmul(v, leading, adjoint_a=True)
        if self._use_cholesky:
            inner = cholesky_solve_with_broadcast(cholesky_of(self._capacitance()), inner)
        else:
            inner = matrix_solve_with_broadcast(self._capacitance(), inner, adjoint=adjoint)
        return leading - base.solve(matmul(u, inner), adjoint=adjoint)

    def _capacitance(self):
        inner = matmul(self._v, self._base_operator.solve(self._u), adjoint_a=True)
        return self._diag_operator.inverse().add_to_tensor(inner)
