"""tf.contrib.distributions' kinds and bijectors: TensorFlow's values, names and shapes, moments and Jacobians."""

import json
from typing import Any

import numpy as np
import pytest

import graphlab as tf
from tests.distributions import contrib_cases as cases

EXPECTED: dict[str, Any] = json.loads(cases.VALUES.read_text())
ds = tf.contrib.distributions
bs = ds.bijectors


# TensorFlow opens VectorLaplaceDiag's name scope twice, and its entropy of Kumaraswamy is wrong.
OURS = {"VectorLaplace": ["name"], "Kumaraswamy": ["entropy"]}


def check(name, found, facts, expected):
    ours = OURS.get(name, ())
    facts, found = ({k: v for k, v in items.items() if k not in ours} for items in (facts, found))
    facts_then, values = ({k: v for k, v in expected[part].items() if k not in ours} for part in ("facts", "values"))
    assert facts == facts_then
    assert sorted(found) == sorted(values)
    for what, value in found.items():
        np.testing.assert_allclose(np.ravel(value), values[what], 3e-5, 3e-6, err_msg=what)


# What JAX compiles a kernel for, or what has many operations: about a second each.
SLOW = (
    "Binomial|Chi2|Chi2 of abs|InverseGamma|InverseGamma of softplus|Poisson|Poisson of log|NegativeBinomial|"
    "DiagPlusLowRank|VectorDiffeomixture|VectorDiffeomixture of triangles|Wishart of factors|WishartFull"
).split("|")


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if name in SLOW else ()) for name in EXPECTED["kinds"]]
)
def test_densities_statistics_names_and_shapes_are_tensorflows(name):
    with tf.Graph().as_default(), tf.Session() as session:
        make, value = cases.kinds(tf)[name]
        found, facts = cases.of_kind(make(), value)
        check(name, session.run(found), facts, EXPECTED["kinds"][name])


@pytest.mark.parametrize("name", EXPECTED["bijectors"])
def test_bijectors_and_their_jacobians_are_tensorflows(name):
    with tf.Graph().as_default(), tf.Session() as session:
        make, *rest = cases.bijectors(tf)[name]
        found, facts = cases.of_bijector(tf, make(), *rest)
        session.run(tf.global_variables_initializer())
        found = session.run(found)
        check(name, found, facts, EXPECTED["bijectors"][name])
        np.testing.assert_allclose(found["inverse"], rest[0], 1e-5, 1e-6)


@pytest.mark.slow
def test_draws_have_the_means_and_deviations_of_their_distributions():
    """Each kind's 4000 draws: within five standard errors of the mean, and the deviation within a tenth."""
    with tf.Graph().as_default(), tf.Session() as session:
        makers = {name: make for name, (make, _) in cases.kinds(tf).items()}
        found = {}
        for name in DRAWN:
            kind = makers[name]()
            draws = tf.cast(kind.sample(4000, seed=1), tf.float32)
            found[name] = tf.nn.moments(draws, [0]), kind.mean(), kind.variance()
        mixture = makers["Mixture"]()
        found["Mixture"] = tf.nn.moments(mixture.sample(4000, seed=1), [0]), mixture.mean(), tf.square(mixture.stddev())
        found = session.run(found)
    for name, ((mean, variance), expected, deviation) in found.items():
        expected, deviation = np.broadcast_arrays(expected, np.sqrt(deviation), mean)[:2]
        assert (np.abs(mean - expected) <= 5 * deviation / np.sqrt(4000) + 1e-6).all(), name
        np.testing.assert_allclose(np.sqrt(variance), deviation, 0.15, 1e-6, err_msg=name)


DRAWN = (
    "Logistic|HalfNormal|Chi2|Poisson|Geometric|NegativeBinomial|Deterministic|Independent|MixtureSameFamily|"
    "MixtureSameFamily of vectors|BatchReshape|Kumaraswamy|Diag|TriL|FullCovariance|DiagPlusLowRank|VectorLaplace|"
    "VectorExponential|PoissonLogNormal"
).split("|")


@pytest.mark.slow
def test_divergences_of_the_registered_pairs_are_tensorflows():
    with tf.Graph().as_default(), tf.Session() as session:
        kind = {name: make for name, (make, _) in cases.kinds(tf).items()}
        pairs = [("FullCovariance", "Diag"), ("Diag", "Diag of softplus"), ("DiagPlusLowRank", "FullCovariance")]
        pairs += [("Diag loc", "TriL"), ("Independent", "Independent")]
        found = session.run([ds.kl_divergence(kind[a](), kind[b]()) for a, b in pairs])
        with pytest.raises(NotImplementedError, match="No KL"):
            ds.kl_divergence(kind["Logistic"](), kind["Logistic"]())
    expected = [2.1174083, 0.36130595, 0.93258286, [0.73889005, 1.9631233], 0.0]
    for value, wanted in zip(found, expected, strict=True):
        np.testing.assert_allclose(value, wanted, 2e-5, 1e-6)


def test_triangles_sums_and_statistics_of_samples_are_tensorflows():
    series = np.sin(np.arange(20.0)).astype(np.float32).reshape(2, 10)
    x = np.arange(10.0, dtype=np.float32)[::-1].reshape(2, 5)
    with tf.Graph().as_default(), tf.Session() as session:
        found = session.run(
            {
                "triangle": ds.fill_triangular([1.0, 2, 3, 4, 5, 6]),
                "vector": ds.fill_triangular_inverse([[1.0, 2, 3], [4, 5, 6], [7, 8, 9]]),
                "bands": ds.tridiag([1.0, 2], [3.0, 4, 5], [6.0, 7]),
                "diagonal": ds.matrix_diag_transform([[4.0, 1.0], [1.0, 9.0]], tf.sqrt),
                "softplus": tf.nn.softplus(ds.softplus_inverse([1e-9, 0.1, 1.0, 30.0, 100.0])),
                "sum": ds.reduce_weighted_logsumexp(cases.ROWS, w=[1.0, -2, 0.5], axis=-1, return_sign=True),
                "correlation": ds.auto_correlation(series, max_lags=4),
                "low": ds.percentile(x, 30.0, axis=[1], interpolation="lower"),
                "high": ds.percentile(x, 30.0, axis=[1], interpolation="higher"),
                "all": ds.percentile(x, 50.0, keep_dims=True),
            }
        )
    np.testing.assert_equal(found["triangle"], [[4, 0, 0], [6, 5, 0], [3, 2, 1]])
    np.testing.assert_equal(found["vector"], [9, 8, 7, 7, 7, 7])
    np.testing.assert_equal(found["bands"], [[3, 6, 0], [1, 4, 7], [0, 2, 5]])
    np.testing.assert_allclose(found["diagonal"], [[2, 1], [1, 3]])
    np.testing.assert_allclose(found["softplus"], [1e-9, 0.1, 1.0, 30.0, 100.0], 1e-6)
    np.testing.assert_allclose(found["sum"], [[-0.18054736, 1.7364318], [-1, 1]], 1e-5)
    expected = [
        [1, 0.5948652, -0.33226508, -0.9455563, -0.7439176],
        [1, 0.5805968, -0.35252696, -0.95473474, -0.725171],
    ]
    np.testing.assert_allclose(found["correlation"], expected, 2e-5)
    np.testing.assert_equal(found["low"], [6, 1])
    np.testing.assert_equal(found["high"], [7, 2])
    assert found["all"].tolist() in ([[4.0]], [[5.0]])


def test_the_entropy_of_kumaraswamy_is_minus_the_mean_log_density():
    x = (np.arange(100000) + 0.5) / 100000
    with tf.Graph().as_default(), tf.Session() as session:
        kind = ds.Kumaraswamy(np.array([2.0, 3.0]), np.array(1.5))
        prob, entropy = session.run([kind.prob(x[:, None]), kind.entropy()])
    np.testing.assert_allclose(entropy, -np.mean(prob * np.log(prob), 0), 1e-4)


@pytest.mark.parametrize("unroll", [False, True])
def test_autoregressive_flows_invert_and_have_triangular_jacobians(unroll):
    with tf.Graph().as_default(), tf.Session() as session:
        template = bs.masked_autoregressive_default_template([6])
        flow = bs.MaskedAutoregressiveFlow(template, unroll_loop=unroll)
        y = tf.constant(cases.ROWS)
        x = flow.inverse(y)
        again, ildj = flow.forward(tf.identity(x)), flow.inverse_log_det_jacobian(y, 1)
        rows = [tf.gradients(x[:, i], y)[0] for i in range(3)]
        session.run(tf.global_variables_initializer())
        again, ildj, rows = session.run([again, ildj, tf.stack(rows, 1)])
    np.testing.assert_allclose(again, cases.ROWS, 1e-5, 1e-6)
    np.testing.assert_allclose(rows, np.tril(rows))
    np.testing.assert_allclose(ildj, np.log(np.linalg.det(rows)), 1e-5, 1e-6)


@pytest.mark.slow
def test_a_flow_learns_a_density():
    """Real NVP of normal draws, trained on a ring, has a higher likelihood than the normal itself."""
    angle = np.linspace(0, 2 * np.pi, 200, endpoint=False)
    ring = np.stack([2 * np.cos(angle), 2 * np.sin(angle)], 1).astype(np.float32)
    with tf.Graph().as_default(), tf.Session() as session:
        tf.set_random_seed(1)
        base = ds.MultivariateNormalDiag(loc=[0.0, 0.0])
        layers = []
        for _ in range(2):
            layers += [bs.RealNVP(1, bs.real_nvp_default_template([16])), bs.Permute([1, 0])]
        flow = ds.TransformedDistribution(base, bs.Chain(layers))
        loss = -tf.reduce_mean(flow.log_prob(ring))
        train = tf.train.AdamOptimizer(0.02).minimize(loss)
        session.run(tf.global_variables_initializer())
        before = session.run(-tf.reduce_mean(base.log_prob(ring)))
        for _ in range(60):
            session.run(train)
        assert session.run(loss) < before - 0.2


def test_conditions_reach_the_bijector_and_the_distribution():
    class Shift(bs.ConditionalBijector):
        def __init__(self):
            super().__init__(forward_min_event_ndims=0, name="shift")

        def _forward(self, x, by):
            return x + by

        def _inverse(self, y, by):
            return y - by

        def _inverse_log_det_jacobian(self, y, by):
            return tf.zeros_like(y) + 0.0 * by

    with tf.Graph().as_default(), tf.Session() as session:
        kind = ds.ConditionalTransformedDistribution(ds.Normal(0.0, 1.0), Shift())
        conditions = {"by": 2.0}
        found = session.run(
            [
                kind.log_prob(2.5, bijector_kwargs=conditions),
                kind.sample(500, seed=1, bijector_kwargs=conditions),
            ]
        )
    np.testing.assert_allclose(found[0], -0.125 - 0.5 * np.log(2 * np.pi), 1e-6)
    assert abs(found[1].mean() - 2.0) < 0.2


def test_a_bijector_remembers_what_it_computed():
    with tf.Graph().as_default():
        exp = bs.Exp()
        x = tf.placeholder(tf.float32, [3])
        y = exp.forward(x)
        assert exp.inverse(y) is x and exp.forward(x) is y
        assert exp.inverse(tf.identity(y)) is not x


def test_moving_statistics_and_posteriors():
    with tf.Graph().as_default(), tf.Session() as session:
        value = tf.placeholder(tf.float32, [2])
        update = ds.moving_mean_variance(value, 0.9)
        prior = ds.Normal(1.0, 2.0)
        after = ds.normal_conjugates_known_scale_posterior(prior, 3.0, tf.constant(4.0), 5)
        following = ds.normal_conjugates_known_scale_predictive(prior, 3.0, tf.constant(4.0), 5)
        session.run(tf.global_variables_initializer())
        session.run(update, {value: [1.0, 2.0]})
        mean, variance = session.run(update, {value: [3.0, 4.0]})
        found = session.run([after.loc, after.scale, following.scale])
    np.testing.assert_allclose(mean, [0.39, 0.58], 1e-5)
    np.testing.assert_allclose(variance, 0.9 * (0.09 * np.array([1.0, 4]) + 0.1 * np.array([2.9, 3.8]) ** 2), 1e-5)
    precision = 1 / 4 + 5 / 9
    wanted = [(1 / 4 + 4 / 9) / precision, precision**-0.5, (1 / precision + 9) ** 0.5]
    np.testing.assert_allclose(found, wanted, 1e-6)


def test_a_run_checks_arguments_on_request():
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, [2])
        checks = {
            bs.Softsign(validate_args=True).inverse(x): [0.5, 1.5],
            ds.Poisson(1.0, validate_args=True).log_prob(x): [0.5, 1.0],
            ds.QuantizedDistribution(ds.Normal(0.0, 1.0), validate_args=True).prob(x): [0.5, 1.0],
            ds.VectorDeterministic([1.0], validate_args=True).prob(x): [1.0, 1.0],
        }
        for fetch, value in checks.items():
            with pytest.raises(tf.errors.InvalidArgumentError):
                session.run(fetch, {x: value})
