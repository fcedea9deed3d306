"""tf.contrib.learn's Estimator, monitors and Experiment; the numbers are TensorFlow 1.15's."""

import json
import os

import numpy as np
import pandas
import pytest

import graphlab as tf

learn = tf.contrib.learn
X = np.random.RandomState(0).rand(24, 3).astype(np.float32)
Y = (X.sum(1) > 1.5).astype(np.int64)


def model(features, targets, mode, params):
    features = features["x"] if isinstance(features, dict) else features
    logits = tf.layers.dense(features, 2, kernel_initializer=tf.zeros_initializer(), name="d")
    classes = tf.argmax(logits, 1)
    loss = metrics = step = None
    if targets is not None:
        loss = tf.losses.sparse_softmax_cross_entropy(targets, logits)
        metrics = {"acc": tf.metrics.accuracy(targets, classes)}
    if mode == learn.ModeKeys.TRAIN:
        step = tf.train.GradientDescentOptimizer(params["rate"]).minimize(loss, tf.train.get_global_step())
    return learn.ModelFnOps(mode, {"classes": classes, "likely": tf.nn.softmax(logits)}, loss, step, metrics)


def inputs():
    return tf.constant(X), tf.constant(Y)


def estimator(folder, **kwargs):
    return learn.Estimator(model, str(folder), learn.RunConfig(**kwargs), {"rate": 0.5})


@pytest.mark.slow
def test_an_estimator_fits_scores_and_predicts(tmp_path):
    one = estimator(tmp_path, save_checkpoints_steps=5).fit(input_fn=inputs, steps=10)
    spec = learn.MetricSpec(tf.metrics.mean_absolute_error, prediction_key="classes")
    found = one.evaluate(input_fn=inputs, steps=1, metrics={"mean": spec})
    assert found["global_step"] == 10
    np.testing.assert_allclose([found["acc"], found["loss"], found["mean"]], [0.75, 0.60524, 0.25], atol=1e-5)
    first = next(one.predict(input_fn=lambda: tf.constant(X)))
    np.testing.assert_allclose(first["likely"], [0.4006, 0.5994], atol=1e-4)
    assert len(list(one.predict(x=X, batch_size=5, outputs=["classes"]))) == 24
    compatible = learn.SKCompat(one)
    np.testing.assert_allclose(compatible.score(X, Y)["loss"], 0.60524, atol=1e-5)
    assert compatible.predict(X)["likely"].shape == (24, 2)
    one.fit(X, Y, steps=3, batch_size=24)
    assert one.get_variable_value("global_step") == 13
    np.testing.assert_allclose(one.get_variable_value("d/kernel")[:, 1], [0.23, 0.4584, 0.0634], atol=1e-4)


def test_predictions_of_what_is_fed_or_constant_end_without_a_warning(tmp_path, monkeypatch):
    logged = []
    one = estimator(tmp_path).fit(input_fn=inputs, steps=1)
    monkeypatch.setattr("graphlab._src.base.logging.warning", lambda *message, **_: logged.append(message))
    assert len(list(one.predict(X))) == len(list(one.predict(input_fn=lambda: tf.constant(X)))) == 24
    assert not logged


def test_monitors_watch_and_stop_training(tmp_path):
    bias = learn.monitors.CaptureVariable("d/bias:0", every_n=2)
    validation = learn.monitors.ValidationMonitor(
        input_fn=inputs, eval_steps=1, every_n_steps=2, early_stopping_rounds=2, check_interval_secs=None,
        early_stopping_metric="acc",
    )  # fmt: skip
    stop = learn.monitors.StopAtStep(num_steps=9)
    one = estimator(tmp_path, save_checkpoints_steps=2)
    one.fit(input_fn=inputs, steps=20, monitors=[bias, validation, stop])
    assert sorted(bias.values)[:2] == [1, 3]
    assert validation.early_stopped and one.get_variable_value("global_step") < 9


def test_what_an_estimator_refuses(tmp_path):
    one = estimator(tmp_path)
    with pytest.raises(learn.NotFittedError, match="Couldn't find trained model at"):
        one.evaluate(X, Y)
    with pytest.raises(ValueError, match="Can not provide both input_fn and x or y"):
        one.fit(X, Y, input_fn=inputs)
    with pytest.raises(ValueError, match="Missing train_op"):
        learn.ModelFnOps("train", loss=1.0)
    with pytest.raises(ValueError, match=r"missing from <lambda>"):
        learn.MetricSpec(lambda predictions: predictions, label_key="l")
    with pytest.raises(KeyError, match="Key 'l' missing from"):
        learn.MetricSpec(lambda predictions, target: target, label_key="l").create_metric_ops({}, {"k": 1}, 2)


def experiment(run_config, hparams):
    def serving():
        x = tf.placeholder(tf.float32, [None, 3])
        return learn.InputFnOps({"x": x}, None, {"x": x})

    return learn.Experiment(
        learn.Estimator(model, config=run_config, params={"rate": hparams.rate}),
        inputs,
        inputs,
        train_steps=8,
        eval_steps=1,
        eval_delay_secs=0,
        min_eval_frequency=4,
        export_strategies=[learn.make_export_strategy(serving)],
    )


def test_an_experiment_trains_evaluates_and_exports(tmp_path):
    config = learn.RunConfig(model_dir=str(tmp_path), save_checkpoints_steps=4)
    hparams = tf.contrib.training.HParams(rate=0.5)
    found, exported = learn.learn_runner.run(experiment, run_config=config, hparams=hparams)
    np.testing.assert_allclose([found["acc"], found["loss"]], [0.70833, 0.6196], atol=1e-5)
    assert os.path.exists(os.path.join(exported[0].decode(), "saved_model.pb"))
    with pytest.raises(ValueError, match="Schedule references non-existent task other"):
        learn.learn_runner.run(experiment, run_config=config, hparams=hparams, schedule="other")
    with pytest.raises(ValueError, match="`estimator` must implement `tf.contrib.learn.Evaluable`"):
        learn.Experiment(3, inputs, inputs)


def test_a_run_config_of_a_cluster_without_a_chief(monkeypatch):
    cluster = {"ps": ["b:1", "c:1"], "worker": ["d:1"]}
    monkeypatch.setenv("TF_CONFIG", json.dumps({"cluster": cluster, "task": {"type": "worker", "index": 0}}))
    config = learn.RunConfig()
    assert (config.is_chief, config.master, config.num_ps_replicas) == (True, "grpc://d:1", 2)
    assert config.uid() == config.replace(model_dir="x").uid() != config.replace(save_summary_steps=1).uid()


def test_tables_become_arrays(tmp_path):
    (tmp_path / "iris.csv").write_text("2,3,setosa,versicolor\n6.4,2.8,5.6,2\n5.0,2.3,3.3,1\n")
    found = learn.datasets.base.load_csv_with_header(str(tmp_path / "iris.csv"), np.int64, np.float32)
    assert found.data.dtype == np.float32 and found.data.shape == (2, 3) and found.target.tolist() == [2, 1]
    (tmp_path / "plain.csv").write_text("1,6.4,2.8\n0,5.0,2.3\n")
    found = learn.datasets.base.load_csv_without_header(str(tmp_path / "plain.csv"), np.int64, np.float64, 0)
    assert found.data.tolist() == [[6.4, 2.8], [5.0, 2.3]] and found.target.tolist() == [1, 0]
    table = pandas.DataFrame({"a": [1, 2], "b": [0.5, 1.5]})
    assert learn.extract_pandas_data(table).tolist() == [[1.0, 0.5], [2.0, 1.5]]
    assert learn.extract_pandas_labels(table[["a"]]).tolist() == [[1], [2]]
    with pytest.raises(ValueError, match="Only one column for labels is allowed"):
        learn.extract_pandas_labels(table)
    with pytest.raises(ValueError, match="must be int, float, or bool. Found: 'c' type="):
        learn.extract_pandas_data(pandas.DataFrame({"c": ["x"]}))


def test_arrays_are_read_in_tensorflows_order():
    """Batches and the result are TensorFlow 1.15's: all rows where no size is given, in RandomState(42)'s order."""
    x, y = np.arange(200, dtype=np.float32), np.arange(200, dtype=np.float32)[:, None]
    seen = []

    def model(features, labels, mode):
        assert (features.shape.as_list(), labels.shape.as_list()) == ([None, 1], [None])
        assert (features.op.type, features.name, labels.name) == ("Placeholder", "input:0", "output:0")
        seen.append(tf.shape(features)[0])
        loss = tf.reduce_sum(features[0] - labels[-1])
        train = tf.assign_add(tf.train.get_global_step(), 1)
        return features, loss, train

    class Watch(tf.train.SessionRunHook):
        def before_run(self, run_context):
            return tf.train.SessionRunArgs([seen[-1], "input:0"])

        def after_run(self, run_context, run_values):
            size, rows = run_values.results
            batches.append([int(size), int(rows[0, 0])])

    for batch_size, expected in ((None, [[200, 95]] * 1), (150, [[150, 95], [50, 176]])):
        batches = []
        estimator = tf.contrib.learn.Estimator(model)
        estimator.fit(x, y, steps=len(expected), batch_size=batch_size, monitors=[Watch()])
        assert batches == expected
        assert estimator.evaluate(x, y, steps=1)["loss"] == -199.0
