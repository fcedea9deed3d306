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


@pytest.mark.usefixtures("tensorflow")
def test_an_iterator_is_saved_and_restored_in_the_middle_of_its_dataset():
    place = "tensorflow.python.data.experimental.kernel_tests.serialization.dataset_serialization_test_base"

    class Case(import_module(place).DatasetSerializationTestBase):
        def test_breaks(self):
            self.verify_run_with_breaks(lambda: tf.data.Dataset.range(9).shuffle(4, seed=5).batch(2), [2], 5)

        def test_state(self):
            dataset = lambda: tf.data.Dataset.range(9).map(lambda _: tf.random.uniform([]))  # noqa: E731
            self.verify_error_on_save(dataset, 9, tf.errors.FailedPreconditionError)

    names, _, failed = outcome(Case)
    assert not failed
    assert names == ["test_breaks", "test_session", "test_state"]


@pytest.mark.usefixtures("tensorflow")
def test_bases_of_tests_write_the_files_that_they_read():
    bases = import_module("tensorflow.python.data.experimental.kernel_tests.reader_dataset_ops_test_base")

    class Lines(bases.TextLineDatasetTestBase):
        def test_lines(self):
            files = self._createFiles(2, 2, crlf=True, compression_type="GZIP")
            lines = [self._lineText(f, line) for f in range(2) for line in range(2)]
            self.assertDatasetProduces(tf.data.TextLineDataset(files, "GZIP"), lines)

    class Features(bases.MakeBatchedFeaturesDatasetTestBase):
        def test_batches(self):
            options = {"label_key": "label", "reader_num_threads": 2}
            dataset = self.make_batch_feature(self.test_filenames, num_epochs=1, batch_size=4, **options)
            self.outputs = self.getNext(dataset)
            self.verify_records(4, label_key_provided=True, interleave_cycle_length=2)

    class Records(bases.TFRecordDatasetTestBase):
        def test_records(self):
            outputs = self.getNext(tf.data.TFRecordDataset(self.test_filenames).batch(4))
            self._verify_records(outputs, 4, None, 1, 1, drop_final_batch=False, use_parser_fn=False)

    for case in (Lines, Features, Records):
        assert not outcome(case)[2]


@pytest.mark.usefixtures("tensorflow")
def test_how_a_dataset_was_made_shows_whether_it_is_batched_or_shuffled():
    module = import_module("tensorflow.python.keras.engine.training_utils")
    plain = tf.data.Dataset.range(5).map(lambda x: x).repeat(2)
    module.assert_not_batched(plain.shuffle(2))
    module.assert_not_shuffled(plain.batch(2))
    module.assert_not_batched(tf.data.TFRecordDataset([]))
    for dataset in (plain.batch(2), plain.batch(2).take(1), plain.flat_map(tf.data.Dataset.from_tensors)):
        with pytest.raises(ValueError, match="not batched"):
            module.assert_not_batched(dataset)
    with pytest.raises(ValueError, match="not shuffled"):
        module.assert_not_shuffled(plain.shuffle(2).batch(2))


@pytest.mark.usefixtures("tensorflow")
def test_the_jobs_of_a_cluster_have_names():
    jobs = import_module("tensorflow_estimator.python.estimator.run_config").TaskType
    assert (jobs.CHIEF, jobs.EVALUATOR, jobs.MASTER, jobs.PS, jobs.WORKER) == tuple(
        "chief evaluator master ps worker".split()
    )


@pytest.mark.usefixtures("tensorflow")
def test_subclasses_of_models_are_there_for_tests():
    module = import_module("tensorflow.python.keras.model_subclassing_test_util")
    x = np.ones((4, 5), "float32")
    nested = module.NestedTestModel1(num_classes=2)
    nested.compile("sgd", "mse")
    assert np.isfinite(nested.train_on_batch(x, np.ones((4, 2))))
    assert (len(nested.weights), len(nested.non_trainable_weights)) == (16, 4)
    graph = module.NestedTestModel2(num_classes=2)
    assert graph.predict(x).shape == (4, 2)
    assert (len(graph.weights), len(graph.non_trainable_weights)) == (16, 4)
    functional = module.get_nested_model_3(5, 3)
    assert (functional.name, functional.predict(x).shape) == ("nested_model_3", (4, 3))
    both = module.MultiIOTestModel(use_bn=True, use_dp=True)
    assert [part.shape for part in both.predict([x, x])] == [(4, 2), (4, 3)]


@pytest.mark.usefixtures("tensorflow")
def test_any_data_is_read_as_batches():
    convert = import_module("tensorflow.python.keras.engine.training_generator").convert_to_generator_like
    arrays = np.arange(5), {"a": np.arange(5) * 2}
    batches, steps = convert((*arrays, None), batch_size=2, epochs=2)
    found = list(batches)
    assert (steps, len(found)) == (3, 6)
    assert found[2][0].tolist() == [4] and found[3][1]["a"].tolist() == [0, 2]
    generator = (part for part in [arrays])
    assert convert(generator, steps_per_epoch=7) == (generator, 7)
    iterator, steps = convert(tf.data.Dataset.range(3), steps_per_epoch=2)
    assert (isinstance(iterator, tf.data.Iterator), steps) == (True, 2)
    with pytest.raises(ValueError, match="use `batch_size` instead"):
        convert(arrays)


@pytest.mark.usefixtures("tensorflow")
def test_filters_choose_exports():
    gc = import_module("tensorflow_estimator.python.estimator.gc")
    paths = [gc.Path("/foo", number) for number in (4, 1, 9, 10)]
    assert gc._largest_export_versions(2)(paths) == [gc.Path("/foo", 9), gc.Path("/foo", 10)]
    odd = gc._negation(gc._mod_export_version(2))
    assert gc._union(odd, gc._largest_export_versions(1))(paths) == [gc.Path("/foo", n) for n in (1, 9, 10)]
    assert gc._one_of_every_n_export_versions(3)(paths) == [gc.Path("/foo", n) for n in (1, 4, 9, 10)]
