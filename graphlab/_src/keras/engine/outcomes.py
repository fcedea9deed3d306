"""True and false positives and negatives at thresholds, added to variables; the kinds of curves that they make."""

import enum
from typing import Any

from graphlab._src.graph import constant, convert_to_tensor
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.keras.engine.weighting import fit_together, weights_for
from graphlab._src.ops.arg import top_k as top_k_op
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.values import assert_greater_equal, assert_less_equal
from graphlab._src.ops.comparison import greater
from graphlab._src.ops.control_flow.grouping import group
from graphlab._src.ops.indexing import getitem
from graphlab._src.ops.joining import stack
from graphlab._src.ops.logical import logical_and, logical_not
from graphlab._src.ops.one_hot import one_hot
from graphlab._src.ops.padding import tile
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.shape import expand_dims, reshape, size
from graphlab._src.ops.weights import broadcast_weights

NEG_INF = -1e10  # below all predictions: the threshold where the k highest predictions are the positive ones


class ConfusionMatrix(enum.Enum):
    """What a prediction is: whether it says yes, and whether it is right."""

    TRUE_POSITIVES = "tp"
    FALSE_POSITIVES = "fp"
    TRUE_NEGATIVES = "tn"
    FALSE_NEGATIVES = "fn"


class AUCCurve(enum.Enum):
    """Recall over the rate of false positives, or precision over recall."""

    ROC = "ROC"
    PR = "PR"

    @staticmethod
    def from_str(key):
        """ValueError when it is none."""
        if key not in ("pr", "PR", "roc", "ROC"):
            raise ValueError(f'Invalid AUC curve value "{key}".')
        return AUCCurve(key.upper())


class AUCSummationMethod(enum.Enum):
    """How high the area between two thresholds is: in the middle, the larger side or the smaller one."""

    INTERPOLATION = "interpolation"
    MAJORING = "majoring"
    MINORING = "minoring"

    @staticmethod
    def from_str(key):
        """ValueError when it is none."""
        names = {text: one for one in AUCSummationMethod for text in (one.value, one.value.capitalize())}
        if key not in names:
            raise ValueError(f'Invalid AUC summation method value "{key}".')
        return names[key]


def to_list(x):
    """A list as it is, anything else in a list."""
    return x if isinstance(x, list) else [x]


def assert_thresholds_range(thresholds):
    """ValueError where one is not in [0, 1]."""
    invalid = [one for one in thresholds or () if one is None or one < 0 or one > 1]
    if invalid:
        raise ValueError(f"Threshold values must be in [0, 1]. Invalid values: {invalid}")


def parse_init_thresholds(thresholds, default_threshold=0.5):
    """A list of them; ValueError where one is not in [0, 1]."""
    if thresholds is not None:
        assert_thresholds_range(to_list(thresholds))
    return to_list(default_threshold if thresholds is None else thresholds)


def update_confusion_matrix_variables(
    variables_to_update, y_true, y_pred, thresholds, top_k=None, class_id=None, sample_weight: Any = None
):
    """The operation that adds how many outcomes of each kind there are at thresholds to variables.

    variables_to_update: {ConfusionMatrix: variable [thresholds]}.  y_true: false where 0.  y_pred: in [0, 1], which a run
    checks.  top_k: only the k highest of the last axis count as positive.  class_id: only this place of the last axis counts.
    sample_weight: of the rank of y_pred, one less or 0; broadcast to it.
    """
    if variables_to_update is None:
        return None
    y_true, y_pred = cast(y_true, "float32"), cast(y_pred, "float32")
    y_pred.shape.assert_is_compatible_with(y_true.shape)
    kinds = list(ConfusionMatrix)
    invalid = [key for key in variables_to_update if key not in kinds]
    if not variables_to_update:
        raise ValueError(
            "Please provide at least one valid confusion matrix variable to update. Valid variable key options are: "
            f'"{kinds}". Received: "{variables_to_update.keys()}"'
        )
    if invalid:
        raise ValueError(f'Invalid keys: {invalid}. Valid variable key options are: "{kinds}"')
    checks = [
        assert_greater_equal(y_pred, cast(0.0, dtype=y_pred.dtype), message="predictions must be >= 0"),
        assert_less_equal(y_pred, cast(1.0, dtype=y_pred.dtype), message="predictions must be <= 1"),
    ]
    # As in TensorFlow, they are checked only where the ranks differ, which adds operations here.
    with control_dependencies(checks):
        y_true, y_pred = fit_together(y_true, y_pred)
        if sample_weight is not None:
            sample_weight = weights_for(y_pred, convert_to_tensor(sample_weight))
    if top_k is not None:
        y_pred = _filter_top_k(y_pred, top_k)
    if class_id is not None:
        if sample_weight is not None:
            sample_weight = getitem(broadcast_weights(sample_weight, y_pred), (..., class_id))
        y_true, y_pred = (getitem(item, (..., class_id)) for item in (y_true, y_pred))
    return group(_updates(variables_to_update, y_true, y_pred, to_list(thresholds), sample_weight))


def _updates(variables, y_true, y_pred, thresholds, sample_weight):
    count, total = len(thresholds), size(y_pred)
    predictions = reshape(y_pred, [1, -1])
    labels = reshape(cast(y_true, "bool"), [1, -1])
    limits = tile(expand_dims(constant(thresholds), 1), stack([1, total]))
    said = greater(tile(predictions, [count, 1]), limits)
    true = tile(labels, [count, 1])
    weights = None
    if sample_weight is not None:
        weights = broadcast_weights(cast(sample_weight, "float32"), y_pred)
        weights = tile(reshape(weights, [1, -1]), [count, 1])
    kinds = [(ConfusionMatrix.TRUE_POSITIVES, true, said)]
    with_true_negatives = ConfusionMatrix.TRUE_NEGATIVES in variables
    if with_true_negatives or ConfusionMatrix.FALSE_NEGATIVES in variables:
        denied = logical_not(said)
        kinds.append((ConfusionMatrix.FALSE_NEGATIVES, true, denied))
    if with_true_negatives or ConfusionMatrix.FALSE_POSITIVES in variables:
        false = logical_not(true)
        kinds.append((ConfusionMatrix.FALSE_POSITIVES, false, said))
        if with_true_negatives:
            kinds.append((ConfusionMatrix.TRUE_NEGATIVES, false, kinds[1][2]))
    updates = []
    for kind, label, prediction in kinds:
        if kind in variables:
            found = cast(logical_and(label, prediction), "float32")
            found = found if weights is None else found * weights
            updates.append(variables[kind].assign_add(reduce_sum(found, 1)))
    return updates


def _filter_top_k(x, k):
    """x where it is among the k highest of the last axis, otherwise NEG_INF."""
    _, places = top_k_op(x, k, sorted=False)
    mask = reduce_sum(one_hot(places, x.shape[-1], axis=-1), axis=-2)
    return x * mask + NEG_INF * (1 - mask)
