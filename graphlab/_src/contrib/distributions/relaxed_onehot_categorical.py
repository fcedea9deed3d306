"""The Concrete, or Gumbel-softmax, distribution: one-hot vectors that have a gradient."""

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.contrib.distributions.bijectors.exp import Exp
from graphlab._src.contrib.distributions.onehot_categorical import batch_rank, broadcast_classes
from graphlab._src.graph import name_scope
from graphlab._src.graph.attributes import attribute
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.values import assert_near, assert_non_positive, assert_positive
from graphlab._src.ops.constants import ones, zeros
from graphlab._src.ops.distributions.base import FULLY_REPARAMETERIZED, Distribution
from graphlab._src.ops.distributions.bijector import checked
from graphlab._src.ops.distributions.parameters import ClassProbabilities, logits_and_probs
from graphlab._src.ops.distributions.transformed import TransformedDistribution
from graphlab._src.ops.division import div
from graphlab._src.ops.identity import identity
from graphlab._src.ops.joining import concat
from graphlab._src.ops.power import log
from graphlab._src.ops.random import random_uniform
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.shape import reshape, shape
from graphlab._src.ops.softmax import log_softmax
from graphlab._src.ops.special import lgamma
from graphlab._src.ops.statistics import reduce_logsumexp


class ExpRelaxedOneHotCategorical(ClassProbabilities, Distribution):
    """The logarithms of RelaxedOneHotCategorical's draws, which don't underflow: [*batch, classes].

    temperature: above 0; draws come near one-hot vectors as it falls.  logits, or probs: [*batch, classes].
    validate_args: whether runs check temperature and values.  See https://arxiv.org/abs/1611.00712.
    """

    def __init__(
        self,
        temperature,
        logits=None,
        probs=None,
        dtype=None,
        validate_args=False,
        allow_nan_stats=True,
        name="ExpRelaxedOneHotCategorical",
    ):
        parameters = dict(locals())
        with name_scope(name, values=[logits, probs, temperature]) as name:
            self._logits, self._probs = logits_and_probs(logits, probs, True, validate_args, name)
            if dtype is None:
                dtype = self._logits.dtype
                if not validate_args:
                    temperature = cast(temperature, dtype)
            with control_dependencies([assert_positive(temperature)] if validate_args else []):
                self._temperature = identity(temperature, name="temperature")
                self._temperature_2d = reshape(temperature, [-1, 1], name="temperature_2d")
            self._batch_rank = batch_rank(self._logits)
            with name_scope("event_size"):
                self._event_size = shape(self._logits)[-1]
        super().__init__(
            dtypes.as_dtype(dtype),
            FULLY_REPARAMETERIZED,
            validate_args,
            allow_nan_stats,
            parameters,
            [self._logits, self._probs, self._temperature],
            name,
        )

    event_size = attribute("_event_size", "The number of classes, as a tensor.")
    temperature = attribute("_temperature", "How far draws are from one-hot vectors.")

    def _batch_shape_tensor(self):
        return shape(self._logits)[:-1]

    def _batch_shape(self):
        return self.logits.shape[:-1]

    def _event_shape_tensor(self):
        return shape(self.logits)[-1:]

    def _event_shape(self):
        return self.logits.shape.with_rank_at_least(1)[-1:]

    def _sample_n(self, n, seed=None):
        sizes = concat([[n], shape(self.logits)], 0)
        logits = reshape(self.logits * ones(sizes, dtype=self.dtype), [-1, self.event_size])
        least = np.finfo(self.dtype.as_numpy_dtype).tiny  # 0 has no logarithm
        uniform = random_uniform(shape(logits), minval=least, maxval=1.0, dtype=self.dtype, seed=seed)
        gumbel = -log(-log(uniform))
        return reshape(log_softmax(div(gumbel + logits, self._temperature_2d)), sizes)

    def _log_prob(self, x):
        x, logits = broadcast_classes(self._checked(x), self.logits)
        sizes = shape(reduce_sum(logits, [-1]))
        flat, logarithms = (reshape(each, [-1, self.event_size]) for each in (logits, x))
        k = cast(self.event_size, x.dtype)
        constant_term = lgamma(k) + (k - 1.0) * log(self.temperature)
        unnormalized = reduce_sum(log_softmax(flat - logarithms * self._temperature_2d), [-1])
        return reshape(constant_term + unnormalized, sizes)

    def _checked(self, x):
        if not self.validate_args:
            return x
        sums = reduce_logsumexp(x, axis=[-1])
        return checked(x, assert_non_positive(x), assert_near(zeros([], dtype=self.dtype), sums))


class RelaxedOneHotCategorical(TransformedDistribution):
    """Distributions of probabilities near one-hot vectors, whose draws have a gradient in the logits: [*batch, classes].

    The arguments are ExpRelaxedOneHotCategorical's, of which the draws are the exponentials.
    """

    def __init__(
        self,
        temperature,
        logits=None,
        probs=None,
        dtype=None,
        validate_args=False,
        allow_nan_stats=True,
        name="RelaxedOneHotCategorical",
    ):
        parameters = {"temperature": temperature, "logits": logits, "probs": probs, "dtype": dtype}
        parameters.update(validate_args=validate_args, allow_nan_stats=allow_nan_stats, name=name)
        logarithms = ExpRelaxedOneHotCategorical(
            temperature,
            logits=logits,
            probs=probs,
            dtype=dtype,
            validate_args=validate_args,
            allow_nan_stats=allow_nan_stats,
        )
        super().__init__(logarithms, Exp(), name=name)
        self._parameters = parameters
