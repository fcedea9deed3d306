"""Metrics of yes and no: true and false positives and negatives at thresholds, and what is made of them."""

from typing import Any

import numpy as np

from graphlab._src.graph import convert_to_tensor
from graphlab._src.keras.engine.metric import Metric
from graphlab._src.keras.engine.weighting import fit_together
from graphlab._src.keras.layers.weight_values import batch_set_value
from graphlab._src.ops.arg import top_k
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import equal, greater, greater_equal
from graphlab._src.ops.confusion import confusion_matrix
from graphlab._src.ops.constants import ones_like
from graphlab._src.ops.control_flow import group
from graphlab._src.ops.diagonal import diag_part
from graphlab._src.ops.division import div_no_nan
from graphlab._src.ops.extremes import maximum
from graphlab._src.ops.indexing import getitem
from graphlab._src.ops.power import log
from graphlab._src.ops.reduction import reduce_max, reduce_min, reduce_sum
from graphlab._src.ops.rounding import abs as absolute
from graphlab._src.ops.select import where
from graphlab._src.ops.shape import expand_dims, reshape

_FIELDS = {"tp": "true_positives", "fp": "false_positives", "tn": "true_negatives", "fn": "false_negatives"}


def outcomes(y_true, y_pred, thresholds, sample_weight=None, k=None, class_id=None):
    """{"tp", "fp", "tn", "fn"}: how many there are at each threshold. k: only the k highest count as positive."""
    y_pred, y_true = cast(y_pred, "float32"), cast(y_true, "float32")
    y_true, y_pred = fit_together(y_true, y_pred)
    weights = ones_like(y_pred)
    if sample_weight is not None:
        given = cast(convert_to_tensor(sample_weight), "float32")
        while given.shape.ndims and given.shape.ndims < y_pred.shape.ndims:
            given = expand_dims(given, -1)
        weights = weights * given
    if k is not None:
        lowest = getitem(top_k(y_pred, k)[0], (..., slice(-1, None)))
        y_pred = where(greater_equal(y_pred, lowest), y_pred, ones_like(y_pred) * -1e10)
    if class_id is not None:
        y_true, y_pred, weights = (getitem(item, (..., class_id)) for item in (y_true, y_pred, weights))
    flat = [reshape(item, [1, -1]) for item in (y_true, y_pred, weights)]
    label = greater(flat[0], 0.0)
    said = greater(flat[1], np.asarray(thresholds, "float32")[:, None])
    label, said = cast(label, "float32"), cast(said, "float32")
    right, wrong = label * flat[2], (1.0 - label) * flat[2]
    return {
        "tp": reduce_sum(said * right, axis=1),
        "fp": reduce_sum(said * wrong, axis=1),
        "tn": reduce_sum((1.0 - said) * wrong, axis=1),
        "fn": reduce_sum((1.0 - said) * right, axis=1),
    }


class _Outcomes(Metric):
    """Outcomes at thresholds, in one variable each."""

    _counted: Any = ()

    def _make(self, thresholds, default=0.5):
        self.init_thresholds = thresholds
        given = default if thresholds is None else thresholds
        self.thresholds = list(given) if isinstance(given, (list, tuple, np.ndarray)) else [given]
        if any(value is None or value < 0 or value > 1 for value in self.thresholds if value != float("-inf")):
            raise ValueError(f"Threshold values must be in [0, 1]. Invalid values: {self.thresholds}")
        self._counts = {
            key: self.add_weight(_FIELDS[key], shape=(len(self.thresholds),), initializer="zeros")
            for key in self._counted
        }
        for key, variable in self._counts.items():
            object.__setattr__(self, _FIELDS[key], variable)

    def _update(self, y_true, y_pred, sample_weight, **options):
        found = outcomes(y_true, y_pred, self.thresholds, sample_weight, **options)
        return group(*[variable.assign_add(found[key]) for key, variable in self._counts.items()])

    def _shown(self, values):
        return values[0] if len(self.thresholds) == 1 else values

    def reset_states(self):
        """Begins anew."""
        batch_set_value([(variable, np.zeros(variable.shape.as_list())) for variable in self.variables])


class _Count(_Outcomes):
    """How many there are of one outcome."""

    def __init__(self, thresholds=None, name=None, dtype=None):
        super().__init__(name=name, dtype=dtype)
        self._make(thresholds)

    def update_state(self, y_true, y_pred, sample_weight=None):
        """Updates the state with a batch."""
        return self._update(y_true, y_pred, sample_weight)

    def result(self):
        """The count, at each threshold."""
        return self._shown(convert_to_tensor(self._counts[self._counted[0]]))

    def get_config(self):
        """The arguments that make an equal one."""
        return {**super().get_config(), "thresholds": self.init_thresholds}


class TruePositives(_Count):
    """How many are said to be true, and are."""

    _counted = ("tp",)


class FalsePositives(_Count):
    """How many are said to be true, and are not."""

    _counted = ("fp",)


class TrueNegatives(_Count):
    """How many are said to be false, and are."""

    _counted = ("tn",)


class FalseNegatives(_Count):
    """How many are said to be false, and are not."""

    _counted = ("fn",)


class _Share(_Outcomes):
    """True positives among themselves and another outcome. top_k, class_id: which predictions count."""

    def __init__(self, thresholds=None, top_k=None, class_id=None, name=None, dtype=None):
        super().__init__(name=name, dtype=dtype)
        self.top_k, self.class_id = top_k, class_id
        self._make(thresholds, 0.5 if top_k is None else float("-inf"))
        if top_k is not None and thresholds is None:
            self.thresholds = [-1e9]

    def update_state(self, y_true, y_pred, sample_weight=None):
        """Updates the state with a batch."""
        return self._update(y_true, y_pred, sample_weight, k=self.top_k, class_id=self.class_id)

    def result(self):
        """The share, at each threshold."""
        positives, others = (convert_to_tensor(self._counts[key]) for key in self._counted)
        return self._shown(div_no_nan(positives, positives + others))

    def get_config(self):
        """The arguments that make an equal one."""
        own = {"thresholds": self.init_thresholds, "top_k": self.top_k, "class_id": self.class_id}
        return {**super().get_config(), **own}


class Precision(_Share):
    """How many of those that are said to be true are."""

    _counted = ("tp", "fp")


class Recall(_Share):
    """How many of those that are true are said to be."""

    _counted = ("tp", "fn")


class _AtBest(_Outcomes):
    """A rate at the threshold at which another rate is nearest to a value."""

    _counted = ("tp", "tn", "fp", "fn")

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

    def _rates(self):
        tp, tn, fp, fn = (convert_to_tensor(self._counts[key]) for key in self._counted)
        return div_no_nan(tp, tp + fn), div_no_nan(tn, tn + fp)

    def _nearest(self, of, at):
        distance = absolute(at - self.value)
        # the first one that is nearest
        places = cast(np.arange(len(self.thresholds)), "float32")
        first = reduce_min(where(equal(distance, reduce_min(distance)), places, ones_like(places) * 1e9))
        return reduce_max(where(equal(places, first), of, ones_like(of) * -1.0))


class SensitivityAtSpecificity(_AtBest):
    """The sensitivity at the threshold where the specificity is nearest to a value."""

    def __init__(self, specificity, num_thresholds=200, name=None, dtype=None):
        if not 0 <= specificity <= 1:
            raise ValueError("`specificity` must be in the range [0, 1].")
        super().__init__(specificity, num_thresholds, name, dtype)
        self.specificity = specificity

    def result(self):
        """The sensitivity."""
        return self._nearest(*self._rates())

    def get_config(self):
        """The arguments that make an equal one."""
        own = {"num_thresholds": self.num_thresholds, "specificity": self.specificity}
        return {**super().get_config(), **own}


class SpecificityAtSensitivity(_AtBest):
    """The specificity at the threshold where the sensitivity is nearest to a value."""

    def __init__(self, sensitivity, num_thresholds=200, name=None, dtype=None):
        if not 0 <= sensitivity <= 1:
            raise ValueError("`sensitivity` must be in the range [0, 1].")
        super().__init__(sensitivity, num_thresholds, name, dtype)
        self.sensitivity = sensitivity

    def result(self):
        """The specificity."""
        return self._nearest(*reversed(self._rates()))

    def get_config(self):
        """The arguments that make an equal one."""
        own = {"num_thresholds": self.num_thresholds, "sensitivity": self.sensitivity}
        return {**super().get_config(), **own}


class AUC(_Outcomes):
    """The area under a curve. curve: "ROC" or "PR".  summation_method: "interpolation", "minoring" or "majoring"."""

    _counted = ("tp", "tn", "fp", "fn")

    def __init__(
        self,
        num_thresholds=200,
        curve="ROC",
        summation_method="interpolation",
        name=None,
        dtype=None,
        thresholds=None,
    ):
        super().__init__(name=name, dtype=dtype)
        if curve not in ("ROC", "PR"):
            raise ValueError(f'Invalid AUC curve value "{curve}".')
        if summation_method not in ("interpolation", "minoring", "majoring"):
            raise ValueError(f'Invalid AUC summation method value "{summation_method}".')
        if thresholds is None and num_thresholds <= 1:
            raise ValueError("`num_thresholds` must be > 1.")
        self.curve, self.summation_method, self._given = curve, summation_method, thresholds
        between = sorted(thresholds or [(i + 1) / (num_thresholds - 1) for i in range(num_thresholds - 2)])
        self.num_thresholds = len(between) + 2
        self._make([0.0, *between, 1.0])
        self.thresholds[0], self.thresholds[-1] = -1e-7, 1.0 + 1e-7

    def update_state(self, y_true, y_pred, sample_weight=None):
        """Updates the state with a batch."""
        return self._update(y_true, y_pred, sample_weight)

    def result(self):
        """The area."""
        tp, tn, fp, fn = (convert_to_tensor(self._counts[key]) for key in self._counted)
        if self.curve == "PR" and self.summation_method == "interpolation":
            return _interpolated(tp, fp, fn)
        recall = div_no_nan(tp, tp + fn)
        x, y = (div_no_nan(fp, fp + tn), recall) if self.curve == "ROC" else (recall, div_no_nan(tp, tp + fp))
        if self.summation_method == "interpolation":
            heights = (y[:-1] + y[1:]) / 2.0
        else:
            heights = _smaller(y) if self.summation_method == "minoring" else maximum(y[:-1], y[1:])
        return reduce_sum((x[:-1] - x[1:]) * heights)

    def get_config(self):
        """The arguments that make an equal one."""
        config = {
            **super().get_config(),
            "num_thresholds": self.num_thresholds,
            "curve": self.curve,
            "summation_method": self.summation_method,
        }
        return {**config, "thresholds": self.thresholds[1:-1]} if self._given is not None else config


def _smaller(y):
    return -maximum(-y[:-1], -y[1:])


def _interpolated(tp, fp, fn):
    """The area under precision and recall, interpolated as Davis and Goadrich (2006) do."""
    steps, positives = tp[:-1] - tp[1:], tp + fp
    changes = positives[:-1] - positives[1:]
    rate = div_no_nan(steps, maximum(changes, 0.0))
    intercept = tp[1:] - rate * positives[1:]
    both = cast(greater(positives[:-1], 0.0), "float32") * cast(greater(positives[1:], 0.0), "float32")
    ratio = where(greater(both, 0.0), div_no_nan(positives[:-1], maximum(positives[1:], 0.0)), ones_like(positives[1:]))
    total = div_no_nan(rate * (steps + intercept * log(ratio)), maximum(tp[1:] + fn[1:], 0.0))
    return reduce_sum(total)


class MeanIoU(Metric):
    """The mean over classes of how much predictions and labels overlap: intersection over union."""

    def __init__(self, num_classes, name=None, dtype=None):
        super().__init__(name=name, dtype=dtype)
        self.num_classes = num_classes
        self.total_cm = self.add_weight("total_confusion_matrix", shape=(num_classes, num_classes))

    def update_state(self, y_true, y_pred, sample_weight=None):
        """Updates the state with a batch: numbers of classes."""
        labels, said = (reshape(cast(y, "int64"), [-1]) for y in (y_true, y_pred))
        weights = None if sample_weight is None else reshape(cast(sample_weight, self._dtype), [-1])
        matrix = confusion_matrix(labels, said, self.num_classes, weights=weights, dtype=self._dtype)
        return self.total_cm.assign_add(matrix)

    def result(self):
        """The mean."""
        matrix = convert_to_tensor(self.total_cm)
        hits = diag_part(matrix)
        union = reduce_sum(matrix, axis=0) + reduce_sum(matrix, axis=1) - hits
        classes = reduce_sum(cast(greater(union, 0.0), self._dtype))
        return div_no_nan(reduce_sum(div_no_nan(hits, union)), classes)

    def reset_states(self):
        """Begins anew."""
        batch_set_value([(self.total_cm, np.zeros((self.num_classes, self.num_classes)))])

    def get_config(self):
        """The arguments that make an equal one."""
        return {**super().get_config(), "num_classes": self.num_classes}
