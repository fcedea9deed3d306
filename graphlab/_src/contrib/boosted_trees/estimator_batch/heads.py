"""The heads of boosted trees with losses that are twice differentiable."""

import functools

from graphlab._src.contrib.boosted_trees import losses
from graphlab._src.contrib.boosted_trees.estimator_batch.custom_loss_head import CustomLossHead
from graphlab._src.contrib.estimator import multi_class_head as core_multi_class_head
from graphlab._src.contrib.estimator import regression_head as core_regression_head
from graphlab._src.contrib.learn.heads import multi_class_head
from graphlab._src.ops.identity import identity
from graphlab._src.ops.losses.weighted import Reduction
from graphlab._src.ops.reduction import reduce_mean


def class_head(n_classes, weight_column_name, label_keys):
    """The head of tf.contrib.learn for one of n_classes."""

    def loss(labels, logits, weights=None):
        return reduce_mean(losses.per_example_maxent_loss(labels, weights, logits, n_classes)[0])

    return multi_class_head(
        n_classes=n_classes,
        weight_column_name=weight_column_name,
        enable_centered_bias=False,
        loss_fn=loss if n_classes > 2 else None,
        label_keys=label_keys,
    )


def quantile_head(quantile, label_dimension):
    """The head of tf.contrib.learn for a quantile."""
    loss = functools.partial(losses.per_example_quantile_regression_loss, quantile=quantile)
    return CustomLossHead(loss_fn=loss, link_fn=identity, logit_dimension=label_dimension)


def core_multiclass_head(n_classes, weight_column=None, loss_reduction=Reduction.SUM_OVER_NONZERO_WEIGHTS):
    """The head of tf.estimator for one of n_classes."""

    def loss(labels, logits):
        return losses.per_example_maxent_loss(labels, None, logits, n_classes)[0]

    return core_multi_class_head(n_classes, weight_column, loss_reduction=loss_reduction, loss_fn=loss)


def core_quantile_regression_head(
    quantiles, label_dimension=1, weight_column=None, loss_reduction=Reduction.SUM_OVER_NONZERO_WEIGHTS
):
    """The head of tf.estimator for a quantile, a number."""

    def loss(labels, logits):
        return losses.per_example_quantile_regression_loss(labels, None, logits, quantiles)[0]

    return core_regression_head(weight_column, label_dimension, loss_reduction, loss)


def only(quantiles):
    """The quantile of a list of one. ValueError for more."""
    if len(quantiles) > 1:
        raise ValueError("For now, just one quantile per estimator is supported")
    return quantiles[0]
