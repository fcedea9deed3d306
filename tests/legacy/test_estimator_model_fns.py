"""The model functions of canned estimators by TensorFlow's private names: expected values are TensorFlow 1.15's."""

from importlib import import_module
from unittest import mock

import numpy as np
import pytest

import graphlab as tf

pytestmark = pytest.mark.usefixtures("tensorflow")


class _Head:
    """Passes on the logits, as the mocks of TensorFlow's unit tests do."""

    logits_dimension = 2

    def create_estimator_spec(self, features, mode, logits, labels=None, optimizer=None, train_op_fn=None):
        del features, mode, labels, optimizer, train_op_fn
        return logits


def canned(name):
    return import_module(f"tensorflow_estimator.python.estimator.canned.{name}")


def _logits(model_fn, **arguments):
    features = {"age": tf.constant([[1.0], [2.0], [3.0]])}
    logits = model_fn(features=features, labels=None, mode="infer", head=_Head(), **arguments)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        return session.run(logits), {variable.op.name.removesuffix("/part_0") for variable in tf.global_variables()}


def test_the_model_functions_pass_logits_to_the_head():
    age = [tf.feature_column.numeric_column("age")]
    logits, names = _logits(canned("baseline")._baseline_model_fn, optimizer="Ftrl")
    assert logits.shape == (3, 2)
    assert names == {"baseline/bias"}
    tf.reset_default_graph()
    dnn = {"dnn/hiddenlayer_0/kernel", "dnn/hiddenlayer_0/bias", "dnn/logits/kernel", "dnn/logits/bias"}
    logits, names = _logits(canned("dnn")._dnn_model_fn, hidden_units=[4], feature_columns=age)
    assert logits.shape == (3, 2)
    assert names == dnn
    tf.reset_default_graph()
    linear = {"linear/linear_model/age/weights", "linear/linear_model/bias_weights"}
    model_fn = canned("linear")._linear_model_fn
    logits, names = _logits(model_fn, feature_columns=age, optimizer="Ftrl", partitioner=None, config=None)
    np.testing.assert_array_equal(logits, np.zeros([3, 2]))
    assert names == linear
    tf.reset_default_graph()
    combined = canned("dnn_linear_combined")
    columns = {"linear_feature_columns": age, "dnn_feature_columns": age, "dnn_hidden_units": [4]}
    assert _logits(combined._dnn_linear_combined_model_fn, **columns)[1] == dnn | linear
    assert combined._linear_learning_rate(10000000) == pytest.approx(10000000**-0.5)


def test_how_much_of_variables_is_zero():
    fraction_of_zero = canned("linear")._compute_fraction_of_zero
    whole, cut = tf.Variable([1.0, 0.0]), tf.get_variable("cut", [4], partitioner=tf.fixed_size_partitioner(2))
    fraction = fraction_of_zero([[whole], cut])
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        assert session.run(fraction, {part: [0.0, 0.0] for part in cut}) == pytest.approx(5 / 6)


def test_kmeans_has_its_module():
    kmeans = canned("kmeans")
    assert kmeans.KMeansClustering is tf.estimator.experimental.KMeans
    points = kmeans._parse_features_if_necessary(
        {"x": tf.constant([[1.0], [2.0]]), "y": tf.constant([[3.0], [4.0]])}, None
    )
    with tf.Session() as session:
        assert session.run(points).tolist() == [[1.0, 3.0], [2.0, 4.0]]
    hook = kmeans._LossRelativeChangeHook(tf.constant(1.0), 0.1)
    assert isinstance(hook, tf.train.SessionRunHook)


def test_a_replaced_device_setter_is_that_of_estimators():
    module = import_module("tensorflow_estimator.python.estimator.estimator")
    columns = [tf.feature_column.numeric_column("a")]
    with mock.patch.object(module, "_get_replica_device_setter", return_value=lambda op: "/cpu:0") as setter:
        tf.estimator.LinearRegressor(columns)
    tf.estimator.LinearRegressor(columns)
    assert setter.call_count == 1


def test_a_replaced_table_of_layers_is_that_of_recurrent_estimators():
    rnn, layer = canned("rnn"), mock.Mock()
    with mock.patch.object(rnn, "_CELL_TYPE_TO_LAYER_MAPPING", {"mine": layer}):
        rnn._make_rnn_layer(None, units=11, cell_type="mine", return_sequences=True)
    layer.assert_called_once_with(units=11, return_sequences=True)
    assert isinstance(rnn._make_rnn_layer(None, 3, "gru", False), tf.keras.layers.GRU)
