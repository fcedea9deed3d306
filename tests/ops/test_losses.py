"""tf.losses and tf.sets, by what programs see of them; the golden program `losses` compares graphs and values."""

import numpy as np
import pytest

import graphlab as tf


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


@pytest.mark.parametrize(
    ("loss", "names"),
    [
        (tf.losses.absolute_difference, ("labels", "predictions")),
        (tf.losses.huber_loss, ("labels", "predictions")),
        (tf.losses.log_loss, ("labels", "predictions")),
        (tf.losses.mean_squared_error, ("labels", "predictions")),
        (tf.losses.mean_pairwise_squared_error, ("labels", "predictions")),
        (tf.losses.hinge_loss, ("labels", "logits")),
        (tf.losses.sparse_softmax_cross_entropy, ("labels", "logits")),
        (tf.losses.softmax_cross_entropy, ("onehot_labels", "logits")),
        (tf.losses.sigmoid_cross_entropy, ("multi_class_labels", "logits")),
    ],
)
def test_a_loss_says_what_it_was_not_given(loss, names):
    for name in names:
        given = {other: None if other == name else tf.ones([2, 3]) for other in names}
        with pytest.raises(ValueError, match=f"{name} must not be None"):
            loss(**given)


def test_cosine_distance_needs_an_axis():
    with pytest.raises(ValueError, match="You must specify 'axis'"):
        tf.losses.cosine_distance(tf.ones([2, 3]), tf.ones([2, 3]))
    with pytest.raises(ValueError, match="Cannot specify both 'dim' and 'axis'"):
        tf.losses.cosine_distance(tf.ones([2, 3]), tf.ones([2, 3]), axis=1, dim=1)


def test_shapes_that_differ_are_refused_at_once():
    with pytest.raises(ValueError, match="are incompatible"):
        tf.losses.mean_squared_error(tf.ones([2, 3]), tf.ones([2, 4]))
    with pytest.raises(ValueError, match="weights can not be broadcast to values. Mismatch at dim 0"):
        tf.losses.mean_squared_error(tf.ones([2, 3]), tf.ones([2, 3]), weights=[[1.0], [1.0], [1.0]])
    with pytest.raises(ValueError, match=r"weights can not be broadcast to values. values.rank=2. weights.rank=1"):
        tf.losses.mean_squared_error(tf.ones([2, 3]), tf.ones([2, 3]), weights=[1.0, 2.0])
    with pytest.raises(ValueError, match="Invalid Reduction Key sum"):
        tf.losses.mean_squared_error(tf.ones([2, 3]), tf.ones([2, 3]), reduction="sum")


def test_weights_of_unknown_shape_are_checked_when_a_run_gives_them():
    weights = tf.placeholder(tf.float32)
    loss = tf.losses.mean_squared_error([[1.0, 2.0], [3.0, 4.0]], [[0.0, 0.0], [0.0, 0.0]], weights)
    with tf.Session() as session:
        assert session.run(loss, {weights: 2.0}) == 2 * 30 / 4
        assert session.run(loss, {weights: [[0.0], [1.0]]}) == 25 / 2
        for wrong in ([1.0, 2.0], [[1.0], [1.0], [1.0]]):
            with pytest.raises(tf.errors.InvalidArgumentError, match="weights can not be broadcast to values"):
                session.run(loss, {weights: wrong})


def test_no_weight_at_all_gives_zero_and_no_gradient():
    x = tf.constant([[1.0, 2.0]])
    loss = tf.losses.mean_squared_error(tf.zeros([1, 2]), x, weights=0.0)
    with tf.Session() as session:
        value, gradient = session.run([loss, tf.gradients(loss, x)[0]])
    assert value == 0
    np.testing.assert_array_equal(gradient, [[0, 0]])


def test_losses_are_collected_by_scope():
    with tf.name_scope("a"):
        first = tf.losses.mean_squared_error([1.0], [0.0])
    with tf.name_scope("b"):
        second = tf.losses.absolute_difference([3.0], [0.0])
    tf.losses.absolute_difference([9.0], [0.0], loss_collection=None)
    tf.losses.add_loss(tf.constant(0.0), "mine")
    tf.add_to_collection(tf.GraphKeys.REGULARIZATION_LOSSES, tf.constant(10.0))
    assert tf.losses.get_losses() == [first, second]
    assert tf.losses.get_losses(scope="b") == [second]
    assert len(tf.losses.get_losses(loss_collection="mine")) == 1
    total, without = tf.losses.get_total_loss(), tf.losses.get_total_loss(False, name="without")
    assert total.op.name == "total_loss"
    with tf.Session() as session:
        assert session.run([total, without]) == [14.0, 4.0]


def test_sets_of_dense_and_sparse_rows():
    a = tf.constant([[9, 1, 9], [2, 4, 5]], tf.int64)
    b = tf.constant([[1, 9], [1, 5]], tf.int64)
    sparse = tf.SparseTensor([[0, 0], [1, 0], [1, 1]], tf.constant([1, 5, 7], tf.int64), [2, 3])
    with tf.Session() as session:
        union, shared, left, right, mixed, flipped, both, sizes = session.run(
            [
                tf.sets.union(a, b),
                tf.sets.intersection(a, b),
                tf.sets.difference(a, b),
                tf.sets.difference(a, b, aminusb=False),
                tf.sets.difference(a, sparse),
                tf.sets.difference(sparse, a),
                tf.sets.union(sparse, sparse),
                tf.sets.size(sparse),
            ]
        )
    assert union.values.tolist() == [1, 9, 1, 2, 4, 5]
    assert union.indices.tolist() == [[0, 0], [0, 1], [1, 0], [1, 1], [1, 2], [1, 3]]
    assert union.dense_shape.tolist() == [2, 4]
    assert shared.values.tolist() == [1, 9, 5]
    assert left.values.tolist() == [2, 4]
    assert right.values.tolist() == [1]
    assert mixed.values.tolist() == [9, 2, 4]
    assert flipped.values.tolist() == [7]
    assert flipped.dense_shape.tolist() == [2, 1]
    assert both.values.tolist() == [1, 5, 7]
    assert sizes.tolist() == [1, 2]
    assert tf.sets.size(sparse).dtype == tf.int32


def test_sets_refuse_what_they_do_not_know():
    with pytest.raises(TypeError, match="invalid dtype"):
        tf.sets.union(tf.ones([2, 2]), tf.ones([2, 2]))
    with pytest.raises(TypeError, match="Types don't match"):
        tf.sets.union(tf.ones([2, 2], tf.int32), tf.ones([2, 2], tf.int64))
    with pytest.raises(TypeError, match="Expected `SparseTensor`"):
        tf.sets.size(tf.ones([2, 2], tf.int32))
    with pytest.raises(ValueError, match="Dimension 0"):
        tf.sets.union(tf.ones([2, 2], tf.int32), tf.ones([3, 2], tf.int32))


def test_the_average_loss_fits_weights_to_losses():
    losses = tf.placeholder(tf.float32)
    average = tf.nn.compute_average_loss(losses, sample_weight=[[1.0], [3.0]])
    with tf.Session() as session:
        assert session.run(average, {losses: [2.0, 4.0]}) == 7
    with pytest.raises(ValueError, match="at least rank 1"):
        tf.nn.compute_average_loss(3.0)
    with pytest.raises(ValueError, match="log_input and targets must have the same shape"):
        tf.nn.log_poisson_loss([1.0, 2.0], [1.0])


def test_labels_that_a_run_shows_to_have_another_shape_are_refused():
    with tf.Graph().as_default():
        logits = tf.placeholder(tf.float32, [None, None, 5])
        labels = tf.placeholder(tf.int32, [None, None])
        loss = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits)
        with tf.Session() as session:
            assert session.run(loss, {logits: np.ones((2, 3, 5)), labels: np.ones((2, 3))}).shape == (2, 3)
            with pytest.raises(tf.errors.InvalidArgumentError, match="assertion failed"):
                session.run(loss, {logits: np.ones((3, 2, 5)), labels: np.ones((2, 3))})


def test_sparse_labels_of_no_axis_are_refused_in_a_run():
    labels, logits = tf.placeholder(tf.int32, [None, 1]), tf.placeholder(tf.float32, [None, 3])
    loss = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=tf.squeeze(labels), logits=logits)
    with tf.Session() as session, pytest.raises(tf.errors.InvalidArgumentError, match="labels must be 1-D"):
        session.run(loss, {labels: [[0]], logits: np.zeros((1, 3))})
