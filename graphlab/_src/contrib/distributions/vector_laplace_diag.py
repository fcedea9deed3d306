"""Vectors of independent Laplace draws, each with a scale."""

from graphlab._src.contrib.distributions.scale_operators import make_diag_scale
from graphlab._src.contrib.distributions.vector_laplace_linear_operator import VectorLaplaceLinearOperator
from graphlab._src.graph import name_scope


class VectorLaplaceDiag(VectorLaplaceLinearOperator):
    """Distributions of vectors of independent Laplace draws.

    loc: means [..., n], 0 when left out.  scale_diag: [*batch, n].  scale_identity_multiplier: [*batch], added to it.
    """

    def __init__(
        self,
        loc=None,
        scale_diag=None,
        scale_identity_multiplier=None,
        validate_args=False,
        allow_nan_stats=True,
        name="VectorLaplaceDiag",
    ):
        parameters = dict(locals())
        with name_scope(name) as name, name_scope("init", values=[loc, scale_diag, scale_identity_multiplier]):
            scale = make_diag_scale(loc, scale_diag, scale_identity_multiplier)
        super().__init__(loc, scale, validate_args, allow_nan_stats, name)
        self._parameters = parameters
