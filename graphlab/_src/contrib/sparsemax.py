"""Sparsemax: the nearest probabilities to logits, of which many are exactly 0 (Martins and Astudillo, 2016)."""

from graphlab._src.base import dtypes
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.ops.arg import top_k
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import equal, is_inf, is_nan
from graphlab._src.ops.constants import fill, zeros_like
from graphlab._src.ops.cumulative import cumsum
from graphlab._src.ops.extremes import maximum
from graphlab._src.ops.gather import gather_nd
from graphlab._src.ops.joining import stack
from graphlab._src.ops.logical import logical_and, logical_or
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.select import where
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import shape


def sparsemax(logits, name=None):
    """The projection of each row of logits [batch, classes] onto probabilities; NaN for a row without a projection."""
    with name_scope(name, "sparsemax", [logits]):
        logits = convert_to_tensor(logits, name="logits")
        kind = logits.dtype
        batch, classes = shape(logits)[0], shape(logits)[1]
        ordered, _ = top_k(logits, k=classes)
        sums = cumsum(ordered, axis=1)
        ranks = range_(1, cast(classes, kind) + 1, dtype=kind)
        support = reduce_sum(cast(1 + ranks * ordered > sums, dtypes.int32), axis=1)
        places = stack([range_(0, batch), maximum(support, 1) - 1], axis=1)
        threshold = (gather_nd(sums, places) - 1) / cast(support, kind)
        result = maximum(cast(0, kind), logits - threshold[:, None])
        undefined = logical_or(equal(support, 0), is_nan(sums[:, -1]))
        return where(undefined, fill([batch, classes], cast(float("nan"), kind)), result)


def sparsemax_loss(logits, sparsemax, labels, name=None):
    """The loss whose gradient is sparsemax - labels: [batch].

    logits, sparsemax (of the logits), labels (probabilities): [batch, classes].
    """
    with name_scope(name, "sparsemax_loss", [logits, sparsemax, labels]):
        logits = convert_to_tensor(logits, name="logits")
        probabilities = convert_to_tensor(sparsemax, name="sparsemax")
        labels = convert_to_tensor(labels, name="labels")
        counts = logical_or(probabilities > 0, is_nan(probabilities))
        own = where(counts, probabilities * (logits - 0.5 * probabilities), zeros_like(probabilities))
        theirs = labels * (0.5 * labels - logits)
        theirs = where(logical_and(equal(labels, 0), is_inf(logits)), zeros_like(logits), theirs)
        return reduce_sum(own + theirs, axis=1)
