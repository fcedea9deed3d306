"""tf.contrib.timeseries: input, training, evaluation, predictions and exported models. The numbers are TensorFlow 1.15's."""

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.contrib.timeseries.timeseries import state_management
from graphlab._src.contrib.timeseries.timeseries.state_tables import TupleOfTensorsLookup

ts = tf.contrib.timeseries
TIMES = np.arange(100)
VALUES = np.stack([np.sin(TIMES * 2 * np.pi / 20) * 3 + 5, np.cos(TIMES / 5.0)], 1)
DATA = {"times": TIMES, "values": VALUES}


def windows(size):
    """An input function of all windows of that size that follow each other."""

    def input_fn():
        starts = range(0, len(TIMES) - size, size)
        cut = {key: np.stack([value[i : i + size] for i in starts]) for key, value in DATA.items()}
        return {key: tf.constant(value) for key, value in cut.items()}, None

    return input_fn


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """An ARRegressor after 20 steps, and its evaluation on all data."""
    estimator = ts.ARRegressor(
        periodicities=[20, 7],
        input_window_size=4,
        output_window_size=8,
        num_features=2,
        hidden_layer_sizes=[6],
        loss=ts.ARModel.SQUARED_LOSS,
        num_time_buckets=5,
        model_dir=str(tmp_path_factory.mktemp("ar")),
        config=tf.estimator.RunConfig(tf_random_seed=3),
    )
    estimator.train(windows(12), steps=20)
    return estimator, estimator.evaluate(ts.WholeDatasetInputFn(ts.NumpyReader(DATA)), steps=1)


def test_an_ar_model_learns_what_tensorflows_learns(trained):
    _, evaluation = trained
    np.testing.assert_allclose(evaluation["average_loss"], 1.935469, rtol=1e-4)
    np.testing.assert_allclose(evaluation["mean"][0, :2], [[7.34621, 0.65188], [6.99199, 0.69892]], rtol=1e-4)
    assert evaluation["times"].tolist() == [list(range(4, 100))]
    np.testing.assert_allclose(evaluation["observed"][0], VALUES[4:], rtol=1e-6)
    times, values, regressors = evaluation["start_tuple"]
    assert times.tolist() == [[96, 97, 98, 99]] and values.shape == (1, 4, 2) and regressors.shape == (1, 4, 0)


def test_predictions_continue_an_evaluation(trained):
    estimator, evaluation = trained
    (predicted,) = estimator.predict(ts.predict_continuation_input_fn(evaluation, steps=13))
    assert predicted["times"].tolist() == list(range(100, 113))
    np.testing.assert_allclose(predicted["mean"][:2], [[6.45176, 0.28574], [5.88523, 0.09146]], rtol=1e-4)
    with pytest.raises(ValueError, match="Prediction times must be after"):
        ts.predict_continuation_input_fn(evaluation, times=[99, 100])
    with pytest.raises(ValueError, match="Only one of `steps` and `times`"):
        ts.predict_continuation_input_fn(evaluation, times=[100], steps=1)


def test_an_exported_model_filters_and_predicts(trained, tmp_path):
    estimator, evaluation = trained
    path = estimator.export_savedmodel(str(tmp_path), estimator.build_raw_serving_input_receiver_fn())
    utils = ts.saved_model_utils
    with tf.Graph().as_default(), tf.Session() as sess:
        signatures = tf.saved_model.loader.load(sess, [tf.saved_model.tag_constants.SERVING], path)
        state = utils.cold_start_filter(signatures, sess, {key: value[:60] for key, value in DATA.items()})
        assert state["model_state_00"].tolist() == [[56, 57, 58, 59]]
        state = utils.filter_continuation(state, signatures, sess, {key: value[60:] for key, value in DATA.items()})
        predicted = utils.predict_continuation(state, signatures, sess, steps=13)
    np.testing.assert_allclose(predicted["mean"][0, :2], [[6.45176, 0.28574], [5.88523, 0.09146]], rtol=1e-4)


def test_series_are_read_whole_and_in_windows(tmp_path):
    path = tmp_path / "series.csv"
    path.write_text("".join(f"{time},{first},{second}\n" for time, (first, second) in zip(TIMES, VALUES, strict=True)))
    reader = ts.CSVReader(str(path), column_names=("times", "values", "values"))
    with tf.Graph().as_default(), tf.Session() as sess:
        whole, _ = ts.WholeDatasetInputFn(reader)()
        cut, _ = ts.RandomWindowInputFn(ts.NumpyReader(DATA), batch_size=3, window_size=7, num_threads=1)()
        sess.run([tf.local_variables_initializer(), tf.global_variables_initializer()])
        coordinator = tf.train.Coordinator()
        threads = tf.train.start_queue_runners(sess, coordinator)
        whole, cut = sess.run([whole, cut])
        coordinator.request_stop()
        coordinator.join(threads, stop_grace_period_secs=10, ignore_live_threads=True)
    np.testing.assert_allclose(whole["values"], VALUES[None], rtol=1e-6)
    assert whole["times"].tolist() == [TIMES.tolist()]
    assert cut["times"].shape == (3, 7) and (np.diff(cut["times"]) == 1).all()
    np.testing.assert_allclose(cut["values"], VALUES[cut["times"]], atol=1e-6)


def test_what_does_not_fit_is_refused():
    for make, message in {
        lambda: ts.NumpyReader({"times": TIMES}): "times and values are required features",
        lambda: ts.NumpyReader({"times": TIMES, "values": VALUES[:9]}): "prefixed by the shape of the times feature",
        lambda: ts.CSVReader("file", column_names=("times",)): "'values' is a required column",
        lambda: ts.RandomWindowInputFn(ts.NumpyReader(DATA), 101, 1): "only 100 records were available",
        lambda: ts.ARRegressor([], 1, 1, 1, anomaly_distribution="gaussian"): "anomaly_prior_probability is required",
    }.items():
        with pytest.raises(ValueError, match=message):
            make()
    estimator = ts.ARRegressor(periodicities=[], input_window_size=4, output_window_size=2, num_features=2)
    with pytest.raises(ValueError, match="set window_size=6"):
        estimator.train(windows(7), steps=1)


def test_tables_hold_nested_states():
    defaults = (tf.zeros([2, 3]), (tf.constant(-1),))
    with tf.Session() as sess:
        table = TupleOfTensorsLookup(tf.int64, defaults, empty_key=-1, deleted_key=-2, name="states")
        values = (tf.ones([2, 1, 2, 3]), (tf.constant([[5], [6]]),))
        sess.run(table.insert(tf.constant([[3], [4]], tf.int64), values))
        matrices, (numbers,) = sess.run(table.lookup(tf.constant([4, 9], tf.int64)))
    assert numbers.tolist() == [6, -1] and matrices.sum(axis=(1, 2)).tolist() == [6, 0]
    assert state_management.ChainingStateManager(state_saving_interval=20)._get_chunk_number(41) == 2
