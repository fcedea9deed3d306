"""Tensors of a branch that are used outside of it: they have a value when that branch was taken, as in TensorFlow."""

from typing import Any

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.ops.control_flow.edges import merge, switch

NOTHING = "nothing"  # InvalidArgumentError: Retval[0] does not have value


@pytest.fixture
def placeholders():
    with tf.Graph().as_default():
        yield tf.placeholder(tf.bool), tf.placeholder(tf.bool), tf.placeholder_with_default(3.0, [])


def leak(pred, inside):
    """A tensor made in the true branch of a cond."""
    found = []

    def branch():
        found.append(inside())
        return tf.identity(found[0])

    tf.cond(pred, branch, lambda: tf.zeros_like(found[0]) if found else 0.0)
    return found[0]


def outcomes(fetch, feeds):
    def run(feed):
        try:
            return np.asarray(session.run(fetch, feed)).tolist()
        except tf.errors.InvalidArgumentError as error:
            assert "does not have value" in str(error)
            return NOTHING

    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        return [run(feed) for feed in feeds]


def all_of(p, q):
    return [{p: first, q: second} for first in (True, False) for second in (True, False)]


def test_a_tensor_of_one_branch_is_used_in_the_branch_of_another_condition(placeholders):
    p, q, x = placeholders
    inside = leak(p, lambda: x * 2)
    assert outcomes(tf.cond(q, lambda: inside + 1, lambda: x), all_of(p, q)) == [7.0, 3.0, NOTHING, 3.0]
    assert outcomes(tf.cond(q, lambda: x, lambda: inside + 1), all_of(p, q)) == [3.0, 7.0, 3.0, NOTHING]


def test_what_follows_such_a_branch_runs_where_that_has_a_value(placeholders):
    p, q, x = placeholders
    inside = leak(p, lambda: x * 2)
    first = tf.cond(q, lambda: inside + 1, lambda: x)
    second: Any = tf.cond(q, lambda: inside * first, lambda: first)
    assert outcomes(second + 1, all_of(p, q)) == [43.0, 4.0, NOTHING, 4.0]


def test_a_condition_made_in_a_branch_decides_elsewhere(placeholders):
    p, q, x = placeholders
    inside = leak(p, lambda: x > 2)
    chosen = tf.cond(q, lambda: tf.cond(inside, lambda: x * 10, lambda: x * 20), lambda: x)
    assert outcomes(chosen, all_of(p, q)) == [30.0, 3.0, NOTHING, 3.0]


def test_a_tensor_two_conds_deep_is_used_under_one_of_the_conditions(placeholders):
    p, q, x = placeholders
    found = []

    def deep():
        found.append(x * 20)
        return found[0]

    tf.cond(p, lambda: tf.cond(q, deep, lambda: x), lambda: x)
    assert outcomes(found[0] + 1, all_of(p, q)) == [61.0, NOTHING, NOTHING, NOTHING]
    assert outcomes(tf.cond(p, lambda: found[0] + 5, lambda: x), all_of(p, q)) == [65.0, NOTHING, 3.0, 3.0]
    assert outcomes(tf.cond(q, lambda: found[0] + 5, lambda: x), all_of(p, q)) == [65.0, 3.0, NOTHING, 3.0]


def test_a_merge_by_hand_takes_the_input_that_came(placeholders):
    p, q, x = placeholders
    first, second = switch(x, p)[1] * 2, switch(x, q)[1] * 3
    value, index = merge([first, second])
    assert outcomes(value, all_of(p, q))[1:] == [6.0, 9.0, NOTHING]
    assert outcomes(index, all_of(p, q))[1:] == [0, 1, NOTHING]
    assert outcomes(switch(x, p)[1], [{p: True}, {p: False}]) == [3.0, NOTHING]


def test_a_loop_in_a_branch_takes_the_tensor_of_another_branch(placeholders):
    p, q, x = placeholders
    inside = leak(p, lambda: x * 2)
    loop = tf.cond(
        q, lambda: tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a + inside), (0, 0.0))[1], lambda: x
    )
    assert outcomes(loop, all_of(p, q)) == [18.0, 3.0, NOTHING, 3.0]


def test_a_loop_whose_body_has_such_branches_goes_on_while_its_values_come(placeholders):
    _, _, x = placeholders

    def body(i, a):
        inside = leak(a > 100, lambda: a * 2)
        return i + 1, tf.cond(i > 1, lambda: inside, lambda: a + 1)

    last = tf.while_loop(lambda i, a: i < 4, body, (0, x))[1]
    assert outcomes(last, [{x: 1.0}, {x: 200.0}]) == [NOTHING, 808.0]


def test_variables_change_only_where_the_operation_runs(placeholders):
    p, q, x = placeholders
    first, second = tf.Variable(0.0), tf.Variable(0.0, use_resource=True)
    inside = leak(p, lambda: tf.assign_add(first, x) * 2)

    def branch():
        with tf.control_dependencies([second.assign_add(inside)]):
            return tf.identity(x)

    chosen = tf.cond(q, branch, lambda: second.assign_add(100.0) + 0)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        found = [session.run(chosen, {p: True, q: True}), session.run(chosen, {p: True, q: False})]
        with pytest.raises(tf.errors.InvalidArgumentError, match="does not have value"):
            session.run(chosen, {p: False, q: True})
        found.append(session.run(chosen, {p: False, q: False}))
        assert [*found, *session.run([first, second])] == [3.0, 106.0, 206.0, 6.0, 206.0]


def test_gradients_of_such_branches_are_those_of_the_branches_taken(placeholders):
    p, q, x = placeholders
    weight = tf.Variable(2.0)
    inside = leak(p, lambda: x * weight)
    chosen = tf.cond(q, lambda: inside * inside * weight, lambda: x * weight)
    gradients = tf.stack(tf.gradients(chosen, [x, weight]))
    assert outcomes(gradients, all_of(p, q))[:2] == [[48.0, 108.0], [2.0, 3.0]]


def test_a_tensor_of_a_branch_is_used_with_what_its_cond_returns(placeholders):
    p, _, x = placeholders
    found = []

    def branch():
        found.append(x * 2)
        return found[0] + 1

    result = tf.cond(p, branch, lambda: x)
    both = result * found[0]
    assert outcomes(both, [{p: True}, {p: False}]) == [42.0, NOTHING]
    assert outcomes(tf.cond(p, lambda: both + result, lambda: x), [{p: True}, {p: False}]) == [49.0, 3.0]
    assert outcomes(tf.gradients(both, x)[0], [{p: True}, {p: False}]) == [26.0, NOTHING]


def test_branches_of_two_conditions_each_use_what_the_other_computes(placeholders):
    p, q, x = placeholders
    found = []

    def keep(value):
        found.append(value)
        return value

    first = tf.cond(p, lambda: keep(x * 2), lambda: x)
    second = tf.cond(q, lambda: keep(x * 5), lambda: x)
    third = tf.cond(q, lambda: first + found[1], lambda: first)
    fourth = tf.cond(p, lambda: second * found[0], lambda: second)
    assert outcomes([third, fourth], all_of(p, q)) == [[21.0, 90.0], [6.0, 18.0], [18.0, 15.0], [3.0, 3.0]]


def test_second_derivatives_of_branches_with_one_condition(placeholders):
    p, q, x = placeholders
    inner = tf.cond(
        p, lambda: tf.cond(q, lambda: x * x, lambda: x + 1), lambda: tf.cond(p, lambda: x * 2, lambda: x * x * x)
    )
    outer = tf.cond(p, lambda: inner * x, lambda: inner)
    derivative = tf.gradients(outer, x)[0]
    assert outcomes([derivative, tf.gradients(derivative, x)[0]], all_of(p, q)) == [
        [27, 18],
        [7, 2],
        [27, 18],
        [27, 18],
    ]
