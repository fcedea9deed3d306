"""Candidate samplers draw from their distribution and say what to expect; losses on what they draw are TensorFlow's."""

import numpy as np
import pytest

import graphlab as tf

TRUE = np.array([[0], [3]], np.int64)


@pytest.fixture(autouse=True)
def session():
    with tf.Graph().as_default(), tf.Session() as session:
        yield session


# (classes of two runs, unique or not; how often class 0 is expected in these) as TensorFlow 1.15 draws them with seed 4
DRAWN = {
    "uniform": (
        [[6, 6, 8, 0, 6], [1, 5, 4, 2, 8], [6, 8, 0, 1, 2], [1, 5, 4, 2, 8]],
        [0.55556, 0.55556, 0.56154, 0.55556],
    ),
    "log_uniform": (
        [[89, 885, 4, 180, 47], [1, 1, 426, 475, 36], [89, 885, 4, 180, 47], [1, 426, 475, 36, 47]],
        [0.50164, 0.50164, 0.50164, 0.46972],
    ),
    "learned_unigram": (
        [[4, 5, 3, 3, 5], [4, 0, 3, 6, 0], [4, 5, 3, 1, 2], [4, 0, 3, 6, 8]],
        [0.55556, 0.90909, 0.61026, 0.91001],
    ),
    "fixed_unigram": (
        [[4, 4, 3, 2, 0], [0, 3, 3, 4, 5], [4, 3, 2, 0, 1], [0, 3, 4, 5, 2]],
        [0.50507, 0.50507, 0.74951, 0.5734],
    ),
}


@pytest.mark.slow
def test_seeds_draw_tensorflows_classes(session):
    how = {
        "uniform": {"range_max": 9},
        "log_uniform": {"range_max": 1000},
        "learned_unigram": {"range_max": 9},
        "fixed_unigram": {"range_max": 6, "distortion": 0.75, "unigrams": [1, 2, 3, 1, 5, 0.5]},
    }
    drawn = {
        name: [
            getattr(tf.random if name == "log_uniform" else tf.nn, f"{name}_candidate_sampler")(
                [[0, 3]], 2, 5, unique, seed=4, **more
            )[:2]
            for unique in (False, True)
        ]
        for name, more in how.items()
    }
    runs = [session.run(drawn) for _ in range(2)]
    for name, (classes, counts) in DRAWN.items():
        found = [run[name][unique] for unique in (0, 1) for run in runs]
        assert [each.tolist() for each, _ in found] == classes
        np.testing.assert_allclose([true[0, 0] for _, true in found], counts, rtol=2e-5)


@pytest.mark.slow
def test_what_is_drawn_without_repetition_is_different_and_complete(session):
    for make in (tf.nn.uniform_candidate_sampler, tf.random.log_uniform_candidate_sampler):
        drawn, _, counts = make(TRUE, 1, 5, True, 5, seed=2)
        found, expected = session.run([drawn, counts])
        assert sorted(found.tolist()) == [0, 1, 2, 3, 4]
        assert (expected > 0).all() and (expected <= 1.0001).all()


def test_log_uniform_draws_follow_their_distribution(session):
    drawn, true, counts = tf.nn.log_uniform_candidate_sampler(TRUE, 1, 20_000, False, 8, seed=1)
    found, of_true, of_drawn = session.run([drawn, true, counts])
    shares = np.log((np.arange(8) + 2) / (np.arange(8) + 1)) / np.log(9)
    np.testing.assert_allclose(np.bincount(found, minlength=8) / 20_000, shares, atol=0.015)
    np.testing.assert_allclose(of_true, 20_000 * shares[TRUE], rtol=1e-5)
    np.testing.assert_allclose(of_drawn, 20_000 * shares[found], rtol=1e-5)


@pytest.mark.slow
def test_expected_counts_without_repetition_are_below_one(session):
    drawn, true, _ = tf.nn.log_uniform_candidate_sampler(TRUE, 1, 600, True, 1000, seed=1)
    found, of_true = session.run([drawn, true])
    assert len(set(found.tolist())) == 600
    assert 0.999 < of_true[0, 0] <= 1


@pytest.mark.slow
def test_weights_say_how_often_a_class_is_drawn(session, tmp_path):
    words = tmp_path / "words.csv"
    words.write_text("the,6\nof,2\n")
    listed = tf.nn.fixed_unigram_candidate_sampler(TRUE, 1, 4000, False, 3, num_reserved_ids=1, unigrams=[6, 2])
    filed = tf.nn.fixed_unigram_candidate_sampler(TRUE, 1, 4000, False, 3, str(words), num_reserved_ids=1)
    for drawn, true, _ in session.run([listed, filed]):
        np.testing.assert_allclose(np.bincount(drawn, minlength=3) / 4000, [0, 0.75, 0.25], atol=0.04)
        np.testing.assert_allclose(true, [[0], [0]])


@pytest.mark.slow
def test_a_sampler_learns_what_is_common(session):
    true = tf.placeholder(tf.int64, [None, 1])
    drawn, counts, _ = tf.nn.learned_unigram_candidate_sampler(true, 1, 50, False, 4, seed=1)
    assert session.run(counts, {true: [[2]]}).tolist() == [[12.5]]
    for _ in range(3):
        session.run(drawn, {true: [[2]] * 100})
    assert (session.run(drawn, {true: [[2]]}) == 2).mean() > 0.9
    np.testing.assert_allclose(session.run(counts, {true: [[2]]}), [[50 * 303 / 306]], rtol=1e-2)


def test_a_range_that_is_too_small_is_an_error(session):
    drawn = tf.nn.uniform_candidate_sampler(TRUE, 1, 6, True, 5)[0]
    with pytest.raises(tf.errors.InvalidArgumentError, match="Sampler's range is too small"):
        session.run(drawn)
    with pytest.raises(tf.errors.InvalidArgumentError, match="true_classes must have num_true columns"):
        session.run(tf.nn.uniform_candidate_sampler(tf.placeholder_with_default(TRUE, None), 2, 3, True, 5)[0])


def test_accidental_hits_are_where_a_drawn_class_is_a_true_one(session):
    hits = tf.nn.compute_accidental_hits([[1, 3], [5, 5]], [3, 0, 5, 3], num_true=2)
    rows, ids, weights = session.run(hits)
    assert sorted(zip(rows.tolist(), ids.tolist(), strict=True)) == [
        (0, 3),
        (1, 2),
        (1, 2),
    ]  # as TensorFlow, of a class drawn twice the last place
    assert (weights == np.finfo(np.float32).min).all()


def losses(remove):
    """(nce, sampled softmax) as NumPy computes them on DATA."""
    weights, biases, inputs, labels, drawn, true_count, drawn_count = DATA
    true = (inputs[:, None] * weights[labels]).sum(-1) + biases[labels] - np.log(true_count)
    logits = inputs @ weights[drawn].T + biases[drawn] - np.log(drawn_count)
    if remove:
        logits = np.where((labels[:, :, None] == drawn).any(1), -1e30, logits)
    every = np.concatenate([true, logits], 1)
    wanted = np.concatenate([np.full_like(true, 0.5), np.zeros_like(logits)], 1)
    nce = np.maximum(every, 0) - every * wanted + np.log1p(np.exp(-np.abs(every)))
    top = every.max(1, keepdims=True)
    softmax = -(wanted * (every - top - np.log(np.exp(every - top).sum(1, keepdims=True))))
    return np.where(every < -1e20, 0, nce).sum(1), np.where(wanted > 0, softmax, 0).sum(1)


_random = np.random.RandomState(0)
DATA = (
    _random.randn(9, 3).astype(np.float32),
    _random.randn(9).astype(np.float32),
    _random.randn(2, 3).astype(np.float32),
    np.array([[0, 1], [3, 8]]),
    np.array([1, 4, 8, 2]),
    _random.rand(2, 2).astype(np.float32),
    _random.rand(4).astype(np.float32),
)


@pytest.mark.slow
@pytest.mark.parametrize("remove", [False, True])
def test_losses_on_drawn_classes(session, remove):
    weights, biases, inputs, labels, drawn, true_count, drawn_count = DATA
    values = tf.constant(drawn), tf.constant(true_count), tf.constant(drawn_count)
    how = {"num_true": 2, "sampled_values": values, "remove_accidental_hits": remove}
    parts = [tf.constant(weights[i::3]) for i in range(3)]
    nce = tf.nn.nce_loss(parts, biases, labels, inputs, 4, 9, **how)
    softmax = tf.nn.sampled_softmax_loss(tf.constant(weights), biases, labels, inputs, 4, 9, **how)
    found = session.run([nce, softmax])
    for value, expected in zip(found, losses(remove), strict=True):
        np.testing.assert_allclose(value, expected, rtol=2e-5)


@pytest.mark.slow
def test_word_vectors_learn_from_a_few_draws(session):
    tf.set_random_seed(1)
    table = tf.get_variable("table", [30, 8], initializer=tf.random_uniform_initializer(-1, 1))
    weights = tf.get_variable("weights", [30, 8], initializer=tf.zeros_initializer())
    biases = tf.get_variable("biases", [30], initializer=tf.zeros_initializer())
    words = tf.placeholder(tf.int32, [None])
    labels = tf.reshape((words + 1) % 30, [-1, 1])
    loss = tf.reduce_mean(tf.nn.nce_loss(weights, biases, labels, tf.nn.embedding_lookup(table, words), 10, 30))
    step = tf.train.AdagradOptimizer(0.5).minimize(loss)
    session.run(tf.global_variables_initializer())
    every = {words: np.arange(30)}
    before = session.run(loss, every)
    for _ in range(60):
        session.run(step, every)
    assert session.run(loss, every) < before / 3


def test_of_a_class_that_was_drawn_twice_the_losses_leave_out_the_last(session):
    """The expected losses are TensorFlow 1.15's."""
    random = np.random.RandomState(0)
    weights, biases, inputs = (random.randn(*sizes).astype(np.float32) for sizes in ((6, 3), (6,), (2, 3)))
    drawn = tf.constant([1, 3, 1, 4, 4], tf.int64), [[0.5], [0.6]], [0.1, 0.2, 0.3, 0.4, 0.5]
    how = {"num_sampled": 5, "num_classes": 6, "sampled_values": drawn, "remove_accidental_hits": True}
    for loss, expected in (
        (tf.nn.sampled_softmax_loss, [2.6622, 2.7916]),
        (tf.nn.nce_loss, [13.5606, 11.3547]),
    ):
        found = loss(tf.constant(weights), tf.constant(biases), [[1], [4]], tf.constant(inputs), **how)
        np.testing.assert_allclose(session.run(found), expected, rtol=1e-4)
