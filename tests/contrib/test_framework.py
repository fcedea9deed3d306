"""tf.contrib.framework: deprecations, checked shapes, initial values and parts of graphs."""

import numpy as np
import pytest

import graphlab as tf

framework = tf.contrib.framework


@pytest.fixture(autouse=True)
def sess():
    with tf.Graph().as_default(), tf.Session() as sess:
        yield sess


def test_a_deprecated_function_warns_once_and_says_so_in_its_documentation(messages):
    @framework.deprecated("2016-07-04", "Use g.")
    def f(a):
        """Does it.

        Slowly.
        """
        return a

    assert [f(1), f(2)] == [1, 2]
    assert len(messages) == 1
    assert messages[0].endswith(
        "is deprecated and will be removed after 2016-07-04.\nInstructions for updating:\nUse g."
    )
    assert f.__doc__.startswith(
        "Does it. (deprecated)\n\nWarning: THIS FUNCTION IS DEPRECATED. It will be removed after"
    )
    assert f.__doc__.endswith("Use g.\n\nSlowly.")
    with pytest.raises(ValueError, match="Date must be YYYY-MM-DD"):
        framework.deprecated("tomorrow", "Use g.")


def test_deprecated_arguments_and_values_warn_when_they_are_used(messages):
    @framework.deprecated_args(None, "Use a.", "b", ("c", None))
    def f(a, b=1, c=None):
        return a

    @framework.deprecated_arg_values(None, "Use a.", b=3)
    def g(a, b=1):
        return a

    f(1)
    f(1, c=None)
    g(1, 2)
    assert not messages
    f(1, 2)
    f(1, c=4)
    g(1, b=3)
    assert [text.split(" with ")[1].split(" ")[0] for text in messages] == ["b", "c", "b=3"]
    with pytest.raises(ValueError, match="not present in the function signature"):
        framework.deprecated_args(None, "Use a.", "z")(f)


def test_a_shape_is_checked_now_or_in_a_run(sess):
    x = tf.placeholder(tf.float32, [None, 3])
    known = tf.constant([[1.0, 2.0, 3.0]])
    assert framework.with_shape([1, 3], known) is known
    assert framework.with_shape([], tf.constant([5.0])).shape.as_list() == []
    with pytest.raises(ValueError, match="Invalid shape for tensor"):
        framework.with_shape([2, 3], known)
    checked = framework.with_shape([2, 3], x)
    assert checked.shape.as_list() == [2, 3]
    assert sess.run(checked, {x: np.ones([2, 3])}).sum() == 6
    with pytest.raises(tf.errors.InvalidArgumentError, match="Wrong shape for"):
        sess.run(checked, {x: np.ones([4, 3])})
    assert sess.run(framework.with_same_shape(known, x), {x: np.ones([1, 3])}).sum() == 3
    with pytest.raises(ValueError, match="Expected integer type for"):
        framework.assert_scalar_int(tf.constant(3.0))
    assert sess.run(framework.reduce_sum_n([known, tf.constant([4.0])])) == 10


def test_a_case_is_decided_now_where_it_can_be(sess):
    assert framework.smart_case([(False, lambda: 1), (True, lambda: 2)]) == 2
    chosen = framework.smart_case(
        [(tf.placeholder_with_default(False, []), lambda: tf.constant(1))], lambda: tf.constant(3)
    )
    assert sess.run(chosen) == 3


def test_initial_values(sess):
    kernel = sess.run(framework.convolutional_delta_orthogonal(gain=2.0)([3, 3, 2, 4]))
    np.testing.assert_allclose(kernel[1, 1] @ kernel[1, 1].T, 4 * np.eye(2), atol=1e-5)
    assert np.count_nonzero(kernel) == np.count_nonzero(kernel[1, 1])
    with pytest.raises(ValueError, match="In_filters cannot be greater than out_filters"):
        framework.convolutional_delta_orthogonal()([3, 3, 4, 2])
    variable = tf.Variable(tf.ones([2]))
    zeros = framework.zero_initializer(variable)
    sess.run(zeros)
    assert sess.run(variable).tolist() == [0, 0]
    with pytest.raises(tf.errors.InvalidArgumentError, match="already initialized"):
        sess.run(zeros)


def test_nodes_become_one(sess):
    a, b = (tf.placeholder(tf.float32, [], name=name) for name in "ab")
    tf.negative(tf.identity(tf.add(a, b), name="out"), name="after")
    graph = tf.get_default_graph()
    assert framework.get_placeholders(graph) == [a, b]
    fused = framework.fuse_op(graph.as_graph_def(), ["a", "b"], ["out"], [1], False, "fused", "Mine")
    assert [(node.name, list(node.input)) for node in fused.node[2:]] == [
        ("fused", ["a", "b"]),
        ("out", ["fused"]),
        ("after", ["out"]),
    ]
    with pytest.raises(TypeError, match="input_nodes must be a list"):
        framework.fuse_op(graph.as_graph_def(), "a", ["after"], [1], False, "fused", "Mine")


@pytest.mark.parametrize("axes", [1, 2])
def test_an_orthogonal_convolution_keeps_the_norm(sess, axes):
    make = framework.convolutional_orthogonal_1d if axes == 1 else framework.convolutional_orthogonal_2d
    kernel = make(seed=3)([3] * axes + [4, 6])
    assert kernel.shape.as_list() == [3] * axes + [4, 6]
    x = np.random.RandomState(0).randn(2, *[5] * axes, 4).astype(np.float32)
    kernel = sess.run(kernel)
    y = np.zeros([2, *[5] * axes, 6])
    for place in np.ndindex(*[3] * axes):  # a convolution round the ends
        y += np.roll(x, place, range(1, axes + 1)) @ kernel[place]
    np.testing.assert_allclose((y**2).sum(), (x**2).sum(), rtol=1e-4)
    with pytest.raises(ValueError, match="dimensional"):
        make()([3, 4])


def test_py_func_takes_and_returns_structures():
    def function(a, b, c):
        return {"sum": a + b, "more": [c["d"] * 2]}

    with tf.Graph().as_default(), tf.Session() as session:
        result = tf.contrib.framework.py_func(
            function,
            (tf.constant(1.0), tf.constant([2.0, 3.0])),
            {"c": {"d": tf.constant(4.0)}},
            output_types={"sum": tf.float32, "more": [tf.float32]},
            output_shapes={"sum": [2], "more": [[]]},
        )
        assert result["sum"].shape == [2] and result["more"][0].shape == []
        value = session.run(result)
    assert value["sum"].tolist() == [3, 4] and value["more"] == [8]
