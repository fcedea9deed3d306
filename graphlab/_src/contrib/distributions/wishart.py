"""The Wishart distribution of positive definite matrices."""

import math

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph import Tensor, constant, convert_to_tensor, name_scope, static_value
from graphlab._src.graph.attributes import attribute
from graphlab._src.ops.arithmetic import square
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.values import assert_equal, assert_less_equal, assert_positive
from graphlab._src.ops.constants import ones
from graphlab._src.ops.diagonal import matrix_band_part, matrix_diag_part, matrix_set_diag
from graphlab._src.ops.distributions.base import FULLY_REPARAMETERIZED, Distribution
from graphlab._src.ops.distributions.bijector import checked
from graphlab._src.ops.distributions.parameters import gen_new_seed
from graphlab._src.ops.distributions.static_values import prefer_static_value
from graphlab._src.ops.distributions.triangles import assert_symmetric
from graphlab._src.ops.joining import concat, stack
from graphlab._src.ops.linalg import cholesky
from graphlab._src.ops.linear_operators.lower_triangular import LinearOperatorLowerTriangular
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.power import exp, log, sqrt
from graphlab._src.ops.random import random_normal
from graphlab._src.ops.random_counts import random_gamma
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.select import where_v2
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import expand_dims, rank, reshape, shape, size
from graphlab._src.ops.special import digamma, lgamma
from graphlab._src.ops.transpose import transpose


class _WishartLinearOperator(Distribution):
    """Wishart distributions of matrices with the scale S S^T: [*batch, n, n].

    df: degrees of freedom [*batch], at least n; ValueError, or an error of a run with validate_args, otherwise.
    scale_operator: S, a square LinearOperator.
    cholesky_input_output_matrices: whether values and statistics are Cholesky factors of the matrices.
    """

    def __init__(
        self,
        df,
        scale_operator,
        cholesky_input_output_matrices=False,
        validate_args=False,
        allow_nan_stats=True,
        name=None,
    ):
        parameters = dict(locals())
        self._cholesky_input_output_matrices = cholesky_input_output_matrices
        with name_scope(name) as name, name_scope("init", values=[df, scale_operator]):
            kind = scale_operator.dtype
            if not kind.is_floating:
                raise TypeError(f"scale_operator.dtype={kind} is not a floating-point type")
            if not scale_operator.is_square:
                raise ValueError("scale_operator must be square.")
            self._scale_operator = scale_operator
            self._df = convert_to_tensor(df, dtype=kind, name="df")
            n = scale_operator.domain_dimension_tensor()
            n = prefer_static_value(n)
            if isinstance(n, Tensor):
                self._dimension = cast(n, dtype=kind, name="dimension")
            else:
                self._dimension = convert_to_tensor(int(n), dtype=kind, name="dimension")
            self._df = _checked_df(self._df, self._dimension, validate_args)
        super().__init__(
            kind,
            FULLY_REPARAMETERIZED,
            validate_args,
            allow_nan_stats,
            parameters,
            [self._df, self._dimension, *scale_operator.graph_parents],
            name,
        )

    df = attribute("_df", "The degrees of freedom.")
    scale_operator = attribute("_scale_operator", "The LinearOperator S.")
    dimension = attribute("_dimension", "The number of rows, as a float.")
    cholesky_input_output_matrices = attribute(
        "_cholesky_input_output_matrices", "Whether values are Cholesky factors."
    )

    def scale(self):
        """The scale S S^T, or S for Cholesky factors."""
        if self.cholesky_input_output_matrices:
            return self.scale_operator.to_dense()
        return self._square_scale_operator()

    def _square_scale_operator(self):
        return self.scale_operator.matmul(self.scale_operator.to_dense(), adjoint_arg=True)

    def _event_shape_tensor(self):
        n = self.scale_operator.domain_dimension_tensor()
        return stack([n, n])

    def _event_shape(self):
        n = self.scale_operator.domain_dimension
        return TensorShape([n, n])

    def _batch_shape_tensor(self):
        return self.scale_operator.batch_shape_tensor()

    def _batch_shape(self):
        return self.scale_operator.batch_shape

    def _sample_n(self, n, seed=None):
        """Bartlett's decomposition: S times a triangle of normal draws, with roots of chi-squared draws as its diagonal."""
        batch_shape = self.batch_shape_tensor()
        whole = concat([[n], batch_shape, self.event_shape_tensor()], 0)
        triangle = matrix_band_part(random_normal(whole, dtype=self.dtype, seed=seed), -1, 0)
        df = self.df * ones(batch_shape, dtype=self.dtype)
        chi2 = random_gamma(
            [n],
            alpha=self._multi_gamma_sequence(0.5 * df, self.dimension),
            beta=0.5,
            dtype=self.dtype,
            seed=gen_new_seed(seed, "wishart"),
        )
        root = self._apply(self.scale_operator.matmul, matrix_set_diag(triangle, sqrt(chi2)))
        return root if self.cholesky_input_output_matrices else matmul(root, root, adjoint_b=True)

    def _apply(self, function, x):
        """A function of the operator's matrices [*batch, n, columns], applied to [*samples, *batch, n, n]."""
        ndims = rank(x)
        count = ndims - size(self.batch_shape_tensor()) - 2
        sizes = shape(x)
        moved = transpose(x, concat([range_(count, ndims), range_(0, count)], 0))
        columns = function(reshape(moved, concat([sizes[count:-1], [-1]], 0)))
        back = reshape(columns, concat([sizes[count:], sizes[:count]], 0))
        result = transpose(back, concat([range_(ndims - count, ndims), range_(0, ndims - count)], 0))
        result.set_shape(x.shape)
        return result

    def _log_prob(self, x):
        root = x if self.cholesky_input_output_matrices else cholesky(x)
        solved = self._apply(self.scale_operator.solve, root)
        trace = reduce_sum(square(solved), axis=[-2, -1])
        half_log_det = reduce_sum(log(matrix_diag_part(root)), axis=[-1])
        unnormalized = (self.df - self.dimension - 1.0) * half_log_det - 0.5 * trace
        return unnormalized - self.log_normalization()

    def _prob(self, x):
        return exp(self._log_prob(x))

    def _entropy(self):
        half_df, half = 0.5 * self.df, 0.5 * self.dimension + 0.5
        return (
            self.dimension * (half_df + half * math.log(2.0))
            + 2 * half * self.scale_operator.log_abs_determinant()
            + self._multi_lgamma(half_df, self.dimension)
            + (half - half_df) * self._multi_digamma(half_df, self.dimension)
        )

    def _mean(self):
        if self.cholesky_input_output_matrices:
            return self._over_matrix(sqrt(self.df)) * self.scale_operator.to_dense()
        return self._over_matrix(self.df) * self._square_scale_operator()

    def _variance(self):
        x = self._over_matrix(sqrt(self.df)) * self._square_scale_operator()
        d = expand_dims(matrix_diag_part(x), -1)
        v = square(x) + matmul(d, d, adjoint_b=True)
        return cholesky(v) if self.cholesky_input_output_matrices else v

    def _stddev(self):
        if self.cholesky_input_output_matrices:
            raise ValueError("Computing std. dev. when is cholesky_input_output_matrices=True does not make sense.")
        return cholesky(self.variance())

    def _mode(self):
        s = self.df - self.dimension - 1.0
        s = where_v2(s < 0.0, constant(float("nan"), dtype=self.dtype, name="nan"), s)
        if self.cholesky_input_output_matrices:
            return self._over_matrix(sqrt(s)) * self.scale_operator.to_dense()
        return self._over_matrix(s) * self._square_scale_operator()

    def _over_matrix(self, number):
        """A number for each of the batch, in a shape that broadcasts against the matrices."""
        return number if number.shape.ndims == 0 else number[..., None, None]

    def mean_log_det(self, name="mean_log_det"):
        """The mean of log(det(X))."""
        with self._name_scope(name):
            log_det = self.scale_operator.log_abs_determinant()
            of_gammas = self._multi_digamma(0.5 * self.df, self.dimension)
            return of_gammas + self.dimension * math.log(2.0) + 2 * log_det

    def log_normalization(self, name="log_normalization"):
        """The logarithm of the integral of the density without its constant."""
        with self._name_scope(name):
            log_det = self.scale_operator.log_abs_determinant()
            powers = self.df * log_det + 0.5 * self.df * self.dimension * math.log(2.0)
            return powers + self._multi_lgamma(0.5 * self.df, self.dimension)

    def _multi_gamma_sequence(self, a, p, name="multi_gamma_sequence"):
        """a, a - 1/2, …, a - (p - 1)/2."""
        with self._name_scope(name, values=[a, p]):
            steps = -0.5 * cast(range_(cast(p, dtypes.int32)), self.dtype)
            return steps + expand_dims(a, [-1])

    def _multi_lgamma(self, a, p, name="multi_lgamma"):
        with self._name_scope(name, values=[a, p]):
            sum_ = reduce_sum(lgamma(self._multi_gamma_sequence(a, p)), axis=[-1])
            return 0.25 * p * (p - 1.0) * math.log(math.pi) + sum_

    def _multi_digamma(self, a, p, name="multi_digamma"):
        with self._name_scope(name, values=[a, p]):
            return reduce_sum(digamma(self._multi_gamma_sequence(a, p)), axis=[-1])


def _checked_df(df, dimension, validate_args):
    found, least = static_value(df), static_value(dimension)
    text = "Degrees of freedom (df = {}) cannot be less than dimension of scale matrix (scale.dimension = {})"
    if found is not None and least is not None:
        if (np.ravel(found) < least).any():
            raise ValueError(text.format(np.ravel(found), least))
    elif validate_args:
        return checked(df, assert_less_equal(dimension, df, message=text.format(df, dimension)))
    return df


class WishartCholesky(_WishartLinearOperator):
    """Wishart distributions with a Cholesky factor of their scale: [*batch, n, n].

    df: degrees of freedom, at least n.  scale: lower triangular, with a positive diagonal.
    cholesky_input_output_matrices: whether values and statistics are Cholesky factors too.
    """

    def __init__(
        self,
        df,
        scale,
        cholesky_input_output_matrices=False,
        validate_args=False,
        allow_nan_stats=True,
        name="WishartCholesky",
    ):
        parameters = dict(locals())
        with name_scope(name, values=[scale]) as name:
            with name_scope("init", values=[scale]):
                scale = convert_to_tensor(scale)
                if validate_args:
                    sizes = shape(scale)
                    scale = checked(
                        scale,
                        assert_positive(matrix_diag_part(scale), message="scale must be positive definite"),
                        assert_equal(sizes[-1], sizes[-2], message="scale must be square"),
                    )
            operator = _positive_triangle(scale)
            super().__init__(df, operator, cholesky_input_output_matrices, validate_args, allow_nan_stats, name)
        self._parameters = parameters


class WishartFull(_WishartLinearOperator):
    """Wishart distributions of positive definite matrices: [*batch, n, n].

    df: degrees of freedom, at least n.  scale: positive definite.
    cholesky_input_output_matrices: whether values and statistics are Cholesky factors.
    """

    def __init__(
        self,
        df,
        scale,
        cholesky_input_output_matrices=False,
        validate_args=False,
        allow_nan_stats=True,
        name="WishartFull",
    ):
        parameters = dict(locals())
        with name_scope(name) as name, name_scope("init", values=[scale]):
            scale = convert_to_tensor(scale)
            root = cholesky(assert_symmetric(scale) if validate_args else scale)
            if validate_args:
                root = checked(root, assert_positive(matrix_diag_part(root)))
        operator = _positive_triangle(root)
        super().__init__(df, operator, cholesky_input_output_matrices, validate_args, allow_nan_stats, name)
        self._parameters = parameters


def _positive_triangle(matrix):
    return LinearOperatorLowerTriangular(tril=matrix, is_non_singular=True, is_positive_definite=True, is_square=True)
