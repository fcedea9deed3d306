"""Mixtures of distributions of one kind, which are a batch."""

from graphlab._src.contrib.distributions.distribution_util import pad_mixture_dimensions
from graphlab._src.graph import name_scope
from graphlab._src.graph.attributes import attribute
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.ops.arithmetic import squared_difference
from graphlab._src.ops.checks.values import assert_equal
from graphlab._src.ops.distributions.base import NOT_REPARAMETERIZED, Distribution
from graphlab._src.ops.distributions.parameters import gen_new_seed
from graphlab._src.ops.distributions.static_values import pick_vector, rank_of
from graphlab._src.ops.joining import concat
from graphlab._src.ops.one_hot import one_hot
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.shape import dimension_size, reshape, shape, size
from graphlab._src.ops.softmax import log_softmax
from graphlab._src.ops.statistics import reduce_logsumexp


class MixtureSameFamily(Distribution):
    """Distributions that draw one of the last axis of another one's batch, by the class that a Categorical draws.

    mixture_distribution: of class numbers, [*batch] or one for all.  components_distribution: [*batch, classes].
    ValueError, or an error of a run with validate_args, where these don't fit.
    """

    def __init__(
        self,
        mixture_distribution,
        components_distribution,
        validate_args=False,
        allow_nan_stats=True,
        name="MixtureSameFamily",
    ):
        parameters = dict(locals())
        with name_scope(name) as name:
            self._mixture_distribution = mixture_distribution
            self._components_distribution = components_distribution
            self._event_ndims = dimension_size(components_distribution.event_shape_tensor(), 0)
            self._runtime_assertions = _checks(mixture_distribution, components_distribution, validate_args)
            self._num_components = dimension_size(mixture_distribution.logits, -1)
            super().__init__(
                components_distribution.dtype,
                NOT_REPARAMETERIZED,
                validate_args,
                allow_nan_stats,
                parameters,
                mixture_distribution._graph_parents + components_distribution._graph_parents,
                name,
            )

    mixture_distribution = attribute("_mixture_distribution", "The distribution of class numbers.")
    components_distribution = attribute("_components_distribution", "The distributions of the classes.")

    def _batch_shape_tensor(self):
        with control_dependencies(self._runtime_assertions):
            return self.components_distribution.batch_shape_tensor()[:-1]

    def _batch_shape(self):
        return self.components_distribution.batch_shape.with_rank_at_least(1)[:-1]

    def _event_shape_tensor(self):
        with control_dependencies(self._runtime_assertions):
            return self.components_distribution.event_shape_tensor()

    def _event_shape(self):
        return self.components_distribution.event_shape

    def _sample_n(self, n, seed=None):
        with control_dependencies(self._runtime_assertions):
            draws = self.components_distribution.sample(n, seed=seed)
            classes = self.mixture_distribution.sample(n, seed=gen_new_seed(seed, "mixture"))
            mask = one_hot(classes, depth=self._num_components, dtype=draws.dtype)
            return reduce_sum(draws * self._padded(mask), axis=-1 - self._event_ndims)

    def _log_prob(self, x):
        with control_dependencies(self._runtime_assertions):
            found = self.components_distribution.log_prob(self._pad_sample_dims(x))
            return reduce_logsumexp(found + log_softmax(self.mixture_distribution.logits, axis=-1), axis=-1)

    def _log_cdf(self, x):
        found = self.components_distribution.log_cdf(self._pad_sample_dims(x))
        return reduce_logsumexp(found + log_softmax(self.mixture_distribution.logits, axis=-1), axis=-1)

    def _mean(self):
        with control_dependencies(self._runtime_assertions):
            weights = self._padded(self.mixture_distribution.probs)
            return reduce_sum(weights * self.components_distribution.mean(), axis=-1 - self._event_ndims)

    def _variance(self):
        """E[variance] + variance of E, by the law of total variance."""
        with control_dependencies(self._runtime_assertions):
            weights, axis = self._padded(self.mixture_distribution.probs), -1 - self._event_ndims
            within = reduce_sum(weights * self.components_distribution.variance(), axis=axis)
            mean = self._pad_sample_dims(self._mean())
            distances = squared_difference(self.components_distribution.mean(), mean)
            return within + reduce_sum(weights * distances, axis=axis)

    def _covariance(self):
        if self.event_shape.ndims != 1:
            raise NotImplementedError("covariance is not implemented")
        with control_dependencies(self._runtime_assertions):
            weights = self._padded(self._padded(self.mixture_distribution.probs))
            within = reduce_sum(weights * self.components_distribution.covariance(), axis=-3)
            distance = self.components_distribution.mean() - self._pad_sample_dims(self._mean())
            outer = distance[..., None, :] * distance[..., None]
            return within + reduce_sum(weights * outer, axis=-3)

    def _padded(self, weights):
        return pad_mixture_dimensions(weights, self, self.mixture_distribution, self.event_shape.ndims)

    def _pad_sample_dims(self, x):
        """x with an axis of size 1 for the components, before those of an event."""
        with name_scope("pad_sample_dims", values=[x]):
            sizes, at = shape(x), rank_of(x) - self._event_ndims
            static = x.shape.ndims
            padded = reshape(x, concat([sizes[:at], [1], sizes[at:]], axis=0))
            if static is not None and isinstance(at, int):
                padded.set_shape([*x.shape.as_list()[:at], 1, *x.shape.as_list()[at:]])
            return padded


def _checks(mixture, components, validate_args):
    if not mixture.dtype.is_integer:
        raise ValueError(f"`mixture_distribution.dtype` ({mixture.dtype.name}) is not over integers")
    checks = []
    if mixture.event_shape.ndims not in (None, 0):
        raise ValueError("`mixture_distribution` must have scalar `event_dim`s")
    if mixture.event_shape.ndims is None and validate_args:
        message = "`mixture_distribution` must have scalar `event_dim`s"
        checks.append(assert_equal(size(mixture.event_shape_tensor()), 0, message=message))
    found, expected = mixture.batch_shape, components.batch_shape.with_rank_at_least(1)[:-1]
    if found.is_fully_defined() and expected.is_fully_defined():
        if found.ndims != 0 and found != expected:
            raise ValueError(
                f"`mixture_distribution.batch_shape` (`{found.as_list()}`) is not compatible with "
                f"`components_distribution.batch_shape` (`{expected.as_list()}`)"
            )
    elif validate_args:
        expected = components.batch_shape_tensor()[:-1]
        found = pick_vector(mixture.is_scalar_batch(), expected, mixture.batch_shape_tensor())
        message = "`mixture_distribution.batch_shape` is not compatible with `components_distribution.batch_shape`"
        checks.append(assert_equal(found, expected, message=message))
    classes = mixture.logits.shape.with_rank_at_least(1).as_list()[-1] if mixture.logits.shape.ndims else None
    count = components.batch_shape.as_list()[-1] if components.batch_shape.ndims else None
    if classes is not None and count is not None:
        if classes != count:
            raise ValueError(
                f"`mixture_distribution components` ({classes}) does not equal "
                f"`components_distribution.batch_shape[-1]` ({count})"
            )
    elif validate_args:
        message = "`mixture_distribution components` does not equal `components_distribution.batch_shape[-1:]`"
        counted = components.batch_shape_tensor()[-1]
        checks.append(assert_equal(shape(mixture.logits)[-1], counted, message=message))
    return checks
