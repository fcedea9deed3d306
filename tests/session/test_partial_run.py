"""Runs that go in steps."""

import numpy as np
import pytest

import graphlab as tf

REFUSED = tf.errors.InvalidArgumentError


@pytest.fixture
def graph():
    with tf.Graph().as_default() as graph:
        a, b, c = (tf.placeholder(tf.float32, [], name=name) for name in "abc")
        tf.multiply(tf.add(a, b, name="sum"), c, name="product")
        yield graph


@pytest.fixture
def sess(graph):
    with tf.Session() as sess:
        yield sess


FEEDS = ["a:0", "b:0", "c:0"]
FETCHES = ["sum:0", "product:0"]


def test_each_step_feeds_and_fetches_a_part(sess):
    for factor in (17, 18):
        handle = sess.partial_run_setup(FETCHES, FEEDS)
        total = sess.partial_run(handle, "sum:0", {"a:0": 1, "b:0": 2})
        assert total == 3
        assert sess.partial_run(handle, ["product:0"], {"c:0": total * factor}) == [9 * factor]


def test_runs_in_steps_do_not_disturb_each_other(sess):
    first, second = sess.partial_run_setup(["sum:0"], FEEDS), sess.partial_run_setup(FETCHES, FEEDS)
    assert sess.partial_run(first, "sum:0", {"a:0": 1, "b:0": 2}) == 3
    assert sess.partial_run(second, "sum:0", {"a:0": 57, "b:0": 9}) == 66
    assert sess.partial_run(second, "product:0", {"c:0": 7}) == 462


def test_a_step_may_only_feed(sess):
    handle = sess.partial_run_setup(FETCHES, FEEDS)
    assert sess.partial_run(handle, [], {"a:0": 1}) == []
    assert sess.partial_run(handle, {}, {"b:0": 1, "c:0": 2}) == {}
    assert sess.partial_run(handle, FETCHES) == [2, 4]


def test_every_operation_runs_once(sess):
    a, b = (sess.graph.get_tensor_by_name(name) for name in FEEDS[:2])
    counter = tf.Variable(0)
    sess.run(counter.initializer)
    with tf.control_dependencies([tf.assign_add(counter, 1)]):
        number = tf.random_uniform([])
    first, second = number + a, number + b
    handle = sess.partial_run_setup([first, second], [a, b])
    one = sess.partial_run(handle, first, {a: 0.5})
    assert sess.run(counter) == 1
    assert sess.partial_run(handle, second, {b: 0.5}) == one
    assert sess.run(counter) == 1


def test_what_the_feeds_allow_has_run_after_a_step(sess):
    a, b = (sess.graph.get_tensor_by_name(name) for name in FEEDS[:2])
    total = tf.Variable(0.0)
    sess.run(total.initializer)
    add = tf.assign_add(total, a)
    handle = sess.partial_run_setup([add, b + 1], [a, b])
    sess.partial_run(handle, [], {a: 10})
    assert sess.run(total) == 10
    assert sess.partial_run(handle, add) == 10


def test_targets_run_but_no_step_fetches_them(sess):
    a = sess.graph.get_tensor_by_name("a:0")
    total = tf.Variable(0.0)
    sess.run(total.initializer)
    add = tf.assign_add(total, a).op
    handle = sess.partial_run_setup([add], [a])
    with pytest.raises(RuntimeError, match=r"partial_run\(\) requires empty target_list."):
        sess.partial_run(handle, add, {a: 1})
    sess.partial_run(handle, [], {a: 1})
    assert sess.run(total) == 1


def test_many_steps_are_as_one_run(sess):
    value = tf.constant(2.0)
    inputs, outputs = [], []
    for _ in range(12):
        inputs.append(tf.placeholder(tf.float32, []))
        value = value * inputs[-1]
        outputs.append(value)
    handle = sess.partial_run_setup(outputs, inputs)
    found = [sess.partial_run(handle, y, {x: 0.5}) for x, y in zip(inputs, outputs, strict=True)]
    np.testing.assert_array_equal(found, sess.run(outputs, dict.fromkeys(inputs, 0.5)))


def test_a_sparse_tensor_is_fed_in_a_step(sess):
    a, b = (sess.graph.get_tensor_by_name(name) for name in FEEDS[:2])
    sparse = tf.SparseTensor(tf.placeholder(tf.int64, [None, 1]), tf.placeholder(tf.float32, [None]), [9])
    handle = sess.partial_run_setup([a + 1, sparse.values * b], [a, b, sparse.indices, sparse.values])
    assert sess.partial_run(handle, "add:0", {a: 1}) == 2
    np.testing.assert_array_equal(sess.partial_run(handle, "mul:0", {b: 3, sparse: ([[0]], [2])}), [6])


@pytest.mark.parametrize(
    ("fetch", "feed", "text"),
    [
        ("sum:0", {"d:0": 1}, "The feed d:0 was not specified in partial_run_setup.$"),
        ("sum:0", {"a:0": 1}, "The feed a:0 has already been fed.$"),
        ("d:0", {}, "The fetch d:0 was not specified in partial_run_setup.$"),
        ("diff:0", {}, "The fetch diff:0 has already been fetched.$"),
        ("product:0", {"c:0": 1}, "Fetch b:0 can't be computed from the feeds that have been fed so far.$"),
    ],
)
def test_a_step_that_does_not_fit_is_refused_and_the_run_goes_on(sess, fetch, feed, text):
    tf.placeholder(tf.float32, [], name="d")
    tf.negative(sess.graph.get_tensor_by_name("a:0"), name="diff")
    handle = sess.partial_run_setup([*FETCHES, "diff:0"], FEEDS)
    assert sess.partial_run(handle, "diff:0", {"a:0": 1}) == -1
    with pytest.raises(REFUSED, match=text) as error:
        sess.partial_run(handle, fetch, feed)
    assert error.value.op is None and error.value.node_def is None
    assert sess.partial_run(handle, FETCHES, {"b:0": 1, "c:0": 3}) == [2, 6]
    with pytest.raises(REFUSED, match="Must run 'setup' before performing partial runs!"):
        sess.partial_run(handle, fetch, {"a:0": 1})


def test_a_placeholder_that_nobody_will_feed_is_named(sess):
    handle = sess.partial_run_setup(FETCHES, FEEDS[:2])
    with pytest.raises(REFUSED, match="You must feed a value for placeholder tensor 'c'"):
        sess.partial_run(handle, "sum:0", {"a:0": 1, "b:0": 2})
    with pytest.raises(REFUSED, match="Must run 'setup'"):
        sess.partial_run(handle, "sum:0", {"a:0": 1, "b:0": 2})


@pytest.mark.parametrize(
    ("fetches", "feeds", "error", "text"),
    [
        ([], ["a:0"], REFUSED, "specify at least one target to fetch or execute."),
        (["sum:0", "a:0"], ["a:0"], REFUSED, "a:0 is both fed and fetched."),
        (["sum:0"], ["a:0", "a:0"], REFUSED, 'Endpoint "a:0" fed more than once.'),
        (["sum:0"], ["nope:0"], TypeError, "Cannot interpret feed_list key as Tensor"),
        (None, [], TypeError, "has invalid type"),
    ],
)
def test_a_setup_is_checked(sess, fetches, feeds, error, text):
    with pytest.raises(error, match=text):
        sess.partial_run_setup(fetches, feeds)


def test_a_handle_is_good_for_one_session_while_it_is_open(sess):
    handle = sess.partial_run_setup("sum:0", FEEDS)
    with tf.Session() as other, pytest.raises(REFUSED, match="Must run 'setup'"):
        other.partial_run(handle, "sum:0", {"a:0": 1, "b:0": 1})
    sess.close()
    with pytest.raises(RuntimeError, match="Attempted to use a closed Session."):
        sess.partial_run(handle, "sum:0", {"a:0": 1, "b:0": 1})
    with pytest.raises(RuntimeError, match="Attempted to use a closed Session."):
        sess.partial_run_setup("sum:0", FEEDS)


def test_loops_and_branches_wait_until_all_that_they_take_is_fed(sess):
    a, b, c = (sess.graph.get_tensor_by_name(name) for name in FEEDS)
    count, power = tf.while_loop(lambda i, x: i < a, lambda i, x: (i + 1, x * b), [0.0, 1.0])
    chosen = tf.cond(a > 2, lambda: b * 2, lambda: b * 3)
    last = power + chosen + c
    handle = sess.partial_run_setup([count, power, chosen, last], [a, b, c])
    assert sess.partial_run(handle, [], {a: 3}) == []
    with pytest.raises(REFUSED, match="Fetch b:0 can't be computed from the feeds that have been fed so far."):
        sess.partial_run(handle, power)
    assert sess.partial_run(handle, [count, power, chosen], {b: 2}) == [3, 8, 4]
    assert sess.partial_run(handle, last, {c: 1}) == 13


def test_a_step_takes_from_a_queue_once(sess):
    a, b = (sess.graph.get_tensor_by_name(name) for name in FEEDS[:2])
    queue = tf.FIFOQueue(5, tf.float32, shapes=[()])
    sess.run(queue.enqueue_many([[1.0, 2.0]]))
    item = queue.dequeue()
    first, second = item + a, item + b
    handle = sess.partial_run_setup([first, second], [a, b])
    assert sess.partial_run(handle, first, {a: 10}) == 11
    assert sess.partial_run(handle, second, {b: 20}) == 21
    assert sess.run(queue.size()) == 1


def test_text_is_stored_between_steps(sess):
    word, number = tf.placeholder(tf.string, []), tf.placeholder(tf.int32, [])
    start = tf.string_join([word, "-"])
    whole = tf.string_join([start, tf.as_string(number)])
    handle = sess.partial_run_setup([start, whole], [word, number])
    assert sess.partial_run(handle, start, {word: "a"}) == b"a-"
    assert sess.partial_run(handle, whole, {number: 7}) == b"a-7"


def test_the_gradient_of_a_loop_is_taken_in_a_later_step(sess):
    w, count, scale = (
        tf.Variable(np.full((3, 3), 0.1, np.float32)),
        tf.placeholder(tf.int32, []),
        tf.placeholder("float"),
    )
    start = tf.constant(np.arange(6, dtype=np.float32).reshape(2, 3))
    states = tf.TensorArray(tf.float32, 0, dynamic_size=True)
    _, _, states = tf.while_loop(
        lambda i, h, states: i < count,
        lambda i, h, states: (i + 1, tf.tanh(h @ w), states.write(i, h)),
        [0, start, states],
    )
    out = states.stack()
    (gradient,) = tf.gradients(tf.reduce_sum(out * out) * scale, w)
    sess.run(tf.global_variables_initializer())
    for _ in range(2):
        handle = sess.partial_run_setup([out, gradient], [count, scale])
        np.testing.assert_allclose(sess.partial_run(handle, out, {count: 3}).sum(), 19.371445, rtol=1e-6)
        found = sess.partial_run(handle, gradient, {scale: 2.0})
        expected = np.repeat([[4.173035], [6.4358215], [8.698607]], 3, axis=1)  # TensorFlow 1.15
        np.testing.assert_allclose(found, expected, rtol=1e-6)


def test_a_tensor_array_goes_on_in_the_next_step(sess):
    a, b = tf.placeholder("float", []), tf.placeholder("float", [])
    first = tf.TensorArray(tf.float32, 2).write(0, a)
    both = first.write(1, b).stack()
    begun = first.flow + 1.0
    (gradient,) = tf.gradients(both**2, a)
    handle = sess.partial_run_setup([begun, both, gradient], [a, b])
    assert sess.partial_run(handle, begun, {a: 2.0}) == 1
    found = sess.partial_run(handle, [both, gradient], {b: 3.0})
    assert [list(found[0]), found[1]] == [[2, 3], 4]


def test_a_later_step_uses_a_resource_variable_that_an_earlier_one_has_read(sess):
    variable = tf.Variable(1.0, use_resource=True)
    later = tf.placeholder(tf.float32, [])
    read, written = variable.read_value() + 0.5, variable.assign_add(later)
    sess.run(variable.initializer)
    handle = sess.partial_run_setup([read, written, variable.handle.op], [later])
    assert sess.partial_run(handle, read) == 1.5
    assert sess.partial_run(handle, written, {later: 10.0}) == 11.0
