"""Runs with sizes that have not come before: NumPy does them, until compiling has become cheaper."""

import time

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.compiler.executables import behind, tiers
from graphlab._src.compiler.executables.tiers import Tier, Times
from graphlab._src.compiler.lower import LoweredSegment

pytestmark = pytest.mark.tier("compiled")

SIZES = (3, 5, 8, 5, 1, 0)


@pytest.fixture
def never_compiled(monkeypatch):
    """Compiling for a second size never ends, so that NumPy has all the time."""
    monkeypatch.setattr(Times, "compiled", lambda times, seconds: setattr(times, "compiling", 1e9))


def policy():
    """A network that is trained on whole episodes, with dropout: what to run, what to feed."""
    tf.set_random_seed(5)
    states = tf.placeholder(tf.float32, [None, 4], name="states")
    actions = tf.placeholder(tf.int32, [None], name="actions")
    rewards = tf.placeholder(tf.float32, [None], name="rewards")
    hidden = tf.nn.dropout(tf.layers.dense(states, 8, tf.nn.relu), keep_prob=0.5)
    outputs = tf.layers.dense(hidden, 2, tf.nn.softmax)
    places = tf.range(tf.shape(outputs)[0]) * 2 + actions
    chosen = tf.gather(tf.reshape(outputs, [-1]), places)
    loss = -tf.reduce_mean(tf.log(chosen) * rewards)
    train = tf.train.AdamOptimizer(0.01).minimize(loss)
    return [train, loss, outputs, tf.gradients(loss, tf.trainable_variables())], [states, actions, rewards]


def train(sizes=SIZES):
    """What each step returns, the variables afterwards, and what the session reports of its plans."""
    random = np.random.RandomState(0)
    with tf.Graph().as_default(), tf.Session() as sess:
        fetches, feeds = policy()
        sess.run(tf.global_variables_initializer())
        results = []
        for size in sizes:
            episode = random.rand(size, 4), random.randint(0, 2, size), random.rand(size)
            results.append(sess.run(fetches, dict(zip(feeds, episode, strict=True))))
        return results, sess.run(tf.global_variables()), repr(sess.plan_cache)


@pytest.mark.slow
def test_steps_of_many_sizes_are_the_compiled_ones(never_compiled, monkeypatch):
    steps, variables, story = train()
    assert "NumPy ran 4 new sizes of " in story
    assert ", 5 times in " in story
    monkeypatch.setattr(Tier, "run", lambda tier, *_: None)
    other_steps, other_variables, other_story = train()
    assert "NumPy" not in other_story
    for step, other in zip(steps, other_steps, strict=True):
        for value, expected in zip([*step[1:3], *step[3]], [*other[1:3], *other[3]], strict=True):
            assert value.dtype == expected.dtype
            np.testing.assert_allclose(value, expected, rtol=1e-4, atol=1e-6)
    for value, expected in zip(variables, other_variables, strict=True):
        np.testing.assert_allclose(value, expected, rtol=1e-4, atol=1e-6)


@pytest.mark.slow
def test_random_numbers_are_those_of_compiled_code(never_compiled, monkeypatch):
    def draw():
        with tf.Graph().as_default(), tf.Session() as sess:
            tf.set_random_seed(1)
            size = tf.placeholder(tf.float32, [None, 3])
            shape = tf.shape(size)
            kinds = [tf.random_uniform(shape), tf.random_normal(shape), tf.truncated_normal(shape)]
            fetches = [*kinds, tf.random_uniform(shape, 0, 1000, tf.int32)]
            return [sess.run(fetches, {size: np.zeros((n, 3))}) for n in (2, 5, 3, 5)]

    found = draw()
    monkeypatch.setattr(Tier, "run", lambda tier, *_: None)
    for one, other in zip(found, draw(), strict=True):
        np.testing.assert_array_equal(one[0], other[0])
        np.testing.assert_array_equal(one[3], other[3])
        for i in (1, 2):
            np.testing.assert_allclose(one[i], other[i], rtol=1e-5, atol=1e-6)


def test_a_size_that_has_taken_as_long_as_compiling_is_compiled(never_compiled, monkeypatch):
    monkeypatch.setattr(tiers, "_CALL", (0.0, 0.0))  # so that it is compiled, small as it is
    with tf.Graph().as_default(), tf.Session() as sess:
        x = tf.placeholder(tf.float32, [None], name="x")
        y = tf.reduce_sum(x * 2)
        sess.run(y, {x: [1, 2]})
        (entry,) = sess.plan_cache.entries
        (part,) = entry.plan.compiled
        for _ in range(3):
            assert sess.run(y, {x: [1, 2, 3]}) == 12
        assert part.tier.runs == 3
        assert not entry.compilations
        (part.tier.times.compiling,) = part.tier.times.spent.values()
        end = time.monotonic() + 60
        while part.count == 1 and time.monotonic() < end:  # beside the runs
            assert sess.run(y, {x: [1, 2, 3, 4]}) == 20
        runs = part.tier.runs
        assert sess.run(y, {x: [1, 2, 3, 4]}) == 20
        assert part.tier.runs == runs
        assert entry.compilations == ["new shape of x:0: (4,)"]


def test_a_variable_does_not_share_memory_with_what_was_fed(never_compiled):
    with tf.Graph().as_default(), tf.Session() as sess:
        x = tf.placeholder(tf.float32, [None])
        v = tf.Variable([0.0], validate_shape=False)
        copy = tf.assign(v, x, validate_shape=False)
        sess.run(v.initializer)
        for size in (2, 3, 4):
            fed = np.ones(size, np.float32)
            given = sess.run(copy, {x: fed})
            fed[:] = given[:] = 7
            np.testing.assert_array_equal(sess.run(v), np.ones(size))


def test_what_numpy_can_not_do_is_compiled_and_said(never_compiled):
    with tf.Graph().as_default(), tf.Session() as sess:
        x = tf.placeholder(tf.float32, [None], name="x")
        y = tf.digamma(x + 1)
        for size in (1, 2):
            assert sess.run(y, {x: np.zeros(size)}).shape == (size,)
        assert "compiled before it runs: NumPy can't do digamma" in repr(sess.plan_cache)
        assert "compiled before it runs: NumPy can't do digamma" in repr(sess.plan(y, {x: None}))


def test_an_error_says_what_it_says_compiled(never_compiled, monkeypatch):
    def message():
        with tf.Graph().as_default(), tf.Session() as sess:
            x, y = (tf.placeholder(tf.float32, [None], name=name) for name in "xy")
            total = x + y
            sess.run(total, {x: [1], y: [2]})
            with pytest.raises(tf.errors.InvalidArgumentError) as caught:
                sess.run(total, {x: [1, 2], y: [1, 2, 3]})
            assert sess.run(total, {x: [1, 2], y: [2, 3]}).tolist() == [3, 5]
            return str(caught.value)

    found = message()
    monkeypatch.setattr(Tier, "run", lambda tier, *_: None)
    assert found == message()


def test_what_is_asserted_of_sizes_holds_for_new_ones_too(never_compiled):
    x, y = tf.placeholder(tf.float32, [None]), tf.placeholder(tf.float32, [None])
    with tf.control_dependencies([tf.assert_equal(tf.shape(x), tf.shape(y), message="two sizes")]):
        total = tf.reduce_sum(x) + tf.reduce_sum(y)
    with tf.Session() as sess:
        for size in (2, 3, 4):
            assert sess.run(total, {x: np.ones(size), y: np.ones(size)}) == 2 * size
        with pytest.raises(tf.errors.InvalidArgumentError, match="two sizes"):
            sess.run(total, {x: np.ones(5), y: np.ones(6)})


def decay():
    """The gradient of a loop over the first rows of an input, (rows, how many): each step multiplies by tanh of a row."""
    rows, count = tf.placeholder(tf.float32, [None, 3], name="rows"), tf.placeholder(tf.int32, [], name="count")
    array = tf.TensorArray(tf.float32, tf.shape(rows)[0]).unstack(rows)
    _, last = tf.while_loop(
        lambda i, x: i < count, lambda i, x: (i + 1, x * tf.tanh(array.read(i)) + 0.5), [0, tf.ones([3])]
    )
    return tf.gradients(tf.reduce_sum(last), rows)[0], (rows, count)


def decayed(rows, count):
    """The same gradient, by hand."""
    factors, x, befores = np.tanh(rows[:count]), np.ones(3), []
    for factor in factors:
        befores.append(x)
        x = x * factor + 0.5
    gradient, back = np.zeros_like(rows), np.ones(3)
    for i in reversed(range(count)):
        gradient[i] = back * befores[i] * (1 - factors[i] ** 2)
        back = back * factors[i]
    return gradient


@pytest.mark.tier("both")
def test_no_run_waits_until_loops_of_new_lengths_are_compiled(monkeypatch):
    """Compiled, their stacks have to be as large as they iterate often, which NumPy counts."""
    compiled_behind = set()
    compile_now = LoweredSegment._compile

    def noted(part, *given):
        compiled_behind.add(behind.is_here())
        return compile_now(part, *given)

    monkeypatch.setattr(LoweredSegment, "_compile", noted)
    random = np.random.default_rng(0)
    with tf.Session() as sess:
        gradient, fed = decay()
        (part,) = sess.plan(gradient, dict.fromkeys(fed)).compiled

        def check(length, count):
            rows = random.random((length, 3)).astype("f")
            found = sess.run(gradient, dict(zip(fed, (rows, count), strict=True)))
            np.testing.assert_allclose(found, decayed(rows, count), rtol=1e-4, atol=1e-6)

        end = time.monotonic() + 60
        while not part.count:  # which compiles for five rows, while other sizes come as well
            assert time.monotonic() < end, "nothing was compiled"
            for length in (5, *random.integers(1, 40, 2)):
                check(length, random.integers(0, length + 1))
        assert part._counted
        runs = part.tier.runs
        for length, count in ((5, 5), (5, 0), (20, 20), (40, 17), (5, 3)):
            check(length, count)
    assert part.tier.runs < runs + 5, "compiled code runs none of them"
    assert compiled_behind == {True}
