"""CriticalSection: executions come one after the other, in one run and in several."""

import threading

import pytest

import graphlab as tf


@pytest.fixture(autouse=True)
def session():
    with tf.Graph().as_default(), tf.Session() as session:
        yield session


def counting(variable):
    def count():
        value = variable.read_value()
        with tf.control_dependencies([value]), tf.control_dependencies([variable.assign_add(1.0)]):
            return tf.identity(value)

    return count


def test_executions_of_one_run_see_one_another(session):
    v, w = (tf.Variable(0.0, use_resource=True) for _ in range(2))
    section, other = tf.CriticalSection(), tf.CriticalSection(name="other")
    executed = [section.execute(counting(v)) for _ in range(4)]
    loops = [
        tf.while_loop(lambda i, _: i < 3, lambda i, t: (i + 1, t + other.execute(counting(w))), [0, 0.0])[1]
        for _ in range(2)
    ]
    session.run(tf.global_variables_initializer())
    assert sorted(session.run(executed)) == [0, 1, 2, 3] and session.run(executed[0]) == 4
    assert sum(session.run(loops)) == 15 and session.run(w) == 6
    assert other.name == "other"


def test_runs_of_several_threads_come_one_after_the_other(session):
    v = tf.Variable(0.0, use_resource=True)
    section = tf.CriticalSection()
    executed = [section.execute(counting(v)), section.execute(lambda: counting(v)() * 1.0)]
    session.run(v.initializer)
    found = []

    def work(tensor):
        found.extend(session.run(tensor) for _ in range(20))

    threads = [threading.Thread(target=work, args=(tensor,)) for tensor in (*executed, executed[0])]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == list(range(60))


def test_a_run_that_fails_releases_the_section(session):
    section = tf.CriticalSection()
    x = tf.placeholder(tf.float32, [])

    def checked():
        with tf.control_dependencies([tf.Assert(x > 0, [x])]):
            return tf.identity(x)

    result = section.execute(checked)
    with pytest.raises(tf.errors.InvalidArgumentError):
        session.run(result, {x: -1.0})
    assert session.run(result, {x: 1.0}) == 1.0


def test_resources_are_exclusive_and_executions_not_nested():
    v = tf.Variable(0.0, use_resource=True)
    first, second = tf.CriticalSection(), tf.CriticalSection()
    first.execute(lambda: v + 1.0, exclusive_resource_access=False)
    second.execute(lambda: v + 1.0, exclusive_resource_access=False)
    with pytest.raises(ValueError, match="requested exclusive resource access"):
        second.execute(lambda: v + 1.0)
    with pytest.raises(ValueError, match="attempts to directly access the CriticalSection"):
        first.execute(lambda: first.execute(lambda: tf.constant(1.0)))


def test_what_an_execution_uses_of_outside_may_be_a_constant(session):
    section, v, two = tf.CriticalSection(), tf.Variable(3.0, use_resource=True), tf.constant(2.0)

    def add():
        on_host = tf.py_func(lambda x: x, [v.read_value()], tf.float32)
        return v.assign_add(two * on_host).read_value()

    added = section.execute(add)
    session.run(tf.global_variables_initializer())
    assert session.run(added) == 9.0
