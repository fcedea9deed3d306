"""The functions that a model runs a batch with, as programs make, call, change and replace them."""

import numpy as np
import pytest

import graphlab as tf

K = tf.keras.backend
X, Y = np.array([[1.0, 2.0], [3.0, 4.0]], "float32"), np.array([[1.0], [2.0]], "float32")


def _model(**run_arguments):
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,), kernel_initializer="ones")])
    model.compile("sgd", "mse", **run_arguments)
    return model


def test_functions_are_made_before_they_are_needed():
    model = _model()
    assert model.train_function is model.test_function is model.predict_function is None
    model._make_train_function()
    model._make_test_function()
    model._make_predict_function()
    assert [variable.name for variable in model.optimizer.weights] == ["training/SGD/iter:0"]
    np.testing.assert_array_equal(model.predict_function([X])[0], [[3.0], [7.0]])
    inputs, targets, weights = model._standardize_user_data(X, Y)
    assert weights is None and model.test_function([*inputs, *targets]) == [14.5]  # (2² + 5²) / 2


def test_gradients_are_fetched_with_what_training_is_fed_with():
    model = _model()
    fed = model._feed_inputs + model._feed_targets + model._feed_sample_weights
    kernel, bias = K.function(fed, tf.gradients(model.total_loss, model.trainable_weights))([X, Y])
    np.testing.assert_array_equal(kernel, [[2 * 1 + 5 * 3], [2 * 2 + 5 * 4]])
    np.testing.assert_array_equal(bias, [2 + 5])


def test_a_function_that_is_replaced_or_removed():
    model = _model()
    model.train_function = lambda arrays: [7.0]
    assert model.train_on_batch(X, Y) == 7.0
    model.train_function = None
    assert model.train_on_batch(X, Y) == 14.5


def test_fetches_and_feeds_of_compile_are_part_of_each_run():
    number, total = tf.placeholder(tf.float32, []), K.variable(0.0)
    feeds = {number: 2.0}
    model = _model(fetches=[K.update_add(total, number)], feed_dict=feeds)
    model.train_on_batch(X, Y)
    feeds[number] = 5.0  # read in each run
    model.test_on_batch(X, Y)
    model.predict(X)
    assert K.get_value(total) == 12.0


def test_callbacks_get_the_values_of_fetches():
    found = []
    model = _model()
    model._make_train_function()
    norm = tf.identity(tf.norm(model.layers[0].kernel))
    model.train_function.fetches.append(norm)
    model.train_function.fetch_callbacks[norm] = found.append
    model.train_on_batch(X, Y)
    assert found == [pytest.approx(2**0.5)]


def test_a_model_is_traced_by_options_of_compile():
    metadata = tf.RunMetadata()
    model = _model(options=tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE), run_metadata=metadata)
    model.predict(X)
    assert any(
        node.node_name == "dense/MatMul" for device in metadata.step_stats.dev_stats for node in device.node_stats
    )


def test_tensors_are_fed_as_parts_of_one_batch():
    dataset = tf.data.Dataset.range(8).map(lambda i: (tf.cast(tf.fill([2], i), tf.float32), tf.cast([i], tf.float64)))
    a, b = tf.compat.v1.data.make_one_shot_iterator(dataset.batch(2)).get_next()
    x, y = tf.placeholder(tf.float32, [None, 2]), tf.placeholder(tf.float32, [None, 1])
    difference = K.function([x, y], [x[:, :1] - y, y])
    for expected in ([[0], [1]], [[2], [3]]):
        zero, found = difference([a, b])
        np.testing.assert_array_equal(zero, [[0], [0]])
        np.testing.assert_array_equal(found, expected)
    np.testing.assert_array_equal(difference([K.variable(X), K.variable(Y)])[0], [[0], [1]])


def test_a_model_that_was_built_of_tensors_computes_from_these_whatever_it_is_called_with():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="ones")])
    model.compile(tf.keras.optimizers.SGD(0.0), "mse")
    x, y, other = tf.constant(X), tf.constant(Y), tf.ones([3, 2])
    assert model.train_on_batch(x, y) == 14.5
    for data in (x, other, tf.data.Dataset.from_tensors(np.ones([3, 2], "float32"))):
        np.testing.assert_array_equal(model.predict(data, steps=1), [[3], [7]])
    assert model.evaluate(x, y, steps=1, verbose=0) == 14.5
    assert model.fit(x, y, steps_per_epoch=1, verbose=0).history == {"loss": [14.5]}
    with pytest.raises(ValueError, match="expected no data, but got:"):
        model.predict(X)
