"""Checks: what they refuse at once, what ends a run, in TensorFlow's words, and that nothing is changed after it."""

import numpy as np
import pytest

import graphlab as tf


def fed(value, shape=None):
    return tf.placeholder_with_default(tf.constant(value), shape)


@pytest.fixture
def sess():
    with tf.Session() as session:
        yield session


def run(fetches):
    with tf.Session() as session:
        return session.run(fetches)


def test_an_assertion_that_fails_shows_its_data():
    op = tf.Assert(fed(False), ["x was", tf.constant([[1, 2], [3, 4]]), tf.constant("a\n")], summarize=3)
    with pytest.raises(
        tf.errors.InvalidArgumentError, match=r"assertion failed: \[x was\] \[\[1 2\]\[3...\]...\] \[a\\n\]"
    ):
        run(op)
    assert run(tf.Assert(fed(True), ["fine"])) is None


def test_floats_are_shown_only_when_they_are_needed():
    op = tf.Assert(fed(False), [fed([0.1, 3.14159265])])
    assert op.type == "Identity" or op.type == "Merge"
    assert "Assert/AssertGuard/Assert" in [o.name for o in tf.get_default_graph().get_operations()]
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"assertion failed: \[0.1 3.14159274\]"):
        run(op)


def test_state_is_not_changed_when_a_check_fails():
    x = tf.placeholder(tf.float32, [])
    total = tf.Variable(0.0)
    with tf.control_dependencies([tf.assert_non_negative(x, message="only gains")]):
        add = tf.assign_add(total, x)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        session.run(add, {x: 2.0})
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"\[only gains\] \[Condition x >= 0 did not hold"):
            session.run(add, {x: -5.0})
        assert session.run(total) == 2.0


COMPARISONS = [
    (tf.assert_equal, [1, 2], [1, 3], "=="),
    (tf.assert_none_equal, [1, 2], [3, 2], "!="),
    (tf.assert_less, [1, 2], [2, 2], "<"),
    (tf.assert_less_equal, [1, 3], [2, 2], "<="),
    (tf.assert_greater, [3, 2], [2, 2], ">"),
    (tf.assert_greater_equal, [3, 1], [2, 2], ">="),
]


@pytest.mark.parametrize(("check", "x", "y", "sign"), COMPARISONS)
def test_comparisons_are_made_at_once_where_the_values_are_known(check, x, y, sign):
    with pytest.raises(
        tf.errors.InvalidArgumentError, match=f"said so\nCondition x {sign} y did not hold element-wise:"
    ):
        check(x, y, message="said so")
    with pytest.raises(tf.errors.InvalidArgumentError, match=rf"\[Condition x {sign} y did not hold element-wise:\]"):
        run(check(fed(x), fed(y)))


def test_near_is_near_enough():
    run(tf.assert_near(fed([1.0]), fed([1.05]), rtol=0.1))
    with pytest.raises(tf.errors.InvalidArgumentError, match="x and y not equal to tolerance rtol"):
        run(tf.assert_near(fed([1.0]), fed([2.0])))


def test_ranks():
    assert tf.assert_rank([[1]], 2).type == "NoOp"
    with pytest.raises(ValueError, match=r"must have rank 1.  Received rank 2, shape \(1, 1\)"):
        tf.assert_rank([[1]], 1)
    with pytest.raises(ValueError, match="must have rank at least 2"):
        tf.assert_rank_at_least([1], 2)
    with pytest.raises(ValueError, match=r"must have rank in \(0, 2\)"):
        tf.assert_rank_in([1], [0, 2])
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"must have rank\] \[2\] \[Received shape: \] \[1\]"):
        run(tf.assert_rank(fed([1]), 2))
    with pytest.raises(ValueError, match="Expected scalar shape for"):
        tf.assert_scalar([1])


def test_sizes_that_go_together():
    run(tf.debugging.assert_shapes({fed(np.ones([2, 3])): ("n", 3), fed(np.ones([2])): ("n",)}))
    with pytest.raises(ValueError, match="dimension 0 must have size 2.  Received size 3"):
        tf.debugging.assert_shapes([(tf.ones([2]), ("n",)), (tf.ones([3, 1]), ("n", 1))])
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"dimension\] \[0\] \[must have size\] \[3\]"):
        run(tf.debugging.assert_shapes([(fed(np.ones([2]), [None]), (3,))]))


def test_kinds():
    with pytest.raises(TypeError, match='Expected "x" to be integer type'):
        tf.assert_integer(1.5)
    with pytest.raises(TypeError, match="must be of type"):
        tf.assert_type(tf.constant(1), tf.float32)
    with pytest.raises(TypeError, match='to be a "proper" iterable'):
        tf.assert_proper_iterable("text")
    with pytest.raises(ValueError, match="must be of the same type"):
        tf.assert_same_float_dtype([tf.constant(1.0), tf.constant(1.0, tf.float64)])
    assert tf.assert_same_float_dtype([None, tf.constant(1.0, tf.float64)]) is tf.float64
    assert tf.is_numeric_tensor(tf.constant(1))
    assert not tf.is_numeric_tensor(tf.constant("a"))


@pytest.mark.parametrize(
    ("values", "strictly", "at_all"),
    [([1, 2, 4], True, True), ([1, 1], False, True), ([2, 1], False, False), ([1], 1, 1)],
)
def test_order(values, strictly, at_all):
    assert run([tf.is_strictly_increasing(values), tf.is_non_decreasing(values)]) == [strictly, at_all]
    assert run(tf.is_non_decreasing(fed(values))) == at_all  # branches of sizes that only a run shows


def test_numbers_that_are_none():
    with pytest.raises(tf.errors.InvalidArgumentError, match="weights : Tensor had NaN values"):
        run(tf.check_numerics(fed([1.0, np.nan]), "weights"))
    with pytest.raises(tf.errors.InvalidArgumentError, match="weights : Tensor had Inf and NaN values"):
        run(tf.verify_tensor_all_finite(fed([np.inf, np.nan]), "weights"))
    assert run(tf.verify_tensor_all_finite([1.0], "fine")).tolist() == [1.0]


def test_every_tensor_is_checked():
    tf.log(tf.constant([0.0]), name="log_of_nothing")
    with pytest.raises(tf.errors.InvalidArgumentError, match="log_of_nothing:0 : Tensor had Inf values"):
        run(tf.add_check_numerics_ops())


def test_what_is_asserted_of_shapes_cuts_no_run_into_segments(sess):
    labels, logits = tf.placeholder(tf.int32, [None, None]), tf.placeholder(tf.float32, [None, None, 5])
    loss = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits)
    value, weights = tf.placeholder(tf.float32, [None, 4]), tf.placeholder(tf.float32)
    weighted = tf.losses.mean_squared_error(value, 2 * value, weights)
    assert len(sess.plan(loss, [labels, logits]).segments) == 1
    assert len(sess.plan(weighted, [value, weights]).segments) == 1
    for rows in (1, 2):
        ones = np.ones([rows, 4])
        assert sess.run(weighted, {value: ones, weights: ones[:, :1]}) == 1
        with pytest.raises(
            tf.errors.InvalidArgumentError, match=r"(?s)can not be broadcast.*\[2 4\].*AssertGuard/Assert"
        ):
            sess.run(weighted, {value: np.ones([2, 4]), weights: np.ones([3, rows])})
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"assertion failed: .*\[1 2\].*\[1 3\]"):
            sess.run(loss, {labels: [[0, 0]], logits: np.ones([1, 3, 5])})
    assert np.allclose(sess.run(loss, {labels: [[0, 0]], logits: np.ones([1, 2, 5])}), np.log(5))


def test_an_assertion_of_shapes_says_nothing_where_it_does_not_run(sess):
    x, flag = tf.placeholder(tf.float32, [None]), tf.placeholder(tf.bool, [])

    def checked(value):
        with tf.control_dependencies([tf.assert_equal(tf.shape(x), [2], message="two are wanted")]):
            return tf.identity(value)

    branch = tf.cond(flag, lambda: checked(1.0), lambda: tf.constant(0.0))
    loop = tf.while_loop(lambda i: i < tf.cast(flag, tf.int32), lambda i: checked(i + 1), [0])
    for fetch in (branch, loop):
        for values in ([1.0], [1.0, 2.0]):
            assert sess.run(fetch, {x: values, flag: False}) == 0
        assert sess.run(fetch, {x: [1.0, 2.0], flag: True}) == 1
        with pytest.raises(tf.errors.InvalidArgumentError, match="two are wanted"):
            sess.run(fetch, {x: [1.0], flag: True})
        assert sess.run(fetch, {x: [1.0, 2.0], flag: True}) == 1


def test_nothing_that_waits_for_an_assertion_of_shapes_takes_effect_when_it_fails(sess):
    x = tf.placeholder(tf.float32, [None])
    count = tf.Variable(0)
    with tf.control_dependencies([tf.assert_equal(tf.shape(x), [2])]):
        change = count.assign_add(1)
    sess.run(count.initializer)
    with pytest.raises(tf.errors.InvalidArgumentError, match="assertion failed"):
        sess.run(change, {x: [1.0]})
    assert sess.run(count) == 0 and sess.run(change, {x: [1.0, 2.0]}) == 1
