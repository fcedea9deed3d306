"""Distribution: the base class of distributions."""

import contextlib
from typing import Any

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import TensorShape, as_shape
from graphlab._src.graph import Tensor, convert_to_tensor, name_scope, static_value
from graphlab._src.graph.attributes import attribute
from graphlab._src.ops.arithmetic import square
from graphlab._src.ops.broadcasting import broadcast_dynamic_shape, broadcast_static_shape
from graphlab._src.ops.comparison import equal
from graphlab._src.ops.constants import fill
from graphlab._src.ops.distributions import divergence
from graphlab._src.ops.joining import concat
from graphlab._src.ops.power import exp, log, log1p, sqrt
from graphlab._src.ops.reduction import reduce_prod
from graphlab._src.ops.select import where_v2
from graphlab._src.ops.shape import reshape, shape


class ReparameterizationType:
    """The kinds of distributions whose samples have, or have not, a gradient in the parameters."""

    def __init__(self, rep_type):
        self._rep_type = rep_type

    def __repr__(self):
        return f"<Reparameteriation Type: {self._rep_type}>"  # TensorFlow's spelling


FULLY_REPARAMETERIZED = ReparameterizationType("FULLY_REPARAMETERIZED")
NOT_REPARAMETERIZED = ReparameterizationType("NOT_REPARAMETERIZED")


def _own(name) -> Any:
    """A method that a kind of distribution may have of its own."""

    def missing(self, *args, **kwargs):
        raise NotImplementedError(f"{name} is not implemented: {type(self).__name__}")

    return missing


def _either(direct, derived):
    """The result of the first function or, where the distribution can't compute that, of the second."""
    try:
        return direct()
    except NotImplementedError as error:
        try:
            return derived()
        except NotImplementedError:
            raise error from None


class Distribution:
    """A batch of distributions of one kind, each over events of one shape.

    A sample has the shape [*sample_shape, *batch_shape, *event_shape]; a probability lacks the event's axes. A kind has
    methods with an underscore for what it knows: `_sample_n`, `_log_prob`, `_mean`, ...; `prob` follows from
    `_log_prob`, `stddev` from `_variance` and so on. What it can't do raises NotImplementedError.

    dtype: of samples.  parameters: the constructor's arguments.  graph_parents: the tensors that it is made of.
    reparameterization_type: FULLY_REPARAMETERIZED where samples have a gradient in the parameters, else
    NOT_REPARAMETERIZED.  validate_args: whether runs check parameters and values.
    allow_nan_stats: whether a statistic that is not defined is NaN; else it is an error.
    """

    def __init__(
        self,
        dtype,
        reparameterization_type,
        validate_args,
        allow_nan_stats,
        parameters=None,
        graph_parents=None,
        name=None,
    ):
        for i, parent in enumerate(graph_parents or ()):
            if not isinstance(parent, Tensor):
                raise ValueError(f"Graph parent item {i} is not a Tensor; {parent}.")
        if not name or name[-1] != "/":
            with name_scope(name or type(self).__name__) as name:
                pass
        self._dtype = dtype
        self._reparameterization_type = reparameterization_type
        self._validate_args = validate_args
        self._allow_nan_stats = allow_nan_stats
        self._parameters = parameters or {}
        self._graph_parents = list(graph_parents or ())
        self._name = name

    _sample_n = _own("sample_n")
    _prob = _own("prob")
    _log_prob = _own("log_prob")
    _cdf = _own("cdf")
    _log_cdf = _own("log_cdf")
    _survival_function = _own("survival_function")
    _log_survival_function = _own("log_survival_function")
    _quantile = _own("quantile")
    _entropy = _own("entropy")
    _mean = _own("mean")
    _mode = _own("mode")
    _variance = _own("variance")
    _stddev = _own("stddev")
    _covariance = _own("covariance")
    _batch_shape_tensor = _own("batch_shape_tensor")
    _event_shape_tensor = _own("event_shape_tensor")

    @staticmethod
    def _param_shapes(sample_shape):
        raise NotImplementedError("_param_shapes not implemented")

    def _batch_shape(self):
        return TensorShape(None)

    def _event_shape(self):
        return TensorShape(None)

    def _cross_entropy(self, other):
        return divergence.cross_entropy(self, other, allow_nan_stats=self.allow_nan_stats)

    def _kl_divergence(self, other):
        return divergence.kl_divergence(self, other, allow_nan_stats=self.allow_nan_stats)

    @classmethod
    def param_shapes(cls, sample_shape, name="DistributionParamShapes"):
        """{parameter: its shape as a tensor} for samples of that shape."""
        with name_scope(name, values=[sample_shape]):
            return cls._param_shapes(sample_shape)

    @classmethod
    def param_static_shapes(cls, sample_shape):
        """{parameter: its TensorShape} for samples of that shape, which must be known."""
        if isinstance(sample_shape, TensorShape):
            if not sample_shape.is_fully_defined():
                raise ValueError("TensorShape sample_shape must be fully defined")
            sample_shape = sample_shape.as_list()
        known = {name: static_value(tensor) for name, tensor in cls.param_shapes(sample_shape).items()}
        if any(value is None for value in known.values()):
            raise ValueError("sample_shape must be a fully-defined TensorShape or list/tuple")
        return {name: TensorShape(value) for name, value in known.items()}

    @property
    def name(self):
        """The name scope of its operations, which ends with a slash."""
        return self._name

    @property
    def dtype(self):
        return self._dtype

    @property
    def parameters(self):
        """The constructor's arguments by name."""
        return {k: v for k, v in self._parameters.items() if not k.startswith("__") and k != "self"}

    reparameterization_type = attribute(
        "_reparameterization_type",
        "FULLY_REPARAMETERIZED where samples have a gradient in the parameters, else NOT_REPARAMETERIZED.",
    )
    allow_nan_stats = attribute(
        "_allow_nan_stats", "Whether a statistic that is not defined is NaN; else it is an error."
    )
    validate_args = attribute("_validate_args", "Whether runs check parameters and values.")

    def copy(self, **override_parameters_kwargs):
        """A distribution of the same class, made with the same arguments but those passed here."""
        return type(self)(**{**self.parameters, **override_parameters_kwargs})

    @property
    def batch_shape(self):
        """The TensorShape of the batch of distributions."""
        return as_shape(self._batch_shape())

    @property
    def event_shape(self):
        """The TensorShape of one sample of one of the distributions."""
        return as_shape(self._event_shape())

    def batch_shape_tensor(self, name="batch_shape_tensor"):
        """The batch's shape as an int32 vector."""
        return self._shape_tensor(self.batch_shape, self._batch_shape_tensor, "batch_shape", name)

    def event_shape_tensor(self, name="event_shape_tensor"):
        """An event's shape as an int32 vector."""
        return self._shape_tensor(self.event_shape, self._event_shape_tensor, "event_shape", name)

    def _shape_tensor(self, static, computed, what, name):
        with self._name_scope(name):
            if static.is_fully_defined():
                return convert_to_tensor(static.as_list(), dtype=dtypes.int32, name=what)
            return computed()

    def is_scalar_event(self, name="is_scalar_event"):
        """Whether an event is a single number, as a boolean tensor."""
        with self._name_scope(name):
            return convert_to_tensor(_is_scalar(self.event_shape, self.event_shape_tensor), name="is_scalar_event")

    def is_scalar_batch(self, name="is_scalar_batch"):
        """Whether it is a single distribution, as a boolean tensor."""
        with self._name_scope(name):
            return convert_to_tensor(_is_scalar(self.batch_shape, self.batch_shape_tensor), name="is_scalar_batch")

    def sample(self, sample_shape=(), seed=None, name="sample"):
        """Draws: [*sample_shape, *batch_shape, *event_shape]. seed: see set_random_seed."""
        return self._call_sample_n(sample_shape, seed, name)

    def _call_sample_n(self, sample_shape, seed, name, **kwargs):
        with self._name_scope(name, values=[sample_shape]):
            sample_shape = convert_to_tensor(sample_shape, dtype=dtypes.int32, name="sample_shape")
            sample_shape, count = self._expand_sample_shape_to_vector(sample_shape, "sample_shape")
            samples = self._sample_n(count, seed, **kwargs)
            final_shape = concat([sample_shape, shape(samples)[1:]], 0)
            return self._set_sample_static_shape(reshape(samples, final_shape), sample_shape)

    def _call_log_prob(self, value, name, **kwargs):
        return self._at(value, name, self._log_prob, lambda value, **kwargs: log(self._prob(value, **kwargs)), kwargs)

    def log_prob(self, value, name="log_prob"):
        """The logarithm of the probability, or of its density, at value."""
        return self._call_log_prob(value, name)

    def _call_prob(self, value, name, **kwargs):
        return self._at(value, name, self._prob, lambda value, **kwargs: exp(self._log_prob(value, **kwargs)), kwargs)

    def prob(self, value, name="prob"):
        """The probability, or its density, at value."""
        return self._call_prob(value, name)

    def _call_log_cdf(self, value, name, **kwargs):
        return self._at(value, name, self._log_cdf, lambda value, **kwargs: log(self._cdf(value, **kwargs)), kwargs)

    def log_cdf(self, value, name="log_cdf"):
        """The logarithm of the probability of a draw that is at most value."""
        return self._call_log_cdf(value, name)

    def _call_cdf(self, value, name, **kwargs):
        return self._at(value, name, self._cdf, lambda value, **kwargs: exp(self._log_cdf(value, **kwargs)), kwargs)

    def cdf(self, value, name="cdf"):
        """The probability of a draw that is at most value."""
        return self._call_cdf(value, name)

    def _call_log_survival_function(self, value, name, **kwargs):
        def derived(value, **kwargs):
            return log1p(-self.cdf(value, **kwargs))

        return self._at(value, name, self._log_survival_function, derived, kwargs)

    def log_survival_function(self, value, name="log_survival_function"):
        """The logarithm of the probability of a draw above value."""
        return self._call_log_survival_function(value, name)

    def _call_survival_function(self, value, name, **kwargs):
        def derived(value, **kwargs):
            return 1.0 - self.cdf(value, **kwargs)

        return self._at(value, name, self._survival_function, derived, kwargs)

    def survival_function(self, value, name="survival_function"):
        """The probability of a draw above value."""
        return self._call_survival_function(value, name)

    def _call_quantile(self, value, name, **kwargs):
        return self._at(value, name, self._quantile, self._quantile, kwargs)

    def quantile(self, value, name="quantile"):
        """The number below which a draw is with the probability value: the inverse of `cdf`."""
        return self._call_quantile(value, name)

    def _at(self, value, name, direct, derived, kwargs):
        with self._name_scope(name, values=[value]):
            value = convert_to_tensor(value, name="value", preferred_dtype=self.dtype)
            return _either(lambda: direct(value, **kwargs), lambda: derived(value, **kwargs))

    def entropy(self, name="entropy"):
        """Shannon's entropy in nats."""
        with self._name_scope(name):
            return self._entropy()

    def mean(self, name="mean"):
        with self._name_scope(name):
            return self._mean()

    def mode(self, name="mode"):
        """The most likely value."""
        with self._name_scope(name):
            return self._mode()

    def variance(self, name="variance"):
        with self._name_scope(name):
            return _either(self._variance, lambda: square(self._stddev()))

    def stddev(self, name="stddev"):
        """The standard deviation."""
        with self._name_scope(name):
            return _either(self._stddev, lambda: sqrt(self._variance()))

    def covariance(self, name="covariance"):
        """The covariance of an event's elements: [*batch_shape, size, size]."""
        with self._name_scope(name):
            return self._covariance()

    def cross_entropy(self, other, name="cross_entropy"):
        """The mean of -log other.prob(x) over draws x, in nats."""
        with self._name_scope(name):
            return self._cross_entropy(other)

    def kl_divergence(self, other, name="kl_divergence"):
        """The mean of log(prob(x) / other.prob(x)) over draws x, in nats."""
        with self._name_scope(name):
            return self._kl_divergence(other)

    def __str__(self):
        batch = f", batch_shape={self.batch_shape}" if self.batch_shape.ndims is not None else ""
        event = f", event_shape={self.event_shape}" if self.event_shape.ndims is not None else ""
        return f'tfp.distributions.{type(self).__name__}("{self.name}"{batch}{event}, dtype={self.dtype.name})'

    def __repr__(self):
        return (
            f"<tfp.distributions.{type(self).__name__} '{self.name}' batch_shape={self.batch_shape} "
            f"event_shape={self.event_shape} dtype={self.dtype.name}>"
        )

    @contextlib.contextmanager
    def _name_scope(self, name=None, values=None):
        with name_scope(self.name), name_scope(name, values=[*(values or ()), *self._graph_parents]) as scope:
            yield scope

    def _expand_sample_shape_to_vector(self, x, name):
        """(the sample shape as a vector, how many samples that are)."""
        known = static_value(x)
        count = reduce_prod(x) if known is None else np.prod(known, dtype=x.dtype.as_numpy_dtype)
        ndims = x.shape.ndims
        if ndims == 0:
            vector = reshape(x, [1]) if known is None else convert_to_tensor(np.array([known]), x.dtype, name=name)
            return vector, count
        if ndims is None:
            return reshape(x, [-1]), count
        if ndims != 1:
            raise ValueError("Input is neither scalar nor vector.")
        return x, count

    def _set_sample_static_shape(self, samples, sample_shape):
        """The samples, with what is known of sample shape, batch and event as their static shape."""
        known, rank = static_value(sample_shape), _size_of(sample_shape)
        if rank is not None:
            drawn = TensorShape([None] * rank if known is None else known)
            samples.set_shape(drawn.concatenate(self.batch_shape).concatenate(self.event_shape))
        return samples


class Elementwise(Distribution):
    """Distributions of single numbers whose parameters broadcast against each other.

    `_shaping` names the parameters.
    """

    _shaping: tuple[str, ...] = ()

    @classmethod
    def _param_shapes(cls, sample_shape):  # pyright: ignore[reportIncompatibleMethodOverride]
        return dict.fromkeys(cls._shaping, convert_to_tensor(sample_shape, dtype=dtypes.int32))

    def _batch_shape_tensor(self):
        first, *rest = [shape(getattr(self, name)) for name in self._shaping]
        for other in rest:
            first = broadcast_dynamic_shape(first, other)
        return first

    def _batch_shape(self):
        first, *rest = [getattr(self, name).shape for name in self._shaping]
        for other in rest:
            first = broadcast_static_shape(first, other)
        return first

    def _event_shape_tensor(self):
        return convert_to_tensor([], dtype=dtypes.int32)

    def _event_shape(self):
        return TensorShape([])

    def _each(self, count):
        """The shape of that many samples."""
        return concat([[count], self.batch_shape_tensor()], 0)

    def _unless_nan(self, condition, value):
        """The value where the condition holds, and NaN elsewhere."""
        nan = fill(self.batch_shape_tensor(), self.dtype.as_numpy_dtype(np.nan), name="nan")
        return where_v2(condition, value, nan)


def _is_scalar(static, shape_tensor):
    if static.ndims is not None:
        return static.ndims == 0
    size = shape_tensor()
    if _size_of(size) is not None:
        return _size_of(size) == 0
    return equal(shape(size)[0], 0)


def _size_of(vector):
    return None if vector.shape.ndims is None else vector.shape.as_list()[0]
