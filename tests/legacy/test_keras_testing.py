"""What TensorFlow's unit tests of Keras and of datasets are written with."""

import unittest
from importlib import import_module
from typing import Any

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.compat import dataset_test_base
from graphlab._src.compat.keras_testing import layer_test, models, modes, parameterized


def outcome(case):
    """(names of the tests that ran, of those that were skipped, of those that failed)."""
    result = unittest.TestResult()
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(case)
    tests: list[Any] = list(suite)
    names = sorted(test.id().rpartition(".")[2] for test in tests)
    suite.run(result)
    return names, len(result.skipped), result.failures + result.errors


def test_a_test_of_keras_runs_in_a_session_once_for_each_kind_of_model():
    kinds = []

    @parameterized.run_all_keras_modes(always_skip_eager=True)
    class Case(parameterized.TestCase):
        @parameterized.run_with_all_model_types(exclude_models="sequential")
        def test_model(self):
            assert not modes.should_run_eagerly() and not modes.should_run_tf_function()
            assert tf.get_default_session() is not None
            model = models.get_small_mlp(2, 3, 4)
            kinds.append((modes.get_model_type(), model.predict(np.ones((2, 4))).shape))

    names, skipped, failed = outcome(Case)
    assert not failed
    assert skipped == 5  # the other modes of each kind, and test_session
    assert "test_model_functional_v1_session" in names
    assert kinds == [("functional", (2, 3)), ("subclass", (2, 3))]


@pytest.mark.parametrize("kind", ["functional", "subclass", "subclass_custom_build"])
def test_a_model_of_branches_trains_all_layers(kind):
    layers = tf.keras.layers
    with modes.model_type_scope(kind):
        a, b = tf.keras.Input((2,), name="a"), tf.keras.Input((3,), name="b")
        joined = [layers.Concatenate(), layers.Dense(1)]
        model = models.get_multi_io_model([a, layers.Dense(2)], [b, layers.Dense(2)], shared_output_branch=joined)
    model.compile("sgd", "mse")
    model.train_on_batch([np.ones((4, 2)), np.ones((4, 3))], np.ones((4, 1)))
    assert len(model.trainable_weights) == 6


def test_layer_test_checks_a_layer_and_returns_its_output():
    ones = np.ones((3, 2), "float32")
    doubled = layer_test.layer_test(tf.keras.layers.Lambda, {"function": lambda x: 2 * x}, input_data=ones)
    assert np.array_equal(doubled, 2 * ones)
    with pytest.raises(AssertionError, match="dtype=float32 but expected to find float64"):
        layer_test.layer_test(tf.keras.layers.Dense, {"units": 2}, (3, 2), expected_output_dtype="float64")


def test_a_test_of_datasets_compares_elements_and_the_end():
    class Case(dataset_test_base.DatasetTestBase):
        def test_elements(self):
            dataset = tf.data.Dataset.range(3).map(lambda x: (x, {"y": x * x}))
            self.assertDatasetProduces(dataset, [(0, {"y": 0}), (1, {"y": 1}), (2, {"y": 4})], num_test_iterations=2)
            with self.assertRaises(AssertionError):
                self.assertDatasetProduces(dataset, [(0, {"y": 0})])

        def test_error(self):
            failing = tf.data.Dataset.range(2).map(lambda x: tf.check_numerics(1.0 / tf.cast(x, tf.float32), "bad"))
            self.assertDatasetProduces(failing, expected_error=(tf.errors.InvalidArgumentError, "bad"))

    assert outcome(Case) == (["test_elements", "test_error", "test_session"], 1, [])


@pytest.mark.usefixtures("tensorflow")
@pytest.mark.parametrize(
    ("kernel", "scale", "exact"),
    [("gaussian", 5.0, "exact_gaussian_kernel"), ("laplacian", 10.0, "exact_laplacian_kernel")],
)
def test_random_fourier_features_approximate_a_kernel(kernel, scale, exact):
    features = import_module("tensorflow.python.keras.layers.kernelized").RandomFourierFeatures
    kernels = import_module("tensorflow.python.keras.utils.kernelized_utils")
    backend = import_module("tensorflow.python.keras.backend")
    random = np.random.RandomState(0)
    x, y = (tf.constant(random.uniform(size=(rows, 5)), tf.float32) for rows in (6, 8))
    np.random.seed(0)
    tf.set_random_seed(1234)
    layer = features(2000, kernel, scale=scale)
    product = kernels.inner_product(layer(x), layer(y)) / 1000.0
    with tf.Session() as session:
        backend._initialize_variables(session)
        approximate, expected = session.run([product, getattr(kernels, exact)(x, y, scale)])
    np.testing.assert_allclose(approximate, expected, atol=0.05)
    assert features.from_config(layer.get_config()).get_config() == layer.get_config()
    with pytest.raises(ValueError, match="Unsupported kernel type: 'linear'"):
        features(3, "linear")


@pytest.mark.usefixtures("tensorflow")
def test_the_body_of_a_functional_loop_is_a_graph():
    module = import_module("tensorflow.python.ops.while_v2")
    loop = module.while_loop(lambda i: i < 3, lambda i: i + 1, [tf.constant(0)])[0].op.inputs[0].op
    assert len(module._get_graph(loop, "body").inputs) == len(loop.inputs)
    assert module._get_graph(loop, "cond").outputs[0].dtype == tf.bool
