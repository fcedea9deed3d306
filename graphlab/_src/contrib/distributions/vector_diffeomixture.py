"""Distributions of vectors whose affine function is itself a random mixture of two."""

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import TensorShape
from graphlab._src.contrib.distributions.bijectors.affine_linear_operator import AffineLinearOperator
from graphlab._src.contrib.distributions.distribution_util import maybe_check_scalar_distribution
from graphlab._src.contrib.distributions.quadrature import quadrature_scheme_softmaxnormal_quantiles
from graphlab._src.contrib.distributions.scale_operators import covariance_of, variance_of
from graphlab._src.graph import constant, convert_to_tensor, name_scope
from graphlab._src.graph.attributes import attribute
from graphlab._src.ops.arithmetic import add_n, squared_difference
from graphlab._src.ops.broadcasting import broadcast_dynamic_shape, broadcast_static_shape
from graphlab._src.ops.constants import zeros, zeros_like
from graphlab._src.ops.distributions.base import FULLY_REPARAMETERIZED, Distribution
from graphlab._src.ops.distributions.bijector import checked
from graphlab._src.ops.distributions.categorical import Categorical
from graphlab._src.ops.distributions.parameters import gen_new_seed
from graphlab._src.ops.joining import concat, stack, unstack
from graphlab._src.ops.linear_operators.addition import add_operators
from graphlab._src.ops.linear_operators.diag import LinearOperatorDiag
from graphlab._src.ops.linear_operators.identity import LinearOperatorIdentity, LinearOperatorScaledIdentity
from graphlab._src.ops.linear_operators.lower_triangular import LinearOperatorLowerTriangular
from graphlab._src.ops.one_hot import one_hot
from graphlab._src.ops.power import log
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.shape import shape
from graphlab._src.ops.statistics import reduce_logsumexp


class VectorDiffeomixture(Distribution):
    """Distributions of vectors A x + b, where (A, b) is a random mean of two, by a quadrature of its weight.

    The weight is softmax([0, z]) of a normal number z, with mix_loc / temperature as its mean and 1 / temperature as
    its standard deviation; the elements of x are independent draws of `distribution`.

    mix_loc, temperature: [*batch, 1].  distribution: one, of numbers.  loc: two vectors b, or None for each.
    scale: two LinearOperators A.  quadrature_size: how many points.  quadrature_fn: (mean, standard deviation, size,
    validate_args) to (weights [*batch, 2, size], their probabilities).  validate_args: whether A are positive definite.
    ValueError for lists that don't fit, TypeError for different dtypes, NotImplementedError for more than two.
    """

    def __init__(
        self,
        mix_loc,
        temperature,
        distribution,
        loc=None,
        scale=None,
        quadrature_size=8,
        quadrature_fn=quadrature_scheme_softmaxnormal_quantiles,
        validate_args=False,
        allow_nan_stats=True,
        name="VectorDiffeomixture",
    ):
        parameters = dict(locals())
        with name_scope(name, values=[mix_loc, temperature]) as name:
            if not scale or len(scale) < 2:
                raise ValueError(
                    "Must specify list (or list-like object) of scale LinearOperators, one for each component with "
                    "num_component >= 2."
                )
            loc = [None] * len(scale) if loc is None else loc
            if len(loc) != len(scale):
                raise ValueError("loc/scale must be same-length lists (or same-length list-like objects).")
            kind = scale[0].dtype.base_dtype
            loc = [
                None if one is None else convert_to_tensor(one, dtype=kind, name=f"loc{k}") for k, one in enumerate(loc)
            ]
            _check_scales(scale, kind, validate_args)
            self._endpoint_affine = _affines(loc, scale, validate_args, "endpoint_affine")
            if len(scale) != 2:
                raise NotImplementedError(f"Currently only bimixtures are supported; len(scale)={len(scale)} is not 2.")
            mix_loc = convert_to_tensor(mix_loc, dtype=kind, name="mix_loc")
            temperature = convert_to_tensor(temperature, dtype=kind, name="temperature")
            grid, probs = quadrature_fn(mix_loc / temperature, 1.0 / temperature, quadrature_size, validate_args)
            self._mixture_distribution = Categorical(
                logits=log(probs), validate_args=validate_args, allow_nan_stats=allow_nan_stats
            )
            checks = maybe_check_scalar_distribution(distribution, kind, validate_args)
            self._grid, self._distribution = checked(grid, *checks), distribution
            points = self._grid.shape.as_list()[-1]
            if points is None:
                raise ValueError("Num quadrature grid points must be known prior to graph execution.")
            self._interpolated_affine = _affines(
                _between_locs(self._grid, loc, points),
                _between_scales(self._grid, scale, points),
                validate_args,
                "interpolated_affine",
            )
            self._shapes = _shapes(self._grid, self._endpoint_affine)
            parents = [one for one in loc if one is not None]
            parents += [parent for one in scale for parent in one.graph_parents]
            super().__init__(
                kind,
                FULLY_REPARAMETERIZED,
                validate_args,
                allow_nan_stats,
                parameters,
                distribution._graph_parents + parents,
                name,
            )

    mixture_distribution = attribute("_mixture_distribution", "Which point of the quadrature is drawn.")
    distribution = attribute("_distribution", "The distribution of an element of x.")
    grid = attribute("_grid", "The weights of both ends: [*batch, 2, quadrature_size].")
    endpoint_affine = attribute("_endpoint_affine", "The bijectors of both ends.")
    interpolated_affine = attribute("_interpolated_affine", "The bijectors of the points between them.")

    def _batch_shape(self):
        return self._shapes[0]

    def _batch_shape_tensor(self):
        return self._shapes[1]

    def _event_shape(self):
        return self._shapes[2]

    def _event_shape_tensor(self):
        return self._shapes[3]

    def _sample_n(self, n, seed=None):
        batch_shape = self.batch_shape_tensor()
        whole = concat([[n], batch_shape, self.event_shape_tensor()], 0)
        x = self.distribution.sample(sample_shape=whole, seed=seed)
        first, second = (affine.forward(x) for affine in self.endpoint_affine)
        weights = self.grid[..., 0, :]
        sizes = concat([batch_shape, shape(weights)[-1:]], 0)
        weights = weights + zeros(sizes, dtype=self.dtype)
        logits = self.mixture_distribution.logits + zeros_like(weights)
        seed = gen_new_seed(seed, "vector_diffeomixture")
        chosen = one_hot(Categorical(logits=logits).sample(n, seed=seed), depth=sizes[-1], dtype=self.dtype)
        weight = reduce_sum(chosen * weights, axis=-1)[..., None]
        return weight * (first - second) + second

    def _log_prob(self, x):
        y = stack([affine.inverse(x) for affine in self.interpolated_affine], axis=-1)
        log_prob = reduce_sum(self.distribution.log_prob(y), axis=-2)
        jacobians = [affine.forward_log_det_jacobian(x, event_ndims=1) for affine in self.interpolated_affine]
        return reduce_logsumexp(self.mixture_distribution.logits - stack(jacobians, axis=-1) + log_prob, axis=-1)

    def _means(self):
        """(the mean at each point, the points' probabilities)."""
        whole = concat([self.batch_shape_tensor(), self.event_shape_tensor()], 0)
        x = self.distribution.mean() + zeros(whole, dtype=self.dtype)
        x.set_shape(self.batch_shape.concatenate(self.event_shape))
        probs = unstack(self.mixture_distribution.probs, num=len(self.interpolated_affine), axis=-1)
        return [affine.forward(x) for affine in self.interpolated_affine], probs

    def _mean(self):
        means, probs = self._means()
        return add_n([prob[..., None] * mean for prob, mean in zip(probs, means, strict=True)])

    def _covariance(self):
        """E[covariance] + covariance of E, by the law of total covariance."""
        means, probs = self._means()
        mean, variance, parts = self._mean(), self.distribution.variance(), []
        for affine, prob, one in zip(self.interpolated_affine, probs, means, strict=True):
            distance = one - mean
            outer = distance[..., :, None] * distance[..., None, :]
            parts.append(prob[..., None, None] * (variance * covariance_of(affine.scale) + outer))
        return add_n(parts)

    def _variance(self):
        means, probs = self._means()
        mean, variance, parts = self._mean(), self.distribution.variance(), []
        for affine, prob, one in zip(self.interpolated_affine, probs, means, strict=True):
            parts.append(prob[..., None] * (variance * variance_of(affine.scale) + squared_difference(one, mean)))
        return add_n(parts)


def _check_scales(scale, kind, validate_args):
    for k, one in enumerate(scale):
        if validate_args and not one.is_positive_definite:
            raise ValueError(f"scale[{k}].is_positive_definite = {one.is_positive_definite} != True")
        if one.dtype.base_dtype != kind:
            raise TypeError(f'dtype mismatch; scale[{k}].base_dtype="{one.dtype.base_dtype.name}" != "{kind.name}"')


def _affines(loc, scale, validate_args, name):
    return [
        AffineLinearOperator(shift=b, scale=a, validate_args=validate_args, name=f"{name}_{k}")
        for k, (b, a) in enumerate(zip(loc, scale, strict=True))
    ]


def _between_locs(grid, loc, points):
    with name_scope("interpolate_loc", values=[grid, *loc]):
        weighted = [
            grid[..., k, q][..., None] * one for q in range(points) for k, one in enumerate(loc) if one is not None
        ]
        count = len(weighted) // points
        if not count:
            return [None] * points
        return [add_n(weighted[q * count : (q + 1) * count]) for q in range(points)]


def _between_scales(grid, scale, points):
    with name_scope("interpolate_scale", values=[grid]):
        return [add_operators([_times(grid[..., k, q], one) for k, one in enumerate(scale)])[0] for q in range(points)]


def _times(weight, operator):
    """The operator times a number for each of the batch."""
    hints = {
        "is_non_singular": operator.is_non_singular,
        "is_self_adjoint": operator.is_self_adjoint,
        "is_positive_definite": operator.is_positive_definite,
    }
    if isinstance(operator, LinearOperatorIdentity | LinearOperatorScaledIdentity):
        if isinstance(operator, LinearOperatorScaledIdentity):
            weight = weight * operator.multiplier
        return LinearOperatorScaledIdentity(operator.range_dimension_tensor(), multiplier=weight, **hints)
    if isinstance(operator, LinearOperatorDiag):
        return LinearOperatorDiag(diag=weight[..., None] * operator.diag_part(), **hints)
    if isinstance(operator, LinearOperatorLowerTriangular):
        return LinearOperatorLowerTriangular(tril=weight[..., None, None] * operator.to_dense(), **hints)
    raise NotImplementedError(f"Unsupported Linop type ({type(operator).__name__})")


def _shapes(grid, affines):
    """(the batch's TensorShape, the same as a tensor, an event's TensorShape, the same as a tensor)."""
    batch, batch_tensor = grid.shape[:-2], shape(grid)[:-2]
    event, event_tensor = TensorShape([1]), constant([1], dtype=dtypes.int32)
    for affine in affines:
        parts = [
            (
                affine.scale.batch_shape,
                affine.scale.batch_shape_tensor(),
                TensorShape([affine.scale.range_dimension]),
                affine.scale.range_dimension_tensor()[None],
            )
        ]
        if affine.shift is not None:
            sizes = shape(affine.shift)
            parts.append((affine.shift.shape[:-1], sizes[:-1], affine.shift.shape[-1:], sizes[-1:]))
        for outer, outer_tensor, inner, inner_tensor in parts:
            batch, event = broadcast_static_shape(batch, outer), broadcast_static_shape(event, inner)
            batch_tensor = broadcast_dynamic_shape(batch_tensor, outer_tensor)
            event_tensor = broadcast_dynamic_shape(event_tensor, inner_tensor)
    return batch, batch_tensor, event, event_tensor
