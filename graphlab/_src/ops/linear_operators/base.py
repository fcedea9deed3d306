"""LinearOperator: the base class of linear operators, and what each of them can do."""

import abc

import numpy as np

from graphlab._src.base import logging
from graphlab._src.base.shapes import dimension_at_index
from graphlab._src.graph import convert_to_tensor
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.values import assert_equal, assert_less, assert_positive
from graphlab._src.ops.complex import real
from graphlab._src.ops.decompositions import svd
from graphlab._src.ops.diagonal import eye, matrix_diag_part
from graphlab._src.ops.linalg import cholesky as cholesky_of
from graphlab._src.ops.linalg import matrix_determinant
from graphlab._src.ops.linear_operators import algebra
from graphlab._src.ops.linear_operators.batches import cholesky_solve_with_broadcast, matrix_solve_with_broadcast
from graphlab._src.ops.linear_operators.structure import Structure
from graphlab._src.ops.matrix_functions import slogdet
from graphlab._src.ops.power import exp, log
from graphlab._src.ops.reduction import reduce_max, reduce_min, reduce_sum
from graphlab._src.ops.shape import expand_dims, squeeze
from graphlab._src.ops.transpose import adjoint as adjoint_of

_DENSE = "Requires conversion to a dense matrix and O(N^3) operations."
_NOT_SQUARE = "Determinant not implemented for an operator that is expected to not be square."


def _warn_of_default(method, cost=_DENSE):
    logging.warn(f"Using (possibly slow) default implementation of {method}.  {cost}")


class LinearOperator(Structure):
    """A batch of matrices A, [*batch_shape, m, n], that need not exist as a tensor.

    A class of operators has `_shape`, `_shape_tensor` and `_matmul`, and `_solve`, `_determinant`, `_to_dense` and others
    where it knows a faster way than that of a dense matrix. The arguments are those of Structure. Hints are promises
    which nothing checks unless assert_non_singular, assert_positive_definite or assert_self_adjoint is run.
    """

    @abc.abstractmethod
    def _matmul(self, x, adjoint=False, adjoint_arg=False):
        raise NotImplementedError("_matmul is not implemented.")

    def matmul(self, x, adjoint=False, adjoint_arg=False, name="matmul"):
        """The product A x: […, m, r] for x […, n, r] of the same dtype; an operator where x is one.

        adjoint: multiply by A's adjoint.  adjoint_arg: multiply x's adjoint.
        """
        if isinstance(x, LinearOperator):
            left, right = self._with_operator(x, adjoint, adjoint_arg, "x")
            with self._name_scope(name):
                return algebra.matmul(left, right)
        with self._name_scope(name):
            x = self._argument(x, "x", -2 if adjoint else -1, -1 if adjoint_arg else -2)
            return self._matmul(x, adjoint=adjoint, adjoint_arg=adjoint_arg)

    def _with_operator(self, other, adjoint, adjoint_arg, name):
        left = self.adjoint() if adjoint else self
        right = other.adjoint() if adjoint_arg else other
        if right.range_dimension != left.domain_dimension:
            raise ValueError(
                f"Operators are incompatible. Expected `{name}` to have dimension {left.domain_dimension} "
                f"but got {right.range_dimension}."
            )
        return left, right

    def _argument(self, value, name, own_axis, axis):
        """The value as a tensor, whose axis is as long as the operator's. TypeError for another dtype."""
        tensor = convert_to_tensor(value, name=name)
        self._check_input_dtype(tensor)
        dimension_at_index(self.shape, own_axis).assert_is_compatible_with(dimension_at_index(tensor.shape, axis))
        return tensor

    def _check_input_dtype(self, arg):
        if arg.dtype.base_dtype != self.dtype:
            raise TypeError(f"Expected argument to have dtype {self.dtype}.  Found: {arg.dtype} in tensor {arg}")

    def _matvec(self, x, adjoint=False):
        return squeeze(self.matmul(expand_dims(x, axis=-1), adjoint=adjoint), axis=-1)

    def matvec(self, x, adjoint=False, name="matvec"):
        """The product A x: […, m] for vectors x […, n] of the same dtype.

        adjoint: multiply by A's adjoint.
        """
        with self._name_scope(name):
            return self._matvec(self._argument(x, "x", -2 if adjoint else -1, -1), adjoint=adjoint)

    def _solve(self, rhs, adjoint=False, adjoint_arg=False):
        if self.is_square is False:
            raise NotImplementedError("Solve is not yet implemented for non-square operators.")
        _warn_of_default("solve")
        rhs = adjoint_of(rhs) if adjoint_arg else rhs
        if self._can_use_cholesky():
            return cholesky_solve_with_broadcast(cholesky_of(self.to_dense()), rhs)
        return matrix_solve_with_broadcast(self.to_dense(), rhs, adjoint=adjoint)

    def solve(self, rhs, adjoint=False, adjoint_arg=False, name="solve"):
        """The solution X of A X = rhs: […, n, r] for rhs […, m, r] of the same dtype; an operator where rhs is one.

        adjoint: solve with A's adjoint.  adjoint_arg: for rhs's adjoint.  NotImplementedError for operators that are
        known not to be square, or to be singular.
        """
        if self.is_non_singular is False:
            raise NotImplementedError("Exact solve not implemented for an operator that is expected to be singular.")
        if self.is_square is False:
            raise NotImplementedError("Exact solve not implemented for an operator that is expected to not be square.")
        if isinstance(rhs, LinearOperator):
            left, right = self._with_operator(rhs, adjoint, adjoint_arg, "rhs")
            with self._name_scope(name):
                return algebra.solve(left, right)
        with self._name_scope(name):
            rhs = self._argument(rhs, "rhs", -1 if adjoint else -2, -1 if adjoint_arg else -2)
            return self._solve(rhs, adjoint=adjoint, adjoint_arg=adjoint_arg)

    def _solvevec(self, rhs, adjoint=False):
        return squeeze(self.solve(expand_dims(rhs, axis=-1), adjoint=adjoint), axis=-1)

    def solvevec(self, rhs, adjoint=False, name="solve"):
        """The solution x of A x = rhs: […, n] for vectors rhs […, m] of the same dtype.

        adjoint: solve with A's adjoint.
        """
        with self._name_scope(name):
            return self._solvevec(self._argument(rhs, "rhs", -1 if adjoint else -2, -1), adjoint=adjoint)

    def _determinant(self):
        _warn_of_default("determinant")
        if self._can_use_cholesky():
            return exp(self.log_abs_determinant())
        return matrix_determinant(self.to_dense())

    def determinant(self, name="det"):
        """The determinants, [*batch_shape]. NotImplementedError for operators that are known not to be square."""
        if self.is_square is False:
            raise NotImplementedError(_NOT_SQUARE)
        with self._name_scope(name):
            return self._determinant()

    def _log_abs_determinant(self):
        _warn_of_default("determinant")
        if self._can_use_cholesky():
            return 2 * reduce_sum(log(matrix_diag_part(cholesky_of(self.to_dense()))), axis=[-1])
        return slogdet(self.to_dense())[1]

    def log_abs_determinant(self, name="log_abs_det"):
        """The logarithms of the determinants' absolute values, [*batch_shape]; NotImplementedError as determinant."""
        if self.is_square is False:
            raise NotImplementedError(_NOT_SQUARE)
        with self._name_scope(name):
            return self._log_abs_determinant()

    def adjoint(self, name="adjoint"):
        """The operator of the conjugate transposes; this one where it is known to be self-adjoint."""
        if self.is_self_adjoint is True:
            return self
        with self._name_scope(name):
            return algebra.adjoint(self)

    H = property(adjoint, None)

    def inverse(self, name="inverse"):
        """The operator of the inverses. ValueError where it is known that there are none."""
        if self.is_square is False:
            raise ValueError("Cannot take the Inverse: This operator represents a non square matrix.")
        if self.is_non_singular is False:
            raise ValueError("Cannot take the Inverse: This operator represents a singular matrix.")
        with self._name_scope(name):
            return algebra.inverse(self)

    def cholesky(self, name="cholesky"):
        """The operator L with L L^H = A. ValueError unless A has the hints of a self-adjoint positive definite matrix."""
        if not self._can_use_cholesky():
            raise ValueError("Cannot take the Cholesky decomposition: Not a positive definite self adjoint matrix.")
        with self._name_scope(name):
            return algebra.cholesky(self)

    def _to_dense(self):
        return self.matmul(eye(self._columns(), batch_shape=self._batch_sizes(), dtype=self.dtype))

    def to_dense(self, name="to_dense"):
        """The matrices as a tensor, [*batch_shape, m, n]."""
        with self._name_scope(name):
            return self._to_dense()

    def _diag_part(self):
        return matrix_diag_part(self.to_dense())

    def diag_part(self, name="diag_part"):
        """The main diagonals, [*batch_shape, min(m, n)]."""
        with self._name_scope(name):
            return self._diag_part()

    def _trace(self):
        return reduce_sum(self.diag_part(), axis=-1)

    def trace(self, name="trace"):
        """The sums of the main diagonals, [*batch_shape]."""
        with self._name_scope(name):
            return self._trace()

    def _add_to_tensor(self, x):
        return self.to_dense() + x

    def add_to_tensor(self, x, name="add_to_tensor"):
        """The sum A + x, for a tensor x […, m, n] of the same dtype."""
        with self._name_scope(name):
            x = convert_to_tensor(x, name="x")
            self._check_input_dtype(x)
            return self._add_to_tensor(x)

    def _assert_non_singular(self):
        _warn_of_default("assert_non_singular")
        if self._can_use_cholesky():
            return self.assert_positive_definite()
        values = svd(self.to_dense(), compute_uv=False)
        condition = reduce_max(values, axis=-1) / reduce_min(values, axis=-1)
        most = self._max_condition_number_to_be_non_singular()
        return assert_less(condition, most, message="Singular matrix up to precision epsilon.")

    def _max_condition_number_to_be_non_singular(self):
        kind = self.dtype.real_dtype
        sizes = [convert_to_tensor(100.0, kind), cast(self._rows(), kind), cast(self._columns(), kind)]
        return 1.0 / (reduce_max(sizes) * np.finfo(self.dtype.as_numpy_dtype).eps)

    def assert_non_singular(self, name="assert_non_singular"):
        """An operation that ends the run with InvalidArgumentError where a matrix has no inverse, up to rounding."""
        with self._name_scope(name):
            return self._assert_non_singular()

    def _assert_positive_definite(self):
        _warn_of_default("assert_positive_definite")
        if not self.is_self_adjoint:
            raise NotImplementedError("assert_positive_definite is not implemented.")
        return assert_positive(
            real(matrix_diag_part(cholesky_of(self.to_dense()))), message="Matrix was not positive definite."
        )

    def assert_positive_definite(self, name="assert_positive_definite"):
        """An operation that ends the run with InvalidArgumentError where x^H A x is not positive for some x but 0."""
        with self._name_scope(name):
            return self._assert_positive_definite()

    def _assert_self_adjoint(self):
        dense = self.to_dense()
        _warn_of_default("assert_self_adjoint", "Requires conversion to a dense matrix.")
        return assert_equal(dense, adjoint_of(dense), message="Matrix was not equal to its adjoint.")

    def assert_self_adjoint(self, name="assert_self_adjoint"):
        """An operation that ends the run with InvalidArgumentError where a matrix is not equal to its adjoint."""
        with self._name_scope(name):
            return self._assert_self_adjoint()
