"""Non-maximum suppression of overlapping boxes. How many remain depends on values."""

import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.shapes import ShapeError
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.ops.define import no_gradient, op, undefined_gradient
from graphlab._src.ops.rules import merge_size, scalar_size, with_rank

_ON_HOST = {"host": True, "grad": no_gradient}


_SAID = "{name} must be 0-D, got shape {shape}"
_TYPES = {"T": {dtypes.float16, dtypes.float32}, "T_threshold": {dtypes.float16, dtypes.float32}}


def _checked(op):
    boxes, scores = with_rank(op.inputs[0].dims, 2), with_rank(op.inputs[1].dims, 1)
    merge_size(boxes[0], scores[0], "pass a score for each box")
    if boxes[1] not in (4, None):
        raise ShapeError(f"Dimension must be 4 but is {boxes[1]}", "pass boxes as [y1, x1, y2, x2]")
    for tensor in op.inputs[2:]:
        with_rank(tensor.dims, 0)


def _as_many_as_stay(op):
    _checked(op)
    return (None,)


def _count(op):
    return scalar_size(op, 2) if op.attrs["pad_to_max_output_size"] else None


def _padded(op):
    _checked(op)
    return [(_count(op),), ()]


def _padded_with_scores(op):
    _checked(op)
    return [(_count(op),), (_count(op),), ()]


def _least(a, b):
    return np.where(b < a, b, a)  # std::min, which looks at NaN as this does


def _most(a, b):
    return np.where(a < b, b, a)


def _overlaps_of(boxes):
    """function(i, others) -> how much the box i and others share, of what they cover together."""
    boxes = boxes.astype(np.float32)
    low, high = _least(boxes[:, :2], boxes[:, 2:]), _most(boxes[:, :2], boxes[:, 2:])
    with np.errstate(all="ignore"):
        areas = (high - low).prod(axis=1)

    def overlap(i, others):
        with np.errstate(all="ignore"):
            sizes = _least(high[i], high[others]) - _most(low[i], low[others])
            shared = _most(sizes, np.float32(0)).prod(axis=1)
            empty = (areas[i] <= 0) | (areas[others] <= 0)
            return np.where(empty, np.float32(0), shared / (areas[i] + areas[others] - shared))

    return overlap


class _Queue:
    """Candidates by score, equal ones in the order in which C++'s std::priority_queue pops them."""

    def __init__(self):
        self._heap = []

    def __len__(self):
        return len(self._heap)

    def push(self, candidate):
        """Adds a tuple that begins with its score."""
        self._heap.append(candidate)
        self._rise(len(self._heap) - 1, candidate)

    def pop(self):
        """Pops one with the highest score."""
        heap = self._heap
        best, last = heap[0], heap.pop()
        size = len(heap)
        if not size:
            return best
        # The hole sinks to the bottom before the last one rises from there, which decides the order of equal ones.
        hole = child = 0
        while child < (size - 1) // 2:
            child = 2 * child + 2
            if heap[child][0] < heap[child - 1][0]:
                child -= 1
            heap[hole], hole = heap[child], child
        if size % 2 == 0 and child == (size - 2) // 2:
            child = 2 * child + 1
            heap[hole], hole = heap[child], child
        self._rise(hole, last)
        return best

    def _rise(self, hole, candidate):
        heap = self._heap
        while hole and heap[(hole - 1) // 2][0] < candidate[0]:
            above = (hole - 1) // 2
            heap[hole], hole = heap[above], above
        heap[hole] = candidate


def _select(overlap, scores, most, threshold, least_score, sigma=0.0):
    """(indices, scores) of what stays, best first; with sigma, scores sink with what better ones overlap.

    most: as many as there are when it is negative.
    A candidate that was chosen waits again and goes when it meets itself, unless a box has no area or the threshold is
    above what a thing overlaps itself: then TensorFlow 1.15 chooses it again and again.
    """
    threshold, scale = np.float32(threshold), np.float32(-0.5 / sigma if sigma else 0)
    waiting = _Queue()
    for i, score in enumerate(scores.astype(np.float32)):
        if score > least_score:
            waiting.push((score, i, 0))
    chosen, values = [], []
    while waiting and (most < 0 or len(chosen) < most):
        score, i, seen = waiting.pop()
        shared = overlap(i, np.asarray(chosen[seen:], np.intp)[::-1])
        if (shared >= threshold).any():
            continue
        sunk = score
        if scale or not (shared <= threshold).all():
            for weight in np.where(shared <= threshold, np.exp(scale * shared * shared), np.float32(0)):
                sunk = sunk * weight
                if sunk <= least_score:
                    break
        waits_from = len(chosen)
        if sunk == score:
            if most < 0 and len(chosen) > seen and chosen[-1] == i:
                raise ValueError(f"max_output_size is negative, and box {i} is chosen again without end")
            chosen.append(i)
            values.append(score)
        if sunk > least_score:
            waiting.push((sunk, i, waits_from))
    return np.asarray(chosen, np.int32), np.asarray(values, np.float32)


def _select_of_class(overlap, scores, most, threshold, least_score):
    """(indices, scores) of what stays, best first, as CombinedNonMaxSuppression chooses for one class."""
    order = [i for i in np.argsort(-scores, kind="stable").tolist() if scores[i] > least_score]
    chosen = []
    for i in order:
        if len(chosen) == most:
            break
        if not (overlap(i, np.asarray(chosen, np.intp)) > threshold).any():
            chosen.append(i)
    return chosen, scores[chosen]


def _check(boxes, scores, threshold):
    if boxes.ndim != 2:
        raise ValueError(f"boxes must be 2-D{shapes.text(boxes.shape)}")
    if boxes.shape[1] != 4:
        raise ValueError("boxes must have 4 columns")
    if scores.shape != boxes.shape[:1]:
        raise ValueError("scores has incompatible shape")
    if not 0 <= threshold <= 1:
        raise ValueError("iou_threshold must be in [0, 1]")


def _of_boxes(boxes, scores, most, threshold, least_score=-np.inf, sigma=0.0):
    threshold = float(threshold)
    _check(boxes, scores, threshold)
    return _select(_overlaps_of(boxes), scores, int(most), threshold, float(least_score), float(sigma))


def _filled(values, size):
    if size < 0:
        raise ValueError(f"max_output_size must be non-negative to pad up to it, got {size}")
    return np.concatenate([values, np.zeros(size - len(values), values.dtype)])


@op(
    "NonMaxSuppression",
    "boxes: float32, scores: float32, max_output_size: int32 -> selected_indices: int32",
    infer=_as_many_as_stay,
    scalars=dict.fromkeys(["max_output_size"], _SAID),
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
    scalars=dict.fromkeys(["max_output_size", "iou_threshold"], _SAID),
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
    scalars=dict.fromkeys(["max_output_size", "iou_threshold", "score_threshold"], _SAID),
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
    scalars=dict.fromkeys(["max_output_size", "iou_threshold", "score_threshold"], _SAID),
    **_ON_HOST,
)
def _suppress_v4(
    boxes, scores, max_output_size, iou_threshold, score_threshold, *, pad_to_max_output_size: bool = False
):
    """Which boxes stay, best first, and how many; with zeros up to the most that may stay, where that is requested."""
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
    scalars=dict.fromkeys(["max_output_size", "iou_threshold", "score_threshold", "soft_nms_sigma"], _SAID),
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
    overlaps, scores = with_rank(op.inputs[0].dims, 2), with_rank(op.inputs[1].dims, 1)
    merge_size(merge_size(overlaps[0], overlaps[1]), scores[0])
    return (None,)


@op(
    "NonMaxSuppressionWithOverlaps",
    "overlaps: float32, scores: float32, max_output_size: int32, overlap_threshold: float32, score_threshold: float32 "
    "-> selected_indices: int32",
    infer=_square,
    scalars=dict.fromkeys(["max_output_size", "overlap_threshold", "score_threshold"], _SAID),
    ranks={"overlaps": (2, "overlaps must be 2-D{shape}"), "scores": (1, "scores must be 1-D{shape}")},
    **_ON_HOST,
)
def _suppress_with_overlaps(overlaps, scores, max_output_size, overlap_threshold, score_threshold):
    """Which things stay, best first, when those go that overlap a better one too much or have a low score."""
    if overlaps.shape[0] != overlaps.shape[1]:
        raise ValueError(f"overlaps must be square{shapes.text(overlaps.shape)}")
    if len(scores) != len(overlaps):
        raise ValueError("scores has incompatible shape")
    least = float(score_threshold)
    threshold = float(overlap_threshold)
    return _select(lambda i, others: overlaps[i, others], scores, int(max_output_size), threshold, least)[0]


def _combined_shape(op):
    boxes, scores = with_rank(op.inputs[0].dims, 4), with_rank(op.inputs[1].dims, 3)
    batch = boxes[0]
    merge_size(batch, scores[0], "pass scores for each image")
    per_class, size = scalar_size(op, 2), scalar_size(op, 3)
    classes, padded = scores[2], op.attrs["pad_per_class"]
    if size == 0:
        raise ShapeError("max_total_size should be > 0 ")
    if padded and per_class == 0:
        raise ShapeError("max_output_size_per_class must be > 0 if pad_per_class is set to true ")
    if padded and size is not None:
        size = None if per_class is None or classes is None else min(size, per_class * classes)
    return [(batch, size, 4), (batch, size), (batch, size), (batch,)]


@op(
    "CombinedNonMaxSuppression",
    "boxes: float32, scores: float32, max_output_size_per_class: int32, max_total_size: int32, iou_threshold: float32, "
    "score_threshold: float32 "
    "-> nmsed_boxes: float32, nmsed_scores: float32, nmsed_classes: float32, valid_detections: int32",
    infer=_combined_shape,
    scalars={
        "max_output_size_per_class": "max_size_per_class must be 0-D, got shape {shape}",
        **dict.fromkeys(["max_total_size", "iou_threshold", "score_threshold"], _SAID),
    },
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
    if len(boxes) != batch:
        raise ValueError("boxes and scores must have same batch size")
    per_class, size = int(max_output_size_per_class), int(max_total_size)
    if per_class < 0:
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
            _check(own, scores[i, :, k], float(iou_threshold))
            chosen, values = _select_of_class(
                _overlaps_of(own), scores[i, :, k], per_class, iou_threshold, score_threshold
            )
            found += [(value, own[j], k) for j, value in zip(chosen, values, strict=True)]
        found = sorted(found, key=lambda one: -one[0])[:size]
        counts[i] = len(found)
        for place, (value, box, k) in enumerate(found):
            result[0][i, place] = np.clip(box, 0, 1) if clip_boxes else box
            result[1][i, place], result[2][i, place] = value, k
    return (*result, counts)


def non_max_suppression(boxes, scores, max_output_size, iou_threshold=0.5, score_threshold=float("-inf"), name=None):
    """The boxes that remain, best first, without those that overlap a better one too much: int32 [≤ max_output_size].

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
    max_output_size: an int32 scalar.
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
    max_output_size: an int32 scalar.
    """
    with name_scope(name, "non_max_suppression_padded"):
        iou_threshold = convert_to_tensor(iou_threshold, name="iou_threshold")
        score_threshold = convert_to_tensor(score_threshold, name="score_threshold")
        return _suppress_v4(boxes, scores, max_output_size, iou_threshold, score_threshold, pad_to_max_output_size)


def non_max_suppression_overlaps(
    overlaps, scores, max_output_size, overlap_threshold=0.5, score_threshold=float("-inf"), name=None
):
    """The elements that remain, best first, without those that overlap a better one: int32 [≤ max_output_size].

    overlaps: [n, n], how much each two overlap.  scores: [n].  score_threshold: what is not above goes.
    overlap_threshold: boxes that overlap a better one by more are left out.
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
    iou_threshold, score_threshold: see non_max_suppression, which is applied to every class by itself.
    """
    with name_scope(name, "combined_non_max_suppression"):
        iou_threshold = convert_to_tensor(iou_threshold, dtypes.float32, name="iou_threshold")
        score_threshold = convert_to_tensor(score_threshold, dtypes.float32, name="score_threshold")
        limits = max_output_size_per_class, max_total_size, iou_threshold, score_threshold
        return _suppress_combined(boxes, scores, *limits, pad_per_class, clip_boxes)
