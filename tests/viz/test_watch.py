"""gl.watch: runs note what watched tensors were, and pay nothing where nothing is watched."""

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.viz.watch import sparkline


@pytest.fixture
def sess():
    with tf.Session() as session:
        yield session


def test_each_run_that_computes_a_watched_tensor_notes_it(sess):
    x = tf.placeholder(tf.float32, [None], name="x")
    double = tf.multiply(x, 2.0, name="double")
    total, other = tf.reduce_sum(double), tf.reduce_max(x)
    watched = tf.watch(double)
    assert sess.run(total, {x: [1, 2]}) == 6.0
    assert sess.run(other, {x: [9]}) == 9.0  # has nothing to do with it
    assert sess.run([total, double], {x: [3]})[0] == 6.0
    assert sess.run(total, {double: [5]}) == 5.0  # it is fed, not computed
    assert watched.runs == 2 and watched.last.tolist() == [6.0]
    assert [(point.least, point.mean, point.most) for point in watched.points] == [(2, 3, 4), (6, 6, 6)]
    assert repr(watched) == "Watch of double:0: 2 runs, ok\n  last   float32 [1]  6\n  means  ▁█"


def test_plans_change_only_when_what_is_watched_does(sess):
    x = tf.placeholder(tf.float32, [], name="x")
    y = tf.square(x, name="y") + 1.0
    run = sess.make_callable(y, [x])
    assert (run(2.0), sess.run(y, {x: 2.0})) == (5.0, 5.0)
    plans = len(sess.plan_cache.entries)
    watched = tf.watch("y:0")
    for _ in range(3):
        assert (run(2.0), sess.run(y, {x: 2.0})) == (5.0, 5.0)
    assert watched.runs == 6
    assert [entry.reason for entry in sess.plan_cache.entries[plans:]] == ["graph changed: 'y:0' is watched"]
    tf.unwatch(watched)
    assert sess.run(y, {x: 3.0}) == 10.0
    assert watched.runs == 6
    assert sess.plan_cache.entries[-1].plan.watched == []


def test_runs_that_do_not_need_a_tensor_are_counted(sess):
    x = tf.placeholder(tf.float32, [], name="x")
    y, other = tf.square(x, name="y"), tf.negative(x)
    watched = tf.watch(y)
    for _ in range(3):
        sess.run(other, {x: 2.0})
    sess.make_callable(other, [x])(2.0)
    assert (watched.runs, watched.missed) == (0, 4)
    assert "The last 4 runs did not need it: fetch it too, or gl.watch('y:0', always=True)" in repr(watched)
    sess.run(other, {x: 2.0, y: 5.0})  # it is fed
    with pytest.raises(tf.errors.InvalidArgumentError):
        sess.run(other)  # this run came to nothing
    assert watched.missed == 4
    sess.run(y, {x: 3.0})
    assert (watched.runs, watched.missed) == (1, 0)


def test_a_tensor_is_computed_after_runs_that_do_not_need_it(sess):
    x = tf.placeholder(tf.float32, [], name="x")
    w = tf.Variable(2.0)
    draw = tf.random_uniform([], seed=7)
    up, product, drawn = tf.assign_add(w, 1.0), x * w, draw + x
    changed = tf.assign_add(w, 100.0) * x
    sees, draws, changes = tf.watch([product, drawn, changed], always=True)
    sess.run(tf.global_variables_initializer())
    assert (sees.runs, sees.why.split(" tensor")[0]) == (0, "You must feed a value for placeholder")
    plans = len(sess.plan_cache.entries)
    assert [sess.run([up, tf.negative(x)], {x: 10.0}) for _ in range(2)] == [[3.0, -10.0], [4.0, -10.0]]
    assert [point.mean for point in sees.points] == [30, 40] and not sees.why and not sees.missed
    assert len(sess.plan_cache.entries) == plans + 2  # of what was fetched
    assert "It depends on RandomUniform" in draws.why and "which does more than compute" in draws.why
    assert changes.why.startswith("To compute it changes 'Variable'") and changes.missed == 3
    # The numbers that a seed leads to are the same, watched or not.
    with tf.Session() as fresh:
        fresh.run(w.initializer)
        expected = [fresh.run(draw) for _ in range(2)]
    assert [sess.run(draw) for _ in range(2)] == expected


def test_a_variable_is_watched_as_each_run_leaves_it(sess):
    plain = tf.Variable(1.0, name="plain")
    resource = tf.get_variable("resource", initializer=1.0, use_resource=True)
    up = tf.group(tf.assign_add(plain, 1.0), resource.assign_add(10.0))
    sess.run(tf.global_variables_initializer())
    first, second = tf.watch([plain, resource])
    sess.run(up)
    sess.run(up)
    assert [point.mean for point in first.points] == [2, 3]
    assert [point.mean for point in second.points] == [11, 21]


def test_runs_with_metadata_and_deadlines_are_noted_too(sess):
    y = tf.square(tf.placeholder_with_default(3.0, []), name="y")
    watched = tf.watch(y)
    sess.run(y, options=tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE), run_metadata=tf.RunMetadata())
    sess.run(y, options=tf.RunOptions(timeout_in_ms=10_000))
    assert (watched.runs, watched.last) == (2, 9.0)


def test_only_the_runs_of_one_session_count_where_one_is_named():
    y = tf.square(tf.constant(3.0))
    with tf.Session() as first, tf.Session() as second:
        watched, both = tf.watch(y, session=first), tf.watch(y)
        for session in (first, second, first):
            session.run(y)
        assert (watched.runs, both.runs) == (2, 3)
        tf.unwatch()
        first.run(y)
        assert (watched.runs, both.runs) == (2, 3)


def test_health_is_reported(sess):
    x = tf.placeholder(tf.float32, [None])
    y = tf.identity(x)
    watched = tf.watch(y)
    assert watched.health == "" and "no run has computed it yet" in repr(watched)
    healths = []
    for value in ([1, 2], [np.nan, 1], [np.inf, 1], [0, 0], [1, 3], [2, 1], [1e6, 1]):
        sess.run(y, {x: value})
        healths.append(watched.health)
    assert healths == ["ok", "nan", "inf", "zero", "ok", "ok", "exploding"]
    assert watched.points[1].nan == 1 and watched.points[1].mean == 1.0


def test_values_without_numbers_can_be_watched(sess):
    text = tf.string_join([tf.constant("a"), "b"])
    watched = tf.watch(text)
    sess.run(text)
    assert watched.last == b"ab" and np.isnan(watched.points[0].mean)


def test_what_has_no_single_value_is_refused():
    inner = []

    def body(i):
        inner.append(i + 1)
        return inner[0]

    tf.while_loop(lambda i: i < 3, body, [0])
    with pytest.raises(ValueError, match="lies in a loop or branch(.|\n)*watch an output of the loop or branch"):
        tf.watch(inner[0])


def test_watching_twice_is_watching_once(sess):
    y = tf.square(2.0)
    assert tf.watch(y) is tf.watch(y)


def test_a_sparkline_rises_with_the_numbers():
    assert sparkline([1, 2, float("nan"), 8]) == "▁▂·█"
    assert sparkline([3, 3]) == "▁▁"
