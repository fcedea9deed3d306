"""tf.contrib.learn: LogisticRegressor, monitors, runs of a graph, small data sets; the numbers are TensorFlow 1.15's."""

import numpy as np
import pytest

import graphlab as tf

learn = tf.contrib.learn


def inputs():
    return tf.constant([[0.0], [1.0], [2.0], [3.0]]), tf.constant([[0.0], [0.0], [1.0], [1.0]])


def logistic(features, labels, mode):
    weight = tf.get_variable("w", initializer=[[1.0]])
    logits = tf.matmul(features, weight) + tf.get_variable("b", initializer=[-1.2])
    loss = tf.losses.sigmoid_cross_entropy(labels, logits)
    step = tf.train.GradientDescentOptimizer(0.5).minimize(loss, tf.train.get_global_step())
    return tf.sigmoid(logits), loss, step


class Saver:
    def __init__(self):
        self.steps = []

    def save(self, session, path, global_step):
        self.steps.append(global_step)


def test_a_logistic_regressor_with_monitors(tmp_path):
    monitors, saver = learn.monitors, Saver()
    estimator = learn.LogisticRegressor(logistic, thresholds=[0.3], model_dir=str(tmp_path / "model"))
    dump = monitors.GraphDump()
    watching = [
        monitors.NanLoss("sigmoid_cross_entropy_loss/value:0", every_n_steps=1),
        monitors.CheckpointSaver(str(tmp_path / "saved"), save_steps=2, saver=saver),
        dump,
    ]
    estimator.fit(input_fn=inputs, steps=4, monitors=watching)
    found = estimator.evaluate(input_fn=inputs, steps=1)
    assert saver.steps == [1, 3, 4]
    assert any(getattr(tensor, "name", None) == "MatMul:0" for tensor in dump.data[2])
    expected = {"loss": 0.31155, "auc": 1.0, "labels/prediction_mean": 0.58448}
    expected |= {"accuracy/threshold_0.300000_mean": 0.75, "precision/positive_threshold_0.300000_mean": 0.66667}
    assert {name: found[name] for name in expected} == pytest.approx(expected, abs=1e-4)


def test_nan_ends_training(tmp_path):
    def diverging(features, labels, mode):
        loss = tf.constant(np.nan, tf.float32) * tf.get_variable("w", initializer=1.0)
        return tf.zeros([4, 1]), loss, tf.assign_add(tf.train.get_global_step(), 1).op

    estimator = learn.LogisticRegressor(diverging, model_dir=str(tmp_path))
    with pytest.raises(learn.monitors.NanLossDuringTrainingError, match="NaN loss during training"):
        estimator.fit(input_fn=inputs, steps=2, monitors=[learn.monitors.NanLoss("mul:0", 1)])


def test_a_head_of_a_distribution():
    ds = tf.contrib.distributions
    with tf.Graph().as_default(), tf.Session() as sess:
        head = ds.estimator_head_distribution_regression(
            lambda logits: ds.Normal(logits[..., 0], tf.nn.softplus(logits[..., 1])), logits_dimension=2
        )
        labels = tf.constant([[1.0], [2.0], [2.0]])
        logits = tf.constant([[1.0, 2.0], [0.0, 1.0], [3.0, -1.0]])
        spec = head.create_model_fn_ops(
            {"x": labels}, "eval", labels=labels, logits=logits, train_op_fn=lambda loss: tf.no_op()
        )
        scores, loss = sess.run([spec.predictions["scores"], spec.loss])
    assert scores.tolist() == [1.0, 0.0, 3.0] and abs(loss - 2.95936) < 1e-4
    assert head.logits_dimension == 2 and len(head.distributions) == 1
    with pytest.raises(TypeError, match="must be a callable function"):
        ds.estimator_head_distribution_regression(3)


def test_runs_in_a_session_of_their_own():
    with tf.Graph().as_default():
        x, v = tf.placeholder(tf.float32, []), tf.Variable(2.0)
        y = tf.assign_add(v, x)
        assert learn.run_feeds({"y": y}, [{x: 1.0}, {x: 2.0}]) == [{"y": 3.0}, {"y": 5.0}]
        assert learn.run_n({"y": y}, {x: 1.0}, n=2) == [{"y": 3.0}, {"y": 4.0}]
    with pytest.raises(ValueError, match="output_dict is invalid"):
        learn.run_n({})


def test_small_data_sets(tmp_path):
    sets = learn.datasets
    mixed = sets.make_dataset("circles", n_samples=7, n_classes=3)
    assert abs((mixed.data * np.arange(14).reshape(7, 2)).sum() - 20.756418) < 1e-5
    turned = sets.make_dataset("spirals", n_samples=9, noise=0.2)
    assert abs((turned.data * np.arange(18).reshape(9, 2)).sum() + 20.737602) < 1e-5
    assert (turned.target * np.arange(9)).sum() == 18
    file = tmp_path / "iris.csv"
    file.write_text("1,2,a,b\n5.0,3.0,1\n")
    assert sets.load_iris(str(file)).data.tolist() == [[5.0, 3.0]]
    with pytest.raises(tf.errors.NotFoundError, match="boston"):
        sets.load_boston()


@pytest.mark.slow
def test_irises_are_tensorflows():
    pytest.importorskip("sklearn")
    found = learn.datasets.load_iris()
    assert abs((found.data * np.arange(600).reshape(150, 4)).sum() - 690439.9) < 1e-3


def test_a_predictor_of_an_estimator(tmp_path):
    def model(features, labels, mode):
        w = tf.get_variable("w", [2], initializer=tf.constant_initializer(2.0))
        predictions = tf.reduce_sum(features["x"] * w, 1)
        if mode == "infer":
            return learn.ModelFnOps(mode, {"p": predictions})
        loss = tf.reduce_mean((predictions - labels) ** 2)
        train = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=tf.train.get_global_step())
        return learn.ModelFnOps(mode, {"p": predictions}, loss, train)

    def fed():
        x = tf.placeholder(tf.float32, [None, 2])
        return learn.InputFnOps({"x": x}, None, {"feats": x})

    estimator = learn.Estimator(model, model_dir=str(tmp_path))
    estimator.fit(input_fn=lambda: ({"x": tf.constant([[1.0, 2.0], [0.0, 1.0]])}, tf.constant([1.0, 2.0])), steps=1)
    predictor = tf.contrib.predictor.from_contrib_estimator(estimator, fed)
    np.testing.assert_allclose(predictor({"feats": [[1.0, 1.0]]})["p"], [2.5], atol=1e-6)
    assert list(predictor.feed_tensors) == ["feats"] and list(predictor.fetch_tensors) == ["p"]
    with pytest.raises(TypeError, match="from_contrib_estimator"):
        tf.contrib.predictor.from_estimator(estimator, fed)
