"""CustomLossHead: a head of tf.contrib.learn with a loss of each example, as those of boosted trees' losses."""

from graphlab._src.base import dtypes
from graphlab._src.contrib.learn.heads import RegressionHead
from graphlab._src.ops.constants import ones
from graphlab._src.ops.reduction import reduce_mean
from graphlab._src.ops.shape import shape


class CustomLossHead(RegressionHead):
    """A head.

    loss_fn(labels, weights, logits) -> (losses, an operation).  link_fn: what makes predictions of logits.
    logit_dimension: how many logits an example has.  metrics_fn(predictions, labels, weights) -> {name: (value, update)}.
    """

    def __init__(self, loss_fn, link_fn, logit_dimension, head_name=None, weight_column_name=None, metrics_fn=None):
        def loss(labels, logits, weights=None):
            if weights is None:
                weights = ones([shape(labels)[0], 1], dtypes.float32)
            average = reduce_mean(loss_fn(labels, weights, logits)[0])
            return average, average / reduce_mean(weights)

        super().__init__(link_fn, logit_dimension, loss, None, weight_column_name, False, head_name)
        self._metrics_fn = metrics_fn

    def _metrics(self, predictions, labels, label_ids, weights):
        return {} if self._metrics_fn is None else self._metrics_fn(predictions, labels, weights)
