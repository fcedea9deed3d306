"""Canned estimators. The numbers are TensorFlow 1.15's for the same programs."""

import numpy as np
import pytest

import graphlab as tf

RANDOM = np.random.RandomState(0)
COUNT = 24
POINTS = RANDOM.randn(COUNT, 2).astype(np.float32)
LETTERS = np.array(["a", "b", "c", "d"])[RANDOM.randint(0, 4, COUNT)]
WEIGHTS = RANDOM.uniform(0.5, 2, COUNT).astype(np.float32)
KINDS = (POINTS[:, 0] > 0).astype(np.int32) + (POINTS[:, 1] > 0.3)
FEATURES = {"x": POINTS, "letter": LETTERS, "w": WEIGHTS}

x = tf.feature_column.numeric_column("x", shape=[2])
letter = tf.feature_column.categorical_column_with_vocabulary_list("letter", ["a", "b", "c"], num_oov_buckets=1)
embedded = tf.feature_column.embedding_column(letter, 3, initializer=tf.constant_initializer(0.1))
EMBEDDING = "dnn/input_from_feature_columns/input_layer/letter_embedding/embedding_weights"

LINEAR = "linear/linear_model"
LINEAR_METRICS = {
    "accuracy": 0.8761288,
    "accuracy_baseline": 0.8061675,
    "auc": 0.9802821,
    "auc_precision_recall": 0.995647,
    "average_loss": 0.366988,
    "global_step": 6,
    "label/mean": 0.8061675,
    "loss": 3.468116,
    "precision": 0.8961689,
    "prediction/mean": 0.6902331,
    "recall": 0.9572541,
}


def feed(labels=None, epochs: int | None = 1):
    return tf.estimator.inputs.numpy_input_fn(FEATURES, labels, batch_size=8, num_epochs=epochs, shuffle=False)


def fixed_weights(folder, shapes):
    """A checkpoint of a model whose weights are known."""
    random = np.random.RandomState(1)
    with tf.Graph().as_default(), tf.Session() as sess:
        for name, shape in shapes.items():
            tf.get_variable(name, initializer=random.uniform(-0.5, 0.5, shape).astype(np.float32))
        sess.run(tf.global_variables_initializer())
        return tf.train.Saver().save(sess, str(folder / "weights"))


def close(found, expected):
    assert set(found) == set(expected)
    for key, value in expected.items():
        assert found[key] == pytest.approx(value, rel=2e-4, abs=2e-5), key


@pytest.mark.slow
def test_a_linear_classifier_learns_what_tensorflows_learns(tmp_path):
    model = tf.estimator.LinearClassifier(
        [x, letter], model_dir=str(tmp_path), weight_column="w", label_vocabulary=["no", "yes"]
    )
    labels = np.where(KINDS > 0, "yes", "no")
    model.train(feed(labels, None), steps=6)
    weights = [f"{LINEAR}/bias_weights", f"{LINEAR}/letter/weights", f"{LINEAR}/x/weights"]
    slots = [f"{name}/part_0/{slot}" for name in weights for slot in ("Ftrl", "Ftrl_1")]
    assert model.get_variable_names() == sorted(["global_step", *weights, *slots])
    close(model.evaluate(feed(labels)), LINEAR_METRICS)
    first = next(model.predict(feed()))
    assert sorted(first) == [
        "all_class_ids",
        "all_classes",
        "class_ids",
        "classes",
        "logistic",
        "logits",
        "probabilities",
    ]
    assert first["classes"] == [b"yes"] and list(first["all_classes"]) == [b"no", b"yes"]
    np.testing.assert_allclose(first["probabilities"], [0.16321604, 0.83678401], rtol=2e-4)


@pytest.mark.slow
def test_a_dnn_classifier_learns_what_tensorflows_learns(tmp_path):
    shapes = {
        "dnn/hiddenlayer_0/kernel": (5, 4),
        "dnn/hiddenlayer_0/bias": (4,),
        "dnn/logits/kernel": (4, 3),
        "dnn/logits/bias": (3,),
        EMBEDDING: (4, 3),
    }
    start = fixed_weights(tmp_path, shapes)
    model = tf.estimator.DNNClassifier(
        [4], [x, embedded], str(tmp_path / "model"), n_classes=3, activation_fn=tf.nn.tanh, warm_start_from=start
    )
    model.train(feed(KINDS, None), steps=6)
    slots = [f"{name}/t_0/Adagrad" for name in shapes]
    assert model.get_variable_names() == sorted([*shapes, *slots, "global_step"])
    close(
        model.evaluate(feed(KINDS)), {"accuracy": 0.625, "average_loss": 0.8780007, "global_step": 6, "loss": 7.024006}
    )
    first = next(model.predict(feed()))
    assert first["class_ids"] == [1] and first["classes"] == [b"1"]
    np.testing.assert_allclose(first["logits"], [-0.4758586, 0.13730976, 0.0689852], rtol=2e-4)


@pytest.mark.slow
def test_wide_and_deep_learns_what_tensorflows_learns(tmp_path):
    shapes = {
        "dnn/hiddenlayer_0/kernel": (2, 4),
        "dnn/hiddenlayer_0/bias": (4,),
        "dnn/logits/kernel": (4, 1),
        "dnn/logits/bias": (1,),
    }
    start = tf.estimator.WarmStartSettings(fixed_weights(tmp_path, shapes), vars_to_warm_start="dnn.*")
    model = tf.estimator.DNNLinearCombinedRegressor(
        str(tmp_path / "model"),
        linear_feature_columns=[letter],
        dnn_feature_columns=[x],
        dnn_hidden_units=[4],
        dnn_optimizer=lambda: tf.train.AdamOptimizer(0.01),
        warm_start_from=start,
    )
    labels = POINTS[:, 0] * 2 + 1
    model.train(feed(labels, None), steps=6)
    metrics = {"average_loss": 6.785306, "global_step": 6, "label/mean": 1.501499, "loss": 54.28244}
    close(model.evaluate(feed(labels)), {**metrics, "prediction/mean": 0.0422094})
    assert next(model.predict(feed()))["predictions"] == pytest.approx([0.16143519], rel=2e-4)


@pytest.mark.slow
def test_a_baseline_learns_how_often_each_class_is_there(tmp_path):
    model = tf.estimator.BaselineClassifier(str(tmp_path), n_classes=3)
    model.train(feed(KINDS, None), steps=6)
    close(model.evaluate(feed(KINDS)), {"accuracy": 0.5, "average_loss": 1.034661, "global_step": 6, "loss": 8.277291})


def spec(model, labels, mode=tf.estimator.ModeKeys.EVAL):
    with tf.Graph().as_default():
        tf.train.create_global_step()
        features = {"x": tf.ones([4, 2]), "letter": tf.constant(["a"] * 4)}
        return model.model_fn(features, labels() if labels else None, mode, model.config)


def test_labels_that_do_not_fit_say_so():
    model = tf.estimator.LinearClassifier([x], n_classes=3)
    with pytest.raises(ValueError, match="You must provide a labels Tensor"):
        spec(model, None)
    with pytest.raises(ValueError, match="Mismatched label shape. Expected labels dimension=1.  Received 3"):
        spec(model, lambda: tf.zeros([4, 3], tf.int32))
    with pytest.raises(ValueError, match="Labels dtype should be integer"):
        spec(model, lambda: tf.zeros([4]))
    with pytest.raises(ValueError, match="SparseTensor labels are not supported"):
        spec(model, lambda: tf.SparseTensor([[0, 0]], [1], [4, 1]))


def test_arguments_that_make_no_model_say_so():
    with pytest.raises(ValueError, match="Invalid loss_reduction: none"):
        tf.estimator.DNNClassifier([4], [x], loss_reduction=tf.losses.Reduction.NONE)
    with pytest.raises(ValueError, match="n_classes must be > 2: 1"):
        tf.estimator.LinearClassifier([x], n_classes=1)
    with pytest.raises(ValueError, match="Either linear_feature_columns or dnn_feature_columns must be defined"):
        tf.estimator.DNNLinearCombinedClassifier()
    unknown = tf.estimator.DNNRegressor([4], [x], optimizer="Unknown")
    with pytest.raises(
        ValueError, match="Unsupported optimizer name: Unknown. Supported names are: .'Adagrad', 'Adam'"
    ):
        spec(unknown, lambda: tf.zeros([4]), tf.estimator.ModeKeys.TRAIN)


def test_a_regressor_exports_what_it_predicts():
    found = spec(tf.estimator.DNNRegressor([4], [x], batch_norm=True), None, tf.estimator.ModeKeys.PREDICT)
    assert sorted(found.export_outputs) == ["predict", "regression", "serving_default"]
    assert list(found.predictions) == ["predictions"]
    assert found.predictions["predictions"].name == "dnn/logits/BiasAdd:0"


def test_parse_example_specs_have_labels_and_weights():
    found = tf.estimator.classifier_parse_example_spec([x], "label", weight_column="w")
    assert found == {
        "x": tf.FixedLenFeature((2,), tf.float32),
        "label": tf.FixedLenFeature((1,), tf.int64),
        "w": tf.FixedLenFeature((1,), tf.float32),
    }
    found = tf.estimator.regressor_parse_example_spec([x], "label", label_dimension=3)
    assert found["label"] == tf.FixedLenFeature((3,), tf.float32)
    with pytest.raises(ValueError, match="label should not be used as feature"):
        tf.estimator.classifier_parse_example_spec([x], "x")
    with pytest.raises(ValueError, match="weight_column should not be used as feature"):
        tf.estimator.regressor_parse_example_spec([x], "label", weight_column="x")


@pytest.mark.slow
def test_training_ends_when_a_metric_does_not_get_better(tmp_path):
    model = tf.estimator.BaselineRegressor(str(tmp_path))
    with tf.summary.FileWriter(model.eval_dir()) as writer:
        for step, loss in [(0, 3.0), (10, 2.0), (20, 2.5), (30, 2.25)]:
            writer.add_summary(tf.Summary(value=[tf.Summary.Value(tag="loss", simple_value=loss)]), step)
    stop = tf.estimator.experimental
    hook = stop.stop_if_no_decrease_hook(model, "loss", 20, run_every_secs=None, run_every_steps=1)
    labels = POINTS[:, 0]
    model.train(feed(labels, None), [hook], steps=5)
    assert model.get_variable_value("global_step") == 1
    goes_on = stop.stop_if_lower_hook(model, "loss", 1.0, run_every_secs=None, run_every_steps=1)
    model.train(feed(labels, None), [goes_on], steps=2)
    assert model.get_variable_value("global_step") == 3
    with pytest.raises(ValueError, match="Only one of `run_every_secs` and `run_every_steps`"):
        stop.stop_if_higher_hook(model, "loss", 1.0, run_every_steps=1)


def test_heads_make_estimators_of_other_losses():
    heads = tf.contrib.estimator
    counted = tf.estimator.DNNEstimator(heads.poisson_regression_head(name="counts"), [4], [x])
    found = spec(counted, lambda: tf.ones([4]))
    assert sorted(found.predictions) == ["logits", "predictions"]
    assert sorted(found.eval_metric_ops) == ["average_loss/counts", "label/mean/counts", "prediction/mean/counts"]
    likely = tf.estimator.LinearEstimator(heads.logistic_regression_head(), [x])
    with tf.Graph().as_default(), tf.Session() as sess:
        tf.train.create_global_step()
        loss = likely.model_fn({"x": tf.ones([4, 2])}, tf.ones([4]), "eval", likely.config).loss
        sess.run(tf.global_variables_initializer())
        assert sess.run(loss) == pytest.approx(np.log(2))  # the mean of a batch, not its sum


def test_a_seed_draws_tensorflows_first_weights():
    """The numbers are TensorFlow 1.15's: seeds depend on how many operations come before."""
    words, column = ["a", "b", "c", "d"], tf.feature_column
    ids = column.embedding_column(column.categorical_column_with_vocabulary_list("city", words), 2)
    estimator = tf.estimator.DNNRegressor(
        [3, 2],
        [column.numeric_column("age"), ids],
        config=tf.estimator.RunConfig(tf_random_seed=1),
        optimizer=tf.train.GradientDescentOptimizer(0.1),
    )

    def read():
        features = {"age": np.asarray([0.5, 1.0, 1.5, 2.0], np.float32), "city": words}
        return tf.data.Dataset.from_tensor_slices((features, np.asarray([1.0, 2.0, 3.0, 4.0], np.float32))).batch(4)

    estimator.train(read)
    weights = estimator.get_variable_value(
        "dnn/input_from_feature_columns/input_layer/city_embedding/embedding_weights"
    )
    np.testing.assert_allclose(weights[0], [1.1987995, 0.29195416], rtol=1e-5)
    np.testing.assert_allclose(estimator.evaluate(read)["average_loss"], 1.4921887, rtol=1e-5)
