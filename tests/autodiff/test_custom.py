"""Functions with gradients of their own, and gradients of gradients."""

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.state.resource_ops import resource_gather


@pytest.fixture(autouse=True)
def session():
    with tf.Graph().as_default(), tf.Session() as session:
        yield session


def test_a_custom_gradient_may_read_variables(session):
    @tf.custom_gradient
    def doubled(x):
        w = tf.get_variable("w", initializer=3.0, use_resource=True)

        def grad(dy, variables):
            assert [variable.op.name for variable in variables] == ["w"]
            return dy * 10.0, [dy * 100.0]

        return x * w, grad

    x = tf.constant(2.0)
    y = doubled(x)
    dx, dw = tf.gradients(y, [x, *tf.trainable_variables()])
    session.run(tf.global_variables_initializer())
    assert session.run([y, dx, dw]) == [6.0, 10.0, 100.0]


def test_the_gradient_of_a_gather_from_a_passed_handle_states_its_shape():
    """TensorFlow 1.15's dense_shape is a constant too."""
    seen = []

    @tf.custom_gradient
    def passed(handle):
        def grad(dy):
            seen.append(tf.get_static_value(dy.dense_shape).tolist())
            return dy

        return tf.identity(handle), grad

    v = tf.get_variable("v", [20, 3], use_resource=True)
    tf.gradients(resource_gather(passed(v.handle), [1, 2], dtype=tf.float32), v)
    assert seen == [[20, 3]]


def test_variables_that_a_custom_gradient_can_not_take_are_refused():
    def with_variables(use_resource):
        @tf.custom_gradient
        def f(x):
            return x * tf.get_variable("w", initializer=3.0, use_resource=use_resource), lambda dy: dy

        return f(tf.constant(1.0))

    with pytest.raises(TypeError, match="must be `ResourceVariable`s"):
        with_variables(False)
    tf.get_variable_scope().reuse_variables()
    with tf.Graph().as_default(), pytest.raises(TypeError, match="must accept a keyword argument 'variables'"):
        with_variables(True)


def test_a_recomputed_gradient_is_the_gradient(session):
    w = tf.get_variable("w", initializer=0.5, use_resource=True)
    x = tf.constant([1.0, 2.0])
    found = tf.gradients(tf.recompute_grad(lambda x: tf.sin(x * w))(x), [x, w])
    session.run(tf.global_variables_initializer())
    expected = session.run(tf.gradients(tf.sin(x * w), [x, w]))
    for one, other in zip(session.run(found), expected, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-6)


def test_a_gradient_can_pass_through(session):
    x = tf.constant([1.4, 2.6])
    y = tf.grad_pass_through(tf.round)(x)
    assert session.run([y, tf.gradients(y, x)[0]])[1].tolist() == [1.0, 1.0]


@pytest.mark.slow
@pytest.mark.parametrize(
    "function",
    [
        lambda x: tf.linalg.expm(x[:2]),
        lambda x: tf.truncatemod(x * 3, 0.7),
        lambda x: tf.dynamic_partition(x, [0, 1, 0], 2)[0] ** 3,
        lambda x: tf.cholesky(tf.matmul(x[:2], x[:2], transpose_b=True) + tf.eye(2, dtype=tf.float64)),
    ],
    ids=["expm", "truncatemod", "dynamic_partition", "cholesky"],
)
def test_gradients_of_gradients(session, function):
    x = tf.placeholder(tf.float64, [3, 2])
    point = np.array([[0.3, 0.8], [0.5, 0.2], [0.9, 0.4]])
    gradient = tf.gradients(tf.reduce_sum(tf.sin(function(x))), x)[0]
    total = tf.reduce_sum(tf.cos(gradient))
    found = session.run(tf.gradients(total, x)[0], {x: point})
    for place in np.ndindex(3, 2):
        step = np.zeros((3, 2))
        step[place] = 1e-5
        ahead, behind = (session.run(total, {x: point + sign * step}) for sign in (1, -1))
        np.testing.assert_allclose(found[place], (ahead - behind) / 2e-5, rtol=1e-4, atol=1e-6)


def test_swish_is_a_function_with_a_gradient_of_its_own(session):
    x = tf.constant([-3.0, 0.0, 2.0])
    y = tf.nn.swish(x)
    assert y.op.type == "IdentityN"
    first = tf.gradients(y, x)[0]
    second = tf.gradients(first, x)[0]
    np.testing.assert_allclose(session.run(first), [-0.0881, 0.5, 1.09078], atol=1e-5)
    np.testing.assert_allclose(session.run(second), [-0.03232, 0.5, 0.05006], atol=1e-5)


def test_variables_by_reference_below_a_custom_gradient_count_too():
    w = tf.get_variable("w", initializer=3.0)
    with pytest.raises(TypeError, match="must accept a keyword argument 'variables'"):
        tf.custom_gradient(lambda x: (x * w, lambda dy: dy))(tf.constant(1.0))


def test_a_gradient_with_its_own_gradient_may_compare_what_comes_from_variables(session):
    w = tf.get_variable("w", initializer=[1.0, -1.0])

    @tf.custom_gradient
    def leaky(x):
        y = tf.maximum(x, 0.2 * x)

        @tf.custom_gradient
        def grad(dy):
            return tf.where(y >= 0, dy, 0.2 * dy), lambda ddx: tf.where(y >= 0, ddx, 0.2 * ddx)

        return y, grad

    x = tf.constant([3.0, 4.0])
    first = tf.gradients(leaky(x * w) ** 2, x)[0]
    session.run(w.initializer)
    np.testing.assert_allclose(session.run([first, tf.gradients(first, x)[0]]), [[6, 0.32], [2, 0.08]], rtol=1e-6)


def test_the_size_of_complex_numbers_has_second_derivatives(session):
    x = tf.constant([0.3, 0.4])
    y = tf.abs(tf.complex(x, x * x))
    first = tf.gradients(y, x)[0]
    np.testing.assert_allclose(session.run(tf.gradients(first, x)[0]), [0.838318, 1.062946], rtol=1e-5)


def test_where_tensorflow_has_no_gradient_there_is_an_error_and_not_none():
    x = tf.constant([[0.3, 0.2], [0.4, 0.1]])
    for y in (
        tf.unique(x[0])[0],
        tf.random_shuffle(x),
        tf.bitcast(x, tf.float32),
        tf.image.resize_area(x[None, ..., None], [3, 3]),
    ):
        with pytest.raises(LookupError, match="No gradient defined for operation"):
            tf.gradients(y, x)


def test_each_place_with_the_highest_value_of_a_volume_gets_the_gradient(session):
    x = tf.constant([1.0, 1, 2, 2, 0, 0, 0, 0], shape=[1, 2, 2, 2, 1])
    y = tf.nn.max_pool3d(x, [1, 2, 2, 2, 1], [1, 1, 1, 1, 1], "SAME")
    assert session.run(tf.gradients(y, x)[0]).ravel().tolist() == [0, 0, 2, 4, 1, 2, 2, 4]


def test_parts_of_a_resource_variable_by_coordinates_have_a_gradient(session):
    v = tf.get_variable("v", initializer=[[1.0, 2.0], [3.0, 4.0]], use_resource=True)
    (dense,) = tf.gradients(v.gather_nd([[0, 1], [0, 1]]) ** 2, v)
    (rows,) = tf.gradients(v.gather_nd([[0], [0]]) ** 2, v)
    session.run(v.initializer)
    assert session.run(dense).tolist() == [[0, 8], [0, 0]]
    assert session.run(tf.convert_to_tensor(rows)).tolist() == [[4, 8], [0, 0]]


def test_a_recomputed_function_of_one_tensor_twice_has_each_part_once():
    x = tf.constant([1.0, 3.0])
    grad = tf.gradients(tf.recompute_grad(lambda a, b: a * b)(x, x), x)[0]
    with tf.Session() as sess:
        np.testing.assert_array_equal(sess.run(grad), [2, 6])
