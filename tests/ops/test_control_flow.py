"""Branches and loops: what is refused, what may be fetched, and how case and switch_case choose."""

from typing import Any

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.ops.control_flow.grouping import with_dependencies
from graphlab._src.ops.define import raw_ops


@pytest.fixture(autouse=True)
def session():
    with tf.Graph().as_default(), tf.Session() as session:
        yield session


def test_what_is_on_one_branch_only_cannot_be_fetched(session):
    inside = []
    tf.cond(tf.constant(True), lambda: inside.append(tf.constant(1) + 1) or inside[0], lambda: tf.constant(2))
    with pytest.raises(ValueError, match="has been marked as not fetchable"):
        session.run(inside[0])


def test_what_is_in_a_loop_can_be_used_in_that_loop_only():
    inside = []
    tf.while_loop(lambda i: i < 3, lambda i: inside.append(i * 2) or i + 1, [0])
    with pytest.raises(ValueError, match="is in a while loop"):
        inside[0] + 1
    with pytest.raises(ValueError, match="they are in different while loops"):
        tf.while_loop(lambda i: i < 3, lambda i: i + inside[0], [0])


def test_both_functions_of_a_cond_return_the_same_structure():
    one = tf.constant(1)
    with pytest.raises(ValueError, match="must have the same type: int32, float32"):
        tf.cond(tf.constant(True), lambda: one, lambda: tf.constant(1.0))
    with pytest.raises(ValueError, match="don't have the same nested structure"):
        tf.cond(tf.constant(True), lambda: {"a": one}, lambda: {"b": one})
    with pytest.raises(TypeError, match="must not be a Python bool"):
        tf.cond(True, lambda: one, lambda: one)


def test_a_loop_variable_keeps_its_shape_unless_it_may_change():
    with pytest.raises(ValueError, match="use the `shape_invariants` argument of tf.while_loop"):
        tf.while_loop(lambda x: tf.constant(True), lambda x: tf.concat([x, x], 0), [tf.ones([2])])
    with pytest.raises(ValueError, match="is not compatible with the initial shape of the loop variable"):
        tf.while_loop(lambda x: tf.constant(True), lambda x: x, [tf.ones([2])], [tf.TensorShape([3])])


def test_case_takes_the_first_that_is_true(session):
    n = tf.placeholder(tf.int32, [])
    pairs = [(n < 1, lambda: tf.constant("small")), (n < 3, lambda: tf.constant("middle"))]
    chosen = tf.case(pairs, default=lambda: tf.constant("large"))
    assert [session.run(chosen, {n: value}) for value in (0, 2, 5)] == [b"small", b"middle", b"large"]


def test_case_fails_where_its_conditions_should_exclude_each_other(session):
    n = tf.placeholder(tf.int32, [])
    pairs = [(n < 1, lambda: tf.constant(1)), (n < 3, lambda: tf.constant(2))]
    exclusive = tf.case(pairs, default=lambda: tf.constant(3), exclusive=True)
    assert session.run(exclusive, {n: 2}) == 2
    with pytest.raises(tf.errors.InvalidArgumentError, match="Input error: exclusive=True: more than 1 conditions"):
        session.run(exclusive, {n: 0})
    with pytest.raises(tf.errors.InvalidArgumentError, match="None of conditions evaluated as True"):
        session.run(tf.case(pairs), {n: 5})


def test_switch_case_chooses_by_number(session):
    n = tf.placeholder(tf.int32, [])
    x = tf.constant([1.0, 3.0])
    chosen = tf.switch_case(n, [lambda: x, lambda: x * 2.0], default=lambda: -x)
    found = [session.run(chosen, {n: value}).tolist() for value in (0, 1, 7)]
    assert found == [[1, 3], [2, 6], [-1, -3]]
    with pytest.raises(ValueError, match="must form contiguous range"):
        tf.switch_case(n, [(0, lambda: x), (2, lambda: x)])


def test_a_gradient_goes_back_through_the_branch_that_was_taken(session):
    x = tf.placeholder(tf.float32, [2])
    y = tf.cond(tf.reduce_sum(x) > 0.0, lambda: x**2.0, lambda: 3.0 * x)
    gradient = tf.gradients(y, x)[0]
    np.testing.assert_allclose(session.run(gradient, {x: [1, 2]}), [2, 4])
    np.testing.assert_allclose(session.run(gradient, {x: [-1, -2]}), [3, 3])


def test_a_loop_that_may_not_be_gone_back_through_has_no_gradient():
    x = tf.placeholder(tf.float32, [])
    result = tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a * x), [0, x], back_prop=False)
    assert tf.gradients(result[1], x) == [None]


def test_the_gradient_of_a_loops_gradient_is_refused():
    x = tf.placeholder(tf.float32, [])
    result = tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a * x), [0, x])
    with pytest.raises(TypeError, match="Second-order gradient for while loops not supported"):
        tf.gradients(tf.gradients(result[1], x), x)


def test_a_resource_variable_that_a_branch_changes_decides_the_branch(session):
    armed = tf.get_variable("armed", initializer=True, use_resource=True)
    session.run(tf.global_variables_initializer())

    def disarm():
        with tf.control_dependencies([armed.assign(False)]):
            return tf.constant(1.0)

    result = tf.cond(armed, disarm, lambda: tf.constant(2.0))
    assert [session.run(result) for _ in range(2)] == [1, 2]


def test_a_variable_decides_a_branch_and_can_be_fed(session):
    variable = tf.Variable(True)
    chosen = tf.cond(variable, lambda: tf.constant("true"), lambda: tf.constant("false"))
    session.run(variable.initializer)
    assert session.run(chosen) == b"true"
    assert session.run(chosen, {variable: False}) == b"false"


def test_feeding_what_a_condition_goes_through_decides_the_branch(session):
    predicate = tf.placeholder(tf.bool, [])
    passed_on = tf.identity(predicate)
    chosen = tf.cond(passed_on, lambda: tf.constant(1), lambda: tf.constant(2))
    assert session.run(chosen, {passed_on: True}) == 1
    assert session.run(chosen, {passed_on: False, predicate: True}) == 2
    assert session.run(chosen, {predicate: True}) == 1


def test_a_loop_that_reads_another_place_and_makes_more_each_iteration(session):
    x = tf.constant([1, 2, 3, 4, 5, 6])

    def body(i, found):
        here = tf.strided_slice(x, tf.expand_dims(i, 0), 1 + tf.expand_dims(i, 0))
        return i + 1, tf.concat([found, here], 0)

    invariants = [tf.TensorShape([]), tf.TensorShape([None])]
    _, found = tf.while_loop(lambda i, found: i < 6, body, [0, tf.constant([0])], invariants)
    np.testing.assert_array_equal(session.run(found), range(7))


@pytest.mark.parametrize("taken", [True, False])
def test_gradients_flow_through_a_branch_whose_sizes_only_a_run_knows(taken):
    """As with a dropout that only training has: what the gradient needs of the branch are shapes alone."""
    x, on = tf.placeholder(tf.float64, [None, 3]), tf.placeholder(tf.bool, [])
    w = tf.Variable(np.array([1.0, 2.0, 3.0]))
    h = x * w
    y = tf.cond(on, lambda: tf.add(h * 2.0, tf.tile(h, [tf.shape(h)[0] // 4, 1])), lambda: h)
    (gradient,) = tf.gradients(tf.reduce_sum(tf.square(y)), w)
    values = np.arange(12.0).reshape(4, 3)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        found = session.run(gradient, {x: values, on: taken})
    factor = 3.0 if taken else 1.0
    np.testing.assert_allclose(found, 2 * factor**2 * (values**2).sum(axis=0) * [1.0, 2.0, 3.0])


def test_a_branch_gives_the_string_of_a_variable(session):
    on = tf.placeholder(tf.bool, [])
    chosen = tf.cond(on, lambda: tf.Variable("one"), lambda: tf.Variable("other"))
    session.run(tf.global_variables_initializer())
    assert [session.run(chosen, {on: value}) for value in (True, False)] == [b"one", b"other"]


def test_a_case_with_a_condition_that_is_known_runs_in_a_branch_of_another():
    """What the known condition leaves out hands nothing on, whichever branch the other one selects."""
    x, fed = tf.constant([5, -5]), tf.placeholder(tf.float32, [])
    first = tf.less(fed, 1)
    chosen: Any = tf.cond(first, lambda: x + 1, lambda: x + 2)
    y = tf.case(
        [(first, lambda: chosen + 1), (tf.less(tf.constant(0.5), 0), lambda: tf.maximum(chosen, [-2, -5]))],
        default=lambda: tf.reverse(chosen, [0]),
    )
    with tf.Session() as session:
        assert session.run(y, {fed: 3.0}).tolist() == [-3, 7]
        assert session.run(y, {fed: 0.0}).tolist() == [7, -3]


@pytest.mark.parametrize("taken", [False, True])
def test_a_condition_that_is_tested_again_inside_its_own_branches(session, taken):
    chosen, x = tf.placeholder(tf.bool, []), tf.placeholder(tf.int32, [])

    def inner():
        return tf.cond(x < 1, lambda: x + 1, lambda: x + 2)  # never runs

    y = tf.cond(chosen, lambda: x * 5, lambda: tf.cond(chosen, inner, lambda: -x))
    assert session.run(y, {chosen: taken, x: 1}) == (5 if taken else -1)


def test_a_frame_without_a_loop_runs_once(session):
    enter, leave = tf.raw_ops.Enter, tf.raw_ops.Exit
    product = leave(enter([1, 2], frame_name="frame") * enter(5, frame_name="frame"))
    assert session.run(product).tolist() == [5, 10]

    def body(i, x):
        inner = leave(enter(x, frame_name="inner") * enter(3, frame_name="inner"))
        return i + 1, tf.reshape(inner, [])

    assert session.run(tf.while_loop(lambda i, x: i < 3, body, [0, 1])) == (3, 27)


def test_what_waits_for_others_may_be_a_number_or_rows_of_a_variable(session):
    v = tf.get_variable("v", initializer=[[1.0], [2.0]])
    assert session.run(with_dependencies([v.initializer], 3)) == 3
    rows = with_dependencies([tf.assign(v, [[5.0], [6.0]])], tf.IndexedSlices(v, tf.constant([1])))
    assert session.run(tf.gather(rows.values, rows.indices)).tolist() == [[6.0]]


def test_type_specs_are_shape_invariants(session):
    def grown(x, invariant, grow):
        return tf.while_loop(
            lambda i, x: i < 2, lambda i, x: (i + 1, grow(x)), [0, x], [tf.TensorSpec([], tf.int32), invariant]
        )[1]

    x = grown(tf.constant([1.0]), tf.TensorSpec([None]), lambda x: tf.concat([x, x], 0))
    assert x.shape.as_list() == [None] and session.run(x).tolist() == [1.0] * 4
    sparse = tf.SparseTensor([[0, 0]], [1.0], [1, 2])
    deeper = grown(
        sparse, tf.SparseTensorSpec(None), lambda x: tf.sparse_reshape(x, tf.concat([[1], x.dense_shape], 0))
    )
    assert session.run(deeper).dense_shape.tolist() == [1, 1, 1, 2]
    ragged = grown(
        tf.ragged.constant([[1], []]), tf.RaggedTensorSpec([2, None], tf.int32), lambda x: tf.concat([x, x], 1)
    )
    assert ragged.shape.as_list() == [2, None] and session.run(ragged).to_list() == [[1] * 4, []]
    with pytest.raises(TypeError, match="TypeSpec .* is not compatible with"):
        grown(sparse, tf.SparseTensorSpec(None, tf.int32), tf.identity)
    with pytest.raises(TypeError, match="TypeSpec .* is not compatible with"):
        grown(tf.constant([1.0]), tf.SparseTensorSpec(None), tf.identity)


def test_the_gradient_of_a_loop_may_wait_for_its_result(session):
    x = tf.constant(2.0)
    _, y = tf.while_loop(lambda i, x: i < 2, lambda i, x: (i + 1, x**2), [0, x])
    with tf.control_dependencies([y]):
        (gradient,) = tf.gradients(y, x)
    assert session.run(gradient) == 32.0


def test_with_control_flow_v2_branches_are_functions():
    from_before = tf.control_flow_v2_enabled()
    tf.enable_control_flow_v2()
    try:
        with tf.Graph().as_default() as graph:
            assert tf.control_flow_v2_enabled()
            tf.cond(tf.constant(True), lambda: 1, lambda: 2)
            assert [op.type for op in graph.get_operations()] == ["Const", "StatelessIf", "Identity"]
    finally:
        tf.disable_control_flow_v2()
    assert not from_before
    assert not tf.control_flow_v2_enabled()


def test_identity_n_passes_on_handles_beside_values():
    with tf.Graph().as_default(), tf.Session() as session:
        variable = tf.get_variable("v", initializer=[1.0, 2.0], use_resource=True)
        handle, value = tf.identity_n([variable.handle, tf.constant([5.0, 6.0])])
        session.run(variable.initializer)
        session.run(raw_ops.AssignAddVariableOp(resource=handle, value=[1.0, 1.0]))
        read = raw_ops.ReadVariableOp(resource=handle, dtype=tf.float32)
        assert [one.tolist() for one in session.run([value * 2.0, read])] == [[10, 12], [2, 3]]


def test_a_loop_variable_keeps_its_type():
    with tf.Graph().as_default():
        words = "was passed float from while/NextIteration:0 incompatible with expected int32"
        with pytest.raises(tf.errors.InvalidArgumentError, match=words):
            tf.while_loop(lambda i: i < 3, lambda i: tf.cast(i, tf.float32) + 1.0, [0])
