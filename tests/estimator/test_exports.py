"""Models of estimators that are exported to be trained and evaluated, evaluated in memory, or over sequences."""

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.estimator.canned.rnn import RNNClassifier

ModeKeys = tf.estimator.ModeKeys
X = np.random.RandomState(0).randn(60, 2).astype(np.float32)
Y = (X[:, :1] + X[:, 1:] > 0).astype(np.float32)
COLUMNS = [tf.feature_column.numeric_column("x", shape=[2])]


def batches():
    return tf.data.Dataset.from_tensor_slices(({"x": X}, Y)).batch(20)


def receiver():
    features = {"x": tf.placeholder(tf.float32, [None, 2], name="x")}
    return tf.estimator.experimental.build_raw_supervised_input_receiver_fn(
        features, tf.placeholder(tf.float32, [None, 1], name="y")
    )


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    config = tf.estimator.RunConfig(tf_random_seed=1, model_dir=str(tmp_path_factory.mktemp("model")))
    estimator = tf.estimator.LinearClassifier(COLUMNS, config=config)
    hook = tf.estimator.experimental.InMemoryEvaluatorHook(estimator, batches, steps=2, every_n_iter=2, name="memory")
    return estimator.train(batches, hooks=[hook])


@pytest.mark.slow
def test_evaluations_in_memory_are_those_of_checkpoints(trained):
    found = tf.contrib.estimator.read_eval_metrics(trained.eval_dir("memory"))
    assert list(found) == [0, 2, 3]
    assert found[0]["loss"] == pytest.approx(20 * np.log(2), rel=1e-5)
    assert found[3]["loss"] == pytest.approx(trained.evaluate(batches, steps=2)["loss"], rel=1e-5)


@pytest.mark.slow
def test_an_exported_model_goes_on_with_its_training(trained, tmp_path):
    fn = receiver()
    folder = trained.experimental_export_all_saved_models(str(tmp_path), {ModeKeys.TRAIN: fn, ModeKeys.EVAL: fn})
    revived = tf.contrib.estimator.SavedModelEstimator(folder, str(tmp_path / "model"))
    assert revived.evaluate(batches)["loss"] == pytest.approx(trained.evaluate(batches)["loss"], rel=1e-6)
    revived.train(batches)
    assert revived.get_variable_value("global_step") == 6
    with pytest.raises(RuntimeError, match="infer mode is not available in the SavedModel"):
        next(revived.predict(batches))


@pytest.mark.slow
def test_signatures_of_training_name_loss_predictions_and_metrics(trained, tmp_path):
    folder = trained.export_saved_model(str(tmp_path), receiver(), experimental_mode=ModeKeys.EVAL)
    with tf.Session(graph=tf.Graph()) as session:
        message = tf.saved_model.loader.load(session, ["eval"], folder)
        signature = message.signature_def["eval"]
        assert signature.method_name == "tensorflow/supervised/eval"
        assert {"label", "x"} == set(signature.inputs)
        assert {"loss", "metrics/accuracy/value", "predictions/logits"} < set(signature.outputs)
        feeds = {signature.inputs["x"].name: X, signature.inputs["label"].name: Y}
        session.run(signature.outputs["metrics/accuracy/update_op"].name, feeds)
        assert session.run(signature.outputs["metrics/accuracy/value"].name) > 0.5


def test_features_and_labels_have_names_of_their_own():
    with tf.Graph().as_default(), pytest.raises(ValueError, match="overlapping keys"):
        tensor = tf.placeholder(tf.float32, [None])
        tf.estimator.experimental.build_raw_supervised_input_receiver_fn({"x": tensor}, {"x": tensor})


def sequences():
    tokens = tf.SparseTensor([[0, 0], [0, 1], [1, 0], [2, 0], [2, 1], [2, 2]], [1, 2, 3, 0, 4, 2], [3, 3])
    return tf.data.Dataset.from_tensors(({"token": tokens}, [[0.0], [1.0], [1.0]])).repeat(5)


TOKEN = tf.feature_column.sequence_categorical_column_with_identity("token", 5)


@pytest.mark.slow
def test_recurrent_classifiers_begin_and_train_as_those_of_tensorflow(tmp_path):
    config = tf.estimator.RunConfig(tf_random_seed=3, model_dir=str(tmp_path))
    column = tf.feature_column.indicator_column(TOKEN)
    estimator = tf.contrib.estimator.RNNClassifier([column], num_units=[4], cell_type="gru", config=config)
    estimator.train(sequences)
    found = {name: np.abs(estimator.get_variable_value(name)).sum() for name in estimator.get_variable_names()}
    assert found["rnn/rnn/gru_cell/gates/kernel"] == pytest.approx(20.6092, abs=1e-3)  # TensorFlow 1.15's
    assert found["rnn/logits/dense/kernel/t_0/Adagrad"] == pytest.approx(0.4127, abs=1e-3)
    assert estimator.evaluate(sequences)["loss"] == pytest.approx(0.66294, abs=1e-3)


@pytest.mark.slow
def test_each_step_of_a_sequence_has_a_prediction_and_a_mask(tmp_path):
    column = tf.feature_column.embedding_column(TOKEN, 3)
    estimator = RNNClassifier([column], units=[4], n_classes=3, return_sequences=True, model_dir=str(tmp_path))

    def labelled():
        return sequences().map(lambda features, _: (features, [[0, 1, 0], [1, 0, 0], [1, 2, 0]]))

    estimator.train(labelled)
    first = next(estimator.predict(labelled))
    assert first["sequence_mask"].tolist() == [True, True, False]
    assert first["probabilities"].shape == (3, 3)


def tower_model(features, labels, mode, params):
    kernel = tf.get_variable("kernel", [2, 1], initializer=tf.constant_initializer(0.1))
    loss = tf.losses.mean_squared_error(labels, tf.matmul(features["x"], kernel))
    accuracy = tf.metrics.mean_absolute_error(labels, tf.matmul(features["x"], kernel))
    step = params["optimizer"]().minimize(loss, tf.train.get_global_step()) if mode == ModeKeys.TRAIN else None
    return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=step, eval_metric_ops={"error": accuracy})


@pytest.mark.slow
def test_towers_train_and_measure_as_one_model_does(tmp_path):
    def optimizer():
        return tf.contrib.estimator.TowerOptimizer(lambda: tf.train.MomentumOptimizer(0.1, 0.9))

    found = []
    for i, devices in enumerate((["/cpu:0"], ["/cpu:0"] * 4)):
        model_fn = tf.contrib.estimator.replicate_model_fn(tower_model, tf.losses.Reduction.MEAN, devices)
        estimator = tf.estimator.Estimator(model_fn, str(tmp_path / str(i)), params={"optimizer": optimizer})

        def inputs():
            return tf.data.Dataset.from_tensors(({"x": X[:8]}, Y[:8])).repeat(3)

        estimator.train(inputs)
        found.append([estimator.get_variable_value("kernel"), estimator.evaluate(inputs)["error"]])
    np.testing.assert_allclose(found[0][0], found[1][0], rtol=1e-5)
    assert found[0][1] == pytest.approx(found[1][1], rel=1e-5)


def test_several_towers_need_a_tower_optimizer():
    model_fn = tf.contrib.estimator.replicate_model_fn(tower_model, devices=["/cpu:0"] * 2)
    tf.train.create_global_step()
    with pytest.raises(ValueError, match="wrap optimizers with TowerOptimizer"):
        params = {"optimizer": lambda: tf.train.GradientDescentOptimizer(0.1)}
        model_fn({"x": tf.constant(X[:8])}, tf.constant(Y[:8]), ModeKeys.TRAIN, params)
