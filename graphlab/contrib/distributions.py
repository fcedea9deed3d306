"""tf.contrib.distributions: tf.distributions and more kinds."""

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
from graphlab.distributions.beta import BetaWithSoftplusConcentration
from graphlab.distributions.gamma import ExponentialWithSoftplusRate, GammaWithSoftplusConcentrationRate
from graphlab.distributions.laplace import LaplaceWithSoftplusScale
from graphlab.distributions.normal import NormalWithSoftplusScale
from graphlab.distributions.normal_diag import MultivariateNormalDiag, MultivariateNormalDiagWithSoftplusScale
from graphlab.distributions.student_t import StudentTWithAbsDfSoftplusScale

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
