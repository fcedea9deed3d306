"""gl.step: a step-through returns what a run returns, and shows each step."""

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.session.execution.step import StepRun

RNG = np.random.RandomState(0)
X = RNG.randn(5, 8).astype(np.float32)
Y = np.eye(2, dtype=np.float32)[RNG.randint(0, 2, 5)]


def twins(variables, init):
    """Two sessions with the same values of all variables."""
    first, second = tf.Session(), tf.Session()
    first.run(init)
    second.run(init)
    for variable, value in zip(variables, first.run(variables), strict=True):
        variable.load(value, second)
    return first, second


@pytest.mark.slow
def test_a_step_through_trains_as_runs_do():
    tf.set_random_seed(3)
    x, y = tf.placeholder(tf.float32, [None, 8]), tf.placeholder(tf.float32, [None, 2])
    hidden = tf.nn.dropout(tf.layers.dense(x, 16, tf.nn.relu), 0.5)
    loss = tf.losses.softmax_cross_entropy(y, tf.layers.dense(hidden, 2))
    train = tf.train.AdamOptimizer(0.01).minimize(loss)
    variables = tf.global_variables()
    ran, session = twins(variables, tf.global_variables_initializer())
    feed = {x: X, y: Y}
    for _ in range(3):
        expected = ran.run({"loss": loss, "mask": hidden, "train": train}, feed)
        stepping = tf.step(session, {"loss": loss, "mask": hidden, "train": train}, feed).to_end()
        np.testing.assert_allclose(stepping.result["loss"], expected["loss"], rtol=1e-6)
        np.testing.assert_allclose(stepping.result["mask"], expected["mask"], rtol=1e-6)
        assert stepping.result["train"] is None
    for a, b in zip(ran.run(variables), session.run(variables), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-7)


def test_random_numbers_of_a_step_through_are_those_of_the_run_in_its_place():
    numbers = tf.random_uniform([4])  # without a seed
    with tf.Session() as sess:
        stepping = tf.step(sess, numbers, apply=False).to_end()
        np.testing.assert_array_equal(stepping.result, sess.run(numbers))


def test_conditions_and_loops_are_one_step_each():
    x = tf.placeholder(tf.float32, [])
    choice = tf.cond(x > 0, lambda: x * 2, lambda: x - 1, name="choice")
    total = tf.while_loop(lambda i, s: i < 5, lambda i, s: (i + 1, s + choice), [0, 0.0], name="loop")[1]
    with tf.Session() as sess:
        for value in (3.0, -3.0):
            stepping = tf.step(sess, total, {x: value})
            assert [step.type for step in stepping.steps].count("cond") == 1
            assert stepping.to_end().result == sess.run(total, {x: value})
            assert stepping.state_of(choice) == "done"
            assert stepping.state["loop/Add" if "loop/Add" in stepping.state else "loop/add"] == "running"


def test_a_loop_that_the_host_goes_through_is_one_step():
    words = tf.while_loop(lambda i, s: i < 3, lambda i, s: (i + 1, tf.string_join([s, "!"])), [0, "hey"])[1]
    with tf.Session() as sess:
        assert tf.step(sess, words).to_end().result == b"hey!!!"


def test_assignments_happen_in_order_and_at_once_at_the_end():
    v = tf.Variable(1.0, name="v")
    first = tf.assign(v, v * 10.0)
    with tf.control_dependencies([first]):
        second = tf.assign_add(v, 5.0)
    with tf.Session() as sess:
        sess.run(v.initializer)
        stepping = tf.step(sess, second)
        stepping.to(first)
        assert stepping.variables == {"v": (1.0, 10.0)}
        assert sess.run(v) == 1.0  # not yet
        stepping.to_end()
        assert (stepping.result, sess.run(v), stepping.applied) == (15.0, 15.0, True)
        assert stepping.back().variables == {"v": (1.0, 10.0)}
        assert sess.run(v) == 15.0  # looking back undoes nothing


def test_resource_variables_are_walked_too():
    v = tf.get_variable("v", initializer=2.0, use_resource=True)
    after = v.assign_add(3.0)
    with tf.Session() as sess:
        sess.run(v.initializer)
        stepping = tf.step(sess, after).to_end()
        assert (stepping.result, sess.run(v)) == (5.0, 5.0)
        assert stepping.variables == {"v": (2.0, 5.0)}


def test_a_step_through_that_is_left_changes_nothing():
    v = tf.Variable([1.0, 2.0])
    with tf.Session() as sess:
        sess.run(v.initializer)
        tf.step(sess, tf.assign_add(v, [1.0, 1.0]) * 2.0).next()
        tf.step(sess, tf.assign_add(v, [1.0, 1.0]), apply=False).to_end()
        assert sess.run(v).tolist() == [1.0, 2.0]


def test_runs_in_between_do_not_disturb_a_step_through_and_are_not_lost():
    v = tf.Variable([1.0])
    more = tf.assign_add(v, [1.0])
    with tf.Session() as sess:
        sess.run(v.initializer)
        stepping = tf.step(sess, [v * 2.0, tf.assign_add(v, [10.0])])
        for _ in range(3):
            sess.run(more)  # overwrites the variable in place
        with pytest.raises(tf.errors.AbortedError, match=r"Another run changed Variable during(.|\n)*apply=False"):
            stepping.to_end()
        assert not stepping.applied
        assert stepping.result[1].tolist() == [11.0]
        assert sess.run(v).tolist() == [4.0]


def test_steps_go_forward_back_and_to_a_place():
    x = tf.placeholder(tf.float32, [2], name="x")
    a = tf.add(x, 1.0, name="a")
    b = tf.multiply(a, 2.0, name="b")
    c = tf.negative(b, name="c")
    with tf.Session() as sess:
        stepping = tf.step(sess, c, {x: [1, 2]})
        assert len(stepping) == 3 and stepping.current is None
        assert stepping.state == {
            "x": "fed",
            "a/y": "reused",
            "a": "pending",
            "b/y": "reused",
            "b": "pending",
            "c": "pending",
        }
        stepping.next().next()
        assert stepping.current is b.op
        assert (stepping.state["a"], stepping.state["b"], stepping.state["c"]) == ("done", "running", "pending")
        assert stepping.values["b:0"].tolist() == [4, 6]
        stepping.back()
        assert stepping.current is a.op and stepping.state["b"] == "pending"
        with pytest.raises(KeyError, match="its step has not run yet"):
            stepping.values[b]
        assert stepping.to("b").current is b.op
        stepping.break_at("b").to_position(0).go()
        assert stepping.current is b.op
        assert stepping.go().over and stepping.result.tolist() == [-4, -6]
        assert set(stepping.values) == {"x:0", "a/y:0", "a:0", "b/y:0", "b:0", "c:0"}


def test_its_text_shows_where_it_is():
    a = tf.add(tf.constant([1.0, 2.0]), 1.0, name="a")
    b = tf.negative(a, name="b")
    with tf.Session() as sess:
        stepping = tf.step(sess, b).next()
    assert repr(stepping) == "Step-through: step 1 of 2: a\n  output  a:0  float32 [2]  2 … 3, mean 2.5\n  next    b"


def test_it_goes_to_the_first_nan():
    x = tf.placeholder(tf.float32, [2])
    fine = tf.square(x, name="fine")
    log = tf.log(x, name="log")
    with tf.Session() as sess:
        stepping = tf.step(sess, tf.exp(log + fine, name="after"), {x: [1, -1]}).to_nan()
        assert stepping.current is log.op
        assert stepping.summary(log).nan == 1 and stepping.summary(log).health == "nan"
        assert tf.step(sess, fine, {x: [1, -1]}).to_nan().over


def test_a_step_that_fails_is_reported_and_can_be_tried_again():
    calls = []

    def fails_once(value):
        calls.append(value)
        if len(calls) == 1:
            raise RuntimeError("not today")
        return value

    x = tf.add(tf.constant(1.0), 1.0)
    y = tf.py_func(fails_once, [x], tf.float32, name="call")
    with tf.Session() as sess:
        stepping = tf.step(sess, y)
        with pytest.raises(tf.errors.UnknownError, match="not today"):
            stepping.to_end()
        assert stepping.failure[0] is y.op
        assert stepping.position == stepping.steps.index(y.op)
        assert stepping.to_end().result == 2.0 and stepping.failure is None


def test_a_queue_that_is_empty_does_not_hang_a_step_through(monkeypatch):
    monkeypatch.setattr("graphlab._src.session.execution.step._PATIENCE", 0.05)
    queue = tf.FIFOQueue(10, tf.float32, shapes=[[]])
    taken = queue.dequeue() * 2.0
    with tf.Session() as sess:
        stepping = tf.step(sess, taken)
        with pytest.raises(
            tf.errors.DeadlineExceededError, match="'fifo_queue_Dequeue' has to wait(.|\n)*fill the queue"
        ):
            stepping.to_end()
        sess.run(queue.enqueue_many([[3.0, 4.0]]))
        assert stepping.to_end().result == 6.0
        assert sess.run(taken) == 8.0


def test_only_what_runs_can_be_gone_to():
    a = tf.add(1.0, 1.0, name="a")
    tf.add(2.0, 1.0, name="other")
    with tf.Session() as sess:
        with pytest.raises(ValueError, match="'other' does not run for these fetches"):
            tf.step(sess, a).to("other")
        with pytest.raises(TypeError, match="a run of a Session, but got Tensor"):
            tf.step(a, sess)


def test_variables_without_a_value_are_an_error_at_once():
    v = tf.Variable(1.0, name="v")
    with tf.Session() as sess, pytest.raises(tf.errors.FailedPreconditionError, match="uninitialized value v"):
        tf.step(sess, v + 1.0)


def test_what_needs_no_step_is_over_at_once():
    x = tf.placeholder(tf.float32, [])
    with tf.Session() as sess:
        stepping = tf.step(sess, [x, tf.constant(2.0)], {x: 1.0})
        assert (len(stepping), stepping.over, stepping.result) == (0, True, [1.0, 2.0])


def test_values_beyond_the_limit_leave_their_summaries():
    x = tf.placeholder(tf.float32, [1000])
    value = x
    for i in range(4):
        value = tf.add(value, 1.0, name=f"add_{i}")
    given_up = []
    with tf.Session() as sess:
        run = StepRun(sess, value, {x: np.zeros(1000)}, on_discard=given_up.append, most_bytes=9000)
        while not run.over:
            run.advance()
    assert [step.name for step in given_up] == ["add_0", "add_1"]
    assert [bool(run.outputs(step)) for step in run.steps] == [False, False, True, True]
    assert run.result[0] == 4.0
