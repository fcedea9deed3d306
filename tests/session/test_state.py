"""Reads and writes within one run, and between runs."""

import functools
import threading

import numpy as np
import pytest

import graphlab as tf


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


@pytest.fixture
def v():
    return tf.Variable([1.0, 2.0], name="v")


@pytest.fixture
def sess(v):
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        yield sess


def test_what_is_made_of_a_variable_is_made_of_its_value_from_before_the_run(v, sess):
    add = tf.assign_add(v, [10.0, 10.0])
    before, after = sess.run([v * 2, add])
    np.testing.assert_array_equal(before, [2, 4])
    np.testing.assert_array_equal(after, [11, 12])


def test_a_variable_that_is_fetched_has_the_value_that_the_run_leaves(v, sess):
    add = tf.assign_add(v, [10.0, 10.0])
    for fetch in (v, v.value(), v.read_value(), tf.identity(v)):
        v.load([1, 2], sess)
        np.testing.assert_array_equal(sess.run([fetch, add.op])[0], [11, 12])
    resource = tf.get_variable("r", initializer=[1.0, 2.0], use_resource=True)
    sess.run(resource.initializer)
    np.testing.assert_array_equal(sess.run([resource, resource.assign([5.0, 6.0]).op])[0], [1, 2])


def test_a_read_after_a_write_sees_it(v, sess):
    add = tf.assign_add(v, [10.0, 10.0])
    with tf.control_dependencies([add]):
        read = v.read_value()
    np.testing.assert_array_equal(sess.run(read), [11, 12])


def test_a_write_after_a_copy_does_not_change_what_was_copied(v, sess):
    read, copy = v.read_value(), v + 0.0
    with tf.control_dependencies([read, copy]):
        add = tf.assign_add(v, [10.0, 10.0])
    read_value, copied, add_value = sess.run([read, copy, add])
    np.testing.assert_array_equal(read_value, [11, 12])  # TensorFlow 1.15 shares the memory
    np.testing.assert_array_equal(copied, [1, 2])
    np.testing.assert_array_equal(add_value, [11, 12])


def test_two_writes_of_one_run_both_happen(v, sess):
    first = tf.assign_add(v, [1.0, 1.0])
    second = tf.assign_add(v, [2.0, 2.0])
    sess.run([second.op, first.op])
    np.testing.assert_array_equal(sess.run(v), [4, 5])


def test_writes_in_a_chain_pass_the_value_on(v, sess):
    doubled = tf.assign_add(v, v)
    with tf.control_dependencies([doubled]):
        again = tf.assign_add(v, v.read_value())
    np.testing.assert_array_equal(sess.run(again), [4, 8])
    np.testing.assert_array_equal(sess.run(v), [4, 8])


def test_the_reference_that_assign_gives_is_the_variable(v, sess):
    result = tf.assign_sub(tf.assign(v, [5.0, 5.0]), [1.0, 2.0])
    np.testing.assert_array_equal(sess.run(result), [4, 3])
    np.testing.assert_array_equal(sess.run(v), [4, 3])


def test_a_write_that_is_not_fetched_does_not_happen(v, sess):
    tf.assign(v, [9.0, 9.0])
    sess.run(tf.identity(v))
    np.testing.assert_array_equal(sess.run(v), [1, 2])


def test_a_fetched_array_stays_what_it_was(v, sess):
    add = tf.assign_add(v, [1.0, 1.0])
    first = sess.run(v)
    for _ in range(3):
        sess.run(add)
    np.testing.assert_array_equal(first, [1, 2])
    first += 100  # the caller's own
    np.testing.assert_array_equal(sess.run(v), [4, 5])


def test_sessions_do_not_share_values(v, sess):
    with tf.Session() as other:
        other.run(tf.global_variables_initializer())
        other.run(tf.assign(v, [0.0, 0.0]))
        np.testing.assert_array_equal(sess.run(v), [1, 2])


def test_feeding_a_variable_goes_before_its_value(v, sess):
    np.testing.assert_array_equal(sess.run(tf.identity(v), {v: [7.0, 8.0]}), [7, 8])
    np.testing.assert_array_equal(sess.run(v, {v: [7.0, 8.0]}), [7, 8])
    np.testing.assert_array_equal(sess.run(v), [1, 2])


def test_load_sets_the_value_without_growing_the_graph(v, sess, graph):
    version = graph.version
    v.load([3.0, 4.0], sess)
    assert graph.version == version
    np.testing.assert_array_equal(v.eval(), [3, 4])


def test_an_uninitialized_variable_is_named(graph):
    w = tf.Variable(1.0, name="w")
    with tf.Session() as sess:
        with pytest.raises(tf.errors.FailedPreconditionError, match="Attempting to use uninitialized value w") as error:
            sess.run(tf.identity(w))
        assert "test_state.py" in str(error.value) and "global_variables_initializer" in str(error.value)
        assert error.value.op is not None and error.value.error_code == 9
        assert not sess.run(tf.is_variable_initialized(w))
        sess.run(w.initializer)
        assert sess.run(tf.is_variable_initialized(w))
        assert sess.run(w) == 1


def test_a_variable_without_elements_is_initialized_from_the_start():
    words = tf.Variable([], dtype=tf.string, collections=[])
    more = tf.assign(words, tf.concat([words, ["a", "b"]], 0), validate_shape=False)
    handle = tf.Variable(tf.zeros([0, 3]), use_resource=True, name="handle")
    rows = tf.Variable(tf.zeros([0, 3]), use_resource=False, name="rows")
    with tf.Session() as sess:
        assert sess.run(words).size == 0
        assert sess.run(more).tolist() == sess.run(words).tolist() == [b"a", b"b"]
        assert sess.run(rows * 2).shape == (0, 3)
        assert [bool(sess.run(tf.is_variable_initialized(each))) for each in (words, rows, handle)] == [
            True,
            True,
            False,
        ]
        with pytest.raises(tf.errors.FailedPreconditionError):
            sess.run(handle)


def test_no_update_is_lost_between_threads():
    counter = tf.Variable(0, name="counter")
    add = tf.assign_add(counter, 1).op
    with tf.Session() as sess:
        sess.run(counter.initializer)

        def work():
            for _ in range(200):
                sess.run(add)
                sess.run(counter)

        threads = [threading.Thread(target=work) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sess.run(counter) == 1600


def test_shapes_may_change_when_they_are_not_validated():
    v = tf.Variable([1.0], validate_shape=False, name="v")
    grow = tf.assign(v, [1.0, 2.0, 3.0], validate_shape=False)
    with tf.Session() as sess:
        sess.run(v.initializer)
        assert sess.run(v).shape == (1,)
        sess.run(grow.op)
        np.testing.assert_array_equal(sess.run(tf.identity(v)), [1, 2, 3])


def test_assigning_another_shape_is_refused_when_the_graph_is_built(v):
    with pytest.raises(ValueError, match=r"must be equal.*2.*3"):
        tf.assign(v, [1.0, 2.0, 3.0])


def test_scatter_changes_rows(v, sess):
    rows = tf.IndexedSlices(tf.constant([5.0, 6.0]), tf.constant([1, 1]))
    np.testing.assert_array_equal(sess.run(v.scatter_add(rows)), [1, 13])
    np.testing.assert_array_equal(sess.run(v.scatter_sub(rows)), [1, 2])


def test_branches_that_assign_in_another_order_run_before_the_variables_have_values():
    with tf.Graph().as_default(), tf.Session() as sess:
        a, b = (tf.Variable(2.0, use_resource=True) for _ in range(2))
        first, value = tf.placeholder(tf.bool, []), tf.constant(3.0)
        both = tf.cond(
            first,
            lambda: [a.assign(value), b.assign(value)],
            lambda: [b.assign_add(value), a.assign_add(value)],
        )
        with pytest.raises(tf.errors.OpError, match="Variable"):
            sess.run(both, {first: False})
        assert sess.run(both, {first: True}) == [3, 3]
        assert sess.run(both, {first: False}) == [6, 6]


def test_a_variable_that_is_fed_is_no_reference():
    with tf.Graph().as_default(), tf.Session() as sess:
        variable = tf.Variable(1.0, use_resource=False)
        added = variable.assign_add(2.0)
        sess.run(variable.initializer)
        with pytest.raises(tf.errors.InvalidArgumentError, match="incompatible with expected float_ref"):
            sess.run([added, variable * 2], {variable: 5.0})
        assert sess.run(variable * 2, {variable: 5.0}) == 10
        assert sess.run(variable) == 1


def _loop(body, times, *start):
    return tf.while_loop(lambda i, *_: i < times, body, [0, *start], back_prop=False, parallel_iterations=1)[1]


def _added_and(make, v):
    with tf.control_dependencies([v.assign_add([1.0, 1.0])]):
        return make()


# What TensorFlow 1.15 computes, whose read of a reference shares the variable's memory, also where a branch or loop captures it.
CAPTURED = {
    "in a loop": (
        lambda v: _loop(lambda i, _: (i + 1, _added_and(lambda: tf.square(v), v)), 3, tf.zeros([2])),
        [16, 25],
    ),
    "in a branch": (
        lambda v: tf.cond(
            tf.greater(tf.size(v), 1), lambda: _added_and(lambda: tf.square(v), v), lambda: tf.zeros([2])
        ),
        [4, 9],
    ),
    "before a loop": (
        lambda v: _added_and(lambda: _loop(lambda i, x: (i + 1, x + v), 3, tf.zeros([2])), v),
        [6, 9],
    ),
    "before a branch": (
        lambda v: _added_and(lambda: tf.cond(tf.greater(tf.size(v), 1), lambda: tf.square(v), lambda: v + 0.0), v),
        [4, 9],
    ),
    "before a loop in a loop": (
        lambda v: _loop(
            lambda i, x: (i + 1, x + _added_and(lambda: _loop(lambda j, y: (j + 1, y + v), 2, tf.zeros([2])), v)),
            3,
            tf.zeros([2]),
        ),
        [18, 24],
    ),
    "in a loop in a loop": (
        lambda v: _loop(
            lambda i, x: (i + 1, _loop(lambda j, y: (j + 1, y + _added_and(lambda: tf.square(v), v)), 2, x)),
            3,
            tf.zeros([2]),
        ),
        [139, 199],
    ),
    "before a branch in a loop": (
        lambda v: _loop(
            lambda i, x: (i + 1, x + _added_and(lambda: tf.cond(i > 0, lambda: tf.square(v), lambda: v + 100.0), v)),
            3,
            tf.zeros([2]),
        ),
        [127, 144],
    ),
}


@pytest.mark.parametrize("where", CAPTURED)
def test_a_read_that_is_captured_sees_what_was_written_before_its_use(where):
    make, expected = CAPTURED[where]
    with tf.Graph().as_default(), tf.Session() as session:
        v = tf.Variable([1.0, 2.0], use_resource=False)
        result = make(v)
        session.run(tf.global_variables_initializer())
        assert session.run(result).tolist() == expected


# What TensorFlow 1.15 computes from `same`, which passes a read of v on unchanged, after writes; a copy keeps what was read.
PASSED_ON = {
    "after a write": (lambda v, same: _added_and(lambda: same * 1.0, v), [2, 3]),
    "in a loop": (
        lambda v, same: _loop(lambda i, x: (i + 1, x + _added_and(lambda: same * 1.0, v)), 3, v * 0.0),
        [9, 12],
    ),
    "in a branch": (
        lambda v, same: tf.cond(
            tf.greater(tf.size(v), 1), lambda: _added_and(lambda: same * 1.0, v), lambda: same * 0.0
        ),
        [2, 3],
    ),
    "after a write that waits for it": (
        lambda v, same: _after([_after([same], lambda: v.assign_add([1.0, 1.0]))], lambda: same * 1.0),
        [2, 3],
    ),
}


def _after(inputs, make):
    with tf.control_dependencies(inputs):
        return make()


@pytest.mark.parametrize("passed_on", [tf.identity, tf.stop_gradient, lambda v: tf.identity(tf.identity(v))])
@pytest.mark.parametrize("where", PASSED_ON)
def test_what_passes_a_read_on_shares_the_memory_of_the_variable(where, passed_on):
    make, expected = PASSED_ON[where]
    with tf.Graph().as_default(), tf.Session() as session:
        v = tf.Variable([1.0, 2.0], use_resource=False)
        result = make(v, passed_on(v))
        session.run(tf.global_variables_initializer())
        assert session.run(result).tolist() == expected


def test_a_loop_keeps_the_fed_value_of_a_read_that_it_captures():
    with tf.Graph().as_default(), tf.Session() as session:
        v = tf.Variable([1.0, 2.0], use_resource=False)
        read = tf.identity(v)
        total = _loop(lambda i, x: (i + 1, x + _added_and(lambda: read * 1.0, v)), 3, tf.zeros([2]))
        session.run(tf.global_variables_initializer())
        assert session.run(total, {read: [10.0, 20.0]}).tolist() == [30.0, 60.0]
        assert session.run(v).tolist() == [4.0, 5.0]


def test_a_loop_in_a_loop_reads_what_its_last_iteration_wrote():
    def inner(i):
        with tf.control_dependencies([v.assign(v * 2.0)]):
            return i + 1

    with tf.Graph().as_default(), tf.Session() as session:
        v = tf.Variable([1.0, 2.0], use_resource=False)
        loop = functools.partial(tf.while_loop, parallel_iterations=1, back_prop=False)
        outer = loop(lambda i: i < 3, lambda i: i - 1 + loop(lambda j: j < 2, inner, [0]), [0])
        session.run(tf.global_variables_initializer())
        assert session.run(outer) == 3
        assert session.run(v).tolist() == [64.0, 128.0]


# (values assigned without a check of the shape, what TensorFlow 1.15 then finds in memory that was read as [0, 1, 2, 3] before)
RESIZED = {
    "another size": ([[6]], [0.0, 1.0, 2.0, 3.0]),
    "the same size": ([[4]], [10.0, 10.0, 10.0, 10.0]),
    "another shape of the same size": ([[2, 2]], [10.0, 10.0, 10.0, 10.0]),
    "another size, and the first again": ([[6], [4]], [0.0, 1.0, 2.0, 3.0]),
    "an addition, then another size": (["add", [6]], [1.0, 2.0, 3.0, 4.0]),
    "another shape, then an addition": ([[2, 2], "add"], [11.0, 11.0, 11.0, 11.0]),
    "another shape, then another size": ([[2, 2], [3], "add"], [10.0, 10.0, 10.0, 10.0]),
}


@pytest.mark.parametrize("fetched", [False, True])
@pytest.mark.parametrize("where", ["run", "branch"])
@pytest.mark.parametrize("changes", RESIZED)
def test_memory_that_was_read_stays_as_it_is_when_a_value_of_another_size_is_assigned(changes, where, fetched):
    def change():
        before = [old.op]
        for i, shape in enumerate(RESIZED[changes][0]):
            with tf.control_dependencies(before):
                if shape == "add":
                    before = [tf.assign_add(v, tf.ones_like(v.read_value())).op]
                else:
                    before = [tf.assign(v, tf.fill(shape, 10.0 * (i + 1)), validate_shape=False).op]
        with tf.control_dependencies(before):
            return tf.identity(old) if fetched else old * 1.0

    with tf.Graph().as_default(), tf.Session() as session:
        v = tf.Variable([0.0, 1.0, 2.0, 3.0], use_resource=False, validate_shape=False)
        old = v.value()
        goes = tf.placeholder_with_default(True, [])
        result = change() if where == "run" else tf.cond(goes, change, lambda: tf.zeros([4]))
        for _ in range(2):
            session.run(v.initializer)
            assert session.run(result).tolist() == RESIZED[changes][1]


def test_what_works_on_the_host_reads_what_a_branch_before_it_has_assigned():
    variable = tf.Variable(2.0, use_resource=False)

    def grown():
        more = tf.cond(variable > 1.0, lambda: tf.Print(variable.assign(variable * 1.5), [0]), float)
        with tf.control_dependencies([more]):
            return tf.summary.scalar("size", variable)

    written = tf.cond(tf.placeholder_with_default(True, []), grown, str)
    with tf.Session() as session:
        session.run(variable.initializer)
        sizes = [tf.Summary.FromString(session.run(written)).value[0].simple_value for _ in range(3)]
        assert sizes == [3.0, 4.5, session.run(variable)] == [3.0, 4.5, 6.75]
