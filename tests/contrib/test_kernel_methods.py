"""tf.contrib.kernel_methods, with TensorFlow 1.15's values."""

import numpy as np
import pytest

import graphlab as tf

kernel_methods = tf.contrib.kernel_methods
LOGITS = [[1.0, 0.5, -1.0], [0.2, 0.1, 0.9]]


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


def test_random_features_are_those_of_tensorflow():
    mapper = kernel_methods.RandomFourierFeatureMapper(2, 4, stddev=2.0, seed=3, name="features")
    with tf.Session() as sess:
        found = sess.run(mapper.map(tf.constant([[1.0, 2.0], [3.0, -1.0]])))
    expected = [[0.490285, -0.649141, -0.438099, 0.694243], [-0.700933, -0.598754, -0.306025, 0.525997]]
    np.testing.assert_allclose(found, expected, atol=1e-5)
    with pytest.raises(Exception, match="expected 2 input features, got 5 instead") as raised:
        mapper.map(tf.zeros([2, 5]))
    assert type(raised.value).__name__ == "InvalidShapeError"


def test_the_hinge_loss_is_by_how_much_the_right_class_falls_short():
    loss = kernel_methods.sparse_multiclass_hinge_loss
    labels, logits = tf.constant([0, 2], tf.int64), tf.constant(LOGITS)
    losses = [
        loss(tf.constant([[1], [2]]), logits),
        loss(labels, logits, weights=tf.constant([[2.0], [3.0]]), reduction="none"),
        loss(tf.constant([0, 1], tf.int64), logits, weights=2.0, scope="s"),
    ]
    assert [one.name for one in tf.get_collection(tf.GraphKeys.LOSSES)][::2] == [
        "sparse_multiclass_hinge_loss/value:0",
        "s/value:0",
    ]
    with tf.Session() as sess:
        first, each, weighted = sess.run(losses)
        np.testing.assert_allclose([first, *each, weighted], [0.9, 1.0, 0.9, 2.3], rtol=1e-6)
        with pytest.raises(tf.errors.InvalidArgumentError):
            sess.run(loss(tf.constant([1, 5]), logits))
    with pytest.raises(ValueError, match="Invalid dtype for labels"):
        loss(tf.constant([1.0]), logits)


def test_a_classifier_of_mapped_columns_finds_a_circle(tmp_path):
    points = np.random.RandomState(0).randn(60, 2).astype(np.float32)
    inside = ((points**2).sum(1) > 1.4).astype(np.int64)
    column = tf.contrib.layers.real_valued_column("x", 2)
    mappers = [
        kernel_methods.RandomFourierFeatureMapper(2, 8, 1.0, 1),
        kernel_methods.RandomFourierFeatureMapper(2, 4, 2.0, 5),
    ]
    classifier = kernel_methods.KernelLinearClassifier([column], str(tmp_path), kernel_mappers={column: mappers})

    def examples():
        return {"x": tf.constant(points)}, tf.constant(inside[:, None])

    classifier.fit(input_fn=examples, steps=20)
    found = classifier.evaluate(input_fn=examples, steps=1)
    np.testing.assert_allclose([found["accuracy"], found["loss"], found["auc"]], [0.9, 0.4048, 0.9716], atol=1e-4)
    assert {"linear/x/weight", "linear/x_MAPPED/weight"} < set(classifier.get_variable_names())
    probabilities = list(classifier.predict_proba(input_fn=examples))[:2]
    np.testing.assert_allclose(probabilities, [[0.2523, 0.7477], [0.2828, 0.7172]], atol=1e-4)
    assert list(classifier.predict_classes(input_fn=examples))[:4] == [1, 1, 1, 0]


def test_a_classifier_has_columns_and_kernel_mappers():
    with pytest.raises(ValueError, match="at least one of feature_columns, kernel_mappers"):
        kernel_methods.KernelLinearClassifier()
    with pytest.raises(ValueError, match="Invalid kernel mappers"):
        kernel_methods.KernelLinearClassifier(kernel_mappers={"a": [3]})
