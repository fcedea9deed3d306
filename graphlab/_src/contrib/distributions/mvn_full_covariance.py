"""Multivariate normal distributions with any covariance."""

from graphlab._src.contrib.distributions.mvn_tril import MultivariateNormalTriL
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.ops.checks.values import assert_near
from graphlab._src.ops.distributions.bijector import checked
from graphlab._src.ops.linalg import cholesky
from graphlab._src.ops.transpose import matrix_transpose


class MultivariateNormalFullCovariance(MultivariateNormalTriL):
    """Normal distributions of vectors.

    loc: means [..., n], 0 when left out.  covariance_matrix: [*batch, n, n], the identity when left out.
    validate_args: whether runs check that it is symmetric.  ValueError where both are left out.
    """

    def __init__(
        self,
        loc=None,
        covariance_matrix=None,
        validate_args=False,
        allow_nan_stats=True,
        name="MultivariateNormalFullCovariance",
    ):
        parameters = dict(locals())
        with name_scope(name) as name, name_scope("init", values=[loc, covariance_matrix]):
            scale_tril = None
            if covariance_matrix is not None:
                covariance = convert_to_tensor(covariance_matrix, name="covariance_matrix")
                if validate_args:
                    message = "Matrix was not symmetric"
                    symmetric = assert_near(covariance, matrix_transpose(covariance), message=message)
                    covariance = checked(covariance, symmetric)
                scale_tril = cholesky(covariance)
            super().__init__(loc, scale_tril, validate_args, allow_nan_stats, name)
        self._parameters = parameters
