"""References to variables that a branch chooses: TensorFlow passes the reference of that variable on."""

from typing import Any

import numpy as np
import pytest

import graphlab as tf
from graphlab import raw_ops


@pytest.fixture
def variables():
    """(a, b, whether a is chosen): variables of 1 and 2."""
    with tf.Graph().as_default():
        yield tf.Variable(1.0), tf.Variable(2.0), tf.placeholder(tf.bool)


def run_twice(fetches, feeds):
    with tf.Session() as sess:
        found = []
        for feed in feeds:
            sess.run(tf.global_variables_initializer())
            found.append([np.asarray(value).tolist() for value in sess.run(fetches, feed)])
    return found


def test_a_cond_returns_the_reference_of_the_branch_taken(variables):
    a, b, choice = variables
    chosen: Any = tf.cond(choice, lambda: a._ref(), lambda: b._ref())
    assert chosen.dtype == tf.float32._as_ref
    assert run_twice([chosen, chosen * 10.0], [{choice: True}, {choice: False}]) == [[1.0, 10.0], [2.0, 20.0]]


def test_assigning_to_what_a_cond_returns_changes_the_variable_of_the_branch_taken(variables):
    a, b, choice = variables
    change = tf.assign_add(tf.cond(choice, lambda: a._ref(), lambda: b._ref()), 9.0)
    with tf.control_dependencies([change]):
        after = [tf.identity(change), a.read_value(), b.read_value()]
    assert run_twice(after, [{choice: True}, {choice: False}]) == [[10.0, 10.0, 2.0], [11.0, 1.0, 11.0]]


def test_a_chosen_reference_read_after_a_write_sees_what_was_written(variables):
    a, b, choice = variables
    chosen = tf.cond(choice, lambda: a._ref(), lambda: b._ref())
    with tf.control_dependencies([tf.assign(a, 100.0)]):
        read = tf.identity(chosen)
    assert run_twice([read], [{choice: True}, {choice: False}]) == [[100.0], [2.0]]


def test_each_branch_of_a_cond_returns_what_it_has_assigned(variables):
    a, b, choice = variables
    assigned = tf.cond(choice, lambda: tf.assign(a, 5.0), lambda: tf.assign(b, 7.0))
    assert run_twice([assigned], [{choice: True}, {choice: False}]) == [[5.0], [7.0]]


def test_conds_in_a_branch_and_case_choose_among_three_variables(variables):
    a, b, choice = variables
    c, other = tf.Variable(3.0), tf.placeholder(tf.bool)
    nested: Any = tf.cond(choice, lambda: a._ref(), lambda: tf.cond(other, lambda: b._ref(), lambda: c._ref()))
    case = tf.case([(choice, lambda: a._ref()), (other, lambda: b._ref())], default=lambda: c._ref())
    change = tf.assign(nested, nested * 10.0)
    with tf.control_dependencies([change]):
        after = [variable.read_value() for variable in (a, b, c)]
    feeds = [{choice: first, other: second} for first, second in ((True, True), (False, True), (False, False))]
    assert run_twice([case], feeds) == [[1.0], [2.0], [3.0]]
    assert run_twice(after, feeds) == [[10.0, 2.0, 3.0], [1.0, 20.0, 3.0], [1.0, 2.0, 30.0]]


def test_variables_of_two_shapes_are_updated_by_one_scatter():
    with tf.Graph().as_default():
        choice = tf.placeholder(tf.bool)
        short, long = tf.Variable([1.0, 2.0]), tf.Variable([3.0, 4.0, 5.0])
        chosen = tf.cond(choice, lambda: short._ref(), lambda: long._ref())
        update = tf.scatter_add(tf.scatter_update(chosen, [1], [9.0]), [0], [1.0])
        assert run_twice([update], [{choice: True}, {choice: False}]) == [[[2.0, 9.0]], [[4.0, 9.0, 5.0]]]


def test_ref_select_hands_on_the_reference_at_the_index(variables):
    a, b, _ = variables
    index = tf.placeholder(tf.int32)
    chosen = raw_ops.RefSelect(index=index, inputs=[a._ref(), b._ref()])
    change = tf.assign(chosen, chosen + 48.0)
    with tf.control_dependencies([change]):
        after = [a.read_value(), b.read_value()]
    assert run_twice([chosen], [{index: 0}, {index: 1}]) == [[1.0], [2.0]]
    assert run_twice(after, [{index: 0}, {index: 1}]) == [[49.0, 2.0], [1.0, 50.0]]


def test_a_loop_carries_references_on(variables):
    a, b, _ = variables
    _, first, second = tf.while_loop(lambda i, x, y: i < 3, lambda i, x, y: (i + 1, y, x), (0, a._ref(), b._ref()))
    assert run_twice([first, second], [{}]) == [[2.0, 1.0]]


def test_a_loop_that_changes_one_variable_after_the_other_says_how_to_write_it(variables):
    a, b, _ = variables

    def body(i, x, y):
        with tf.control_dependencies([tf.assign(x, 5.0)]):
            return i + 1, y, x

    last, _, _ = tf.while_loop(lambda i, x, y: i < 3, body, (0, a._ref(), b._ref()))
    with pytest.raises(tf.errors.UnimplementedError, match="changes with the iterations of a loop") as caught:
        run_twice([last], [{}])
    assert "choose the variable with tf.cond" in str(caught.value)


def test_handles_of_resource_variables_and_tensor_arrays_are_chosen_too():
    with tf.Graph().as_default():
        choice = tf.placeholder(tf.bool)
        a, b = tf.Variable(1.0, use_resource=True), tf.Variable(2.0, use_resource=True)
        handle = tf.cond(choice, lambda: a.handle, lambda: b.handle)
        change = raw_ops.AssignAddVariableOp(resource=handle, value=tf.constant(6.0))
        with tf.control_dependencies([change]):
            after = [a.read_value(), b.read_value()]
        ones, twos = tf.TensorArray(tf.float32, 1).unstack([1.0]), tf.TensorArray(tf.float32, 1).unstack([2.0])
        array = raw_ops.TensorArrayReadV3(
            handle=tf.cond(choice, lambda: ones.handle, lambda: twos.handle),
            index=0,
            flow_in=tf.cond(choice, lambda: ones.flow, lambda: twos.flow),
            dtype=tf.float32,
        )
        assert run_twice(after, [{choice: True}, {choice: False}]) == [[7.0, 2.0], [1.0, 8.0]]
        assert run_twice([array], [{choice: True}, {choice: False}]) == [[1.0], [2.0]]


def test_a_branch_gives_a_value_or_one_of_several_variables():
    with tf.Graph().as_default(), tf.Session() as session:
        a, b = (tf.Variable(1.0, use_resource=False) for _ in range(2))
        outer, inner = tf.placeholder(tf.bool, []), tf.placeholder(tf.bool, [])
        either = tf.cond(
            outer, lambda: tf.cond(inner, lambda: a.assign(5.0), lambda: b.assign_add(5.0)), lambda: tf.constant(0.0)
        )
        session.run(tf.global_variables_initializer())
        assert session.run(either, {outer: False, inner: True}) == 0
        assert session.run(either, {outer: True, inner: True}) == 5
        assert session.run(either, {outer: True, inner: False}) == 6
        assert session.run([a, b]) == [5, 6]
