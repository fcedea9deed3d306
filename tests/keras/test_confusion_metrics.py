"""Keras' metrics of yes and no, with TensorFlow 1.15's figures."""

import numpy as np
import pytest

import graphlab as tf

_METRICS = tf.keras.metrics
_LABELS = np.array([1, 0, 0, 1, 1, 0, 1, 1], "float32")
_SAID = np.array([0.4, 0.7, 0.2, 0.9, 0.5, 0.5, 0.1, 1.0], "float32")
_WEIGHTS = np.array([0.5, 1, 2, 0.1, 1, 0.3, 0.7, 1], "float32")
_TIED = [[0.5, 0.5, 0.2, 0.5], [0.1, 0.9, 0.9, 0.9]]  # of equal predictions the first are the highest two
_TRUE = [[1.0, 0.0, 0.0, 1.0], [0.0, 1.0, 0.0, 1.0]]


def _value(metric, labels, said, weights=None):
    update = metric.update_state(tf.constant(labels), tf.constant(said), sample_weight=weights)
    result = metric.result()
    with tf.Session() as sess:
        sess.run([variable.initializer for variable in metric.variables])
        sess.run(update)
        return sess.run(result)


# {what is counted: (the metric, its arguments, TensorFlow's figure)}
FIGURES = {
    "area": (lambda: _METRICS.AUC(), (_LABELS, _SAID), 0.5666670203208923),
    "weighted area": (lambda: _METRICS.AUC(num_thresholds=5), (_LABELS, _SAID, _WEIGHTS), 0.6937559843063354),
    "smaller area": (
        lambda: _METRICS.AUC(thresholds=[0.7, 0.2], summation_method="minoring"),
        (_LABELS, _SAID),
        0.5333330035209656,
    ),
    "larger area": (
        lambda: _METRICS.AUC(num_thresholds=5, summation_method="majoring"),
        (_LABELS, _SAID, _WEIGHTS),
        0.7786960005760193,
    ),
    "area of precision": (
        lambda: _METRICS.AUC(num_thresholds=5, curve="PR"),
        (_LABELS, _SAID, _WEIGHTS),
        0.7311769723892212,
    ),
    "precision of the highest": (lambda: _METRICS.Precision(top_k=2), (_TRUE, _TIED), 0.5),
    "recall of the highest": (lambda: _METRICS.Recall(top_k=2), (_TRUE, _TIED), 0.5),
    "recall at thresholds": (
        lambda: _METRICS.Recall(thresholds=[0.2, 0.8]),
        (_LABELS, _SAID, _WEIGHTS),
        [0.7878789901733398, 0.33333298563957214],
    ),
    "precision of a class": (lambda: _METRICS.Precision(class_id=1), (_TRUE, _TIED), 1.0),
    "false negatives": (lambda: _METRICS.FalseNegatives(), (_LABELS, _SAID, _WEIGHTS), 2.200000047683716),
    "sensitivity": (
        lambda: _METRICS.SensitivityAtSpecificity(0.5, num_thresholds=7),
        (_LABELS, _SAID, _WEIGHTS),
        0.7878789901733398,
    ),
    "specificity": (lambda: _METRICS.SpecificityAtSensitivity(0.4), (_LABELS, _SAID), 0.6666669845581055),
    "overlap": (lambda: _METRICS.MeanIoU(3), ([0, 1, 1, 0], [0, 0, 1, 1]), 0.33333298563957214),
}


@pytest.mark.parametrize("name", FIGURES)
def test_figures_are_those_of_tensorflow(name):
    make, arguments, figure = FIGURES[name]
    np.testing.assert_allclose(_value(make(), *arguments), figure, rtol=1e-4)


def test_predictions_outside_of_0_and_1_are_refused():
    with pytest.raises(tf.errors.InvalidArgumentError, match="predictions must be <= 1"):
        _value(_METRICS.AUC(), _LABELS, _SAID + 1)


def test_what_a_metric_is_made_of():
    metric = _METRICS.AUC(num_thresholds=4, curve="pr", summation_method="minoring")
    expected = {"num_thresholds": 4, "curve": "PR", "summation_method": "minoring", "thresholds": [1 / 3, 2 / 3]}
    assert metric.get_config() == {"name": "auc", "dtype": "float32", **expected}
    assert [variable.name for variable in _METRICS.TruePositives().variables] == ["accumulator:0"]
    assert _METRICS.MeanIoU(2).variables[0].dtype.base_dtype == tf.float64
    with pytest.raises(ValueError, match=r"must be in \[0, 1\]. Invalid values: \[2\]"):
        _METRICS.Recall(thresholds=[2, 0.5])
    with pytest.raises(ValueError, match=r"Shapes \(3,\) and \(8,\) are incompatible"):
        _METRICS.Recall().update_state(_LABELS, _SAID[:3])
