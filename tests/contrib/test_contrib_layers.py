"""tf.contrib.layers, framework and slim: arg_scope, names and collections of variables, what is refused."""

import numpy as np
import pytest

import graphlab as tf

layers, framework, slim = tf.contrib.layers, tf.contrib.framework, tf.contrib.slim


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


def names(items):
    return [item.op.name for item in items]


@framework.add_arg_scope
def func(*args, **kwargs):
    return args, kwargs


@framework.add_arg_scope
def other(a, b=None, c=None):
    return a, b, c


def test_arg_scopes_give_arguments_and_nest():
    with framework.arg_scope([func, other], b=1), framework.arg_scope([other], c=2) as scope:
        assert func(0) == ((0,), {"b": 1})
        assert other(0) == (0, 1, 2)
        assert other(0, b=3) == (0, 3, 2)
    assert func(0) == ((0,), {})
    with framework.arg_scope([func], a=5), framework.arg_scope(scope):
        assert func() == ((), {"b": 1})
    assert framework.arg_scoped_arguments(other) == ("b", "c")
    assert framework.has_arg_scope(layers.conv2d) and not framework.has_arg_scope(len)


def test_arg_scopes_refuse_what_they_do_not_know():
    with pytest.raises(ValueError, match="is not decorated with @add_arg_scope"), framework.arg_scope([tf.add], a=1):
        pass
    with pytest.raises(TypeError, match="must either be a list/tuple"), framework.arg_scope(func, a=1):
        pass
    with pytest.raises(ValueError, match="kwargs must be empty"), framework.arg_scope({}, a=1):
        pass


def test_variables_have_tensorflows_names_and_collections():
    x = tf.placeholder(tf.float32, [None, 4, 4, 2])
    layers.conv2d(x, 3, 3, normalizer_fn=layers.batch_norm, scope="conv1")
    layers.conv2d(x, 3, 3)
    layers.fully_connected(layers.flatten(x), 2, variables_collections={"weights": ["mine"]})
    assert names(framework.get_model_variables()) == names(tf.global_variables())
    assert names(tf.global_variables()) == [
        "conv1/weights",
        "conv1/BatchNorm/beta",
        "conv1/BatchNorm/moving_mean",
        "conv1/BatchNorm/moving_variance",
        "Conv/weights",
        "Conv/biases",
        "fully_connected/weights",
        "fully_connected/biases",
    ]
    assert names(tf.get_collection("mine")) == ["fully_connected/weights"]
    assert names(framework.get_variables("conv1", suffix="beta")) == ["conv1/BatchNorm/beta"]
    assert names(framework.get_variables_by_name("biases")) == ["Conv/biases", "fully_connected/biases"]
    restored = framework.get_variables_to_restore(exclude=["conv1", "Conv"])
    assert names(restored) == ["fully_connected/weights", "fully_connected/biases"]
    assert names(framework.filter_variables(restored, exclude_patterns=["bias"])) == ["fully_connected/weights"]
    assert framework.get_unique_variable("Conv/weights").shape == [3, 3, 2, 3]
    assert len(tf.get_collection(tf.GraphKeys.UPDATE_OPS)) == 2


def test_outputs_are_found_by_their_scopes():
    x = tf.ones([1, 4])
    with slim.arg_scope([slim.fully_connected], outputs_collections="ends"):
        slim.stack(x, slim.fully_connected, [3, 2], scope="fc")
    ends = slim.utils.convert_collection_to_dict("ends")
    assert {name: output.shape.as_list() for name, output in ends.items()} == {"fc/fc_1": [1, 3], "fc/fc_2": [1, 2]}


@pytest.mark.slow
def test_initializers_have_the_requested_variance():
    with tf.Session() as sess:
        uniform, normal, he = sess.run(
            [
                layers.xavier_initializer(seed=1)([100, 200], dtype=tf.float32),
                layers.xavier_initializer(uniform=False, seed=1)([100, 200], dtype=tf.float32),
                layers.variance_scaling_initializer(seed=1)([5, 5, 8, 16], dtype=tf.float32),
            ]
        )
    assert np.abs(uniform).max() <= np.sqrt(6 / 300)
    np.testing.assert_allclose([uniform.var(), normal.var()], 2 / 300, rtol=0.05)
    np.testing.assert_allclose(he.var(), 2 / 200, rtol=0.1)


def test_regularizers_sum_what_they_are_given():
    weights = tf.constant([3.0, -4.0])
    both = layers.l1_l2_regularizer(0.5, 0.25)
    layers.apply_regularization(layers.l2_regularizer(2.0), [weights])
    (loss,) = tf.get_collection(tf.GraphKeys.REGULARIZATION_LOSSES)
    with tf.Session() as sess:
        assert sess.run([both(weights), loss]) == [3.5 + 3.125, 25.0]
    assert layers.l2_regularizer(0.0)(weights) is None
    assert layers.sum_regularizer([None]) is None


def test_values_are_assigned_by_name():
    layers.fully_connected(tf.ones([1, 2]), 2, scope="fc")
    assign = framework.assign_from_values_fn({"fc/biases": np.array([1.0, 2.0])})
    with tf.Session() as sess:
        assign(sess)
        assert sess.run("fc/biases:0").tolist() == [1.0, 2.0]
    assert slim.model_analyzer.analyze_vars(tf.global_variables()) == (6, 24)


def test_norms_bring_examples_to_mean_0_and_variance_1():
    x = tf.constant(np.random.RandomState(0).normal(3, 2, [2, 4, 4, 6]).astype(np.float32))
    outputs = [layers.layer_norm(x), layers.group_norm(x, 3), layers.instance_norm(x), layers.unit_norm(x, 3)]
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        by_layer, by_group, by_instance, unit = sess.run(outputs)
    np.testing.assert_allclose(by_layer.reshape(2, -1).std(1), 1, rtol=1e-3)
    np.testing.assert_allclose(by_group.reshape(2, 16, 3, 2).std((1, 3)), 1, rtol=1e-3)
    np.testing.assert_allclose(by_instance.mean((1, 2)), 0, atol=1e-5)
    np.testing.assert_allclose((unit**2).sum(3), 1, rtol=1e-3)


def test_a_sequence_is_embedded_with_shared_vectors():
    ids = tf.constant([[0, 2], [2, 1]])
    first = layers.embed_sequence(ids, 3, 4, scope="words")
    second = layers.embed_sequence(ids, scope="words", reuse=True, unique=True)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        np.testing.assert_array_equal(*sess.run([first, second]))


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: layers.fully_connected(tf.ones([1, 2]), 2.5), ValueError, "num_outputs type should be one of"),
        (lambda: layers.conv2d(tf.ones([1, 2]), 2, 2), ValueError, "Convolution expects input with rank 4, got 2"),
        (lambda: layers.conv2d(tf.ones([1, 2]), 2, 2, data_format="x"), ValueError, "Invalid data_format: 'x'"),
        (lambda: layers.max_pool2d(tf.ones([1, 2, 2, 1]), 2, data_format="x"), ValueError, "data_format has to be"),
        (lambda: layers.layer_norm(tf.placeholder(tf.float32)), ValueError, "has undefined rank"),
        (lambda: layers.group_norm(tf.ones([1, 2, 2, 6]), 4), ValueError, "6 channels is not commensurate with 4"),
        (lambda: layers.embed_sequence(tf.ones([1, 2], tf.int32)), ValueError, "Must specify vocab size"),
        (lambda: layers.l2_regularizer(1), ValueError, "scale cannot be an integer: 1"),
        (lambda: layers.l1_regularizer(-1.0), ValueError, "Setting a scale less than 0 on a regularizer"),
        (lambda: layers.xavier_initializer(dtype=tf.int32), TypeError, "non-floating point type"),
        (lambda: layers.stack(tf.ones([1, 2]), layers.linear, 3), ValueError, "stack_args need to be a list or tuple"),
        (lambda: framework.get_unique_variable("q"), ValueError, "Couldn't find variable q"),
    ],
)
def test_what_cannot_be_is_said(make, error, message):
    with pytest.raises(error, match=message):
        make()


def test_slim_has_the_layers_by_their_module_too():
    assert slim.layers.conv2d is slim.conv2d and slim.layers.fully_connected is layers.fully_connected
