"""Variables whose initial values read other variables, and what is said of those that have no value."""

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.state import initializers


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


def test_initializing_all_variables_in_one_run_works_in_the_order_in_which_they_were_made():
    a = tf.Variable(tf.random_uniform([3]))
    b = tf.Variable(a + 1.0)
    c = tf.Variable(b * 2.0 + a)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        first, second, third = sess.run([a, b, c])
    np.testing.assert_allclose(second, first + 1)
    np.testing.assert_allclose(third, 2 * second + first, rtol=1e-6)


@pytest.mark.parametrize("use_resource", [False, True], ids=["reference", "handle"])
def test_initialized_value_is_the_value_once_there_is_one(use_resource):
    a = tf.Variable([1.0, 2.0], use_resource=use_resource)
    value = a.initialized_value()
    with tf.Session() as sess:
        np.testing.assert_array_equal(sess.run(value), [1, 2])
        sess.run(tf.assign(a, [5.0, 6.0]))
        np.testing.assert_array_equal(sess.run(value), [5, 6])


def test_what_a_branch_that_is_not_taken_reads_needs_no_value():
    a = tf.Variable(1.0)
    which = tf.placeholder(tf.bool)
    either = tf.cond(which, lambda: a.read_value() + 1.0, lambda: tf.constant(3.0))
    with tf.Session() as sess:
        assert sess.run(either, {which: False}) == 3
        with pytest.raises(tf.errors.FailedPreconditionError, match="uninitialized value Variable"):
            sess.run(either, {which: True})
        sess.run(a.initializer)
        assert sess.run(either, {which: True}) == 2


def test_what_an_inner_function_sets_needs_no_value():
    v = tf.compat.v2.Variable(1.0)

    @tf.function
    def change():
        v.assign(3.0)
        return v + 1.0

    @tf.function
    def outer(which):
        return tf.cond(which, change, lambda: tf.constant(0.0))

    @tf.function
    def reader():
        return v + 1.0

    fetches = [change(), tf.function(lambda: change() + change())(), outer(tf.constant(True))]
    read = tf.function(lambda: reader() * 2.0)()
    for fetch, value in zip(fetches, [4.0, 8.0, 4.0], strict=True):  # TensorFlow 1.15's
        with tf.Session() as sess:
            assert sess.run(fetch) == value and sess.run(v) == 3.0
    with tf.Session() as sess, pytest.raises(tf.errors.FailedPreconditionError, match="Error while reading"):
        sess.run(read)


def test_an_initial_value_from_inside_a_loop_is_refused():
    def body(i, _):
        return i + 1, tf.Variable(initial_value=tf.zeros([], tf.int32)).read_value()

    with pytest.raises(ValueError, match="from inside a control-flow construct"):
        tf.while_loop(lambda i, _: i < 10, body, [0, 0])


def test_a_variable_made_in_a_branch_is_initialized_outside_of_it():
    made = []

    def branch():
        made.append(tf.Variable(1))
        return made[0] + 1

    result = tf.cond(tf.constant(True), branch, lambda: tf.constant(0))
    with tf.Session() as sess:
        sess.run(made[0].initializer)
        assert sess.run(result) == 2


@pytest.mark.parametrize("use_resource", [False, True], ids=["reference", "handle"])
def test_the_names_of_variables_without_a_value_can_be_had(use_resource):
    a, b = (tf.Variable([1.0], name=name, use_resource=use_resource) for name in "ab")
    missing = tf.report_uninitialized_variables()
    with tf.Session() as sess:
        assert sess.run(missing).tolist() == [b"a", b"b"]
        sess.run(b.initializer)
        assert sess.run(missing).tolist() == [b"a"]
        sess.run(a.initializer)
        assert sess.run(missing).size == 0


def test_assert_variables_initialized_fails_in_the_run():
    assert tf.assert_variables_initialized() is None
    tf.Variable(1.0), tf.Variable(2.0)
    check = tf.assert_variables_initialized()
    with tf.Session() as sess:
        with pytest.raises(tf.errors.FailedPreconditionError, match="uninitialized value"):
            sess.run(check)
        sess.run(tf.global_variables_initializer())
        sess.run(check)


@pytest.mark.parametrize("use_resource", [False, True], ids=["reference", "handle"])
def test_a_variable_goes_through_its_message_and_back(graph, use_resource):
    a = tf.Variable([1.0], name="a", trainable=False, use_resource=use_resource)
    message = a.to_proto()
    assert (message.variable_name, message.is_resource, message.trainable) == ("a:0", use_resource, False)
    copy = tf.Variable.from_proto(message)
    assert copy.op is a.op and copy.initializer is a.initializer and type(copy) is type(a)
    assert copy.to_proto() == message
    assert a.to_proto(export_scope="elsewhere") is None
    with tf.Graph().as_default():
        tf.import_graph_def(graph.as_graph_def(), name="in")
        inside = tf.Variable.from_proto(message, import_scope="in")
        assert inside.name == "in/a:0"
        assert inside.to_proto(export_scope="in").variable_name == "a:0"


def test_creators_see_each_variable_and_may_change_it():
    seen = []

    def creator(next_creator, **arguments):
        seen.append(arguments["name"])
        return next_creator(**{**arguments, "use_resource": True})

    with tf.variable_creator_scope(creator):
        made = [tf.Variable(1.0, name="a"), tf.get_variable("b", [1])]
    assert seen == ["a", "b"]
    assert [one.op.type for one in made] == ["VarHandleOp"] * 2
    assert tf.Variable(1.0).op.type == "VariableV2"


def test_scopes_of_creators_are_left_in_the_order_in_which_they_were_entered():
    def creator(next_creator, **arguments):
        return next_creator(**arguments)

    outer = tf.variable_creator_scope(creator)
    outer.__enter__()
    with (
        tf.variable_creator_scope(creator),
        pytest.raises(RuntimeError, match="Exiting variable_creator_scope without proper nesting"),
    ):
        outer.__exit__(None, None, None)


@pytest.mark.parametrize("name", ["identity", "glorot_uniform", "orthogonal", "ones"])
def test_an_initializer_accepts_a_tensor_shape(name):
    initializer = getattr(tf.initializers, name)()
    assert initializer(tf.TensorShape([3, 3])).shape == initializer([3, 3]).shape == (3, 3)
    assert initializers.fans(tf.TensorShape([5, 4, 2])) == (20, 10)


def test_a_constant_initializer_takes_values_only():
    for value in (tf.constant([1.0]), tf.Variable([1.0]), {}, None):
        with pytest.raises(TypeError, match="Invalid type for initial value: <class .*numpy.ndarray"):
            tf.constant_initializer(value)
    with tf.Session() as session:
        assert session.run(tf.constant_initializer("a", tf.string)([2])).tolist() == [b"a", b"a"]
