"""Loops and branches run whatever they hold: compiled where that is possible, step by step on the host where it is not."""

import subprocess
import sys
import threading

import numpy as np
import pytest

import graphlab as tf


@pytest.fixture
def session():
    with tf.Graph().as_default(), tf.Session() as session:
        yield session


def growing(iterations):
    """[0, 0, 1, 2, …]: a variable of the loop that is one longer in each iteration."""
    return tf.while_loop(
        lambda i, v: i < iterations,
        lambda i, v: (i + 1, tf.concat([v, [i]], 0)),
        [0, tf.zeros([1], tf.int32)],
        [tf.TensorShape([]), tf.TensorShape([None])],
    )[1]


def test_a_variable_may_change_its_shape_in_every_iteration(session):
    iterations = tf.placeholder(tf.int32, [])
    vector = growing(iterations)
    for n in (0, 1, 12, 3):
        assert session.run(vector, {iterations: n}).tolist() == [0, *range(n)]


def test_a_python_function_runs_once_in_each_iteration(session):
    seen = []

    def note(i):
        seen.append(int(i))
        return i * 2

    def body(i, total):
        return i + 1, total + tf.reshape(tf.py_func(note, [i], tf.int32), [])

    total = tf.while_loop(lambda i, total: i < 4, body, [0, 0])[1]
    assert session.run(total) == 12
    assert seen == [0, 1, 2, 3]
    assert "the host interprets the loop 'while', as 'while/PyFunc' works on the host" in repr(session.plan(total))


def test_a_python_function_may_wait_for_another_run(session):
    variable = tf.Variable(1.0)
    session.run(variable.initializer)
    double = variable.assign(variable * 2.0)

    def wait(value):
        thread = threading.Thread(target=lambda: session.run(double))
        thread.start()
        thread.join(timeout=60)
        return value + (0 if thread.is_alive() else 1)

    called = tf.py_func(wait, [variable * 1.0], tf.float32)
    assert session.run(called) == 2
    assert session.run(variable) == 2
    looped = tf.while_loop(lambda i: i < 1.0, lambda i: tf.reshape(tf.py_func(wait, [i], tf.float32), []), [0.0])
    assert session.run(looped) == 1


def test_only_the_branch_that_is_taken_runs(session):
    ran = []
    flag = tf.placeholder(tf.bool, [])

    def noted(name, value):
        return lambda: tf.py_func(lambda: ran.append(name) or np.float32(value), [], tf.float32)

    value = tf.cond(flag, noted("yes", 1), noted("no", 0))
    assert session.run(value, {flag: True}) == 1
    assert session.run(value, {flag: False}) == 0
    assert ran == ["yes", "no"]


def test_slices_that_differ_in_number_come_from_either_branch(session):
    flag, rows = tf.placeholder(tf.bool, []), tf.placeholder(tf.int32, [3])
    table = tf.Variable(tf.ones([4, 2]))
    taken = tf.cond(flag, lambda: tf.nn.embedding_lookup(table, rows), lambda: tf.zeros([3, 2]))
    (gradient,) = tf.gradients(taken, table)
    session.run(table.initializer)
    for _ in range(2):
        found = session.run(gradient, {flag: True, rows: [1, 2, 1]})
        assert found.indices.tolist() == [1, 2, 1] and found.values.tolist() == [[1.0, 1.0]] * 3
        found = session.run(gradient, {flag: False, rows: [1, 2, 1]})
        assert found.indices.tolist() == [0, 1, 2, 3] and found.values.tolist() == [[0.0, 0.0]] * 4


def test_a_loop_takes_from_a_queue_that_another_thread_fills(session):
    queue = tf.FIFOQueue(2, [tf.int32], [[]])
    number = tf.placeholder(tf.int32, [])
    put = queue.enqueue(number)
    total = tf.while_loop(lambda i, t: i < 20, lambda i, t: (i + 1, t + queue.dequeue()), [0, 0])[1]
    thread = threading.Thread(target=lambda: [session.run(put, {number: i}) for i in range(20)])
    thread.start()
    assert session.run(total) == sum(range(20))
    thread.join(timeout=60)
    assert not thread.is_alive()


def test_the_number_of_iterations_may_be_fed_to_a_loop_with_a_gradient(session):
    x, iterations = tf.placeholder(tf.float64, []), tf.placeholder(tf.int32, [])
    power = tf.while_loop(lambda i, p: i < iterations, lambda i, p: (i + 1, p * x), [0, tf.ones([], tf.float64)])[1]
    (gradient,) = tf.gradients(power, x)
    for n in (1, 5, 40, 0):
        assert session.run([power, gradient], {x: 1.1, iterations: n}) == pytest.approx([1.1**n, n * 1.1 ** (n - 1)])


def test_a_variable_is_written_in_order_in_every_iteration(session):
    variable = tf.Variable(1.0)

    def body(i):
        with tf.control_dependencies([variable.assign(variable * 2.0 + tf.cast(i, tf.float32))]):
            return i + 1

    end = tf.while_loop(lambda i: i < 3, body, [0])
    before = variable * 1.0
    with tf.control_dependencies([end]):
        after = variable.read_value()
    session.run(variable.initializer)
    # ((1 · 2 + 0) · 2 + 1) · 2 + 2
    assert session.run([before, after]) == [1.0, 12.0]


def test_random_numbers_differ_in_each_iteration(session):
    def body(i, found):
        return i + 1, found.write(i, tf.random_uniform([], seed=1))

    numbers = tf.while_loop(lambda i, _: i < 8, body, [0, tf.TensorArray(tf.float32, 8)])[1].stack()
    first, second = session.run(numbers), session.run(numbers)
    assert len({*first, *second}) == 16


def test_a_loop_that_never_ends_can_be_stopped_by_closing_its_session():
    with tf.Graph().as_default():
        started = threading.Event()

        def body(i):
            return tf.reshape(tf.py_func(lambda i: started.set() or i, [i], tf.int32), [])

        again = tf.while_loop(lambda i: i >= 0, body, [0])
        session = tf.Session()
        errors = []

        def run():
            try:
                session.run(again)
            except tf.errors.CancelledError as error:
                errors.append(error)

        thread = threading.Thread(target=run)
        thread.start()
        assert started.wait(60)
        session.close()
        thread.join(timeout=60)
        assert not thread.is_alive()
        assert len(errors) == 1


ENDLESS = """
import os
import graphlab as tf
loop = tf.while_loop(lambda i: i >= 0, lambda i: (i + 1) % 7, [0])
try:
    tf.Session().run(loop, options=tf.RunOptions(timeout_in_ms=100))
except tf.errors.DeadlineExceededError as error:
    print(error, flush=True)
os._exit(0)  # XLA is still at work in a thread, and an orderly end would pull the ground from under it
"""


@pytest.mark.slow
def test_a_compiled_loop_without_end_runs_out_of_time():
    # In a process of its own: the loop goes on until that ends.
    done = subprocess.run([sys.executable, "-c", ENDLESS], capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout.startswith("Timed out waiting for notification: a loop did not end")


@pytest.mark.parametrize("tier", ["numpy", "compiled"], indirect=True)
@pytest.mark.parametrize("value", [[[1.0, 2.0]], [-1.0]])
def test_what_decides_is_a_single_bool(tier, value):
    x = tf.placeholder(tf.float32)
    loop = tf.while_loop(lambda y: y < 0, lambda y: y + 1, [x])
    branch = tf.cond(x < 0, lambda: x, lambda: x * 2)
    with tf.Session() as session:
        for fetch in (loop, branch):
            with pytest.raises(
                tf.errors.InvalidArgumentError, match="The second input must be a scalar, but it has shape"
            ) as found:
                session.run(fetch, {x: value})
            assert "tf.reduce_all" in str(found.value)
        assert session.run(loop, {x: -2.0}) == 0
