"""tf.layers' convolutions, pooling and normalization: shapes, errors, sharing."""

import inspect

import numpy as np
import pytest

import graphlab as tf


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


def images(*sizes):
    return tf.placeholder(tf.float32, sizes or [None, 8, 8, 3])


def test_shapes_are_known_as_far_as_the_inputs_are():
    layers = tf.layers
    assert layers.conv2d(images(), 4, 3).shape.as_list() == [None, 6, 6, 4]
    assert layers.conv2d(images(None, None, 8, 3), 4, 3, 2, "same").shape.as_list() == [None, None, 4, 4]
    assert layers.conv2d_transpose(images(), 4, 3, 2).shape.as_list() == [None, 17, 17, 4]
    assert layers.separable_conv2d(images(), 4, 3, depth_multiplier=2).shape.as_list() == [None, 6, 6, 4]
    assert layers.max_pooling2d(images(), 2, 2).shape.as_list() == [None, 4, 4, 3]
    first = layers.conv2d(images(None, 3, 8, 8), 4, 3, data_format="channels_first")
    assert first.shape.as_list() == [None, 4, 6, 6]
    assert layers.conv1d(images(None, 8, 3), 4, 3, padding="causal").shape.as_list() == [None, 8, 4]
    assert layers.Conv2D(4, 3, 2).compute_output_shape([None, 8, None, 3]).as_list() == [None, 3, None, 4]
    assert layers.MaxPooling2D(2, 1).compute_output_shape([1, 8, 8, 3]).as_list() == [1, 7, 7, 3]
    assert layers.Conv2DTranspose(4, 3, 2, "same").compute_output_shape([1, 8, 8, 3]).as_list() == [1, 16, 16, 4]


def test_defaults_are_one_number_for_each_axis():
    arguments = inspect.signature(tf.keras.layers.Conv2D.__init__).parameters
    assert (arguments["strides"].default, arguments["dilation_rate"].default) == ((1, 1), (1, 1))
    assert inspect.getfullargspec(tf.layers.Conv3DTranspose.__init__).args[:4] == [
        "self",
        "filters",
        "kernel_size",
        "strides",
    ]
    assert inspect.signature(tf.keras.layers.MaxPooling3D.__init__).parameters["pool_size"].default == (2, 2, 2)
    # Programs that pass on the arguments of a layer find as many as in TensorFlow.
    assert not {"name", "trainable"} & set(arguments)
    layer = tf.keras.layers.Conv2DTranspose(4, 3, (2, 2), "same", None, None, (1, 1), "relu")
    assert (layer.padding, layer.activation) == ("same", tf.keras.activations.relu)


def test_sequences_have_their_channels_last_whatever_images_have():
    tf.keras.backend.set_image_data_format("channels_first")
    try:
        layers = [tf.keras.layers.Conv1D(4, 2), tf.keras.layers.MaxPooling1D(2), tf.keras.layers.AveragePooling1D(2)]
    finally:
        tf.keras.backend.set_image_data_format("channels_last")
    assert [layer(images(2, 5, 3)).shape.as_list() for layer in layers] == [[2, 4, 4], [2, 2, 3], [2, 2, 3]]


def test_variables_have_tensorflows_names():
    tf.layers.separable_conv2d(images(), 4, 3, name="apart")
    tf.layers.batch_normalization(images(), training=True, renorm=True)
    names = [variable.op.name for variable in tf.global_variables()]
    assert names[:3] == ["apart/depthwise_kernel", "apart/pointwise_kernel", "apart/bias"]
    assert [name.rpartition("/")[2] for name in names[3:]] == [
        "gamma",
        "beta",
        "moving_mean",
        "moving_variance",
        "moving_stddev",
        "renorm_mean",
        "renorm_stddev",
    ]
    assert len(tf.trainable_variables()) == 5 and len(tf.get_collection(tf.GraphKeys.UPDATE_OPS)) == 2


def test_a_shared_layer_adds_its_updates_once_for_each_call():
    x = images()
    layer = tf.layers.BatchNormalization(name="bn")
    layer(x, training=True)
    layer(x, training=True)
    tf.layers.batch_normalization(x, training=True, name="bn", reuse=True)
    assert len(tf.get_collection(tf.GraphKeys.UPDATE_OPS)) == 6
    assert len(tf.global_variables()) == 4
    tf.layers.batch_normalization(x, training=False, name="bn", reuse=True)
    assert len(tf.get_collection(tf.GraphKeys.UPDATE_OPS)) == 6


def test_averages_converge_to_the_batches_moments():
    x = np.random.RandomState(0).normal(5, 3, [50, 2]).astype(np.float32)
    training = tf.placeholder(tf.bool, [])
    output = tf.layers.batch_normalization(tf.constant(x), training=training, momentum=0.5, name="bn")
    updates = tf.get_collection(tf.GraphKeys.UPDATE_OPS)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for _ in range(20):
            sess.run(updates, {training: True})
        sess.run(updates, {training: False})  # which changes nothing
        mean, variance = sess.run(["bn/moving_mean:0", "bn/moving_variance:0"])
        by_averages = sess.run(output, {training: False})
        by_batch = sess.run(output, {training: True})
    np.testing.assert_allclose(mean, x.mean(0), rtol=1e-5)
    np.testing.assert_allclose(variance, x.var(0), rtol=1e-5)
    np.testing.assert_allclose(by_averages, by_batch, atol=1e-4)
    np.testing.assert_allclose(by_batch.std(0), 1, rtol=1e-3)


def test_causal_convolutions_see_no_later_input():
    x = tf.constant(np.arange(1, 6, dtype=np.float32).reshape(1, 5, 1))
    output = tf.layers.conv1d(x, 1, 2, padding="causal", dilation_rate=2, kernel_initializer="ones")
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        assert sess.run(output).ravel().tolist() == [1, 2, 4, 6, 8]


def test_constraints_are_applied_by_optimizers():
    x = tf.ones([1, 2])
    output = tf.layers.dense(x, 1, kernel_constraint=lambda kernel: tf.maximum(kernel, 0.5), use_bias=False)
    train = tf.train.GradientDescentOptimizer(1.0).minimize(tf.reduce_sum(output))
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        sess.run(train)
        assert sess.run(tf.trainable_variables()[0]).ravel().tolist() == [0.5, 0.5]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: tf.layers.conv2d(images(None, 8, 8, None), 4, 3), "The channel dimension of the inputs should be"),
        (lambda: tf.layers.conv2d(images(None, 8, 8), 4, 3), "expected ndim=4, found ndim=3"),
        (lambda: tf.layers.conv2d(images(), 4, (1, 2, 3)), "`kernel_size` argument must be a tuple of 2 integers"),
        (lambda: tf.layers.conv2d(images(), 4, None), "`kernel_size` argument must be a tuple of 2 integers"),
        (lambda: tf.layers.conv2d(images(), 4, 3, padding="full"), "The `padding` argument must be a list/tuple"),
        (lambda: tf.layers.conv2d(images(), 4, 3, padding="causal"), "Causal padding is only supported"),
        (lambda: tf.layers.conv2d(images(), 4, 3, data_format="x"), "The `data_format` argument must be one of"),
        (lambda: tf.layers.conv2d(images(), 4, 3, 2, dilation_rate=2), "strides > 1 not supported in conjunction"),
        (lambda: tf.layers.conv2d(images(), 4, 9), "Negative dimension size caused by subtracting 9 from 8"),
        (lambda: tf.layers.batch_normalization(tf.placeholder(tf.float32)), "Input has undefined rank"),
        (lambda: tf.layers.batch_normalization(images(None, None)), "Input has undefined `axis` dimension"),
        (lambda: tf.layers.batch_normalization(images(), axis=4), "Invalid axis: 4"),
        (lambda: tf.layers.batch_normalization(images(), axis=[1, 1]), "Duplicate axis"),
        (lambda: tf.layers.batch_normalization(images(), virtual_batch_size=-1), "must be a positive integer"),
    ],
)
def test_what_cannot_be_is_said(make, message):
    with pytest.raises(ValueError, match=message):
        make()


def test_updates_that_are_added_after_a_call_depend_on_its_inputs():
    x = tf.keras.layers.Input(shape=(3, 2))
    squares = x * x
    layer = tf.keras.layers.Dense(2)
    layer(x)
    layer.add_update(squares)
    layer.add_update(1)
    assert [update.name for update in layer.get_updates_for(x)] == ["mul"]
    assert [update.name for update in layer.get_updates_for(None)] == ["Const:0"]


class Centered(tf.keras.layers.Layer):
    """Looks at the whole batch."""

    def call(self, inputs):
        return inputs - tf.reduce_mean(inputs, axis=0, keepdims=True)

    def compute_output_shape(self, input_shape):
        return input_shape


@pytest.mark.parametrize(
    ("batch", "expected"), [(2, [[-3, -3, -3], [3, 3, 3]]), (None, [[-5, -3, -1], [1, 3, 5]])]
)  # TensorFlow 1.15's
def test_a_layer_of_ones_own_is_called_once_per_step_for_a_batch_of_known_size(batch, expected):
    x = tf.keras.layers.Input(batch_shape=(batch, 3, 2))
    wrapper = tf.keras.layers.TimeDistributed(Centered())
    model = tf.keras.Model(x, wrapper(x))
    found = model.predict(np.arange(12.0).reshape(2, 3, 2), batch_size=2)
    np.testing.assert_array_equal(found, np.stack([expected, expected], axis=-1))
    assert not wrapper._always_use_reshape
    assert tf.keras.layers.TimeDistributed(type("Mine", (tf.keras.layers.Dense,), {})(1))._always_use_reshape
