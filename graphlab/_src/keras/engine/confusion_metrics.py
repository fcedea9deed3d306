"""Metrics of yes and no: true and false positives and negatives at thresholds, and what is made of them."""

from typing import Any

from graphlab._src.graph import convert_to_tensor
from graphlab._src.keras.engine.metric import Metric
from graphlab._src.keras.engine.outcomes import (
    NEG_INF,
    AUCCurve,
    AUCSummationMethod,
    ConfusionMatrix,
    parse_init_thresholds,
    update_confusion_matrix_variables,
)
from graphlab._src.keras.layers.backend_config import epsilon
from graphlab._src.keras.layers.weight_values import batch_set_value, zeros_for
from graphlab._src.ops.arg import argmin
from graphlab._src.ops.arithmetic import multiply
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import not_equal
from graphlab._src.ops.confusion import confusion_matrix
from graphlab._src.ops.constants import ones_like
from graphlab._src.ops.diagonal import diag_part
from graphlab._src.ops.division import div_no_nan
from graphlab._src.ops.extremes import maximum, minimum
from graphlab._src.ops.logical import logical_and
from graphlab._src.ops.power import log
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.rounding import abs as absolute
from graphlab._src.ops.select import where
from graphlab._src.ops.shape import reshape

_ALL = (
    ConfusionMatrix.TRUE_POSITIVES,
    ConfusionMatrix.TRUE_NEGATIVES,
    ConfusionMatrix.FALSE_POSITIVES,
    ConfusionMatrix.FALSE_NEGATIVES,
)


class _Outcomes(Metric):
    """Outcomes at thresholds, in one variable each."""

    _counted: Any = ()

    def _make(self, thresholds):
        self.thresholds = thresholds
        self._counts = {
            kind: self.add_weight(self._field(kind), shape=(len(thresholds),), initializer="zeros")
            for kind in self._counted
        }
        for kind, variable in self._counts.items():
            object.__setattr__(self, self._field(kind), variable)

    def _field(self, kind):
        return kind.name.lower()

    def _update(self, y_true, y_pred, sample_weight, **options):
        return update_confusion_matrix_variables(
            self._counts, y_true, y_pred, self.thresholds, sample_weight=sample_weight, **options
        )

    def _shown(self, values):
        return values[0] if len(self.thresholds) == 1 else values

    def reset_states(self):
        """Begins anew."""
        batch_set_value(zeros_for(self.variables))


class ConditionCount(_Outcomes):
    """How many there are of one outcome, a ConfusionMatrix."""

    def _field(self, kind):
        return "accumulator"

    def __init__(self, confusion_matrix_cond, thresholds=None, name=None, dtype=None):
        super().__init__(name=name, dtype=dtype)
        self._counted = (confusion_matrix_cond,)
        self.init_thresholds = thresholds
        self._make(parse_init_thresholds(thresholds))

    def update_state(self, y_true, y_pred, sample_weight=None):
        """Updates the state with a batch."""
        return self._update(y_true, y_pred, sample_weight)

    def result(self):
        """The count, at each threshold."""
        return self._shown(convert_to_tensor(self._counts[self._counted[0]]))

    def get_config(self):
        """The arguments that make an equal one."""
        return {**super().get_config(), "thresholds": self.init_thresholds}


class _Count(ConditionCount):
    """How many there are of the outcome of the class."""

    _condition: Any

    def __init__(self, thresholds=None, name=None, dtype=None):
        super().__init__(self._condition, thresholds, name, dtype)


class TruePositives(_Count):
    """How many are said to be true, and are."""

    _condition = ConfusionMatrix.TRUE_POSITIVES


class FalsePositives(_Count):
    """How many are said to be true, and are not."""

    _condition = ConfusionMatrix.FALSE_POSITIVES


class TrueNegatives(_Count):
    """How many are said to be false, and are."""

    _condition = ConfusionMatrix.TRUE_NEGATIVES


class FalseNegatives(_Count):
    """How many are said to be false, and are not."""

    _condition = ConfusionMatrix.FALSE_NEGATIVES


class _Share(_Outcomes):
    """True positives among themselves and another outcome. top_k, class_id: which predictions count."""

    def __init__(self, thresholds=None, top_k=None, class_id=None, name=None, dtype=None):
        super().__init__(name=name, dtype=dtype)
        self.init_thresholds, self.top_k, self.class_id = thresholds, top_k, class_id
        self._make(parse_init_thresholds(thresholds, 0.5 if top_k is None else NEG_INF))

    def update_state(self, y_true, y_pred, sample_weight=None):
        """Updates the state with a batch."""
        return self._update(y_true, y_pred, sample_weight, top_k=self.top_k, class_id=self.class_id)

    def result(self):
        """The share, at each threshold."""
        positives, others = (self._counts[kind] for kind in self._counted)
        return self._shown(div_no_nan(positives, positives + others))

    def get_config(self):
        """The arguments that make an equal one."""
        own = {"thresholds": self.init_thresholds, "top_k": self.top_k, "class_id": self.class_id}
        return {**super().get_config(), **own}


class Precision(_Share):
    """How many of those that are said to be true are."""

    _counted = (ConfusionMatrix.TRUE_POSITIVES, ConfusionMatrix.FALSE_POSITIVES)


class Recall(_Share):
    """How many of those that are true are said to be."""

    _counted = (ConfusionMatrix.TRUE_POSITIVES, ConfusionMatrix.FALSE_NEGATIVES)


class SensitivitySpecificityBase(_Outcomes):
    """A rate at the threshold at which another rate is nearest to a value."""

    _counted = _ALL

    def __init__(self, value, num_thresholds=200, name=None, dtype=None):
        super().__init__(name=name, dtype=dtype)
        if num_thresholds <= 0:
            raise ValueError("`num_thresholds` must be > 0.")
        self.value, self.num_thresholds = value, num_thresholds
        between = [(i + 1) / (num_thresholds - 1) for i in range(num_thresholds - 2)]
        self._make([0.0, *between, 1.0] if num_thresholds > 1 else [0.5])

    def update_state(self, y_true, y_pred, sample_weight=None):
        """Updates the state with a batch."""
        return self._update(y_true, y_pred, sample_weight)

    def _at_nearest(self, of, at):
        """A rate where another one is nearest. of, at: kinds of outcomes, the first one's part of both is the rate."""
        chosen, other = (self._counts[kind] for kind in at)
        place = cast(argmin(absolute(div_no_nan(chosen, chosen + other) - self.value), axis=0), "int32")
        right, wrong = (self._counts[kind] for kind in of)
        return div_no_nan(right[place], right[place] + wrong[place])


_SENSITIVITY = ConfusionMatrix.TRUE_POSITIVES, ConfusionMatrix.FALSE_NEGATIVES
_SPECIFICITY = ConfusionMatrix.TRUE_NEGATIVES, ConfusionMatrix.FALSE_POSITIVES


class SensitivityAtSpecificity(SensitivitySpecificityBase):
    """The sensitivity at the threshold where the specificity is nearest to a value."""

    def __init__(self, specificity, num_thresholds=200, name=None, dtype=None):
        if not 0 <= specificity <= 1:
            raise ValueError("`specificity` must be in the range [0, 1].")
        super().__init__(specificity, num_thresholds, name, dtype)
        self.specificity = specificity

    def result(self):
        """The sensitivity."""
        return self._at_nearest(_SENSITIVITY, _SPECIFICITY)

    def get_config(self):
        """The arguments that make an equal one."""
        own = {"num_thresholds": self.num_thresholds, "specificity": self.specificity}
        return {**super().get_config(), **own}


class SpecificityAtSensitivity(SensitivitySpecificityBase):
    """The specificity at the threshold where the sensitivity is nearest to a value."""

    def __init__(self, sensitivity, num_thresholds=200, name=None, dtype=None):
        if not 0 <= sensitivity <= 1:
            raise ValueError("`sensitivity` must be in the range [0, 1].")
        super().__init__(sensitivity, num_thresholds, name, dtype)
        self.sensitivity = sensitivity

    def result(self):
        """The specificity."""
        return self._at_nearest(_SPECIFICITY, _SENSITIVITY)

    def get_config(self):
        """The arguments that make an equal one."""
        own = {"num_thresholds": self.num_thresholds, "sensitivity": self.sensitivity}
        return {**super().get_config(), **own}


class AUC(_Outcomes):
    """The area under a curve. curve: "ROC" or "PR".  summation_method: "interpolation", "minoring" or "majoring"."""

    _counted = _ALL

    def __init__(
        self,
        num_thresholds=200,
        curve="ROC",
        summation_method="interpolation",
        name=None,
        dtype=None,
        thresholds=None,
    ):
        if thresholds is None:
            if num_thresholds <= 1:
                raise ValueError("`num_thresholds` must be > 1.")
            between = [(i + 1) * 1.0 / (num_thresholds - 1) for i in range(num_thresholds - 2)]
        else:
            between = sorted(thresholds)
        self.num_thresholds = len(between) + 2
        self.curve = curve if isinstance(curve, AUCCurve) else AUCCurve.from_str(curve)
        if not isinstance(summation_method, AUCSummationMethod):
            summation_method = AUCSummationMethod.from_str(summation_method)
        self.summation_method = summation_method
        super().__init__(name=name, dtype=dtype)
        # 0 and 1 themselves are between the first threshold and the last one.
        self._make([0.0 - epsilon(), *between, 1.0 + epsilon()])

    def update_state(self, y_true, y_pred, sample_weight=None):
        """Updates the state with a batch."""
        return self._update(y_true, y_pred, sample_weight)

    def result(self):
        """The area."""
        tp, tn, fp, fn = (self._counts[kind] for kind in _ALL)
        if self.curve == AUCCurve.PR and self.summation_method == AUCSummationMethod.INTERPOLATION:
            return self.interpolate_pr_auc()
        recall = div_no_nan(tp, tp + fn)
        x, y = (div_no_nan(fp, fp + tn), recall) if self.curve == AUCCurve.ROC else (recall, div_no_nan(tp, tp + fp))
        left, right = y[: self.num_thresholds - 1], y[1:]
        if self.summation_method == AUCSummationMethod.INTERPOLATION:
            heights = (left + right) / 2.0
        else:
            heights = (minimum if self.summation_method == AUCSummationMethod.MINORING else maximum)(left, right)
        return reduce_sum(multiply(x[: self.num_thresholds - 1] - x[1:], heights), name=self.name)

    def interpolate_pr_auc(self):
        """The area under precision and recall, interpolated as Davis and Goadrich (2006) do."""
        tp, _, fp, fn = (self._counts[kind] for kind in _ALL)
        last = self.num_thresholds - 1
        steps = tp[:last] - tp[1:]
        positives = tp + fp
        changes = positives[:last] - positives[1:]
        rate = div_no_nan(steps, maximum(changes, 0), name="prec_slope")
        intercept = tp[1:] - multiply(rate, positives[1:])
        both = logical_and(positives[:last] > 0, positives[1:] > 0)
        ratio = div_no_nan(positives[:last], maximum(positives[1:], 0), name="recall_relative_ratio")
        ratio = where(both, ratio, ones_like(positives[1:]))
        increments = rate * (steps + intercept * log(ratio))
        increments = div_no_nan(increments, maximum(tp[1:] + fn[1:], 0), name="pr_auc_increment")
        return reduce_sum(increments, name="interpolate_pr_auc")

    def get_config(self):
        """The arguments that make an equal one."""
        return {
            **super().get_config(),
            "num_thresholds": self.num_thresholds,
            "curve": self.curve.value,
            "summation_method": self.summation_method.value,
            "thresholds": self.thresholds[1:-1],
        }


class MeanIoU(Metric):
    """The mean over classes of how much predictions and labels overlap: intersection over union."""

    def __init__(self, num_classes, name=None, dtype=None):
        super().__init__(name=name, dtype=dtype)
        self.num_classes = num_classes
        self.total_cm = self.add_weight(
            "total_confusion_matrix", shape=(num_classes, num_classes), initializer="zeros", dtype="float64"
        )

    def update_state(self, y_true, y_pred, sample_weight=None):
        """Updates the state with a batch: numbers of classes."""
        labels, said = (cast(y, self._dtype) for y in (y_true, y_pred))
        said, labels = _flat(said), _flat(labels)
        weights = None if sample_weight is None else _flat(convert_to_tensor(sample_weight))
        matrix = confusion_matrix(labels, said, self.num_classes, weights=weights, dtype="float64")
        return self.total_cm.assign_add(matrix)

    def result(self):
        """The mean over the classes that occur."""
        rows, columns = (cast(reduce_sum(self.total_cm, axis=axis), self._dtype) for axis in (0, 1))
        hits = cast(diag_part(self.total_cm), self._dtype)
        union = rows + columns - hits
        classes = reduce_sum(cast(not_equal(union, 0), self._dtype))
        overlap = div_no_nan(hits, union)
        return div_no_nan(reduce_sum(overlap, name="mean_iou"), classes)

    def reset_states(self):
        """Begins anew."""
        batch_set_value(zeros_for([self.total_cm]))

    def get_config(self):
        """The arguments that make an equal one."""
        return {**super().get_config(), "num_classes": self.num_classes}


def _flat(x):
    return reshape(x, [-1]) if x.shape.ndims > 1 else x
