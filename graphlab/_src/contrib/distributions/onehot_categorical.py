"""The categorical distribution whose draws are one-hot vectors."""

from graphlab._src.base import dtypes
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.graph.attributes import attribute
from graphlab._src.ops.arg import argmax
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.values import assert_equal, assert_non_negative
from graphlab._src.ops.constants import ones, ones_like
from graphlab._src.ops.cross_entropy import softmax_cross_entropy_with_logits
from graphlab._src.ops.diagonal import matrix_set_diag
from graphlab._src.ops.distributions.base import NOT_REPARAMETERIZED, Distribution
from graphlab._src.ops.distributions.bijector import checked
from graphlab._src.ops.distributions.divergence import RegisterKL
from graphlab._src.ops.distributions.parameters import ClassProbabilities, logits_and_probs
from graphlab._src.ops.joining import concat
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.one_hot import one_hot
from graphlab._src.ops.random import multinomial
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.shape import rank, reshape, shape
from graphlab._src.ops.softmax import log_softmax, softmax
from graphlab._src.ops.transpose import transpose


class OneHotCategorical(ClassProbabilities, Distribution):
    """Distributions of classes as one-hot vectors: [*batch, classes].

    logits, or probs: [*batch, classes]; one of the two.  dtype: of the draws.  validate_args: whether runs check them.
    """

    def __init__(
        self,
        logits=None,
        probs=None,
        dtype=dtypes.int32,
        validate_args=False,
        allow_nan_stats=True,
        name="OneHotCategorical",
    ):
        parameters = dict(locals())
        with name_scope(name, values=[logits, probs]) as name:
            self._logits, self._probs = logits_and_probs(logits, probs, True, validate_args, name)
            self._batch_rank = batch_rank(self._logits)
            with name_scope("event_size"):
                self._event_size = shape(self._logits)[-1]
        super().__init__(
            dtypes.as_dtype(dtype),
            NOT_REPARAMETERIZED,
            validate_args,
            allow_nan_stats,
            parameters,
            [self._logits, self._probs],
            name,
        )

    event_size = attribute("_event_size", "The number of classes, as a tensor.")

    def _batch_shape_tensor(self):
        return shape(self.logits)[:-1]

    def _batch_shape(self):
        return self.logits.shape[:-1]

    def _event_shape_tensor(self):
        return shape(self.logits)[-1:]

    def _event_shape(self):
        return self.logits.shape.with_rank_at_least(1)[-1:]

    def _sample_n(self, n, seed=None):
        sizes = concat([[n], shape(self.logits)], 0)
        flat = self.logits if self.logits.shape.ndims == 2 else reshape(self.logits, [-1, self.event_size])
        drawn = one_hot(transpose(multinomial(flat, n, seed=seed)), self.event_size, dtype=self.dtype)
        return reshape(drawn, sizes)

    def _log_prob(self, x):
        x, logits = broadcast_classes(self._checked(x), self.logits)
        sizes = shape(reduce_sum(logits, -1))
        flat, hot = (reshape(each, [-1, self.event_size]) for each in (logits, x))
        result = -softmax_cross_entropy_with_logits(labels=cast(hot, flat.dtype), logits=flat)
        return reshape(result, sizes)

    def _entropy(self):
        return -reduce_sum(log_softmax(self.logits) * self.probs, axis=-1)

    def _mode(self):
        mode = one_hot(argmax(self.logits, axis=self._batch_rank), self.event_size, dtype=self.dtype)
        mode.set_shape(self.logits.shape)
        return mode

    def _covariance(self):
        outer = matmul(self.probs[..., None], self.probs[..., None, :])
        return matrix_set_diag(-outer, self._variance())

    def _variance(self):
        return self.probs * (1.0 - self.probs)

    def _checked(self, x):
        if not self.validate_args:
            return x
        one = ones([], dtype=x.dtype)
        return checked(
            x, assert_non_negative(x), assert_equal(reduce_sum(x, axis=-1), one, message="x is not a one-hot vector.")
        )


def batch_rank(logits):
    """How many axes come before that of the classes, a scalar tensor."""
    count = logits.shape.with_rank_at_least(1).ndims
    if count is not None:
        return convert_to_tensor(count - 1, dtype=dtypes.int32, name="batch_rank")
    with name_scope("batch_rank"):
        return rank(logits) - 1


def broadcast_classes(x, logits):
    """x and logits, broadcast to one shape."""
    if x.shape.is_fully_defined() and x.shape == logits.shape:
        return x, logits
    logits = ones_like(x, dtype=logits.dtype) * logits
    return ones_like(logits, dtype=x.dtype) * x, logits


@RegisterKL(OneHotCategorical, OneHotCategorical)
def _kl_one_hot_one_hot(a, b, name=None):
    with name_scope(name, "kl_categorical_categorical", values=[a.logits, b.logits]):
        difference = log_softmax(a.logits) - log_softmax(b.logits)
        return reduce_sum(softmax(a.logits) * difference, axis=-1)
