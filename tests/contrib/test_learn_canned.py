"""tf.contrib.learn's canned estimators: variables and numbers are TensorFlow 1.15's for the same input."""

import numpy as np
import pytest

import graphlab as tf

layers, learn = tf.contrib.layers, tf.contrib.learn
X = np.array([[0.1, 1.0], [0.5, -1.0], [-0.7, 2.0], [1.0, 0.3]], np.float32)


def input_fn(labels=None):
    """Four examples with numbers and words."""

    def read():
        words = tf.SparseTensor([[0, 0], [1, 0], [2, 0], [3, 0], [3, 1]], ["u", "v", "u", "w", "v"], [4, 2])
        return {"a": tf.constant(X), "c": words}, None if labels is None else tf.constant(labels)

    return read


def sgd():
    """The same step for all."""
    return tf.train.GradientDescentOptimizer(0.1)


def names(model):
    """The trained variables."""
    return [name for name in model.get_variable_names() if "/part_0/" not in name and "Adagrad" not in name]


@pytest.mark.slow
def test_a_linear_classifier_trains_and_predicts(tmp_path):
    columns = [
        layers.real_valued_column("a", dimension=2),
        layers.sparse_column_with_keys("c", ["u", "v", "w"]),
    ]
    model = learn.LinearClassifier(columns, model_dir=str(tmp_path), n_classes=3, label_keys=["p", "q", "r"])
    model.fit(input_fn=input_fn([["p"], ["q"], ["r"], ["p"]]), steps=2)
    assert {"linear/a/weight", "linear/c/weights", "linear/bias_weight"} <= set(names(model))
    assert set(model.predict_classes(input_fn=input_fn())) <= {b"p", b"q", b"r"}
    assert sum(next(model.predict_proba(input_fn=input_fn()))) == pytest.approx(1, abs=1e-6)


@pytest.mark.slow
def test_a_linear_regressor_takes_gradient_steps(tmp_path):
    columns = learn.infer_real_valued_columns_from_input(X)
    model = learn.LinearRegressor(columns, model_dir=str(tmp_path), optimizer=sgd)
    labels = np.array([0.5, 1.0, 2.0, 0.0], np.float32)
    model.fit(X, labels, steps=1, batch_size=4)
    # One step from 0: the rate times the mean of 2·x·y.
    expected = 0.1 * np.mean(2 * X * labels[:, None], 0)
    np.testing.assert_allclose(model.get_variable_value("linear//weight")[:, 0], expected, rtol=1e-5)
    scores = model.predict_scores(X, as_iterable=False)
    bias = 0.1 * np.mean(2 * labels)
    np.testing.assert_allclose(scores, X @ expected + bias, rtol=1e-5)
    spec = learn.MetricSpec(tf.metrics.mean_absolute_error, prediction_key="scores")
    found = model.evaluate(X, labels, metrics={"error": spec})
    assert found["error"] == pytest.approx(np.mean(np.abs(scores - labels)), rel=1e-5)
    assert found["loss"] == pytest.approx(np.mean((scores - labels) ** 2), rel=1e-5)


@pytest.mark.slow
def test_wide_and_deep_have_one_bias_each_and_count_steps_twice(tmp_path):
    words = layers.sparse_column_with_keys("c", ["u", "v", "w"])
    model = learn.DNNLinearCombinedClassifier(
        model_dir=str(tmp_path),
        linear_feature_columns=[words],
        dnn_feature_columns=[layers.real_valued_column("a", dimension=2), layers.embedding_column(words, 2)],
        dnn_hidden_units=[4],
    )
    model.fit(input_fn=input_fn([[0], [1], [1], [0]]), steps=3)
    found = model.evaluate(input_fn=input_fn([[0], [1], [1], [0]]), steps=1)
    assert found["global_step"] == 4  # two training steps until 3 is reached: each adds 1 for either half
    assert {"accuracy", "auc", "labels/actual_label_mean", "accuracy/threshold_0.500000_mean"} <= set(found)
    assert {
        "dnn/hiddenlayer_0/weights",
        "dnn/input_from_feature_columns/c_embedding/weights",
        "dnn/logits/biases",
        "linear/bias_weight",
        "linear/c/weights",
    } <= set(names(model))
    assert set(model.predict(input_fn=input_fn())) <= {0, 1}


def test_heads_are_checked():
    with pytest.raises(ValueError, match="n_classes must be > 1"):
        learn.multi_class_head(1)
    with pytest.raises(ValueError, match="label_keys is not supported"):
        learn.multi_class_head(2, label_keys=["a", "b"])
    with pytest.raises(ValueError, match="must have names"):
        learn.multi_head([learn.regression_head()])
