"""Multivariate normal distributions with a diagonal covariance."""

from graphlab._src.contrib.distributions.mvn_linear_operator import MultivariateNormalLinearOperator
from graphlab._src.contrib.distributions.scale_operators import make_diag_scale
from graphlab._src.graph import name_scope
from graphlab._src.ops.activation import softplus


class MultivariateNormalDiag(MultivariateNormalLinearOperator):
    """Normal distributions of vectors of independent elements.

    loc: means [..., n], 0 when left out.  scale_diag: standard deviations [*batch, n].
    scale_identity_multiplier: [*batch], one for all elements, added to scale_diag where both are passed; 1 where neither is.
    """

    def __init__(
        self,
        loc=None,
        scale_diag=None,
        scale_identity_multiplier=None,
        validate_args=False,
        allow_nan_stats=True,
        name="MultivariateNormalDiag",
    ):
        parameters = dict(locals())
        with name_scope(name) as name, name_scope("init", values=[loc, scale_diag, scale_identity_multiplier]):
            scale = make_diag_scale(loc, scale_diag, scale_identity_multiplier)
        super().__init__(loc, scale, validate_args, allow_nan_stats, name)
        self._parameters = parameters


class MultivariateNormalDiagWithSoftplusScale(MultivariateNormalDiag):
    """The same with softplus(scale_diag) as standard deviations."""

    def __init__(
        self,
        loc,
        scale_diag,
        validate_args=False,
        allow_nan_stats=True,
        name="MultivariateNormalDiagWithSoftplusScale",
    ):
        parameters = dict(locals())
        with name_scope(name, values=[scale_diag]) as name:
            super().__init__(loc, softplus(scale_diag), None, validate_args, allow_nan_stats, name)
        self._parameters = parameters
