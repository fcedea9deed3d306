"""The multinomial distribution."""

from graphlab._src.base import dtypes
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.values import assert_equal
from graphlab._src.ops.constants import ones_like
from graphlab._src.ops.control_flow.grouping import with_dependencies
from graphlab._src.ops.diagonal import matrix_set_diag
from graphlab._src.ops.distributions.base import NOT_REPARAMETERIZED, Distribution
from graphlab._src.ops.distributions.parameters import (
    ClassProbabilities,
    check_whole,
    log_combinations,
    logits_and_probs,
)
from graphlab._src.ops.functional.map_fn import map_fn
from graphlab._src.ops.identity import identity
from graphlab._src.ops.joining import concat
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.one_hot import one_hot
from graphlab._src.ops.random import multinomial
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.shape import reshape, shape
from graphlab._src.ops.softmax import log_softmax
from graphlab._src.ops.transpose import transpose


class Multinomial(ClassProbabilities, Distribution):
    """Distributions of how often each class is drawn in total_count draws: [*batch, classes].

    total_count: [*batch], whole numbers of the logits' dtype.  logits, or probs: [*batch, classes]; one of the two.
    validate_args, allow_nan_stats: as in Distribution.
    """

    def __init__(
        self, total_count, logits=None, probs=None, validate_args=False, allow_nan_stats=True, name="Multinomial"
    ):
        parameters = dict(locals())
        with name_scope(name, values=[total_count, logits, probs]) as name:
            self._total_count = convert_to_tensor(total_count, name="total_count")
            if validate_args:
                self._total_count = check_whole(self._total_count)
            self._logits, self._probs = logits_and_probs(logits, probs, True, validate_args, name)
            self._mean_val = self._total_count[..., None] * self._probs
        super().__init__(
            self._probs.dtype,
            NOT_REPARAMETERIZED,
            validate_args,
            allow_nan_stats,
            parameters,
            [self._total_count, self._logits, self._probs],
            name,
        )

    @property
    def total_count(self):
        """The number of draws."""
        return self._total_count

    def _batch_shape_tensor(self):
        return shape(self._mean_val)[:-1]

    def _batch_shape(self):
        return self._mean_val.shape.with_rank_at_least(1)[:-1]

    def _event_shape_tensor(self):
        return shape(self._mean_val)[-1:]

    def _event_shape(self):
        return self._mean_val.shape.with_rank_at_least(1)[-1:]

    def _sample_n(self, n, seed=None):
        """One distribution of the batch after the other: each has a count of its own."""
        counts = cast(self.total_count, dtype=dtypes.int32)
        classes = self.event_shape_tensor()[0]
        counts = ones_like(self.logits[..., 0], dtype=counts.dtype) * counts
        logits = ones_like(counts[..., None], dtype=self.logits.dtype) * self.logits
        logits, counts = reshape(logits, [-1, classes]), n * reshape(counts, [-1])

        def draws_of_one(pair):
            drawn = reshape(multinomial(pair[0][None, ...], pair[1], seed), shape=[n, -1])
            return reduce_sum(one_hot(drawn, depth=classes), axis=-2)  # [n, classes]

        drawn = map_fn(draws_of_one, [logits, counts], dtype=self.dtype)  # [batch, n, classes]
        drawn = transpose(drawn, perm=[1, 0, 2])
        return reshape(drawn, concat([[n], self.batch_shape_tensor(), [classes]], 0))

    def _log_prob(self, counts):
        if self.validate_args:
            counts = check_whole(counts)
            message = "counts must sum to `self.total_count`"
            checks = [assert_equal(self.total_count, reduce_sum(counts, -1), message=message)]
            counts = with_dependencies(checks, counts)
        unnormalized = reduce_sum(counts * log_softmax(self.logits), -1)
        return unnormalized - (-log_combinations(self.total_count, counts))

    def _mean(self):
        return identity(self._mean_val)

    def _covariance(self):
        return matrix_set_diag(-matmul(self._mean_val[..., None], self._each_probs()[..., None, :]), self._variance())

    def _variance(self):
        return self._mean_val - self._mean_val * self._each_probs()

    def _each_probs(self):
        return self.probs * ones_like(self.total_count)[..., None]
