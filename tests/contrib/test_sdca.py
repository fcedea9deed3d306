"""Stochastic dual coordinate ascent: its operations return TensorFlow's numbers, and linear models converge to TensorFlow's."""

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.train.sdca.ops import sdca_optimizer_v2

AGE = np.linspace(0, 1, 12, dtype=np.float32)[:, None]
CITY = np.arange(12) * 5 % 3
LABELS = (AGE[:, 0] + CITY > 1.2).astype(np.int64)

# TensorFlow 1.15's answers.
FINGERPRINTS = [
    [4463240938071824939, 4374473821787594281],
    [-3745918401376061711, 3063705772005030728],
    [5043947221193320452, -900490396543331418],
    [4418314890368911397, -4640765442968472789],
    [6947542547852672342, 5943331168814012937],
]
STEPS = {
    "logistic_loss": [[[0.388986, 0.604774, -0.427605, 0.7]], [0.020763, 0.083053], [0.041527, -0.083053]],
    "squared_loss": [[[0.405536, 0.606764, -0.1785, 0.7]], [0.024625, 0.098501], [0.04925, -0.098501]],
    "hinge_loss": [[[0.45251, 0.921667, -0.21, 0.7]], [0.035586, 0.142342], [0.071171, -0.142342]],
    "smooth_hinge_loss": [[[0.405536, 0.571667, -0.1785, 0.7]], [0.024625, 0.098501], [0.04925, -0.098501]],
    "poisson_loss": [[[0.296022, 0.731668, -0.664771, 0.7]], [-0.000928, -0.003713], [-0.001856, 0.003713]],
}
ESTIMATOR = [-1.3297, 0.3335, 1.0384]
MACHINE = [-1.2511, 0.7474, 0.7510]


def test_fingerprints_are_those_of_tensorflow():
    texts = [b"", b"a" * 7, bytes(range(40)), bytes(range(128)) + b"end", bytes(range(255))]
    with tf.Session() as session:
        found = session.run(tf.train.sdca_fprint(tf.constant(texts)))
    assert found.tolist() == FINGERPRINTS


def step(loss, state, label=1.0):
    state, (sparse,), (dense,) = sdca_optimizer_v2(
        [tf.constant([0, 0], tf.int64)],
        [tf.constant([5, 9], tf.int64)],
        [tf.constant([0.5, 2.0])],
        [tf.constant([[1.0, -2.0]])],
        tf.constant([0.7]),
        tf.constant([label]),
        [tf.constant([5, 9], tf.int64)],
        [tf.constant([0.1, -0.3])],
        [tf.constant([0.2, 0.05])],
        tf.constant([state]),
        loss_type=loss,
        l1=0.1,
        l2=1.5,
        num_loss_partitions=2,
        num_inner_iterations=1,
    )
    return state, sparse, dense


@pytest.mark.parametrize("loss", ["logistic_loss", "squared_loss", "hinge_loss", "smooth_hinge_loss", "poisson_loss"])
def test_a_step_is_that_of_tensorflow(loss):
    with tf.Session() as session:
        found = session.run(step(loss, [0.3, 0.1, 0.2, 0.7]))
    for value, expected in zip(found, STEPS[loss], strict=True):
        np.testing.assert_allclose(value, expected, rtol=1e-5, atol=1e-6)


def test_labels_that_a_loss_has_no_value_for_are_refused():
    with tf.Session() as session, pytest.raises(tf.errors.InvalidArgumentError, match="Only labels of 0.0 or 1.0"):
        session.run(step("logistic_loss", [0.0] * 4, label=2.0))


def test_shrinking_moves_several_variables_toward_0():
    first, second = tf.Variable([1.0, -0.2, 0.3]), tf.Variable([[-4.0]])
    shrink = tf.train.sdca_shrink_l1([first, second], l1=0.5, l2=2.0)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        session.run(shrink)
        np.testing.assert_allclose(session.run(first), [0.75, 0.0, 0.05], rtol=1e-6)
        np.testing.assert_allclose(session.run(second), [[-3.75]])


def inputs():
    places = [[i, 0] for i in range(12)]
    names = np.asarray(["a", "b", "c"])[CITY]
    features = {
        "id": tf.constant([str(i) for i in range(12)]),
        "age": tf.constant(AGE),
        "city": tf.SparseTensor(places, tf.constant(names), [12, 1]),
    }
    return features, tf.constant(LABELS[:, None])


@pytest.mark.slow
def test_linear_classifiers_of_tf_estimator_converge(tmp_path):
    columns = [
        tf.feature_column.numeric_column("age"),
        tf.feature_column.categorical_column_with_vocabulary_list("city", ["a", "b", "c"]),
    ]
    sdca = tf.estimator.experimental.LinearSDCA("id", symmetric_l1_regularization=0.1, symmetric_l2_regularization=0.7)
    estimator = tf.estimator.LinearClassifier(columns, str(tmp_path), optimizer=sdca)
    estimator.train(inputs, steps=40)
    weights = estimator.get_variable_value("linear/linear_model/city/weights")
    np.testing.assert_allclose(weights[:, 0], ESTIMATOR, atol=0.02)
    assert "linear/linear/linear_model/city/weights/part_0_unshrunk" in estimator.get_variable_names()
    with pytest.raises(ValueError, match="multi-class"):
        tf.estimator.LinearClassifier(columns, n_classes=3, optimizer=sdca)


@pytest.mark.slow
def test_support_vector_machines_of_tf_contrib_learn_converge(tmp_path):
    layers = tf.contrib.layers
    columns = [layers.real_valued_column("age"), layers.sparse_column_with_keys("city", ["a", "b", "c"])]
    machine = tf.contrib.learn.SVM("id", columns, l2_regularization=1.0, model_dir=str(tmp_path))
    machine.fit(input_fn=inputs, steps=60)
    assert machine.evaluate(input_fn=inputs, steps=1)["accuracy"] > 0.9
    np.testing.assert_allclose(machine.get_variable_value("linear/city/weights")[:, 0], MACHINE, atol=0.02)
