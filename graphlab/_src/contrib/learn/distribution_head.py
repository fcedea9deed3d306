"""estimator_head_distribution_regression: a head whose logits are the parameters of a distribution of the labels."""

from graphlab._src.contrib.learn.head_losses import weighted
from graphlab._src.contrib.learn.heads import RegressionHead
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.graph.constant import static_value
from graphlab._src.ops.joining import concat
from graphlab._src.ops.shape import reshape, shape


class DistributionRegressionHead(RegressionHead):
    """A regression head that trains with the negative log likelihood and predicts the mean."""

    def __init__(self, make_distribution_fn, *arguments):
        if not callable(make_distribution_fn):
            raise TypeError("`make_distribution_fn` must be a callable function.")
        self._make_distribution_fn = make_distribution_fn
        self._distributions = {}
        dimension, *others = arguments
        super().__init__(lambda logits: self.distribution(logits).mean(), dimension, self._loss, *others)

    @property
    def distributions(self):
        """{logits: distribution}: all that were made."""
        return self._distributions

    def distribution(self, logits, name=None):
        """The distribution of these logits, made once."""
        with name_scope(name, "distribution", [logits]):
            if logits not in self._distributions:
                self._distributions[logits] = self._make_distribution_fn(logits)
            return self._distributions[logits]

    def _loss(self, labels, logits, weights=None):
        distribution = self.distribution(logits)
        batch = labels.shape.with_rank_at_least(1)[:-1]
        batch = batch.as_list() if batch.is_fully_defined() else shape(labels)[:-1]
        parts = [convert_to_tensor(batch, "int32"), distribution.event_shape_tensor()]
        values = [static_value(part) for part in parts]
        sizes = concat(parts, 0) if any(one is None for one in values) else [n for one in values for n in one]
        return weighted(-distribution.log_prob(reshape(labels, sizes)), weights)


def estimator_head_distribution_regression(
    make_distribution_fn,
    label_dimension=1,
    logits_dimension=None,
    label_name=None,
    weight_column_name=None,
    enable_centered_bias=False,
    head_name=None,
):
    """A head for numbers that are distributed as make_distribution_fn(logits) says, a tf.distributions.Distribution.

    logits_dimension: how many logits each example has, label_dimension when left out.  The rest is as for SingleHead.
    """
    others = label_name, weight_column_name, enable_centered_bias, head_name
    dimension = label_dimension if logits_dimension is None else logits_dimension
    return DistributionRegressionHead(make_distribution_fn, dimension, *others)
