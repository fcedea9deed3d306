"""tf.contrib.losses.metric_learning.cluster_loss: a loss of how far a clustering is from that of the labels."""

import importlib
from typing import Any

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.contrib.metric_learning import pairwise_distance
from graphlab._src.graph import convert_to_tensor
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import equal
from graphlab._src.ops.dynamic import unique
from graphlab._src.ops.extremes import maximum
from graphlab._src.ops.gather import gather
from graphlab._src.ops.printing import print_
from graphlab._src.ops.py_func import py_func
from graphlab._src.ops.reduction import reduce_min, reduce_sum
from graphlab._src.ops.segment import unsorted_segment_min
from graphlab._src.ops.shape import expand_dims, shape, size, squeeze
from graphlab._src.summary.scalar import scalar

_ROUNDS = 5  # of refining the medoids
_SCORES = {  # of scikit-learn; True where a score may be negative
    "nmi": ("normalized_mutual_info_score", False),
    "ami": ("adjusted_mutual_info_score", True),
    "ari": ("adjusted_rand_score", True),
    "vmeasure": ("v_measure_score", True),
}


def _scorer(margin_type):
    """A function of (labels, clusters), 1 where they are the same clustering."""
    if margin_type == "const":
        return lambda labels, clusters: np.float32((labels == clusters).all())
    if margin_type not in _SCORES:
        raise ValueError(f"Unrecognized margin_type: {margin_type}")
    name, signed = _SCORES[margin_type]
    try:
        score = getattr(importlib.import_module("sklearn.metrics"), name)
    except ImportError:
        raise ImportError("Cluster loss depends on sklearn: pip install scikit-learn, or margin_type='const'") from None
    return lambda labels, clusters: np.float32(max(0.0, score(labels, clusters)) if signed else score(labels, clusters))


def _clusters(distances, medoids):
    """The number of the closest medoid for each example; a medoid's own for itself."""
    found = np.argmin(distances[medoids], axis=0)
    found[medoids] = np.arange(len(medoids))
    return found


def _search(distances, labels, margin, score, refine) -> Any:
    """(medoids, the score of their clusters) whose distances are small and whose clusters are unlike the labels."""

    def best(choices, costs):
        gains = [margin * (np.float32(1.0) - score(labels, _clusters(distances, one))) for one in choices]
        return choices[int(np.argmax(np.subtract(gains, costs)))]

    chosen = np.zeros([0], np.int32)
    for _ in np.unique(labels):
        added = np.setdiff1d(np.arange(len(labels), dtype=np.int32), chosen)
        choices = [np.append(chosen, one) for one in added]
        chosen = best(choices, [np.min(distances[one], axis=0).sum() for one in choices])
    for _ in range(_ROUNDS if refine else 0):
        clusters = _clusters(distances, chosen)
        for place in range(len(chosen)):
            members = np.flatnonzero(clusters == place)
            choices = [np.concatenate([chosen[:place], [one], chosen[place + 1 :]]) for one in members]
            chosen = best(choices, distances[np.ix_(members, members)].sum(axis=0))
    return chosen.astype(np.int32), np.float32(score(labels, _clusters(distances, chosen)))


def cluster_loss(
    labels, embeddings, margin_multiplier, enable_pam_finetuning=True, margin_type="nmi", print_losses=False
):
    """max(score of the worst clustering + its margin - score of the labels' own, 0), as in arXiv:1612.01213.

    A clustering's score is minus the distances of all examples to the medoids of their clusters; the worst is searched
    for greedily, with as many clusters as there are labels.
    labels: [batch].  embeddings: [batch, size].  margin_multiplier: times 1 - margin_type's score of a clustering.
    enable_pam_finetuning: whether the medoids that were found are refined.
    margin_type: "nmi", "ami", "ari" or "vmeasure" of scikit-learn, or "const", 1 for all but the labels themselves.
    print_losses: prints the loss in each run.
    """
    score = _scorer(margin_type)
    distances = pairwise_distance(convert_to_tensor(embeddings))
    labels = squeeze(convert_to_tensor(labels))
    margin = np.float32(margin_multiplier)

    def search(distances, labels):
        return _search(distances, labels, margin, score, enable_pam_finetuning)

    medoids, found = py_func(search, [distances, labels], [dtypes.int32, dtypes.float32], name=margin_type)
    medoids.set_shape([None])
    found.set_shape([])
    worst = -1.0 * reduce_sum(reduce_min(gather(distances, medoids), axis=0))
    classes, members = unique(labels)
    together = cast(equal(expand_dims(labels, 0), expand_dims(labels, 1)), distances.dtype)
    to_own = reduce_sum(distances * together, axis=0)
    own = -1.0 * reduce_sum(unsorted_segment_min(to_own, members, size(classes)))
    loss = maximum(worst + margin * (1.0 - found) - own, 0.0, name="clustering_loss")
    loss.set_shape([])
    if print_losses:
        loss = print_(loss, ["clustering_loss: ", loss, shape(loss)])
    scalar("losses/score_pred", worst)
    scalar(f"losses/{margin_type}", found)
    scalar("losses/score_gt", own)
    return loss
