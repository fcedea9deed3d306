"""tf.contrib.nn: losses over classes that are drawn, dropout for SELU, and softplus with a scale."""

import numbers

from graphlab._src.autodiff.custom_gradient import custom_gradient
from graphlab._src.autodiff.gradients import gradients
from graphlab._src.base import dtypes
from graphlab._src.graph import IndexedSlices, convert_to_tensor, get_default_graph, name_scope
from graphlab._src.graph.constant import constant_value
from graphlab._src.ops.activation import softplus
from graphlab._src.ops.arg import top_k
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.asserting import assert_
from graphlab._src.ops.comparison import greater_equal
from graphlab._src.ops.constants import zeros, zeros_like
from graphlab._src.ops.cross_entropy import (
    sigmoid_cross_entropy_with_logits,
    softmax_cross_entropy_with_logits,
    sparse_softmax_cross_entropy_with_logits,
)
from graphlab._src.ops.embedding import embedding_lookup
from graphlab._src.ops.extremes import minimum
from graphlab._src.ops.gather import gather
from graphlab._src.ops.identity import identity_n, stop_gradient
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.power import exp, log
from graphlab._src.ops.random import random_uniform
from graphlab._src.ops.sampling.losses import sampled_logits, sampled_softmax_loss
from graphlab._src.ops.sampling.samplers import learned_unigram_candidate_sampler
from graphlab._src.ops.shape import reshape, shape, squeeze
from graphlab._src.ops.statistics import reduce_logsumexp

_ALPHA = -1.7580993408473766  # what SELU goes to for negative numbers: -scale · alpha of Klambauer et al., 2017


def alpha_dropout(x, keep_prob, noise_shape=None, seed=None, name=None):
    """Dropout that keeps the mean and the variance of values that SELU made (Klambauer et al., 2017).

    keep_prob: in (0, 1].  noise_shape: the shape of what is drawn, which broadcasts.
    """
    with name_scope(name, "alpha_dropout", [x]):
        x = convert_to_tensor(x, name="x")
        if isinstance(keep_prob, numbers.Real) and not 0 < float(keep_prob) <= 1.0:
            raise ValueError(
                f"keep_prob must be a scalar tensor or a float in the range (0, 1], got {float(keep_prob):g}"
            )
        keep = convert_to_tensor(keep_prob, dtype=x.dtype, name="keep_prob")
        keep.shape.assert_has_rank(0)
        if constant_value(keep) == 1:
            return x
        drawn = random_uniform(shape(x) if noise_shape is None else noise_shape, seed=seed, dtype=x.dtype)
        stays = cast(greater_equal(drawn, 1 - keep), x.dtype)
        x = x * stays + _ALPHA * (1 - stays)
        scale = (keep + keep * (1 - keep) * _ALPHA**2) ** -0.5
        offset = -scale * _ALPHA * (1 - keep)
        return scale * x + offset


def deprecated_flipped_softmax_cross_entropy_with_logits(logits, labels, dim=-1, name=None):
    """tf.nn.softmax_cross_entropy_with_logits with the logits first."""
    return softmax_cross_entropy_with_logits(labels=labels, logits=logits, dim=dim, name=name)


def deprecated_flipped_sparse_softmax_cross_entropy_with_logits(logits, labels, name=None):
    """tf.nn.sparse_softmax_cross_entropy_with_logits with the logits first."""
    return sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits, name=name)


def deprecated_flipped_sigmoid_cross_entropy_with_logits(logits, targets, name=None):
    """tf.nn.sigmoid_cross_entropy_with_logits with the logits first."""
    return sigmoid_cross_entropy_with_logits(labels=targets, logits=logits, name=name)


def fwd_gradients(ys, xs, grad_xs=None, assert_unused=False):
    """How ys change along grad_xs: the gradient of the gradient with regard to what it is multiplied by.

    grad_xs: directions, a tensor for each of xs.  assert_unused: a run fails that needs the inner gradient itself.
    """
    inner = [zeros_like(y) + float("nan") for y in ys]
    found = gradients(ys, xs, grad_ys=inner)
    found = [convert_to_tensor(grad) if isinstance(grad, IndexedSlices) else grad for grad in found]
    if assert_unused:
        graph = get_default_graph()
        with graph.control_dependencies([grad for grad in found if grad is not None]):
            unused = assert_(False, [1], name="fwd_gradients")
        with graph.control_dependencies([unused]):
            found = identity_n(found)
    found = [zeros_like(x) if grad is None else grad for x, grad in zip(xs, found, strict=True)]
    return gradients(found, inner, grad_ys=grad_xs)


def sampled_sparse_softmax_loss(
    weights,
    biases,
    labels,
    inputs,
    num_sampled,
    num_classes,
    sampled_values=None,
    remove_accidental_hits=True,
    partition_strategy="mod",
    name="sampled_sparse_softmax_loss",
):
    """tf.nn.sampled_softmax_loss for one true class in each row: [batch]. labels: int64 [batch, 1]."""
    logits, _ = sampled_logits(
        weights,
        biases,
        labels,
        inputs,
        num_sampled,
        num_classes,
        1,
        sampled_values,
        remove_accidental_hits,
        partition_strategy,
        name,
        None,
    )
    first = squeeze(zeros([shape(logits)[0], 1], dtypes.int64), [1])
    return sparse_softmax_cross_entropy_with_logits(labels=first, logits=logits)


def rank_sampled_softmax_loss(
    weights,
    biases,
    labels,
    inputs,
    num_sampled,
    num_resampled,
    num_classes,
    num_true,
    sampled_values,
    resampling_temperature,
    remove_accidental_hits,
    partition_strategy,
    name=None,
):
    """sampled_softmax_loss over those of the drawn classes that the model now finds likeliest: [batch].

    num_resampled: how many of the num_sampled classes are used.  resampling_temperature: what logits are divided by
    before their exponentials are summed over the batch.  The other arguments are tf.nn.sampled_softmax_loss's.
    """
    if num_sampled > num_classes:
        raise ValueError(f"num_sampled ({num_sampled}) cannot be greater than num_classes ({num_classes})")
    if num_sampled <= num_resampled:
        raise ValueError(f"num_resampled ({num_resampled}) must be less than num_sampled ({num_sampled})")
    if partition_strategy not in ("div", "mod"):
        raise ValueError(f"unsupported partition_strategy ({partition_strategy})")
    with name_scope(name, "rank_sampled_softmax_loss", [weights, biases, labels, inputs]) as scope:
        drawn = sampled_values or learned_unigram_candidate_sampler(labels, num_true, num_sampled, True, num_classes)
        sampled, true_count, sampled_count = (stop_gradient(value) for value in drawn)
        sampled = cast(sampled, dtypes.int64)
        embeddings = embedding_lookup(weights, sampled, partition_strategy)
        logits = matmul(embeddings, inputs / resampling_temperature, transpose_b=True)
        logits = reduce_logsumexp(logits, axis=1)
        logits += reshape(embedding_lookup(biases, sampled, partition_strategy), [-1]) / resampling_temperature
        _, best = top_k(logits, k=num_resampled, sorted=False)
        return sampled_softmax_loss(
            weights=weights,
            biases=biases,
            labels=labels,
            inputs=inputs,
            num_sampled=num_resampled,
            num_classes=num_classes,
            num_true=num_true,
            sampled_values=(gather(sampled, best), true_count, gather(sampled_count, best)),
            remove_accidental_hits=remove_accidental_hits,
            partition_strategy=partition_strategy,
            name=scope,
        )


def scaled_softplus(x, alpha, clip=None, name=None):
    """alpha · log(1 + exp(x / alpha)), at most clip: near 0 for x < 0, and near x for x > 0.

    alpha, clip: numbers or tensors that broadcast with x; the gradient flows to them, too.
    """
    with name_scope(name, "scaled_softplus", [x, alpha]):
        x = convert_to_tensor(x, name="x")
        alpha = convert_to_tensor(alpha, dtype=x.dtype, name="alpha")
        y = _smooth(x + alpha * 0, alpha + x * 0)
        return y if clip is None else minimum(y, convert_to_tensor(clip, dtype=x.dtype, name="clip"))


@custom_gradient
def _smooth(x, alpha):
    """Of tensors of one shape. The gradient is computed from the result, as it does not overflow."""
    y = alpha * softplus(x / alpha)

    def grad(dy):
        decay = exp(-y / alpha)
        by_x = 1.0 - decay
        return dy * by_x, dy * (y / alpha * decay - by_x * log(by_x + 1e-8))

    return y, grad
