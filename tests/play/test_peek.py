"""Peek: an extra run with what the last run fed, which changes nothing."""

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.play import last_feeds
from graphlab._src.play.peek import peek
from graphlab._src.session.tracing import last_run


@pytest.fixture
def noted(monkeypatch):
    """Runs note what they feed, as where a diagram is shown; afterwards they do not."""
    monkeypatch.setattr(last_feeds, "_begun", [])
    last_feeds.begin()
    yield
    last_run.end(last_feeds._DIAGRAMS)


def test_a_peek_computes_with_what_the_last_run_fed(noted):
    x = tf.placeholder(tf.float32, [None], name="x")
    w = tf.Variable(3.0, name="w")
    y, other = tf.multiply(x, w, name="y"), tf.negative(x, name="other")
    with tf.Session() as sess:
        with pytest.raises(ValueError, match="'w' has no value yet"):
            peek(w.op.outputs[0])
        sess.run(w.initializer)
        with pytest.raises(ValueError, match="did not feed 'x'"):
            peek(y)
        sess.run(other, {x: [1.0, 2.0]})
        plans, watched = len(sess.plan_cache.entries), tf.watch(y)
        value, ran = peek(y)
        assert value.tolist() == [3.0, 6.0] and {op.name for op in ran} == {"x", "w", "w/read", "y"}
        assert watched.runs == 0 and len(sess.plan_cache.entries) <= plans + 1
        assert peek(w.op.outputs[0])[0] == 3.0 and np.asarray(peek(x)[0]).tolist() == [1.0, 2.0]
        run = sess.make_callable(other, [x])
        run(np.array([5.0], np.float32))
        assert peek(y)[0].tolist() == [15.0]
    with pytest.raises(ValueError, match="No session of this graph is open"):
        peek(y)


def test_a_peek_that_would_change_something_is_refused(noted):
    w = tf.Variable(1.0, name="w")
    queue = tf.FIFOQueue(2, tf.float32, name="queue")
    drawn, more, taken = tf.random_uniform([2]), tf.assign_add(w, 1.0) * 2.0, queue.dequeue()
    called = tf.py_func(lambda: np.float32(1.0), [], tf.float32)
    printed = tf.Print(w, [w], "w is")
    inside = []
    tf.while_loop(lambda i: i < 3, lambda i: inside.append(i + 1) or inside[-1], [0])
    with tf.Session() as sess:
        sess.run(w.initializer)
        for tensor in (drawn, taken, called, printed):
            with pytest.raises(ValueError, match="which does more than compute"):
                peek(tensor)
        with pytest.raises(ValueError, match="To compute it changes 'w'|which does more than compute"):
            peek(more)
        with pytest.raises(ValueError, match="branch or loop|not fetchable"):
            peek(inside[0])
        assert sess.run(w) == 1.0
