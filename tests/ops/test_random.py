"""Seeds say which numbers are drawn: the same seeds, the same stream from the start of every session."""

import time

import numpy as np
import pytest

import graphlab as tf


def draws(build, runs=2):
    """What `build` returns in two runs of each of two sessions."""
    with tf.Graph().as_default() as graph:
        fetches = build()
        result = []
        for _ in range(2):
            with tf.Session(graph=graph) as session:
                result.append([session.run(fetches) for _ in range(runs)])
    return np.asarray(result)


def seeded():
    tf.set_random_seed(1)
    return [tf.random_uniform([3]), tf.random_uniform([3])]


def test_a_session_starts_the_stream_anew_and_goes_on_within_itself():
    first, second = draws(seeded)
    assert np.array_equal(first, second)
    assert not np.array_equal(first[0], first[1])


def test_two_operations_of_one_graph_draw_different_numbers():
    (run, _), _ = draws(seeded)
    assert not np.array_equal(run[0], run[1])


def test_an_operations_seed_is_enough():
    first, second = draws(lambda: tf.random_normal([3], seed=7))
    assert np.array_equal(first, second)


def test_without_a_seed_sessions_differ():
    first, second = draws(lambda: tf.random_normal([3]))
    assert not np.array_equal(first, second)


def test_one_run_draws_once_for_all_who_use_it():
    with tf.Graph().as_default(), tf.Session() as session:
        noise = tf.random_normal([100])
        a, b = session.run([noise * 1.0, noise * 1.0])
    assert np.array_equal(a, b)


def test_seeds_in_the_graph_are_tensorflows():
    with tf.Graph().as_default():
        assert tf.get_seed(None) == (None, None)
        assert tf.get_seed(5) == (87654321, 5)
        tf.set_random_seed(3)
        assert tf.get_seed(5) == (3, 5)
        tf.constant(1.0)
        assert tf.get_seed(None) == (3, 1)
        tf.set_random_seed(0)
        assert tf.get_seed(0) == (0, 2**31 - 1)


@pytest.mark.parametrize(
    ("make", "mean", "deviation", "low", "high"),
    [
        (lambda: tf.random_normal([20000], 2.0, 3.0, seed=1), 2.0, 3.0, -np.inf, np.inf),
        (lambda: tf.truncated_normal([20000], 2.0, 3.0, seed=1), 2.0, 3.0 * 0.8796, -4.0, 8.0),
        (lambda: tf.random_uniform([20000], 1.0, 5.0, seed=1), 3.0, 4 / np.sqrt(12), 1.0, 5.0),
        (lambda: tf.random_uniform([20000], 1, 6, tf.int32, seed=1), 3.0, np.sqrt(2), 1, 5),
        (lambda: tf.cast(tf.multinomial([[0.0, 0.0, np.log(2.0)]], 20000, seed=1), tf.float32), 1.25, 0.829, 0, 2),
    ],
)
def test_draws_have_the_distribution_that_they_are_named_for(make, mean, deviation, low, high):
    with tf.Graph().as_default(), tf.Session() as session:
        values = session.run(make()).astype(np.float64)
    assert abs(values.mean() - mean) < 0.1
    assert abs(values.std() - deviation) < 0.1
    assert values.min() >= low
    assert values.max() <= high


def test_shuffling_keeps_the_rows():
    with tf.Graph().as_default(), tf.Session() as session:
        rows = session.run(tf.random_shuffle(np.arange(20).reshape(10, 2), seed=4))
    assert sorted(map(tuple, rows)) == [(i, i + 1) for i in range(0, 20, 2)]
    assert not np.array_equal(rows, np.arange(20).reshape(10, 2))


def test_dropout_scales_what_it_keeps():
    with tf.Graph().as_default(), tf.Session() as session:
        tf.set_random_seed(2)
        ones = tf.ones([10000])
        values = session.run(tf.nn.dropout(ones, keep_prob=0.8))
        assert tf.nn.dropout(ones, rate=0.0) is ones
    assert set(np.unique(values)) == {np.float32(0), np.float32(1.25)}
    assert abs(values.mean() - 1) < 0.05
    with pytest.raises(ValueError, match="You must provide a rate to dropout"):
        tf.nn.dropout(tf.constant(1.0))
    with pytest.raises(ValueError, match=r"in the range \[0, 1\), got 1.5"):
        tf.nn.dropout(tf.constant(1.0), rate=1.5)


@pytest.mark.slow
def test_stateless_numbers_are_tensorflows():
    # Printed by TensorFlow 1.15.
    with tf.Session() as session:
        uniform = session.run(tf.random.stateless_uniform([5], [1, 2]))
        np.testing.assert_array_equal(
            uniform, np.asarray([0.844060420, 0.192045331, 0.996223211, 0.160387396, 0.271990180], np.float32)
        )
        normal = session.run(tf.random.stateless_normal([5], [-3, 2**40 + 7]))
        np.testing.assert_allclose(normal, [0.12009011, 0.93487942, -1.56532764, -1.09888052, 2.25315713], rtol=2e-6)
        wide = session.run(tf.random.stateless_uniform([2], [1, 2], dtype=tf.float64))
        assert wide.tolist() == [0.7524837538451801, 0.9697857725627486]
        half = session.run(tf.random.stateless_uniform([2], [1, 2], dtype=tf.float16))
        assert half.tolist() == [0.54296875, 0.2353515625]
        whole = session.run(tf.random.stateless_uniform([6], [1, 2], minval=-5, maxval=100, dtype=tf.int32))
        assert whole.tolist() == [35, 24, 49, 79, 17, 50]
        long = session.run(tf.random.stateless_uniform([2], [1, 2], minval=-5, maxval=10**12, dtype=tf.int64))
        assert long.tolist() == [146243290039, 637750006048]


@pytest.mark.slow
def test_a_stateless_seed_may_be_fed_and_nothing_else_counts():
    seed = tf.placeholder(tf.int32, [2])
    drawn = [tf.random.stateless_truncated_normal([50], seed), tf.random.stateless_categorical([[1.0, 2.0]], 9, seed)]
    with tf.Session() as session:
        first = session.run(drawn, {seed: [1, 2]})
        again, other = session.run(drawn, {seed: [1, 2]}), session.run(drawn, {seed: [1, 3]})
    assert all(np.array_equal(a, b) for a, b in zip(first, again, strict=True))
    assert not np.array_equal(first[0], other[0])
    assert np.abs(first[0]).max() < 2
    with pytest.raises(ValueError, match="Must specify maxval for integer dtype"):
        tf.random.stateless_uniform([2], [1, 2], dtype=tf.int32)


@pytest.mark.slow
def test_gamma_and_poisson_draws_have_their_moments():
    rates = np.asarray([0.5, 3, 40], np.float32)
    gamma = tf.random_gamma([20000], rates, beta=2.0, seed=3)
    counts = tf.random_poisson(rates, [20000], seed=4)
    with tf.Session() as session:
        drawn, counted = session.run([gamma, counts])
    assert drawn.shape == counted.shape == (20000, 3)
    np.testing.assert_allclose(drawn.mean(0), rates / 2, rtol=0.05)
    np.testing.assert_allclose(drawn.var(0), rates / 4, rtol=0.1)
    np.testing.assert_allclose(counted.mean(0), rates, rtol=0.05)
    np.testing.assert_allclose(counted.var(0), rates, rtol=0.1)
    assert np.array_equal(counted, np.round(counted))


def test_gamma_and_poisson_draws_are_tensorflows():
    def drawn():
        tf.set_random_seed(7)
        alpha, rate = [0.5, 1.0, 3.0, 40.0], [0.5, 3.0, 9.99, 10.0, 25.0, 400.0, 1e6]
        return [tf.random_gamma([5], alpha, seed=3), tf.random_poisson(rate, [50], seed=3)]

    with tf.Graph().as_default(), tf.Session() as session:
        fetches = drawn()
        (_, first), (gamma, second) = session.run(fetches), session.run(fetches)
    # Of TensorFlow 1.15.0.
    np.testing.assert_allclose(
        gamma[:2], [[0.5747941, 0.170165, 1.476147, 41.21704], [0.01120785, 1.149949, 1.981744, 39.34365]], rtol=1e-6
    )
    assert first[:2].tolist() == [
        [0.0, 3.0, 15.0, 9.0, 27.0, 379.0, 999246.0],
        [1.0, 2.0, 11.0, 6.0, 34.0, 391.0, 1000416.0],
    ]
    assert second[0].tolist() == [0.0, 7.0, 8.0, 10.0, 17.0, 415.0, 999377.0]


def test_draws_of_odd_parameters():
    gamma = tf.raw_ops.RandomGamma(shape=[2], alpha=[0.0, -1.0, np.nan, np.inf], seed=5)
    counts = tf.raw_ops.RandomPoissonV2(shape=[2], rate=[-1.0, 0.0, np.nan, np.inf], seed=5, dtype=tf.float32)
    nothing = [tf.random_gamma([0, 3], [0.3, 1.3]), tf.random_poisson([[]], [2])]
    with tf.Session() as session:
        drawn, counted = session.run([gamma, counts])
        shapes = [value.shape for value in session.run(nothing)]
    np.testing.assert_array_equal(drawn, [[0, np.nan, np.nan, np.inf]] * 2)
    np.testing.assert_array_equal(counted, [[0, 0, np.nan, np.nan]] * 2)
    assert shapes == [(0, 3, 2), (2, 1, 0)]


@pytest.mark.slow
def test_the_mean_of_gamma_draws_has_gradient_one_in_alpha():
    alpha = tf.constant([0.5, 2.0])
    gradient = tf.gradients(tf.reduce_mean(tf.random_gamma([30000], alpha, seed=3), 0), alpha)[0]
    with tf.Session() as session:
        np.testing.assert_allclose(session.run(gradient), [1, 1], atol=0.05)


DRAWN = {
    "normal": tf.random_normal,
    "uniform": tf.random_uniform,
    "integers": lambda shape: tf.random_uniform(shape, maxval=3, dtype=tf.int32),
    "truncated": tf.truncated_normal,
    "gamma": lambda shape: tf.random_gamma(shape, 1.0),
    "poisson": lambda shape: tf.random_poisson(2.0, shape),
    "stateless": lambda shape: tf.random.stateless_uniform(shape, [1, 2]),
}


@pytest.mark.parametrize("name", DRAWN)
def test_a_size_below_0_is_refused(name):
    with tf.Graph().as_default(), tf.Session() as session:
        sizes = tf.placeholder(tf.int32, [2])
        fed = DRAWN[name](sizes)
        for size in (-1, -3):
            with pytest.raises(tf.errors.InvalidArgumentError, match=f"Dimension {size} must be >= 0"):
                session.run(fed, {sizes: [2, size]})
        with pytest.raises(tf.errors.InvalidArgumentError, match="Dimension -1 must be >= 0"):
            session.run(DRAWN[name]([2, -1]))


def test_each_normal_distribution_of_a_batch_has_bounds_of_its_own():
    bounds = {"minvals": [-1.0, -np.inf, 6.0, -42.0], "maxvals": [2.0, 2.0, np.inf, -40.0]}
    normal = {"means": [0.0, 2.0, 0.0, 0.0], "stdevs": [1.0, 0.5, 1.0, 1.0]}
    drawn = draws(lambda: tf.raw_ops.ParameterizedTruncatedNormal(shape=[4, 20000], seed=3, **normal, **bounds), runs=1)
    drawn = drawn[0, 0].astype(float)
    # scipy.stats.truncnorm's means and deviations
    np.testing.assert_allclose(drawn.mean(axis=1), [0.22964, 1.60106, 6.15834, -40.02497], rtol=0.02)
    np.testing.assert_allclose(drawn.std(axis=1), [0.72095, 0.30141, 0.15488, 0.02495], rtol=0.03)
    assert drawn[0].min() >= -1 and drawn[2].min() >= 6


def test_the_bounds_of_whole_numbers_are_single_numbers():
    with tf.Graph().as_default(), tf.Session() as session:
        with pytest.raises(ValueError, match="Shape must be rank 0 but is rank 1 for 'random_uniform'"):
            tf.random_uniform([3], [1, 2], 3, tf.int32)
        bound = tf.placeholder_with_default([1, 2], None)
        with pytest.raises(tf.errors.InvalidArgumentError, match="maxval must be 0-D, got shape"):
            session.run(tf.random_uniform([2], 0, bound, tf.int32))


def test_rows_of_words_are_shuffled_as_numbers_are():
    tf.set_random_seed(3)
    words, numbers = tf.random_shuffle(tf.constant(list("01234")), seed=7), tf.random_shuffle(tf.range(5), seed=7)
    with tf.Session() as session:
        drawn = [(b"".join(session.run(words)).decode(), session.run(numbers).tolist()) for _ in range(2)]
    assert drawn == [("13204", [1, 3, 2, 0, 4]), ("40231", [4, 0, 2, 3, 1])]  # as TensorFlow


def test_two_hundred_thousand_rows_are_shuffled_in_seconds():
    tf.set_random_seed(3)
    numbers = tf.random_shuffle(tf.range(200_000), seed=7)
    with tf.Session() as session:
        begun = time.process_time()
        rows = session.run(numbers).astype(np.int64)
        assert time.process_time() - begun < 5  # each exchange copied all rows: it was 12 in compiled code
    assert (rows[:3].tolist(), (rows * np.arange(len(rows)) % 1_000_003).sum()) == (
        [109976, 45286, 130469],
        99_901_474_839,  # as TensorFlow
    )
