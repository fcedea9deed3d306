"""tf.distributions: probability distributions with samples, densities, statistics and divergences."""

from typing import TYPE_CHECKING

from graphlab._src.base.lazy_imports import attach

if TYPE_CHECKING:
    from graphlab._src.ops.distributions.base import (
        FULLY_REPARAMETERIZED,
        NOT_REPARAMETERIZED,
        Distribution,
        ReparameterizationType,
    )
    from graphlab._src.ops.distributions.bernoulli import Bernoulli
    from graphlab._src.ops.distributions.beta import Beta
    from graphlab._src.ops.distributions.categorical import Categorical
    from graphlab._src.ops.distributions.dirichlet import Dirichlet, DirichletMultinomial
    from graphlab._src.ops.distributions.divergence import RegisterKL, kl_divergence
    from graphlab._src.ops.distributions.gamma import Exponential, Gamma
    from graphlab._src.ops.distributions.laplace import Laplace
    from graphlab._src.ops.distributions.multinomial import Multinomial
    from graphlab._src.ops.distributions.normal import Normal
    from graphlab._src.ops.distributions.student_t import StudentT
    from graphlab._src.ops.distributions.uniform import Uniform
else:
    __getattr__, __dir__ = attach(__name__)

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
