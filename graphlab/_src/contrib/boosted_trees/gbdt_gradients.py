"""The gradients and Hessians of a loss, as the strategy for several classes needs them."""

from graphlab._src.autodiff.gradients import gradients as gradients_of
from graphlab._src.ops.diagonal import trace
from graphlab._src.ops.gather import gather
from graphlab._src.ops.joining import stack, unstack
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.shape import squeeze
from graphlab._src.proto.gradient_trees import LearnerConfig


def statistics_of(strategy, logits_dimension, class_id, gradients, hessians, predictions):
    """(gradients, Hessians, Hessians of all logits): those that a tree is learned from, then what a bias is.

    class_id: the class that the tree is for.  gradients: [n, logits].  hessians: the same, or None: they are derived.
    predictions: what the gradients are of.
    """
    if hessians is not None and (strategy != LearnerConfig.TREE_PER_CLASS or logits_dimension != 1):
        raise ValueError("Providing hessians is not yet supported here.")
    if strategy != LearnerConfig.TREE_PER_CLASS:
        rows = _rows(gradients, predictions, logits_dimension)
        full = strategy == LearnerConfig.FULL_HESSIAN
        hessians = stack(rows if full else _diagonal(rows), axis=1)
        return gradients, hessians, hessians
    if logits_dimension == 1:
        if hessians is None:
            (hessians,) = gradients_of(gradients, predictions, name="Hessian")
        return squeeze(gradients, axis=[1]), squeeze(hessians, axis=[1]), hessians
    hessians = stack(_diagonal(_rows(gradients, predictions, logits_dimension)), axis=1)
    return gather(gradients, class_id, axis=1), gather(hessians, class_id, axis=1), hessians


def _rows(gradients, predictions, logits_dimension):
    """The derivatives of the gradient of each logit: a list of [n, logits]."""
    parts = unstack(gradients, num=logits_dimension, axis=1)
    return [gradients_of(part, predictions, name=f"Hessian_{i}")[0] for i, part in enumerate(parts)]


def _diagonal(rows):
    return [row[:, i] for i, row in enumerate(rows)]


def weights_of(hessians):
    """How much an example counts where quantiles are made: the trace of its Hessian."""
    rank = len(hessians.shape)
    if rank == 1:
        return hessians
    return reduce_sum(hessians, axis=1) if rank == 2 else trace(hessians)
