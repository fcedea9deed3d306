"""The functions of datasets read and change the variables of their session. TensorFlow 1.15 made the numbers."""

import threading
from typing import Any

import numpy as np
import pytest

import graphlab as tf

Dataset = tf.data.Dataset
experimental = tf.data.experimental


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


def variable(value: Any = 0, dtype=tf.int64):
    return tf.Variable(value, dtype=dtype, use_resource=True)


def elements(dataset, *variables):
    """What each run returns, with the values of the variables after it; a name of an error at the end."""
    iterator = dataset.make_initializable_iterator()
    element = iterator.get_next()
    found = []
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        session.run(iterator.initializer)
        while True:
            try:
                one = session.run(element)
            except tf.errors.OpError as error:
                end = "end" if isinstance(error, tf.errors.OutOfRangeError) else type(error).__name__
                return [*found, (end, *session.run(variables))]
            found.append((np.array(one).tolist(), *session.run(variables)))


def test_assignments_happen_in_the_order_of_the_program():
    v = variable(1)

    def function(x):
        a = v.read_value()
        v.assign(v * 2)
        b = v.read_value()
        v.assign(v + 1)
        return a, b, v.read_value()

    assert elements(Dataset.range(3).map(function), v) == [
        ([1, 2, 3], 3),
        ([3, 6, 7], 7),
        ([7, 14, 15], 15),
        ("end", 15),
    ]


def test_the_functions_of_all_kinds_of_datasets_change_variables():
    v = variable()
    assert elements(Dataset.range(8).filter(lambda x: tf.equal(v.assign_add(x) % 2, 0)), v) == [
        (0, 0),
        (3, 6),
        (4, 10),
        (7, 28),
        ("end", 28),
    ]
    taken = Dataset.range(6).apply(experimental.take_while(lambda x: v.assign_add(1) < 3))
    assert elements(taken, v) == [(0, 1), (1, 2), ("end", 3)]
    nested = Dataset.range(2).flat_map(lambda x: Dataset.range(2).map(lambda y: (y, v.assign_add(1), v.read_value())))
    assert elements(nested, v) == [([0, 1, 1], 1), ([1, 2, 2], 2), ([0, 3, 3], 3), ([1, 4, 4], 4), ("end", 4)]
    windows = experimental.group_by_window(lambda x: v.assign_add(1) % 2, lambda key, window: window.batch(3), 3)
    assert elements(Dataset.range(6).apply(windows), v) == [([0, 2, 4], 5), ([1, 3, 5], 6), ("end", 6)]
    summed = Dataset.range(4).reduce(np.int64(0), lambda state, x: state + v.assign_add(x))
    with tf.Session() as session:
        session.run(v.initializer)
        assert session.run(summed) == 10 and session.run(v) == 6


def test_branches_loops_and_traced_functions_change_variables():
    v = variable()

    @tf.function
    def doubled(x):
        v.assign_add(x)
        return v.read_value() * 2

    def function(x):
        y = tf.cond(x % 2 > 0, lambda: v.assign_add(10), lambda: v.read_value())

        def body(i):
            with tf.control_dependencies([v.assign_add(1)]):
                return i + 1

        tf.while_loop(lambda i: i < 3, body, [0])
        return y, doubled(x)

    assert elements(Dataset.range(3).map(function), v) == [([0, 6], 3), ([13, 34], 17), ([17, 44], 22), ("end", 22)]


def test_a_loop_carries_what_an_assignment_returns():
    v = variable(1)

    def function(x):
        return tf.while_loop(lambda i: v.read_value() < 50, lambda i: (tf.identity(v.assign(v * 2 + x)),), [x])

    assert elements(Dataset.range(3).map(function), v) == [(64, 64), (1, 64), (2, 64), ("end", 64)]


def test_variables_of_strings_and_changes_of_rows():
    text, rows = variable("a", tf.string), variable([0.0, 0.0], tf.float32)

    def function(x):
        text.assign(tf.strings.join([text.read_value(), tf.as_string(x)]))
        rows.scatter_add(tf.IndexedSlices(tf.constant([2.0]), [x]))
        return tf.gather(rows, x)

    iterator = Dataset.range(2).map(function).make_initializable_iterator()
    element = iterator.get_next()
    with tf.control_dependencies([element]):  # sees in the same run what the dataset has assigned
        after = tf.strings.join([text.read_value(), "!"])
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        session.run(iterator.initializer)
        assert session.run([element, after]) == [2.0, b"a0!"]
        assert session.run([element, after]) == [2.0, b"a01!"]
        assert session.run(rows).tolist() == [2.0, 2.0]


@pytest.mark.parametrize("waits", [False, True])
def test_what_does_not_need_what_fails_still_happens(waits):
    v = variable()

    def check(x):
        if x % 2:
            raise ValueError("odd")
        return x

    def function(x):
        v.assign_add(1)
        number = tf.to_float(x)
        y = tf.py_func(check, [number], tf.float32) if waits else tf.check_numerics(number / (1.0 - number), "infinite")
        v.assign_add(10)
        with tf.control_dependencies([y]):
            v.assign_add(100)
        return tf.identity(y)

    dataset = Dataset.from_tensor_slices([0, 1, 0]).map(function)
    assert elements(dataset.apply(experimental.ignore_errors()), v) == [(0, 111), (0, 233), ("end", 233)]


def test_an_error_of_the_run_leaves_what_the_dataset_has_assigned():
    v = variable()
    iterator = Dataset.range(9).map(lambda x: v.assign_add(1)).make_initializable_iterator()
    element = iterator.get_next()
    with tf.control_dependencies([element]):
        bad = tf.check_numerics(tf.log(-1.0), "bad")
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        session.run(iterator.initializer)
        with pytest.raises(tf.errors.InvalidArgumentError, match="bad"):
            session.run([element, bad])
        assert session.run(v) == 1 and session.run(element) == 2


def test_an_interrupt_leaves_what_was_assigned_before_it():
    v = variable()

    def interrupt(x):
        if x == 1:
            raise KeyboardInterrupt
        return x

    def function(x):
        v.assign_add(1)
        y = tf.py_func(interrupt, [x], tf.int64)
        with tf.control_dependencies([y]):
            v.assign_add(10)
        return y

    iterator = Dataset.range(3).map(function).make_initializable_iterator()
    element = iterator.get_next()
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        session.run(iterator.initializer)
        assert session.run([element]) == [0] and session.run(v) == 11
        with pytest.raises(KeyboardInterrupt):
            session.run(element)
        assert session.run(v) == 12
        assert session.run([element]) == [2] and session.run(v) == 23


def test_no_update_is_lost_between_threads_and_runs():
    v, ones = variable(np.zeros(50_000), tf.float32), np.ones(50_000, np.float32)

    def function(x):
        v.assign_add(ones)
        return x

    iterator = Dataset.range(40).map(function, num_parallel_calls=3).prefetch(2).make_initializable_iterator()
    element, add = iterator.get_next(), v.assign_add(ones).op
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        session.run(iterator.initializer)
        thread = threading.Thread(target=lambda: [session.run(add) for _ in range(40)])
        thread.start()
        assert [session.run(element) for _ in range(40)] == list(range(40))
        thread.join()
        assert set(session.run(v)) == {80.0}


def test_a_variable_without_a_value_and_a_position_that_cannot_be_saved():
    v = variable()
    iterator = Dataset.range(3).map(lambda x: x + v).make_initializable_iterator()
    changing = Dataset.range(3).map(lambda x: v.assign_add(x)).make_initializable_iterator()
    element, saveable = iterator.get_next(), experimental.make_saveable_from_iterator(changing)
    with tf.Session() as session:
        session.run([iterator.initializer, changing.initializer])
        with pytest.raises(tf.errors.FailedPreconditionError, match="reading resource variable Variable(?s:.*)fix"):
            session.run(element)
        with pytest.raises(
            tf.errors.NotFoundError, match="Resource localhost/Variable/N10tensorflow3VarE does not exist"
        ):
            session.run(changing.get_next())
        with pytest.raises(tf.errors.FailedPreconditionError, match="AssignAddVariableOp is stateful"):
            session.run(saveable.specs[0].tensor)


def test_a_flat_map_whose_function_is_compiled():
    dataset = Dataset.range(2).flat_map(lambda x: Dataset.from_tensors(tf.cholesky(4.0 * tf.eye(1))).repeat(2))
    assert elements(dataset) == [([[2.0]],)] * 4 + [("end",)]
