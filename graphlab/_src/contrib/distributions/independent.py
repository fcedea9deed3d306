"""Independent: a batch of distributions as one distribution."""

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph import convert_to_tensor, name_scope, static_value
from graphlab._src.graph.attributes import attribute
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.ops.checks.values import assert_equal, assert_less_equal
from graphlab._src.ops.distributions.base import Distribution
from graphlab._src.ops.distributions.divergence import RegisterKL, kl_divergence
from graphlab._src.ops.extremes import maximum
from graphlab._src.ops.joining import concat
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import dimension_size, shape, size


class Independent(Distribution):
    """The last axes of a distribution's batch as the first ones of its events, whose elements are independent.

    distribution: of the elements.  reinterpreted_batch_ndims: how many axes; all but the first when left out.
    ValueError, or an error of a run with validate_args, for more axes than the batch has.

        Independent(Normal(tf.zeros([3, 4]), 1.0), 1).log_prob(x)  # [3], of x [3, 4]
    """

    def __init__(self, distribution, reinterpreted_batch_ndims=None, validate_args=False, name=None):
        parameters = dict(locals())
        name = name or "Independent" + distribution.name
        self._distribution = distribution
        with name_scope(name) as name:
            if reinterpreted_batch_ndims is None:
                ndims = distribution.batch_shape.ndims
                if ndims is None:
                    reinterpreted_batch_ndims = maximum(0, shape(distribution.batch_shape_tensor())[0] - 1)
                else:
                    reinterpreted_batch_ndims = max(0, ndims - 1)
            count = convert_to_tensor(reinterpreted_batch_ndims, dtype=dtypes.int32, name="reinterpreted_batch_ndims")
            value = static_value(count)
            self._static_reinterpreted_batch_ndims = None if value is None else int(value)
            self._reinterpreted_batch_ndims = count if value is None else int(value)
            super().__init__(
                distribution.dtype,
                distribution.reparameterization_type,
                validate_args,
                distribution.allow_nan_stats,
                parameters,
                [count, *distribution._graph_parents],
                name,
            )
            self._runtime_assertions = self._checks()

    distribution = attribute("_distribution", "The distribution of the elements.")
    reinterpreted_batch_ndims = attribute("_reinterpreted_batch_ndims", "How many axes of the batch are an event's.")

    def _checks(self):
        count, ndims = self._static_reinterpreted_batch_ndims, self.distribution.batch_shape.ndims
        if ndims is not None and count is not None:
            if count > ndims:
                raise ValueError(f"reinterpreted_batch_ndims({count}) cannot exceed distribution.batch_ndims({ndims})")
        elif self.validate_args:
            message = "reinterpreted_batch_ndims cannot exceed distribution.batch_ndims"
            return [assert_less_equal(self.reinterpreted_batch_ndims, self._batch_ndims(), message=message)]
        return []

    def _batch_ndims(self):
        return dimension_size(self.distribution.batch_shape_tensor(), 0)

    def _split(self):
        """The TensorShapes of the batch's axes that stay, and of those that are an event's."""
        whole = self.distribution.batch_shape
        if self._static_reinterpreted_batch_ndims is None or whole.ndims is None:
            return None
        at = whole.ndims - self._static_reinterpreted_batch_ndims
        return whole[:at], whole[at:]

    def _batch_shape(self):
        parts = self._split()
        return TensorShape(None) if parts is None else parts[0]

    def _event_shape(self):
        parts = self._split()
        return TensorShape(None) if parts is None else parts[1].concatenate(self.distribution.event_shape)

    def _batch_shape_tensor(self):
        with control_dependencies(self._runtime_assertions):
            whole = self.distribution.batch_shape_tensor()
            return whole[: self._batch_ndims() - self.reinterpreted_batch_ndims]

    def _event_shape_tensor(self):
        with control_dependencies(self._runtime_assertions):
            whole = self.distribution.batch_shape_tensor()
            last = whole[self._batch_ndims() - self.reinterpreted_batch_ndims :]
            return concat([last, self.distribution.event_shape_tensor()], axis=0)

    def _sample_n(self, n, seed=None):
        with control_dependencies(self._runtime_assertions):
            return self.distribution.sample(sample_shape=n, seed=seed)

    def _log_prob(self, x):
        with control_dependencies(self._runtime_assertions):
            return self._sum(self.distribution.log_prob(x))

    def _entropy(self):
        with control_dependencies(self._runtime_assertions):
            return self._sum(self.distribution.entropy())

    def _mean(self):
        with control_dependencies(self._runtime_assertions):
            return self.distribution.mean()

    def _variance(self):
        with control_dependencies(self._runtime_assertions):
            return self.distribution.variance()

    def _stddev(self):
        with control_dependencies(self._runtime_assertions):
            return self.distribution.stddev()

    def _mode(self):
        with control_dependencies(self._runtime_assertions):
            return self.distribution.mode()

    def _sum(self, statistic):
        count = self._static_reinterpreted_batch_ndims
        if count is None:
            return reduce_sum(statistic, axis=-1 - range_(self._reinterpreted_batch_ndims))
        return reduce_sum(statistic, axis=[-1 - i for i in range(count)])


@RegisterKL(Independent, Independent)
def _kl_independent(a, b, name="kl_independent"):
    p, q = a.distribution, b.distribution
    if a.event_shape.is_fully_defined() and b.event_shape.is_fully_defined():
        if a.event_shape != b.event_shape:
            raise ValueError("Event shapes do not match.")
        if p.event_shape != q.event_shape:
            raise NotImplementedError("KL between Independents with different event shapes not supported.")
        axes = [-1 - i for i in range(a.event_shape.ndims - p.event_shape.ndims)]
        return reduce_sum(kl_divergence(p, q, name=name), axis=axes)
    checks = [
        assert_equal(a.event_shape_tensor(), b.event_shape_tensor()),
        assert_equal(p.event_shape_tensor(), q.event_shape_tensor()),
    ]
    with control_dependencies(checks):
        count = size(a.event_shape_tensor()) - size(p.event_shape_tensor())
        return reduce_sum(kl_divergence(p, q, name=name), axis=range_(-count, 0))
