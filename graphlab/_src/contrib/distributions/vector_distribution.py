"""Linear functions of vectors whose elements are independent draws of one distribution."""

import math

from graphlab._src.contrib.distributions.bijectors.affine_linear_operator import AffineLinearOperator
from graphlab._src.contrib.distributions.scale_operators import (
    covariance_of,
    shapes_from_loc_and_scale,
    stddev_of,
    variance_of,
)
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.ops.constants import ones, zeros
from graphlab._src.ops.distributions.transformed import TransformedDistribution
from graphlab._src.ops.identity import identity
from graphlab._src.ops.joining import concat


class VectorDistribution(TransformedDistribution):
    """Distributions of loc + scale x, where the elements of x are independent draws.

    distribution: of an element of x, made by a function of a dtype.  loc: [..., n], 0 when left out.
    scale: a LinearOperator [*batch, n, n].  ValueError without scale, TypeError for one that is no float.
    """

    def __init__(self, make_distribution, loc, scale, validate_args, name):
        if scale is None:
            raise ValueError("Missing required `scale` parameter.")
        if not scale.dtype.is_floating:
            raise TypeError("`scale` parameter must have floating-point dtype.")
        with name_scope(name, values=[loc, *scale.graph_parents]) as name:
            loc = None if loc is None else convert_to_tensor(loc, name="loc")
            batch_shape, event_shape = shapes_from_loc_and_scale(loc, scale)
        super().__init__(
            make_distribution(scale.dtype),
            AffineLinearOperator(shift=loc, scale=scale, validate_args=validate_args),
            batch_shape=batch_shape,
            event_shape=event_shape,
            validate_args=validate_args,
            name=name,
        )

    @property
    def loc(self):
        """What is added, or None."""
        return self.bijector.shift

    @property
    def scale(self):
        """The LinearOperator."""
        return self.bijector.scale

    _factor = None  # the variance of an element of x, where that is not 1

    def _whole_shape(self):
        whole = self.batch_shape.concatenate(self.event_shape)
        if whole.is_fully_defined():
            return whole.as_list()
        return concat([self.batch_shape_tensor(), self.event_shape_tensor()], 0)

    def _mean(self):
        whole = self._whole_shape()
        if self.loc is None:
            return zeros(whole, self.dtype)
        if isinstance(whole, list) and self.loc.shape.as_list() == whole:
            return identity(self.loc)
        return identity(self.loc) + zeros(whole, self.dtype)

    def _mode(self):
        return self._mean()

    def _covariance(self):
        covariance = covariance_of(self.scale)
        return covariance if self._factor is None else self._factor * covariance

    def _variance(self):
        variance = variance_of(self.scale)
        return variance if self._factor is None else self._factor * variance

    def _stddev(self):
        stddev = stddev_of(self.scale)
        return stddev if self._factor is None else math.sqrt(self._factor) * stddev


def standard(kind, function):
    """A distribution with loc 0 and scale 1."""
    return function(zeros([], dtype=kind), ones([], dtype=kind))
