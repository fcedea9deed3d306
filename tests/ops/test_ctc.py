"""CTC and edit distance: small cases by hand, beside sums over all alignments, and TensorFlow 1.15's numbers."""

import itertools

import numpy as np
import pytest

import graphlab as tf

STEPS, BATCH, CLASSES = 5, 2, 4
LOGITS = (2 * np.sin(1.7 * np.arange(STEPS * BATCH * CLASSES))).reshape(STEPS, BATCH, CLASSES).astype(np.float32)
LABELS = [[1, 1], [0, 2, 1]]
LENGTHS = [5, 4]


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default():
        yield


def sparse():
    places = [(i, j) for i, row in enumerate(LABELS) for j in range(len(row))]
    return tf.SparseTensor(places, np.asarray(sum(LABELS, []), np.int32), [BATCH, 3])


def probability(example, labels, length):
    """The sum over all alignments, one by one."""
    softmax = np.exp(LOGITS[:length, example]) / np.exp(LOGITS[:length, example]).sum(-1, keepdims=True)
    total = 0
    for path in itertools.product(range(CLASSES), repeat=length):
        merged = [label for label, _ in itertools.groupby(path) if label != CLASSES - 1]
        total += np.prod(softmax[np.arange(length), path]) if merged == labels else 0
    return total


def test_the_loss_sums_over_all_alignments():
    logits = tf.constant(LOGITS)
    loss = tf.nn.ctc_loss(sparse(), logits, LENGTHS)
    gradient = tf.gradients(loss, logits)[0]
    dense = tf.nn.ctc_loss_v2(
        [[2, 2, 0], [1, 3, 2]], tf.roll(logits, 1, axis=2), [2, 3], LENGTHS, logits_time_major=True
    )
    wanted = [-np.log(probability(i, LABELS[i], LENGTHS[i])) for i in range(BATCH)]
    assert loss.shape.as_list() == [BATCH]
    with tf.Session() as session:
        found, same, gradient = session.run([loss, dense, gradient])
    np.testing.assert_allclose(found, wanted, rtol=1e-5)
    np.testing.assert_allclose(same, wanted, rtol=1e-5)
    assert (gradient[4:, 1] == 0).all()
    np.testing.assert_allclose(gradient.sum(-1), 0, atol=1e-6)


def test_a_sequence_that_is_too_short_is_an_error_or_ignored():
    with tf.Session() as session:
        with pytest.raises(tf.errors.InvalidArgumentError, match="Not enough time for target transition sequence"):
            session.run(tf.nn.ctc_loss(sparse(), LOGITS, [5, 2]))
        ignored = tf.nn.ctc_loss(sparse(), LOGITS, [5, 2], ignore_longer_outputs_than_inputs=True)
        assert session.run(ignored)[1] == 0
    with pytest.raises(TypeError, match="to be a SparseTensor"):
        tf.nn.ctc_loss([[1]], LOGITS, LENGTHS)
    with pytest.raises(ValueError, match="blank_index must be given when using SparseTensor labels"):
        tf.nn.ctc_loss_v2(sparse(), LOGITS, None, LENGTHS)


def test_a_wide_beam_finds_the_most_probable_labels():
    paths, scores = tf.nn.ctc_beam_search_decoder_v2(LOGITS, LENGTHS, beam_width=200, top_paths=3)
    with tf.Session() as session:
        paths, scores = session.run([paths, scores])
    assert scores.shape == (BATCH, 3) and (np.diff(scores) <= 0).all()
    for path, column in zip(paths, scores.T, strict=True):
        for i in range(BATCH):
            labels = path.values[path.indices[:, 0] == i].tolist()
            np.testing.assert_allclose(np.exp(column[i]), probability(i, labels, LENGTHS[i]), rtol=1e-4)


def test_the_greedy_decoder_takes_the_best_class_of_each_step():
    best = LOGITS.argmax(-1)
    (decoded,), scores = tf.nn.ctc_greedy_decoder(LOGITS, LENGTHS)
    with tf.Session() as session:
        decoded, scores = session.run([decoded, scores])
    for i, length in enumerate(LENGTHS):
        merged = [label for label, _ in itertools.groupby(best[:length, i]) if label != CLASSES - 1]
        assert decoded.values[decoded.indices[:, 0] == i].tolist() == merged
        np.testing.assert_allclose(scores[i, 0], -LOGITS[:length, i].max(-1).sum(), rtol=1e-5)


@pytest.mark.slow
def test_labels_that_repeat_become_one():
    collapsed, counts = tf.nn.collapse_repeated([[1, 1, 2, 2, 1], [3, 3, 3, 3, 3], [1, 2, 3, 4, 5]], [4, 5, 3])
    unique = tf.nn.ctc_unique_labels([[3, 4, 4, 3], [1, 1, 1, 0]])
    with tf.Session() as session:
        assert session.run(collapsed).tolist() == [[1, 2, 0], [3, 0, 0], [1, 2, 3]]
        assert session.run(counts).tolist() == [2, 1, 3]
        values, places = session.run(unique)
    assert values.tolist() == [[3, 4, 0, 0], [1, 0, 0, 0]] and places.tolist() == [[0, 1, 1, 0], [0, 0, 0, 1]]


def test_edit_distance_counts_changes():
    hypothesis = tf.SparseTensor([[0, 0], [0, 1], [1, 0], [2, 0], [2, 1]], ["a", "b", "c", "d", "e"], [4, 3])
    truth = tf.SparseTensor([[0, 0], [1, 0], [1, 1], [3, 0]], ["a", "c", "x", "z"], [4, 2])
    with tf.Session() as session:
        assert session.run(tf.edit_distance(hypothesis, truth)).tolist() == [1, 0.5, np.inf, 1]
        assert session.run(tf.edit_distance(hypothesis, truth, normalize=False)).tolist() == [1, 1, 2, 1]
    with pytest.raises(TypeError, match="Truth must be a SparseTensor"):
        tf.edit_distance(hypothesis, [1])


def test_labels_of_no_length_are_an_error():
    empty = tf.SparseTensor(np.zeros((0, 2), np.int64), np.zeros(0, np.int32), [1, 1])
    with (
        tf.Session() as session,
        pytest.raises(tf.errors.InvalidArgumentError, match="Labels length is zero in batch 0"),
    ):
        session.run(tf.nn.ctc_loss(empty, tf.zeros([2, 1, 3]), [2]))


def test_nan_is_no_best_class_and_sequences_end_in_time():
    logits, lengths = tf.constant([[[1.0, 2.0, np.nan]]]), tf.placeholder(tf.int32, [1])
    labels, score = tf.nn.ctc_greedy_decoder(logits, lengths)
    with tf.Session() as session:
        assert [part.tolist() for part in session.run([labels[0].values, score], {lengths: [1]})] == [[1], [[-2.0]]]
        for decoded in (labels, tf.nn.ctc_beam_search_decoder(logits, lengths)[0]):
            with pytest.raises(tf.errors.FailedPreconditionError, match=r"sequence_length\(0\) <= 1"):
                session.run(decoded[0].values, {lengths: [2]})


def test_labels_in_a_matrix_may_be_none_and_may_be_too_many():
    logits = tf.constant(LOGITS)
    labels, counts = [[2, 2, 0], [1, 3, 2], [0, 0, 0]], [2, 3, 0]
    batch, lengths = tf.concat([logits, logits[:, :1]], 1), [2, 4, 2]  # 2, 2 needs a blank between: three steps
    loss = tf.nn.ctc_loss_v2(labels, batch, counts, lengths)
    same = tf.nn.ctc_loss_v2(labels, batch, counts, lengths, unique=tf.nn.ctc_unique_labels(labels))
    gradient = tf.gradients(loss, batch)[0]
    assert loss.op.type == "IdentityN" and loss.shape.as_list() == [3]
    with tf.Session() as session:
        found, equal, gradient = session.run([loss, same, gradient])
    softmax = np.exp(LOGITS) / np.exp(LOGITS).sum(-1, keepdims=True)
    assert found[0] > 700  # as unlikely as TensorFlow says
    np.testing.assert_allclose(found[2], -np.log(softmax[:2, 0, 0].prod()), rtol=1e-5)
    np.testing.assert_allclose(equal, found, rtol=1e-5)
    np.testing.assert_allclose(gradient[:2, 2], softmax[:2, 0] - np.eye(4)[0], atol=1e-6)
    assert not gradient[2:, 2].any() and np.isfinite(gradient).all()


def test_labels_may_be_followed_by_null_labels():
    """As those of a dense batch that was padded; TensorFlow 1.15 computed the losses."""
    logits = np.random.RandomState(0).randn(4, 1, 3).astype(np.float32)

    def loss(*labels, collapse=False):
        places = [[0, i] for i in range(len(labels))]
        sparse = tf.SparseTensor(places, tf.constant(labels), [1, len(labels)])
        return tf.nn.ctc_loss(sparse, logits, [4], preprocess_collapse_repeated=collapse)

    with tf.Graph().as_default(), tf.Session() as session:
        found = session.run([loss(0, 2, 5), loss(0, 0, 2), loss(0, 0, 2, collapse=True)])
        np.testing.assert_allclose(found, [[1.1646], [3.5238], [1.1646]], atol=1e-4)
        with pytest.raises(tf.errors.InvalidArgumentError, match="Saw a non-null label .* following a null label"):
            session.run(loss(2, 0))
        with pytest.raises(tf.errors.InvalidArgumentError, match="All labels must be nonnegative integers, batch: 0"):
            session.run(loss(0, -1))
