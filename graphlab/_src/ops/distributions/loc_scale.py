"""LocScale: distributions with a mean and a scale."""

from graphlab._src.graph import name_scope
from graphlab._src.graph.attributes import attribute
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.ops.checks.kinds import assert_same_float_dtype
from graphlab._src.ops.checks.values import assert_positive
from graphlab._src.ops.distributions.base import FULLY_REPARAMETERIZED, Elementwise
from graphlab._src.ops.identity import identity


class LocScale(Elementwise):
    """Base class of distributions with the parameters loc, their means, and scale, above 0.  They broadcast."""

    _shaping = ("loc", "scale")

    def __init__(self, loc, scale, validate_args, allow_nan_stats, name):
        parameters = dict(locals())
        with name_scope(name, values=[loc, scale]) as name:
            with control_dependencies([assert_positive(scale)] if validate_args else []):
                self._loc = identity(loc, name="loc")
                self._scale = identity(scale, name="scale")
                assert_same_float_dtype([self._loc, self._scale])
        parents = [self._loc, self._scale]
        super().__init__(
            self._loc.dtype, FULLY_REPARAMETERIZED, validate_args, allow_nan_stats, parameters, parents, name
        )

    loc = attribute("_loc", "The means.")
    scale = attribute("_scale", "The standard deviations of a Normal, the mean distances from loc of a Laplace.")
