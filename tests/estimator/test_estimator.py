"""Estimators: trained, evaluated, exported, and for predictions; their inputs and what they refuse."""

import os

import numpy as np
import pandas
import pytest

import graphlab as tf

X = np.random.RandomState(0).randn(300, 4).astype(np.float32)
Y = (X[:, 0] + X[:, 1] > 0).astype(np.int64)
CONFIG = {"tf_random_seed": 1, "save_checkpoints_steps": 40, "save_summary_steps": 20}


def model(features, labels, mode, params):
    hidden = tf.layers.dense(features["x"], params["units"], tf.nn.relu)
    logits = tf.layers.dense(hidden, 2)
    predictions = {"class": tf.argmax(logits, 1), "likely": tf.nn.softmax(logits)}
    if mode == tf.estimator.ModeKeys.PREDICT:
        return tf.estimator.EstimatorSpec(mode, predictions=predictions)
    loss = tf.losses.sparse_softmax_cross_entropy(labels, logits)
    if mode == tf.estimator.ModeKeys.TRAIN:
        step = tf.train.AdamOptimizer(0.05).minimize(loss, tf.train.get_global_step())
        return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=step)
    accuracy = tf.metrics.accuracy(labels, predictions["class"])
    return tf.estimator.EstimatorSpec(mode, loss=loss, eval_metric_ops={"accuracy": accuracy})


def estimator(folder, **kwargs):
    config = tf.estimator.RunConfig(**CONFIG)
    return tf.estimator.Estimator(model, str(folder), config, params={"units": 8}, **kwargs)


def for_training():
    return tf.estimator.inputs.numpy_input_fn({"x": X}, Y, batch_size=30, num_epochs=None, shuffle=True)()


def for_evaluation():
    return tf.estimator.inputs.numpy_input_fn({"x": X}, Y, batch_size=50, shuffle=False)()


def dataset():
    return tf.data.Dataset.from_tensor_slices(({"x": X}, Y)).batch(30)


def serving():
    tensor = tf.placeholder(tf.float32, [None, 4])
    return tf.estimator.export.ServingInputReceiver({"x": tensor}, {"x": tensor})


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    return estimator(tmp_path_factory.mktemp("model")).train(for_training, steps=100)


@pytest.mark.slow
def test_training_leaves_a_model_that_knows_its_data(trained):
    found = trained.evaluate(for_evaluation)
    assert found["global_step"] == 100
    assert found["accuracy"] > 0.95
    assert os.path.basename(trained.latest_checkpoint()) == "model.ckpt-100"
    assert "dense_1/kernel/Adam" in trained.get_variable_names()
    assert trained.get_variable_value("dense/bias").shape == (8,)
    (path,) = (path for path in os.scandir(trained.eval_dir()) if "tfevents" in path.name)
    events = list(tf.train.summary_iterator(path.path))
    assert {value.tag for event in events for value in event.summary.value} == {"accuracy", "loss", "checkpoint_path"}
    (graph_def,) = (event.graph_def for event in events if event.graph_def)
    assert b"dense_1/kernel" in graph_def


@pytest.mark.slow
def test_evaluation_takes_a_number_of_batches_and_any_input(trained):
    batches = trained.evaluate(for_evaluation, steps=2, name="two")
    assert os.path.isdir(trained.eval_dir("two"))
    assert batches["accuracy"] == pytest.approx(
        trained.evaluate(lambda: dataset().take(4), steps=4)["accuracy"], abs=0.1
    )


def test_predictions_come_one_by_one_or_in_batches(trained):
    def rows():
        return tf.estimator.inputs.numpy_input_fn({"x": X[:5]}, batch_size=3, shuffle=False)()

    single = list(trained.predict(rows))
    assert [one["class"] for one in single] == list(Y[:5])
    assert single[0]["likely"].shape == (2,)
    batches = list(trained.predict(rows, predict_keys=["class"], yield_single_examples=False))
    assert [sorted(batch) for batch in batches] == [["class"], ["class"]]
    assert [len(batch["class"]) for batch in batches] == [3, 2]
    with pytest.raises(ValueError, match="Expected to run at least one output"):
        next(trained.predict(rows, predict_keys=["nothing"]))


@pytest.mark.slow
def test_training_goes_on_from_the_last_checkpoint(tmp_path):
    one = estimator(tmp_path)
    one.train(dataset)
    one.train(dataset)
    assert one.get_variable_value("global_step") == 20
    one.train(dataset, max_steps=25)
    one.train(dataset, max_steps=25)
    assert one.get_variable_value("global_step") == 25


def test_a_model_may_begin_from_another(trained, tmp_path):
    found = estimator(tmp_path, warm_start_from=trained.model_dir).evaluate(for_evaluation)
    assert found["accuracy"] > 0.95
    assert found["global_step"] == 0


def test_an_exported_model_serves_the_predictions(trained, tmp_path):
    folder = trained.export_saved_model(str(tmp_path), serving)
    with tf.Session(graph=tf.Graph()) as session:
        loaded = tf.saved_model.loader.load(session, ["serve"], folder.decode())
        signature = loaded.signature_def["serving_default"]
        classes = session.run(signature.outputs["class"].name, {signature.inputs["x"].name: X[:5]})
    assert classes.tolist() == Y[:5].tolist()


@pytest.mark.slow
def test_train_and_evaluate_exports_along_the_way(tmp_path):
    exporters = [tf.estimator.FinalExporter("final", serving), tf.estimator.LatestExporter("latest", serving)]
    result, exported = tf.estimator.train_and_evaluate(
        estimator(tmp_path),
        tf.estimator.TrainSpec(for_training, max_steps=60),
        tf.estimator.EvalSpec(for_evaluation, throttle_secs=0, exporters=exporters),
    )
    assert result is not None and exported is not None
    assert result["global_step"] == 60
    assert len(exported) == 2
    assert len(os.listdir(tmp_path / "export" / "final")) == 1
    assert len(os.listdir(tmp_path / "export" / "latest")) == 2


@pytest.mark.slow
def test_hooks_and_listeners_take_part(tmp_path):
    steps = []

    class Listener(tf.train.CheckpointSaverListener):
        def after_save(self, session, global_step_value):
            steps.append(int(global_step_value))

    hook = tf.train.FinalOpsHook("dense/bias:0")
    estimator(tmp_path).train(for_training, hooks=[hook], steps=50, saving_listeners=[Listener()])
    assert steps == [0, 40, 50]
    assert hook.final_ops_values.shape == (8,)


def test_a_table_is_read_by_columns():
    frame = pandas.DataFrame({"a": [1.0, 2.0, 3.0], "b": ["x", "y", "z"]})
    labels = pandas.Series([2, 4, 6])
    read = tf.estimator.inputs.pandas_input_fn(frame, labels, batch_size=2, shuffle=False)
    with tf.Graph().as_default():
        features, label = read()
        with tf.train.MonitoredSession() as session:
            first, second = (session.run([features, label]) for _ in range(2))
    assert first[0]["a"].tolist() == [1, 2]
    assert second[0]["b"].tolist() == [b"z"]
    assert first[1].tolist() == [2, 4]
    with pytest.raises(ValueError, match="Cannot use name a for target column"):
        tf.estimator.inputs.pandas_input_fn(frame, labels, shuffle=False, target_column="a")


def test_settings_are_read_checked_and_replaced():
    config = tf.estimator.RunConfig(model_dir="here", save_checkpoints_steps=5)
    assert (config.save_checkpoints_steps, config.save_checkpoints_secs, config.keep_checkpoint_max) == (5, None, 5)
    changed = config.replace(save_checkpoints_secs=60)
    assert (changed.save_checkpoints_steps, changed.save_checkpoints_secs) == (None, 60)
    assert config.save_checkpoints_steps == 5
    assert (config.is_chief, config.task_type, config.num_worker_replicas) == (True, "worker", 1)
    with pytest.raises(ValueError, match="cannot be both set"):
        tf.estimator.RunConfig(save_checkpoints_steps=1, save_checkpoints_secs=1)
    with pytest.raises(ValueError, match="keep_checkpoint_max should be >= 0"):
        tf.estimator.RunConfig(keep_checkpoint_max=-1)
    with pytest.raises(ValueError, match="Replacing task_id is not supported"):
        config.replace(task_id=1)


def test_what_an_estimator_refuses(trained, tmp_path):
    with pytest.raises(ValueError, match="Can not provide both steps and max_steps"):
        trained.train(dataset, steps=1, max_steps=2)
    with pytest.raises(ValueError, match="must include features argument"):
        tf.estimator.Estimator(lambda inputs: None, str(tmp_path))
    with pytest.raises(ValueError, match=r"not expected args: \['other'\]"):
        tf.estimator.Estimator(lambda features, other: None, str(tmp_path))
    with pytest.raises(ValueError, match="does not include params argument"):
        tf.estimator.Estimator(lambda features: None, str(tmp_path), params={})
    with pytest.raises(ValueError, match="model_fn should return an EstimatorSpec"):
        tf.estimator.Estimator(lambda features, labels: None, str(tmp_path)).train(dataset)
    with pytest.raises(ValueError, match="with different values"):
        tf.estimator.Estimator(model, "one", tf.estimator.RunConfig(model_dir="other"), params={})
    with pytest.raises(ValueError, match="Could not find trained model"):
        estimator(tmp_path).get_variable_names()


def test_what_a_spec_refuses():
    spec, modes = tf.estimator.EstimatorSpec, tf.estimator.ModeKeys
    with tf.Graph().as_default():
        other = tf.constant(1.0)
    with tf.Graph().as_default():
        loss = tf.constant(1.0)
        with pytest.raises(ValueError, match="Missing train_op"):
            spec(modes.TRAIN, loss=loss)
        with pytest.raises(ValueError, match="Missing loss"):
            spec(modes.EVAL)
        with pytest.raises(ValueError, match="Missing predictions"):
            spec(modes.PREDICT)
        with pytest.raises(ValueError, match="Loss must be scalar"):
            spec(modes.EVAL, loss=tf.constant([1.0, 2.0]))
        with pytest.raises(ValueError, match='loss with "Const:0" must be from the default graph'):
            spec(modes.EVAL, loss=other)
        with pytest.raises(TypeError, match="must be \\(metric_value, update_op\\) tuples"):
            spec(modes.EVAL, loss=loss, eval_metric_ops={"m": loss})
        with pytest.raises(TypeError, match="All hooks must be SessionRunHook instances"):
            spec(modes.EVAL, loss=loss, evaluation_hooks=[1])


def test_what_input_functions_refuse():
    numpy_input_fn = tf.estimator.inputs.numpy_input_fn
    with pytest.raises(ValueError, match="shuffle must be provided"):
        numpy_input_fn(X)
    with pytest.raises(ValueError, match="Length of tensors in x and y is mismatched"):
        numpy_input_fn(X, Y[:3], shuffle=True)()
    with pytest.raises(TypeError, match="x must be a dict or array; got list"):
        numpy_input_fn([1, 2], shuffle=True)()
    with pytest.raises(ValueError, match="1 duplicate keys are found"):
        numpy_input_fn({"x": X}, {"x": Y}, shuffle=True)()
