"""What a session reports of the plans that it made, and why it made them."""

import re

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.compiler.executables.tiers import Tier

pytestmark = pytest.mark.tier("compiled")


@pytest.fixture
def sess():
    with tf.Graph().as_default(), tf.Session() as sess:
        yield sess


@pytest.fixture
def x(sess):
    return tf.placeholder(tf.float32, [None, 2], name="x")


def reasons(sess):
    return [entry.reason for entry in sess.plan_cache.entries]


def test_a_plan_is_made_once_for_its_fetches_and_feeds(sess, x):
    y, z = tf.add(x, 1, name="y"), tf.multiply(x, 2, name="z")
    rows = np.ones((1, 2))
    for _ in range(3):
        sess.run(y, {x: rows})
        sess.run({"y": "y:0"}, {"x:0": rows})
        sess.run([y, z], {x: rows})
        sess.run(z, {y: rows, x: rows})
        later, sooner = sess.run((z, y), {x: rows})
        assert later[0, 0] == sooner[0, 0] == 2
        swapped = sess.run([z, x, y], {x: 5 * rows})
        assert [value[0, 0] for value in swapped] == [10, 5, 6]
    assert reasons(sess) == [
        "new fetches: y:0, with x:0 fed",
        "new fetches: y:0, z:0, with x:0 fed",
        "new fetches: z:0, with x:0, y:0 fed",
    ]


def test_new_feeds_of_known_fetches_are_named(sess, x):
    y = tf.add(x, 1, name="y")
    z = tf.multiply(y, 2, name="z")
    sess.run(z, {x: [[1, 2]]})
    sess.run(z, {y: [[1, 2]]})
    assert reasons(sess)[1] == "new feeds: y:0 (z:0 had a plan with x:0 fed)"


def test_a_change_of_the_graph_is_named_where_it_matters(sess, x):
    y, one = tf.add(x, 1, name="y"), tf.constant(1.0, name="one")
    other = tf.identity(one, name="other")
    sess.run(y, {x: [[1, 2]]})
    sess.run(other)
    y.op._add_control_input(one.op)
    sess.run(other)
    sess.run(y, {x: [[1, 2]]})
    x.set_shape([1, 2])
    sess.run(y, {x: [[1, 2]]})
    assert reasons(sess)[2:] == [
        "graph changed: control input added to 'y'",
        "graph changed: shape of x:0 set to (1, 2)",
    ]


def test_a_new_shape_is_named_and_a_new_value_is_none(sess, x, monkeypatch):
    monkeypatch.setattr(Tier, "run", lambda tier, *_: None)  # each is compiled
    y = tf.add(x, 1, name="y")
    for count in (1, 3, 3, 1, 5):
        sess.run(y, {x: np.full((count, 2), count)})
    (entry,) = sess.plan_cache.entries
    assert entry.compilations == ["new shape of x:0: (3, 2)", "new shape of x:0: (5, 2)"]


def test_printing_it_shows_its_history(sess, x):
    y = tf.add(x, 1, name="y")
    sess.run(y, {x: [[1, 2]]})
    sess.run(y, {x: [[1, 2], [3, 4]]})
    sess.run(y.op, {x: [[1, 2]]})
    assert re.sub(r"[\d.e-]+ s", "0 s", repr(sess.plan_cache)).splitlines() == [
        "Plan cache: 2 plans made, for 2 forms of call",
        "  1   new fetches: y:0, with x:0 fed",
        "      NumPy ran 1 new size of x:0, 1 time in 0 s: compiling for one lasts 0 s",
        "  2   new fetches: y, with x:0 fed",
    ]
    assert "2 plans" in repr(sess)


def test_building_in_a_loop_is_pointed_out(sess):
    for i in range(9):
        sess.run(tf.constant(i))
    assert "build operations once, before the loop that runs them" in repr(sess.plan_cache)
