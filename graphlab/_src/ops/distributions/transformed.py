"""TransformedDistribution: a bijector of the draws of another distribution."""

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph import constant, convert_to_tensor, name_scope, static_value
from graphlab._src.graph.attributes import attribute
from graphlab._src.ops.broadcasting import broadcast_static_shape
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.ranks import assert_rank
from graphlab._src.ops.checks.values import assert_equal, assert_positive
from graphlab._src.ops.comparison import equal
from graphlab._src.ops.constants import ones_like, zeros
from graphlab._src.ops.distributions.base import Distribution
from graphlab._src.ops.distributions.bijector import Identity, checked
from graphlab._src.ops.distributions.static_values import (
    constant_value_as_shape,
    known,
    maybe_get_static_value,
    pick_vector,
)
from graphlab._src.ops.joining import concat, stack
from graphlab._src.ops.logical import logical_not
from graphlab._src.ops.padding import tile
from graphlab._src.ops.power import exp
from graphlab._src.ops.reduction import reduce_all, reduce_prod, reduce_sum
from graphlab._src.ops.select import where_v2
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import rank, reshape, shape, size
from graphlab._src.ops.statistics import reduce_logsumexp
from graphlab._src.ops.transpose import transpose


class TransformedDistribution(Distribution):
    """Distributions of y = bijector.forward(x), where x is a draw from another distribution.

    distribution: of x.  bijector: the function, Identity when left out.
    batch_shape, event_shape: what a scalar distribution is repeated to, each draw by itself.
    validate_args: whether runs check arguments.

        tf.contrib.distributions.TransformedDistribution(tf.distributions.Normal(0.0, 1.0), bijectors.Exp())  # log-normal
    """

    def __init__(self, distribution, bijector=None, batch_shape=None, event_shape=None, validate_args=False, name=None):
        parameters = dict(locals())
        name = name or ("" if bijector is None else bijector.name) + distribution.name
        with name_scope(name, values=[event_shape, batch_shape]) as name:
            self._zero = constant(0, dtype=dtypes.int32, name="zero")
            self._empty = constant([], dtype=dtypes.int32, name="empty")
            if bijector is None:
                bijector = Identity(validate_args=validate_args)
            self._override_batch_shape = self._checked_override(
                batch_shape, distribution.is_scalar_batch(), validate_args, "batch_shape"
            )
            self._is_batch_override = _not(_equal(_length(self._override_batch_shape), self._zero))
            self._is_maybe_batch_override = _may_hold(self._override_batch_shape)
            self._override_event_shape = self._checked_override(
                event_shape, distribution.is_scalar_event(), validate_args, "event_shape"
            )
            self._is_event_override = _not(_equal(_length(self._override_event_shape), self._zero))
            self._is_maybe_event_override = _may_hold(self._override_event_shape)
            # Draws of a batch have the batch's axes last; those of an event have to come behind them.
            self._needs_rotation = _and(
                self._is_event_override, _not(self._is_batch_override), _not(distribution.is_scalar_batch())
            )
            event_ndims = _length(self._override_event_shape)
            rotated = static_value(self._needs_rotation)
            if rotated is None:
                self._rotate_ndims = where_v2(self._needs_rotation, event_ndims, 0)
            else:
                self._rotate_ndims = event_ndims if rotated else 0
            self._reduce_event_indices = range_(self._rotate_ndims - event_ndims, self._rotate_ndims)
        self._distribution = distribution
        self._bijector = bijector
        super().__init__(
            distribution.dtype,
            distribution.reparameterization_type,
            validate_args,
            distribution.allow_nan_stats,
            parameters,
            distribution._graph_parents + bijector.graph_parents,
            name,
        )

    distribution = attribute("_distribution", "The distribution of x.")
    bijector = attribute("_bijector", "The function from x to y.")

    def _event_shape_tensor(self):
        of_x = self.distribution.event_shape_tensor()
        of_x = pick_vector(self._is_event_override, self._override_event_shape, of_x)
        return self.bijector.forward_event_shape_tensor(of_x)

    def _event_shape(self):
        override = constant_value_as_shape(self._override_event_shape)
        of_x = override if self._is_maybe_event_override else self.distribution.event_shape
        return self.bijector.forward_event_shape(of_x)

    def _batch_shape_tensor(self):
        of_x = self.distribution.batch_shape_tensor()
        return pick_vector(self._is_batch_override, self._override_batch_shape, of_x)

    def _batch_shape(self):
        override = constant_value_as_shape(self._override_batch_shape)
        return override if self._is_maybe_batch_override else self.distribution.batch_shape

    def _sample_n(self, n, seed=None, **distribution_kwargs):
        sample_shape = concat_vectors(
            pick_vector(self._needs_rotation, self._empty, [n]),
            self._override_batch_shape,
            self._override_event_shape,
            pick_vector(self._needs_rotation, [n], self._empty),
        )
        x = self.distribution.sample(sample_shape=sample_shape, seed=seed, **distribution_kwargs)
        return self._maybe_rotate_dims(x)

    def _call_sample_n(self, sample_shape, seed, name, **kwargs):
        bijector_kwargs, distribution_kwargs = self._kwargs(kwargs)
        with self._name_scope(name, values=[sample_shape]):
            sample_shape = convert_to_tensor(sample_shape, dtype=dtypes.int32, name="sample_shape")
            sample_shape, n = self._expand_sample_shape_to_vector(sample_shape, "sample_shape")
            x = self._sample_n(n, seed, **distribution_kwargs)
            x = reshape(x, concat([sample_shape, shape(x)[1:]], 0))
            y = self.bijector.forward(x, **bijector_kwargs)  # last, so that its inverse is cached for what is returned
            return self._set_sample_static_shape(y, sample_shape)

    def _kwargs(self, kwargs):
        """(the bijector's keywords, the distribution's): both have all of them."""
        return kwargs, kwargs

    def _fibers(self, y, kwargs):
        """[(log-det-Jacobian, x, keywords of the distribution)] for each x of y."""
        bijector_kwargs, distribution_kwargs = self._kwargs(kwargs)
        x = self.bijector.inverse(y, **bijector_kwargs)
        event_ndims = self._maybe_get_static_event_ndims()
        ildj = self.bijector.inverse_log_det_jacobian(y, event_ndims=event_ndims, **bijector_kwargs)
        if self.bijector._is_injective:
            x, ildj = [x], [ildj]
        turned = [self._maybe_rotate_dims(one, rotate_right=True) for one in x]
        return list(zip(ildj, turned, strict=True)), distribution_kwargs, event_ndims

    def _log_prob(self, y, **kwargs):
        fibers, kwargs, event_ndims = self._fibers(y, kwargs)
        found = []
        for ildj, x in fibers:
            log_prob = self.distribution.log_prob(x, **kwargs)
            if self._is_maybe_event_override:
                log_prob = reduce_sum(log_prob, self._reduce_event_indices)
            found.append(self._with_shape(log_prob + cast(ildj, log_prob.dtype), y, event_ndims))
        return found[0] if len(found) == 1 else reduce_logsumexp(stack(found), axis=0)

    def _prob(self, y, **kwargs):
        fibers, kwargs, event_ndims = self._fibers(y, kwargs)
        found = []
        for ildj, x in fibers:
            prob = self.distribution.prob(x, **kwargs)
            if self._is_maybe_event_override:
                prob = reduce_prod(prob, self._reduce_event_indices)
            found.append(self._with_shape(prob * exp(cast(ildj, prob.dtype)), y, event_ndims))
        return found[0] if len(found) == 1 else sum(found[1:], found[0])

    def _with_shape(self, result, y, event_ndims):
        if self._is_maybe_event_override and isinstance(event_ndims, int) and y.shape.ndims is not None:
            of_y = y.shape.with_rank_at_least(1)
            result.set_shape(broadcast_static_shape(of_y[: of_y.ndims - event_ndims], self.batch_shape))
        return result

    def _of_x(self, what, y, kwargs):
        """A function of the other distribution at x."""
        self._refuse(what)
        bijector_kwargs, distribution_kwargs = self._kwargs(kwargs)
        return getattr(self.distribution, what)(self.bijector.inverse(y, **bijector_kwargs), **distribution_kwargs)

    def _refuse(self, what):
        if self._is_maybe_event_override:
            raise NotImplementedError(f"{what} is not implemented when overriding event_shape")
        if not self.bijector._is_injective:
            raise NotImplementedError(f"{what} is not implemented when bijector is not injective.")

    def _log_cdf(self, y, **kwargs):
        return self._of_x("log_cdf", y, kwargs)

    def _cdf(self, y, **kwargs):
        return self._of_x("cdf", y, kwargs)

    def _log_survival_function(self, y, **kwargs):
        return self._of_x("log_survival_function", y, kwargs)

    def _survival_function(self, y, **kwargs):
        return self._of_x("survival_function", y, kwargs)

    def _quantile(self, value, **kwargs):
        self._refuse("quantile")
        bijector_kwargs, distribution_kwargs = self._kwargs(kwargs)
        return self.bijector.forward(self.distribution.quantile(value, **distribution_kwargs), **bijector_kwargs)

    def _entropy(self):
        if not self.bijector.is_constant_jacobian:
            raise NotImplementedError("entropy is not implemented")
        if not self.bijector._is_injective:
            raise NotImplementedError("entropy is not implemented when bijector is not injective.")
        entropy = self.distribution.entropy()
        if self._is_maybe_event_override:
            entropy *= cast(reduce_prod(self._override_event_shape), dtype=entropy.dtype.base_dtype)
        if self._is_maybe_batch_override:
            of_x = self.distribution.batch_shape_tensor()
            entropy = reshape(entropy, concat([ones_like(self._override_batch_shape), of_x], 0))
            entropy = tile(entropy, concat([self._override_batch_shape, ones_like(of_x)], 0))
        anywhere = zeros(concat([self.batch_shape_tensor(), self.event_shape_tensor()], 0), dtype=self.dtype)
        ndims = self.event_shape.ndims
        ndims = size(self.event_shape_tensor()) if ndims is None else ndims
        ildj = self.bijector.inverse_log_det_jacobian(anywhere, event_ndims=ndims)
        entropy -= cast(ildj, entropy.dtype)
        entropy.set_shape(self.batch_shape)
        return entropy

    def _checked_override(self, override_shape, base_is_scalar, validate_args, name):
        override_shape = [] if override_shape is None else override_shape
        if isinstance(override_shape, TensorShape):
            override_shape = override_shape.as_list()
        override_shape = convert_to_tensor(override_shape, dtype=dtypes.int32, name=name)
        is_empty = _equal(_length(override_shape), 0)
        if static_value(is_empty):
            return self._empty
        checks = []
        if override_shape.shape.ndims is not None:
            if override_shape.shape.ndims != 1:
                raise ValueError("shape override must be a vector")
        elif validate_args:
            checks.append(assert_rank(override_shape, 1, message="shape override must be a vector"))
        value = static_value(override_shape)
        if value is not None:
            if any(size <= 0 for size in value):
                raise ValueError("shape override must have positive elements")
        elif validate_args:
            checks.append(assert_positive(override_shape, message="shape override must have positive elements"))
        both = _and(_not(base_is_scalar), _not(is_empty))
        value = static_value(both)
        if value is not None:
            if value:
                raise ValueError("base distribution not scalar")
        elif validate_args:
            checks.append(assert_equal(both, False, message="base distribution not scalar"))
        return checked(override_shape, *checks)

    def _maybe_rotate_dims(self, x, rotate_right=False):
        needed = static_value(self._needs_rotation)
        if needed is not None and not needed:
            return x
        ndims = rank(x)
        n = ndims - self._rotate_ndims if rotate_right else self._rotate_ndims
        return transpose(x, concat_vectors(range_(n, ndims), range_(0, n)))

    def _maybe_get_static_event_ndims(self):
        if self.event_shape.ndims is not None:
            return self.event_shape.ndims
        event_ndims = size(self.event_shape_tensor())
        value = maybe_get_static_value(event_ndims)
        return event_ndims if value is None else int(value)


def concat_vectors(*args):
    """The vectors one behind the other: a constant where all are known."""
    values = [known(x) for x in args]
    if any(value is None for value in values):
        return concat(args, 0)
    return constant([number for vector in values for number in vector], dtype=dtypes.int32)


def _and(*conditions):
    values = [known(x) for x in conditions]
    if any(value is not None and not value for value in values):
        return constant(False)
    if all(value is not None for value in values):
        return constant(True)
    return reduce_all(stack(conditions))


def _not(x):
    value = known(x)
    return logical_not(x) if value is None else constant(not value)


def _equal(x, y):
    first, second = known(x), known(y)
    return equal(x, y) if first is None or second is None else constant(bool(first == second))


def _length(vector):
    """The length of a shape, as a tensor."""
    if vector.shape.ndims not in (None, 1):
        raise ValueError("input is not a valid shape: not 1D")
    if vector.shape.is_fully_defined():
        return constant(vector.shape.as_list()[0])
    return shape(vector)[0]


def _may_hold(override_shape):
    value = static_value(override_shape)
    return value is None or value.size != 0
