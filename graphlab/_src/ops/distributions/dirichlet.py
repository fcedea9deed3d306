"""The Dirichlet and the Dirichlet-multinomial distribution."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.graph.attributes import attribute
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.ranks import assert_rank_at_least
from graphlab._src.ops.checks.values import assert_equal, assert_less, assert_near, assert_positive
from graphlab._src.ops.constants import fill, ones
from graphlab._src.ops.control_flow.grouping import with_dependencies
from graphlab._src.ops.diagonal import matrix_set_diag
from graphlab._src.ops.distributions.base import FULLY_REPARAMETERIZED, NOT_REPARAMETERIZED, Distribution
from graphlab._src.ops.distributions.divergence import RegisterKL
from graphlab._src.ops.distributions.parameters import check_classes, check_whole, gen_new_seed, log_combinations
from graphlab._src.ops.joining import concat
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.one_hot import one_hot
from graphlab._src.ops.power import log, rsqrt, sqrt, xlogy
from graphlab._src.ops.random import multinomial
from graphlab._src.ops.random_counts import random_gamma
from graphlab._src.ops.reduction import reduce_all, reduce_sum
from graphlab._src.ops.select import where_v2
from graphlab._src.ops.shape import reshape, shape
from graphlab._src.ops.special import digamma, lbeta

_POSITIVE = "Concentration parameter must be positive."


class _OfClasses(Distribution):
    """Base class of distributions with a concentration [*batch, classes] and its sum over the classes."""

    _concentration: Any
    _total_concentration: Any
    _variance_scale_term: Any

    concentration = attribute("_concentration", "What speaks for each class: [*batch, classes].")
    total_concentration = attribute("_total_concentration", "The sum over the classes.")

    def _batch_shape_tensor(self):
        return shape(self.total_concentration)

    def _batch_shape(self):
        return self._total_concentration.shape

    def _event_shape_tensor(self):
        return shape(self.concentration)[-1:]

    def _event_shape(self):
        return self._concentration.shape.with_rank_at_least(1)[-1:]

    def _covariance(self):
        x = self._variance_scale_term() * self._mean()
        return matrix_set_diag(-matmul(x[..., None], x[..., None, :]), self._variance())

    def _mean_of_probs(self):
        return self._concentration / self._total_concentration[..., None]


class Dirichlet(_OfClasses):
    """Dirichlet distributions, of vectors of probabilities.

    concentration: [*batch, classes], above 0.
    validate_args, allow_nan_stats: as in Distribution.
    """

    def __init__(self, concentration, validate_args=False, allow_nan_stats=True, name="Dirichlet"):
        parameters = dict(locals())
        with name_scope(name, values=[concentration]) as name:
            concentration = convert_to_tensor(concentration, name="concentration")
            if validate_args:
                checks = [
                    assert_positive(concentration, message=_POSITIVE),
                    assert_rank_at_least(concentration, 1, message="Concentration parameter must have >=1 dimensions."),
                    assert_less(
                        1, shape(concentration)[-1], message="Concentration parameter must have event_size >= 2."
                    ),
                ]
                concentration = with_dependencies(checks, concentration)
            self._concentration = concentration
            self._total_concentration = reduce_sum(concentration, -1)
        super().__init__(
            self._concentration.dtype,
            FULLY_REPARAMETERIZED,
            validate_args,
            allow_nan_stats,
            parameters,
            [self._concentration, self._total_concentration],
            name,
        )

    def _sample_n(self, n, seed=None):
        gamma = random_gamma(shape=[n], alpha=self.concentration, dtype=self.dtype, seed=seed)
        return gamma / reduce_sum(gamma, -1, keepdims=True)

    def _log_prob(self, x):
        if self.validate_args:
            message = "sample last-dimension must sum to `1`"
            checks = [
                assert_positive(x, message="samples must be positive"),
                assert_near(ones([], dtype=self.dtype), reduce_sum(x, -1), message=message),
            ]
            x = with_dependencies(checks, x)
        return reduce_sum(xlogy(self._concentration - 1.0, x), -1) - lbeta(self.concentration)

    def _entropy(self):
        classes = cast(self.event_shape_tensor()[0], self.dtype)
        return (
            lbeta(self.concentration)
            + (self.total_concentration - classes) * digamma(self.total_concentration)
            - reduce_sum((self._concentration - 1.0) * digamma(self.concentration), axis=-1)
        )

    def _mean(self):
        return self._mean_of_probs()

    def _variance_scale_term(self):
        return rsqrt(1.0 + self._total_concentration[..., None])

    def _variance(self):
        scale = self._variance_scale_term()
        x = scale * self._mean()
        return x * (scale - x)

    def _mode(self):
        classes = cast(self.event_shape_tensor()[0], self.dtype)
        mode = (self._concentration - 1.0) / (self._total_concentration[..., None] - classes)
        if self.allow_nan_stats:
            undefined = fill(shape(mode), self.dtype.as_numpy_dtype(float("nan")), name="nan")
            return where_v2(reduce_all(self._concentration > 1.0, axis=-1, keepdims=True), mode, undefined)
        message = "Mode undefined when any concentration <= 1"
        return with_dependencies([assert_less(ones([], self.dtype), self.concentration, message=message)], mode)


class DirichletMultinomial(_OfClasses):
    """Distributions of how often each class is drawn in total_count draws, with probabilities from a Dirichlet one.

    total_count: [*batch], whole numbers of the concentration's dtype.  concentration: [*batch, classes], above 0.
    validate_args, allow_nan_stats: as in Distribution.
    """

    def __init__(
        self, total_count, concentration, validate_args=False, allow_nan_stats=True, name="DirichletMultinomial"
    ):
        parameters = dict(locals())
        with name_scope(name, values=[total_count, concentration]) as name:
            self._total_count = convert_to_tensor(total_count, name="total_count")
            if validate_args:
                self._total_count = check_whole(self._total_count)
            concentration = convert_to_tensor(concentration, name="concentration")
            if validate_args:
                concentration = check_classes(concentration)
                concentration = with_dependencies([assert_positive(concentration, message=_POSITIVE)], concentration)
            self._concentration = concentration
            self._total_concentration = reduce_sum(concentration, -1)
        super().__init__(
            self._concentration.dtype,
            NOT_REPARAMETERIZED,
            validate_args,
            allow_nan_stats,
            parameters,
            [self._total_count, self._concentration],
            name,
        )

    @property
    def total_count(self):
        """The number of draws."""
        return self._total_count

    def _sample_n(self, n, seed=None):
        draws = cast(self.total_count, dtype=dtypes.int32)
        classes = self.event_shape_tensor()[0]
        probs = random_gamma(shape=[n], alpha=self.concentration, dtype=self.dtype, seed=seed)
        logits = reshape(log(probs), shape=[-1, classes])
        drawn = multinomial(logits, draws, seed=gen_new_seed(seed, "dirichlet_multinomial"))
        counts = reduce_sum(one_hot(drawn, depth=classes), -2)
        final_shape = concat([[n], self.batch_shape_tensor(), [classes]], 0)
        return cast(reshape(counts, final_shape), self.dtype)

    def _log_prob(self, counts):
        if self.validate_args:
            counts = check_whole(counts)
            message = "counts last-dimension must sum to `self.total_count`"
            checks = [assert_equal(self.total_count, reduce_sum(counts, -1), message=message)]
            counts = with_dependencies(checks, counts)
        ordered = lbeta(self._concentration + counts) - lbeta(self.concentration)
        return ordered + log_combinations(self.total_count, counts)

    def _mean(self):
        return self.total_count * self._mean_of_probs()

    def _variance_scale_term(self):
        total = self._total_concentration[..., None]
        return sqrt((1.0 + total / self.total_count) / (1.0 + total))

    def _variance(self):
        scale = self._variance_scale_term()
        x = scale * self._mean()
        return x * (self.total_count * scale - x)


@RegisterKL(Dirichlet, Dirichlet)
def _kl_dirichlet_dirichlet(a, b, name=None):
    with name_scope(name, "kl_dirichlet_dirichlet", values=[a.concentration, b.concentration]):
        of_sum = digamma(reduce_sum(a.concentration, axis=-1, keepdims=True))
        difference = digamma(a.concentration) - of_sum
        weighed = reduce_sum((a.concentration - b.concentration) * difference, axis=-1)
        return weighed - lbeta(a.concentration) + lbeta(b.concentration)
