"""The categorical distribution."""

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph import constant, convert_to_tensor, name_scope
from graphlab._src.ops.arg import argmax
from graphlab._src.ops.cast import cast
from graphlab._src.ops.constants import ones, ones_like, zeros_like
from graphlab._src.ops.cross_entropy import sparse_softmax_cross_entropy_with_logits
from graphlab._src.ops.distributions.base import NOT_REPARAMETERIZED, Distribution
from graphlab._src.ops.distributions.divergence import RegisterKL
from graphlab._src.ops.distributions.parameters import ClassProbabilities, check_classes, check_whole, logits_and_probs
from graphlab._src.ops.grids import sequence_mask
from graphlab._src.ops.identity import identity
from graphlab._src.ops.joining import concat
from graphlab._src.ops.random import multinomial
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.select import where
from graphlab._src.ops.shape import rank, reshape, shape
from graphlab._src.ops.softmax import log_softmax, softmax
from graphlab._src.ops.transpose import transpose


class Categorical(ClassProbabilities, Distribution):
    """Distributions of class numbers.

    logits, or probs: [*batch, classes]; one of the two.  dtype: of the class numbers.
    validate_args, allow_nan_stats: as in Distribution.
    """

    def __init__(
        self,
        logits=None,
        probs=None,
        dtype=dtypes.int32,
        validate_args=False,
        allow_nan_stats=True,
        name="Categorical",
    ):
        parameters = dict(locals())
        with name_scope(name, values=[logits, probs]) as name:
            self._logits, self._probs = logits_and_probs(logits, probs, True, validate_args, name)
            if validate_args:
                self._logits = check_classes(self._logits)
            static = self._logits.shape.with_rank_at_least(1)
            if static.ndims is not None:
                self._batch_rank = convert_to_tensor(static.ndims - 1, dtype=dtypes.int32, name="batch_rank")
            else:
                with name_scope("batch_rank"):
                    self._batch_rank = rank(self._logits) - 1
            logits_shape = shape(self._logits, name="logits_shape")
            classes = None if static.ndims is None else static.as_list()[-1]
            if classes is not None:
                self._event_size = convert_to_tensor(classes, dtype=dtypes.int32, name="event_size")
            else:
                with name_scope("event_size"):
                    self._event_size = logits_shape[self._batch_rank]
            batch = [None] if static.ndims is None else static.as_list()[:-1]
            if None not in batch:
                self._batch_shape_val = constant(batch, dtype=dtypes.int32, name="batch_shape")
            else:
                with name_scope("batch_shape"):
                    self._batch_shape_val = logits_shape[:-1]
        super().__init__(
            dtypes.as_dtype(dtype),
            NOT_REPARAMETERIZED,
            validate_args,
            allow_nan_stats,
            parameters,
            [self._logits, self._probs],
            name,
        )

    @property
    def event_size(self):
        """The number of classes, as a tensor."""
        return self._event_size

    def _batch_shape_tensor(self):
        return identity(self._batch_shape_val)

    def _batch_shape(self):
        return self.logits.shape[:-1]

    def _event_shape_tensor(self):
        return constant([], dtype=dtypes.int32)

    def _event_shape(self):
        return TensorShape([])

    def _sample_n(self, n, seed=None):
        flat = self.logits if self.logits.shape.ndims == 2 else reshape(self.logits, [-1, self.event_size])
        kind = dtypes.int64 if self.dtype.size > 4 else dtypes.int32
        drawn = multinomial(flat, n, seed=seed, output_dtype=kind)
        return cast(reshape(transpose(drawn), concat([[n], self.batch_shape_tensor()], 0)), self.dtype)

    def _cdf(self, k):
        k, probs = self._broadcast(k, self.probs)
        flat = reshape(probs, (-1, self._event_size))
        below = where(sequence_mask(reshape(k, [-1]), self._event_size), flat, zeros_like(flat))
        return reshape(reduce_sum(below, axis=-1), shape(k))

    def _log_prob(self, k):
        k, logits = self._broadcast(k, self.logits)
        return -sparse_softmax_cross_entropy_with_logits(labels=k, logits=logits)

    def _entropy(self):
        return -reduce_sum(log_softmax(self.logits) * self.probs, axis=-1)

    def _mode(self):
        mode = cast(argmax(self.logits, axis=self._batch_rank), self.dtype)
        mode.set_shape(self.batch_shape)
        return mode

    def _broadcast(self, k, of_classes):
        """Class numbers and logits or probs, broadcast to one batch shape."""
        k = convert_to_tensor(k, name="k")
        if self.validate_args:
            k = check_whole(k, name="embed_check_casting_closed")
        return broadcast_cat_event_and_params(k, of_classes, self.dtype)


def broadcast_cat_event_and_params(event, params, base_dtype):
    """Class numbers, as whole numbers, and what is of each class, broadcast to one batch shape. base_dtype: named in errors."""
    if event.dtype.is_floating:
        event = cast(event, dtypes.int32)
    elif not event.dtype.is_integer:
        raise TypeError(f"`value` should have integer `dtype` or `self.dtype` ({base_dtype})")
    batch = params.shape[:-1]
    if batch.is_fully_defined() and event.shape.is_fully_defined() and batch == event.shape:
        return event, params
    params *= ones_like(event[..., None], dtype=params.dtype)
    event *= ones(shape(params)[:-1], dtype=event.dtype)
    if params.shape.ndims is not None:
        event.set_shape(params.shape[:-1])
    return event, params


@RegisterKL(Categorical, Categorical)
def _kl_categorical_categorical(a, b, name=None):
    with name_scope(name, "kl_categorical_categorical", values=[a.logits, b.logits]):
        difference = log_softmax(a.logits) - log_softmax(b.logits)
        return reduce_sum(softmax(a.logits) * difference, axis=-1)
