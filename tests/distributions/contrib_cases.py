"""Distributions and bijectors of tf.contrib.distributions with a value each, for TensorFlow and graphlab.

`python tests/distributions/contrib_cases.py` in an environment with TensorFlow 1.15 writes what it computes of them to
contrib_values.json.
"""

import importlib
import json
import sys
from pathlib import Path

import numpy as np

VALUES = Path(__file__).with_name("contrib_values.json")
AT_VALUES = ("prob", "log_prob", "cdf", "log_cdf", "survival_function", "log_survival_function")
STATISTICS = ("entropy", "mean", "variance", "stddev", "mode", "covariance")


def f(values):
    """The values as a float32 array."""
    return np.asarray(values, np.float32)


LOC, SCALE, SHAPE = f([0.0, 1.0, -2.0]), f([0.5, 1.0, 3.0]), f([0.5, 1.5, 4.0])
X, COUNTS = f([0.3, 0.5, 0.8]), f([0, 2, 3])
PROBS = f([[0.2, 0.3, 0.5], [0.1, 0.1, 0.8]])
TRIL = f([[1, 0, 0], [0.5, 2, 0], [-1, 0.3, 1.5]])
COVARIANCE = TRIL.dot(TRIL.T)
ROWS = f([[0.3, 0.5, 0.8], [1, -1, 2]])
HOT = f([[0, 0, 1], [0, 1, 0]])
SIMPLEX = f([[0.2, 0.3, 0.5], [0.3, 0.3, 0.4]])


def kinds(tf):
    """{name: (a function that makes the distribution, the value)}."""
    d = tf.contrib.distributions
    b = d.bijectors

    def shifted(sample):
        return d.Independent(d.Normal(tf.concat([tf.zeros_like(sample[..., :1]), sample[..., :-1]], -1), 1.0))

    normals = [d.Normal(f([0.0, 1.0]), 1.0), d.Normal(f([1.0, 1.0]), 2.0), d.Laplace(f([2.0, 0.0]), 1.0)]
    return {
        "Cauchy": (lambda: d.Cauchy(LOC, SCALE), X),
        "Logistic": (lambda: d.Logistic(LOC, SCALE), X),
        "HalfNormal": (lambda: d.HalfNormal(SCALE), X),
        "InverseGamma": (lambda: d.InverseGamma(SHAPE, 2.0), X),
        "InverseGamma of softplus": (lambda: d.InverseGammaWithSoftplusConcentrationRate(SHAPE, 2.0), X),
        "Chi2": (lambda: d.Chi2(SHAPE), X),
        "Chi2 of abs": (lambda: d.Chi2WithAbsDf(-SHAPE - 1), X),
        "Poisson": (lambda: d.Poisson(SHAPE), COUNTS),
        "Poisson of log": (lambda: d.Poisson(log_rate=LOC), COUNTS),
        "Geometric": (lambda: d.Geometric(probs=X), COUNTS),
        "NegativeBinomial": (lambda: d.NegativeBinomial(SHAPE, probs=X), COUNTS),
        "Binomial": (lambda: d.Binomial(f([4.0, 4, 3]), probs=X), COUNTS),
        "Deterministic": (lambda: d.Deterministic(LOC, atol=0.5, rtol=0.1), X),
        "VectorDeterministic": (lambda: d.VectorDeterministic(LOC, atol=3.0), X),
        "OneHotCategorical": (lambda: d.OneHotCategorical(probs=PROBS), HOT),
        "ExpRelaxed": (lambda: d.ExpRelaxedOneHotCategorical(f(0.7), probs=PROBS), np.log(SIMPLEX)),
        "Relaxed": (lambda: d.RelaxedOneHotCategorical(f(0.7), probs=PROBS), SIMPLEX),
        "RelaxedBernoulli": (lambda: d.RelaxedBernoulli(f(0.7), probs=X), X),
        "Independent": (lambda: d.Independent(d.Normal(LOC, SCALE), 1), X),
        "Independent rows": (lambda: d.Independent(d.Normal(ROWS, SCALE)), ROWS),
        "Mixture": (lambda: d.Mixture(d.Categorical(probs=PROBS), normals), f([0.3, 0.5])),
        "MixtureSameFamily": (
            lambda: d.MixtureSameFamily(d.Categorical(probs=PROBS), d.Normal(ROWS, SCALE)),
            f([0.3, 0.5]),
        ),
        "MixtureSameFamily of vectors": (
            lambda: d.MixtureSameFamily(d.Categorical(probs=f([0.3, 0.7])), d.MultivariateNormalDiag(ROWS, SCALE)),
            X,
        ),
        "Quantized": (lambda: d.QuantizedDistribution(d.Normal(LOC, SCALE), low=f(-2.0), high=f(3.0)), f([0, 1, 3])),
        "BatchReshape": (lambda: d.BatchReshape(d.MultivariateNormalDiag(ROWS, abs(ROWS)), [2, 1]), ROWS[:, None]),
        "Kumaraswamy": (lambda: d.Kumaraswamy(SHAPE, f(2.0)), X),
        "SinhArcsinh": (lambda: d.SinhArcsinh(LOC, SCALE, skewness=0.5, tailweight=2.0), X),
        "Diag": (lambda: d.MultivariateNormalDiag(LOC, SCALE), ROWS),
        "Diag multiplier": (lambda: d.MultivariateNormalDiag(LOC, scale_identity_multiplier=2.0), ROWS),
        "Diag loc": (lambda: d.MultivariateNormalDiag(loc=ROWS), ROWS),
        "Diag scale": (lambda: d.MultivariateNormalDiag(scale_diag=ROWS), ROWS),
        "Diag of softplus": (lambda: d.MultivariateNormalDiagWithSoftplusScale(LOC, SCALE), ROWS),
        "TriL": (lambda: d.MultivariateNormalTriL(ROWS, np.stack([TRIL, 2 * TRIL])), ROWS),
        "FullCovariance": (lambda: d.MultivariateNormalFullCovariance(LOC, COVARIANCE), ROWS),
        "DiagPlusLowRank": (
            lambda: d.MultivariateNormalDiagPlusLowRank(
                LOC, SCALE, scale_perturb_factor=TRIL[:, :2], scale_perturb_diag=f([0.5, 0.2])
            ),
            ROWS,
        ),
        "VectorLaplace": (lambda: d.VectorLaplaceDiag(LOC, SCALE), ROWS),
        "VectorExponential": (lambda: d.VectorExponentialDiag(LOC - 3, SCALE), ROWS + 2),
        "VectorSinhArcsinh": (lambda: d.VectorSinhArcsinhDiag(LOC, SCALE, skewness=0.2, tailweight=1.5), ROWS),
        "WishartCholesky": (lambda: d.WishartCholesky(5.0, TRIL), COVARIANCE),
        "Wishart of factors": (lambda: d.WishartCholesky(5.0, TRIL, cholesky_input_output_matrices=True), TRIL),
        "WishartFull": (lambda: d.WishartFull(4.0, np.stack([COVARIANCE, 2 * COVARIANCE])), np.stack([COVARIANCE] * 2)),
        "PoissonLogNormal": (lambda: d.PoissonLogNormalQuadratureCompound(LOC, SCALE), COUNTS),
        "VectorDiffeomixture": (
            lambda: d.VectorDiffeomixture(
                f([[0.0], [1.0]]),
                f([1.0]),
                d.Normal(0.0, 1.0),
                loc=[None, f([1.0, 2.0, 3.0])],
                scale=[
                    tf.linalg.LinearOperatorScaledIdentity(3, multiplier=f(1.1), is_positive_definite=True),
                    tf.linalg.LinearOperatorDiag(diag=f([2.5, 3.5, 1.5]), is_positive_definite=True),
                ],
                quadrature_size=3,
            ),
            ROWS,
        ),
        "VectorDiffeomixture of triangles": (
            lambda: d.VectorDiffeomixture(
                f([0.5]),
                f([2.0]),
                d.Laplace(0.5, 1.0),
                loc=[f([1.0, 2.0, 3.0]), None],
                scale=[
                    tf.linalg.LinearOperatorLowerTriangular(TRIL, is_positive_definite=True),
                    tf.linalg.LinearOperatorIdentity(3),
                ],
                quadrature_size=2,
            ),
            ROWS,
        ),
        "LogNormal": (lambda: d.TransformedDistribution(d.Normal(LOC, SCALE), b.Exp()), X),
        "event shape": (
            lambda: d.TransformedDistribution(
                d.Normal(0.0, 1.0), b.Affine(LOC, scale_tril=TRIL), batch_shape=[2], event_shape=[3]
            ),
            ROWS,
        ),
        "rotated event shape": (
            lambda: d.TransformedDistribution(d.Normal(LOC, 1.0), b.Identity(), event_shape=[2]),
            f([[1, 2], [3, 4], [5, 6]]),
        ),
        "two inverses": (lambda: d.TransformedDistribution(d.Normal(LOC, SCALE), b.AbsoluteValue()), X),
        "Autoregressive": (lambda: d.Autoregressive(shifted, tf.zeros([3])), X),
    }


def bijectors(tf):
    """{name: (a function that makes the bijector, x, the rank of an event)}."""
    b = tf.contrib.distributions.bijectors
    factor = TRIL[:, :2]
    return {
        "Affine": (lambda: b.Affine(shift=LOC, scale_identity_multiplier=2.0), ROWS, 1),
        "Affine diag": (lambda: b.Affine(LOC, scale_diag=SCALE), ROWS, 1),
        "Affine tril": (
            lambda: b.Affine(LOC, scale_tril=TRIL, scale_diag=SCALE, scale_identity_multiplier=1.0),
            ROWS,
            1,
        ),
        "Affine low rank": (
            lambda: b.Affine(LOC, None, SCALE, scale_perturb_factor=factor, scale_perturb_diag=f([0.5, 0.2])),
            ROWS,
            1,
        ),
        "Affine batch": (lambda: b.Affine(ROWS, scale_tril=np.stack([TRIL, 2 * TRIL])), ROWS, 1),
        "AffineLinearOperator": (
            lambda: b.AffineLinearOperator(LOC, tf.linalg.LinearOperatorLowerTriangular(TRIL)),
            ROWS,
            1,
        ),
        "AffineScalar": (lambda: b.AffineScalar(LOC, SCALE), X, 0),
        "Exp": (lambda: b.Exp(), X, 0),
        "PowerTransform": (lambda: b.PowerTransform(0.5), X, 0),
        "Softplus": (lambda: b.Softplus(2.0), X, 0),
        "Softsign": (lambda: b.Softsign(), X, 0),
        "Sigmoid": (lambda: b.Sigmoid(), X, 0),
        "Square": (lambda: b.Square(), X, 0),
        "Gumbel": (lambda: b.Gumbel(1.0, 2.0), X, 0),
        "Kumaraswamy": (lambda: b.Kumaraswamy(2.0, 3.0), X, 0),
        "SinhArcsinh": (lambda: b.SinhArcsinh(0.5, 2.0), X, 0),
        "CholeskyOuterProduct": (lambda: b.CholeskyOuterProduct(), TRIL, 2),
        "MatrixInverseTriL": (lambda: b.MatrixInverseTriL(), TRIL, 2),
        "Ordered": (lambda: b.Ordered(), X, 1),
        "SoftmaxCentered": (lambda: b.SoftmaxCentered(), ROWS, 1),
        "FillTriangular": (lambda: b.FillTriangular(), ROWS, 1),
        "ScaleTriL": (lambda: b.ScaleTriL(), ROWS, 1),
        "Permute": (lambda: b.Permute([2, 0, 1]), ROWS, 1),
        "Reshape": (lambda: b.Reshape([3, 1], [3]), ROWS, 1),
        "Chain": (lambda: b.Chain([b.Exp(), b.Affine(LOC, scale_tril=TRIL)]), ROWS, 1),
        "Invert": (lambda: b.Invert(b.SoftmaxCentered()), SIMPLEX, 1),
        "BatchNormalization": (lambda: b.BatchNormalization(training=False), ROWS, 1),
    }


def of_kind(distribution, value):
    """({what: its tensor}, {what: its static shape or error}) of a distribution."""
    found = {}
    facts = {
        "name": distribution.name,
        "shapes": [str(distribution.batch_shape), str(distribution.event_shape), str(distribution.sample([2, 3]).shape)]
        if not distribution.name.startswith("Binomial")
        else [],
        "dtype": distribution.dtype.name,
        "reparameterization": str(distribution.reparameterization_type),
    }
    for what in AT_VALUES + STATISTICS:
        try:
            method = getattr(distribution, what)
            found[what] = method(value) if what in AT_VALUES else method()
            facts[what] = str(found[what].shape)
        except (NotImplementedError, ValueError) as error:
            facts[what] = str(error)
    return found, facts


def of_bijector(tf, bijector, x, ndims):
    """({what: its tensor}, {what: its facts}) of a bijector."""
    x = tf.constant(x)
    y = bijector.forward(x)
    event = x.shape[x.shape.ndims - ndims :]
    after = bijector.forward_event_shape(event)
    again = tf.identity(y)  # whose inverse is not cached
    found = {
        "forward": y,
        "inverse": bijector.inverse(again),
        "forward_log_det_jacobian": bijector.forward_log_det_jacobian(x, ndims),
        "inverse_log_det_jacobian": bijector.inverse_log_det_jacobian(again, after.ndims),
    }
    facts = {what: str(tensor.shape) for what, tensor in found.items()}
    facts: dict[str, object] = {**facts}
    facts["name"], facts["event"] = bijector.name, [str(after), str(bijector.inverse_event_shape(after))]
    facts["min_event_ndims"] = [bijector.forward_min_event_ndims, bijector.inverse_min_event_ndims]
    return found, facts


def main():
    tf = importlib.import_module("tensorflow")

    values = {"kinds": {}, "bijectors": {}}
    for group, cases in (("kinds", kinds), ("bijectors", bijectors)):
        with tf.Graph().as_default():
            for name in cases(tf):
                with tf.Graph().as_default(), tf.Session() as session:
                    make, *rest = cases(tf)[name]
                    if group == "kinds":
                        found, facts = of_kind(make(), *rest)
                    else:
                        found, facts = of_bijector(tf, make(), *rest)
                    session.run(tf.global_variables_initializer())
                    found = {what: _rounded(value) for what, value in session.run(found).items()}
                values[group][name] = {"values": found, "facts": facts}
    lines = []
    for group, cases in values.items():
        rows = [f"{json.dumps(name)}: {json.dumps(case, sort_keys=True)}" for name, case in sorted(cases.items())]
        lines.append(f"{json.dumps(group)}: {{\n" + ",\n".join(rows) + "\n}")
    VALUES.write_text("{" + ",\n".join(lines) + "}\n")


def _rounded(value):
    return [float(f"{number:.8g}") for number in np.ravel(value)]


if __name__ == "__main__":
    sys.exit(main())
