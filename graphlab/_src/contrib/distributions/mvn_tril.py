"""Multivariate normal distributions with a Cholesky factor of their covariance."""

from graphlab._src.contrib.distributions.mvn_linear_operator import MultivariateNormalLinearOperator
from graphlab._src.contrib.distributions.scale_operators import make_diag_scale
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.ops.linear_operators.lower_triangular import LinearOperatorLowerTriangular


class MultivariateNormalTriL(MultivariateNormalLinearOperator):
    """Normal distributions of vectors with the covariance L L^T of a lower triangular matrix L.

    loc: means [..., n], 0 when left out.  scale_tril: L [*batch, n, n], the identity when left out.
    ValueError where both are.
    """

    def __init__(
        self,
        loc=None,
        scale_tril=None,
        validate_args=False,
        allow_nan_stats=True,
        name="MultivariateNormalTriL",
    ):
        parameters = dict(locals())
        if loc is None and scale_tril is None:
            raise ValueError("Must specify one or both of `loc`, `scale_tril`.")
        with name_scope(name) as name, name_scope("init", values=[loc, scale_tril]):
            loc = None if loc is None else convert_to_tensor(loc, name="loc")
            if scale_tril is None:
                scale = make_diag_scale(loc, validate_args=validate_args)
            else:
                scale = LinearOperatorLowerTriangular(
                    convert_to_tensor(scale_tril, name="scale_tril"),
                    is_non_singular=True,
                    is_self_adjoint=False,
                    is_positive_definite=False,
                )
        super().__init__(loc, scale, validate_args, allow_nan_stats, name)
        self._parameters = parameters
