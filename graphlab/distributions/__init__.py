"""tf.distributions: probability distributions with samples, densities, statistics and divergences."""

from graphlab.later import later

with later(__name__):
    from graphlab.distributions.base import (
        FULLY_REPARAMETERIZED,
        NOT_REPARAMETERIZED,
        Distribution,
        ReparameterizationType,
    )
    from graphlab.distributions.bernoulli import Bernoulli
    from graphlab.distributions.beta import Beta
    from graphlab.distributions.categorical import Categorical
    from graphlab.distributions.dirichlet import Dirichlet, DirichletMultinomial
    from graphlab.distributions.divergence import RegisterKL, kl_divergence
    from graphlab.distributions.gamma import Exponential, Gamma
    from graphlab.distributions.laplace import Laplace
    from graphlab.distributions.multinomial import Multinomial
    from graphlab.distributions.normal import Normal
    from graphlab.distributions.student_t import StudentT
    from graphlab.distributions.uniform import Uniform

__all__ = [
    "Bernoulli",
    "Beta",
    "Categorical",
    "Dirichlet",
    "DirichletMultinomial",
    "Distribution",
    "Exponential",
    "FULLY_REPARAMETERIZED",
    "Gamma",
    "Laplace",
    "Multinomial",
    "NOT_REPARAMETERIZED",
    "Normal",
    "RegisterKL",
    "ReparameterizationType",
    "StudentT",
    "Uniform",
    "kl_divergence",
]
