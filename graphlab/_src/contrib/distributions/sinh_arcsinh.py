"""Distributions of numbers with a skewness and heavier or lighter tails than another's."""

from graphlab._src.contrib.distributions.bijectors.affine_scalar import AffineScalar
from graphlab._src.contrib.distributions.bijectors.chain import Chain
from graphlab._src.contrib.distributions.bijectors.sinh_arcsinh import SinhArcsinh as SinhArcsinhBijector
from graphlab._src.contrib.distributions.distribution_util import get_broadcast_shape, maybe_check_scalar_distribution
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.graph.attributes import attribute
from graphlab._src.ops.constants import ones, zeros
from graphlab._src.ops.distributions.bijector import checked
from graphlab._src.ops.distributions.normal import Normal
from graphlab._src.ops.distributions.transformed import TransformedDistribution


class SinhArcsinh(TransformedDistribution):
    """Distributions of loc + scale F(x) 2 / F0(2), with F(x) = sinh((arcsinh(x) + skewness) tailweight).

    F0 is F without skewness.  loc, scale: numbers; scale is above 0.  skewness: 0 when left out.
    tailweight: above 0; 1 when left out.  They broadcast.  distribution: of x, one number; a standard Normal when left out.
    """

    def __init__(
        self,
        loc,
        scale,
        skewness=None,
        tailweight=None,
        distribution=None,
        validate_args=False,
        allow_nan_stats=True,
        name="SinhArcsinh",
    ):
        parameters = dict(locals())
        with name_scope(name, values=[loc, scale, skewness, tailweight]) as name:
            loc = convert_to_tensor(loc, name="loc")
            kind = loc.dtype
            scale = convert_to_tensor(scale, name="scale", dtype=kind)
            is_straight = skewness is None
            tailweight = convert_to_tensor(1.0 if tailweight is None else tailweight, name="tailweight", dtype=kind)
            skewness = convert_to_tensor(0.0 if skewness is None else skewness, name="skewness", dtype=kind)
            batch_shape = get_broadcast_shape(loc, scale, tailweight, skewness)
            distribution, checks = scalar_base(distribution, kind, validate_args, allow_nan_stats)
            loc = checked(loc, *checks)
            function = SinhArcsinhBijector(skewness=skewness, tailweight=tailweight)
            factor = 2 * scale / straight(function, is_straight).forward(convert_to_tensor(2, dtype=kind))
            affine = AffineScalar(shift=loc, scale=factor, validate_args=validate_args)
            super().__init__(
                distribution,
                Chain([affine, function]),
                batch_shape=batch_shape,
                validate_args=validate_args,
                name=name,
            )
        self._parameters = parameters
        self._loc, self._scale, self._tailweight, self._skewness = loc, scale, tailweight, skewness

    loc = attribute("_loc", "What is added.")
    scale = attribute("_scale", "The factor.")
    tailweight = attribute("_tailweight", "The weight of the tails.")
    skewness = attribute("_skewness", "The skewness.")


def straight(function, is_straight):
    """The bijector without its skewness."""
    if is_straight:
        return function
    zero = function.skewness.dtype.as_numpy_dtype(0.0)
    return SinhArcsinhBijector(skewness=zero, tailweight=function.tailweight)


def scalar_base(distribution, kind, validate_args, allow_nan_stats):
    """(the distribution of x, a standard Normal when left out; checks that it is one of numbers)."""
    if distribution is not None:
        return distribution, maybe_check_scalar_distribution(distribution, kind, validate_args)
    normal = Normal(zeros([], dtype=kind), ones([], dtype=kind), allow_nan_stats=allow_nan_stats)
    return normal, []
