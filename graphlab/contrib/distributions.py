"""tf.contrib.distributions: tf.distributions and more kinds."""

from graphlab._src.ops.distributions.beta import BetaWithSoftplusConcentration
from graphlab._src.ops.distributions.gamma import ExponentialWithSoftplusRate, GammaWithSoftplusConcentrationRate
from graphlab._src.ops.distributions.laplace import LaplaceWithSoftplusScale
from graphlab._src.ops.distributions.normal import NormalWithSoftplusScale
from graphlab._src.ops.distributions.normal_diag import MultivariateNormalDiag, MultivariateNormalDiagWithSoftplusScale
from graphlab._src.ops.distributions.student_t import StudentTWithAbsDfSoftplusScale
from graphlab.distributions import (
    FULLY_REPARAMETERIZED,
    NOT_REPARAMETERIZED,
    Bernoulli,
    Beta,
    Categorical,
    Dirichlet,
    DirichletMultinomial,
    Distribution,
    Exponential,
    Gamma,
    Laplace,
    Multinomial,
    Normal,
    RegisterKL,
    ReparameterizationType,
    StudentT,
    Uniform,
    kl_divergence,
)

__all__ = [
    "Bernoulli",
    "Beta",
    "BetaWithSoftplusConcentration",
    "Categorical",
    "Dirichlet",
    "DirichletMultinomial",
    "Distribution",
    "Exponential",
    "ExponentialWithSoftplusRate",
    "FULLY_REPARAMETERIZED",
    "Gamma",
    "GammaWithSoftplusConcentrationRate",
    "Laplace",
    "LaplaceWithSoftplusScale",
    "Multinomial",
    "MultivariateNormalDiag",
    "MultivariateNormalDiagWithSoftplusScale",
    "NOT_REPARAMETERIZED",
    "Normal",
    "NormalWithSoftplusScale",
    "RegisterKL",
    "ReparameterizationType",
    "StudentT",
    "StudentTWithAbsDfSoftplusScale",
    "Uniform",
    "kl_divergence",
]
