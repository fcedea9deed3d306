"""tf.contrib.distributions with shapes that only a run knows, and the helpers for shapes that programs import."""

from typing import Any

import numpy as np
import pytest
from scipy import stats

import graphlab as tf
from graphlab._src.contrib.distributions.distribution_util import move_dimension
from graphlab._src.contrib.distributions.scale_operators import make_tril_scale
from graphlab._src.contrib.distributions.shape import DistributionShape
from graphlab._src.ops.distributions import static_values

ds = tf.contrib.distributions
bs = ds.bijectors


@pytest.fixture(autouse=True)
def session():
    with tf.Graph().as_default(), tf.Session() as session:
        yield session


def unknown(value):
    """A tensor of which only a run knows shape and value."""
    return tf.placeholder_with_default(value, None)


def test_multivariate_normals(session):
    loc, scale = np.array([[0, 1], [2, 3]], np.float32), np.array([1, 2], np.float32)
    kind = ds.MultivariateNormalDiag(unknown(loc), unknown(scale), validate_args=True)
    triangle = ds.MultivariateNormalTriL(unknown(loc), tf.matrix_diag(unknown(scale)))
    at = np.array([0.1, 0.2], np.float32)
    sizes, draws, prob, again, divergence = session.run(
        [
            [kind.batch_shape_tensor(), kind.event_shape_tensor()],
            kind.sample(3),
            kind.log_prob(at),
            triangle.log_prob(at),
            kind.kl_divergence(triangle),
        ]
    )
    assert [size.tolist() for size in sizes] == [[2], [2]] and draws.shape == (3, 2, 2)
    covariance: Any = np.diag(scale**2)
    expected = [stats.multivariate_normal(row, covariance).logpdf(at) for row in loc]
    np.testing.assert_allclose(prob, expected, 1e-5)
    np.testing.assert_allclose(again, expected, 1e-5)
    np.testing.assert_allclose(divergence, [0, 0], atol=1e-6)


def test_transformed_distributions(session):
    batch, event = tf.placeholder(tf.int32), tf.placeholder(tf.int32)
    affine = bs.Affine(shift=[1.0, 2.0])
    kind = ds.TransformedDistribution(ds.Normal(0.0, 1.0), affine, batch, event, validate_args=True)
    x = kind.sample([5, 1], seed=1)
    feeds = {batch: [3], event: [2]}
    x, prob, size = session.run([x, kind.log_prob(x), kind.batch_shape_tensor()], feeds)
    assert x.shape == (5, 1, 3, 2) and size.tolist() == [3]
    np.testing.assert_allclose(prob, stats.norm.logpdf(x - [1, 2]).sum(-1), 1e-5)
    several = ds.TransformedDistribution(ds.Normal(unknown([0.0, 1, 2]), 1.0), bs.Identity(), event_shape=event)
    x = several.sample(4, seed=1)
    x, prob = session.run([x, several.log_prob(x)], feeds)
    assert x.shape == (4, 3, 2)
    np.testing.assert_allclose(prob, stats.norm.logpdf(x - np.arange(3)[:, None]).sum(-1), 1e-5)


def test_mixtures_and_batches(session):
    cat = ds.Categorical(tf.placeholder_with_default(np.zeros([2, 3], np.float32), [None, 3]))
    parts = [ds.Normal(tf.placeholder_with_default([0.0, 10.0], [None]), 0.1 + i) for i in range(3)]
    mixture = ds.Mixture(cat, parts, validate_args=True)
    still = ds.Mixture(ds.Categorical([0.0, 0.0]), [ds.Normal(-5.0, 0.1), ds.Normal(5.0, 0.1)], use_static_graph=True)
    rows = ds.BatchReshape(
        ds.Normal(unknown(np.arange(6.0, dtype=np.float32)), 1.0),
        unknown(np.array([3, -1], np.int32)),
        validate_args=True,
    )
    independent = ds.Independent(ds.Normal(unknown(np.zeros([2, 3], np.float32)), 1.0), unknown(1), validate_args=True)
    draws, few, mean, prob = session.run(
        [mixture.sample(200, seed=1), still.sample(200, seed=1), rows.mean(), independent.log_prob(tf.zeros([2, 3]))]
    )
    assert draws.shape == (200, 2) and np.abs(draws.mean(0) - [0, 10]).max() < 1
    assert (np.abs(np.abs(few) - 5) < 1).all() and abs(few.mean()) < 2
    assert mean.tolist() == [[0, 1], [2, 3], [4, 5]]
    np.testing.assert_allclose(prob, [3 * stats.norm.logpdf(0)] * 2, 1e-6)
    with pytest.raises(ValueError, match="must match"):
        ds.BatchReshape(ds.Normal([0.0, 1.0], 1.0), [3])


def test_bijectors_check_what_they_are_given(session):
    with pytest.raises(tf.errors.InvalidArgumentError, match="elements must be either positive integers or `-1`"):
        bs.Reshape([1, 2, -2], [2, 3], validate_args=True)
    several = bs.Reshape([4, -1, -1], [2, 3], validate_args=True)
    with pytest.raises(tf.errors.InvalidArgumentError, match="must have at most one `-1`"):
        session.run(several.forward(tf.zeros([2, 3])))
    with pytest.raises(ValueError, match="Input must have rank at least 2"):
        bs.MatrixInverseTriL(validate_args=True).forward([0.1])


def test_bijectors(session):
    x = unknown(np.arange(6.0).reshape(2, 3))
    filled, chain = bs.FillTriangular(validate_args=True), bs.Chain([bs.Softplus(), bs.FillTriangular()])
    reshape = bs.Reshape([6], unknown(np.array([3, 2], np.int32)), validate_args=True)
    found = session.run(
        {
            "matrices": filled.forward(x),
            "size": filled.inverse_event_shape_tensor([2, 2]),
            "jacobian": chain.forward_log_det_jacobian(x, 1),
            "probabilities": bs.SoftmaxCentered(validate_args=True).forward(x),
            "flat": reshape.forward(unknown(np.zeros([4, 3, 2]))),
        }
    )
    assert found["matrices"].shape == (2, 2, 2) and found["size"].tolist() == [3]
    # softplus of the 0 above the diagonal counts too: the event is the matrix
    each = stats.logistic.logcdf(np.arange(6.0).reshape(2, 3))
    np.testing.assert_allclose(found["jacobian"], each.sum(-1) + np.log(0.5), 1e-5)
    np.testing.assert_allclose(found["probabilities"].sum(-1), [1, 1])
    assert found["flat"].shape == (4, 6)


@pytest.mark.parametrize("known", [True, False])
def test_axes_are_moved_padded_and_rotated(session, known):
    x = np.arange(24.0).reshape(2, 3, 4)
    given = tf.constant(x) if known else unknown(x)
    moves, shifts = [(0, 2), (2, 0), (1, 1), (-1, 0)], [-4, -1, 0, 1, 5]
    moved = session.run([move_dimension(given, *move) for move in moves])
    rotated = session.run(
        [static_values.rotate_transpose(given, tf.constant(by) if known else unknown(by)) for by in shifts]
    )
    padded = session.run(static_values.pad(given, axis=-1, front=True, count=2))
    for value, move in zip(moved, moves, strict=True):
        np.testing.assert_equal(value, np.moveaxis(x, *move))
    for value, by in zip(rotated, shifts, strict=True):
        np.testing.assert_equal(value, np.transpose(x, np.roll(range(3), by)))
    np.testing.assert_equal(padded, np.pad(x, [(0, 0), (0, 0), (2, 0)]))


def test_the_parts_of_a_shape(session):
    x = np.arange(24.0).reshape(4, 3, 2)
    parts = DistributionShape(batch_ndims=1, event_ndims=1)
    later = DistributionShape(batch_ndims=unknown(1), event_ndims=1, validate_args=True)
    assert [part.tolist() for part in session.run(parts.get_shape(tf.constant(x)))] == [[4], [3], [2]]
    for one, given in ((parts, tf.constant(x)), (later, unknown(x))):
        matrices, sample_shape = one.make_batch_of_event_sample_matrices(given)
        back = one.undo_make_batch_of_event_sample_matrices(matrices, sample_shape)
        matrices, back = session.run([matrices, back])
        assert matrices.shape == (3, 2, 4)
        np.testing.assert_equal(back, x)
    with pytest.raises(ValueError, match="cannot be negative"):
        DistributionShape(batch_ndims=-1, event_ndims=0)


def test_a_scale_with_a_zero_on_its_diagonal_fails_in_a_run_on_request(session):
    scale = make_tril_scale(scale_tril=[[1.0, 0.0], [0.0, 0.0]], validate_args=True)
    with pytest.raises(tf.errors.InvalidArgumentError, match="diagonal part must be non-zero"):
        session.run(scale.to_dense())
