"""Non-maximum suppression: of boxes that overlap the one with the best score. How many stay only values tell."""

import heapq

import numpy as np

from graphlab import dtypes
from graphlab.graph import constant_value, convert_to_tensor, name_scope
from graphlab.ops.define import no_gradient, op, undefined_gradient
from graphlab.ops.rules import merge_size, with_rank
from graphlab.shapes import ShapeError

_ON_HOST = {"host": True, "grad": no_gradient}
_TYPES = {"T": {dtypes.float16, dtypes.float32}, "T_threshold": {dtypes.float16, dtypes.float32}}


def _checked(op):
    boxes, scores = with_rank(op._inputs[0]._dims, 2), with_rank(op._inputs[1]._dims, 1)
    merge_size(boxes[0], scores[0], "give each box a score")
    if boxes[1] not in (4, None):
        raise ShapeError(f"Dimension must be 4 but is {boxes[1]}", "give boxes as [y1, x1, y2, x2]")
    for tensor in op._inputs[2:]:
        with_rank(tensor._dims, 0)


def _as_many_as_stay(op):
    _checked(op)
    return (None,)


def _count(op):
    size = constant_value(op._inputs[2])
    return int(size) if op._attrs["pad_to_max_output_size"] and size is not None else None


def _padded(op):
    _checked(op)
    return [(_count(op),), ()]


def _padded_with_scores(op):
    _checked(op)
    return [(_count(op),), (_count(op),), ()]


def _overlaps_of(boxes):
    """function(i, others) -> how much the box i and others share, of what they cover together."""
    boxes = boxes.astype(np.float32)
    low, high = np.minimum(boxes[:, :2], boxes[:, 2:]), np.maximum(boxes[:, :2], boxes[:, 2:])
    areas = (high - low).prod(axis=1)

    def overlap(i, others):
        shared = np.maximum(np.minimum(high[i], high[others]) - np.maximum(low[i], low[others]), 0).prod(axis=1)
        together = areas[i] + areas[others] - shared
        valid = (areas[i] > 0) & (areas[others] > 0)
        return np.where(valid, shared / np.where(valid, together, 1), 0)

    return overlap


def _select(overlap, scores, most, threshold, least_score, sigma=0.0):
    """(indices, scores) of what stays, best first; with sigma, scores sink with what better ones overlap."""
    scores = scores.astype(np.float32)
    waiting = [(-score, i, 0) for i, score in enumerate(scores) if score > least_score]
    heapq.heapify(waiting)
    chosen, values = [], []
    while waiting and len(chosen) < most:
        score, i, seen = heapq.heappop(waiting)
        if seen < len(chosen):
            shared = overlap(i, np.asarray(chosen[seen:]))
            if not sigma and (shared > threshold).any():
                continue
            if sigma:
                sunk = score * float(np.exp(-0.5 / sigma * np.square(shared)).prod())
                if sunk != score:
                    if -sunk > least_score:
                        heapq.heappush(waiting, (sunk, i, len(chosen)))
                    continue
        chosen.append(i)
        values.append(-score)
    return np.asarray(chosen, np.int32), np.asarray(values, np.float32)


def _check(boxes, scores, most, threshold):
    if boxes.ndim != 2 or boxes.shape[1] != 4:
        raise ValueError(f"boxes must be 2-D with 4 columns, its shape is {list(boxes.shape)}")
    if scores.shape != boxes.shape[:1]:
        raise ValueError("scores has incompatible shape")
    if not 0 <= threshold <= 1:
        raise ValueError("iou_threshold must be in [0, 1]")
    if most < 0:
        raise ValueError("max_output_size must be non-negative")


def _of_boxes(boxes, scores, most, threshold, least_score=-np.inf, sigma=0.0):
    most, threshold = int(most), float(threshold)
    _check(boxes, scores, most, threshold)
    return _select(_overlaps_of(boxes), scores, most, threshold, float(least_score), float(sigma))


def _filled(values, size):
    return np.concatenate([values, np.zeros(size - len(values), values.dtype)])


@op(
    "NonMaxSuppression",
    "boxes: float32, scores: float32, max_output_size: int32 -> selected_indices: int32",
    infer=_as_many_as_stay,
    **_ON_HOST,
)
def _suppress_v1(boxes, scores, max_output_size, *, iou_threshold: float = 0.5):
    """Which boxes stay, best first, when those go that overlap a better one by more than a constant."""
    return _of_boxes(boxes, scores, max_output_size, iou_threshold)[0]


@op(
    "NonMaxSuppressionV2",
    "boxes: T=float32, scores: T=float32, max_output_size: int32, iou_threshold: T_threshold=float32 "
    "-> selected_indices: int32",
    types=_TYPES,
    infer=_as_many_as_stay,
    **_ON_HOST,
)
def _suppress_v2(boxes, scores, max_output_size, iou_threshold):
    """Which boxes stay, best first, when those go that overlap a better one too much."""
    return _of_boxes(boxes, scores, max_output_size, iou_threshold)[0]


@op(
    "NonMaxSuppressionV3",
    "boxes: T=float32, scores: T=float32, max_output_size: int32, iou_threshold: T_threshold=float32, "
    "score_threshold: T_threshold=float32 -> selected_indices: int32",
    types=_TYPES,
    infer=_as_many_as_stay,
    **_ON_HOST,
)
def _suppress_v3(boxes, scores, max_output_size, iou_threshold, score_threshold):
    """Which boxes stay, best first, when those go that overlap a better one too much or have a low score."""
    return _of_boxes(boxes, scores, max_output_size, iou_threshold, score_threshold)[0]


@op(
    "NonMaxSuppressionV4",
    "boxes: T=float32, scores: T=float32, max_output_size: int32, iou_threshold: T_threshold=float32, "
    "score_threshold: T_threshold=float32 -> selected_indices: int32, valid_outputs: int32",
    types=_TYPES,
    infer=_padded,
    **_ON_HOST,
)
def _suppress_v4(
    boxes, scores, max_output_size, iou_threshold, score_threshold, *, pad_to_max_output_size: bool = False
):
    """Which boxes stay, best first, and how many; with zeros up to the most that may stay, where that is asked for."""
    chosen, _ = _of_boxes(boxes, scores, max_output_size, iou_threshold, score_threshold)
    count = np.asarray(len(chosen), np.int32)
    return (_filled(chosen, int(max_output_size)) if pad_to_max_output_size else chosen), count


@op(
    "NonMaxSuppressionV5",
    "boxes: T=float32, scores: T=float32, max_output_size: int32, iou_threshold: T=float32, "
    "score_threshold: T=float32, soft_nms_sigma: T=float32 "
    "-> selected_indices: int32, selected_scores: T, valid_outputs: int32",
    types={"T": _TYPES["T"]},
    infer=_padded_with_scores,
    **{**_ON_HOST, "grad": undefined_gradient},
)
def _suppress_v5(
    boxes,
    scores,
    max_output_size,
    iou_threshold,
    score_threshold,
    soft_nms_sigma,
    *,
    pad_to_max_output_size: bool = False,
):
    """Which boxes stay, best first, their scores, and how many; scores sink with what better boxes overlap.

    (Bodla et al., 2017.)
    """
    if float(soft_nms_sigma) < 0:
        raise ValueError("soft_nms_sigma_val should be >= 0")
    chosen, values = _of_boxes(boxes, scores, max_output_size, iou_threshold, score_threshold, soft_nms_sigma)
    count = np.asarray(len(chosen), np.int32)
    if pad_to_max_output_size:
        chosen, values = _filled(chosen, int(max_output_size)), _filled(values, int(max_output_size))
    return chosen, values.astype(scores.dtype), count


def _square(op):
    overlaps, scores = with_rank(op._inputs[0]._dims, 2), with_rank(op._inputs[1]._dims, 1)
    merge_size(merge_size(overlaps[0], overlaps[1]), scores[0])
    return (None,)


@op(
    "NonMaxSuppressionWithOverlaps",
    "overlaps: float32, scores: float32, max_output_size: int32, overlap_threshold: float32, score_threshold: float32 "
    "-> selected_indices: int32",
    infer=_square,
    **_ON_HOST,
)
def _suppress_with_overlaps(overlaps, scores, max_output_size, overlap_threshold, score_threshold):
    """Which things stay, best first, when those go that overlap a better one too much or have a low score."""
    least = float(score_threshold)
    threshold = float(overlap_threshold)
    return _select(lambda i, others: overlaps[i, others], scores, int(max_output_size), threshold, least)[0]


def _combined_shape(op):
    boxes, scores = with_rank(op._inputs[0]._dims, 4), with_rank(op._inputs[1]._dims, 3)
    batch = boxes[0]
    merge_size(batch, scores[0], "give scores for each picture")
    per_class, total = constant_value(op._inputs[2]), constant_value(op._inputs[3])
    size = None if total is None else int(total)
    classes = scores[2]
    if op._attrs["pad_per_class"] and size is not None:
        size = None if per_class is None or classes is None else min(size, int(per_class) * classes)
    return [(batch, size, 4), (batch, size), (batch, size), (batch,)]


@op(
    "CombinedNonMaxSuppression",
    "boxes: float32, scores: float32, max_output_size_per_class: int32, max_total_size: int32, iou_threshold: float32, "
    "score_threshold: float32 "
    "-> nmsed_boxes: float32, nmsed_scores: float32, nmsed_classes: float32, valid_detections: int32",
    infer=_combined_shape,
    **{**_ON_HOST, "grad": undefined_gradient},
)
def _suppress_combined(
    boxes,
    scores,
    max_output_size_per_class,
    max_total_size,
    iou_threshold,
    score_threshold,
    *,
    pad_per_class: bool = False,
    clip_boxes: bool = True,
):
    """The best boxes of all classes, for each image of a batch, with zeros up to one size."""
    batch, _, classes = scores.shape
    per_class, size = int(max_output_size_per_class), int(max_total_size)
    if per_class <= 0:
        raise ValueError("max_size_per_class must be positive")
    if size <= 0:
        raise ValueError("max_total_size must be > 0")
    size = min(size, per_class * classes) if pad_per_class else size
    result = [np.zeros([batch, size, *rest], np.float32) for rest in ([4], [], [])]
    counts = np.zeros(batch, np.int32)
    for i in range(batch):
        found = []
        for k in range(classes):
            own = boxes[i, :, k if boxes.shape[2] > 1 else 0]
            chosen, values = _of_boxes(own, scores[i, :, k], per_class, iou_threshold, score_threshold)
            found += [(value, own[j], k) for j, value in zip(chosen, values, strict=True)]
        found = sorted(found, key=lambda one: -one[0])[:size]
        counts[i] = len(found)
        for place, (value, box, k) in enumerate(found):
            result[0][i, place] = np.clip(box, 0, 1) if clip_boxes else box
            result[1][i, place], result[2][i, place] = value, k
    return (*result, counts)


def non_max_suppression(boxes, scores, max_output_size, iou_threshold=0.5, score_threshold=float("-inf"), name=None):
    """Which boxes stay, best first, when those go that overlap a better one too much: int32 [up to max_output_size].

    boxes: [boxes, 4], y1, x1, y2, x2, any two corners.  scores: [boxes].
    iou_threshold: how much of what two boxes cover together they may share.  score_threshold: what is not above goes.
    """
    with name_scope(name, "non_max_suppression"):
        iou_threshold = convert_to_tensor(iou_threshold, name="iou_threshold")
        score_threshold = convert_to_tensor(score_threshold, name="score_threshold")
        return _suppress_v3(boxes, scores, max_output_size, iou_threshold, score_threshold)


def non_max_suppression_with_scores(
    boxes,
    scores,
    max_output_size,
    iou_threshold=0.5,
    score_threshold=float("-inf"),
    soft_nms_sigma=0.0,
    name=None,
):
    """(indices, scores): which boxes stay, best first, and their scores, which sink where sigma is not 0.

    boxes, scores, iou_threshold, score_threshold: see non_max_suppression.
    soft_nms_sigma: how gently a score sinks with what a better box overlaps. (Bodla et al., 2017.)
    """
    with name_scope(name, "non_max_suppression_with_scores"):
        iou_threshold = convert_to_tensor(iou_threshold, name="iou_threshold")
        score_threshold = convert_to_tensor(score_threshold, name="score_threshold")
        sigma = convert_to_tensor(soft_nms_sigma, name="soft_nms_sigma")
        found = _suppress_v5(boxes, scores, max_output_size, iou_threshold, score_threshold, sigma)
        return found[0], found[1]


def non_max_suppression_padded(
    boxes,
    scores,
    max_output_size,
    iou_threshold=0.5,
    score_threshold=float("-inf"),
    pad_to_max_output_size=False,
    name=None,
):
    """(indices, count): which boxes stay, best first, and how many they are.

    boxes, scores, iou_threshold, score_threshold: see non_max_suppression.
    pad_to_max_output_size: the indices have zeros at the end, so that their shape is always the same.
    """
    with name_scope(name, "non_max_suppression_padded"):
        iou_threshold = convert_to_tensor(iou_threshold, name="iou_threshold")
        score_threshold = convert_to_tensor(score_threshold, name="score_threshold")
        return _suppress_v4(boxes, scores, max_output_size, iou_threshold, score_threshold, pad_to_max_output_size)


def non_max_suppression_overlaps(
    overlaps, scores, max_output_size, overlap_threshold=0.5, score_threshold=float("-inf"), name=None
):
    """Which things stay, best first, when those go that overlap a better one too much: int32 [up to max_output_size].

    overlaps: [n, n], how much each two overlap.  scores: [n].  score_threshold: what is not above goes.
    """
    with name_scope(name, "non_max_suppression_overlaps"):
        overlap_threshold = convert_to_tensor(overlap_threshold, name="overlap_threshold")
        return _suppress_with_overlaps(overlaps, scores, max_output_size, overlap_threshold, score_threshold)


def combined_non_max_suppression(
    boxes,
    scores,
    max_output_size_per_class,
    max_total_size,
    iou_threshold=0.5,
    score_threshold=float("-inf"),
    pad_per_class=False,
    clip_boxes=True,
    name=None,
):
    """(boxes, scores, classes, counts): the best boxes of all classes, for each image, with zeros up to max_total_size.

    boxes: [batch, boxes, classes or 1, 4].  scores: [batch, boxes, classes].
    pad_per_class: only up to max_output_size_per_class for each class.  clip_boxes: the edges stay from 0 to 1.
    iou_threshold, score_threshold: see non_max_suppression, which every class goes through by itself.
    """
    with name_scope(name, "combined_non_max_suppression"):
        iou_threshold = convert_to_tensor(iou_threshold, dtypes.float32, name="iou_threshold")
        score_threshold = convert_to_tensor(score_threshold, dtypes.float32, name="score_threshold")
        limits = max_output_size_per_class, max_total_size, iou_threshold, score_threshold
        return _suppress_combined(boxes, scores, *limits, pad_per_class, clip_boxes)
