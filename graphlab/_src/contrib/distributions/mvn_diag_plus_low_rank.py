"""Multivariate normal distributions whose scale is a diagonal and a low-rank update."""

from typing import Any

from graphlab._src.contrib.distributions.mvn_linear_operator import MultivariateNormalLinearOperator
from graphlab._src.contrib.distributions.scale_operators import low_rank_update, make_diag_scale
from graphlab._src.graph import convert_to_tensor, name_scope


class MultivariateNormalDiagPlusLowRank(MultivariateNormalLinearOperator):
    """Normal distributions of vectors with the covariance S S^T, where S = diag + V diag(d) V^T.

    loc: means [..., n], 0 when left out.  scale_diag: [*batch, n] and scale_identity_multiplier: [*batch], whose sum is diag.
    scale_perturb_factor: V [*batch, n, r].  scale_perturb_diag: d [*batch, r], 1 when left out.
    validate_args: whether runs check that diag is positive.
    """

    def __init__(
        self,
        loc=None,
        scale_diag=None,
        scale_identity_multiplier=None,
        scale_perturb_factor=None,
        scale_perturb_diag=None,
        validate_args=False,
        allow_nan_stats=True,
        name="MultivariateNormalDiagPlusLowRank",
    ):
        parameters = dict(locals())
        parts = [loc, scale_diag, scale_identity_multiplier, scale_perturb_factor, scale_perturb_diag]
        with name_scope(name) as name, name_scope("init", values=parts):
            is_updated = scale_perturb_factor is not None or scale_perturb_diag is not None
            scale: Any = make_diag_scale(
                loc,
                scale_diag,
                scale_identity_multiplier,
                validate_args=validate_args,
                assert_positive=is_updated,
            )
            if is_updated:
                factor = convert_to_tensor(scale_perturb_factor, name="scale_perturb_factor")
                diagonal = scale_perturb_diag
                if diagonal is not None:
                    diagonal = convert_to_tensor(diagonal, name="scale_perturb_diag")
                scale = low_rank_update(scale, factor, diagonal)
        super().__init__(loc, scale, validate_args, allow_nan_stats, name)
        self._parameters = parameters
