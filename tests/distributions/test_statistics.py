"""Densities, distribution functions and statistics of every distribution, against SciPy's or sums by hand."""

from typing import Any

import numpy as np
import pytest
from scipy import stats

import graphlab as tf

LOC, SCALE = np.array([0.0, 1.0, -2.0], np.float32), np.array([0.5, 1.0, 3.0], np.float32)
SHAPE = np.array([0.5, 1.5, 4.0], np.float32)
X = np.array([0.3, 0.5, 0.8], np.float32)
WIDE, LOCS, SCALES = SHAPE.astype(np.float64), LOC.astype(np.float64), SCALE.astype(np.float64)

CONTINUOUS: dict[str, Any] = {
    "Normal": (lambda: tf.distributions.Normal(LOC, SCALE), stats.norm(LOCS, SCALES)),
    "Laplace": (lambda: tf.distributions.Laplace(LOC, SCALE), stats.laplace(LOCS, SCALES)),
    "StudentT": (lambda: tf.distributions.StudentT(SHAPE + 2.5, LOC, SCALE), stats.t(WIDE + 2.5, LOCS, SCALES)),
    "Uniform": (lambda: tf.distributions.Uniform(LOC - 0.25, 2.0), stats.uniform(LOCS - 0.25, 2.25 - LOCS)),
    "Gamma": (lambda: tf.distributions.Gamma(SHAPE, 2.0), stats.gamma(WIDE, scale=0.5)),
    "Exponential": (lambda: tf.distributions.Exponential(SHAPE), stats.expon(scale=1 / WIDE)),
    "Beta": (lambda: tf.distributions.Beta(SHAPE, [2.0, 2.0, 2.0]), stats.beta(WIDE, 2.0)),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", CONTINUOUS)
def test_densities_and_statistics_are_scipys(name):
    make, expected = CONTINUOUS[name]
    with tf.Graph().as_default(), tf.Session() as session:
        kind = make()
        draws = kind.sample(20000, seed=1)
        found = {
            "prob": kind.prob(X),
            "log_prob": kind.log_prob(X),
            "cdf": kind.cdf(X),
            "survival_function": kind.survival_function(X),
            "entropy": kind.entropy(),
            "mean": kind.mean(),
            "variance": kind.variance(),
            "stddev": kind.stddev(),
            "none": kind.kl_divergence(make()) if name not in ("Laplace", "StudentT", "Uniform") else tf.zeros([3]),
        }
        assert kind.batch_shape.as_list() == [3] and kind.event_shape.as_list() == []
        assert kind.reparameterization_type is tf.distributions.FULLY_REPARAMETERIZED
        assert draws.shape.as_list() == [20000, 3]
        found, draws = session.run((found, draws))
    wanted = {
        "prob": expected.pdf(X.astype(np.float64)),
        "log_prob": expected.logpdf(X.astype(np.float64)),
        "cdf": expected.cdf(X.astype(np.float64)),
        "survival_function": expected.sf(X.astype(np.float64)),
        "entropy": expected.entropy(),
        "mean": expected.mean(),
        "variance": expected.var(),
        "stddev": expected.std(),
        "none": np.zeros(3),
    }
    for what, value in wanted.items():
        np.testing.assert_allclose(found[what], value, rtol=2e-5, atol=2e-6, err_msg=what)
    np.testing.assert_allclose(draws.mean(0), expected.mean(), atol=6 * expected.std().max() / np.sqrt(20000))


@pytest.mark.slow
def test_counts_have_the_probabilities_of_their_classes():
    probs = np.array([[0.3, 0.2, 0.5], [0.1, 0.1, 0.8]], np.float32)
    alpha = np.array([2.0, 1.5, 4.0], np.float32)
    counts = np.array([[1, 1, 2], [0, 0, 3]], np.float32)
    with tf.Graph().as_default(), tf.Session() as session:
        kind = tf.distributions.Multinomial([4.0, 3.0], probs=probs)
        mixed = tf.distributions.DirichletMultinomial(4.0, alpha)
        simplex = tf.distributions.Dirichlet(alpha)
        found = session.run(
            {
                "prob": kind.prob(counts),
                "mean": kind.mean(),
                "covariance": kind.covariance(),
                "draws": kind.sample(500, seed=1),
                "mixed": mixed.log_prob(counts[0]),
                "mixed draws": mixed.sample([2, 3], seed=1),
                "dirichlet": simplex.log_prob(probs[0]),
                "entropy": simplex.entropy(),
                "variance": simplex.variance(),
                "mode": simplex.mode(),
                "point": simplex.sample(2, seed=1),
            }
        )
    np.testing.assert_allclose(
        found["prob"], [stats.multinomial(n, p).pmf(c) for n, p, c in zip([4, 3], probs, counts, strict=True)], 1e-5
    )
    np.testing.assert_allclose(found["mean"], [4 * probs[0], 3 * probs[1]], 1e-6)
    expected = stats.multinomial(4, np.array([0.3, 0.2, 0.5], np.float64)).cov()
    np.testing.assert_allclose(found["covariance"][0], expected, 1e-5)
    assert (found["draws"].sum(-1) == [4, 3]).all()
    np.testing.assert_allclose(found["draws"].mean(0), found["mean"], atol=0.3)
    np.testing.assert_allclose(found["mixed"], stats.dirichlet_multinomial(alpha, 4).logpmf([1, 1, 2]), 1e-5)
    assert found["mixed draws"].shape == (2, 3, 3) and (found["mixed draws"].sum(-1) == 4).all()
    expected = stats.dirichlet(alpha.astype(np.float64))
    np.testing.assert_allclose(found["dirichlet"], expected.logpdf([0.3, 0.2, 0.5]), 1e-5)
    np.testing.assert_allclose(found["entropy"], expected.entropy(), 1e-5)
    np.testing.assert_allclose(found["variance"], expected.var(), 1e-5)
    np.testing.assert_allclose(found["mode"], (alpha - 1) / (alpha.sum() - 3), 1e-5)
    np.testing.assert_allclose(found["point"].sum(-1), [1, 1], 1e-5)


def test_the_tails_of_the_normal_distribution_have_logarithms_and_quantiles():
    x = np.array([-40.0, -12.0, -3.0, 0.0, 6.0], np.float32)
    p = np.array([0.0, 1e-30, 1e-3, 0.5, 0.9, 1.0], np.float32)
    with tf.Graph().as_default(), tf.Session() as session:
        kind = tf.distributions.Normal(0.0, 1.0)
        logs, above, quantiles = session.run([kind.log_cdf(x), kind.log_survival_function(-x), kind.quantile(p)])
    np.testing.assert_allclose(logs, stats.norm.logcdf(x), 2e-5)
    np.testing.assert_allclose(above, logs)
    np.testing.assert_allclose(quantiles, stats.norm.ppf(p), 1e-5, 1e-6)


def test_shapes_that_only_a_run_knows():
    with tf.Graph().as_default(), tf.Session() as session:
        loc = tf.placeholder(tf.float32)
        rows = tf.placeholder(tf.float32, [None, None])
        kind, classes = tf.distributions.Normal(loc, [1.0, 2.0]), tf.distributions.Categorical(rows)
        assert kind.batch_shape.ndims is None and classes.batch_shape.as_list() == [None]
        assert classes.sample(3).shape.as_list() == [3, None]
        found = session.run(
            [kind.batch_shape_tensor(), tf.shape(kind.sample([4])), classes.event_size, classes.sample(3)],
            {loc: [[0.0], [1.0], [2.0]], rows: [[0.0, 50.0], [50.0, 0.0]]},
        )
    assert found[0].tolist() == [3, 2] and found[1].tolist() == [4, 3, 2] and found[2] == 2
    assert found[3].tolist() == [[1, 0]] * 3


def test_a_run_checks_parameters_on_request():
    with tf.Graph().as_default(), tf.Session() as session:
        scale = tf.placeholder(tf.float32, [])
        probs = tf.placeholder(tf.float32, [2])
        kind = tf.distributions.Normal(0.0, scale, validate_args=True)
        coin = tf.distributions.Categorical(probs=probs, validate_args=True)
        with pytest.raises(tf.errors.InvalidArgumentError):
            session.run(kind.mean(), {scale: -1.0})
        with pytest.raises(tf.errors.InvalidArgumentError, match="probs does not sum to 1"):
            session.run(coin.entropy(), {probs: [0.5, 0.6]})
        mode = tf.distributions.Gamma([0.5, 2.0], [1.0, 1.0]).mode()
        np.testing.assert_array_equal(session.run(mode), [np.nan, 1])
        strict = tf.distributions.Gamma(scale, 1.0, allow_nan_stats=False)
        with pytest.raises(tf.errors.InvalidArgumentError, match="mode not defined"):
            session.run(strict.mode(), {scale: 0.5})


def test_what_a_distribution_says_of_itself():
    with tf.Graph().as_default():
        kind = tf.distributions.Normal(0.0, [1.0, 2.0], name="policy")
        assert repr(kind) == "<tfp.distributions.Normal 'policy/' batch_shape=(2,) event_shape=() dtype=float32>"
        assert str(kind) == 'tfp.distributions.Normal("policy/", batch_shape=(2,), event_shape=(), dtype=float32)'
        assert sorted(kind.parameters) == ["allow_nan_stats", "loc", "name", "scale", "validate_args"]
        wider = kind.copy(scale=3.0)
        assert wider.parameters["loc"] == 0.0 and wider.batch_shape.as_list() == []
        with pytest.raises(NotImplementedError, match="covariance is not implemented: Normal"):
            kind.covariance()
        with pytest.raises(NotImplementedError, match=r"No KL\(distribution_a \|\| distribution_b\) registered"):
            kind.kl_divergence(tf.distributions.Uniform())
        with pytest.raises(ValueError, match="Must pass probs or logits, but not both"):
            tf.distributions.Bernoulli()
        shapes = tf.distributions.Normal.param_static_shapes([2, 3])
        assert {name: shape.as_list() for name, shape in shapes.items()} == {"loc": [2, 3], "scale": [2, 3]}


def test_a_distribution_of_ones_own():
    class Point(tf.distributions.Distribution):
        def __init__(self, at, name="Point"):
            at = tf.convert_to_tensor(at)
            super().__init__(at.dtype, tf.distributions.NOT_REPARAMETERIZED, False, True, {"at": at}, [at], name)
            self.at = at

        def _batch_shape(self):
            return self.at.shape

        def _event_shape(self):
            return tf.TensorShape([])

        def _sample_n(self, n, seed=None):
            return tf.ones([n, 1]) * self.at

        def _variance(self):
            return tf.zeros_like(self.at) + 4.0

    @tf.distributions.RegisterKL(Point, tf.distributions.Normal)
    def _point_to_normal(a, b, name=None):
        return -b.log_prob(a.at)

    with tf.Graph().as_default(), tf.Session() as session:
        point = Point([1.0, 2.0])
        assert point.sample([2, 2]).shape.as_list() == [2, 2, 2]
        divergence = tf.distributions.kl_divergence(point, tf.distributions.Normal(0.0, 1.0))
        deviation, divergence = session.run([point.stddev(), divergence])
    np.testing.assert_allclose(deviation, [2, 2])
    np.testing.assert_allclose(divergence, -stats.norm.logpdf([1, 2]), 1e-6)
    with pytest.raises(ValueError, match="already been registered"):
        tf.distributions.RegisterKL(Point, tf.distributions.Normal)(_point_to_normal)


def test_independent_normal_elements_of_a_vector():
    loc, scale = np.array([[0.0, 1.0], [2.0, -1.0]], np.float32), np.array([0.5, 2.0], np.float32)
    with tf.Graph().as_default(), tf.Session() as session:
        kind = tf.contrib.distributions.MultivariateNormalDiag(loc, scale)
        round_one = tf.contrib.distributions.MultivariateNormalDiag([0.0, 0.0], scale_identity_multiplier=1.0)
        assert kind.batch_shape.as_list() == [2] and kind.event_shape.as_list() == [2]
        assert kind.sample(3).shape.as_list() == [3, 2, 2]
        found = session.run(
            [kind.log_prob([0.3, 0.4]), kind.entropy(), kind.covariance(), kind.kl_divergence(round_one)]
        )
    spread: Any = np.diag(scale**2)
    each = [stats.multivariate_normal(row, spread) for row in loc]
    np.testing.assert_allclose(found[0], [kind.logpdf([0.3, 0.4]) for kind in each], 1e-5)
    np.testing.assert_allclose(found[1], [kind.entropy() for kind in each], 1e-5)
    np.testing.assert_allclose(found[2], np.diag(scale**2), 1e-6)  # of the scale's batch, as in TensorFlow
    divergence = 0.5 * (scale**2 + loc**2 - 1 - np.log(scale**2)).sum(-1)
    np.testing.assert_allclose(found[3], divergence, 1e-5)
