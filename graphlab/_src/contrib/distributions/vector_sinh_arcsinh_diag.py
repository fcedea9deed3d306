"""Vectors of independent elements with a skewness and heavier or lighter tails than another distribution's."""

from graphlab._src.contrib.distributions.bijectors.affine import Affine
from graphlab._src.contrib.distributions.bijectors.chain import Chain
from graphlab._src.contrib.distributions.bijectors.sinh_arcsinh import SinhArcsinh as SinhArcsinhBijector
from graphlab._src.contrib.distributions.scale_operators import make_diag_scale, shapes_from_loc_and_scale
from graphlab._src.contrib.distributions.sinh_arcsinh import scalar_base, straight
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.graph.attributes import attribute
from graphlab._src.ops.distributions.bijector import checked
from graphlab._src.ops.distributions.transformed import TransformedDistribution


class VectorSinhArcsinhDiag(TransformedDistribution):
    """Distributions of vectors of independent SinhArcsinh draws.

    loc: [..., n], 0 when left out.  scale_diag: [*batch, n].  scale_identity_multiplier: [*batch], added to it.
    skewness: 0 when left out.  tailweight: 1 when left out.  distribution: of x, one number; a Normal when left out.
    """

    def __init__(
        self,
        loc=None,
        scale_diag=None,
        scale_identity_multiplier=None,
        skewness=None,
        tailweight=None,
        distribution=None,
        validate_args=False,
        allow_nan_stats=True,
        name="MultivariateNormalLinearOperator",
    ):
        parameters = dict(locals())
        parts = [loc, scale_diag, scale_identity_multiplier, skewness, tailweight]
        with name_scope(name, values=parts) as name:
            loc = None if loc is None else convert_to_tensor(loc, name="loc")
            scale = make_diag_scale(loc, scale_diag, scale_identity_multiplier)
            batch_shape, event_shape = shapes_from_loc_and_scale(loc, scale)
            diagonal = scale.diag_part()
            kind, is_straight = diagonal.dtype, skewness is None
            distribution, checks = scalar_base(distribution, kind, validate_args, allow_nan_stats)
            diagonal = checked(diagonal, *checks)
            skewness = convert_to_tensor(0.0 if skewness is None else skewness, dtype=kind, name="skewness")
            tailweight = convert_to_tensor(1.0 if tailweight is None else tailweight, dtype=kind, name="tailweight")
            function = SinhArcsinhBijector(skewness=skewness, tailweight=tailweight)
            factor = 2 * diagonal / straight(function, is_straight).forward(convert_to_tensor(2, dtype=kind))
            affine = Affine(shift=loc, scale_diag=factor, validate_args=validate_args)
            super().__init__(
                distribution,
                Chain([affine, function]),
                batch_shape=batch_shape,
                event_shape=event_shape,
                validate_args=validate_args,
                name=name,
            )
        self._parameters = parameters
        self._loc, self._scale, self._tailweight, self._skewness = loc, scale, tailweight, skewness

    loc = attribute("_loc", "What is added, or None.")
    scale = attribute("_scale", "The LinearOperator of the scales.")
    tailweight = attribute("_tailweight", "The weight of the tails.")
    skewness = attribute("_skewness", "The skewness.")
