"""eval() and run() without a session of the right graph say which session was wrong."""

import pytest

import graphlab as tf


def test_no_session():
    with tf.Graph().as_default():
        a = tf.constant(1.0)
    with pytest.raises(ValueError, match=r"Cannot evaluate tensor using `eval\(\)`: No default session is registered"):
        a.eval()
    with pytest.raises(ValueError, match=r"Cannot execute operation using `run\(\)`: No default session is registered"):
        a.op.run()


def test_no_session_to_load_a_variable_in():
    with tf.Graph().as_default():
        weight = tf.Variable(1.0)
    with pytest.raises(ValueError, match="Either session argument should be provided"):
        weight.load(2.0)


def test_a_session_of_another_graph():
    with tf.Graph().as_default():
        a = tf.constant(1.0)
    with tf.Session(graph=tf.Graph()) as session:
        with pytest.raises(ValueError, match="Cannot use the default session to evaluate tensor"):
            a.eval()
        with pytest.raises(ValueError, match="Cannot use the given session to evaluate tensor"):
            a.eval(session=session)
        with pytest.raises(ValueError, match="Cannot use the given session to execute operation"):
            a.op.run(session=session)
